"""Example 1: a consumer who knows that the result is at least l reads smaller responses as l.

For i ≥ l the probability that x^G answers below l is α^(i-l+1)/(1+α): the sum of (1-α)/(1+α)·α^(i-z) over z = l-1,
l-2, … telescopes.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.model.losses import absolute
from exactdp.model.mechanism import deterministic
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.interaction import interact

claim = Claim(
    id="gupte2010.example-1",
    title="side information makes some responses incorrect",
    section="2.4.1",
    position=10,
    statement=(
        "For 0 < α < 1 the geometric mechanism answers below l with the probability α^(i-l+1)/(1+α) > 0, and above n "
        "with α^(n-i+1)/(1+α) > 0, on every input l ≤ i ≤ n. To read such a response r as l, or as n, moves it nearer "
        "to every input that is possible, by l - r or r - n. For n = 3, l = 1, α = 1/2 and the loss |i-r| the rule "
        "lowers the worst expected loss from 5/6 to 2/3, and the best interaction has 4/7."
    ),
    latex=r"\sum_{z<l} \tfrac{1-\alpha}{1+\alpha}\alpha^{|z-i|} = \frac{\alpha^{i-l+1}}{1+\alpha}",
    domain="0 < α < 1, 0 ≤ l ≤ i ≤ n",
    every_n=True,
    verdict="proved",
    scope="all α, i, l and r; the three losses for the one consumer named",
)

INSIDE = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 2)])


@claim.proof(
    "the partial sums of the masses of l-1, …, l-m, times 1+α, are α^(i-l+1) - α^(i-l+m+1), which go to α^(i-l+1); "
    "those of n+1, …, n+m are the same with n-i for i-l",
    mutants={"α^(i-l)": {"shift": 0}},
)
def below(shift=1):
    # With d for i - l: the mass of l - m - 1 is (1-α)·α^(d+m+1), over 1+α.
    identity(
        "a",
        lambda a, d, m: [
            (
                (a ** (d + shift) - a ** (d + m + 2)) - (a ** (d + shift) - a ** (d + m + 1)),
                (1 - a) * a ** (d + m + shift),
            )
        ],
        Domain("d m", lambda d, m: [d, m]),
    )


@claim.proof("α^(i-l+1) > 0", mutants={"minus itself": {"factor": 0}})
def positive(factor=1):
    signs(
        INSIDE,
        lambda given, a, d: [(factor * a ** (d + 1), given["α"] ** (d + 1))],
        Domain("d", lambda d: [d]),
        strict=True,
    )


@claim.proof(
    "for r < l ≤ i: (i-r) - (i-l) = l - r > 0; for i ≤ n < r with the signs turned",
    mutants={"read as l+1": {"more": 1}},
)
def nearer(more=0):
    # With u for l - 1 - r and v for i - l.
    known = Assumed("u v", lambda u, v: {}, lambda u, v: {"u": u, "v": v}, witness=[Fraction(0), Fraction(0)])
    signs(known, lambda given, u, v: [((u + v + 1) - (v - more), given["u"] + positive_number(1 + more))], strict=True)
    identity("u v", lambda u, v: [((u + v + 1) - (v - more), u + 1)])


@claim.instances(
    "n = 3, l = 1, α = 1/2: the worst expected loss is 5/6 at face value (of G), 2/3 by the rule and 4/7 at best",
    mutants={"l = 0": {"least": 0}, "α = 1/3": {"alpha": "1/3"}},
)
def losses(least=1, alpha="1/2"):
    mechanism = geometric(n=3, alpha=alpha)
    rule = mechanism @ deterministic([max(r, least) for r in range(4)], responses=range(4))

    def worst(x):
        return max(sum(p * abs(i - r) for r, p in enumerate(x.rows[i])) for i in range(least, 4))

    found = interact(MinimaxConsumer(absolute(), inputs=range(4), side_information=range(least, 4)), mechanism)
    accepted(found)
    values = worst(mechanism), worst(rule), found.value
    require(values == (Fraction(5, 6), Fraction(2, 3), Fraction(4, 7)), f"they are {values}")


@claim.instances(
    "the mass below l, and that above n, is the sum of x^G's own masses for α ≤ 9/10 and i - l, n - i ≤ 4, to within "
    "α^50",
    mutants={"for i - l + 1": {"shift": 1}},
)
def masses(shift=0):
    for alpha in map(Fraction, ("1/10", "1/2", "9/10")):
        mechanism = UnboundedGeometric(alpha)
        for d in range(5):
            whole = alpha ** (d + 1 + shift) / (1 + alpha)
            # Below l = 0 on input d, and above n = d on input 0.
            for total in (
                sum(mechanism.mass(d, -m) for m in range(1, 50)),
                sum(mechanism.mass(0, d + m) for m in range(1, 50)),
            ):
                require(whole - alpha**50 <= total < whole, f"α = {alpha}, at the distance {d}: {total}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
