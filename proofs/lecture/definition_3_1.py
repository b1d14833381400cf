"""Definition 3.1: what (ε, δ) asks of events, as a condition on single responses.

With t = e^ε, adding a response r to an event S adds P_r - t·Q_r to P(S) - t·Q(S). So the worst event holds just the
responses with P_r > t·Q_r, and the condition is Σ_r max(0, P_r - t·Q_r) ≤ δ for neighbours in both orders. For δ = 0
that is P_r ≤ t·Q_r for every response, the α-privacy of a mechanism with α = 1/t.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, entry, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import private
from exactdp.privacy.privacy_curve import privacy_curve

claim = Claim(
    id="lecture.definition-3.1",
    title="(ε, δ) by single responses",
    section="3",
    position=30,
    statement=(
        "With t = e^ε and countably many responses, (ε, δ) holds for all events exactly when Σ_r max(0, P_r - t·Q_r) ≤ "
        "δ for every ordered pair of neighbours; the event {r : P_r > t·Q_r} is a worst one. For δ = 0 it says P_r ≤ "
        "t·Q_r for every single response, α-privacy with α = 1/t. For δ > 0 single responses don't suffice: uniform "
        "answers from two disjoint sets of m responses have P_r ≤ t·Q_r + δ for δ = 1/m, and need δ = 1. The "
        "definition also makes sense for ε = 0, where Σ_r max(0, P_r - Q_r) is the total variation."
    ),
    latex=r"\max_S \bigl(P(S) - e^{\varepsilon} Q(S)\bigr) = \sum_r \max(0,\, P_r - e^{\varepsilon} Q_r)",
    domain="t ≥ 1, 0 ≤ δ < 1, countably many responses, every mechanism and pair of neighbours",
    verdict="proved",
    scope="all mechanisms with countably many responses, response by response; all events of small ones",
)


@claim.proof(
    "no event has more: with s = 1 for a response in S and 0 for another (or any s from 0 to 1, for a randomised "
    "test), s·(p - t·q) is at most m where m ≥ 0 and m ≥ p - t·q, since m - s·(p - t·q) = s·(m - p + t·q) + (1-s)·m",
    mutants={"m not ≥ 0": {"floor": False}, "s·p - t·q": {"both": 0}},
)
def bounded(floor=True, both=1):
    positive = Assumed(
        "p q t m s",
        lambda *_: {},
        lambda p, q, t, m, s: {"m-p+tq": m - p + t * q, "s": s, "1-s": 1 - s, **({"m": m} if floor else {})},
        witness=[Fraction(1, 2), Fraction(1, 8), Fraction(2), Fraction(1, 4), Fraction(1)],
    )

    def pairs(given, p, q, t, *rest):
        m, s = rest
        outside = given["1-s"] * given["m"] if floor else given["s"] * given["1-s"]
        yield m - s * p + s**both * t * q, given["s"] * given["m-p+tq"] + outside

    signs(positive, pairs, strict=False)


@claim.proof(
    "the event of the responses with P_r > t·Q_r attains it: over the first n responses, of which those up to k are "
    "such, P(S) - t·Q(S) and the sum of positive parts grow alike with every response",
    mutants={"S holds all responses": {"every": True}},
)
def attained(every=False):
    def pairs(t, n, k, r):
        p, q = entry("p", r), entry("q", r)
        inside = r < k
        in_event = number(1) if inside or every else number(0)
        yield in_event * p - t * (in_event * q), (p - t * q) if inside else number(0)

    identity("t", pairs, Domain("n k r", lambda n, k, r: [k, n - k, r, n - 1 - r]))


@claim.proof(
    "δ = 0: from single responses to events, one response at a time: t·Q(S) - P(S) ≥ 0 and t·q - p ≥ 0 give t·(Q(S) + "
    "q) - (P(S) + p) ≥ 0; and a single response is an event",
    mutants={"t² for the longer event": {"power": 2}},
)
def pure(power=1):
    assumed = Assumed(
        "P Q p q t",
        lambda *_: {},
        lambda P, Q, p, q, t: {"event": t * Q - P, "response": t * q - p},
        witness=[Fraction(1, 4)] * 4 + [Fraction(2)],
    )

    def pairs(given, P, Q, *rest):
        p, q, t = rest
        yield t**power * (Q + q) - (P + p), given["event"] + given["response"]

    signs(assumed, pairs, strict=False)


@claim.instances(
    "two disjoint uniform sets of m = 2, 4, 8 responses and t = 2: every response is within δ = 1/m, and an event "
    "needs δ = 1",
    mutants={"one set for both": {"shift": 0}},
)
def singles_do_not_suffice(shift=1):
    for m in (2, 4, 8):
        first = [Fraction(1, m)] * m + [Fraction(0)] * m
        second = first[-m * shift :] + first[: -m * shift] if shift else first
        pairs = list(zip(first, second, strict=True))
        require(all(p <= 2 * q + Fraction(1, m) for p, q in pairs), "a response alone breaks δ = 1/m")
        require(sum(max(Fraction(0), p - 2 * q) for p, q in pairs) == 1, f"m = {m}: a smaller δ will do")


def worst_event(first, second, t):
    """The most of P(S) - t·Q(S) over all events, one by one."""
    return max(
        sum((p - t * q for p, q, inside in zip(first, second, event, strict=True) if inside), Fraction(0))
        for event in product((False, True), repeat=len(first))
    )


@claim.instances(
    "all events of G_{n,α} for n ≤ 4 and of three other mechanisms: the worst has the sum of positive parts; the "
    "largest is what the library's curve has at t, and 0 exactly where it finds the mechanism (1/t)-private",
    mutants={"neighbours in one order": {"orders": ((0, 1),)}, "parts of both signs": {"floor": -1}},
)
def by_events(orders=((0, 1), (1, 0)), floor=0):
    others = [
        [["3/4", "1/4"], ["1/4", "3/4"]],
        [[1, 0], ["1/2", "1/2"]],
        [["1/2", "1/3", "1/6"], ["1/3", "1/6", "1/2"]],
    ]
    mechanisms = [*(geometric(n=n, alpha="1/2") for n in range(1, 5)), *map(Mechanism, others)]
    for mechanism in mechanisms:
        for t in map(Fraction, ("1", "3/2", "2", "3")):
            found = []
            for i in range(len(mechanism) - 1):
                for a, b in orders:
                    first, second = mechanism.rows[i + a], mechanism.rows[i + b]
                    parts = sum(max(Fraction(floor), p - t * q) for p, q in zip(first, second, strict=True))
                    require(parts == worst_event(first, second, t), f"{mechanism} at t = {t}: {parts}")
                    found.append(parts)
            require(privacy_curve(mechanism).at(t) == max(found), f"{mechanism}: the curve differs at t = {t}")
            require((max(found) == 0) == bool(private(mechanism, 1 / t)), f"{mechanism} at t = {t}: {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
