"""Section 2.3: a mechanism followed by a remap is a mechanism again, and at least as private.

(y∘x)_ir sums x_ir'·y_r'r over r', with the same factors y_r'r ≥ 0 on input i+1. So each of the two privacy
inequalities for y∘x is the sum of those for x, each times such a factor. If x has infinitely many responses, this holds
for each partial sum. A remap that reads all responses alike even has the level 1.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import within_level

claim = Claim("ghosh2009.section-2-3.remap", "a remap keeps privacy", section="2.3", position=20)

n, m, s, i, j, k, r, z, low, high = indices("n m s i j k r z low high")
a = number("α")
x, T = matrices("x T")
g = variable("g", INDEX_MAP)

claim.clause(
    "private",
    0 <= a,
    0 <= n,
    0 <= s,
    private(x, a, n, s),
    stochastic(T, s, m),
    private(product(x, T, s), a, n, m),
    kept={"0 ≤ α": "the paper's levels", "0 ≤ n": "the inputs are {0..n}"},
)(lambda proof: proof.use(lemmas.post_processing()))


def part(at):
    return Sum(z, low, high, x[at, z] * T[z, r])


near = All(z, between(low, z, high), within_level(x[i, z], x[i + 1, z], a))
weights = All(z, between(low, z, high), 0 <= T[z, r])


@claim.clause("parts", near, weights, within_level(part(i), part(i + 1), a))
def parts(proof):
    by = *proof.know(near)(z).parts(), proof.know(weights)(z)
    sides = [(i, i + 1), (i + 1, i)]
    return proof.qed(*(proof.termwise(z, low, high, a * x[b, z] * T[z, r] <= x[c, z] * T[z, r], *by) for b, c in sides))


always = function(z, r, If(r == j, as_number(1), 0))


@claim.clause("constant", stochastic(x, n, s), between(0, j, m), private(product(x, always, s), 1, n, m))
def constant(proof):
    rows = proof.parts(stochastic(x, n, s))[-1]
    P = product(x, always, s)

    def entry(at):
        row = proof.assuming(between(0, at, n))
        moved = row.use(lemmas.scaled_sum(), low=0, high=s, t=always[0, r], f=function(z, x[at, z]))
        return row.have(P[at, r] == always[0, r], moved, rows(at))

    inside = proof.assuming(between(0, i, n), between(0, r, m))
    at_least_0 = inside.have(P[i, r] >= 0, entry(i))
    one = proof.use(lemmas.one_term(), low=0, high=m, f=function(k, as_number(1)))
    total = proof.assuming(between(0, i, n)).have(
        Sum(r, 0, m, P[i, r]) == 1, proof.termwise(r, 0, m, P[i, r] == always[0, r], entry(i)), one
    )
    inside = proof.assuming(between(0, i, n - 1), between(0, r, m))
    alike = inside.have((1 * P[i + 1, r] <= P[i, r]) & (1 * P[i, r] <= P[i + 1, r]), entry(i), entry(i + 1))
    return proof.qed(
        proof.every((i, 0, n), (r, 0, m), at_least_0),
        proof.all(total, i, between(0, i, n)),
        proof.every((i, 0, n - 1), (r, 0, m), alike),
    )


one_to_one = All(z, between(0, z, s), z != k, g[z] != g[k])


@claim.clause("one-to-one", between(0, k, s), one_to_one, product(x, reads(g), s)[i, g[k]] == x[i, k])
def same_column(proof):
    inner = proof.assuming(between(0, z, s))
    goal = x[i, z] * reads(g)[z, g[k]] == If(z == k, x[i, z], 0)

    def other(case):
        differs = [lambda side: side.have(goal)] * 2
        return case.either(case.know(one_to_one)(z), *differs)

    each = inner.cases(goal, (z == k, lambda case: case.have(goal)), (TRUE, other))
    one = proof.use(lemmas.one_term(), low=0, high=s, j=k, f=function(z, x[i, z]))
    return proof.qed(proof.termwise(z, 0, s, goal, each), one)


half = Fraction(1, 2)
G = geometric_mechanism(1, half)
flip = table([["3/4", "1/4"], ["1/4", "3/4"]])

claim.clause("level-before", private(G, a, 1, 1), a <= half)(
    lambda proof: proof.qed(proof.parts(private(G, a, 1, 1))[-1](0, 0))
)
claim.clause("larger-level", private(product(G, flip, 1), Fraction(5, 7), 1, 1))(by_arithmetic)
