"""Footnote 2: the order of mechanisms by expected loss, and the axioms of choice theory.

Numbers are ordered, so the order by the expected loss (1) is complete and transitive. It also keeps the axioms about
mixtures (`independent`, `independent-strictly`, `continuous`). Conversely, a mechanism mixed with another one is a
mixture of mechanisms that differ from this other one in one row (`parts`). So every measure of mechanisms that is
linear in mixtures is (1) for some losses and the uniform prior. Only the products p_i·l(i,r) matter: each prior with
full support gives the same order, with other losses. These are monotone, too, if l is (`any-prior`). So the order does
not determine the prior.
"""

from exactdp.claims.language import *

claim = Claim(
    "ghosh2009.footnote-2.axioms", "the axioms that the order by expected loss keeps", section="2.2", position=6
)

n, m, s, i, j, k, r = indices("n m s i j k r")
(t,) = numbers("t")
x, y, z, l = matrices("x y z l")  # noqa: E741 (the paper's name of a loss)
p, q = vectors("p q")


def loss(mechanism):
    return bayesian_loss(p, l, mechanism, n, m)


def independent(strictly):
    """Return the proof that mixing both mechanisms with the same one keeps their order."""

    def found(proof):
        both_mixed = [proof.cite("ghosh2009.section-2-2.equation-1#linear", y=z, x=of) for of in (x, y)]
        scaled = proof.product(
            *map(proof.know, (0 < t, loss(x) < loss(y)) if strictly else (0 <= t, loss(x) <= loss(y)))
        )
        return proof.opaque(proof.goal, scaled, *both_mixed)

    return found


claim.clause("independent", 0 <= t, loss(x) <= loss(y), loss(mixed_matrices(z, x, t)) <= loss(mixed_matrices(z, y, t)))(
    independent(strictly=False)
)
claim.clause(
    "independent-strictly", 0 < t, loss(x) < loss(y), loss(mixed_matrices(z, x, t)) < loss(mixed_matrices(z, y, t))
)(independent(strictly=True))

between_them = (loss(y) - loss(x)) / (loss(z) - loss(x))


@claim.clause(
    "continuous",
    *(loss(x) < loss(y), loss(y) < loss(z)),
    Some(t, (0 < t) & (t < 1), loss(mixed_matrices(x, z, t)) == loss(y)),
    witnesses={"t": between_them},
)
def continuous(proof):
    mixed = proof.cite("ghosh2009.section-2-2.equation-1#linear", y=x, x=z, t=between_them)
    terms = [loss(each) for each in (x, y, z)]
    orders = proof.know(loss(x) < loss(y)), proof.know(loss(y) < loss(z))
    inside = proof.opaque(both(0 < between_them, between_them < 1), *orders)
    equal = proof.opaque(
        substitute(proof.goal.args[2], {"t": between_them}), mixed, *orders, terms=[*terms, mixed.says.args[0]]
    )
    return proof.witness(proof.goal, between_them, *inside.parts(), equal)


part = explained("{0} but {2} on {1}", (z, j, s), function(i, r, If(i == j, If(r == s, as_number(1), 0), z[i, r])))
"""The mechanism z, but with the response s on the input j."""


@claim.clause("part", stochastic(z, n, m), between(0, s, m), stochastic(part(z, j, s), n, m))
def part_is_stochastic(proof):
    row = proof.assuming(between(0, i, n))
    cell = row.assuming(between(0, r, m))
    entry = part(z, j, s)[i, r]
    sign = cell.have(0 <= entry)
    one = row.use(lemmas.one_term(), low=0, high=m, j=s, f=function(r, as_number(1)))
    goal = Sum(r, 0, m, entry) == 1

    def there(case):
        return case.have(goal, case.termwise(r, 0, m, entry == If(r == s, as_number(1), 0)), one)

    def elsewhere(case):
        return case.have(goal)

    total = row.cases(goal, (i == j, there), (TRUE, elsewhere))
    return proof.qed(proof.every((i, 0, n), (r, 0, m), sign), proof.all(total, i, between(0, i, n)))


@claim.clause(
    "parts",
    stochastic(x, n, m),
    *(between(0, i, n), between(0, r, m)),
    x[i, r] + n * z[i, r] == Sum(j, 0, n, Sum(s, 0, m, x[j, s] * part(z, j, s)[i, r])),
)
def parts(proof):
    row = proof.assuming(between(0, j, n))
    inner = Sum(s, 0, m, x[j, s] * part(z, j, s)[i, r])
    goal = inner == z[i, r] + 1 * If(j == i, x[i, r] - z[i, r], 0)

    def there(case):
        own = case.use(lemmas.one_term(), low=0, high=m, j=r, f=function(s, x[j, s]))
        each = case.termwise(s, 0, m, x[j, s] * part(z, j, s)[i, r] == If(s == r, x[j, s], 0))
        return case.have(goal, each, own)

    def elsewhere(case):
        return case.have(goal)

    rows = proof.termwise(j, 0, n, goal, row.cases(goal, (i == j, there), (TRUE, elsewhere)))
    apart = proof.use(
        lemmas.sum_of_two(),
        low=0,
        high=n,
        t=1,
        f=function(j, z[i, r]),
        g=function(j, If(j == i, x[i, r] - z[i, r], 0)),
    )
    here = proof.use(lemmas.one_term(), low=0, high=n, j=i, f=function(j, x[i, r] - z[i, r]))
    return proof.qed(rows, apart, here)


other_losses = explained("rescaled({1}; {2},{0})", (q, l, p), function(i, r, p[i] * l[i, r] / q[i]))(q, l, p)
positive = All(i, between(0, i, n), 0 < q[i])


@claim.clause("any-prior", positive, bayesian_loss(q, other_losses, x, n, m) == loss(x))
def any_prior(proof):
    row = proof.assuming(between(0, i, n))
    row.remember(row.know(positive)(i))
    own, other = (Sum(r, 0, m, x[i, r] * of[i, r]) for of in (l, other_losses))
    return proof.qed(proof.termwise(i, 0, n, row.have(q[i] * other == p[i] * own)))


@claim.clause("any-prior-monotone", prior(p, n), positive, monotone(l, n, m), monotone(other_losses, n, m))
def any_prior_monotone(proof):
    rises = proof.know(monotone(l, n, m))
    inner = proof.inside()
    return inner.closed(inner.have(inner.goal, inner.product(0 <= p[i] / q[i], rises(i, r, k))))
