"""The open question of section 7 for the two users of Theorem 6.3: how well can one mechanism serve both?

A mechanism and two remaps are one mechanism that answers with a pair of readings. Exchanging rows 1 and 2 and the two
users keeps the problem, so the least common loss is half the least sum. That is a linear program in four responses, l,
m, n, o of Figure 5. Its prices: u on {1}, {2} and v on {1,3}, {2,3}, with the sum 2(u+v). Distances from {1,3}: 1 to
{1}, 2 to {2,3}, 3 to {2}.
"""

from fractions import Fraction
from itertools import product
from math import comb

from exactdp.claims import Assumed, Claim, accepted, identity, positive_number, require, signs
from exactdp.claims import square as square_of
from exactdp.commands.cli import main
from exactdp.model.losses import table
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import hypercube
from exactdp.model.users import BayesianUser
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.privacy.level import private

claim = Claim(
    id="exactdp.two-users",
    title="how well one mechanism serves the two users of Theorem 6.3",
    section="8",
    position=10,
    statement=(
        "For the two users at level α let λ be the least number such that some α-private mechanism, read by each user "
        "in its own way, costs both at most λ times their least loss. For ε ≤ ε_1 = α(1-α)/(4(1+α)) the least common "
        "loss is c = α(3+2α+3α²)/(4(1+α)(1+α²)) + (1-α)ε/(1+α²), from there to 1/4 it is α/(1+α). With the least loss "
        "of one user, α(3+α²)/(4(1+α)) + (1-α)ε for ε ≤ α/4 and α/(1+α) beyond, λ is their quotient; it falls in ε to "
        "1 at α/4, and ε and 1/2-ε give the same. Its largest value is (3+2α+3α²)/((1+α²)(3+α²)), at ε = 0: 76/65 for "
        "α = 1/2. Oblivious mechanisms reach α/(1+α) at best: 4/(3+α²), so 16/13, at ε = 0. They are best for "
        "ε ≥ ε_1 only. Over all α the largest λ is between 1.170 and 1.171, at one α between 0.459 and 0.460."
    ),
    latex=r"\lambda(\varepsilon) = \frac{\alpha(3+2\alpha+3\alpha^2) + 4(1-\alpha^2)\varepsilon}{(1+\alpha^2)\,"
    r"(\alpha(3+\alpha^2) + 4(1-\alpha^2)\varepsilon)}, \qquad \lambda(0) = \frac{3+2\alpha+3\alpha^2}"
    r"{(1+\alpha^2)(3+\alpha^2)}",
    domain="0 < α < 1, databases of {0,1}^3, 0 ≤ ε ≤ 1/2, δ ≤ 1, all mechanisms and remaps",
    verdict="proved",
    scope="all α, ε, δ, mechanisms and remaps",
    uses=(
        "ghosh2009.theorem-6.3.users",
        "ghosh2009.theorem-6.3.randomized",
        "ghosh2009.theorem-6.3.uniqueness",
        "ghosh2009.lemma-6.4",
    ),
)

READINGS = {"l": (1, 1), "m": (2, 2), "n": (1, 2), "o": (2, 1)}
FOUR = ("1", "2", "13", "23")
DATABASES = tuple("".join(row for bit, row in enumerate("123") if number >> bit & 1) for number in range(8))


def weights(e, user):
    """The prior of the first user (0) or the second (1), times 4."""
    held = {"1": 1 + 0 * e, "2": 1 + 0 * e, "23": 2 - 4 * e, "13": 4 * e}
    turned = {"1": "2", "2": "1", "23": "13", "13": "23"}
    return {turned[key]: value for key, value in held.items()} if user else held


def cost(e, label, database):
    """Four times what a response costs both users together on a database."""
    wrong = [int(READINGS[label][user] != len(database)) for user in (0, 1)]
    return sum((weights(e, user)[database] * wrong[user] for user in (0, 1)), 0 * e)


def whole(a):
    """What everything is multiplied by."""
    return (1 + a) * (1 + a**2)


def prices(a, e):
    """Four times u and v for ε ≤ ε_1, times (1+α)(1+α²)."""
    v = a * (1 + a + 2 * a**2) + 4 * (1 + a) * e
    return a * (2 * whole(a) - v), v


@claim.proof(
    "the least sum for ε ≤ ε_1: with these prices each response costs at least 0 in every column g that has g_d' ≥ "
    "α^k·g_d at distance k: l by {1}→{1,3} and {2}→{2,3}, m by the reverse, n from {1,3} to {1}, {2}, {2,3}, and o "
    "from {2,3}; so both losses together are at least 2(u+v)",
    mutants={
        "distance 2 from {1,3} to {2}": {"far": 2},
        "twice ε_1": {"border": 2},
        "u and v exchanged": {"exchanged": True},
        "n read as o": {"n": "o"},
    },
)
def least_sum(far=3, border=1, exchanged=False, n="n"):
    def hypotheses(a, e, *g):
        p, q, r, s = g
        found = {"ε": e, "ε_1-ε": border * a * (1 - a) - 4 * (1 + a) * e, "r": r, "s": s}
        found |= {"pr": r - a * p, "qs": s - a * q, "rp": p - a * r, "sq": q - a * s}
        return found | {"rq": q - a**far * r, "rs": s - a**2 * r, "sp": p - a**far * s, "sr": r - a**2 * s}

    def reduced(given, a, e, *g):
        u, v = prices(a, e)[::-1] if exchanged else prices(a, e)

        def value(label):
            price = {"1": u, "2": u, "13": v, "23": v}
            return sum(((whole(a) * cost(e, label, d) - price[d]) * x for d, x in zip(FOUR, g, strict=True)), 0 * a)

        level, below, one = given["α"], given["1-α"], positive_number(1)
        gap, up, squares = given["ε_1-ε"], one + level, one + level * level
        # 2w-v, w-u and (2-4ε)w-v, where w = (1+α)(1+α²), as sums of products.
        of_l = squares * 2 + gap
        of_n = below + level * up * given["ε"] * 4
        between = squares * (one + below + level * level) + gap * (one + squares)
        yield value("l"), of_l * (given["pr"] + given["qs"])
        yield (
            value("m"),
            (up * squares + of_n) * (given["rp"] + given["sq"]) + below * up * gap * (given["r"] + given["s"]),
        )
        yield value(n), of_n * (given["rp"] + given["rq"]) + between * given["rs"]
        yield value("o"), of_n * (given["sq"] + given["sp"]) + between * given["sr"]

    assumed = Assumed(
        "a e p q r s",
        lambda a, e, *g: {"α": a, "1-α": 1 - a},
        hypotheses,
        witness=[Fraction(1, 2), Fraction(0), 1, 1, 1, 1],
    )
    signs(assumed, reduced, strict=False)


@claim.proof(
    "four times the least common loss, times (1+α)(1+α²), is u+v: α(3+2α+3α²) + 4(1-α²)ε; at ε_1 it is 4α(1+α²)",
    mutants={"3+3α+3α²": {"twice": 3}, "ε_1 = α/4": {"border": "α/4"}},
)
def least_common(twice=2, border="ε_1"):
    def pairs(a, e):
        found = sum(prices(a, e), 0 * a)
        yield found, a * (3 + twice * a + 3 * a**2) + 4 * (1 - a**2) * e
        # Both sides times 1+α, where 4(1+α)ε is what the border says.
        at = a * (1 - a) if border == "ε_1" else a * (1 + a)
        yield (1 + a) * a * (3 + twice * a + 3 * a**2) + (1 - a**2) * at, 4 * a * (1 + a) * (1 + a**2)

    identity("a e", pairs)


@claim.proof(
    "between ε_1 and 1/2-ε_1 the loss of a mechanism is linear in ε, so it is at least what it is at the ends, where "
    "exchanging the users makes them the same: 2α/(1+α) for both together. Likewise one user loses at least α/(1+α) "
    "from α/4 to 1/2-α/4, as it does at both ends",
    mutants={"the parts exchanged": {"exchanged": True}, "the end 1/2+ε_1": {"sign": 1}},
)
def between_the_ends(exchanged=False, sign=-1):
    def pairs(e, b, x, y):
        # A loss x + yε at the ends b and 1/2-b, with the parts (1/2-b-ε) and (ε-b) of 1/2-2b.
        other = Fraction(1, 2) + sign * b
        first, second = (e - b, other - e) if exchanged else (other - e, e - b)
        yield first * (x + y * b) + second * (x + y * other), (Fraction(1, 2) - 2 * b) * (x + y * e)

    identity("e b x y", pairs)

    def ends(a):
        # The two users' losses at ε = α/4, from the claim on one user, times 4(1+α).
        yield a * (3 + a**2) + (1 - a) * a * (1 + a), 4 * a

    identity("a", ends)


ROWS = {
    "1": {"l": (1, 0, 1), "n": (0, 1), "o": (0, 0, 0, 1)},
    "2": {"l": (1, 0, 1), "n": (0, 0, 0, 1), "o": (0, 1)},
    "13": {"l": (0, 1, 0, 1), "n": (1,), "o": (0, 0, 1)},
    "23": {"l": (0, 1, 0, 1), "n": (0, 0, 1), "o": (1,)},
    "": {"l": (1, 1, -1, 1), "n": (0, 0, 1), "o": (0, 0, 1)},
    "12": {"l": (1, 1, -1, 1), "n": (0, 0, 1), "o": (0, 0, 1)},
    "3": {"l": (1, -1, 1, 1), "n": (0, 1), "o": (0, 1)},
    "123": {"l": (1, -1, 1, 1), "n": (0, 1), "o": (0, 1)},
}
"""A mechanism that attains the least common loss, times (1+α)(1+α²), by the coefficients of 1, α, α², α³."""


def at(row, a):
    """The value of a polynomial in α."""
    return sum((c * a**k for k, c in enumerate(row)), 0 * a)


@claim.proof(
    "a mechanism with the responses l, n, o only, its rows on {1}, {1,3} and {}, times (1+α)(1+α²), (1+α², α, α³), "
    "(α+α³, 1, α²) and (1+α-α²+α³, α², α²): rows have the sum 1, both users lose c",
    mutants={
        "n and o exchanged on {1,3}": {"rows": {**ROWS, "13": {**ROWS["13"], "n": (0, 0, 1), "o": (1,)}}},
        "1-α-α²+α³ on {}": {"rows": {**ROWS, "": {**ROWS[""], "l": (1, -1, -1, 1)}}},
    },
)
def attained(rows=ROWS):
    def pairs(a, e):
        for row in rows.values():
            yield sum((at(v, a) for v in row.values()), 0 * a), whole(a)
        for user in (0, 1):
            loss = 0 * a
            for d, weight in weights(e, user).items():
                for label, v in rows[d].items():
                    loss += weight * int(READINGS[label][user] != len(d)) * at(v, a)
            yield loss, a * (3 + 2 * a + 3 * a**2) + 4 * (1 - a**2) * e

    identity("a e", pairs)


def coefficients(first, second):
    """What the polynomial `second` is less α times `first`."""
    width = 1 + max(len(first) + 1, len(second))
    found = [0] * width
    for k, c in enumerate(second):
        found[k] += c
    for k, c in enumerate(first):
        found[k + 1] -= c
    return tuple(found[:5])


def in_bernstein(found, degree):
    """The coefficients of a polynomial of degree ≤ 4 in α^k·(1-α)^(degree-k)."""
    return [sum(comb(degree - j, k - j) * c for j, c in enumerate(found) if j <= k) for k in range(degree + 1)]


@claim.proof(
    "it is α-private: on all pairs of neighbours, for l, n and o, what one has less α times what the other has is a "
    "sum of products α^k·(1-α)^(5-k) with coefficients ≥ 0",
    mutants={
        "α⁴ for α³ on {1}": {"rows": {**ROWS, "1": {**ROWS["1"], "o": (0, 0, 0, 0, 1)}}},
        "1+α+α²+α³ on {}": {"rows": {**ROWS, "": {**ROWS[""], "l": (1, 1, 1, 1)}}},
    },
)
def is_private(rows=ROWS, degree=5):
    def proofs(given, a):
        level, below = given["α"], given["1-α"]
        for u, v in product(DATABASES, repeat=2):
            for label in "lno":
                found = coefficients(rows[u][label], rows[v][label])
                if len(set(u) ^ set(v)) == 1 and any(found):
                    terms = [(c, k) for k, c in enumerate(in_bernstein(found, degree)) if c]
                    # A coefficient below 0 fails here.
                    signed = [positive_number(c) * level**k * below ** (degree - k) for c, k in terms]
                    total = signed[0]
                    for each in signed[1:]:
                        total = total + each
                    yield at(rows[v][label], a) - a * at(rows[u][label], a), total

    signs(Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 3)]), proofs, strict=False)


@claim.proof(
    "an oblivious mechanism, with probabilities p and q of the reading 1 on the results 1 and 2, costs either user "
    "(1-p+q)/2: times 2(1+α), that is 2α and the sum of q-αp and (1-p)-α(1-q); 1/(1+α) and α/(1+α) attain it",
    mutants={"p' ≥ α²p": {"power": 2}, "p = 1/(1+2α)": {"twice": 2}},
)
def oblivious(power=1, twice=1):
    assumed = Assumed(
        "a p q",
        lambda a, p, q: {},
        lambda a, p, q: {"response 1": q - a**power * p, "response 2": (1 - p) - a * (1 - q)},
        witness=[Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)],
    )
    signs(
        assumed,
        lambda given, a, p, q: [((1 + a) * (1 - p + q) - 2 * a, given["response 1"] + given["response 2"])],
        strict=False,
    )
    for alpha in (Fraction(1, 2), Fraction(1, 5)):
        p = 1 / (1 + twice * alpha)
        require(1 - p + alpha * p == 2 * alpha / (1 + alpha), f"α = {alpha}: it loses {(1 - p + alpha * p) / 2}")


@claim.proof(
    "λ falls in ε: up to ε_1 it is (N+xε)/((1+α²)(D+xε)) with x = 4(1-α²), N = α(3+2α+3α²), D = α(3+α²) and N-D = "
    "2α²(1+α) > 0; then a number over D+xε, down to 4α/(4α) = 1 at ε = α/4. Oblivious mechanisms reach 4α/D at ε = 0, "
    "more than N/((1+α²)D) by 1-2α+α²; for ε ≥ ε_1 they are best",
    mutants={"3+2α+2α²": {"last": 2}, "ε = α/3": {"end": "1/3"}},
)
def quotient(last=3, end="1/4"):
    level = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 3)])

    def proofs(given, a):
        above, below = a * (3 + 2 * a + last * a**2), a * (3 + a**2)
        yield above - below, given["α"] ** 2 * (positive_number(1) + given["α"]) * 2
        yield 4 * a * (1 + a**2) - above, given["α"] * given["1-α"] ** 2

    signs(level, proofs)
    # D + xε at the end is 4α.
    identity("a", lambda a: [(a * (3 + a**2) + 4 * (1 - a**2) * a * Fraction(end), 4 * a)])


@claim.proof(
    "over all α: the derivative of λ at ε = 0 has the sign of P = 3-3α-4α²-6α³-3α⁴-3α⁵, which falls, and P is > 0 at "
    "0.459 and < 0 at 0.46: so λ is largest between them; at 0.459 it is above 1.170, and 1.171·(1+α²)(3+α²) - "
    "(3+2α+3α²) > 0 for all α, as (α-0.4595)² times a polynomial > 0 and a linear rest > 0 on [0, 1]",
    mutants={"P with 3α²": {"square": 3}, "below 1.170": {"most": "1.170"}, "between 0.46 and 0.461": {"low": "0.46"}},
)
def over_all_levels(square=4, most="1.171", low="0.459"):
    def top(a):
        return 3 + 2 * a + 3 * a**2

    def bottom(a):
        return (1 + a**2) * (3 + a**2)

    def sign_of(a):
        return 3 - 3 * a - square * a**2 - 6 * a**3 - 3 * a**4 - 3 * a**5

    # The derivatives of top and bottom are 2+6α and 8α+4α³.
    identity("a", lambda a: [((2 + 6 * a) * bottom(a) - top(a) * (8 * a + 4 * a**3), 2 * sign_of(a))])
    start, stop = Fraction(low), Fraction("0.46")
    require(sign_of(start) > 0 > sign_of(stop), f"P is {sign_of(start)} and {sign_of(stop)} at the ends")
    require(top(start) > Fraction("1.170") * bottom(start), "λ is not above 1.170")
    at_most, center = Fraction(most), Fraction("0.4595")
    # most·bottom - top = most·α⁴ + 4·most·α² + 3·most - top, by division by (α-center)².
    constant = 4 * at_most - 3 + 3 * at_most * center**2
    slope_rest = 4 * at_most * center**3 + 2 * center * (4 * at_most - 3) - 2
    rest = 3 * at_most - 3 - 3 * at_most * center**4 - (4 * at_most - 3) * center**2
    unit = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 3)])

    def bounded(given, a):
        first, last = rest, rest + slope_rest
        line = given["1-α"] * positive_number(first) + given["α"] * positive_number(last)
        inside = given["α"] ** 2 * at_most + given["α"] * (2 * at_most * center) + positive_number(constant)
        yield at_most * bottom(a) - top(a), square_of(a - center) * inside + line

    signs(unit, bounded)


def prior(epsilon, user):
    """What a user holds of the eight databases."""
    return [weights(epsilon, user).get(key, Fraction(0)) / 4 for key in DATABASES]


def least(alpha, epsilon, users, readings=(1, 2)):
    """The certified least sum of the losses of these users, over mechanisms that answer with all their readings."""
    answers = list(product(readings, repeat=len(users)))
    priors = [prior(epsilon, user) for user in users]
    rows = [
        [
            8 * sum(p[d] * abs(len(key) - reading) for p, reading in zip(priors, answer, strict=True))
            for answer in answers
        ]
        for d, key in enumerate(DATABASES)
    ]
    user = BayesianUser(table(rows), [Fraction(1, 8)] * 8)
    found = solve_polytope(Problem(user, alpha, hypercube(inputs=range(8)), responses=range(len(answers))))
    accepted(found)
    return found.value


def stated(alpha, epsilon):
    """What the statement says of λ."""
    near = min(epsilon, Fraction(1, 2) - epsilon)
    rise = 4 * (1 - alpha**2) * near
    one = min(alpha / (1 + alpha), (alpha * (3 + alpha**2) + rise) / (4 * (1 + alpha)))
    both = (alpha * (3 + 2 * alpha + 3 * alpha**2) + rise) / (4 * (1 + alpha) * (1 + alpha**2))
    return min(alpha / (1 + alpha), both) / one


@claim.instances(
    "λ by certified optima over mechanisms on all eight databases that answer with a pair of readings: α = 1/2 with "
    "ε = 0, 1/48, 1/24, 1/16, 1/8, 1/4, 12/25 and α = 1/5, 9/10 with ε = 0, 1/50; with readings of 0..3, sixteen "
    "pairs, the same at α = 1/2, ε = 1/48",
    mutants={"λ = 1 at ε = 1/9": {"values": {"1/2": ("1/9",)}, "formula": lambda a, e: 1}},
    values={"1/2": ("1/1000", "1/25", "11/100", "3/8", "1/2"), "1/3": ("0", "1/25", "1/15"), "99/100": ("0", "1/500")},
)
def certified(values=None, formula=stated):
    values = values or {
        "1/2": ("0", "1/48", "1/24", "1/16", "1/8", "1/4", "12/25"),
        "1/5": ("0", "1/50"),
        "9/10": ("0", "1/50"),
    }
    for level, listed in values.items():
        for weight in listed:
            alpha, epsilon = Fraction(level), Fraction(weight)
            found = least(alpha, epsilon, (0, 1)) / (2 * least(alpha, epsilon, (0,)))
            require(found == formula(alpha, epsilon), f"α = {alpha}, ε = {epsilon}: λ is {found}")
    alpha, epsilon = Fraction(1, 2), Fraction(1, 48)
    found = least(alpha, epsilon, (0, 1), (0, 1, 2, 3)) / (2 * least(alpha, epsilon, (0,), (0, 1, 2, 3)))
    require(found == formula(alpha, epsilon), f"with all readings λ is {found}")


@claim.instances(
    "the kernel accepts the mechanism at α = 1/2, 1/5, 9/10 as α-private on the cube of all databases; at α = 1/2, "
    "ε = 0 both users lose 19/60, 76/65 of 13/48",
    mutants={"at ε = 1/24": {"epsilon": "1/24"}, "n read as o by the second user": {"turned": True}},
)
def deployed(epsilon="0", turned=False):
    for alpha in map(Fraction, ("1/2", "1/5", "9/10")):
        x = Mechanism([[at(ROWS[key][label], alpha) / whole(alpha) for label in "lno"] for key in DATABASES])
        found = private(x, alpha, hypercube(inputs=range(8)))
        require(bool(found), "it is not private")
        accepted(found)
        if alpha == Fraction(1, 2):
            for user in (0, 1):
                answers = {label: READINGS[label][0 if turned else user] for label in "lno"}
                loss = sum(
                    p * v * abs(len(key) - answers[label])
                    for p, key, row in zip(prior(Fraction(epsilon), user), DATABASES, x.rows, strict=True)
                    for label, v in zip("lno", row, strict=True)
                )
                require(loss == Fraction(76, 65) * Fraction(13, 48), f"a user loses {loss}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
