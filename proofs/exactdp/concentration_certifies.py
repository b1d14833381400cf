"""More concentrated means no worse for every unimodal loss, hence for every user, and nothing less does.

By summation by parts, the loss of row i of y less that of x is minus the sum, over the cuts r, of the step l(i,r+1) -
l(i,r) times the difference of P(R ≤ r). The steps are ≥ 0 from the mode on, where that difference is ≥ 0, and ≤ 0
before it, where it is ≤ 0. Conversely P(R > r) for r ≥ μ(i) and P(R ≤ r) for r < μ(i) are losses with the mode μ(i)
themselves.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import table
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, MinimaxConsumer, proportional, uniform
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    id="exactdp.concentration-certifies",
    title="more concentrated on every input means better for every user",
    section="4",
    position=20,
    statement=(
        "A mechanism y has P(R > r) no larger than x for r ≥ μ(i) and P(R ≤ r) no larger for r < μ(i), on every input "
        "i, if and only if Σ_r l(i,r)·y_ir ≤ Σ_r l(i,r)·x_ir for every i and every loss that falls weakly up to μ(i) "
        "and rises weakly from there. Then y is no worse than x in every objective that does not fall as a row's loss "
        "rises: for every prior, also with zeros, and for the worst case over every S. The x for which some G·T is "
        "such a y are a convex set; so at given n, α, modes and responses it is enough to find T for the vertices."
    ),
    latex=(
        r"\sum_r l(i,r)\,(y_{ir} - x_{ir}) = - \sum_{r < m-1} \bigl(l(i,r+1) - l(i,r)\bigr) \Bigl(\sum_{q \le r} "
        r"y_{iq} - \sum_{q \le r} x_{iq}\Bigr) \le 0"
    ),
    domain="n ≥ 0, m ≥ 1 responses, all mechanisms x and y, any modes, all losses unimodal with them",
    every_n=True,
    verdict="proved",
    scope=(
        "all n, m, x, y, modes and losses; the last sentence of the statement is the linearity of the cuts in T and x"
    ),
)


@claim.proof(
    "summation by parts, with d = y - x of a row and D(r) the sum of d before r: from r to r+1, l(r)·D(r) grows by "
    "l(r)·d(r) + (l(r+1) - l(r))·D(r+1); it is 0 at r = 0, and at m, where D is 0",
    mutants={"D(r) for D(r+1)": {"shift": 0}, "the step of l taken the other way": {"sign": -1}},
)
def by_parts(shift=1, sign=1):
    def pairs(r):
        loss, after = entry("l", r), entry("l", r + 1)
        total, grown = entry("D", r), entry("D", r) + entry("d", r)
        yield after * grown - loss * total, loss * entry("d", r) + sign * (after - loss) * (grown if shift else total)

    identity("", pairs, Domain("r", lambda r: [r]))


@claim.proof(
    "every term is ≤ 0: for r ≥ μ the step of l is ≥ 0 and the cut of y is that of x or more; for r < μ both are the "
    "other way round",
    mutants={"the cut at r = μ counted as below": {"more": 1}, "y less concentrated": {"side": -1}},
)
def every_term(more=0, side=1):
    # u and v are the sizes of the step and of the difference of the cuts.
    sizes = Assumed("u v", lambda u, v: {}, lambda u, v: {"u": u, "v": v}, witness=[Fraction(1)] * 2)

    def found(given, u, v, mode, r):
        step = u if r >= mode else -u
        difference = v if r >= mode + more else -v
        yield side * step * difference, given["u"] * given["v"]

    signs(sizes, found, Domain("p r", lambda p, r: [p, r]), strict=False)


@claim.proof(
    "conversely, R > q for q ≥ μ and R ≤ q for q < μ are losses with the mode μ: from r to r+1 the first is 0 before "
    "the mode and 0 or 1 after it, and the second 0 or -1 before it and 0 after it",
    mutants={"R > μ-1": {"early": 1}, "R ≤ μ": {"late": 1}},
)
def cuts_are_losses(early=0, late=0):
    def above(mode, q, r):
        step = int(r + 1 > q) - int(r > q)
        yield number(step if r < mode else step * step), number(0 if r < mode else step)

    def below(mode, q, r):
        step = int(r + 1 <= q) - int(r <= q)
        yield number(step if r >= mode else step * step), number(0 if r >= mode else -step)

    identity("", above, Domain("p q r", lambda p, q, r: [p, q + early - p, q, r]))
    identity("", below, Domain("p q r", lambda p, q, r: [p, p - 1 + late - q, q, r]))


def concentrated(x, alpha, modes):
    """A remap of G that is as concentrated as x: each cut is a threshold that agrees with x at one input."""
    n, source = len(x.rows) - 1, geometric(n=len(x.rows) - 1, alpha=alpha)
    before, columns = [Fraction(0)] * (n + 1), []
    for r in range(x.shape[1]):
        at = max((i for i in range(n + 1) if modes[i] <= r), default=0)
        t, left = [], sum(x.rows[at][: r + 1])
        for v in source.rows[at]:
            t.append(min(Fraction(1), left / v))
            left -= t[-1] * v
        columns.append([v - w for v, w in zip(t, before, strict=True)])
        before = t
    return source @ Mechanism(zip(*columns, strict=True))


def row_loss(loss, row):
    """The expected loss of a row."""
    return sum(v * p for v, p in zip(loss, row, strict=True))


def losses_with(mode, responses):
    """Losses of one row with this mode: far up and down, flat parts, one side only, and no loss."""
    for over, under in ((1, 1), (3, 1), (0, 2), (5, 0), (0, 0)):
        yield [over * max(r - mode, 0) + under * max(mode - r, 0) for r in range(responses)]
    yield [(r - mode) ** 2 // 2 for r in range(responses)]
    yield [int(abs(r - mode) > 1) + 7 * int(r > mode + 1) for r in range(responses)]


def worse_mechanisms(n, alpha):
    """Vertices that are optimal for losses without order."""
    for step, responses in ((3, n + 1), (5, 3), (2, 4)):
        loss = table([[(step * i * i + 5 * r + i * r * r) % 7 for r in range(responses)] for i in range(n + 1)])
        yield solve_polytope(Problem(BayesianUser(loss, uniform(n=n)), alpha, responses=range(responses))).mechanism


def mode_lists(n, responses):
    """The inputs, one point for all, and a jump."""
    last = responses - 1
    yield [min(i, last) for i in range(n + 1)]
    yield [last // 2] * (n + 1)
    yield [0 if 2 * i <= n else last for i in range(n + 1)]


@claim.instances(
    "n ≤ 3, three levels, vertices x for losses without order, and y = G·T: for seven losses with the mode in every "
    "row, y loses no more than x",
    mutants={
        "modes that do not increase": {"turned": True},
        "a loss that falls again": {"bend": 5},
    },
)
def rows_lose_no_more(turned=False, bend=0):
    for n, alpha in product((1, 2, 3), map(Fraction, ("1/4", "1/2", "9/10"))):
        for x in worse_mechanisms(n, alpha):
            for modes in mode_lists(n, x.shape[1]):
                y = concentrated(x, alpha, modes)
                for i, mode in enumerate(modes[::-1] if turned else modes):
                    for loss in losses_with(mode, x.shape[1]):
                        loss[-1] -= bend
                        found, given = row_loss(loss, y.rows[i]), row_loss(loss, x.rows[i])
                        require(found <= given, f"n = {n}, α = {alpha}, {modes}: row {i} loses {found}, not {given}")


@claim.instances(
    "so at n = 1, 2, 3 the kernel's values for the best remap of G are at most what x loses, for users with three "
    "priors, and for S the ends, one point and all inputs",
    mutants={"G at the level (1+α)/2": {"deployed": lambda alpha: (1 + alpha) / 2}},
)
def users_lose_no_more(deployed=lambda alpha: alpha):
    for n, alpha in product((1, 2, 3), map(Fraction, ("1/4", "2/3"))):
        source = geometric(n=n, alpha=deployed(alpha))
        for x in (*worse_mechanisms(n, alpha), geometric(n=n, alpha=alpha)):
            for modes in mode_lists(n, x.shape[1]):
                responses = x.shape[1]
                rows = [[(r - mode) ** 2 + 2 * max(r - mode, 0) for r in range(responses)] for mode in modes]
                lost = [row_loss(loss, row) for loss, row in zip(rows, x.rows, strict=True)]
                weights = ([1] * (n + 1), [1, *[0] * (n - 1), 4], list(range(1, n + 2)))
                users = [(BayesianUser(table(rows), proportional(w)), w) for w in weights]
                sides = ([0, n], [n // 2], list(range(n + 1)))
                users += [(MinimaxConsumer(table(rows), n=n, side_information=inside), inside) for inside in sides]
                for user, values in users:
                    if isinstance(user, BayesianUser):
                        given = sum(v * p for v, p in zip(lost, user.prior, strict=True))
                    else:
                        given = max(lost[i] for i in values)
                    best = interact(user, source, responses=range(responses))
                    accepted(best)
                    require(best.value <= given, f"n = {n}, α = {alpha}, {user}: {best.value} with G, {given} with x")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
