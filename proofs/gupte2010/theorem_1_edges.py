"""Theorem 1, part 2, at the edges: α = 0, α = 1, n ≤ 1 and S a single point, where it holds for every loss.

At α = 0 the mechanism G is the identity, so x itself is a remap. At α = 1 private rows are all equal, and x is
again a remap that has these rows. For n ≤ 1 every private mechanism is derivable. For S = {i} no mechanism loses less
than the least l(i, r), and the remap that always answers such an r attains it.

Also at α = 0, every number that is at least min_r l(i, r) for each i in S bounds the loss of some mechanism. A constant
loss is the same for all mechanisms. For n = 0, G is not defined, and {0..0} has one mechanism.
"""

from exactdp.claims.language import *
from exactdp.claims.logic.core import attained, choose
from exactdp.claims.logic.core import bounds as lowest

claim = Claim(
    "gupte2010.theorem-1.edges",
    "the edges: α = 0, α = 1, n ≤ 1, S a single point",
    section="4.2",
    position=50,
    kept=KEPT,
)

n, m, i, j, r, z = indices("n m i j r z")
a, b, c = numbers("α b c")
x, T, loss = matrices("x T l")
S = variable("S", SET)


def bounds(mechanism):
    return bounds_loss(b, loss, mechanism, S, n, m)


def some_interaction(level, size=n):
    G = geometric_mechanism(size, level)
    return Some(T, stochastic(T, size, m), bounds_loss(b, loss, product(G, T, size), S, size, m))


@claim.clause(
    "interacts",
    1 <= n,
    0 <= a,
    a <= 1,
    derivable(x, a, n, m),
    bounds(x),
    some_interaction(a),
    witnesses={"T": function(i, r, If(a == 1, x[i, r], geometric_preimage(x, a, n)[i, r]))},
)
def interacts(proof):
    G = geometric_mechanism(n, a)
    proof.let(proof.know(unfold(derivable(x, a, n, m))), T)
    row = proof.inside(bounds(product(G, T, n)))
    terms = row.assuming(between(0, r, m))
    same = terms.have(product(G, T, n)[i, r] * loss[i, r] == x[i, r] * loss[i, r])
    return proof.witness(proof.goal, T, row.closed(row.have(row.goal, row.termwise(r, 0, m, same))))


@claim.clause("level-zero", 1 <= n, private(x, 0, n, m), bounds(x), some_interaction(0), witnesses={"T": x})
def level_zero(proof):
    found = proof.cite("gupte2010.theorem-1.equation-2#no-privacy")
    return proof.cite("gupte2010.theorem-1.edges#interacts", found, α=0)


@claim.clause("level-one", 1 <= n, private(x, 1, n, m), bounds(x), some_interaction(1), witnesses={"T": x})
def level_one(proof):
    found = proof.cite("gupte2010.theorem-1.equation-2#full-privacy")
    return proof.cite("gupte2010.theorem-1.edges#interacts", found, α=1)


@claim.clause(
    "two-inputs",
    0 <= a,
    a <= 1,
    private(x, a, 1, m),
    bounds_loss(b, loss, x, S, 1, m),
    some_interaction(a, 1),
    witnesses={"T": function(i, r, If(a == 1, x[i, r], geometric_preimage(x, a, 1)[i, r]))},
)
def two_inputs(proof):
    found = proof.cite("gupte2010.theorem-1.equation-2#two-inputs")
    return proof.cite("gupte2010.theorem-1.edges#interacts", found, n=1)


claim.clause("one-input", stochastic(x, 0, 0), x[0, 0] == 1)(by_arithmetic)

least = Least(r, 0, m, loss[i, r])


@claim.clause("no-less", 0 <= m, stochastic(x, n, m), bounds(x), between(0, i, n), S[i], least <= b)
def no_less(proof):
    entries, _ones = proof.parts(stochastic(x, n, m))[-2:]
    row = proof.have(prior(function(r, x[i, r]), m), entries(i))
    below = proof.all(proof.fact(lowest(least, r)), r, between(0, r, m))
    average = proof.use(
        lemmas.average_at_least(), row, below, n=m, p=function(r, x[i, r]), f=lambda r: loss[i, r], t=least
    )
    return proof.qed(average)


def always(to):
    """Return the remap that answers the response of each input."""
    return function(i, r, If(r == to, as_number(1), 0))


def loss_of_answer(proof, to, row=i):
    """Return Σ_r [r = to]·l(i, r) = l(i, to), and that the weights sum to 1."""
    chosen = If(r == to, as_number(1), 0)
    total = proof.telescope(r, 0, m, chosen * loss[row, r], lambda v: If(v <= to, 0, loss[row, to]))
    return total, proof.telescope(r, 0, m, chosen, lambda v: If(v <= to, 0, 1))


@claim.clause("one-point", between(0, j, m), stochastic(always(j), n, m))
def one_point(proof):
    return proof.qed(
        proof.have(All(i, between(0, i, n), Sum(r, 0, m, always(j)[i, r]) == 1), loss_of_answer(proof, j)[1])
    )


@claim.clause(
    "one-point-loss",
    1 <= n,
    0 <= a,
    between(0, i, n),
    between(0, j, m),
    expected_loss(loss, product(geometric_mechanism(n, a), always(j), n), m, i) == loss[i, j],
)
def one_point_loss(proof):
    # For any matrix whose row i sums to 1
    rows = Proof([between(0, j, m), Sum(z, 0, n, x[i, z]) == 1])
    total = rows.termwise(r, 0, m, product(x, always(j), n)[i, r] * loss[i, r] == always(j)[i, r] * loss[i, r])
    found = rows.have(
        expected_loss(loss, product(x, always(j), n), m, i) == loss[i, j], total, loss_of_answer(rows, j)[0]
    )
    return proof.use(found.theorem, proof.use(lemmas.geometric_rows()), x=geometric_mechanism(n, a))


first_best = function(
    i, r, If((loss[i, r] == least) & All(j, between(0, j, r - 1), least < loss[i, j]), as_number(1), 0)
)
all_below = All(i, between(0, i, n) & S[i], least <= b)


@claim.clause(
    "level-zero-value", 0 <= n, 0 <= m, all_below, Some(x, private(x, 0, n, m), bounds(x)), witnesses={"x": first_best}
)
def level_zero_value(proof):
    inner = proof.assuming(between(0, i, n))
    each = proof.all(inner.fact(attained(least)), i, between(0, i, n))
    f = variable("f", INDEX_MAP)
    found = proof.let(proof.fact(choose(each.theorem, "f")), f)
    x = always(f[i])

    def on_input(case):
        place = found(i).parts()
        return case.knowing(
            case.both(*place[:2]),
            lambda last: last.have(case.goal, loss_of_answer(last, f[i])[0]),
        )

    def sums(case):
        place = found(i).parts()
        return case.knowing(case.both(*place[:2]), lambda last: last.have(case.goal, loss_of_answer(last, f[i])[1]))

    rows = proof.for_all(All(i, between(0, i, n), Sum(r, 0, m, x[i, r]) == 1), sums)
    is_private = proof.cite("gupte2010.theorem-2.alpha-one#zero-private", proof.have(stochastic(x, n, m), rows), x=x)
    return proof.witness(proof.goal, x, is_private, proof.for_all(bounds(x), on_input))


claim.clause("constant", stochastic(x, n, m), between(0, i, n), expected_loss(function(i, r, c), x, m, i) == c)(
    by_arithmetic
)
