"""The ledger against the truth about small mechanisms, with every set of responses tried."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Mechanism, geometric, level, private
from exactdp.model.databases import Databases, add_remove, replace_one
from exactdp.model.neighbours import ADD_REMOVE, REPLACE_ONE, path
from exactdp.privacy.composition import Promise, basic_composition, group_privacy, optimal_composition
from exactdp.privacy.ledger import EVIDENCE, RULES, Ledger, Stage, Step, Total
from exactdp.privacy.privacy_curve import approximately_private, privacy_curve
from tests.every_set import least_delta, side_by_side
from tests.strategies import INSIDE, LEVELS, graphs, mechanisms

HALF = Fraction(1, 2)
SOME = approximately_private(geometric(n=1, alpha="1/3"), "1/2", "1/3")


def revealing(delta: Fraction, alpha: Fraction) -> Mechanism:
    """Return the mechanism that reveals the input with probability δ, and else answers at random, at the level α."""
    most, least = (1 - delta) / (1 + alpha), (1 - delta) * alpha / (1 + alpha)
    return Mechanism([[delta, most, least, 0], [0, least, most, delta]])


def binned(databases: Databases, value: str, alpha: Fraction) -> Mechanism:
    """Return the geometric mechanism on how many rows have a value."""
    rows = geometric(n=databases.n, alpha=alpha).rows
    return Mechanism([rows[member.count(value)] for member in databases.members])


@given(st.data())
def test_the_total_is_true_and_nothing_is_lost_by_one_stage(data: st.DataObject) -> None:
    inputs = data.draw(st.sampled_from([1, 2, 2, 3]))
    neighbours = data.draw(graphs(inputs))
    chosen = [data.draw(mechanisms(height=inputs, width=width)) for width in data.draw(st.sampled_from([[3], [2, 3]]))]
    alphas = [data.draw(INSIDE) for _ in chosen]
    stages = [
        Stage(str(k), alpha, least_delta(mechanism, neighbours, 1 / alpha))
        for k, (mechanism, alpha) in enumerate(zip(chosen, alphas, strict=True))
    ]
    total = Ledger(stages).total()
    truth = least_delta(side_by_side(*chosen), neighbours, 1 / total.alpha)
    assert truth <= total.delta
    if len(stages) == 1:
        assert (total.alpha, truth) == (stages[0].alpha, total.delta)
    loss = optimal_composition(stage.promise for stage in stages)
    assert loss.delta(1 / total.alpha) == total.delta
    for t in (1, Fraction(3, 2), 3):
        assert least_delta(side_by_side(*chosen), neighbours, Fraction(t)) <= loss.delta(t)


@given(st.data())
def test_later_stages_may_know_earlier_responses(data: st.DataObject) -> None:
    first = data.draw(mechanisms(height=2, width=2))
    then = [data.draw(mechanisms(height=2, width=2)) for _ in range(2)]
    alphas = data.draw(INSIDE), data.draw(INSIDE)
    deltas = [max(least_delta(each, path(inputs=range(2)), 1 / alphas[1]) for each in then)]
    joint = Mechanism([[first[i, y] * then[y][i, r] for y in range(2) for r in range(2)] for i in range(2)])
    total = Ledger(
        [
            Stage("first", alphas[0], least_delta(first, path(inputs=range(2)), 1 / alphas[0])),
            Stage("then", alphas[1], deltas[0]),
        ]
    ).total()
    assert least_delta(joint, path(inputs=range(2)), 1 / total.alpha) <= total.delta


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 10), Fraction(1)])
def test_sequential_composition_is_tight(delta: Fraction) -> None:
    mechanism = revealing(delta, HALF)
    assert least_delta(mechanism, path(inputs=range(2)), Fraction(2)) == delta
    total = Ledger([Stage("a", HALF, delta), Stage("b", HALF, delta)]).total()
    assert (total.alpha, total.delta) == (Fraction(1, 4), 2 * delta - delta**2)
    assert least_delta(side_by_side(mechanism, mechanism), path(inputs=range(2)), Fraction(4)) == total.delta


@given(mechanisms(height=4, width=3), INSIDE)
def test_a_sensitivity_is_true_for_every_mechanism(mechanism: Mechanism, alpha: Fraction) -> None:
    delta = least_delta(mechanism, path(inputs=range(4)), 1 / alpha)
    for size in range(4):
        total = Ledger([Stage("only", alpha, delta, sensitivity=size)]).total()
        far = Mechanism([mechanism.rows[0], mechanism.rows[size]])
        assert least_delta(far, path(inputs=range(2)), 1 / total.alpha) <= total.delta


def test_a_sensitivity_is_tight() -> None:
    pure = geometric(n=3, alpha=HALF)
    total = Ledger([Stage("count", HALF, sensitivity=3)]).total()
    assert level(Mechanism([pure.rows[0], pure.rows[3]])).alpha == total.alpha == Fraction(1, 8)
    # A response that is never given, given with probability δ, and with (1 + 1/α)·δ.
    delta = Fraction(1, 10)
    rows = [[weight * delta, 1 - weight * delta] for weight in (0, 1, 3)]
    assert least_delta(Mechanism(rows), path(inputs=range(3)), Fraction(2)) == delta
    total = Ledger([Stage("test", HALF, delta, sensitivity=2)]).total()
    assert (total.alpha, total.delta) == (Fraction(1, 4), 3 * delta)
    assert least_delta(Mechanism([rows[0], rows[2]]), path(inputs=range(2)), Fraction(4)) == total.delta


@pytest.mark.parametrize("alpha", [HALF, Fraction(1, 3)])
def test_disjoint_bins_cost_one_level_when_rows_come_and_go_and_two_when_they_change(alpha: Fraction) -> None:
    for databases, power in ((add_remove(n=2, values=3), 1), (replace_one(n=2, values=3), 2)):
        joint = side_by_side(*(binned(databases, value, alpha) for value in databases.domain))
        truth = level(joint, databases.neighbours).alpha
        for relation in {ADD_REMOVE, databases.relation}:
            stages = [Stage(value, alpha, relation=relation, parallel_group="bins") for value in databases.domain]
            assert Ledger(stages, databases.relation).total().alpha == truth == alpha**power


def test_one_bin_twice_is_no_parallel_composition() -> None:
    databases = add_remove(n=2, values=2)
    twice = side_by_side(binned(databases, "1", HALF), binned(databases, "1", HALF))
    total = Ledger([Stage("a", HALF, relation=ADD_REMOVE), Stage("b", HALF, relation=ADD_REMOVE)], ADD_REMOVE).total()
    assert level(twice, databases.neighbours).alpha == total.alpha == HALF**2


def test_a_replaced_row_within_one_part() -> None:
    # The part is the rows with one of two values, which are told apart by a mechanism that adds and removes.
    databases = add_remove(n=1, values=2)
    mechanism = Mechanism([["1/4", "1/2", "1/4"], ["1/2", "1/4", "1/4"], ["1/8", "1/2", "3/8"]])
    assert level(mechanism, databases.neighbours).alpha == HALF
    exchanged = Mechanism([mechanism.rows[1], mechanism.rows[2]])
    stage = Stage("part", HALF, relation=ADD_REMOVE, parallel_group="parts")
    assert level(exchanged).alpha == Ledger([stage], REPLACE_ONE).total().alpha == HALF**2
    assert Ledger([stage], REPLACE_ONE).total().steps[-1].rule == "one part"
    weak = Stage("weak", "1/10", relation=ADD_REMOVE, parallel_group="parts")
    assert Ledger([stage, weak], REPLACE_ONE).total().alpha == Fraction(1, 100)


@given(st.lists(st.tuples(LEVELS, st.sampled_from([0, Fraction(1, 9), HALF, 1])), min_size=1, max_size=4))
def test_the_worst_parts(pairs: list[tuple[Fraction, Fraction]]) -> None:
    stages = [Stage(str(k), alpha, delta, parallel_group="parts") for k, (alpha, delta) in enumerate(pairs)]
    promises = [stage.promise for stage in stages]
    two = [basic_composition([a, b]) for k, a in enumerate(promises) for b in promises[:k]] + promises
    total = Ledger(stages).total()
    assert (total.alpha, total.delta) == (min(each.alpha for each in two), max(each.delta for each in two))


def holds(step: Step, steps: tuple[Step, ...], stages: dict[str, Stage]) -> bool:
    """Decide one step again, from its premises."""
    used = [steps[k].promise for k in step.uses]
    match step.rule:
        case "assumption" | "evidence":
            stage = stages[step.about]
            return step.promise == stage.promise and isinstance(stage.evidence, EVIDENCE) == (step.rule == "evidence")
        case "group privacy":
            return [step.promise] == [group_privacy(each, stages[step.about].sensitivity) for each in used]
        case "replacement in two steps":
            return [step.promise] == [group_privacy(each, 2 * stages[step.about].sensitivity) for each in used]
        case "one part":
            return all(step.promise.alpha <= each.alpha and step.promise.delta >= each.delta for each in used)
        case "two parts":
            pairs = [basic_composition([a, b]) for k, a in enumerate(used) for b in used[:k]]
            return all(step.promise.alpha <= each.alpha and step.promise.delta >= each.delta for each in used) and (
                step.promise.alpha <= max(each.alpha for each in pairs)
            )
        case _:
            return step.promise == basic_composition(used)


def test_every_step_follows_from_those_before() -> None:
    response = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    stages = [
        Stage("count", "1/3", evidence=level(response)),
        Stage("noise", 1, evidence="a reference"),
        Stage("sum", "9/10", "1/100", sensitivity=2, relation=ADD_REMOVE),
        Stage("young", "1/2", relation=ADD_REMOVE, parallel_group="age"),
        Stage("old", "1/3", parallel_group="age", evidence=private(response, "1/3")),
    ]
    ledger = Ledger(stages)
    total = ledger.total()
    for k, step in enumerate(total.steps):
        assert all(use < k for use in step.uses)
        assert holds(step, total.steps, {stage.name: stage for stage in stages})
        assert step.because == RULES[step.rule]
        assert step.about in str(step)
    assert {step.rule for step in total.steps} == set(RULES) - {"one part"}
    assert total.assumptions == ("noise", "sum", "young")
    assert total.alpha == Fraction(1, 3) * Fraction(9, 10) ** 4 * min(HALF * Fraction(1, 3), HALF**2)
    assert total.delta == group_privacy(Promise(Fraction(9, 10), Fraction(1, 100)), 4).delta
    assert total.epsilon().lower < total.epsilon().upper


def test_nothing_and_one_stage_alone() -> None:
    assert Ledger([]).total() == Total(
        Fraction(1), Fraction(0), REPLACE_ONE, (Step("sequential composition", "everything", Promise(1, 0)),)
    )
    total = Ledger([Stage("only", 0)]).total()
    assert (total.alpha, total.delta, len(total.steps)) == (0, 0, 1)
    assert Ledger([Stage("none", 0, 1, sensitivity=0)]).total().alpha == 1
    edges = Stage("degrees", HALF, sensitivity=2, relation="edge")
    assert str(Ledger([edges], "edge").total()) == "1/4-private for edge"
    assert str(edges) == "degrees: 1/2-private for edge, sensitivity 2"


def test_many_people() -> None:
    people = [Stage(f"{k}", HALF, parallel_group="people") for k in range(1500)]
    assert Ledger(people).total().alpha == HALF**2


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Stage("a", 2), "α = 2 is outside"),
        (lambda: Stage("a", 1, "3/2"), "δ = 3/2 is outside"),
        (lambda: Stage("a", 1, sensitivity=-1), "the sensitivity -1: write 0, 1, 2"),
        (lambda: Stage("a", 1, sensitivity=1.5), "the sensitivity 1.5"),  # type: ignore[arg-type]
        (lambda: Stage("a", 1, sensitivity=10**30), "the sensitivity 1000"),
        (lambda: Stage(" ", 1), "a name is empty"),
        (lambda: Stage("a", 1, relation=""), "a name is empty"),
        (lambda: Stage("a", 1, parallel_group=""), "a name is empty"),
        (
            lambda: Stage("a", HALF, evidence=level(geometric(n=1, alpha="1/3"))),
            "the evidence is for 1/3-private: write that",
        ),
        (
            lambda: Stage("a", "1/2", "1/9", evidence=privacy_curve(geometric(n=1, alpha="1/3"))),
            "is for (1/2, 1/4)-private",
        ),
        (lambda: Stage("a", "1/2", "1/9", evidence=SOME), "evidence is for (1/2, 1/3)-private"),
        (lambda: Stage("a", "3/5", "1/3", evidence=SOME), "evidence is for (1/2, 1/3)-private"),
        (
            lambda: Stage("a", 0, evidence=approximately_private(geometric(n=1, alpha="1/3"), "1/2", 0)),
            "its evidence is a refutation: give a proof",
        ),
        (lambda: Stage("a", 0, evidence=private(geometric(n=1, alpha="1/3"), "1/2")), "its evidence is a refutation"),
        (lambda: Ledger([Stage("a", 1), Stage("a", 1)]), "2 stages are called a"),
        (lambda: Ledger([Stage("a", 1)], ADD_REMOVE), "and implies nothing about add-remove"),
        (lambda: Ledger([Stage("a", 1, relation="edge")]), "and implies nothing about replace-one"),
        (lambda: Ledger([Stage("a", 1, relation="edge", parallel_group="g")], "edge"), "how many parts of 'g'"),
    ],
)
def test_what_is_refused(make, says) -> None:
    with pytest.raises(InputError, match=r"^[^\n]+$") as error:
        make()
    assert says in str(error.value)


def test_a_float_is_refused() -> None:
    with pytest.raises(TypeError, match="not exact"):
        Stage("a", 0.5)


def test_evidence_that_says_enough() -> None:
    response = geometric(n=1, alpha="1/3")
    for evidence in (SOME, privacy_curve(response), level(response)):
        stage = Stage("a", "1/3", "1/3", evidence=evidence)
        assert Ledger([stage]).total().steps[0].rule == "evidence"
    assert Stage("a", "1/2", "1/4", evidence=privacy_curve(response)).promise == Promise(HALF, Fraction(1, 4))
