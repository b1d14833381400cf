"""The tableau: its numbers are those of the basis, and its pivots end in the same answers as those of other bases."""

from fractions import Fraction
from random import Random

from flint import fmpq_mat

from exactdp.linear_programs import optimal_basis
from exactdp.linear_programs.linear_program import Infeasible, LinearProgram, OptimalPoint, Unbounded, holds
from exactdp.linear_programs.tableau import Tableau


def numbers(rng: Random, many: int) -> list[int]:
    return [rng.randint(-3, 3) for _ in range(many)]


def test_the_entries_are_those_of_the_basis() -> None:
    rng, n, m = Random(1), 3, 4
    for _ in range(20):
        rows, right, costs = [numbers(rng, n) for _ in range(m)], numbers(rng, m), numbers(rng, n) + [0] * m
        columns = [[row[j] for row in rows] for j in range(n)] + [[-(k == z) for k in range(m)] for z in range(m)]
        tableau = Tableau([dict(enumerate(row)) for row in rows], n, dict(enumerate(right)), [dict(enumerate(costs))])
        for _ in range(5):
            row, column = rng.randrange(m), rng.randrange(n)
            if not tableau.rows[row][column]:
                continue
            tableau.pivot(row, column)
            basis, others = (
                fmpq_mat(m, len(which), [columns[j][k] for k in range(m) for j in which])
                for which in (tableau.basic, tableau.others)
            )
            inverse, unit = basis.inv(), tableau.denominator
            assert unit == abs(basis.det())
            entries = inverse * others
            assert tableau.rows == [[entries[k, j] * unit for j in range(n)] for k in range(m)]
            values = inverse * fmpq_mat(m, 1, right)
            assert tableau.values == [values[k, 0] * unit for k in range(m)]
            assert tableau.costs == [
                [
                    (costs[j] - sum(costs[b] * entries[k, at] for k, b in enumerate(tableau.basic))) * unit
                    for at, j in enumerate(tableau.others)
                ]
            ]


def program(rng: Random) -> LinearProgram:
    """Return a small program, often degenerate."""
    n, m = rng.randint(1, 7), rng.randint(1, 7)

    def row(share: float) -> dict[int, Fraction]:
        return {j: Fraction(rng.randint(-3, 3), rng.choice((1, 1, 2, 3))) for j in range(n) if rng.random() < share}

    equalities = frozenset(k for k in range(m) if rng.random() < 0.4)
    free = frozenset(j for j in range(n) if rng.random() < 0.3)
    right = tuple(map(Fraction, numbers(rng, m)))
    return LinearProgram(n, row(0.7), tuple(row(0.6) for _ in range(m)), right, equalities, free)


def test_the_tableau_takes_the_same_pivots_to_the_same_answer() -> None:
    rng, kinds = Random(2), set()
    for _ in range(300):
        mine, other = (optimal_basis._Search(each) for each in [program(rng)] * 2)
        found = mine.run(alone=True, corrected=False)
        expected = other.pivoted(
            optimal_basis._Equations(other, other.contracted(tuple(range(other.n, other.n + other.m))))
        )
        assert found == expected
        assert mine.pivots == other.pivots
        assert holds(found)
        kinds.add(type(found))
    assert kinds == {OptimalPoint, Infeasible, Unbounded}
