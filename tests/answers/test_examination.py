from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exactdp import files, geometric, level, verify
from exactdp.answers import examination
from exactdp.answers.examination import Examination, check, check_order
from exactdp.arithmetic.algebraic_numbers import algebraic
from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.model.mechanism import Mechanism, identity
from exactdp.model.neighbours import complete, cycle, edges, hypercube, path
from exactdp.polytope import derivability
from exactdp.polytope.derivability import Derivation, derive
from tests.strategies import mechanisms, share_of

DATA = Path(__file__).parent.parent / "files" / "data"
FIGURE_2 = files.read(DATA / "figure_2.csv")
APPENDIX_B = files.read(DATA / "appendix_b.csv")
LEVELS = [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)]


def answers(found: Examination) -> tuple[object, ...]:
    """Return what does not depend on the order of inputs or responses, if neighbours stay neighbours."""
    tight = found.constraints
    return (
        found.level.alpha,
        found.alpha,
        bool(found),
        tight and (tight.counts["↓"] + tight.counts["↑"], tight.counts["S"], tight.z),
        bool(found.vertex),
        bool(found.derivability),
        found.derivable_levels,
        [done.kind for done in found.verified],
    )


def turned(mechanism: Mechanism) -> Mechanism:
    """Return the mechanism with its inputs, and so its labels, in the reverse order."""
    return Mechanism(list(mechanism)[::-1], mechanism.inputs[::-1], mechanism.responses)


def with_responses(mechanism: Mechanism, order: list[int]) -> Mechanism:
    return Mechanism([[row[r] for r in order] for row in mechanism])


@given(st.integers(1, 6), st.sampled_from(LEVELS[:-1]))
@example(0, Fraction(1, 2))
def test_the_geometric_mechanism(n: int, alpha: Fraction) -> None:
    found = check(geometric(n=n, alpha=alpha))
    # At n = 0 there are no neighbours, so the level is 1.
    assert found.level.alpha == (alpha if n else 1)
    assert found.vertex
    assert list(found.derivability.remap) == list(identity(n=n))
    assert all(found.patterns)
    assert found.constraints is None or (found.constraints.s, found.constraints.z) == (0, 0)
    assert (found.constraints is None) == (alpha == 0 or n == 0)


@given(mechanisms(), st.sampled_from([None, *LEVELS]))
@share_of(60)
@example(FIGURE_2, None)
@example(APPENDIX_B, None)
@example(APPENDIX_B, "3/4")
@example(identity(inputs=range(1)), 1)
def test_inputs_turned_round_and_responses_renamed(mechanism: Mechanism, alpha: object) -> None:
    found = check(mechanism, alpha=alpha)
    back = check(turned(mechanism), alpha=alpha)
    assert answers(back) == answers(found)
    if found.constraints:
        arrows = str.maketrans("↓↑", "↑↓")
        rows = ["".join(row).translate(arrows) for row in found.constraints.entries]
        assert ["".join(row) for row in back.constraints.entries] == rows[::-1]
    order = sorted(range(mechanism.shape[1]), key=lambda r: (r % 2, -r))
    assert answers(check(with_responses(mechanism, order), alpha=alpha)) == answers(found)


@given(mechanisms(), st.sampled_from([None, *LEVELS]))
@share_of(60)
@example(geometric(n=3, alpha="1/2"), None)
@example(geometric(n=3, alpha="1/2"), Fraction(1, 2))
@example(identity(inputs=range(2)), 0)
def test_every_answer_is_certified(mechanism: Mechanism, alpha: Fraction | None) -> None:
    found = check(mechanism, alpha=alpha)
    exact_level = level(mechanism).alpha
    asked = exact_level if alpha is None else alpha
    assert bool(found) == (asked <= exact_level)
    assert found.alpha == (asked if found else exact_level)
    assert [done.kind for done in found.verified] == [
        "level",
        *([] if alpha is None else ["private" if found else "not-private"]),
        "vertex" if found.vertex else "not-vertex",
        "derivable" if found.derivability else "not-derivable",
    ]
    for done in found.verified:
        assert done.is_about(mechanism)
        assert verify(done.certificate) == done
    # The set of levels and the answer at one of them are found in different ways.
    assert (found.alpha in found.derivable_levels) == bool(found.derivability)
    assert (found.constraints is None) == (len(mechanism) == 1 or found.alpha in (0, 1))
    assert bool(found.patterns) == (found.constraints is not None)


@given(mechanisms(4))
@share_of(40)
def test_other_neighbours(mechanism: Mechanism) -> None:
    for neighbours in (
        complete(inputs=range(4)),
        cycle(inputs=range(4)),
        hypercube(inputs=range(4)),
        edges([(0, 2)], inputs=range(4)),
    ):
        found = check(mechanism, neighbours=neighbours)
        assert found.level == level(mechanism, neighbours)
        assert (found.constraints, found.patterns, found.derivability, found.derivable_levels) == (None, (), None, None)
        assert [done.kind for done in found.verified] == ["level", "vertex" if found.vertex else "not-vertex"]
    # More neighbours ask for more.
    assert check(mechanism, neighbours=complete(inputs=range(4))).level.alpha <= check(mechanism).level.alpha


def test_responses_that_are_merged_stay_derivable() -> None:
    merged = Mechanism([[row[0] + row[1], *row[2:]] for row in FIGURE_2])
    assert isinstance(check(merged).derivability, Derivation)
    # A convex combination with a mechanism that ignores its input keeps the level from falling.
    coin = Mechanism([[Fraction(1, 4)] * 4] * 4)
    mixed = Mechanism(
        [[(x + y) / 2 for x, y in zip(*rows, strict=True)] for rows in zip(APPENDIX_B, coin, strict=True)]
    )
    assert check(mixed).level.alpha > Fraction(1, 2)
    assert not check(mixed).vertex


def test_degenerate_mechanisms() -> None:
    for rows in ([[1]], [[1], [1], [1]], [["1/3", "2/3"]]):
        found = check(Mechanism(rows))
        assert found.level.alpha == found.alpha == 1
        assert found.level.witness is None
        assert found.constraints is None
        assert found.derivability
        assert str(found.derivable_levels) == "[0, 1]"
        assert bool(found.vertex) == (len(rows[0]) == 1)
    found = check(identity(inputs=range(3)))
    assert found.level.alpha == found.alpha == 0
    assert found.vertex
    assert str(found.derivable_levels) == "{0}"
    assert not check(identity(inputs=range(3)), alpha="1/1000")
    assert check(identity(inputs=range(3)), alpha=0)


def test_the_vertex_question_is_left_out_for_large_mechanisms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examination, "VERTEX_INPUTS", 5)
    found = check(FIGURE_2)
    assert found.vertex is None
    assert [done.kind for done in found.verified] == ["level", "derivable"]
    assert check(APPENDIX_B).vertex is not None


def test_progress_tells_every_stage() -> None:
    for neighbours, stages in [
        (None, ["privacy", "constraints", "vertex", "derivability", "certificates"]),
        (complete(inputs=range(4)), ["privacy", "vertex", "certificates"]),
    ]:
        told: list[str] = []
        check(APPENDIX_B, neighbours=neighbours, progress=told.append)
        assert told == stages


@pytest.mark.parametrize(
    ("inputs", "in_order"),
    [
        ("0 1 2 3", True),
        ("3 2 1 0", True),
        ("-1 0 10 20", True),
        ("0 1/2 0.75 1", True),
        ("00 01 10 11", True),
        ("a b c d", True),
        ("0 2 1 x", True),
        ("0-9 20-29 10-19 30-39", True),
        ("0 2 1 3", False),
        ("1 0 2 3", False),
        ("10 2 3 4", False),
        ("0 -1 -2 1", False),
        ("01 1 2 3", False),
        ("0 1/2 0.25 1", False),
    ],
)
def test_inputs_that_are_numbered(inputs: str, in_order: bool) -> None:
    labels = inputs.split()
    mechanism = APPENDIX_B.relabelled(inputs=labels)
    for neighbours in (None, path(inputs=range(4)), cycle(inputs=range(4)), hypercube(inputs=range(4))):
        if in_order:
            assert check(mechanism, neighbours=neighbours)
        else:
            with pytest.raises(InputError, match=f"^the inputs are numbered {', '.join(labels)}, and the "):
                check(mechanism, neighbours=neighbours)
    for neighbours in (complete(inputs=range(4)), edges([(0, 1), (1, 2)], inputs=range(4))):
        check_order(labels, neighbours)
        assert check(mechanism, neighbours=neighbours)


def test_hostile_labels() -> None:
    check_order(["0"], path(inputs=range(1)))
    for labels in (["0", "2", "1e999999999"], ["0", "2", "1" * 2_000_000], ["0", "2", "nan"], ["", "2", "1"]):
        check_order(labels, path(inputs=range(3)))
    with pytest.raises(InputError) as refused:
        check_order([*map(str, range(1000)), "0.5"], path(inputs=range(1001)))
    assert len(str(refused.value)) < 300


def test_bad_input() -> None:
    with pytest.raises(InputError, match=r"^α = 2 is outside"):
        check(APPENDIX_B, alpha=2)
    with pytest.raises(TypeError, match="is a float"):
        check(APPENDIX_B, alpha=0.5)
    with pytest.raises(InputError, match="the neighbours are among 3 inputs and the mechanism has 4"):
        check(APPENDIX_B, neighbours=path(inputs=range(3)))


def test_a_tiny_level_takes_a_short_one_that_settles_the_question() -> None:
    found = check(geometric(n=30, alpha="1/4"), epsilon=10_000)
    assert [done.kind for done in found.verified] == ["level", "private", "not-vertex", "derivable"]
    short = Fraction(1, 2**128)
    assert found.privacy.alpha == found.vertex.alpha == found.derivability.alpha == short
    assert found.derivability.asked == found.alpha == Exponential(10_000)
    # With the level just above e^-10000, the last certificate alone has megabytes.
    assert sum(len(done.certificate.data) for done in found.verified) < 10**5


def test_numbers_too_long_for_the_kernel_leave_derivability_to_the_set_of_all_levels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(derivability, "LARGEST_POWERS", 2**22)
    # Private at e^-370, but every other row is too small for a remap of G.
    least = Exponential(370).above() * Fraction(3, 4)
    rows = [["1/2", "1/2"] if i % 2 else [least, 1 - least] for i in range(5)]
    with pytest.raises(
        Undecided, match=r"not decided from G_\{4,α\} at α = e\^-370: its entries have numbers of about"
    ):
        derive(rows, epsilon=370)
    found = check(rows, epsilon=370)
    assert found
    assert found.derivability is None
    assert [done.kind for done in found.verified] == ["level", "private", "not-vertex"]
    [levels] = found.derivable_levels.pieces
    assert levels.upper < algebraic(Exponential(370).below()) < algebraic(found.level.alpha)
    assert "at e^-370: the numbers of G are too long for a certificate; this line decides it:" in str(found)
