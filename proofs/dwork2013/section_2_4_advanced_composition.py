"""Section 2.4: k-fold composition with a loss of about √k·ε.

Weights w_r = e^(s·L_r) turn a bound M on the mean of w into M/τ for the probability of a loss with w_r > τ, and means
multiply over the answers. Hoeffding's lemma bounds each by e^(s·μ + s²ε²/2), where μ is the mean loss; the best s makes
this δ. The worst (ε, δ')-private pair reveals the database with probability δ', and is randomised response otherwise
(Kairouz, Oh & Viswanath 2015). Its k-fold curve is exact where t = e^ε* is: 1 - (1-δ')^k·(1 - D(t)), D(t) = Σ_j
C(k,j)·max(0, α^j - t·α^(k-j))/(1+α)^k, with α = e^-ε.
"""

from fractions import Fraction
from math import comb

from exactdp.claims import Claim
from exactdp.claims.deriving import by_evaluation
from exactdp.claims.enclosure_words import exp_above, exp_below, log_above, log_below, root_above, root_below
from exactdp.claims.formulas import (
    NUMBER,
    TRUE,
    All,
    Definition,
    Sum,
    as_index,
    between,
    both,
    function,
    indices,
    matrices,
    numbers,
    substitute,
    vectors,
)
from exactdp.claims.lemmas import power_at_most_one, power_nonnegative, quotient_order, scaled_sum
from exactdp.claims.names import explained, named
from exactdp.claims.neighbour_words import distribution, events, indicator, probability
from exactdp.claims.vocabulary import KEPT, table
from exactdp.commands.cli import main

claim = Claim(
    "dwork2013.section-2-4.advanced-composition",
    "advanced composition",
    section="2.4",
    position=50,
    kept={**KEPT, "1 ≤ t": "t is e^ε", **dict.fromkeys(("0 ≤ c", "c ≤ 1", "δ ≤ 1"), "a probability")},
)

h, i, j, k, m, r, z = indices("h i j k m r z")
a, b, c, d, e, l, s, t, x, M, N = numbers("α b c δ ε l s t τ M N")  # noqa: E741 (l is ln(1/δ))
p, q, w = vectors("p q w")
Y, V = matrices("Y V")
POWERS = (power_nonnegative, power_at_most_one)
lossy = function(r, both(0 <= r, r <= m, t * q[r] < p[r]))
tail = All(r, between(0, r, m), (0 <= w[r]) & ((t * q[r] < p[r]) >> (x <= w[r])))


@claim.clause(
    "chernoff",
    distribution(p, m),
    distribution(q, m),
    1 <= t,
    0 < x,
    tail,
    Sum(r, 0, m, p[r] * w[r]) <= M,
    events(p, q, t, M / x, m),
)
def chernoff(proof):
    one = proof.assuming(between(0, r, m))
    chance, weight = one.parts(distribution(p, m))[-2](r), one.know(tail)(r).parts()[0]
    goal = x * (p[r] * indicator(lossy)[r]) <= p[r] * w[r]

    def lost(case):
        return case.have(
            goal, case.product(chance, case.have(0 <= w[r] - x, case.detach(case.know(tail)(r).parts()[1])))
        )

    each = one.cases(goal, (t * q[r] < p[r], lost), (TRUE, lambda case: case.have(goal, case.product(chance, weight))))
    factor = proof.use(scaled_sum(), t=x, low=0, high=m, f=lambda v: p[v] * indicator(lossy)[v])
    total = probability(p, indicator(lossy), m)
    most = proof.have(total * x <= M, proof.termwise(r, 0, m, goal, each), factor)
    bound = proof.use(quotient_order(), proof.have(total * x <= M / x * x, most), t=x, α=total, β=M / x)
    return proof.cite("dwork2013.section-2-4.fail-with-probability#sufficient", bound, δ=M / x)


second = All(r, between(0, r, m), Sum(z, 0, m, Y[r, z] * V[r, z]) <= N)


@claim.clause(
    "moments-multiply",
    All(r, between(0, r, m), (0 <= p[r]) & (0 <= w[r])),
    Sum(r, 0, m, p[r] * w[r]) <= M,
    second,
    0 <= N,
    Sum(r, 0, m, Sum(z, 0, m, p[r] * Y[r, z] * (w[r] * V[r, z]))) <= M * N,
)
def moments_multiply(proof):
    one = proof.assuming(between(0, r, m))
    signs = one.know(proof.given[0])(r).parts()
    inner = Sum(z, 0, m, Y[r, z] * V[r, z])
    less = one.product(one.have(0 <= p[r] * w[r], *signs), one.have(0 <= N - inner, one.know(second)(r)))
    each = one.have(Sum(z, 0, m, p[r] * Y[r, z] * (w[r] * V[r, z])) <= N * (p[r] * w[r]), less)
    whole = proof.termwise(r, 0, m, each.says, each)
    return proof.qed(whole, proof.product(proof.know(0 <= N), proof.have(0 <= M - Sum(r, 0, m, p[r] * w[r]))))


size = s * e
claim.clause("exponent", 1 <= k, 0 < e, b**2 == 2 * k * l, s == b / (k * e), k * size**2 / 2 - size * b == -l)(
    lambda proof: proof.qed()
)


@claim.clause("failures", 0 <= d, d <= 1, 0 <= c, c <= 1, 0 <= k, 1 - (1 - c) ** k * (1 - d) <= k * c + d)
def failures(proof):
    def step(inner, before):
        powers = [inner.use(of(), inner.have(0 <= 1 - c), inner.have(1 - c <= 1), α=1 - c) for of in POWERS]
        rest = inner.product(powers[0], inner.have(0 <= 1 - d))
        kept = inner.have((1 - c) ** k * (1 - d) <= 1, powers[1], rest, inner.know(0 <= d), inner.know(d <= 1))
        more = inner.product(inner.know(0 <= c), inner.have(0 <= 1 - (1 - c) ** k * (1 - d), kept))
        return inner.have(1 - (1 - c) ** (k + 1) * (1 - d) <= (k + 1) * c + d, before, more)

    return proof.induction(proof.goal, k, 0, [], step)


def _worst(k, alpha, broken, t):
    excess = sum(comb(k, j) * max(Fraction(0), alpha**j - t * alpha ** (k - j)) for j in range(k + 1))
    return 1 - (1 - broken) ** k * (1 - excess / (1 + alpha) ** k)


worst = Definition(
    "worst({0}, {1}, {2}; {3})",
    (k, a, c, t),
    None,
    NUMBER,
    latex=r"\mathrm{{worst}}({0}, {1}, {2}; {3})",
    decide=_worst,
)
"""The least δ, at t = e^ε, of k answers of the worst kind: with c = δ', and e^-ε = α for one answer."""


BELOW, ABOVE = (exp_below, root_below, log_below), (exp_above, root_above, log_above)


def power(name, bounds, second, first=1):
    """Return a lower or an upper bound on e^ε*, for a factor of the first term and a choice of the second one."""
    exp, root, log = bounds
    whole = exp(first * root(2 * k * log(1 / d)) * log(1 / a) + k * log(1 / a) * second)
    sign = name.replace("⁺", "^+").replace("⁻", "^-")
    return explained(f"{name}({{0}}, {{1}}, {{2}})", (k, a, d), whole, f"{sign}({{0}}, {{1}}, {{2}})")


of_print, of_tanh = 1 / a - 1, (1 - a) / (1 + a)
everywhere = (1 <= k, 0 < a, a < 1, 0 < d, d < 1, 0 <= c, c <= 1)


def enough(of):
    return worst(k, a, c, of(k, a, d)) <= k * c + d


def argued(proof):
    """Return the bound, by Hoeffding's lemma and that the worst case is the worst; the rest of the proof is above."""
    words = (
        "by Hoeffding's lemma a loss of mean μ in an interval of length 2ε has E e^(sL) ≤ e^(sμ + s²ε²/2), "
        "and no k answers need a larger δ than the worst ones"
    )
    return proof.because(words, proof.goal, proof.cite("#failures"))


for name, of in (("enough", power("t⁺", ABOVE, of_print)), ("enough-with-tanh", power("u⁺", ABOVE, of_tanh))):
    claim.clause(name, *everywhere, enough(of))(argued)


def listed(name, *values):
    """Return a name for a list of numbers."""
    return named(name, function(i, table([values])[0, i]))


levels = listed("levels", "1/3", "1/2", "9/10", "99/100", "999/1000")
shares = listed("deltas", "1/2", "1/1000", "1/1000000000")
broken = listed("broken", 0, "1/1000000")


def at(relation, size):
    """Return a relation for k = size and all that is listed."""
    found = substitute(relation, {"k": size, "α": levels[i], "δ": shares[j], "c": broken[r]})
    return All(i, between(0, i, 4), All(j, between(0, j, 2), All(r, between(0, r, 1), found)))


small = [enough(power(name, BELOW, of)) for name, of in (("t⁻", of_print), ("u⁻", of_tanh))]
claim.clause("up-to-10", All(h, between(1, h, 10), at(small[1], h)))(by_evaluation)
claim.clause("a-hundred", at(both(*small), as_index(100)))(by_evaluation)
half = power("v⁺", ABOVE, of_print, "1/2")
claim.clause("half-fails", worst(100, "9/10", 0, half(100, "9/10", "1/1000")) > "1/1000")(by_evaluation)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
