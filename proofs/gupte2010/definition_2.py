"""Definition 2: privacy of an oblivious mechanism, as ratios of entries that are one below the other.

Neighbouring databases have results that are equal or adjacent. For adjacent ones the definition of section 2.1, with d1
and d2 in both orders, gives the two inequalities; equal results give nothing, since α ≤ 1. Along a chain of adjacent
results the factors α multiply.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.neighbours import hypercube
from exactdp.privacy.level import level, private

claim = Claim(
    id="gupte2010.definition-2",
    title="privacy for count queries",
    section="2.2",
    position=10,
    statement=(
        "Let the predicate be true of one value in D and false of another. An oblivious mechanism is α-private in the "
        "sense of section 2.1 exactly if x_(i+1)r ≥ α·x_ir and x_ir ≥ α·x_(i+1)r for all i < n and r in N. Then x_ir = "
        "0 at one i makes column r 0, for α > 0, and x_ir ≥ α^|i-j|·x_jr for all i, j. A constant predicate has one "
        "result, so that the mechanism on databases is then private for every α, and Definition 2 may fail for n ≥ 1."
    ),
    latex=r"\alpha x_{i,r} \le x_{i+1,r} \le \tfrac{1}{\alpha} x_{i,r} \;\Rightarrow\; x_{i,r} \ge \alpha^{|i-j|} "
    r"x_{j,r}",
    domain="n ≥ 0, 0 ≤ α ≤ 1, every D, every predicate that is not constant, every oblivious mechanism",
    every_n=True,
    verdict="corrected",
    scope="all n, D, α, predicates and mechanisms; α = 0 in the product form",
    printed="the definition for databases can be rewritten so, for every predicate",
    slip="statement",
    uses=("gupte2010.section-2-1.count-query", "gupte2010.section-2-1.edges"),
)


def on_databases(x, predicate, n):
    """The oblivious mechanism on D^n, and its neighbours, for D = {0, 1}."""
    databases = list(product((0, 1), repeat=n))[::1]
    results = [sum(predicate[(d >> k) & 1] for k in range(n)) for d in range(len(databases))]
    return Mechanism([x.rows[i] for i in results]), hypercube(inputs=range(len(databases)))


@claim.counterexample(
    "the smallest: n = 1, a predicate true of everyone, the mechanism that tells the result. Both databases have the "
    "result 1, so it is 1-private for databases; Definition 2 fails for every α > 0",
    mutants={"true of one value only": {"predicate": (0, 1)}, "n = 0": {"n": 0}},
)
def constant(predicate=(1, 1), n=1):
    x = deterministic(range(n + 1), responses=range(n + 1))
    databases, graph = on_databases(x, predicate, n)
    require(level(databases, graph).alpha == 1, f"on databases the level is {level(databases, graph)}")
    require(level(x).alpha == 0, f"by Definition 2 the level is {level(x)}")


@claim.proof(
    "results i and k of neighbours, at most 1 apart: x_kr - α·x_ir is one of the two differences of Definition 2, or "
    "(1-α)·x_ir where k = i",
    mutants={"results 2 apart": {"apart": 2}, "(1-α²)·x_ir": {"power": 2}},
)
def covered(apart=1, power=1):
    def pairs(a, i, k, r):
        if k == i:
            x = entry("x", i, r)
            yield x - a * x, (1 - a**power) * x
        elif k > i:
            yield entry("x", k, r) - a * entry("x", i, r), entry("x", i + 1, r) - a * entry("x", i, r)
        else:
            yield entry("x", k, r) - a * entry("x", i, r), entry("x", k, r) - a * entry("x", k + 1, r)

    identity("a", pairs, Domain("i k r", lambda i, k, r: [i, k, r, apart - (i - k), apart - (k - i)]))
    closed = Assumed("a x", lambda *_: {}, lambda a, x: {"1-α": 1 - a, "x": x}, witness=[Fraction(1), Fraction(0)])
    signs(closed, lambda given, a, x: [((1 - a) * x, given["1-α"] * given["x"])], strict=False)


@claim.proof(
    "all adjacent pairs are asked for: the databases with the first i and the first i+1 rows true differ in row i "
    "only, and their counts are i and i+1 (counts stand as exponents of z)",
    mutants={"the first i+2 rows": {"more": 2}},
)
def all_pairs(more=1):
    def pairs(z, n, i, k):
        bits = [1 if k < i + extra else 0 for extra in (0, more)]
        yield z ** bits[1], z ** (bits[0] + (1 if k == i else 0))
        yield z ** (min(k + 1, i)), z ** min(k, i) * z ** bits[0]

    identity("z", pairs, Domain("n i k", lambda n, i, k: [i, n - 1 - i, k, n - 1 - k]))


@claim.proof(
    "along a chain: if x_jr ≥ α^m·x_ir, then for the next index x ≥ α·x_jr ≥ α^(m+1)·x_ir; upwards and downwards alike",
    mutants={"α^(m+2)": {"shift": 2}, "with α < 0": {"nonnegative": False}},
)
def multiplied(shift=1, nonnegative=True):
    # y = x_j, z the next one, w = α^m·x_i.
    known = Assumed(
        "a w y z",
        lambda *_: {},
        lambda a, w, y, z: {"y-w": y - w, "z-αy": z - a * y} | ({"α": a} if nonnegative else {}),
        witness=[Fraction(1, 2), Fraction(1), Fraction(1), Fraction(1)],
    )

    def step(given, a, w, y, z):
        factor = given["α"] if nonnegative else positive_number(1)
        yield z - a * w, given["z-αy"] + factor * given["y-w"]

    signs(known, step, strict=False)
    identity("a x", lambda a, x, m: [(a * (a**m * x), a ** (m + shift) * x)], Domain("m", lambda m: [m]))


@claim.proof(
    "a zero spreads: x_ir = 0 gives x_(i+1)r ≥ 0 and 0 ≥ α·x_(i+1)r, where α·x_(i+1)r > 0 for α > 0 and x_(i+1)r > 0; "
    "so both are 0. For positive entries 1/α·x ≥ y is x ≥ α·y times 1/α",
    mutants={"also for α = 0": {"above_zero": False}, "1/α² for 1/α": {"power": 2}},
)
def zeros(above_zero=True, power=1):
    known = Assumed(
        "a y",
        lambda a, y: {"y": y} | ({"α": a} if above_zero else {}),
        lambda a, y: {} if above_zero else {"α": a},
        witness=[Fraction(1, 2), Fraction(1)],
    )
    signs(known, lambda given, a, y: [(a * y, given["α"] * given["y"])])
    # With b = 1/α: b·x - y and b·(x - α·y) differ by a multiple of α·b - 1, which is 0.
    identity("a b x y", lambda a, b, x, y: [(b**power * x - y - b * (x - a * y), (a * b - 1) * y)])


PREDICATES = ((0, 1), (1, 0), (0, 0), (1, 1))


def mechanisms(n):
    """Mechanisms on {0..n}."""
    for alpha in map(Fraction, ("0", "1/3", "1")):
        yield geometric(n=n, alpha=alpha)
    yield Mechanism([[Fraction(1 + i, n + 2), Fraction(n + 1 - i, n + 2)] for i in range(n + 1)])
    yield Mechanism([["1/2", "1/4", "1/4"] if i % 2 else ["1/4", "1/2", "1/4"] for i in range(n + 1)])
    yield Mechanism([[0, 1] if i else ["1/2", "1/2"] for i in range(n + 1)])


@claim.instances(
    "D = {0, 1}, n ≤ 4, four predicates, six mechanisms: the certified level on databases is that of Definition 2 for "
    "a predicate that is not constant, and 1 for a constant one",
    mutants={"constant ones too": {"all_of_them": True}, "adjacent databases are never equal": {"level_one": 0}},
    largest=5,
)
def by_library(all_of_them=False, level_one=1, largest=4):
    for n in range(largest + 1):
        for x, predicate in product(mechanisms(n), PREDICATES):
            databases, graph = on_databases(x, predicate, n)
            found, expected = level(databases, graph), level(x).alpha
            if len(set(predicate)) == 1 and not all_of_them:
                expected = level_one
            require(found.alpha == expected, f"n = {n}, {predicate}: {found} on databases, {expected} by results")
            accepted(found)


@claim.instances(
    "n ≤ 4, α > 0: a private mechanism has x_ir ≥ α^|i-j|·x_jr for all i, j, and a column with a zero is 0 throughout",
    mutants={"α^(|i-j|-1)": {"shift": -1}},
)
def chains(shift=0):
    for n in range(1, 5):
        for x in mechanisms(n):
            alpha = level(x).alpha
            require(bool(private(x, alpha)), "not private at its own level")
            if alpha == 0:
                continue
            for r in range(x.shape[1]):
                column = [row[r] for row in x.rows]
                require(min(column) > 0 or max(column) == 0, f"column {r} is {column}")
                for i, j in product(range(n + 1), repeat=2):
                    if i != j:
                        bound = alpha ** (abs(i - j) + shift) * column[j]
                        require(column[i] >= bound, f"x_{i}{r} = {column[i]} is below {bound}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
