"""Submodular losses and unimodal ones: neither class is part of the other, in whatever order the responses are.

A loss f(i-r) is submodular exactly if f is convex. The 0-1 loss is unimodal, but not submodular in any order of three
responses. The step to the response σ(1) gains most on input σ(1), and less on one of its sides. Conversely, let a safe
response always cost 1, and two others nothing or 3. This loss is submodular. But in any order of the responses, the
middle one costs more than both others on some input. Steps that change their sign once are not enough for G.
"""

from fractions import Fraction
from itertools import accumulate

from exactdp.claims.language import *
from exactdp.claims.vocabulary import listed
from exactdp.claims.vocabulary.concentration import never_decrease, rising_unimodal, submodular, unimodal
from exactdp.claims.vocabulary.remap import remap_is_optimal

claim = Claim(
    "exactdp.submodular-losses", "which losses are submodular, and which are unimodal", section="3", position=80
)

i, j, k, m, n, r = indices("i j k m n r")
a, v = numbers("α v")
l, T = matrices("l T")  # noqa: E741 (the papers' letter for a loss)
(f,) = vectors("f")

convex = explained("{0} is convex on {{0..{1}}}", (f, n), All(k, between(1, k, n - 1), 2 * f[k] <= f[k - 1] + f[k + 1]))
by_difference = function(i, r, f[i - r + m])


@generator(convex)
def some_convex(rng, turn, n):
    """Add up steps that never decrease."""
    steps = sorted(rng.randrange(-3, 4) for _ in range(n))
    return tuple(accumulate((Fraction(v) for v in steps), initial=Fraction(0)))


claim.clause("convex", convex(f, n + m), submodular(by_difference, n, m))(by_arithmetic)


@claim.clause("only-convex", 1 <= n, 1 <= m, submodular(by_difference, n, m), convex(f, n + m))
def submodular_is_convex(proof):
    near = proof.know(submodular(by_difference, n, m))
    inner = proof.assuming(between(1, k, n + m - 1))
    goal = 2 * f[k] <= f[k - 1] + f[k + 1]
    return proof.qed(inner.have(goal, near(0, m - k), near(k - m, 0), cases=[k <= m]))


def in_both(loss):
    return submodular(loss, n, m) & unimodal(loss, function(i, i), n, m)


claim.clause("absolute", in_both(absolute_loss))(by_arithmetic)


@claim.clause("squared", in_both(squared_loss))
def squared_is_in_both(proof):
    inner = proof.assuming(between(0, i, n), between(0, r, m - 1))
    above, below = inner.assuming(i <= r), inner.assuming(r < i)
    rises = above.have(squared_loss[i, r] <= squared_loss[i, r + 1], above.use(lemmas.index_order(), j=i, k=r))
    falls = below.have(squared_loss[i, r + 1] <= squared_loss[i, r], below.use(lemmas.index_order(), j=r + 1, k=i))
    return proof.qed(inner.both(inner.imply(i <= r, rises), inner.imply(r < i, falls)))


order = variable("σ", INDEX_MAP)
different = explained(
    "the first three values of {0} are different and in {{0..{1}}}",
    (order, n),
    both(
        *(between(0, order[at], n) for at in range(3)),
        *(order[one] != order[other] for one, other in ((0, 1), (0, 2), (1, 2))),
    ),
)


@generator(different)
def some_order(rng, turn, n):
    """Draw three of them."""
    return tuple(rng.sample(range(n + 1), 3)) if n >= 2 else None


def in_order(loss):
    return function(i, r, loss[i, order[r]])


def apart(proof, last, step):
    """Return what the step shows in each order of the three."""

    def first(one):
        return one.either(one.know(order[0] != order[2]), second, second)

    def second(two):
        return two.either(two.know(order[1] != order[2]), step, step)

    inside = proof.opening(different(order, last))
    return proof.fact(inside.either(inside.know(order[0] != order[1]), first, first))


@claim.clause("zero-one", different(order, n), ~submodular(in_order(zero_one), n, 2))
def zero_one_is_not(proof):
    """On input σ(1) the response σ(1) is the best of the three, and on its neighbours it is not better than others."""

    def step(inner):
        near = inner.know(submodular(in_order(zero_one), n, 2))

        def contradicted(case, at, step_of):
            return case.contradiction(proof.goal, case.fact(near(at, step_of)))

        return inner.cases(
            proof.goal,
            (order[1] < n, lambda case: contradicted(case, order[1], 0)),
            (TRUE, lambda case: contradicted(case, order[1] - 1, 1)),
        )

    return apart(proof, n, lambda case: case.by_contradiction(proof.goal, step))


claim.clause("zero-one-unimodal", unimodal(zero_one, function(i, i), n, m))(by_arithmetic)

WITH_SAFE = table([[0, 1, 3], [0, 1, 0], [3, 1, 0]])
"""The responses 0 and 2 cost nothing or 3, the response 1 always 1."""

claim.clause("safe", submodular(WITH_SAFE, 2, 2))(by_arithmetic)
modes = variable("μ", INDEX_MAP)


def inside_of_table(proof):
    """Return that σ stays within the table."""

    def value(k):
        return between(0, order[k], 2)

    def first(at):
        return lambda case: case.replace(case.have(term(at) == r), value)

    def one_of_three(case):
        return case.cases(value(r), *((r == at, first(at)) for at in range(3)))

    known = proof.opening(different(order, 2))
    return proof.fact(known.for_all(All(r, between(0, r, 2), value(r)), one_of_three))


@claim.clause(
    "safe-not-unimodal",
    different(order, 2),
    ~unimodal(in_order(WITH_SAFE), modes, 2, 2),
    values=inside_of_table,
)
def safe_is_not_unimodal(proof):
    """On input 2 - σ(1) the response in the middle costs more than the two others."""

    def step(inner):
        shape = inner.know(unimodal(in_order(WITH_SAFE), modes, 2, 2))

        def middle(at):
            def late(case):
                return case.contradiction(proof.goal, case.detach(shape(2 - at, 0).parts()[1]))

            def early(case):
                return case.contradiction(proof.goal, case.detach(shape(2 - at, 1).parts()[0]))

            return lambda case: case.cases(proof.goal, (0 < modes[2 - at], late), (TRUE, early))

        return inner.cases(proof.goal, *((order[1] == at, middle(at)) for at in range(3)))

    return apart(proof, 2, lambda case: case.by_contradiction(proof.goal, step))


mixed = All(i, between(0, i, 2), v * WITH_SAFE[i, 0] + (1 - v) * WITH_SAFE[i, 2] <= WITH_SAFE[i, 1])


@claim.clause("safe-needed", ~mixed)
def safe_is_needed(proof):
    """No mixture of the responses 0 and 2 is as good as 1 on the inputs 0 and 2 both."""
    inner = proof.otherwise()
    return inner.absurd(*(inner.know(mixed)(at) for at in (0, 2)))


# Both classes have steps that change their sign once, and that is not enough


def dearer(at):
    return l[at, r] <= l[at, r + 1]


def cheaper(at):
    return l[at, r + 1] <= l[at, r]


def crossing_at(at):
    return All(i, between(0, i, at - 1), dearer(i)) & All(i, between(at, i, n), cheaper(i))


crosses_once = explained(
    "each step of {0} changes its sign once at most on {{0..{1}}} × {{0..{2}}}",
    (l, n, m),
    All(r, between(0, r, m - 1), Some(k, between(0, k, n + 1), crossing_at(k))),
)
"""The step from r to r+1 costs something up to some input, and gains from there on."""


def from_some_input_on(proof, later, gains, costs):
    """Return that each step changes its sign once, at the first input from which on later(i) holds."""
    step = proof.assuming(between(0, r, m - 1))
    vacuous = step.witness(Some(k, between(0, k, n + 1), All(i, between(k, i, n), later(i))), n + 1)
    first = step.fact(core.least_index(vacuous.theorem))
    goal = Some(k, between(0, k, n + 1), crossing_at(k))

    def at_first(inner, found):
        *_, after, none = found.parts()
        one = inner.assuming(between(0, i, k - 1))
        failed = none(k - 1)
        before = one.obtain(failed, j, lambda case, at: costs(case, at.parts()[-1]))
        two = inner.assuming(between(k, i, n))
        beyond = gains(two, after(i))
        return inner.witness(goal, k, inner.all(before, i, between(0, i, k - 1)), beyond)

    return proof.restated(proof.all(step.obtain(first, k, at_first), r, between(0, r, m - 1)))


@claim.clause("submodular-crosses", 0 <= n, submodular(l, n, m), crosses_once(l, n, m))
def submodular_crosses(proof):
    def costs(case, at):
        return case.have(dearer(i), case.cite("exactdp.supermodular#steps")(i, j))

    return from_some_input_on(proof, cheaper, lambda case, at: case.have(cheaper(i), at), costs)


@claim.clause("unimodal-crosses", 0 <= n, rising_unimodal(l, modes, n, m), crosses_once(l, n, m))
def unimodal_crosses(proof):
    def shape(case):
        return case.know(unimodal(l, modes, n, m))(i, r).parts()

    def costs(case, at):
        rising = case.know(never_decrease(modes, n))(i, j)
        return case.knowing(at, lambda deep: deep.knowing(rising, lambda last: last.detach(shape(last)[0])))

    def gains(case, at):
        return case.knowing(at, lambda deep: deep.detach(shape(deep)[1]))

    return from_some_input_on(proof, lambda at: r < modes[at], gains, costs)


CROSSES = table([[1, 1, 0], [0, 1, 1], [1, 0, 0]])
"""The loss of exactdp.not-unimodal, with its responses in the order 1, 2, 0."""
p = listed(["1/4", "1/2", "1/4"])
as_often = If(i == 1, as_number(1), a)
better = function(i, r, If(r == 0, as_often, If(r == 1, 0, 1 + a - as_often)) / (1 + a))

claim.clause("crosses", crosses_once(CROSSES, 2, 2))(by_evaluation)


def lost(mechanism):
    return bayesian_loss(p, CROSSES, mechanism, 2, 2)


of_geometric = a * (3 - a) / (2 * (1 + a))
remapped = product(geometric_mechanism(2, a), T, 2)


@lemma([0 <= a, a <= 1, stochastic(T, 2, 2)], of_geometric <= lost(remapped))
def remaps_lose(proof):
    """What every remap of G loses at least."""
    nonneg, ones = proof.parts(stochastic(T, 2, 2))[-2:]
    entries = [nonneg(at, of) for at in range(3) for of in range(3)]
    return proof.qed(*entries, *map(ones, range(3)), 0 < 1 + a, factors=3)


@claim.clause("crossing-not-enough", 0 < a, a < 1, ~remap_is_optimal(p, CROSSES, a, 2, 2))
def crossing_is_not_enough(proof):
    """To answer 0 on input 1 and 2 elsewhere, as often as privacy allows, loses less than every remap of G."""
    mine = proof.have(private(better, a, 2, 2))
    value = proof.have(lost(better) == a / (1 + a))
    less = proof.have(a / (1 + a) < of_geometric)

    def compared(inner, found):
        *_remap, reached = found.parts()
        least = inner.use(remaps_lose())
        optimal = inner.know(remap_is_optimal(p, CROSSES, a, 2, 2))
        facts = least, optimal(better), reached, value, less
        return inner.fact(core.absurd(inner.opaque(as_number(0) < 0, *facts).theorem, proof.goal))

    def step(inner):
        inner.remember(mine)
        return inner.obtain(inner.cite("exactdp.weak-duality#remap-attains", n=2, m=2, p=p, l=CROSSES), T, compared)

    return proof.by_contradiction(proof.goal, step)
