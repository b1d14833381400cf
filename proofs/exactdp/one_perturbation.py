"""If a constraint matrix breaks the row pattern, one perturbation is at least as good for all unimodal losses.

Let row i break the pattern at s < t, and let k be the point of s..t nearest to the mode of row i. Mass goes to k from t
in the rows up to i, and from s in the rows after i. As the modes do not decrease, k is between t and the mode in the
first rows, and between s and the mode in the others. So no row loses more.
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.vocabulary.concentration import never_decrease, rising_unimodal, unimodal
from exactdp.claims.vocabulary.polytope import moved

claim = Claim(
    "exactdp.one-perturbation",
    "one change of a mechanism without the row pattern is no worse for any unimodal loss",
    section="3",
    position=10,
    kept=dict.fromkeys(
        (
            *("0 < α", "0 ≤ i", "i < n", "s < t", "s ≤ k", "k ≤ t", "k ≤ μ[i] or k = s", "μ[i] ≤ k or k = t"),
            *("x[i+1,s] - α·x[i,s] > 0", "x[i,t] - α·x[i+1,t] > 0"),
        ),
        "the change is made where the pattern is broken",
    )
    | {
        "μ never decreases on {0..n}": "otherwise another row can lose more",
        "x is α-private on {0..n} with responses {0..m}": "false if x has negative entries",
    },
)

i, j, k, m, n, r, s, t, v = indices("i j k m n r s t v")
a, d, p, q = numbers("α δ p q")
x, l = matrices("x l")  # noqa: E741 (the papers' letter for a loss)
u = variable("μ", INDEX_MAP)


def change(p, q):
    """Return the matrix in which k gets the part p of t in the rows up to i, and the part q of s below."""
    parts = [moved(x, function(j, part * x[j, at]), k, at)[j, r] for part, at in ((p, t), (q, s))]
    return function(j, r, If(j <= i, *parts))


step = explained("step({0}; {1},{2},{3},{4},{5})", (x, d, i, s, k, t), change(d / x[i, t], d / x[i + 1, s]))
y = step(x, d, i, s, k, t)

broken = explained(
    "the {1}-private {0} breaks the pattern in row {2} at {3}, {4} on {{0..{5}}} × {{0..{6}}}",
    (x, a, i, s, t, n, m),
    both(
        *(0 < a, a < 1, private(x, a, n, m), 0 <= i, i < n, 0 <= s, s < t, t <= m),
        *(0 < x[i + 1, s] - a * x[i, s], 0 < x[i, t] - a * x[i + 1, t]),
    ),
)
breaks = broken(x, a, i, s, t, n, m)
limits = (If(k == t, a * d, d) <= x[i, t] - a * x[i + 1, t], If(k == s, a * d, d) <= x[i + 1, s] - a * x[i, s])
fits = explained(
    "{0} fits columns {4}, {5} and {6} in row {3} of {1} for {2}", (d, x, a, i, s, k, t), limits[0] & limits[1]
)
small = fits(d, x, a, i, s, k, t)


def near(x, j, r):
    return (a * x[j + 1, r] <= x[j, r]) & (a * x[j, r] <= x[j + 1, r])


places = (0 <= i, i < n, 0 <= s, s < t, t <= m, s <= k, k <= t)
shares = (0 <= d, 0 <= p, 0 <= q, p * x[i, t] == d, q * x[i + 1, s] == d, (k == t) | (p <= 1), (k == s) | (q <= 1))


@lemma([private(x, a, n, m), *places, *shares, between(0, j, n), between(0, r, m)], 0 <= change(p, q)[j, r])
def entries_stay(proof):
    """No entry falls below 0."""
    sign = proof.parts(private(x, a, n, m))[-3]

    def row(at, fixed):
        def changed(case):
            known = sign(j, r), sign(j, at)
            one = case.know(fixed)
            return case.either(one, lambda e: e.have(proof.goal), lambda e: e.have(proof.goal, *known))

        return changed

    return proof.cases(proof.goal, (j <= i, row(t, shares[-2])), (TRUE, row(s, shares[-1])))


@lemma([private(x, a, n, m), *places, between(0, j, n)], Sum(r, 0, m, change(p, q)[j, r]) == 1)
def rows_stay(proof):
    """No row gains or loses: its sum is what a loss of 1 everywhere costs."""
    ones = function(i, r, as_number(1))

    def row(part, at):
        def total(case):
            moved_part = function(j, part * x[j, at])
            loss = case.use(lemmas.moved_row_loss(), l=ones, e=moved_part, j=k, k=at, i=j)
            same = case.termwise(r, 0, m, change(p, q)[j, r] == moved(x, moved_part, k, at)[j, r] * ones[j, r])
            return case.have(proof.goal, same, loss)

        return total

    return proof.cases(proof.goal, (j <= i, row(p, t)), (TRUE, row(q, s)))


@cache
def neighbours_stay():
    """Rows that change alike keep their constraints; between rows i and i+1 a column gets or loses δ."""
    given = [0 < a, a < 1, private(x, a, n, m), *places, *shares, *limits, between(0, j, n - 1), between(0, r, m)]
    proof = Proof(given, near(change(p, q), j, r))
    close = proof.parts(private(x, a, n, m))[-1]
    goal = proof.goal

    def alike(at, fixed):
        def rows(case):
            known = close(j, r), close(j, at)
            return case.either(case.know(fixed), *[lambda e: e.have(goal, *known)] * 2)

        return rows

    def at_cut(case):
        known = close(i, r), *map(case.know, (*limits, *shares[3:5]))
        return case.have(goal, *known)

    return proof.cases(goal, (j < i, alike(t, shares[-2])), (i < j, alike(s, shares[-1])), (TRUE, at_cut)).theorem


given = (breaks, s <= k, k <= t, 0 <= d)


def in_places(prove):
    """Let a proof use the order of the rows and columns that a broken pattern is about."""

    return lambda proof: proof.restated(proof.fact(prove(proof.assuming(*places, goal=proof.goal))))


def parts_of(proof):
    """Return the two parts, and that they are parts of numbers > 0, and that both products are δ."""
    sign = proof.parts(private(x, a, n, m))[-3]
    found = []
    for at, other, column in ((i, i + 1, t), (i + 1, i, s)):
        some = proof.have(0 < x[at, column], sign(other, column))
        part = d / x[at, column]
        found.append((part, some, proof.have(part * x[at, column] == d, some)))
    return found


def at_least_0(proof):
    """Return that both parts are ≥ 0."""
    return [
        proof.use(not_negative(), some, whole, p=part, q=some.says.args[1]) for part, some, whole in parts_of(proof)
    ]


@lemma([0 < q, p * q == d, 0 <= d])
def not_negative(proof):
    """From p·q = δ ≥ 0 and q > 0: p ≥ 0."""
    return proof.use(lemmas.quotient_order(), α=as_number(0), β=p, t=q)


@lemma([0 < q, p * q == d, d <= q])
def at_most_one(proof):
    """From p·q = δ ≤ q and q > 0: p ≤ 1."""
    return proof.use(lemmas.quotient_order(), α=p, β=as_number(1), t=q)


@claim.clause("private", *given, small, private(y, a, n, m))
@in_places
def is_private(proof):
    """A row gives up no more than it has: α times its neighbour's entry remains."""
    first, last = parts_of(proof)
    sign = proof.parts(private(x, a, n, m))[-3]
    terms = {"p": first[0], "q": last[0]}

    def one(equal, limit, known, cells):
        at, other, column = cells
        goal = equal | (known[0] <= 1)

        def moves(case):
            less = case.have(d <= x[at, column], sign(other, column))
            return case.alternative(
                goal, case.use(at_most_one(), known[1], known[2], less, p=known[0], q=x[at, column])
            )

        return proof.cases(goal, (equal, lambda case: case.alternative(goal, case.know(equal))), (TRUE, moves))

    known = [
        first[2],
        last[2],
        *at_least_0(proof),
        one(k == t, limits[0], first, (i, i + 1, t)),
        one(k == s, limits[1], last, (i + 1, i, s)),
    ]
    cell = (between(0, j, n), between(0, r, m))
    entries = proof.assuming(*cell).use(entries_stay(), *known, **terms)
    sums = proof.assuming(cell[0]).use(rows_stay(), **terms)
    pair = (between(0, j, n - 1), cell[1])
    neighbours = proof.assuming(*pair).use(neighbours_stay(), *known, **terms)
    found = proof.have(
        private(unfold(y), a, n, m),
        proof.all(proof.all(entries, r, cell[1]), j, cell[0]),
        proof.all(sums, j, cell[0]),
        proof.all(proof.all(neighbours, r, pair[1]), j, pair[0]),
    )
    return proof.restated(found)


@claim.clause("largest", *given[:-1], private(y, a, n, m), small)
@in_places
def no_larger(proof):
    """Between the rows i and i+1, the columns t and s still satisfy privacy."""
    (_, _, first), (_, _, last) = parts_of(proof)
    near = proof.parts(private(y, a, n, m))[-1]
    sides = [proof.have(limits[0], near(i, t), first, last), proof.have(limits[1], near(i, s), first, last)]
    return proof.have(proof.goal, *sides)


# The loss

nearest = explained(
    "{0} is nearest to {3} in {1}..{2}", (k, s, t, j), both(s <= k, k <= t, (j <= k) | (k == t), (k <= j) | (k == s))
)


@cache
def rises_from_mode():
    """From a response that is at or after the mode on, the loss of a row rises."""
    goal = (k + v <= m) >> (l[j, k] <= l[j, k + v])
    proof = Proof([unimodal(l, u, n, m), between(0, j, n), 0 <= k, u[j] <= k])
    steps = proof.parts(unimodal(l, u, n, m))[-1]
    inner, before = proof.inductive(goal, v, 0, [])
    row = inner.assuming(k + v + 1 <= m)
    up = row.detach(row.fact(steps(j, k + v)).parts()[0])
    return inner.closed(
        inner.imply(k + v + 1 <= m, row.have(l[j, k] <= l[j, k + v + 1], row.detach(before), up))
    ).theorem


@cache
def falls_to_mode():
    """Up to a response that is at or before the mode, the loss of a row falls."""
    goal = (0 <= k - v) >> (l[j, k] <= l[j, k - v])
    proof = Proof([unimodal(l, u, n, m), between(0, j, n), k <= m, k <= u[j]])
    steps = proof.parts(unimodal(l, u, n, m))[-1]
    inner, before = proof.inductive(goal, v, 0, [])
    row = inner.assuming(0 <= k - v - 1)
    down = row.detach(row.fact(steps(j, k - v - 1)).parts()[1])
    return inner.closed(
        inner.imply(0 <= k - v - 1, row.have(l[j, k] <= l[j, k - v - 1], row.detach(before), down))
    ).theorem


def loss(of, at=j):
    return expected_loss(l, of, m, at)


share = If(j <= i, d / x[i, t] * x[j, t], d / x[i + 1, s] * x[j, s])
moved_from = If(j <= i, t, s)


@claim.clause(
    "row",
    *(0 <= s, s <= k, k <= t, t <= m, 0 < x[i, t], 0 < x[i + 1, s]),
    loss(y) == loss(x) - share * (l[j, moved_from] - l[j, k]),
)
def loss_of_row(proof):
    def row(part, at):
        def step(case):
            e = function(j, part * x[j, at])
            less = case.use(lemmas.moved_row_loss(), e=e, j=k, k=at, i=j)
            same = case.termwise(r, 0, m, y[j, r] * l[j, r] == moved(x, e, k, at)[j, r] * l[j, r])
            return case.have(proof.goal, same, less)

        return step

    return proof.cases(proof.goal, (j <= i, row(d / x[i, t], t)), (TRUE, row(d / x[i + 1, s], s)))


nearest_to_mode = nearest(k, s, t, u[i])
users = (breaks, nearest_to_mode)


def to_mode(proof, step):
    """Return what the step shows in the rows up to i, where the loss rises from k to t, and in the others."""
    low, high = proof.parts(nearest_to_mode)[-2:]
    order = proof.parts(never_decrease(u, n))[-1]

    def up(case):
        at_mode = case.have(u[j] <= u[i], order(j, i))
        rising = case.use(rises_from_mode(), case.have(u[j] <= k, at_mode), v=t - k)
        return step(case, case.detach(rising), at_mode)

    def down(case):
        at_mode = case.have(u[i] <= u[j], order(i, j))
        falling = case.use(falls_to_mode(), case.have(k <= u[j], at_mode), v=k - s)
        return step(case, case.detach(falling), at_mode)

    def same(case):
        return step(case, case.have(l[j, k] <= l[j, moved_from]), None)

    return proof.cases(
        proof.goal,
        (j <= i, lambda case: case.either(case.fact(low), up, same)),
        (TRUE, lambda case: case.either(case.fact(high), down, same)),
    )


def of_row(proof):
    """Return the loss of row j: the two entries that divide are > 0."""
    positive = [some for _, some, _ in parts_of(proof)]
    return proof.cite("exactdp.one-perturbation#row", *proof.parts(nearest_to_mode), *positive)


@claim.clause("no-worse", rising_unimodal(l, u, n, m), *users, 0 <= j, j <= n, 0 <= d, loss(y) <= loss(x))
@in_places
def no_worse(proof):
    parts, sign = at_least_0(proof), proof.parts(private(x, a, n, m))[-3]

    def step(case, less, _):
        gives = case.have(0 <= share, *parts, sign(j, t), sign(j, s))
        less = case.have(l[j, k] <= l[j, moved_from], less)
        return case.opaque(proof.goal, of_row(case), gives, less)

    return to_mode(proof, step)


strictly_unimodal = explained(
    "{0} is strictly unimodal with modes {1} that never decrease on {{0..{2}}} × {{0..{3}}}",
    (l, u, n, m),
    rising_unimodal(l, u, n, m) & Every((i, 0, n), (r, 0, m - 1), l[i, r] != l[i, r + 1]),
)


@lemma([0 < q, p * q == d, 0 < d], 0 < p)
def positive_part(proof):
    """From p·q = δ > 0 and q > 0: p > 0."""
    return proof.by_contradiction(0 < p, lambda no: no.contradiction(0 < p))


strict_users = (strictly_unimodal(l, u, n, m), *users, 0 < d)


def gives(proof, part, at, column):
    """Return that row j gives up a positive part: its entry is positive by privacy, as in row i or i+1."""
    near = proof.cite("exactdp.trace#near", b=at, i=j, r=column)
    known = near, proof.use(lemmas.power_positive(), k=abs(j - at)), part[1]
    entry = proof.opaque(0 < x[j, column], *known)
    return proof.have(0 < share, entry, proof.use(positive_part(), *part[1:3], p=part[0], q=x[at, column]))


def falls(proof, positive, lower):
    """Return that the loss falls, by l(j,k) < l(j,t) or l(j,k) < l(j,s)."""
    equal = proof.have(loss(y) == loss(x) - share * (lower.says.args[1] - lower.says.args[0]), of_row(proof))
    return proof.opaque(proof.goal, equal, positive, lower)


def strictly(proof, goal, weakly, at, rest):
    """Return that the next loss is larger, because it differs and is not smaller; so the loss at the end is larger."""
    differ = proof.parts(strictly_unimodal(l, u, n, m))[-1]
    other = proof.fact(differ(j, at))
    sides = [lambda e, side=side: e.have(goal, weakly, rest) for side in other.says.args]
    return proof.either(other, *sides)


def mode_beside(proof, at_mode, which, *order):
    """Return that the mode of row j is on the same side of k as the mode of row i."""
    side = proof.fact(proof.parts(nearest_to_mode)[which])
    rising = proof.parts(never_decrease(u, n))[-1](*order)
    return proof.either(
        side,
        lambda e: e.have(at_mode, rising),
        lambda e: e.have(at_mode),
    )


@claim.clause("falls-up-to", *strict_users, 0 <= j, j <= i, k < t, loss(y) < loss(x))
@in_places
def falls_up_to_i(proof):
    at_mode = mode_beside(proof, u[j] <= k, -2, j, i)
    steps = proof.parts(unimodal(l, u, n, m))[-1]
    weakly = proof.detach(proof.fact(steps(j, k)).parts()[0], at_mode)
    rest = proof.detach(proof.use(rises_from_mode(), proof.have(u[j] <= k + 1, at_mode), k=k + 1, v=t - k - 1))
    lower = strictly(proof, l[j, k] < l[j, t], weakly, k, rest)
    return falls(proof, gives(proof, parts_of(proof)[0], i, t), lower)


@claim.clause("falls-after", *strict_users, i < j, j <= n, s < k, loss(y) < loss(x))
@in_places
def falls_after_i(proof):
    at_mode = mode_beside(proof, k <= u[j], -1, i, j)
    steps = proof.parts(unimodal(l, u, n, m))[-1]
    weakly = proof.detach(proof.fact(steps(j, k - 1)).parts()[1], at_mode)
    rest = proof.detach(proof.use(falls_to_mode(), proof.have(k - 1 <= u[j], at_mode), k=k - 1, v=k - 1 - s))
    lower = strictly(proof, l[j, k] < l[j, s], weakly, k - 1, rest)
    return falls(proof, gives(proof, parts_of(proof)[1], i + 1, s), lower)
