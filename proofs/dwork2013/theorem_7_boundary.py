"""Theorem 7: for exactly which ε and δ the printed variance is enough.

With s = √ln(1/δ) and σ = s/ε, values 1 apart are ρ·σ apart for ρ = ε/s. The least δ at ε is the integral of the density
φ(u) times max(0, 1 - e^-(ρ·u + ρ²/2 - ε)), as in theorem-7.sensitivity. The exponent is ρ·(u + ρ/2 - s), which rises
with ε where it is > 0. So the least δ rises with ε, from 0 to 1, and the variance is enough exactly up to one ε*(δ).
This ε* stays below 9/4. For ε = 9/4 let a = ρ/2 = 9/(8s).

For s ≥ 4, one step of the integral is above δ = e^(-s²). It goes from u = s - a/2 to s. At its end φ is c·e^(-s²/2),
with c = 1/√(2π) > 16/41. At its start the other factor is 1 - e^(-a²) ≥ a²/(1+a²). And e^(-s²/2) ≤ 1/(1+s²/16)⁸.

For s ≤ 1/4, what the least δ leaves of 1 is at most e^(-(a-s)²/2), by the near and far sides of theorem-7.sensitivity.
That is below 1 - δ = 1 - e^(-s²) ≥ s²/(1+s²). Between 1/4 and 4, balls cover all s.
"""

from fractions import Fraction

from flint import arb, ctx

from exactdp.arithmetic.exact import to_arb
from exactdp.claims.language import *
from exactdp.claims.lemmas.noise import smaller_excess_if
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary import listed
from exactdp.claims.vocabulary.enclosure import pi_above
from exactdp.claims.vocabulary.gaussian import printed_enough, smaller_excess
from exactdp.privacy.continuous import phi

claim = Claim(
    "dwork2013.theorem-7.boundary",
    "where the printed variance is enough",
    section="2.3",
    position=91,
    kept={"0 < s": "s is √ln(1/δ)"},
)

i, k = indices("i k")
a, b, c, e, p, q, s, t, u, w, y = numbers("a b c ε p q s ε' u w y")


SHARES = ["9/10", "1/5", "1/1000", "1/100000", "1/1000000", "1/1000000000"]
DIGITS = ["1.24124", "2.22495", "1.13577", "0.32440", "0.14325", "0.00844"]
shares, digits = (named(name, listed(of)) for name, of in (("deltas", SHARES), ("digits", DIGITS)))
claim.clause(
    "values",
    All(
        i,
        between(0, i, 5),
        printed_enough(digits[i], shares[i], 1) & ~printed_enough(digits[i] + "1/100000", shares[i], 1),
    ),
)(by_evaluation)


@claim.clause("one-boundary", 0 < e, e <= t, 0 < s, smaller_excess(e, e / s, t, t / s))
def one_boundary(proof):
    above, later = p * w + p**2 / 2 - e, q * w + q**2 / 2 - t
    known = Proof([0 < p, p <= q, p * s == e, q * s == t, 0 < above])
    sign = known.indirect(0 <= w + p / 2 - s)
    more = known.have(0 <= q - p)
    rising = known.have(above <= later, known.product(more, sign))
    inner = proof.assuming(0 < e / s * w + (e / s) ** 2 / 2 - e)
    found = inner.use(rising.theorem, p=e / s, q=t / s)
    each = proof.all(proof.imply(inner.given[-1], found), w)
    return proof.use(smaller_excess_if(), each, **{"ε": e, "ρ": e / s, "ε'": t, "ρ'": t / s})


claim.clause("constant", 2 * pi_above * as_number("16/41") ** 2 < 1)(by_evaluation)


@lemma([1 <= u, 0 < y, y * (1 + u**2) == 1])
def small_power(proof):
    """For u ≥ 1 and y = 1/(1 + u²): 0 < y ≤ 1/2 and y·u ≤ 1/2."""
    positive = proof.know(0 < y)
    more = proof.product(positive, 1 <= u, 0 <= u + 1)
    square = proof.product(positive, 0 <= (1 - u) ** 2)
    return proof.both(positive, proof.have(y <= "1/2", more), proof.have(y * u <= "1/2", square))


def power_at_most(proof, degree):
    """Return that y^8·u^degree is at most 1/2^8, where y ≤ 1/2 and y·u ≤ 1/2."""
    positive, low, near = proof.use(small_power()).parts()
    least = proof.have(0 <= y * u, proof.product(positive, 1 <= u))
    first = proof.use(lemmas.powers_rise(), low, α=y, β="1/2", k=8 - degree)
    second = proof.use(lemmas.powers_rise(), near, least, α=y * u, β="1/2", k=degree)
    sign = proof.use(lemmas.power_nonnegative(), least, α=y * u, k=degree)
    return proof.have(y**8 * u**degree <= as_number("1/2") ** 8, proof.product(first, sign), second)


# Here u is s/4
@claim.clause(
    "never-from-4",
    *(1 <= u, s == 4 * u, a == 9 / (8 * s), as_number("16/41") <= c),
    (1 / (1 + s**2 / 16)) ** 8 < a / 2 * (c * (a**2 / (1 + a**2))),
)
def never_from_4(proof):
    small = Proof([1 <= u, 0 < y, y * (1 + u**2) == 1])
    left = power_at_most(small, 3)
    # With p = a²/(1 + a²) and a·u = 9/32: the right side times u³·(1 + a²) is c·(9/32)³/2, and 1 + a² ≤ 1105/1024
    given = (1 <= u, 0 < a, a * u == "9/32", as_number("16/41") <= c, p * (1 + a**2) == a**2, 0 < p)
    large = Proof(given)
    side, cube = a / 2 * (c * p), large.product(*[large.have(0 < u)] * 3)
    low = large.have(a <= "9/32", large.product(large.know(0 < a), large.know(1 <= u)))
    square = large.have(a**2 <= "81/1024", large.product(low, large.have(0 <= a + "9/32")))
    same = large.have((a * u) ** 3 == (a * u) ** 3)
    whole = large.have(side * u**3 * (1 + a**2) == c / 2 * (a * u) ** 3)
    positive = large.product(large.have(0 < a), large.have(0 < c), large.know(0 < p), cube)
    room = large.product(positive, square)
    right = large.have(as_number("1/2") ** 8 < side * u**3, room)
    last = Proof([y**8 * u**3 <= as_number("1/2") ** 8, as_number("1/2") ** 8 < b * u**3, 0 < u**3])
    less = last.indirect(y**8 < b)
    base = 1 / (1 + u**2)
    share = a**2 / (1 + a**2)
    scaled = proof.have(a * u == "9/32"), proof.have(0 < a)
    positive = proof.have(0 < 1 + a**2, squares=[a])
    whole = proof.have(share * (1 + a**2) == a**2, positive), proof.have(0 < share, scaled[1])
    sides = (
        proof.use(left.theorem, y=base),
        proof.use(right.theorem, *scaled, *whole, p=share),
        proof.product(*[proof.have(0 < u)] * 3),
    )
    found = proof.use(less.theorem, *sides, y=base, b=a / 2 * (c * share))
    same = proof.have(1 / (1 + u**2) == 1 / (1 + s**2 / 16))
    return proof.replace(same, lambda of: of**8 < a / 2 * (c * share), found)


# Here u is 1/(4s), and 2·a·s is 9/4
@claim.clause(
    "never-to-1-4",
    *(1 <= u, s == 1 / (4 * u), a == "9/2" * u),
    (1 / (1 + (a - s) ** 2 / 16)) ** 8 < s**2 / (1 + s**2),
)
def never_to_1_4(proof):
    small = Proof([1 <= u, 0 < y, y * (1 + u**2) == 1])
    left = small.have(y**8 * (16 * u**2 + 1) < 1, power_at_most(small, 2), power_at_most(small, 0))
    # a - s ≥ 17·u/4, so 1 + (a-s)²/16 ≥ 1 + u²
    further = Proof([1 <= u, 0 < s, s * u == "1/4", a == "9/2" * u])
    apart = further.have("17/4" * u <= a - s, further.product(further.know(0 < s), further.know(1 <= u)))
    square = further.product(apart, further.have(0 <= "17/4" * u + a - s))
    longer = further.have(1 + u**2 <= 1 + (a - s) ** 2 / 16, square, squares=[u])
    shorter = Proof([1 <= u, 1 + u**2 <= b], 1 / b <= 1 / (1 + u**2))
    less = shorter.have(shorter.goal)

    base, other, share = 1 / (1 + u**2), 1 + (a - s) ** 2 / 16, s**2 / (1 + s**2)
    known = proof.have(0 < s), proof.have(s * u == "1/4")
    room = proof.have(0 < 1 + u**2, squares=[u]), proof.have(0 < 1 + s**2, squares=[s])
    longer = proof.use(longer.theorem, *known)
    power = proof.use(
        lemmas.powers_rise(),
        proof.use(less.theorem, longer, b=other),
        proof.have(0 <= 1 / other, squares=[a - s]),
        α=1 / other,
        β=base,
        k=8,
    )
    whole = proof.have(share * (16 * u**2 + 1) == 1, room[1])
    left = proof.use(left.theorem, 0 < base, base * (1 + u**2) == 1, y=base)
    last = Proof([y**8 * (16 * u**2 + 1) < 1, b * (16 * u**2 + 1) == 1], y**8 < b)
    found = last.indirect(last.goal, last.have(0 <= 16 * u**2 + 1, squares=[u]))
    return proof.chain(
        (1 / other) ** 8, ("<=", base**8, power), ("<", share, proof.use(found.theorem, left, whole, y=base, b=share))
    )


def _covered(epsilon, first, last, pieces):
    with ctx.workprec(128):
        whole, radius = to_arb(epsilon), (last - first) / pieces / 2
        for piece in range(pieces):
            middle = to_arb(first + (2 * piece + 1) * radius)
            ball = arb(middle.mid(), to_arb(radius * Fraction(1001, 1000)))
            here = whole / (2 * ball)
            if not phi(here - ball) - whole.exp() * phi(-here - ball) > (-(ball**2)).exp():
                return False
    return True


covered = computed(
    Definition(
        "{3} balls show that the printed variance is not enough for the loss {0} and roots from {1} to {2}",
        (w, p, q, k),
        None,
        decide=_covered,
    ),
    "for p ≤ s ≤ q, a = w/(2s) and E = exp(2as), Φ(a-s) - E·Φ(-a-s) is above δ = exp(-s²), by ball arithmetic",
)
claim.clause("between", covered("9/4", "1/4", 4, 3000))(by_evaluation)
