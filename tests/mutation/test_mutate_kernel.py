"""The changes of the kernels: those that are explained exist, and of the others a sample is noticed."""

from random import Random

import pytest

from tests.mutation.mutate_kernel import DIAGRAM_KERNEL, KERNEL, Subject, changes, killed_by, patience

SUBJECTS = pytest.mark.parametrize("subject", [KERNEL, DIAGRAM_KERNEL], ids=lambda subject: subject.name)


@SUBJECTS
def test_what_is_explained_is_a_change(subject: Subject) -> None:
    names = [each.name for each in changes(subject)]
    assert len(names) == len(set(names)) > (2400 if subject is KERNEL else 800)
    assert {*subject.equivalent, *subject.hanging} <= set(names)
    assert all([*subject.equivalent.values(), *subject.hanging.values()])
    assert not set(subject.equivalent) & set(subject.hanging)


@pytest.mark.long
@SUBJECTS
def test_a_sample_is_noticed(subject: Subject) -> None:
    kernel, cases = subject.load(), subject.checks()
    seconds = patience(kernel, cases)
    explained = {*subject.equivalent, *subject.hanging}
    sample = set(Random(3).sample(sorted(each.name for each in changes(subject) if each.name not in explained), 15))
    for change in changes(subject):
        if change.name in sample:
            assert killed_by(kernel, change, cases, seconds), change.name
    patience(kernel, cases)
