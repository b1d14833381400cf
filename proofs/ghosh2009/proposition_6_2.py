"""Proposition 6.2: averaged over the databases with one result, a mechanism stays private, and (9) does not rise.

All pairs d, d' of neighbours with the results i and i+1 satisfy x_d'r ≥ α·x_dr. Summed over these pairs, each d of E_i
is counted (n-i)·s times and each d' of E_(i+1) (i+1)·t times, P/|E_i| and P/|E_(i+1)| for the number P of pairs, so
that the sum is P times the inequality of the averages. Equal results have equal rows. A minimum exists, for (9) is
the largest of finitely many linear functions, on the compact set of α-private mechanisms with range N.

A shorter way: take the rows of d_0, …, d_n, each a neighbour of the next, d_i with the result i. They are private, and
(9) takes the worst database for each result, so that it does not rise.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, table
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import edges
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.interaction import interact
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.privacy.level import private

claim = Claim(
    id="ghosh2009.proposition-6.2",
    title="an oblivious mechanism minimizes the worst case over databases",
    section="6.2",
    position=10,
    statement=(
        "For every α-private mechanism x with range N its averages x' over the databases with one result are an "
        "oblivious α-private mechanism, and (9) is no larger for x'; the same holds for the rows of d_0, …, d_n, "
        "neighbours in turn with the results 0..n. So some minimum of (9) is oblivious, for any loss; for a monotone "
        "one y∘x^G is a minimum, with the remap of Theorem 3.1. A result that no database has must have p_i = 0."
    ),
    latex=r"x'_{dr} = \frac{1}{|E(d)|} \sum_{d' \in E(d)} x_{d'r}, \qquad |E_i|\,(n-i)\,s = |E_{i+1}|\,(i+1)\,t",
    domain="n ≥ 1, 0 ≤ α ≤ 1, every finite D and predicate, every prior on its results, every loss, all mechanisms",
    every_n=True,
    verdict="proved",
    scope="all n, D, α, priors, losses and mechanisms; that (9) does not rise by the claim on the worst case",
    uses=(
        "ghosh2009.section-2-1.oblivious",
        "ghosh2009.section-6-2.neighbours",
        "ghosh2009.section-6-2.worst-case",
        "ghosh2009.theorem-3.1",
    ),
)


@claim.proof(
    "one more pair of neighbours adds x_d' - α·x_d ≥ 0 to the sum over the first z pairs",
    mutants={"a difference of pairs": {"sign": -1}},
)
def summed(sign=1):
    def hypotheses(a, *sums):
        x, y, s, t = sums
        return {"pair": y - a * x, "so far": t - a * s}

    assumed = Assumed("a x y s t", lambda *bases: {}, hypotheses, witness=[Fraction(1, 2), 1, 1, 1, 1])

    def more(given, a, *sums):
        x, y, s, t = sums
        yield (t + sign * y) - a * (s + sign * x), given["so far"] + given["pair"]

    signs(assumed, more, strict=False)


@claim.proof(
    "with the averages X_i and X_(i+1), each d of E_i counted (n-i)·s times and each d' of E_(i+1) (i+1)·t times, the "
    "sum over all pairs is P·(X_(i+1) - α·X_i), P = (n-i)·s·|E_i|",
    mutants={
        "each d' counted as often as d": {"counted": "alike"},
        "averages over all of D^n": {"classes": "all"},
    },
)
def averaged(counted="own", classes="own"):
    # The binomials of i and i+1 have the ratio j to m, where j = i+1 and m = n-i.
    def pairs(a, m, j, *bases):
        (s, t), (n, i) = bases[:2], bases[2:]
        here = j * s**i * t ** (n - i)
        there = m * s ** (i + 1) * t ** (n - i - 1)
        low, high = entry("X", i), entry("X", i + 1)
        size_here = here if classes == "own" else here + there
        # The sums over E_i and over E_(i+1).
        sum_here, sum_there = size_here * low, there * high
        again = j * t if counted == "own" else m * s
        yield again * sum_there - a * (m * s) * sum_here, (m * s) * here * (high - a * low)

    identity("a m j s t", pairs, Domain("n i", lambda n, i: [i, n - 1 - i]))


@claim.proof(
    "the averages are distributions: to sum over E and then over the responses is the same as the other way round",
    mutants={"the second row counted twice": {"weight": 2}},
)
def distribution(weight=1):
    # Three responses, two databases; 1 is what the rows sum to.
    def pairs(*row):
        first, second = row[:3], row[3:]
        both = [x + weight * y for x, y in zip(first, second, strict=True)]
        yield both[0] + both[1] + both[2], (first[0] + first[1] + first[2]) + (second[0] + second[1] + second[2])

    identity("a b c d e f", pairs)


def databases(size, n, satisfying):
    """The results of all databases over 0..size-1, where the first few values satisfy the predicate; and neighbours."""
    rows = list(product(range(size), repeat=n))
    near = [
        (d, e)
        for d in range(len(rows))
        for e in range(d)
        if sum(a != b for a, b in zip(rows[d], rows[e], strict=True)) == 1
    ]
    return [sum(value < satisfying for value in row) for row in rows], edges(near, inputs=range(len(rows)))


def average(x, results):
    """The averages over the databases with one result."""
    rows = {}
    for result in set(results):
        same = [row for row, other in zip(x.rows, results, strict=True) if other == result]
        rows[result] = [sum(column) / len(same) for column in zip(*same, strict=True)]
    return Mechanism([rows[result] for result in results])


def along_chain(x, results):
    """For each result i the row of the database that has the first value i times and then the last one."""
    n = max(results)
    size = next(k for k in range(2, len(results) + 1) if k**n == len(results))
    return Mechanism([x.rows[size ** (n - result) - 1] for result in results])


def middle_of_class(x, results):
    """For each result the row of the database in the middle of its class."""
    same = {result: [d for d, other in enumerate(results) if other == result] for result in set(results)}
    return Mechanism([x.rows[same[result][len(same[result]) // 2]] for result in results])


def worst(x, results, prior, loss):
    """(9): the prior of each result on the database with that result that loses most."""
    return sum(
        p
        * max(sum(v * loss(i, r) for r, v in enumerate(row)) for row, k in zip(x.rows, results, strict=True) if k == i)
        for i, p in enumerate(prior)
        if p
    )


CASES = ((2, 1, 1), (2, 2, 1), (2, 3, 1), (3, 2, 1), (3, 2, 2))
"""|D|, n, and how many values satisfy the predicate."""


@claim.instances(
    "|D|, n = 2, 1; 2, 2; 2, 3; 3, 2, and mechanisms that are optimal for uneven priors over databases: the averages, "
    "and the rows of a chain, are α-private by the kernel, and (9) does not rise; for each it falls for some",
    mutants={
        "a row from the middle of each class": {"ways": (middle_of_class,)},
        "a level above the mechanism's": {"more": Fraction(1, 10)},
        "the mechanism itself": {"ways": (lambda x, results: x,)},
    },
    cases=(*CASES, (2, 4, 1), (4, 2, 2)),
)
def of_optima(ways=(average, along_chain), more=0, cases=CASES):
    falls = set()
    for size, n, satisfying in cases:
        results, graph = databases(size, n, satisfying)
        prior = proportional([1] * (n + 1))
        for alpha, seed in product(map(Fraction, ("1/2", "1/3")), range(1, 4)):
            weights = [1 + ((7 * seed * d + d * d) % 11) ** 3 for d in range(len(results))]
            rows = [[abs(i - r) for r in range(n + 1)] for i in results]
            problem = Problem(BayesianUser(table(rows), proportional(weights)), alpha, graph, responses=range(n + 1))
            x = solve_polytope(problem).mechanism
            for way in ways:
                made = way(x, results)
                found = private(made, alpha + more, graph)
                require(bool(found), f"|D| = {size}, n = {n}: not private, {found.violation}")
                accepted(found)
                before, after = (worst(each, results, prior, absolute()) for each in (x, made))
                require(after <= before, f"|D| = {size}, n = {n}: (9) rises from {before} to {after}")
                if after < before:
                    falls.add(way)
    require(falls == set(ways), "(9) never falls")


@claim.instances(
    "the least value of (9) over all α-private mechanisms is the one of y∘x^G: with the prior split evenly within each "
    "result, which (9) is no smaller than, the certified least loss on databases is the one on results",
    mutants={"an uneven split": {"uneven": True}, "y∘x^G at the level 2/5": {"other": "2/5"}},
    cases=(*CASES, (2, 4, 1)),
)
def least(uneven=False, other=None, cases=CASES):
    for size, n, satisfying in cases:
        results, graph = databases(size, n, satisfying)
        for alpha in map(Fraction, ("1/2", "1/3")):
            prior = proportional(range(1, n + 2))
            shares = [Fraction(1 + uneven * (5 * d % 7) ** 3) for d in range(len(results))]
            totals = [sum(w for w, k in zip(shares, results, strict=True) if k == i) for i in range(n + 1)]
            split = [prior[k] * w / totals[k] for w, k in zip(shares, results, strict=True)]
            rows = [[abs(i - r) for r in range(n + 1)] for i in results]
            best = solve_polytope(Problem(BayesianUser(table(rows), split), alpha, graph, responses=range(n + 1)))
            remapped = interact(BayesianUser(absolute(), prior), geometric(n=n, alpha=other or alpha))
            for result in (best, remapped):
                accepted(result)
            attained = worst(Mechanism([remapped.induced.rows[i] for i in results]), results, prior, absolute())
            require(best.value == attained, f"|D| = {size}, n = {n}, α = {alpha}: {best.value} and {attained}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
