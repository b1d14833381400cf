"""Lemma 5 at α = 0, at α = 1 and for n = 0: the pattern is there without the step.

At α = 0 the identity is private, loses least, and is the only mechanism with L' = 0; rows i and i+1 have their only
entries in columns i and i+1. At α = 1 rows are equal, so that every column is both ↓ and ↑.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.losses import absolute, squared, table, zero_one
from exactdp.model.mechanism import identity as truthful
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.lexicographic import lexicographic
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem

claim = Claim(
    id="gupte2010.lemma-5.edges",
    title="the pattern at α = 0, α = 1 and n = 0",
    section="4.2",
    position=20,
    statement=(
        "At α = 0 the identity is the only optimum in (L, L'), and c_1 = i, c_2 = i+1 do for rows i and i+1. At α = 1 "
        "every private mechanism has equal rows, and any c_1, c_2 do. For n = 0 there are no adjacent rows. So the "
        "lemma holds for 0 ≤ α ≤ 1; only for 0 < α < 1 does it need the step."
    ),
    latex=r"\alpha = 0:\; x_{i,j} = [i = j], \quad c_1 = i, \; c_2 = i+1; \qquad \alpha = 1:\; x_{i,j} = x_{i+1,j}",
    domain="n ≥ 0, α = 0 and α = 1, monotone losses, S not empty",
    every_n=True,
    verdict="proved",
    scope="all n and losses",
    uses=("gupte2010.lemma-5.contradiction-hypothesis",),
)


@claim.proof(
    "α = 0: of the identity, x_(i+1)j = 0·x_ij for j ≤ i and x_ij = 0·x_(i+1)j for j ≥ i+1",
    mutants={"c_1 = i+1": {"last": 1}, "c_2 = i": {"first": 0}},
)
def at_zero(last=0, first=1):
    def entry_of_identity(z, i, j):
        return z if i == j else number(0)

    def up_to(z, *indices):
        _, i, j = indices
        yield entry_of_identity(z, i + 1, j), number(0)

    def from_there(z, *indices):
        _, i, j = indices
        yield entry_of_identity(z, i, j), number(0)

    # The entry 1 is written z, since the identity must hold for any.
    identity("z", up_to, Domain("n i j", lambda n, i, j: [i, n - 1 - i, j, i + last - j]))
    identity("z", from_there, Domain("n i j", lambda n, i, j: [i, n - 1 - i, j - i - first, n - j]))


@claim.proof(
    "α = 0: an input loses at least l(i,i), as c·x - m·x = (c-m)·x ≥ 0 for m = l(i,i) ≤ c = l(i,r), and the identity "
    "loses that; and |i-r|·x_ir > 0 where x_ir > 0 and r ≠ i, so L' = 0 for the identity only",
    mutants={"a loss that is less elsewhere": {"monotone": False}, "r = i too": {"apart": False}},
)
def only_identity(monotone=True, apart=True):
    assumed = Assumed(
        "c m x g",
        lambda c, m, x, g: {"x": x} | ({"g": g} if apart else {}),
        lambda c, m, x, g: {"c-m": c - m if monotone else m - c} | ({} if apart else {"g": g}),
        witness=[Fraction(1)] * 4,
    )
    signs(assumed, lambda given, c, m, x, g: [(c * x - m * x, given["c-m"] * given["x"])], strict=False)
    signs(assumed, lambda given, c, m, x, g: [(g * x, given["g"] * given["x"])])


@claim.proof(
    "α = 1: with y - x = d ≥ 0 and x - y = e ≥ 0, d + e = 0; so y = 1·x and x = 1·y",
    mutants={"α = 1/2": {"level": Fraction(1, 2)}},
)
def at_one(level=1):
    identity("x y", lambda x, y: [((y - level * x) + (x - level * y), 0 * x)])


@claim.instances(
    "n ≤ 3, four losses and all S: at α = 0 the optimum in (L, L') is the identity, at α = 1 its rows are equal, both "
    "judged by the kernel; n = 0 has one row",
    mutants={"L alone": {"second": False}, "α = 1/4 for 0": {"least": "1/4"}},
)
def by_library(second=True, least="0"):
    for n in range(4):
        constant = table([[1] * (n + 1) for _ in range(n + 1)])
        for loss in (absolute(), squared(), zero_one(), constant):
            for bits in range(1, 2 ** (n + 1)):
                inside = [i for i in range(n + 1) if bits >> i & 1]
                for alpha in (least, "1"):
                    best = solve_polytope(Problem(MinimaxConsumer(loss, n=n, side_information=inside), alpha))
                    found = lexicographic(best) if second else best
                    require(isinstance(found, Optimum), "the linear program was not solved")
                    accepted(found)
                    rows = found.mechanism.rows
                    where = f"n = {n}, α = {alpha}, {loss}, S = {inside}: {rows}"
                    require(rows == truthful(n=n).rows if alpha != "1" else len(set(rows)) == 1, where)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
