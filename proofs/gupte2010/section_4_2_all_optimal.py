"""Section 4.2: some optimal mechanism can be derived from the geometric one, and others cannot.

Theorem 1 gives every consumer one optimal mechanism that is derivable. An optimum need not be the only one, since rows
outside S, and rows whose loss is not the worst, are free within privacy. With n ≥ 2 and S = {0, 1} let the rows be
(1, α, 0, …)/(1+α) for even inputs and (α, 1, 0, …)/(1+α) for odd ones. That is optimal, and column 0 holds 1, α, 1.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, number, require, signs, three_term
from exactdp.claims.examples import in_turn
from exactdp.claims.optima import accepted_optimum
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, table, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.interaction import interact
from exactdp.optimum.problem import Problem
from exactdp.polytope.derivability import derive

claim = Claim(
    id="gupte2010.section-4-2.all-optimal",
    title="which optimal mechanisms are derivable",
    section="4.2",
    position=2,
    statement=(
        "Every consumer with a monotone loss has some optimal mechanism that is derivable from G_{n,α}, by Theorem 1. "
        "Not all optimal ones are: for n ≥ 2, 0 < α < 1, S = {0, 1} and any of |i-r|, (i-r)² and the 0-1 loss, the "
        "mechanism with the rows (1, α, 0, …, 0)/(1+α) and (α, 1, 0, …, 0)/(1+α) in turn is optimal and not derivable. "
        "For n ≤ 1 every α-private mechanism is derivable."
    ),
    latex=r"\max_{i \in \{0,1\}} L_i = \frac{\alpha}{1+\alpha}, \qquad (1+\alpha^2)\alpha - \alpha(1+1) < 0",
    domain="n ≥ 2, 0 < α < 1 for the example; at α = 0 and α = 1 every α-private mechanism is derivable",
    every_n=True,
    verdict="corrected",
    scope="the example for all n and α; that some optimum is derivable is Theorem 1",
    printed="all optimal mechanisms can be derived from the geometric mechanism",
    slip="statement",
    uses=("gupte2010.theorem-1", "gupte2010.theorem-2"),
)

LOSSES = {"|i-r|": absolute(), "(i-r)²": squared(), "0-1": zero_one()}


@claim.counterexample(
    "n = 2, α = 1/2, |i-r|, S = {0, 1}: the kernel accepts that the mechanism is optimal and that it is not derivable",
    mutants={"S = {0, 1, 2}": {"inside": (0, 1, 2)}, "the geometric mechanism's own optimum": {"derived": True}},
)
def smallest(inside=(0, 1), derived=False):
    consumer = MinimaxConsumer(absolute(), inputs=range(3), side_information=inside)
    mechanism = (
        interact(consumer, geometric(n=2, alpha="1/2")).induced if derived else in_turn(n=2, alpha=Fraction(1, 2))
    )
    accepted_optimum(Problem(consumer, "1/2"), mechanism)
    found = derive(mechanism, "1/2")
    require(not found, "it is derivable")
    accepted(found)


@claim.counterexample(
    "also with S = {0, 1, 2}: n = 2, α = 1/2 and the 0-1 loss, where the truth is told with probability 1/2 and either "
    "other answer given with 1/4",
    mutants={"the loss |i-r|": {"loss": "|i-r|"}},
)
def all_inputs(loss="0-1"):
    mechanism = Mechanism([["1/2" if i == r else "1/4" for r in range(3)] for i in range(3)])
    accepted_optimum(
        Problem(MinimaxConsumer(LOSSES[loss], inputs=range(3), side_information=(0, 1, 2)), "1/2"), mechanism
    )
    found = derive(mechanism, "1/2")
    require(not found, "it is derivable")
    accepted(found)


@claim.counterexample(
    "with the constant loss, which is monotone too, every private mechanism is optimal, this one among them",
    mutants={"a loss of 1 but for the truth": {"truth": 0}},
)
def constant(truth=1):
    loss = table([[truth if i == r else 1 for r in range(3)] for i in range(3)])
    accepted_optimum(Problem(MinimaxConsumer(loss, inputs=range(3)), "1/2"), in_turn(n=2, alpha=Fraction(1, 2)))


@claim.proof(
    "no mechanism loses less than α/(1+α): with p = x_00, the losses of inputs 0 and 1 are at least 1-p and x_10 = αp "
    "+ (x_10 - αp), and α·(1-p) + x_10 - α = x_10 - αp ≥ 0, so that their mean with weights α and 1 is at least "
    "α/(1+α)",
    mutants={"the weights 1 and 1": {"weight": 0}},
)
def bound(weight=1):
    private = Assumed(
        "a p y", lambda a, p, y: {"α": a}, lambda a, p, y: {"y-αp": y - a * p}, witness=[Fraction(1, 2)] * 2 + [1]
    )
    signs(private, lambda given, a, p, y: [(a**weight * (1 - p) + y - a, given["y-αp"])], strict=False)


@claim.proof(
    "the mechanism attains it: over 1+α either row loses α, and its rows sum to 1+α; it is private: 1 - α·α > 0 and α "
    "- α·1 = 0",
    mutants={"the rows (1, α²)": {"power": 2}},
)
def attained(power=1):
    # l(0, 1) = l(1, 0) = 1 for all three losses.
    rows = lambda a: ((number(1), a**power), (a, number(1)))  # noqa: E731
    identity("a", lambda a: [(rows(a)[0][1], a), (rows(a)[1][0], a), *((x + y, 1 + a) for x, y in rows(a))])
    unit = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 2)])
    signs(unit, lambda given, a: [(1 - a * a, given["1-α"] + given["α"] * given["1-α"])])


@claim.proof(
    "it is not derivable for n ≥ 2: entry 1 of K times column 0, which is 1 and α in turn, is (1+α²)·α - 2α = "
    "-α·(1-α)·(1+α) < 0",
    mutants={"+": {"sign": 1}, "the column 1, α, α²": {"decaying": True}},
)
def not_derivable(sign=-1, decaying=False):
    column = lambda a, i: a**i if decaying else (number(1), a, number(1))[i]  # noqa: E731

    # Row 1 is an inner one for every n ≥ 2, and only rows 0, 1, 2 count.
    identity(
        "a",
        lambda a, n: [(three_term(a, lambda i: column(a, i), n, 1), sign * a * (1 - a) * (1 + a))],
        Domain("n", lambda n: [n - 2]),
    )


@claim.instances(
    "for n = 2, 3, 4, α = 1/10, 1/2, 9/10 and the three losses: it is optimal and not derivable, and some optimal "
    "interaction with G has the same loss; by certificates",
    mutants={"n = 1": {"least": 1}},
)
def by_certificate(least=2):
    for n in range(least, 5):
        for alpha in map(Fraction, ("1/10", "1/2", "9/10")):
            refuted = derive(in_turn(n=n, alpha=alpha), alpha)
            require(not refuted, f"it is derivable at n = {n}")
            accepted(refuted)
            for name, loss in LOSSES.items():
                consumer = MinimaxConsumer(loss, n=n, side_information=(0, 1))
                accepted_optimum(Problem(consumer, alpha), in_turn(n=n, alpha=alpha))
                with_geometric = interact(consumer, geometric(n=n, alpha=alpha))
                accepted(with_geometric)
                require(with_geometric.value == alpha / (1 + alpha), f"G gives {with_geometric.value} for {name}")


@claim.proof(
    "for n = 1 every α-private mechanism is derivable: both rows are outer ones, where G⁻¹·M is x_0 - α·x_1 and x_1 - "
    "α·x_0, over 1-α",
    mutants={"n = 2": {"n": 2}},
)
def two_inputs(n=1):
    names = ("x_0-αx_1", "x_1-αx_0")
    private = Assumed(
        "a x y z",
        lambda a, x, y, z: {"1-α": 1 - a},
        lambda a, x, y, z: dict(zip(names, (x - a * y, y - a * x), strict=True)),
        witness=[Fraction(1, 2), 1, 1, 1],
    )

    def pairs(given, a, x, y, z):
        for k, name in enumerate(names):
            yield three_term(a, lambda i: (x, y, z)[i], n, k), given[name]

    signs(private, pairs, strict=False)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
