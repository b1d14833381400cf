"""Definition 8: (ε, δ)-differential privacy, its worst event, and Definition 1 as a special case.

Of all events S the excess Pr[M(D) in S] - t·Pr[M(D') in S], t = e^ε, is largest for S = {r : P_r > t·Q_r}. So the least
δ is Σ max(0, P_r - t·Q_r). At δ = 0 that is Definition 1. Single responses do not suffice when δ > 0.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import private

claim = Claim(
    id="dwork2013.definition-8",
    title="(ε, δ)-differential privacy and its worst event",
    section="2.4",
    position=20,
    statement=(
        "With t = e^ε a mechanism is (ε, δ)-differentially private exactly if Σ_r max(0, P_r - t·Q_r) ≤ δ for all "
        "neighbours in both orders: the sum is the excess of the worst event, that of all r with P_r > t·Q_r. For δ = "
        "0 this is Definition 1, and δ ≥ 1 promises nothing. For δ > 0 it is not enough to ask it of single responses: "
        "1/N for each of N responses on D and for each of N others on D' satisfies it with δ = 1/N response by "
        "response, and the worst event needs δ = 1."
    ),
    latex=r"\max_S \bigl(P(S) - t\,Q(S)\bigr) = \sum_r \max(0,\, P_r - t\,Q_r), \qquad t = e^\varepsilon",
    domain="ε ≥ 0, 0 ≤ δ ≤ 1, all mechanisms with countably many responses",
    verdict="proved",
    scope="all events of any number of responses; all events of named mechanisms",
    uses=("dwork2013.definition-1",),
)


@claim.proof(
    "one response more: its excess e = P_r - t·Q_r adds to an event's if it is in, 0 if not, and max(0, e) is at "
    "least both; so the sum bounds every event, and the event of all e > 0 attains it",
    mutants={"min(0, e)": {"sign": -1}},
)
def worst_event(sign=1):
    # e = p - m with p, m ≥ 0 and one of them 0: p is max(0, e).
    given = Assumed("p m", lambda *bases: {}, lambda p, m: {"p": p, "m": m}, witness=[1, 1])

    def excess(known, p, m):
        yield sign * p - (p - m), known["m"]
        yield sign * p - 0, known["p"]

    signs(given, excess, strict=False)

    def step(z, k):
        total, event, largest, own = entry("Σ", k), entry("S", k), entry("max", k), entry("e", k)
        yield (total + largest) - (event + own), (total - event) + (largest - own)

    identity("z", step, Domain("k", lambda k: [k]))


def least_delta(P, Q, t):
    """The sum of the positive excesses."""
    return sum(max(Fraction(0), p - t * q) for p, q in zip(P, Q, strict=True))


@claim.instances(
    "x^G of n ≤ 3 and two others, t = 1, 3/2, 2, 5: the largest excess of all events is the sum; at the exact level "
    "it is 0 and the mechanism is private, just below 1/level it is not",
    mutants={"the sum of all excesses": {"clipped": False}, "single responses": {"single": True}},
)
def all_events(clipped=True, single=False):
    mechanisms = [geometric(n=n, alpha=alpha) for n in (1, 2, 3) for alpha in ("1/4", "1/2", "9/10")]
    mechanisms += [Mechanism([["1/2", "1/2", 0], ["1/4", "1/4", "1/2"]]), Mechanism([[1, 0], [0, 1]])]
    for mechanism in mechanisms:
        width = mechanism.shape[1]
        for i, k in [(j, j + 1) for j in range(len(mechanism) - 1)] + [(j + 1, j) for j in range(len(mechanism) - 1)]:
            P, Q = mechanism.rows[i], mechanism.rows[k]
            for t in (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(5)):
                events = [1 << r for r in range(width)] + [0] if single else range(2**width)
                largest = max(sum(P[r] - t * Q[r] for r in range(width) if bits >> r & 1) for bits in events)
                found = least_delta(P, Q, t) if clipped else sum(P) - t * sum(Q)
                require(found == largest, f"the worst event has {largest}, not {found}")
    for alpha in (Fraction(1, 4), Fraction(9, 10)):
        x = geometric(n=2, alpha=alpha)
        for t in (1 / alpha, Fraction(99, 100) / alpha):
            worst = max(least_delta(x.rows[i], x.rows[k], t) for i, k in ((0, 1), (1, 0), (1, 2), (2, 1)))
            require((worst == 0) == bool(private(x, min(Fraction(1), 1 / t))), f"δ = {worst} at t = {t}")


@claim.instances(
    "N = 1 … 20 responses on each side: 1/N for each response, 1 for the event of all that D gives, at every t",
    mutants={"the same responses on both": {"apart": False}},
)
def single_responses(apart=True):
    for N in range(1, 21):
        P = [Fraction(1, N)] * N + [Fraction(0)] * N
        Q = P[::-1] if apart else P
        for t in (Fraction(1), Fraction(1000)):
            require(max(p - t * q for p, q in zip(P, Q, strict=True)) == Fraction(1, N), "another single excess")
            require(least_delta(P, Q, t) == 1, f"the worst event needs {least_delta(P, Q, t)}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
