"""After Definition 4: x^G and its range-restricted version can be derived from each other, each by one remap only.

Clamping turns x^G into G. Back, 0 is read as -t and n as n+t with probability (1-α)·α^t, and the others as they are.
Columns 0 and -t of x^G are proportional on {0..n}, and so the remap to G must treat -t as 0: the mean over t of
what it does, with weights (1-α)·α^t > 0, is to answer 0 for sure.
"""

from fractions import Fraction

from exactdp.arithmetic.exact import InputError
from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    geometric_times_one_plus_alpha,
    identity,
    number,
    require,
    scaled_geometric,
    signs,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.model.mechanism import deterministic

claim = Claim(
    id="gupte2010.definition-4.equivalence",
    title="the two geometric mechanisms",
    section="3",
    position=12,
    statement=(
        "For n ≥ 1 and 0 ≤ α < 1 on inputs {0..n}: G is x^G followed by clamping to {0..n}, and x^G is G followed by "
        "the remap that keeps 0 < z < n and reads 0 as -t and n as n+t with probability (1-α)·α^t, t ≥ 0. For α > 0 "
        "neither remap can be another. Back and forth from G is the identity remap; from x^G it is not, though it "
        "leaves the mechanism x^G as it is."
    ),
    latex=r"G_{n,\alpha} = x^G \cdot w, \qquad x^G = G_{n,\alpha} \cdot y,\quad y_{0,-t} = y_{n,n+t} = "
    r"(1-\alpha)\alpha^t, \qquad y \cdot w = 1",
    domain=(
        "n ≥ 1, 0 ≤ α < 1, inputs {0..n}. At α = 1 there is no x^G, while G answers 0 or n by a fair coin; at n = 0 "
        "the formula of Definition 4 is no mechanism; at α = 0 both are the truth, and responses outside have mass 0"
    ),
    every_n=True,
    verdict="proved",
    scope="all n, α, inputs and responses",
    uses=("gupte2010.definition-4",),
)

TAIL = Domain("n k t", lambda n, k, t: [n - 1, k, n - k, t])


def mass(a, k, z):
    """(1+α) times the mass of x^G at z on input k."""
    return (1 - a) * scaled_geometric(a, k, z)


@claim.proof(
    "the remap back is one: the probabilities of t = 0, …, m-1 are ≥ 0 and sum to 1-α^m, by induction on m, and α^m "
    "tends to 0 for α < 1",
    mutants={"α^t without 1-α": {"power": 0}, "1-α ≥ 0 only, for α ≤ 1": {"strict": False}},
)
def stochastic(power=1, strict=True):
    def partial(a, m):
        return 1 - a**m

    identity(
        "a",
        lambda a, m: [(partial(a, 0), 0), (partial(a, m + 1) - partial(a, m), (1 - a) ** power * a**m)],
        Domain("m", lambda m: [m]),
    )
    assumed = Assumed(
        "a",
        lambda a: {"α": a} | ({"1-α": 1 - a} if strict else {}),
        lambda a: {} if strict else {"1-α": 1 - a},
        witness=[Fraction(1, 2)],
    )
    signs(assumed, lambda given, a, t: [((1 - a) * a**t, given["1-α"] * given["α"] ** t)], Domain("t", lambda t: [t]))


@claim.proof(
    "G followed by it is x^G: the entries of G in the columns 0 and n times (1-α)·α^t are the masses at -t and n+t, "
    "and the inner columns are columns of x^G",
    mutants={"α^(t+1)": {"shift": 1}, "1-α² for 1-α": {"power": 2}},
)
def back(shift=0, power=1):
    def outside(a, n, k, t):
        share = (1 - a**power) * a ** (t + shift)
        yield geometric_times_one_plus_alpha(a, n, k, 0) * share, mass(a, k, -t)
        yield geometric_times_one_plus_alpha(a, n, k, n) * share, mass(a, k, n + t)

    def inside(a, n, k, z):
        yield geometric_times_one_plus_alpha(a, n, k, z) * (1 + a) ** (power - 1), mass(a, k, z)

    identity("a", outside, TAIL)
    identity("a", inside, Domain("n k z", lambda n, k, z: [n - 2, k, n - k, z - 1, n - 1 - z]))


@claim.proof(
    "x^G clamped is G: the masses at 0, -1, …, -(m-1) sum to α^k·(1-α^m) over 1+α, which tends to the entry of column "
    "0; and those at n, n+1, … likewise",
    mutants={"α^(k+1) in column 0, without the mass at 0": {"first": 1}},
)
def clamped(first=0):
    def left(a, n, k, m):
        return geometric_times_one_plus_alpha(a, n, k, 0) * (1 - a**m)

    def right(a, n, k, m):
        return geometric_times_one_plus_alpha(a, n, k, n) * (1 - a**m)

    def pairs(a, n, k, m):
        yield left(a, n, k, m + 1) - left(a, n, k, m), mass(a, k, -m - first)
        yield right(a, n, k, m + 1) - right(a, n, k, m), mass(a, k, n + m + first)

    identity("a", pairs, Domain("n k m", lambda n, k, m: [n - 1, k, n - k, m]))


@claim.proof(
    "clamping is the only remap to G: on {0..n} column -t of x^G is α^t times column 0, and n+t likewise; so the "
    "answers other than 0 that -t is given, weighted by α^t·(1-α) > 0, have to sum to 0, and each is ≥ 0",
    mutants={"α^(2t)": {"times": 2}, "column t for column -t": {"side": 1}},
)
def one_clamping(times=1, side=-1):
    def pairs(a, n, k, t):
        yield mass(a, k, side * t), a ** (times * t) * mass(a, k, 0)
        yield (1 - a) * scaled_geometric(a, n + t, n - k), a ** (times * t) * (1 - a) * scaled_geometric(a, n, n - k)

    identity("a", pairs, Domain("n k t", lambda n, k, t: [n - 1, k, n - k, t]))
    # A part p > 0 of the mass with an answer other than 0 of probability u > 0 leaves a sum > 0.
    assumed = Assumed(
        "a u rest",
        lambda a, u, rest: {"α": a, "1-α": 1 - a, "u": u},
        lambda a, u, rest: {"rest": rest},
        witness=[Fraction(1, 2), Fraction(1), Fraction(0)],
    )

    def left_over(given, a, u, rest, t):
        yield (1 - a) * a**t * u + rest, given["1-α"] * given["α"] ** t * given["u"] + given["rest"]

    signs(assumed, left_over, Domain("t", lambda t: [t]))


@claim.proof(
    "and so is the remap back: with K·G diagonal and not 0 for α < 1, G·y determines every column of y",
    mutants={"1-α inside": {"inner": 1}},
)
def one_way_back(inner=2):
    def pairs(a, n, k, j):
        def column(i):
            return geometric_times_one_plus_alpha(a, n, i, j)

        if k == 0:
            value = column(k) - a * column(k + 1)
        elif k == n:
            value = column(k) - a * column(k - 1)
        else:
            value = (1 + a**2) * column(k) - a * (column(k - 1) + column(k + 1))
        yield value, (1 + a) * (1 - a) ** (1 if k in (0, n) else inner) if k == j else number(0)

    identity("a", pairs, Domain("n k j", lambda n, k, j: [n - 1, k, n - k, j, n - j]))


@claim.instances(
    "for n ≤ 4, three levels and responses from -6 to n + 6: the library's remap back gives x^G, clamping gives G, and "
    "the remap back then clamped keeps every response of G up to the tails, α^m of 0 and of n",
    mutants={"the remap back at n = 0": {"least": 0}, "t ≤ 4 without a tail": {"tail": False}},
)
def by_library(least=1, tail=True):
    m = 7
    for n in range(least, 5):
        for alpha in map(Fraction, ("0", "1/3", "9/10")):
            x, g = UnboundedGeometric(alpha), geometric(n=n, alpha=alpha)
            require(x.clamped(n=n) == g, f"clamping at n = {n}, α = {alpha}")
            try:
                remap = {(r, z): x.unclamped(n=n, r=r, response=z) for r in range(n + 1) for z in range(1 - m, n + m)}
            except InputError:
                require(False, f"there is no remap back at n = {n}")
            for k in range(n + 1):
                for z in range(1 - m, n + m):
                    found = sum(g[k, r] * remap[r, z] for r in range(n + 1))
                    require(found == x.mass(k, z), f"input {k}, response {z} at n = {n}, α = {alpha}")
            for r in range(n + 1):
                kept = [Fraction(0)] * (n + 1)
                for z in range(1 - m, n + m):
                    kept[min(max(z, 0), n)] += remap[r, z]
                kept[r] += alpha**m if tail and r in (0, n) else 0
                require(kept == [int(z == r) for z in range(n + 1)], f"response {r} comes back as {kept}")


@claim.instances(
    "at α = 1 the library has G and no x^G, and at n = 0 its G is the one mechanism on {0}, not the formula's 1/(1+α)",
    mutants={"α = 99/100": {"alpha": "99/100"}},
)
def edges(alpha="1"):
    require(
        geometric(n=2, alpha=alpha) == geometric(n=2, alpha=alpha) @ deterministic([0, 0, 2], responses=range(3)),
        "G answers 1",
    )
    try:
        UnboundedGeometric(alpha)
    except InputError:
        require(geometric(n=0, alpha="1/2").rows == ((1,),) and 1 / (1 + Fraction(1, 2)) != 1, "n = 0")
    else:
        require(False, f"there is an x^G at α = {alpha}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
