"""Equation (1): the privacy loss as a largest ratio over all events.

The ratio of an event is a weighted mean of the ratios of its responses, so it is largest at a response. On infinitely
many responses there need be no largest one: P_r = (3/2)(2^-r - 4^-r), Q_r = 2^-r, r ≥ 1, has P_r/Q_r = (3/2)(1 - 2^-r).
"""

import itertools
from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, entry, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import complete
from exactdp.privacy.level import level

claim = Claim(
    id="dwork2013.equation-1",
    title="the privacy loss of a mechanism",
    section="2.2",
    position=20,
    statement=(
        "With x and x' read as D and D', let the privacy loss be the supremum of ln(Pr[M(D) in C]/Pr[M(D') in C]) over "
        "neighbours and events C with Pr[M(D) in C] > 0. It is ∞ where the lower probability can be 0, never below 0, "
        "and M is (ε, 0)-differentially private exactly if it is at most ε. For finitely many responses and databases "
        "it is a maximum, attained at a single response, and it is -ln of the level. In general it is no maximum: "
        "(3/2)(2^-r - 4^-r) against 2^-r, r ≥ 1, has the loss ln(3/2), which no event attains."
    ),
    latex=r"\sup_{C:\,\Pr[M(D) \in C] > 0} \ln\frac{\Pr[M(D)\in C]}{\Pr[M(D')\in C]} = \sup_r \ln\frac{P_r}{Q_r}",
    domain="all mechanisms with countably many responses",
    verdict="corrected",
    scope="the reduction to responses for all; the example over all its events",
    printed="a maximum over all events, without a condition on their probability",
    slip="statement",
    uses=("dwork2013.definition-1",),
)


@claim.counterexample(
    "P_r = (3/2)(2^-r - 4^-r), Q_r = 2^-r: both sum to 1 up to a tail after r = 40, every ratio is below 3/2, and "
    "that of r = 40 is within 10^-11 of it",
    mutants={"3/2 in place of 1 for the mass": {"factor": Fraction(9, 4)}, "P_r = 2^-r": {"base": 0}},
)
def no_largest(factor=Fraction(3, 2), base=1):
    P = [factor * (Fraction(1, 2**r) - base * Fraction(1, 4**r)) for r in range(1, 41)]
    Q = [Fraction(1, 2**r) for r in range(1, 41)]
    require(0 < 1 - sum(P) < Fraction(1, 10**11) and 0 < 1 - sum(Q) < Fraction(1, 10**11), "they do not sum to 1")
    ratios = [p / q for p, q in zip(P, Q, strict=True)]
    require(all(a < b < Fraction(3, 2) for a, b in itertools.pairwise(ratios)), "some ratio is the largest")
    require(Fraction(3, 2) - ratios[-1] < Fraction(1, 10**11), "the supremum is another")


@claim.proof(
    "its masses in all: with h = 2^-r, the tails of both after r are h and (3/2)h - h²/2, for P_r = (3/2)(h - h²) is "
    "the difference of two tails, the earlier at 2h; and (3/2)·Q_S - P_S = Σ (3/2)·4^-r > 0 for every event that is "
    "not empty",
    mutants={"P_r = h - h²": {"factor": Fraction(1)}, "the tail (3/2)h - h²": {"square": Fraction(1)}},
)
def all_events(factor=Fraction(3, 2), square=Fraction(1, 2)):
    def tail(h):
        return Fraction(3, 2) * h - square * h**2

    # At h = 1, before the first response, the tail is 1.
    identity("h", lambda h: [(tail(2 * h) - tail(h), factor * (h - h**2)), (tail(h**0), h**0)])
    given = Assumed("h", lambda h: {"h": h}, witness=[Fraction(1, 2)])
    signs(
        given, lambda known, h: [(Fraction(3, 2) * h - factor * (h - h**2), positive_number(factor) * known["h"] ** 2)]
    )


@claim.proof(
    "an event's ratio is at most its responses': if P_r ≤ t·Q_r for each, then t·Q_S - P_S grows by t·q - p ≥ 0 with "
    "each response; and for the whole range it is ≥ 0 with t = 1 only, so the supremum is at least ln 1 = 0",
    mutants={"t² for a union": {"power": 2}},
)
def at_responses(power=1):
    def pairs(t, k):
        P, Q, p, q = (entry(name, k) for name in ("P(S)", "Q(S)", "p", "q"))
        yield t**power * (Q + q) - (P + p), (t * Q - P) + (t * q - p)

    identity("t", pairs, Domain("k", lambda k: [k]))


@claim.instances(
    "all events of x^G, n ≤ 3, and of two others, between all inputs: the largest ratio is 1/level",
    mutants={"events of two responses": {"least": 2}},
)
def over_events(least=1):
    mechanisms = [geometric(n=n, alpha=alpha) for n in (1, 2, 3) for alpha in ("1/4", "9/10")]
    mechanisms += [Mechanism([["1/2", "1/2"], ["3/4", "1/4"]]), Mechanism([[1, 0], [1, 0]])]
    for mechanism in mechanisms:
        width = mechanism.shape[1]
        ratios = []
        for bits in range(2**width):
            inside = [r for r in range(width) if bits >> r & 1]
            masses = [sum(row[r] for r in inside) for row in mechanism.rows]
            if len(inside) >= least and min(masses) > 0:
                ratios.append(max(masses) / min(masses))
        found = level(mechanism, complete(inputs=range(len(mechanism)))).alpha
        require(max(ratios, default=Fraction(0)) * found == 1, f"the largest ratio is not 1/{found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
