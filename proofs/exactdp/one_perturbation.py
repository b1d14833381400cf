"""One change of a mechanism whose constraint matrix breaks the row pattern, for all unimodal losses at once.

Let row i break the pattern at l < m: C(i,l) is not ↓ and C(i,m) is not ↑. With k the point of l..m nearest to the mode
of row i, mass goes to k from m in the rows up to i, and from l in the rows after i. As the modes do not decrease, k is
between m and the mode in the first rows, and between l and the mode in the others. So no row loses more.
"""

from fractions import Fraction
from itertools import combinations, permutations

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.polytope.constraints import constraint_matrix
from exactdp.privacy.level import private

claim = Claim(
    id="exactdp.one-perturbation",
    title="one change for all unimodal losses",
    section="3",
    position=10,
    statement=(
        "Let x be α-private, 0 < α < 1, and let l(i,·) fall weakly up to μ(i) and rise weakly from there, μ(0) ≤ … ≤ "
        "μ(n). Let l < m be columns other than Z with u = x_im - α·x_(i+1)m > 0 and v = x_(i+1)l - α·x_il > 0, and k = "
        "clip(μ(i); l, m). In the rows j ≤ i move δ·x_jm/x_im from m to k, unless k = m; in the rows j > i move "
        "δ·x_jl/x_(i+1)l from l to k, unless k = l. The result is α-private exactly for 0 ≤ δ ≤ min(u, v/α) if k = l, "
        "min(u, v) if l < k < m, min(u/α, v) if k = m. No row's loss rises; if l(j,·) falls and rises strictly, it "
        "falls in every row that changes, which are all rows if l < k < m, the rows up to i if k = l, and the others "
        "if k = m."
    ),
    latex=(
        r"0 \le \delta \le \min(u, v/\alpha),\; \min(u, v),\; \min(u/\alpha, v) \quad\text{for } k = l,\; l < k < m,\; "
        r"k = m"
    ),
    domain="n ≥ 1, 0 ≤ i < n, 0 < α < 1, any number of responses, all α-private mechanisms and unimodal losses so",
    every_n=True,
    verdict="proved",
    scope="all n, i, l, m, α, mechanisms and losses",
)


@claim.proof(
    "privacy between two rows that change alike: with x, y their entries in the column that gives the part t, and w, z "
    "those in column k, the differences are 1-t times the old and the old plus t times that of the other column; and a "
    "row gives as much as it gets",
    mutants={"a part 1+t left": {"sign": 1}, "k gets all of it": {"gain": 0}},
)
def between_rows_that_change(sign=-1, gain=1):
    def pairs(a, t, *entries):
        x, y, w, z = entries
        left, right = (1 + sign * t) * x, (1 + sign * t) * y
        first, second = w + t**gain * x, z + t**gain * y
        yield right - a * left, (1 - t) * (y - a * x)
        yield second - a * first, (z - a * w) + t * (y - a * x)
        yield left + first, x + w

    identity("a t x y w z", pairs)


@claim.proof(
    "at the cut, between rows i and i+1, column m where k < m: with d = δ, x_im - d - α·x_(i+1)m = u - d, and the "
    "other difference grows by α·d; column l where k > l likewise with v. Column l = k gets d in row i: v falls by α·d "
    "and the other grows by d; column m = k likewise with u. For l < k < m column k gets d in both rows: both "
    "differences grow by (1-α)·d",
    mutants={"v falls by d for k = l": {"power": 0}, "no increment in row i+1": {"below": 0}},
)
def at_the_cut(power=1, below=1):
    # One column's entries x, y in the rows i and i+1; u = x - α·y, v = y - α·x.
    def pairs(a, d, *entries):
        x, y = entries
        u, v = x - a * y, y - a * x
        # Column m, which gives d in row i, and column l, which gives d in row i+1.
        yield (x - d) - a * y, u - d
        yield y - a * (x - d), v + a * d
        yield x - a * (y - d), u + a * d
        yield (y - d) - a * x, v - d
        # Column l = k, which gets d in row i, and column m = k, which gets d in row i+1.
        yield y - a * (x + d), v - a**power * d
        yield (x + d) - a * y, u + d
        yield x - a * (y + d), u - a**power * d
        yield (y + d) - a * x, v + d
        # Column k between them.
        yield (x + d) - a * (y + below * d), u + (1 - a) * d
        yield (y + below * d) - a * (x + d), v + (1 - a) * d

    identity("a d x y", pairs)


@claim.proof(
    "the parts t = δ/x_im and δ/x_(i+1)l stay ≤ 1, so that no entry falls below 0: x_im - u = α·x_(i+1)m and x_(i+1)l "
    "- v = α·x_il are ≥ 0; for k = m, where δ may be u/α, it is also ≤ v",
    mutants={"u = x_im + α·x_(i+1)m": {"sign": 1}},
)
def parts(sign=-1):
    assumed = Assumed(
        "a x y",
        lambda a, x, y: {"α": a, "x": x},
        lambda a, x, y: {"y": y},
        witness=[Fraction(1, 2), Fraction(1), Fraction(1)],
    )
    signs(assumed, lambda given, a, x, y: [(x - (x + sign * a * y), given["α"] * given["y"])], strict=False)


def clipped(mode, first, last):
    """The point of first..last nearest to the mode."""
    if mode <= first:
        return first
    return min(last, mode)


def slope(mode, r):
    """The sign, where it is not 0, of the loss at r+1 less that at r in a row with this mode."""
    return 1 if r >= mode else -1


@claim.proof(
    "in a row with a mode p ≤ μ(i) the loss rises from k to m, step by step: every r with k ≤ r < m is at or above p. "
    "In a row with p ≥ μ(i) it falls from l to k: every r with l ≤ r < k is below p",
    mutants={"modes that decrease": {"falling": True}, "k = l always": {"place": lambda q, low, high: low}},
)
def towards_the_mode(falling=False, place=clipped):
    def rows_up_to(a, p, q, *rest):
        low, high, r = rest
        rises = place(q, low, high) <= r
        yield a * (slope(p, r) if rises else 0), a * (1 if rises else 0)

    def rows_after(a, p, q, *rest):
        low, high, r = rest
        falls = r < place(q, low, high)
        yield a * (slope(p, r) if falls else 0), a * (-1 if falls else 0)

    for body, sign in ((rows_up_to, 1), (rows_after, -1)):
        step = -sign if falling else sign
        bounds = Domain("p q l m r", lambda p, q, *at: [p, q, at[0], step * (q - p), at[2] - at[0], at[1] - 1 - at[2]])  # noqa: B023
        identity("a", body, bounds)


@claim.proof(
    "the loss of row j changes by t·x_jm·(l(j,k) - l(j,m)), or t·x_jl·(l(j,k) - l(j,l)): the part t of the mass times "
    "a difference that is a sum of steps with one sign. It is < 0 where the steps are strict, as x_jm and x_jl are > 0 "
    "outside of Z-columns",
    mutants={"a difference the other way": {"sign": 1}},
)
def loss_change(sign=-1):
    assumed = Assumed(
        "t x w far near",
        lambda t, x, w, far, near: {"t": t, "x": x, "far-near": far - near},
        witness=[Fraction(1, 2), Fraction(1), Fraction(0), Fraction(1), Fraction(0)],
    )

    def falls(given, t, x, *rest):
        w, far, near = rest
        before, after = x * far + w * near, (1 - t) * x * far + (w + t * x) * near
        yield sign * (after - before), given["t"] * given["x"] * given["far-near"]

    signs(assumed, falls)


def changed(x, alpha, at, k, part):
    """The change with this part of the largest δ, and the rows that change."""
    i, low, high = at
    u, v = x[i, high] - alpha * x[i + 1, high], x[i + 1, low] - alpha * x[i, low]
    delta = part * min(u / alpha if k == high else u, v / alpha if k == low else v)
    rows = [list(row) for row in x.rows]
    moving = []
    for j, row in enumerate(rows):
        source, edge = (high, i) if j <= i else (low, i + 1)
        if source != k:
            moved = delta * x[j, source] / x[edge, source]
            row[source] -= moved
            row[k] += moved
            moving.append(j)
    return rows, moving


def mode_lists(n):
    """Modes that do not decrease: the inputs, all of them one point, and in steps of two."""
    yield list(range(n + 1))
    yield [n // 2] * (n + 1)
    yield [2 * (j // 2) for j in range(n + 1)]
    yield [min(j + 1, n) for j in range(n + 1)]


def acceptable(x, alpha):
    """Whether rows are an α-private mechanism."""
    return min(min(row) for row in x) >= 0 and bool(private(Mechanism(x), alpha))


@claim.instances(
    "n ≤ 3, two levels, every G with its responses in another order, every i, l, m that break the pattern, four lists "
    "of modes and a steep and a flat side: with the largest δ the mechanism is private, with 101/100 of it not; the "
    "losses of the rows that change fall, and the others stay",
    mutants={
        "11/10 of the largest δ": {"part": Fraction(11, 10)},
        "modes that decrease": {"turned": True},
        "all rows change": {"every_row": True},
    },
)
def on_permuted(part=Fraction(1), turned=False, every_row=False):
    for x, alpha, at, modes in broken():
        listed = modes[::-1] if turned else modes
        k = clipped(listed[at[0]], *at[1:])
        rows, moving = changed(x, alpha, at, k, part)
        require(acceptable(rows, alpha), f"{rows} is no {alpha}-private mechanism")
        require(not acceptable(changed(x, alpha, at, k, part * Fraction(101, 100))[0], alpha), "δ may be larger")
        for j, mode in enumerate(listed):
            loss = [3 * (r - mode) if r >= mode else mode - r for r in range(x.shape[1])]
            falls = sum(cost * (before - after) for cost, before, after in zip(loss, x.rows[j], rows[j], strict=True))
            require(falls > 0 if j in moving or every_row else falls == 0, f"row {j} gains {falls}, modes {listed}")


def broken():
    """Mechanisms, a row and two columns that break the pattern, and modes."""
    for n in range(1, 4):
        for alpha in map(Fraction, ("1/4", "9/10")):
            for images in permutations(range(n + 1)):
                x = geometric(n=n, alpha=alpha) @ deterministic(images, responses=range(n + 1))
                tight = constraint_matrix(x, alpha)
                for i in range(n):
                    for low, high in combinations(range(n + 1), 2):
                        if tight[i, low] != "↓" and tight[i, high] != "↑":
                            for modes in mode_lists(n):
                                yield x, alpha, (i, low, high), modes


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
