"""Lemma 5.5, the case that the proof leaves to the reader: i > (l+m)/2.

Turn the mechanism around, input k to n-k and response r to n-r. Row i of C becomes row n-1-i, ↓ becomes ↑, and l, m
become n-m, n-l. The change described for the second case then is the first one, in rows that are nearer by 3/2 at
least than the first case asks for. So no row is as far from m as from l, and both changes do for i ≥ (l+m)/2 - 1.
"""

from fractions import Fraction
from itertools import combinations, permutations

from exactdp.claims import Assumed, Claim, Domain, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import proportional
from exactdp.polytope.constraints import constraint_matrix
from exactdp.privacy.level import private

claim = Claim(
    id="ghosh2009.lemma-5.5.second-case",
    title="the other perturbation in the proof of Lemma 5.5",
    section="5",
    position=74,
    statement=(
        "Let x be α-private, l < m, C(i,l) ≠ ↓ and C(i,m) ≠ ↑ outside of Z-columns, and i > (l+m)/2. With x_kl ← "
        "(1-δ)·x_kl and x_km ← x_km + δ·x_kl in the rows k ≥ i+1 it is α-private exactly for 0 ≤ δ ≤ min(v, u/α) / "
        "x_(i+1)l, where v = x_(i+1)l - α·x_il > 0 and u = x_im - α·x_(i+1)m > 0. Each of these rows is strictly "
        "nearer to m than to l. It is the first case turned around, k to n-k and r to n-r, and works for i ≥ (l+m)/2 - "
        "1 already, where for i = (l+m)/2 - 1 row i+1 alone is as far."
    ),
    latex=(
        r"0 \le \delta \le \frac{1}{x_{(i+1)l}} \min\Big( x_{(i+1)l}-\alpha x_{il},\ \frac{x_{im}-\alpha "
        r"x_{(i+1)m}}{\alpha} \Big)"
    ),
    domain="n ≥ 1, 0 ≤ i < n, 0 ≤ l < m ≤ n, 0 < α < 1, all α-private mechanisms; δ is ≥ 0",
    every_n=True,
    verdict="proved",
    scope="all n, i, l, m, α and mechanisms",
    uses=("ghosh2009.lemma-5.5",),
)


@claim.proof(
    "turned around, the change is that of the first case at n-1-i, n-m and n-l, entry by entry; of the differences "
    "x_kr - α·x_(k+1)r and x_(k+1)r - α·x_kr each becomes the other, so ↓ becomes ↑",
    mutants={"the rows k ≥ i": {"first": 0}, "the first case at n-i": {"shift": 0}},
)
def turned_around(first=1, shift=1):
    def change(x, d, at, place):
        """Case one: rows up to i, from m to l."""
        i, low, high = at
        k, r = place
        if k > i:
            return x(k, r)
        if r == high:
            return (1 - d) * x(k, high)
        return x(k, low) + d * x(k, high) if r == low else x(k, r)

    def other(d, at, place):
        """Case two: rows after i, from l to m."""
        i, low, high = at
        k, r = place
        if k < i + first:
            return entry("x", k, r)
        if r == low:
            return (1 - d) * entry("x", k, low)
        return entry("x", k, high) + d * entry("x", k, low) if r == high else entry("x", k, r)

    def pairs(d, n, i, *rest):
        low, high, k, r = rest
        around = change(lambda k, r: entry("x", n - k, n - r), d, (n - shift - i, n - high, n - low), (k, r))
        yield other(d, (i, low, high), (n - k, n - r)), around

    # One column at a time, the two that change, and one that does not.
    for column in ("l", "m", "other"):

        def body(d, n, i, *rest, column=column):
            low, high, k, r = rest
            at = {"l": n - low, "m": n - high, "other": r}[column]
            yield from pairs(d, n, i, low, high, k, at)

        identity("d", body, Domain("n i l m k r", bounds))
    turned = Domain("n k r", lambda n, k, r: [n, k, n - 1 - k, r, n - r])

    def differences(a, n, k, r):
        def y(k):
            return entry("x", n - k, n - r)

        row = n - 1 - k
        yield y(k) - a * y(k + 1), entry("x", row + 1, n - r) - a * entry("x", row, n - r)

    identity("a", differences, turned)


def bounds(n, i, *rest):
    """0 ≤ i < n, 0 ≤ l < m ≤ n, and a row k and a response r."""
    low, high, k, r = rest
    return [i, n - 1 - i, low, high - low - 1, n - high, k, n - k, r, n - r]


@claim.proof(
    "(l'+m') - 2i' = 2i - (l+m) + 2 for i' = n-1-i, l' = n-m, m' = n-l: at least 3 where 2i > l+m, while the first "
    "case asks for 0. Without turning: (k-l)² - (k-m)² = (m-l)·(2k-l-m) > 0 for k ≥ i+1",
    mutants={"for k ≥ i-1": {"first": -1}, "m' = n-m": {"exchanged": False}},
)
def nearer(first=1, exchanged=True):
    def mirrored(n, i, *rest):
        low, high = rest
        low_turned, high_turned = n - high, n - (low if exchanged else high)
        yield low_turned + high_turned - 2 * (n - 1 - i), 2 * i - (low + high) + 2

    identity("n i l m", mirrored)
    # g is m-l ≥ 1, e is 2i-l-m ≥ 1, and f is k-(i+first) ≥ 0.
    assumed = Assumed(
        "g e f l",
        lambda g, e, f, l: {"m-l": g, "2i-l-m": e, "2": e**0 * 2},  # noqa: E741
        lambda g, e, f, l: {"f": f},  # noqa: E741
        witness=[Fraction(1), Fraction(1), Fraction(0), Fraction(0)],
    )

    def difference(given, g, e, f, low):
        m = low + g
        doubled = e + low + m + 2 * first + 2 * f
        # Four times the squares, 2k being doubled.
        yield (
            (doubled - 2 * low) ** 2 - (doubled - 2 * m) ** 2,
            4 * given["m-l"] * (given["2i-l-m"] + given["2"] + 2 * given["f"]),
        )

    signs(assumed, difference)


@claim.proof(
    "between the rows i and i+1 two differences are v - δ·x_(i+1)l and u - α·δ·x_(i+1)l, the others grow by "
    "α·δ·x_(i+1)l and δ·x_(i+1)l; between rows that change they are 1-δ times the old, and the old plus δ times it",
    mutants={
        "u - δ·x_(i+1)l": {"power": 0},
        "x_km ← x_km + δ": {"times": 0},
    },
)
def privacy(power=1, times=1):
    # Column l holds x above y, and column m holds w above z.
    def pairs(a, d, *entries):
        x, y, w, z = entries
        u, v = w - a * z, y - a * x
        left, right = (1 - d) * y, z + d * y**times
        yield left - a * x, v - d * y
        yield x - a * left, (x - a * y) + a * d * y
        yield w - a * right, u - a**power * d * y
        yield right - a * w, (z - a * w) + d * y
        # Now both rows change, in either order.
        yield (1 - d) * y - a * (1 - d) * x, (1 - d) * v
        yield (z + d * y) - a * (w + d * x), (z - a * w) + d * v

    identity("a d x y w z", pairs)


@claim.proof(
    "the bound is positive and below 1 where x_il > 0, so that no entry becomes negative or 0: 1 - v/x_(i+1)l is "
    "α·x_il over x_(i+1)l; and a row k loses δ·p_k·x_kl·(l(k,l) - l(k,m)), > 0 for a strict loss and p_k > 0",
    mutants={"x_il ≥ 0": {"zero": True}, "p_k ≥ 0": {"support": False}},
)
def falls(zero=False, support=True):
    # What may be 0 in a mutant is moved from the first list to the second.
    assumed = Assumed(
        "a x y d p near far",
        lambda a, x, y, d, p, near, far: (
            {"α": a, "y": y, "δ": d, "far-near": far - near}
            | ({} if zero else {"x": x})
            | ({"p": p} if support else {})
        ),
        lambda a, x, y, d, p, near, far: ({"x": x} if zero else {}) | ({} if support else {"p": p}),
        witness=[Fraction(1, 2), Fraction(1), Fraction(1), Fraction(1, 2), Fraction(1), Fraction(0), Fraction(1)],
    )

    def body(given, a, x, *others):
        y, d, p, near, far = others
        yield y - (y - a * x), given["α"] * given["x"]
        before, after = p * y * far, p * ((1 - d) * y * far + d * y * near)
        yield before - after, given["p"] * given["δ"] * given["y"] * given["far-near"]

    signs(assumed, body)


def largest(before, after, alpha):
    """The largest t for which before + t·(after - before) keeps every sign and privacy constraint, read off all."""
    limits = []
    for k, row in enumerate(before):
        for r, entry_here in enumerate(row):
            for j in (None, k - 1, k + 1):
                if j is None or 0 <= j < len(before):
                    here = entry_here - (0 if j is None else alpha * before[j][r])
                    there = after[k][r] - (0 if j is None else alpha * after[j][r])
                    if there < here:
                        limits.append(here / (here - there))
    return min(limits)


@claim.instances(
    "n ≤ 3, two levels, every G with its responses in another order, also mixed with G, and every i, l, m of this "
    "case: the largest δ, read off all constraints, is that of the statement; the library accepts the mechanism as "
    "private, and the loss falls in every changed row",
    mutants={
        "u and not u/α": {"power": 0},
        "the rows k ≥ i": {"first": 0},
        "l and m not exchanged": {"exchanged": False},
    },
    largest_n=4,
)
def exactly(power=1, first=1, exchanged=True, largest_n=3):
    found = 0
    for x, alpha, (i, low, high) in broken(largest_n):
        source, target = (low, high) if exchanged else (high, low)
        after = [list(row) for row in x.rows]
        for row in after[i + first :]:
            row[target] += row[source]
            row[source] = Fraction(0)
        u, v = x[i, high] - alpha * x[i + 1, high], x[i + 1, low] - alpha * x[i, low]
        expected = min(v, u / alpha**power) / x[i + 1, low]
        delta = largest(x.rows, after, alpha)
        require(delta == expected, f"{x.rows}, i = {i}, {low}, {high}: the largest δ is {delta}")
        changed = [
            [before + delta * (later - before) for before, later in zip(*rows, strict=True)]
            for rows in zip(x.rows, after, strict=True)
        ]
        require(bool(private(Mechanism(changed), alpha)), f"{changed} is not {alpha}-private")
        for loss in (absolute(), squared()):
            for k, p in enumerate(proportional(range(1, len(after) + 1))):
                change = p * sum(loss(k, r) * (y - x[k, r]) for r, y in enumerate(changed[k]))
                require(change < 0 if k > i else change == 0, f"row {k} changes by {change}")
        found += 1
    require(found > 0, "no mechanism breaks the pattern so")


def broken(last):
    """Mechanisms, and rows and columns of the second case that break the pattern."""
    for n in range(2, last + 1):
        for alpha in map(Fraction, ("1/4", "9/10")):
            source = geometric(n=n, alpha=alpha)
            for images in permutations(range(n + 1)):
                turned = source @ deterministic(images, responses=range(n + 1))
                mixed = [
                    [(x + 2 * y) / 3 for x, y in zip(*rows, strict=True)]
                    for rows in zip(source.rows, turned.rows, strict=True)
                ]
                for x in (Mechanism(turned.rows), Mechanism(mixed)):
                    tight = constraint_matrix(x, alpha)
                    for i in range(n):
                        for low, high in combinations(range(n + 1), 2):
                            if 2 * i > low + high and tight[i, low] != "↓" and tight[i, high] != "↑":
                                yield x, alpha, (i, low, high)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
