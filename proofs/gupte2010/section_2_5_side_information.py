"""Section 2.5: side information takes away constraints d ≥ e_i, and none of privacy.

Rows outside S still stand between those inside. Beyond the ends of S they may repeat the last row, at no cost. In a gap
they bind: for S = {0, 2} the row of 1 is at most x_0r/α and x_2r/α, and its sum is 1.
"""

from fractions import Fraction
from itertools import combinations

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.losses import absolute, squared, table, zero_one
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.privacy.level import private

claim = Claim(
    id="gupte2010.section-2-5.side-information",
    title="side information in the LP",
    section="2.5",
    position=8,
    statement=(
        "The optimum does not fall with a larger S. For S = {a..b} it is that of the inputs a..b alone with the "
        "responses N, and for a monotone loss with the responses a..b. For one input it is l(i,i), if the loss is "
        "monotone. In gaps of S privacy of the rows between matters: for n = 2, S = {0, 2}, |i-r| the optimum is α, "
        "but rows 0 and 2 that are α²-private towards each other can lose 2α²/(1+α²), which is less for 0 < α < 1."
    ),
    latex=r"S=\{0,2\}:\quad \alpha - \frac{2\alpha^2}{1+\alpha^2} = \frac{\alpha(1-\alpha)^2}{1+\alpha^2} > 0",
    domain="n ≥ 0, 0 ≤ α ≤ 1, every nonempty S and real loss; the gap for n = 2, 0 < α < 1 and |i-r|",
    every_n=True,
    verdict="proved",
    scope="all n, α, S and losses; of gaps the one example, for all α",
    uses=("gupte2010.equation-1", "gupte2010.section-2-5.linear-program", "gupte2010.section-2-5.direct"),
)


@claim.proof(
    "beyond S: with the row of i clamped to a..b, neighbours have equal rows outside, where x - α·x = (1-α)·x ≥ 0, and "
    "the rows of S inside",
    mutants={"clamped to a..b+1": {"more": 1}, "1-α²": {"power": 2}},
)
def beyond(more=0, power=1):
    def clamp(i, a, b):
        if i <= a:
            return a
        return min(b, i)

    def pairs(alpha, a, b, i, r):
        # Rows i and i+1 of the extended mechanism, in both directions. All comparisons come before the entries.
        places = [clamp(k, a, b + more) for k in (i, i + 1)]
        if i >= a and i + 1 <= b:
            _ = i <= a, i + 1 >= b
            here, below = (entry("x", k, r) for k in places)
            here_inside, below_inside = entry("x", i, r), entry("x", i + 1, r)
            yield below - alpha * here, below_inside - alpha * here_inside
            yield here - alpha * below, here_inside - alpha * below_inside
        else:
            last = a if i < a else b
            here, below, end = (entry("x", k, r) for k in (*places, last))
            yield below - alpha * here, (1 - alpha**power) * end
            yield here - alpha * below, (1 - alpha) * end

    identity("alpha", pairs, Domain("a b i r", lambda a, b, i, r: [a, b - a, i, r]))
    ends = Assumed("a x", lambda *_: {}, lambda a, x: {"1-α": 1 - a, "x": x}, witness=[1, 0])
    signs(ends, lambda given, a, x: [((1 - a) * x, given["1-α"] * given["x"])], strict=False)


@claim.proof(
    "responses beyond S: for a ≤ i ≤ b < r the response b is nearer to i by r-b, and for r < a the response a by a-r; "
    "so for a monotone loss reading r as the nearer end costs no more on any input of S, and keeps privacy",
    mutants={"read as b+1": {"shift": 1}},
)
def responses(shift=0):
    # u = i-a, v = b-i, w = r-b-1 ≥ 0, and the mirror image.
    known = Assumed("u v w", lambda *_: {}, lambda u, v, w: {"u": u, "v": v, "w": w}, witness=[0, 0, 0])

    def nearer(given, u, v, w):
        yield (v + w + 1) - (v + shift), given["w"] + positive_number(1)
        yield (u + w + 1) - (u + shift), given["w"] + positive_number(1)

    signs(known, nearer)


@claim.proof(
    "a larger S: its maximum is at least that of the smaller S for every x, so its least value is too: with m the one "
    "for S and e that of a further input, max(m, e) - m is 0 or e - m > 0",
    mutants={"the smaller of m and e": {"sign": -1}},
)
def larger(sign=1):
    known = Assumed("m e", lambda m, e: {"e-m": sign * (e - m)}, witness=[0, sign])
    signs(known, lambda given, m, e: [(e - m, given["e-m"])])


@claim.proof(
    "the gap, at least α: α·x_1r is at most x_0r and x_2r, so e_0 + e_2 = (x_01 + x_21) + 2·x_02 + 2·x_20 is at least "
    "2α·(x_11 + x_12 + x_10) = 2α",
    mutants={"α² between 0 and 2 only": {"squared": True}, "3α": {"bound": 3}},
)
def gap(squared=False, bound=2):
    names = [f"{i}{r}" for i in (0, 2) for r in range(3)]
    bases = "a p q " + " ".join(f"x{name}" for name in names)

    def differences(a, p, q, *entries):
        x = dict(zip(names, entries, strict=True))
        row = (p, q, 1 - p - q)
        power = a * a if squared else a
        return {name: x[name] - power * row[int(name[1])] for name in names}

    # A witness: all rows 1/3.
    third = Fraction(1, 3)
    known = Assumed(bases, lambda *_: {}, differences, witness=[1, *[third] * 8])

    def total(given, a, p, q, *entries):
        x = dict(zip(names, entries, strict=True))
        losses = (x["01"] + 2 * x["02"]) + (2 * x["20"] + x["21"])
        yield losses - bound * a, given["01"] + given["21"] + 2 * given["02"] + 2 * given["20"]

    signs(known, total, strict=False)


@claim.proof(
    "α is attained by G_{2,α}: times 1+α, e_0 = e_2 = (1-α)·α + 2α² = α·(1+α); and α less 2α²/(1+α²) is "
    "α·(1-α)²/(1+α²) > 0, which is e_0 = e_2 of the rows (1, 0, α²)/(1+α²) and (α², 0, 1)/(1+α²)",
    mutants={"at α = 1": {"below": False}, "G' for G": {"scaled": True}},
)
def attained(below=True, scaled=False):
    inner = 1 if scaled else None
    identity("a", lambda a: [((inner or 1 - a) * a + 2 * a**2, a * (1 + a))])
    open_unit = Assumed(
        "a",
        lambda a: {"α": a} | ({"1-α": 1 - a} if below else {}),
        lambda a: {} if below else {"1-α": 1 - a},
        witness=[Fraction(1, 2)],
    )
    signs(open_unit, lambda given, a: [(a * (1 + a**2) - 2 * a**2, given["α"] * given["1-α"] * given["1-α"])])


@claim.instances(
    "α = 1/4, 1/2, 9/10: the certified optimum for S = {0, 2} is α, and that of two inputs with the losses 0, 1, 2 and "
    "2, 1, 0 at the level α² is 2α²/(1+α²)",
    mutants={"at the level α": {"power": 1}, "S = {0, 1, 2}": {"inside": (0, 1, 2)}},
)
def gap_by_library(power=2, inside=(0, 2)):
    for alpha in map(Fraction, ("1/4", "1/2", "9/10")):
        best = solve_polytope(Problem(MinimaxConsumer(absolute(), inputs=range(3), side_information=inside), alpha))
        two = table([[0, 1, 2], [2, 1, 0]])
        pair = solve_polytope(Problem(MinimaxConsumer(two, inputs=range(2)), alpha**power, responses=range(3)))
        accepted(best)
        accepted(pair)
        require(best.value == alpha, f"the optimum is {best.value} at α = {alpha}")
        require(pair.value == 2 * alpha**2 / (1 + alpha**2), f"of two inputs it is {pair.value} at α = {alpha}")


def restricted(loss, inside, responses):
    """The loss as a table on the inputs and responses that are left."""
    return table([[loss(i, r) for r in responses] for i in inside])


@claim.instances(
    "n ≤ 3, all S, three monotone losses and one that is not, α = 1/3: all optima, certified, are as said, and "
    "extended by its last rows the optimum on a..b is private and loses the same",
    mutants={
        "gaps cost nothing": {"gaps": True},
        "the responses a..b for all losses": {"every_loss": True},
        "a larger S loses more": {"strictly": True},
    },
    largest=4,
)
def by_library(gaps=False, every_loss=False, strictly=False, largest=3):
    alpha = Fraction(1, 3)
    for n in range(largest + 1):
        # Not monotone for n ≥ 1: the loss falls as the distance grows.
        falling = table([[n - abs(i - r) for r in range(n + 1)] for i in range(n + 1)])
        for loss in (absolute(), squared(), zero_one(), falling):
            values = {}
            for size in range(1, n + 2):
                for inside in combinations(range(n + 1), size):
                    first, last = inside[0], inside[-1]
                    best = solve_polytope(Problem(MinimaxConsumer(loss, n=n, side_information=inside), alpha))
                    accepted(best)
                    values[inside] = best.value
                    where = f"n = {n}, {loss}, S = {inside}"
                    whole = last - first + 1 == size
                    if whole or gaps:
                        alone = of_inputs(loss, inside, range(n + 1), alpha)
                        require(alone.value == best.value, f"{where}: {alone.value} for S alone, {best.value}")
                        x = Mechanism([alone.mechanism.rows[min(max(i - first, 0), size - 1)] for i in range(n + 1)])
                        require(bool(private(x, alpha)), f"{where}: the extension is not private")
                        if loss is not falling or every_loss:
                            narrow = of_inputs(loss, inside, range(first, last + 1), alpha)
                            require(narrow.value == best.value, f"{where}: {narrow.value} with the responses a..b")
                    if size == 1 and loss is not falling:
                        always = deterministic([first] * (n + 1), responses=range(n + 1))
                        require(best.value == loss(first, first), f"{where}: {best.value} for one input")
                        require(always[first, first] == 1 and bool(private(always, 1)), f"{where}: not private")
            for one, other in combinations(values, 2):
                if set(one) < set(other):
                    rises = values[one] < values[other] if strictly else values[one] <= values[other]
                    require(rises, f"n = {n}, {loss}: S = {one} loses {values[one]}, {other} {values[other]}")


def of_inputs(loss, inside, responses, alpha):
    """The optimum with these inputs alone, as neighbours in their order."""
    user = MinimaxConsumer(restricted(loss, inside, responses), inputs=range(len(inside)))
    found = solve_polytope(Problem(user, alpha, responses=range(len(responses))))
    require(isinstance(found, Optimum), "no optimum")
    accepted(found)
    return found


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
