"""Outcomes: the answers of `decide` and `interact` as exact text."""

from dataclasses import replace
from decimal import Context, Decimal
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest

from exactdp import BayesianUser, interact
from exactdp.answers import sweep_outcome
from exactdp.answers.optimality import decide, optimal
from exactdp.answers.sweep_outcome import InstanceOutcome, find, proved, proved_at
from exactdp.answers.sweep_specification import Instance, parse
from exactdp.answers.sweep_verification import stated_outcome
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.arithmetic.radicals import RadicalSum
from exactdp.arithmetic.spelling import decimal, text
from exactdp.certificates.certificate import Rejected, verify
from exactdp.model.losses import LossValue, table, zero_one
from exactdp.optimum.phase_at import phases_at
from exactdp.optimum.problem import Problem, loss_at_most

WORDS = 'n = {}\nalpha = "{}"\nloss = "{}"\n'


def one(n: int, alpha: str, loss: str, more: str = "") -> Instance:
    return parse(WORDS.format(n, alpha, loss) + more).instances[0]


@pytest.mark.parametrize("instance", [one(3, "1/4", "abs"), one(2, "1", "squared"), one(1, "0", "zero-one")], ids=str)
def test_an_optimum_is_found_with_its_certificate(instance: Instance) -> None:
    found, (certificate,) = find(instance)
    decided = decide(instance.question)
    assert certificate == decided.verified.certificate.data
    assert found.certificate == sha256(certificate).hexdigest()
    assert (found.kind, found.statement) == (verify(certificate).kind, verify(certificate).digest)
    assert (found.verdict, found.value) == ("optimal", text(decided.optimum.value))
    assert found.unique is bool(decided.uniqueness)
    assert found
    assert find(instance, keep=False) == (found, ())


def test_an_irrational_value_is_a_sum_of_radicals_and_a_decimal() -> None:
    found, _ = find(one(5, "1/2", "power:3/2", 'prior = "1/4,0,1/4,0,1/4,1/4"'))
    assert found.value == "1/3 + 17/48*2^(1/2) + 9/64*3^(1/2) + 5/96*5^(1/2)"
    two, three, five = (Decimal(radicand).sqrt(Context(40)) for radicand in (2, 3, 5))
    value = Decimal(1) / 3 + 17 * two / 48 + 9 * three / 64 + 5 * five / 96
    assert found.value_decimal == str(value.quantize(Decimal("1e-20")))


@pytest.mark.parametrize("more", ["", 'neighbours = "complete"', 'loss = "power:1/2"\nprior = "uniform"'], ids=str)
@pytest.mark.parametrize("epsilon", ["1e-300", "1/3", "1", "40"])
def test_an_epsilon_has_the_answer_of_optimal(epsilon: str, more: str) -> None:
    words = f'n = 2\nepsilon = "{epsilon}"\n{more}' + ("" if "loss" in more else '\nloss = "abs"')
    (instance,) = parse(words).instances
    question, found = instance.question, find(instance)[0]
    asked = question.above
    best = optimal(asked.user, alpha=question.level, neighbours=asked.neighbours)
    assert found.certificate == sha256(best.certificate.certificate.data).hexdigest()
    if "power:1/2" not in more:
        assert (found.alpha, found.value) == (str(question.level), str(best.function))
        ends = (question.level.below(2000), question.level.above(2000))
        assert [decimal(best.function.at(end), 20) for end in ends] == [found.value_decimal] * 2
    else:
        assert (found.alpha, found.value) == (text(best.optimum.problem.alpha), text_of(best.value))
        assert Fraction(found.alpha) > question.level
        assert found.value_below == text_of(best.below.optimum.value)
        assert found.certificate_below == sha256(best.below.verified.certificate.data).hexdigest()


def text_of(value: LossValue) -> str:
    return str(value) if isinstance(value, RadicalSum) else text(value)


def test_a_value_halfway_between_two_decimals_is_rounded() -> None:
    # The loss of the first response is 1/2 of the last place, and the second one loses more.
    half = Fraction(1, 2 * 10**20)
    phase = next(phases_at(BayesianUser(table([[half, 1], [half, 1]]), ["1/2", "1/2"]), Exponential(1)))
    (instance,) = parse('n = 1\nepsilon = 1\nloss = "abs"').instances
    found = proved_at(instance, phase.piece.loss, phase.level, verify(find(instance)[1][0]))
    assert (found.value, found.value_decimal) == (text(half), "0.00000000000000000000")


@pytest.mark.parametrize(("epsilon", "verdict"), [("1.0986122886", "impossible"), ("1.0986122887", "optimal")])
def test_what_is_impossible_at_the_level_itself(epsilon: str, verdict: str) -> None:
    # Only α ≤ 1/3 leaves room for the two other responses; ln 3 is 1.09861228866…
    words = f'n = 1\nepsilon = "{epsilon}"\nloss = "abs"\nprior = "uniform"\nneighbours = "complete"'
    (instance,) = parse(words).instances
    question = instance.question
    kept = [loss_at_most(zero_one(), i, "1/4", responses=range(2)) for i in range(2)]
    asked = replace(question, above=Problem(question.above.user, question.above.alpha, constraints=kept))
    found, (certificate,) = find(replace(instance, ask=lambda: asked))
    assert found.verdict == verdict
    if verdict == "optimal":
        assert found.alpha == str(asked.level)
    else:
        assert Fraction(found.alpha) < asked.level
    assert stated_outcome(replace(instance, ask=lambda: asked), certificate) == found


def test_that_there_is_no_mechanism_is_an_answer() -> None:
    # By symmetry the response 1 is as likely on input 1 as 0 is on input 0, and it is never given.
    found, (certificate,) = find(one(1, "1/2", "abs", 'responses-only = "0"\nsymmetric = true'))
    assert (found.verdict, found.kind, found.value, found.unique) == ("impossible", "infeasible", None, None)
    assert found.certificate == sha256(certificate).hexdigest()
    assert found


def test_a_deployed_mechanism_has_the_users_remap(tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_text("1/9,2/9,4/9,2/9\n2/9,1/9,2/9,4/9\n4/9,2/9,1/9,2/9\n13/18,1/9,1/18,1/9\n")
    (instance,) = parse('mechanism = "m.csv"\nloss = "abs"\nprior = "uniform"', folder=tmp_path).instances
    found, _ = find(instance)
    assert (found.kind, found.value, found.unique) == ("interaction", "7/9", None)
    assert text(interact(instance.question.user, instance.question.mechanism).value) == "7/9"


def test_what_cannot_be_solved_has_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    found, certificates = find(one(400, "1/2", "abs", 'neighbours = "complete"'))
    assert (found.verdict, found.value, found.certificate, certificates) == ("unsolved", None, None, ())
    assert found.reason.startswith("the linear program over all entries has more than ")
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
