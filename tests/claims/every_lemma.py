"""Check every lemma of a module: the core alone proves it, and no instance refutes it."""

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from exactdp.claims.checks.trials import refuted
from exactdp.claims.logic.core import Theorem


def lemmas_of(module: ModuleType) -> list[Any]:
    """Return the lemmas that a module defines: its functions that find their theorem once."""
    return [
        each for each in vars(module).values() if hasattr(each, "cache_info") and each.__module__ == module.__name__
    ]


def every_lemma(module: ModuleType, *, at_least: int, undecided: str = "nothing") -> Callable[..., None]:
    """Return the test of each lemma of a module with this many lemmas, by `check`."""
    lemmas = lemmas_of(module)
    assert len(lemmas) >= at_least, f"{module.__name__} has {len(lemmas)} lemmas"

    @pytest.mark.parametrize("lemma", lemmas, ids=lambda each: each.__name__)
    def test(lemma: Callable[[], Theorem]) -> None:
        check(lemma, undecided)

    return test


def check(lemma: Callable[[], Theorem], undecided: str = "nothing") -> None:
    """Check that a lemma owes nothing to words, Coq or the library, and that its instances agree with it.

    `undecided` is a part of the reason why no instance may be evaluated.
    """
    parameters = inspect.signature(getattr(lemma, "func", lemma)).parameters
    theorem = lemma(*[2] * len(parameters)) if hasattr(lemma, "cache_info") else lemma()
    assert (theorem.words, theorem.coq, theorem.computed) == ((), (), ())
    trial = refuted(theorem.given, theorem.says)
    # A lemma may say more than a claim: of all integers, where a matrix in a table has no entry.
    assert trial.counterexample is None or "is outside at" in trial.counterexample.words
    assert trial.met or undecided in trial.reason
    assert inspect.getdoc(getattr(lemma, "func", lemma))
