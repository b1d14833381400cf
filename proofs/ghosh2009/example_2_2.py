"""Example 2.2: a user who reads each response of the geometric mechanism as the nearer of 0 and n has a smaller loss.

The results 0 and n = 2m+1 have the prior 1/2 each, and a wrong answer has a loss of 1. So reading a response r as s
costs w_rs: half of the probability of r on each of 0 and n that is not s. Add up the costs of the responses from -k to
n+k, and let k go to infinity. The remap errs for a response only on the farther one of 0 and n, where the response is
less probable. So no other remap loses less, on any of these ranges.
"""

from fractions import Fraction

from exactdp.claims.language import *

claim = Claim("ghosh2009.example-2.2", "post-processing decreases the loss", section="2.3", position=10)

m, i, k, r, s = indices("m i k r s")
half = Fraction(1, 2)
(a,) = numbers("α")
T = matrix("T")
n = 2 * m + 1

levels, strict = (0 <= m, 0 <= a, a < 1), (0 <= m, 0 < a, a < 1)
LEVELS = dict.fromkeys(("0 ≤ α", "α < 1"), "the paper's levels")
GROWING = {"0 ≤ α": "the paper's levels", "0 ≤ k": "the sums are limits for growing k"}
on_0, on_n = two_sided(a, r), two_sided(a, r - n)


def nearer_of(first, second):
    return If(r <= m, first, second)


near, far = (
    explained(f"{name}_({{0}},{{1}})", (a, m), function(r, masses))(a, m)[r]
    for name, masses in (("near", nearer_of(on_0, on_n)), ("far", nearer_of(on_n, on_0)))
)
"""The mass of the response r on the nearer one of 0 and n, and on the farther one."""

face_value = (If(r == 0, 0, on_0) + If(r == n, 0, on_n)) / 2
nearer_end = far / 2
remapped = ((1 - T[r, 0]) * on_0 + (1 - T[r, n]) * on_n) / 2

user = explained("p_{0}", (m,), function(i, If((i == 0) | (i == n), half, 0)))(m)
noise = explained("x^G_{0}", (a,), function(i, r, two_sided(a, r - i)))(a)
half_on_0, half_on_n = If(s == 0, 0, on_0) / 2, If(s == n, 0, on_n) / 2


@claim.clause("cost", *levels, weighed_loss(user, zero_one, noise, n)[r, s] == half_on_0 + half_on_n, kept=LEVELS)
def cost(proof):
    def ends(v):
        return If(v <= 0, 0, If(v <= n, half_on_0, half_on_0 + half_on_n))

    return proof.qed(proof.telescope(i, 0, n, user[i] * noise[i, r] * zero_one[i, s], ends))


bound = 2 * (1 / (1 - a))
loss, smaller = 2 * a / (1 + a), a ** (m + 1) / (1 + a)


def lost(summand):
    return function(k, Sum(r, -k, n + k, summand))


def limit_of(proof, summand, to, ends, *exponents):
    return lemmas.limit_by_powers(
        proof, lost(summand), to, exponents, lambda inner: inner.telescope(r, -k, n + k, summand, ends)
    )


@claim.clause(
    "face-value",
    *levels,
    tends(lost(face_value), loss),
    kept=GROWING | {"0 ≤ m": "n = 2m+1 is a number of inputs"},
    witnesses={"C": bound},
)
def at_face_value(proof):
    def lost_before(v, right):
        return If(v <= right, a ** (right - v + 1), 2 * a - a ** (v - right)) - a ** (right + k + 1)

    def ends(v):
        return (lost_before(v, 0) + lost_before(v, n)) / (2 * (1 + a))

    return limit_of(proof, face_value, loss, ends, k + 1, n + k + 1)


@claim.clause("remap", *levels, tends(lost(nearer_end), smaller), kept=GROWING, witnesses={"C": bound})
def by_remap(proof):
    def ends(v):
        below = a ** (n - v + 1)
        return (If(v <= m + 1, below, 2 * a ** (m + 1) - a**v) - a ** (n + k + 1)) / (2 * (1 + a))

    return limit_of(proof, nearer_end, smaller, ends, n + k + 1)


claim.clause("ratio", *levels, smaller == a**m / 2 * loss, kept=LEVELS)(by_arithmetic)
claim.clause("at-most-half", *levels, smaller <= loss / 2)(
    lambda proof: proof.qed(proof.use(lemmas.power_falls(), i=1, k=m + 1))
)
claim.clause("less", *strict, smaller < loss)(lambda proof: proof.qed(proof.use(lemmas.power_falls(), i=1, k=m + 1)))


def compared(proof, lemma, *by):
    """Return the goal, by the lemma on powers: the exponent is larger on the farther of 0 and n."""

    def case(at, other):
        return lambda inner: inner.have(proof.goal, *by, inner.use(lemma(), i=abs(at), k=abs(other)))

    sides = ((r < 0, r, r - n), (r <= m, r, r - n), (r <= n, r - n, r), (TRUE, r - n, r))
    return proof.cases(proof.goal, *[(f, case(at, other)) for f, at, other in sides])


@claim.clause("nearer", *levels, between(0, far, near))
def nearer(proof):
    return compared(proof, lemmas.power_falls, *(proof.use(lemmas.power_nonnegative(), k=abs(at)) for at in (r, r - n)))


claim.clause("strictly-nearer", *strict, far < near)(lambda proof: compared(proof, lemmas.power_falls_strictly))


def readings(first, second):
    return both(0 <= first, 0 <= second, first + second <= 1)


every = All(r, between(-k, r, n + k), readings(T[r, 0], T[r, n]))
u, v, b, c = numbers("u v b c")
left, chosen = ((1 - b) * u + (1 - c) * v) / 2, readings(b, c)
masses = {"u": on_0, "v": on_n, "b": T[r, 0], "c": T[r, n]}


@claim.clause("no-better", *levels, every, lost(nearer_end)[k] <= lost(remapped)[k])
def no_better(proof):
    lemma = Proof([nearer_of(v, u) <= nearer_of(u, v), 0 <= nearer_of(v, u), chosen], nearer_of(v, u) / 2 <= left).qed()
    inner = proof.assuming(between(-k, r, n + k))
    each = inner.use(lemma, *inner.cite("ghosh2009.example-2.2#nearer").parts(), inner.know(every)(r), **masses)
    return proof.qed(proof.termwise(r, -k, n + k, nearer_end <= remapped, each))


@claim.clause("only", *strict, T[r, 0] + T[r, n] <= 1, nearer_of(T[r, 0], T[r, n]) < 1, nearer_end < remapped)
def only(proof):
    given = [nearer_of(v, u) < nearer_of(u, v), 0 <= nearer_of(v, u), b + c <= 1, nearer_of(b, c) < 1]
    facts = [proof.cite(f"ghosh2009.example-2.2#{name}") for name in ("strictly-nearer", "nearer")]
    lemma = Proof(given, nearer_of(v, u) / 2 < left).qed()
    return proof.restated(proof.use(lemma, facts[0], *facts[1].parts(), **masses))
