"""The row pattern says that a mechanism is G with a remap whose rows are in order, and an optimum can be chosen so.

With x = G·T, C(i,l) is not ↓ where some row k' > i of T gives l, and C(i,m) is not ↑ where some row k ≤ i gives m. So l
< m break the pattern in row i exactly where an earlier row of T gives a later response than a later row does. Among the
optima take those with the least Σ_i Σ_r |r-μ(i)|·x_ir. For a Bayesian user they are a face of the polytope, so it has a
vertex among them; and by the claim concentration none of them lacks the pattern.
"""

from fractions import Fraction
from itertools import combinations, pairwise, product

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, number, require, signs
from exactdp.claims.enumeration import with_supports
from exactdp.claims.words import row_pattern
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, table
from exactdp.model.mechanism import deterministic
from exactdp.model.users import BayesianUser, MinimaxConsumer, proportional
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.polytope.derivability import derive
from exactdp.polytope.vertex import vertex

claim = Claim(
    id="exactdp.row-pattern-of-optimum",
    title="which mechanisms have the row pattern, and that an optimal vertex has it",
    section="3",
    position=50,
    statement=(
        "Let 0 < α < 1, n ≥ 1. An α-private x has the row pattern of Lemma 5.5 if and only if x = G_{n,α}·T for a "
        "stochastic T whose rows are in order: for k < k' no response that row k gives is above one that row k' gives. "
        "With m responses such a T has at most n+m positive entries. If T is deterministic, in order means that its "
        "images do not decrease. For a loss unimodal with modes μ(0) ≤ … ≤ μ(n), every Bayesian user has an optimal "
        "vertex of the polytope with the pattern, and it is G·T with T deterministic and its images not decreasing. If "
        "the loss falls and rises strictly and no p_i is 0, every optimum has the pattern. A minimax consumer has an "
        "optimum with the pattern, but for some no optimum is a deterministic remap of G."
    ),
    latex=(
        r"C \text{ has the row pattern} \iff x = G_{n,\alpha} T, \;\; T_{kr} T_{k'r'} > 0,\, k < k' \Rightarrow r \le "
        r"r'"
    ),
    domain="n ≥ 1, 0 < α < 1, all α-private mechanisms, any number of responses, unimodal losses with such modes",
    every_n=True,
    verdict="proved",
    scope="all n, α, x and losses, the choice among the optima in words; the last sentence by one consumer",
    uses=(
        "exactdp.pattern-implies-derivable",
        "exactdp.level-of-derivable",
        "exactdp.concentration",
        "exactdp.concentration-certifies",
    ),
)


@claim.proof(
    "positive entries: in order, the first response of a row is the last of the row before or later. So up to row k "
    "there are at most k+1 more than the last response less the first one: a row with the responses from b to c adds "
    "at most c-b+1, and b ≥ a, the last response before it",
    mutants={"at most k": {"more": 0}},
)
def positive_entries(more=1):
    # The bound after row k, less the one before it and what the row adds.
    assumed = Assumed(
        "a b c k",
        lambda *_: {},
        lambda a, b, c, k: {"b-a": b - a},
        witness=[Fraction(1), Fraction(2), Fraction(3), Fraction(0)],
    )

    def bound(last, row):
        return last + row * more

    signs(
        assumed,
        lambda given, a, b, c, k: [(bound(c, k + 1) - bound(a, k) - (c - b + 1), given["b-a"])],
        strict=False,
    )


@claim.proof(
    "|r-μ| is the sum of the cuts: from r to r+1 it grows by 1 if r ≥ μ, where R > r becomes true, and falls by 1 if r "
    "< μ, where R ≤ r becomes false. So if y is more concentrated than x and one cut differs, Σ_i Σ_r |r-μ(i)|·y_ir is "
    "smaller",
    mutants={"R ≥ r": {"early": 1}, "cuts above the mode only": {"both": False}},
)
def sum_of_cuts(early=0, both=True):
    def pairs(a, mode, q, r):
        # The cut after q, as one of the terms of |R-μ|, at R = r and at R = r + 1.
        def term(response):
            if q >= mode:
                return int(response > q - early)
            return int(response <= q) if both else 0

        if r == q:
            yield a ** abs(r + 1 - mode) * a ** term(r), a ** abs(r - mode) * a ** term(r + 1)
        else:
            yield number(term(r + 1)), number(term(r))

    identity("a", pairs, Domain("p q r", lambda p, q, r: [p, q, r]))


@claim.instances(
    "words of at most 6 letters: a row of arrows breaks the pattern exactly where a column l before a column m is not "
    "↓ and m is not ↑, and no letter is both: before the first that is not ↓ all are ↓, after it all are ↑",
    mutants={"S after S allowed": {"slack": True}},
)
def broken_rows(slack=False):
    # A letter is 0 for ↓, 1 for S and 2 for ↑; unbroken pairs (p, q) with p before q are those with p = 0 or q = 2.
    for length in range(1, 7):
        for word in product(range(3), repeat=length):
            s = word.count(1)
            pattern = list(word) == sorted(word) and s <= 1
            unbroken = all(p == 0 or q == 2 or (slack and p == q == 1) for p, q in combinations(word, 2))
            require(pattern == unbroken, f"the word {word}")


def in_order(remap, slack=0):
    """Whether no row gives a response above one that a later row gives."""
    given = [[r for r, v in enumerate(row) if v] for row in remap.rows]
    return all(max(row) <= min(later) + slack for row, later in combinations(given, 2))


@claim.instances(
    "n ≤ 3, up to 4 responses, α = 1/3, every choice of zeros of T: the library finds the row pattern in G·T exactly "
    "where the rows of T are in order, and then T has at most n+m positive entries",
    mutants={"a step back allowed": {"slack": 1}, "at most n+m-1": {"fewer": 1}},
    sizes=((1, 4), (2, 3), (3, 3), (4, 2)),
)
def which_have_it(slack=0, fewer=0, sizes=((1, 4), (2, 3), (3, 2))):
    alpha = Fraction(1, 3)
    for n, responses in sizes:
        for remap in with_supports(n + 1, responses):
            found = in_order(remap, slack)
            require(bool(row_pattern(geometric(n=n, alpha=alpha) @ remap, alpha)) == found, f"n = {n}: {remap.rows}")
            positive = sum(v > 0 for row in remap.rows for v in row)
            require(not found or positive <= n + responses - fewer, f"n = {n}: {positive} entries of {remap.rows}")


def losses(n):
    """Losses with other modes than the inputs among them, strict and not, and how many responses they have."""
    inputs = range(n + 1)
    for modes, responses in (
        (list(inputs), n + 1),
        ([i // 2 for i in inputs], n + 1),
        ([min(2 * i, 3) for i in inputs], 4),
    ):
        for loss in (lambda d: d * d + max(d, 0), lambda d: int(d != 0), lambda d: max(abs(d) - 1, 0)):
            yield table([[loss(r - mode) for r in range(responses)] for mode in modes]), modes, responses


@claim.instances(
    "n ≤ 3, α = 1/4 and 2/3, nine losses, three priors, one of them with zeros: a vertex that is optimal with |r-μ|, "
    "times 1/10⁶, added to the loss is optimal without it as well, the kernel accepts that it is a vertex, its remap "
    "is deterministic, and the images don't decrease; with a strict loss and a positive prior nothing need be added",
    mutants={"modes that go back": {"turned": True}, "|r-μ| times 1 added": {"little": 1}},
    largest=4,
)
def optimal_vertices(turned=False, little=Fraction(1, 10**6), largest=3):
    for n, alpha in product(range(1, largest + 1), map(Fraction, ("1/4", "2/3"))):
        for loss, modes, responses in losses(n):
            listed = [*modes[1:], modes[0]] if turned else modes
            rows = [[loss(modes.index(mode), r) for r in range(responses)] for mode in listed]
            strict = all(0 not in [a - b for a, b in pairwise(row)] for row in rows)
            for weights in ([1] * (n + 1), list(range(1, n + 2)), [1, *[0] * (n - 1), 2]):
                added = 0 if strict and all(weights) else little
                user, nearby = (
                    BayesianUser(
                        table(
                            [
                                [v + t * abs(r - m) for r, v in enumerate(row)]
                                for m, row in zip(listed, rows, strict=True)
                            ]
                        ),
                        proportional(weights),
                    )
                    for t in (0, added)
                )
                # The second loss counts on every input, also where the prior is 0.
                if not all(weights):
                    nearby = with_all_inputs(nearby, listed, responses, little)
                x = solve_polytope(Problem(nearby, alpha, responses=range(responses))).mechanism
                where = f"n = {n}, α = {alpha}, {loss}, weights {weights}"
                value = sum(
                    p * v * user.loss(i, r)
                    for i, (p, row) in enumerate(zip(user.prior, x.rows, strict=True))
                    for r, v in enumerate(row)
                )
                best = solve_polytope(Problem(user, alpha, responses=range(responses)))
                accepted(best, "optimal")
                require(value == best.value, f"{where}: {value}, not {best.value}")
                require(bool(row_pattern(x, alpha)), f"{where}: no pattern")
                accepted(vertex(x, alpha), "vertex")
                found = derive(x, alpha)
                accepted(found, "derivable")
                require(all(v in (0, 1) for row in found.remap.rows for v in row), f"{where}: not deterministic")
                require(in_order(found.remap), f"{where}: not in order")


def with_all_inputs(user, modes, responses, little):
    """A user with all inputs and nearly the losses that this one has, after those with |r-μ| a little."""
    weights = [p + little for p in user.prior]
    rows = [
        [(p * user.loss(i, r) + little * abs(r - mode)) / w for r in range(responses)]
        for i, (p, w, mode) in enumerate(zip(user.prior, weights, modes, strict=True))
    ]
    total = sum(weights)
    return BayesianUser(table([[v * total for v in row] for row in rows]), proportional(weights))


@claim.instances(
    "the minimax consumer of |i-r|, n = 3, α = 1/4 and all inputs: the kernel accepts 168/415 as the least worst loss, "
    "and each of the 256 deterministic remaps of G has a larger one",
    mutants={"n = 1": {"n": 1, "value": Fraction(1, 5)}, "167/415": {"value": Fraction(167, 415)}},
)
def not_deterministic(n=3, value=Fraction(168, 415)):
    alpha = Fraction(1, 4)
    best = interact(MinimaxConsumer(absolute(), n=n), geometric(n=n, alpha=alpha))
    accepted(best)
    require(best.value == value, f"the least worst loss is {best.value}")
    for images in product(range(n + 1), repeat=n + 1):
        x = geometric(n=n, alpha=alpha) @ deterministic(images, responses=range(n + 1))
        worst = max(sum(v * abs(i - r) for r, v in enumerate(row)) for i, row in enumerate(x.rows))
        require(worst > value, f"the remap {images} has the worst loss {worst}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
