"""Values that the functions of a script give: of their sort, exact, and the same at every look."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from exactdp.arithmetic.errors import InputError
from exactdp.claims.logic import core
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.statements.decisions import EndedInError, decided
from exactdp.claims.statements.evaluation import NotRunThrough, value
from exactdp.claims.statements.expressions import INDEX, INDEX_MAP, NUMBER, SET, VECTOR
from exactdp.claims.statements.terms import Definition, variable
from exactdp.processes.supervision import Terminated
from tests.claims.small_statements import n, p, x


@pytest.mark.parametrize(
    ("sort", "found", "said"),
    [
        (INDEX, Fraction(1, 2), "the Fraction 1/2: return an integer"),
        (INDEX, 0.0, r"the float 0\.0: return an integer"),
        (NUMBER, Decimal("NaN"), "the Decimal NaN: return an exact number"),
        (NUMBER, "1", "the str 1: return an exact number"),
        (SET, frozenset({Fraction(1, 2)}), "return a set of integers"),
    ],
)
def test_a_function_returns_a_value_of_its_sort(sort: Any, found: Any, said: str) -> None:
    odd = Definition("odd", (), None, sort, decide=lambda: found)
    with pytest.raises(InputError, match=said):
        decided(odd, [])


def test_no_proof_begins_with_an_integer_that_is_a_half() -> None:
    """Twice an integer is not 1, so everything followed: "∃u: u + 1 ≤ u" was computed."""
    half = Definition("half of {0}", (n,), None, INDEX, decide=lambda n: Fraction(n, 2))
    with pytest.raises(InputError, match="return an integer"):
        core.evaluate(2 * half(1) == 1)
    assert core.evaluate(2 * half(2) == 2).computed == ("half of {0}",)


@pytest.mark.parametrize(
    ("error", "said"), [(SystemExit(0), "SystemExit: 0"), (ZeroDivisionError("no"), "ZeroDivisionError: no")]
)
def test_a_function_that_ends_in_an_error_is_named(error, said):
    def decide(n):
        raise error

    low = Definition("{0} is low", (n,), None, decide=decide)
    with pytest.raises(EndedInError, match=f"^the function for “n is low” ends in an error: {said}$"):
        value(low(n), {"n": 1})


@pytest.mark.parametrize("error", [MemoryError(), Terminated(143)])
def test_too_little_memory_and_a_signal_are_no_error_of_a_function(error):
    def decide(n):
        raise error

    with pytest.raises(type(error)):
        value(Definition("{0} is low", (n,), None, decide=decide)(n), {"n": 1})


def test_a_library_function_gets_a_function_on_all_integers_as_a_table():
    h, S = variable("h", INDEX_MAP), variable("S", SET)
    seen = []
    known = Definition("known", (x, p, h, S, n), None, decide=lambda *given: seen.append(given) or True)
    env = {
        "x": lambda i, k: Fraction(3 * i - k),
        "p": Fraction,
        "h": lambda k: 2 * k,
        "S": lambda k: k % 2,
    }
    assert value(known(x, p, h, S, n), {**env, "n": 1})
    assert seen == [(((0, -1, -2), (3, 2, 1), (6, 5, 4)), (0, 1, 2), (0, 2, 4), frozenset({1}), 1)]
    far = Definition("far", (p, n), None, NUMBER, decide=lambda p, n: p[n + 2])
    for size, why in ((1, "far is not decided here"), (30, "a table of 32 rows is too large")):
        with pytest.raises(NotRunThrough, match=why):
            value(far(p, n), {"p": env["p"], "n": size})
    assert value(far(p, n), {"p": (Fraction(5),) * 4, "n": 1}) == 5
    with pytest.raises(NotRunThrough, match="is not an exact number"):
        value(far(p, n), {"p": lambda k: "?", "n": 1})


def test_a_function_that_rejects_its_arguments_is_asked_once() -> None:
    asked: list[int] = []

    def reject(size: int) -> None:
        asked.append(size)
        raise InputError(f"{size} is too large")

    rejected = Definition("rejected", (n,), None, NUMBER, decide=reject)
    for size in (7, 7, 8, 7):
        with pytest.raises(NotRunThrough, match=f"rejected is not decided here: {size} is too large"):
            value(rejected(n), {"n": size})
    assert asked == [7, 8]


def test_a_value_of_a_class_that_only_gives_the_name_of_this_package_is_refused() -> None:
    """Such a value, which is not equal to itself, refuted that two equal terms are equal."""

    class Own:
        __module__ = "exactdp.arithmetic.radicals"
        __eq__ = __lt__ = __le__ = lambda self, other: False  # type: ignore[assignment]

    own = Definition("own", (), None, NUMBER, decide=Own)
    with pytest.raises(InputError, match="return an exact number"):
        value(own() == own(), {})
    of_own = Definition("own", (), None, VECTOR, decide=lambda: (Own(),))
    with pytest.raises(InputError, match=r"at \[0\]: return an exact number"):
        value(of_own()[0] == 0, {})


class Half(Fraction):
    """A number that is 1/2 for some operations, and -1/2 for others."""

    denominator = property(lambda self: -2)  # type: ignore[assignment]


def turning() -> Any:
    answers = iter(range(9))
    return lambda k: next(answers)


@pytest.mark.parametrize(
    ("sort", "decide", "says"),
    [
        (NUMBER, lambda: Half(1, 2), (lambda u: 0 < u, lambda u: 2 * u == -1)),
        (VECTOR, turning, (lambda f: f[0] == 0, lambda f: f[0] == 1)),
        (VECTOR, lambda: (Half(1, 2),), (lambda f: 0 < f[0], lambda f: 2 * f[0] == -1)),
    ],
)
def test_no_proof_begins_with_a_value_that_is_two_values(sort: Any, decide: Any, says: tuple[Any, Any]) -> None:
    """Two theorems about such a value contradict each other, and so everything was computed."""
    two = Definition("two", (), None, sort, decide=decide)()
    with pytest.raises((InputError, Refused)):
        for each in says:
            core.evaluate(each(two))
