"""Which private mechanisms no other one is more concentrated than: the G·T with the rows of T in order.

Two thresholds whose events in G are in one order at one input and in the other order at another are the same, since the
probability at every input grows strictly with the threshold. With the responses 0, …, n and the modes μ(i) = i, every
cut has inputs on either side of it. So of two mechanisms made from thresholds neither is more concentrated.
"""

from fractions import Fraction
from itertools import combinations, pairwise, product

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.claims.words import row_pattern
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import table
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, uniform
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    id="exactdp.undominated",
    title="the mechanisms than which none is more concentrated",
    section="4",
    position=30,
    statement=(
        "Let 0 < α < 1 and n ≥ 1, and compare α-private mechanisms with the responses 0, …, n by concentration around "
        "each input. Those than which no other one is more concentrated are exactly the G_{n,α}·T with the rows of T "
        "in order, which are those with the row pattern of Lemma 5.5. No two of these can be compared. For every x, "
        "the T of the claim concentration makes one that is at least as concentrated as x; where x itself is one, it "
        "is x."
    ),
    latex=(r"t, t' \text{ thresholds},\; (G t)_i \le (G t')_i,\; (G t)_k \ge (G t')_k \;\Longrightarrow\; t = t'"),
    domain="n ≥ 1, 0 < α < 1, all α-private mechanisms with n+1 responses, modes μ(i) = i",
    every_n=True,
    verdict="proved",
    scope="all n, α and mechanisms, put together in words from the claims used",
    uses=("exactdp.cut-events", "exactdp.concentration", "exactdp.row-pattern-of-optimum"),
)


@claim.proof(
    "the cuts of G·T with T in order are threshold events: where the rows before k give nothing above r and those "
    "after it nothing up to r, the sums of rows of T up to r are 1 before k and 0 after it",
    mutants={"row k-1 gives r+1": {"more": 1}},
)
def cuts_are_thresholds(more=0):
    # The last response of row j < k is p, at most the first one of row k, which is q ≤ r; after k the first one is v.
    identity(
        "u",
        lambda u, p, q, r, v: [(u ** (r - p) * u**p, u**r), (u ** (v - r - 1) * u ** (r + 1), u**v)],
        Domain("p q r v", lambda p, q, r, v: [p, q + more - p, r - q, v - r - 1, q]),
    )


@claim.proof(
    "every cut r in 0..n-1 has an input of either sort: r, whose mode is up to r, and r+1, whose mode is beyond",
    mutants={"a cut after n": {"last": 1}},
)
def both_sorts(last=0):
    identity(
        "u",
        lambda u, n, r: [(u ** (n - r - 1) * u ** (r + 1), u**n)],
        Domain("n r", lambda n, r: [n - 1, r, n - 1 + last - r]),
    )


@claim.proof(
    "two thresholds: if the second is larger, its event is more probable on every input, by G_iκ > 0 times what is "
    "added; so being no more probable on one of them leaves the same threshold",
    mutants={"a weight 0": {"weight": 0}},
)
def strictly(weight=1):
    assumed = Assumed(
        "g t s", lambda g, t, s: {"G": g, "t'-t": s - t}, witness=[Fraction(1, 3), Fraction(0), Fraction(1)]
    )
    signs(assumed, lambda given, g, t, s: [(weight * g * s - g * t, given["G"] * given["t'-t"])])


def cut(rows, r):
    """For each input, the probability of a response up to r."""
    return [sum(row[: r + 1]) for row in rows]


def compared(y, x):
    """Whether y is at least as concentrated as x around every input."""
    return all(
        new >= old if r >= i else new <= old
        for r in range(len(x))
        for i, (new, old) in enumerate(zip(cut(y, r), cut(x, r), strict=True))
    )


def in_order(n, slack=0):
    """Remaps with n+1 responses, their rows in order: for every choice of what each row gives, two at most."""
    chosen = [c for size in (1, 2) for c in combinations(range(n + 1), size)]
    for rows in product(chosen, repeat=n + 1):
        if all(max(first) <= min(second) + slack for first, second in pairwise(rows)):
            yield Mechanism([[Fraction(r in row, len(row)) for r in range(n + 1)] for row in rows])


def concentrated(x, alpha):
    """The mechanism of the claim concentration for the modes μ(i) = i."""
    n, source = len(x) - 1, geometric(n=len(x) - 1, alpha=alpha)
    before, columns = [Fraction(0)] * (n + 1), []
    for r in range(n + 1):
        t, left = [], sum(x[r][: r + 1])
        for v in source.rows[r]:
            t.append(min(Fraction(1), left / v))
            left -= t[-1] * v
        columns.append([v - w for v, w in zip(t, before, strict=True)])
        before = t
    return (source @ Mechanism(zip(*columns, strict=True))).rows


@claim.instances(
    "n = 1 and 2, α = 1/3 and 3/4: of all pairs of remaps in order, with rows of one or two responses, no two make "
    "mechanisms that can be compared; and the claim's T gives each of these back",
    mutants={"a step back allowed": {"slack": 1}},
    largest=3,
)
def no_two(slack=0, largest=2):
    for n, alpha in product(range(1, largest + 1), map(Fraction, ("1/3", "3/4"))):
        found = [(geometric(n=n, alpha=alpha) @ remap).rows for remap in in_order(n, slack)]
        for x in found:
            require(concentrated(x, alpha) == x, f"n = {n}, α = {alpha}: {x} is not given back")
        for y, x in combinations(found, 2):
            require(not compared(y, x) and not compared(x, y), f"n = {n}, α = {alpha}: {x} and {y}")


@claim.instances(
    "n = 2 and 3, two levels: G, G in reverse order, the uniform mechanism and vertices for losses without order; the "
    "mechanism of the claim concentration is strictly more concentrated exactly where the library finds no row pattern",
    mutants={"everywhere": {"pattern": lambda x, alpha: False}},
)
def others(pattern=row_pattern):
    for n, alpha in product((2, 3), map(Fraction, ("1/3", "3/4"))):
        source = geometric(n=n, alpha=alpha)
        found = [source, Mechanism([row[::-1] for row in source.rows])]
        found.append(Mechanism([[Fraction(1, n + 1)] * (n + 1)] * (n + 1)))
        for step in (2, 3, 5):
            loss = table([[(step * i * i + 5 * r + i * r * r) % 7 for r in range(n + 1)] for i in range(n + 1)])
            found.append(solve_polytope(Problem(BayesianUser(loss, uniform(n=n)), alpha)).mechanism)
        for x in found:
            y = concentrated(x.rows, alpha)
            require(compared(y, x.rows), f"n = {n}, α = {alpha}: less concentrated than {x.rows}")
            strictly_more = not compared(x.rows, y)
            require(strictly_more != bool(pattern(x, alpha)), f"n = {n}, α = {alpha}: {x.rows}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
