"""The constraint matrix is well defined: each of its entries has exactly one of the four values.

For x and y above each other in a column, (x - α·y) + α·(y - α·x) = (1-α²)·x. So for 0 < α < 1 and x > 0 the two
differences are not both 0. And privacy with α > 0 makes x and y both positive or both 0, so that one value applies.
"""

from fractions import Fraction
from itertools import product

from exactdp.arithmetic.exact import InputError
from exactdp.claims import Assumed, Claim, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.polytope.constraints import constraint_matrix
from exactdp.privacy.level import private

claim = Claim(
    id="ghosh2009.section-5.well-defined",
    title="the four values of the constraint matrix",
    section="5",
    position=42,
    statement=(
        "For 0 < α < 1 exactly one of the values ↓, ↑, S and Z applies to two entries x and y above each other in an "
        "α-private mechanism: α·x = y and x = α·y hold together only for x = y = 0. At α = 1 both hold for all equal "
        "entries, so that ↓ and ↑ apply to all but 0; at α = 0 no value applies to x = 1 and y = 0."
    ),
    latex=r"(x-\alpha y) + \alpha (y-\alpha x) = (1-\alpha^2)\, x > 0 \quad (x > 0)",
    domain="0 < α < 1, all x, y ≥ 0 with x ≥ α·y and y ≥ α·x",
    verdict="proved",
    scope="all α, x and y; without privacy at most one of the arrows applies as well, but to 0 above 1 nothing does",
)


@claim.proof(
    "for x > 0 the two differences are not both 0, as (x - α·y) + α·(y - α·x) > 0; α > 0 and privacy are not needed",
    mutants={"at α ≤ 1": {"below_one": False}, "x ≥ 0": {"zero": True}, "x + α·y": {"sign": 1}},
)
def not_both(below_one=True, zero=False, sign=-1):
    strict, weak = {"1+α": lambda a, x: 1 + a}, {"α": lambda a, x: a}
    (strict if below_one else weak)["1-α"] = lambda a, x: 1 - a
    (weak if zero else strict)["x"] = lambda a, x: x
    assumed = Assumed(
        "a x y",
        lambda a, x, y: {name: of(a, x) for name, of in strict.items()},
        lambda a, x, y: {name: of(a, x) for name, of in weak.items()},
        witness=[Fraction(1, 2), Fraction(1), Fraction(1)],
    )
    signs(
        assumed,
        lambda given, a, x, y: [
            ((x + sign * a * y) + a * (y - a * x), given["1-α"] * given["1+α"] * given["x"]),
        ],
    )


@claim.proof(
    "by privacy and α > 0, where one entry is positive the other is: y = (y - α·x) + α·x, and x = (x - α·y) + α·y",
    mutants={"α ≥ 0": {"positive": False}, "without privacy": {"privacy": False}},
)
def both_positive(positive=True, privacy=True):
    assumed = Assumed(
        "a x y",
        lambda a, x, y: {"x": x} | ({"α": a} if positive else {}),
        lambda a, x, y: {"y-αx": y - a * x if privacy else x + y} | ({} if positive else {"α": a}),
        witness=[Fraction(1, 2), Fraction(1), Fraction(1)],
    )
    # The hypotheses are the same with x and y exchanged.
    signs(assumed, lambda given, a, x, y: [(y, given["y-αx"] + given["α"] * given["x"])])


@claim.proof(
    "for x = y = 0 both equations hold, at every α: this is what Z stands for", mutants={"x = y = 1": {"entry": 1}}
)
def both_zero(entry=0):
    identity("a", lambda a: [(a * entry, entry * a**0), (entry * a**0, a * entry)])


def values(x, y, alpha):
    """All values whose definition applies."""
    if x == y == 0:
        return ["Z"]
    if x == 0 or y == 0:
        return []
    arrows = [arrow for arrow, holds in (("↓", alpha * x == y), ("↑", x == alpha * y)) if holds]
    return arrows or ["S"]


@claim.instances(
    "at α = 1, ↓ and ↑ both apply to 1/2 above 1/2; at α = 0, none to 1 above 0, as in the identity; the library "
    "refuses both levels",
    mutants={"1/2 as the largest level": {"levels": ("0", "1/2")}, "1/2 as the least": {"levels": ("1/2", "1")}},
)
def at_the_ends(levels=("0", "1")):
    low, high = map(Fraction, levels)
    halves, identity_rows = Mechanism([["1/2", "1/2"]] * 2), Mechanism([[1, 0], [0, 1]])
    for mechanism, alpha, expected in ((halves, high, ["↓", "↑"]), (identity_rows, low, [])):
        require(bool(private(mechanism, alpha)), f"{mechanism.rows} is not {alpha}-private")
        require(values(mechanism[0, 0], mechanism[1, 0], alpha) == expected, f"at α = {alpha}")
        try:
            constraint_matrix(mechanism, alpha)
        except InputError:
            continue
        require(False, f"there is a constraint matrix at α = {alpha}")


@claim.instances(
    "every α-private mechanism with two inputs, two responses and probabilities in steps of 1/24, at three levels: one "
    "value applies to every column, the one in the library's constraint matrix, and each of the four occurs",
    mutants={"↓ where x = α·y": {"exchanged": True}, "S occurs nowhere": {"expected": "↓↑Z"}},
)
def by_library(exchanged=False, expected="↓↑SZ"):
    occurring = set()
    for alpha in map(Fraction, ("1/4", "1/2", "2/3")):
        for p, q in product(range(25), repeat=2):
            x = Mechanism([[Fraction(v, 24), Fraction(24 - v, 24)] for v in (p, q)])
            if not private(x, alpha):
                continue
            found = constraint_matrix(x, alpha)
            for r in range(2):
                pair = (x[1, r], x[0, r]) if exchanged else (x[0, r], x[1, r])
                applying = values(*pair, alpha)
                require(applying == [found[0, r]], f"{applying} apply to {pair} at α = {alpha}")
                occurring.update(applying)
    require(occurring == set(expected), f"the values are {occurring}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
