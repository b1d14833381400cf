"""Homogeneous linear equations, fewer than their unknowns, have a solution that is not 0.

The proof is by induction on the number of equations, as in Gauss's elimination. If the last unknown is in no equation,
set it to 1 and the others to 0. If it is in equation c, subtract multiples of equation c to eliminate it from the other
equations. These then have a solution that is not 0, and equation c gives the last unknown.
"""

from fractions import Fraction

from flint import fmpq, fmpq_mat

from exactdp.claims.language import *

claim = Claim("exactdp.more-unknowns", "fewer equations than unknowns", section="1", position=24)

n, b, c, i, k = indices("n b c i k")
A, B = matrix("A"), matrix("B")
t, u = vectors("t u")


def combined(A, t, i, n):
    return Sum(k, 0, n, A[i, k] * t[k])


solves = explained(
    "{0} is a nonzero solution of {2} homogeneous equations with the coefficients {1} on {{0..{2}}}",
    (t, A, n),
    Some(b, between(0, b, n), t[b] != 0) & All(i, 0 <= i, i < n, combined(A, t, i, n) == 0),
)
solvable = Some(t, solves(t, A, n))


def _some_solution(rows: Rows, n: int) -> tuple[Fraction, ...]:
    """Return the solution in which the first unknown that no equation fixes is 1."""
    reduced, rank = fmpq_mat(
        [[fmpq(v.numerator, v.denominator) for v in row[: n + 1]] for row in rows[:n]] or [[fmpq(0)] * (n + 1)]
    ).rref()
    fixed = [next(k for k in range(n + 1) if reduced[i, k]) for i in range(rank)]
    free = next(k for k in range(n + 1) if k not in fixed)
    found = [Fraction(int(k == free)) for k in range(n + 1)]
    for i, k in enumerate(fixed):
        found[k] = -Fraction(int(reduced[i, free].p), int(reduced[i, free].q))
    return tuple(found)


some_solution = Definition(
    "the first solution that is not 0 of {1} equations {0} with unknowns {{0..{1}}}",
    (A, n),
    None,
    VECTOR,
    decide=_some_solution,
)

# Row c has the last unknown. It is eliminated from the other rows; row n takes the place of row c.
last = A[c, n + 1]


def other(k):
    return If(i == c, A[n, k], A[i, k])


freed = function(i, k, last * other(k) - other(n + 1) * A[c, k])
lifted = function(k, If(k <= n, last * u[k], -Sum(b, 0, n, A[c, b] * u[b])))
only_last = function(k, as_number(If(k == n + 1, 1, 0)))


def not_in_last(proof, goal):
    """No equation has the last unknown: it may be 1, and the others 0."""
    none = proof.know(negation(Some(c, between(0, c, n), A[c, n + 1] != 0)))
    row = proof.assuming(0 <= i, i < n + 1)
    one = row.use(lemmas.one_term(), low=0, high=n + 1, j=n + 1, f=function(k, A[i, k]))
    terms = row.termwise(k, 0, n + 1, A[i, k] * only_last[k] == If(k == n + 1, A[i, k], 0))
    zero = row.indirect(A[i, n + 1] == 0, none(i))
    each = row.have(combined(A, only_last, i, n + 1) == 0, one, terms, zero)
    some = proof.witness(Some(b, between(0, b, n + 1), only_last[b] != 0), n + 1)
    return proof.witness(goal, only_last, some, proof.all(each, i, 0 <= i, i < n + 1))


def not_zero(proof):
    """Return that last·u_b is not 0, because neither factor is."""
    goal = lifted[b] != 0

    def signs(p, first):
        sides = [lambda q, s=s: q.have(goal) for s in (u[b] < 0, 0 < u[b])]
        return p.either(p.know(u[b] != 0), *sides)

    return proof.either(proof.know(last != 0), *[lambda p, s=s: signs(p, s) for s in (last < 0, 0 < last)])


def with_last(proof, goal, before):
    """Equation c has the last unknown: it is eliminated from the others, and equation c determines it."""

    def split(p, of):
        """Return the facts that take equation `of` apart: the last unknown, and the others."""
        others = p.termwise(k, 0, n, A[of, k] * lifted[k] == last * (A[of, k] * u[k]))
        return p.split(combined(A, lifted, of, n + 1), n), others, p.have(lifted[n + 1] == -combined(A, u, c, n))

    def holds(of):
        return combined(A, lifted, of, n + 1) == 0

    def freed_from(proof, of, at, zeros):
        """Return that equation `of` holds, which row `at` of the freed ones comes from."""
        return proof.have(holds(of), *split(proof, of))

    some, zeros = proof.let(before(freed), u).parts()[-2:]
    each = proof.assuming(0 <= i, i < n + 1).cases(
        holds(i),
        (i == c, lambda q: q.replace(q.have(c == i), holds, q.have(holds(c), *split(q, c)))),
        (i == n, lambda q: q.replace(q.have(n == i), holds, freed_from(q, n, c, zeros))),
        (TRUE, lambda q: freed_from(q, i, i, zeros)),
    )
    unknown = Some(b, between(0, b, n + 1), lifted[b] != 0)
    there = proof.obtain(some, b, lambda q, _: q.witness(unknown, b, not_zero(q)))
    return proof.witness(goal, lifted, there, proof.all(each, i, 0 <= i, i < n + 1))


@claim.clause("solution", 0 <= n, solvable, witnesses={"t": some_solution(A, n)})
def solution(proof):
    every = All(A, solvable)
    one = function(k, as_number(1))
    start = Proof([])
    some = start.witness(Some(b, between(0, b, 0), one[b] != 0), 0)
    none = start.witness(substitute(solvable, {"n": term(0)}), one, some)
    p, before = proof.inductive(every, n, 0, [start.all(none, A)])
    more = Some(t, solves(t, A, n + 1))
    some = Some(c, between(0, c, n), A[c, n + 1] != 0)
    found = p.cases(
        more,
        (some, lambda q: q.obtain(q.know(some), c, lambda r, _: with_last(r, more, before))),
        (TRUE, lambda q: not_in_last(q, more)),
    )
    return p.closed(p.all(found, A))(A)
