"""Footnote 3: what a limiting argument gives where the prior lacks full support or the loss is not strictly monotone.

It gives one optimal vertex with the pattern of Lemma 5.5, the limit, and says nothing of the others; but the proof has
fixed any optimal vertex. For |i-r| the loss of a mechanism at the prior (1-ε)·p + ε·uniform is affine in ε, and so is
how much more another mechanism loses than a given one: if this is ≥ 0 at two ends and > 0 at one point between, it is
> 0 everywhere between. Three certificates thus settle all small ε > 0.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, accepted, identity, number, require, signs
from exactdp.claims.examples import WITHOUT_PATTERN
from exactdp.claims.optima import accepted_optimum
from exactdp.claims.words import row_pattern
from exactdp.commands.cli import main
from exactdp.model.losses import absolute, table, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.uniqueness import uniqueness
from exactdp.polytope.vertex import vertex

claim = Claim(
    id="ghosh2009.footnote-3",
    title="perturbations and a limiting argument",
    section="5",
    position=72,
    statement=(
        "Without full support or a strictly monotone loss, an optimal vertex may lack the pattern of Lemma 5.5; the "
        "limit of optimal vertices of perturbed users has it. So for n = 2, α = 1/2, |i-r| and the prior 1/2, 1/2, 0 "
        "the rows (2/3, 1/3, 0), (1/3, 2/3, 0), (2/3, 1/3, 0) are an optimal vertex without it, and (2/3, 1/3, 0), "
        "(1/3, 2/3, 0), (1/6, 5/6, 0) one with it, which is the only optimum at (1-ε)·p + ε·uniform for 0 < ε < 9/11."
    ),
    latex=r"p_\varepsilon = (1-\varepsilon)\, p + \varepsilon \cdot \mathrm{uniform}, \qquad 0 < \varepsilon < "
    r"\tfrac{9}{11}",
    domain="the users that Lemma 5.5 leaves to the footnote",
    verdict="corrected",
    scope="one user, for all ε; a 0-1 loss for four ε; that there is always such a limit is argued in Lemma 5.5",
    printed="the pattern of Lemma 5.5 for the fixed optimal vertex x, without full support or strict monotonicity",
    slip="statement",
    uses=("ghosh2009.lemma-5.5",),
)

LIMIT = Mechanism((("2/3", "1/3", 0), ("1/3", "2/3", 0), ("1/6", "5/6", 0)))
LAST = Fraction(9, 11)


def perturbed(epsilon):
    """The user with |i-r| and the prior (1-ε)·(1/2, 1/2, 0) + ε·uniform."""
    return BayesianUser(absolute(), [(1 - epsilon) * p + epsilon / 3 for p in map(Fraction, ("1/2", "1/2", "0"))])


@claim.counterexample(
    "n = 2, α = 1/2: the kernel accepts that (2/3, 1/3, 0), (1/3, 2/3, 0), (2/3, 1/3, 0) are a vertex and optimal for "
    "the prior 1/2, 1/2, 0 and |i-r|; row 1 of the constraint matrix lacks the pattern",
    mutants={"ε = 1/100": {"epsilon": Fraction(1, 100)}, "the limit": {"x": LIMIT}},
)
def optimal_without(epsilon=Fraction(0), x=WITHOUT_PATTERN):
    accepted(vertex(x, "1/2"), "vertex")
    accepted_optimum(Problem(perturbed(epsilon), "1/2"), x)
    require(not row_pattern(x, "1/2"), "it has the pattern")


@claim.instances(
    "the limit has the pattern and is a vertex; the kernel accepts that it is optimal for ε = 0 and 9/11, beyond which "
    "it is not, and the only optimum for ε = 1/2 and for ε = 10^-3, 10^-6, 10^-9",
    mutants={
        "ε = 0 among them": {"between": (Fraction(0),)},
        "optimal at 10/11": {"last": Fraction(10, 11)},
        "the vertex without the pattern": {"x": WITHOUT_PATTERN},
    },
)
def the_limit(between=None, last=LAST, x=LIMIT):
    require(bool(row_pattern(x, "1/2")), "it lacks the pattern")
    accepted(vertex(x, "1/2"), "vertex")
    for epsilon in (Fraction(0), last):
        accepted_optimum(Problem(perturbed(epsilon), "1/2"), x)
    for epsilon in between or (Fraction(1, 2), *(Fraction(1, 10**k) for k in (3, 6, 9))):
        found = solve_polytope(Problem(perturbed(epsilon), "1/2"))
        require(found.mechanism.rows == x.rows, f"another mechanism is found at ε = {epsilon}")
        accepted(uniqueness(found), "only-optimal")
    beyond = solve_polytope(Problem(perturbed(LAST + Fraction(1, 10**6)), "1/2"))
    accepted(uniqueness(beyond), "only-optimal")
    require(beyond.mechanism.rows != x.rows, "it is optimal beyond 9/11 as well")


@claim.proof(
    "how much more a mechanism loses is g(t) = (1-t)·g(0) + t·g(1) at ε = 9/11·t; with g(0), g(1) ≥ 0 and g(m) > 0, "
    "m·g(t) = (m-t)·g(0) + t·g(m) > 0 for 0 < t ≤ m, and (1-m)·g(t) = (1-t)·g(m) + (t-m)·g(1) > 0 for m ≤ t < 1; here "
    "ε = 1/2 is m = 11/18",
    mutants={
        "t = 0 as well": {"open_end": False},
        "g(m) ≥ 0": {"strict": False},
        "m·g(t) with t·g(1)": {"at_end": True},
    },
)
def all_between(open_end=True, strict=True, at_end=False):
    require(0 < Fraction(1, 2) / LAST < 1, "1/2 is not between")
    # g(0) = u and g(m) = v, so m·g(1) = v - (1-m)·u. The second half is the first with 1-t, 1-m, g(1) for t, m, g(0).
    assumed = Assumed(
        "t m u v",
        lambda t, m, u, v: {"m": m} | ({"t": t} if open_end else {}) | ({"g(m)": v} if strict else {}),
        lambda t, m, u, v: {"g(0)": u, "m-t": m - t} | ({} if open_end else {"t": t}) | ({} if strict else {"g(m)": v}),
        witness=[Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(1)],
    )

    def first_half(given, t, m, u, v):
        m_g_t = m * (1 - t) * u + t * ((1 if at_end else 0) * (1 - m) * u + v - (1 - m) * u)
        yield m_g_t, given["m-t"] * given["g(0)"] + given["t"] * given["g(m)"]

    signs(assumed, first_half)


@claim.proof(
    "the loss at (1-ε)·p + ε·q is affine in ε: on each input the weight times the cost c is (1-ε)·p·c + ε·q·c; at ε = "
    "9/11·t it is 1-t times that at 0 and t times that at 9/11",
    mutants={"(1-ε²)·p": {"power": 2}},
)
def affine(power=1):
    def pairs(t, p, q, c):
        def loss(e):
            return ((1 - e**power) * p + e * q) * c

        end = number(LAST)
        yield loss(end * t), (1 - t) * loss(0 * t) + t * loss(end)

    identity("t p q c", pairs)


@claim.instances(
    "the 0-1 loss and full support, n = 3, α = 1/2, the prior 1/10, …, 4/10: with the loss l + ε·|i-r| the same vertex "
    "is the only optimum for four ε from 10^-2 to 10^-8; it has the pattern, and is optimal for ε = 0, among others",
    mutants={"ε = 0 too": {"epsilons": (0, Fraction(1, 100))}, "the loss l - ε·|i-r|": {"sign": -1}},
)
def zero_one_loss(epsilons=tuple(Fraction(1, 100**k) for k in range(1, 5)), sign=1):
    loss, prior = zero_one(), proportional((1, 2, 3, 4))
    limits = set()
    for epsilon in epsilons:
        rows = [[loss(i, r) + sign * epsilon * abs(i - r) for r in range(4)] for i in range(4)]
        found = solve_polytope(Problem(BayesianUser(table(rows), prior), "1/2"))
        accepted(uniqueness(found), "only-optimal")
        limits.add(found.mechanism.rows)
    require(len(limits) == 1, f"{len(limits)} mechanisms are optimal")
    x = Mechanism(limits.pop())
    require(bool(row_pattern(x, "1/2")), "it lacks the pattern")
    best = solve_polytope(Problem(BayesianUser(loss, prior), "1/2"))
    accepted(uniqueness(best), "not-only-optimal")
    accepted(Optimum(best.problem, best.value, best.dual, None, x), "optimal")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
