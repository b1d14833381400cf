"""Section 4.1: privacy of all answers together does not follow from basic composition, but from independent parts.

Each answer Y_i is a mechanism on the whole database, of level α. Lemma 3.3 multiplies the n levels, α^n. But a
neighbour differs in one entry, which only one of the answers depends on: in the ratio all other factors cancel, and
the level is α for every n. That is the parallel composition of mechanisms on parts of the data.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import complete, edges, hypercube
from exactdp.privacy.level import level

claim = Claim(
    id="lecture.section-4-1.composition",
    title="all answers together",
    section="4.1",
    position=40,
    statement=(
        "The answers (Y_1, …, Y_n) of randomised response have the level α = (1-2ε)/(1+2ε) on databases, the same as "
        "one answer has. Lemma 3.3 alone gives α^n. In general independent mechanisms of levels α_i on separate parts "
        "of the data, none of which sees another part, have together the level min α_i where an entry is replaced; so "
        "for independent randomizers fixed beforehand local privacy is central privacy. Post-processing then covers "
        "every estimate from the answers."
    ),
    latex=r"\frac{\Pr[M(X) = a]}{\Pr[M(X') = a]} = \frac{\Pr[Y_j = a_j]}{\Pr[Y'_j = a_j]}, \qquad \alpha = \min_i "
    r"\alpha_i \ge \prod_i \alpha_i",
    domain="n ≥ 1, 0 < ε < 1/2; any levels for mechanisms on parts",
    every_n=True,
    verdict="corrected",
    scope="all n, ε, levels and mechanisms; exact levels for up to 4 persons",
    printed="privacy follows directly from composition and post-processing",
    slip="proof",
    uses=("lecture.lemma-3.3", "lecture.lemma-3.6", "lecture.section-4-1.privacy"),
)


def response(alpha):
    """Randomised response of this level."""
    return [[1 / (1 + alpha), alpha / (1 + alpha)], [alpha / (1 + alpha), 1 / (1 + alpha)]]


def together(levels):
    """The answers of one person for each level, on databases of bits in binary order."""
    rows = []
    for database in product(range(2), repeat=len(levels)):
        row = [Fraction(1)]
        for bit, alpha in zip(database, levels, strict=True):
            row = [x * y for x in row for y in response(alpha)[bit]]
        rows.append(row)
    return Mechanism(rows)


@claim.counterexample(
    "n = 2, level 1/3: the level of both answers is 1/3, and not the 1/9 that basic composition gives, though every "
    "answer as a mechanism on the database has the level 1/3",
    mutants={"both answers about one person": {"same": True}},
)
def two_persons(same=False):
    alpha = Fraction(1, 3)
    databases = list(product(range(2), repeat=2))
    answers = [Mechanism([response(alpha)[data[0 if same else i]] for data in databases]) for i in range(2)]
    both = Mechanism([[x * y for x in a for y in b] for a, b in zip(*(each.rows for each in answers), strict=True)])
    levels = [level(each, hypercube(inputs=range(4))).alpha for each in answers]
    require(levels == [alpha, alpha], f"the answers have levels {levels}")
    require(level(both, hypercube(inputs=range(4))).alpha != levels[0] * levels[1], "the level is the product")


@claim.proof(
    "for all n: with h = 1/2+ε, l = 1/2-ε and m+1 answers that are true, the probability is h^(m+1)·l^(n-m-1); on the "
    "neighbour where one of these is false it is h^m·l^(n-m), which is l/h times that",
    mutants={"l²/h²": {"power": 2}, "the level of n answers": {"all_of_them": True}},
)
def one_factor(power=1, all_of_them=False):
    def pairs(h, l, n, m):  # noqa: E741
        before, after = h ** (m + 1) * l ** (n - m - 1), h**m * l ** (n - m)
        times = n if all_of_them else power
        yield h**times * after, l**times * before

    identity("h l", pairs, Domain("n m", lambda n, m: [m, n - 1 - m]))


@claim.proof(
    "mechanisms on parts: with P for the parts that stay as they are, and p, q for the one that changes, P·p - α·P·q = "
    "P·(p - α·q) ≥ 0, and α - β ≥ 0 for the least level β leaves P·p - β·P·q ≥ 0",
    mutants={"two parts change": {"power": 2}},
)
def parts(power=1):
    assumed = Assumed(
        "P p q a b",
        lambda *_: {},
        lambda P, p, q, a, b: {"p-αq": p - a * q, "P": P, "q": q, "α-β": a - b},
        witness=[*[Fraction(1, 2)] * 4, Fraction(1, 4)],
    )

    def pairs(given, P, p, q, *rest):
        a, b = rest
        yield P * p - a**power * P * q, given["P"] * given["p-αq"]
        yield P * p - b**power * P * q, given["P"] * given["p-αq"] + given["P"] * given["q"] * given["α-β"]

    signs(assumed, pairs, strict=False)


@claim.instances(
    "up to 4 persons with levels 1/3, 1/2 and 9/10 in turn: the level on databases is the least, and that of the local "
    "randomizers; for groups of 2 it is the product of the two least",
    mutants={"the product of all": {"everyone": True}},
)
def exact_levels(everyone=False):
    for n in range(1, 5):
        levels = [Fraction(1, 3), Fraction(1, 2), Fraction(9, 10), Fraction(1, 2)][:n]
        mechanism = together(levels)
        expected = min(levels)
        if everyone:
            for alpha in levels[1:]:
                expected *= alpha
        require(
            level(mechanism, hypercube(inputs=range(2**n))).alpha == expected, f"n = {n}: another level than {expected}"
        )
        require(
            min(level(Mechanism(response(a)), complete(inputs=range(2))).alpha for a in levels) == min(levels),
            "locally",
        )
        if n > 1:
            pairs = [(i, j) for i in range(2**n) for j in range(i) if (i ^ j).bit_count() == 2]
            least = sorted(levels)[:2]
            found = level(mechanism, edges(pairs, inputs=range(2**n))).alpha
            require(found == least[0] * least[1], f"n = {n}: groups of 2 have {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
