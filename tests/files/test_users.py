"""Losses and users from words and files, files relative to a folder."""

from fractions import Fraction
from pathlib import Path

import pytest

from exactdp import BayesianUser, InputError, MinimaxConsumer, absolute, squared, table, uniform
from exactdp.files.users import read_loss, read_user


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "losses.csv").write_text("0,1\n2,0\n")
    (tmp_path / "row.csv").write_text("1/3,2/3\n")
    (tmp_path / "column.csv").write_text("1/3\n2/3\n")
    (tmp_path / "uniform").write_text("1/3,2/3\n")
    return tmp_path


def test_words_and_files_say_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_loss("squared") == squared()
    assert read_loss("table:losses.csv", folder) == table([[0, 1], [2, 0]])
    assert read_loss(f"table:{folder / 'losses.csv'}", "elsewhere") == table([[0, 1], [2, 0]])
    thirds = BayesianUser(absolute(), [Fraction(1, 3), Fraction(2, 3)])
    for written in ("1/3,2/3", "row.csv", "column.csv"):
        assert read_user(absolute(), 2, written, folder=folder) == thirds
    monkeypatch.chdir(folder)
    assert read_user(absolute(), 2, "row.csv") == thirds
    # The name of a prior is never that of a file.
    assert read_user(absolute(), 2, "uniform") == BayesianUser(absolute(), uniform(n=1))


def test_without_a_prior_the_consumer_is_minimax() -> None:
    assert read_user(absolute(), 3) == MinimaxConsumer(absolute(), inputs=range(3))
    assert read_user(absolute(), 3, side_information="0,2") == MinimaxConsumer(
        absolute(), inputs=range(3), side_information=[0, 2]
    )


def test_what_does_not_fit_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match=r"row\.csv is 1 × 2: write one row of 3"):
        read_user(absolute(), 3, "row.csv", folder=folder)
    (folder / "short.csv").write_text("1/3,1/3\n")
    with pytest.raises(InputError, match=r"short\.csv: the prior sums to 2/3, which is not 1: write probabilities"):
        read_user(absolute(), 2, "short.csv", folder=folder)
    with pytest.raises(InputError, match=r"the prior has 2 probabilities: write 3, one for each of 0\.\.2"):
        read_user(absolute(), 3, "1/3,2/3")
    with pytest.raises(InputError, match=r"nowhere\.csv: this file does not exist"):
        read_loss("table:nowhere.csv", folder)
    with pytest.raises(InputError, match=r"priro\.csv: this file does not exist"):
        read_user(absolute(), 2, "priro.csv", folder=folder)
    with pytest.raises(InputError, match=r"priro\.txt: this file does not exist"):
        read_user(absolute(), 2, "priro.txt", folder=folder)
    with pytest.raises(InputError, match=r"unknown loss 'losses\.csv': write table:losses\.csv for the table "):
        read_loss("losses.csv", folder)
    with pytest.raises(InputError, match="the side information cannot be ''"):
        read_user(absolute(), 2, side_information="")
    with pytest.raises(InputError, match="'a\\\\x00b' is no"):
        read_user(absolute(), 2, "a\0b", folder=folder)
