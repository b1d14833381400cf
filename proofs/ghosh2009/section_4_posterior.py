"""Section 4: an attacker's posterior is almost the same whether or not a given person takes part, for every prior.

Let the attacker have the weights w_d on databases. With the person in, response r has the probability X_d on d; with
the person's row replaced, Y_d, that of a neighbour, between α·X_d and X_d/α. The posteriors are w_d·X_d/ΣwX and
w_d·Y_d/ΣwY. The two quotients X_d/Y_d and ΣwY/ΣwX both lie in [α, 1/α], so that "almost" means a factor of α².
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric

claim = Claim(
    id="ghosh2009.section-4.posterior",
    title="an attacker's posterior with and without a person",
    section="4",
    position=5,
    statement=(
        "For every prior on databases, α-private mechanism, 0 < α ≤ 1, and response of positive probability, the "
        "posterior probabilities of a database with and without a given person's row are within the factor α² of each "
        "other, and so are those of every set of databases. No larger factor will do for all priors: for G, n ≥ 2 and "
        "weights ε and 1-ε on databases with results 1 and n, the quotient for the response 1 goes to 1/α² as ε goes "
        "to 0. For α < 1 no prior with w_d > 0 attains it."
    ),
    latex=r"\alpha^2 \le \frac{w_d X_d / \sum w X}{w_d Y_d / \sum w Y} \le \alpha^{-2}, \qquad \alpha X_d \le Y_d \le "
    r"X_d/\alpha",
    domain="0 < α ≤ 1, every n ≥ 0, every prior on databases, every α-private mechanism with a countable range; the "
    "example for n ≥ 2",
    every_n=True,
    verdict="proved",
    scope="all priors, mechanisms and levels; the person's row is replaced by a fixed one, as n stays",
    uses=("ghosh2009.footnote-1", "ghosh2009.section-2-1.oblivious"),
)


@claim.proof(
    "the totals are within α: ΣwX - α·ΣwY and ΣwY - α·ΣwX grow with each database k by w_k·(X_k-α·Y_k) and "
    "w_k·(Y_k-α·X_k), which are ≥ 0",
    mutants={"another weight without the person": {"shift": 1}, "α² between neighbours": {"power": 2}},
)
def totals(shift=0, power=1):
    def pairs(a, k):
        w, other, x, y = entry("w", k), entry("w", k + shift), entry("X", k), entry("Y", k)
        first, second = entry("ΣwX", k), entry("ΣwY", k)
        yield (first + w * x) - a**power * (second + other * y), (first - a**power * second) + w * (x - a * y)
        yield (second + other * y) - a**power * (first + w * x), (second - a**power * first) + w * (y - a * x)

    identity("a", pairs, Domain("k", lambda k: [k]))


@claim.proof(
    "the posteriors p = w·X/s and q = w·Y/t, times s·t, with s = ΣwX and t = ΣwY: w·(X·t - α²·Y·s) is w times "
    "(X-α·Y)·t + α·Y·(t-α·s) ≥ 0; exchanged likewise. For a set of databases take X and Y to be its sums",
    mutants={"the factor α": {"power": 1}, "totals that are not within α": {"within": -1}},
)
def quotient(power=2, within=1):
    assumed = Assumed(
        "a w x y s t",
        lambda *_: {},
        lambda a, w, x, y, s, t: {
            "α": a,
            "w": w,
            "X": x,
            "Y": y,
            "s": s,
            "t": t,
            "X-αY": x - a * y,
            "Y-αX": y - a * x,
            "s-αt": within * (s - a * t),
            "t-αs": within * (t - a * s),
        },
        witness=[Fraction(1, 2), *[Fraction(1)] * 5],
    )

    def pairs(given, a, w, *rest):
        x, y, s, t = rest
        with_x = given["X-αY"] * given["t"] + given["α"] * given["Y"] * given["t-αs"]
        with_y = given["Y-αX"] * given["s"] + given["α"] * given["X"] * given["s-αt"]
        yield w * (x * t - a**power * y * s), given["w"] * with_x
        yield w * (y * s - a**power * x * t), given["w"] * with_y

    signs(assumed, pairs, strict=False)


@claim.proof(
    "the example: column 1 of G, n ≥ 2, up to a factor, is 1 and α^(n-1) on the results 1 and n, and without the "
    "person α and α^(n-2) on 0 and n-1. With z = ε/(1-ε)·α^(1-n) → 0 the quotient (z·α + 1/α)/((z + 1)·α) is below "
    "1/α²: (z+1)·1 - (z·α²+1) = z·(1-α²) > 0, and reaches it at z = 0",
    mutants={"the response 0": {"column": 0}, "1-α for 1-α²": {"power": 1}},
)
def attained_in_the_limit(column=1, power=2):
    def pairs(a, n):
        # Columns up to their factor: with the person on 1 and n, and without on 0 and n-1.
        yield a ** abs(1 - column) * a ** (n - 1), a ** (n - column)
        yield a ** abs(0 - column), a
        yield a ** (n - 1 - column) * a, a ** (n - 1)

    identity("a", pairs, Domain("n", lambda n: [n - 2]))
    small = Assumed("a z", lambda a, z: {"1-α": 1 - a, "α": a, "z": z}, witness=[Fraction(1, 2), Fraction(1)])

    def below(given, a, z):
        product_of = given["z"] * given["1-α"]
        yield (z + 1) - (z * a**power + 1), product_of + product_of * given["α"]

    signs(small, below)


@claim.proof(
    "none attains 1/α² for α < 1: it takes Y_d = α·X_d and t = s/α, but s-α·t is at least d's own part, "
    "w_d·(X_d-α·Y_d) = w_d·X_d·(1-α²) > 0",
    mutants={"Y_d = X_d/α": {"up": True}},
)
def not_attained(up=False):
    # u is the larger of X_d and Y_d, which are u and α·u.
    assumed = Assumed(
        "a w u rest",
        lambda a, w, u, rest: {"w": w, "u": u, "1-α": 1 - a, "1+α": 1 + a},
        lambda a, w, u, rest: {"rest": rest},
        witness=[Fraction(1, 2), Fraction(1), Fraction(1), Fraction(0)],
    )

    def pairs(given, a, w, u, rest):
        x, y = (a * u, u) if up else (u, a * u)
        yield w * (x - a * y) + rest, given["w"] * given["u"] * given["1-α"] * given["1+α"] + given["rest"]

    signs(assumed, pairs)


def posteriors(weights, x, y, r):
    """The posteriors on databases after response r, with and without the person."""
    found = []
    for rows in (x, y):
        joint = [w * row[r] for w, row in zip(weights, rows, strict=True)]
        found.append([value / sum(joint) for value in joint])
    return found


@claim.instances(
    "all 2^n databases of n ≤ 3 people, three levels, three priors, the first person's row replaced by one that does "
    "not count: every quotient of posteriors is in [α², 1/α²], and some quotients are not in [α, 1/α]",
    mutants={"all in [α, 1/α]": {"power": 1}, "x at the level α³": {"level": 3}},
)
def on_databases(power=2, level=1):
    outside = False
    for n in range(1, 4):
        databases = list(product((0, 1), repeat=n))
        for alpha in map(Fraction, ("1/5", "1/2", "9/10")):
            g = geometric(n=n, alpha=alpha**level)
            x = [g.rows[sum(d)] for d in databases]
            y = [g.rows[sum(d[1:])] for d in databases]
            for weights in ([1] * len(databases), [1 + 7 * k % 5 for k in range(len(databases))], rare(databases)):
                for r in range(n + 1):
                    for p, q in zip(*posteriors(weights, x, y, r), strict=True):
                        if p or q:
                            require(alpha**power * q <= p <= q / alpha**power, f"n = {n}, α = {alpha}: {p} and {q}")
                            outside = outside or not alpha * q <= p <= q / alpha
    require(outside, "all are in [α, 1/α]")


def rare(databases):
    """Nearly all weight on the database where all count, and little on that where only the first person does."""
    return [10**6 if all(d) else int(d[0] == sum(d) == 1) for d in databases]


@claim.instances(
    "the example at n = 2, 3, 4 and α = 1/2: for ε = 1/10^k the quotient rises with k = 1, …, 6, stays below 1/α² = 4 "
    "and ends above 399/100",
    mutants={"the response 0": {"response": 0}},
)
def example(response=1):
    alpha = Fraction(1, 2)
    for n in range(2, 5):
        g, last = geometric(n=n, alpha=alpha), Fraction(0)
        for k in range(1, 7):
            e = Fraction(1, 10**k)
            p, q = posteriors([e, 1 - e], [g.rows[1], g.rows[n]], [g.rows[0], g.rows[n - 1]], response)
            require(last < p[0] / q[0] < 4, f"n = {n}: the quotient is {p[0] / q[0]}")
            last = p[0] / q[0]
        require(last > Fraction(399, 100), f"n = {n}: the last is {last}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
