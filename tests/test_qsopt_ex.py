"""A share of the problems that `tests/qsopt_ex.py` has QSopt_ex decide a second time; and what differs is noticed."""

import re
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

import pytest

from exactdp import Matrix, Mechanism, absolute, geometric, path
from exactdp.answers.optimality import Impossible, decide
from exactdp.linear_programs.searching import Unsolved
from tests.qsopt_ex import KINDS, PLACES, Drawn, compared, drawn, main, power, solved

HALF = Fraction(1, 2)


def coin(prior: list[Fraction] | None = None, **changed: object) -> Drawn:
    """Return the problem of one bit at α = 1/2, by default a minimax consumer's, with one optimum of the loss 1/3."""
    losses = [[Fraction(0), Fraction(1)], [Fraction(1), Fraction(0)]]
    pairs, graph = [(0, 1)], path(n=1)
    found = Drawn(2, 2, HALF, pairs, prior, [0, 1], losses, losses, graph=graph, loss=absolute())
    return replace(found, **changed)


@pytest.mark.share
@pytest.mark.needs("esolver")
def test_a_share_of_the_problems() -> None:
    """`python tests/qsopt_ex.py` has all of them."""
    count = Counter[str]()
    for number in range(25):
        random = Random(f"2 {number}")
        of = drawn(random)
        found = compared(of, random, decide(of.problem()))
        assert found.wrong == "", (number, of, found)
        count[found.kind] += 1
    assert count["only optimum"] > count["one of several"] > 2
    assert count["uniqueness not decided"] == count["not decided"] == 0


RIGHT = geometric(n=1, alpha=HALF)


@dataclass(frozen=True)
class Answer:
    """An answer that may be wrong: by itself that of the problem above."""

    value: Fraction = Fraction(1, 3)
    mechanism: Mechanism = RIGHT
    unique: bool | None = True
    uniqueness: None = None


CONSTANT = Mechanism([["1/2", "1/2"], ["1/2", "1/2"]])

TIE = coin([Fraction(1, 3), Fraction(2, 3)])
"""Always to say 1 is as good."""

NEVER = coin(more=[({0: Fraction(1)}, "=", Fraction(2))])

LESS = 1 - Fraction(1, 10**PLACES)

ROOTS, ROOTS_AND_TIE = (replace(each, low=[[Fraction(0), LESS], [LESS, Fraction(0)]]) for each in (coin(), TIE))
"""The same problems as if their losses had been enclosed."""


@pytest.mark.needs("esolver")
@pytest.mark.parametrize(
    ("of", "answer", "kind", "wrong"),
    [
        (coin(), Answer(), "only optimum", ""),
        (coin(), Answer(value=HALF), "optimum", "the value is 1/3 and not 1/2"),
        (coin(alpha=Fraction(1, 3)), Answer(), "optimum", "the value is 1/4 and not 1/3"),
        (coin(), Answer(mechanism=CONSTANT), "optimum", "the mechanism loses more than the value"),
        (coin(), Answer(mechanism=Mechanism([[1, 0], [0, 1]])), "optimum", "the mechanism breaks .*"),
        (coin(), Answer(mechanism=Matrix([["3/2", "-1/2"], [1, 0]])), "optimum", "the mechanism breaks .*"),
        (coin(pairs=[]), Answer(0, Matrix([["3/2", "-1/2"], [1, 0]])), "optimum", "a probability is negative"),
        (coin(), Answer(unique=False), "one of several", "no other mechanism has the value"),
        (coin(), Answer(unique=None), "uniqueness not decided", "None"),
        (TIE, Answer(unique=False), "one of several", ""),
        (TIE, Answer(), "only optimum", "another mechanism has the value, too"),
        (coin(), Impossible(coin().problem(), None), "no mechanism", "one has a mechanism, the other has none"),
        (NEVER, Impossible(NEVER.problem(), None), "no mechanism", ""),
        (NEVER, Answer(), "no mechanism", "one has a mechanism, the other has none"),
        (coin(), Unsolved("late"), "not decided", "late"),
        (ROOTS, Answer(), "only optimum, with roots", ""),
        (ROOTS, Answer(unique=False), "one of several, with roots", "no other mechanism has the value"),
        (ROOTS, Answer(value=HALF), "optimum", "the value 1/2 is not between .*"),
        (ROOTS_AND_TIE, Answer(unique=False), "one of several, with roots", ""),
        (ROOTS_AND_TIE, Answer(), "only optimum, with roots", "another mechanism has the value, too"),
    ],
)
def test_what_differs_is_noticed(of: Drawn, answer: object, kind: str, wrong: str) -> None:
    found = compared(of, Random(0), answer)
    assert found.kind == kind
    assert re.fullmatch(wrong, found.wrong)


@pytest.mark.needs("esolver")
def test_the_problem_of_one_bit() -> None:
    for of, alone in ((coin(), True), (TIE, False)):
        found = decide(of.problem())
        assert (found.value, found.unique) == (Fraction(1, 3), alone)


@pytest.mark.long
@pytest.mark.needs("esolver")
def test_the_programs_that_have_no_answer() -> None:
    words = "Problem\n p\nMinimize\n obj: x0\nSubject To\n c0: {}\nBounds\n x0 free\nEnd\n"
    assert solved(words.format("1/3 x0 >= -1/7")) == Fraction(-3, 7)
    assert solved(words.format("0 x0 = 1")) is None
    for each in ("x0 <= 1", "x0 >= nothing"):
        with pytest.raises(RuntimeError, match="no answer of esolver"):
            solved(words.format(each))


@pytest.mark.parametrize(("p", "q"), [(1, 2), (3, 2), (7, 5), (5, 4)])
def test_powers_are_enclosed(p: int, q: int) -> None:
    assert power(0, p, q) == (0, 0) and power(1, p, q) == (1, 1)
    for base in (2, 3, 4):
        low, high = power(base, p, q)
        assert low**q <= base**p <= high**q and high - low <= Fraction(1, 10**PLACES)
    assert power(4, 3, 2) == (8, 8)


@pytest.mark.needs("esolver")
def test_the_counts_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--problems", "3", "--jobs", "1"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "3 problems, decided by exactdp and by QSopt_ex:"
    assert sum(int(line.split()[-1]) for line in printed[1 : 1 + len(KINDS)]) == 3
    assert printed[-1] == "0 of them differ"
