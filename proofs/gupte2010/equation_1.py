"""(1): the worst expected loss over S, and what a maximum of linear functions has to do with it.

Each e_i = Σ_r l(i,r)·x_ir is linear in x. The largest of finitely many is attained, and is convex in x. It is the
largest of all weighted means of the e_i with weights that sum to 1, which are expected losses by priors on S.
"""

from fractions import Fraction
from itertools import combinations

from exactdp.arithmetic.exact import InputError
from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, table, zero_one
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import BayesianUser, MinimaxConsumer
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Constraint, Optimum, Problem

claim = Claim(
    id="gupte2010.equation-1",
    title="the minimax loss",
    section="2.3",
    position=20,
    statement=(
        "For every S ≠ ∅ the largest of the e_i = Σ_r l(i,r)·x_ir, i in S, is attained, maybe at several i, and only "
        "the rows in S count. L is between the least and the largest loss; it does not fall with a larger S or loss; "
        "with c + k·l, k ≥ 0, it is c + k·L. It is convex, L(tx + (1-t)y) ≤ t·L(x) + (1-t)·L(y), and not linear: a "
        "mixture may lose less than both. L is the largest expected loss by a prior on S. For S = ∅ there is no L."
    ),
    latex=r"L(x) = \max_{i\in S}\sum_r l(i,r)\,x_{i,r} = \max_{p \text{ on } S}\sum_i p_i \sum_r l(i,r)\,x_{i,r}",
    domain="n ≥ 0, every nonempty S in {0..n}, every real loss, monotone or not, every mechanism on N",
    every_n=True,
    verdict="proved",
    scope="all n, S, losses and mechanisms",
)


@claim.proof(
    "e_i of a mixture is the mixture of both e_i: so for the partial sums, response by response; and e_i with c + k·l "
    "is c·(sum of row i) + k·e_i",
    mutants={"(1-t)² for 1-t": {"power": 2}, "c in the sum for c·x": {"by_mass": False}},
)
def linear(power=1, by_mass=True):
    def pairs(t, c, k, i, r):
        loss, x, y = entry("l", i, r), entry("x", i, r), entry("y", i, r)
        first, second, mixed = entry("e of x", i, r), entry("e of y", i, r), t * x + (1 - t) * y
        # The sums so far, and one term more.
        before = t * first + (1 - t) * second
        yield before + loss * mixed, t * (first + loss * x) + (1 - t) * second + (1 - t) ** power * loss * y
        row = entry("sum", i, r)
        yield c * row + k * first + (c + k * loss) * x, c * (row + (x if by_mass else 1)) + k * (first + loss * x)

    identity("t c k", pairs, Domain("i r", lambda i, r: [i, r]))


@claim.proof(
    "with A = L(x) ≥ a = e_i(x) and B = L(y) ≥ b = e_i(y): t·A + (1-t)·B is at least t·a + (1-t)·b, for each i and so "
    "for the largest; c + k·A is at least c + k·a, k ≥ 0, and equal where A = a",
    mutants={"for t > 1": {"inside": False}, "for k of any sign": {"k_sign": -1}},
)
def convex(inside=True, k_sign=1):
    known = Assumed(
        "t A B a b k",
        lambda *_: {},
        lambda t, A, B, a, b, k: {
            "t": t,
            "1-t": (1 - t) if inside else (t - 1),
            "A-a": A - a,
            "B-b": B - b,
            "k": k_sign * k,
        },
        witness=[1, 1, 1, 0, 0, 0],
    )

    def pairs(given, t, A, B, *others):
        a, b, k = others
        yield (t * A + (1 - t) * B) - (t * a + (1 - t) * b), given["t"] * given["A-a"] + given["1-t"] * given["B-b"]
        yield k * A - k * a, given["k"] * given["A-a"]

    signs(known, pairs, strict=False)


@claim.proof(
    "a prior on S: L·(p_0 + … + p_i) less p_0·e_0 + … + p_i·e_i grows by p_i·(L - e_i) ≥ 0 from 0; in the end it is L "
    "less the expected loss. By the point mass on an i where L is attained they are equal",
    mutants={"L + e_i": {"sign": -1}, "e_i may be above L": {"largest": False}},
)
def priors(sign=1, largest=True):
    def sums(n, i):
        p, e, top = entry("p", i), entry("e", i), entry("L")
        before = top * entry("sum of p", i) - entry("sum of p·e", i)
        after = top * (entry("sum of p", i) + p) - (entry("sum of p·e", i) + p * e)
        yield after - before, p * (top - sign * e)

    identity("", sums, Domain("n i", lambda n, i: [i, n - i]))
    known = Assumed(
        "p L e",
        lambda *_: {},
        lambda p, L, e: {"p": p, "L-e": (L - e) if largest else (e - L)},
        witness=[1, 0, 0],
    )
    signs(known, lambda given, p, L, e: [(p * (L - e), given["p"] * given["L-e"])], strict=False)


@claim.proof(
    "bounds: with u ≤ l ≤ v on row i, e_i - u·(sum of the row) and v·(sum) - e_i grow by (l-u)·x and (v-l)·x; the sum "
    "is 1. A larger loss m ≥ l gives each e_i more by (m-l)·x",
    mutants={"the bound v on half the mass": {"part": Fraction(1, 2)}},
)
def bounds(part=Fraction(1)):
    known = Assumed(
        "x u l v m",
        lambda *_: {},
        lambda x, u, l, v, m: {"x": x, "l-u": l - u, "v-l": v - l, "m-l": m - l},  # noqa: E741
        witness=[0, 0, 0, 0, 0],
    )

    def grown(given, x, u, cost, *others):
        v, m = others
        yield cost * x - u * x, given["x"] * given["l-u"]
        yield part * v * x - cost * x, given["x"] * given["v-l"]
        yield m * x - cost * x, given["x"] * given["m-l"]

    signs(known, grown, strict=False)


def expected(loss, x, i):
    """The expected loss on input i."""
    return sum((v * loss(i, r) for r, v in enumerate(x.rows[i])), Fraction(0))


def worst(loss, x, inside):
    """(1), read off the page."""
    return max(expected(loss, x, i) for i in inside)


@claim.instances(
    "not linear: n = 1, |i-r|, S = {0, 1}: always 0 and always 1 each lose 1, and half of each 1/2; with S = {0} they "
    "lose 0, 1 and 1/2, which is the mean",
    mutants={"the mean of both": {"inside": (0,)}},
)
def mixture(inside=(0, 1)):
    x, y = deterministic([0, 0], responses=range(2)), deterministic([1, 1], responses=range(2))
    half = Mechanism([[(a + b) / 2 for a, b in zip(*rows, strict=True)] for rows in zip(x.rows, y.rows, strict=True)])
    values = [worst(absolute(), each, inside) for each in (x, y, half)]
    require(values[2] < (values[0] + values[1]) / 2, f"the losses are {', '.join(map(str, values))}")
    alone = [worst(absolute(), each, (0,)) for each in (x, y, half)]
    require(alone == [0, 1, Fraction(1, 2)], f"for S = {{0}} they are {alone}")


@claim.instances(
    "n ≤ 3, all nonempty S, four losses: (1) of the library's certified optimum is its value, and equals the expected "
    "loss by the least favourable prior, which is on S; a larger S never loses less; the rows outside S may be any",
    mutants={"the maximum over N": {"everywhere": True}, "a prior on N": {"beyond": True}},
    largest=4,
)
def by_library(everywhere=False, beyond=False, largest=3):
    for n in range(largest + 1):
        any_signs = table([[(3 * i + 5 * r) % 7 - 2 for r in range(n + 1)] for i in range(n + 1)])
        for loss in (absolute(), squared(), zero_one(), any_signs):
            values = {}
            for size in range(1, n + 2):
                for inside in combinations(range(n + 1), size):
                    best = solve_polytope(Problem(MinimaxConsumer(loss, n=n, side_information=inside), "1/3"))
                    accepted(best)
                    x, prior = best.mechanism, best.dual.prior
                    found = worst(loss, x, range(n + 1) if everywhere else inside)
                    require(found == best.value, f"(1) is {found} for S = {inside} at n = {n}, not {best.value}")
                    require(all(p == 0 for i, p in enumerate(prior) if i not in inside), f"the prior is {prior}")
                    weights = [Fraction(1, n + 1)] * (n + 1) if beyond else prior
                    mean = sum(p * expected(loss, x, i) for i, p in enumerate(weights))
                    require(mean == found, f"the prior gives {mean} for S = {inside} at n = {n}")
                    values[inside] = best.value
            for first, second in combinations(values, 2):
                if set(first) <= set(second):
                    require(values[first] <= values[second], f"S = {second} loses less than {first} at n = {n}")


@claim.instances(
    "fixed entries: for G at n = 2 and α = 1/2 the least value that the program gives is (1), for all S; by a point "
    "mass on an input where it is attained the Bayesian user loses as much, and for S = {0, 2} two inputs attain it",
    mutants={"attained once": {"times": 1}},
)
def fixed(times=2):
    x = geometric(n=2, alpha="1/2")
    entries = [Constraint({(i, r): 1}, v, exactly=True) for i, row in enumerate(x.rows) for r, v in enumerate(row)]
    for size in (1, 2, 3):
        for inside in combinations(range(3), size):
            given = solve_polytope(
                Problem(
                    MinimaxConsumer(absolute(), inputs=range(3), side_information=inside), "1/2", constraints=entries
                )
            )
            require(isinstance(given, Optimum), "no mechanism keeps the entries")
            value = worst(absolute(), x, inside)
            require(given.value == value, f"(1) is {value} for S = {inside}, and the program gives {given.value}")
            at = [i for i in inside if expected(absolute(), x, i) == value]
            user = BayesianUser(absolute(), [int(i == at[0]) for i in range(3)])
            alone = solve_polytope(Problem(user, "1/2", constraints=entries))
            require(alone.value == value, f"the point mass on {at[0]} gives {alone.value}")
            require(inside != (0, 2) or len(at) == times, f"it is attained at {at}")


@claim.instances(
    "S = ∅ has no maximum, and the library refuses it; for n = 0 there is one mechanism, with L = l(0,0)",
    mutants={"S = {0}": {"inside": (0,)}},
)
def edges(inside=()):
    require(worst(table([[-3]]), Mechanism([[1]]), (0,)) == -3, "at n = 0 L is not l(0,0)")
    try:
        MinimaxConsumer(absolute(), inputs=range(1), side_information=inside)
    except InputError:
        return
    require(False, f"S = {inside} is accepted")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
