"""Theorem 6.3, the users' optima: x_1 is the only optimal mechanism of the first user, for ε below 1/8.

Reading 0 as 1 and 3 as 2 loses less on the results 1 and 2, which alone have a prior weight; so every optimal mechanism
answers 1 or 2, and the exponent of the loss does not matter. With A, B, C, D, E for the probability of response 1 on
{1}, {2}, {2,3}, {1,3}, {3}, the loss is (1-A)/4 + (1-B)/4 + (1/2-ε)C + εD. Less 13/48 + ε/2 it is a sum of five slacks
of privacy, between neighbours, with positive prices; so all five are 0 at an optimum, and that determines x_1.
"""

from fractions import Fraction

from exactdp.certificates.certificate import Rejected, certify
from exactdp.claims import Assumed, Claim, accepted, identity, positive_number, record, require, signs
from exactdp.commands.cli import main
from exactdp.model.losses import table
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import hypercube
from exactdp.model.users import BayesianUser
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.uniqueness import Better, OnlyOptimum, uniqueness
from exactdp.privacy.level import private

claim = Claim(
    id="ghosh2009.theorem-6.3.optimum",
    title="x_1 is the only optimal mechanism of the first user",
    section="6.2",
    position=45,
    statement=(
        "For the first user x_1 is optimal, at face value and with the loss 13/48 + ε/2, exactly if 0 ≤ ε ≤ 1/8, and "
        "the only optimal mechanism exactly if 0 ≤ ε < 1/8; then not just the four printed rows are determined but all "
        "eight. The exponent 1-δ of the loss may be any number ≥ 0, so δ > 0 is not needed. Exchanging the rows 1 and "
        "2 gives the same for the second user and x_2."
    ),
    latex=r"\tfrac14(1-A)+\tfrac14(1-B)+(\tfrac12-\varepsilon)C+\varepsilon D - \tfrac{13}{48} - "
    r"\tfrac{\varepsilon}{2} \ge 0",
    domain="α = 1/2, databases of {0,1}^3, responses 0..3, all ε in [0, 1/2] and δ ≤ 1",
    verdict="proved",
    scope="all ε and δ, and all mechanisms",
    uses=("ghosh2009.figure-4",),
)

ROWS = "123"
DATABASES = tuple("".join(row for bit, row in enumerate(ROWS) if number >> bit & 1) for number in range(8))
X_1 = {
    "": "5/6",
    "1": "11/12",
    "2": "2/3",
    "12": "5/6",
    "3": "2/3",
    "13": "5/6",
    "23": "1/3",
    "123": "2/3",
}
BELOW = Assumed("e", lambda e: {"1/8-ε": Fraction(1, 8) - e}, witness=[Fraction(1, 16)])


@claim.proof(
    "an optimal mechanism never answers 0 or 3: with t = 2^(1-δ) ≥ 1, to read 0 as 1 and 3 as 2 saves 1 and t-1 on the "
    "result 1, t-1 and 1 on the result 2; so on {1} response 0 has probability 0 and on {2,3} response 3, and by "
    "privacy on all databases",
    mutants={"δ of any sign, t < 1": {"at_least": 0}, "0 read as 2": {"read": {0: 2, 1: 1, 2: 2, 3: 2}}},
)
def two_responses(at_least=1, read=None):
    read = {0: 1, 1: 1, 2: 2, 3: 2} if read is None else read
    assumed = Assumed("t", lambda t: {}, lambda t: {"t-1": t - at_least}, witness=[Fraction(2)])

    def saved(given, t):
        loss = {0: 0 * t, 1: t**0, 2: t}
        expected = {(1, 0): positive_number(1), (1, 3): given["t-1"], (2, 0): given["t-1"], (2, 3): positive_number(1)}
        for (i, r), proof in expected.items():
            yield loss[abs(i - r)] - loss[abs(i - read[r])], proof

    signs(assumed, saved, strict=False)


@claim.proof(
    "the loss less 13/48 + ε/2 is 1/4·((1+D)/2 - A) + (1/8-ε)·((1+E)/2 - D) + (1/16-ε/2)·(2C - E) + 1/6·(2C - B) + "
    "1/12·((1+C)/2 - B), of slacks of {1,3} and {1}, {3} and {1,3}, {2,3} and {3}, twice {2,3} and {2}",
    mutants={
        "the prior 1/2-2ε on {2,3}": {"twice": 2},
        "13/48 - ε/2": {"sign": -1},
        "the prices 1/12 and 1/6 exchanged": {"prices": ("1/12", "1/6")},
    },
)
def prices(twice=1, sign=1, prices=("1/6", "1/12")):
    half = Fraction(1, 2)

    def pairs(e, *rows):
        A, B, C, D, E = rows
        loss = (1 - A + 1 - B) * Fraction(1, 4) + (half - twice * e) * C + e * D
        yield (
            loss - (Fraction(13, 48) + sign * half * e),
            Fraction(1, 4) * (half * (1 + D) - A)
            + (Fraction(1, 8) - e) * (half * (1 + E) - D)
            + half * (Fraction(1, 8) - e) * (2 * C - E)
            + Fraction(prices[0]) * (2 * C - B)
            + Fraction(prices[1]) * (half * (1 + C) - B),
        )

    identity("e A B C D E", pairs)


@claim.proof(
    "all slacks are ≥ 0 by privacy, p ≤ 2p' and 1-p' ≤ 2(1-p) between neighbours, and the prices that depend on ε are "
    "> 0 for ε < 1/8",
    mutants={"(1+p')/3": {"half": "1/3"}, "the price 1/16-ε": {"price": 1}},
)
def slacks(half="1/2", price="1/2"):
    between = Assumed("p q", lambda p, q: {}, lambda p, q: {"2(1-p)-(1-q)": 2 * (1 - p) - (1 - q)}, witness=[0, 0])
    signs(
        between,
        lambda given, p, q: [(Fraction(half) * (1 + q) - p, given["2(1-p)-(1-q)"] * Fraction(1, 2))],
        strict=False,
    )
    signs(
        BELOW,
        lambda given, e: [(Fraction(1, 16) - Fraction(price) * e, given["1/8-ε"] * Fraction(1, 2))],
    )


@claim.proof(
    "so at an optimum with ε < 1/8 all five are 0: 2C = B = (1+C)/2 gives C = 1/3, B = 2/3, then E = 2C = 2/3, D = "
    "(1+E)/2 = 5/6, A = (1+D)/2 = 11/12; with {1,2,3} in place of {3} the same path gives 2/3 there, and {} and {1,2}, "
    "neighbours of {1} and {2}, have at least 1-2(1-A) = 5/6 and at most (1+B)/2 = 5/6",
    mutants={"2(1-C) in place of (1+C)/2": {"shift": 0}, "5/6 for {2,3}": {"rows": {**X_1, "23": "5/6"}}},
)
def determined(shift=1, rows=None):
    x = {key: Fraction(value) for key, value in (X_1 if rows is None else rows).items()}
    # 2C = (s+C)/2 has the one solution C = s/3.
    third = Fraction(shift, 3)
    require(x["23"] == third, f"C is {third}")
    require(x["2"] == 2 * third == (1 + third) / 2, f"B is {x['2']}")
    for between in ("3", "123"):
        require(x[between] == 2 * third, f"{{{between}}} has {x[between]}")
        require((1 + x[between]) / 2 == x["13"], f"{{1,3}} has {x['13']}")
    require((1 + x["13"]) / 2 == x["1"], f"{{1}} has {x['1']}")
    for between in ("", "12"):
        require(1 - 2 * (1 - x["1"]) == x[between] == (1 + x["2"]) / 2, f"{{{between}}} has {x[between]}")
    identity("C", lambda C: [(2 * (2 * C) - (1 + C), 3 * (C - Fraction(1, 3)))])


@claim.proof(
    "for ε > 1/8 it is not optimal, and at 1/8 not alone: with D = 2/3 and A = 5/6 the loss is (1/8-ε)/6 more, which "
    "is then < 0 or 0, and the mechanism with these rows is 1/2-private",
    mutants={"A kept": {"first": "11/12"}, "D = 1/2": {"fourth": "1/2"}},
)
def beyond(first="5/6", fourth="2/3"):
    A, D = Fraction(first), Fraction(fourth)
    x = {key: Fraction(value) for key, value in X_1.items()} | {"1": A, "13": D}
    require(bool(private(mechanism_of(x), "1/2", hypercube(inputs=range(8)))), "it is not 1/2-private")
    saved, spent = (Fraction(X_1["13"]) - D), (Fraction(X_1["1"]) - A) / 4
    identity("e", lambda e: [(spent - saved * e, Fraction(1, 6) * (Fraction(1, 8) - e))])


def mechanism_of(ones):
    """The mechanism with responses 0..3 of which 1 has these probabilities, and 2 the others."""
    return Mechanism([[0, Fraction(ones[key]), 1 - Fraction(ones[key]), 0] for key in DATABASES])


def problem(epsilon, far, *, second=False):
    """What a user wants: `far` is the loss at distance two, and the third power of it stands for that at three."""
    weights = {"1": Fraction(1, 4), "2": Fraction(1, 4), "23": Fraction(1, 2) - epsilon, "13": epsilon}
    if second:
        weights = {exchanged(key): weight for key, weight in weights.items()}
    losses = {0: 0, 1: 1, 2: Fraction(far), 3: Fraction(far) ** 2}
    rows = [[losses[abs(len(key) - r)] for r in range(4)] for key in DATABASES]
    user = BayesianUser(table(rows), [weights.get(key, 0) for key in DATABASES])
    return Problem(user, "1/2", hypercube(inputs=range(8)), responses=range(4))


def exchanged(key):
    """The database with the rows 1 and 2 exchanged."""
    return "".join(sorted({"1": "2", "2": "1", "3": "3"}[row] for row in key))


@claim.instances(
    "the kernel accepts that x_1 is the only optimal mechanism with responses 0..3, on all eight databases, for ε = 0, "
    "1/100, 1/10 and the losses 2 and 5/4 at distance two; and x_2 for the second user",
    mutants={"ε = 1/8": {"weights": ("1/8",)}, "ε = 1/4": {"weights": ("1/4",)}, "x_2 for x_1": {"swap": True}},
    weights=("0", "1/1000", "1/100", "1/20", "1/10", "124/1000"),
)
def certified(weights=("0", "1/100", "1/10"), swap=False):
    for epsilon in map(Fraction, weights):
        for far, second in (("2", False), ("5/4", False), ("2", True)):
            asked = problem(epsilon, far, second=second)
            found = solve_polytope(asked)
            require(found.value == Fraction(13, 48) + epsilon / 2, f"ε = {epsilon}: the least loss is {found.value}")
            ones = {exchanged(key): value for key, value in X_1.items()} if second != swap else X_1
            require(found.mechanism.rows == mechanism_of(ones).rows, f"ε = {epsilon}: another mechanism is optimal")
            alone = uniqueness(found)
            require(isinstance(alone, OnlyOptimum), f"ε = {epsilon}: it is not the only one")
            accepted(alone)


@claim.instances(
    "and that it is optimal and not alone at ε = 1/8, and not optimal at ε = 1/7 and 1/2",
    mutants={"at ε = 1/9": {"border": "1/9"}, "at ε = 1/7": {"border": "1/7"}, "not at ε = 1/10": {"above": ("1/10",)}},
)
def certified_beyond(border="1/8", above=("1/7", "1/2")):
    asked = problem(Fraction(border), "2")
    best = solve_polytope(asked)
    mine = Optimum(asked, Fraction(13, 48) + Fraction(border) / 2, best.dual, None, mechanism_of(X_1))
    try:
        certify(mine)
        alone = uniqueness(mine)
        require(not isinstance(alone, OnlyOptimum), f"ε = {border}: it is the only one")
        require(certify(alone).kind == "not-only-optimal", "the kernel accepts something else")
        for epsilon in map(Fraction, above):
            asked = problem(epsilon, "2")
            accepted(Better(asked, mechanism_of(X_1), solve_polytope(asked)), "not-optimal")
    except Rejected as error:
        require(False, str(error))
    record(certificates=2)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
