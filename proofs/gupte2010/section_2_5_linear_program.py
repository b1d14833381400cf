"""Section 2.5: the linear program whose solutions are the optimal α-private mechanisms.

Its points are the pairs (x, d) of an α-private mechanism x and a d that is at least every e_i, i in S. The least d for
a given x is L(x). Equal rows are feasible, and no sign constraint may be strict: an optimum may have columns of zeros.
"""

from fractions import Fraction
from itertools import combinations, pairwise, product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.linear_programs.linear_program import LinearProgram, OptimalPoint, solve
from exactdp.model.losses import absolute, squared, table, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.polytope import linear_program, solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.privacy.level import private

claim = Claim(
    id="gupte2010.section-2-5.linear-program",
    title="the LP of the optimal mechanism",
    section="2.5",
    position=6,
    statement=(
        "With (n+1)² variables x_ir ≥ 0, one more, d, 2n(n+1) inequalities of Definition 2, n+1 equations and |S| "
        "constraints d ≥ e_i, the x of feasible points are exactly the α-private mechanisms on N, and the value is the "
        "least L of them. An optimum exists for all α, real losses and nonempty S. With x_ir > 0 it need not: for S = "
        "{0} and the loss |i-r|, n ≥ 1, only a row 0 of 1, 0, …, 0 loses 0, and others come as close as one likes."
    ),
    latex=r"\min d \ \text{ s.t. }\ d-\sum_{r} x_{i,r}\,l(i,r) \ge 0\ (i\in S),\quad \alpha x_{i,r} \le x_{i+1,r},\ "
    r"\alpha x_{i+1,r} \le x_{i,r},\quad \sum_r x_{i,r}=1,\quad x \ge 0",
    domain="n ≥ 0, 0 ≤ α ≤ 1, every real loss, monotone or not, every nonempty S",
    every_n=True,
    verdict="corrected",
    scope="all n, α, losses and S; that a continuous function has a minimum on a closed bounded set is taken as known",
    printed="n² variables, all of them positive",
    slip="statement",
    uses=("gupte2010.definition-2", "gupte2010.equation-1"),
)


@claim.counterexample(
    "the numbers: for n = 0 one entry, not 0, and for n = 1 four, not 1, in the library's programs, besides d",
    mutants={"n + 1 for n": {"shift": 1}},
)
def count(shift=0):
    for n in (0, 1):
        found = linear_program(Problem(MinimaxConsumer(absolute(), n=n), "1/2")).variables - 1
        require(found != (n + shift) ** 2, f"for n = {n} there are {found} variables")


@claim.counterexample(
    "positive entries, the smallest: n = 1, |i-r|, S = {0}, α = 1/2. The certified optimum is 0, and x_01 = 0 there; "
    "with x_01 > 0 the loss is x_01 > 0",
    mutants={"S = {0, 1}": {"inside": (0, 1)}, "S = {1}": {"inside": (1,)}},
)
def positive(inside=(0,)):
    best = solve_polytope(Problem(MinimaxConsumer(absolute(), inputs=range(2), side_information=inside), "1/2"))
    accepted(best)
    require(best.value == 0, f"the optimum is {best.value}")
    require(best.mechanism[0, 1] == 0, "x_01 is positive")


@claim.proof(
    "|i-r| on input 0: e_0 = Σ_r r·x_0r grows by r·x_0r, which is > 0 for r ≥ 1 and x_0r > 0; and rows 1-ε, ε/n, … of "
    "weight ε have e_0 at most n·ε and equal rows, so they are private",
    mutants={"r = 0 too": {"least": 0}},
)
def not_attained(least=1):
    # r = least + k with k ≥ 0.
    known = Assumed("x k", lambda x, k: {"x": x}, lambda x, k: {"k": k}, witness=[1, 0])

    def grown(given, x, k):
        yield (least + k) * x, given["x"] + given["k"] * given["x"]

    signs(known, grown)
    # n·ε less r·(ε/n)·n: with u = ε/n the sum over r = 1..n of r·u is at most n·(n·u), term by term.
    terms = Assumed("u k r", lambda *_: {}, lambda u, k, r: {"u": u, "n-r": k}, witness=[0, 0, 0])
    signs(terms, lambda given, u, k, r: [((r + k) * u - r * u, given["n-r"] * given["u"])], strict=False)


@claim.proof(
    "the numbers for all n: for n = 0 one entry and no inequality; from n to n+1 there are 2n+3 new entries, and "
    "2(n+2) inequalities between the rows n and n+1 and 2n in the new column",
    mutants={"2n² for 2n(n+1)": {"shift": 0}, "n² for (n+1)²": {"side": 0}},
)
def counted(shift=1, side=1):
    def pairs(n):
        yield (n + 1 + side) ** 2 - (n + side) ** 2, 2 * n + 3
        yield 2 * (n + 1) * (n + 1 + shift) - 2 * n * (n + shift), 2 * (n + 2) + 2 * n

    identity("n", pairs)


@claim.proof(
    "equal rows u = 1/(n+1) are feasible: they sum to 1, entry by entry, and x_(i+1)r - α·x_ir = (1-α)·u ≥ 0; and d "
    "may be any number that is large enough",
    mutants={"(1+α)·u": {"sign": 1}},
)
def feasible(sign=-1):
    known = Assumed("a u", lambda a, u: {"u": u}, lambda a, u: {"1-α": 1 - a}, witness=[1, 1])
    signs(known, lambda given, a, u: [(u + sign * a * u, given["1-α"] * given["u"])], strict=False)
    # The sum so far of k entries is k·u, k = 0..n+1 as a number.
    identity("n u", lambda n, u: [((n + 1) * u + u, (n + 2) * u)])


@claim.proof(
    "the value: with the largest e_i = m, d - e_i = (d-m) + (m-e_i) ≥ 0 for d ≥ m, so the constraints say d ≥ m = "
    "L(x); e_i is between the least loss u and the largest v, by the terms (l-u)·x and (v-l)·x, as the row sums to 1",
    mutants={"m below some e_i": {"sign": -1}},
)
def value(sign=1):
    known = Assumed("d m e", lambda *_: {}, lambda d, m, e: {"d-m": d - m, "m-e": sign * (m - e)}, witness=[0, 0, 0])
    signs(known, lambda given, d, m, e: [(d - e, given["d-m"] + given["m-e"])], strict=False)
    bounded = Assumed(
        "x l u v", lambda *_: {}, lambda x, c, u, v: {"x": x, "l-u": c - u, "v-l": v - c}, witness=[0, 0, 0, 0]
    )
    signs(
        bounded,
        lambda given, x, c, u, v: [
            (c * x - u * x, given["x"] * given["l-u"]),
            (v * x - c * x, given["x"] * given["v-l"]),
        ],
        strict=False,
    )
    identity(
        "u",
        lambda u, n, i, r: [
            (u * entry("sum", i, r) + u * entry("x", i, r), u * (entry("sum", i, r) + entry("x", i, r)))
        ],
        Domain("n i r", lambda n, i, r: [i, n - i, r, n - r]),
    )


def as_printed(loss, inside, n, alpha):
    """The program of the statement, read off: variable i·(n+1) + r is x_ir, and the last one is d."""
    size = n + 1
    cells = size**2
    rows = [{i * size + r: Fraction(1) for r in range(size)} for i in range(size)]
    right = [Fraction(1)] * size
    for i, r in product(range(n), range(size)):
        here, below = i * size + r, (i + 1) * size + r
        rows += [{below: Fraction(1), here: -alpha}, {here: Fraction(1), below: -alpha}]
    for i in inside:
        rows.append({cells: Fraction(1)} | {i * size + r: -loss(i, r) for r in range(size)})
    right += [Fraction(0)] * (len(rows) - size)
    free = frozenset({cells})
    return LinearProgram(cells + 1, {cells: Fraction(1)}, tuple(rows), tuple(right), frozenset(range(size)), free)


@claim.instances(
    "n ≤ 2, four losses, all S, α = 0, 1/3, 1: this program has 2n(n+1) + (n+1) + |S| rows and (n+1)² + 1 variables; "
    "its value is that of the library's certified optimum, whose matrix is α-private with L(x) = d",
    mutants={"one inequality for each pair": {"each": 1}, "d for the inputs of N": {"everywhere": True}},
    largest=3,
)
def by_library(each=2, everywhere=False, largest=2):
    for n in range(largest + 1):
        any_signs = table([[(2 * i + 3 * r) % 4 - 2 for r in range(n + 1)] for i in range(n + 1)])
        for alpha, loss in product(map(Fraction, ("0", "1/3", "1")), (absolute(), squared(), zero_one(), any_signs)):
            for size in range(1, n + 2):
                for inside in combinations(range(n + 1), size):
                    program = as_printed(loss, range(n + 1) if everywhere else inside, n, alpha)
                    where = f"n = {n}, α = {alpha}, {loss}, S = {inside}"
                    count = each * n * (n + 1) + n + 1 + size
                    require(len(program.rows) == count, f"{where}: {len(program.rows)} rows")
                    require(program.variables == (n + 1) ** 2 + 1, f"{where}: {program.variables} variables")
                    found = solve(program)
                    require(isinstance(found, OptimalPoint), f"{where}: no optimum")
                    best = solve_polytope(Problem(MinimaxConsumer(loss, n=n, side_information=inside), alpha))
                    accepted(best)
                    require(found.value == best.value, f"{where}: {found.value} and {best.value}")
                    x = Mechanism([found.point[i * (n + 1) : (i + 1) * (n + 1)] for i in range(n + 1)])
                    require(bool(private(x, alpha)), f"{where}: the point is not private")
                    worst = max(sum(v * loss(i, r) for r, v in enumerate(x.rows[i])) for i in inside)
                    require(worst == found.value, f"{where}: L(x) = {worst}")


@claim.instances(
    "feasible is private: n = 1, 2, rows with entries in quarters, for α = 1/3 and 1/2, keep the inequalities exactly "
    "if the library calls the matrix private; no other matrix of such entries is a mechanism",
    mutants={"one direction only": {"both": False}},
)
def feasible_is_private(both=True):
    quarters = [Fraction(k, 4) for k in range(5)]
    for n, alpha in ((1, Fraction(1, 3)), (1, Fraction(1, 2)), (2, Fraction(1, 2))):
        options = [row for row in product(quarters, repeat=n + 1) if sum(row) == 1]
        for rows in product(options, repeat=n + 1):
            keeps = all(
                below >= alpha * here and (here >= alpha * below or not both)
                for first, second in pairwise(rows)
                for here, below in zip(first, second, strict=True)
            )
            require(keeps == bool(private(Mechanism(rows), alpha)), f"{rows} at α = {alpha}")


claim.theorem(
    "Existence",
    "private_optimum_exists",
    "an optimum exists, for every rational α ≤ 1 and loss, any neighbours and numbers of inputs and responses, and a "
    "user of either kind",
    r"""
    forall (inputs responses : nat) (pairs : neighbours) (alpha : Q) (l : matrix) (who : user),
      (forall i k, In (i, k) pairs -> (i < inputs)%nat /\ (k < inputs)%nat) ->
      looks_somewhere who -> (forall i, looks_at inputs who i -> (i < inputs)%nat) ->
      (0 < responses)%nat -> alpha <= 1 ->
      exists x, optimal (private_mechanism inputs responses pairs alpha) (loss inputs responses l who)
        (loss inputs responses l who x) x
    """,
    mutants={
        "a level above 1": ("-> alpha <= 1", ""),
        "inputs that are none": ("(forall i, looks_at inputs who i -> (i < inputs)%nat) ->", ""),
    },
)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
