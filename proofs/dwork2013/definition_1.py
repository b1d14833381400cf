"""Definition 1: events, single responses, and the two directions.

The inequality for all sets S follows from that for single responses by adding up, for countably many responses. For
densities it follows from that of the densities by integrating. Being asked for both (D, D') and (D', D), it gives
α·P(S) ≤ Q(S) ≤ P(S)/α with α = e^-ε.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import private

claim = Claim(
    id="dwork2013.definition-1",
    title="(ε, 0)-differential privacy, by events and by responses",
    section="2.1",
    position=30,
    statement=(
        "With α = e^-ε, a mechanism with countably many responses is (ε, 0)-differentially private exactly if it is "
        "α-private: α·x_Dr ≤ x_D'r for every response r and all neighbours in both orders. All events then satisfy the "
        "same inequality, also the empty one and the whole range. One order is not enough. ε = 0 is allowed and means "
        "that neighbours have the same distribution, ε = ∞, α = 0, means nothing."
    ),
    latex=r"\Pr[M(D) \in S] \le e^\varepsilon \Pr[M(D') \in S] \;\forall S \iff \alpha\,x_{Dr} \le x_{D'r} \;\forall r",
    domain="0 ≤ α ≤ 1, all mechanisms with countably many responses",
    verdict="proved",
    scope="events of any number of responses; the library's check against all events on instances",
)


@claim.proof(
    "an event and one response more: (Q_S + Q_r) - α(P_S + P_r) = (Q_S - αP_S) + (Q_r - αP_r), so by induction each "
    "finite event, and in the limit each countable one; a single response is an event",
    mutants={"the union bound α²": {"power": 2}, "P_r counted twice": {"times": 2}},
)
def events(power=1, times=1):
    # S(k) is the mass of the first k responses.
    def pairs(a, k):
        P, Q = entry("P(S)", k), entry("Q(S)", k)
        p, q = entry("P", k), entry("Q", k)
        yield (Q + q) - a**power * (P + times * p), (Q - a * P) + (q - a * p)

    identity("a", pairs, Domain("k", lambda k: [k]))
    given = Assumed(
        "a S r", lambda a, S, r: {}, lambda a, S, r: {"Q_S-αP_S": S, "Q_r-αP_r": r}, witness=[Fraction(1, 2), 1, 1]
    )
    signs(given, lambda known, a, S, r: [(S + r, known["Q_S-αP_S"] + known["Q_r-αP_r"])], strict=False)


def by_events(mechanism, alpha, both):
    """Whether all events on all neighbours of the path satisfy Definition 1, in both orders or one."""
    width = mechanism.shape[1]
    pairs = [(i, i + 1) for i in range(len(mechanism) - 1)]
    pairs += [(k, i) for i, k in pairs] if both else []
    return all(
        alpha * sum(mechanism[i, r] for r in range(width) if bits >> r & 1)
        <= sum(mechanism[k, r] for r in range(width) if bits >> r & 1)
        for i, k in pairs
        for bits in range(2**width)
    )


@claim.instances(
    "the library's α-privacy and all events agree: x^G of n ≤ 3, two responses and one-sided ones, at four levels",
    mutants={"one order only": {"both": False}},
)
def library(both=True):
    mechanisms = [geometric(n=n, alpha=alpha) for n in (1, 2, 3) for alpha in ("1/4", "1/2", "9/10")]
    mechanisms += [
        Mechanism([["1/2", "1/2"], [0, 1]]),
        Mechanism([["1/2", "1/2"], ["3/4", "1/4"]]),
        Mechanism([[1], [1]]),
    ]
    mechanisms += [Mechanism([["1/2", "1/2", 0], ["1/4", "1/4", "1/2"]])]
    for mechanism in mechanisms:
        for alpha in map(Fraction, ("0", "1/4", "1/2", "9/10", "1")):
            found = bool(private(mechanism, alpha))
            require(found == by_events(mechanism, alpha, both), f"they differ at α = {alpha} for {mechanism.rows}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
