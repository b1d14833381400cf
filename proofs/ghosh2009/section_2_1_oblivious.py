"""Section 2.1: for an oblivious mechanism, privacy on databases is privacy on the results i, i+1.

Neighbouring databases have results that are equal or i, i+1 (in either order), and all pairs i, i+1 occur if the
predicate is non-trivial. Equal results have equal rows, which satisfy every bound since α ≤ 1. Where the predicate is
trivial there is only one result, and the bounds on the rows of results that never occur say nothing about f.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.neighbours import edges, hypercube
from exactdp.privacy.level import level, private

claim = Claim(
    id="ghosh2009.section-2-1.oblivious",
    title="privacy of oblivious mechanisms",
    section="2.1",
    position=4,
    statement=(
        "For a non-trivial predicate, an oblivious mechanism on databases is α-private exactly if the rows x_i and "
        "x_(i+1) satisfy x_ir ≥ α·x_(i+1)r and x_(i+1)r ≥ α·x_ir for all r and i < n. For a trivial one only x_0 or "
        "only x_n is used, so for n ≥ 1 and α > 0 the mechanism on databases is private and the rows need not be."
    ),
    latex=r"x_{f(d_1) r} \ge \alpha\, x_{f(d_2) r} \;\forall d_1 \sim d_2, r \iff x_{ir} \ge \alpha "
    r"x_{(i+1)r},\;x_{(i+1)r} \ge \alpha x_{ir} \;\forall i < n, r",
    domain="0 ≤ α ≤ 1, n ≥ 0, every finite domain D, every non-trivial predicate, every oblivious mechanism",
    every_n=True,
    verdict="proved",
    scope="all n, D, α, predicates and mechanisms",
    uses=("ghosh2009.section-2-1.count-query",),
)


@claim.proof(
    "results i, k at most 1 apart: x_kr - α·x_ir is one of the differences of rows that are constrained, or, for k = "
    "i, (1-α)·x_ir",
    mutants={"results at most 2 apart": {"apart": 2}, "1-α²": {"power": 2}},
)
def covered(apart=1, power=1):
    def pairs(a, i, k, r):
        equal = k == i
        higher = k >= i
        # Only here is it known which entries are the same.
        x, y = entry("x", i, r), entry("x", k, r)
        if equal:
            yield y - a * x, (1 - a**power) * x
        elif higher:
            yield y - a * x, entry("x", i + 1, r) - a * x
        else:
            yield y - a * x, y - a * entry("x", k + 1, r)

    identity("a", pairs, Domain("i k r", lambda i, k, r: [i, k, r, i - k + apart, k - i + apart]))


@claim.proof(
    "(1-α)·x_ir ≥ 0, so equal results are no constraint",
    mutants={"for α above 1": {"at_most": 2}},
)
def equal_results(at_most=1):
    assumed = Assumed(
        "a x", lambda a, x: {}, lambda a, x: {"x": x, "1-α": at_most - a}, witness=[Fraction(1, 2), Fraction(1)]
    )
    signs(assumed, lambda given, a, x: [(x - a * x, given["1-α"] * given["x"])], strict=False)


@claim.proof(
    "conversely the databases whose first i rows, and first i+1 rows, are the ones that satisfy the predicate differ "
    "in row i only, and have the results i and i+1: after k rows min(k, i) and min(k, i+1), here as exponents",
    mutants={"the first i+2 rows": {"more": 2}},
)
def attained(more=1):
    def pairs(z, n, i, k):
        def partial(k, first):
            return z ** (min(k, first))

        for first in (i, i + more):
            grows = z if k < first else z**0
            yield partial(k + 1, first), partial(k, first) * grows
        yield partial(n, i + more), partial(n, i) * z
        # Alike in every row but i.
        yield z ** (1 if k < i + more else 0), z ** (1 if k < i else 0) * (z if k == i else z**0)

    identity("z", pairs, Domain("n i k", lambda n, i, k: [i, n - 1 - i, k, n - 1 - k]))


def databases(size, n):
    """The databases and the neighbours among them; for two values the library's hypercube."""
    if size == 2:
        return [tuple(d >> k & 1 for k in range(n)) for d in range(2**n)], hypercube(inputs=range(2**n))
    rows = list(product(range(size), repeat=n))
    pairs = [
        (d, e)
        for d in range(len(rows))
        for e in range(d)
        if sum(a != b for a, b in zip(rows[d], rows[e], strict=True)) == 1
    ]
    return rows, edges(pairs, inputs=range(len(rows)))


def oblivious(x, rows, predicate):
    """The mechanism on databases that answers as the result's row of x."""
    return Mechanism([x.rows[sum(predicate[value] for value in row)] for row in rows])


def samples(n):
    """Mechanisms on {0..n}: private at several levels, at none, and at every one."""
    yield geometric(n=n, alpha="1/2")
    yield geometric(n=n, alpha="1/3") @ deterministic([k // 2 for k in range(n + 1)], responses=range(n + 1))
    yield deterministic(range(n + 1), responses=range(n + 1))
    yield deterministic([0] * (n + 1), responses=range(2))
    yield Mechanism([[Fraction(1 + i, n + 2), Fraction(n + 1 - i, n + 2)] for i in range(n + 1)])
    yield Mechanism([[Fraction(1 + 2 * (i % 2), 4), Fraction(3 - 2 * (i % 2), 4)] for i in range(n + 1)])


@claim.instances(
    "|D| = 2, 3, n ≤ 3, all non-trivial predicates, six mechanisms: the exact level on databases is the one on "
    "results, and the kernel accepts both; so they are private at the same levels",
    mutants={"trivial predicates too": {"trivial": True}, "neighbours differ in all rows": {"far": True}},
)
def same_level(trivial=False, far=False):
    for size in (2, 3):
        for n in range(1, 4):
            rows, graph = databases(size, n)
            if far:
                graph = edges([(d, len(rows) - 1 - d) for d in range(len(rows) // 2)], inputs=range(len(rows)))
            for predicate in product((0, 1), repeat=size):
                if len(set(predicate)) == 1 and not trivial:
                    continue
                for x in samples(n):
                    mechanism = oblivious(x, rows, predicate)
                    on_databases, on_results = level(mechanism, graph), level(x)
                    accepted(on_databases)
                    accepted(on_results)
                    where = f"|D| = {size}, n = {n}, predicate {predicate}"
                    require(
                        on_databases.alpha == on_results.alpha,
                        f"{where}: level {on_databases.alpha} on databases, {on_results.alpha} on results",
                    )
                    for alpha in (Fraction(1, 3), Fraction(1, 2)):
                        same = bool(private(mechanism, alpha, graph)) == bool(private(x, alpha))
                        require(same, f"{where}: not alike at level {alpha}")


@claim.instances(
    "a trivial predicate: the truthful mechanism on results 0..n, of level 0, is private at every level on databases",
    mutants={"a non-trivial one": {"predicates": ((0, 1),)}},
)
def trivial_predicate(predicates=((0, 0), (1, 1))):
    for n in range(1, 4):
        rows, graph = databases(2, n)
        truth = deterministic(range(n + 1), responses=range(n + 1))
        require(level(truth).alpha == 0, f"the truth has a level above 0 at n = {n}")
        for predicate in predicates:
            found = level(oblivious(truth, rows, predicate), graph).alpha
            require(found == 1, f"level {found} with the predicate {predicate} at n = {n}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
