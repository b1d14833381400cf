"""Theorem 1, part 2, of the minimax paper for every unimodal loss.

On every input, any private y loses at least as much as some remap of G (universal-optimality). So every bound on the
losses of y on S also bounds the losses of that remap. The remaps of G are a polytope, so one of them has the least
worst loss over S, by a theorem of the Coq library; no private mechanism has less.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.concentration import rising_unimodal, unimodal
from exactdp.claims.vocabulary.lexicographic import minimax_optimal

claim = Claim(
    "exactdp.unimodal-minimax",
    "interacting with G is optimal for every consumer with a unimodal loss",
    section="3",
    position=30,
    kept=dict.fromkeys(
        (
            *("0 ≤ n", "1 ≤ n", "0 ≤ m", "0 ≤ α", "α ≤ 1"),
            *("l is unimodal with the modes μ on {0..n} × {0..m}", "μ never decreases on {0..n}"),
        ),
        "instances do not search for the remap",
    ),
)

i, j, k, m, n = indices("i j k m n")
a, t = numbers("α t")
l, x, y, T, U = matrices("l x y T U")  # noqa: E741 (the papers' letter for a loss)
(e,) = vectors("e")
u, S = variable("μ", INDEX_MAP), variable("S", SET)
G = geometric_mechanism(n, a)
given = (1 <= n, 0 <= m, 0 <= a, a <= 1, rising_unimodal(l, u, n, m))


def bounded_by_weights(of):
    losses = expected_loss(l, product(x, of, n), m, i) <= t
    return All(i, between(0, i, n), (0 < e[i]) >> losses)


exists = Some(T, stochastic(T, n, m), All(U, stochastic(U, n, m), All(t, bounded_by_weights(U), bounded_by_weights(T))))


def at_most(of):
    return All(i, between(0, i, n), (0 < e[i]) >> (expected_loss(l, of, m, i) <= t))


keeps_weighted_bounds = explained(
    "{0} keeps the bounds of {1} for {2} on inputs with positive {3} in {{0..{4}}} × {{0..{5}}}",
    (U, y, l, e, n, m),
    All(t, at_most(y), at_most(U)),
)
no_larger_of_remaps = keeps_weighted_bounds(product(x, T, n), product(x, U, n), l, e, n, m)
exists_named = Some(T, stochastic(T, n, m), All(U, stochastic(U, n, m), no_larger_of_remaps))


@claim.clause("best-remap", 0 <= n, 0 <= m, exists_named)
def best_remap(proof):
    return core.restate(core.in_coq("Statements", "minimax_remap_exists", exists, 0 <= n, 0 <= m), exists_named)


optimum = Some(T, stochastic(T, n, m), minimax_optimal(product(G, T, n), l, S, a, n, m))


@claim.clause("optimal", *given, optimum)
def some_remap_is_optimal(proof):
    """Let the inputs of positive weight be those in S. The bound is what y loses on its worst input."""
    weights = function(i, If(S[i], as_number(1), 0))

    def loss(of, at):
        return expected_loss(l, of, m, at)

    def inside(row, goal, step):
        """Return the goal for an input of positive weight: it is in S."""

        def outside(case):
            known = case.have(weights[j] == 0), case.know(0 < weights[j])
            return case.fact(core.absurd(case.opaque(term(0) < as_number(0), *known, terms=[weights[j]]).theorem, goal))

        return row.cases(goal, (S[j], step), (TRUE, outside))

    def best(inner, found):
        rows = inner.cite("exactdp.level-of-derivable#at-least")
        optimal = minimax_optimal(product(G, T, n), l, S, a, n, m)
        others = unfold(optimal).args[1]
        return inner.witness(optimum, T, rows, inner.for_all(others, lambda p: no_worse_than_y(p, found)))

    def no_worse_than_y(p, found):
        def at_worst(q, at):
            most = next(part for part in at.parts() if part.says.op == "all")
            return q.obtain(q.cite("exactdp.universal-optimality#losses", x=y), U, lambda e, one: compare(e, most, one))

        def compare(q, most, other):
            q.remember(q.know(unimodal(l, u, n, m)))
            row = q.assuming(between(0, j, n), 0 < weights[j])
            less = loss(product(G, U, n), j) <= loss(y, k)

            def at_j(case):
                return case.opaque(less, other.parts()[-1](l, j), case.fact(most(j)))

            q.remember(q.all(row.imply(0 < weights[j], inside(row, less, at_j)), j, between(0, j, n)))
            least = q.fact(found.parts()[-1](U, loss(y, k), i))
            return q.witness(p.goal, k, q.detach(least))

        return p.obtain(p.cite("gupte2010.equation-1#attained", x=y, j=i), k, at_worst)

    found = proof.cite("exactdp.unimodal-minimax#best-remap", x=G, e=weights)
    return proof.obtain(found, T, best)
