"""Lemma 5.10 for every deterministic map: a column depends only on the least and the largest response sent to it.

Column z of G is α^|i-z| times a number. From row i to row i+1 a summand with z > i grows by 1/α, one with z ≤ i shrinks
by α. Take any set of z, interval or not. The sum of their columns reads ↑ above the least z, ↓ from the largest z on,
and S between them. If no z is sent to a column, it reads Z.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import slack

claim = Claim(
    "ghosh2009.lemma-5.10.columns",
    "all columns of a deterministic map of G",
    section="5",
    position=118,
    kept={**KEPT, **dict.fromkeys(("0 ≤ z", "z ≤ n"), "the columns of G")},
)

n, b, c, i, l, z = indices("n b c i l z")  # noqa: E741 (the paper's letter for the response)
a, h = number("α"), variable("h", INDEX_MAP)
G = geometric_mechanism(n, a)
x = product(G, reads(h), n)
given = (1 <= n, 0 < a, a < 1, 0 <= i, i < n)
above, below = G[i, z] * reads(h)[z, l], G[i + 1, z] * reads(h)[z, l]


def sent(condition):
    """All responses that are sent to l satisfy it."""
    return All(z, between(0, z, n) & (h[z] == l), condition)


def termwise(proof, related):
    """The relation of the sums, from the relation of the terms: a term that is not sent to l is 0."""
    each = proof.assuming(between(0, z, n))

    def here(p):
        return p.knowing(p.know(proof.given[-1])(z), lambda q: q.have(related))

    shown = each.cases(related, (h[z] == l, here), (TRUE, lambda p: p.have(related)))
    return proof.termwise(z, 0, n, related, shown)


def scaled(proof, term):
    return proof.use(lemmas.scaled_sum(), low=0, high=n, t=a, f=function(z, term))


claim.clause("up", *given, sent(i < z), x[i, l] == a * x[i + 1, l])(
    lambda proof: proof.qed(termwise(proof, above == a * below), scaled(proof, below))
)
claim.clause("down", *given, sent(z <= i), x[i + 1, l] == a * x[i, l])(
    lambda proof: proof.qed(termwise(proof, below == a * above), scaled(proof, above))
)


@claim.clause("zero", *given, All(z, between(0, z, n), h[z] != l), x[i, l] == 0)
def none_sent(proof):
    each = proof.assuming(between(0, z, n))
    other = each.know(proof.given[-1])(z)
    nothing = each.either(other, *[lambda p: p.have(reads(h)[z, l] == 0)] * 2)
    times = each.use(lemmas.scaled_equation(), nothing, t=G[i, z], α=reads(h)[z, l], β=0)
    return proof.qed(proof.termwise(z, 0, n, above == 0, each.chain(above, (G[i, z] * 0, times), 0)))


entry = (*given, between(0, z, n))
first, second = G[i, z] - a * G[i + 1, z], G[i + 1, z] - a * G[i, z]


def positive(proof, difference, outer, k):
    """The difference is α^k·(1-α) in an outer column, and that times 1-α in others."""
    power = proof.use(lemmas.power_positive(), k=k)
    less = proof.have(0 < 1 - a)

    def case(*factors):
        def step(p):
            value = p.product(power, *factors)
            return p.have(0 < difference, value, difference == value.says.args[1])

        return step

    shown = proof.cases(0 < difference, (z == outer, case(less)), (TRUE, case(less, less)))
    return proof.qed(shown)


claim.clause("shrinks", *entry, z <= i, (0 < first) & (second == 0))(lambda proof: positive(proof, first, 0, i - z))
claim.clause("grows", *entry, i < z, (first == 0) & (0 < second))(lambda proof: positive(proof, second, n, z - i - 1))


@claim.clause("slack", *given, 0 <= b, b <= i, i < c, c <= n, h[b] == l, h[c] == l, slack(x, a, i, l))
def slack_between(proof):
    sides = []
    for f, part, at, name in ((above + -a * below, first, b, "shrinks"), (below + -a * above, second, c, "grows")):
        each = proof.assuming(between(0, z, n))

        def sign(p, part=part):
            return p.cases(
                0 <= part,
                (z <= i, lambda q: q.have(0 <= part, q.cite("ghosh2009.lemma-5.10.columns#shrinks"))),
                (TRUE, lambda q: q.have(0 <= part, q.cite("ghosh2009.lemma-5.10.columns#grows"))),
            )

        factor = each.have(0 <= reads(h)[z, l])
        signed = each.product(factor, sign(each))
        terms = proof.all(each.have(0 <= f, signed), z, between(0, z, n))
        one = proof.cite(f"ghosh2009.lemma-5.10.columns#{name}", z=at)
        form = function(z, f)
        sides.append(
            proof.use(lemmas.positive_sum(), terms, proof.have(0 < form[at], one), low=0, high=n, j=at, f=form)
        )
    both = [
        proof.use(lemmas.sum_of_two(), low=0, high=n, f=function(z, u), g=function(z, v), t=-a)
        for u, v in ((above, below), (below, above))
    ]
    return proof.qed(*sides, *both)
