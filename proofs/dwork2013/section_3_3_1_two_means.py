"""Section 3.3.1, 2-means clustering: noisy sums, noisy counts, and which of the two are needed.

Fix the centres of the last iteration. A person belongs to one cluster, and adds a probability vector to its sum and 1
to its count. The entries of the sum add up to the count. Normalising makes a centre a probability vector, which does
not depend on the positive number that divided it. So the noisy counts change no centre; they are needed once, for the
sizes.

An input is assigned to the nearest of the k centres; the print has the kth nearest, which is the farthest. D[i,z] is
how far the input i is from the centre z, and b(i) the centre it is assigned to.
"""

from exactdp.claims.language import *

claim = Claim(
    "dwork2013.section-3-3-1.two-means",
    "what an iteration of the private 2-means clustering releases",
    section="3.3.1",
    position=60,
    printed="an input is assigned to the kth nearest cluster center",
    slip="print",
    kept={
        "b assigns {1..n} to {0..k}": "b is an assignment, too",
        **dict.fromkeys(("0 ≤ k", "k ≤ 1", "0 ≤ h", "h ≤ 1"), "a cluster"),
    },
)

h, j, k, n, t, z = indices("h j k n t z")
a, c = numbers("α c")
p, q, v = vectors("p q v")
f, g = vectors("f g")
D = matrix("D")
b, e = (variable(name, INDEX_MAP) for name in "be")
inputs = between(1, j, n)
assigns = explained("{0} assigns {{1..{1}}} to {{0..{2}}}", (b, n, k), All(j, inputs, between(0, b[j], k)))
assigned = assigns(b, n, k), assigns(e, n, k)
least = Sum(j, 1, n, D[j, b[j]]) <= Sum(j, 1, n, D[j, e[j]])

claim.printed_as(
    "nearest", *(1 <= n, 1 <= k, *assigned, All(j, inputs, All(z, between(0, z, k), D[j, z] <= D[j, b[j]]))), least
)


@claim.clause("nearest", *assigned, All(j, inputs, All(z, between(0, z, k), D[j, b[j]] <= D[j, z])), least)
def nearest(proof):
    one = proof.assuming(inputs)
    one.remember(*one.parts(assigned[1])[-1](j).parts())
    return proof.qed(proof.termwise(j, 1, n, one.know(proof.given[-1])(j)(e[j])))


def part(vector, cluster):
    """What someone with this calling pattern adds to the entry j of the sum of cluster z."""
    return If(z == cluster, vector[j], 0)


def norm(entry):
    return Sum(z, 0, 1, Sum(j, 0, n, abs(entry)))


@claim.clause("one-more", prior(p, n), between(0, k, 1), norm(part(p, k)) == 1)
def one_more(proof):
    cluster = proof.assuming(between(0, z, 1))
    total = Sum(j, 0, n, abs(part(p, k)))

    def within(value):
        def step(case):
            inner = case.assuming(between(0, j, n))
            each = inner.decided(abs(part(p, k)) == value, inner.have(0 <= part(p, k)))
            return case.have(total == If(z == k, as_number(1), 0), case.termwise(j, 0, n, each))

        return step

    found = cluster.cases(total == If(z == k, as_number(1), 0), (z == k, within(p[j])), (TRUE, within(as_number(0))))
    return proof.qed(proof.termwise(z, 0, 1, found))


@claim.clause(
    "replaced", prior(p, n), prior(q, n), between(0, k, 1), between(0, h, 1), norm(part(p, k) - part(q, h)) <= 2
)
def replaced(proof):
    def added(inner, v, low, high, *terms):
        """The sum of a sum is the sum of both."""
        f, g = (function(v, each) for each in terms)
        return inner.use(lemmas.sum_of_two(), low=low, high=high, f=f, g=g, t=1)

    first, second = part(p, k), part(q, h)
    cluster = proof.assuming(between(0, z, 1))
    inner = cluster.assuming(between(0, j, n))
    each = inner.use(Proof([], abs(a - c) <= abs(a) + as_number(1) * abs(c)).qed(), α=first, c=second)
    entries = cluster.termwise(j, 0, n, each)
    one, other = (Sum(j, 0, n, abs(entry)) for entry in (first, second))
    sums = cluster.chain(
        entries.says.args[0],
        ("<=", entries.says.args[1], entries),
        (one + as_number(1) * other, added(cluster, j, 0, n, abs(first), abs(second))),
    )
    total = proof.termwise(z, 0, 1, sums)
    norms = [proof.cite("#one-more"), proof.cite("#one-more", p=q, k=h)]
    return proof.opaque(proof.goal, total, added(proof, z, 0, 1, one, other), *norms)


clamped, divided = (function(j, If(each < 0, as_number(0), each)) for each in (v[j], v[j] / c))


def scaled(proof, at):
    """Return that what is 0 for a negative entry is divided like the entry."""
    value = 1 / c * clamped[at]
    goal = divided[at] == value

    def step(case):
        return case.decided(goal, case.have(v[at] / c < 0))

    def other(case):
        return case.decided(goal, case.have(0 <= v[at] / c))

    return proof.cases(goal, (v[at] < 0, step), (TRUE, other))


def divided_total(proof):
    """Return that the total is divided, and that it is > 0 then, too."""
    each = scaled(proof.assuming(between(0, j, n)), j)
    total = proof.chain(
        Sum(j, 0, n, divided[j]),
        (Sum(j, 0, n, each.says.args[1]), proof.termwise(j, 0, n, each)),
        (1 / c * Sum(j, 0, n, clamped[j]), proof.use(lemmas.scaled_sum(), low=0, high=n, t=1 / c, f=clamped)),
    )
    return total, proof.have(0 < total.says.args[0], total)


@claim.clause(
    "count-cancels",
    0 < c,
    0 < Sum(j, 0, n, clamped[j]),
    divided[k] / Sum(j, 0, n, divided[j]) == clamped[k] / Sum(j, 0, n, clamped[j]),
    values=divided_total,
)
def count_cancels(proof):
    t, u, w = numbers("t u w")
    total, _ = divided_total(proof)
    cancels = Proof([0 < c, 0 < u, t == 1 / c * a, w == 1 / c * u], t / w == a / u)
    positive = cancels.have(0 < w)
    return proof.use(
        core.cut(cancels.assuming(0 < w).have(t / w == a / u).theorem, positive.theorem),
        total,
        scaled(proof, k),
        t=divided[k],
        w=total.says.args[0],
        α=clamped[k],
        u=Sum(j, 0, n, clamped[j]),
    )


claim.clause(
    "counts",
    between(0, k, 1),
    between(0, h, 1),
    Sum(z, 0, 1, abs(If(z == k, as_number(1), 0) - If(z == h, as_number(1), 0))) <= 2,
)(by_arithmetic)


# The probabilities f(j) and g(j) of what iteration j releases on two neighbouring inputs
iterations = All(k, between(1, k, t), (0 <= f[k]) & (a * f[k] <= g[k]))


@claim.clause("iterations", 0 <= a, 0 <= t, iterations, a**t * Product(k, 1, t, f[k]) <= Product(k, 1, t, g[k]))
def of_iterations(proof):
    return proof.use(lemmas.levels_multiply(), n=t, d=function(k, as_index(1)), h=function(k, k)).parts()[-1]


claim.clause(
    "sums-and-counts",
    0 <= a,
    0 <= f[0],
    0 <= g[1],
    a * f[0] <= g[0],
    a * f[1] <= g[1],
    a * a * (f[0] * f[1]) <= g[0] * g[1],
)(lambda proof: proof.cite("dwork2013.section-3-3-1.total#parts", β=a, u=function(k, f[1]), v=function(k, g[1])))

claim.clause("with-counts", 0 <= t, (a * a) ** t == a ** (2 * t))(by_arithmetic)
