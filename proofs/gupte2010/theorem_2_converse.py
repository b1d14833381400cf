"""Theorem 2, the converse: what can be derived from G meets the condition, by a linear functional and by Cramer's rule.

The difference (1+α²)·x_k - α·(x_(k-1) + x_(k+1)) is linear in the column x. On column j of G it is 0 but for j = k,
and (1-α)² there. On column r of G·T it is (1-α)²·T_kr, which is ≥ 0 for a remap T. That needs no inverse, so it covers
α = 1.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    entry,
    geometric_times_one_plus_alpha,
    identity,
    number,
    require,
    signs,
    three_term,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.polytope.derivability import derive, tridiagonal_remap

claim = Claim(
    id="gupte2010.theorem-2.converse",
    title="what is derivable meets the condition",
    section="3",
    position=46,
    statement=(
        "If column r of a mechanism M on {0..n} has (1+α²)·m_kr - α·(m_(k-1)r + m_(k+1)r) < 0 in some row 0 < k < n, "
        "then M, private or not, is not derivable from G_{n,α}: for α < 1 the entry T_kr of the same row and column is "
        "that difference over (1-α)², hence negative, and at α = 1 no T exists at all. Another entry of row k of T "
        "need not be negative, and some entry of it must be positive."
    ),
    latex=r"(1+\alpha^2)m_{k,r} - \alpha(m_{k-1,r}+m_{k+1,r}) = (1-\alpha)^2\, t_{k,r}",
    domain="n ≥ 2, 0 < k < n, 0 ≤ α ≤ 1, every M; for n ≤ 1 there is no such row, and at α = 0 no such column",
    every_n=True,
    verdict="corrected",
    scope="all n, k, α and M",
    printed="if column c has (1+α²)·m_ij - α·(m_(i-1)j + m_(i+1)j) < 0 then s_ic < 0: j for c, and s for the t before",
    slip="print",
    uses=("gupte2010.theorem-2.cramer",),
)

ROWS = Domain("n k", lambda n, k: [n - 2, k - 1, n - 1 - k])


@claim.counterexample(
    "n = 2, α = 1/2, M with the rows (1/2, 1/2), (1/4, 3/4), (1/2, 1/2): the difference is -3/16 in column 0, and T_10 "
    "is -3/4; in column c = 1, T_11 is 7/4",
    mutants={"c = j": {"c": 0}},
)
def another_column(c=1):
    alpha = Fraction(1, 2)
    mechanism = Mechanism([["1/2", "1/2"], ["1/4", "3/4"], ["1/2", "1/2"]])
    x, remap = mechanism.column(0), tridiagonal_remap(mechanism, alpha)
    require((1 + alpha**2) * x[1] - alpha * (x[0] + x[2]) == Fraction(-3, 16), "the difference is not -3/16")
    require(remap[1, 0] == Fraction(-3, 4), f"T_10 is {remap[1, 0]}")
    require(remap[1, c] > 0, f"T_1{c} is {remap[1, c]}")
    found = derive(mechanism, alpha)
    require(not found, "it is derivable")
    accepted(found)


@claim.proof(
    "on column j of G the difference in row k is (1-α)² for j = k and 0 otherwise, for every α, 1 included",
    mutants={"(1-α)·(1+α)": {"sign": 1}, "column j as the last of G on {0..j}": {"scaled": False}},
)
def on_the_columns(sign=-1, scaled=True):
    def pairs(a, n, k, j):
        def column(i):
            return geometric_times_one_plus_alpha(a, n if scaled else j, i, j)

        here = (1 + a) * (1 - a) * (1 + sign * a)
        yield three_term(a, column, n, k), here if j == k else number(0)

    identity("a", pairs, Domain("n k j", lambda n, k, j: [n - 2, k - 1, n - 1 - k, j, n - j]))


@claim.proof(
    "it is linear: adding t times a column g adds t times its value, so that on Σ_j t_j·g_j it is (1-α)²·t_k",
    mutants={"x_k² for x_k": {"square": True}},
)
def linear(square=False):
    def pairs(a, t, n, k):
        def x(i):
            return entry("x", i)

        def g(i):
            return entry("g", i)

        def value(v):
            bend = v(k) * v(k) - v(k) if square else number(0)
            return three_term(a, v, n, k) + bend

        yield value(lambda i: x(i) + t * g(i)), value(x) + t * value(g)

    identity("a t", pairs, ROWS)


@claim.proof(
    "(1-α)²·t_k ≥ 0 for t_k ≥ 0: the contrapositive",
    mutants={"> 0": {"strict": True}, "1-α for (1-α)²": {"power": 1}},
)
def sign_of_entry(strict=False, power=2):
    assumed = Assumed("a t", lambda a, t: {}, lambda a, t: {"1-α": 1 - a, "t": t}, witness=[Fraction(1), Fraction(0)])
    signs(assumed, lambda given, a, t: [((1 - a) ** 2 * t, given["1-α"] ** power * given["t"])], strict=strict)


@claim.instances(
    "Cramer's rule needs det G > 0 only: for n ≤ 5 and three levels det G(k, x) is below 0, 0 or above 0 together with "
    "the difference, for x with the entries 0, 1, 2 in rows k-1 to k+1 and 1 elsewhere",
    mutants={"column k-1 replaced": {"shift": -1}},
)
def by_determinants(shift=0):
    for n in range(2, 6):
        for alpha in map(Fraction, ("1/4", "1/2", "9/10")):
            whole = geometric(n=n, alpha=alpha).flint
            for k in range(1, n):
                for values in product(range(3), repeat=3):
                    x = [1] * (n + 1)
                    x[k - 1 : k + 2] = values
                    at = k + shift
                    replaced = type(whole)(
                        [[x[i] if j == at else whole[i, j] for j in range(n + 1)] for i in range(n + 1)]
                    )
                    difference = (1 + alpha**2) * x[k] - alpha * (x[k - 1] + x[k + 1])
                    value = replaced.det()
                    same = (value > 0) == (difference > 0) and (value < 0) == (difference < 0)
                    require(same, f"n = {n}, k = {k}, α = {alpha}, x = {x}")


@claim.instances(
    "n = 2, all mechanisms with two responses and entries in sixths, α = 0, 1/3, 1/2, 1: where the difference is "
    "negative in a column, the kernel accepts that the mechanism is not derivable",
    mutants={"also where it is 0": {"strict": False}},
)
def by_kernel(strict=True):
    for alpha in map(Fraction, ("0", "1/3", "1/2", "1")):
        for column in product(range(7), repeat=3):
            mechanism = Mechanism([[Fraction(x, 6), 1 - Fraction(x, 6)] for x in column])
            columns = (mechanism.column(r) for r in range(2))
            least = min((1 + alpha**2) * x[1] - alpha * (x[0] + x[2]) for x in columns)
            if least < 0 or (not strict and least == 0):
                found = derive(mechanism, alpha)
                require(not found, f"{column} in sixths is derivable at α = {alpha}")
                accepted(found)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
