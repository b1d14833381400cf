"""Section 2.6: the privacy lost if every consumer gets its own result, drawn independently of the others.

The probabilities of a list of independent results are products, so ratios multiply: k results of a mechanism with the
exact level λ have together the exact level λ^k. The mean of k results has 1/k of the variance, so noise cancels.
The sum of z²·α^z has a closed form T with T(z) - T(z+1) = z²·α^z, and 2·T(0)·(1-α)/(1+α) = 2α/(1-α)² is the variance.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.section-2-6.naive",
    "independent results degrade privacy",
    section="2.6",
    position=2,
    kept=KEPT | {"0 ≤ k": "the number of results"},
)

n, m, k, i, j, r, s, z = indices("n m k i j r s z")
a, x = number("α"), matrix("x")
results = variable("ρ", INDEX_MAP)
mechanism = (0 <= a, private(x, a, n, m))
in_range = All(s, between(1, s, k), between(0, results[s], m))


def chance(row, last=k):
    """Return the probability of the list of results on an input."""
    return Product(s, 1, last, x[row, results[s]])


def entry(proof, row, at):
    """Return the entry of a row at a result of the list, and that it is ≥ 0."""
    entries = proof.parts(private(x, a, n, m))[-3]
    return proof.knowing(
        proof.know(in_range)(at), lambda case: case.have(0 <= x[row, results[at]], entries(row, results[at]))
    )


def one_more(proof, row):
    """Return the chance of a list with one result more."""
    return proof.split(chance(row, j + 1), j)


@claim.clause("list-chance", *mechanism, 0 <= k, in_range, between(0, i, n), 0 <= chance(i))
def list_chance(proof):
    more, before = proof.inductive(0 <= chance(i, j), j, 0, [], up_to=k)
    grown = more.product(before, entry(more, i, j + 1))
    return proof.qed(more.closed(more.have(0 <= chance(i, j + 1), one_more(more, i), grown)))


neighbours = between(0, i, n - 1)
less = a**k * chance(i + 1) <= chance(i)
more = a**k * chance(i) <= chance(i + 1)


def multiplied(one, other):
    """Return a proof of α^k·(the chance on one input) ≤ that on the other."""

    def prove(proof):
        def step(inner, before):
            case = inner.assuming(j + 1 <= k)
            ranges = case.know(in_range)(j + 1)
            near = case.knowing(
                ranges,
                lambda here: here.have(
                    a * x[one, results[j + 1]] <= x[other, results[j + 1]],
                    here.parts(private(x, a, n, m))[-1](i, results[j + 1]),
                ),
            )
            shorter = All(s, between(1, s, j), between(0, results[s], m))
            shorter = case.for_all(shorter, lambda one: one.know(in_range)(s))
            chances = case.cite("gupte2010.section-2-6.naive#list-chance", shorter, k=j, i=other)
            goal = a ** (j + 1) * chance(one, j + 1) <= chance(other, j + 1)
            # x·u - λμ·y·v = x·(u - μv) + μv·(x - λy)
            first = case.product(chances, near)
            second = case.product(0 <= a, entry(case, one, j + 1), case.detach(before))
            return inner.imply(j + 1 <= k, case.have(goal, one_more(case, one), one_more(case, other), first, second))

        goal = (j <= k) >> (a**j * chance(one, j) <= chance(other, j))
        return proof.qed(proof.detach(proof.induction(goal, j, 0, [], step).with_(j=k)))

    return prove


claim.clause("less", *mechanism, 0 <= k, in_range, neighbours, less)(multiplied(i + 1, i))
claim.clause("more", *mechanism, 0 <= k, in_range, neighbours, more)(multiplied(i, i + 1))


@claim.clause("exact", 0 <= k, x[i, r] == a * x[i + 1, r], x[i, r] ** k == a**k * x[i + 1, r] ** k)
def exact(proof):
    goal = x[i, r] ** k == a**k * x[i + 1, r] ** k
    inner, _ = proof.inductive(goal, k, 0, [])
    return inner.closed(inner.have(x[i, r] ** (k + 1) == a ** (k + 1) * x[i + 1, r] ** (k + 1)))


def rest(v):
    """Return Σ_(z ≥ v) z²·α^z, in closed form."""
    u = 1 - a
    return a**v * (as_number(v) ** 2 * u**2 + 2 * as_number(v) * a * u + a * (1 + a)) / u**3


whole = a * (1 + a) / (1 - a) ** 3


@claim.clause("variance", 0 <= a, a < 1, 0 <= m, Sum(z, 0, m, as_number(z) ** 2 * a**z) == whole - rest(m + 1))
def variance(proof):
    return proof.qed(proof.telescope(z, 0, m, as_number(z) ** 2 * a**z, lambda v: -rest(v)))


claim.clause("variance-value", 0 <= a, a < 1, 2 * whole * (1 - a) / (1 + a) == 2 * a / (1 - a) ** 2)(by_arithmetic)
