"""The table: questions and answers as exact text; equal rows give equal bytes."""

import sys
from fractions import Fraction
from pathlib import Path

import pytest

from exactdp.answers import sweep_results
from exactdp.answers.sweep_outcome import InstanceOutcome, find
from exactdp.answers.sweep_specification import parse
from exactdp.arithmetic.errors import InputError

SPECIFICATION = """
alpha = "1/4"
loss = "abs"
[[sweep]]
n = [1, 3]
[[sweep]]
n = 3
epsilon = "1/2"
prior = "uniform"
responses-only = "0"
symmetric = true
neighbours = "complete"
[[sweep]]
mechanism = "m.csv"
side-information = "0,1"
"""


@pytest.fixture
def rows(tmp_path: Path) -> list[sweep_results.Row]:
    (tmp_path / "m.csv").write_text("3/4,1/4\n1/4,3/4\n")
    return [sweep_results.row(each, find(each)[0]) for each in parse(SPECIFICATION, folder=tmp_path).instances]


def test_a_row_says_what_was_asked_and_found(rows: list[sweep_results.Row]) -> None:
    _, three, constrained, deployed = rows
    assert all(tuple(each) == sweep_results.COLUMNS for each in rows)
    assert (three["n"], three["alpha"], three["epsilon"], three["neighbours"]) == (3, "1/4", None, "path")
    assert (three["loss"], three["prior"], three["side_information"]) == ("abs", None, "all")
    assert (three["verdict"], three["unique"], three["kind"]) == ("optimal", True, "only-optimal")
    assert Fraction(three["value"]) == Fraction(168, 415)
    assert three["theorem"].startswith("Theorem 1 of Gupte & Sundararajan 2010 applies")
    assert (constrained["epsilon"], constrained["symmetric"], constrained["responses_only"]) == ("1/2", True, "0")
    assert (constrained["prior"], constrained["side_information"]) == ("uniform", None)
    assert (constrained["verdict"], constrained["value"]) == ("impossible", None)
    assert (deployed["n"], deployed["mechanism"], deployed["alpha"]) == (1, "m.csv", None)
    assert (deployed["side_information"], deployed["kind"]) == ("0,1", "interaction")


def test_the_table_is_read_as_it_was_written(rows: list[sweep_results.Row], tmp_path: Path) -> None:
    table = tmp_path / "results.parquet"
    sweep_results.write(rows, table)
    assert sweep_results.read_results(table) == rows
    first = table.read_bytes()
    sweep_results.write(rows, table)
    assert table.read_bytes() == first
    sweep_results.write([], table)
    assert sweep_results.read_results(table) == []


def test_other_programs_know_the_types(rows: list[sweep_results.Row], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    sweep_results.write(rows, tmp_path / "results.parquet")
    schema = parquet.read_schema(tmp_path / "results.parquet")
    types = {name: str(schema.field(name).type) for name in schema.names}
    assert {types.pop("n"), types.pop("symmetric"), types.pop("unique")} == {"int64", "bool"}
    assert set(types.values()) == {"string"}


def test_numbers_of_any_length_are_text(rows: list[sweep_results.Row], tmp_path: Path) -> None:
    long = "1/" + "7" * 100_000
    (instance,) = parse('n = 1\nalpha = "1/2"\nloss = "abs"').instances
    sweep_results.write(
        [sweep_results.row(instance, InstanceOutcome(instance.key, "optimal", long))], tmp_path / "results.parquet"
    )
    assert sweep_results.read_results(tmp_path / "results.parquet")[0]["value"] == long


def test_another_file_is_refused(tmp_path: Path) -> None:
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    other = tmp_path / "other.parquet"
    with pytest.raises(InputError, match="this file does not exist"):
        sweep_results.read_results(other)
    other.write_bytes(b"PAR1")
    with pytest.raises(InputError, match=r"other\.parquet: this is not a complete Parquet file \(.*\): sweep again"):
        sweep_results.read_results(other)
    parquet.write_table(pyarrow.table({"n": [1]}), other)
    with pytest.raises(InputError, match=r"other\.parquet: these are not the columns of a sweep"):
        sweep_results.read_results(other)


def test_a_damaged_table_is_refused_in_one_line(rows: list[sweep_results.Row], tmp_path: Path) -> None:
    table = tmp_path / "results.parquet"
    sweep_results.write(rows, table)
    written, refused = table.read_bytes(), 0
    for at in range(4, len(written), 37):
        table.write_bytes(written[:at] + bytes([written[at] ^ 0x91]) + written[at + 1 :])
        try:
            sweep_results.read_results(table)
        except InputError as error:
            refused += 1
            assert str(error).startswith(f"{table}: th")
            assert "\n" not in str(error)
    assert refused > 50
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pyarrow.table({"n": pyarrow.array([b"\xff"]).view(pyarrow.string())}), table)
    with pytest.raises(InputError, match=r"not a complete Parquet file \('utf-8' codec can't decode byte 0xff "):
        sweep_results.read_results(table)


def test_without_pyarrow_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    for call in (
        sweep_results.check_installed,
        lambda: sweep_results.write([], tmp_path / "t"),
        lambda: sweep_results.read_results("t"),
    ):
        with pytest.raises(InputError, match=r"Parquet needs pyarrow, which .*: pip install '\.\[sweep\]'"):
            call()
