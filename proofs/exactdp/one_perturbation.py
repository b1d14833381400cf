"""One change of a mechanism whose constraint matrix breaks the row pattern, for all unimodal losses at once.

Let row i break the pattern at s < t, and let k be the point of s..t nearest to the mode of row i. Mass goes to k from t
in the rows up to i, and from s in the rows after i. As the modes do not decrease, k is between t and the mode in the
first rows, and between s and the mode in the others. So no row loses more.
"""

from functools import cache

from exactdp.claims import Claim
from exactdp.claims.deriving import Proof
from exactdp.claims.formulas import (
    INDEX_MAP,
    TRUE,
    If,
    Sum,
    as_number,
    between,
    both,
    function,
    indices,
    matrices,
    numbers,
    variable,
)
from exactdp.claims.lemmas import moved_row_loss
from exactdp.claims.names import explained
from exactdp.claims.polytope_words import moved
from exactdp.claims.vocabulary import private
from exactdp.commands.cli import main

claim = Claim("exactdp.one-perturbation", "one change for all unimodal losses", section="3", position=10)

i, j, k, m, n, r, s, t, v = indices("i j k m n r s t v")
a, d, p, q = numbers("α δ p q")
x, l = matrices("x l")  # noqa: E741 (the papers' letter for a loss)
u = variable("μ", INDEX_MAP)


def change(p, q):
    """Return the matrix in which k gets the part p of t in the rows up to i, and the part q of s in the others."""
    parts = [moved(x, function(j, part * x[j, at]), k, at)[j, r] for part, at in ((p, t), (q, s))]
    return function(j, r, If(j <= i, *parts))


step = explained(
    "step({0}; {1}, {2}, {3}→{4}←{5})",
    (x, d, i, s, k, t),
    change(d / x[i, t], d / x[i + 1, s]),
    r"\mathrm{{step}}({0}; {1}, {2}, {3} \to {4} \leftarrow {5})",
)
y = step(x, d, i, s, k, t)

broken = explained(
    "columns {3} and {4} break the pattern in row {2} of {0} for {1} on {{0..{5}}} × {{0..{6}}}",
    (x, a, i, s, t, n, m),
    both(0 <= i, i < n, 0 <= s, s < t, t <= m, 0 < x[i + 1, s] - a * x[i, s], 0 < x[i, t] - a * x[i + 1, t]),
    r"\text{{columns }} {3}, {4} \text{{ break the pattern in row }} {2} \text{{ of }} {0} \text{{ for }} {1} "
    r"\text{{ on }} \{{0..{5}\}} \times \{{0..{6}\}}",
)
breaks = broken(x, a, i, s, t, n, m)
limits = (
    If(k == t, a * d, d) <= x[i, t] - a * x[i + 1, t],
    If(k == s, a * d, d) <= x[i + 1, s] - a * x[i, s],
)
fits = explained(
    "{0} fits columns {4}, {5} and {6} in row {3} of {1} for {2}",
    (d, x, a, i, s, k, t),
    limits[0] & limits[1],
    r"{0} \text{{ fits columns }} {4}, {5}, {6} \text{{ in row }} {3} \text{{ of }} {1} \text{{ for }} {2}",
)
small = fits(d, x, a, i, s, k, t)


def near(x, j, r):
    return (a * x[j + 1, r] <= x[j, r]) & (a * x[j, r] <= x[j + 1, r])


places = (0 <= i, i < n, 0 <= s, s < t, t <= m, s <= k, k <= t)
shares = (0 <= d, 0 <= p, 0 <= q, p * x[i, t] == d, q * x[i + 1, s] == d, (k == t) | (p <= 1), (k == s) | (q <= 1))


@cache
def entries_stay():
    """No entry falls below 0."""
    proof = Proof([private(x, a, n, m), *places, *shares, between(0, j, n), between(0, r, m)], 0 <= change(p, q)[j, r])
    sign = proof.parts(private(x, a, n, m))[-3]

    def row(at, fixed):
        def changed(case):
            known = sign(j, r), sign(j, at)
            one = case.know(fixed)
            return case.either(one, lambda e: e.have(proof.goal, *known), lambda e: e.have(proof.goal, *known))

        return changed

    return proof.cases(proof.goal, (j <= i, row(t, shares[-2])), (TRUE, row(s, shares[-1]))).theorem


@cache
def rows_stay():
    """No row gains or loses: its sum is what a loss of 1 everywhere costs."""
    proof = Proof([private(x, a, n, m), *places, between(0, j, n)], Sum(r, 0, m, change(p, q)[j, r]) == 1)
    one = proof.parts(private(x, a, n, m))[-2](j)
    ones = function(i, r, as_number(1))

    def row(part, at):
        def total(case):
            moved_part = function(j, part * x[j, at])
            loss = case.use(moved_row_loss(), l=ones, e=moved_part, j=k, k=at, i=j)
            same = case.termwise(r, 0, m, change(p, q)[j, r] == moved(x, moved_part, k, at)[j, r] * ones[j, r])
            return case.have(proof.goal, same, loss, one)

        return total

    return proof.cases(proof.goal, (j <= i, row(p, t)), (TRUE, row(q, s))).theorem


@cache
def neighbours_stay():
    """Rows that change alike keep their constraints; between rows i and i+1 a column gets or loses δ."""
    given = [0 < a, a < 1, private(x, a, n, m), *places, *shares, *limits, between(0, j, n - 1), between(0, r, m)]
    proof = Proof(given, near(change(p, q), j, r))
    close = proof.parts(private(x, a, n, m))[-1]
    goal = proof.goal

    def alike(at, fixed):
        def rows(case):
            known = close(j, r), close(j, at)
            return case.either(case.know(fixed), *[lambda e: e.have(goal, *known)] * 2)

        return rows

    def at_cut(case):
        known = close(i, r), *map(case.know, (*limits, *shares[3:5]))
        return case.have(goal, *known)

    return proof.cases(goal, (j < i, alike(t, shares[-2])), (i < j, alike(s, shares[-1])), (TRUE, at_cut)).theorem


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
