"""Section 1: independent results let colluders cancel the noise; results that are derived from one another don't.

For n = 1 each result is wrong with the chance p = α/(1+α), and has the odds t = p/(1-p). If most of k = 2m+1 results
are wrong, t^m is at most t^(right ones), whose mean is (2p)^k. Two more results change the majority only if m or m+1 of
the k are wrong. With Algorithm 1, what a consumer keeps of all results is a remap of the first one, by induction.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.lemmas.binomial import (
    chance_of_ones,
    chances_nonnegative,
    equal_multiples,
    equal_powers,
    mean_of_powers,
    next_binomial,
    next_tail,
    power_of_zero,
)
from exactdp.claims.lemmas.determinant import power_of_product
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.vocabulary.binomial import binomial
from exactdp.claims.vocabulary.query import chances
from exactdp.model.geometric import geometric
from exactdp.model.matrix import Matrix

claim = Claim(
    "gupte2010.section-1.collusion",
    "cancelling the noise, and how it is prevented",
    section="1",
    position=10,
    kept=KEPT
    | {"2m+1 ≤ n": "the number of results", "∀ integer b with 0 ≤ b ≤ q: 0 ≤ e[b] ≤ n": "the results of Algorithm 1"},
)

b, c, i, k, m, n, q, r, s, z = indices("b c i k m n q r s z")
a, p, t = numbers("α p t")
F, U, W = matrices("F U W")
bits = chances(W, function(i, p), n)


def majority_wrong(half):
    """Return how likely more than half of 2·half+1 results are wrong."""
    return Sum(s, half + 1, 2 * half + 1, W[2 * half + 1, s])


of_one = geometric_mechanism(1, a)[i, 1 - i]
claim.clause(
    "one-result",
    *(0 <= a, between(0, i, 1), p == of_one),
    both(p == a / (1 + a), 1 - 2 * p == (1 - a) / (1 + a), 4 * p * (1 - p) == 4 * a / (1 + a) ** 2),
)(by_arithmetic)


@claim.clause(
    "two-more",
    *(0 <= m, 2 * m + 3 <= n, bits),
    majority_wrong(m) - majority_wrong(m + 1)
    == binomial(2 * m + 1, m) * p ** (m + 1) * (1 - p) ** (m + 1) * (1 - 2 * p),
)
def two_more(proof):
    k = 2 * m + 1
    below, above = (proof.split(Sum(s, first, k, W[k, s]), first) for first in (m, m + 1))
    low, high = (proof.use(next_tail(), q=p, m=first, k=k) for first in (m + 1, m + 2))
    low = proof.have(low.says.args[0] == majority_wrong(m) + p * W[k, m], low, below)
    high = proof.have(high.says.args[0] == majority_wrong(m) - (1 - p) * W[k, m + 1], high, above)
    changed = (1 - p) ** 2 * W[k, m + 1] - p**2 * W[k, m]
    apart = proof.have(proof.goal.args[0] == changed, proof.use(next_tail(), q=p, m=m + 2, k=k + 1), low, high)
    counts = {"α": binomial(k, m + 1), "β": binomial(k, m)}
    positive = proof.have(as_number(0) < m + 1, 0 <= m)
    twice = proof.have(counts["α"] * (m + 1) == counts["β"] * (m + 1), proof.use(next_binomial(), n=k, k=m))
    same = proof.use(equal_multiples(), twice, positive, t=m + 1, **counts)
    ones = [proof.use(chance_of_ones(), q=p, k=k, s=at) for at in (m, m + 1)]
    half = counts["β"] * p**m * (1 - p) ** m
    few, many = proof.have(W[k, m] == half * (1 - p), ones[0]), proof.have(W[k, m + 1] == half * p, ones[1], same)
    return proof.qed(apart, proof.have(changed == half * p * (1 - p) * (1 - 2 * p), few, many))


bound = 2 * p * (4 * p * (1 - p)) ** m


chance = (0 <= p, p <= 1, 0 <= m, 2 * m + 1 <= n, bits)
mostly_wrong = majority_wrong(m)


def by_odds():
    """Return the bound on the majority, where t > 0 are the odds p/(1-p), at most 1."""
    k = 2 * m + 1
    proof = Proof([*chance, 0 < t, t <= 1, t * (1 - p) == p], mostly_wrong <= bound)
    weighed = t ** (k - s) * W[k, s]
    lower, upper = proof.assuming(between(0, s, m)), proof.assuming(between(m + 1, s, k))
    sign = [each.use(chances_nonnegative(), q=p, k=k) for each in (lower, upper)]
    more = lower.have(0 <= weighed, lower.product(lower.use(lemmas.power_nonnegative(), α=t, k=k - s), sign[0]))
    falls = upper.use(lemmas.power_falls(), α=t, i=k - s, k=m)
    less = upper.have(t**m * W[k, s] <= weighed, upper.product(falls, sign[1]))
    sums = proof.termwise(s, 0, m, more), proof.termwise(s, m + 1, k, less)
    twice = proof.have(p + (1 - p) * t == 2 * p)
    mean = proof.use(mean_of_powers(), q=p, α=t, k=k, m=k)
    at_most = proof.have(t**m * mostly_wrong <= mean.says.args[1], mean, *sums, proof.split(Sum(s, 0, k, weighed), m))
    tail = proof.replace(twice, lambda v: t**m * mostly_wrong <= t ** (k - k) * v**k, at_most)
    level = 4 * p * (1 - p)
    square = proof.use(equal_powers(), x=4 * p * p, y=t * level, k=m)
    apart = [proof.use(power_of_product(), t=x, u=y, k=m) for x, y in ((t, level), (2 * p, 2 * p))]
    known = proof.have(mostly_wrong * t**m <= bound * t**m, tail, square, *apart)
    return proof.use(
        lemmas.quotient_order(), known, proof.use(lemmas.power_positive(), α=t, k=m), t=t**m, α=mostly_wrong, β=bound
    ).theorem


@claim.clause("majority", 0 <= p, 2 * p <= 1, *chance[2:], mostly_wrong <= bound)
def majority(proof):
    def at_zero(case):
        k, zero = 2 * m + 1, case.use(lemmas.between_each_other(), α=p, β=0)
        cell = case.assuming(between(m + 1, s, k))
        each = cell.have(W[k, s] == 0, cell.use(chance_of_ones(), q=p, k=k), cell.use(power_of_zero(), zero, x=p, k=s))
        nothing = case.have(mostly_wrong == 0, case.termwise(s, m + 1, k, each))
        base = case.use(lemmas.power_nonnegative(), α=4 * p * (1 - p), k=m)
        return case.have(proof.goal, nothing, case.product(0 <= 2 * p, base))

    def positive(case):
        odds = p / (1 - p)
        return case.use(by_odds(), t=odds)

    return proof.cases(proof.goal, (p <= 0, at_zero), (TRUE, positive))


limit_of_right = tends(function(k, 1 - substitute(bound, {"m": k})), 1)


@claim.clause("right", 0 <= p, 2 * p < 1, limit_of_right, witnesses={"C": 2 * p / (1 - 4 * p * (1 - p))})
def right(proof):
    level = 4 * p * (1 - p)
    error, scale = function(m, bound), 2 * p / (1 - level)

    def facts(inner):
        power, rate = (
            inner.use(lemmas.power_nonnegative(), α=level),
            inner.use(lemmas.power_rates(), α=level).parts()[0],
        )
        sizes = inner.have(0 <= 2 * p), inner.have(0 <= as_number(k + 1), 0 <= k)
        small = inner.have((k + 1) * error[k] <= scale, inner.product(sizes[0], rate))
        return [
            inner.have(1 - (1 - error[k]) == error[k]),
            inner.have(0 <= (k + 1) * error[k], inner.product(*sizes, power)),
            small,
        ]

    return lemmas.limit(proof, error, scale, facts, f=function(k, 1 - error[k]), t=1)


# What is kept of the results of Algorithm 1, in states that tell the last of them

T, V = (variable(name, Function(3, NUMBER)) for name in "TV")
K, e = variable("K", Function(4, NUMBER)), variable("e", INDEX_MAP)
level = variable("a", VECTOR)
state = between(0, b, q)
to_keep = explained(
    "{0} and {1} keep a state in {{0..{5}}}, for which {2} is the last result in {{0..{4}}}, in {3} stages",
    (F, K, e, k, n, q),
    both(
        stochastic(F, n, q),
        All(b, state, between(0, e[b], n)),
        All(s, between(1, s, k - 1), All(b, state, stochastic(function(z, c, K[s, b, z, c]), n, q))),
    ),
)
"""The first state hangs on the first result, by chance or not, and each later one on the state before and the next.

A state that keeps the last result tells it by e. The result holds for every e.
"""


def turns(s):
    """Return how likely the state b of stage s turns into another with the next result."""
    return function(b, c, Sum(z, 0, n, T[s, e[b], z] * K[s, b, z, c]))


turns_by = T[s, e[b], z] * K[s, b, z, c]


def states(s):
    return function(i, b, V[s, i, b])


of_states = explained(
    "{0} are the chances of each state after each result of Algorithm 1 "
    "({1}, {2}, {3}, remaps {4}, levels {5}, {6}, {7}, {8})",
    (V, F, K, e, T, level, k, n, q),
    equal_matrices(states(1), product(geometric_mechanism(n, level[1]), F, n), n, q)
    & All(s, between(1, s, k - 1), equal_matrices(states(s + 1), product(states(s), turns(s), q), n, q)),
)


@generator(of_states)
def some_states(rng, turn, *given):
    """Compute the chances stage by stage."""
    first, keep, tells, remap, rising, last, size, most = given
    if size < 1 or not 0 <= entry(rising, [1]) <= 1:
        return None
    results, kept = range(size + 1), range(most + 1)
    now = geometric(n=size, alpha=entry(rising, [1])) @ Matrix([[entry(first, [h, x]) for x in kept] for h in results])
    found = [now, now]
    for at in range(1, last):
        told = [entry(tells, [old]) for old in kept]
        rows = [
            [sum(entry(remap, [at, told[x], h]) * entry(keep, [at, x, h, y]) for h in results) for y in kept]
            for x in kept
        ]
        now = now @ Matrix(rows)
        found.append(now)
    return lambda stage, i, b: found[stage][i, b] if i <= size and b <= most else Fraction(0)


release = explained(
    "{0} are the chances of the states that {1}, {2} and {3} keep of {6} results of Algorithm 1 ({4}, {5}, {7}, {8})",
    (V, F, K, e, T, level, k, n, q),
    levels(level, k) & stages(T, level, k, n) & to_keep(F, K, e, k, n, q) & of_states(V, F, K, e, T, level, k, n, q),
)
shown = release(V, F, K, e, T, level, k, n, q)


@claim.clause("algorithm-1", 1 <= k, 1 <= n, 0 <= q, shown, derivable(states(k), level[1], n, q))
def algorithm_1(proof):
    follows = proof.parts(shown)[-1]
    G = geometric_mechanism(n, level[1])

    def made(s):
        return derivable(states(s), level[1], n, q)

    def image(by):
        return Sum(z, 0, n, G[i, z] * by[z, r])

    def remap(later):
        """Return that the next state is made from the one before by a remap."""
        told, kept = later.parts(to_keep(F, K, e, k, n, q))[-2:]
        row = later.assuming(state)
        entries, rows = row.parts(stages(T, level, k, n))[-1](s).parts()[-3:-1]
        last = row.fact(told(b))
        keeps, ones = (row.fact(each) for each in kept(s)(b).parts()[-2:])
        cell = row.assuming(between(0, c, q), between(0, z, n))
        parts = cell.knowing(last, lambda case: case.product(case.fact(entries(e[b], z)), keeps(z, c)))
        sign = row.assuming(between(0, c, q)).termwise(z, 0, n, 0 <= turns_by, parts)
        each = row.assuming(between(0, z, n)).have(Sum(c, 0, q, turns_by) == T[s, e[b], z], ones(z))
        one = row.knowing(last, lambda case: case.fact(rows(e[b])))
        whole = row.exchange(Sum(c, 0, q, Sum(z, 0, n, turns_by)))
        total = row.have(Sum(c, 0, q, turns(s)[b, c]) == 1, whole, row.termwise(z, 0, n, each), one)
        signs = row.all(row.have(0 <= turns(s)[b, c], sign), c, between(0, c, q))
        return later.have(stochastic(turns(s), q, q), later.all(signs, b, state), later.all(total, b, state))

    cell = between(0, i, n), between(0, r, q)

    def everywhere(inner, by, s, *facts):
        """Return that the probabilities of stage s are those of G, remapped by this remap."""
        image = inner.assuming(*cell).have(Sum(z, 0, n, G[i, z] * by[z, r]) == V[s, i, r], *facts)
        return inner.all(inner.all(image, r, cell[1]), i, cell[0])

    def next_remap(case, found):
        joined, values = product(U, turns(s), q), found.parts()[-1]
        same, is_remap = case.use(lemmas.remap_of_remap(), remap(case), x=G, T=U, U=turns(s), s=q, m=q).parts()[:2]
        here = case.assuming(*cell)
        by_state = here.assuming(state)
        put = V[s, i, b] * turns(s)[b, r] == product(G, U, n)[i, b] * turns(s)[b, r]
        sums = here.termwise(b, 0, q, put, by_state.have(put, values(i)(b)))
        return case.witness(
            made(s + 1), joined, is_remap, everywhere(case, joined, s + 1, same, sums, follows(s)(i)(r))
        )

    def step(later, before):
        return later.obtain(before, U, next_remap)

    base = proof.witness(made(as_index(1)), F)
    return proof.induction(made(s), s, 1, [proof.imply(1 <= k, base)], step, up_to=k)
