"""The changes of the kernels that are explained exist. `mutate_kernel.py` shows that all others are noticed."""

import pytest

from tests.mutation.mutate_kernel import DIAGRAM_KERNEL, KERNEL, Subject, changes


@pytest.mark.parametrize("subject", [KERNEL, DIAGRAM_KERNEL], ids=lambda subject: subject.name)
def test_what_is_explained_is_a_change(subject: Subject) -> None:
    names = [each.name for each in changes(subject)]
    assert len(names) == len(set(names)) > (2400 if subject is KERNEL else 800)
    assert {*subject.equivalent, *subject.hanging} <= set(names)
    assert all([*subject.equivalent.values(), *subject.hanging.values()])
    assert not set(subject.equivalent) & set(subject.hanging)
