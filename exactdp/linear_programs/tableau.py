"""The simplex method for small programs: every basis is a tableau of integers over one common denominator.

For basic columns B and the other columns N, the equations B·z_B + N·z_N = b become z_B = B⁻¹b - (B⁻¹N)·z_N. The common
denominator is |det B|, so all entries are integers (Cramer's rule), and a pivot divides them without a remainder.
"""

from collections.abc import Mapping, Sequence


class Tableau:
    """B⁻¹b and B⁻¹N, and the reduced costs c_N - c_B·B⁻¹N of several objectives, all times the `denominator`.

    `basic` and `others` name the columns: the variables and, for row k, `variables` + k: row·x - slack. The first basis
    has all slacks.

    >>> tableau = Tableau([{0: 1, 1: 2}], 2, {0: 3}, [{0: 1, 1: 1}])
    >>> tableau.pivot(0, 1)
    >>> tableau.basic, tableau.values, tableau.rows, tableau.costs, tableau.denominator
    ([1], [3], [[1, -1]], [[1, 1]], 2)
    """

    def __init__(
        self,
        rows: Sequence[Mapping[int, int]],
        variables: int,
        right: Mapping[int, int],
        objectives: Sequence[Mapping[int, int]],
    ) -> None:
        self.others = list(range(variables))
        self.basic = list(range(variables, variables + len(rows)))
        self.denominator = 1
        self.rows = [[-row.get(j, 0) for j in self.others] for row in rows]
        self.values = [-right.get(k, 0) for k in range(len(rows))]
        self.costs = [[costs.get(j, 0) for j in self.others] for costs in objectives]

    def pivot(self, row: int, column: int) -> None:
        """Exchange the basic column of a row with another column, whose entry in this row is not 0."""
        pivoted, value = self.rows[row], self.values[row]
        p, before = pivoted[column], self.denominator
        sign = 1 if p > 0 else -1
        p *= sign
        for k, each in enumerate(self.rows):
            if k != row:
                c = sign * each[column]
                self.values[k] = (self.values[k] * p - c * value) // before
                self.rows[k] = _pivoted(each, pivoted, p, c, before=before, column=column)
        self.costs = [
            _pivoted(each, pivoted, p, sign * each[column], before=before, column=column) for each in self.costs
        ]
        self.rows[row] = [sign * v for v in pivoted]
        self.rows[row][column] = sign * before
        self.values[row] = sign * value
        self.denominator = p
        self.basic[row], self.others[column] = self.others[column], self.basic[row]


def _pivoted(each: Sequence[int], row: Sequence[int], p: int, c: int, *, before: int, column: int) -> list[int]:
    """Return a row after a pivot on the entry p of another row; c is the entry of this row in the same column."""
    if not c:
        return [v * p // before for v in each] if p != before else list(each)
    found = [(v * p - c * w) // before for v, w in zip(each, row, strict=True)]
    found[column] = -c
    return found
