"""Theorem 2, the first direction: T ≥ 0 takes the condition in the inner rows and privacy in the outer ones.

The condition is about rows with two neighbours, so it makes T_kr ≥ 0 for 0 < k < n. T_0r and T_nr are m_0r - α·m_1r and
m_nr - α·m_(n-1)r over 1-α. For these the theorem's hypothesis that M is private is needed, which the proof's last step
does not mention.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    entry,
    identity,
    number,
    require,
    signs,
    tridiagonal,
)
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.polytope.derivability import derive, tridiagonal_remap
from exactdp.privacy.level import private

claim = Claim(
    id="gupte2010.theorem-2.sufficiency",
    title="the condition makes T non-negative, with privacy at the ends",
    section="3",
    position=45,
    statement=(
        "For 0 ≤ α < 1 the condition on three entries gives T_kr ≥ 0 for 0 < k < n and all r. T_0r ≥ 0 and T_nr ≥ 0 "
        "come from privacy between the inputs 0 and 1, and n-1 and n. With both, T is stochastic and M = G·T. From the "
        "condition alone they do not follow: already at n = 2 all inner entries of T may be ≥ 0 with T_0r < 0."
    ),
    latex=r"t_{0,r} = \frac{m_{0,r} - \alpha m_{1,r}}{1-\alpha}, \qquad t_{n,r} = \frac{m_{n,r} - \alpha "
    r"m_{n-1,r}}{1-\alpha}",
    domain="n ≥ 1, 0 ≤ α < 1, every M; for n = 1 there are outer rows only, and at α = 0 T = M ≥ 0 always",
    every_n=True,
    verdict="proved",
    scope="all n, α and M; the page says it of the condition, and the theorem's hypothesis of privacy is meant with it",
    uses=("gupte2010.theorem-2.cramer", "gupte2010.theorem-2.unique-remap"),
)


@claim.instances(
    "not by the condition alone: n = 2, α = 1/2, M with the columns 0, 1/2, 1 and 1, 1/2, 0: the condition holds in "
    "both, T_10 = T_11 = 1/2, and T_00 = T_21 = -1/2",
    mutants={"at α = 0": {"alpha": "0"}, "the columns 1/4, 1/2, 3/4 and 3/4, 1/2, 1/4": {"column": (1, 2, 3)}},
)
def ends(alpha="1/2", column=(0, 2, 4)):
    a, mechanism = Fraction(alpha), Mechanism([[Fraction(x, 4), 1 - Fraction(x, 4)] for x in column])
    for r in range(2):
        x = mechanism.column(r)
        require(x[1] - a * x[0] >= a * (x[2] - a * x[1]), f"the condition fails in column {r}")
    remap = tridiagonal_remap(mechanism, a)
    require(remap.rows[1] == (Fraction(1, 2), Fraction(1, 2)), f"row 1 of T is {remap.rows[1]}")
    require(remap[0, 0] == remap[2, 1] == Fraction(-1, 2), f"T_00 is {remap[0, 0]}")
    found = derive(mechanism, a)
    require(not found, "it is derivable")
    accepted(found)


@claim.proof(
    "the entries of K·M, which are 1-α or (1-α)² times those of T: the difference of the condition in the inner rows, "
    "and those of privacy in the outer ones",
    mutants={"the inner form in the outer rows": {"ends": 0}, "x_(k+1) - α·x_(k-1)": {"last": -1}},
)
def entries(ends=1, last=0):
    def pairs(a, n, k):
        def x(i):
            return entry("x", i)

        near = (j for j in (k - 1, k, k + 1) if 0 <= j <= n)
        value = sum((tridiagonal(a, n, k, j) * x(j) for j in near), number(0))
        if k == 0:
            yield value, x(0) - a * x(1) + (1 - ends) * a**2 * x(0)
        elif k == n:
            yield value, x(n) - a * x(n - 1) + (1 - ends) * a**2 * x(n)
        else:
            yield value, (x(k) - a * x(k - 1)) - a * (x(k + 1) - a * x(k + last))

    identity("a", pairs, Domain("n k", lambda n, k: [n - 1, k, n - k]))


@claim.proof(
    "each is ≥ 0, from one hypothesis each, and the divisors 1-α and (1-α)² are > 0",
    mutants={"the condition in row 0 as well": {"privacy": "met"}, "α ≤ 1": {"below_one": False}},
)
def signs_of_entries(privacy="private", below_one=True):
    assumed = Assumed(
        "a x y z",
        lambda a, x, y, z: {"1-α": 1 - a} if below_one else {},
        lambda a, x, y, z: (
            {"private": x - a * y, "met": (y - a * x) - a * (z - a * y)} | ({} if below_one else {"1-α": 1 - a})
        ),
        witness=[Fraction(1, 2), Fraction(1), Fraction(1), Fraction(1)],
    )
    signs(
        assumed,
        lambda given, a, x, y, z: [(x - a * y, given[privacy]), ((1 + a**2) * y - a * (x + z), given["met"])],
        strict=False,
    )
    signs(assumed, lambda given, *bases: [(1 - bases[0], given["1-α"]), ((1 - bases[0]) ** 2, given["1-α"] ** 2)])


@claim.instances(
    "n = 2, two responses, entries in sixths, α = 0, 1/3, 1/2: where the condition holds row 1 of T is ≥ 0, and where "
    "M is private rows 0 and 2 are; where both hold the kernel accepts the remap",
    mutants={"rows 0 and 2 by the condition": {"row": 0}, "row 1 by privacy": {"other": 1}},
)
def by_kernel(row=1, other=0):
    for a in map(Fraction, ("0", "1/3", "1/2")):
        for column in product(range(7), repeat=3):
            mechanism = Mechanism([[Fraction(x, 6), 1 - Fraction(x, 6)] for x in column])
            columns = [mechanism.column(r) for r in range(2)]
            met = all((1 + a**2) * x[1] >= a * (x[0] + x[2]) for x in columns)
            kept, remap = bool(private(mechanism, a)), tridiagonal_remap(mechanism, a)
            require(not met or min(remap.rows[row]) >= 0, f"row {row} of T at {column}, α = {a}")
            require(not kept or min(remap.rows[other]) >= 0, f"row {other} of T at {column}, α = {a}")
            require(not kept or min(remap.rows[2]) >= 0, f"row 2 of T at {column}, α = {a}")
            if met and kept:
                found = derive(mechanism, a)
                require(bool(found), f"{column} is not derivable at α = {a}")
                accepted(found)


claim.theorem(
    "Geometric",
    "inverse_remap_stochastic",
    "for every n ≥ 1, every rational 0 ≤ α < 1 and every rational M: T in closed form is stochastic",
    """
    forall (n responses : nat) (alpha : Q) (x : matrix), (1 <= n)%nat -> 0 <= alpha < 1 ->
      private_mechanism (S n) responses (path (S n)) alpha x -> three_entries_condition n responses alpha x ->
      stochastic (S n) responses (inverse_remap n alpha x)
    """,
    mutants={
        "the condition alone": (
            "private_mechanism (S n) responses (path (S n)) alpha x",
            "stochastic (S n) responses x",
        ),
    },
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
