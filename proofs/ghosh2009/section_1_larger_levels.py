"""Section 1: larger α, more privacy.

α-privacy says x - α·y ≥ 0 and y - α·x ≥ 0 for the probabilities x, y of a response on two neighbouring inputs. With a
smaller level β, (α-β)·y ≥ 0 is added to the first. That the levels differ at all is shown by G at level β: its response
0 breaks α.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, geometric_times_one_plus_alpha, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import level, private

claim = Claim(
    id="ghosh2009.section-1.larger-levels",
    title="larger levels are stronger",
    section="1",
    position=10,
    statement=(
        "For 0 ≤ β ≤ α ≤ 1 every α-private mechanism is β-private. For β < α the converse fails: on n + 1 ≥ 2 inputs G "
        "at level β is β-private and not α-private. For n = 0 there are no neighbours, and all levels are one."
    ),
    latex=r"0 \le \beta \le \alpha,\; x \ge \alpha y,\; y \ge \alpha x \;\Rightarrow\; x \ge \beta y,\; y \ge \beta x",
    domain="0 ≤ β ≤ α ≤ 1, all mechanisms and neighbours; for the converse β < α and n ≥ 1",
    every_n=True,
    verdict="proved",
    scope="all α, β, n and mechanisms",
)


@claim.proof(
    "x - β·y = (x - α·y) + (α-β)·y, and the same with x and y exchanged",
    mutants={"a larger level: x - (2α-β)·y": {"smaller": False}},
)
def monotone(smaller=True):
    assumed = Assumed(
        "a b x y",
        lambda a, b, x, y: {},
        lambda a, b, x, y: {"α-β": a - b, "β": b, "x": x, "y": y, "x-αy": x - a * y, "y-αx": y - a * x},
        witness=[Fraction(1, 2), Fraction(1, 3), Fraction(1), Fraction(1)],
    )

    def weaker(given, a, b, x, y):
        other = b if smaller else 2 * a - b
        yield x - other * y, given["x-αy"] + given["α-β"] * given["y"]
        yield y - other * x, given["y-αx"] + given["α-β"] * given["x"]

    signs(assumed, weaker, strict=False)


LEVELS = Assumed(
    "a b",
    lambda a, b: {"α-β": a - b},
    lambda a, b: {"β": b, "1-α": 1 - a},
    witness=[Fraction(1, 2), Fraction(1, 3)],
)


@claim.proof(
    "G at level β is β-private, for all n ≥ 1, i and r: of x and y, which are x_ir and x_(i+1)r or these exchanged, y "
    "= β·x and x - β·y = (1-β)(1+β)·x, where 1-β = (1-α) + (α-β) and x ≥ 0",
    mutants={"β² for β": {"power": 2}},
)
def geometric_is_private(power=1):
    def pairs(given, _, b, *at):
        n, i, r = at
        ends = (i, i + 1) if r <= i else (i + 1, i)
        x, y = (geometric_times_one_plus_alpha(b, n, k, r) for k in ends)
        below_one = given["1-α"] + given["α-β"]
        inner = below_one**0 if r in (0, n) else below_one
        yield x, inner * given["β"] ** abs(ends[0] - r)
        yield y, inner * given["β"] ** abs(ends[0] - r) * given["β"] ** power
        yield x - b**power * y, below_one * (below_one**0 + given["β"]) * inner * given["β"] ** abs(ends[0] - r)

    signs(LEVELS, pairs, Domain("n i r", lambda n, i, r: [n - 1, i, n - 1 - i, r, n - r]), strict=False)


@claim.proof(
    "G at level β is not α-private: (1+β)·(α·x_00 - x_10) = α-β > 0, for all n ≥ 1",
    mutants={"response n": {"last": True}, "also at β = α": {"below": False}},
)
def strictly(last=False, below=True):
    def broken(given, a, b, n):
        r = n if last else 0
        x, y = (geometric_times_one_plus_alpha(b, n, i, r) for i in (0, 1))
        yield a * x - y, given["α-β"]

    levels = Assumed(
        "a b",
        lambda a, b: {"α-β": a - b} if below else {},
        lambda a, b: {"β": b} | ({} if below else {"α-β": a - b}),
        witness=[Fraction(1, 2), Fraction(1, 3)],
    )
    signs(levels, broken, Domain("n", lambda n: [n - 1]))


@claim.instances(
    "n ≤ 4, levels 0, 1/5, 1/2, 2/3, 1: by the library G at one level is private exactly at the levels up to it; for n "
    "= 0 it is private at all",
    mutants={"exactly at the levels below it": {"own": False}},
)
def by_library(own=True):
    levels = [Fraction(each) for each in ("0", "1/5", "1/2", "2/3", "1")]
    for n in range(5):
        for b in levels:
            mechanism = geometric(n=n, alpha=b) if n else Mechanism([[1]])
            found = level(mechanism)
            accepted(found)
            for a in levels:
                expected = n == 0 or (a <= b if own else a < b)
                require(bool(private(mechanism, a)) == expected, f"G at level {b} and n = {n}, at level {a}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
