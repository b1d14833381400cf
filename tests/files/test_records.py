"""Records in CSV, as spreadsheets and databases write them; each error has the file, the line, the value and a fix."""

from pathlib import Path

import pytest

from exactdp.arithmetic.errors import InputError
from exactdp.files.records import read_records, written_records


@pytest.mark.parametrize(
    "written",
    [
        "smoker,age\nno,old\nyes,young\n",
        "\ufeffsmoker;age\r\nno;old\r\nyes;young\r\n",
        'smoker\tage\n"no"\told\nyes\tyoung',
        "# exported today\n\nsmoker, age\nno , old\n\nyes,young\n",
    ],
)
def test_records_of_every_spelling(written: str, tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text(written, encoding="utf-8", newline="")
    found = read_records(path)
    assert found.columns == ("smoker", "age")
    assert [row for _, row in found.rows] == [["no", "old"], ["yes", "young"]]
    assert found.values("age") == ["old", "young"]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    rows = [("a, b", "1"), ('"', ""), ("two\nlines", "3")]
    (tmp_path / "x.csv").write_bytes(written_records(("text", "number"), rows))
    found = read_records(tmp_path / "x.csv")
    assert [tuple(row) for _, row in found.rows] == rows
    # A record's line is the one that it ends on.
    assert [line for line, _ in found.rows] == [2, 3, 5]


def test_a_missing_value_is_kept_and_a_blank_line_is_not(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a,b\n,\n\n1,\n")
    assert read_records(tmp_path / "x.csv").rows == [(2, ["", ""]), (4, ["1", ""])]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("", "x.csv: the file has no records: write the column names, then one record a line"),
        ("smoker,age\n", "x.csv: the file has no records: write the column names, then one record a line"),
        ("smoker,age\nno\n", "x.csv: line 2: 1 cell under 2 column names: write one for each column"),
        ("a,a\n1,2\n", "x.csv: two columns are called 'a': name each column differently in the first line"),
        ("a,\n1,2\n", "x.csv: a column has no name: name each column differently in the first line"),
        ('a\n"1\n', "x.csv: line 2: this is not CSV: unexpected end of data: save it as CSV in UTF-8"),
        ("a\n" + "1" * 200_000, "x.csv: line 2: this is not CSV: field larger than field limit (131072)"),
    ],
)
def test_what_is_no_table_of_records(written: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.csv").write_text(written)
    with pytest.raises(InputError) as refused:
        read_records("x.csv")
    assert str(refused.value).startswith(said)


def test_a_column_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("smoker,age\nno,old\n")
    with pytest.raises(InputError, match="unknown column 'smokr': did you mean smoker"):
        read_records(tmp_path / "x.csv").position("smokr")
