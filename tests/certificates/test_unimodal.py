"""The evidence for Coq about unimodal losses agrees with the definitions, and with the package's own decisions."""

from fractions import Fraction
from itertools import pairwise, product

import pytest

from exactdp import Mechanism, geometric
from exactdp.answers.optimality import Optimality, decide
from exactdp.certificates import unimodal
from exactdp.certificates.certificate import Verified
from exactdp.certificates.coq_export import CHECKERS, UNIMODAL_CHECKERS, coq, required_file
from exactdp.certificates.unimodal import is_strict, modes, remap_of_geometric
from exactdp.model.losses import Loss, absolute, asymmetric, squared, table, threshold, zero_one
from exactdp.model.users import BayesianUser, MinimaxConsumer, User, uniform
from exactdp.optimum.problem import Problem


def falls_and_rises(row: tuple[int, ...], mode: int) -> bool:
    """The definition of a mode in UniversalOptimality.v."""
    return all(loss <= after if mode <= r else after <= loss for r, (loss, after) in enumerate(pairwise(row)))


def test_modes_are_found_where_there_are_some() -> None:
    rows = list(product(range(3), repeat=3))
    count = 0
    for losses in product(rows, repeat=2):
        possible = [
            found
            for found in product(range(3), repeat=2)
            if found[0] <= found[1] and all(map(falls_and_rises, losses, found))
        ]
        found = modes(losses)
        assert (found is None) == (not possible)
        assert found is None or tuple(found) in possible
        count += found is not None
    assert 0 < count < len(rows) ** 2
    assert modes([[5], [3]]) == [0, 0]


def test_strict_losses() -> None:
    for row in product(range(3), repeat=3):
        for mode in range(3):
            strict = falls_and_rises(row, mode) and all(loss != after for loss, after in pairwise(row))
            assert is_strict(row, mode) == strict


@pytest.mark.parametrize("alpha", ["1/4", "2/3"])
def test_the_remap_of_a_matrix_that_is_written_out(alpha: str) -> None:
    remap = Mechanism([["1/3", "2/3"], [0, 1], ["5/7", "2/7"], [1, 0]])
    made = geometric(n=3, alpha=alpha) @ remap
    rows = list(zip(made.denominators, map(list, made.numerators), strict=True))
    assert remap_of_geometric(rows, Fraction(alpha)) == (21, [[7, 14], [0, 21], [15, 6], [21, 0]])
    # At a larger level it is not derivable.
    assert remap_of_geometric(rows, Fraction(9, 10)) is None
    two = geometric(n=1, alpha=alpha)
    assert remap_of_geometric(list(zip(two.denominators, map(list, two.numerators), strict=True)), Fraction(alpha)) == (
        1,
        [[1, 0], [0, 1]],
    )


def verified(user: User, alpha: str) -> Verified:
    found = decide(Problem(user, Fraction(alpha)))
    assert isinstance(found, Optimality)
    return found.verified


SKEW = table([[0, 2, 3, 9], [1, 0, 1, 5], [4, 0, 1, 2], [7, 6, 2, 1]])
NOT_UNIMODAL = table([[0, 2, 1, 2], [1, 0, 1, 2], [2, 1, 0, 1], [3, 2, 1, 0]])


@pytest.mark.parametrize("alpha", ["1/4", "1/2", "3/5"])
@pytest.mark.parametrize("loss", [absolute(), squared(), asymmetric(2, "1/3"), SKEW], ids=str)
def test_an_only_optimum_of_a_strict_loss_rests_on_the_main_theorem(loss: Loss, alpha: str) -> None:
    users: list[User] = [BayesianUser(loss, uniform(n=3)), BayesianUser(loss, ["1/2", 0, "1/3", "1/6"])]
    if loss.kind != "table":
        users.append(MinimaxConsumer(loss, inputs=range(4)))
    only = [found for found in (verified(user, alpha) for user in users) if found.kind == "only-optimal"]
    assert len(only) >= 2
    for found in only:
        assert required_file(coq(found.certificate.data)) == UNIMODAL_CHECKERS


def test_where_a_prime_does_not_serve_others_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unimodal, "MODULI", (2,))
    found = verified(MinimaxConsumer(absolute(), inputs=range(3)), "1/3")
    assert required_file(coq(found.certificate.data)) == UNIMODAL_CHECKERS
    assert str(2**61 - 1) in coq(found.certificate.data)


def test_other_optima_do_not() -> None:
    half = "1/2"
    others = [
        # The loss is constant beyond distance 0, or has two valleys.
        verified(BayesianUser(zero_one(), uniform(n=3)), half),
        verified(BayesianUser(threshold(1), uniform(n=3)), half),
        verified(BayesianUser(NOT_UNIMODAL, uniform(n=3)), half),
        # The input 0 has no probability.
        verified(BayesianUser(absolute(), [0, "1/2", "1/4", "1/4"]), half),
        # One column of G becomes three responses.
        verified(MinimaxConsumer(SKEW, inputs=range(4)), half),
        # Two optima.
        verified(BayesianUser(absolute(), ["1/2", "1/2"]), "1/1"),
    ]
    assert {found.kind for found in others} == {"only-optimal", "not-only-optimal"}
    for found in others:
        assert required_file(coq(found.certificate.data)) == CHECKERS
