"""The exact solution of a basis of a linear program: rows that tie two basic variables are eliminated first.

In the equations of a basis, a row a·x_u + b·x_v = c determines x_v from x_u, and a row b·x_v = c determines x_v. These
ties connect the basic variables into trees. Each tree has one unknown t, with x_v = weight_v·t + shift_v, or none if a
row with one entry determines its root. The other rows become equations in these unknowns, and only their matrix is
dense. Their multipliers solve the transposed equations; the multipliers of the ties follow from the leaves up.
"""

from collections.abc import Mapping, Sequence
from math import gcd, lcm
from typing import Any, TypeAlias

from flint import fmpq, fmpq_mat, fmpz, fmpz_mat, nmod_mat

BasicColumns: TypeAlias = tuple[int, ...]
"""The basic columns, in order: variable j is column j, and the slack of row k is column `variables` + k."""

IntegerRow: TypeAlias = Mapping[int, int]
"""The nonzero coefficients of a row, all integers."""

PRIME = 2**61 - 1
"""The modulus of the test for independence."""


class ContractedBasis:
    """The equations of a basis, contracted to one unknown for each tree of tied variables.

    The columns are the variables and, for row k, column `variables` + k: row·x - slack.
    Domain: different columns. `solution` and `multipliers` require linearly independent columns, as many as rows.

    >>> basis = ContractedBasis([{0: 1, 1: 1, 2: 1}, {0: 1, 1: -2}, {2: 3}], 3, (0, 1, 2))
    >>> basis.trees, basis.weights, basis.matrix
    ([[2], [0, 1]], {2: 1, 0: 2, 1: 1}, [3])
    >>> basis.solution({0: 7, 2: 3})
    ({0: 4, 1: 2, 2: 1}, 1)
    >>> basis.multipliers({0: fmpz(1)})
    ([12, 6, -4], 18)
    """

    def __init__(self, rows: Sequence[IntegerRow], variables: int, columns: BasicColumns) -> None:
        self.all_rows, self.variables, self.columns = rows, variables, columns
        basic = [j for j in columns if j < variables]
        inside, slack = set(basic), {j - variables for j in columns if j >= variables}
        # The rows without a basic slack, restricted to the basic variables.
        self.rows = {k: {j: v for j, v in row.items() if j in inside} for k, row in enumerate(rows) if k not in slack}
        self.trees: list[list[int]] = []
        # For each variable except roots with an unknown: its row, its parent if any, the parent's coefficient, its own.
        self.ties: dict[int, tuple[int, int | None, int, int]] = {}
        self.weights: dict[int, fmpz] = {}
        self._grow(basic)
        self.unknowns = [tree for tree in self.trees if tree[0] not in self.ties]
        tied = {tie[0] for tie in self.ties.values()}
        self.kept = [k for k in self.rows if k not in tied]
        unknown = {v: t for t, tree in enumerate(self.unknowns) for v in tree}
        entries = [[fmpz(0)] * len(self.unknowns) for _ in self.kept]
        for equation, k in zip(entries, self.kept, strict=True):
            for v, a in self.rows[k].items():
                if v in unknown:
                    equation[unknown[v]] += a * self.weights[v]
        self.matrix = fmpz_mat(len(self.kept), len(self.unknowns), [entry for row in entries for entry in row])

    def _grow(self, basic: Sequence[int]) -> None:
        beside: dict[int, list[tuple[int, int, int, int]]] = {}
        for k, row in self.rows.items():
            if len(row) == 1:
                ((v, b),) = row.items()
                self.ties.setdefault(v, (k, None, 0, b))
            elif len(row) == 2:
                (u, a), (v, b) = row.items()
                beside.setdefault(u, []).append((v, k, a, b))
                beside.setdefault(v, []).append((u, k, b, a))
        determined = list(self.ties)
        seen = set(determined)
        for root in determined:
            self._tree(root, beside, seen)
        for root in basic:
            if root not in seen:
                seen.add(root)
                self._tree(root, beside, seen)

    def _tree(self, root: int, beside: Mapping[int, Sequence[tuple[int, int, int, int]]], seen: set[int]) -> None:
        tree, weights = [root], [fmpq(1)]
        for u, weight in zip(tree, weights, strict=False):
            for v, k, a, b in beside.get(u, ()):
                if v not in seen:
                    seen.add(v)
                    self.ties[v] = k, u, a, b
                    tree.append(v)
                    weights.append(weight * fmpq(-a, b))
        common, shared = lcm(*(int(w.q) for w in weights)), gcd(*(int(w.p) for w in weights))
        self.weights.update((v, (w * common / shared).p) for v, w in zip(tree, weights, strict=True))
        self.trees.append(tree)

    def solution(self, right: Mapping[int, int]) -> tuple[dict[int, fmpz], fmpz]:
        """Return the z with Σ z_j·column_j = right, over the basic columns j, times a denominator above 0."""
        shifts: dict[int, fmpq] = {}
        for tree in self.trees:
            for v in tree:
                if v in self.ties:
                    k, u, a, b = self.ties[v]
                    shift = right.get(k, 0) - (a * shifts[u] if u in shifts else fmpq(0))
                    if shift:
                        shifts[v] = shift / b
        rest = [
            right.get(k, 0) - sum((a * shifts[v] for v, a in self.rows[k].items() if v in shifts), fmpq(0))
            for k in self.kept
        ]
        scale = self.scale(shifts, rest)
        times, denominator = fmpz_mat(0, 1), fmpz(1)
        if self.kept:
            wanted = fmpz_mat(len(rest), 1, [(v * scale).p for v in rest])
            times, denominator = self.solved(self.matrix, wanted)
        z: dict[int, fmpz] = {}
        for t, tree in enumerate(self.unknowns):
            for v in tree:
                z[v] = self.weights[v] * times[t, 0]
        for v, shift in shifts.items():
            z[v] = z.get(v, 0) + (shift * scale).p * denominator
        denominator *= scale
        found = {j: z.get(j, fmpz(0)) for j in self.columns if j < self.variables}
        for j in self.columns:
            if j >= self.variables:
                k = j - self.variables
                total = -right.get(k, 0) * denominator
                for i, a in self.all_rows[k].items():
                    if i in z:
                        total += a * z[i]
                found[j] = total
        return found, denominator

    def multipliers(self, costs: Mapping[int, fmpz]) -> tuple[list[fmpz], fmpz]:
        """Return the y, one for each row, with y·column_j = costs_j for every basic column j, times a number above 0.

        Costs left out are 0. The number follows.
        """
        y = [fmpz(0)] * len(self.all_rows)
        left = {v: costs.get(v, fmpz(0)) for v in self.weights}
        for j in self.columns:
            if j >= self.variables and j in costs:
                k = j - self.variables
                y[k] = -costs[j]
                _pay(self.all_rows[k], y[k], left)
        denominator = fmpz(1)
        if self.kept:
            wanted = [sum((self.weights[v] * left[v] for v in tree), fmpz(0)) for tree in self.unknowns]
            numerators, denominator = self.solved(self.matrix.transpose(), fmpz_mat(len(wanted), 1, wanted))
            left = {v: cost * denominator for v, cost in left.items()}
            y = [price * denominator if price else price for price in y]
            for at, k in enumerate(self.kept):
                y[k] = numerators[at, 0]
                _pay(self.rows[k], y[k], left)
        # The tie to its parent pays the remaining costs of a variable and its descendants, times the weights.
        paid: dict[int, tuple[fmpz, fmpz]] = {}
        for tree in self.trees:
            below = {v: self.weights[v] * left[v] for v in tree if left[v]}
            for v in reversed(tree):
                if v in self.ties and v in below:
                    k, u, _, b = self.ties[v]
                    paid[k] = below[v], b * self.weights[v]
                    if u is not None:
                        below[u] = below.get(u, 0) + below[v]
        common = fmpz(lcm(*{int(weight) for _, weight in paid.values()}))
        y = [price * common if price else price for price in y]
        for k, (price, weight) in paid.items():
            y[k] = price * (common // weight)
        return y, denominator * common

    def scale(self, shifts: Mapping[int, fmpq], rest: Sequence[fmpq]) -> int:
        """Return a number that makes the shifts integral, and the right sides that they leave.

        >>> ContractedBasis([], 0, ()).scale({0: fmpq(1, 2)}, [fmpq(1, 3)])
        6
        """
        return lcm(*(int(v.q) for v in (*rest, *shifts.values())))

    def solved(self, matrix: Any, right: fmpz_mat) -> tuple[fmpz_mat, fmpz]:
        """Return the z with matrix·z = right, times a denominator. Domain: a matrix with an inverse.

        >>> ContractedBasis([], 0, ()).solved(fmpz_mat(1, 1, [6]), fmpz_mat(1, 1, [4]))
        ([2], 3)
        """
        found: fmpq_mat = matrix.solve(right)
        return found.numer_denom()

    def completed(self) -> BasicColumns:
        """Return a basis in which slacks replace the linearly dependent columns.

        >>> ContractedBasis([{0: 1, 1: 1}, {0: 2, 1: 2}], 2, (0, 1)).completed()
        (1, 3)
        """
        modular = nmod_mat(self.matrix, PRIME)
        if len(self.kept) == len(self.unknowns) == modular.rank():
            return tuple(sorted(self.columns))
        # Columns that are independent modulo a prime are independent over Q.
        independent = pivots(modular)
        entries = [modular[k, t] for t in independent for k in range(len(self.kept))]
        rows = pivots(nmod_mat(len(independent), len(self.kept), [int(v) for v in entries], PRIME))
        dropped = {tree[0] for tree in self.unknowns} - {self.unknowns[t][0] for t in independent}
        loose = set(self.kept) - {self.kept[k] for k in rows}
        return tuple(sorted({*self.columns, *(self.variables + k for k in loose)} - dropped))


class BasisByCramersRule(ContractedBasis):
    """The equations of a basis whose coefficients are polynomials, all at one number.

    No numerator and denominator are divided by a common divisor. So all are polynomials at this number too, if it is a
    prime, and the coefficients of the rows with one or two entries are powers of it times numbers coprime to it.

    >>> rows = [{0: 6}]
    >>> ContractedBasis(rows, 1, (0,)).solution({0: 4}), BasisByCramersRule(rows, 1, (0,)).solution({0: 4})
    (({0: 2}, 3), ({0: 4}, 6))
    """

    def scale(self, shifts: Mapping[int, fmpq], rest: Sequence[fmpq]) -> int:
        """Return the least common multiple of the coefficients by which each shift is divided, from its root on.

        >>> basis = BasisByCramersRule([{0: 2}, {0: 1, 1: 7}], 2, (0, 1))
        >>> basis.scale({0: fmpq(1), 1: fmpq(1)}, []), basis.solution({0: 2, 1: 8})
        (14, ({0: 14, 1: 14}, 14))
        """
        divisors: dict[int | None, int] = {}
        for tree in self.trees:
            for v in tree:
                if v in self.ties:
                    _, u, _, b = self.ties[v]
                    divisors[v] = b * divisors.get(u, 1)
        return lcm(*(divisors[v] for v in shifts))

    def solved(self, matrix: Any, right: fmpz_mat) -> tuple[fmpz_mat, fmpz]:
        """Return the z with matrix·z = right, times the determinant. Domain: a matrix with an inverse.

        >>> BasisByCramersRule([], 0, ()).solved(fmpz_mat(1, 1, [6]), fmpz_mat(1, 1, [4]))
        ([4], 6)
        """
        determinant, (numerators, denominator) = matrix.det(), super().solved(matrix, right)
        return numerators * (determinant // denominator), determinant


def _pay(row: IntegerRow, price: fmpz, left: dict[int, fmpz]) -> None:
    """Subtract a row's price from the remaining costs."""
    if price:
        for v, a in row.items():
            if v in left:
                left[v] -= a * price


def pivots(matrix: nmod_mat) -> list[int]:
    """Return the pivot columns of the reduced row echelon form.

    >>> pivots(nmod_mat(2, 3, [1, 2, 0, 2, 4, 1], 7))
    [0, 2]
    """
    if not matrix.nrows() or not matrix.ncols():
        return []
    reduced, rank = matrix.rref()
    found: list[int] = []
    for row in range(rank):
        at = found[-1] + 1 if found else 0
        while int(reduced[row, at]) == 0:
            at += 1
        found.append(at)
    return found
