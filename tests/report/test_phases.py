from functools import cache

import pytest

from exactdp import absolute, certify, phase_diagram, squared, table, zero_one
from exactdp.answers.optimality import decide
from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber
from exactdp.arithmetic.rational_functions import rational_function
from exactdp.model.users import BayesianUser, MinimaxConsumer, User, binomial, uniform
from exactdp.optimum.loss_bound import bound_loss
from exactdp.optimum.problem import Problem
from exactdp.optimum.uniqueness import AnotherOptimum
from exactdp.report.json_writer import values
from exactdp.report.phases import phases
from exactdp.report.terminal import WIDTH, as_text

USERS = {
    "minimax": MinimaxConsumer(squared(), inputs=range(3)),
    "side information": MinimaxConsumer(absolute(), inputs=range(5), side_information=[0, 3]),
    "pieces": MinimaxConsumer(squared(), inputs=range(4)),
    "ties": MinimaxConsumer(zero_one(), inputs=range(6)),
    "Bayesian": BayesianUser(squared(), uniform(n=4)),
    "tied": BayesianUser(absolute(), ["1/2", 0, "1/2"]),
    "many phases": BayesianUser(absolute(), binomial(n=9, probability="1/3")),
    "not unimodal": BayesianUser(table([[0, 1, 0], [1, 0, 1], [0, 1, 0]]), ["1/4", "1/2", "1/4"]),
}

diagram_of = cache(phase_diagram)
"""Each diagram is found once for all tests of it."""


@pytest.mark.parametrize("user", USERS.values(), ids=USERS)
def test_nothing_is_wider_than_a_page(user: User) -> None:
    shown = as_text(phases(diagram_of(user)))
    assert max(map(len, shown.splitlines()[1:])) <= WIDTH


def test_what_depends_on_the_user() -> None:
    def shown(name: str) -> str:
        return " ".join(as_text(phases(diagram_of(USERS[name]))).split())

    assert "no, these readings are equally good: 1 → 0, 1, 2" in shown("tied")
    assert "not decided; under the prior these readings are equally good: 0 → 0, 1, 2; 1 → 1, 2;" in shown("ties")
    assert "then up to α = √5/5 (≈ 0.4472): remap 0 → 0 with (1 + 3*a^2)/(1 + a + 3*a^2 - 5*a^3)" in shown("pieces")
    lines = as_text(phases(diagram_of(USERS["pieces"]))).splitlines()
    assert {line[14:22] for line in lines if line[14:18] in ("loss", "rema", "uniq")} == {
        "loss    ",
        "remap   ",
        "unique  ",
    }
    assert "does not apply: the loss is not unimodal. Another α-private mechanism may be better" in shown(
        "not unimodal"
    )
    assert "… 12 phases, which --json has phase 21" in shown("many phases")
    assert "phase 28 from" in shown("many phases")


@pytest.mark.parametrize("user", USERS.values(), ids=USERS)
def test_the_json_has_all_of_it(user: User) -> None:
    diagram = diagram_of(user)
    read = values(phases(diagram))
    assert read["universal"] == diagram.is_universal

    def number(written: dict[str, object]) -> AlgebraicNumber:
        return AlgebraicNumber(map(int, written["polynomial"]), *written["bounds"])

    assert [number(each["at"]) for each in read["breakpoints"]] == [each.at for each in diagram.breakpoints]
    assert [(number(each["from"]), number(each["to"])) for each in read["phases"]] == [
        (phase.lower, phase.upper) for phase in diagram.phases
    ]
    pieces = [piece for phase in read["phases"] for piece in phase["pieces"]]
    for written, piece in zip(pieces, diagram.pieces, strict=True):
        assert (number(written["from"]), number(written["to"])) == (piece.lower, piece.upper)
        assert tuple(map(rational_function, written["prior"])) == piece.prior
        rows = [[(int(r), rational_function(t)) for r, t in row.items()] for row in written["remap"]]
        assert rows == [list(row) for row in piece.remap]
    assert [rational_function(each["loss"]) for each in read["phases"]] == [phase.loss for phase in diagram.phases]


def test_what_a_certificate_omits_is_said() -> None:
    touching = phase_diagram(BayesianUser(table([[0, 1, 9], [4, 0, 9], [0, 4, 9]]), ["1/3"] * 3))
    says = "it proves the losses and remaps, but not the lines `unique`: these are computed exactly"
    assert says in " ".join(as_text(phases(touching, certify(touching))).split())
    diagram = diagram_of(USERS["Bayesian"])
    assert "not the lines" not in as_text(phases(diagram, certify(diagram)))


def test_the_answer_to_a_bound_is_the_largest_level() -> None:
    diagram = diagram_of(USERS["minimax"])
    bound = bound_loss(diagram, "8/21")
    report = phases(bound.diagram, None, bound)
    assert report.title == (
        "The least worst-case expected loss is at most 8/21 (≈ 0.3810) for exactly the α up to 1/4, so for ε "
        "from 1.386294…."
    )
    assert values(report)["bound"] == {
        "loss": "8/21",
        "up_to": {"text": "1/4", "polynomial": ["-1", "4"], "bounds": ["1/4", "1/4"]},
    }
    assert values(phases(diagram))["bound"] is None
    for loss, where in ((0, "at no α"), (1, "at every α")):
        title = phases(diagram, None, bound_loss(diagram, loss)).title
        assert title == f"The least worst-case expected loss is at most {loss} {where} between 0 and 1."


def test_only_remaps_are_said_to_be_the_only_ones() -> None:
    user = BayesianUser(absolute(), ["1/3", "2/3", 0])
    diagram = diagram_of(user)
    assert diagram
    assert "unique  yes, among the remaps of G, strictly between" in as_text(phases(diagram))
    found = decide(Problem(user, "1/4"))
    assert isinstance(found.uniqueness, AnotherOptimum)
    assert found.uniqueness.other.remap is None
