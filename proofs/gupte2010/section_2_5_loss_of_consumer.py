"""Section 2.5: the loss that is minimised is L(x) of (1); written L(l, S), it would not depend on the mechanism."""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute
from exactdp.model.mechanism import Mechanism, deterministic

claim = Claim(
    id="gupte2010.section-2-5.loss-of-consumer",
    title="the loss L(l, S)",
    section="2.5",
    position=5,
    statement=(
        "The objective is (1), a function of x for the consumer's l and S. For one l and S different mechanisms have "
        "different values: for n = 1, |i-r|, S = {0, 1} the mechanism with x_01 = t and x_10 = u has the loss max(t, "
        "u), so that all values from 0 to 1 occur, and of α-private ones all from α/(1+α) to 1."
    ),
    latex=r"L_{l,S}(x) = \max_{i\in S}\sum_r x_{i,r}\,l(i,r)",
    domain="the inputs 0 and 1, |i-r|, S = {0, 1}, 0 ≤ α ≤ 1 for the values",
    verdict="corrected",
    scope="all α and all mechanisms on {0, 1}",
    printed="L(l, S), with no x on the left",
    slip="print",
)


def worst(x):
    """(1) for |i-r| and S = N."""
    return max(sum(v * absolute()(i, r) for r, v in enumerate(row)) for i, row in enumerate(x.rows))


@claim.counterexample(
    "the smallest, n = 1, l = |i-r|, S = {0, 1}: the truth loses 0, G at α = 1/2 loses 1/3, and always 0 loses 1",
    mutants={"n = 0": {"n": 0}},
)
def differ(n=1):
    truth, zero = (
        deterministic(range(n + 1), responses=range(n + 1)),
        deterministic([0] * (n + 1), responses=range(n + 1)),
    )
    values = [worst(x) for x in (truth, geometric(n=n, alpha="1/2"), zero)]
    require(len(set(values)) == 3, f"they lose {', '.join(map(str, values))}")
    require(values == [0, Fraction(1, 3), 1], f"they lose {', '.join(map(str, values))}")


@claim.proof(
    "e_0 = t and e_1 = u; with privacy, t ≥ α·(1-u) and u ≥ α·(1-t), so the larger m of t and u has m ≥ α·(1-m), as "
    "m-u and m-t are ≥ 0: (1+α)·m ≥ α",
    mutants={"m the smaller one": {"sign": -1}},
)
def least(sign=1):
    known = Assumed(
        "a t u m",
        lambda *_: {},
        lambda a, t, u, m: {
            "α": a,
            "t-α(1-u)": t - a * (1 - u),
            "m-t": sign * (m - t),
            "m-u": sign * (m - u),
        },
        witness=[Fraction(1), Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)],
    )
    signs(
        known,
        lambda given, a, t, u, m: [((1 + a) * m - a, given["m-t"] + given["t-α(1-u)"] + given["α"] * given["m-u"])],
        strict=False,
    )


@claim.proof(
    "each value v from α/(1+α) to 1 occurs: with t = v and u = 1-v, where v ≥ 1/2, both rows are equal; with t = u = v "
    "≤ 1/2, v - α·(1-v) = (1+α)·v - α ≥ 0, and (1-v) - α·v ≥ 0 as 1-v ≥ v",
    mutants={"from α/(1+α)² on": {"power": 2}},
)
def every_value(power=1):
    # w is (1+α)·v - α ≥ 0, and h is 1 - 2v ≥ 0.
    identity("a v", lambda a, v: [(v - a * (1 - v), (1 + a) ** power * v - a), (1 - (1 - v) - v, 0 * a)])
    half = Assumed(
        "a v", lambda *_: {}, lambda a, v: {"v": v, "1-2v": 1 - 2 * v, "1-α": 1 - a}, witness=[1, Fraction(1, 2)]
    )
    signs(half, lambda given, a, v: [((1 - v) - a * v, given["1-2v"] + given["1-α"] * given["v"])], strict=False)


@claim.instances(
    "all mechanisms on {0, 1} with entries in eighths: L is max(t, u)",
    mutants={"min(t, u)": {"smaller": True}},
)
def by_library(smaller=False):
    for k in range(9):
        for j in range(9):
            t, u = Fraction(k, 8), Fraction(j, 8)
            found = worst(Mechanism([[1 - t, t], [u, 1 - u]]))
            require(found == (min if smaller else max)(t, u), f"L is {found} for t = {t}, u = {u}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
