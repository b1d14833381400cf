"""Section 2.4.3: the linear program of the optimal interaction.

Minimise d over d and T, where d is at least every e_i, T is stochastic and x = y·T. For a given T the least such d is
the maximum of the e_i. The truthful T is feasible, and the set of stochastic T is closed and bounded.
"""

from fractions import Fraction
from itertools import combinations, product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.linear_programs.linear_program import LinearProgram, OptimalPoint, solve
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, table, zero_one
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.interaction import interact

claim = Claim(
    id="gupte2010.section-2-4-3.linear-program",
    title="the LP of the interaction",
    section="2.4.3",
    position=10,
    statement=(
        "T has (n+1)² entries on N = {0..n}, with n+1 equations and (n+1)² signs. The maximum is not linear in T: with "
        "one more variable d and |S| constraints d ≥ e_i the program is linear, and its value is the least L(y·T) of "
        "all interactions. An optimum exists for every y, loss and nonempty S. It loses no more than y at face value "
        "or y by any deterministic remap."
    ),
    latex=r"\min_{d,T} d \quad\text{s.t.}\quad d \ge \sum_{r,r'} y_{i,r}T_{r,r'}\,l(i,r')\ (i\in S),\quad "
    r"\sum_{r'}T_{r,r'} = 1,\quad T \ge 0",
    domain="n ≥ 0, every mechanism y on N, every nonempty S, every real loss, monotone or not",
    every_n=True,
    verdict="corrected",
    scope="all n, y, S and losses; that a continuous function has a minimum on a closed bounded set is taken as known",
    printed="n² variables",
    slip="statement",
)


@claim.counterexample(
    "the smallest: n = 0, where N = {0} and T has the one entry 1, not 0; for n = 1 it has 4, not 1",
    mutants={"N = {1..n}": {"first": 1}},
)
def count(first=0):
    for n in (0, 1):
        entries = len(list(product(range(first, n + 1), repeat=2)))
        require(entries != n**2, f"there are {entries} = n² for n = {n}")
        require(entries == (1, 4)[n], f"there are {entries}")


@claim.proof(
    "for all n: 1 entry for n = 0; from n to n+1 a new row of n+2 and, in the n+1 old rows, a new entry each, which "
    "makes (n+2)² of (n+1)²; and (n+1)² is 2n+1 more than n²",
    mutants={"a new row of n+1": {"width": 1}, "n² + 2n": {"more": 0}},
)
def counted(width=2, more=1):
    identity(
        "n",
        lambda n: [((n + 1) ** 2 + (n + width) + (n + 1), (n + 2) ** 2), ((n + 1) ** 2, n**2 + 2 * n + more)],
    )


@claim.proof(
    "the value: d ≥ e_i for all i in S says d ≥ their maximum m, one of them: d - e_i = (d-m) + (m-e_i) ≥ 0; and d = m "
    "keeps all of them. So the least d over all T is the least maximum",
    mutants={"m below some e_i": {"sign": -1}},
)
def value(sign=1):
    known = Assumed("d m e", lambda *_: {}, lambda d, m, e: {"d-m": d - m, "m-e": sign * (m - e)}, witness=[0, 0, 0])
    signs(known, lambda given, d, m, e: [(d - e, given["d-m"] + given["m-e"]), (m - e, given["m-e"])], strict=False)


@claim.proof(
    "not linear before: T and T' that swap responses, for n = 1, y truthful, |i-r| and S = {0, 1}: with t = T_01 and u "
    "= T_10 the maximum of t and u is 1 at (1, 0) and (0, 1) and 1/2 between them, below the mean",
    mutants={"the sum of t and u": {"summed": True}},
)
def maximum(summed=False):
    # The loss is max(t, u), max written as the larger of two; here on the line t + u = 1, at t = 1/2 + v.
    known = Assumed("v", lambda v: {"v": v, "1/2-v": Fraction(1, 2) - v}, witness=[Fraction(1, 4)])

    def pairs(given, v):
        t, u = v + Fraction(1, 2), Fraction(1, 2) - v
        yield (t - u) if not summed else (t + u - 1), 2 * given["v"]
        # Both ends lose 1, and their mean is above t.
        yield 1 - t if not summed else 1 - (t + u), given["1/2-v"]

    signs(known, pairs)


@claim.proof(
    "feasible: the truthful T has rows that sum to 1 and x = y, so the optimum is at most L(y). Bounded: each e_i is "
    "between the least loss u and the largest v, as Σ_rr' y_ir·T_rr'·(l-u) ≥ 0, so d ≥ u",
    mutants={"losses of any size": {"bounded": False}},
)
def bounded(bounded=True):
    known = Assumed(
        "y t l u v",
        lambda *_: {},
        lambda y, t, cost, u, v: {"y": y, "t": t} | ({"l-u": cost - u, "v-l": v - cost} if bounded else {"u": u}),
        witness=[1, 1, 1, 1, 1],
    )

    def terms(given, y, t, *others):
        cost, u, v = others
        low, high = ("l-u", "v-l") if bounded else ("u", "u")
        yield y * t * cost - y * t * u, given["y"] * given["t"] * given[low]
        yield y * t * v - y * t * cost, given["y"] * given["t"] * given[high]

    signs(known, terms, strict=False)
    # The masses y·t sum to 1: to y_ir over r', and to 1 over r.
    identity(
        "",
        lambda n, i, r, s: [
            (
                entry("y", i, r) * entry("sum", r, s) + entry("y", i, r) * entry("T", r, s),
                entry("y", i, r) * (entry("sum", r, s) + entry("T", r, s)),
            )
        ],
        Domain("n i r s", lambda n, i, r, s: [i, n - i, r, n - r, s, n - s]),
    )


def as_printed(y, loss, inside):
    """The linear program of the statement, read off: variable r·(n+1) + r' is T_rr', and the last one is d."""
    size = y.shape[1]
    cells = size**2
    rows, right = [], []
    for r in range(size):
        rows.append({r * size + s: Fraction(1) for s in range(size)})
        right.append(Fraction(1))
    for i in inside:
        row = {r * size + s: -y[i, r] * loss(i, s) for r, s in product(range(size), repeat=2)}
        rows.append({cells: Fraction(1), **row})
        right.append(Fraction(0))
    # d may have any sign, as losses may.
    free = frozenset({cells})
    return LinearProgram(cells + 1, {cells: Fraction(1)}, tuple(rows), tuple(right), frozenset(range(size)), free)


def worst(x, loss, inside):
    """(1)."""
    return max(sum(v * loss(i, r) for r, v in enumerate(x.rows[i])) for i in inside)


def deployed(n):
    """Mechanisms on {0..n}."""
    yield geometric(n=n, alpha="1/2")
    yield geometric(n=n, alpha=1)
    yield Mechanism([[Fraction(2 * r + i + 1, (n + 1) * (n + i + 1)) for r in range(n + 1)] for i in range(n + 1)])


@claim.instances(
    "n ≤ 2, three mechanisms, four losses, all S: this program has the library's value, the certified optimal "
    "interaction attains it in (1), and L(y) and every deterministic remap lose at least as much",
    mutants={"d ≥ 0": {"nonnegative": True}, "the maximum over N": {"everywhere": True}},
    largest=3,
)
def by_library(nonnegative=False, everywhere=False, largest=2):
    for n in range(largest + 1):
        below = table([[abs(i - r) - 3 for r in range(n + 1)] for i in range(n + 1)])
        for loss, y, size in product((absolute(), squared(), zero_one(), below), deployed(n), range(1, n + 2)):
            for inside in combinations(range(n + 1), size):
                program = as_printed(y, loss, inside)
                if nonnegative:
                    program = LinearProgram(
                        program.variables, program.objective, program.rows, program.right, program.equalities
                    )
                found = solve(program)
                require(isinstance(found, OptimalPoint), "the program has no optimum")
                best = interact(MinimaxConsumer(loss, n=n, side_information=inside), y)
                accepted(best)
                where = f"n = {n}, {loss}, S = {inside}"
                require(found.value == best.value, f"{where}: {found.value} and {best.value}")
                attained = worst(best.induced, loss, range(n + 1) if everywhere else inside)
                require(attained == best.value, f"{where}: (1) is {attained}")
                for images in product(range(n + 1), repeat=n + 1):
                    other = worst(y @ deterministic(images, responses=range(n + 1)), loss, inside)
                    require(other >= best.value, f"{where}: the remap {images} loses {other}")


claim.theorem(
    "Existence",
    "best_remap_exists",
    "an optimum exists, for every rational matrix y and loss, any numbers of inputs, columns and responses, and a user "
    "of either kind",
    r"""
    forall (inputs columns responses : nat) (l : matrix) (who : user) (y : matrix),
      (0 < responses)%nat -> looks_somewhere who ->
      exists t, stochastic columns responses t /\
        forall u, stochastic columns responses u ->
          loss inputs responses l who (product columns y t) <= loss inputs responses l who (product columns y u)
    """,
    mutants={"no response": ("(0 < responses)%nat ->", ""), "less than all": ("y t) <=", "y t) <")},
)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
