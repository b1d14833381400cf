"""Footnote 4: randomised response with two coins.

The first coin shows heads with probability p, and then the answer is the bit. Otherwise the answer is the second coin,
which is 1 with probability q. So the answer is 1 with probability p + (1-p)q for the bit 1, and (1-p)q for the bit 0.
The ratio for the answer 1 rises with q, and the ratio for 0 falls; they are equal at q = 1/2.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.neighbour import near

claim = Claim(
    "dwork2013.footnote-4",
    "randomised response with two coins",
    section="2.5",
    position=20,
    kept={
        **KEPT,
        "p < 1": "the first coin may show tails",
        "q < 1": "the second coin may say no",
        **dict.fromkeys(("0 ≤ p", "0 < q"), "a probability"),
        **dict.fromkeys(("1 ≤ v", "v ≤ n"), "a person"),
        "α ≤ coins(p, q, 0)[1]/coins(p, q, 1)[1]": "false at p = 1/2, q = 1/10",
        "α ≤ coins(p, q, 1)[0]/coins(p, q, 0)[0]": "false at p = 1/2, q = 9/10",
    },
)

i, n, r, u, v = indices("i n r u v")
a, p, q = numbers("α p q")
c = number("γ")
f, g = vectors("f g")

told = explained(
    "coins({0}, {1}, {2})",
    (p, q, i),
    function(r, If(r == 1, If(i == 1, p, 0) + (1 - p) * q, If(i == 1, 0, p) + (1 - p) * (1 - q))),
)
"""The distribution of the answer to the bit i."""

half = "1/2"
coins = (0 <= p, p < 1, 0 < q, q < 1)
yes, no = (told(p, q, 0)[1] / told(p, q, 1)[1], told(p, q, 1)[0] / told(p, q, 0)[0])

claim.clause("truth", both(told(half, half, 1)[1] == "3/4", told(half, half, 0)[0] == "3/4"))(by_arithmetic)
claim.clause("level", near(told(half, half, 1), told(half, half, 0), "1/3", 1))(by_arithmetic)
claim.clause("no-larger-level", near(told(half, half, 1), told(half, half, 0), c, 1), c <= "1/3")(
    lambda proof: proof.qed(proof.parts(near(told(half, half, 1), told(half, half, 0), c, 1))[-1](1))
)

others = All(u, between(1, u, n), (0 <= g[u]) & ((u != v) >> (f[u] == g[u])))
together = [Product(u, 1, n, of[u]) for of in (f, g)]
claim.clause("many-people", 0 <= a, a <= 1, between(1, v, n), others, a * g[v] <= f[v], a * together[1] <= together[0])(
    lambda proof: proof.cite("lecture.section-4-1.composition#level-of-parts", p=f, q=g)
)
positive = All(u, between(1, u, n), (0 < g[u]) & ((u != v) >> (f[u] == g[u])))
claim.clause(
    "many-people-exactly",
    0 <= a,
    a <= 1,
    between(1, v, n),
    positive,
    f[v] == a * g[v],
    c * together[1] <= together[0],
    c <= a,
)(lambda proof: proof.cite("lecture.section-4-1.composition#exact", p=f, q=g))

fair = (0 <= p, p < 1, a == (1 - p) / (1 + p))


def ratio(proof):
    return proof.have(a * (1 + p) == 1 - p)


@claim.clause("other-first-coin", *fair, near(told(p, half, 1), told(p, half, 0), a, 1))
def other_first_coin(proof):
    level = ratio(proof)
    sign, most = proof.have(0 <= a), proof.have(a <= 1)
    return proof.qed(level, sign, most)


claim.clause("other-first-coin-exactly", *fair, near(told(p, half, 1), told(p, half, 0), c, 1), c <= a)(
    lambda proof: proof.qed(*proof.parts(near(told(p, half, 1), told(p, half, 0), c, 1))[-1](1).parts())
)
claim.clause("any-level", 0 < a, a <= 1, p == (1 - a) / (1 + a), both(0 <= p, p < 1, a == (1 - p) / (1 + p)))(
    lambda proof: proof.qed(p * (1 + a) == 1 - a, 0 < 1 + p)
)

says_yes, says_no = p + (1 - p) * q, p + (1 - p) * (1 - q)


def ratios(proof):
    """Return the two bounds, times what they are divided by."""
    found = []
    for quotient, part, whole in ((yes, (1 - p) * q, says_yes), (no, (1 - p) * (1 - q), says_no)):
        size = proof.have(0 < whole)
        same = proof.have(quotient == part / whole, size)
        terms = [quotient, part, whole]
        found.append(proof.opaque(a * whole <= part, a <= quotient, same, size, terms=terms))
    return found


@claim.clause("other-second-coin", *coins, 0 <= a, a <= yes, a <= no, near(told(p, q, 1), told(p, q, 0), a, 1))
def other_second_coin(proof):
    terms = (1 - p) * q, (1 - p) * (1 - q)
    bounds = ratios(proof)
    signs = [proof.have(0 <= each) for each in terms]
    first = proof.opaque(a * says_yes <= 1 * says_yes, bounds[0], 0 <= p, terms=[terms[0]])
    most = proof.use(lemmas.quotient_order(), first, 0 < says_yes, t=says_yes, α=a, β=1)
    facts = []
    for chance, bound, sign in zip(terms, bounds, signs, strict=True):
        given = bound, sign, most, proof.know(0 <= a), proof.know(0 <= p)
        less = proof.opaque(a * chance <= p + chance, *given, terms=[chance])
        facts.append([bound, less, sign, proof.opaque(0 <= p + chance, *given, terms=[chance])])
    inner = proof.inside()
    sides = [lambda case, known=known: case.have(inner.goal, *known, factors=1) for known in facts[::-1]]
    return inner.closed(inner.cases(inner.goal, (r == 0, sides[0]), (TRUE, sides[1])))


@claim.clause("other-second-coin-exactly", *coins, near(told(p, q, 1), told(p, q, 0), a, 1), both(a <= yes, a <= no))
def other_second_coin_exactly(proof):
    known = proof.parts(near(told(p, q, 1), told(p, q, 0), a, 1))[-1]
    sizes = proof.have(0 < says_yes), proof.have(0 < says_no)
    return proof.qed(*known(0).parts(), *known(1).parts(), *sizes)


claim.clause("fair-is-best", *coins, a <= yes, a <= no, a <= (1 - p) / (1 + p))(
    lambda proof: proof.qed(proof.have(a * (1 + p) <= 1 - p, *ratios(proof)))
)
