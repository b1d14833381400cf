"""Section 2.4: when advanced composition, with about √k·ε, is better than kε.

With s = √k and v = √(2·ln(1/δ)) the advanced bound is s·ε·v + s²·ε·(e^ε - 1). For ε ≤ 1 e^ε - 1 is at most ε·(e-1), and
so are the partial sums e_n(ε) and e_n(1). So the bound is at most s·ε·(v + e-1) for ε ≤ 1/s: below kε once s exceeds
the bracket. For k ≤ v² its first term alone is at least kε. Q is the bound over kε, where ε = c/√k.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.enclosure import exp_above, exp_below, log_above, log_below, root_above, root_below
from exactdp.claims.vocabulary.noise import series

claim = Claim(
    "dwork2013.section-2-4.savings",
    "how much advanced composition saves",
    section="2.4",
    position=55,
    kept={"1 ≤ s": "the root of a number of queries", "2 ≤ n": "a partial sum", "0 ≤ v": "a root"},
)

k, n = indices("k n")
c, d, e, s, t, v = numbers("c δ ε s t v")


def bound(of):
    """Return ε' of the advanced bound, where this is e^ε."""
    return s * e * v + s**2 * e * (of - 1)


room = (0 < e, 1 <= s, s * e <= 1, 2 <= n, 0 <= v)
power, euler = series(e, n), series(1, n)


@claim.clause("bound", *room, bound(power) <= (v + euler - 1) * (s * e))
def of_bound(proof):
    size, small = proof.product(0 < s, 0 < e), proof.have(e <= 1)
    more = proof.have(0 <= euler - 2, proof.cite("dwork2013.section-2.exponential#at-least", ε=1))
    square = proof.product(0 < e, 0 <= 1 - e, more)
    curve = proof.cite("dwork2013.section-2.exponential#by-e", small)
    chord = proof.opaque(power - 1 <= e * (euler - 1), curve, square)
    scaled = proof.product(size, 0 < s, proof.opaque(0 <= e * (euler - 1) - (power - 1), chord))
    most = proof.product(size, proof.opaque(0 <= euler - 1, more), 0 <= 1 - s * e)
    return proof.opaque(proof.goal, scaled, most)


@claim.clause("saves", *room, v + euler - 1 < s, bound(power) < s**2 * e)
def saves(proof):
    size = proof.product(0 < s, 0 < e)
    room_left = proof.opaque(0 < s - (v + euler - 1), v + euler - 1 < s)
    return proof.opaque(proof.goal, proof.cite("#bound"), proof.product(size, room_left))


claim.clause("few", 0 < e, 1 <= s, s <= v, 1 < t, s**2 * e < bound(t))(
    lambda proof: proof.qed(
        proof.product(proof.product(0 < s, 0 < e), 0 <= v - s),
        proof.product(proof.product(*[proof.have(0 < s)] * 2, 0 < e), 0 < t - 1),
    )
)


def quotient(name, sign, root, log, exp):
    """Return a bound on the advanced bound over kε, where ε = c/√k."""
    whole = root(2 * log(1 / d) / k) + exp(c * root(1 / as_number(k))) - 1
    return explained(f"Q{name}({{0}}, {{1}}, {{2}})", (k, c, d), whole)


least = quotient("⁻", "-", root_below, log_below, exp_below)
most = quotient("⁺", "+", root_above, log_above, exp_above)
TINY = "1/1000000"


def first(at, part):
    """Return that the advanced bound is larger than kε below this k, and smaller there."""
    return All(k, between(1, k, at - 1), 1 < least(k, part, TINY)) & (most(at, part, TINY) < 1)


claim.clause("first-at-41", first(41, 1))(by_evaluation)
claim.clause("first-at-29", first(29, "1/10"))(by_evaluation)
claim.clause("four", 3 < least(4, 1, TINY))(by_evaluation)
claim.clause("factor-of-15", both("1/16" < least(10000, 1, TINY), most(10000, 1, TINY) < "1/15"))(by_evaluation)
