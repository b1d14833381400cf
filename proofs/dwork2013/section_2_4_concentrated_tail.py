"""Section 2.4: the tail of the privacy loss of Gaussian noise with the expected loss ε²/2.

The loss is ε²/2 + ε·N, N standard normal. So it is above m·ε with the probability Φ(ε/2 - m), and above ε²/2 + m·ε with
Φ(-m) ≤ e^(-m²/2)/2. Both probabilities are integrals of the density, and every integral is a limit of sums over points.

The density at m + v is e^(-m²/2)·g times the density at v, with g = e^(-mv) ≤ 1 for v ≥ 0. So each sum for the tail
beyond m is at most e^(-m²/2) times the sum for the tail beyond 0, at the same points and with the same steps. That is
`above-mean`; as the limit of the latter sums is 1/2, Φ(-m) ≤ e^(-m²/2)/2. And `above` is this for m - ε/2.

On the other hand the printed bound x = e^(-m²/2) is below one step of the tail once m is large. Let z = m - ε/2. For
z ≥ 0, Φ(-z) is at least h times the density c·y at z + h, with h = ε/4. For z < 0, Φ(-z) is above 1/2, and x is at most
1/(1 + m²/2).
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.lemmas.noise import normal_tail_at_most
from exactdp.claims.vocabulary.enclosure import normal_at_most, pi_above
from exactdp.claims.vocabulary.gaussian import normal_tail
from exactdp.claims.vocabulary.noise import near_power

claim = Claim(
    "dwork2013.section-2-4.concentrated-tail",
    "the tail of a concentrated privacy loss",
    section="2.4",
    position=81,
    printed="a loss of mε has probability at most e^(-m²/2), for all m",
    slip="statement",
    weight="remark",
    kept={**KEPT, "0 < ε": "a loss", "0 ≤ u": "how much larger m is", "0 < x": "x is e^(-m²/2)"},
)

b, c, e, l, m, u, x, y = numbers("b c ε l m u x y")  # noqa: E741 (l is ln 2)


def bounded(loss, at, factor=1):
    """Return that Φ(loss) is at most this factor times e^(-at²/2)."""
    return normal_at_most(loss, -(as_number(at) ** 2) / 2, factor)


claim.printed_as("tail", 0 < e, 0 <= m, bounded(e / 2 - m, m), at={"ε": Fraction(2), "m": Fraction(2)}, instead="above")


@claim.clause("above-mean", 0 <= m, normal_tail(m, m**2 / 2))
def above_mean(proof):
    return proof.use(normal_tail_at_most(), x=m, λ=m**2 / 2)


rest = m - e / 2
claim.clause("above", 0 < e, e / 2 <= m, normal_tail(rest, rest**2 / 2))(
    lambda proof: proof.cite("#above-mean", 0 <= rest, m=rest)
)
claim.clause("fails", both(*(~bounded(as_number(e) / 2 - m, m) for e, m in ((1, 6), (2, 2), ("1/10", 120)))))(
    by_evaluation
)

# y is e^(-(m - ε/4)²/2), x is e^(-m²/2), and c is 1/√(2π), which is above 16/41
claim.clause("constant", 2 * pi_above * as_number("16/41") ** 2 < 1)(by_evaluation)
large = m == 41 / e**2 + e / 8 + u
smaller = (m**2 - (m - e / 4) ** 2) / 2
of_x = (0 < x, 0 < y, near_power(x / y, smaller))


@claim.clause("fails-for-large-m", 0 < e, 0 <= u, large, as_number("16/41") <= c, *of_x, x < e / 4 * (c * y))
def fails_for_large_m(proof):
    known = Proof([0 < y, x / y * (1 + b) <= 1], x * (1 + b) <= y).qed()
    facts = (
        proof.use(known, proof.parts(of_x[-1])[-1], b=smaller),
        proof.have(smaller == 41 / (4 * e) + e * u / 4),
    )
    given = (as_number("16/41") <= c, x * (1 + b) <= y, b == 41 / (4 * e) + e * u / 4)
    last = Proof([0 < e, 0 <= u, 0 < x, *given], proof.goal)
    positive, room, more = map(last.know, (0 < x, 0 < e, 0 <= u))
    below = last.product(positive, last.have(0 <= b, last.product(room, more)))
    steps = (
        last.product(room, last.have(0 <= y, below), given[0]),
        last.have(x * (e + "41/4") <= e * y, last.product(room, given[1]), last.product(positive, room, room, more)),
        last.product(positive, room),
    )
    return proof.use(last.qed(*steps), *facts, b=smaller)


@claim.clause("small-for-large-m", 0 < e, 0 <= u, large, 1 / (1 + m**2 / 2) < "1/2")
def small_for_large_m(proof):
    # 41 + ε³/8 - 3ε²/2 = 9 + (ε-8)²·(ε+4)/8
    cubic = proof.product(proof.have(0 <= (e - 8) ** 2, squares=[e - 8]), 0 <= e + 4)
    least = proof.have("3/2" < m, proof.have("3/2" < 41 / e**2 + e / 8, cubic))
    square = proof.product(least, proof.have(0 < m + "3/2", least))
    return proof.qed(proof.have("9/8" < m**2 / 2, square))


claim.clause("where-it-holds", 0 < e, m <= e / 4 + 2 * l / e, m**2 - rest**2 <= 2 * l)(by_arithmetic)
