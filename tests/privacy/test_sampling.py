"""Samplers: exact sums over their decision trees, and counts of their answers."""

import math
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from math import lcm

import pytest
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Mechanism
from exactdp.arithmetic.exact import to_fmpq
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.privacy import sampling
from exactdp.privacy.sampling import (
    BlindResponses,
    PowerWeights,
    Real,
    Responses,
    SeededSource,
    SystemSource,
    TwoSidedGeometric,
    bernoulli,
    level_inside,
    rational_level,
)
from tests.privacy.counting import CountingSource
from tests.strategies import fractions_within, share_of


class More(Exception):  # noqa: N818
    """The sampler asks for this many bits that are not given."""


class Given:
    """These bits, first ones first, and no more."""

    def __init__(self, bits):
        self._left = list(bits)

    def bits(self, count):
        if len(self._left) < count:
            raise More(count)
        drawn, self._left = self._left[:count], self._left[count:]
        return int("0" + "".join(map(str, drawn)), 2)


def tree(draw, depth):
    """The probability of each answer with at most this many bits, and of asking for more; the sum is 1."""
    found, open_paths = Counter(), [[]]
    while open_paths:
        path = open_paths.pop()
        try:
            found[draw(Given(path))] += Fraction(1, 2 ** len(path))
        except More as more:
            count = more.args[0]
            if len(path) + count > depth:
                found[None] += Fraction(1, 2 ** len(path))
            else:
                open_paths += [[*path, *(int(bit) for bit in f"{word:0{count}b}")] for word in range(2**count)]
    assert sum(found.values()) == 1
    return found


def agrees(found, stated, at_most):
    """Whether the stated probabilities agree with the tree, up to at most this undecided probability."""
    left = found[None]
    return left <= at_most and all(found[each] <= p <= found[each] + left for each, p in stated.items())


@pytest.fixture
def chunk(monkeypatch):
    """Draw V this many bits at a time."""
    return lambda bits: monkeypatch.setattr(sampling, "BITS_AT_ONCE", bits)


probabilities = fractions_within(0, 1, 40)
inner = fractions_within(Fraction(1, 50), Fraction(49, 50), 50)


# Decision trees


@pytest.mark.parametrize("bits", [1, 2, 3])
@given(p=probabilities)
def test_a_bernoulli_tree_holds_the_probability_rounded_down_at_each_depth(bits, p):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sampling, "BITS_AT_ONCE", bits)
        found = tree(lambda source: bernoulli(p, source), 9)
    depth = 9 - 9 % bits
    assert found[1] == Fraction(math.floor(p * 2**depth), 2**depth)
    assert found[0] == Fraction(math.floor((1 - p) * 2**depth), 2**depth)
    assert found[None] in (0, Fraction(1, 2**depth))


def test_a_tree_that_ends_has_exactly_the_stated_probabilities(chunk):
    chunk(1)
    for p in (Fraction(0), Fraction(3, 8), Fraction(1, 2), Fraction(1)):
        assert tree(lambda source, p=p: bernoulli(p, source), 4) == Counter({1: p, 0: 1 - p})
    row = ["1/8", "0", "1/2", "3/8"]
    drawn = Responses(Mechanism([row]))
    assert tree(lambda source: drawn.draw(0, source), 3) == {0: Fraction(1, 8), 2: Fraction(1, 2), 3: Fraction(3, 8)}


def test_a_tree_without_end_sums_to_the_stated_fraction(chunk):
    # Of 1/3 = 0.0101…₂ every second bit decides, with what is left open falling to a quarter: a geometric series.
    chunk(2)
    first, second = (tree(lambda source: bernoulli("1/3", source), depth) for depth in (2, 4))
    assert (first[None], second[None]) == (Fraction(1, 4), Fraction(1, 16))
    assert first[1] / (1 - first[None]) == Fraction(1, 3)
    assert second[1] - first[1] == first[1] * first[None]


@pytest.mark.parametrize("bits", [1, 3, 4])
@share_of(25)
@given(weights=st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any))
def test_a_row_is_drawn_with_its_probabilities(bits, weights):
    row = [Fraction(w, sum(weights)) for w in weights]
    drawn = Responses(Mechanism([row]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sampling, "BITS_AT_ONCE", bits)
        found = tree(lambda source: drawn.draw(0, source), 12)
    # Each of the bounds between responses lies in one cell of length 2^-12.
    assert agrees(found, dict(enumerate(row)), Fraction(len(row) - 1, 2**12))
    assert all(row[r] > 0 for r in found if r is not None)


@pytest.mark.parametrize("alpha", ["1/2", "1/10", "9/10", "2/3"])
@pytest.mark.parametrize("bits", [2, 5, 10])
def test_the_geometric_tree_sums_to_its_masses(chunk, alpha, bits):
    chunk(bits)
    noise = TwoSidedGeometric(alpha)
    found = tree(noise.draw, 11)
    stated = UnboundedGeometric(alpha)
    # Some 2^-10 for each bound 2α^z/(1+α) that lies in another cell, and what the rounding of fixed-point numbers adds.
    most = Fraction(200, 2**10)
    masses = {z: stated.mass(0, z) for z in range(-40, 41)}
    assert agrees(found, masses, most)
    for z in range(1, 41):
        assert found[z] == found[-z]


@pytest.mark.parametrize(
    ("constant", "changed"),
    [
        ("_first", Real(lambda a: a / (1 + a), Fraction(1, 2))),
        ("_first", Real(lambda a: 2 * a, Fraction(1, 2))),
        ("_ratio", Real(lambda a: a, Fraction(5, 11))),
    ],
)
def test_a_changed_constant_is_noticed(chunk, constant, changed):
    chunk(10)
    noise = TwoSidedGeometric("1/2")
    stated = {z: UnboundedGeometric("1/2").mass(0, z) for z in range(-8, 9)}
    assert agrees(tree(noise.draw, 11), stated, Fraction(1, 8))
    setattr(noise, constant, changed)
    noise._tables.clear()
    assert not agrees(tree(noise.draw, 11), stated, Fraction(1, 8))


@pytest.mark.parametrize("epsilon", ["1", "1/3", "2"])
def test_the_geometric_tree_of_an_epsilon_encloses_its_masses(chunk, epsilon):
    chunk(10)
    found = tree(TwoSidedGeometric(Exponential(epsilon)).draw, 11)
    with ctx.workprec(200):
        alpha = (-arb(to_fmpq(Fraction(epsilon)))).exp()
        for z in range(-10, 11):
            mass = (1 - alpha) / (1 + alpha) * alpha ** abs(z)
            assert arb(to_fmpq(found[z])) <= mass
            assert mass <= arb(to_fmpq(found[z] + found[None]))
    assert found[None] <= Fraction(1, 8)


@pytest.mark.parametrize("x", ["1/10", "1", "7/2"])
def test_bernoulli_of_an_exponential(chunk, x):
    chunk(3)
    found = tree(lambda source: bernoulli(Real(lambda a: a, Exponential(x)), source), 12)
    with ctx.workprec(200):
        stated = (-arb(to_fmpq(Fraction(x)))).exp()
    assert arb(to_fmpq(found[1])) < stated < arb(to_fmpq(found[1] + found[None]))
    assert found[None] == Fraction(1, 2**12)


def test_where_the_first_bits_tell_nothing_more_are_drawn():
    source = CountingSource(Given([0, 1] * 16 + [1] * 32))
    assert (bernoulli("1/3", source), source.drawn) == (0, 64)
    source = CountingSource(Given([0, 1] * 16 + [0] * 32))
    assert (bernoulli("1/3", source), source.drawn) == (1, 64)
    # V from 3 to 4 times 2^-64 is below 2α^z/(1+α) = 4/3·2^-z for z = 62 and not for z = 63; its sign is +.
    source = CountingSource(Given([0] * 62 + [1, 1, 1]))
    assert (TwoSidedGeometric("1/2").draw(source), source.drawn) == (62, 65)
    source = CountingSource(Given([1] * 32 + [1] * 32 + [0]))
    assert (Responses(Mechanism([["1/3", "1/3", "1/3"]])).draw(0, source), source.drawn) == (2, 32)


def test_the_number_of_bits_is_as_stated():
    source = CountingSource(SeededSource(7))
    drawn = Responses(geometric(n=5, alpha="1/2"))
    for _ in range(2000):
        drawn.draw(2, source)
    assert source.drawn == 32 * 2000
    source, noise = CountingSource(SeededSource(7)), TwoSidedGeometric("1/2")
    zeros = sum(noise.draw(source) == 0 for _ in range(2000))
    assert source.drawn == 33 * 2000 - zeros


# Counts, with a false-alarm rate of at most 10^-12 for each test


def plausible(counts, stated):
    """Whether no count is farther from its expectation than Hoeffding's bound allows but once in 10^12 tests."""
    total = sum(counts.values())
    distance = math.sqrt(math.log(2 * len(stated) * 1e12) / (2 * total))
    return all(abs(counts[each] / total - p) <= distance for each, p in stated.items())


@pytest.mark.parametrize("alpha", [Fraction(1, 2), Fraction(99, 100)])
def test_counts_of_the_systems_bits(alpha):
    source = SystemSource()
    noise = TwoSidedGeometric(alpha)
    counts = Counter(noise.draw(source) for _ in range(20_000))
    stated = {z: float(UnboundedGeometric(alpha).mass(0, z)) for z in range(-30, 31)}
    assert plausible(counts, stated)
    assert not plausible(counts, {z: p + 0.1 * (z == 0) for z, p in stated.items()})
    mechanism = geometric(n=3, alpha=alpha)
    rows, n = Responses(mechanism), 3
    for i in range(n + 1):
        stated = {r: float(p) for r, p in enumerate(mechanism.rows[i])}
        assert plausible(Counter(rows.draw(i, source) for _ in range(5000)), stated)
        assert plausible(Counter(noise.clamped(n=n, i=i, source=source) for _ in range(5000)), stated)


def canonne_kamath_steinke(scale, source):
    """The discrete Laplace distribution of e^-(1/scale), by Bernoulli trials alone: an independent method."""

    def below(m):
        while (drawn := source.bits(m.bit_length())) >= m:
            pass
        return drawn

    def exponential(numerator, denominator):
        k = 1
        while below(denominator * k) < numerator:
            k += 1
        return k % 2

    t, s = scale.numerator, scale.denominator
    while True:
        u = below(t)
        if not exponential(u, t):
            continue
        v = 0
        while exponential(1, 1):
            v += 1
        magnitude, negative = (u + t * v) // s, below(2)
        if not (negative and magnitude == 0):
            return -magnitude if negative else magnitude


def test_two_methods_for_an_epsilon_agree():
    epsilon, source = Fraction(2, 3), SystemSource()
    alpha = math.exp(-epsilon)
    stated = {z: (1 - alpha) / (1 + alpha) * alpha ** abs(z) for z in range(-12, 13)}
    noise = TwoSidedGeometric(Exponential(epsilon))
    assert plausible(Counter(noise.draw(source) for _ in range(20_000)), stated)
    assert plausible(Counter(canonne_kamath_steinke(1 / epsilon, source) for _ in range(20_000)), stated)


# Sources and numbers


def test_the_systems_bits_are_handed_out_once(monkeypatch):
    pools = iter([bytes([1] * 512), bytes([2] * 512), bytes([3] * 512), bytes([4] * 512)])
    monkeypatch.setattr(sampling.secrets, "token_bytes", lambda size: next(pools)[:size])
    source = SystemSource()
    drawn = [source.bits(8 * 100) for _ in range(6)] + [source.bits(8 * 1000)]
    handed = b"".join(each.to_bytes(size, "little") for each, size in zip(drawn, [100] * 6 + [1000], strict=True))
    assert handed == bytes([1] * 512 + [2] * 512 + [3] * 512 + [4] * 64)


@pytest.mark.parametrize("level", ["1/1000000", "999999999999/1000000000000", Exponential(f"1/{10**30}")])
def test_levels_near_0_and_near_1(level):
    noise, source = TwoSidedGeometric(level), CountingSource(SystemSource())
    drawn = [abs(noise.draw(source)) for _ in range(300)]
    assert source.drawn <= 300 * 33 * 8
    # The median of |Z| lies between these, and both tests are passed but once in 10^11 times.
    close = 1 - (Fraction(level) if isinstance(level, str) else 1 - Fraction(1, 10**30))
    assert sum(each * close <= Fraction(1, 4) for each in drawn) > 20
    if close < Fraction(1, 2):
        assert sum(each * close >= Fraction(3, 2) for each in drawn) > 15


def test_samplers_use_the_system_unless_told_otherwise(monkeypatch):
    asked = []
    monkeypatch.setattr(sampling.secrets, "token_bytes", lambda size: asked.append(size) or bytes([255] * size))
    assert bernoulli("1/2") == 0
    assert Responses(geometric(n=2, alpha="1/2")).draw(0) == 2
    assert TwoSidedGeometric("1/2").draw() == 0
    assert len(asked) == 3


def test_a_seed_gives_the_same_again():
    for seed in range(3):
        drawn = [[TwoSidedGeometric("9/10").draw(SeededSource(seed)) for _ in range(5)] for _ in range(2)]
        assert drawn[0] == drawn[1]


@given(st.fractions(0, 100), st.integers(0, 200))
def test_fractions_are_enclosed_tightly(x, precision):
    lower, upper = Real(lambda: x).enclosed(precision)
    assert lower <= x * 2**precision <= upper
    assert upper - lower <= 1


@given(fractions_within(Fraction(1, 1000), 50, 1000), st.integers(1, 200))
def test_exponentials_are_enclosed(x, precision):
    lower, upper = Real(lambda a: (1 - a) / (1 + a), Exponential(x)).enclosed(precision)
    with ctx.workprec(2000):
        alpha = (-arb(to_fmpq(x))).exp()
        stated = (1 - alpha) / (1 + alpha) * arb(2) ** precision
        assert arb(lower) <= stated <= arb(upper)
    assert upper - lower <= 2


@pytest.mark.parametrize("epsilon", ["1", "1e-30", "1e-300"])
def test_differences_of_levels_near_1_are_enclosed(epsilon: str) -> None:
    beta, alpha = Exponential(epsilon), Exponential(2 * Fraction(epsilon))
    # With α = β², (β-α)/(β·(1-α)) is 1/(1+β).
    lower, upper = Real(lambda a, b: (b - a) / (b * (1 - a)), alpha, beta).enclosed(20)
    least, most = Real(lambda b: 1 / (1 + b), beta).enclosed(20)
    assert lower <= most and least <= upper and upper - lower <= 3


@pytest.mark.parametrize(
    ("attempt", "said"),
    [
        (lambda: bernoulli("3/2"), "the probability 3/2: write a number from 0 to 1"),
        (lambda: bernoulli(-1), "the probability -1: write a number from 0 to 1"),
        (lambda: Responses(geometric(n=2, alpha="1/2")).draw(3), "input 3: the mechanism has the inputs 0 to 2"),
        (lambda: Responses(geometric(n=2, alpha="1/2")).draw(-1), "input -1: the mechanism has the inputs 0 to 2"),
        (lambda: TwoSidedGeometric("1/2").clamped(n=5, i=6), "input 6: G on {0..5} has the inputs 0 to 5"),
        (lambda: TwoSidedGeometric(0), "α = 0 promises nothing: "),
        (lambda: TwoSidedGeometric(1), "α = 1: no answer would depend on the truth"),
        (lambda: level_inside("3/2"), "3/2"),
        (lambda: Exponential(0), "ε = 0: write a number from 1e-300 to 10000"),
        (lambda: Exponential(10_001), "ε = 10001: write a number from 1e-300 to 10000"),
    ],
)
def test_what_is_out_of_range_is_refused(attempt, said):
    with pytest.raises(InputError) as caught:
        attempt()
    assert said in str(caught.value)


# Bits that tell nothing


@pytest.mark.parametrize("mechanism", [geometric(n=3, alpha="1/3"), Mechanism([["1/6", "5/6"], ["1/2", "1/2"]])])
def test_how_many_bits_are_read_is_independent_of_input_and_response(mechanism: Mechanism) -> None:
    drawn = BlindResponses(mechanism)
    common = lcm(*(x.denominator for row in mechanism.rows for x in row))
    for i, row in enumerate(mechanism.rows):
        # Every result of the bits: the same ones are kept for each input, and as many for a response as its share.
        kept = []
        for number in range(2**drawn.bits):
            with suppress(More):
                kept.append((number, drawn.draw(i, Given(f"{number:0{drawn.bits}b}"))))
        assert [number for number, _ in kept] == list(range(common))
        assert [Fraction(sum(r == k for _, r in kept), common) for k in range(len(row))] == list(row)
    # One that is not kept is followed by another.
    assert drawn.draw(0, Given("1" * drawn.bits + "0" * drawn.bits)) == drawn.draw(0, Given("0" * drawn.bits))
    for i in (-1, len(mechanism)):
        with pytest.raises(InputError, match=rf"input {i}: the mechanism has the inputs 0 to "):
            drawn.draw(i)


def test_a_mechanism_without_choice_needs_no_bits() -> None:
    assert BlindResponses(Mechanism([[0, 1], [0, 1]])).draw(1, Given([])) == 1


@pytest.mark.parametrize("level", [Exponential("1e-101"), 1 - Fraction(1, 10**101)])
def test_noise_of_thousands_of_digits_is_refused(level: Fraction | Exponential) -> None:
    noise = TwoSidedGeometric(level)
    with pytest.raises(InputError, match="noise of more than 100 digits is not drawn: write 1e-100 or more"):
        noise.draw()
    assert noise.clamped(n=7, i=3) in range(8)


def test_noise_of_thousands_of_digits_is_refused_before_a_level_is_used() -> None:
    assert rational_level(1 - Fraction(1, 10**100)) < 1
    with pytest.raises(InputError, match="noise of more than 100 digits is not drawn"):
        rational_level(1 - Fraction(1, 10**101))


@pytest.mark.parametrize("level", [Exponential("1e-300"), 1 - Fraction(1, 10**300)])
def test_a_response_near_level_1_is_drawn_without_its_noise(level: Fraction | Exponential) -> None:
    noise, source = TwoSidedGeometric(level), SeededSource(1)
    # G has 1/2 - 10^-300/4 or so at each end.
    assert Counter(noise.clamped(n=10**6, i=10, source=source) for _ in range(400)).keys() == {0, 10**6}
    assert max(len(tables) for _, tables in noise._tables.values()) == 3


@pytest.mark.parametrize("base", [2, 3, 256])
@pytest.mark.parametrize("n", [0, 1, 2, 4, 5, 9])
def test_the_tree_of_a_response_sums_to_its_row(
    chunk: Callable[[int], None], monkeypatch: pytest.MonkeyPatch, base: int, n: int
) -> None:
    chunk(10)
    monkeypatch.setattr(sampling, "_BASE", base)
    noise, row = TwoSidedGeometric("4/5"), [1] if n == 0 else geometric(n=n, alpha="4/5").rows[n // 3]
    found = tree(lambda source: noise.clamped(n=n, i=n // 3, source=source), 11)
    assert agrees(found, dict(enumerate(row)), Fraction(1, 20))


# Weights that are powers


LEVELS_OF_WEIGHTS = st.sampled_from([Fraction(word) for word in ("1/5", "1/2", "9/10", "200000/200001")])
FEW_EXPONENTS = st.lists(st.integers(-9, 9), min_size=1, max_size=6)


@given(LEVELS_OF_WEIGHTS, FEW_EXPONENTS, st.integers(0, 10**6))
def test_a_position_is_drawn_as_from_the_table_of_the_weights(level, exponents, seed):
    weights = [level ** (each - min(exponents)) for each in exponents]
    table = Responses(Mechanism([[weight / sum(weights) for weight in weights]]))
    drawn = PowerWeights(level, exponents)
    assert [drawn.draw(SeededSource(seed + k)) for k in range(5)] == [
        table.draw(0, SeededSource(seed + k)) for k in range(5)
    ]


@given(LEVELS_OF_WEIGHTS, FEW_EXPONENTS, st.data(), st.integers(0, 50))
def test_the_nearest_integer_to_a_share_is_that_of_the_weights(level, exponents, data, n):
    chosen = data.draw(st.lists(st.sampled_from(range(len(exponents))), unique=True))
    weights = PowerWeights(level, exponents)
    written = weights.whole()
    assert math.gcd(*written) == 1
    assert all(written[0] * level ** exponents[k] == written[k] * level ** exponents[0] for k in range(len(exponents)))
    wanted = math.floor(Fraction(n * sum(written[k] for k in chosen), sum(written)) + Fraction(1, 2))
    assert weights.nearest(chosen, n) == wanted
    shortest = sampling._LONGEST
    sampling._LONGEST = 0
    try:
        assert weights.nearest(chosen, n) == wanted
    finally:
        sampling._LONGEST = shortest


def test_a_half_that_no_precision_tells_is_told_by_the_powers(monkeypatch):
    # Positions 0 and 2 have as much weight as 1 and 3 have: half of 5 records is a half, and rounded up.
    weights = PowerWeights(Fraction(99, 100), [0, 0, 10**6, 10**6])
    monkeypatch.setattr(PowerWeights, "whole", lambda weights: pytest.fail("the weights are written out"))
    assert (weights.nearest([0, 2], 5), weights.nearest([0, 2], 4)) == (3, 2)


def test_bits_that_do_not_tell_are_followed_by_more():
    # V = 1/2 - 2^-32 … is on the bound between two weights of one half each, until the next bits are there.
    half = PowerWeights(Fraction(1, 2), [0, 0])
    assert [half.draw(Given([bit] + 63 * [1 - bit])) for bit in (0, 1)] == [0, 1]
    third = PowerWeights(Fraction(1, 2), [0, 1])
    assert [third.draw(Given([1, 0] * 16 + last)) for last in ([0] * 32, [1] * 32)] == [0, 1]


def test_weights_without_exponents():
    with pytest.raises(InputError, match="write at least one"):
        PowerWeights("1/2", [])
