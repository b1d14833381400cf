"""A mechanism has the row pattern if and only if it is G with a remap whose rows are in order; some optimum has it.

With x = G·T, C(i,r) is ↓ if no row k > i of T gives r, and ↑ if no row k ≤ i gives r. Suppose that the rows of T are in
order. Then the first response that a row after i gives is a pivot: rows after i give no smaller response, and rows up
to i give no larger one. Conversely, every pivot separates the responses of the rows up to i from those of the rows
after i. A private mechanism with the row pattern is G·T for some T (pattern-implies-derivable). The claim concentration
gives another mechanism for an optimum: its T is in order, and its losses are at most as large.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.concentration import ordered_remap, rising_unimodal, rows_in_order
from exactdp.claims.vocabulary.polytope import row_pattern

claim = Claim(
    "exactdp.row-pattern-of-optimum",
    "the mechanisms with the row pattern, and an optimum with it",
    section="3",
    position=50,
    kept={
        **dict.fromkeys(
            (
                "1 ≤ n",
                "0 ≤ m",
                "p is a prior on {0..n}",
                "l is unimodal with the modes μ on {0..n} × {0..m}",
                "μ never decreases on {0..n}",
            ),
            "instances do not search for the remap",
        ),
        **dict.fromkeys(("0 < α", "α < 1"), "the levels between 0 and 1"),
        "T is stochastic on {0..n} × {0..m}": "T is a remap",
        **dict.fromkeys(("0 ≤ i", "i ≤ n-1"), "the rows"),
    },
)

b, c, i, j, k, m, n, q, r = indices("b c i j k m n q r")
a = number("α")
l, x, y, T, U = matrices("l x y T U")  # noqa: E741 (the papers' letter for a loss)
(p,) = vectors("p")
u = variable("μ", INDEX_MAP)
G = geometric_mechanism(n, a)
image = product(G, T, n)
level = (1 <= n, 0 <= m, 0 < a, a < 1)
given = (*level, stochastic(T, n, m))
in_order = rows_in_order(T, n, m)


def level_of(name):
    return f"exactdp.level-of-derivable#{name}"


@claim.clause("has-pattern", *given, in_order, between(0, i, n - 1), row_pattern(image, a, i, m))
def has_pattern(proof):
    """The pivot is the first response that some row after i gives."""
    entries = proof.parts(stochastic(T, n, m))[-2]
    later = Some(k, between(i + 1, k, n), 0 < T[k, c])
    one = proof.have(0 < Sum(r, 0, m, T[i + 1, r]))
    first = proof.use(lemmas.some_positive_term(), one, low=0, high=m, f=lambda r: T[i + 1, r])
    goal = unfold(row_pattern(image, a, i, m))
    some = Some(c, between(0, c, m), later)

    def given_by_next(inner, found):
        *_, positive = found.parts()
        return inner.witness(some, c, inner.witness(later, i + 1, positive))

    pivot = proof.fact(core.least_index(proof.obtain(first, c, given_by_next).theorem))

    def at_pivot(inner, found):
        *_, giving, none = found.parts()
        inner.let(giving, k)
        before = inner.assuming(between(0, r, c - 1), between(i + 1, b, n))
        nothing = before.fact(before.fact(none(r))(b))
        zero = before.indirect(T[b, r] == 0, nothing, entries(b, r))
        left = inner.assuming(between(0, r, c - 1))
        falls = left.cite(level_of("falls-if"), left.all(zero, b, between(i + 1, b, n)))
        after = inner.assuming(between(c + 1, r, m), between(0, b, i))
        order = after.parts(in_order)[0](b, k, c, r)
        gone = after.either(order, lambda case: case.know(T[b, r] == 0), lambda case: case.contradiction(T[b, r] == 0))
        right = inner.assuming(between(c + 1, r, m))
        rises = right.cite(level_of("rises-if"), right.all(gone, b, between(0, b, i)))
        return inner.witness(
            goal, c, inner.all(falls, r, between(0, r, c - 1)), inner.all(rises, r, between(c + 1, r, m))
        )

    return core.restate(proof.obtain(pivot, c, at_pivot).theorem, proof.goal)


pattern = All(i, between(0, i, n - 1), row_pattern(image, a, i, m))


@claim.clause("in-order", *given[1:], pattern, in_order)
def is_in_order(proof):
    """Row j's pivot parts what the rows up to j give from what the rows after it give."""
    outer = (between(0, j, n), between(j + 1, k, n), between(0, q, m), between(q + 1, r, m))
    inner = proof.assuming(*outer)
    goal = (T[j, r] == 0) | (T[k, q] == 0)

    def at_pivot(deep, found):
        *_, falls, rises = found.parts()

        def beyond(case):
            nothing = case.cite(level_of("rises-only-if"), case.fact(rises(r)), i=j)
            return case.alternative(goal, case.fact(nothing(j)))

        def before(case):
            nothing = case.cite(level_of("falls-only-if"), case.fact(falls(q)), i=j, r=q)
            return case.alternative(goal, case.fact(nothing(k)))

        return deep.cases(goal, (c < r, beyond), (TRUE, before))

    found = inner.obtain(inner.fact(inner.know(pattern)(j).parts()[-1]), c, at_pivot)
    for v, guard in reversed(list(zip((j, k, q, r), outer, strict=True))):
        found = proof.all(found, v, guard)
    return proof.qed(found)


users = (*level, prior(p, n), rising_unimodal(l, u, n, m))
some_optimum = Some(T, ordered_remap(T, n, m), optimal(image, p, l, a, n, m))


@claim.clause("optimum", *users, some_optimum)
def optimum_in_order(proof):
    found = proof.let(proof.cite("exactdp.unimodal-bayesian#optimal"), U)
    x = product(G, U, n)
    mine = found.parts()
    proof.remember(*mine)
    cuts = proof.assuming(between(0, r, m)).cite("exactdp.concentration#cuts", x=x)
    remap = proof.cite("exactdp.concentration#remap", proof.all(cuts, r, between(0, r, m)), x=x)
    parts = proof.let(remap, T).parts()
    rows = proof.cite("exactdp.level-of-derivable#at-least")
    known = (*parts, *rows.parts(), *mine, *proof.parts(prior(p, n)))
    less = proof.cite("exactdp.concentration-certifies#bayesian", *known, x=x, y=image)
    case = proof.assuming(private(y, a, n, m))
    least = case.fact(mine[-1](y))
    losses = [bayesian_loss(p, l, of, n, m) for of in (image, x, y)]
    each = case.opaque(losses[0] <= losses[2], less, least)
    best = proof.have(optimal(image, p, l, a, n, m), rows, proof.all(each, y, private(y, a, n, m)))
    return proof.witness(some_optimum, T, best)
