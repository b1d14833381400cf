"""One remap of G that is more concentrated than a given mechanism around every input at once, built cut by cut.

For the cut after response r let f_i be the probability, on input i, of a response up to r. Take the last input c(r)
whose mode is at most r, and the threshold event g of G that has the probability f there. By the claim cut-events, g ≥ f
to its left, where the modes are up to r, and g ≤ f to its right, where they are beyond. The thresholds grow with r, so
their differences are the columns of a remap T. No optimum, no linear program and no limit is needed.
"""

from fractions import Fraction
from itertools import pairwise, product

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, number, require, signs, square
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import table
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import BayesianUser, uniform
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.polytope.derivability import derive
from exactdp.privacy.level import private

claim = Claim(
    id="exactdp.concentration",
    title="one remap of G that is more concentrated on every input",
    section="4",
    position=10,
    statement=(
        "Let x be α-private with the responses 0, …, m-1 and μ(0) ≤ … ≤ μ(n). Then there is a stochastic T such that y "
        "= G_{n,α}·T is, on every input i, at least as concentrated around μ(i): P(R > r) is no larger for r ≥ μ(i), "
        "nor P(R ≤ r) for r < μ(i). T depends on x and the modes, on no loss, prior or side information. For 0 < α < 1 "
        "its rows are in order: for k < k', no response of row k is above one of row k'. Of privacy only f_(i±1) ≥ "
        "α·f_i for the events R ≤ r and R > r is used, so it holds for all x that have that."
    ),
    latex=(
        r"\forall x\; \exists T\; \forall i, r:\quad \sum_{q \le r} (G T)_{iq} \ge \sum_{q \le r} x_{iq} \;\; (r \ge "
        r"\mu(i)), \qquad \sum_{q \le r} (G T)_{iq} \le \sum_{q \le r} x_{iq} \;\; (r < \mu(i))"
    ),
    domain="n ≥ 0, 0 ≤ α ≤ 1, m ≥ 1 responses, every α-private mechanism, modes that do not decrease",
    every_n=True,
    verdict="proved",
    scope=(
        "all n, α, m, x and modes, put together in words from the steps and the claim cut-events; at α = 0, at α = 1 "
        "and at n = 0, x is G·x itself, and y = x"
    ),
    uses=("exactdp.cut-events",),
)


@claim.proof(
    "the input c(r): with c the last input of mode ≤ r, or input 0 if there is none, the inputs of modes ≤ r are those "
    "up to c, as the modes do not decrease; and a cut later, c is no smaller",
    mutants={"modes that do not increase": {"sign": -1}},
)
def last_input(sign=1):
    # p is the mode of an input i ≤ c, and q ≤ r that of c itself; then of i > c and of c + 1, q > r. Powers need p ≤ r.
    identity(
        "a",
        lambda a, p, q, r: [(a ** (r - p) * a**p, a**r)],
        Domain("p q r", lambda p, q, r: [p, sign * (q - p), r - q, q]),
    )
    identity(
        "a",
        lambda a, p, q, r: [(a ** (p - r - 1) * a ** (r + 1), a**p)],
        Domain("p q r", lambda p, q, r: [sign * (p - q), q - r - 1, r, p]),
    )


@claim.proof(
    "the thresholds grow with r: with c' the input of the next cut, g' = f' ≥ f ≥ g there, as f' - f = x_c'(r+1) ≥ 0, "
    "and c' is not left of c",
    mutants={"x_c'(r+1) < 0": {"sign": -1}},
)
def grow(sign=1):
    assumed = Assumed(
        "f x g",
        lambda f, x, g: {},
        lambda f, x, g: {"x": x, "f-g": f - g},
        witness=[Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)],
    )
    signs(assumed, lambda given, f, x, g: [((f + sign * x) - g, given["x"] + given["f-g"])], strict=False)


def entry_of(t, k, at):
    """Entry `at` of the threshold with t at k."""
    if at == k:
        return t
    return number(1) if at < k else number(0)


@claim.proof(
    "so T ≥ 0: of two thresholds (κ, θ) and (κ', θ') with κ < κ', or κ = κ' and θ ≤ θ', the second is nowhere smaller",
    mutants={"κ' < κ allowed": {"slack": 1}},
)
def remap_nonnegative(slack=0):
    assumed = Assumed(
        "s t",
        lambda s, t: {},
        lambda s, t: {"θ": s, "1-θ": 1 - s, "θ'": t, "θ'-θ": t - s},
        witness=[Fraction(1, 3), Fraction(1, 2)],
    )

    def found(given, s, t, *indices):
        k, later, at = indices
        difference = entry_of(t, later, at) - entry_of(s, k, at)
        if at < k or at > later:
            yield difference, square(number(0))
        elif k == later:
            yield difference, given["θ'-θ"]
        elif at == k:
            yield difference, given["1-θ"]
        else:
            yield difference, given["θ'"] if at == later else square(number(1))

    signs(assumed, found, Domain("k l j", lambda k, later, at: [k, later - k + slack, later, at]), strict=False)


@claim.proof(
    "row k of T sums to 1: its sums up to r are the entries t_k of the thresholds, 0 before the first and 1 at the "
    "last cut, where f is 1 on every input and so κ = n, θ = 1",
    mutants={"the last threshold at n-1": {"last": 1}},
)
def remap_sums(last=0):
    def pairs(n, k):
        yield entry_of(number(1), n - last, k), number(1)
        yield entry_of(number(0), 0, k), number(0)

    identity("", pairs, Domain("n k", lambda n, k: [n - last, k, n - k]))


def threshold(n, alpha, i, probability):
    """The threshold that has this probability on input i of G."""
    found, left = [], probability
    for v in geometric(n=n, alpha=alpha).rows[i]:
        found.append(min(Fraction(1), left / v))
        left -= found[-1] * v
    return found


def cut(rows, r):
    """For each input, the probability of a response up to r."""
    return [sum(row[: r + 1]) for row in rows]


def concentrated(x, alpha, modes, level=None):
    """The remap T of the proof."""
    n, responses = len(x.rows) - 1, len(x.rows[0])
    before, columns = [Fraction(0)] * (n + 1), []
    for r in range(responses):
        at = max((i for i in range(n + 1) if modes[i] <= r), default=0)
        t = threshold(n, alpha if level is None else level, at, cut(x.rows, r)[at])
        columns.append([v - w for v, w in zip(t, before, strict=True)])
        before = t
    return [list(row) for row in zip(*columns, strict=True)]


def mechanisms(n, alpha):
    """G remapped in several ways, vertices that are optimal for losses without any order, and a few mixtures."""
    source = geometric(n=n, alpha=alpha)
    found = [source, source @ deterministic(range(n, -1, -1), responses=range(n + 1))]
    found.append(source @ deterministic([(2 * k + 1) % 3 for k in range(n + 1)], responses=range(3)))
    for step, responses in ((3, n + 1), (5, 3), (4, 2), (2, 4)):
        loss = table([[(step * i * i + 5 * r + i * r * r) % 7 for r in range(responses)] for i in range(n + 1)])
        found.append(
            solve_polytope(Problem(BayesianUser(loss, uniform(n=n)), alpha, responses=range(responses))).mechanism
        )
    for first, second in ((0, 1), (1, 3)):
        rows = zip(found[first].rows, found[second].rows, strict=True)
        found.append(Mechanism([[(x + 2 * y) / 3 for x, y in zip(*both, strict=True)] for both in rows]))
    return found


def mode_lists(n, responses):
    """The inputs, one point for all, steps of two, and a jump."""
    last = responses - 1
    yield [min(i, last) for i in range(n + 1)]
    yield [last // 2] * (n + 1)
    yield [min(2 * (i // 2), last) for i in range(n + 1)]
    yield [0 if 2 * i <= n else last for i in range(n + 1)]


def check(x, alpha, modes, level=None):
    """Require all that is said of T and y = G·T."""
    n, responses = len(x.rows) - 1, len(x.rows[0])
    remap = concentrated(x, alpha, modes, level)
    where = f"n = {n}, α = {alpha}, modes {modes}, {x.rows}"
    require(min(map(min, remap)) >= 0 and all(sum(row) == 1 for row in remap), f"T is not stochastic: {where}")
    given = [[r for r, v in enumerate(row) if v] for row in remap]
    require(all(max(a) <= min(b) for a, b in pairwise(given)), f"T is not in order: {where}")
    y = geometric(n=n, alpha=alpha) @ Mechanism(remap)
    for r in range(responses):
        for i, (new, old) in enumerate(zip(cut(y.rows, r), cut(x.rows, r), strict=True)):
            require(new >= old if r >= modes[i] else new <= old, f"less concentrated on input {i}: {where}")
    return y


@claim.instances(
    "n ≤ 3, three levels, remaps of G, vertices of the polytope for losses without order, mixtures, four lists of "
    "modes: T is as said, and the kernel accepts that y is derivable",
    mutants={
        "modes that do not increase": {"turned": True},
        "thresholds of G at the level α²": {"level": lambda alpha: alpha**2},
    },
    largest=5,
)
def by_library(turned=False, level=lambda alpha: alpha, largest=3):
    for n, alpha in product(range(1, largest + 1), map(Fraction, ("1/4", "1/2", "9/10"))):
        for x in mechanisms(n, alpha):
            require(bool(private(x, alpha)), "a mechanism is not private")
            for modes in mode_lists(n, len(x.rows[0])):
                y = check(x, alpha, modes[::-1] if turned else modes, level(alpha))
        accepted(derive(y, alpha), "derivable")


BY_CUTS = (("1/2", "0", "1/2"), ("1/4", "1/2", "1/4"))


@claim.instances(
    "only the cuts need be private: with the rows (1/2, 0, 1/2) and (1/4, 1/2, 1/4) response 1 breaks privacy, every "
    "cut keeps it at α = 1/2, and T is as said; and so it is with these rows in turn for n ≤ 4",
    mutants={"at α = 2/3": {"alpha": "2/3"}, "privacy of all responses": {"whole": True}},
)
def only_cuts(alpha="1/2", whole=False):
    level = Fraction(alpha)
    for n in range(1, 5):
        x = Mechanism([BY_CUTS[i % 2] for i in range(n + 1)])
        require(bool(private(x, level)) == whole, "it is private, or else not asked to be")
        for r in range(3):
            events = Mechanism([[p, 1 - p] for p in cut(x.rows, r)])
            require(bool(private(events, level)), f"the cut after {r} is not private")
        for modes in mode_lists(n, 3):
            check(x, level, modes)


claim.theorem(
    "UniversalOptimality",
    "concentration",
    "that T is so, for every n ≥ 1, every rational 0 < α < 1, every rational x and all such modes",
    r"""
    forall (n responses : nat) (alpha : Q) (mode : nat -> nat) (x : matrix),
      (1 <= n)%nat -> 0 < alpha < 1 -> private_mechanism (S n) responses (path (S n)) alpha x ->
      never_decrease n mode ->
      let y := product (S n) (geometric n alpha) (concentrated_remap n alpha mode x) in
      forall r i, (r < responses)%nat -> (i <= n)%nat ->
        ((mode i <= r)%nat -> cut x r i <= cut y r i) /\ ((r < mode i)%nat -> cut y r i <= cut x r i)
    """,
    mutants={"for any modes": ("never_decrease n mode ->", "")},
)
claim.theorem(
    "UniversalOptimality",
    "concentrated_remap_stochastic",
    "that T is stochastic, with no need of the order of the modes",
    """
    forall (n responses : nat) (alpha : Q) (mode : nat -> nat) (x : matrix),
      (1 <= n)%nat -> 0 < alpha < 1 -> private_mechanism (S n) responses (path (S n)) alpha x ->
      stochastic (S n) responses (concentrated_remap n alpha mode x)
    """,
    mutants={
        "x not private": ("private_mechanism (S n) responses (path (S n)) alpha x", "stochastic (S n) responses x")
    },
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
