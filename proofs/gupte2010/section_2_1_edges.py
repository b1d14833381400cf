"""Section 2.1: the meaning of privacy at the two ends, α = 0 and α = 1, and for the smallest n.

At α = 0 the definition asks for x ≥ 0 only. At α = 1 it requires equal rows on neighbours. A chain of neighbours, in
which one row changes at a time, joins any two databases. The printed 1/α·x ≥ y has no meaning at α = 0 unless it is
read as x ≥ α·y. For every α > 0 it makes two neighbours have the same possible outputs; at 0 it must not.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.section-2-1.edges",
    "no privacy and absolute privacy",
    section="2.1",
    position=50,
    printed="(1/α)·x_{d_1,r} ≥ x_{d_2,r}, here and in Definition 2, also for α = 0, where the text calls it vacuous",
    slip="statement",
    weight="edge",
    kept=KEPT,
)

n, m, i, j, k, r = indices("n m i j k r")
a, b = numbers("α β")
x = matrix("x")
d, e = (variable(name, INDEX_MAP) for name in ("d", "e"))

u, v = numbers("u v")
same = ((v <= 1 / a * u) >> (a * v <= u)) & ((a * v <= u) >> (v <= 1 / a * u))
claim.printed_as(
    "one-over-level", 0 <= a, a <= 1, 0 <= u, 0 <= v, same, at={"α": 0, "u": 0, "v": 1}, instead=("product", "level-0")
)
claim.clause("product", 0 < a, same)(lambda proof: proof.qed(factors=3))

claim.clause("level-0", stochastic(x, n, m), private(x, 0, n, m))(by_arithmetic)

rows = (between(0, i, n), between(0, k, n), between(0, r, m))


@claim.clause("level-1", private(x, 1, n, m), *rows, x[i, r] == x[k, r])
def level_1(proof):
    def at_most(one, other):
        bound = proof.cite("ghosh2009.section-5.z-columns#bound", α=1, i=other, k=one)
        return proof.have(x[one, r] <= x[other, r], bound)

    return proof.indirect(proof.goal, at_most(i, k), at_most(k, i))


equal = Every((i, 0, n), (k, 0, n), (r, 0, m), x[i, r] == x[k, r])


@claim.clause("equal-rows", stochastic(x, n, m), equal, private(x, 1, n, m))
def equal_rows(proof):
    nonneg, ones = proof.parts(stochastic(x, n, m))[-2:]
    same = proof.know(equal)
    near = proof.have(unfold(private(x, 1, n, m)).args[1], same(i, i + 1)(r))
    return proof.qed(nonneg, ones, near)


claim.clause("smaller-levels", 0 <= b, b <= a, private(x, a, n, m), private(x, b, n, m))(
    lambda proof: proof.use(lemmas.less_private(), α=b, β=a)
)
claim.clause("no-rows", stochastic(x, 0, m), private(x, a, 0, m))(
    lambda proof: proof.qed(*proof.parts(stochastic(x, 0, m))[-2:])
)


def member(k):
    """The database with the first k rows of e, and the other rows of d."""
    return function(j, If(j < k, e[j], d[j]))


@claim.clause("chain", 0 <= i, i < n, neighbours(member(i), member(i + 1), n))
def chain(proof):
    goal = member(i)[k] == member(i + 1)[k]
    row = proof.assuming(between(0, k, n - 1), k != i)
    each = row.have(goal, k != i)
    return proof.qed(proof.witness(unfold(proof.goal), i, proof.all(each, k, between(0, k, n - 1), k != i)))


claim.clause("ends-of-chain", 0 <= k, k < n, (member(0)[k] == d[k]) & (member(n)[k] == e[k]))(by_arithmetic)


@claim.clause(
    "same-outputs", 0 < a, private(x, a, n, m), 0 <= i, i < n, between(0, r, m), x[i, r] == 0, x[i + 1, r] == 0
)
def same_outputs(proof):
    nonneg = proof.parts(private(x, a, n, m))[-3]
    positive = 0 < x[i + 1, r]
    return proof.cases(
        proof.goal,
        (positive, lambda p: p.contradiction(proof.goal, p.product(0 < a, p.know(positive)))),
        (x[i + 1, r] <= 0, lambda p: p.indirect(proof.goal, nonneg(i + 1, r))),
    )


claim.clause(
    "not-at-0", 1 <= n, Some(x, private(x, 0, n, n), (x[0, 0] == 1) & (x[1, 0] == 0)), witnesses={"x": unit_matrix()}
)(lambda proof: proof.cite("ghosh2009.section-5.z-columns#not-at-zero"))
