"""The changes of the core: those that are explained exist, and of the others a sample is noticed."""

from collections.abc import Iterator
from random import Random
from types import ModuleType

import pytest

from exactdp.claims.logic import core
from tests.mutation import mutate_core
from tests.mutation.changes import Mutant, lines_of, reasons
from tests.mutation.mutate_core import EQUIVALENT, TRUSTED, cases, noticed

LISTED = reasons(EQUIVALENT)


def changes() -> Iterator[tuple[ModuleType, Mutant]]:
    for module in TRUSTED:
        for mutant in mutate_core.changes(module):
            yield module, mutant


def test_what_is_explained_is_a_change() -> None:
    names = [mutant.name for _, mutant in changes()]
    assert len(names) == len(set(names)) > 2400
    assert set(LISTED) <= set(names)
    assert all(LISTED.values())


@pytest.mark.long
def test_a_sample_is_noticed() -> None:
    corpus = cases()
    sample = set(Random(7).sample(sorted(mutant.name for _, mutant in changes() if mutant.name not in LISTED), 15))
    for module, mutant in changes():
        if mutant.name in sample:
            assert noticed(module, mutant, corpus), mutant.name
    assert all(lines_of(str(core.__file__), case) for case in corpus[:20])
