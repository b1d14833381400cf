"""The constraint matrix of an α-private mechanism for a count query, and its patterns by the papers' lemmas."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact
from exactdp.arithmetic.exponential_levels import Exponential, level_text, real_level
from exactdp.arithmetic.spelling import elided
from exactdp.model.matrix import aligned_table
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import path
from exactdp.privacy.level import compared, require_private
from exactdp.shown import Shown

DOWN, UP, SLACK, BOTH_ZERO = "↓", "↑", "S", "Z"


@dataclass(frozen=True)
class ConstraintMatrix(Shown):
    """The n × (n+1) constraint matrix C: row i has the tight privacy constraints between inputs i and i + 1.

    C(i, r) is ↓ if α·x_ir = x_(i+1)r, ↑ if x_ir = α·x_(i+1)r, Z if both entries are 0, and S otherwise. `alpha` is the
    level, or None if the signs do not come from a mechanism.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 5, before Example 5.2; the example is Figure 3.
    """

    entries: tuple[tuple[str, ...], ...]
    inputs: tuple[str, ...] = field(repr=False)
    responses: tuple[str, ...] = field(repr=False)
    alpha: Fraction | None = field(default=None, repr=False)

    def __str__(self) -> str:
        return aligned_table(self.inputs[:-1], self.responses, lambda i, r: self.entries[i][r])

    def __getitem__(self, position: tuple[int, int]) -> str:
        i, r = position
        return self.entries[i][r]

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of ↓, ↑, S and Z."""
        found = Counter(entry for row in self.entries for entry in row)
        return {entry: found[entry] for entry in (DOWN, UP, SLACK, BOTH_ZERO)}

    @property
    def zero_columns(self) -> tuple[int, ...]:
        """The Z-columns: the responses of probability 0."""
        return tuple(r for r, entry in enumerate(self.entries[0]) if entry == BOTH_ZERO)

    @property
    def nonzero_columns(self) -> tuple[int, ...]:
        """The other columns."""
        return tuple(r for r, entry in enumerate(self.entries[0]) if entry != BOTH_ZERO)

    @property
    def z(self) -> int:
        """The number of Z-columns."""
        return len(self.zero_columns)

    @property
    def s(self) -> int:
        """The number of S entries."""
        return self.counts[SLACK]

    def row(self, i: int) -> str:
        """Return row i without its Z-columns, as one word such as "↓↓S↑". Raises: IndexError outside."""
        return "".join(self.entries[i][r] for r in self.nonzero_columns)

    def column(self, r: int) -> str:
        """Return column r, from row 0 down, as one word. Raises: IndexError outside."""
        return "".join(row[r] for row in self.entries)


def constraint_matrix(mechanism: Mechanism, alpha: Exact | Exponential) -> ConstraintMatrix:
    """Return the constraint matrix of an α-private mechanism on {0..n}, neighbours the path.

    At e^-ε no constraint on positive entries is tight, because they are rational; so the result is the matrix at a
    lower α.
    Domain: 0 < α < 1, n ≥ 1, any number of responses. At α = 0 the constraints are trivial, and at α = 1 an entry would
    be both ↓ and ↑. Raises: `InputError` outside the domain and for a mechanism that is not α-private.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 5, before Example 5.2.

    >>> from exactdp.model.geometric import geometric
    >>> from exactdp.model.mechanism import deterministic
    >>> remap = deterministic([0, 2, 2, 3, 4, 5], responses=range(6))
    >>> found = constraint_matrix(geometric(n=5, alpha="1/2") @ remap, "1/2")
    >>> found.zero_columns, found.z, found.s, found[1, 2], found.counts
    ((1,), 1, 1, 'S', {'↓': 11, '↑': 13, 'S': 1, 'Z': 5})
    >>> found.row(1), found.column(2)
    ('↓S↑↑↑', '↑S↓↓↓')
    """
    claimed = real_level(alpha)
    if not (isinstance(claimed, Exponential) or 0 < claimed < 1):
        raise InputError(f"α = {level_text(claimed)}: the constraint matrix is defined for 0 < α < 1 only")
    if len(mechanism) < 2:
        raise InputError("the mechanism has one input: a constraint matrix needs two")
    require_private(mechanism, claimed, path(inputs=mechanism.inputs))
    at = claimed.below() if isinstance(claimed, Exponential) else claimed
    entries = []
    for i in range(len(mechanism) - 1):
        down = (x == y for x, y in compared(mechanism, i, i + 1, at))
        up = (x == y for x, y in compared(mechanism, i + 1, i, at))
        entries.append(
            tuple(
                BOTH_ZERO if here == 0 else DOWN if falls else UP if rises else SLACK
                for here, falls, rises in zip(mechanism.numerators[i], down, up, strict=True)
            )
        )
    return ConstraintMatrix(tuple(entries), mechanism.inputs, mechanism.responses, at)


def rebuilt_remap(matrix: ConstraintMatrix) -> tuple[int, ...] | None:
    """Return the deterministic remap of G that the constraint matrix determines: response k of G goes to images[k].

    The responses S_(i-1) + i, …, S_i + i go to the i-th non-Z column. None if s ≠ z, when the numbers do not add up.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Lemma 5.11.

    >>> from exactdp.model.geometric import geometric
    >>> from exactdp.model.mechanism import deterministic
    >>> induced = geometric(n=3, alpha="1/2") @ deterministic([0, 2, 2, 3], responses=range(4))
    >>> rebuilt_remap(constraint_matrix(induced, "1/2"))
    (0, 2, 2, 3)
    """
    images = tuple(r for r in matrix.nonzero_columns for _ in range(1 + matrix.column(r).count(SLACK)))
    return images if len(images) == len(matrix.inputs) else None


@dataclass(frozen=True)
class Pattern(Shown):
    """Whether a constraint matrix has the pattern of a lemma; `witness` says where it fails.

    `rows` and `columns` are the rows and columns that the witness names.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Lemmas 5.4-5.9.
    """

    lemma: str
    says: str
    witness: str | None
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return self.witness is None


def patterns(matrix: ConstraintMatrix) -> tuple[Pattern, ...]:
    """Test each row and column pattern of Lemmas 5.4 to 5.9, without the Z-columns.

    Lemma 5.4 holds for every α-private mechanism. Lemmas 5.5 and 5.6 hold for the optimal ones of monotone users, and s
    = z and Lemma 5.9 for optimal vertices. So a failed pattern proves that a mechanism is not of this kind.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Lemmas 5.4-5.9.

    >>> told_apart = Mechanism([["2/3", "1/3", 0], ["1/3", "2/3", 0], ["2/3", "1/3", 0]])
    >>> _, found, *_ = patterns(constraint_matrix(told_apart, "1/2"))
    >>> found.lemma, found.says, bool(found)
    ('5.5', 'every row is ↓…↓, at most one S, ↑…↑', False)
    >>> found.witness, found.rows, found.columns
    ('row 1 reads ↑↓', (1,), ())
    """
    return tuple(Pattern(lemma, says, *(test(matrix) or (None, (), ()))) for lemma, says, test in _PATTERNS)


_Failure: TypeAlias = tuple[str, tuple[int, ...], tuple[int, ...]]


def _some_of_both(matrix: ConstraintMatrix) -> _Failure | None:
    for i in range(len(matrix.entries)):
        for arrow in (DOWN, UP):
            if set(matrix.row(i)) == {arrow}:
                return f"row {_shown(matrix, i)} is all {arrow}", (i,), ()
    return None


def _row_pattern(matrix: ConstraintMatrix) -> _Failure | None:
    for i in range(len(matrix.entries)):
        row = matrix.row(i)
        if row != DOWN * row.count(DOWN) + SLACK * row.count(SLACK) + UP * row.count(UP) or row.count(SLACK) > 1:
            return f"row {_shown(matrix, i)} reads {row}", (i,), ()
    return None


def _one_more_down(matrix: ConstraintMatrix) -> _Failure | None:
    for i in range(len(matrix.entries) - 1):
        here, below = matrix.row(i), matrix.row(i + 1)
        if below.count(DOWN) < here.count(DOWN) + (SLACK not in below):
            read = f"row {_shown(matrix, i)} reads {here} and row {_shown(matrix, i + 1)} reads {below}"
            return read, (i, i + 1), ()
    return None


def _shown(matrix: ConstraintMatrix, i: int) -> str:
    return elided(matrix.inputs[i])


def _sizes(matrix: ConstraintMatrix) -> _Failure:
    return f"s = {matrix.s} and z = {matrix.z}", (), ()


def _column_pattern(matrix: ConstraintMatrix) -> _Failure | None:
    slack_so_far = 0
    for i, r in enumerate(matrix.nonzero_columns):
        column = matrix.column(r)
        ups, slack = i + slack_so_far, column.count(SLACK)
        if column != UP * ups + SLACK * slack + DOWN * (len(column) - ups - slack):
            name = elided(matrix.responses[r])
            return f"column {name} reads {column}, where {ups} × ↑ and then {slack} × S were expected", (), (r,)
        slack_so_far += slack
    return None


_PATTERNS: tuple[tuple[str, str, Callable[[ConstraintMatrix], _Failure | None]], ...] = (
    ("5.4", "no row is all ↓ or all ↑", _some_of_both),
    ("5.5", "every row is ↓…↓, at most one S, ↑…↑", _row_pattern),
    ("5.6", "every row has one ↓ more than the row above, or an S and no ↓ fewer", _one_more_down),
    ("5.7", "s ≥ z", lambda matrix: _sizes(matrix) if matrix.s < matrix.z else None),
    ("5.8", "s = z", lambda matrix: _sizes(matrix) if matrix.s != matrix.z else None),
    ("5.9", "non-Z column i is i + S_(i-1) times ↑, s_i times S, then ↓", _column_pattern),
)
