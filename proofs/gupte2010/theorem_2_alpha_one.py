"""Theorem 2 at α = 1 and at α = 0, for every n.

At α = 1 privacy is x_i ≥ x_(i+1) ≥ x_i, so all rows of M are equal. Each row of G is (1/2, 0, …, 0, 1/2). So G·T has
the row (T_0 + T_n)/2 everywhere: M is derivable exactly if its rows are equal, and the inner rows of T don't count. At
α = 0 G is the identity, every M is 0-private, and T = M.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.matrix import some_stochastic

claim = Claim(
    "gupte2010.theorem-2.alpha-one",
    "Theorem 2 at α = 1 and at α = 0",
    section="3",
    position=60,
    kept=KEPT
    | {
        "x is stochastic on {0..2} × {0..1}": "the mechanism of the example",
        "x[0,0] = 0": "the mechanism of the example",
        "x[1,0] = 1/2": "the mechanism of the example",
        "x[2,0] = 1": "the mechanism of the example",
    },
)

n, m, i, k, r, z = indices("n m i k r z")
x, T, U = matrices("x T U")
G = geometric_mechanism(n, 1)
equal_rows = Definition(
    "all rows of {0} are equal on {{0..{1}}} × {{0..{2}}}",
    (x, n, m),
    Every((i, 0, n), (r, 0, m), x[i, r] == x[0, r]),
)


@generator(equal_rows)
def some_equal_rows(rng, turn, n, m):
    """Draw one distribution for all rows."""
    return some_stochastic(rng, turn, 0, m) * (n + 1) if n >= 0 and m >= 0 else None


same_rows = equal_rows(x, n, m)
entry = (between(0, i, n), between(0, r, m))
image = product(G, T, n)

claim.clause("rows-of-g", 1 <= n, between(0, i, n), G[i, k] == If((k == 0) | (k == n), "1/2", 0))(by_arithmetic)


@claim.clause("image", 1 <= n, between(0, i, n), image[i, r] == (T[0, r] + T[n, r]) / 2)
def image_of(proof):
    # The sum over the first z columns: T_0/2 from z = 1 to z = n, and T_n/2 in the end.
    def so_far(v):
        return If(v == 0, 0, If(v <= n, T[0, r] / 2, (T[0, r] + T[n, r]) / 2))

    return proof.qed(proof.telescope(z, 0, n, G[i, z] * T[z, r], so_far))


@claim.clause("private-rows-equal", *entry, private(x, 1, n, m), x[i, r] == x[0, r])
def private_rows_equal(proof):
    near = proof.parts(private(x, 1, n, m))[-1]
    goal = x[k, r] == x[0, r]
    further, before = proof.inductive(goal, k, 0, [], up_to=i)
    return proof.qed(further.closed(further.indirect(x[k + 1, r] == x[0, r], before, near(k, r))))


@claim.clause("equal-rows-private", stochastic(x, n, m), same_rows, private(x, 1, n, m))
def equal_rows_private(proof):
    same = proof.parts(same_rows)[-1]
    near = Every((i, 0, n - 1), (r, 0, m), (1 * x[i + 1, r] <= x[i, r]) & (1 * x[i, r] <= x[i + 1, r]))
    return proof.qed(proof.have(near, same(i, r)))


@claim.clause("condition", same_rows, between(0, r, m), 0 < k, k < n, three_entries(x, 1, k, r) == 0)
def condition(proof):
    return proof.qed()


@claim.clause("equal-rows-derivable", 1 <= n, stochastic(x, n, m), same_rows, derivable(x, 1, n, m), witnesses={"T": x})
def equal_rows_derivable(proof):
    same = proof.parts(same_rows)[-1]

    goal = Every((i, 0, n), (r, 0, m), Sum(z, 0, n, G[i, z] * x[z, r]) == x[i, r])
    inner = proof.inside(goal)
    found = inner.cite("gupte2010.theorem-2.alpha-one#image", T=x)
    return proof.qed(
        proof.witness(
            unfold(derivable(x, 1, n, m)), x, inner.closed(inner.have(inner.goal, found, same(i, r), same(n, r)))
        )
    )


@claim.clause("derivable-rows-equal", 1 <= n, *entry, derivable(x, 1, n, m), x[i, r] == x[0, r])
def derivable_rows_equal(proof):
    proof.let(proof.know(unfold(derivable(x, 1, n, m))), T)
    here, first = (proof.cite("gupte2010.theorem-2.alpha-one#image", i=row) for row in (i, 0))
    return proof.have(proof.goal, here, first)


# G·T is G for the first, which reads 0 and n as they are, and for the second, which exchanges them.
one = as_number(1)
straight = function(k, r, If(k == n, If(r == n, one, 0), If(r == 0, one, 0)))
turned = function(k, r, If(k == 0, If(r == n, one, 0), If(r == 0, one, 0)))
two = stochastic(T, n, n) & stochastic(U, n, n)
both_give = Every((i, 0, n), (r, 0, n), (image[i, r] == G[i, r]) & (product(G, U, n)[i, r] == G[i, r]))


@claim.clause(
    "two-remaps",
    1 <= n,
    Some(T, Some(U, two & both_give & (U[0, 0] < T[0, 0]))),
    witnesses={"T": straight, "U": turned},
)
def two_remaps(proof):
    def remap(T, at_n, elsewhere):
        inner = proof.inside(All(k, between(0, k, n), Sum(r, 0, n, T[k, r]) == 1))

        def unit(where):
            def total(case):
                found = case.telescope(r, 0, n, T[k, r], lambda v: If(v <= where, 0, 1))
                return case.have(inner.goal, found)

            return total

        place = (k == n) if T is straight else (k == 0)
        return inner.closed(inner.cases(inner.goal, (place, unit(at_n)), (TRUE, unit(elsewhere))))

    def entry_of(inner):
        images = [inner.cite("gupte2010.theorem-2.alpha-one#image", T=each) for each in (straight, turned)]
        return inner.have(inner.goal, *images)

    T_and_U = {"T": straight, "U": turned}
    gives = proof.for_all(substitute(both_give, T_and_U), entry_of)
    sums = remap(straight, n, 0), remap(turned, n, 0)
    goal = substitute(proof.goal.args[2], {"T": straight})
    return proof.witness(proof.goal, straight, proof.witness(goal, turned, gives, *sums))


# The columns 0, 1/2, 1 and 1, 1/2, 0
concave = (stochastic(x, 2, 1), x[0, 0] == 0, x[1, 0] == "1/2", x[2, 0] == 1)


@claim.clause("concave-meets", *concave, three_entries_condition(x, 1, 2, 1))
def concave_meets(proof):
    column = proof.for_all(All(k, between(0, k, 2), x[k, 1] == 1 - x[k, 0]), lambda row: row.have(row.goal))
    entries = [column(row) for row in range(3)]
    inner = proof.inside()
    first = (r == 0, lambda case: case.have(inner.goal))
    return inner.closed(inner.cases(inner.goal, first, (TRUE, lambda case: case.have(inner.goal, *entries))))


@claim.clause("concave-not-derivable", *concave, ~private(x, 1, 2, 1) & ~derivable(x, 1, 2, 1))
def concave_not_derivable(proof):
    def no(predicate, clause):
        inner = proof.otherwise(~predicate)
        same = inner.cite(f"gupte2010.theorem-2.alpha-one#{clause}", n=2, m=1, i=1, r=0)
        return inner.absurd(same)

    return proof.qed(no(private(x, 1, 2, 1), "private-rows-equal"), no(derivable(x, 1, 2, 1), "derivable-rows-equal"))


@claim.clause("zero-private", stochastic(x, n, m), private(x, 0, n, m))
def zero_private(proof):
    entries = proof.parts(stochastic(x, n, m))[-2]
    near = unfold(private(x, 0, n, m)).args[1]
    return proof.qed(proof.for_all(near, lambda inner: inner.have(inner.goal, entries(i, r), entries(i + 1, r))))


@claim.clause("zero-derivable", 1 <= n, stochastic(x, n, m), derivable(x, 0, n, m), witnesses={"T": x})
def zero_derivable(proof):
    private_at_0 = proof.cite("gupte2010.theorem-2.alpha-one#zero-private")
    condition = proof.have(three_entries_condition(x, 0, n, m))
    return proof.cite("gupte2010.theorem-2.sufficiency#derivable", private_at_0, condition, α=0)


remapped = is_image(x, geometric_mechanism(n, 0), T, n, m)

claim.clause("zero-unique", 1 <= n, between(0, k, n), between(0, r, m), remapped, T[k, r] == x[k, r])(
    lambda proof: proof.qed(proof.cite("gupte2010.theorem-2.unique-remap#unique", α=0))
)
