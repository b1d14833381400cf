"""Definition 3.4, local privacy: which parameters the algorithm has, and which its calls.

As printed, the algorithm has the parameters (ε_{v,i}, δ_{v,i}) of a single call, and the condition is about (ε, δ),
which is given nowhere. The condition makes sense with (ε, δ) in both places: for every person v, all calls to
randomizers on v's data are together (ε, δ)-DP. By Lemma 3.3 the ε of the calls of one person add up.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import complete, hypercube
from exactdp.privacy.level import level

claim = Claim(
    id="lecture.definition-3.4",
    title="local differential privacy",
    section="3",
    position=80,
    statement=(
        "An algorithm is (ε, δ)-locally private if for every person v the composition of all calls R_{v,1}, R_{v,2}, … "
        "on v's data is (ε, δ)-DP. If these are independent and ε_{v,i}-DP, the algorithm is ε-locally private for ε = "
        "max_v Σ_i ε_{v,i}, and not for the ε_{v,i} of single calls: two calls of level α are together of level α². "
        "With randomizers fixed beforehand it is then ε-DP on databases too, since one entry concerns the calls of one "
        "person."
    ),
    latex=r"\varepsilon = \max_v \sum_i \varepsilon_{v,i}, \qquad \alpha = \min_v \prod_i \alpha_{v,i}",
    domain="any number of persons and of calls for each, discrete responses, 0 ≤ α_{v,i} ≤ 1",
    verdict="corrected",
    scope="the bound for all numbers of calls and levels; exact levels for up to three persons and two calls each",
    printed="the algorithm is (ε_{v,i}, δ_{v,i})-locally private if all calls of each v are together (ε, δ)-DP",
    slip="print",
    uses=("lecture.lemma-3.3",),
)


def response(alpha):
    """Randomised response of this level."""
    high = 1 / (1 + alpha)
    return [[high, 1 - high], [1 - high, high]]


def together(levels):
    """The answers of all calls on one person's bit."""
    rows = []
    for bit in range(2):
        row = [Fraction(1)]
        for alpha in levels:
            row = [x * y for x in row for y in response(alpha)[bit]]
        rows.append(row)
    return Mechanism(rows)


def algorithm(persons):
    """The answers of all persons, on databases of bits in binary order."""
    calls = [together(levels) for levels in persons]
    rows = []
    for database in product(range(2), repeat=len(persons)):
        row = [Fraction(1)]
        for bit, mechanism in zip(database, calls, strict=True):
            row = [x * y for x in row for y in mechanism.rows[bit]]
        rows.append(row)
    return Mechanism(rows)


@claim.counterexample(
    "one person and two calls of level 1/3: together their level is 1/9, so that the ε_{1,1} = ln 3 of a call is not "
    "the algorithm's",
    mutants={"one call": {"calls": 1}},
)
def two_calls(calls=2):
    both = together([Fraction(1, 3)] * calls)
    found = level(both, complete(inputs=range(2))).alpha
    require(found != Fraction(1, 3), f"the level is that of a call, {found}")
    require(found == Fraction(1, 9), f"the level is {found}")


@claim.proof(
    "one more call of the same person multiplies the level: P·p - A·α·Q·q = (P - A·Q)·p + A·Q·(p - α·q); a call of "
    "another person, whose data has not changed, multiplies both probabilities by the same p: P·p - A·Q·p ≥ 0",
    mutants={"another person's call costs α": {"cost": 1}},
)
def one_more_call(cost=0):
    assumed = Assumed(
        "P Q p q A a",
        lambda *_: {},
        lambda P, Q, p, q, A, a: {"P-AQ": P - A * Q, "p-αq": p - a * q, "Q": Q, "p": p, "A": A},
        witness=[Fraction(1, 2)] * 6,
    )

    def pairs(given, P, Q, p, *rest):
        q, A, a = rest
        yield P * p - A * a * Q * q, given["P-AQ"] * given["p"] + given["A"] * given["Q"] * given["p-αq"]
        yield P * p - A * a**cost * Q * p, given["P-AQ"] * given["p"]

    signs(assumed, pairs, strict=False)


@claim.instances(
    "up to three persons, each with one or two calls of levels 1/3 and 1/2: the local level and the level on databases "
    "are both the least product of one person's levels",
    mutants={"the product over all persons": {"everyone": True}, "the least level of a call": {"single": True}},
)
def exact_levels(everyone=False, single=False):
    half, third = Fraction(1, 2), Fraction(1, 3)
    choices = [(third,), (half,), (third, half), (half, half)]
    for size in range(1, 4):
        for persons in product(choices[: 5 - size], repeat=size):
            products = [Fraction(1) for _ in persons]
            for v, levels in enumerate(persons):
                for alpha in levels:
                    products[v] *= alpha
            expected = min(products)
            if everyone:
                expected = Fraction(1)
                for each in products:
                    expected *= each
            if single:
                expected = min(min(levels) for levels in persons)
            local = min(level(together(levels), complete(inputs=range(2))).alpha for levels in persons)
            require(local == expected, f"{persons}: the local level is {local}")
            central = level(algorithm(persons), hypercube(inputs=range(2**size))).alpha
            require(central == expected, f"{persons}: the level on databases is {central}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
