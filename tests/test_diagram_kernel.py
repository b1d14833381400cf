"""The checker of phase diagrams: its verdicts on a corpus, on its own certificates, and on tampered ones."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import islice, pairwise, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.certificates.certificate import Verified, certify, verify
from exactdp.diagram_kernel import Malformed, Rejected, check, is_positive, quotient, value
from exactdp.model.losses import Loss, absolute, asymmetric, squared, table, threshold, zero_one
from exactdp.model.users import BayesianUser, MinimaxConsumer, User
from exactdp.optimum.loss_bound import bound_loss
from exactdp.optimum.phase_diagram import only
from tests.certificates.test_diagrams import diagram
from tests.diagram_cases import cases, checks, diagrams, the_kernel
from tests.hostile.tamper_diagrams import beside_ends, shifted, tampered
from tests.house import ROOT
from tests.kernel_cases import statement
from tests.naive_diagrams import at, is_true_at, parsed, true_at
from tests.strategies import fractions_within, share_of

LEVELS = [Fraction(k, 25) for k in range(1, 25)]


def test_all_that_the_checker_must_do_it_does() -> None:
    assert len(cases()) > 100
    assert [wrong for each in checks() if (wrong := each(the_kernel()))] == []


@pytest.mark.parametrize("name", diagrams())
def test_what_is_accepted_is_true_at_single_levels(name: str) -> None:
    assert true_at(diagrams()[name], LEVELS)


def test_what_is_changed_and_accepted_is_true_at_single_levels() -> None:
    accepted = [data for data, (expected, _) in cases() if expected == "accept"]
    assert [data for data in accepted if not true_at(data, LEVELS)] == []
    assert len(accepted) > 40


@pytest.mark.parametrize(
    "all_of_them", [pytest.param(False, marks=pytest.mark.share), pytest.param(True, marks=pytest.mark.long)]
)
@pytest.mark.parametrize(("changes", "many", "share"), [(tampered, 2000, 5), (shifted, 500, 7)])
def test_no_change_of_a_diagram_makes_a_false_one_accepted(
    changes: Callable[[bytes], Iterable[bytes]], many: int, share: int, all_of_them: bool
) -> None:
    every = 1 if all_of_them else share
    tried, still = 0, 0
    for data in diagrams().values():
        for changed in islice(changes(data), 0, None, every):
            tried += 1
            try:
                check(changed)
            except (Malformed, Rejected):
                continue
            still += 1
            # Away from the one end that is shifted, the statement is what it was.
            new = b"\n".join({*changed.splitlines()} - {*data.splitlines()})
            levels = sorted(beside_ends(new)) if changes is shifted else LEVELS
            assert levels
            assert true_at(changed, levels), changed.decode()
    assert tried > many / every
    assert 0 < still < (tried if changes is shifted else tried / 10)


ENTRIES = st.sampled_from(
    [
        "0",
        "1",
        "2",
        "-1",
        "0,1",
        "1,-1",
        "1,1",
        "0,0,1",
        "1,0,-1",
        "1,-2",
        "-1,2",
        "1,-4,4",
        "0,-1",
        "0,1,-1",
        "-1,1",
        "2,-1",
    ]
)
ENDS = ["0,1 0 0", "-1,3 1/3 1/3", "-1,2 1/2 1/2", "-1,1,1 1/2 2/3", "-1,0,2 2/3 3/4", "-1,1 1 1"]


@st.composite
def matrices(draw: st.DrawFn, size: int, width: int) -> list[list[str]]:
    """Return rows of polynomials that sum to their denominator, which is the first of them; some of no mechanism."""
    rows = []
    for _ in range(size):
        denominator, *entries = (
            draw(st.sampled_from(["1", "1", "1,1", "2"])),
            *(draw(ENTRIES) for _ in range(width - 1)),
        )
        rest = [*map(int, denominator.split(",")), 0, 0][:3]
        for entry in entries:
            rest = [c - d for c, d in zip(rest, [*map(int, entry.split(",")), 0, 0], strict=False)]
        while len(rest) > 1 and not rest[-1]:
            rest.pop()
        rows.append([denominator, *draw(st.permutations([*entries, ",".join(map(str, rest))]))])
    return [rows[0]] * size if draw(st.integers(0, 3)) == 0 else rows


@st.composite
def made_up(draw: st.DrawFn) -> list[bytes]:
    """Return certificates of one statement, which may be false, each with other witnesses."""
    size, width = draw(st.integers(1, 3)), draw(st.integers(1, 2))
    kind = draw(st.sampled_from(["derivable", "private"]))
    ends = [end for end in ENDS for _ in range(draw(st.sampled_from([0, 0, 0, 1, 1, 2])))]
    # Between equal ends a phase is one level, which is then in the set.
    levels = [first == last for first, last in pairwise([ENDS[0], *ends, ENDS[-1]])]
    inside = [level or draw(st.booleans()) for level in levels]
    phases = [f"phase {'yes' if each else 'no'}" for each in inside]
    cells = (
        product(range(size), range(width)) if kind == "derivable" else product(range(size), range(size), range(width))
    )
    witnesses = ["below " + " ".join(map(str, each)) for each in cells]
    statement = [
        f"exactdp diagram 1\nstatement {kind}\nmechanism matrix {size} {width}",
        *(" ".join(["row", *row]) for row in draw(matrices(size, width))),
        f"from geometric {size - 1}" if kind == "derivable" else "neighbours complete",
        f"phases {len(phases)}\n{phases[0]}",
        *(f"breakpoint {end}\n{phase}" for end, phase in zip(ends, phases[1:], strict=True)),
        f"proof\ntouches {'1' if (touches := draw(st.booleans())) else '0'}",
        *["touch -1,2" for _ in range(touches)],
    ]
    found = []
    for below in islice(product(witnesses, repeat=inside.count(False)), 64):
        lines = "\n".join([*statement, *below]).splitlines()
        found.append("\n".join([*lines, f"end {len(lines)}", ""]).encode())
    return found


@given(made_up())
@share_of(300)
def test_no_made_up_statement_that_is_false_is_accepted(certificates: list[bytes]) -> None:
    for data in certificates:
        try:
            check(data)
        except (Malformed, Rejected):
            continue
        assert true_at(data, LEVELS), data.decode()


@st.composite
def users(draw: st.DrawFn) -> User:
    size = draw(st.integers(2, 5))
    whole = st.integers(0, 4)
    rows = st.lists(st.lists(whole, min_size=size, max_size=size), min_size=size, max_size=size)
    losses: list[st.SearchStrategy[Loss]] = [
        st.sampled_from([absolute(), squared(), zero_one()]),
        st.builds(threshold, whole),
        st.builds(asymmetric, st.integers(1, 4), fractions_within(0, 3, 3)),
        st.builds(table, rows),
    ]
    loss = draw(st.one_of(losses))
    if draw(st.booleans()):
        parts = draw(st.lists(whole, min_size=size, max_size=size).filter(any))
        return BayesianUser(loss, [Fraction(part, sum(parts)) for part in parts])
    side = draw(st.sets(st.integers(0, size - 1), min_size=1))
    return MinimaxConsumer(loss, inputs=range(size), side_information=side)


@given(users(), st.fractions(0, 1).filter(lambda alpha: 0 < alpha < 1))
def test_every_diagram_is_certified_and_true(user: User, alpha: Fraction) -> None:
    found = diagram(user)
    done = certify(found)
    assert done.kind == ("optimal" if found.is_universal else "interaction")
    stated = parsed(done.certificate.data)
    assert is_true_at(stated, alpha)
    bottom, top = (at(p, alpha) for p in stated.phase(alpha).value)
    assert top / bottom == found.loss_at(alpha)


def test_table_1_of_the_minimax_paper_for_every_level() -> None:
    done = certify(diagram(MinimaxConsumer(absolute(), inputs=range(4))))
    # 2α(1+α+α²)/((1+α)(1+α+α²-α³)), of which 168/415 is the value at 1/4.
    assert "\nphases 1\nvalue 1,2,2,0,-1 0,2,2,2\n" in done.statement
    assert done.statement.endswith("\nonly\n")
    assert done.kind == "optimal"


def test_a_certificate_is_verified_by_its_beginning(tmp_path: Path) -> None:
    done = certify(diagram(BayesianUser(absolute(), ["1/2", "1/4", "1/4"])))
    done.save(tmp_path / "d.cert")
    again = verify(tmp_path / "d.cert")
    assert isinstance(again, Verified)
    assert (again.kind, again.digest, again.mechanism) == ("optimal", done.digest, None)
    assert again.sentence == (
        "for every real alpha between 0 and 1 the given remaps, in 2 phases, of the geometric mechanism on {0..2} are "
        "optimal for the Bayesian user with the loss |i-r| and the given prior: no alpha-private mechanism has a "
        "lower loss than the given one; strictly between breakpoints, every other remap has a higher loss"
    )


def test_a_certificate_says_where_the_remap_is_the_only_one() -> None:
    user = MinimaxConsumer(asymmetric(1, 3), inputs=range(3))
    found = diagram(user)
    done = certify(found)
    stated = parsed(done.certificate.data)
    assert [phase.only for phase in stated.phases] == [only(user, piece) is True for piece in found.pieces]
    assert [phase.only for phase in stated.phases] == [True, True, False]
    assert (
        "; for all but finitely many alpha in 2 of these phases, every other remap has a higher loss" in done.sentence
    )
    # The judge at single levels tells the difference.
    assert [
        is_true_at(replace(stated, phases=[replace(each, only=True) for each in stated.phases]), alpha)
        for alpha in (Fraction(1, 20), Fraction(1, 2), Fraction(9, 10))
    ] == [True, True, False]


def test_a_touch_keeps_a_bayesian_user_from_only() -> None:
    found = diagram(BayesianUser(table([[0, 1, 9], [4, 0, 9], [0, 4, 9]]), ["1/3"] * 3))
    assert any(only(found.user, piece) for piece in found.pieces)
    done = certify(found)
    assert "\nonly\n" not in done.statement and "\ntouches 1\n" in str(done.certificate)


def test_the_sentence_says_up_to_which_level_a_loss_is_possible() -> None:
    found = diagram(MinimaxConsumer(absolute(), inputs=range(4)))
    ends = {"168/415": "exactly for the alpha up to 1/4", "0": "for no alpha", "2": "for every alpha"}
    for loss, says in ends.items():
        assert certify(bound_loss(found, loss)).sentence.endswith(f"; the loss is at most {loss} {says}")


@given(
    st.lists(st.integers(-20, 20), min_size=1, max_size=7).filter(lambda p: p[-1] != 0),
    fractions_within(0, 1, 30).filter(bool),
    fractions_within(0, 1, 30).filter(bool),
)
def test_what_is_called_positive_is(p: list[int], one: Fraction, other: Fraction) -> None:
    low, high = sorted([one, other])
    found = is_positive(tuple(p), low, high)
    values = [value(tuple(p), low + (high - low) * k / 60) for k in range(61)]
    assert not found or min(values) > 0
    # A polynomial without a root near the interval is found to be positive.
    assert is_positive((*(abs(c) for c in p), 1), low, high)
    assert is_positive((2, *(0 for _ in p), -1), low, high)


@given(
    st.lists(st.integers(-9, 9), min_size=1, max_size=5).filter(lambda p: p[-1] != 0),
    st.lists(st.integers(-9, 9), min_size=2, max_size=4).filter(lambda p: p[-1] != 0),
)
def test_a_quotient_is_found_where_there_is_one(p: list[int], q: list[int]) -> None:
    whole = [0] * (len(p) + len(q) - 1)
    for i, c in enumerate(p):
        for k, d in enumerate(q):
            whole[i + k] += c * d
    assert quotient(tuple(whole), tuple(q)) == tuple(p)
    assert quotient((*whole[:1], whole[1] + 1, *whole[2:]), tuple(q)) != tuple(p)


def test_the_command_says_the_verdict(tmp_path: Path) -> None:
    for each in ("kernel.py", "diagram_kernel.py"):
        shutil.copy(ROOT / "exactdp" / each, tmp_path)
    good, bad, none, missing = (tmp_path / name for name in ("good", "bad", "none", "missing"))
    good.write_bytes(diagrams()["smallest"])
    bad.write_bytes(diagrams()["smallest"].replace(b"value 6 1\n", b"value 6 2\n"))
    none.write_bytes(b"exactdp diagram 3\n")
    assert commanded(good) == (0, f"accepted: optimal\n{statement(good.read_bytes())}")
    assert commanded(bad) == (1, "rejected: from 1/5 to 1 some remap may lose less than the value\n")
    assert commanded(none) == (2, "malformed: line 1: expected 'exactdp diagram 1'\n")
    assert commanded(missing) == (2, "not judged: [Errno 2] No such file or directory: 'missing'\n")
    assert commanded(good, "--short") == (0, "accepted: optimal\n")
    assert commanded(good, "good") == (2, "usage: python diagram_kernel.py [--short] FILE\n")


def commanded(file: Path, *more: str) -> tuple[int, str]:
    """Run the checker by itself, with nothing installed, and return what it says before the digest."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "diagram_kernel.py", file.name, *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=file.parent,
        env={},
        check=False,
    )
    return done.returncode, done.stdout.partition("statement sha256: ")[0]
