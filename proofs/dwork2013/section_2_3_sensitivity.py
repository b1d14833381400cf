"""Section 2.3: the bound that sensitivity gives, and cases in which it is not a maximum.

Along a chain of k neighbours f changes by at most k·Δf, by the triangle inequality in each coordinate. A row replaced
is a chain of two. On databases of all sizes Δf need not be finite: an example is the square of the number m of rows. If
it is finite, it need not be attained: an example is m²/(m+1), whose changes rise to 1.
"""

from exactdp.claims.language import *

claim = Claim(
    "dwork2013.section-2-3.sensitivity",
    "sensitivity, and where it is not a maximum",
    section="2.3",
    position=10,
    printed="a maximum over all adjacent databases",
    slip="statement",
    weight="edge",
    kept=KEPT,
)

i, j, k, m, n, q, z = indices("i j k m n q z")
s = number("Δ")
d = variable("d", INDEX_MAP)
f, g, u, v = vectors("f g u v")
(x,) = matrices("x")


value = explained("F({0})", (m,), as_number(m) ** 2 / (as_number(m) + 1))
"""A function of a database that depends on its number m of rows alone."""


def change(rows):
    """Return by how much F changes from this number of rows to the next."""
    return value(rows + 1) - value(rows)


def size(proof):
    return proof.use(lemmas.index_order(), j=0, k=m)


@claim.printed_as("maximum", Some(m, 0 <= m, All(k, 0 <= k, change(k) <= change(m))), instead="supremum")
def no_maximum(proof):
    inner = proof.inside()
    more = inner.have(change(m) < change(m + 1), size(inner), factors=3)
    return inner.closed(inner.witness(inner.goal, m + 1, more))


claim.clause("rising", 0 <= m, both(change(m) < change(m + 1), change(m + 1) < 1))(by_arithmetic)


@claim.clause("supremum", tends(function(k, change(k)), 1), witnesses={"C": as_number(1)})
def supremum(proof):
    short = function(k, 1 / (as_number(k + 1) * (k + 2)))

    def facts(inner):
        large = inner.use(lemmas.index_order(), j=0, k=k)
        return [
            inner.have(1 - change(k) == short[k]),
            inner.have(0 <= (k + 1) * short[k], large),
            inner.have((k + 1) * short[k] <= 1, large),
        ]

    return lemmas.limit(proof, short, as_number(1), facts, f=function(m, change(m)), t=1)


def change_of_square(rows):
    r = as_number(rows)
    return (r + 1) ** 2 - r**2


claim.clause("unbounded", 0 <= i, Some(m, 0 <= m, as_number(i) < change_of_square(m)), witnesses={"m": i})(
    lambda proof: proof.witness(proof.goal, i, proof.use(lemmas.index_order(), j=0, k=i))
)

steps = All(j, between(0, j, k - 1), abs(f[j + 1] - f[j]) <= s)


@claim.clause("chain", 0 <= k, steps, abs(f[k] - f[0]) <= k * s)
def chain(proof):
    goal = abs(f[j] - f[0]) <= j * s
    later, before = proof.inductive(goal, j, 0, [], up_to=k)
    return later.closed(later.have(abs(f[j + 1] - f[0]) <= (j + 1) * s, before, later.know(steps)(j)))


def norm(one, other):
    return Sum(z, 1, n, abs(x[one, z] - x[other, z]))


vector_steps = All(j, between(0, j, k - 1), norm(j + 1, j) <= s)


@claim.clause("chain-of-vectors", 0 <= k, vector_steps, norm(k, 0) <= k * s)
def chain_of_vectors(proof):
    goal = norm(j, 0) <= j * s

    begun = proof.termwise(z, 1, n, abs(x[0, z] - x[0, z]) == 0)
    later, before = proof.inductive(goal, j, 0, [begun], up_to=k)
    sums = [norm(j + 1, 0), norm(j + 1, j), norm(j, 0)]
    whole = later.termwise(
        z, 1, n, abs(x[j + 1, z] - x[0, z]) <= abs(x[j + 1, z] - x[j, z]) + as_number(1) * abs(x[j, z] - x[0, z])
    )
    split = later.use(
        lemmas.sum_of_two(),
        low=1,
        high=n,
        t=1,
        f=lambda v: abs(x[j + 1, v] - x[j, v]),
        g=lambda v: abs(x[j, v] - x[0, v]),
    )
    facts = whole, split, before, later.know(vector_steps)(j)
    most = later.opaque(sums[0] <= as_number(j) * s + s, *facts)
    return later.closed(later.opaque(sums[0] <= (j + 1) * s, most))


claim.clause("replaced", abs(f[0] - f[1]) <= s, abs(f[2] - f[1]) <= s, abs(f[0] - f[2]) <= 2 * s)(by_arithmetic)
parts = All(z, between(1, z, n), abs(u[z] - v[z]) <= g[z])

claim.clause("coordinates", parts, Sum(z, 1, n, abs(u[z] - v[z])) <= Sum(z, 1, n, g[z]))(
    lambda proof: proof.termwise(z, 1, n, proof.assuming(between(1, z, n)).know(parts)(z))
)

total = [Sum(i, 0, last, as_number(d[i])) for last in (n, n - 1)]


@claim.clause("sum", 0 <= n, values_up_to(d, n + 1, q), both(0 <= total[0] - total[1], total[0] - total[1] <= q))
def of_sum(proof):
    last = proof.split(total[0], n - 1)
    low, high = proof.know(values_up_to(d, n + 1, q))(n).parts()
    proof.remember(low, high)
    return proof.qed(
        last, proof.use(lemmas.index_order(), j=0, k=d[n]), proof.use(lemmas.index_order(), high, j=d[n], k=q)
    )
