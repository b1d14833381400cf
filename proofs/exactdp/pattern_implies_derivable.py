"""The row pattern of Lemma 5.5 alone makes a mechanism derivable from G: no vertex, no count of S entries.

Take rows i-1 and i of the constraint matrix. Each has a pivot: a column before which all is ↓ and after which all is ↑.
For a column r where C(i-1,r) = ↑ or C(i,r) = ↓ the value D_ir is ≥ 0 already. Otherwise r is not after the pivot of row
i-1, so that all r' < r have ↓ there, and not before that of row i, so that all r' > r have ↑ there. Then D_ir' ≤ 0 for
all r' ≠ r, and D_ir ≥ (1-α)², since the values of a row sum to that. So all of T = G⁻¹·x is ≥ 0.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, number, require, signs, three_term
from exactdp.claims.words import has_pattern, row_pattern
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, asymmetric, squared
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import BayesianUser, proportional, uniform
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.polytope.constraints import constraint_matrix
from exactdp.polytope.derivability import derive
from exactdp.privacy.level import private

claim = Claim(
    id="exactdp.pattern-implies-derivable",
    title="the row pattern implies derivability",
    section="2",
    position=20,
    statement=(
        "Let x be an α-private mechanism on {0..n}, 0 < α < 1. If every row of its constraint matrix is, without the "
        "Z-columns, ↓…↓, then at most one S, then ↑…↑, then x is derivable from G_{n,α}. The converse fails: at n = 1 "
        "every α-private mechanism is derivable. At n = 2 some mechanisms without the pattern are not derivable."
    ),
    latex=(
        r"C(i,\cdot) = \downarrow \cdots \downarrow \; [S] \; \uparrow \cdots \uparrow \;\; (0 \le i < n) "
        r"\quad\Longrightarrow\quad G_{n,\alpha}^{-1}\, x \ge 0"
    ),
    domain="n ≥ 1, 0 < α < 1, every α-private mechanism on {0..n}, with any number and order of responses",
    every_n=True,
    verdict="proved",
    scope="all n, α and mechanisms",
    uses=("exactdp.remap-in-closed-form", "exactdp.middle-value"),
)


@claim.proof(
    "for a column r not after the pivot p of row i-1 nor before the pivot q of row i: for c < r the constraint above "
    "is ↓, x_ic = α·x_(i-1)c and D_ic = -α·(x_(i+1)c - α·x_ic), and for c > r the one below is ↑ and D_ic is "
    "-α·(x_(i-1)c - α·x_ic)",
    mutants={"r after the pivot of row i-1": {"after": 1}, "↑ before the pivot": {"mirrored": True}},
)
def other_columns(after=0, mirrored=False):
    def letter(pivot, c):
        if c == pivot:
            return None
        return "↓" if (c < pivot) != mirrored else "↑"

    def pairs(a, p, q, r, c):
        before, following = entry("before", c), entry("after", c)
        if c == r:
            yield number(0), number(0)
        elif c < r:
            here = a * before if letter(p, c) == "↓" else entry("here", c)
            yield three_term(a, lambda k: (before, here, following)[k], 2, 1), number(-1) * a * (following - a * here)
        else:
            here = a * following if letter(q, c) == "↑" else entry("here", c)
            yield three_term(a, lambda k: (before, here, following)[k], 2, 1), number(-1) * a * (before - a * here)

    identity("a", pairs, Domain("p q r c", lambda p, q, r, c: [p + after - r, r - q, q, c]))


@claim.proof(
    "as D_ir and all other values of row i sum to (1-α)², D_ir is (1-α)² and what the others are below 0: > 0",
    mutants={"the others ≥ 0": {"sign": 1}},
)
def remaining_column(sign=-1):
    # The sum of the other values is -others.
    assumed = Assumed(
        "a others",
        lambda a, others: {"1-α": 1 - a},
        lambda a, others: {"-others": others},
        witness=[Fraction(1, 2), Fraction(1)],
    )
    signs(
        assumed,
        lambda given, a, others: [((1 - a) ** 2 - sign * others, given["1-α"] * given["1-α"] + given["-others"])],
    )


@claim.instances(
    "all pairs of words of at most 5 letters with the pattern: for every column r whose letters are not ↑ above and "
    "not ↓ below, all letters above before r are ↓, and all below after r are ↑",
    mutants={"two S allowed": {"slack": 2}, "the other reading: ↓ above or ↑ below": {"above": "↓", "below": "↑"}},
)
def words(slack=1, above="↑", below="↓"):
    for length in range(1, 6):
        kept = [w for w in map("".join, product("↓S↑", repeat=length)) if has_pattern(w, slack)]
        for first, second in product(kept, repeat=2):
            for r in range(length):
                if first[r] != above and second[r] != below:
                    fits = set(first[:r]) <= {"↓"} and set(second[r + 1 :]) <= {"↑"}
                    require(fits, f"{first} above {second}, column {r}")


def following(row, alpha):
    """The next row by the pattern: α·x before the pivot, x/α after it; where the pivot is follows from the sum 1."""
    for pivot, x in enumerate(row):
        rest = alpha * sum(row[:pivot]) + sum(row[pivot + 1 :]) / alpha
        if alpha * x <= 1 - rest <= x / alpha:
            return [*(alpha * y for y in row[:pivot]), 1 - rest, *(y / alpha for y in row[pivot + 1 :])]
    raise ArithmeticError("no row follows")


def from_first_row(row, n, alpha):
    """A mechanism with the row pattern, from its row 0, which may be any."""
    rows = [[Fraction(x) / sum(row) for x in row]]
    for _ in range(n):
        rows.append(following(rows[-1], alpha))
    return Mechanism(rows)


def first_rows(columns, weights):
    """All rows of these weights but the one of zeros."""
    return (row for row in product(range(weights), repeat=columns) if any(row))


def lemma_5_5(x, alpha):
    """The library's word on the row pattern."""
    return row_pattern(x, alpha)


@claim.instances(
    "n ≤ 4, three levels, up to 4 responses: mechanisms with the pattern made from many first rows, Z-columns among "
    "them, by no use of G; the library finds the pattern, and the kernel accepts that each is derivable",
    mutants={
        "the second and the first response exchanged in rows i ≥ 1": {"exchanged": True},
        "derivable from G at the level (1+α)/2": {"deployed": lambda alpha: (1 + alpha) / 2},
    },
    largest=6,
    weights=4,
)
def made_from_first_rows(exchanged=False, deployed=lambda alpha: alpha, largest=4, weights=3):
    for n in range(1, largest + 1):
        for alpha in map(Fraction, ("1/3", "1/2", "9/10")):
            for columns in range(1, 5):
                for row in list(first_rows(columns, weights))[:: 1 if columns < 4 else 7]:
                    x = from_first_row(row, n, alpha)
                    if exchanged and columns > 1:
                        x = Mechanism([x.rows[0], *([b, a, *rest] for a, b, *rest in x.rows[1:])])
                    require(bool(private(x, alpha)), f"{x.rows} is not {alpha}-private")
                    require(bool(lemma_5_5(x, alpha)), f"{x.rows} lacks the pattern")
                    found = derive(x, deployed(alpha))
                    require(bool(found), f"{x.rows} is not derivable at n = {n}, α = {alpha}")
                    accepted(found, "derivable")


@claim.instances(
    "n ≤ 4, optimal mechanisms that the linear program finds for strict losses, one of them asymmetric: they have the "
    "pattern and are derivable, as the kernel accepts",
    mutants={"G with its responses in reverse order": {"turned": True}},
)
def optima(turned=False):
    for n in range(1, 5):
        for alpha in (Fraction(1, 4), Fraction(2, 3)):
            for loss in (absolute(), squared(), asymmetric(1, 3)):
                for prior in (uniform(n=n), proportional(range(1, n + 2))):
                    x = solve_polytope(Problem(BayesianUser(loss, prior), alpha)).mechanism
                    if turned:
                        x = geometric(n=n, alpha=alpha) @ deterministic(range(n, -1, -1), responses=range(n + 1))
                    require(bool(lemma_5_5(x, alpha)), f"n = {n}, α = {alpha}, {loss}: no pattern")
                    accepted(derive(x, alpha), "derivable")


VALLEY = (("2/3", "1/3"), ("1/3", "2/3"), ("2/3", "1/3"))


@claim.instances(
    "n = 2, two responses, α = 1/2: the rows (2/3, 1/3), (1/3, 2/3), (2/3, 1/3) are private, with ↓↑ above ↑↓, and the "
    "kernel accepts that they are not derivable",
    mutants={"at α = 1/4": {"alpha": "1/4"}, "without the valley": {"rows": (*VALLEY[:2], ("1/6", "5/6"))}},
)
def smallest_without(alpha="1/2", rows=VALLEY):
    x = Mechanism(rows)
    require(bool(private(x, alpha)), "it is not private")
    require(constraint_matrix(x, alpha).row(1) == "↑↓", "row 1 reads otherwise")
    found = derive(x, alpha)
    require(not found, "it is derivable")
    accepted(found, "not-derivable")


@claim.instances(
    "no converse: a fair coin on {0, 1} reads SS, and G with its responses exchanged ↑↓; both are derivable at n = 1",
    mutants={"G": {"images": (0, 1)}, "a column that is never given": {"coin": ((1, 0), (1, 0))}},
)
def no_converse(images=(1, 0), coin=(("1/2", "1/2"),) * 2):
    alpha = Fraction(1, 2)
    for x in (Mechanism(coin), geometric(n=1, alpha=alpha) @ deterministic(images, responses=range(2))):
        require(not lemma_5_5(x, alpha), f"{x.rows} has the pattern")
        accepted(derive(x, alpha), "derivable")


claim.theorem(
    "RowPattern",
    "row_pattern_derivable",
    "for every n ≥ 1, every rational 0 ≤ α < 1 and every rational mechanism, with any number of responses",
    r"""
    forall (n responses : nat) (alpha : Q) (x : matrix), (1 <= n)%nat -> 0 <= alpha < 1 ->
      private_mechanism (S n) responses (path (S n)) alpha x ->
      (forall i, (S i <= n)%nat -> exists pivot, forall r, (r < responses)%nat ->
         ((r < pivot)%nat -> x (S i) r == alpha * x i r) /\ ((pivot < r)%nat -> x i r == alpha * x (S i) r)) ->
      derivable (S n) (S n) responses x (geometric n alpha)
    """,
    mutants={
        "two S in a row": ("(pivot < r)%nat", "(S pivot < r)%nat"),
        "x not private": (
            "private_mechanism (S n) responses (path (S n)) alpha x",
            "stochastic (S n) responses x",
        ),
    },
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
