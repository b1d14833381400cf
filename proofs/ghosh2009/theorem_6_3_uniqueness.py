"""Theorem 6.3, the words "small, positive ε and δ": for which of them, and at which levels, x_1 is the only optimum.

The claim on the users' optima decides α = 1/2. The same five slacks of privacy decide every level: with A, B, C, D, E
for the probability of response 1 on {1}, {2}, {2,3}, {1,3}, {3}, four times the loss less its least value is a sum of
them with prices > 0 for ε < α/4. Zero slacks leave one mechanism. Of the losses |i-r|^(1-δ) only 2^(1-δ) ≥ 1 matters.
"""

from fractions import Fraction
from itertools import zip_longest

from exactdp.arithmetic.radicals import power
from exactdp.claims import Assumed, Claim, accepted, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.losses import table
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import hypercube
from exactdp.model.users import BayesianUser
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.optimum.uniqueness import OnlyOptimum, uniqueness

claim = Claim(
    id="ghosh2009.theorem-6.3.uniqueness",
    title="which small ε and δ, and at which levels",
    section="6.2",
    position=46,
    statement=(
        "For the first user at level α, results at face value, the mechanism with the probabilities 1-α³/(1+α) on {1}, "
        "1-α²/(1+α) on {1,3}, {1,2} and {}, 1/(1+α) on {2}, {3} and {1,2,3}, α/(1+α) on {2,3} for response 1, and the "
        "rest for 2, is the only optimum for 0 ≤ ε < α/4, one of several at ε = α/4, and none for ε > α/4. It loses "
        "α(3+α²)/(4(1+α)) + (1-α)ε. Every δ ≤ 1 will do, and neither δ nor ε need be positive. At α = 1/2 it is x_1 "
        "of Figure 4, with ε < 1/8: so the printed words hold, and exactly these ε are small enough."
    ),
    latex=r"L_1 = \frac{\alpha(3+\alpha^2)}{4(1+\alpha)} + (1-\alpha)\,\varepsilon, \qquad 0 \le \varepsilon < "
    r"\frac{\alpha}{4}",
    domain="0 < α < 1, databases of {0,1}^3, responses 0..3, 0 ≤ ε ≤ 1/2, δ ≤ 1",
    verdict="proved",
    scope="all α, ε, δ and mechanisms; certificates for the 0-1 loss carry over to the irrational losses",
    uses=("ghosh2009.theorem-6.3.optimum", "ghosh2009.figure-4"),
)

DATABASES = tuple("".join(row for bit, row in enumerate("123") if number >> bit & 1) for number in range(8))
LEVEL = {"α": lambda a: a, "1-α": lambda a: 1 - a}
BELOW = Assumed(
    "a e",
    lambda a, e: {"α": a, "1-α": 1 - a, "α-4ε": a - 4 * e},
    lambda a, e: {"ε": e},
    witness=[Fraction(1, 2), Fraction(1, 16)],
)


def ones(a):
    """The probabilities of response 1, all times 1+α."""
    third, second, first = 1 + a - a**3, 1 + a - a**2, 1 + 0 * a
    return {"1": third, "13": second, "12": second, "": second} | dict.fromkeys(("2", "3", "123"), first) | {"23": a}


@claim.proof(
    "responses 0 and 3: with b = 2^(1-δ) ≥ 1 and c = 3^(1-δ) ≥ b, to read 0 as 1 and 3 as 2 saves 1 and b-1 on the "
    "result 1 and b-1 and 1 on the result 2: so an optimum with weights on {1} and {2,3} has neither response there, "
    "hence, α being > 0, nowhere; what remains loses 1 where it is wrong, and 3^(1-δ) never occurs",
    mutants={"0 read as 2": {"zero": 2}, "b ≥ 0 only, which is δ > 1": {"least": 0}},
)
def two_responses(zero=1, least=1):
    read = {0: zero, 3: 2}

    def saved(given, b, c):
        loss = {0: 0 * b, 1: b**0, 2: b, 3: c}
        proofs = {(1, 0): positive_number(1), (1, 3): given["b-1"], (2, 0): given["b-1"], (2, 3): positive_number(1)}
        for (i, r), proof in proofs.items():
            yield loss[abs(i - r)] - loss[abs(i - read[r])], proof

    assumed = Assumed("b c", lambda b, c: {}, lambda b, c: {"b-1": b - least, "c-b": c - b}, witness=[2, 3])
    signs(assumed, saved, strict=False)


def four_losses(e, A, B, C, D):
    """Four times the loss of the first user."""
    return (1 - A) + (1 - B) + (2 - 4 * e) * C + 4 * e * D


@claim.proof(
    "four times the loss less four times the least one, all times α(1+α), is α(1+α)·(1-α+αD-A) + "
    "α(1+α)(α-4ε)·(1-α+αE-D) + α(1+α)(α-4ε)·(C-αE) + 2α·(C-αB) + α(1-α)·(1-α+αC-B)",
    mutants={
        "α²/4 for α/4": {"power": 2},
        "1+α for 1-α in the last price": {"sign": 1},
        "(1+α)ε in the least loss": {"slope": 1},
    },
)
def prices(power=1, sign=-1, slope=-1):
    def pairs(a, e, *rows):
        A, B, C, D, E = rows
        scale, small = a * (1 + a), a**power - 4 * e
        least = a * (3 + a**2) * a + 4 * (1 + slope * a) * e * scale
        right = scale * (1 - a + a * D - A) + scale * small * (1 - a + a * E - D) + scale * small * (C - a * E)
        right += 2 * a * (C - a * B) + a * (1 + sign * a) * (1 - a + a * C - B)
        yield four_losses(e, A, B, C, D) * scale - least, right

    identity("a e A B C D E", pairs)


@claim.proof(
    "for ε < α/4 all five prices are > 0; the slacks are ≥ 0 by privacy, p' ≥ αp and 1-p' ≥ α(1-p) between neighbours",
    mutants={"the last price 1-2α": {"twice": 2}, "the slack 1-α+α²q-p": {"power": 2}},
)
def positive(twice=1, power=1):
    def five(given, a, e):
        scale = given["α"] * (positive_number(1) + given["α"])
        yield a * (1 + a), scale
        yield a * (1 + a) * (a - 4 * e), scale * given["α-4ε"]
        yield 2 * a, given["α"] * 2
        yield a * (1 - twice * a), given["α"] * given["1-α"]

    signs(BELOW, five)
    between = Assumed(
        "a p q",
        lambda a, p, q: {},
        lambda a, p, q: {"response 1": p - a * q, "response 2": (1 - p) - a * (1 - q)},
        witness=[Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)],
    )

    def slacks(given, a, p, q):
        yield p - a * q, given["response 1"]
        yield 1 - a + a**power * q - p, given["response 2"]

    signs(between, slacks, strict=False)


@claim.proof(
    "zero slacks give the statement's rows: C = αB and B = 1-α+αC have the determinant 1-α² > 0, then E = C/α, D, A; "
    "{1,2,3} may stand for {3} on the path; on {} and {1,2} the bounds 1-(1-A)/α by {1} and 1-α+αB by {2} are equal",
    mutants={"α for 1 on {3}": {"changed": {"3": "α"}}, "1-α² for {1,2}": {"changed": {"12": "1-α²"}}},
)
def determined(changed=None):
    def pairs(a):
        s, x = 1 + a, ones(a)
        x |= {key: {"α": a, "1-α²": s * (1 - a**2)}[value] for key, value in (changed or {}).items()}
        yield x["23"], a * x["2"]
        yield x["2"], (1 - a) * s + a * x["23"]
        yield 1 - a * a, (1 - a) * s
        for between in ("3", "123"):
            yield x["23"], a * x[between]
            yield x["13"], (1 - a) * s + a * x[between]
        yield x["1"], (1 - a) * s + a * x["13"]
        for between in ("", "12"):
            yield s - x["1"], a * (s - x[between])
            yield x[between], (1 - a) * s + a * x["2"]

    identity("a", pairs)


# Polynomials in α by their coefficients; every difference of neighbours is one of these products.
ROWS = {"1": (1, 1, 0, -1), "13": (1, 1, -1), "12": (1, 1, -1), "": (1, 1, -1), "2": (1,), "3": (1,), "123": (1,)}
ROWS |= {"23": (0, 1)}
PRODUCTS = ("b", "ab", "aab", "bs", "abs", "aabs", "bbs", "bbss", "bt")


def stripped(p):
    """The same polynomial without zeros at the end."""
    degrees = [k for k, x in enumerate(p) if x]
    return tuple(p[: degrees[-1] + 1]) if degrees else ()


def times(p, q):
    """A product of polynomials."""
    found = [0] * (len(p) + len(q))
    for i, x in enumerate(p):
        for j, y in enumerate(q):
            found[i + j] += x * y
    return stripped(found)


def less(q, p):
    """A difference of polynomials."""
    return stripped([x - y for x, y in zip_longest(q, p, fillvalue=0)])


def product_of(letters):
    """A product of a = α, b = 1-α, s = 1+α and t = 1+α-α²."""
    found = (1,)
    for letter in letters:
        found = times(found, {"a": (0, 1), "b": (1, -1), "s": (1, 1), "t": (1, 1, -1)}[letter])
    return found


def differences(rows):
    """Of every two neighbours and either response, what one has less α times what the other has, times 1+α."""
    for u in DATABASES:
        for v in DATABASES:
            if len(set(u) ^ set(v)) == 1:
                yield less(rows[v], times((0, 1), rows[u]))
                yield less(less((1, 1), rows[v]), times((0, 1), less((1, 1), rows[u])))


@claim.proof(
    "it is α-private on all pairs of neighbours, and so is it with D' = 1/(1+α) on {1,3} and A' = 1-α²/(1+α) on {1}: "
    "each difference, times 1+α, is 0 or a product of α, 1-α, 1+α and 1+α-α² = 1+α(1-α)",
    mutants={"1 on {2,3}": {"changed": {"23": (1, 1)}}, "A kept": {"changed": {"13": (1,)}, "both": False}},
)
def private(changed=None, both=True):
    known = {product_of(letters): letters for letters in PRODUCTS} | {(): ""}
    used = set()
    for other in ({}, {"1": ROWS["13"], "13": ROWS["3"]} if both else {}):
        for found in differences(ROWS | other | (changed or {})):
            require(found in known, f"the difference with the coefficients {found} is not of the list")
            used.add(known[found])
    level = Assumed("a", lambda a: {"a": a, "b": 1 - a}, witness=[Fraction(1, 3)])

    def products(given, a):
        factors = dict(given, s=positive_number(1) + given["a"], t=positive_number(1) + given["a"] * given["b"])
        for letters in sorted(used - {""}):
            proof = positive_number(1)
            for letter in letters:
                proof = proof * factors[letter]
            yield sum((c * a**k for k, c in enumerate(product_of(letters))), 0 * a), proof

    signs(level, products)


@claim.proof(
    "it loses the statement's value, and the other mechanism loses α(1-α)(α/4-ε)/(1+α) more: so at ε = α/4 it is not "
    "alone, and above α/4 not optimal",
    mutants={"A kept": {"first": "1"}, "(1+α)ε": {"slope": 1}},
)
def losses(first="13", slope=-1):
    def pairs(a, e):
        s, x = 1 + a, ones(a)
        y = x | {"1": x[first], "13": x["3"]}
        # Four times the loss, times 1+α.
        of_x, of_y = (2 * s - z["1"] - z["2"] + (2 - 4 * e) * z["23"] + 4 * e * z["13"] for z in (x, y))
        yield of_x, a * (3 + a**2) + 4 * (1 + slope * a) * e * s
        yield of_y - of_x, a * (1 - a) * (a - 4 * e)

    identity("a e", pairs)


def mechanism_of(alpha):
    """The mechanism with responses 0..3."""
    x = {key: sum(c * alpha**k for k, c in enumerate(row)) / (1 + alpha) for key, row in ROWS.items()}
    return Mechanism([[0, x[key], 1 - x[key], 0] for key in DATABASES])


def weights_of(epsilon):
    """The first user's prior."""
    held = {"1": Fraction(1, 4), "2": Fraction(1, 4), "23": Fraction(1, 2) - epsilon, "13": epsilon}
    return [held.get(key, Fraction(0)) for key in DATABASES]


def wrong(key, r):
    """The 0-1 loss, which is that of δ = 1."""
    return Fraction(int(len(key) != r))


@claim.instances(
    "with the 0-1 loss, δ = 1, the kernel accepts the mechanism as the only optimum with responses 0..3 on all eight "
    "databases: α = 1/2 with ε = 0, 1/1000, 1/10, 31/250, and α = 1/10, 1/3, 9/10 with ε = α/5",
    mutants={
        "ε = 1/8": {"cases": (("1/2", "1/8"),)},
        "ε = α/3": {"cases": (("1/3", "1/9"),)},
        "Figure 4 at another level": {"rows_at": "1/2"},
    },
    cases=(("1/2", "249/2000"), ("99/100", "6/25"), ("1/4", "0"), ("1/100", "1/401")),
)
def certified(
    cases=(
        ("1/2", "0"),
        ("1/2", "1/1000"),
        ("1/2", "1/10"),
        ("1/2", "31/250"),
        ("1/10", "1/50"),
        ("1/3", "1/15"),
        ("9/10", "9/50"),
    ),
    rows_at=None,
):
    losses = table([[wrong(key, r) for r in range(4)] for key in DATABASES])
    for level, weight in cases:
        alpha, epsilon = Fraction(level), Fraction(weight)
        found = solve_polytope(
            Problem(BayesianUser(losses, weights_of(epsilon)), alpha, hypercube(inputs=range(8)), responses=range(4))
        )
        least = alpha * (3 + alpha**2) / (4 * (1 + alpha)) + (1 - alpha) * epsilon
        require(found.value == least, f"α = {alpha}, ε = {epsilon}: the least loss is {found.value}")
        mine = mechanism_of(alpha if rows_at is None else Fraction(rows_at))
        require(found.mechanism.rows == mine.rows, f"α = {alpha}, ε = {epsilon}: another mechanism is optimal")
        alone = uniqueness(found)
        require(isinstance(alone, OnlyOptimum), f"α = {alpha}, ε = {epsilon}: it is not the only one")
        accepted(alone)


@claim.instances(
    "exactly, with the radicals 2^(1-δ) and 3^(1-δ) for δ = 1/60, 1/10, 1/3, 1/2, 9/10: |i-r|^(1-δ) is nowhere below "
    "the 0-1 loss and equal to it wherever the mechanism answers with probability > 0 and the prior has weight: so no "
    "mechanism that the 0-1 loss ranks behind it comes before it, and it is the only optimum there too",
    mutants={
        "δ = 3/2": {"deltas": ("3/2",)},
        "response 3 on {1}": {"answers": (1, 3)},
    },
)
def irrational(deltas=("1/60", "1/10", "1/3", "1/2", "9/10"), answers=(1, 2)):
    for delta in map(Fraction, deltas):
        exponent = 1 - delta
        for key, p in zip(DATABASES, weights_of(Fraction(1, 100)), strict=True):
            for r in range(4):
                distance = abs(len(key) - r)
                # With a negative exponent the loss is the inverse of one with a positive one.
                loss = power(distance, abs(exponent)) if distance else Fraction(0)
                below = loss < wrong(key, r) if exponent > 0 else loss > wrong(key, r)
                require(not below, f"δ = {delta}: at distance {distance} the loss is below 1")
                if p and r in answers:
                    require(loss == wrong(key, r), f"{{{key}}}, response {r}: the loss is {loss}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
