"""The logic core: false derivations are refused, right ones make the theorem they should, and what is made is true."""

from random import Random

from exactdp.arithmetic.errors import InputError
from exactdp.claims.logic.core import because, conjoin, evaluate, weaken
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.statements.expressions import INDEX, free, key, same
from exactdp.claims.statements.formulas import Sum, function
from exactdp.claims.statements.terms import as_number, substitute, term, variable
from tests.claims.false_derivations import FALSE, RIGHT, P, Q, a, decided, i, k, shown, within
from tests.claims.total_values import Unknown, anywhere, total


def test_a_false_derivation_is_refused() -> None:
    made = {}
    for name, derivation in FALSE.items():
        try:
            made[name] = derivation()
        except (Refused, InputError):
            continue
    assert made == {}


def test_a_right_derivation_makes_its_theorem() -> None:
    for derivation, text in RIGHT:
        assert shown(derivation()) == text


def test_what_is_made_is_true_by_a_second_evaluator() -> None:
    met, random = 0, Random(5)
    for derivation, text in RIGHT:
        t = derivation()
        variables = list({name: v for f in (*t.given, t.says) for name, v in free(f).items()}.values())
        for _ in range(40):
            try:
                at = anywhere(variables, random)
                if t.words or not all(total(f, at) for f in t.given):
                    continue
                assert total(t.says, at), (text, at)
            except Unknown:
                break
            met += 1
    assert met > 2000


def test_what_a_theorem_rests_on_is_kept() -> None:
    first, second = because("first", P), because("second", Q, because("before", P))
    both = conjoin(weaken(first, Q), second, first)
    assert both.words == ("first", "before", "second")
    assert (both.coq, both.computed) == ((), ())
    computed = conjoin(evaluate(within(2)), evaluate(decided(3)), first)
    assert (computed.computed, computed.words) == (("decided",), ("first",))


def test_a_bound_variable_is_renamed_to_one_of_its_own() -> None:
    other = variable("i'", INDEX)
    renamed = substitute(function(i, other, as_number(i) + a), {"a": as_number(i)})
    assert len({v.args[0] for v in renamed.args[:-1]}) == 2
    assert same(renamed[k, 7], as_number(k) + i)
    assert key(renamed) != key(function(i, other, as_number(other) + as_number(k)))
    assert total(renamed, {"i": 5})(2, 9) == 7


def test_values_without_a_value_of_their_own() -> None:
    at = {"a": 0, "i": -1}
    assert total(1 / a + a**i + Sum(k, 1, 0, 1), at) == 0
    assert total(a ** (i + 1), at) == 1
    assert total(term(1) / a == 0, at)
