"""Lemma 5.10: the columns of the constraint matrix of G followed by a deterministic map.

Where the map sends b…c to l, column l has the entries w_i = g_ib + … + g_ic. Let H(0) = 0, H(z) = α^(i-z+1) for 0 < z ≤
i, H(z) = 1 + α - α^(z-i) for i < z ≤ n, and H(n+1) = 1 + α. Then H(z+1) - H(z) = (1+α)·g_iz for all columns z, the
outer ones included, so (1+α)·w_i = H(c+1) - H(b).
"""

from exactdp.claims.language import *
from exactdp.claims.statements.terms import conjuncts
from exactdp.claims.vocabulary.polytope import down as down_arrow
from exactdp.claims.vocabulary.polytope import slack as slack_entry
from exactdp.claims.vocabulary.polytope import up as up_arrow

claim = Claim(
    "ghosh2009.lemma-5.10",
    "the columns that a deterministic map of G makes",
    section="5",
    position=120,
    printed="w_i = (1/α)·w_(i+1) for b ≤ i ≤ n, though there is no row n+1",
    slip="proof",
    weight="misprint",
    kept={
        **KEPT,
        "1 ≤ n": "G is defined for n ≥ 1",
        **dict.fromkeys(("0 ≤ b", "c ≤ n"), "the columns of G"),
        "b ≤ c": "an interval; it also holds for b > c",
    },
)

n, b, c, i, l, z = indices("n b c i l z")  # noqa: E741 (the paper's letter for the response)
a, h = number("α"), variable("h", INDEX_MAP)
G = geometric_mechanism(n, a)
given = (1 <= n, 0 <= b, b <= c, c <= n, 0 < a, a < 1, 0 <= i, i < n)


def w(i):
    return Sum(z, b, c, G[i, z])


def closed(proof, row):
    """The entry of a row in closed form."""

    def ends(v):
        middle = If(v <= row, a ** (row + 1 - v) / (1 + a), 1 - a ** (v - row) / (1 + a))
        return If(v == 0, 0, If(v == n + 1, 1, middle))

    return proof.telescope(z, b, c, G[row, z], ends)


def both_rows(proof):
    return closed(proof, i), closed(proof, i + 1)


interval = explained(
    "{0} maps {1}..{2}, and no others in {{0..{4}}}, to {3}",
    (h, b, c, l, n),
    All(z, between(0, z, n), (between(b, z, c) >> (h[z] == l)) & ((h[z] == l) >> between(b, z, c))),
)(h, b, c, l, n)


@claim.clause("merged", 1 <= n, 0 <= a, 0 <= b, b <= c, c <= n, interval, product(G, reads(h), n)[i, l] == w(i))
def merged(proof):
    sent_to = proof.know(interval)
    whole = Sum(z, 0, n, G[i, z] * reads(h)[z, l])

    def at(low, high):
        each = proof.assuming(between(low, z, high))
        return each, *each.fact(sent_to(z)).parts()

    each, in_it, _ = at(b, c)
    mine = G[i, z] * reads(h)[z, l] == G[i, z]
    sums = [proof.termwise(z, b, c, mine, each.decided(mine, each.detach(in_it)))]
    for low, high in ((0, b - 1), (c + 1, n)):
        each, _, only = at(low, high)
        nothing = G[i, z] * reads(h)[z, l] == 0

        def sent(p, only=only, nothing=nothing):
            less = as_index(0) < as_index(0)
            return p.knowing(p.detach(only), lambda q: q.fact(core.absurd(q.have(less).theorem, nothing)))

        shown = each.cases(nothing, (h[z] == l, sent), (h[z] != l, lambda p, f=nothing: p.have(f)))
        sums.append(proof.termwise(z, low, high, nothing, shown))
    return proof.qed(*sums, proof.split(whole, b - 1), proof.split(Sum(z, b, n, whole.args[3]), c))


claim.clause("up", *given, i < b, w(i) == a * w(i + 1))(lambda proof: proof.qed(*both_rows(proof)))
claim.clause("down", *given, c <= i, w(i + 1) == a * w(i))(lambda proof: proof.qed(*both_rows(proof)))

inside = (*given, b <= i, i < c)

claim.clause("from-above", *inside, w(i + 1) - a * w(i) == (1 - a) * If(c == n, 1, 1 - a ** (c - i)))(
    lambda proof: proof.qed(*both_rows(proof))
)
claim.clause("from-below", *inside, w(i) - a * w(i + 1) == (1 - a) * If(b == 0, 1, 1 - a ** (i - b + 1)))(
    lambda proof: proof.qed(*both_rows(proof))
)


@claim.clause("slack", *inside, (a * w(i) < w(i + 1)) & (a * w(i + 1) < w(i)))
def slack(proof):
    powers = (proof.use(lemmas.power_below_one(), k=k) for k in (c - i, i - b + 1))
    facts = (proof.cite(f"ghosh2009.lemma-5.10#from-{side}") for side in ("above", "below"))
    return proof.qed(*facts, *powers)


induced = product(G, reads(h), n)


def entry(proof, goal, clause):
    """Return an entry of the constraint matrix from what a clause says of the sums."""
    rows = []
    for row in (i, i + 1):
        one = proof.assuming(between(b, z, c))
        some = proof.all(one.have(0 < G[row, z], one.use(lemmas.power_positive(), k=abs(row - z))), z, between(b, z, c))
        weak = proof.assuming(between(b, z, c))
        signs = proof.all(weak.have(0 <= G[row, z], some(z)), z, between(b, z, c))
        total = proof.use(lemmas.positive_sum(), signs, some(b), low=b, high=c, j=b, f=function(z, G[row, z]))
        rows += [proof.cite("#merged", i=row), total]
    names = [induced[i, l], induced[i + 1, l], w(i), w(i + 1)]
    inner = proof.inside(goal)
    known = inner.cite(clause).parts()
    goals = [
        inner.opaque(unfold(each) if each.op == "defined" else each, *rows, *known, terms=names)
        for each in conjuncts(unfold(inner.goal))
    ]
    return inner.closed(inner.restated(inner.both(*goals), inner.goal))


arrows = ((i < b) >> up_arrow(induced, a, i, l), (c <= i) >> down_arrow(induced, a, i, l))
claim.clause("arrows", *given, interval, both(*arrows))(
    lambda proof: proof.both(entry(proof, arrows[0], "#up"), entry(proof, arrows[1], "#down"))
)
claim.clause("s", *inside, interval, slack_entry(induced, a, i, l))(lambda proof: entry(proof, proof.goal, "#slack"))


# The printed range of rows ends at n, but row n has no row below it.
claim.printed_as("last-row", 1 <= n, 0 <= b, b <= c, c <= n, 0 < a, a < 1, c <= i, i <= n, i + 1 <= n, instead="down")
