"""Lemma 5.6, the end of its proof: the row sum that is to be larger than 1, with a and c eliminated.

Times α², the row sum is α⁴a + αb' + c. Equation (7) is a + b + c - 1 = 0 and α times (8) is α²a + αb' + c - α = 0.
Subtract 1+α² times the second and add α² times the first: a and c are gone, and α + α³ - α² + α²b - α³b' remains.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, identity, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="ghosh2009.lemma-5.6-elimination",
    title="the row sum larger than 1 in the proof of Lemma 5.6",
    section="5",
    position=85,
    statement=(
        "If a + b + c = 1 and α·a + b' + c/α = 1, then α²·a + b'/α + c/α² = 1/α + α - 1 + b - b'·α. Where b - b'·α ≥ 0 "
        "and 0 < α < 1 this is at least 1/α + α - 1 = 1 + (α-1)²/α, and so larger than 1."
    ),
    latex=r"\alpha^2 a + \frac{b'}{\alpha} + \frac{c}{\alpha^2} = \frac1\alpha + \alpha - 1 + b - b'\alpha > 1",
    domain="0 < α < 1, all real a, b, b' and c with (7), (8) and b ≥ α·b'",
    verdict="proved",
    scope="all α, a, b, b' and c; that a row which breaks the lemma gives (7), (8) and this sum is not part of it",
)


@claim.proof(
    "α²·(left - right) = (1+α²)·(α²a + αb' + c - α) - α²·(a + b + c - 1)",
    mutants={
        "+b'α on the right": {"last": 1},
        "1/α + α + 1": {"middle": 1},
        "α·a on the left": {"power": 3},
        "c/α on the left": {"third": 1},
    },
)
def elimination(last=-1, middle=-1, power=4, third=0):
    # Here a is α, and p, b, q, c are the paper's a, b, b', c.
    def pairs(a, p, b, q, c):
        left = a**power * p + a * q + a**third * c
        right = a + a**3 + middle * a**2 + a**2 * b + last * a**3 * q
        seven, eight = p + b + c - 1, a**2 * p + a * q + c - a
        yield left - right, (1 + a**2) * eight - a**2 * seven

    identity("a p b q c", pairs)


@claim.proof(
    "the same by substitution: c = 1 - a - b from (7), and then α·b' = α - α²a - c from (8)",
    mutants={"c = 1 - a + b": {"sign": 1}},
)
def substitution(sign=-1):
    def pairs(a, p, b):
        c = 1 - p + sign * b
        a_q = a - a**2 * p - c
        yield a**4 * p + a_q + c, a + a**3 - a**2 + a**2 * b - a**2 * a_q

    identity("a p b", pairs)


@claim.proof(
    "α·(1/α + α - 1 - 1) = (α-1)²",
    mutants={"(α+1)²": {"sign": 1}},
)
def square_of_the_difference(sign=-1):
    identity("a", lambda a: [(1 + a**2 - a - a, (a + sign) ** 2)])


@claim.proof(
    "α·(right - 1) = (1-α)² + α·(b - b'α) > 0, since α < 1 and, by privacy, b ≥ b'α",
    mutants={"at α ≤ 1": {"below_one": False}, "b ≥ b', which privacy does not give": {"privacy": False}},
)
def larger_than_one(below_one=True, privacy=True):
    assumed = Assumed(
        "a b q",
        lambda a, b, q: {"α": a} | ({"1-α": 1 - a} if below_one else {}),
        lambda a, b, q: {"b-b'α": b - a * q if privacy else b - q} | ({} if below_one else {"1-α": 1 - a}),
        witness=[Fraction(1, 2), Fraction(1, 3), Fraction(1, 3)],
    )
    signs(
        assumed,
        lambda given, a, b, q: [
            (1 + a**2 - a + a * b - a**2 * q - a, given["1-α"] ** 2 + given["α"] * given["b-b'α"]),
        ],
    )


@claim.instances("at α = 1 the bound 1/α + α - 1 is 1 and no more", mutants={"at α = 1/2": {"alpha": "1/2"}})
def at_one(alpha="1"):
    a = Fraction(alpha)
    require(1 / a + a - 1 == 1, "it is more")


@claim.instances(
    "numbers: for three levels and a, b in steps of 1/6, with c from (7) and b' from (8), both sides are equal",
    mutants={"b - b'": {"power": 0}},
)
def by_numbers(power=1):
    for alpha in map(Fraction, ("1/5", "1/2", "9/10")):
        for a in range(7):
            for b in range(7 - a):
                p, q = Fraction(a, 6), Fraction(b, 6)
                c = 1 - p - q
                r = 1 - alpha * p - c / alpha
                left = alpha**2 * p + r / alpha + c / alpha**2
                right = 1 / alpha + alpha - 1 + q - r * alpha**power
                require(left == right, f"at α = {alpha}, a = {p}, b = {q} the sides are {left} and {right}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
