"""Section 2.4: k-fold composition with a loss of about √k·ε.

A bound M on the mean of a weight w gives the bound M/τ on the probability of a loss with w ≥ τ, and means multiply over
the answers. The worst (ε, δ')-private pair reveals the database with probability δ', and is randomised response
otherwise (Kairouz, Oh & Viswanath 2015; quoted). For δ' = 0 this is `worst-pair`: each private pair is drawn from one
randomised bit. `one-more-answer` bounds the excess after another answer, which may depend on those before it, by the
excess before it. For a randomised bit the bound is an equality, so k answers lose no more than k bits. The k-fold curve
of bits is exact where t = e^ε* is: 1 - (1-δ')^k·(1 - D(t)), D(t) = Σ_j C(k,j)·max(0, α^j - t·α^(k-j))/(1+α)^k, with
α = e^-ε. By `failures` it is at most k·δ' + D(t).

By `loss-of-answers`, r ones among n answers of randomised response have the loss (2r-n)·ε. If a loss above ε* means m
ones or more, `worst-answers` bounds D(t). Hoeffding's lemma is the limit of this bound. It gives `any-number`, the
bound of the print for all n, ε and δ, with b² = 2n·ln(1/δ): the only clause with a step in words. The printed ε* has
e^ε - 1 instead of tanh(ε/2) = (1-α)/(1+α), and is larger by `smaller-term`.
"""

from fractions import Fraction
from math import comb

from flint import ctx

from exactdp.arithmetic.enclosures import enclosure
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import to_arb
from exactdp.claims.language import *
from exactdp.claims.lemmas.binomial import chance_of_ones
from exactdp.claims.lemmas.neighbour import excess_bounds_tests
from exactdp.claims.lemmas.query import chances_nonnegative, chances_sum_to_1, mean_at_most
from exactdp.claims.statements.evaluation import Undefined
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary import listed
from exactdp.claims.vocabulary.approximate import probability_of_pairs, weighs_pairs
from exactdp.claims.vocabulary.approximate import row as row_of
from exactdp.claims.vocabulary.binomial import binomial
from exactdp.claims.vocabulary.enclosure import WORKING_BITS
from exactdp.claims.vocabulary.laplace import at_least_exponential, at_most_exponential
from exactdp.claims.vocabulary.neighbour import distribution, events, excess, indicator, near, near_after, probability
from exactdp.claims.vocabulary.query import chances, hoeffding

claim = Claim(
    "dwork2013.section-2-4.advanced-composition",
    "advanced composition",
    section="2.4",
    position=50,
    kept={
        **KEPT,
        "1 ≤ t": "t is e^ε",
        **dict.fromkeys(("0 ≤ c", "c ≤ 1", "δ ≤ 1"), "a probability"),
        **dict.fromkeys(("0 ≤ r", "r ≤ 1"), "two entries are listed"),
        "∀r with 0 ≤ r ≤ m: w[r] ≥ 0 and (t·q[r] < p[r] ⇒ τ ≤ w[r])": "false for w = 0 and M = 0",
        **dict.fromkeys(("∀r ∈ S: 0 ≤ r ≤ m", "∀r ∈ S: 0 ≤ r ≤ n"), "events are sets of responses"),
    },
)

h, i, j, k, m, n, r, z = indices("h i j k m n r z")
a, b, c, d, e, l, s, t, x, M, N = numbers("α b c δ ε l s t τ M N")  # noqa: E741 (l is ln(1/δ))
p, q, w = vectors("p q w")
V, W, X, Y, Z = matrices("V W X Y Z")
POWERS = (lemmas.power_nonnegative, lemmas.power_at_most_one)
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
    factor = proof.use(lemmas.scaled_sum(), t=x, low=0, high=m, f=lambda v: p[v] * indicator(lossy)[v])
    total = probability(p, indicator(lossy), m)
    most = proof.have(total * x <= M, proof.termwise(r, 0, m, goal, each), factor)
    bound = proof.use(lemmas.quotient_order(), proof.have(total * x <= M / x * x, most), t=x, α=total, β=M / x)
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
    inner = Sum(z, 0, m, Y[r, z] * V[r, z])
    less = one.product(0 <= p[r] * w[r], 0 <= N - inner)
    each = one.have(Sum(z, 0, m, p[r] * Y[r, z] * (w[r] * V[r, z])) <= N * (p[r] * w[r]), less)
    return proof.qed(proof.termwise(r, 0, m, each))


size = s * e
claim.clause("exponent", 1 <= k, 0 < e, b**2 == 2 * k * l, s == b / (k * e), k * size**2 / 2 - size * b == -l)(
    by_arithmetic
)


@claim.clause("failures", 0 <= d, d <= 1, 0 <= c, c <= 1, 0 <= k, 1 - (1 - c) ** k * (1 - d) <= k * c + d)
def failures(proof):
    inner, _ = proof.inductive(proof.goal, k, 0, [])
    powers = [inner.use(of(), α=1 - c) for of in POWERS]
    kept = inner.have((1 - c) ** k * (1 - d) <= 1, powers[1])
    more = inner.product(0 <= c, inner.have(0 <= 1 - (1 - c) ** k * (1 - d), kept))
    return inner.closed(inner.have(1 - (1 - c) ** (k + 1) * (1 - d) <= (k + 1) * c + d, more))


def _worst(k, alpha, broken, t):
    excess = sum(comb(k, j) * max(Fraction(0), alpha**j - t * alpha ** (k - j)) for j in range(k + 1))
    return 1 - (1 - broken) ** k * (1 - excess / (1 + alpha) ** k)


def keeps(bound, sign, second, first=1):
    """Return a name for what the worst k answers promise, by the factor of the first term and part of the second."""

    def decide(answers, alpha, broken, delta):
        if not (answers >= 1 and 0 < alpha < 1 and 0 < delta < 1 and 0 <= broken <= 1):
            raise Undefined(f"{answers} answers of level {alpha}, {broken} and {delta} are not composed")
        with ctx.workprec(WORKING_BITS):
            loss, root = -to_arb(alpha).log(), (-2 * answers * to_arb(delta).log()).sqrt()
            t = enclosure((to_arb(first) * root * loss + answers * loss * to_arb(second(alpha))).exp())
        most = answers * broken + delta
        if _worst(answers, alpha, broken, t.upper) <= most < _worst(answers, alpha, broken, t.lower):
            raise InputError("the enclosures do not decide which δ is smaller")
        return bool(_worst(answers, alpha, broken, t.upper) <= most)

    made = Definition(
        f"the worst {{0}} answers of level {{1}}, broken with {{2}}, keep {bound} for the failure {{3}}",
        (k, a, c, d),
        None,
        decide=decide,
    )
    return computed(
        made,
        "randomised response of level α = e^-ε, which gives the database away with probability c; these answers "
        f"are (ε*, kc+δ)-private for {sign}, decided by enclosures",
    )


print_bound = keeps(
    "the printed bound",
    "ε* = √(2k·ln(1/δ))·ε + kε·(e^ε-1)",
    lambda alpha: 1 / alpha - 1,
)
tanh_bound = keeps(
    "the bound with tanh",
    "ε* = √(2k·ln(1/δ))·ε + kε·tanh(ε/2)",
    lambda alpha: (1 - alpha) / (1 + alpha),
)
half_bound = keeps(
    "half of the first term",
    "ε* = √(2k·ln(1/δ))·ε/2 + kε·(e^ε-1)",
    lambda alpha: 1 / alpha - 1,
    Fraction(1, 2),
)


# Randomised response: an answer is 1 with probability 1/(1+α) on one database, and α/(1+α) on the other
first, other = 1 / (1 + a), a / (1 + a)
randomised = explained(
    "{0} and {1} are the chances for {2} answers of level {3}",
    (W, V, n, a),
    both(0 <= n, 0 < a, a < 1, chances(W, function(i, first), n), chances(V, function(i, other), n)),
)(W, V, n, a)


@claim.clause("loss-of-answers", randomised, between(0, r, n), W[n, r] * a**r == V[n, r] * a ** (n - r))
def loss_of_answers(proof):
    count, shares = binomial(n, r), []
    for of, chance, one, zero in ((W, first, first, a * first), (V, other, a * first, first)):
        found = proof.use(chance_of_ones(), W=of, q=chance, s=r, k=n)
        zeros, ones = proof.have(1 - chance == zero), proof.have(chance == one)
        found = proof.replace(zeros, lambda v, of=of, c=chance: of[n, r] == count * c**r * v ** (n - r), found)
        shares.append(proof.replace(ones, lambda v, of=of, z=zero: of[n, r] == count * v**r * z ** (n - r), found))
    known = Proof([between(0, r, n), s == c * b**r * (a * b) ** (n - r), t == c * (a * b) ** r * b ** (n - r)])
    equal = known.have(s * a**r == t * a ** (n - r)).theorem
    return proof.use(equal, *shares, s=W[n, r], t=V[n, r], b=first, c=count)


row = explained("row({0}, {1})", (W, n), function(r, W[n, r]))
beyond = All(r, between(0, r, n), (t * V[n, r] < W[n, r]) >> (m <= r))
losses_have_ones = explained(
    "losses above {0} have {1} or more ones ({2}, {3}, {4})", (t, m, W, V, n), both(0 <= m, beyond)
)(t, m, W, V, n)
power = x**k
mean_bound = Product(i, 1, n, hoeffding(first, x, k))
tail_bound = explained("bound({0}, {1}; {2}, {3}, {4})", (a, x, k, m, n), mean_bound / power**m)(a, x, k, m, n)


@claim.clause(
    "worst-answers",
    *(randomised, 1 <= t, losses_have_ones, 1 <= x, 0 <= k),
    events(row(W, n), row(V, n), t, tail_bound, n),
)
def worst_answers(proof):
    one, spread = proof.assuming(between(1, i, n)), []
    for of, chance in ((W, first), (V, other)):
        inside = proof.all(one.have(between(0, chance, 1)), i, between(1, i, n))
        signs = proof.use(chances_nonnegative(), inside, W=of, q=lambda _, chance=chance: chance)
        total = proof.use(chances_sum_to_1(), W=of, q=lambda _, chance=chance: chance, k=n)
        inner = proof.assuming(between(0, r, n))
        each = proof.all(inner.fact(signs(r)), r, between(0, r, n))
        spread.append(proof.have(distribution(function(r, of[n, r]), n), each, total))
        if of is W:
            mean = proof.use(mean_at_most(), q=lambda _: first, t=x)

    # A loss above ln t has m ones or more, so its weight is at least that of m ones
    rising = Proof([1 <= b, 0 <= m, m <= r], b**m <= b**r)
    least = rising.use(lemmas.power_nonnegative(), α=b, k=m)
    order = rising.qed(rising.use(lemmas.power_at_least_one(), t=b, k=r - m), least)
    inner, lossier = proof.assuming(between(0, r, n)), t * V[n, r] < W[n, r]
    size = inner.use(lemmas.power_at_least_one(), t=x)
    sign = inner.use(lemmas.power_nonnegative(), inner.have(0 <= power, size), α=power, k=r)
    case = inner.assuming(lossier)
    more = case.knowing(case.detach(case.know(beyond)(r)), lambda known: known.use(order, size, b=power))
    weights = proof.all(inner.both(sign, inner.imply(lossier, more)), r, between(0, r, n))
    positive = proof.use(lemmas.power_positive(), proof.use(lemmas.power_positive(), α=x), α=power, k=m)
    total = proof.have(Sum(r, 0, n, W[n, r] * power**r) <= mean_bound, mean)
    on_one, on_other = (function(r, of[n, r]) for of in (W, V))
    given = {"p": on_one, "q": on_other, "w": function(r, power**r), "m": n, "M": mean_bound, "τ": power**m}
    return proof.restated(proof.cite("#chernoff", *spread, weights, positive, total, **given))


HOEFFDING = (
    "Let t = 1/s. With r ones the loss is (2r - n)·ln(1/α). So a loss above ln t ≥ b·ε + n·ε·(1 - α)/(1 + α) has m or "
    "more ones, with m - n/(1 + α) ≥ b/2. In the bound of worst-answers let k·ln τ = λ and k grow: it falls to the "
    "bound of Hoeffding, e^(n·λ²/8 - λ·(m - n/(1 + α))). For λ = 2b/n this is at most e^(-b²/(2n)), and so at most δ"
)
total = b * e + n * e * ((1 - a) / (1 + a))
chosen = (0 <= b, at_least_exponential(d, b**2 / (2 * n)), 0 < s, at_most_exponential(s, total))


@claim.clause(
    "any-number",
    *(randomised, 1 <= n, at_least_exponential(a, e), *chosen),
    events(row(W, n), row(V, n), 1 / s, d, n),
    kept={
        "α ≥ e^-ε": "false for n = 1, α = 1/10, ε = 0, b = 2, s = 1 and δ = 1/5",
        "0 ≤ b": "false for n = 1, α = 1/10, b = -9/11, s = 1 and δ = 18/25",
        "δ ≥ e^-(b²/(2n))": "false for n = 1, b = 0 and δ = 0",
        "s ≤ e^-(b·ε + n·ε·((1 - α)/(1 + α))) ≤ 1": "false for s = 1 and small δ",
    },
)
def any_number(proof):
    return proof.because(HOEFFDING, proof.goal)


# After a first answer from p or q, a second one is drawn from row r of Y or of Z
of_two = probability_of_pairs(p, Y, X, m), probability_of_pairs(q, Z, X, m)
lost = first * excess(p, q, t * a, m) + other * excess(p, q, t / a, m)
second_answers = explained(
    "{0} and {1} are second answers of level {2} in {{0..{3}}}",
    (Y, Z, a, m),
    both(stochastic(Y, m, m), stochastic(Z, m, m), near_after(Y, Z, a, m, m)),
)(Y, Z, a, m)


@claim.clause(
    "one-more-answer",
    *(0 < a, a < 1, second_answers, weighs_pairs(X, m)),
    of_two[0] <= t * of_two[1] + lost,
)
def one_more_answer(proof):
    one, width = proof.assuming(between(0, r, m)), proof.have(0 < 1 - a)
    cell = one.assuming(between(0, z, m))
    low, high = cell.know(weighs_pairs(X, m))(r)(z).parts()
    near_cell = cell.know(near_after(Y, Z, a, m, m))(r)(z).parts()
    sums = [one.parts(stochastic(of, m, m))[-1](r) for of in (Y, Z)]
    yes = [probability(row_of(of), row_of(X), m) for of in (Y, Z)]
    bits, bounds = [], []
    for (of, beside), gap, level in (((Y, Z), yes[0] - a * yes[1], t * a), ((Z, Y), yes[1] - a * yes[0], t / a)):
        rest = of[r, z] - a * beside[r, z]
        sign = cell.have(0 <= rest, *near_cell)
        least = one.termwise(z, 0, m, cell.have(0 <= rest * X[r, z], cell.product(sign, low)))
        less = cell.product(sign, cell.have(0 <= 1 - X[r, z], high))
        most = one.termwise(z, 0, m, cell.have(rest * X[r, z] <= rest, less))
        ends = one.have(0 <= gap, least), one.have(gap <= 1 - a, most, *sums)
        bits.append(function(r, gap / (1 - a)))
        share = one.have(both(0 <= bits[-1][r], bits[-1][r] <= 1), *ends, width)
        bounds.append(proof.use(excess_bounds_tests(), proof.all(share, r, between(0, r, m)), g=q, f=bits[-1], t=level))
    return proof.qed(*bounds)


drawn = explained(
    "{0} draws {1} and {2} from a randomised bit of level {3} ({4})",
    (Y, p, q, a, m),
    All(
        r,
        between(0, r, m),
        both(first * Y[0, r] + other * Y[1, r] == p[r], other * Y[0, r] + first * Y[1, r] == q[r]),
    ),
)(Y, p, q, a, m)


made = function(z, r, If(z == 0, p[r] - a * q[r], q[r] - a * p[r]) / (1 - a))


@claim.clause(
    "worst-pair",
    *(0 < a, a < 1, distribution(p, m), distribution(q, m), near(p, q, a, m)),
    Some(Y, stochastic(Y, 1, m), drawn),
    witnesses={"Y": made},
)
def worst_pair(proof):
    return proof.witness(proof.goal, made, proof.have(0 < 1 - a))


claim.clause("smaller-term", 0 < a, a <= 1, (1 - a) / (1 + a) <= 1 / a - 1)(by_arithmetic)


levels = named("levels", listed(["1/3", "1/2", "9/10", "99/100", "999/1000"]))
shares = named("deltas", listed(["1/2", "1/1000", "1/1000000000"]))
broken = named("broken", listed([0, "1/1000000"]))


def at(size, *promises):
    """Return the promises for this number of answers and all that is listed."""
    found = both(*(of(size, levels[i], broken[r], shares[j]) for of in promises))
    return Every((i, 0, 4), (j, 0, 2), (r, 0, 1), found)


claim.clause("up-to-10", All(h, between(1, h, 10), at(h, tanh_bound)))(by_evaluation)
claim.clause("a-hundred", at(as_index(100), print_bound, tanh_bound))(by_evaluation)
claim.clause("half-fails", ~half_bound(100, "9/10", 0, "1/1000"))(by_evaluation)
