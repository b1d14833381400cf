"""Theorem 3.1 for every unimodal loss, symmetric or not.

The best remap T of G reads each response k of G as an r of the least cost. This T loses Σ_k s_k·best_k, and no remap of
G loses less (weak-duality). Any private y loses at least what some remap of G loses (universal-optimality). So G·T is
optimal. The proof needs no vertex, and no limit for priors that are 0 somewhere.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.concentration import rising_unimodal
from exactdp.claims.vocabulary.remap import remap_is_optimal

claim = Claim(
    "exactdp.unimodal-bayesian",
    "G is optimal for every user with a unimodal loss",
    section="3",
    position=20,
    kept=dict.fromkeys(
        (
            "1 ≤ n",
            "0 ≤ m",
            "0 ≤ α",
            "α ≤ 1",
            "p is a prior on {0..n}",
            "l is unimodal with the modes μ on {0..n} × {0..m}",
            "μ never decreases on {0..n}",
            "y is α-private on {0..n} with responses {0..m}",
        ),
        "instances do not search for the remap",
    ),
)

m, n = indices("m n")
a = number("α")
l, y, T, U = matrices("l y T U")  # noqa: E741 (the papers' letter for a loss)
(p,) = vectors("p")
u = variable("μ", INDEX_MAP)
G = geometric_mechanism(n, a)
given = (1 <= n, 0 <= m, 0 <= a, a <= 1, prior(p, n), rising_unimodal(l, u, n, m))


def loss(of):
    return bayesian_loss(p, l, of, n, m)


def remapped(of):
    return product(G, of, n)


@claim.clause("no-worse", *given, private(y, a, n, m), Some(T, stochastic(T, n, m), loss(remapped(T)) <= loss(y)))
def no_worse(proof):
    found = proof.let(proof.cite("exactdp.universal-optimality#remap", x=y), T)
    rows = proof.cite("exactdp.level-of-derivable#at-least", *found.parts())
    less = proof.cite(
        "exactdp.concentration-certifies#bayesian",
        *(*found.parts(), *rows.parts(), *proof.parts(private(y, a, n, m)), *proof.parts(prior(p, n))),
        x=y,
        y=remapped(T),
    )
    return proof.witness(proof.goal, T, *found.parts(), less)


@claim.clause("best-remap", *given, remap_is_optimal(p, l, a, n, m))
def best_remap(proof):
    def compared(inner, found):
        least = inner.cite("exactdp.weak-duality#remap", *found.parts())
        terms = [*least.says.args, loss(remapped(T)), loss(y)]
        return inner.opaque(least.says.args[0] <= loss(y), least, found.parts()[-1], terms=terms)

    case = proof.assuming(private(y, a, n, m))
    less = case.obtain(case.cite("#no-worse"), T, compared)
    return proof.restated(proof.all(less, y, private(y, a, n, m)))


some_optimum = Some(T, stochastic(T, n, m), optimal(remapped(T), p, l, a, n, m))


@claim.clause("optimal", *given, some_optimum)
def some_remap_is_optimal(proof):
    found = proof.let(proof.cite("exactdp.weak-duality#remap-attains"), T)
    reached = found.parts()[-1]

    def compared(deep, other):
        least = deep.cite("exactdp.weak-duality#remap", *other.parts(), T=U)
        terms = [*least.says.args, loss(remapped(T)), loss(y)]
        return deep.opaque(loss(remapped(T)) <= loss(y), reached, least, other.parts()[-1], terms=terms)

    case = proof.assuming(private(y, a, n, m))
    less = case.obtain(case.cite("exactdp.unimodal-bayesian#no-worse"), U, compared)
    every = proof.all(less, y, private(y, a, n, m))
    rows = proof.cite("exactdp.level-of-derivable#at-least", *found.parts())
    return proof.witness(some_optimum, T, *found.parts(), proof.have(some_optimum.args[2], rows, every))
