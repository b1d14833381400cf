"""An entry 1 in an α-private mechanism, and what Theorem 3.1 says there.

If x_ij = 1, the other entries of row i are 0, and with α > 0 their columns are Z-columns. So every row is the same
point mass. The remap that sends every response to j makes this mechanism of x^G, of G, and of any other.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import BayesianUser, point_mass, uniform
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.polytope.constraints import constraint_matrix
from exactdp.polytope.derivability import derive
from exactdp.privacy.level import private

claim = Claim(
    id="ghosh2009.section-5.singleton-support",
    title="mechanisms with an entry 1",
    section="5",
    position=48,
    statement=(
        "If α > 0 and x_ij = 1 for one i and j, then x_kj = 1 for all k, and the map of all responses to j makes x of "
        "every mechanism, x^G among them: so an optimum of this kind is derivable. At α = 0 it fails: the identity."
    ),
    latex=r"x_{ij} = 1 \ \Rightarrow\ x_{kj} = 1 \ \ (k \in N), \qquad x = (r \mapsto j) \circ x^G",
    domain="n ≥ 0, 0 < α ≤ 1, all α-private mechanisms",
    every_n=True,
    verdict="proved",
    scope="all n, α and mechanisms; x^G for α < 1",
    uses=("ghosh2009.section-5.z-columns",),
)


@claim.proof(
    "if x_ij = 1, another entry u of row i is 0: with v for the sum of the rest, v ≥ 0 and u + v = 1 - x_ij, -u is "
    "(x_ij - 1) + v ≥ 0",
    mutants={"x_ij = 1/2": {"value": Fraction(1, 2)}, "entries that may be negative": {"signed": True}},
)
def others_are_zero(value=1, signed=False):
    assumed = Assumed(
        "u v",
        lambda u, v: {},
        lambda u, v: {"x_ij-1": (1 - u - v) - value} | {"v": v + u if signed else v},
        witness=[Fraction(0), Fraction(0)],
    )
    signs(assumed, lambda given, u, v: [(-u, given["x_ij-1"] + given["v"])], strict=False)


@claim.proof(
    "as α^|k-i|·x_kr ≤ x_ir = 0, these columns are 0 in every row k; its sum over the responses before r is 0 for r ≤ "
    "j and x_kj for r > j, so x_kj is the whole sum, 1",
    mutants={"x_kj for r ≥ j": {"first": 0}},
)
def same_point_mass(first=1):
    def up_to(r, j):
        return entry("x", j) if r >= j + first else 0 * entry("x", j)

    def pairs(r, j):
        yield up_to(r + 1, j) - up_to(r, j), entry("x", r) if r == j else 0 * entry("x", r)

    identity("", pairs, Domain("r j", lambda r, j: [r, j]))


@claim.proof(
    "for the map of all responses to j, entry r of the row that it makes grows with each response k of the source by "
    "x_k if r = j, and by 0 otherwise: it is the whole sum, 1, for r = j",
    mutants={"response 0 to j+1": {"exception": True}},
)
def constant_map(exception=False):
    def pairs(j, r, k):
        image = j + 1 if exception and k == 0 else j
        so_far = entry("sum", k)
        yield so_far + entry("x", k) * int(r == image) - so_far, entry("x", k) if r == j else 0 * entry("x", k)

    identity("", pairs, Domain("j r k", lambda j, r, k: [j, r, k]))


@claim.instances(
    "at α = 0 the identity for n = 1, …, 4 has an entry 1 in every row, and no constant map makes it",
    mutants={"at α = 1/100": {"alpha": "1/100"}, "n = 0": {"least": 0}},
)
def at_zero(alpha="0", least=1):
    for n in range(least, 5):
        x = Mechanism([[int(i == r) for r in range(n + 1)] for i in range(n + 1)])
        require(bool(private(x, alpha)), f"it is not {alpha}-private")
        require(len(set(x.rows)) > 1, "the rows are equal")
        for j in range(n + 1):
            require(
                (x @ deterministic([j] * (n + 1), responses=range(n + 1))).rows != x.rows, f"the map to {j} makes it"
            )


@claim.instances(
    "every deterministic map of G with n ≤ 3, two levels: it has an entry 1 just where it is constant, and then its "
    "rows are equal and C has n Z-columns and one without an arrow, all S; the kernel accepts that it is derivable, by "
    "the constant map",
    mutants={"an entry ≥ 1/2": {"least": Fraction(1, 2)}, "the column reads ↓": {"letter": "↓"}},
)
def by_library(least=1, letter="S"):
    for n in range(1, 4):
        for alpha in map(Fraction, ("1/4", "9/10")):
            for images in product(range(n + 1), repeat=n + 1):
                induced = geometric(n=n, alpha=alpha) @ deterministic(images, responses=range(n + 1))
                x = Mechanism(induced.rows)
                has_one = any(v >= least for row in x.rows for v in row)
                require(has_one == (len(set(images)) == 1), f"{images} at α = {alpha}")
                if not has_one:
                    continue
                tight = constraint_matrix(x, alpha)
                require(len(set(x.rows)) == 1 and tight.z == n, f"{x.rows}")
                require(set(tight.column(images[0])) == {letter}, f"{tight.column(images[0])}")
                found = derive(x, alpha)
                require(
                    bool(found) and found.remap == deterministic(images, responses=range(n + 1)),
                    f"{images} is no remap",
                )
                accepted(found, "derivable")


@claim.instances(
    "it occurs: for (i-r)² and a prior that is 1 at i, n ≤ 4 and α = 1/2, the optimum found always answers i; for "
    "|i-r|, the uniform prior, n = 2 and α = 9/10 it always answers 1",
    mutants={"the uniform prior": {"known": False}, "at α = 1/10": {"alpha": "1/10"}},
)
def occurring(known=True, alpha="9/10"):
    for n in range(1, 5):
        for i in range(n + 1):
            prior = point_mass(n=n, i=i) if known else uniform(n=n)
            best = solve_polytope(Problem(BayesianUser(squared(), prior), "1/2"))
            accepted(best, "optimal")
            require(all(row[i] == 1 for row in best.mechanism.rows), f"{best.mechanism.rows}")
    best = solve_polytope(Problem(BayesianUser(absolute(), uniform(n=2)), alpha))
    accepted(best, "optimal")
    require(best.mechanism.rows == ((0, 1, 0),) * 3, f"{best.mechanism.rows}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
