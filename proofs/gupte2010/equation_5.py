"""Appendix A, Equation (5): the worst loss of a mechanism on databases, and what S is there.

S is introduced as a set of results and then written S ⊆ D^n. Read as results, the maximum is over all databases d with
f(d) in S. Read as any set of databases, Lemma 6 is false: two databases with results 0 and 1 may differ in two rows,
and a mechanism that tells databases apart has to blur them less than results one apart.
"""

from fractions import Fraction
from itertools import combinations, product

from exactdp.claims import Assumed, Claim, accepted, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.losses import absolute, table
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import edges
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.privacy.level import private

claim = Claim(
    id="gupte2010.equation-5",
    title="the worst loss on databases",
    section="A",
    position=5,
    statement=(
        "The worst loss of a mechanism x on databases, for S ⊆ {0..n}, is the maximum of Σ_r x_dr·l(f(d),r) over all d "
        "with f(d) ∈ S. It is a loss, to be minimised. With a set of databases for S an oblivious mechanism may be "
        "worse: for n = 2, D = {0, 1, 2}, f counting zeros, S = {(1,1), (0,2)}, |i-r| and 0 < α < 1 the best oblivious "
        "one has α/(1+α), and another mechanism has α/2. For n = 1, and for n = 2 and |D| = 2, no S does this for "
        "|i-r|."
    ),
    latex=r"\max_{d \in D^n,\, f(d) \in S} \; \sum_{r \in N} x_{d,r}\, l(f(d), r)",
    domain="0 < α < 1, the example of two rows and three values; α = 1/3 where no S does this",
    verdict="corrected",
    scope="the example for all α; that it is smallest for n ≤ 2, all S and α = 1/3",
    printed="the maximum over d ∈ S ⊆ D^n, where S is a set of results; and it is called the utility",
    slip="print",
)


def setting(values, n):
    """The databases, f, and the pairs that differ in one row; f counts the value 0."""
    databases = list(product(range(values), repeat=n))
    near = [
        (d, e)
        for d, e in combinations(range(len(databases)), 2)
        if sum(a != b for a, b in zip(databases[d], databases[e], strict=True)) == 1
    ]
    return databases, [row.count(0) for row in databases], edges(near, inputs=range(len(databases)))


def on_databases(values, n, alpha, chosen):
    """The least worst loss over these databases of all private mechanisms on databases, judged by the kernel."""
    databases, results, near = setting(values, n)
    loss = table([[abs(i - r) for r in range(n + 1)] for i in results])
    best = solve_polytope(
        Problem(
            MinimaxConsumer(loss, inputs=range(len(databases)), side_information=chosen),
            alpha,
            near,
            responses=range(n + 1),
        )
    )
    require(isinstance(best, Optimum), "the linear program was not solved")
    accepted(best)
    return best.value


def on_results(n, alpha, inside):
    """The least worst loss over these results of all private oblivious mechanisms, judged by the kernel."""
    best = solve_polytope(Problem(MinimaxConsumer(absolute(), n=n, side_information=inside), alpha))
    require(isinstance(best, Optimum), "the linear program was not solved")
    accepted(best)
    return best.value


@claim.counterexample(
    "n = 2, D = {0, 1, 2}, α = 1/3, 1/2, 3/4: over the databases (1,1) and (0,2) alone, of results 0 and 1, the best "
    "mechanism on databases has α/2, the best oblivious one α/(1+α)",
    mutants={"(0,1), which is next to (1,1)": {"second": (0, 1)}, "D = {0, 1}": {"values": 2, "second": (0, 1)}},
)
def any_databases(values=3, second=(0, 2)):
    databases, results, _ = setting(values, 2)
    chosen = [databases.index((1, 1)), databases.index(second)]
    require([results[d] for d in chosen] == [0, 1], "the results are not 0 and 1")
    for alpha in map(Fraction, ("1/3", "1/2", "3/4")):
        oblivious, best = on_results(2, alpha, (0, 1)), on_databases(values, 2, alpha, chosen)
        require(oblivious == alpha / (1 + alpha), f"α = {alpha}: oblivious {oblivious}")
        require(best == alpha / 2, f"α = {alpha}: on databases {best}")


@claim.proof(
    "for all α: answer 1 with probability α/2 on (1,1), 1-α/2 on (0,2), 1/2 elsewhere, and 0 otherwise. The "
    "differences 1/2 - α·(1-α/2) = (1-α)²/2, α/2 - α/2 = 0, (1-α/2) - α/2 = 1-α and 1/2 - α·α/2 = (1-α²)/2 are ≥ 0. "
    "And α/(1+α) - α/2 = α·(1-α)/(2(1+α)) > 0",
    mutants={"1/4 for α/2": {"fixed": Fraction(1, 4)}, "α/(1+α²)": {"power": 2}},
)
def for_all_levels(fixed=None, power=1):
    inside = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 2)])
    half = Fraction(1, 2)

    def pairs(given, a):
        low = half * a if fixed is None else a**0 * fixed
        one = given["1-α"] + given["α"]
        yield half - a * (1 - low), given["1-α"] * given["1-α"] * half
        yield (1 - low) - low, given["1-α"]
        yield half - a * low, given["1-α"] * (one + given["α"]) * half
        # α/(1+α) - α/2 times 2(1+α).
        yield 2 * a - a * (1 + a**power), given["α"] * given["1-α"]

    signs(inside, pairs)
    identity("a", lambda a: [(half * a - a * half if fixed is None else fixed - a * half, 0 * a)])


@claim.instances(
    "that mechanism on the nine databases is private, judged by the kernel, at α = 1/10, 1/2, 9/10, and loses α/2 on "
    "both",
    mutants={"(0,1) for (0,2)": {"second": (0, 1)}},
)
def mechanism(second=(0, 2)):
    databases, results, near = setting(3, 2)
    for alpha in map(Fraction, ("1/10", "1/2", "9/10")):
        one = {(1, 1): alpha / 2, second: 1 - alpha / 2}
        x = Mechanism([[1 - one.get(d, Fraction(1, 2)), one.get(d, Fraction(1, 2)), 0] for d in databases])
        found = private(x, alpha, near)
        require(bool(found), f"it is not {alpha}-private")
        accepted(found)
        for d in one:
            row, i = x.rows[databases.index(d)], results[databases.index(d)]
            require(sum(v * abs(i - r) for r, v in enumerate(row)) == alpha / 2, f"{d} loses another amount")


@claim.instances(
    "it is smallest: for n = 1 and |D| = 2, 3, and n = 2 and |D| = 2, over every set of databases both values are "
    "equal, α = 1/3; and for sets of all databases with a result in S also for n = 2 and |D| = 3",
    mutants={"S = {(1,1), (0,2)} too": {"others": [((1, 1), (0, 2))]}},
)
def smallest(others=()):
    alpha = Fraction(1, 3)
    for values, n in ((2, 1), (3, 1), (2, 2), (3, 2)):
        databases, results, _ = setting(values, n)
        if (values, n) == (3, 2):
            sets = [[d for d, i in enumerate(results) if bits >> i & 1] for bits in range(1, 2 ** (n + 1))]
            sets += [[databases.index(d) for d in chosen] for chosen in others]
        else:
            sets = [[d for d in range(len(databases)) if bits >> d & 1] for bits in range(1, 2 ** len(databases))]
        for chosen in sets:
            oblivious = on_results(n, alpha, {results[d] for d in chosen})
            best = on_databases(values, n, alpha, chosen)
            require(best == oblivious, f"|D| = {values}, {[databases[d] for d in chosen]}: {best} and {oblivious}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
