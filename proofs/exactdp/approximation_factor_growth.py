"""No mechanism serves all users with priors over databases up to a constant: the best factor grows with n.

Take every pair of opposite databases of {0,1}^n, n = 2k+1. In a column g let z be where it is largest, and M the sum
over pairs of the smaller entry, which is what they err. The C(n,k) pairs at the distances k, k+1 from z make M ≥
C(n,k)·α^(k+1)·g_z. For y ≠ z some S is within k of z and beyond k of y, its complement within k of y: so M ≥ α^k·g_y.
"""

from fractions import Fraction
from itertools import product
from math import comb

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.losses import table
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import hypercube
from exactdp.model.users import BayesianUser
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.privacy.level import private

claim = Claim(
    id="exactdp.approximation-factor.growth",
    title="no constant factor for all users",
    section="8",
    position=32,
    statement=(
        "Let n = 2k+1, D = {0,1}, C = C(n,k), and take the 2^(n-1) users with the 0-1 loss and weights 1/2 on a "
        "database and its complement. The best common factor of an α-private mechanism for them is at least "
        "(1+α)C/(1+(2^n-1)Cα) and at most C/(1+α)^k, by randomized response on each row. Both tend to C(2k+1,k) as α "
        "tends to 0. So no mechanism has a factor for all users that holds for all n and α: the open question of "
        "section 7 has a negative answer for factors that depend on neither. For n = 1 both bounds are 1, for n = 3 "
        "the factor is (3+α)/(1+α)²."
    ),
    latex=r"\frac{(1+\alpha)\binom{2k+1}{k}}{1+(2^{2k+1}-1)\binom{2k+1}{k}\alpha} \le \lambda \le "
    r"\frac{1}{(1+\alpha)^k}\binom{2k+1}{k}",
    domain="n = 2k+1, k ≥ 0, 0 < α < 1, all mechanisms and remaps",
    every_n=True,
    verdict="proved",
    scope="all n, α, mechanisms and remaps; whether factors for one fixed α grow with n is left open",
    uses=("exactdp.approximation-factor", "ghosh2009.theorem-6.3.randomized"),
)


def positive(a, *others):
    """The levels."""
    return {"α": a, "1-α": 1 - a}


@claim.proof(
    "S for y ≠ z, which differ in e of the rows: change z in o rows outside of these and in i of them, o = k, i = 0 "
    "if n-e ≥ k, and else o = n-e, i = k-o; then S differs from z in i+o = k rows, and from y in e-i+o ≥ k+1",
    mutants={"changes inside only": {"outside": False}, "e ≥ 0, so that y = z too": {"least": 0}},
)
def between(outside=True, least=1):
    def distances(a, k, e):
        n = 2 * k + 1
        if n - e >= k:
            i, o = (0 * k, k) if outside else (k, 0 * k)
        else:
            i, o = k - (n - e), n - e
        # The exponents are shown to be ≥ 0: i ≤ e, o ≤ n-e, and e-i+o ≥ k+1.
        yield a**i * a**o, a**k
        yield a ** (e - i) * a**i, a**e
        yield a ** (n - e - o) * a**o, a ** (n - e)
        yield a ** (e - i + o - (k + 1)) * a ** (k + 1), a ** (e - i + o)

    identity("a", distances, Domain("k e", lambda k, e: [k, e - least, 2 * k + 1 - e]))


@claim.proof(
    "privacy at distance j is g_S ≥ α^j·g_z, one row more at a time; so with t = α^k and g_z ≥ g_y both g_S ≥ t·g_z "
    "and g_S' ≥ t·g_y, on the complement S', are at least t·g_y",
    mutants={"g_z ≤ g_y": {"sign": -1}, "α² for one row": {"power": 2}},
)
def smaller_entry(sign=1, power=1):
    def hypotheses(a, t, z, *rest):
        y, S, T, v = rest
        return {
            "t": t,
            "largest": sign * (z - y),
            "S": S - t * z,
            "S'": T - t * y,
            "one row": v - a**power * S,
        }

    def proofs(given, a, t, z, *rest):
        y, S, T, v = rest
        yield S - t * y, given["S"] + given["t"] * given["largest"]
        yield T - t * y, given["S'"]
        yield v - a * t * z, given["one row"] + given["α"] * given["S"]

    assumed = Assumed("a t z y S T v", positive, hypotheses, ["1/2", "1/2", 1, 1, 1, 1, 1])
    signs(assumed, proofs, strict=False)


@claim.proof(
    "all together: with Y the sum of the other N = 2^n-1 entries, N·M ≥ α^k·Y and M ≥ C·α^(k+1)·g_z give (1+NCα)M ≥ "
    "C·α^(k+1)·(g_z+Y). The sum over columns of g_z+Y is 2^n, and the 2^(n-1) users lose ΣM/2: on average at least "
    "C·α^(k+1)/(1+NCα), against α^(k+1)/(1+α) alone",
    mutants={"1+NC for 1+NCα": {"power": 0}, "M ≥ C·α^k·g_z": {"more": 0}},
)
def column(power=1, more=1):
    def hypotheses(a, t, C, *rest):
        N, M, z, Y = rest
        return {"near z": M - C * t * a**more * z, "others": N * M - t * Y, "C": C}

    def proofs(given, a, t, C, *rest):
        N, M, z, Y = rest
        total = given["near z"] + given["C"] * given["α"] * given["others"]
        yield (1 + N * C * a**power) * M - C * a * t * (z + Y), total

    assumed = Assumed("a t C N M z Y", positive, hypotheses, ["1/2", 1, 1, 1, 1, 1, 1])
    signs(assumed, proofs, strict=False)
    # The quotient of both losses, t = α^k: C·α·t·(1+α) by α·t.
    identity("a t C", lambda a, t, C: [(C * a * t * (1 + a), a * t * ((1 + a) * C))])


@claim.proof(
    "randomized response errs where k+1+i rows are turned, i ≥ 0, with the weight C(n,k+1+i)·α^(k+1+i)/(1+α)^n; and "
    "C(n,k+1+i) ≤ C·C(k,i), by the factors (k-i)/(k+2+i) ≤ (k-i)/(i+1) from i to i+1: so the factor is at most "
    "C·(1+α)^k·(1+α)/(1+α)^n",
    mutants={"(k-i)/(i+2)": {"step": 2}, "(1+α)^(k+1)": {"more": 1}},
)
def randomized_response(step=1, more=0):
    def hypotheses(k, i, C, *rest):
        s, u = rest
        # C(k,i) = (i+1)s and C(k,i+1) = (k-i)s; C(n,k+1+i) = (k+2+i)u and the next is (k-i)u.
        return {"before": C * (i + step) * s - (k + 2 + i) * u, "C": C, "k-i": k - i, "k+1": k + 1, "s": s}

    def proofs(given, k, i, C, *rest):
        s, u = rest
        next_one = C * (k - i) * s - (k - i) * u
        yield (k + 2 + i) * next_one, given["k-i"] * (given["before"] + given["k+1"] * given["C"] * given["s"])

    signs(Assumed("k i C s u", lambda *bases: {}, hypotheses, [2, 1, 1, 1, "2/5"]), proofs, strict=False)
    # (1+α)^k·(1+α)·(1+α)^k = (1+α)^n.
    identity(
        "a",
        lambda a, k: [((1 + a) ** (k + more) * (1 + a) * (1 + a) ** k, (1 + a) ** (2 * k + 1))],
        Domain("k", lambda k: [k]),
    )


def bounds(k, alpha):
    """The statement's two bounds."""
    n, ways = 2 * k + 1, comb(2 * k + 1, k)
    return (1 + alpha) * ways / (1 + (2**n - 1) * ways * alpha), ways / (1 + alpha) ** k


def columns(n, alpha):
    """Columns that are α-private: the largest of some that fall by α with each row from a database."""
    for count, scale in product((1, 2, 3, 5), (Fraction(1), alpha, Fraction(1, 3))):
        centers = [(7 * j * j + 3 * j + count) % 2**n for j in range(count)]
        yield [max(scale**j * alpha ** (d ^ c).bit_count() for j, c in enumerate(centers)) for d in range(2**n)]


@claim.instances(
    "the inequality of a column for n = 1, 3, 5, α = 1/1000, 1/10, 1/2 and twelve columns each, with one peak or "
    "several; and S for all y ≠ z, by trying all databases",
    mutants={"α^k for α^(k+1)": {"less": 1}, "S within k-1 of z": {"near": 1}},
    largest=3,
)
def by_columns(largest=2, less=0, near=0):
    for k in range(largest + 1):
        n, ways = 2 * k + 1, comb(2 * k + 1, k)
        for alpha in map(Fraction, ("1/1000", "1/10", "1/2")):
            for g in columns(n, alpha):
                errors = sum(min(g[d], g[2**n - 1 - d]) for d in range(2 ** (n - 1)))
                least = ways * alpha ** (k + 1 - less) * sum(g)
                require((1 + (2**n - 1) * ways * alpha) * errors >= least, f"n = {n}, α = {alpha}: {g}")
        for y in range(1, 2**n):
            found = any(s.bit_count() <= k - near and (s ^ y).bit_count() > k for s in range(2**n))
            require(found, f"n = {n}: no S for z = 0, y = {y}")


@claim.instances(
    "n = 1, 3, 5, α = 1/2, 1/100: the kernel accepts randomized response as α-private, and its factor is the same for "
    "all users and within the bounds, equal to them for n = 1; for n = 3 no mechanism has a smaller one, by an optimum",
    mutants={"C(n,k-1)": {"ways": 1}, "randomized response at the level α²": {"power": 2}},
)
def certified(ways=0, power=1):
    for k, alpha in product(range(3), map(Fraction, ("1/2", "1/100"))):
        n = 2 * k + 1
        turned = alpha**power / (1 + alpha**power)
        x = Mechanism(
            [
                [turned ** (d ^ r).bit_count() * (1 - turned) ** (n - (d ^ r).bit_count()) for r in range(2**n)]
                for d in range(2**n)
            ]
        )
        found = private(x, alpha, hypercube(inputs=range(2**n)))
        require(bool(found), f"n = {n}, α = {alpha}: it is not private")
        accepted(found)
        alone = alpha ** (k + 1) / (1 + alpha)
        factors = {
            sum(min(p, q) for p, q in zip(x.rows[d], x.rows[2**n - 1 - d], strict=True)) / 2 / alone
            for d in range(2 ** (n - 1))
        }
        require(len(factors) == 1, f"n = {n}: users have the factors {sorted(factors)}")
        low, high = bounds(k, alpha)
        if ways and k:
            high = high * comb(n, k - ways) / comb(n, k)
        require(low <= min(factors) <= high, f"n = {n}, α = {alpha}: {min(factors)} is not from {low} to {high}")
        if k == 1:
            best = least(alpha) / (4 * alone)
            require(best == min(factors), f"α = {alpha}: another mechanism has the factor {best}")


def least(alpha):
    """The certified least sum of the errors of the four users on {0,1}^3."""
    # A user's weights are 1/2, and times 8, for the weights 1/8 below, an error costs 4.
    rows = [[4 * int((d > 3) != bool(answer[min(d, 7 - d)])) for answer in product((0, 1), repeat=4)] for d in range(8)]
    user = BayesianUser(table(rows), [Fraction(1, 8)] * 8)
    found = solve_polytope(Problem(user, alpha, hypercube(inputs=range(8)), responses=range(16)))
    accepted(found)
    return found.value


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
