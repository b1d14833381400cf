"""Theorem 6.1, last step of the proof: a remap that turns a mechanism with n+1 responses into G permutes them.

What column r of G holds is bound by privacy between all neighbours, and so is each part T_kr·x_k of it. Suppose that a
response k is part of two columns r < s. From row r to r+1 its probability would fall by the factor α, for r, and rise
by 1/α, for s. As α < 1, the probability is 0 in row r. Each r comes from some k, which is then read as r always. So
each column of T has a sum of at least 1. All entries of T sum to n+1, so each of these sums is 1, and all other entries
of T are 0.

The proof takes T to be deterministic from the start, as optimal remaps are. In general they need not be: where two
readings of a response lose equally much, so does every mixture of them. Here this T is, and the clauses show it; or one
begins with the remap by Bayes' rule, which is optimal too.
"""

from fractions import Fraction

from exactdp.claims.language import *

claim = Claim(
    "ghosh2009.theorem-6.1.permutation",
    "the remap that makes G is a permutation",
    section="6.1",
    position=30,
    printed="optimal remaps are deterministic",
    slip="proof",
    weight="remark",
    kept=KEPT,
)

n, i, k, r, s, z = indices("n i k r s z")
a = number("α")
x, T = matrices("x T")

G = geometric_mechanism(n, a)
makes_g = (1 <= n, 0 <= a, a < 1, private(x, a, n, n), stochastic(T, n, n), turns_into(T, x, G, n))


@lemma([*makes_g, between(0, k, n), between(0, r, n), 0 < T[k, r], 0 < x[r, k]], T[k, r] == 1)
def one_reading(proof):
    """Return that a response k that comes for r, and is ever read as r, always is."""
    entries, rows = proof.parts(stochastic(T, n, n))[-2:]
    near = proof.parts(private(x, a, n, n))[-1]
    goal = T[k, s] == If(s == r, T[k, s], 0)

    def never(low, next_row):
        """Return that T_ks = 0, as column r of G falls from row r to the next one, and column s rises."""

        def found(case):
            zeros = []
            for column, one, to in ((r, r, next_row), (s, next_row, r)):
                f = function(z, T[z, column] * (x[to, z] - a * x[one, z]))
                inner = case.assuming(between(0, z, n))
                sign = inner.have(0 <= f[z], entries(z, column), near(low, z))
                none = case.have(Sum(z, 0, n, f[z]) == 0)
                signs = case.all(sign, z, between(0, z, n))
                zeros.append(case.use(lemmas.terms_of_zero_sum(), signs, none, low=0, high=n, j=k, f=f))
            falls = case.use(lemmas.zero_factor(), zeros[0], α=T[k, r], β=x[next_row, k] - a * x[r, k])
            rest = x[r, k] - a * x[next_row, k]
            positive = case.have(0 < rest, falls, 0 < 1 - a * a)
            return case.have(goal, case.use(lemmas.zero_factor(), positive, zeros[1], α=rest, β=T[k, s]))

        return found

    sides = (r < s, never(r, r + 1)), (TRUE, never(r - 1, r - 1))
    each = proof.assuming(between(0, s, n)).cases(goal, (s == r, lambda case: case.have(goal)), *sides)
    one = proof.use(lemmas.one_term(), low=0, high=n, j=r, f=function(s, T[k, s]))
    return proof.qed(proof.termwise(s, 0, n, goal, each), one, rows(k))


@lemma([*makes_g, between(0, r, n)], Some(k, between(0, k, n), T[k, r] == 1))
def some(proof):
    """Return that some response is always read as r."""
    nonneg = proof.parts(private(x, a, n, n))[-3]
    entries = proof.parts(stochastic(T, n, n))[-2]
    term = function(k, x[r, k] * T[k, r])
    total = proof.have(0 < Sum(k, 0, n, term[k]), proof.know(turns_into(T, x, G, n))(r, r))
    found = proof.use(lemmas.some_positive_term(), total, low=0, high=n, f=term)

    def step(inner, fact):
        product = fact.parts()[-1]
        facts = product, nonneg(r, k), entries(k, r)
        signs = [0 < value for value in (T[k, r], x[r, k])]
        positive = [inner.by_contradiction(f, lambda case, f=f: case.contradiction(f, *facts)) for f in signs]
        return inner.witness(proof.goal, k, inner.use(one_reading(), *positive))

    return proof.obtain(found, k, step)


@lemma([*makes_g, between(0, r, n)], Sum(k, 0, n, T[k, r]) == 1)
def columns(proof):
    """Return that the columns of T sum to 1."""
    entries, rows = proof.parts(stochastic(T, n, n))[-2:]
    column = proof.assuming(between(0, s, n))
    signs = column.all(column.assuming(between(0, k, n)).fact(entries(k, s)), k, between(0, k, n))
    total = Sum(k, 0, n, T[k, s])

    def step(inner, fact):
        least = inner.use(lemmas.term_at_most_sum(), signs, low=0, high=n, j=z, f=function(k, T[k, s]))
        return inner.have(0 <= total - 1, least)

    each = column.obtain(column.use(some(), r=s), z, step)
    whole = proof.exchange(Sum(s, 0, n, total))
    row = proof.assuming(between(0, k, n))
    ones = row.have(Sum(s, 0, n, T[k, s]) == 1, rows(k))
    none = proof.have(Sum(s, 0, n, total - 1) == 0, whole, proof.termwise(k, 0, n, ones))
    signs = proof.all(each, s, between(0, s, n))
    return proof.qed(proof.use(lemmas.terms_of_zero_sum(), signs, none, low=0, high=n, j=r, f=function(s, total - 1)))


def nothing_else(proof, k, r):
    """Return that column r of T is 0 in all other rows than k, where T_kr = 1 and the column sums to 1."""
    row = proof.assuming(between(0, z, n))
    here = function(z, If(z == k, T[z, r], 0))
    beside = function(z, T[z, r] + -1 * here[z])
    signs = row.have(0 <= beside[z])
    apart = proof.use(lemmas.sum_of_two(), low=0, high=n, t=-1, f=function(z, T[z, r]), g=here)
    one = proof.use(lemmas.one_term(), low=0, high=n, j=k, f=function(z, T[z, r]))
    total = proof.use(columns())
    none = proof.have(Sum(z, 0, n, beside[z]) == 0, apart, one, total)
    each = row.use(
        lemmas.terms_of_zero_sum(), proof.all(signs, z, between(0, z, n)), none, low=0, high=n, j=z, f=beside
    )
    return proof.all(row.have(T[z, r] == here[z], each), z, between(0, z, n))


@claim.clause("permutation", *makes_g, permutation_matrix(T, n))
def permutation(proof):
    cell = proof.assuming(between(0, k, n), between(0, r, n))
    goal = (T[k, r] == 0) | (T[k, r] == 1)

    def step(inner, fact):
        one = inner.have(T[s, r] == 1)
        known = inner.assuming(one.says)
        rest = inner.fact(nothing_else(known, s, r), one)

        def same(case):
            return case.alternative(goal, case.replace(case.know(s == k), lambda v: T[v, r] == 1))

        return inner.cases(
            goal, (s == k, same), (TRUE, lambda case: case.alternative(goal, case.have(T[k, r] == 0, rest(k))))
        )

    each = cell.obtain(cell.use(some()), s, step)
    rows = proof.parts(stochastic(T, n, n))[-1]
    column = proof.assuming(between(0, r, n)).use(columns())
    row = proof.assuming(between(0, k, n))
    both = row.both(row.all(each, r, between(0, r, n)), rows(k))
    return proof.qed(proof.all(both, k, between(0, k, n)), proof.all(column, r, between(0, r, n)))


@claim.clause(
    "permuted", *makes_g, *(between(0, k, n), between(0, r, n), T[k, r] == 1, between(0, i, n)), x[i, k] == G[i, r]
)
def permuted(proof):
    rest = nothing_else(proof, k, r)
    inner = proof.assuming(between(0, z, n))
    goal = x[i, z] * T[z, r] == If(z == k, x[i, z] * T[z, r], 0)
    each = inner.have(goal, rest(z))
    one = proof.use(lemmas.one_term(), low=0, high=n, j=k, f=function(z, x[i, z] * T[z, r]))
    image = proof.know(turns_into(T, x, G, n))(i, r)
    sums = proof.termwise(z, 0, n, goal, each)
    return proof.chain(x[i, k], (sums.says.args[1], one), (sums.says.args[0], sums), (G[i, r], image))


p, l = variable("p", VECTOR), matrix("l")  # noqa: E741 (the paper's name of a loss)
user = (prior(p, n), monotone(l, n, n), best_remap(T, p, l, a, n))
half = Fraction(1, 2)

claim.printed_as(
    "deterministic",
    *(1 <= n, 0 <= a, a < 1, *user, between(0, k, n), between(0, r, n)),
    (T[k, r] == 0) | (T[k, r] == 1),
    at={
        **{"n": 1, "α": half, "p": (Fraction(2, 3), Fraction(1, 3)), "l": ((0, 1), (1, 0))},
        **{"T": ((1, 0), (half, half)), "k": 1, "r": 0},
    },
    instead="permutation",
)
coin = table([[1, 0], ["1/2", "1/2"]])
leaning = function(i, If(i == 0, Fraction(2, 3), Fraction(1, 3)))


@claim.clause("tie", best_remap(coin, leaning, zero_one, half, 1))
def tie(proof):
    y, G = matrix("y"), geometric_mechanism(1, half)
    other = proof.assuming(stochastic(y, 1, 1))
    entries, _rows = other.parts(stochastic(y, 1, 1))[-2:]
    losses = [bayesian_loss(leaning, zero_one, product(G, remap, 1), 1, 1) for remap in (coin, y)]
    signs = [entries(k, r) for k in (0, 1) for r in (0, 1)]
    return proof.qed(proof.all(other.have(losses[0] <= losses[1], *signs), y, stochastic(y, 1, 1)))


fair = function(k, r, If((r == 0) | (r == n), as_number(half), 0))

claim.clause("at-one", 1 <= n, stochastic(x, n, n), turns_into(fair, x, geometric_mechanism(n, 1), n))(by_arithmetic)
