"""Appendix A: obliviousness costs nothing for a loss on results, and may cost for a loss on databases.

Two databases with the same result get the same row from an oblivious mechanism. If a loss wants the answer 0 for one of
them and 1 for the other, one of the two is lost with probability at least 1/2; a mechanism that tells them apart has
α/(1+α). So the loss must be l(f(d), r), as it is in (5). That some oblivious loss gives less says nothing: 0 does.
"""

from fractions import Fraction
from itertools import combinations, product

from exactdp.claims import Assumed, Claim, accepted, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.losses import table
from exactdp.model.neighbours import edges
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Constraint, Optimum, Problem

claim = Claim(
    id="gupte2010.appendix-a.loss-on-databases",
    title="for which losses obliviousness costs nothing",
    section="A",
    position=2,
    statement=(
        "For a loss l(f(d), r) on results and S ⊆ {0..n} the least worst loss of oblivious mechanisms is that of all "
        "(Lemma 6). For a loss l(d, r) on databases it may be larger: for one row, D = {0, 1, 2}, f counting zeros, a "
        "loss of 1 for the answer 1 on (1) and for the answer 0 on (2), and of 0 otherwise, it is 1/2, and α/(1+α) for "
        "all mechanisms. With one row and two values each class is one database, and no loss does this."
    ),
    latex=r"\tfrac12 > \frac{\alpha}{1+\alpha}",
    domain="0 ≤ α < 1 for the example; at α = 1 both are 1/2",
    verdict="corrected",
    scope="the example for all α; losses on results by Lemma 6",
    printed=(
        "for every consumer with a loss on databases there is an oblivious loss whose optimum is no more; the loss 0 "
        "is one, and with the loss kept it is false"
    ),
    slip="statement",
    uses=("gupte2010.lemma-6",),
)


def setting(values, n):
    """The databases, and the pairs that differ in one row."""
    databases = list(product(range(values), repeat=n))
    near = [
        (d, e)
        for d, e in combinations(range(len(databases)), 2)
        if sum(a != b for a, b in zip(databases[d], databases[e], strict=True)) == 1
    ]
    return databases, edges(near, inputs=range(len(databases)))


def least(loss, values, n, alpha, oblivious):
    """The least worst loss on all databases, judged by the kernel."""
    databases, near = setting(values, n)
    f = [row.count(0) for row in databases]
    first = {k: f.index(k) for k in set(f)}
    same = [
        Constraint({(d, r): 1, (first[k], r): -1}, 0, exactly=True)
        for d, k in enumerate(f)
        for r in range(n + 1)
        if oblivious and d != first[k]
    ]
    rows = table([[loss(row, r) for r in range(n + 1)] for row in databases])
    best = solve_polytope(
        Problem(
            MinimaxConsumer(rows, inputs=range(len(databases))), alpha, near, responses=range(n + 1), constraints=same
        )
    )
    require(isinstance(best, Optimum), "the linear program was not solved")
    accepted(best)
    return best.value


def split(row, r):
    """1 for the answer 1 on (1) and the answer 0 on (2)."""
    return int((row, r) in {((1,), 1), ((2,), 0)})


@claim.counterexample(
    "the example at α = 0, 1/4, 1/2, 9/10: 1/2 for oblivious mechanisms, α/(1+α) for all, judged by the kernel",
    mutants={
        "the loss 1 for an answer 1 on both": {"loss": lambda row, r: int(row != (0,) and r == 1)},
        "α = 1 too": {"levels": ("1",)},
    },
)
def example(loss=split, levels=("0", "1/4", "1/2", "9/10")):
    for alpha in map(Fraction, levels):
        found, best = least(loss, 3, 1, alpha, True), least(loss, 3, 1, alpha, False)
        require((found, best) == (Fraction(1, 2), alpha / (1 + alpha)), f"α = {alpha}: {found} and {best}")
        require(found > best, f"α = {alpha}: both are {best}")


@claim.proof(
    "for all α: one row p, 1-p for both databases loses 1-p on (1) and p on (2), together 1; with p and q for the "
    "answer 0 on (1) and (2), q ≥ α·p and α·(1-p) + q = α + (q - αp) ≥ α; the rows (1, α), (α, 1), and (1+α)·(1/2, "
    "1/2) for (0), over 1+α, attain it and are private; and 1/2 - α/(1+α) is (1-α)/(2(1+α)) > 0",
    mutants={"the weights 1 and 1": {"weight": 0}, "(1, 0) for (0)": {"third": 1}, "α/(1+α²)": {"power": 2}},
)
def for_all_levels(weight=1, third=Fraction(1, 2), power=1):
    identity("p", lambda p: [((1 - p) + p, p**0)])
    private = Assumed(
        "a p q", lambda a, p, q: {"α": a}, lambda a, p, q: {"q-αp": q - a * p}, witness=[Fraction(1, 2)] * 3
    )
    signs(private, lambda given, a, p, q: [(a**weight * (1 - p) + q, given["q-αp"] + given["α"])])
    inside = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 2)])
    half = Fraction(1, 2)

    def pairs(given, a):
        square = given["1-α"] * given["1-α"]
        slack = given["1-α"] * (given["1-α"] + given["α"] + given["α"])
        mean = third * (1 + a)
        # The answer 0 on (1) and (0), and on (0) and (2); the answer 1 is the mirror image.
        yield a**0 - a * a, slack
        yield 1 - a * mean, square * half + slack * half + given["α"] * given["1-α"] * half
        yield mean - a, given["1-α"] * half
        yield mean - a * a, slack * half + given["α"] * given["1-α"] * half
        # 1/2 - α/(1+α), times 2(1+α).
        yield (1 + a**power) - 2 * a, given["1-α"]

    signs(inside, pairs)


@claim.instances(
    "one row and two values: for all 16 losses with entries 0 and 1 both are equal, α = 1/3; two rows and two values: "
    "for a loss that tells (0,1) from (1,0) they are 1/2 and less",
    mutants={"three values": {"values": 3}},
)
def smallest(values=2):
    alpha = Fraction(1, 3)
    for bits in range(16 if values == 2 else 64):

        def loss(row, r, bits=bits):
            return bits >> (2 * row[0] + r) & 1

        found, best = least(loss, values, 1, alpha, True), least(loss, values, 1, alpha, False)
        require(found == best, f"loss {bits}: {found} and {best}")

    def apart(row, r):
        return int((row, r) in {((0, 1), 1), ((1, 0), 0)} or (r == 2 and sum(row) == 1))

    found, best = least(apart, 2, 2, alpha, True), least(apart, 2, 2, alpha, False)
    require(found == Fraction(1, 2) and best < found, f"they are {found} and {best}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
