"""Footnote 3: a limiting argument for a prior without full support or a loss that is not strictly monotone.

The limit is one optimal vertex with the pattern of Lemma 5.5. The argument says nothing about the other optimal
vertices, but the proof starts from an arbitrary optimal vertex. Some optimum of every user has the pattern: a monotone
loss is unimodal with the modes r = i, and then some remap of G with rows in order is optimal. For |i-r| and the prior
(1-ε)·p + ε·uniform, the prices of the constraints are linear in ε. So one mechanism with the pattern is optimal for all
ε up to 9/11.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary.concentration import unimodal
from exactdp.claims.vocabulary.polytope import a_vertex, row_pattern

claim = Claim(
    "ghosh2009.footnote-3",
    "perturbations and a limiting argument",
    section="5",
    position=72,
    printed="the pattern of Lemma 5.5 for the fixed optimal vertex x, without full support or strict monotonicity",
    slip="statement",
)

n, i, k, r, s = indices("n i k r s")
a, e = numbers("α ε")
x, y, z, l = matrices("x y z l")  # noqa: E741 (the paper's name of a loss)
(p,) = vectors("p")

half = Fraction(1, 2)
without_pattern = named("vertex", table([["2/3", "1/3", 0], ["1/3", "2/3", 0], ["2/3", "1/3", 0]]))
limit = named("limit", table([["2/3", "1/3", 0], ["1/3", "2/3", 0], ["1/6", "5/6", 0]]))
towards_uniform = function(i, (1 - e) * If(i <= 1, half, 0) + e * Fraction(1, 3))
perturbed = Definition("p_{0}", (e,), towards_uniform)
last = Fraction(9, 11)
small = (0 <= e, e <= last)


def loss(mechanism, level=e):
    return bayesian_loss(perturbed(level), absolute_loss, mechanism, 2, 2)


claim.printed_as(
    "every-optimal-vertex",
    1 <= n,
    0 < a,
    a < 1,
    prior(p, n),
    monotone(l, n, n),
    a_vertex(x, a, n, n),
    optimal(x, p, l, a, n, n),
    0 <= i,
    i < n,
    row_pattern(x, a, i, n),
    at={
        "n": 2,
        "i": 1,
        "α": half,
        "p": (half, half, Fraction(0)),
        "l": tuple(tuple(Fraction(abs(row - to)) for to in range(3)) for row in range(3)),
        "x": tuple(tuple(Fraction(each, 3) for each in row) for row in ((2, 1, 0), (1, 2, 0), (2, 1, 0))),
    },
    instead=("some-optimum", "limit-has-the-pattern", "limit-optimal"),
)

T = matrix("T")
has_pattern = All(i, between(0, i, n - 1), row_pattern(x, a, i, n))


@claim.clause(
    "some-optimum",
    1 <= n,
    0 < a,
    a < 1,
    prior(p, n),
    monotone(l, n, n),
    Some(x, optimal(x, p, l, a, n, n), has_pattern),
    kept=dict.fromkeys(
        ("1 ≤ n", "0 < α", "α < 1", "p is a prior on {0..n}"), "instances do not search for the mechanism"
    ),
)
def some_optimum(proof):
    truth = function(i, i)
    inner = proof.inside(unfold(unimodal(l, truth, n, n)))

    def no_larger(condition, near, far):
        case = inner.assuming(condition)
        case.remember(case.have(abs(i - near) <= abs(i - far)))
        return inner.imply(condition, case.know(monotone(l, n, n))(i)(near)(far))

    modes = inner.closed(inner.have(inner.goal, no_larger(i <= r, r, r + 1), no_larger(r < i, r + 1, r)))
    remap = proof.cite("exactdp.row-pattern-of-optimum#optimum", modes, m=n, μ=truth)
    found = proof.let(remap, T)
    row = proof.assuming(between(0, i, n - 1))
    each = row.cite("exactdp.row-pattern-of-optimum#has-pattern", *found.parts(), m=n)
    image = product(geometric_mechanism(n, a), T, n)
    return proof.witness(proof.goal, image, proof.all(each, i, between(0, i, n - 1)))


claim.clause("private", private(without_pattern, half, 2, 2) & private(limit, half, 2, 2))(by_arithmetic)
claim.clause("without-the-pattern", ~row_pattern(without_pattern, half, 1, 2))(by_evaluation)
claim.clause("limit-has-the-pattern", row_pattern(limit, half, 0, 2) & row_pattern(limit, half, 1, 2))(by_evaluation)

i_r = between(0, i, 2), between(0, r, 2)


def on_all_rows(proof, mechanism=x):
    nonneg, rows, near = proof.parts(private(mechanism, half, 2, 2))[-3:]
    cells = [(at, to) for at in range(3) for to in range(3)]
    return [*(nonneg(*each) for each in cells), *map(rows, range(3)), *(near(*each) for each in cells[:6])]


claim.clause("optimal", private(x, half, 2, 2), loss(without_pattern, 0) <= loss(x, 0))(
    lambda proof: proof.qed(*on_all_rows(proof))
)
claim.clause("limit-optimal", *small, private(x, half, 2, 2), loss(limit) <= loss(x))(
    lambda proof: proof.qed(*on_all_rows(proof))
)

midway = Every((i, 0, 2), (r, 0, 2), 2 * without_pattern[i, r] == y[i, r] + z[i, r])
two = (private(y, half, 2, 2), private(z, half, 2, 2), midway)


def entries_of(proof, mechanism, known, *facts):
    """Return that a mechanism has these entries, each of them shown from the facts."""
    found = [proof.indirect(known[at, to] == mechanism[at, to], *facts) for at in range(3) for to in range(3)]
    return proof.have(Every((i, 0, 2), (r, 0, 2), known[i, r] == mechanism[i, r]), *found)


@claim.clause("vertex", *two, *i_r, without_pattern[i, r] == y[i, r])
def is_vertex(proof):
    middle = [proof.know(midway)(at)(to) for at in range(3) for to in range(3)]
    facts = (*on_all_rows(proof, y), *on_all_rows(proof, z), *middle)
    inner = Proof(two)
    return proof.use(entries_of(inner, y, without_pattern, *(inner.fact(each) for each in facts)).theorem)(i)(r)


k_s = between(0, k, 2), between(0, s, 2)


@claim.clause("only-at-half", private(x, half, 2, 2), loss(x, half) <= loss(limit, half), *k_s, limit[k, s] == x[k, s])
def only_at_half(proof):
    inner = Proof(proof.given[:-4])
    return proof.fact(entries_of(inner, x, limit, *on_all_rows(inner)))(k)(s)


@claim.clause(
    "only-optimum", 0 < e, e < last, private(x, half, 2, 2), loss(x) <= loss(limit), *k_s, limit[k, s] == x[k, s]
)
def only_optimum(proof):
    # How much more x loses is linear in ε and ≥ 0 at 0 and 9/11: so it is 0 at both, and at 1/2.
    b, c = numbers("b c")
    given = [0 <= b, 0 <= c, 0 < e, e < last, (last - e) * b + e * c <= 0]
    zero = [Proof(given).by_contradiction(v <= 0, lambda case, v=v: case.contradiction(v <= 0)).theorem for v in (b, c)]
    more = {level: loss(x, level) - loss(limit, level) for level in (Fraction(0), last)}
    ends = [proof.cite("ghosh2009.footnote-3#limit-optimal", ε=level) for level in more]
    signs = [proof.have(0 <= value, end) for value, end in zip(more.values(), ends, strict=True)]
    first, second = more.values()
    both = [proof.use(each, *signs, (last - e) * first + e * second <= 0, b=first, c=second) for each in zero]
    at_half = proof.have(loss(x, half) <= loss(limit, half), *both)
    return proof.cite("ghosh2009.footnote-3#only-at-half", at_half)
