"""Theorem 1, part 2, on instances: by interacting with G every consumer does as well as with a mechanism made for it.

For each instance two linear programs are solved exactly: over all remaps of G_{n,α} (section 2.4.3), and over all
α-private mechanisms (section 2.5). Their values are equal, and the kernel accepts the optimum of either, so that
neither program is believed. The theorem is about monotone losses; for another it may fail.
"""

from fractions import Fraction

from exactdp.certificates import certify
from exactdp.claims import Claim, record, require
from exactdp.cli import main
from exactdp.consumers import MinimaxConsumer, absolute, asymmetric, squared, table, threshold, zero_one
from exactdp.geometric import geometric
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem

claim = Claim(
    id="gupte2010.theorem-1",
    title="interacting with G, every consumer does as well as possible",
    section="2.6",
    position=10,
    statement=(
        "For a consumer with a monotone loss and any side information the least worst-case loss of all remaps of "
        "G_{n,α} is the least of all α-private mechanisms on {0..n}."
    ),
    latex=r"\min_T \max_{i \in S} \sum_r l(i,r)(G_{n,\alpha}T)_{ir} = \min_x \max_{i \in S} \sum_r l(i,r)x_{ir}",
    domain="n ≥ 1, 0 ≤ α ≤ 1, monotone losses, S not empty",
    verdict="verified",
    scope="n ≤ 4, five levels, five monotone losses and all S; part 2 only; its algebra is a claim of its own",
    uses=("gupte2010.theorem-1.final-chain",),
)

LOSSES = {
    "|i-r|": absolute(),
    "(i-r)²": squared(),
    "0-1": zero_one(),
    "above 1": threshold(1),
    "weighted by i": table([[abs(i - r) * (i + 1) ** 2 for r in range(5)] for i in range(5)]),
}


PARITY = ((0, 1, 0), (1, 0, 1), (0, 1, 0))


def loss_on(name, n):
    """One of the losses, on {0..n}."""
    loss = LOSSES[name]
    return loss if loss.rows is None else table([row[: n + 1] for row in loss.rows.rows[: n + 1]])


def values(n, alpha, loss, side_information):
    """The least loss by interacting with G, and of all mechanisms; both with certificates."""
    consumer = MinimaxConsumer(loss, n + 1, side_information)
    with_geometric = interact(consumer, geometric(n, alpha))
    best = solve_polytope(Problem(consumer, alpha))
    require(isinstance(best, Optimum), "the linear program was not solved")
    certify(with_geometric)
    certify(best)
    record(certificates=2)
    return with_geometric.value, best.value


@claim.instances(
    "both values are equal for n ≤ 4, α = 0, 1/4, 1/2, 9/10 and 1, five losses, and every S up to n = 3 (n = 4: all)",
    mutants={"G at another level": {"deployed": Fraction(9, 10)}},
)
def equal(deployed=None):
    for n in range(1, 5):
        subsets = range(1, 2 ** (n + 1)) if n < 4 else [2 ** (n + 1) - 1]
        for alpha in map(Fraction, ("0", "1/4", "1/2", "9/10", "1")):
            for name in LOSSES:
                for bits in subsets:
                    inside = [i for i in range(n + 1) if bits >> i & 1]
                    loss = loss_on(name, n)
                    if deployed is None:
                        found, best = values(n, alpha, loss, inside)
                    else:
                        consumer = MinimaxConsumer(loss, n + 1, inside)
                        found = interact(consumer, geometric(n, deployed)).value
                        best = solve_polytope(Problem(consumer, alpha)).value
                    require(found == best, f"n = {n}, α = {alpha}, {name}, S = {inside}: {found} with G, and {best}")


@claim.instances(
    "monotone is needed: with the loss that is 1 where |i-r| is odd, n = 2 and α = 1/2, the best remap of G has 4/9, "
    "and the best mechanism 1/3",
    mutants={"the loss |i-r|": {"rows": ((0, 1, 2), (1, 0, 1), (2, 1, 0))}},
)
def monotone_is_needed(rows=PARITY):
    found, best = values(2, Fraction(1, 2), table(rows), [0, 1, 2])
    require((found, best) == (Fraction(4, 9), Fraction(1, 3)), f"they are {found} and {best}")


@claim.instances(
    "an asymmetric loss is not monotone in |i-r|, but unimodal, and for two of these both values are still equal",
    mutants={"a loss that is not unimodal": {"bent": True}},
)
def unimodal(bent=False):
    for loss in (asymmetric(2, 1), asymmetric(1, 5)):
        for alpha in map(Fraction, ("1/4", "1/2")):
            for n in range(1, 4):
                rows = [[loss(i, r) for r in range(n + 1)] for i in range(n + 1)]
                if bent:
                    rows = [[abs(i - r) % 2 for r in range(n + 1)] for i in range(n + 1)]
                found, best = values(n, alpha, table(rows), range(n + 1))
                require(found == best, f"n = {n}, α = {alpha}: {found} with G, and {best}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
