"""Outcomes: what `decide` and `interact` say, in text that is exact."""

from decimal import Context, Decimal
from hashlib import sha256
from pathlib import Path

import pytest

from exactdp.answers import sweep_outcome
from exactdp.answers.optimality import decide
from exactdp.answers.sweep_outcome import InstanceOutcome, find, proved
from exactdp.answers.sweep_specification import Instance, parse
from exactdp.arithmetic.exact import text
from exactdp.certificates.certificate import Rejected, verify
from exactdp.optimum.interaction import interact

WORDS = 'n = {}\nalpha = "{}"\nloss = "{}"\n'


def one(n: int, alpha: str, loss: str, more: str = "") -> Instance:
    return parse(WORDS.format(n, alpha, loss) + more).instances[0]


@pytest.mark.parametrize("instance", [one(3, "1/4", "abs"), one(2, "1", "squared"), one(1, "0", "zero-one")], ids=str)
def test_an_optimum_is_found_with_its_certificate(instance: Instance) -> None:
    found, certificate = find(instance)
    decided = decide(instance.question)
    assert certificate == decided.verified.certificate.data
    assert found.certificate == sha256(certificate).hexdigest()
    assert (found.kind, found.statement) == (verify(certificate).kind, verify(certificate).digest)
    assert (found.verdict, found.value) == ("optimal", text(decided.optimum.value))
    assert found.unique is bool(decided.uniqueness)
    assert found
    assert find(instance, keep=False) == (found, None)


def test_an_irrational_value_is_a_sum_of_radicals_and_a_decimal() -> None:
    found, _ = find(one(5, "1/2", "power:3/2", 'prior = "1/4,0,1/4,0,1/4,1/4"'))
    assert found.value == "1/3 + 17/48*2^(1/2) + 9/64*3^(1/2) + 5/96*5^(1/2)"
    two, three, five = (Decimal(radicand).sqrt(Context(40)) for radicand in (2, 3, 5))
    value = Decimal(1) / 3 + 17 * two / 48 + 9 * three / 64 + 5 * five / 96
    assert found.value_decimal == str(value.quantize(Decimal("1e-20")))


def test_that_there_is_no_mechanism_is_an_answer() -> None:
    # By symmetry the response 1 is as likely on input 1 as 0 is on input 0, and it is never given.
    found, certificate = find(one(1, "1/2", "abs", 'responses-only = "0"\nsymmetric = true'))
    assert (found.verdict, found.kind, found.value, found.unique) == ("impossible", "infeasible", None, None)
    assert certificate is not None
    assert found


def test_a_deployed_mechanism_has_the_users_remap(tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_text("1/9,2/9,4/9,2/9\n2/9,1/9,2/9,4/9\n4/9,2/9,1/9,2/9\n13/18,1/9,1/18,1/9\n")
    (instance,) = parse('mechanism = "m.csv"\nloss = "abs"\nprior = "uniform"', folder=tmp_path).instances
    found, _ = find(instance)
    assert (found.kind, found.value, found.unique) == ("interaction", "7/9", None)
    assert text(interact(instance.question.user, instance.question.mechanism).value) == "7/9"


def test_what_cannot_be_solved_has_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    found, certificate = find(one(400, "1/2", "abs", 'neighbours = "complete"'))
    assert (found.verdict, found.value, found.certificate, certificate) == ("unsolved", None, None, None)
    assert found.reason.startswith("more than ")
    assert not found

    def rejected(problem: object) -> None:
        raise Rejected("no")

    monkeypatch.setattr(sweep_outcome, "decide", rejected)
    assert find(one(1, "1/2", "abs"))[0].reason == "no"


def test_an_entry_is_read_back() -> None:
    for found in (find(one(3, "1/4", "abs"))[0], InstanceOutcome("5e", "unsolved", reason="…")):
        assert InstanceOutcome.from_entry(found.entry()) == found


NO_DECIMALS = ("0.33nan", "1e999999", "", "0.3_3", "٣.٣", "1/0", "0.3\n")


@pytest.mark.parametrize(
    "entry",
    [
        {"key": "a"},
        {"key": "a", "verdict": "perhaps"},
        {"key": "a", "verdict": "optimal", "value": 0.5},
        {"key": "a", "verdict": "optimal", "unique": "yes"},
        {"key": "a", "verdict": "optimal", "colour": "red"},
        {"key": "a", "verdict": "optimal", "value": "\ud800"},
        {"key": "a", "verdict": "optimal", "value": "\x1b[31m1/3"},
        {"key": "a", "verdict": "unsolved", "reason": "\u202eon"},
        *({"key": "a", "verdict": "optimal", "value": "1/3", "value_decimal": each} for each in NO_DECIMALS),
    ],
)
def test_another_entry_is_none(entry: dict[str, object]) -> None:
    with pytest.raises((TypeError, ValueError)):
        InstanceOutcome.from_entry(entry)


def test_the_decimal_is_the_nearest() -> None:
    instance = one(3, "1/4", "abs")
    decided = decide(instance.question)
    assert proved(instance, decided.optimum.value, decided.verified).value_decimal == "0.40481927710843373494"
