"""Theorem 3.1: the bracketed word "monotone" is a hypothesis that the theorem needs for every n ≥ 2.

The user wants the parity of the result, so the loss is |i-r| mod 2, and believes in 0, 1, 2 with 1/4, 1/2, 1/4. The
mechanism that answers 0 or 1 and tells the parity with probability 1/(1+α) is private. The responses of G have only
three posteriors: one for 0, one for 1, and one for all responses from 2 on. Each errs by α/2, up to its scale.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary.polytope import tells_input_1

claim = Claim("ghosh2009.theorem-3.1.monotone", "the theorem needs a monotone loss", section="3", position=50)

n, i, k, r = indices("n i k r")
a, b, t, u = numbers("α β t u")
e, p = vectors("e p")
x, l, T = matrices("x l T")  # noqa: E741 (the paper's name of a loss)

parity = Definition(
    "{0} is the parity on {{0..{1}}}", (e, n), (e[0] == 0) & All(r, between(0, r, n - 1), e[r + 1] == 1 - e[r])
)


@generator(parity)
def some_parity(rng, turn, n):
    return tuple(Fraction(r % 2) for r in range(n + 1))


wants = explained("l_{0}", (e,), function(i, r, e[i] + e[r] - 2 * e[i] * e[r]))(e)
believes = named("p_three", function(i, If(i == 1, Fraction(1, 2), If(i <= 2, Fraction(1, 4), 0))))
given = (2 <= n, 0 < a, a < 1, parity(e, n))
KEPT = dict.fromkeys(("0 < α", "α < 1"), "the paper's levels")
least, of_remaps = a / (1 + a), a * (3 - a) / (2 * (1 + a))


def loss(mechanism):
    return bayesian_loss(believes, wants, mechanism, n, n)


def bits(proof):
    """Return that parities are from 0 to 1, and the parities of 0, 1 and 2."""
    first, step = proof.parts(parity(e, n))[-2:]
    goal = (k <= n) >> ((0 <= e[k]) & (e[k] <= 1))
    inner, before = proof.inductive(goal, k, 0, [first])
    later = inner.assuming(k + 1 <= n)
    next_bit = later.have((0 <= e[k + 1]) & (e[k + 1] <= 1), *later.detach(before).parts())
    every = inner.closed(inner.imply(k + 1 <= n, next_bit))
    return every, [first, proof.have(e[1] == 1), proof.have(e[2] == 0, first, step(0))]


def of_three(proof, lost):
    """Return the mean over the results as a mean over three results."""
    f = vectors("f")[0]
    whole = Sum(i, 0, n, believes[i] * f[i])
    quarter = term(Fraction(1, 4))
    sums = (0, quarter * f[0], quarter * f[0] + 2 * quarter * f[1], quarter * (f[0] + 2 * f[1] + f[2]))

    def ends(v):
        return If(v <= 0, sums[0], If(v <= 1, sums[1], If(v <= 2, sums[2], sums[3])))

    total = Proof([2 <= n]).telescope(i, 0, n, believes[i] * f[i], ends)
    return proof.use(Proof([2 <= n], whole == sums[3]).qed(total), f=lost)


@claim.clause("least", *given, private(x, a, n, n), least <= loss(x), kept=KEPT)
def no_less(proof):
    _, rows, near = proof.parts(private(x, a, n, n))[-3:]
    every, known = bits(proof)
    cell = proof.assuming(between(0, r, n))
    bit = cell.detach(cell.fact(every.with_(k=r))).parts()
    odd = [Sum(r, 0, n, x[at, r] * e[r]) for at in range(3)]
    facts = []
    for at in (0, 2):
        forth = cell.have(a * x[1, r] * e[r] <= x[at, r] * e[r], near(min(at, 1), r), *bit)
        back = cell.have(a * x[at, r] * (1 - e[r]) <= x[1, r] * (1 - e[r]), near(min(at, 1), r), *bit)
        facts += [proof.termwise(r, 0, n, each) for each in (forth, back)]
    inputs = [
        proof.have(expected_loss(wants, x, n, at) == value, *known)
        for at, value in enumerate((odd[0], 1 - odd[1], odd[2]))
    ]
    pairs = [proof.have(2 * a <= (1 + a) * (odd[at] + 1 - odd[1]), *facts, *map(rows, range(3))) for at in (0, 2)]
    half = Proof([2 * a <= (1 + a) * b, 0 < a], 2 * least <= b).qed()
    halves = [proof.use(half, pair, β=odd[at] + 1 - odd[1]) for at, pair in zip((0, 2), pairs, strict=True)]
    return proof.qed(of_three(proof, function(i, expected_loss(wants, x, n, i))), *inputs, *halves)


teller = tells_input_1(a)


@claim.clause("attained", *given, loss(teller) == least, kept=KEPT)
def attained(proof):
    _, known = bits(proof)

    def lost(at):
        summand = function(r, teller[at, r] * wants[at, r])
        shares = proof.telescope(
            r, 0, n, summand[r], lambda v: If(v <= 0, 0, If(v <= 1, summand[0], summand[0] + summand[1]))
        )
        share = 1 / (1 + a)
        right = 0 if at == 2 else at
        err = a * wants[at, 1 - right] + wants[at, right]
        whole = proof.use(lemmas.scaled_equation(), proof.have(err == a, *known), t=share, α=err, β=a)
        return proof.chain(
            expected_loss(wants, teller, n, at), (whole.says.args[0], shares), (whole.says.args[1], whole), least
        )

    return proof.qed(of_three(proof, function(i, expected_loss(wants, teller, n, i))), *map(lost, range(3)))


claim.clause("private", 1 <= n, 0 < a, a < 1, private(teller, a, n, n))(
    lambda proof: proof.cite("ghosh2009.theorem-3.1.edges#private")
)

G = geometric_mechanism(n, a)
w = weighed_loss(believes, wants, G, n)


def mass(at, response):
    """Return an entry of G times 1+α."""
    return a ** abs(at - response) * If(response == 0, 1, If(response == n, 1, 1 - a))


# What is lost at the response k at least, times 1+α, and at the reading r
at_least = If(k == 0, a, If(k == 1, a * (1 - a), mass(1, k))) / 2
lost_here = (mass(0, k) * e[r] + 2 * mass(1, k) * (1 - e[r]) + mass(2, k) * e[r]) / 4
share = 1 / (1 + a)


of_entry = If(k == 1, a, 1) * G[1, k] / 2


def same_least(proof):
    return proof.have(of_entry == at_least * share)


@claim.clause(
    "each-response",
    *(*given, 0 <= k, k <= n),
    between(0, r, n),
    of_entry <= w[k, r],
    kept=KEPT | dict.fromkeys(("0 ≤ k", "k ≤ n"), "the responses of G"),
)
def each_response(proof):
    every, known = bits(proof)
    bit = proof.detach(every.with_(k=r)).parts()
    lost = function(i, G[i, k] * wants[i, r])
    apart = proof.termwise(i, 0, n, believes[i] * G[i, k] * wants[i, r] == believes[i] * lost[i])
    mean = of_three(proof, lost)
    three = [proof.have(wants[at, r] == (1 - e[r] if at == 1 else e[r]), *known) for at in range(3)]
    shared = [proof.have(G[at, k] == mass(at, k) * share) for at in range(3)]
    g, m, v = vectors("g m v")
    c = number("c")
    given_here = [f for at in range(3) for f in (g[at] == m[at] * t, v[at] == (1 - c if at == 1 else c))]
    mixed = (m[0] * c + 2 * m[1] * (1 - c) + m[2] * c) / 4
    lemma = Proof(given_here, term(Fraction(1, 4)) * (g[0] * v[0] + 2 * (g[1] * v[1]) + g[2] * v[2]) == mixed * t).qed()
    parts = {"g": function(i, G[i, k]), "m": function(i, mass(i, k)), "v": function(i, wants[i, r]), "c": e[r]}
    value = proof.use(lemma, *shared, *three, t=share, **parts)

    def compare(case):
        return case.have(at_least <= lost_here, *(case.product(each, 0 <= (1 - a) * (1 - a)) for each in bit))

    def beyond(case):
        power = case.use(lemmas.power_nonnegative(), k=k - 2)
        return case.have(at_least <= lost_here, case.product(bit[0], 0 <= (1 - a) * (1 - a), power))

    sides = ((k == 0, compare), (k == 1, compare), (k == n, beyond), (TRUE, beyond))
    bounds = proof.cases(at_least <= lost_here, *sides)
    times = Proof([u <= b, 0 <= t], u * t <= b * t).qed()
    scaled = proof.use(times, bounds, 0 <= share, u=at_least, β=lost_here, t=share)
    return proof.restated(
        proof.chain(
            of_entry,
            ("<=", lost_here * share, scaled),
            (value.says.args[0], value),
            (mean.says.args[0], mean),
            (apart.says.args[0], apart),
        )
    )


@claim.clause("remaps", *given, stochastic(T, n, n), of_remaps <= loss(product(G, T, n)))
def remaps_lose_more(proof):
    entries, rows = proof.parts(stochastic(T, n, n))[-2:]
    column = proof.assuming(between(0, k, n))
    cell = column.assuming(between(0, r, n))
    least_here = at_least * share
    bound = cell.cite("ghosh2009.theorem-3.1.monotone#each-response")
    bound = cell.chain(least_here, (of_entry, same_least(cell)), ("<=", w[k, r], bound))
    times = Proof([b <= t, 0 <= u], u * b <= u * t).qed()
    each = cell.use(times, bound, entries(k, r), u=T[k, r], β=least_here, t=w[k, r])
    mean = column.termwise(r, 0, n, each)
    one = column.use(lemmas.scaled_equation(), rows(k), t=least_here, α=Sum(r, 0, n, T[k, r]), β=1)
    of_response = column.chain(least_here, (one.says.args[0], one), ("<=", mean.says.args[1], mean))
    total = proof.termwise(k, 0, n, of_response)

    def ends(v):
        first = If(v <= 0, 0, If(v <= 1, a, If(v == n + 1, a * (3 - a), a + a * (1 - a) + a - a ** (v - 1))))
        return first / 2 * share

    least_of_all = proof.telescope(k, 0, n, least_here, ends)
    value = proof.cite("ghosh2009.section-2-3.bayes-rule#sum", p=believes, l=wants, x=G, s=n)
    return proof.restated(
        proof.chain(
            of_remaps,
            (total.says.args[0], least_of_all),
            ("<=", total.says.args[1], total),
            (value.says.args[0], value),
        )
    )


claim.clause("fails", 0 < a, a < 1, least < of_remaps)(by_arithmetic)

U = matrices("U")[0]


@claim.clause(
    "two-inputs",
    0 <= a,
    a <= 1,
    prior(p, 1),
    nonnegative(l, 1, 1),
    best_remap(T, p, l, a, 1),
    private(x, a, 1, 1),
    bayesian_loss(p, l, product(geometric_mechanism(1, a), T, 1), 1, 1) <= bayesian_loss(p, l, x, 1, 1),
)
def two_inputs(proof):
    beats = proof.parts(best_remap(T, p, l, a, 1))[-1]
    derived = proof.cite("ghosh2009.theorem-3.1.edges#two-inputs", m=1)
    found = proof.let(proof.restated(derived, unfold(derived.says)), U)
    proof.remember(*found.parts())
    mine, same = proof.fact(beats)(U), found.parts()[-1]
    row, cell = proof.assuming(between(0, i, 1)), proof.assuming(between(0, i, 1), between(0, r, 1))
    entry = cell.fact(same)(i)(r)
    times = Proof([t == u], t * b == u * b).qed()
    lost = cell.use(times, entry, t=entry.says.args[0], u=x[i, r], β=l[i, r])
    of_row = row.termwise(r, 0, 1, lost)
    weighed = row.use(lemmas.scaled_equation(), of_row, t=p[i], α=of_row.says.args[0], β=of_row.says.args[1])
    whole = proof.termwise(i, 0, 1, weighed)
    return proof.restated(proof.chain(mine.says.args[0], ("<=", mine.says.args[1], mine), (whole.says.args[1], whole)))
