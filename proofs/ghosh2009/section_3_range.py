"""Section 3: that responses lie in N costs a user nothing, and x^G, whose responses do not, serves as G does.

Clamping, w, sends integers below 0 to 0 and those above n to n. It brings no response further from an input in N, so
that no monotone loss rises. G is w∘x^G, and x^G is a remap of G: their remaps induce the same mechanisms.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.model.losses import table
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    id="ghosh2009.section-3.range",
    title="responses in N, and all integers",
    section="3",
    position=40,
    statement=(
        "For every mechanism x with integer responses w∘x has the range N and is at least as private. For every loss "
        "that is monotone in |i-r| on the integers it has on every input at most the loss of x. So the least loss is "
        "the same with the range N and with all integers; for another loss it may be smaller with all integers. x^G "
        "leaves N with the probability (α^(i+1) + α^(n-i+1))/(1+α). G = w∘x^G and, for 0 ≤ α < 1, x^G = v∘G: a "
        "mechanism is a remap of one exactly if it is of the other, so that the best remaps of both have the same loss "
        "for every user."
    ),
    latex=r"G = w \circ x^G, \quad x^G = v \circ G, \qquad \sum_r x_{ir}\, l(i, w(r)) \le \sum_r x_{ir}\, l(i, r)",
    domain="n ≥ 0, 0 ≤ α < 1, every mechanism with integer responses, every loss monotone in |i-r|; the remaps for "
    "every loss",
    every_n=True,
    verdict="proved",
    scope="all n, α, i and responses; the least losses on n ≤ 3 by certificates too",
    uses=("ghosh2009.section-2-3.remap", "gupte2010.definition-4"),
)

INSIDE = Domain("n i t", lambda n, i, t: [i, n - i, t])


@claim.proof(
    "w brings a response nearer to each i ∈ N: -t is at i+t, and 0 is at i, t less; n+t is at n-i+t, and n is at n-i, "
    "t less; the responses in N stay. Distances are exponents of b here",
    mutants={"clamped to 1 and n-1": {"inward": 1}},
)
def nearer(inward=0):
    def pairs(b, n, i, t):
        yield b ** abs(i - inward) * b**t, b ** (i + t)
        yield b ** abs(n - inward - i) * b**t, b ** (n + t - i)

    identity("b", pairs, INSIDE)


@claim.proof(
    "so each response adds no more to the loss than before: x·far - x·near = x·(far - near), with x = x_ir ≥ 0",
    mutants={"a loss that falls with the distance": {"monotone": False}},
)
def no_more(monotone=True):
    assumed = Assumed(
        "x near far",
        lambda *_: {},
        lambda x, near, far: {"x": x, "far-near": far - near if monotone else near - far},
        witness=[Fraction(1, 2), Fraction(1), Fraction(1)],
    )
    signs(assumed, lambda given, x, near, far: [(x * far - x * near, given["x"] * given["far-near"])], strict=False)


@claim.proof(
    "the mass of x^G on the m responses beyond n is, times 1+α, α^(n-i+1) - α^(n-i+m+1): it is 0 for m = 0, and one "
    "more adds (1-α)·α^(n+m+1-i). Likewise below 0, with i for n-i. As m grows it goes to α^(n-i+1)",
    mutants={"α^(n-i)": {"shift": 1}, "without 1-α": {"scaled": 0}},
)
def leaves(shift=0, scaled=1):
    def beyond(a, d, m):
        """The mass, times 1+α, of the responses at the distances d+1 to d+m on one side."""
        return a ** (d + 1 - shift) - a ** (d + m + 1 - shift)

    def pairs(a, n, i, m):
        for d, distance in ((n - i, n + m + 1 - i), (i, i - (-m - 1))):
            yield beyond(a, d, 0), number(0)
            yield beyond(a, d, m + 1) - beyond(a, d, m), (1 - a) ** scaled * a**distance

    identity("a", pairs, Domain("n i m", lambda n, i, m: [i, n - i, m]))


@claim.proof(
    "x^G = v∘G for n ≥ 1: with v reading 0 as -t and n as n+t with the probability (1-α)·α^t, and the others as "
    "themselves, (1+α)·g_i0 = α^i becomes (1-α)·α^(i+t), and (1+α)·g_in = α^(n-i) becomes (1-α)·α^(n+t-i). For n = 0, "
    "v reads the one response as t with its mass",
    mutants={"(1-α)·α^(t+1)": {"shift": 1}, "the ends as inner columns": {"ends": 1}},
)
def back(shift=0, ends=0):
    def pairs(a, n, i, t):
        read = (1 - a) * a ** (t + shift)
        yield (1 - a) ** ends * a**i * read, (1 - a) * a ** (i + t)
        yield (1 - a) ** ends * a ** (n - i) * read, (1 - a) * a ** (n + t - i)

    identity("a", pairs, Domain("n i t", lambda n, i, t: [n - 1, i, n - i, t]))


@claim.instances(
    "n ≤ 4, four levels: the library's x^G clamped is G, leaves N with that probability, and v makes x^G of G on the "
    "responses -3 to n+3",
    mutants={"α^i": {"shift": 1}, "G at another level": {"factor": Fraction(1, 2)}},
)
def by_library(shift=0, factor=1):
    for n in range(5):
        for alpha in map(Fraction, ("0", "1/4", "1/2", "9/10")):
            x, deployed = UnboundedGeometric(alpha), geometric(n=n, alpha=alpha * factor)
            require(x.clamped(n=n) == deployed, f"n = {n}, α = {alpha}: x^G clamped is not G")
            for i in range(n + 1):
                out = 1 - x.between(i, 0, n)
                claimed = (alpha ** (i + 1 - shift) + alpha ** (n - i + 1 - shift)) / (1 + alpha)
                require(out == claimed, f"x^G leaves N with {out} on input {i}")
                for response in range(-3, n + 4):
                    if n:
                        made = sum(deployed[i, r] * x.unclamped(n=n, r=r, response=response) for r in range(n + 1))
                        require(made == x.mass(i, response), f"v∘G has {made} at {i}, {response}")


def least(n, alpha, weights, loss, more):
    """The least loss of all α-private mechanisms with the responses -more to n+more."""
    rows = [[loss(i, r) for r in range(-more, n + more + 1)] for i in range(n + 1)]
    found = solve_polytope(
        Problem(BayesianUser(table(rows), proportional(weights)), alpha, responses=range(n + 1 + 2 * more))
    )
    accepted(found)
    return found.value


LOSSES = (lambda i, r: abs(i - r), lambda i, r: int(i != r), lambda i, r: (i + 1) * max(abs(i - r) - 1, 0))


@claim.instances(
    "1 ≤ n ≤ 3, two levels, three monotone losses and two priors: by certificates the least loss with the responses -2 "
    "to n+2 is that with N",
    mutants={"a loss that is 0 at -1": {"losses": (lambda i, r: int(r != -1),)}},
)
def same_least(losses=LOSSES):
    for n, alpha, loss in product(range(1, 4), map(Fraction, ("1/3", "3/4")), losses):
        for weights in ([1] * (n + 1), [1, *[0] * (n - 1), 2]):
            inside, wider = (least(n, alpha, weights, loss, more) for more in (0, 2))
            require(inside == wider, f"n = {n}, α = {alpha}: {inside} in N and {wider} beyond")


@claim.instances(
    "another loss: with the loss 0 at r = -1 and 1 elsewhere, n = 1 and α = 1/2, the least loss is 1 with N and 0 with "
    "the response -1, given always",
    mutants={"0 at r = 0": {"free": 0}},
)
def monotone_is_needed(free=-1):
    inside, wider = (least(1, Fraction(1, 2), [1, 1], lambda i, r: int(r != free), more) for more in (0, 1))
    require(wider < inside, f"it is {inside} in N and {wider} beyond")
    require((inside, wider) == (1, 0), f"it is {inside} in N and {wider} beyond")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
