"""Theorem 6.3 for randomized remaps: they are deterministic ones of a mechanism that tosses their coins itself.

Let x' draw r by x, then independently c by y and d by z from r, and answer with the pair (c, d). It has (c, d) with
probability Σ_r x_ir·y_rc·z_rd. It is as private as x, and its parts are y∘x and z∘x. So if x is optimal for both users
with randomized remaps, x' is optimal for both with deterministic remaps, and Theorem 6.3 excludes that. It also
excludes mixtures of mechanisms.
"""

from exactdp.claims.language import *

claim = Claim(
    "ghosh2009.theorem-6.3.randomized", "randomized remaps do not help", section="6.2", position=74, kept=KEPT
)

n, m, q, s, i, r, c, d = indices("n m q s i r c d")
a, b = numbers("α β")
x, y, z, u = matrices("x y z u")
pair = explained(
    "Pr({5}, {6} | {3}; {0}, {1}, {2}, {4})", (x, y, z, i, m, c, d), Sum(r, 0, m, x[i, r] * y[r, c] * z[r, d])
)


def drawn(row):
    return pair(x, y, z, row, m, c, d)


given = (private(x, a, n, m), stochastic(y, m, q), stochastic(z, m, s))
cells = (between(0, c, q), between(0, d, s))


def neighbouring(up, down, which):
    """Add the clause that a pair is within α for the inputs i and i+1, in one of the two orders."""

    @claim.clause(which, *given, 0 <= i, i < n, *cells, a * drawn(up) <= drawn(down))
    def near(proof):
        signs = [proof.parts(f)[-2](r, at) for f, at in zip(given[1:], (c, d), strict=True)]
        inner = proof.assuming(between(0, r, m))
        weight = inner.have(0 <= y[r, c] * z[r, d], *signs)
        goal = a * (x[up, r] * y[r, c] * z[r, d]) <= x[down, r] * y[r, c] * z[r, d]
        within = proof.parts(given[0])[-1](i, r).parts()[0 if which == "private-down" else 1]
        return proof.qed(proof.termwise(r, 0, m, goal, inner.have(goal, inner.product(weight, within))))


neighbouring(i + 1, i, "private-down")
neighbouring(i, i + 1, "private-up")


def part(proof, v, high, factor, kept):
    """Return what the sum over one part of the pair leaves: the factor that it is in sums to 1."""
    inner = proof.assuming(between(0, r, m))
    pairs = x[i, r] * y[r, c] * z[r, d]
    each = inner.have(Sum(v, 0, high, pairs) == x[i, r] * kept, inner.parts(factor)[-1](r))
    return proof.qed(proof.exchange(Sum(v, 0, high, Sum(r, 0, m, pairs))), proof.termwise(r, 0, m, each))


claim.clause("first-part", given[2], Sum(d, 0, s, drawn(i)) == product(x, y, m)[i, c])(
    lambda proof: part(proof, d, s, given[2], y[r, c])
)
claim.clause("second-part", given[1], Sum(c, 0, q, drawn(i)) == product(x, z, m)[i, d])(
    lambda proof: part(proof, c, q, given[1], z[r, d])
)

mechanisms = (private(x, a, n, m), private(u, a, n, m))


@claim.clause("mixture", *mechanisms, 0 <= b, b <= 1, private(mixed_matrices(x, u, b), a, n, m))
def mixture(proof):
    mixed, weights = mixed_matrices(x, u, b), (proof.have(0 <= 1 - b), proof.know(0 <= b))
    nonneg, _, near = zip(*(proof.parts(f)[-3:] for f in mechanisms), strict=True)
    row, response = between(0, i, n), between(0, r, m)
    cell, pair = proof.assuming(row, response), proof.assuming(between(0, i, n - 1), response)

    def weighed(inner, facts):
        return [inner.product(weight, fact) for weight, fact in zip(weights, facts, strict=True)]

    sign = cell.have(0 <= mixed[i, r], *weighed(cell, [of(i, r) for of in nonneg]))
    total = proof.assuming(row).have(Sum(r, 0, m, mixed[i, r]) == 1)
    sides = [
        pair.have(a * mixed[low, r] <= mixed[high, r], *weighed(pair, [of(i, r).parts()[at] for of in near]))
        for at, (low, high) in enumerate(((i + 1, i), (i, i + 1)))
    ]
    entries = proof.all(proof.all(sign, r, response), i, row)
    pairs = proof.all(proof.all(pair.both(*sides), r, response), i, between(0, i, n - 1))
    return proof.qed(entries, proof.all(total, i, row), pairs)
