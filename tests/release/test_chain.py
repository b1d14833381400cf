"""Algorithm 1: the sum over its decision tree is the joint mechanism, with the level of Lemma 4."""

import math
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Mechanism, level
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.certificates.certificate import Rejected, certify
from exactdp.model.geometric import geometric, transition
from exactdp.polytope.derivability import derive_from
from exactdp.privacy import sampling
from exactdp.privacy.sampling import Real, SeededSource, SystemSource
from exactdp.release.chain import JOINT_ENTRIES, Chain, _drawn_at_the_ends, _drawn_inside
from tests.privacy.counting import CountingSource
from tests.privacy.test_sampling import Given, agrees, plausible, tree
from tests.strategies import fractions_within, share_of

levels = st.lists(fractions_within(Fraction(1, 12), Fraction(11, 12), 12), min_size=1, max_size=3, unique=True).map(
    sorted
)


def summed_over_runs(n, alphas, members):
    """The joint mechanism by the paper's own words: every run of Algorithm 1 with its probability."""
    remaps = [geometric(n=n, alpha=alphas[0]), *(transition(n=n, alpha=a, beta=b) for a, b in pairwise(alphas))]
    rows = []
    for i in range(n + 1):
        row = defaultdict(Fraction)
        for run in product(range(n + 1), repeat=len(alphas)):
            before = (i, *run[:-1])
            row[tuple(run[each - 1] for each in members)] += prod(
                remap[k, r] for remap, k, r in zip(remaps, before, run, strict=True)
            )
        rows.append([row[each] for each in product(range(n + 1), repeat=len(members))])
    return Mechanism(rows)


@share_of(25)
@given(st.integers(0, 3), levels)
def test_the_joint_mechanism_is_that_of_all_runs(n, alphas):
    chain = Chain(n=n, levels=alphas)
    for size in range(1, len(alphas) + 1):
        for members in combinations(range(1, len(alphas) + 1), size):
            assert chain.joint(members).rows == summed_over_runs(n, alphas, members).rows


@share_of(25)
@given(st.integers(1, 3), levels)
def test_a_coalition_has_the_least_of_its_levels_and_independent_answers_their_product(n, alphas):
    for found in Chain(n=n, levels=alphas).coalitions():
        mine = [alphas[each - 1] for each in found.members]
        assert found.joint.alpha == mine[0]
        assert found.independent.alpha == prod(mine)
        certify(found.joint)
        certify(found.independent)


@share_of(15)
@given(st.integers(1, 3), levels)
def test_what_a_coalition_sees_and_its_first_answer_come_from_each_other(n, alphas):
    chain = Chain(n=n, levels=alphas)
    for each in range(1, len(alphas) + 1):
        assert chain.joint([each]).rows == geometric(n=n, alpha=alphas[each - 1]).rows
    joint = chain.joint()
    certify(derive_from(joint, chain.joint([1])))
    assert derive_from(geometric(n=n, alpha=alphas[0]), joint)
    if len(alphas) > 1:
        assert not derive_from(chain.independent(), chain.joint([1]))


def test_a_false_level_of_a_coalition_is_rejected():
    found = level(Chain(n=2, levels=["1/4", "1/2"]).joint())
    changed = type(found)(Fraction(1, 3), found.witness, found.mechanism, found.neighbours)
    with pytest.raises(Rejected):
        certify(changed)


@given(st.integers(1, 6), levels.filter(lambda each: len(each) > 1))
def test_a_stage_keeps_or_draws_anew_as_its_remap_says(n, alphas):
    alpha, beta = alphas[:2]
    remap, drawn = transition(n=n, alpha=alpha, beta=beta), geometric(n=n, alpha=beta)
    for k in range(n + 1):
        of = _drawn_at_the_ends if k in (0, n) else _drawn_inside
        lower, upper = of(alpha, beta).enclosed(200)
        for r in range(n + 1):
            kept = 2**200 * int(k == r)
            bounds = [c * drawn[k, r] + kept - c * int(k == r) for c in (lower, upper)]
            assert min(bounds) <= 2**200 * remap[k, r] <= max(bounds)
            assert upper <= 2**200


@pytest.mark.parametrize("count", [0, 1])
def test_the_tree_of_a_release_sums_to_the_joint_mechanism(monkeypatch, count):
    monkeypatch.setattr(sampling, "BITS_AT_ONCE", 3)
    chain = Chain(n=2, levels=["1/3", "1/2"])
    stated = dict(zip(product(range(3), repeat=2), chain.joint().rows[count], strict=True))

    def found():
        return tree(lambda source: chain.release(count, source).responses, 15)

    assert agrees(found(), stated, Fraction(2, 5))
    chain._stages = [(Real(lambda: Fraction(1)), Real(lambda: Fraction(1)))]
    assert not agrees(found(), stated, Fraction(2, 5))


def test_counts_of_a_release():
    chain, source = Chain(n=3, levels=["1/4", "1/2", "3/4"]), SystemSource()
    counts = Counter(chain.release(1, source).responses for _ in range(6000))
    stated = dict(zip(product(range(4), repeat=3), map(float, chain.joint().rows[1]), strict=True))
    assert plausible(counts, stated)
    assert not plausible(counts, dict(zip(stated, map(float, chain.independent().rows[1]), strict=True)))


def test_counts_of_a_release_at_irrational_levels():
    chain, source = Chain(n=4, levels=[Exponential(2), Exponential("1/2")]), SystemSource()
    runs = [chain.release(2, source).responses for _ in range(6000)]
    for k, epsilon in enumerate((Fraction(2), Fraction(1, 2))):
        alpha = Fraction(math.exp(-epsilon))
        stated = {r: float(p) for r, p in enumerate(geometric(n=4, alpha=alpha.limit_denominator(10**6)).rows[2])}
        assert plausible(Counter(run[k] for run in runs), stated)


def test_large_counts_take_no_matrix_and_few_bits():
    source = CountingSource(SeededSource(3))
    chain = Chain(n=10**6, levels=[Fraction(1, 2), Fraction(999_999, 10**6)])
    for _ in range(50):
        first, second = chain.release(500_000, source).responses
        assert abs(first - 500_000) < 60
        assert 0 <= second <= 10**6
    assert source.drawn <= 50 * (33 + 32 + 33)


def test_no_database_has_one_answer():
    assert Chain(n=0, levels=["1/2", "3/4"]).release(0).responses == (0, 0)
    assert Chain(n=0, levels=["1/2", "3/4"]).joint().rows == ((1,),)


def test_it_uses_the_systems_bits_unless_told_otherwise(monkeypatch):
    monkeypatch.setattr(sampling.secrets, "token_bytes", lambda size: bytes([255] * size))
    assert Chain(n=9, levels=["1/2"]).release(4).responses == (4,)
    assert Chain(n=9, levels=["1/2"]).release(4, Given([0] * 62 + [1, 1, 1])).responses == (9,)


def test_levels_of_both_kinds_are_compared():
    chain = Chain(n=2, levels=[Exponential(2), "1/2", Exponential("1/2"), Exponential("1/3"), "3/4"])
    assert len(chain.release(1, SeededSource(1)).responses) == 5
    with pytest.raises(InputError, match="comes after"):
        Chain(n=2, levels=["1/2", Exponential(1)])


@pytest.mark.parametrize(
    ("attempt", "said"),
    [
        (lambda: Chain(n=-1, levels=["1/2"]), "n = -1: write a database size of at least 0"),
        (lambda: Chain(n=3, levels=[]), "no level is given: write at least one, such as 1/2"),
        (lambda: Chain(n=3, levels=["1/2", "1/4"]), "the level 1/4 comes after 1/2: write the levels in order"),
        (lambda: Chain(n=3, levels=["1/2", "2/4"]), "the level 1/2 occurs twice: one answer at each level is enough"),
        (lambda: Chain(n=3, levels=["0", "1/2"]), "α = 0 promises nothing: "),
        (lambda: Chain(n=3, levels=["1/2", "1"]), "α = 1: no answer would depend on the truth"),
        (lambda: Chain(n=3, levels=[Exponential(1), Exponential(2)]), "the level e^-2 comes after e^-1: "),
        (lambda: Chain(n=3, levels=["1/2"]).release(4), "the count: write a whole number from 0 to n = 3"),
        (lambda: Chain(n=3, levels=["1/2"]).release(-1), "the count: write a whole number from 0 to n = 3"),
        (lambda: Chain(n=3, levels=["1/2"]).joint([]), "the coalition is empty: "),
        (
            lambda: Chain(n=3, levels=["1/2"]).joint([2]),
            "the coalition 2: write different numbers from 1 to 1, in order",
        ),
        (
            lambda: Chain(n=3, levels=["1/4", "1/2"]).joint([2, 1]),
            "the coalition 2,1: write different numbers from 1 to 2",
        ),
        (
            lambda: Chain(n=3, levels=["1/4", "1/2"]).joint([1, 1]),
            "the coalition 1,1: write different numbers from 1 to 2",
        ),
        (
            lambda: Chain(n=300, levels=["1/4", "1/2"]).joint(),
            f"has 301^3 entries: up to {JOINT_ENTRIES:,} are written out",
        ),
        (lambda: next(Chain(n=300, levels=["1/4", "1/2"]).coalitions()), "has 301^3 entries"),
        (lambda: Chain(n=3, levels=[Exponential(1)]).joint(), "is not an exact matrix: write levels α"),
    ],
)
def test_what_makes_no_sense_is_refused(attempt, said):
    with pytest.raises(InputError) as caught:
        attempt()
    assert said in str(caught.value)
    assert "4" not in str(caught.value).replace("1/4", "") or "count" not in str(caught.value)
