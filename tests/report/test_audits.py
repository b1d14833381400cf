from fractions import Fraction
from typing import Any

import pytest

from exactdp import Matrix, path
from exactdp.answers.audit import audit, audit_implementation
from exactdp.other_libraries import Implementation
from exactdp.report import audits
from exactdp.report.document import Part
from exactdp.report.json_writer import values
from exactdp.report.terminal import as_text

THIRDS = Matrix([["0.666", "0.333"], ["0.333", "0.667"]], ["no", "yes"], ["n", "y"])


def test_everything_about_a_table_that_misses_its_promise() -> None:
    found = audit(THIRDS, alpha="1/2")
    *lines, certificate, about, response = as_text(audits.audit(found, "thirds.csv", found.verified)).splitlines()
    assert lines == [
        "thirds.csv breaks the promise α = 1/2: its exact level is α = 333/667 (≈ 0.4993), ε = 0.694647….",
        "privacy       exact level α = 333/667 (≈ 0.4993), ε = 0.694647…; neighbours: path, 1 pair",
        "              attained first at response y: 667/1000 on input yes, 333/1000 on input no",
        "promise       α = 1/2: broken at 1 place; the exact ε is 1.50e-3 above it, the exact α 7.50e-4 below it",
        "row sums      1 - 1/1000 (≈ 1 - 1.00e-3) on input no",
        "              1 exactly on input yes",
        "readings      as it stands                α ≈ 4.99250e-1  ε = 0.694647…  promise broken",
        "              rows divided by their sums  α ≈ 4.99500e-1  ε = 0.694147…  promise broken  least δ 6.67e-4",
        "              the rest is a response      α = 0           no finite ε    promise broken  least δ 1.00e-3",
    ]
    assert certificate.startswith("certificate   level: accepted by the kernel, statement sha256 ")
    assert [about.strip(), response.strip()] == [
        "about a 2 × 3 mechanism: with probability 1/4 it answers by this table, and otherwise it gives",
        "no answer, which is the last response",
    ]
    assert found.verified.mechanism.shape == (2, 3)


def said(table: Matrix, **promised: Any) -> dict[str, tuple[Part, ...]]:
    """Return the report of an audit, by topic."""
    return {topic.name: topic.parts for topic in audits.audit(audit(table, **promised), "x").topics}


def test_a_promise_that_is_kept_and_one_that_nothing_keeps() -> None:
    assert said(THIRDS, alpha="1/3")["promise"] == (
        "α = 1/3: kept; the exact ε is 4.04e-1 below it, the exact α 1.66e-1 above it",
    )
    infinite = said(Matrix([[1, 0], ["1/2", "1/2"]]), epsilon=2)
    assert infinite["privacy"][0] == "exact level α = 0, no finite ε; neighbours: path, 1 pair"
    assert infinite["promise"] == (
        "ε = 2: broken at 1 place; the exact ε is infinite, the exact α 1.35e-1 below e^-ε",
        "the least δ at ε = 2 is 5.00e-1",
    )
    assert "promise" not in said(THIRDS)
    assert said(THIRDS, alpha=0)["promise"] == ("α = 0: kept; the exact α 4.99e-1 above it",)
    coin = Matrix([["2/3", "1/3"], ["1/3", "2/3"]])
    assert said(coin, alpha="1/2")["promise"] == ("α = 1/2: kept; the exact α equals it",)
    exactly = values(audits.audit(audit(coin, alpha="1/2"), "x"))
    assert exactly["promise"]["epsilon_above_it"] == {"lower": "0", "upper": "0"}
    equal = Matrix([["1/2", "1/2"], ["1/2", "1/2"]])
    assert said(equal, epsilon=0)["promise"] == ("α = 1: kept; the exact α equals it",)


def test_negative_entries_leave_no_level() -> None:
    found = audit(Matrix([["1/2", "1/2"], ["3/2", "-1/2"]]), epsilon=1)
    report = audits.audit(found, "x", found.verified)
    topics = {topic.name: topic.parts for topic in report.topics}
    worst = "no level: there are negative entries, the least -1/2 (≈ -5.00e-1) at response 1 on input 1"
    assert topics["privacy"] == (worst,)
    assert topics["promise"] == ("ε = 1: broken",)
    assert "certificate" not in topics
    assert values(report)["negative"] == {"input": "1", "response": "1", "entry": "-1/2"}


def test_many_different_sums_are_counted_but_the_worst_shown() -> None:
    sums = said(Matrix([[1 + Fraction(i, 1000)] for i in range(20)]))["row sums"]
    assert sums[0] == "1 + 19/1000 (≈ 1 + 1.90e-2) on input 19"
    assert sums[6:] == ("and 14 other sums, nearer to 1",)


def test_json_holds_every_number_exactly() -> None:
    found = audit(THIRDS, epsilon="0.69")
    said = values(audits.audit(found, "x", found.verified))
    assert said["alpha"] == "333/667"
    assert said["neighbours"] == {"name": "path", "pairs": [["no", "yes"]]}
    assert said["row_sums"] == ["999/1000", "1"]
    assert said["promise"]["epsilon"] == "69/100" and said["promise"]["kept"] is False
    assert said["promise"]["broken"] == [
        {"response": "n", "inputs": ["no", "yes"], "probabilities": ["333/500", "333/1000"]},
        {"response": "y", "inputs": ["yes", "no"], "probabilities": ["667/1000", "333/1000"]},
    ]
    bounds = said["promise"]["epsilon_above_it"]
    assert Fraction(46, 10**4) < Fraction(bounds["lower"]) <= Fraction(bounds["upper"]) < Fraction(47, 10**4)
    assert [each["name"] for each in said["readings"]] == [each.name for each in found.readings]
    assert said["certificate"]["kind"] == "level"


@pytest.mark.parametrize("promised", [None, Fraction(1, 10)])
def test_another_librarys_mechanism_says_where_its_table_is_from(promised: Fraction | None) -> None:
    made = Implementation(
        "library 1.0, mechanism()", "by hand", Matrix([["1/2"], ["1/2"]]), path(inputs=range(2)), promised
    )
    found = audit_implementation(made)
    report = audits.implementation(made, found, found.verified)
    lines = as_text(report).splitlines()
    assert lines[0].startswith("library 1.0, mechanism() keeps the promise ")
    assert lines[0].endswith(": its exact level is α = 1, ε = 0.")
    assert lines[1] == "table         by hand"
    said = values(report)
    assert (said["name"], said["source"]) == ("library 1.0, mechanism()", "by hand")
