"""Theorem 1, part 2, of the minimax paper for every unimodal loss.

Any private y loses, on every input, at least what some remap of G does (universal-optimality). So whatever bounds the
losses of y on S bounds those of that remap. The remaps of G are a polytope, so one of them has the least worst loss
over S, by a theorem of the Coq library; no private mechanism has less.
"""

from exactdp.claims import Claim, core
from exactdp.claims.concentration_words import rising_unimodal
from exactdp.claims.formulas import (
    INDEX_MAP,
    SET,
    TRUE,
    All,
    If,
    Some,
    as_number,
    between,
    function,
    indices,
    matrices,
    numbers,
    term,
    variable,
    vectors,
)
from exactdp.claims.names import explained
from exactdp.claims.vocabulary import bounds_loss, expected_loss, geometric_mechanism, private, product, stochastic
from exactdp.commands.cli import main

claim = Claim(
    "exactdp.unimodal-minimax",
    "interacting with G is optimal for every consumer with a unimodal loss",
    section="3",
    position=30,
)

i, m, n = indices("i m n")
a, t = numbers("α t")
l, x, y, T, U = matrices("l x y T U")  # noqa: E741 (the papers' letter for a loss)
(e,) = vectors("e")
u, S = variable("μ", INDEX_MAP), variable("S", SET)
G = geometric_mechanism(n, a)
given = (1 <= n, 0 <= m, 0 <= a, a <= 1, rising_unimodal(l, u, n, m))


def bounded(of):
    return bounds_loss(t, l, of, S, n, m)


keeps_bounds = explained(
    "{0} keeps bounds of {1} for {2} on {3} within {{0..{4}}} × {{0..{5}}}",
    (x, y, l, S, n, m),
    All(t, bounded(y), bounded(x)),
    r"\sup_{{i \in {3}}} L_i({2}, {0}) \le \sup_{{i \in {3}}} L_i({2}, {1})",
)


def no_larger_than_of(y):
    return keeps_bounds(product(G, T, n), y, l, S, n, m)


no_larger = Some(T, stochastic(T, n, m), no_larger_than_of(y))


@claim.clause("no-worse", *given, private(y, a, n, m), no_larger)
def no_worse(proof):
    def step(inner, found):
        rows = inner.cite("exactdp.level-of-derivable#at-least", *found.parts())
        known = (*found.parts(), *rows.parts(), *inner.parts(private(y, a, n, m)))
        case = inner.assuming(bounded(y))
        less = case.cite("exactdp.concentration-certifies#minimax", *known, x=y, y=product(G, T, n))
        return inner.witness(no_larger, T, *found.parts(), inner.all(less, t, bounded(y)))

    return proof.obtain(proof.cite("exactdp.universal-optimality#remap", x=y), T, step)


def bounded_by_weights(of):
    losses = expected_loss(l, product(x, of, n), m, i) <= t
    return All(i, between(0, i, n), (0 < e[i]) >> losses)


exists = Some(T, stochastic(T, n, m), All(U, stochastic(U, n, m), All(t, bounded_by_weights(U), bounded_by_weights(T))))


def at_most(of):
    return All(i, between(0, i, n), (0 < e[i]) >> (expected_loss(l, of, m, i) <= t))


keeps_weighted_bounds = explained(
    "{0} keeps bounds of {1} for {2} where {3} > 0 within {{0..{4}}} × {{0..{5}}}",
    (U, y, l, e, n, m),
    All(t, at_most(y), at_most(U)),
    r"\sup_{{ {3}_i > 0 }} L_i({2}, {0}) \le \sup_{{ {3}_i > 0 }} L_i({2}, {1})",
)
no_larger_of_remaps = keeps_weighted_bounds(product(x, T, n), product(x, U, n), l, e, n, m)
exists_named = Some(T, stochastic(T, n, m), All(U, stochastic(U, n, m), no_larger_of_remaps))


@claim.clause("best-remap", 0 <= n, 0 <= m, exists_named)
def best_remap(proof):
    return core.restate(core.in_coq("Statements", "minimax_remap_exists", exists, 0 <= n, 0 <= m), exists_named)


optimum = Some(T, stochastic(T, n, m), All(y, private(y, a, n, m), no_larger_than_of(y)))


@claim.clause("optimal", *given, optimum)
def some_remap_is_optimal(proof):
    """Let the inputs of positive weight be those in S."""
    weights = function(i, If(S[i], as_number(1), 0))

    def nothing(outside, goal, positive):
        zero = outside.have(weights[i] == 0)
        wrong = outside.opaque(term(0) < as_number(0), zero, outside.know(positive), terms=[weights[i]])
        return outside.fact(core.absurd(wrong.theorem, goal))

    def to_weights(case, bound, of):
        positive = 0 < weights[i]
        row = case.assuming(between(0, i, n), positive)
        less = expected_loss(l, product(G, of, n), m, i) <= t
        each = row.cases(
            less,
            (S[i], lambda inside: inside.have(less, inside.fact(bound(i).theorem))),
            (TRUE, lambda outside: nothing(outside, less, positive)),
        )
        return case.all(case.imply(positive, each), i, between(0, i, n))

    def best(inner, found):
        private_one = inner.assuming(private(y, a, n, m), bounded(y))
        goal = bounded(product(G, T, n))

        def compare(deep, other):
            at_most = deep.fact(other.parts()[-1](t).theorem)
            deep.remember(*other.parts(), to_weights(deep, at_most, U))
            least = deep.fact(found.parts()[-1](U, t).theorem)
            row = deep.assuming(between(0, i, n) & S[i])
            less = row.detach(row.fact(least(i).theorem), row.have(0 < weights[i]))
            return deep.have(goal, deep.all(less, i, between(0, i, n) & S[i]))

        one = private_one.obtain(private_one.cite("exactdp.unimodal-minimax#no-worse"), U, compare)
        each = inner.fact(core.restate(inner.all(one, t, bounded(y)).theorem, no_larger_than_of(y)))
        every = inner.all(each, y, private(y, a, n, m))
        return inner.witness(optimum, T, *found.parts(), every)

    found = proof.cite("exactdp.unimodal-minimax#best-remap", x=G, e=weights)
    return proof.obtain(found, T, best)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
