"""The three-term value D_ir = (1+α²)·x_ir - α·(x_(i-1)r + x_(i+1)r), where a constraint is tight above or below row i.

Two of the four kinds of tight constraint make D_ir ≥ 0 by privacy on the other side, and the other two make it ≤ 0. All
values of a row sum to (1-α)². So a row can have a negative value only where a positive one makes up for it.
"""

from fractions import Fraction
from itertools import pairwise

from exactdp.claims import Assumed, Claim, Domain, entry, identity, number, require, signs, three_term
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.polytope.constraints import constraint_matrix
from exactdp.privacy.level import private

claim = Claim(
    id="exactdp.middle-value",
    title="the sign of the three-term value beside a tight constraint",
    section="2",
    position=10,
    statement=(
        "Let x be α-private, 0 < α < 1, and 0 < i < n. If C(i-1,r) = ↑, then D_ir = x_ir - α·x_(i+1)r ≥ 0; if C(i,r) = "
        "↓, then D_ir = x_ir - α·x_(i-1)r ≥ 0. If C(i-1,r) = ↓, then D_ir = -α·(x_(i+1)r - α·x_ir) ≤ 0; if C(i,r) = ↑, "
        "then D_ir = -α·(x_(i-1)r - α·x_ir) ≤ 0. With ↓ above and ↑ below it is -(1-α²)·x_ir. In a Z-column it is 0. "
        "And Σ_r D_ir = (1-α)². So if D_ir' ≤ 0 for all r' ≠ r, then D_ir ≥ (1-α)² > 0."
    ),
    latex=(
        r"C(i-1,r) = \uparrow \;\Rightarrow\; D_{ir} = x_{ir} - \alpha x_{(i+1)r}, \qquad C(i-1,r) = \downarrow "
        r"\;\Rightarrow\; D_{ir} = -\alpha (x_{(i+1)r} - \alpha x_{ir}), \qquad \sum_r D_{ir} = (1-\alpha)^2"
    ),
    domain="n ≥ 2, 0 < i < n, 0 < α < 1, every α-private mechanism on {0..n} with any number of responses",
    every_n=True,
    verdict="proved",
    scope="all n, i, α and mechanisms",
)


def middle(a, x, y, z):
    """The value for three consecutive entries."""
    return three_term(a, lambda k: (x, y, z)[k], 2, 1)


@claim.proof(
    "the four identities: x_(i-1) = α·x_i, α·x_i = x_(i+1), α·x_(i-1) = x_i and x_i = α·x_(i+1), in this order, and "
    "the third together with the fourth",
    mutants={"↓ read as ↑": {"swapped": True}, "x_i - α·x_i": {"shift": 1}},
)
def four_identities(swapped=False, shift=0):
    def pairs(a, i):
        x, y, z = entry("x", i - 1), entry("x", i), entry("x", i + 1 - shift)
        # C(i-1) = ↑, with x_(i-1) = α·x_i.
        yield middle(a, y if swapped else a * y, a * y if swapped else y, entry("x", i + 1)), y - a * z
        # C(i) = ↓, with x_(i+1) = α·x_i.
        yield middle(a, x, y, a * y), y - a * x
        # C(i-1) = ↓, with x_i = α·x_(i-1).
        yield middle(a, x, a * x, entry("x", i + 1)), number(-1) * a * (z - a * (a * x))
        # C(i) = ↑, with x_i = α·x_(i+1).
        yield middle(a, x, a * entry("x", i + 1), entry("x", i + 1)), number(-1) * a * (x - a * (a * z))

    identity("a", pairs, Domain("i", lambda i: [i - 1]))
    # Times α, with α·x_(i-1) = x_i = α·x_(i+1) for the entries that are α times larger.
    identity("a y", lambda a, y: [(a * (1 + a**2) * y - a * (y + y), number(-1) * a * (1 - a**2) * y)])


@claim.proof(
    "their signs, from x_i - α·x_(i±1) ≥ 0 and x_(i±1) - α·x_i ≥ 0, which is privacy on the other side",
    mutants={"D > 0": {"strict": True}, "+α·(x_(i+1) - α·x_i)": {"sign": 1}},
)
def their_signs(strict=False, sign=-1):
    # y is x_i and z the entry on the other side.
    assumed = Assumed(
        "a y z",
        lambda a, y, z: {"α": a, "1-α": 1 - a},
        lambda a, y, z: {"y-αz": y - a * z, "z-αy": z - a * y},
        witness=[Fraction(1, 2), Fraction(1), Fraction(1)],
    )

    def found(given, a, *entries):
        y, z = entries
        yield middle(a, a * y, y, z), given["y-αz"]
        # With x_(i-1) = x_i/α the value is -α·(z - α·y); all times α, so that nothing is divided.
        yield sign * (a * (1 + a**2) * y - a * (y + a * z)), given["α"] * given["α"] * given["z-αy"]

    signs(assumed, found, strict=strict)


@claim.proof(
    "Σ_r D_ir = (1-α)²: the sums over the responses before r begin with 0 and grow by D_ir, and the rows sum to 1",
    mutants={"1-α²": {"power": 1}, "D with -α·x_(i+1) only": {"sides": 1}},
)
def sum_of_a_row(power=2, sides=2):
    def pairs(a, r):
        entries = [entry(name, r) for name in "xyz"]
        before = [entry(f"sum of {name}", r) for name in "xyz"]
        after = [s + e for s, e in zip(before, entries, strict=True)]
        grown = middle(a, *after) - middle(a, *before)
        yield grown, (1 + a**2) * entries[1] - a * sum(entries[0:3:2][:sides], number(0))
        yield middle(a, number(1), number(1), number(1)), (1 - a) ** power

    identity("a", pairs, Domain("r", lambda r: [r]))


@claim.instances(
    "n ≤ 5, three levels: G, G with its responses merged or permuted, and their mixtures. For every tight constraint "
    "of the library's constraint matrix the value is what is said and has that sign",
    mutants={"↑ and ↓ exchanged": {"down": "↑", "up": "↓"}},
)
def by_library(down="↓", up="↑"):
    for n in range(2, 6):
        for alpha in map(Fraction, ("1/5", "1/2", "9/10")):
            for x in samples(n, alpha):
                require(bool(private(x, alpha)), "a sample is not private")
                tight = constraint_matrix(x, alpha)
                for i in range(1, n):
                    total = Fraction(0)
                    for r in range(x.shape[1]):
                        before, here, after = (x[i + d, r] for d in (-1, 0, 1))
                        value = (1 + alpha**2) * here - alpha * (before + after)
                        total += value
                        expected = []
                        if tight[i - 1, r] == up:
                            expected.append((here - alpha * after, 1))
                        if tight[i, r] == down:
                            expected.append((here - alpha * before, 1))
                        if tight[i - 1, r] == down:
                            expected.append((alpha * (alpha * here - after), -1))
                        if tight[i, r] == up:
                            expected.append((alpha * (alpha * here - before), -1))
                        for found, sign in expected:
                            require(value == found and sign * value >= 0, f"n = {n}, α = {alpha}, i = {i}, r = {r}")
                    require(total == (1 - alpha) ** 2, f"n = {n}, α = {alpha}, i = {i}: the sum is {total}")


def samples(n, alpha):
    """G, merged in pairs, turned around, permuted, and halfway between every two neighbours in this list."""
    source = geometric(n=n, alpha=alpha)
    images = ([k // 2 for k in range(n + 1)], list(range(n, -1, -1)), [(k + 2) % (n + 1) for k in range(n + 1)])
    found = [source, *(source @ deterministic(each, responses=range(n + 1)) for each in images)]
    yield from found
    for first, second in pairwise(found):
        rows = zip(first.rows, second.rows, strict=True)
        yield Mechanism([[(x + y) / 2 for x, y in zip(*both, strict=True)] for both in rows])


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
