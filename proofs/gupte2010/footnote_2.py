"""Footnote 2: an attack succeeds at similar rates, whether or not one individual's data is in the database.

Let the attack succeed on the output r with probability s_r. Its rates p = Σ_r x_r·s_r and q = Σ_r y_r·s_r on two
neighbouring databases are weighted sums of probabilities with x_r ≥ α·y_r and y_r ≥ α·x_r. So are the rates of failure.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import level

claim = Claim(
    id="gupte2010.footnote-2",
    title="the success of an attack",
    section="2.1",
    position=40,
    statement=(
        "Let M be α-private, and let p and q be the probabilities that an attack which sees the output succeeds, on "
        "two databases that differ in one row. Then α·p ≤ q and α·q ≤ p, and the same holds for 1-p and 1-q; so |p-q| "
        "≤ (1-α)/(1+α). This is attained for every 0 ≤ α ≤ 1. At α = 0 it says nothing, at α = 1 that p = q. A count "
        "is the same where a row is absent and where it doesn't satisfy the predicate."
    ),
    latex=r"\alpha\, p \le q \le \tfrac{1}{\alpha}\, p, \qquad |p-q| \le \frac{1-\alpha}{1+\alpha}",
    domain="0 ≤ α ≤ 1, every α-private mechanism on a finite or countable range, every (randomized) attack",
    verdict="proved",
    scope="all α, mechanisms and attacks, where an attack is a function of the output with values in [0, 1], and "
    "similar rates are rates within the factor α; other meanings that the sources cited give are not covered",
)


@claim.proof(
    "p - α·q and q - α·p are sums over r: they grow by (x_r - α·y_r)·s_r and (y_r - α·x_r)·s_r, which are ≥ 0",
    mutants={"another attack on the other database": {"other": True}, "α² for α": {"power": 2}},
)
def rates(other=False, power=1):
    def pairs(a, r):
        x, y, s, p, q = (entry(name, r) for name in "xyspq")
        t = entry("t", r) if other else s
        yield (p + x * s) - a**power * (q + y * t), (p - a * q) + (x - a * y) * s
        yield (q + y * t) - a**power * (p + x * s), (q - a * p) + (y - a * x) * s

    identity("a", pairs, Domain("r", lambda r: [r]))
    private = Assumed(
        "a x y s S",
        lambda *_: {},
        lambda a, x, y, s, S: {"x-αy": x - a * y, "s": s, "S": S},
        witness=[Fraction(1, 2), Fraction(1), Fraction(1), Fraction(1), Fraction(0)],
    )
    signs(
        private,
        lambda given, a, x, y, s, S: [(S + (x - a * y) * s, given["S"] + given["x-αy"] * given["s"])],
        strict=False,
    )


@claim.proof(
    "failure is success with 1 - s_r for s_r, so 1-p ≥ α·(1-q); with q ≥ α·p this gives 1-α - (1+α)·(p-q) = (1-p - "
    "α·(1-q)) + (q - α·p) ≥ 0, and with p and q exchanged the same",
    mutants={"1-α for |p-q|": {"factor": 0}, "(1-α)²": {"square": 1}},
)
def difference(factor=1, square=0):
    known = Assumed(
        "a p q",
        lambda *_: {},
        lambda a, p, q: {"failure": (1 - p) - a * (1 - q), "success": q - a * p},
        witness=[Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)],
    )
    signs(
        known,
        lambda given, a, p, q: [
            ((1 - a) * (1 - a) ** square - (1 + factor * a) * (p - q), given["failure"] + given["success"])
        ],
        strict=False,
    )


@claim.proof(
    "attained: the mechanism with rows (1, α)/(1+α) and (α, 1)/(1+α) and the attack that guesses the first, where the "
    "first output is seen, have p = 1/(1+α), q = α/(1+α), so (1+α)·(p-q) = 1-α, and q = α·p, 1-p = α·(1-q)",
    mutants={"the rows (1, α²)": {"power": 2}},
)
def attained(power=1):
    # Everything times 1+α.
    identity(
        "a",
        lambda a: [
            (1 - a**power, 1 - a),
            (a**power, a * 1),
            ((1 + a) - 1, a * ((1 + a) - a**power)),
        ],
    )


@claim.instances(
    "n = 1, 2, 3 and four levels: of all attacks on G that decide by the output, the best tells two neighbours apart "
    "by (1-α)/(1+α) for the inputs 0 and 1, and no attack by more for any; the exact level is α",
    mutants={"the bound (1-α)/(1+α)²": {"power": 2}, "the inputs 0 and 2": {"apart": 2}},
)
def by_library(power=1, apart=1):
    for alpha in map(Fraction, ("0", "1/3", "9/10", "1")):
        bound = (1 - alpha) / (1 + alpha) ** power
        for n in range(1, 4):
            x = geometric(n=n, alpha=alpha)
            require(level(x).alpha == alpha, f"the level is {level(x)}")
            for i in range(n + 1 - min(apart, n)):
                k, best = i + min(apart, n), Fraction(0)
                for s in product((0, 1), repeat=n + 1):
                    p, q = (sum(v * c for v, c in zip(x.rows[j], s, strict=True)) for j in (i, k))
                    require(alpha * p <= q and alpha * q <= p, f"rates {p} and {q} at n = {n}, α = {alpha}")
                    best = max(best, abs(p - q))
                require(best <= bound, f"{best} at n = {n}, i = {i}, α = {alpha}")
                require(i > 0 or best == bound, f"the best attack on 0 and 1 tells them apart by {best}")


@claim.instances(
    "the unbounded mechanism x^G: to guess whether the response is at least i+1 succeeds with 1/(1+α) and α/(1+α) on "
    "the inputs i+1 and i",
    mutants={"at least i": {"least": 0}},
)
def unbounded(least=1):
    for alpha in map(Fraction, ("0", "1/5", "1/2", "99/100")):
        x = UnboundedGeometric(alpha)
        for i in range(4):
            found = x.at_least(i + 1, i + least), x.at_least(i, i + least)
            require(found == (1 / (1 + alpha), alpha / (1 + alpha)), f"the rates are {found}")


@claim.instances(
    "a bound that holds for privacy, not beyond it: rows (1, 0) and (1/2, 1/2), of level 0, have an attack with the "
    "rates 1/2 and 0, which no factor compares",
    mutants={"rows (3/4, 1/4)": {"first": Fraction(3, 4)}},
)
def without(first=Fraction(1)):
    x = Mechanism([[first, 1 - first], ["1/2", "1/2"]])
    require(level(x).alpha == 0 and x[0, 1] == 0 < x[1, 1], f"the level is {level(x)}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
