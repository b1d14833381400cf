"""A table that is written out has the entries of its name, and no others."""

import pytest

from exactdp.claims.statements.evaluation import OutsideTable, value
from exactdp.claims.statements.formulas import function, indices
from exactdp.claims.statements.names import named
from exactdp.claims.statements.tables import table_of
from exactdp.claims.statements.terms import Definition, If, as_number
from exactdp.claims.vocabulary import listed, product, table

i, k, r = indices("i k r")
ROWS = ((1, 2, 0), (0, 1, 0))
FIRST, SECOND = If(r == 0, as_number(1), 0), If(r == 0, 2, If(r == 1, as_number(7), 0))
RAGGED = function(i, r, If(i == 0, FIRST, If(i == 1, SECOND, 0)))


def test_the_entries_are_those_of_the_name() -> None:
    assert table_of(table(ROWS).args[0]) == ROWS
    assert table_of(listed((1, 0, -2)).args[0]) == (1, 0, -2)


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("[1 2]", function(i, r, If(i == 0, If(r == 0, 1, as_number(3)), 0))),
        ("[1 2]", function(i, r, If(i == 0, If(r == 0, 1, as_number(2)), 5))),
        ("[1 2]", function(i, r, If(i == 0, If(r == 0, 1, If(r == 1, 2, If(r == 7, as_number(7), 0))), 0))),
        ("[1 2]", function(i, r, as_number(r) + 1)),
        ("[1; 2 3]", RAGGED),
        ("[1 2; 2]", function(i, r, If(i == 0, If(r == 0, 1, If(r == 1, as_number(2), 0)), If(i == 1, SECOND, 0)))),
        ("(1, 2)", function(i, r, as_number(1))),
        ("Table 1", function(i, r, as_number(1))),
    ],
)
def test_a_name_with_another_meaning_is_not_a_table(name: str, body: object) -> None:
    assert table_of(Definition(name, (), body)) is None  # type: ignore[arg-type]


def test_an_entry_outside_of_a_table_has_no_value() -> None:
    coin = named("Table 9", table(ROWS))
    assert value(coin[0, 1] + table(ROWS)[0, 1], {}) == 4
    assert value(product(coin, table(((1,), (2,), (3,))), 2)[0, 0], {}) == 5
    for outside in (coin[2, 0], coin[0, 3], table(ROWS)[-1, 0], listed([1, 2])[k], product(coin, coin, 2)[0, 0]):
        with pytest.raises(OutsideTable):
            value(outside, {"k": 2})
