"""Section 3.3: which ε is small; how well a reader of the answer can guess at ε = 1 and at ε = 5.

For two neighbours and even odds, a reader of the response guesses the data with a probability of at most 1/(1+α).
Randomised response attains it. That is 0.731… at ε = 1 and 0.9933… at ε = 5, with odds of 2.718… and 148.4… to 1. Which
of these is acceptable is a judgement; the numbers are not.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary.neighbour import distribution, near
from exactdp.privacy.level import level_of_epsilon

claim = Claim(
    "lecture.section-3-3.small-epsilon", "small ε", section="3.3", position=20, kept={**KEPT, "0 < β": "a level"}
)

m, n, r = indices("m n r")
a, b, c = numbers("α β γ")
p, q, w = vectors("p q w")
levels = (0 <= a, a <= 1)

guessed = explained("right({0}; {1}, {2}, {3})", (w, p, q, m), Sum(r, 0, m, p[r] * w[r] + q[r] * (1 - w[r])) / 2)
"""How likely a guess is right that says p with probability w_r after the response r, at even odds."""
a_guess = All(r, between(0, r, m), (0 <= w[r]) & (w[r] <= 1))


@claim.clause(
    "bound",
    *levels,
    distribution(p, m),
    distribution(q, m),
    near(p, q, a, m),
    a_guess,
    guessed(w, p, q, m) <= 1 / (1 + a),
)
def bound(proof):
    one = proof.assuming(between(0, r, m))
    _, _, up, down = one.know(near(p, q, a, m))(r).parts()
    low, high = one.know(a_guess)(r).parts()
    goal = (1 + a) * (p[r] * w[r] + q[r] * (1 - w[r])) <= p[r] + q[r]
    facts = [one.product(low, up), one.product(high, down), one.product(low, down), one.product(high, up)]
    total = proof.termwise(r, 0, m, goal, one.have(goal, *facts))
    return proof.qed(proof.have((1 + a) * (2 * guessed(w, p, q, m)) <= 2, total))


G = geometric_mechanism(n, a)
rows = [function(r, G[i, r]) for i in (0, 1)]
only_0 = function(r, If(r == 0, as_number(1), 0))


# For n = 1 this is randomised response
@claim.clause("attained", 1 <= n, *levels, guessed(only_0, *rows, n) == 1 / (1 + a))
def attained(proof):
    parts = [function(r, row[r] - rows[1][r]) for row in rows]
    one = proof.assuming(between(0, r, n))
    goal = rows[0][r] * only_0[r] + rows[1][r] * (1 - only_0[r]) == rows[1][r] + 1 * If(r == 0, parts[0][r], 0)
    each = one.cases(goal, (r == 0, lambda case: case.have(goal)), (TRUE, lambda case: case.have(goal)))
    whole = proof.use(lemmas.sum_of_two(), t=1, low=0, high=n, f=rows[1], g=function(r, If(r == 0, parts[0][r], 0)))
    only = proof.use(lemmas.one_term(), low=0, high=n, j=0, f=parts[0])
    return proof.qed(proof.termwise(r, 0, n, goal, each), whole, only, proof.use(lemmas.geometric_rows(), i=1))


def _contains(low, high, epsilon):
    """Say whether e^-ε lies between these bounds, by rational bounds on it that are a part 2^-32 apart."""
    upper = level_of_epsilon(epsilon)
    return low <= upper / (1 + Fraction(1, 2**32)) and upper <= high


contains = computed(
    Definition("the exponential of minus {2} is at least {0} and at most {1}", (a, b, n), None, decide=_contains),
    "decided by rational bounds on e^-n that are a factor 1+2^-32 apart",
)
between_levels = (0 < b, b <= a, a <= c)

claim.clause("guess-of-a-level", *between_levels, between(1 / (1 + c), 1 / (1 + a), 1 / (1 + b)))(by_arithmetic)
claim.clause("odds-of-a-level", *between_levels, between(1 / c, 1 / a, 1 / b))(by_arithmetic)

SHOWN = {1: ("0.36787", "0.36788", "0.731", "2.718"), 5: ("0.00673794", "0.00673795", "0.9933", "148.4")}
"""By ε: bounds on e^-ε, and the first digits of 1/(1+α) and of 1/α."""


def begins(digits, least, most):
    """Return that all numbers from the least to the most begin with these digits."""
    end = Fraction(digits) + Fraction(1, 10 ** len(digits.partition(".")[2]))
    return both(as_number(Fraction(digits)) <= least, most < as_number(end))


for epsilon, (low, high, guess, odds) in SHOWN.items():
    least, most = (named(f"α{sign}_{epsilon}", as_number(Fraction(of))) for sign, of in (("⁻", low), ("⁺", high)))
    claim.clause(
        f"at-{epsilon}",
        both(
            contains(least, most, epsilon),
            begins(guess, 1 / (1 + most), 1 / (1 + least)),
            begins(odds, 1 / most, 1 / least),
        ),
    )(lambda proof: proof.fact(core.evaluate(proof.goal)))
