"""Optima in words: the report agrees with the decision, and fits a terminal."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exactdp import Mechanism, certify, edges, geometric, interact, repair
from exactdp.answers.optimality import ExactOptimum, Impossible, Optimality, decide, decide_near
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.arithmetic.radicals import power
from exactdp.arithmetic.spelling import text
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.losses import absolute, power_loss, squared, table, zero_one
from exactdp.model.users import BayesianUser, MinimaxConsumer, User, uniform
from exactdp.optimum.lexicographic import lexicographic
from exactdp.optimum.problem import Constraint, Optimum, Problem, loss_at_most
from exactdp.report import optima, repairs
from exactdp.report.document import Report
from exactdp.report.json_writer import values
from exactdp.report.terminal import WIDTH, as_text, rendered
from exactdp.report.wording import LONG_NUMBER, number, verified
from tests.strategies import share_of

USERS: list[User] = [
    BayesianUser(absolute(), uniform(n=3)),
    BayesianUser(absolute(), ["1/2", 0, 0, "1/2"]),
    BayesianUser(power_loss("3/2"), ["1/7", "2/7", "4/7"]),
    MinimaxConsumer(squared(), inputs=range(4)),
    MinimaxConsumer(zero_one(), inputs=range(3), side_information=[0, 2]),
    MinimaxConsumer(absolute(), inputs=range(1)),
]


def decided(problem: Problem) -> Optimality:
    found = decide(problem)
    assert isinstance(found, Optimality)
    return found


def sections(report: Report) -> dict[str, str]:
    """Return the text of each topic by its name."""
    return {topic.name: "\n".join(line for part in topic.parts for line in rendered(part)) for topic in report.topics}


@pytest.mark.parametrize("user", USERS, ids=repr)
@pytest.mark.parametrize("alpha", ["0", "1/3", "1"])
def test_what_is_said_is_what_was_decided(user: User, alpha: str) -> None:
    found = decided(Problem(user, alpha))
    report = optima.optimality(found)
    said = sections(report)
    assert said["value"].startswith(number(found.optimum.value))
    assert ("worst" in said["value"]) == isinstance(user, MinimaxConsumer)
    assert said["unique"].startswith("yes" if found.uniqueness else "no")
    assert found.verified.digest[:16] in said["certificate"]
    assert ("prior" in said) == isinstance(user, MinimaxConsumer)
    assert f"all {alpha}-private ones" in said["mechanisms"]
    for row in found.optimum.mechanism.rows:
        assert all(str(entry) in said["mechanism"] for entry in row)
    assert max(map(len, as_text(report).split("\n")[1:])) <= WIDTH


@pytest.mark.parametrize("user", USERS, ids=repr)
def test_json_says_the_same(user: User) -> None:
    found = decided(Problem(user, "1/3"))
    told = values(optima.optimality(found))
    assert told["value"] == str(found.optimum.value)
    assert Mechanism(told["mechanism"]["rows"]).rows == found.optimum.mechanism.rows
    assert told["unique"]["verdict"] == bool(found.uniqueness)
    assert (told["unique"]["other"] is None) == bool(found.uniqueness)
    assert told["certificate"]["statement_sha256"] == found.verified.digest
    if found.optimum.remap is not None:
        induced = [[Fraction(0)] * len(user.loss.scaled(user.size, user.size)[1]) for _ in range(user.size)]
        source = geometric(n=user.size - 1, alpha="1/3")
        for k, row in enumerate(told["remap"]):
            for r, probability in row.items():
                for i in range(user.size):
                    induced[i][int(r)] += source[i, k] * Fraction(probability)
        assert Mechanism(induced).rows == found.optimum.mechanism.rows


def test_json_tells_tables_apart() -> None:
    rows = [["0", "1/2"], ["1", "0"]]
    users = (
        BayesianUser(table(rows), uniform(n=1)),
        MinimaxConsumer(table(rows), inputs=range(2)),
        MinimaxConsumer(absolute(), inputs=range(2)),
    )
    told = [values(optima.optimality(decided(Problem(user, "1/2"))))["user"]["loss"] for user in users]
    assert told == [{"name": "a table", "table": rows}] * 2 + [{"name": "|i-r|", "table": None}]


def test_json_tells_graphs_of_one_name_apart() -> None:
    user = MinimaxConsumer(absolute(), inputs=range(3))
    found = [decided(Problem(user, "1/2", edges(some, inputs=range(3)))) for some in ([(0, 1)], [(2, 1)])]
    told = [values(optima.optimality(each)) for each in found]
    assert [each["neighbours"]["pairs"] for each in told] == [[["0", "1"]], [["1", "2"]]]
    assert told[0]["inputs"] == told[0]["responses"] == ["0", "1", "2"]


def test_an_undecided_uniqueness_is_not_called_yes() -> None:
    found = decided(Problem(USERS[0], "1/3"))
    unknown = replace(found, uniqueness=Unsolved("too long", found.optimum.problem))
    report = optima.optimality(unknown)
    assert sections(report)["unique"] == "not decided: too long"
    assert values(report)["unique"] == {
        "verdict": None,
        "reason": "too long",
        "other": None,
        "other_remap": None,
    }


def test_no_mechanism() -> None:
    found = decide(Problem(USERS[0], "1/3", constraints=[loss_at_most(absolute(), 0, -1, responses=range(4))]))
    assert isinstance(found, Impossible)
    report = optima.impossible(found)
    said, told = sections(report), values(report)
    assert said["value"] == "no such mechanism exists"
    assert "that keep 1 constraint" in said["mechanisms"]
    assert told["value"] is None
    assert told["constraints"][0]["sense"] == ">="
    near = decide_near(found.problem, Exponential(1))
    assert isinstance(near, Impossible)
    report = optima.impossible(near)
    said, told = sections(report), values(report)
    assert report.title == "No e^-1-private mechanism satisfies the constraints."
    assert said["value"] == "no such mechanism exists, not even a 18089/49171-private one"
    assert (told["asked"], told["alpha"]) == ("e^-1", "18089/49171")


def test_a_constant_least_loss_is_said_once() -> None:
    found = decide_near(Problem(BayesianUser(zero_one(), ["4/5", "1/5"]), "1/2"), Exponential(1))
    assert isinstance(found, ExactOptimum)
    said = sections(optima.exact_optimality(found))
    assert said["value"] == "1/5, the least expected loss"
    assert said["just above"].startswith("at α = 63812/173459 (≈ 0.3679) the least loss is the same; ")


def test_a_long_row_of_a_remap_has_a_line_for_each_response() -> None:
    costs = table([[min(9, (i - r) ** 2 if r <= i else 3 * (r - i)) for r in range(6)] for i in range(6)])
    user = MinimaxConsumer(costs, inputs=range(6), side_information=range(1, 5))
    report = optima.exact_optimality(decide_near(Problem(user, "3/5"), Exponential("1/2")))
    lines = [str(part) for part in next(topic for topic in report.topics if topic.name == "remap").parts]
    assert [line.partition(" with ")[0] for line in lines[1:3]] == ["2 → 1", "2 → 2"]
    # A row that fits stays on one line.
    assert lines[3].startswith("5 → 3 with (") and ", 4 with (" in lines[3]
    assert not any("characters)" in line for line in lines)


def test_constraints_in_json() -> None:
    kept = Constraint({(0, 1): "1/2", (1, 0): -1}, "1/3", exactly=True)
    told = values(optima.optimality(decided(Problem(USERS[0], "1/3", constraints=[kept]))))["constraints"]
    assert told == [
        {
            "entries": [{"input": 0, "response": 1, "factor": "1/2"}, {"input": 1, "response": 0, "factor": "-1"}],
            "sense": "=",
            "bound": "1/3",
        }
    ]


def test_the_least_error_of_all_optimal_mechanisms() -> None:
    found = decided(Problem(MinimaxConsumer(absolute(), inputs=range(3), side_information=[0]), "1/2"))
    second = lexicographic(found.optimum)
    assert isinstance(second, Optimum)
    report = optima.optimality(found, (second, certify(second)))
    said = sections(report)
    assert said["least error"].startswith("of all optimal ones, least Σ_i Σ_r |i-r|·x_ir = 3:")
    assert "it has the rows of Lemma 5" in said["least error"]
    assert said["certificates"].count("accepted") == 2
    assert values(report)["lexicographic"]["value"] == "3"


@pytest.mark.parametrize("user", [USERS[0], USERS[2], USERS[3]], ids=repr)
def test_interactions(user: User) -> None:
    found = interact(user, geometric(n=user.size - 1, alpha="1/3"))
    done = certify(found)
    report = optima.interaction(found, "g.csv", done)
    said = sections(report)
    assert said["value"].startswith(number(found.value))
    assert "any remap of g.csv" in said["value"]
    assert ("ties" in said) == isinstance(user, BayesianUser)
    assert ("prior" in said) == isinstance(user, MinimaxConsumer)
    assert said["certificate"] == verified(done)
    told = values(report)
    assert Mechanism(told["induced"]["rows"]).rows == found.induced.rows
    assert told["certificate"]["statement_sha256"] == done.digest


def test_ties_are_listed() -> None:
    found = interact(BayesianUser(absolute(), ["1/2", 0, "1/2"]), geometric(n=2, alpha="1/2"))
    assert sections(optima.interaction(found, "g", None))["ties"] == "1 → 0, 1, 2"


def test_large_optima_are_summarised() -> None:
    for user in (BayesianUser(absolute(), uniform(n=80)), MinimaxConsumer(absolute(), inputs=range(81))):
        found = decided(Problem(user, "1/2"))
        report = optima.optimality(found)
        said = as_text(report)
        assert len(said) < 3000
        assert sections(report)["mechanism"] == "not shown for more than 40 inputs; -o writes it"
        assert ("prior uniform on 81 inputs" in said) == isinstance(user, BayesianUser)
        assert max(map(len, said.split("\n")[1:])) <= WIDTH
        assert values(report)["mechanism"] is None


@share_of(30)
@given(st.fractions(), st.integers(2, 30))
@example(Fraction(-101, 10**19), 2)
@example(Fraction(-(10**23)), 2)
def test_numbers(value: Fraction, e: int) -> None:
    assert str(value) in number(value) or "…" in number(value)
    # Of a number near 0 four decimals say nothing, and of a whole number or a simple fraction nothing new.
    helps = abs(value) > Fraction(1, 20000) and value.denominator > 9
    assert number(value).startswith("≈") is (len(str(value)) > LONG_NUMBER and helps)
    total = power(e, "1/2") + value
    assert "≈" in number(total) or total.sign() == 0


def test_numbers_of_any_length_are_whole_in_json() -> None:
    long = Fraction(1, 3**9999)
    coin = Mechanism([["2/3", "1/3"], ["1/3", "2/3"]])
    user = BayesianUser(table([[0, long], [1, 0]]), uniform(n=1))
    problem = Problem(user, "1/2")
    found = decided(problem)
    value = values(optima.optimality(found))["value"]
    assert value == text(found.optimum.value) and len(value) > 4300
    read = interact(user, coin)
    assert values(optima.interaction(read, "coin", None))["value"] == text(read.value)
    judged = repair(coin.rows, "1/2", user)
    assert text(judged.loss or Fraction(0)) == values(repairs.repair(judged, "coin"))["user"]["loss_of_the_print"]
