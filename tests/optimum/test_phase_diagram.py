from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest

from exactdp import InputError, absolute, phase_diagram, squared, table, zero_one
from exactdp.arithmetic.algebraic_numbers import algebraic
from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.arithmetic.rational_functions import rational_function
from exactdp.model.users import BayesianUser, MinimaxConsumer, uniform
from exactdp.optimum.phase_diagram import (
    Breakpoint,
    Flaw,
    PhaseDiagram,
    Piece,
    expected_loss,
    only,
    prices,
    verify,
)
from tests.report.pictures.reading import words

ONE, HALF = rational_function(1), rational_function("1/2")
BAYESIAN = phase_diagram(BayesianUser(absolute(), uniform(n=3)))
TIED = phase_diagram(BayesianUser(absolute(), ["1/2", 0, "1/2"]))
SKEWED = phase_diagram(BayesianUser(absolute(), ["1/6", "5/6"]))
SQUARED = phase_diagram(MinimaxConsumer(squared(), inputs=range(3)))
PARTIAL = phase_diagram(MinimaxConsumer(absolute(), inputs=range(4), side_information=[0, 2]))
FOUND = {"Bayesian": BAYESIAN, "tied": TIED, "skewed": SKEWED, "squared": SQUARED, "partial": PARTIAL}


@pytest.mark.parametrize("found", FOUND.values(), ids=FOUND)
def test_what_was_found_is_confirmed(found: PhaseDiagram) -> None:
    confirmed = verify(found)
    assert confirmed.identities
    assert confirmed.signs


def changed(found: PhaseDiagram, at: int, **fields: object) -> PhaseDiagram:
    pieces = list(found.pieces)
    pieces[at] = replace(pieces[at], **fields)
    return replace(found, pieces=tuple(pieces))


def moved(found: PhaseDiagram, at: str) -> PhaseDiagram:
    """The diagram with its first breakpoint elsewhere."""
    first, second, *rest = found.pieces
    end = algebraic(at)
    pieces = (replace(first, upper=end), replace(second, lower=end), *rest)
    return replace(found, pieces=pieces, breakpoints=(replace(found.breakpoints[0], at=end), *found.breakpoints[1:]))


def whole(found: PhaseDiagram, at: int) -> PhaseDiagram:
    """The diagram of one of its pieces alone, stretched from 0 to 1."""
    return replace(found, pieces=(replace(found.pieces[at], lower=algebraic(0), upper=algebraic(1)),), breakpoints=())


def worse_first() -> PhaseDiagram:
    """A user sure of input 1, who up to 1/2 is said to read 0 as 0, with the loss that this has; there is no tie."""
    found = phase_diagram(BayesianUser(absolute(), [0, 1]))
    (true,) = found.pieces
    end, keep = algebraic("1/2"), (((0, ONE),), ((1, ONE),))
    loss = expected_loss(keep, prices(found.user, true.prior))
    false = replace(true, upper=end, remap=keep, choices=((0,), (1,)), loss=loss)
    pieces = (false, replace(true, lower=end))
    return replace(found, pieces=pieces, breakpoints=(Breakpoint(end, false.choices),))


KEEP = tuple(((k, ONE),) for k in range(3))
FALSE = {
    "a breakpoint a little early": (moved(BAYESIAN, "1/2"), "best readings"),
    "a breakpoint a little late": (moved(BAYESIAN, "5437/10000"), "costs no more"),
    "a minimax breakpoint early": (moved(SQUARED, "333/1000"), "positive throughout"),
    "a minimax breakpoint late": (moved(SQUARED, "334/1000"), "positive throughout"),
    "the first phase everywhere": (whole(BAYESIAN, 0), "costs no more"),
    "the last phase everywhere": (whole(SQUARED, 2), "positive throughout"),
    "another loss": (changed(SQUARED, 1, loss=SQUARED.pieces[0].loss), "the expected loss of the remap is"),
    "a remap of another loss": (changed(SQUARED, 0, remap=KEEP), "the expected loss of the remap is|positive"),
    "rows above 1": (changed(SQUARED, 1, remap=(((0, HALF),), *KEEP[1:])), "the sum of row 0"),
    "a negative probability": (
        changed(TIED, 0, remap=(((0, ONE),), ((0, ONE + ONE), (1, -ONE)), ((2, ONE),))),
        "the probability of reading 1 as 1",
    ),
    "a response that does not exist": (changed(SQUARED, 1, remap=(((3, ONE),), *KEEP[1:])), "not of the user's size"),
    "too few rows": (changed(SQUARED, 1, remap=KEEP[1:]), "not of the user's size"),
    "a row in disorder": (changed(TIED, 0, choices=((0,), (2, 0, 1), (2,))), "not in order"),
    "another prior": (changed(BAYESIAN, 0, prior=(ONE, *[rational_function(0)] * 3)), "the prior of 0 is"),
    "a prior outside of what is known": (
        changed(PARTIAL, 0, prior=(HALF, HALF, *[rational_function(0)] * 2)),
        "which is not in the side information",
    ),
    "a prior below 1": (changed(PARTIAL, 0, prior=(HALF, *[rational_function(0)] * 3)), "the sum of the prior"),
    "a choice too few": (changed(TIED, 0, choices=((0,), (0, 1), (2,))), "costs no more"),
    "a choice too many": (changed(TIED, 0, choices=((0,), (0, 1, 2), (1, 2))), "the cost of reading 2 as 2"),
    "no ties at a breakpoint": (
        replace(SKEWED, breakpoints=(Breakpoint(algebraic("1/5"), ((0,), (1,))),)),
        "best readings",
    ),
    "too many of them": (
        replace(SKEWED, breakpoints=(Breakpoint(algebraic("1/5"), ((0, 1), (0, 1))),)),
        "best readings",
    ),
    "no choices at a breakpoint": (replace(SKEWED, breakpoints=(Breakpoint(algebraic("1/5")),)), "has no choices"),
    "what is best above the breakpoint, put below it": (
        replace(changed(SKEWED, 1, choices=((0,), (1,))), breakpoints=(Breakpoint(algebraic("1/5"), ((0,), (1,))),)),
        "the least expected loss",
    ),
    "a worse piece before a better one": (worse_first(), "costs no more"),
    "a breakpoint missing": (replace(SKEWED, breakpoints=()), "do not follow one another"),
    "a piece missing": (replace(SQUARED, pieces=SQUARED.pieces[1:]), "do not follow one another"),
    "an end before 1": (replace(SKEWED, pieces=SKEWED.pieces[:1], breakpoints=()), "do not follow one another"),
}


@pytest.mark.parametrize(("false", "says"), FALSE.values(), ids=FALSE)
def test_what_is_false_is_a_flaw(false: PhaseDiagram, says: str) -> None:
    found = verify(false)
    assert isinstance(found, Flaw)
    assert not found
    assert any(part in found.says for part in says.split("|")), found.says


def test_pieces_at_levels() -> None:
    half = SQUARED.piece_at("1/2")
    assert half is SQUARED.pieces[1]
    assert SQUARED.piece_at(0) is SQUARED.pieces[0] is SQUARED.piece_at("1/3")
    assert SQUARED.piece_at(1) is SQUARED.pieces[2]
    assert SQUARED.piece_at(SQUARED.breakpoints[1].at) is half
    assert half.remap_at("1/2").rows[1] == (0, 1, 0)
    with pytest.raises(InputError, match="is not a level"):
        SQUARED.piece_at("3/2")
    with pytest.raises(InputError, match="is outside the piece: write a level from 1/3 to √3/3"):
        half.remap_at("1/4")


@pytest.mark.parametrize("epsilon", ["1e-300", "1/3", "1", "1.6094379124341", "1.6094379124342", "50", "10000"])
@pytest.mark.parametrize("found", FOUND.values(), ids=FOUND)
def test_the_loss_at_an_exponential_level_is_enclosed(found: PhaseDiagram, epsilon: str) -> None:
    level = Exponential(epsilon)
    piece, loss = found.around(level)
    assert piece.lower < level.below(128) < level.above(128) < piece.upper
    with mpmath.workdps(700):
        alpha = mpmath.exp(-mpmath.mpf(Fraction(epsilon).numerator) / Fraction(epsilon).denominator)
        above, below = (
            mpmath.polyval([int(c) for c in reversed(p)], alpha) for p in (piece.loss.numerator, piece.loss.denominator)
        )
        lower, upper = (mpmath.mpf(each.numerator) / each.denominator for each in (loss.lower, loss.upper))
        nothing = mpmath.mpf(10) ** -600
        assert lower - nothing <= above / below <= upper + nothing
        assert upper - lower <= mpmath.mpf(10) ** -15
    assert found.around(Fraction(1, 3)) == (
        found.piece_at("1/3"),
        Enclosure(found.loss_at("1/3"), found.loss_at("1/3")),
    )


def test_a_level_within_many_digits_of_a_breakpoint_is_on_its_side() -> None:
    # ln 5 = 1.6094379124341003746007593332…, and there is a breakpoint at 1/5.
    assert SKEWED.around(Exponential("1.6094379124341003746007593332"))[0] is SKEWED.pieces[1]
    assert SKEWED.around(Exponential("1.6094379124341003746007593333"))[0] is SKEWED.pieces[0]
    with pytest.raises(InputError, match="is not a level"):
        SKEWED.around(Fraction(2))


def test_what_the_diagram_is_about() -> None:
    assert SQUARED.is_universal
    assert "Theorem 1 of Gupte & Sundararajan 2010 applies" in SQUARED.theorem
    away = phase_diagram(BayesianUser(table([[0, 2, 1], [1, 0, 1], [1, 2, 0]]), uniform(n=2)))
    assert not away.is_universal
    assert "does not apply" in away.theorem


def test_where_the_remap_is_the_only_one() -> None:
    assert [only(BAYESIAN.user, piece) for piece in BAYESIAN.pieces] == [True, True]
    assert [only(TIED.user, piece) for piece in TIED.pieces] == [False]
    assert [only(SQUARED.user, piece) for piece in SQUARED.pieces] == [True] * 3
    several = phase_diagram(MinimaxConsumer(zero_one(), inputs=range(6)))
    assert {only(several.user, piece) for piece in several.pieces} == {None}


def test_phases_join_the_pieces_of_one_loss() -> None:
    # At 1/4 another proof begins, of the same loss.
    first = SQUARED.pieces[0]
    split: list[Piece] = [replace(first, upper=algebraic("1/4")), replace(first, lower=algebraic("1/4"))]
    found = replace(
        SQUARED,
        pieces=(*split, *SQUARED.pieces[1:]),
        breakpoints=(Breakpoint(algebraic("1/4")), *SQUARED.breakpoints),
    )
    assert verify(found)
    assert [(phase.lower, phase.upper) for phase in found.phases] == [
        (phase.lower, phase.upper) for phase in SQUARED.phases
    ]
    assert found.loss_at("1/4") == SQUARED.loss_at("1/4") == Fraction(8, 21)


@pytest.mark.parametrize("found", FOUND.values(), ids=FOUND)
def test_what_is_drawn(found: PhaseDiagram) -> None:
    axes = found.plot().axes[0]
    points = axes.lines[0].get_xydata().tolist()
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    assert points[0][0] == 0
    assert points[-1] == [1, float(found.loss_at(1))]
    assert all(y == pytest.approx(float(found.loss_at(Fraction(x))), abs=1e-12) for x, y in points)
    uprights = [each[0][0] for collection in axes.collections for each in collection.get_segments()]
    assert uprights == pytest.approx([float(phase.upper.decimal(17)) for phase in found.phases[:-1]])
    assert set(uprights) <= {x for x, _ in points}


def test_levels_are_written_as_they_are_or_rounded() -> None:
    assert words(SKEWED.plot())[0] == "1/5"
    assert "least expected loss, |i-r|" in words(SKEWED.plot())
    assert "least worst-case expected loss, |i-r|^2" in words(SQUARED.plot())
    found = words(phase_diagram(BayesianUser(squared(), uniform(n=5))).plot())
    assert found[0].startswith("≈0.")
    assert "n = 5, prior uniform" in found
