"""Section 2.3: the posterior is over the query results in N, and so is the choice of the reading i*.

The text lets i, i' and i* run over R, the responses of x. If x has fewer responses than N has results, the sum leaves
out inputs, and the choice leaves out readings. If x is x^G, R is all integers, but x^G has no rows outside N. Responses
below 0 have the posterior of 0, and responses above n that of n. A reading outside N, which Theorem 3.1 does not allow,
is never better than the nearer end of N. Another claim shows that the best reading in N makes the best remap.
"""

from fractions import Fraction

from exactdp.claims.language import *

claim = Claim(
    "ghosh2009.section-2-3.posterior",
    "the posterior and the best reading are over N",
    section="2.3",
    position=40,
    printed="i, i' and i* run over R, the responses of x; and each response has a posterior, also one of probability 0",
    slip="print",
)

n, m, s, i, j, k, r, z = indices("n m s i j k r z")
a, b, t, u, v, w = numbers("α β t u v w")
p, q = vectors("p q")
x, l = matrices("x l")  # noqa: E741 (the paper's name of a loss)

given = (prior(p, n), stochastic(x, n, m), between(0, k, m))
after = posterior(p, x, n, k)

claim.printed_as(
    "sum-over-responses",
    *given,
    0 < Sum(j, 0, m, x[j, k] * p[j]),
    Sum(i, 0, n, x[i, k] * p[i] / Sum(j, 0, m, x[j, k] * p[j])) == 1,
    instead="sum",
)
claim.printed_as(
    "choice-of-a-response",
    *given,
    between(0, r, n),
    Some(z, between(0, z, m), weighed_loss(p, zero_one, x, n)[k, z] <= weighed_loss(p, zero_one, x, n)[k, r]),
    at={"n": 1, "m": 0, "k": 0, "r": 1, "p": (Fraction(1, 4), Fraction(3, 4)), "x": ((Fraction(1),), (Fraction(1),))},
    instead=("reading-below", "reading-above"),
)


claim.printed_as(
    "every-posterior",
    *given,
    Sum(i, 0, n, after[i]) == 1,
    at={"n": 1, "m": 1, "k": 1, "p": ("1/2", "1/2"), "x": ((1, 0), (1, 0))},
    instead="sum",
)


@claim.clause("sum", 0 < chance(p, x, n, k), Sum(i, 0, n, after[i]) == 1)
def total(proof):
    return proof.qed()


noise = explained("x^G_{0}", (a,), function(i, k, two_sided(a, k - i)))(a)
user = (0 < a, a < 1, prior(p, n))


@claim.clause("every-response", *user, 0 < chance(p, noise, n, k))
def every_response(proof):
    weights = proof.parts(prior(p, n))[-2]

    def mass(inner):
        return inner.have(0 < noise[i, k], inner.use(lemmas.power_positive(), k=abs(k - i)))

    def positive(inner, some):
        here = inner.product(some.parts()[-1], mass(inner))
        row = proof.assuming(between(0, i, n))
        each = row.product(weights(i), mass(row))
        terms = inner.all(each, i, between(0, i, n))
        return inner.use(lemmas.positive_sum(), terms, here, low=0, high=n, j=i, f=function(i, p[i] * noise[i, k]))

    total = proof.have(0 < Sum(i, 0, n, p[i]))
    return proof.qed(proof.obtain(proof.use(lemmas.some_positive_term(), total, low=0, high=n, f=p), i, positive))


def chances_of(*responses):
    """Return the proof that each of the responses has a chance > 0."""
    return lambda proof: [proof.cite("#every-response", k=at) for at in responses]


def like(proof, end, factor):
    """Return that the masses of k are the masses of the end times a factor, which cancels in the posterior."""
    terms = proof.termwise(j, 0, n, p[j] * noise[j, k] == factor * (p[j] * noise[j, end]))
    factored = proof.use(lemmas.scaled_sum(), low=0, high=n, t=factor, f=function(j, p[j] * noise[j, end]))
    total = proof.chain(terms.says.args[0], (terms.says.args[1], terms), (factored.says.args[1], factored))
    here = proof.have(noise[i, k] * p[i] == factor * (noise[i, end] * p[i]))
    cancelled = Proof([t == b * u, v == b * w, 0 < v, 0 < w], t / v == u / w).qed()
    sums = {"v": chance(p, noise, n, k), "w": chance(p, noise, n, end)}
    facts = here, total, *chances_of(k, end)(proof)
    found = proof.use(cancelled, *facts, t=noise[i, k] * p[i], u=noise[i, end] * p[i], β=factor, **sums)
    return proof.restated(found, proof.goal)


claim.clause(
    "below",
    *(*user, between(0, i, n), k <= 0),
    posterior(p, noise, n, k)[i] == posterior(p, noise, n, 0)[i],
    values=chances_of(k, 0),
)(lambda proof: like(proof, as_index(0), a ** (-k)))
claim.clause(
    "above",
    *(*user, between(0, i, n), n <= k),
    posterior(p, noise, n, k)[i] == posterior(p, noise, n, n)[i],
    kept={"p is a prior on {0..n}": "otherwise a response may have the probability 0"},
    values=chances_of(k, n),
)(lambda proof: like(proof, n, a ** (k - n)))

outward = monotone_around(l, n, s)


def reading(r):
    return Sum(i, 0, n, q[i] * l[i, r])


REACH = "the loss is monotone up to here"
claim.clause(
    "reading-below", prior(q, n), outward, between(-s, r, 0), reading(0) <= reading(r), kept={"-s ≤ r": REACH}
)(lambda proof: nearer(proof, 0))
claim.clause(
    "reading-above", prior(q, n), outward, between(n, r, n + s), reading(n) <= reading(r), kept={"r ≤ n+s": REACH}
)(lambda proof: nearer(proof, n))


def nearer(proof, end):
    inner = proof.assuming(between(0, i, n))
    inner.remember(inner.have(abs(i - end) <= abs(i - r)))
    weights = proof.parts(prior(q, n))[-2]
    each = inner.have(q[i] * l[i, end] <= q[i] * l[i, r], weights(i), inner.know(outward)(i)(end)(r))
    return proof.qed(proof.termwise(i, 0, n, each))
