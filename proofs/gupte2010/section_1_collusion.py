"""Section 1: independent results let colluders cancel the noise, results made one from another don't.

Take n = 1 and k independent results of G_{1,α}: each is wrong with probability q = α/(1+α). The majority of an odd
number k errs with a probability that falls with k, and is at most (2√α/(1+α))^k: where more than half of the results
are wrong, the list has a probability of at most (q(1-q))^(k/2), and there are 2^k lists. With Algorithm 1 all that
the group holds can be derived from the result of the least α, so its loss is the one of that result for every consumer.
"""

from fractions import Fraction
from itertools import pairwise, product
from math import comb

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric, transition
from exactdp.model.losses import absolute, squared, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.interaction import interact

claim = Claim(
    id="gupte2010.section-1.collusion",
    title="cancelling the noise, and how it is prevented",
    section="1",
    position=10,
    statement=(
        "For n = 1 and 0 ≤ α < 1 the majority of k = 2m+1 independent results of G_{1,α} is wrong with a probability "
        "of at most (2√α/(1+α))^k, which tends to 0, and falls from k to k+2 by C(2m+1, m)·(q(1-q))^(m+1)·(1-2q), q = "
        "α/(1+α). With the results of Algorithm 1 for α_1 < … < α_k a consumer has exactly the loss that r_1 alone "
        "allows it, however many others it sees."
    ),
    latex=r"\Pr[\text{majority wrong}] = \sum_{j > k/2} \binom{k}{j} q^j (1-q)^{k-j} \le \Bigl( "
    r"\frac{2\sqrt\alpha}{1+\alpha} \Bigr)^{k}, \qquad q = \frac{\alpha}{1+\alpha}",
    domain="n = 1 and odd k for the majority, 0 ≤ α < 1; for α = 1 each result is a fair coin and nothing is learned",
    every_n=True,
    verdict="proved",
    scope="all α and odd k; the losses with Algorithm 1 by Lemma 4, and here on instances",
    uses=("gupte2010.lemma-4", "gupte2010.section-2-6.naive"),
)


@claim.proof(
    "a list of k = 2m+1 results of which m+1+e are wrong has, times (1+α)^k, the probability α^(m+1+e), which with a = "
    "√α is a^k·a^(2e+1) ≤ a^k. There are 2^k lists in all, so the bound is (2a/(1+α))^k, and 2a < 1+α as (1-a)² > 0",
    mutants={"m wrong results": {"less": 1}},
)
def one_list(less=0):
    # With a for √α, 2m+1 results of which m+1+e are wrong.
    unit = Assumed("a", lambda a: {"1-a": 1 - a}, lambda a: {"a": a}, witness=[Fraction(1, 2)])
    identity(
        "a",
        lambda a, m, e: [(a ** (2 * (m + 1 - less + e)), a ** (2 * m + 1) * a ** (2 * e + 1))],
        Domain("m e", lambda m, e: [m, e]),
    )
    # The factor a^(2e+1) is at most 1, one step at a time: p at most 1 makes a·p at most 1.
    step = Assumed(
        "a p", lambda a, p: {}, lambda a, p: {"a": a, "1-a": 1 - a, "1-p": 1 - p}, witness=[Fraction(1, 2)] * 2
    )
    signs(step, lambda given, a, p: [(1 - a * p, given["1-a"] + given["a"] * given["1-p"])], strict=False)
    # 2a/(1+a²) < 1.
    signs(unit, lambda given, a: [((1 + a**2) - 2 * a, given["1-a"] * given["1-a"])])


@claim.proof(
    "two more results, k = 2m+1: the majority changes where m or m+1 of the k are wrong: it turns wrong with the "
    "probability C·q^m·(1-q)^(m+1)·q² and right with C·q^(m+1)·(1-q)^m·(1-q)², C = C(2m+1, m); the difference is "
    "C·(q(1-q))^(m+1)·(1-2q), and 1-2q = (1-α)/(1+α) > 0",
    mutants={"q² for (1-q)²": {"other": True}},
)
def two_more(other=False):
    def pairs(q, p, m):
        # p is 1-q.
        turns_wrong = q**m * p ** (m + 1) * q**2
        turns_right = q ** (m + 1) * p**m * (q**2 if other else p**2)
        yield turns_right - turns_wrong, q ** (m + 1) * p ** (m + 1) * (p - q)

    identity("q p", lambda q, p, m: [*pairs(q, p, m)], Domain("m", lambda m: [m]))
    # p - q times 1+α.
    identity("a", lambda a: [((1 + a) - 2 * a, 1 - a)])


def wrong(k, alpha):
    """The probability that most of k independent results of G_{1,α} are wrong, k odd."""
    q = Fraction(alpha) / (1 + Fraction(alpha))
    return sum(comb(k, j) * q**j * (1 - q) ** (k - j) for j in range(k // 2 + 1, k + 1))


@claim.instances(
    "k = 1, 3, …, 41, four levels: the error falls by that difference, and its square is at most (4α/(1+α)²)^k; at α = "
    "9/10 it is still above 1/3 for k = 41, and at 1/10 below 10^-5 for k = 21",
    mutants={"4α/(1+α)": {"power": 1}, "the difference for m-1": {"shift": 1}},
)
def majority(power=2, shift=0):
    for alpha in map(Fraction, ("1/10", "1/2", "9/10", "99/100")):
        q = alpha / (1 + alpha)
        for m in range(21):
            k = 2 * m + 1
            bound = (4 * alpha / (1 + alpha) ** power) ** k
            require(wrong(k, alpha) ** 2 <= bound < 1, f"k = {k}, α = {alpha}: the bound is {bound}")
            falls = comb(k, m) * (q * (1 - q)) ** (m + 1 - shift) * (1 - 2 * q)
            require(wrong(k, alpha) - wrong(k + 2, alpha) == falls, f"k = {k}, α = {alpha}: it falls by another number")
    require(wrong(41, "9/10") > Fraction(1, 3), "41 results at 9/10 settle it")
    require(wrong(21, "1/10") < Fraction(1, 10**5), "21 results at 1/10 don't settle it")


def release(n, levels, independent):
    """The mechanism that releases one result for each level, drawn independently or by Algorithm 1."""
    remaps = [transition(n=n, alpha=low, beta=high) for low, high in pairwise(levels)]
    drawn = [geometric(n=n, alpha=each) for each in levels]

    def chance(i, run):
        result = drawn[0][i, run[0]]
        for stage, (before, after) in enumerate(pairwise(run)):
            result *= drawn[stage + 1][i, after] if independent else remaps[stage][before, after]
        return result

    runs = list(product(range(n + 1), repeat=len(levels)))
    return Mechanism([[chance(i, run) for run in runs] for i in range(n + 1)])


@claim.instances(
    "n = 1, 2, three lists of levels, three losses: with Algorithm 1 the optimal interaction with all results loses "
    "what it loses with r_1 alone; drawn independently, three results at 1/2 lose less; the kernel accepts each",
    mutants={"results drawn independently": {"independent": True}},
)
def losses(independent=False):
    for n in (1, 2):
        for loss in (absolute(), squared(), zero_one()):
            consumer = MinimaxConsumer(loss, n=n)
            for written in (("1/2", "2/3", "3/4"), ("1/4", "1/3"), ("1/2", "1")):
                levels = list(map(Fraction, written))
                alone = interact(consumer, geometric(n=n, alpha=levels[0]))
                found = interact(consumer, release(n, levels, independent))
                for result in (alone, found):
                    accepted(result)
                where = f"n = {n}, {consumer}, levels {written}"
                require(found.value == alone.value, f"{where}: {found.value} with all, {alone.value} with r_1")
            thrice = interact(consumer, release(n, [Fraction(1, 2)] * 3, True))
            accepted(thrice)
            alone = interact(consumer, geometric(n=n, alpha="1/2"))
            require(thrice.value < alone.value, f"n = {n}, {consumer}: three results give {thrice.value}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
