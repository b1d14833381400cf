"""Theorem 2 without its hypothesis of privacy: what is needed of it, and what the condition on columns gives of it.

With d_k = x_k - α·x_(k+1) the condition is d_k ≥ α·d_(k-1), so that d_0 ≥ 0 makes every d_k ≥ 0; and the mirror image.
So privacy is needed in the outer rows only. Without that, x ≥ 0 and the condition still bound x_k below by a part of
α·x_(k+1). With c_k = 1-α^(2k), it is c_(k+1)·x_k ≥ c_k·α·x_(k+1), and x_k = α^(n-k)·c_k/c_n attains it in all rows.
"""

from fractions import Fraction

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    geometric_times_one_plus_alpha,
    identity,
    number,
    positive_number,
    require,
    signs,
    three_term,
)
from exactdp.claims.enumeration import in_parts
from exactdp.commands.cli import main
from exactdp.model.mechanism import identity as truthful
from exactdp.polytope.derivability import derive
from exactdp.privacy.level import private

claim = Claim(
    id="gupte2010.theorem-2.privacy",
    title="how much privacy Theorem 2 needs",
    section="3",
    position=26,
    statement=(
        "Let n ≥ 1. A mechanism M, private or not, is derivable from G_{n,α} if and only if each of its columns meets "
        "the condition on three entries, x_0 ≥ α·x_1 and x_n ≥ α·x_(n-1); it is then α-private. For α > 0 the "
        "condition alone is not enough, not even for n = 1, where it is empty. It gives x_k ≥ α·c_k/c_(k+1)·x_(k+1), "
        "c_k = 1-α^(2k), for k < n and the mirror image, a level that grows with k from 0 towards α; no larger one."
    ),
    latex=(
        r"x_0 \ge \alpha x_1,\; d_k \ge \alpha d_{k-1} \Rightarrow d_k = x_k - \alpha x_{k+1} \ge 0; \qquad x_k \ge "
        r"\alpha\,\frac{1-\alpha^{2k}}{1-\alpha^{2k+2}}\,x_{k+1}"
    ),
    domain=(
        "n ≥ 1, 0 ≤ α ≤ 1, every M; in the bound α < 1, and at α = 1 it is x_k ≥ k/(k+1)·x_(k+1). At n = 0, and at α = "
        "0, every M is derivable"
    ),
    every_n=True,
    verdict="proved",
    scope="all n, α, k and columns; that the conditions suffice uses the remap of Theorem 2",
    uses=("gupte2010.theorem-2",),
)

# A column's entries x, y, z in the rows k-1, k and k+1.
COLUMN = Assumed(
    "a x y z",
    lambda a, x, y, z: {},
    lambda a, x, y, z: {"α": a, "y": y, "d": x - a * y, "e": z - a * y, "met": (1 + a**2) * y - a * (x + z)},
    witness=[Fraction(1, 2), Fraction(1), Fraction(1), Fraction(1)],
)


@claim.proof(
    "from row to row: y - α·z is the condition's difference plus α·(x - α·y), and y - α·x the same plus α·(z - α·y); "
    "from x_0 - α·x_1 ≥ 0 and x_n - α·x_(n-1) ≥ 0 all of privacy follows",
    mutants={"without the condition": {"met": "y"}, "x - α·y itself for α times it": {"factor": False}},
)
def from_the_ends(met="met", factor=True):
    def pairs(given, a, x, y, z):
        times = given["α"] if factor else positive_number(1)
        yield y - a * z, given[met] + times * given["d"]
        yield y - a * x, given[met] + times * given["e"]

    signs(COLUMN, pairs, strict=False)


@claim.proof(
    "the conditions are needed: on column j of G they come to 0 but in row j, where it is 1-α or (1-α)² or 0, so that "
    "they hold for every combination of the columns with coefficients ≥ 0",
    mutants={"(1-α)² in all rows": {"outer": 2}},
)
def on_the_columns(outer=1):
    def factor(below, k, n):
        return below ** (outer if k in (0, n) else 2)

    def pairs(a, n, k, j):
        value = three_term(a, lambda i: geometric_times_one_plus_alpha(a, n, i, j), n, k)
        yield value, (1 + a) * factor(1 - a, k, n) if k == j else number(0)

    identity("a", pairs, Domain("n k j", lambda n, k, j: [n - 1, k, n - k, j, n - j]))
    unit = Assumed("a", lambda a: {}, lambda a: {"1-α": 1 - a}, witness=[Fraction(1)])
    signs(
        unit,
        lambda given, a, n, k: [(factor(1 - a, k, n), factor(given["1-α"], k, n))],
        Domain("n k", lambda n, k: [n - 1, k, n - k]),
        strict=False,
    )


@claim.proof(
    "what the condition alone gives, by induction on k from c_1·x_0 ≥ 0: c_(k+1)·x_k - c_k·α·x_(k+1) is c_k times the "
    "condition's difference plus α·(c_k·x_(k-1) - c_(k-1)·α·x_k)",
    mutants={"c_k = 1-α^k": {"twice": 1}, "without α²": {"square": 1}},
)
def alone(twice=2, square=2):
    def pairs(a, x, y, z, k):
        def c(m):
            return 1 - a ** (twice * m)

        met = (1 + a**square) * y - a * (x + z)
        before = c(k) * x - c(k - 1) * a * y
        yield c(k + 1) * y - c(k) * a * z, c(k) * met + a * before

    identity("a x y z", pairs, Domain("k", lambda k: [k - 1]))


@claim.proof(
    "the same at α = 1, where c_k is to be divided by 1-α²: (k+1)·x_k ≥ k·x_(k+1), with k as a number",
    mutants={"k+1 times the condition": {"more": 1}},
)
def alone_at_one(more=0):
    identity(
        "k x y z",
        lambda k, x, y, z: [((k + 1) * y - k * z, (k + more) * (2 * y - x - z) + (k * x - (k - 1) * y))],
    )


@claim.proof(
    "no more: x_k = α^(n-k)·c_k meets the condition with equality and attains the bound in every row; so do x/c_n, of "
    "which x_n = 1, and 1 - x/c_n, on which the condition comes to (1-α)²",
    mutants={"α^k for α^(n-k)": {"turned": True}},
)
def attained(turned=False):
    def pairs(a, n, k):
        def x(m):
            return a ** (m if turned else n - m) * (1 - a ** (2 * m))

        yield three_term(a, x, n, k), number(0)
        yield (1 - a ** (2 * k + 2)) * x(k), (1 - a ** (2 * k)) * a * x(k + 1)
        yield three_term(a, lambda m: number(1), n, k), (1 - a) ** 2

    identity("a", pairs, Domain("n k", lambda n, k: [n - 2, k - 1, n - 1 - k]))


def meets(mechanism, alpha, ends):
    """Whether each column meets the conditions on three entries, and where `ends` those of the outer rows."""
    n = len(mechanism) - 1
    for x in zip(*mechanism.rows, strict=True):
        inside = all((1 + alpha**2) * x[k] >= alpha * (x[k - 1] + x[k + 1]) for k in range(1, n))
        if not inside or (ends and (x[0] < alpha * x[1] or x[n] < alpha * x[n - 1])):
            return False
    return True


@claim.instances(
    "n = 1: all mechanisms meet the condition; with entries 0 and 1 those two are not derivable that tell the truth or "
    "the other answer. n = 2: with entries 0 and 1 the condition leaves the constant ones; with halves it leaves two "
    "that are not derivable at α = 1/2, of the column 0, 1/2, 1",
    mutants={"with the conditions of the outer rows": {"ends": True}, "at α = 1/5": {"alpha": "1/5"}},
)
def smallest(ends=False, alpha="1/2"):
    level = Fraction(alpha)
    for n, parts, wanted in ((1, 1, [(0, 1), (1, 0)]), (2, 1, []), (2, 2, [(0, 1, 2), (2, 1, 0)])):
        found = []
        for mechanism in in_parts(n + 1, 2, parts):
            decided = derive(mechanism, level)
            if meets(mechanism, level, ends) and not decided:
                found.append(tuple(parts * x for x in mechanism.column(0)))
                accepted(decided)
        require(sorted(found) == wanted, f"n = {n}, entries in parts of {parts}: {found}")


@claim.instances(
    "all mechanisms with entries in quarters and two responses on {0..n}, and in halves with three, n ≤ 2, four "
    "levels: derivable exactly where all the conditions hold, and then private",
    mutants={"without those of the outer rows": {"ends": False}},
    largest=3,
)
def all_conditions(ends=True, largest=2):
    for alpha in map(Fraction, ("0", "1/5", "1/2", "1")):
        for n in range(1, largest + 1):
            for parts, responses in ((4, 2), (2, 3)):
                for mechanism in in_parts(n + 1, responses, parts):
                    decided = bool(derive(mechanism, alpha))
                    require(decided == meets(mechanism, alpha, ends), f"{mechanism.rows} at α = {alpha}")
                    require(not decided or bool(private(mechanism, alpha)), f"{mechanism.rows} is not private")


@claim.instances(
    "the truthful mechanism on {0..n} is derivable at n = 0 and at α = 0 only",
    mutants={"n = 1 as well": {"least": 2}},
)
def truthful_only_there(least=1):
    for n in range(4):
        for alpha in ("0", "1/3", "1"):
            found = derive(truthful(n=n), alpha)
            require(bool(found) == (n < least or alpha == "0"), f"n = {n}, α = {alpha}")
            accepted(found)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
