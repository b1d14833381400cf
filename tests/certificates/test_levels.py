"""Certificates of sets of levels and of privacy curves: accepted, and rejected for a part of the set."""

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from operator import mul

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, binomial, geometric, level
from exactdp.arithmetic.rational_functions import rational_function
from exactdp.arithmetic.real_sets import Interval, RealSet
from exactdp.certificates.certificate import Rejected, certify
from exactdp.certificates.diagrams import BINARY_PLACES
from exactdp.certificates.levels import ExactLevel, LevelSet, all_derivable, all_private, exact_levels, level_texts
from exactdp.model.mechanism import Mechanism, identity
from exactdp.model.neighbours import Neighbours, complete, path
from exactdp.model.symbolic_mechanism import SymbolicMechanism
from exactdp.polytope.derivability import derive_from
from exactdp.privacy.privacy_curve import PrivacyCurve, Segment, privacy_curve
from tests.model.test_symbolic_mechanism import APPENDIX_B, remapped, symbolic, symbolic_geometric
from tests.naive_diagrams import true_at
from tests.strategies import graphs, mechanisms, share_of

ZERO = rational_function(0)
LEVELS = [Fraction(k, 13) for k in range(1, 13)]


def real_set(*intervals: Iterable[str]) -> RealSet:
    return RealSet([Interval(*each) for each in intervals])


@given(mechanisms() | remapped | symbolic())
def test_every_set_is_certified_and_true(mechanism: Mechanism | SymbolicMechanism) -> None:
    for found in (all_derivable(mechanism), all_private(mechanism)):
        try:
            done = certify(found)
        except InputError as error:
            assert "has a pole at some α from 0 to 1" in str(error)
            continue
        assert true_at(done.certificate.data, LEVELS)
        assert done.kind == ("derivable" if found.neighbours is None else "private")
        assert done.statement.count("\nphase yes\n") >= len(found.levels.pieces)
        if isinstance(mechanism, Mechanism):
            assert done.is_about(mechanism)


SHARES = st.sampled_from(["a", "1/(1+a)", "a^2", "(1-2*a)^2", "1/2", "a/(2-a)", "0", "4*a*(1-a)", "(1-3*a)^2/4"])


@st.composite
def functions(draw: st.DrawFn, inputs: int, responses: int) -> SymbolicMechanism:
    """Return a mechanism at each level from 0 to 1: mixtures of two tables, the share a function of the level."""
    tables = mechanisms(inputs, responses)
    return mixed(draw(tables), draw(tables), [draw(SHARES) for _ in range(inputs)])


def mixed(one: Mechanism, other: Mechanism, shares: Iterable[str]) -> SymbolicMechanism:
    rows = []
    for p, q, share in zip(one, other, map(rational_function, shares), strict=True):
        rows.append([share * x + (1 - share) * y for x, y in zip(p, q, strict=True)])
    return SymbolicMechanism(rows)


def through(source: SymbolicMechanism, remap: Mechanism) -> SymbolicMechanism:
    columns = list(zip(*remap, strict=True))
    return SymbolicMechanism([[sum(map(mul, row, column), ZERO) for column in columns] for row in source.rows])


@given(st.data())
def test_every_set_of_a_source_is_certified_and_true(data: st.DataObject) -> None:
    size, responses = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3))
    source, mechanism = data.draw(functions(size, size)), data.draw(functions(size, responses))
    if data.draw(st.booleans()):
        mechanism = through(source, data.draw(mechanisms(size, responses)))
    try:
        found = all_derivable(mechanism, source)
    except InputError as error:
        assert "has no inverse" in str(error)
        return
    done = certify(found)
    assert true_at(done.certificate.data, LEVELS)
    assert all((alpha in found.levels) == bool(derive_from(mechanism.at(alpha), source.at(alpha))) for alpha in LEVELS)


def test_g_as_functions_gives_what_g_gives() -> None:
    for mechanism in (APPENDIX_B, geometric(n=2, alpha="1/3"), identity(inputs=range(3))):
        found = all_derivable(mechanism, symbolic_geometric(len(mechanism) - 1))
        assert found.levels == all_derivable(mechanism).levels
        assert (
            certify(found).sentence.partition(" exactly ")[2]
            == (certify(all_derivable(mechanism)).sentence.partition(" exactly ")[2])
        )


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ([["1-a", "a"]], "the source has 1 input and 2 responses"),
        ([["1/2", "1/2"], ["1/2", "1/2"]], "the source has no inverse at any α"),
        ([["1-2*a", "2*a"], ["0", "1"]], "the source has a pole or a negative probability"),
        ([["1/(1-a)", "a/(a-1)"], ["0", "1"]], "the source has a pole or a negative probability"),
        ([["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]], "the mechanism has 2 inputs and the source 3"),
        ([["1-a", "a"], ["a", "1-a"]], "at α = 1/2 the source has no inverse, so this one level is not decided"),
    ],
)
def test_a_source_that_will_not_do_is_named(source: list[list[str]], says: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(says)}"):
        all_derivable(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), SymbolicMechanism(source))


@given(st.data())
def test_every_curve_is_certified_and_true(data: st.DataObject) -> None:
    mechanism = data.draw(mechanisms())
    among = data.draw(graphs(len(mechanism)))
    done = certify(privacy_curve(mechanism, among))
    assert done.kind == "least-delta"
    assert done.is_about(mechanism)
    if among.name in ("path", "complete", "edges"):
        assert true_at(done.certificate.data, LEVELS)


@pytest.mark.parametrize(
    "wrong",
    [
        real_set(),
        real_set(("0", "0")),
        real_set(("0", "1/4")),
        real_set(("0", "2/7")),
        real_set(("0", "1")),
        real_set(("1/9", "1/4")),
        real_set(("0", "1/4"), ("1/2", "1/2")),
    ],
    ids=str,
)
def test_another_set_is_rejected(wrong: RealSet) -> None:
    assert certify(all_derivable(APPENDIX_B)).statement.count("breakpoint 1,-4,1 ") == 1
    with pytest.raises(Rejected):
        certify(LevelSet(APPENDIX_B, wrong))


@pytest.mark.parametrize("n", [1, 2, 5])
@pytest.mark.parametrize("among", [path, complete])
def test_g_has_exactly_its_level(n: int, among: Callable[..., Neighbours]) -> None:
    found = exact_levels(symbolic_geometric(n), among(inputs=range(n + 1)))
    if among is complete and n > 1:
        assert found == ()
        return
    (everywhere,) = found
    assert (everywhere.interval.lower, everywhere.interval.upper) == (0, 1)
    done = certify(everywhere)
    assert done.kind == "level"
    assert true_at(done.certificate.data, LEVELS)
    assert "from 0 to 1" in done.sentence and "the largest level at which it is private is that alpha" in done.sentence


@given(st.data())
@share_of(40)
def test_every_exact_level_is_certified_and_true(data: st.DataObject) -> None:
    """Mixtures with a remap of G have exactly the level α where a response of G stays apart."""
    n = data.draw(st.integers(1, 3))
    remap = data.draw(mechanisms(n + 1, data.draw(st.integers(1, 3))))
    mechanism = through(symbolic_geometric(n), remap)
    found = exact_levels(mechanism)
    for each in found:
        assert true_at(certify(each).certificate.data, LEVELS)
    for alpha in LEVELS:
        inside = any(each.interval.lower <= alpha <= each.interval.upper for each in found)
        assert not inside or level(mechanism.at(alpha)).alpha == alpha
    # The first row that reads only response 0 of G as something keeps its ratio α.
    alone = any(column[0] and not any(column[1:]) for column in zip(*remap, strict=True))
    assert bool(found) or not alone


@pytest.mark.parametrize(
    ("interval", "place", "says"),
    [
        (("0", "1"), (0, 1, 0), "from 0 to 1 a sign is not shown to stay the same near"),
        (("1/3", "1/2"), (0, 1, 1), "the level is not attained at 0 1 1"),
        (("0", "1/2"), (0, 1, 0), "from 0 to 1/2 the probability that attains the level may be 0"),
    ],
)
def test_a_level_that_is_not_exact_is_rejected(
    interval: tuple[str, str], place: tuple[int, int, int], says: str
) -> None:
    mechanism = SymbolicMechanism([["a", "1-a"], ["a^2", "1-a^2"]])
    neighbours = path(inputs=range(2))
    # From 0 on the level is not α: at α = 0 it is 1.
    assert exact_levels(mechanism) == ()
    assert certify(ExactLevel(mechanism, neighbours, Interval("1/3", "1/2"), (0, 1, 0)))
    with pytest.raises(Rejected, match=f"^{re.escape(says)}"):
        certify(ExactLevel(mechanism, neighbours, Interval(*interval), place))


def test_a_polynomial_that_touches_0_is_told() -> None:
    found = all_private(SymbolicMechanism([["1-(1-3*a)^2/8", "(1-3*a)^2/8"]]))
    first, second, *others = level_texts(found)
    assert len(others) + 1 == len(BINARY_PLACES)
    assert (b"\ntouches 0\n" in first, b"\ntouches 1\ntouch -1,3\n" in second) == (True, True)
    assert certify(found).certificate.data == second
    # Outside of the set nothing touches 0.
    (*_, last) = level_texts(all_private(SymbolicMechanism([["-(1-3*a)^2/8-a", "1+a+(1-3*a)^2/8"]])))
    assert b"\ntouches 0\n" in last


def test_several_conditions_fail_one_after_another() -> None:
    found = all_private(SymbolicMechanism([["1/4-a", "3/4+a-(1-a)/2", "(1-a)/2"], ["1/4-a/4", "1/4", "1/2+a/4"]]))
    done = certify(found)
    assert true_at(done.certificate.data, LEVELS)


def test_the_set_of_a_table_is_what_its_level_says() -> None:
    for mechanism in (APPENDIX_B, identity(inputs=range(3)), geometric(n=4, alpha="2/3")):
        for among in (path(inputs=range(len(mechanism))), complete(inputs=range(len(mechanism)))):
            assert all_private(mechanism, among).levels == real_set(("0", level(mechanism, among).alpha))
    function = SymbolicMechanism(APPENDIX_B.rows)
    assert all_private(function).levels == all_private(APPENDIX_B).levels
    assert certify(all_derivable(function)).statement == certify(all_derivable(APPENDIX_B)).statement


@pytest.mark.parametrize("entry", ["1/a-1", "a/(2-3*a)", "(1-a)/(1-2*a)", "1/(1-a)"])
def test_a_pole_is_named(entry: str) -> None:
    with pytest.raises(InputError, match=r"^row 1, column 1: .* has a pole at some α from 0 to 1: "):
        certify(all_derivable(SymbolicMechanism([[entry, f"1-({entry})"]])))


def test_a_curve_with_a_segment_left_out_is_rejected() -> None:
    curve = privacy_curve(Mechanism([binomial(n=4, probability=each) for each in ("1/2", "1/4", "2/3")]))
    assert len(curve.segments) > 3
    for k in range(1, len(curve.segments)):
        segments = (*curve.segments[:k], *curve.segments[k + 1 :])
        with pytest.raises(Rejected):
            certify(PrivacyCurve(segments, curve.mechanism, curve.neighbours))
    early = Segment(curve.segments[1].start + Fraction(1, 100), curve.segments[1].event)
    with pytest.raises(Rejected):
        certify(PrivacyCurve((curve.segments[0], early, *curve.segments[2:]), curve.mechanism, curve.neighbours))


def test_a_large_table() -> None:
    mechanism = geometric(n=20, alpha="3/4")
    done = certify(all_derivable(mechanism))
    assert "\nphases 2\nphase yes\nbreakpoint -3,4 3/4 3/4\nphase no\n" in done.statement
    assert certify(privacy_curve(mechanism)).statement.startswith(
        "exactdp diagram 1\nstatement least-delta\nmechanism geometric 20 3/4\n"
    )
