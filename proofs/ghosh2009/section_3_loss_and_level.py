"""Section 3: more privacy never lowers a user's least loss, and with G a smaller level serves all larger ones.

For α ≤ β every β-private mechanism is α-private, so the least loss over α-private mechanisms is at most the least loss
over β-private ones. The same holds for remaps of G: G_β is a remap of G_α, and so is every remap of G_β. At α = 0 the
loss is the mean of each input's own least loss. It rises to the least loss of a single response, at α = 1.
"""

from exactdp.claims.language import *

claim = Claim("ghosh2009.section-3.loss-and-level", "the least loss rises with the level", section="3", position=80)

n, m, i, j, k, r, z = indices("n m i j k r z")
f = variable("f", INDEX_MAP)
a, b, t, u, v = numbers("α β t u v")
x, y, l, T, U, V = matrices("x y l T U V")  # noqa: E741 (the paper's name of a loss)
(p,) = vectors("p")

user = (prior(p, n), nonnegative(l, n, m))


def loss(mechanism):
    return bayesian_loss(p, l, mechanism, n, m)


claim.clause("private", a <= b, private(x, b, n, m), private(x, a, n, m))(
    lambda proof: proof.use(lemmas.less_private())
)


@claim.clause(
    "least-loss",
    *(a <= b, *user, optimal(x, p, l, a, n, m), optimal(y, p, l, b, n, m)),
    loss(x) <= loss(y),
    kept={"α ≤ β": "for α > β the inequality is reversed"},
)
def least_loss(proof):
    still = proof.cite("ghosh2009.section-3.loss-and-level#private", x=y)
    proof.remember(still)
    return proof.parts(optimal(x, p, l, a, n, m))[-1](y)


least_of_row = Least(r, 0, m, l[i, r])
of_each_input = Sum(i, 0, n, p[i] * least_of_row)
inputs = between(0, i, n)


@claim.clause("level-0", *user, 0 <= m, optimal(x, p, l, 0, n, m), loss(x) == of_each_input)
def level_0(proof):
    beats = proof.parts(optimal(x, p, l, 0, n, m))[-1]
    row = proof.assuming(inputs)
    bound = row.assuming(between(0, r, m)).fact(core.bounds(least_of_row, r))
    means = row.termwise(r, 0, m, x[i, r] * least_of_row <= x[i, r] * l[i, r], bound)
    least = row.have(least_of_row <= expected_loss(l, x, m, i), means)
    each = row.have(p[i] * least_of_row <= p[i] * expected_loss(l, x, m, i), least)
    below = proof.have(of_each_input <= loss(x), proof.termwise(i, 0, n, each))

    def read(inner, best):
        inner.remember(best)
        at = inner.assuming(inputs)
        low, high, least = at.fact(best)(i).parts()
        bounds = inner.all(at.both(low, high), i, inputs)
        remap = inner.use(lemmas.reading_is_remap(), bounds, h=f, s=n, n=m)
        face = at.use(lemmas.sum_of_reading(), low, high, h=f, k=i, n=m, x=l)
        reached = at.obtain(
            at.fact(core.attained(least_of_row)), z, lambda case, found: case.have(l[i, f[i]] <= least_of_row, least(z))
        )
        mine = at.have(expected_loss(l, reads(f), m, i) <= least_of_row, face, reached)
        inner.remember(inner.have(private(reads(f), 0, n, m), remap))
        return inner.have(
            loss(x) <= of_each_input,
            inner.fact(beats)(reads(f)),
            inner.termwise(i, 0, n, p[i] * expected_loss(l, reads(f), m, i) <= p[i] * least_of_row, mine),
        )

    above = proof.obtain(proof.use(lemmas.best_readings_exist(), x=l, s=n, n=m), f, read)
    return proof.indirect(loss(x) == of_each_input, below, above)


weighed = Sum(i, 0, n, p[i] * l[i, r])
of_all_inputs = Least(r, 0, m, weighed)


@claim.clause("level-1", *user, 0 <= n, 0 <= m, optimal(x, p, l, 1, n, m), loss(x) == of_all_inputs)
def level_1(proof):
    beats = proof.parts(optimal(x, p, l, 1, n, m))[-1]
    at = proof.assuming(inputs, between(0, r, m))
    up, down = (
        at.detach(at.use(lemma(), α=1, i=0, k=i))
        for lemma in (lemmas.entry_of_private, lemmas.entry_of_private_upwards)
    )
    same = at.indirect(x[i, r] * l[i, r] == x[0, r] * l[i, r], at.indirect(x[i, r] == x[0, r], up, down))
    row = proof.assuming(inputs)
    each = row.termwise(r, 0, m, same)
    exchanged = proof.exchange(Sum(i, 0, n, Sum(r, 0, m, p[i] * x[0, r] * l[i, r])))
    whole = proof.have(
        loss(x) == Sum(r, 0, m, x[0, r] * weighed),
        proof.termwise(i, 0, n, p[i] * expected_loss(l, x, m, i) == p[i] * Sum(r, 0, m, x[0, r] * l[i, r]), each),
        exchanged,
    )
    bound = proof.assuming(between(0, r, m)).fact(core.bounds(of_all_inputs, r))
    means = proof.termwise(r, 0, m, x[0, r] * of_all_inputs <= x[0, r] * weighed, bound)
    below = proof.have(of_all_inputs <= loss(x), whole, means)

    def answer(inner, found):
        always = function(i, r, If(r == j, as_number(1), 0))
        inner.remember(inner.use(lemmas.constant_is_private(), α=1))
        at = inner.assuming(inputs)
        one = at.use(lemmas.one_term(), low=0, high=m, f=function(r, l[i, r]))
        mine = at.have(
            expected_loss(l, always, m, i) == l[i, j],
            at.termwise(r, 0, m, always[i, r] * l[i, r] == If(r == j, l[i, r], 0)),
            one,
        )
        return inner.have(
            loss(x) <= of_all_inputs,
            inner.fact(beats)(always),
            inner.termwise(i, 0, n, p[i] * expected_loss(l, always, m, i) == p[i] * l[i, j], mine),
        )

    above = proof.obtain(proof.fact(core.attained(of_all_inputs)), j, answer)
    return proof.indirect(loss(x) == of_all_inputs, below, above)


G_a, G_b = geometric_mechanism(n, a), geometric_mechanism(n, b)


def square_loss(mechanism):
    return bayesian_loss(p, l, mechanism, n, n)


@claim.clause(
    "remaps",
    1 <= n,
    0 <= a,
    a <= b,
    b <= 1,
    prior(p, n),
    nonnegative(l, n, n),
    best_remap(T, p, l, a, n),
    stochastic(U, n, n),
    square_loss(product(G_a, T, n)) <= square_loss(product(G_b, U, n)),
)
def remaps(proof):
    beats = proof.parts(best_remap(T, p, l, a, n))[-1]
    added = proof.cite("gupte2010.lemma-3#derivable")
    times = Proof([t == u], t * v == u * v).qed()
    again = product(V, U, n)
    equations = proof.let(proof.restated(added, unfold(added.says)), V).parts()[-1]
    proof.remember(proof.use(lemmas.product_stochastic(), x=V, T=U, s=n, m=n))
    cell = proof.assuming(inputs, between(0, r, n))
    turned = cell.use(lemmas.associative(), x=G_a, T=V, s=n, m=n, k=r)
    column = cell.assuming(between(0, k, n))
    here = column.fact(equations)(i)(k)
    same = column.use(times, here, t=here.says.args[0], u=G_b[i, k], v=U[k, r])
    sums = cell.termwise(k, 0, n, same)
    entry = cell.chain(turned.says.args[1], (turned.says.args[0], turned), (sums.says.args[1], sums))
    lost = cell.use(times, entry, t=entry.says.args[0], u=entry.says.args[1], v=l[i, r])
    row = proof.assuming(inputs)
    rows = row.termwise(r, 0, n, lost)
    weighed = row.use(lemmas.scaled_equation(), rows, t=p[i], α=rows.says.args[0], β=rows.says.args[1])
    whole = proof.termwise(i, 0, n, weighed)
    mine = proof.fact(beats)(again)
    return proof.chain(mine.says.args[0], ("<=", mine.says.args[1], mine), (square_loss(product(G_b, U, n)), whole))


sure = function(i, If(i == j, as_number(1), 0))
always = function(i, r, If(r == j, as_number(1), 0))
keeps = Some(x, private(x, a, n, n), bayesian_loss(sure, l, x, n, n) == l[j, j])


@claim.clause("need-not-rise", a <= 1, between(0, j, n), keeps, witnesses={"x": always})
def need_not_rise(proof):
    row = proof.assuming(inputs)
    chosen = row.termwise(r, 0, n, always[i, r] * l[i, r] == If(r == j, l[i, r], 0))
    one = row.use(lemmas.one_term(), low=0, high=n, f=function(r, l[i, r]))
    lost = row.have(expected_loss(l, always, n, i) == l[i, j], chosen, one)
    only = proof.use(lemmas.one_term(), low=0, high=n, f=function(i, l[i, j]))
    total = proof.have(
        bayesian_loss(sure, l, always, n, n) == l[j, j],
        proof.termwise(i, 0, n, sure[i] * expected_loss(l, always, n, i) == If(i == j, l[i, j], 0), lost),
        only,
    )
    return proof.witness(keeps, always, proof.use(lemmas.constant_is_private(), m=n), total)


claim.clause(
    "rises",
    *(1 <= n, 0 <= a, a < b),
    2 * a * n / ((1 + a) * (n + 1)) < 2 * b * n / ((1 + b) * (n + 1)),
    kept={"0 ≤ α": KEPT["0 ≤ α"]},
)(lambda proof: proof.qed(as_index(1) <= n))

uniform = function(i, 1 / as_number(n + 1))

claim.clause(
    "strict-example",
    1 <= n,
    0 <= a,
    a <= 1,
    private(x, a, n, n),
    2 * a * n / ((1 + a) * (n + 1)) <= bayesian_loss(uniform, zero_one, x, n, n),
    kept={"0 ≤ α": KEPT["0 ≤ α"]},
)(lambda proof: proof.cite("ghosh2009.section-3.factored#second-least"))
