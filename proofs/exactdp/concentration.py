"""One remap of G that is more concentrated than a given mechanism around the modes of all inputs, built cut by cut.

For the cut after response r let f_i be the probability, on input i, of a response up to r. Take the last input c(r)
whose mode is at most r. Let g be the threshold event of G that has the same probability as f on the input c(r). By the
claim cut-events, g ≥ f to the left of c(r), where the modes are at most r. To the right, where the modes are larger, g
≤ f. The thresholds grow with r, so their differences are the columns of a remap T. The proof needs no optimum, no
linear program and no limit.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.vocabulary.concentration import (
    concentrated,
    cut,
    event,
    never_decrease,
    ordered_remap,
    private_event,
    rows_in_order,
    threshold,
)
from exactdp.claims.vocabulary.mechanism import some_private
from exactdp.model.geometric import geometric

claim = Claim(
    "exactdp.concentration",
    "one remap of G that is more concentrated on every input",
    section="4",
    position=10,
    kept={
        "0 ≤ r": "without it the cut is empty",
        "0 ≤ α": "the papers' levels",
        **dict.fromkeys(("1 ≤ n", "0 < α", "α < 1"), "the levels between 0 and 1, where G is defined"),
        "the cuts of x are α-private events on {0..n} × {0..m}": "instances do not search for the remap",
        **dict.fromkeys(
            (
                "μ never decreases on {0..n}",
                "c gives for each response in {0..m} the last input in {0..n} whose mode μ is not above it, or 0",
            ),
            "the remap is made for these modes",
        ),
    },
)

i, j, k, m, n, q, r, z = indices("i j k m n q r z")
a = number("α")
x, T, w = matrices("x T w")
(f,) = vectors("f")
u, c, kappa = (variable(name, INDEX_MAP) for name in ("μ", "c", "κ"))
theta = variable("share", VECTOR)
G = geometric_mechanism(n, a)
level = (1 <= n, 0 < a, a < 1, 0 <= m)


def cut_at(at):
    return function(i, cut(x, i, at))


@claim.clause("cuts", private(x, a, n, m), between(0, r, m), private_event(cut_at(r), a, n))
def cuts_are_private(proof):
    nonneg, ones, near = proof.parts(private(x, a, n, m))[-3:]

    def parts(inside, at):
        """Return that the probabilities up to r and beyond are ≥ 0 and sum to 1."""
        below, above = inside.assuming(between(0, q, r)), inside.assuming(between(r + 1, q, m))
        return (
            inside.split(Sum(q, 0, m, x[at, q]), r),
            ones(at),
            inside.termwise(q, 0, r, 0 <= x[at, q], below.fact(nonneg(at, q))),
            inside.termwise(q, r + 1, m, 0 <= x[at, q], above.fact(nonneg(at, q))),
        )

    inner = proof.assuming(between(0, i, n))
    size = inner.have((0 <= cut(x, i, r)) & (cut(x, i, r) <= 1), *parts(inner, i))
    step = proof.assuming(between(0, i, n - 1))
    sums = []
    for ends in ((0, r), (r + 1, m)):
        entry = step.assuming(between(ends[0], q, ends[1]))
        for less, more in ((i + 1, i), (i, i + 1)):
            sums.append(step.termwise(q, *ends, a * x[less, q] <= x[more, q], entry.fact(near(i, q))))
    steps = step.have(
        (a * cut(x, i, r) <= cut(x, i + 1, r))
        & (a * cut(x, i + 1, r) <= cut(x, i, r))
        & (a * (1 - cut(x, i, r)) <= 1 - cut(x, i + 1, r))
        & (a * (1 - cut(x, i + 1, r)) <= 1 - cut(x, i, r)),
        *sums,
        *parts(step, i),
        *parts(step, i + 1),
    )
    return proof.qed(proof.all(size, i, between(0, i, n)), proof.all(steps, i, between(0, i, n - 1)))


# The last input whose mode is up to r


def is_last(at):
    return both(
        0 <= at,
        at <= n,
        All(i, between(0, i, n), (u[i] <= r) >> (i <= at)),
        All(i, between(0, i, n), (r < u[i]) >> (at <= i)),
        (at == 0) | (u[at] <= r),
    )


def impossible(proof, goal, *by):
    """Return the goal, since relations of indices contradict each other."""
    return proof.fact(core.absurd(proof.have(term(0) < term(0), *by).theorem, goal))


@lemma([0 <= n, never_decrease(u, n)])
def last_input(proof):
    """If the modes never decrease, such an input exists."""
    rising = proof.parts(never_decrease(u, n))[-1]
    beyond = All(i, between(k + 1, i, n), r < u[i])
    some = proof.witness(Some(k, between(0, k, n), beyond), n)
    first = proof.fact(core.least_index(some.theorem))
    goal = Some(k, is_last(k))

    def at_first(inner, found):
        *_, after, none = found.parts()
        at_mode = (k == 0) | (u[k] <= r)

        def own(deep, one):
            *_, low = one.parts()
            return deep.cases(
                at_mode,
                (i == k, lambda case: case.alternative(at_mode, case.have(u[k] <= r))),
                (TRUE, lambda case: impossible(case, at_mode, low, case.fact(after(i)))),
            )

        last = inner.cases(
            at_mode,
            (k == 0, lambda case: case.alternative(at_mode, case.have(k == 0))),
            (TRUE, lambda case: case.obtain(case.fact(none(k - 1)), i, own)),
        )
        upto = inner.assuming(between(0, i, n), u[i] <= r)
        before = upto.cases(
            i <= k,
            (k < i, lambda case: impossible(case, i <= k, case.fact(after(i)), case.know(u[i] <= r))),
            (TRUE, lambda case: case.have(i <= k)),
        )
        over = inner.assuming(between(0, i, n), r < u[i])

        def earlier(case):
            return case.either(
                case.fact(last),
                lambda zero: impossible(zero, k <= i, zero.know(k == 0)),
                lambda low: impossible(low, k <= i, low.know(u[k] <= r), low.know(r < u[i]), low.fact(rising(i, k))),
            )

        behind = over.cases(k <= i, (i < k, earlier), (TRUE, lambda case: case.have(k <= i)))
        each = [
            inner.all(inner.imply(u[i] <= r, before), i, between(0, i, n)),
            inner.all(inner.imply(r < u[i], behind), i, between(0, i, n)),
        ]
        return inner.witness(goal, k, *each, last)

    return proof.obtain(first, k, at_first)


# The thresholds of all cuts


def row(at):
    return function(k, w[at, k])


def is_threshold_of(at):
    """Row r of w is a threshold whose event has the probability of the cut on the input c(r)."""
    return threshold(row(at), n) & (event(row(at), n, a)[c[at]] == cut(x, c[at], at))


thresholds = All(r, between(0, r, m), is_last(c[r])), All(r, between(0, r, m), is_threshold_of(r))
last_inputs = Definition(
    "{0} gives for each response in {{0..{3}}} the last input in {{0..{2}}} whose mode {1} is not above it, or 0",
    (c, u, n, m),
    thresholds[0],
)
cut_thresholds = Definition(
    "the rows of {0} are thresholds with the cuts of {2} on the inputs {1} at {3} on {{0..{4}}} × {{0..{5}}}",
    (w, c, x, a, n, m),
    thresholds[1],
)
private_cuts = Definition(
    "the cuts of {0} are {1}-private events on {{0..{2}}} × {{0..{3}}}",
    (x, a, n, m),
    stochastic(x, n, m) & All(r, between(0, r, m), private_event(cut_at(r), a, n)),
)


@generator(last_inputs)
def some_last_inputs(rng, turn, modes, n, m):
    """Return the only list."""
    return tuple(max((i for i in range(n + 1) if entry(modes, [i]) <= r), default=0) for r in range(m + 1))


@generator(cut_thresholds)
def some_cut_thresholds(rng, turn, *given):
    """Return the only matrix."""
    at, x, alpha, n, m = given
    if n < 1 or not 0 < alpha < 1:
        return None
    rows = []
    for r in range(m + 1):
        i = entry(at, [r])
        left, row = sum((entry(x, [i, c]) for c in range(r + 1)), Fraction(0)), []
        for v in geometric(n=n, alpha=alpha).rows[i]:
            row.append(min(Fraction(1), left / v))
            left -= row[-1] * v
        rows.append(tuple(row))
    return tuple(rows)


@generator(private_cuts)
def some_private_cuts(rng, turn, alpha, n, m):
    """Draw a private mechanism, or rows where only the middle response is not private."""
    if turn % 3 or m != 2 or not 0 < alpha <= Fraction(1, 2):
        return some_private(rng, turn, alpha, n, m)
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    return tuple(((half, Fraction(0), half), (quarter, half, quarter))[i % 2] for i in range(n + 1))


cuts = All(r, between(0, r, m), private_event(cut_at(r), a, n))
given = (*level, private_cuts(x, a, n, m))
thresholds_of_cuts = explained(
    "{0} has the thresholds at {2} for {1}, {3} and {4} on {{0..{5}}} × {{0..{6}}}",
    (w, x, c, u, a, n, m),
    both(private_cuts(x, a, n, m), never_decrease(u, n), last_inputs(c, u, n, m), cut_thresholds(w, c, x, a, n, m)),
)
families = (*level, thresholds_of_cuts(w, x, c, u, a, n, m))
remap = function(k, r, w[r, k] - If(r == 0, 0, w[r - 1, k]))
image = product(G, remap, n)


def granted(proof, facts, step):
    """Return what the step shows with the facts given: bounds of indices are known only there."""
    inner = proof.assuming(*(each.says for each in facts))
    return proof.fact(step(inner), *facts)


def cited(name):
    return f"exactdp.cut-events#{name}"


def at_cut(proof, at):
    """Return the facts about c(r) and about row r of w."""
    inputs, rows = map(proof.know, thresholds)
    return inputs(at).parts(), rows(at).parts()


@claim.clause("next", *families, 0 <= r, r < m, between(0, k, n), w[r, k] <= w[r + 1, k])
def next_threshold(proof):
    """Return that row r + 1 of w is nowhere smaller than row r."""
    inner = proof.assuming(0 <= r, r < m, between(0, k, n))
    (*bounds, _, _, last), (_, _) = at_cut(inner, r)[0], at_cut(inner, r)[1][-2:]
    (*after, upto, _, _), (_, next_reached) = at_cut(inner, r + 1)[0], at_cut(inner, r + 1)[1][-2:]
    events = inner.know(cuts)

    def step(case):
        less = case.either(
            case.fact(last),
            lambda zero: zero.have(c[r] <= c[r + 1]),
            lambda mode: mode.detach(mode.fact(upto(c[r]))),
        )
        return granted(case, [less], grow)

    def grow(case):
        f = {"f": cut_at(r), "t": row(r)}
        case.remember(*at_cut(case, r)[1], *at_cut(case, r + 1)[1], case.fact(events(r)))
        below = case.cite(cited("right"), i=c[r], j=c[r + 1], **f)
        one = case.know(stochastic(x, n, m)).parts()[-2](c[r + 1], r + 1)
        split = case.split(Sum(q, 0, r + 1, x[c[r + 1], q]), r)
        sums = event(row(r), n, a)[c[r + 1]], event(row(r + 1), n, a)[c[r + 1]]
        more = case.opaque(
            sums[0] <= sums[1],
            below,
            case.have(cut(x, c[r + 1], r) <= cut(x, c[r + 1], r + 1), one, split),
            next_reached,
        )
        return case.cite(cited("in-order"), more, i=c[r + 1], t=row(r), u=row(r + 1))

    return granted(inner, [*bounds, *after], step)


@claim.clause("entries", *families, between(0, k, n), between(0, r, m), 0 <= remap[k, r])
def never_negative(proof):
    """Return that the entries of the remap are ≥ 0."""
    inner = proof.assuming(between(0, k, n), between(0, r, m))
    goal = 0 <= remap[k, r]

    return inner.cases(
        goal,
        (r == 0, lambda case: case.have(goal, case.fact(case.know(thresholds[1])(0).parts()[1])(k))),
        (TRUE, lambda case: case.have(goal, case.cite("exactdp.concentration#next", r=r - 1))),
    )


def sums_to(proof, at, of):
    """Return that the entries of row k of the remap up to r sum to the threshold's."""
    total = proof.telescope(q, 0, at, remap[of, q], lambda v: If(v == 0, 0, w[v - 1, of]))
    return proof.have(Sum(q, 0, at, remap[of, q]) == w[at, of], total)


@claim.clause("rows", *families, between(0, k, n), Sum(q, 0, m, remap[k, q]) == 1)
def sums_to_one(proof):
    """Return that row k of the remap sums to 1: the last threshold has the probability 1, as has (1, …, 1)."""
    inner = proof.assuming(between(0, k, n))
    bounds, (*_, reached) = (each for each in at_cut(inner, m))

    def step(case):
        whole, range_of = case.know(stochastic(x, n, m)).parts()[-1](c[m]), at_cut(case, m)[1]
        one = function(k, as_number(1))
        rows = case.use(lemmas.geometric_rows(), i=c[m])
        sums = event(one, n, a)[c[m]], event(row(m), n, a)[c[m]]
        inside = case.assuming(between(0, z, n))
        same = case.termwise(
            z, 0, n, G[c[m], z] * one[z] == G[c[m], z], inside.opaque(G[c[m], z] * one[z] == G[c[m], z])
        )
        total = case.opaque(sums[0] == 1, case.have(sums[0] == Sum(z, 0, n, G[c[m], z]), same), rows)
        less = case.opaque(sums[0] <= sums[1], total, reached, case.have(cut(x, c[m], m) == 1, whole))
        case.remember(*range_of)
        full = case.cite(cited("in-order"), less, threshold(one, n), i=c[m], t=one, u=row(m))
        return case.have(Sum(q, 0, m, remap[k, q]) == 1, sums_to(case, m, k), case.indirect(w[m, k] == 1, full))

    return granted(inner, bounds[:2], step)


@claim.clause("cuts-of-remap", 0 <= a, 0 <= r, cut(image, i, r) == event(row(r), n, a)[i])
def cuts_of_remap(proof):
    inner = proof.assuming(between(0, z, n))
    up_to = inner.use(lemmas.scaled_sum(), low=0, high=r, t=G[i, z], f=lambda q: remap[z, q])
    goal = Sum(q, 0, r, G[i, z] * remap[z, q]) == G[i, z] * w[r, z]
    each = inner.opaque(goal, up_to, sums_to(inner, r, z))
    turned = proof.exchange(Sum(q, 0, r, Sum(z, 0, n, G[i, z] * remap[z, q])))
    return proof.qed(turned, proof.termwise(z, 0, n, goal, each))


@claim.clause("concentrated", *families, concentrated(image, x, u, n, m))
def is_concentrated(proof):
    inner = proof.assuming(between(0, i, n), between(0, r, m))
    (low, high, upto, over, _), (*known, _reached) = at_cut(inner, r)
    same = inner.cite("exactdp.concentration#cuts-of-remap")
    f = {"f": cut_at(r), "t": row(r), "i": c[r], "j": i}

    def compared(name, condition, where, goal):
        side = inner.assuming(condition)

        def step(case):
            case.remember(*known, case.fact(case.know(cuts)(r)))
            at = (
                case.have(cut(x, c[r], r) <= event(row(r), n, a)[c[r]])
                if name == "left"
                else case.have(event(row(r), n, a)[c[r]] <= cut(x, c[r], r))
            )
            return case.opaque(goal, case.cite(cited(name), at, **f), same)

        position = side.detach(side.fact(where(i)))
        return inner.imply(condition, granted(side, [low, high, position], step))

    left = compared("left", u[i] <= r, upto, cut(x, i, r) <= cut(image, i, r))
    right = compared("right", r < u[i], over, cut(image, i, r) <= cut(x, i, r))
    both_sides = inner.both(left, right)
    return proof.qed(proof.every((i, 0, n), (r, 0, m), both_sides))


@claim.clause("in-order", *families, rows_in_order(remap, n, m))
def is_in_order(proof):
    """Row j is full up to r-1 already, or row k has nothing up to q."""
    outer = (between(0, j, n), between(j + 1, k, n), between(0, q, m), between(q + 1, r, m))
    inner = proof.assuming(*outer)
    goal = (remap[j, r] == 0) | (remap[k, q] == 0)
    order = inner.fact(at_cut(inner, q)[1][-2])

    def signs(case, of, at):
        return case.cite("exactdp.concentration#entries", k=of, r=at)

    def full(case):
        grown = 1 <= w[z, j]

        start = case.have(1 <= w[q, j])
        here, _ = case.inductive(grown, z, q, [start], up_to=r - 1)
        next_one = here.cite("exactdp.concentration#next", r=z, k=j)
        ones = here.closed(here.have(1 <= w[z + 1, j], next_one))
        at_most = case.fact(at_cut(case, r)[1][1])(j)
        return case.alternative(goal, case.indirect(goal.args[0], ones, at_most, signs(case, j, r)))

    def empty(case):
        at_most = case.have(remap[k, q] <= 0, case.fact(at_cut(case, q - 1)[1][1])(k), cases=[q == 0])
        return case.alternative(goal, case.indirect(goal.args[1], at_most, signs(case, k, q)))

    found = inner.either(inner.fact(order(j, k)), full, empty)
    for v, guard in reversed(list(zip((j, k, q, r), outer, strict=True))):
        found = proof.all(found, v, guard)
    return proof.qed(found)


some_remap = Some(T, ordered_remap(T, n, m), concentrated(product(G, T, n), x, u, n, m))


@claim.clause("remap", *given, never_decrease(u, n), some_remap)
def there_is_a_remap(proof):
    inner = proof.assuming(between(0, r, m))
    inputs = proof.fact(core.choose(proof.all(inner.use(last_input()), r, between(0, r, m)).theorem, "c"))

    def with_inputs(case, chosen):
        each = case.assuming(between(0, r, m))
        low, high, *_ = each.fact(chosen(r)).parts()

        def reach(at):
            at.remember(at.fact(at.know(cuts)(r)))
            return at.cite(cited("reached"), i=c[r], v=cut(x, c[r], r))

        some = granted(each, [low, high], reach)
        first = case.fact(core.choose(case.all(some, r, between(0, r, m)).theorem, "κ"))
        return case.obtain(first, kappa, lambda deep, at: with_first(deep, at, chosen))

    def with_first(case, at, chosen):
        each = case.assuming(between(0, r, m))
        some = each.fact(at(r).parts()[-1])
        second = case.fact(core.choose(case.all(some, r, between(0, r, m)).theorem, "share"))
        return case.obtain(second, theta, lambda deep, shares: finish(deep, at, shares, chosen))

    def finish(case, at, shares, chosen):
        rows = function(r, k, If(k < kappa[r], as_number(1), If(k == kappa[r], theta[r], 0)))
        each = case.assuming(between(0, r, m))
        *_size, reached = each.fact(shares(r)).parts()
        one = substitute(is_threshold_of(r), {"w": rows})
        pair = each.assuming(between(0, k, n), between(k + 1, j, n))
        goal = (rows[r, k] == 1) | (rows[r, j] == 0)
        order = pair.cases(
            goal,
            (k < kappa[r], lambda deep: deep.alternative(goal, deep.have(goal.args[0]))),
            (TRUE, lambda deep: deep.alternative(goal, deep.have(goal.args[1]))),
        )
        ordered = each.every((k, 0, n), (j, k + 1, n), order)
        shape = each.have(one.args[0], ordered)
        found = case.all(each.both(shape, each.have(one.args[1], reached)), r, between(0, r, m))
        known = case.have(cut_thresholds(rows, c, x, a, n, m), found), case.have(last_inputs(c, u, n, m))
        parts = [case.cite(f"exactdp.concentration#{name}", *known, w=rows) for name in ("concentrated", "in-order")]
        entry, total = (
            case.assuming(*where).cite(f"exactdp.concentration#{name}", *known, w=rows)
            for name, where in (("entries", (between(0, k, n), between(0, r, m))), ("rows", (between(0, k, n),)))
        )
        entries = case.every((k, 0, n), (r, 0, m), entry)
        return case.witness(
            some_remap, substitute(remap, {"w": rows}), entries, case.all(total, k, between(0, k, n)), *parts
        )

    return proof.obtain(inputs, c, with_inputs)
