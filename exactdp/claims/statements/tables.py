"""Tables and lists that are written out: names that are their own entries, such as [1/2 1/2; 0 1] and (1/2, 1/4)."""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product

from exactdp.claims.statements.terms import Definition, Term, expand


@cache
def table_of(definition: Definition) -> tuple[Fraction, ...] | tuple[tuple[Fraction, ...], ...] | None:
    """Return the entries of a table or a list whose name is its entries, or None for another name.

    The core has the value 0 outside of the table. A reader sees no entry there.

    >>> from exactdp.claims.vocabulary import absolute_loss, table
    >>> table_of(table([[1, 0]]).args[0]), table_of(absolute_loss.args[0])
    (((Fraction(1, 1), Fraction(0, 1)),), None)
    """
    body = definition.body
    written = re.fullmatch(r"\[([-0-9/ ;]+)\]|\(([-0-9/ ,]+)\)", definition.name)
    if definition.parameters or body is None or body.op != "function" or written is None:
        return None
    *variables, inside = expand(body).args
    # (1/2) is a number in brackets.
    if len(variables) != (2 if written[1] else 1) or not re.search("[ ;]", definition.name):
        return None
    rows = [[Fraction(each) for each in re.split("[ ,]+", row)] for row in (written[1] or written[2]).split("; ")]
    sizes = (len(rows), len(rows[0])) if written[1] else (len(rows[0]),)
    # Beyond the first row, the comparison below would not reach the entry 3 of [1; 2 3].
    if any(len(row) != sizes[-1] for row in rows):
        return None
    # All indices outside of the table have the same value as -1.
    for at in product(*(range(-1, size) for size in sizes)):
        named = 0 if -1 in at else rows[at[0] if written[1] else 0][at[-1]]
        by = {v.args[0]: k for v, k in zip(variables, at, strict=True)}
        if _chosen(inside, by, max(sizes)) != named:
            return None
    return tuple(map(tuple, rows)) if written[1] else tuple(rows[0])


def _chosen(e: Term, by: Mapping[str, int], size: int) -> Fraction | None:
    """Return the number that a choice by indices has, or None if it compares an index with none of 0, …, size-1."""
    if e.op == "literal":
        return e.args[0]  # type: ignore[no-any-return]
    if e.op != "if" or e.args[0].op != "=":
        return None
    left, right = e.args[0].args
    if left.op not in ("variable", "literal") or right.op != "literal" or not 0 <= right.args[0] < size:
        return None
    sides = [_chosen(each, by, size) for each in e.args[1:]]
    holds = (by[left.args[0]] if left.op == "variable" else left.args[0]) == right.args[0]
    return None if None in sides else sides[0 if holds else 1]
