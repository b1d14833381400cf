"""JSON keeps to its schema: every command's answer, and the report of every type of result."""

import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from exactdp import Matrix, diagram_kernel, exact, kernel, private
from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber, real_roots
from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.real_sets import Interval, RealSet
from exactdp.arithmetic.spelling import text
from exactdp.report.document import Report
from exactdp.report.json_writer import SCHEMA, as_json, spelled, values
from exactdp.report.results import report
from tests.commands.running import ROOT, Run
from tests.commands.test_examples import answers_json
from tests.report.test_results import APPENDIX_B, examples, shown

FORMS = json.loads(files("exactdp.report").joinpath("schema.json").read_text(encoding="utf-8"))
DEFINED = FORMS["$defs"]
KINDS = {name.removesuffix("-report"): form for name, form in DEFINED.items() if name.endswith("-report")}
PAGE = ROOT / "docs" / "json.md"
FILES = {"geometric", "mechanism", "convert"}
"""The commands that write a matrix, as a file has it."""

# Besides the first example of each command.
MORE = """
attack differencing answers.csv --mechanism table.csv
attack reconstruction answers.csv --error 1/2 --worst-case
attack reconstruction wild.csv --error 1/2
attack decode wild.csv --error 1/2
audit rounded.csv --epsilon 1
audit negative.csv --alpha 1/2
certify table.csv -o certified.cert
certify table.csv --claim not-vertex
check appendix_b.csv --alpha 2/3
check appendix_b.csv --epsilon 1
check appendix_b.csv --epsilon 1/2
check figure_2.csv
check appendix_b.csv --neighbours complete
coalitions -n 2 --levels 1/4,1/2 --coalition 1,2
curve appendix_b.csv
curve appendix_b.csv --alpha 2/3
curve appendix_b.csv --epsilon 1/2
curve appendix_b.csv --delta 1/100
curve identity.csv --delta 1/100
curve appendix_b.csv --certificate curve.cert
derive appendix_b.csv
derive appendix_b.csv --certificate levels.cert
derive appendix_b.csv --alpha 1/2
derive figure_2.csv --alpha 1/2
derive figure_2.csv --epsilon 1/2
derive figure_2.csv --epsilon 3
derive appendix_b.csv --from table.csv
expected-loss appendix_b.csv --loss power:3/2
expected-loss appendix_b.csv --loss abs --prior uniform
interact appendix_b.csv --loss abs
optimal -n 2 --alpha 1/2 --loss abs --at-most 0=1/9 --at-most 2=0
optimal -n 3 --alpha 1/4 --loss abs --lexicographic
optimal -n 2 --epsilon 1 --loss abs --lexicographic
optimal -n 2 --epsilon 1 --loss abs --neighbours complete --fix-row 0=1/2,1/4,1/4 --lexicographic
optimal -n 2 --epsilon 10000 --loss squared --prior uniform
optimal -n 2 --epsilon 1 --loss power:3/2 --prior uniform
optimal -n 3 --alpha 1/2 --loss abs --prior 1/2,0,0,1/2
optimal -n 3 --alpha 1/2 --loss power:1/2 --prior uniform
optimal -n 50 --alpha 1/2 --loss squared --prior uniform
optimal --rows 2 --alpha 1/2 --loss abs --prior increasing --worst-case
optimal --rows 2 --alpha 1/2 --loss table:loss.csv --prior uniform
phases -n 2 --loss abs
phases -n 2 --loss squared --prior uniform
prove gupte2010.appendix-b --words
release -n 9 --epsilons 2,1/2 --count 4
repair rounded.csv --alpha 1/3
repair rounded.csv --alpha 1/3 --loss abs --prior uniform
repair negative.csv --alpha 1/3
repair rounded.csv --epsilon 1
repair misprint.csv --alpha 1/2
sweep sweep.toml -o out --certificates proofs --jobs 1
sweep sweep.toml -o out --certificates proofs --verify --jobs 1
verify certified.cert --against appendix_b.csv
verify certified.cert table.csv
"""


def wrong(found: Mapping[str, Any], form: str) -> list[str]:
    """Say what in a JSON value is not as this form of the schema has it."""
    validator = Draft202012Validator({"$ref": f"#/$defs/{form}", "$defs": DEFINED})
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(found)]


def check(found: Mapping[str, Any]) -> str:
    """Check a report in JSON, and return its kind."""
    kind = found["kind"]
    assert kind in KINDS, f"{kind} has no form in exactdp/report/schema.json"
    assert wrong(found, f"{kind}-report") == [], kind
    return str(kind)


def exact_json(written: str) -> Any:
    """Read JSON that has no number but whole ones; how long a claim took is measured."""
    floats: list[str] = []
    found = json.loads(re.sub(r'("seconds"): [0-9.]+', r"\1: 0", written), parse_float=floats.append)
    assert not floats
    return found


# The schema


def objects(form: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(form, dict):
        if form.get("type") == "object":
            yield form
        for each in form.values():
            yield from objects(each)
    elif isinstance(form, list):
        for each in form:
            yield from objects(each)


def test_the_schema_is_one_and_closed() -> None:
    Draft202012Validator.check_schema(FORMS)
    assert (FORMS["title"], DEFINED["schema"]["const"]) == (SCHEMA, SCHEMA)
    assert [each["$ref"] for each in FORMS["oneOf"]] == [f"#/$defs/{kind}-report" for kind in KINDS]
    for kind, form in KINDS.items():
        for variant in form.get("oneOf", [form]):
            assert variant["properties"]["kind"] == {"const": kind}
            assert variant["required"][:2] == ["schema", "kind"]
    for form in objects(FORMS):
        # An object has certain keys, or is a mapping whose values are all alike.
        assert ("properties" in form) == (form["additionalProperties"] is False)
        assert set(form.get("required", ())) <= set(form.get("properties", ()))
    at_every_level = [name for name in map(bytes.decode, diagram_kernel.KINDS) if name not in kernel.KINDS]
    assert DEFINED["claim_kind"]["enum"] == [*kernel.KINDS, *at_every_level]
    written = json.dumps(FORMS)
    assert {name for name in DEFINED if f'"#/$defs/{name}"' not in written} == set()


def changes(found: Any) -> Iterator[Any]:
    """Yield a value with one key left out, renamed or added at a time, at any depth."""
    if isinstance(found, dict):
        yield {**found, "more": "1/2"}
        for key, each in found.items():
            rest = {name: value for name, value in found.items() if name != key}
            yield rest
            yield {**rest, f"{key}s": each}
            yield from ({**found, key: changed} for changed in changes(each))
    elif isinstance(found, list) and found:
        yield from ([changed, *found[1:]] for changed in changes(found[0]))


def test_a_changed_key_is_an_error() -> None:
    found = values(report(private(APPENDIX_B, "3/4")))
    check(found)
    changed = list(changes(found))
    assert len(changed) == 2 * 8 + 2
    for each in changed:
        assert wrong(each, "private-report"), each
    for kind, name in (("matrix", "matrix"), ("verified", "certificate")):
        other = {**found, "kind": kind, name: found["alpha"]}
        assert wrong(other, f"{kind}-report")
    for alpha in ("0.5", "1/02", "01", "1/0", "+1", "½", 1, None):
        assert wrong({**found, "alpha": alpha}, "private-report"), alpha


# Answers


@pytest.mark.long
def test_every_answer_and_every_result_keep_to_the_schema(run: Run) -> None:
    tried: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for words, written in answers_json(run, MORE.split("\n")):
        found = exact_json(written)
        command = " ".join(words[:2] if words[0] in ("attack", "mechanism") else words[:1])
        if words[0] in FILES:
            assert wrong(found, "matrix") == []
        else:
            tried[check(found)].add(f"`{command}`")
    of_python = {check(json.loads(as_json(report(found)))) for found in shown()}
    kinds = of_python | {kind for kind, commands in tried.items() if commands}
    assert kinds == set(KINDS), "nothing has this form"
    forms = [(name, form["description"]) for name, form in DEFINED.items() if not name.endswith("-report")]
    reports = [(kind, KINDS[kind]["description"], ", ".join(sorted(commands))) for kind, commands in tried.items()]
    for rows in (forms, reports):
        table = "".join(f"| `{name}` | {' | '.join(about)} |\n" for name, *about in rows)
        assert table in PAGE.read_text(encoding="utf-8"), f"docs/json.md has not this table:\n{table}"


def test_a_release_in_a_file_has_its_form(run: Run) -> None:
    assert run("release -n 9 --levels 1/4,1/2 --count 4 -o answers.json").code == 0
    assert check(json.loads(Path("answers.json").read_text())) == "release"


# Values


def test_each_value_is_exact() -> None:
    class Sign(Enum):
        UP = "↑"

    assert spelled([True, None, 3, "a", Fraction(-1, 3), Sign.UP, frozenset("ba")]) == [
        *(True, None, 3, "a", "-1/3", "↑", ["a", "b"])
    ]
    assert spelled({(0, 1): Fraction(1)}) == {"(0, 1)": "1"}
    assert spelled(Enclosure(Fraction(0), Fraction(1, 2))) == {"lower": "0", "upper": "1/2"}
    ends = spelled(RealSet([Interval(0, 1, False), Interval(2, 2)]))["intervals"]
    assert [(each["lower_belongs"], each["upper_belongs"]) for each in ends] == [(False, True), (True, True)]
    assert spelled(Fraction(1, 3**9000)) == text(Fraction(1, 3**9000))
    assert spelled(Matrix([["1/2", 1]], ["a"])) == {"inputs": ["a"], "responses": ["0", "1"], "rows": [["1/2", "1"]]}


@pytest.mark.parametrize("value", [0.5, float("nan"), Decimal("0.5"), 1j, object(), print, int, b"1/2"])
def test_what_is_not_exact_has_no_form(value: object) -> None:
    with pytest.raises(TypeError, match="has no form in JSON"):
        values(Report("level", [], {"alpha": [value]}))


def test_an_end_of_an_interval_is_that_number() -> None:
    for coefficients in ([-1, 0, 1, 1], [1, -4, 1], [0, 1], [-1, 2], [2, 0, -3]):
        for root in real_roots(coefficients):
            end = spelled(RealSet([Interval(root, root)]))["intervals"][0]["lower"]
            assert AlgebraicNumber(tuple(map(int, end["polynomial"])), *map(exact, end["bounds"])) == root
            assert not root.is_rational or exact(end["text"]) == root


def test_the_text_is_the_values() -> None:
    found = report(examples()[0])
    assert json.loads(as_json(found)) == values(found)
