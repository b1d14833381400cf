"""Bases solved by ties, compared with the whole matrix; linearly dependent columns are replaced."""

from fractions import Fraction

from flint import fmpq, fmpq_mat, fmpz
from hypothesis import example, given
from hypothesis import strategies as st

from exactdp.linear_programs.contracted_basis import BasicColumns, ContractedBasis
from tests.strategies import share_of

ONE = Fraction(1)
ROW = st.dictionaries(st.integers(0, 4), st.sampled_from([-3, -1, -1, 1, 1, 2]), max_size=3)


def matrix_of(rows: list[dict[int, int]], variables: int, columns: BasicColumns) -> fmpq_mat:
    """Return the basic columns, side by side."""
    entries = [
        [row.get(j, 0) if j < variables else -int(j - variables == k) for j in columns] for k, row in enumerate(rows)
    ]
    return fmpq_mat(len(rows), len(columns), [fmpq(v) for row in entries for v in row])


@share_of(300)
@given(st.lists(ROW, min_size=1, max_size=6), st.data())
# A tie that closes a circle and forces its tree to 0; two rows that determine one variable; a tie between two of those.
@example([{0: 1, 1: -1}, {1: 1, 0: -2}], None)
@example([{0: 2}, {0: 3, 1: 1}, {1: 1}], None)
def test_the_contracted_equations_are_those_of_the_whole_matrix(
    rows: list[dict[int, int]], data: st.DataObject | None
) -> None:
    proposal = tuple(range(5))
    right, costs = list(range(1, len(rows) + 1)), list(range(2, 13))
    if data is not None:
        proposal = tuple(sorted(data.draw(st.sets(st.integers(0, 4 + len(rows)), max_size=len(rows) + 2))))
        right = data.draw(st.lists(st.integers(-3, 3), min_size=len(rows), max_size=len(rows)))
        costs = data.draw(st.lists(st.integers(-3, 3), min_size=11, max_size=11))
    columns = ContractedBasis(rows, 5, proposal).completed()
    whole = matrix_of(rows, 5, columns)
    assert len(columns) == len(rows) == whole.rank()
    # Variables that weren't proposed stay outside, and slacks that were stay inside.
    assert {j for j in columns if j < 5} <= {*proposal}
    assert {j for j in proposal if j >= 5} <= {*columns}
    basis = ContractedBasis(rows, 5, columns)
    assert basis.completed() == columns
    values, common = basis.solution({k: b for k, b in enumerate(right) if b})
    solved = whole.solve(fmpq_mat(len(rows), 1, [fmpq(b) for b in right]))
    assert common > 0
    assert [fmpq(values[j], common) for j in columns] == solved.entries()
    y, unit = basis.multipliers({j: fmpz(costs[j]) for j in columns if costs[j]})
    paid = fmpq_mat(1, len(rows), [fmpq(v) for v in y]) * whole
    assert unit > 0
    assert paid.entries() == [costs[j] * unit for j in columns]


@given(st.lists(ROW, min_size=1, max_size=6))
def test_as_many_variables_as_are_independent_stay(rows: list[dict[int, int]]) -> None:
    columns = ContractedBasis(rows, 5, tuple(range(5))).completed()
    assert sum(j < 5 for j in columns) == matrix_of(rows, 5, tuple(range(5))).rank()


def test_a_path_of_ties_leaves_one_equation() -> None:
    size = 60
    rows = [{k: 1, k + 1: -2} for k in range(size - 1)] + [dict.fromkeys(range(size), 1)]
    basis = ContractedBasis(rows, size, tuple(range(size)))
    assert (basis.matrix.nrows(), basis.matrix.ncols()) == (1, 1)
    values, common = basis.solution({size - 1: 1})
    assert common == sum(values.values()) == 2**size - 1
