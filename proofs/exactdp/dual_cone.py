"""Whether a linear function is ≥ 0 on every private column, in one pass from the last input to the first.

Let F_n = d_n and F_i = d_i + α·F_(i+1) where F_(i+1) ≥ 0, else d_i + F_(i+1)/α. What the inputs from i on contribute is
at least F_i·x_i, since x_(i+1) lies between α·x_i and x_i/α. Taking the end that the sign of F_(i+1) asks for, in every
step from x_0 = 1, makes all of it an equality. So the least value is F_0 for each unit of x_0.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, entry, identity, number, require, signs
from exactdp.claims.optima import least_on_private_columns
from exactdp.commands.cli import main
from exactdp.model.losses import table
from exactdp.model.users import BayesianUser, uniform
from exactdp.optimum.dual_cone import InfeasibleDual, faces
from exactdp.optimum.problem import Dual, Problem

claim = Claim(
    id="exactdp.dual-cone",
    title="which linear functions are nowhere negative on the private columns",
    section="6",
    position=10,
    statement=(
        "Let 0 < α ≤ 1, and K the cone of the columns x ≥ 0 on {0..n} with x_i ≥ α·x_(i+1) and x_(i+1) ≥ α·x_i. For a "
        "vector d let F_n = d_n, and F_i = d_i + α·F_(i+1) if F_(i+1) ≥ 0, otherwise d_i + F_(i+1)/α. Then Σ_i d_i·x_i "
        "≥ F_0·x_0 on K, with equality for the x in which x_(i+1) is α·x_i or x_i/α as the sign of F_(i+1) says. So d "
        "is nowhere negative on K if and only if F_0 ≥ 0. For n ≥ 1 and α < 1, x ≥ 0 follows from the rest. At α = 0, "
        "where K is x ≥ 0, the condition is d ≥ 0."
    ),
    latex=(
        r"\sum_i d_i x_i \ge F_0\, x_0, \qquad F_i = d_i + \begin{cases} \alpha F_{i+1} & F_{i+1} \ge 0 \\ "
        r"F_{i+1}/\alpha & F_{i+1} < 0 \end{cases}"
    ),
    domain="n ≥ 0, 0 < α ≤ 1, every d",
    every_n=True,
    verdict="proved",
    scope="all n, α and d, by induction from the last input",
)


@claim.proof(
    "the induction: with R the contribution of the inputs after i, R ≥ F·y for F = F_(i+1) and y = x_(i+1), the sum "
    "from i on, d_i·x_i + R, is F_i·x_i and R - F·y and F·(y - α·x_i) if F ≥ 0, or -F·(x_i - α·y)/α if F < 0",
    mutants={"α and 1/α exchanged": {"exchanged": True}, "F_(i+1) itself": {"power": 0}},
)
def induction(exchanged=False, power=1):
    private = {"R-Fy": lambda a, d, x, y, f, r: r - f * y}

    def assumed(side, name, value):
        return Assumed(
            "a d x y f r",
            lambda a, *_: {"α": a},
            lambda *at: {"R-Fy": private["R-Fy"](*at), "|F|": side * at[4], name: value(*at)},
            witness=[Fraction(1, 2), Fraction(1), Fraction(1), Fraction(1), Fraction(side), Fraction(2)],
        )

    def not_negative(given, a, d, x, *rest):
        _, f, r = rest
        next_value = d + a**power * f
        if exchanged:
            # Times α: d_i + F/α.
            yield a * (d * x + r) - (a * d + f) * x, given["α"] * given["R-Fy"] + given["|F|"] * given["y-αx"]
        else:
            yield (d * x + r) - next_value * x, given["R-Fy"] + given["|F|"] * given["y-αx"]

    def negative(given, a, d, x, *rest):
        _, f, r = rest
        # Times α.
        yield a * (d * x + r) - (a * d + f) * x, given["α"] * given["R-Fy"] + given["|F|"] * given["x-αy"]

    signs(assumed(1, "y-αx", lambda a, d, x, y, *_: y - a * x), not_negative, strict=False)
    signs(assumed(-1, "x-αy", lambda a, d, x, y, *_: x - a * y), negative, strict=False)


@claim.proof(
    "equality: if R = F·y, then d_i·x_i + R = F_i·x_i for y = α·x_i and F_i = d_i + α·F, and for y = x_i/α, that is "
    "x_i = α·y, and α·F_i = α·d_i + F; it begins with d_n·x_n = F_n·x_n",
    mutants={"y = α²·x_i": {"power": 2}},
)
def attained(power=1):
    def pairs(a, y, i):
        d, f, x = entry("d", i), entry("F", i + 1), entry("x", i)
        yield d * x + f * (a**power * x), (d + a * f) * x
        # Here y is x_(i+1), and all is times α.
        yield a * (d * (a**power * y) + f * y), (a * d + f) * (a * y)

    identity("a y", pairs, Domain("i", lambda i: [i]))


@claim.proof(
    "x ≥ 0 for n ≥ 1 and α < 1: (1-α²)·x_i = (x_i - α·x_(i+1)) + α·(x_(i+1) - α·x_i)",
    mutants={"1-α": {"power": 1}},
)
def entries_nonnegative(power=2):
    assumed = Assumed(
        "a x y",
        lambda a, x, y: {"α": a, "1-α": 1 - a},
        lambda a, x, y: {"x-αy": x - a * y, "y-αx": y - a * x},
        witness=[Fraction(1, 2), Fraction(1), Fraction(1)],
    )
    signs(
        assumed,
        lambda given, a, x, y: [((number(1) - a**power) * x, given["x-αy"] + given["α"] * given["y-αx"])],
        strict=False,
    )


def rays(n, alpha):
    """The columns from x_0 = 1 on in which every step is by α or 1/α."""
    for steps in product((alpha, 1 / alpha), repeat=n):
        column = [Fraction(1)]
        for step in steps:
            column.append(column[-1] * step)
        yield column


@claim.instances(
    "n ≤ 3, α = 1/3, 3/4 and 1, all d with entries from -2 to 2: F_0 is the least value over the 2^n columns whose "
    "every step is by α or 1/α, and the library finds d acceptable exactly if F_0 ≥ 0",
    mutants={"F_0 > 0": {"strict": True}, "the pass from the first input": {"turned": True}},
    largest=4,
)
def by_library(strict=False, turned=False, largest=3):
    for n, alpha in product(range(largest + 1), map(Fraction, ("1/3", "3/4", "1"))):
        for d in product(map(Fraction, range(-2, 3)), repeat=n + 1):
            found = least_on_private_columns(d[::-1] if turned else d, alpha)
            least = min(sum(v * x for v, x in zip(d, column, strict=True)) for column in rays(n, alpha))
            require(found == least, f"α = {alpha}, d = {d}: F_0 = {found}, and the least value is {least}")
            # One response, whose costs less the weights are d.
            user = BayesianUser(table([[(n + 1) * (v + 2)] for v in d]), uniform(n=n))
            problem = Problem(user, alpha, responses=range(1))
            accepted = not isinstance(faces(problem, Dual(user.prior, (Fraction(2),) * (n + 1))), InfeasibleDual)
            require(
                accepted == (found > 0 if strict else found >= 0), f"α = {alpha}, d = {d}: the library says {accepted}"
            )


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
