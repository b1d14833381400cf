"""Footnote 4: randomised response with two coins.

With heads, probability p, the subject answers truly; with tails the second coin answers, yes with probability q. So yes
has the probability p + (1-p)q for a true yes and (1-p)q for a true no. Fair coins give 3/4 and 1/4.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.databases import replace_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import complete
from exactdp.privacy.level import level
from exactdp.surveys.randomized_response import two_coin_response

claim = Claim(
    id="dwork2013.footnote-4",
    title="randomised response with two coins",
    section="2.5",
    position=20,
    statement=(
        "With two fair coins the true answer is given with probability 3/4, and the exact level is 1/3: (ln 3, "
        "0)-differential privacy, and no smaller ε. The answers of any number of people together have the same level "
        "for one answer replaced. With a first coin that shows heads with probability p and a fair second one the "
        "level is (1-p)/(1+p), so that p = (1-α)/(1+α) gives any α in (0, 1]. A second coin that says yes with "
        "probability q gives min(α_yes, α_no) with α_yes = (1-p)q/(p+(1-p)q) and α_no = (1-p)(1-q)/(p+(1-p)(1-q)), "
        "largest for q = 1/2."
    ),
    latex=r"\frac{\Pr[\text{yes} \mid \text{yes}]}{\Pr[\text{yes} \mid \text{no}]} = \frac{3/4}{1/4} = 3 = e^{\ln 3}",
    domain="0 ≤ p < 1, 0 < q < 1, any number of people",
    verdict="proved",
    scope="all p and q; all answers of up to 4 people",
    uses=("dwork2013.definition-1", "dwork2013.section-2-2.composition"),
)


@claim.proof(
    "fair second coin: twice the probabilities are 1+p and 1-p, and at p = 1/2 their quotient is 3; p = (1-α)/(1+α) "
    "makes them 2/(1+α) and 2α/(1+α), in the ratio α",
    mutants={"p = 1-α": {"divided": 0}, "heads with probability 1/3": {"p": Fraction(1, 3)}},
)
def fair_second(divided=1, p=Fraction(1, 2)):
    identity("q", lambda q: [((p + (1 - p) * Fraction(1, 2)) * q, 3 * ((1 - p) * Fraction(1, 2)) * q)])
    # Times (1+α): 1-p against α·(1+p).
    identity("a", lambda a: [((1 + divided * a) - (1 - a), a * ((1 + divided * a) + (1 - a)))])


@claim.proof(
    "any q = 1/2 - d: (1-p)/(1+p) - α_yes = 2p·(1-p)·d/(…) ≥ 0 for d ≥ 0, times both denominators; and for d ≤ 0 the "
    "same for α_no",
    mutants={"α_no for d ≥ 0": {"sign": -1}},
)
def any_second(sign=1):
    given = Assumed(
        "p d", lambda p, d: {"1-p": 1 - p}, lambda p, d: {"p": p, "d": d}, witness=[Fraction(1, 2), Fraction(1, 4)]
    )

    def difference(known, p, d):
        yes = (1 - p) * (Fraction(1, 2) - sign * d)
        yield (1 - p) * (p + yes) - yes * (1 + p), positive_number(2) * known["p"] * known["1-p"] * known["d"]

    signs(given, difference, strict=False)


@claim.instances(
    "the library's two-coin response: level 1/3; for p = 0, 1/2, 9/10 and q = 1/10, 1/2, 2/3 the stated one; built "
    "from its four coin outcomes likewise",
    mutants={"the first coin decides alone": {"both": False}},
)
def library(both=True):
    require(two_coin_response().level.alpha == Fraction(1, 3), "the level of two fair coins is not 1/3")
    for p in (Fraction(0), Fraction(1, 2), Fraction(9, 10)):
        for q in (Fraction(1, 10), Fraction(1, 2), Fraction(2, 3)):
            rows = []
            for truth in (0, 1):
                row = [Fraction(0), Fraction(0)]
                for heads, yes in product((True, False), repeat=2):
                    chance = (p if heads else 1 - p) * (q if yes else 1 - q)
                    row[truth if heads or not both else int(yes)] += chance
                rows.append(row)
            yes, no = (1 - p) * q / (p + (1 - p) * q), (1 - p) * (1 - q) / (p + (1 - p) * (1 - q))
            found = level(Mechanism(rows), complete(inputs=range(2))).alpha
            require(found == min(yes, no), f"the level at p = {p}, q = {q} is {found}")
            require(two_coin_response(p, q).level.alpha == found, "the library has another level")


@claim.instances(
    "all answers of 1 to 4 people together, one of them replaced: the level is 1/3",
    mutants={"two people replaced": {"steps": 2}},
)
def many_people(steps=1):
    one = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]
    for n in range(1, 5):
        databases = replace_one(n=n)
        rows = []
        for member in databases.members:
            row = [Fraction(1)]
            for value in member:
                row = [mass * chance for mass in row for chance in one[int(value)]]
            rows.append(row)
        found = level(Mechanism(rows), databases.neighbours).alpha
        require(found**steps == Fraction(1, 3), f"the level of {n} people is {found**steps}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
