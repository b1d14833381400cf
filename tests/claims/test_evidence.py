"""What was checked is counted, and nothing checked is not a success."""

import pytest

from exactdp.claims.evidence import Checked, Failed, collect, record, require


def test_nothing_is_false_and_one_of_anything_is_true():
    assert not Checked()
    for name in ("cases", "identities", "signs", "instances", "certificates"):
        assert Checked(**{name: 1})


def test_indices_alone_are_nothing_checked():
    assert not Checked(indices=frozenset("n"))
    found = collect()
    record("n")
    assert not sum(found, Checked())


def test_evidence_adds_up():
    total = Checked(cases=2, indices=frozenset("n")) + Checked(cases=1, identities=1, indices=frozenset("ni"))
    assert total == Checked(cases=3, identities=1, indices=frozenset("ni"))
    assert str(total) == "3 cases, 1 identity, for all i, n"
    assert str(Checked(instances=1)) == "1 instance"


def test_only_what_is_checked_after_collecting_is_counted():
    first = collect()
    record(instances=1)
    second = collect()
    require(True, "")
    assert (len(first), len(second)) == (1, 1)


def test_a_kind_that_is_not_known_is_refused():
    collect()
    with pytest.raises(TypeError):
        record(proofs=1)


@pytest.mark.parametrize("condition", [1, 0, None, "no", [], NotImplemented])
def test_only_true_and_false_are_conditions(condition):
    with pytest.raises(TypeError):
        require(condition, "")


def test_a_condition_that_fails_counts_nothing():
    found = collect()
    with pytest.raises(Failed, match="1 is not 2"):
        require(1 == 2, "1 is not 2")  # noqa: PLR0133
    assert found == []
