"""Section 2.1: the definition compares single outputs; the one it is taken from compares events.

An event's probability is a sum over its outputs, so the inequalities add up. A single output is an event. With d1 and
d2 exchanged the definition says the same, so that it is one condition for each pair of neighbours.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import private

claim = Claim(
    id="gupte2010.section-2-1.events",
    title="outputs and events",
    section="2.1",
    position=35,
    statement=(
        "For α > 0 and α = e^(-ε): 1/α·x_r ≥ y_r ≥ α·x_r for all outputs r, exactly if Pr[x in E] ≤ e^ε·Pr[y in E] and "
        "Pr[y in E] ≤ e^ε·Pr[x in E] for all sets E of outputs, which is ε-differential privacy. With x and y "
        "exchanged the two inequalities change places. Where d1 and d2 are equal both hold. α = 1 is ε = 0."
    ),
    latex=r"\alpha x_r \le y_r \le \tfrac1\alpha x_r \ \forall r \iff \alpha \Pr[x\in E] \le \Pr[y\in E] \le "
    r"\tfrac1\alpha\Pr[x\in E] \ \forall E",
    domain="0 < α ≤ 1, finite or countable range, all distributions x and y on it",
    verdict="proved",
    scope="all α, x and y; for a countable range by the limit of the partial sums",
)


@claim.proof(
    "over an event, b its indicator: the sums P, Q of b·x_r and b·y_r have Q - α·P and P - α·Q growing by b·(y_r - "
    "α·x_r) and b·(x_r - α·y_r); both stay ≥ 0. For an event of one output they are these terms",
    mutants={"two events": {"other": True}, "α² for α": {"power": 2}},
)
def events(other=False, power=1):
    def pairs(a, r):
        x, y, b, p, q = (entry(name, r) for name in "xybpq")
        c = entry("c", r) if other else b
        yield (q + c * y) - a**power * (p + b * x), (q - a * p) + b * (y - a * x)
        yield (p + b * x) - a**power * (q + c * y), (p - a * q) + b * (x - a * y)

    identity("a", pairs, Domain("r", lambda r: [r]))
    known = Assumed(
        "a b x y D",
        lambda *_: {},
        lambda a, b, x, y, D: {"b": b, "y-αx": y - a * x, "D": D},
        witness=[1, 1, 0, 0, 0],
    )
    signs(
        known,
        lambda given, a, b, x, y, D: [(D + b * (y - a * x), given["D"] + given["b"] * given["y-αx"])],
        strict=False,
    )


@claim.proof(
    "the printed form: with u = 1/α, u·x - y = u·(x - α·y), as α·u = 1; so its two halves are y - α·x ≥ 0 and x - α·y "
    "≥ 0, and each is the other with x and y exchanged. For y = x they are (1-α)·x ≥ 0",
    mutants={"1/α² for 1/α": {"power": 2}},
)
def printed(power=1):
    identity(
        "a u x y",
        lambda a, u, x, y: [(u**power * x - y - u * (x - a * y), (a * u - 1) * y)],
    )
    closed = Assumed("a x", lambda *_: {}, lambda a, x: {"1-α": 1 - a, "x": x}, witness=[1, 0])
    signs(closed, lambda given, a, x: [(x - a**power * x, given["1-α"] * given["x"])], strict=False)


def rows(size):
    """Distributions on so many outputs, with entries in sixths."""
    sixths = [Fraction(k, 6) for k in range(7)]
    return [row for row in product(sixths, repeat=size) if sum(row) == 1]


@claim.instances(
    "all pairs of distributions on 2 and 3 outputs in sixths, α = 1/5, 1/2, 1: the inequalities for all events hold "
    "exactly if those for outputs do, and exactly if the library calls the two rows α-private",
    mutants={"events of two outputs and more": {"least": 2}, "one direction": {"both": False}},
)
def pairs_of_rows(least=0, both=True):
    for size, alpha in product((2, 3), map(Fraction, ("1/5", "1/2", "1"))):
        for x, y in product(rows(size), repeat=2):
            expected = bool(private(Mechanism([x, y]), alpha))
            outputs = all(q >= alpha * p and p >= alpha * q for p, q in zip(x, y, strict=True))
            events = True
            for event in product((0, 1), repeat=size):
                p, q = (sum(v for v, b in zip(row, event, strict=True) if b) for row in (x, y))
                if sum(event) >= least:
                    events = events and q >= alpha * p and (p >= alpha * q or not both)
            require(outputs == events == expected, f"{x}, {y}, α = {alpha}: {outputs}, {events}, {expected}")


@claim.instances(
    "G for n ≤ 4, α = 1/3: the worst event of two neighbours has the ratio α exactly, no event less",
    mutants={"neighbours two apart": {"apart": 2}},
)
def geometric_events(apart=1):
    alpha = Fraction(1, 3)
    for n in range(2, 5):
        x = geometric(n=n, alpha=alpha)
        for i in range(n + 1 - apart):
            ratios = []
            for event in product((0, 1), repeat=n + 1):
                p, q = (sum(v for v, b in zip(x.rows[k], event, strict=True) if b) for k in (i, i + apart))
                ratios += [min(p / q, q / p)] if any(event) else []
            require(min(ratios) == alpha, f"the least ratio is {min(ratios)}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
