"""Section 3: an optimal mechanism M_u of every user factors as M_u = G·T_u, with one G for all users.

G is deployed, and u applies T_u itself. By Theorem 3.1 the Bayes remap of G has the least loss of all α-private
mechanisms, so what it induces is an optimal M_u. Without remaps no single mechanism serves all users. A user who
is sure of j always wants the response j. Then by privacy j is the response to every input, which a user with the
uniform prior does not want. For the user with the uniform prior, no private mechanism has a larger diagonal sum than G.
"""

from exactdp.claims.language import *

claim = Claim(
    "ghosh2009.section-3.factored",
    "optimal mechanisms factor into G and a remap of the user's",
    section="3",
    position=30,
    kept=KEPT | {"1 ≤ n": "G is defined for n ≥ 1"},
)

n, i, j, k, r, z = indices("n i j k r z")
a, t = numbers("α t")
f = variable("f", INDEX_MAP)
x, T, l = matrices("x T l")  # noqa: E741 (the paper's name of a loss)
(p,) = vectors("p")

G = geometric_mechanism(n, a)
always = function(i, r, If(r == j, as_number(1), 0))
levels = (1 <= n, 0 <= a, a <= 1)

uniform = function(i, 1 / as_number(n + 1))
of_g = 2 * a * n / ((1 + a) * (n + 1))
of_constant = as_number(n) / (n + 1)


def loss(mechanism):
    """Return the loss of the user with the uniform prior and the 0-1 loss."""
    return bayesian_loss(uniform, zero_one, mechanism, n, n)


@claim.clause("always-j", *levels, between(0, i, n), product(G, always, n)[i, r] == always[i, r])
def always_j(proof):
    turned = proof.termwise(z, 0, n, G[i, z] * always[z, r] == always[0, r] * G[i, z])
    factor = proof.use(lemmas.scaled_sum(), low=0, high=n, t=always[0, r], f=function(z, G[i, z]))
    row = proof.use(
        lemmas.scaled_equation(), proof.use(lemmas.geometric_rows()), t=always[0, r], α=Sum(z, 0, n, G[i, z]), β=1
    )
    return proof.qed(
        proof.chain(
            turned.says.args[0], (turned.says.args[1], turned), (factor.says.args[1], factor), (row.says.args[1], row)
        )
    )


sure_of_j = function(i, If(i == j, as_number(1), 0))


@claim.clause("sure", stochastic(x, n, n), between(0, j, n), bayesian_loss(sure_of_j, zero_one, x, n, n) == 1 - x[j, j])
def sure(proof):
    lost = function(i, expected_loss(zero_one, x, n, i))
    one = proof.use(lemmas.one_term(), low=0, high=n, f=lost)
    only = proof.termwise(i, 0, n, sure_of_j[i] * lost[i] == If(i == j, lost[i], 0))
    here = proof.have(lost[j] == 1 - x[j, j], proof.use(lemmas.zero_one_loss(), i=j))
    return proof.restated(
        proof.chain(only.says.args[0], (only.says.args[1], only), (lost[j], one), (1 - x[j, j], here))
    )


sure_given = (0 < a, a <= 1, private(x, a, n, n), between(0, j, n), x[j, j] == 1)


@claim.clause("sure-of-one", *sure_given, between(0, i, n), between(0, r, n), x[i, r] == always[i, r])
def sure_of_one(proof):
    column = proof.assuming(between(0, z, n))
    beside = function(z, x[j, z] * zero_one[j, z])
    none = proof.have(Sum(z, 0, n, beside[z]) == 0, proof.use(lemmas.zero_one_loss(), i=j))
    zero = column.use(lemmas.terms_of_zero_sum(), none, low=0, high=n, j=z, f=beside)
    goal = x[i, z] * zero_one[j, z] == 0

    def never(lemma, first, steps):
        def found(case):
            falls = case.detach(case.use(lemma(), i=first, k=steps, r=z, m=n))
            return case.indirect(goal, falls, case.use(lemmas.power_positive(), k=steps), zero)

        return found

    sides = (j <= i, never(lemmas.entry_of_private_upwards, j, i - j)), (TRUE, never(lemmas.entry_of_private, i, j - i))
    each = column.cases(goal, (z == j, lambda case: case.have(goal)), *sides)
    row = proof.use(lemmas.zero_one_loss(), x=function(k, z, x[i, z]), i=j)
    here = proof.have(x[i, j] == 1, proof.termwise(z, 0, n, goal, each), row)
    return proof.have(proof.goal, here, each.with_(z=r))


def summed(proof, mechanism, value):
    """Return the loss of the user with the uniform prior, from the diagonal."""
    rows = proof.assuming(between(0, i, n))
    lost = expected_loss(zero_one, mechanism, n, i)
    one = rows.have(lost == 1 - mechanism[i, i], rows.use(lemmas.zero_one_loss(), x=mechanism), value(rows))
    each = rows.use(lemmas.scaled_equation(), one, t=uniform[i], α=lost, β=1 - mechanism[i, i])
    return proof.termwise(i, 0, n, each)


@claim.clause("second-user", *levels, loss(G) == of_g)
def second_user(proof):
    def ends(v):
        return If(v == 0, 0, If(v == n + 1, 2 * a * n, (2 * v - 1) * a)) / ((1 + a) * (n + 1))

    total = proof.telescope(i, 0, n, uniform[i] * (1 - G[i, i]), ends)
    return proof.qed(summed(proof, G, lambda row: row.use(lemmas.geometric_rows())), total)


@claim.clause("second-least", *levels, private(x, a, n, n), of_g <= loss(x))
def second_least(proof):
    rows = proof.parts(private(x, a, n, n))[-2]
    f, g = vectors("f g")
    traces = Sum(i, 0, n, f[i]) <= Sum(i, 0, n, g[i])
    weighed = Sum(i, 0, n, t * (1 - g[i])) <= Sum(i, 0, n, t * (1 - f[i]))
    diagonals = {"f": function(i, x[i, i]), "g": function(i, G[i, i])}
    less = proof.use(
        Proof([0 <= t, traces], weighed).qed(), proof.use(lemmas.trace_at_most()), t=uniform[0], **diagonals
    )
    mine = summed(proof, x, lambda row: rows(i))
    geometric = summed(proof, G, lambda row: row.use(lemmas.geometric_rows()))
    value = proof.cite("ghosh2009.section-3.factored#second-user")
    return proof.chain(
        of_g, (loss(G), value), (geometric.says.args[1], geometric), ("<=", mine.says.args[1], less), (loss(x), mine)
    )


@claim.clause("sure-loses-more", *sure_given, loss(x) == of_constant)
def sure_loses_more(proof):
    rows = proof.parts(private(x, a, n, n))[-2]
    row = proof.assuming(between(0, i, n))
    entry = row.cite("ghosh2009.section-3.factored#sure-of-one", r=i)
    total = proof.telescope(
        i, 0, n, uniform[i] * (1 - always[i, i]), lambda v: (v - If(v <= j, as_number(0), 1)) / (n + 1)
    )
    return proof.qed(
        summed(proof, x, lambda row: rows(i)),
        proof.termwise(i, 0, n, uniform[i] * (1 - x[i, i]) == uniform[i] * (1 - always[i, i]), entry),
        total,
    )


claim.clause("no-common-optimum", 1 <= n, 0 < a, a < 1, of_g < of_constant)(lambda proof: proof.qed(as_index(1) <= n))
claim.clause(
    "determined", 1 <= n, 0 <= a, a < 1, between(0, k, n), T[k, r] == geometric_preimage(product(G, T, n), a, n)[k, r]
)(lambda proof: proof.use(lemmas.inverse_geometric()))

user = (*levels, prior(p, n), monotone(l, n, n), best_readings(f, weighed_loss(p, l, G, n), n, n))

claim.clause(
    "factors",
    *user,
    private(x, a, n, n),
    bayesian_loss(p, l, product(G, reads(f), n), n, n) <= bayesian_loss(p, l, x, n, n),
)(lambda proof: proof.cite("ghosh2009.theorem-3.1#deterministic"))
