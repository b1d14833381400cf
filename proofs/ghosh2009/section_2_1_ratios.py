"""Section 2.1: the ratio in [α, 1/α], written as two products.

With q = x/y and y > 0: x - α·y = y·(q-α), and y - α·x = y·(1-α·q), which is α·y·(1/α-q). So each product inequality has
the sign of one bound on q. What is left are the cases y = 0, where 0/0 counts as 1 and x/0 lies above every number.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, number, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import private

claim = Claim(
    id="ghosh2009.section-2-1.ratios",
    title="ratios and products",
    section="2.1",
    position=2,
    statement=(
        "For x, y ≥ 0 and 0 < α ≤ 1, with 0/0 read as 1, x/y lies in [α, 1/α] exactly if x ≥ α·y and y ≥ α·x. Then y/x "
        "lies in it too, and x = 0 exactly if y = 0. At α = 0 this needs 1/0 = ∞ as a point of the interval: every "
        "ratio lies in [0, ∞], and the products x ≥ 0 and y ≥ 0 always hold. Without ∞, x/0 with x > 0 would be "
        "excluded, but 0/x not."
    ),
    latex=r"\frac{x}{y} \in \left[\alpha, \frac{1}{\alpha}\right] \iff x \ge \alpha y \text{ and } y \ge \alpha x",
    domain="all x, y ≥ 0 and 0 < α ≤ 1; at α = 0 with 1/0 = ∞ in the interval",
    verdict="proved",
    scope="all α, x and y",
)


@claim.proof(
    "y > 0 and x = q·y: x - α·y = y·(q-α) ≥ 0 for q ≥ α, and y - α·x = α·y·(b-q) ≥ 0 for q ≤ b = 1/α; they are < 0 for "
    "q < α and for q > 1/α",
    mutants={"1/α² for 1/α": {"power": 2}, "x ≥ α²·y": {"bound": 2}},
)
def positive(power=1, bound=1):
    # With b = 1/α, both products times b are polynomials.
    inside = Assumed(
        "b q y",
        lambda b, q, y: {"b": b, "y": y},
        lambda b, q, y: {"bq-1": b * q - 1, "b-q": b - q, "bb-q": b**2 - q},
        witness=[Fraction(2), Fraction(1), Fraction(1)],
    )

    def hold(given, b, q, y):
        yield b**bound * q * y - y, given["y"] * given["bq-1"]
        yield b * y - q * y, given["y"] * given["b-q" if power == 1 else "bb-q"]

    signs(inside, hold, strict=False)
    below = Assumed(
        "b q y", lambda b, q, y: {"y": y, "1-bq": 1 - b * q}, witness=[Fraction(2), Fraction(1, 3), Fraction(1)]
    )
    signs(below, lambda given, b, q, y: [(y - b**bound * q * y, given["y"] * given["1-bq"])])
    above = Assumed("b q y", lambda b, q, y: {"y": y, "q-b": q - b}, witness=[Fraction(2), Fraction(3), Fraction(1)])
    signs(above, lambda given, b, q, y: [(q * y - b**power * y, given["y"] * given["q-b"])])


@claim.proof(
    "y = 0: for x > 0 the second product fails, as 0 - α·x < 0, and x/0 is above 1/α; for x = 0 both products are 0 ≥ "
    "0, and 1 lies in [α, 1/α] since α ≤ 1. x = 0, y > 0: the first product fails, and 0 < α",
    mutants={"also at α = 0": {"above_zero": False}, "0/0 read as 2": {"zero_by_zero": 2}},
)
def zeros(above_zero=True, zero_by_zero=1):
    assumed = Assumed(
        "a x",
        lambda a, x: {"x": x} | ({"α": a} if above_zero else {}),
        lambda a, x: {"1-α": 1 - a} | ({} if above_zero else {"α": a}),
        witness=[Fraction(1, 2), Fraction(1)],
    )
    signs(assumed, lambda given, a, x: [(a * x - 0, given["α"] * given["x"]), (a - 0, given["α"] * positive_number(1))])
    # 1 ≥ α, and 1 ≤ 1/α times α.
    signs(
        assumed,
        lambda given, a, x: [(number(zero_by_zero) - a, given["1-α"]), (1 - a * zero_by_zero, given["1-α"])],
        strict=False,
    )


def in_interval(x, y, alpha, infinity_inside=True, zero_by_zero=1):
    """Whether x/y lies in [α, 1/α], where None is ∞."""
    ratio = Fraction(zero_by_zero) if x == y == 0 else None if y == 0 else x / y
    top = None if alpha == 0 else 1 / alpha
    if ratio is None:
        return top is None and infinity_inside
    return alpha <= ratio and (top is None or ratio <= top)


FRACTIONS = sorted({Fraction(p, q) for q in range(1, 5) for p in range(q + 1)})


@claim.instances(
    "all x, y and α among the fractions from 0 to 1 with denominators up to 4: both readings agree, for x/y and y/x, "
    "and are what the library decides for a mechanism with these two probabilities",
    mutants={"0/0 read as 2": {"zero_by_zero": 2}, "x ≥ α²·y": {"power": 2}},
)
def agree(zero_by_zero=1, power=1):
    for alpha in FRACTIONS:
        for x in FRACTIONS:
            for y in FRACTIONS:
                where = f"x = {x}, y = {y}, α = {alpha}"
                products = x >= alpha**power * y and y >= alpha**power * x
                for first, second in ((x, y), (y, x)):
                    found = in_interval(first, second, alpha, zero_by_zero=zero_by_zero)
                    require(found == products, f"{where}: the ratio {found}, the products {products}")
                # Half of the probabilities, so that the rest, which has no zero, does not decide.
                mechanism = Mechanism([[v / 8, (1 - v / 4) / 2, Fraction(1, 2)] for v in (x, y)])
                rest = (1 - x / 4) / (1 - y / 4)
                expected = products and alpha <= min(rest, 1 / rest)
                require(bool(private(mechanism, alpha)) == expected, f"{where}: the library says otherwise")


@claim.instances(
    "at α = 0: without ∞ in the interval 1/0 would be excluded and 0/1 not, while both products hold",
    mutants={"with ∞ in the interval": {"infinity_inside": True}},
)
def at_zero(infinity_inside=False):
    one, zero = Fraction(1), Fraction(0)
    require(not in_interval(one, zero, zero, infinity_inside), "1/0 lies in the interval")
    require(in_interval(zero, one, zero, infinity_inside), "0/1 does not lie in the interval")
    require(bool(private(Mechanism([[1, 0], [0, 1]]), 0)), "the library has another reading at α = 0")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
