"""Section 2.4: the expected privacy loss.

For an α-private pair p, q the loss ln(p_r/q_r) lies in [-ε, ε]. As x·ln x is convex, it is below its chord from α to
1/α; at the mean 1 of x = p/q the chord is ε·(1-α)/(1+α) = ε·tanh(ε/2). Randomised response attains that. The only fact
about ln that the proof uses is that its exponential is above the line 1 + l. The inequality tanh(ε/2) < ε/2 needs a
third power: b = e^-x, where x = ε/2, is at least 1 - x + x²/2 - x³/6.
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.vocabulary.approximate import coin, log_ratio, losses
from exactdp.claims.vocabulary.neighbour import distribution, near

claim = Claim(
    "dwork2013.section-2-4.expected-loss",
    "the expected privacy loss",
    section="2.4",
    position=60,
    kept={
        **KEPT,
        "0 < ε": "a loss",
        "6 - 6·(ε/2) + 3·(ε/2)² - (ε/2)³ ≤ 6·b": "the losses L bound b from below, too",
        "1·(1 - ε) ≤ α": "of ε = ln(1/α), only α·(1 + ε) ≤ 1 is used",
    },
)

m, r = indices("m r")
a, b, c, e, x = numbers("α b c ε x")
L, p, q = vectors("L p q")
expected = Sum(r, 0, m, p[r] * L[r])
largest = e * (1 - a) / (1 + a)


@cache
def chord():
    """For one response: (1-α²)·(p·L) is at most ε·((1+α²)·p - 2·α·q)."""
    loss, x, y = numbers("loss x y")
    given = [0 < a, 0 <= y, a * y <= x, a * x <= y, a * y * (1 + (loss + e)) <= x, y * (1 + (loss - e)) <= a * x]
    left, right = (1 - a * a) * (x * loss), e * ((1 + a * a) * x - 2 * a * y)
    proof = Proof(given, left <= right)

    def possible(case):
        return case.use(lemmas.quotient_order(), t=y, α=left, β=right)

    def impossible(case):
        zero = case.indirect(y == 0), case.use(lemmas.quotient_order(), t=a, α=x, β=0)
        return case.have(left <= right, zero[0], case.indirect(x == 0))

    return proof.cases(proof.goal, (0 < y, possible), (TRUE, impossible)).theorem


@claim.clause(
    "bound",
    0 < a,
    a < 1,
    distribution(p, m),
    distribution(q, m),
    near(p, q, a, m),
    losses(L, p, q, e, a, m),
    expected <= largest,
)
def bound(proof):
    one = proof.assuming(between(0, r, m))
    known = one.parts(near(p, q, a, m))[-1](r), one.know(losses(L, p, q, e, a, m))(r)
    facts = [part for each in known for part in each.parts()]
    each = one.use(chord(), *facts, loss=L[r], x=p[r], y=q[r])
    whole = proof.termwise(r, 0, m, each)
    less = proof.have((1 - a) * (1 + a) * expected <= e * (1 - a) * (1 - a), whole)
    sides = (1 + a) * expected, e * (1 - a)
    most = proof.use(
        lemmas.quotient_order(),
        proof.have((1 - a) * sides[0] <= (1 - a) * sides[1], less),
        t=1 - a,
        α=sides[0],
        β=sides[1],
    )
    return proof.opaque(proof.goal, most, 0 < 1 + a)


response = coin(1 / (1 + a)), coin(a / (1 + a))
own_loss = function(r, If(r == 0, e, -e))

claim.clause(
    "attained", 0 < a, a <= 1, near(*response, a, 1) & (Sum(r, 0, 1, response[0][r] * own_loss[r]) == largest)
)(by_arithmetic)


@cache
def tanh_below():
    """From 6·b ≥ 6 - 6·x + 3·x² - x³, for x, b > 0: 1 - x < b²·(1 + x)."""
    lower = 1 - x + x**2 / 2 - x**3 / 6
    rest = "2/3" - "3/4" * x + "5/12" * x**2 - "5/36" * x**3 + x**4 / 36
    proof = Proof([0 < x, 0 < b, 6 - 6 * x + 3 * x**2 - x**3 <= 6 * b], 1 - x < b * b * (1 + x))

    def small(case):
        room = case.know(0 < x), case.have(0 < 1 - x)
        low = case.have(0 < lower, squares=[1 - x])
        left = case.have(0 < rest, squares=[x - "9/10", x * x])
        more = case.product(0 <= b - lower, case.have(0 <= b + lower, low))
        first = case.product(*[room[0]] * 3, left)
        return case.have(proof.goal, first, case.product(0 <= 1 + x, more))

    def large(case):
        return case.have(proof.goal, case.product(0 < b * b, 0 < 1 + x))

    return proof.cases(proof.goal, (x < 1, small), (TRUE, large)).theorem


serves = explained(
    "{0} serves as the exponential of minus {1}", (b, x), (0 < b) & (6 - 6 * x + 3 * x**2 - x**3 <= 6 * b)
)


@claim.clause("below-half-square", 0 < e, serves(b, e / 2), e * (1 - b * b) / (1 + b * b) < e**2 / 2)
def below_half_square(proof):
    found = proof.use(tanh_below(), x=e / 2)
    more = proof.have(0 < b * b * (1 + e / 2) - (1 - e / 2), found)
    return proof.qed(proof.product(0 < e, more))


@claim.clause(
    "below-printed",
    0 < e,
    b < 1,
    serves(b, e / 2),
    distribution(p, m),
    distribution(q, m),
    near(p, q, b * b, m),
    losses(L, p, q, e, b * b, m),
    expected < 2 * e**2,
)
def below_printed(proof):
    most = proof.cite("#bound", 0 < b * b, b * b < 1, α=b * b)
    half = proof.cite("#below-half-square")
    return proof.opaque(proof.goal, most, half, 0 < e, terms=[expected, half.says.args[0]])


claim.clause("below-printed-term", 0 < a, a <= 1, (1 - a) / (1 + a) <= 1 / a - 1)(by_arithmetic)


@claim.clause("best-constant", 0 < e, 0 < a, log_ratio(e, 1, a), c * e**2 >= largest, 1 / (2 + e) <= c)
def best_constant(proof):
    less = proof.have(1 * e**2 <= c * (2 + e) * e**2, e**2 <= largest * (2 + e))
    return proof.qed(proof.use(lemmas.quotient_order(), less, t=e**2, α=1, β=c * (2 + e)))
