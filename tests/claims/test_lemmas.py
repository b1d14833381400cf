"""Every lemma is a theorem with no debts, and its formula holds on its instances."""

import inspect
from collections.abc import Callable

import pytest

from exactdp.claims import lemmas
from exactdp.claims.checks.trials import refuted
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.statements.formulas import indices, numbers, same

LEMMAS = [each for name, each in vars(lemmas).items() if hasattr(each, "cache_info") and not name.startswith("_")]


# Their assumptions are about all of infinitely many indices, which no instance can be tried at.
WITHOUT_INSTANCES = {"limit_from_below"}


def of(lemma: Callable[..., Theorem]) -> Theorem:
    """The theorem; where the lemma is about sizes that it takes, for two inputs and responses."""
    sizes = inspect.signature(lemma).parameters
    return lemma(*[2] * len(sizes))


def test_all_are_found() -> None:
    assert len(LEMMAS) >= 17


@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda each: each.__name__)
def test_a_lemma_owes_nothing_and_no_instance_refutes_it(lemma: Callable[..., Theorem]) -> None:
    theorem = of(lemma)
    assert (theorem.words, theorem.coq, theorem.computed) == ((), (), ())
    trial = refuted(theorem.given, theorem.says)
    # A lemma may say more than a claim: of all integers, where a matrix in a table has no entry.
    assert trial.counterexample is None or "is outside at" in trial.counterexample.words
    assert bool(trial.met) == (lemma.__name__ not in WITHOUT_INSTANCES)
    assert inspect.getdoc(lemma)


def test_a_lemma_is_used_about_other_terms() -> None:
    i, n = indices("i n")
    (b,) = numbers("β")
    proof = Proof([0 < b, 0 <= i, i <= n])
    found = proof.use(lemmas.power_positive(), α=b, k=n - i)
    assert same(found.says, 0 < b ** (n - i))
    assert [each for each in found.theorem.given if not any(same(each, f) for f in proof.given)] == []


def test_a_lemma_is_refused_where_what_it_needs_does_not_follow() -> None:
    k, n = indices("k n")
    (b,) = numbers("β")
    with pytest.raises(Refused):
        Proof([0 <= b, 0 <= n]).use(lemmas.power_positive(), α=b, k=n)
    with pytest.raises(Refused, match="has no variable"):
        Proof([0 < b, 0 <= n]).use(lemmas.power_positive(), β=b, k=k)
