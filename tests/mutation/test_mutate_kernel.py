"""The changes of the kernel: those that are explained exist, and of the others a sample is noticed."""

from random import Random

from tests.kernel_cases import checks, the_kernel
from tests.mutation.changes import reasons
from tests.mutation.mutate_kernel import EQUIVALENT, HANGING, changes, killed_by, patience

LISTED = {**reasons(EQUIVALENT), **reasons(HANGING)}


def test_what_is_explained_is_a_change() -> None:
    names = [each.name for each in changes()]
    assert len(names) == len(set(names)) > 2400
    assert set(LISTED) <= set(names)
    assert all(LISTED.values())
    assert len(LISTED) == len(reasons(EQUIVALENT)) + len(reasons(HANGING))


def test_a_sample_is_noticed() -> None:
    kernel, cases = the_kernel(), checks()
    seconds = patience(kernel, cases)
    sample = set(Random(3).sample(sorted(each.name for each in changes() if each.name not in LISTED), 15))
    for change in changes():
        if change.name in sample:
            assert killed_by(kernel, change, cases, seconds), change.name
    patience(kernel, cases)
