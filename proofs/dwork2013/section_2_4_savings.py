"""Section 2.4: when advanced composition, with about √k·ε, is better than kε.

With s = √k, v = √(2·ln(1/δ)) and t = e^ε the advanced bound is s·ε·v + s²·ε·(t-1). As e^x is convex, t - 1 is at
most ε·(e-1) for ε ≤ 1; this follows from e^x ≥ 1 + x at x = -ε and x = 1-ε alone. So the bound is at most s·ε·(v + e-1)
for ε ≤ 1/s: below kε once s exceeds the bracket. For k ≤ v² its first term alone is at least kε.
"""

from exactdp.claims import Claim
from exactdp.claims.approximate_words import log_ratio
from exactdp.claims.deriving import by_evaluation
from exactdp.claims.enclosure_words import exp_above, exp_below, log_above, log_below, root_above, root_below
from exactdp.claims.formulas import All, as_number, between, both, indices, number, numbers
from exactdp.claims.names import explained
from exactdp.commands.cli import main

claim = Claim("dwork2013.section-2-4.savings", "how much advanced composition saves", section="2.4", position=55)

(k,) = indices("k")
c, d, e, s, t, v = numbers("c δ ε s t v")
euler = number("e")
bound = s * e * v + s**2 * e * (t - 1)
exponentials = (t == exp_above(e), euler == exp_above(1), log_ratio(e, t, 1), log_ratio(1 - e, euler, t))
room = (0 < e, 1 <= s, s * e <= 1, *exponentials)


@claim.clause("bound", *room, 0 <= v, bound <= (v + euler - 1) * (s * e))
def of_bound(proof):
    below, above = (proof.parts(log_ratio(*of)) for of in ((e, t, 1), (1 - e, euler, t)))
    small = proof.have(e <= 1)
    chord = proof.have(
        t - 1 <= e * (euler - 1),
        proof.product(proof.have(0 <= 1 - e, small), proof.have(0 <= 1 - t * (1 - e), *below)),
        proof.product(proof.know(0 < e), proof.have(0 <= euler - t * (2 - e), *above)),
    )
    more = proof.have(0 <= euler - 1, *above, *below)
    part = s * e
    scaled = proof.product(
        proof.product(*[proof.have(0 < s)] * 2, proof.know(0 < e)), proof.have(0 <= e * (euler - 1) - (t - 1), chord)
    )
    most = proof.product(proof.product(proof.know(0 < e), proof.have(0 < s), more), proof.have(0 <= 1 - part))
    return proof.qed(scaled, most)


@claim.clause("saves", *room, 0 <= v, v + euler - 1 < s, bound < s**2 * e)
def saves(proof):
    size = proof.product(proof.have(0 < s), proof.know(0 < e))
    less = proof.product(size, proof.have(0 < s - (v + euler - 1)))
    return proof.qed(proof.cite("#bound"), less)


claim.clause("few", 0 < e, 1 <= s, s <= v, 1 < t, s**2 * e < bound)(
    lambda proof: proof.qed(
        proof.product(proof.product(proof.have(0 < s), proof.know(0 < e)), proof.have(0 <= v - s)),
        proof.product(proof.product(*[proof.have(0 < s)] * 2, proof.know(0 < e)), proof.have(0 < t - 1)),
    )
)


def quotient(name, sign, root, log, exp):
    """Return a bound on the advanced bound over kε, where ε = c/√k."""
    whole = root(2 * log(1 / d) / k) + exp(c * root(1 / as_number(k))) - 1
    return explained(f"Q{name}({{0}}, {{1}}, {{2}})", (k, c, d), whole, f"Q^{sign}({{0}}, {{1}}, {{2}})")


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


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
