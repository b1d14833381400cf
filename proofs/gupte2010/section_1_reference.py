"""Section 1: which section's program finds a consumer's optimal mechanism.

That of section 2.4.3 takes a deployed mechanism y and finds the best interaction T with it; its value is L(y·T). That
of section 2.5 takes a level and finds the best α-private mechanism. As y·T is α-private where y is, the second is never
above the first. They are equal for y = G_{n,α}, by Theorem 1, and may differ for other y.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, entry, identity, require, signs
from exactdp.claims.optima import least_losses
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.problem import Problem

claim = Claim(
    id="gupte2010.section-1.reference",
    title="where an optimal mechanism is computed",
    section="1",
    position=4,
    statement=(
        "An optimal mechanism for a consumer and a level is found by the program of section 2.5. That of section 2.4.3 "
        "finds the best interaction with a given mechanism y. For an α-private y its value is at least that of the "
        "program of 2.5; the two are equal for y = G_{n,α} and a monotone loss, and need not be for another y."
    ),
    latex=r"\min_T L(y\,T) \ \ge \min_{x\ \alpha\text{-private}} L(x), \qquad \min_T L(G_{n,\alpha} T) = \min_x L(x)",
    domain="n ≥ 0, 0 ≤ α ≤ 1, all α-private y and consumers; the equality for monotone losses",
    every_n=True,
    verdict="corrected",
    scope="the inequality for all n; equality is Theorem 1, and here n ≤ 3",
    printed="section 2.4.3 has an algorithm that finds an optimal mechanism",
    slip="print",
    uses=("gupte2010.theorem-1", "gupte2010.section-2-5.no-reinterpretation"),
)


@claim.counterexample(
    "n = 1, α = 1/2, |i-r|, S = {0, 1}: with y = G_{1,3/4}, which is 1/2-private, the best interaction loses 3/7, and "
    "the optimal mechanism 1/3; with a constant y it loses 1/2",
    mutants={"y = G_{1,1/2}": {"deployed": "1/2"}},
)
def smallest(deployed="3/4"):
    problem = Problem(MinimaxConsumer(absolute(), inputs=range(2)), "1/2")
    found, best = least_losses(problem, geometric(n=1, alpha=deployed))
    require((found, best) == (Fraction(3, 7), Fraction(1, 3)), f"{found} by interacting, and {best} at best")
    constant, _ = least_losses(problem, Mechanism([["1/3", "2/3"]] * 2))
    require(constant == Fraction(1, 2), f"with a constant mechanism {constant}")


@claim.proof(
    "y·T is one of the mechanisms of the program in 2.5: its slack y_(i+1)s - α·y_is is a sum over r of slacks of y "
    "times T_rs ≥ 0, term by term",
    mutants={"the slack of y_rs for y_is": {"by_row": False}},
)
def never_below(by_row=True):
    def pairs(a, i, r, s):
        upper, lower, step = entry("y", i, r), entry("y", i + 1, r), entry("T", r, s)
        before, after = entry("yT", i, s), entry("yT", i + 1, s)
        slack = lower - a * upper if by_row else lower - upper
        yield (after + lower * step) - a * (before + upper * step), (after - a * before) + slack * step

    identity("a", lambda a, i, r, s: [*pairs(a, i, r, s)], Domain("i r s", lambda *at: list(at)))
    terms = Assumed("d t", lambda *_: {}, lambda d, t: {"slack": d, "T": t}, witness=[Fraction(1), Fraction(1)])
    signs(terms, lambda given, d, t: [(d * t, given["slack"] * given["T"])], strict=False)


@claim.instances(
    "n = 1, 2, 3, three losses, α = 1/4: equal for y = G_{n,α}; for y = G_{n,β} with β = 1/2, which is α-private too, "
    "the interaction loses more",
    mutants={"G_{n,β} for G_{n,α}": {"same": "1/2"}},
)
def equal_for_geometric(same="1/4"):
    alpha = Fraction(1, 4)
    for n in (1, 2, 3):
        for loss in (absolute(), squared(), zero_one()):
            problem = Problem(MinimaxConsumer(loss, n=n), alpha)
            found, best = least_losses(problem, geometric(n=n, alpha=same))
            require(found == best, f"n = {n}, {loss}: {found} by interacting, {best} at best")
            other, _ = least_losses(problem, geometric(n=n, alpha="1/2"))
            require(other > best, f"n = {n}, {loss}: G at 1/2 loses {other}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
