"""The rows of an optimal mechanism (Gupte & Sundararajan 2010, section 4.2)."""

from fractions import Fraction
from random import Random

from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.claims.vocabulary.matrix import Rows, rows_of
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import deterministic

_i, _j, _k, _m, _r, _c, _d = indices("i j k m r c d")
(_a,) = numbers("α")
(_x,) = matrices("x")


def falls(x: Term, alpha: Term, i: Term, r: Term) -> Formula:
    """Return that the entry of row i is ↓: α·x_ir = x_(i+1)r.

    >>> falls(_x, _a, _i, _r)
    α·x[i,r] = x[i+1,r]
    """
    formula: Formula = alpha * x[i, r] == x[i + 1, r]
    return formula


def rises(x: Term, alpha: Term, i: Term, r: Term) -> Formula:
    """Return that the entry of row i is ↑: x_ir = α·x_(i+1)r.

    >>> rises(_x, _a, _i, _r)
    x[i,r] = α·x[i+1,r]
    """
    formula: Formula = x[i, r] == alpha * x[i + 1, r]
    return formula


def has_slack(x: Term, alpha: Term, i: Term, r: Term) -> Formula:
    """Return that the entry of row i is S: neither of its two constraints is tight.

    >>> has_slack(_x, _a, _i, _r)
    α·x[i,r] < x[i+1,r] and α·x[i+1,r] < x[i,r]
    """
    formula: Formula = (alpha * x[i, r] < x[i + 1, r]) & (alpha * x[i + 1, r] < x[i, r])
    return formula


lemma_5_pattern = explained(
    "row {2} of {0} and the next have the pattern of Lemma 5 for {1} within {{0..{3}}}",
    (_x, _a, _i, _m),
    Some(
        _c,
        between(-1, _c, _m),
        Some(
            _d,
            between(_c + 1, _d, _c + 2),
            All(_j, between(0, _j, _c), falls(_x, _a, _i, _j)) & All(_j, between(_d, _j, _m), rises(_x, _a, _i, _j)),
        ),
    ),
)
"""Up to a column c all entries are ↓, and from column c+1 or c+2 on all are ↑."""

pivot = explained(
    "column {3} is the pivot of row {2} of {0} for {1} within {{0..{4}}}",
    (_x, _a, _i, _k, _m),
    has_slack(_x, _a, _i, _k)
    | (
        All(_j, between(0, _j, _m), falls(_x, _a, _i, _j) | rises(_x, _a, _i, _j))
        & falls(_x, _a, _i, _k)
        & (_x[_i, _k] > 0)
        & All(_j, (_k < _j) & (_j <= _m) & falls(_x, _a, _i, _j), _x[_i, _j] == 0)
    ),
)
"""The column with slack in both constraints; without such a column, the last column that is ↓ and not 0."""

pattern_and_pivot = explained(
    "row {2} of {0} has the pattern of Lemma 5 and the pivot {3} for {1} within {{0..{4}}}",
    (_x, _a, _i, _k, _m),
    lemma_5_pattern(_x, _a, _i, _m) & pivot(_x, _a, _i, _k, _m),
)


@generator(lemma_5_pattern)
def some_with_pattern(rng: Random, turn: int, alpha: Fraction, i: int, m: int) -> Rows | None:
    """Draw a larger G with adjacent columns merged, and some columns of zeros."""
    if i < 0 or m < 0 or not 0 <= alpha <= 1:
        return None
    to = sorted(rng.randrange(m + 1) for _ in range(i + 6))
    return rows_of(geometric(n=i + 5, alpha=alpha) @ deterministic(to, responses=range(m + 1)))
