"""How badly one mechanism must serve users with priors over databases, and how badly it can.

Oblivious mechanisms see the distance 1 between the results k, k+1, others the distance 2k+1 of two databases that have
them: that costs a factor α^-k. In {0,1}^3 there are four pairs of opposite databases; randomized response, each row
turned with probability α/(1+α), is the best for the four users who hold one each. On the other side, every column g of
an α-private mechanism has a sum of at most ((α+m-1)/α)^n times its least entry, so that no user can learn much.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.losses import absolute, table, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import hypercube
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.privacy.level import private

claim = Claim(
    id="exactdp.approximation-factor",
    title="common factors for many users, and for all",
    section="8",
    position=30,
    statement=(
        "Users have priors over the databases of D^n, |D| = m, and 0 < α < 1. In {0,1}^n, n = 2k+1, the user with the "
        "0-1 loss and weights 1/2 on {1,…,k} and {k+1,…,n} loses α^(k+1)/(1+α), but at least α/(1+α) with an oblivious "
        "mechanism: so x^G, or any other oblivious one, has no better factor than α^-k for all users, hence none for "
        "all n, nor for n = 3 and all α. In {0,1}^3 the users with the 0-1 loss and weights 1/2 on a database and its "
        "complement are four. Their best common factor is (3+α)/(1+α)², by randomized response on each row: 14/9 for "
        "α = 1/2, near 3 for small α. In return, the best constant response already has the factor ((α+m-1)/(mα))^n "
        "for every user, whatever its loss ≥ 0, and y∘x^G is no worse; for n = 1, m = 2 the user with the 0-1 loss and "
        "weights 1/2 attains that."
    ),
    latex=r"\alpha^{-k}, \qquad \frac{3+\alpha}{(1+\alpha)^2}, \qquad \left(\frac{\alpha+m-1}{m\,\alpha}\right)^{n}",
    domain="0 < α < 1; n = 2k+1 with k ≥ 0 and D = {0,1}; n = 3; n ≥ 0 and every finite D",
    every_n=True,
    verdict="proved",
    scope="all n, k, m, α, mechanisms and remaps; that four users are the worst is not claimed",
    uses=("ghosh2009.theorem-6.3.randomized", "exactdp.smallest-impossibility", "exactdp.two-users"),
)


def open_interval(a, *others):
    """The levels."""
    return {"α": a, "1-α": 1 - a}


@claim.proof(
    "one user, n = 2k+1: p_0 ≥ α^k·p_k along k neighbours, 1-p_n ≥ α^k·(1-p_(k+1)) likewise; so 1+α times p_0 + 1-p_n "
    "is at least α^k·(1+α)(p_k + 1-p_(k+1)) ≥ 2α^(k+1)",
    mutants={"α^(k+1) after k neighbours": {"more": 1}, "2α^k": {"power": 0}},
)
def least_alone(more=0, power=1):
    # One more neighbour: p, q, r are p_0, p_z and p_(z+1).
    assumed = Assumed(
        "a p q r t", open_interval, lambda a, p, q, r, t: {"far": p - t * q, "near": q - a * r, "t": t}, ["1/2"] * 5
    )
    signs(
        assumed,
        lambda given, a, p, q, *rest: [
            (p - a**more * rest[1] * a * rest[0], given["far"] + given["t"] * given["near"])
        ],
        strict=False,
    )

    def hypotheses(a, t, *p):
        first, low, high, last = p
        return {
            "t": t,
            "start": first - t * low,
            "end": (1 - last) - t * (1 - high),
            "low": low - a * high,
            "high": (1 - high) - a * (1 - low),
        }

    def both(given, a, t, *p):
        first, _, _, last = p
        ends = (positive_number(1) + given["α"]) * (given["start"] + given["end"])
        yield (
            (1 + a) * (first + 1 - last) - 2 * t * a**power,
            ends + given["t"] * (given["low"] + given["high"]),
        )

    signs(Assumed("a t p q r s", open_interval, hypotheses, ["1/2"] * 6), both, strict=False)


@claim.proof(
    "it is attained: let it read the higher result with probability p_j = α^(k+1-j)/(1+α) for j ≤ k rows that look "
    "like the higher database, and 1-p_(n-j) for more; p_j = α·p_(j+1) for neighbours up to k, and with t = α^(k-j) ≤ "
    "1 the other differences are those below; the oblivious loss is α^-k times it",
    mutants={"p_j = α^(k-j)/(1+α)": {"shift": 0}, "p_(j+1) ≤ p_j": {"sign": -1}},
)
def attained_alone(shift=1, sign=1):
    def steps(a, k, j):
        # For j < k, times 1+α.
        p, q = a ** (k + shift - j), a ** (k + shift - 1 - j)
        yield p, a * q
        # The loss is p_0, and the oblivious one α.
        yield a ** (k + shift), a**k * a
        yield (1 + a - p) - a * (1 + a - q), 1 - a**2
        yield (1 + a - q) - a * (1 + a - p), (1 - a**2) * (1 - a ** (k - j))

    identity("a", steps, Domain("k j", lambda k, j: [j, k - 1 - j]))
    # From k to k+1: α and 1, whose complements to 1+α are 1 and α.
    identity("a", lambda a: [(a ** (0 + shift), a * a**0), (a**0 - a * a, (1 - a) * (1 + a))])
    assumed = Assumed("a t", open_interval, lambda a, t: {"t": t, "1-t": 1 - t}, ["1/2", "1/2"])
    signs(
        assumed,
        lambda given, a, t: [
            ((1 - a**2) * (1 - sign * t), given["1-α"] * (positive_number(1) + given["α"]) * given["1-t"]),
            # So t ≤ 1 holds for one more factor α.
            (1 - a * t, given["1-t"] + given["1-α"] * given["t"]),
        ],
        strict=False,
    )


VERTICES = tuple(product((0, 1), repeat=3))
PAIRS = tuple((v, tuple(1 - x for x in v)) for v in VERTICES if v[0] == 0)


def distance(v, w):
    """In how many rows two databases differ."""
    return sum(x != y for x, y in zip(v, w, strict=True))


@claim.proof(
    "four users: a response is read as one of each pair, so wrong on the other four databases W, in 16 ways. With one "
    "price on all databases it costs (1+3α)·Σ_W g - (3α²+α³)·Σ g over the others, up to a factor: W is a ball around a "
    "database, with all neighbours, or every other database has a neighbour in W of its own. Either way that is a sum "
    "of slacks",
    mutants={
        "(3+2α)/(1+α)²": {"sum_of": lambda a: 3 * a**2 + 2 * a**3},
        "neighbours within α²": {"apart": 2},
    },
)
def four_users(sum_of=lambda a: 3 * a**2 + a**3, apart=1):
    def hypotheses(a, *g):
        at = dict(zip(VERTICES, g, strict=True))
        near = {f"{v}<{w}": at[v] - a**apart * at[w] for v, w in product(VERTICES, repeat=2) if distance(v, w) == 1}
        return near | {f"{v}": at[v] for v in VERTICES}

    def proofs(given, a, *g):
        at = dict(zip(VERTICES, g, strict=True))
        level, below, one = given["α"], given["1-α"], positive_number(1)
        # The prices of the three layers of edges, which leave nothing over, times 6.
        layers = (
            level * (level + positive_number(3)) * 2,
            (level + positive_number(3)) * (one + level * 3),
            (one + level * 3) * 2,
        )
        for answer in product((0, 1), repeat=4):
            wrong = [pair[which] for pair, which in zip(PAIRS, answer, strict=True)]
            right = [v for v in VERTICES if v not in wrong]
            value = (1 + 3 * a) * sum((at[v] for v in wrong), 0 * a) - sum_of(a) * sum((at[v] for v in right), 0 * a)
            center = [v for v in right if sum(distance(v, w) == 1 for w in right) == 3]
            if center:
                terms = [
                    layers[distance(w, center[0])] * given[f"{v}<{w}"]
                    for v, w in product(VERTICES, repeat=2)
                    if distance(v, w) == 1 and distance(v, center[0]) > distance(w, center[0])
                ]
            else:
                own = matching(right, wrong)
                terms = [(one + level * 3) * given[f"{v}<{w}"] * 6 for w, v in own.items()]
                terms += [level * below * (one + level) * given[f"{w}"] * 6 for w in right]
            total = terms[0]
            for each in terms[1:]:
                total = total + each
            yield value * 6, total

    signs(Assumed("a p q r s t u v w", open_interval, hypotheses, ["1/2"] + [1] * 8), proofs, strict=False)


def matching(right, wrong):
    """For every database of one list a neighbour of its own in the other."""
    for image in product(wrong, repeat=len(right)):
        if len(set(image)) == len(right) and all(distance(v, w) == 1 for v, w in zip(image, right, strict=True)):
            return dict(zip(right, image, strict=True))
    return {}


@claim.proof(
    "so four losses are at least four times (3α²+α³)/(1+α)³, and randomized response attains that: it errs where two "
    "or three rows are turned. One user loses α²/(1+α), as above: the quotient is (3+α)/(1+α)², > 1 by (1-α)(2+α)",
    mutants={"only three turned": {"least": 3}, "3+2α": {"twice": 2}},
)
def randomized_response(least=2, twice=1):
    def pairs(a):
        errors = sum((a ** sum(turned) for turned in VERTICES if sum(turned) >= least), 0 * a)
        yield errors, 3 * a**2 + a**3
        # The sum of the prices: with one price, 8 of them are 4 losses, so a price is half a loss.
        yield (1 + 3 * a) + (3 * a**2 + a**3), (1 + a) ** 3
        yield (3 * a**2 + a**3) * (1 + a) * (1 + a) ** 2, a**2 * (3 + twice * a) * (1 + a) ** 3

    identity("a", pairs)
    signs(
        Assumed("a", open_interval, witness=["1/2"]),
        lambda given, a: [(3 + a - (1 + a) ** 2, given["1-α"] * (positive_number(2) + given["α"]))],
    )


@claim.proof(
    "a column's sum is at most c^n times its entry at any database, c = (α+m-1)/α: over the values of one row, each "
    "at most 1/α times the entry, by the first z+1 of them; and over one more row, c^n·c for c^n. Summed over all "
    "columns, m^n ≤ c^n·Σ_r min_d x_dr; and a loss is at least Σ_r min_d x_dr times that of the best constant response",
    mutants={"c = (m-1)/α": {"own": 0}, "the entries within 1": {"inverse": 0}},
)
def column_sums(own=1, inverse=1):
    def hypotheses(a, z, g, *rest):
        h, T, K, S = rest
        # T is the sum over z other values of a row, S over all rows, K is c^n.
        return {"so far": z * g - a * T, "near": g - a**inverse * h, "rows": K * (g + T) - S, "K": K}

    def sums(given, a, z, g, *rest):
        h, T, K, S = rest
        yield (z + 1) * g - a * (T + h), given["so far"] + given["near"]
        yield K * (own * a + z) * g - a * S, given["K"] * given["so far"] + given["α"] * given["rows"]

    assumed = Assumed("a z g h T K S", open_interval, hypotheses, ["1/2", 1, 1, 1, 1, 1, 1])
    signs(assumed, sums, strict=False)

    def losses(given, m, lost, constant, best):
        # Of one response: its least entry, its loss, that of the response as a constant, and that of the best one.
        yield lost - m * best, given["loss"] + given["m"] * given["constant"]

    least = Assumed(
        "m lost constant best",
        lambda *bases: {},
        lambda m, lost, constant, best: {"m": m, "loss": lost - m * constant, "constant": constant - best},
        ["1/4", 1, 1, "1/2"],
    )
    signs(least, losses, strict=False)
    # n = 1, m = 2: 1/2 is ((α+1)/(2α)) times α/(1+α).
    identity("a", lambda a: [((1 + a) * 2 * a, 2 * (own * a + 1) * a)])


def held(n, pair):
    """The prior with weights 1/2 on two databases."""
    return [Fraction(int(d in pair), 2) for d in range(2**n)]


def together(n, alpha, priors):
    """The certified least sum of errors of users on {0,1}^n, each reading one of its two databases."""
    size = 2**n
    answers = list(product((0, 1), repeat=len(priors)))
    ends = [[d for d in range(size) if p[d]] for p in priors]
    rows = [
        [
            size * sum(p[d] * int(pair[which] != d) for p, pair, which in zip(priors, ends, answer, strict=True))
            for answer in answers
        ]
        for d in range(size)
    ]
    user = BayesianUser(table(rows), [Fraction(1, size)] * size)
    found = solve_polytope(Problem(user, alpha, hypercube(inputs=range(size)), responses=range(len(answers))))
    accepted(found)
    return found.value


@claim.instances(
    "certified on {0,1}^3 at α = 1/2, 1/10, the first 1, 2, 3 or all four of the pairs {1}, {2,3} and {2}, {1,3} and "
    "{3}, {1,2} and {}, {1,2,3}: the best common factors are 1, 2/(1+α), 3/(1+2α) and (3+α)/(1+α)²",
    mutants={"4/(1+3α) for four": {"four": lambda a: 4 / (1 + 3 * a)}},
    levels=("1/100", "4/5"),
)
def by_number_of_users(levels=("1/2", "1/10"), four=lambda a: (3 + a) / (1 + a) ** 2):
    pairs = ((1, 6), (2, 5), (4, 3), (0, 7))
    for alpha in map(Fraction, levels):
        factors = (Fraction(1), 2 / (1 + alpha), 3 / (1 + 2 * alpha), four(alpha))
        for count, factor in enumerate(factors, start=1):
            priors = [held(3, pair) for pair in pairs[:count]]
            found = together(3, alpha, priors)
            require(found == factor * count * alpha**2 / (1 + alpha), f"α = {alpha}, {count} users: {found}")


@claim.instances(
    "certified for n = 1, 3, 5 at α = 1/2, 1/3: the user of the statement loses α^(k+1)/(1+α)",
    mutants={"α^k/(1+α)": {"more": 0}},
    sizes=(1, 3, 5, 7),
)
def certified_alone(sizes=(1, 3, 5), more=1):
    for n in sizes:
        k = n // 2
        low = 2**k - 1
        for alpha in map(Fraction, ("1/2", "1/3")):
            found = together(n, alpha, [held(n, (low, 2**n - 1 - low))])
            require(found == alpha ** (k + more) / (1 + alpha), f"n = {n}, α = {alpha}: {found}")


@claim.instances(
    "the kernel accepts randomized response on three rows as α-private, α = 1/2, 1/10, and every one of the four users "
    "loses (3α²+α³)/(1+α)³ by it",
    mutants={"each row turned with probability α": {"rate": lambda a: a}},
)
def deployed(rate=lambda a: a / (1 + a)):
    for alpha in map(Fraction, ("1/2", "1/10")):
        p = rate(alpha)
        x = Mechanism(
            [[p ** (d ^ r).bit_count() * (1 - p) ** (3 - (d ^ r).bit_count()) for r in range(8)] for d in range(8)]
        )
        found = private(x, alpha, hypercube(inputs=range(8)))
        require(bool(found), f"α = {alpha}: it is not private")
        accepted(found)
        for low in range(4):
            errors = sum(min(x[low, r], x[7 - low, r]) for r in range(8)) / 2
            require(errors == (3 * alpha**2 + alpha**3) / (1 + alpha) ** 3, f"α = {alpha}: {errors}")


@claim.instances(
    "the bound for all users, n = 1, 2, 3, D = {0,1}, α = 1/2, 1/5, three priors and two losses: the certified least "
    "loss is at least (2α/(1+α))^n times that of the best constant response; equal for n = 1, weights 1/2",
    mutants={"(4α/(1+α))^n": {"scale": 4}, "x^0 for x^n": {"power": 0}},
)
def bound(scale=2, power=1):
    for n in (1, 2, 3):
        for weights in ([1] * 2**n, [1 + 5 * d % 7 for d in range(2**n)], [d % 3 for d in range(2**n)]):
            prior = proportional(weights)
            for loss, alpha in product((absolute(), zero_one()), map(Fraction, ("1/2", "1/5"))):
                rows = [[loss(d.bit_count(), r) for r in range(n + 1)] for d in range(2**n)]
                constant = min(sum(p * row[r] for p, row in zip(prior, rows, strict=True)) for r in range(n + 1))
                found = solve_polytope(
                    Problem(
                        BayesianUser(table(rows), prior), alpha, hypercube(inputs=range(2**n)), responses=range(n + 1)
                    )
                )
                accepted(found)
                part = (scale * alpha / (1 + alpha)) ** (n * power)
                require(found.value >= part * constant, f"n = {n}, {weights}, {loss}, α = {alpha}: {found.value}")
                if n == 1 and weights == [1, 1]:
                    require(found.value == part * constant, f"α = {alpha}: the bound is not attained")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
