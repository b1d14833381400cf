"""Both papers' main theorems at once, for every unimodal loss whose modes never turn back.

The proof compares each cut R ≤ r of a private x with a threshold event of G that has the same probability on one input.
On one side of this input the event of G is likelier, and on the other side less likely. The reason: its probability
falls as fast as privacy allows (cut-events). The thresholds grow with r, so they are the cuts of G·T for one T
(concentration). By summation by parts no row's loss is larger (concentration-certifies). At α = 0 and α = 1, G·x is x
itself (`losses`). For modes that never increase, reverse the order of the inputs (`losses-for-falling-modes`). The
claim which-modes shows that no other modes suffice.
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.vocabulary.concentration import a_remap_concentrates, cut, never_decrease, never_rise, unimodal

claim = Claim(
    "exactdp.universal-optimality",
    "G is universally optimal for every unimodal loss whose modes never turn back",
    section="7",
    position=10,
    kept=dict.fromkeys(
        (
            *("1 ≤ n", "0 ≤ α", "x is α-private on {0..n} with responses {0..m}", "μ never decreases on {0..n}"),
            *("α ≤ 1", "0 ≤ m", "μ never rises on {0..n}"),
        ),
        "instances do not search for the remap",
    ),
)

i, j, k, m, n, q, r, z = indices("i j k m n q r z")
(f,) = vectors("f")
a = number("α")
l, x, T, y = matrices("l x T y")  # noqa: E741 (the papers' letter for a loss)
u = variable("μ", INDEX_MAP)
G = geometric_mechanism(n, a)
given = (1 <= n, 0 <= a, a <= 1, 0 <= m, private(x, a, n, m))
as_it_is = product(G, x, n)
entry = (between(0, i, n), between(0, r, m))


def remapped_by_itself(level):
    return product(geometric_mechanism(n, level), x, n)[i, r] == x[i, r]


@claim.clause("identity-at-zero", between(0, i, n), remapped_by_itself(0))
def identity_at_zero(proof):
    goal = geometric_mechanism(n, 0)[i, z] * x[z, r] == If(z == i, x[i, r], 0)
    return proof.qed(
        proof.termwise(z, 0, n, goal), proof.use(lemmas.one_term(), low=0, high=n, j=i, f=lambda z: x[i, r])
    )


@claim.clause("equal-rows-at-one", 1 <= n, a == 1, private(x, a, n, m), *entry, as_it_is[i, r] == x[i, r])
def equal_rows_at_one(proof):
    at_1 = proof.replace(proof.know(a == 1), lambda level: private(x, level, n, m))
    equal = [
        proof.assuming(between(0, z, n)).cite("gupte2010.theorem-2.alpha-one#private-rows-equal", at_1, i=at)
        for at in (z, i)
    ]
    inner = proof.assuming(between(0, z, n))
    goal = G[i, z] * x[z, r] == x[i, r] * G[i, z]
    each = inner.opaque(goal, *equal)
    factor = proof.use(lemmas.scaled_sum(), low=0, high=n, t=x[i, r], f=lambda z: G[i, z])
    return proof.qed(proof.termwise(z, 0, n, goal, each), factor, proof.use(lemmas.geometric_rows()))


some_remap = a_remap_concentrates(x, a, u, n, m)


@claim.clause("remap", *given, never_decrease(u, n), some_remap)
def there_is_a_remap(proof):
    def inside(case):
        cuts = case.assuming(between(0, r, m)).cite("exactdp.concentration#cuts")
        known = case.all(cuts, r, between(0, r, m))
        found = case.cite("exactdp.concentration#remap", known)
        return case.obtain(found, T, lambda deep, one: deep.witness(some_remap, T))

    def outside(identity):
        def at(case):
            same = identity(case.assuming(*entry))
            row = case.assuming(*entry)
            sums = row.termwise(
                q, 0, r, as_it_is[i, q] == x[i, q], row.assuming(between(0, q, r)).fact(same.with_(r=q))
            )
            equal = row.have(cut(as_it_is, i, r) == cut(x, i, r), sums)
            less = row.opaque(cut(as_it_is, i, r) <= cut(x, i, r), equal)
            more = row.opaque(cut(x, i, r) <= cut(as_it_is, i, r), equal)
            both = row.both(row.imply(u[i] <= r, more), row.imply(r < u[i], less))
            around = case.every((i, 0, n), (r, 0, m), both)
            return case.witness(some_remap, x, around)

        return at

    def at_zero(row):
        return row.replace(
            row.indirect(as_number(0) == a),
            remapped_by_itself,
            row.cite("exactdp.universal-optimality#identity-at-zero"),
        )

    def at_one(row):
        return row.cite("exactdp.universal-optimality#equal-rows-at-one", row.indirect(a == 1))

    return proof.cases(some_remap, (a <= 0, outside(at_zero)), (1 <= a, outside(at_one)), (TRUE, inside))


no_worse_for_all = explained(
    "{0} loses no more than {1} on each input for each unimodal loss with the modes {2} on {{0..{3}}} × {{0..{4}}}",
    (y, x, u, n, m),
    All(l, unimodal(l, u, n, m), All(i, between(0, i, n), expected_loss(l, y, m, i) <= expected_loss(l, x, m, i))),
)
losses = no_worse_for_all(product(G, T, n), x, u, n, m)
no_worse = Some(T, stochastic(T, n, m), losses)


@claim.clause("losses", *given, never_decrease(u, n), no_worse)
def there_is_one_for_all_losses(proof):
    found = proof.let(proof.cite("exactdp.universal-optimality#remap"), T)
    rows = proof.cite("exactdp.level-of-derivable#at-least")
    row = proof.assuming(unimodal(l, u, n, m), between(0, i, n))
    each = row.cite("exactdp.concentration-certifies#no-worse", *found.parts(), *rows.parts(), y=product(G, T, n))
    every = proof.all(proof.all(each, i, between(0, i, n)), l, unimodal(l, u, n, m))
    return proof.witness(no_worse, T, every)


# The same with the inputs in the reverse order


@cache
def reversed_sum():
    """A sum is the same with its terms in the reverse order."""
    goal = Sum(q, 0, j, f[n - q]) == Sum(q, n - j, n, f[q])

    def step(inner, before):
        whole = substitute(goal, {"j": j + 1})
        return inner.have(whole, before, inner.split(whole.args[0], j), inner.split(whole.args[1], n - j - 1))

    return Proof([0 <= n]).induction(goal, j, 0, [], step, up_to=n).theorem


def turned(matrix_):
    return function(i, r, matrix_[n - i, r])


falling = never_rise(u, n)
other_modes = function(i, u[n - i])


@claim.clause("losses-for-falling-modes", *given, falling, no_worse)
def falling_modes(proof):
    nonneg, ones, near = proof.parts(private(x, a, n, m))[-3:]
    cell = proof.assuming(between(0, i, n), between(0, r, m))
    step_ = proof.assuming(between(0, i, n - 1), between(0, r, m))
    row = proof.assuming(between(0, i, n))
    other = turned(x)
    pair = both(a * other[i + 1, r] <= other[i, r], a * other[i, r] <= other[i + 1, r])
    mechanism = proof.have(
        private(other, a, n, m),
        proof.every((i, 0, n), (r, 0, m), cell.have(0 <= other[i, r], nonneg(n - i, r))),
        proof.all(row.have(Sum(r, 0, m, other[i, r]) == 1, ones(n - i)), i, between(0, i, n)),
        proof.every((i, 0, n - 1), (r, 0, m), step_.have(pair, near(n - i - 1, r))),
    )
    pair_of = proof.assuming(between(0, i, n), between(i, j, n))
    order = pair_of.fact(proof.know(falling)(n - j, n - i))
    rising = proof.have(
        never_decrease(other_modes, n),
        proof.every((i, 0, n), (j, i, n), order),
    )
    remap = proof.cite("exactdp.universal-optimality#losses", mechanism, rising, x=other, μ=other_modes)
    return proof.obtain(remap, T, turned_back)


def turned_back(proof, found):
    """Return the goal: the remap with its rows in the reverse order is as good in the given order."""
    *_, nonneg, ones, every = found.parts()
    back, mine, theirs = turned(T), product(G, turned(T), n), product(G, T, n)
    row = proof.assuming(between(0, i, n))
    cell = row.assuming(between(0, r, m))
    rows = proof.have(
        stochastic(back, n, m),
        proof.every((i, 0, n), (r, 0, m), cell.have(0 <= back[i, r], nonneg(n - i, r))),
        proof.all(row.have(Sum(r, 0, m, back[i, r]) == 1, ones(n - i)), i, between(0, i, n)),
    )
    each = cell.assuming(between(0, q, n))
    same = each.have(G[i, n - q] == G[n - i, q])
    terms = [G[i, n - q], G[n - i, q], T[q, r]]
    same = each.opaque(G[i, n - q] * T[q, r] == G[n - i, q] * T[q, r], same, terms=terms)
    reverse = cell.use(reversed_sum(), f=function(q, G[i, n - q] * T[q, r]))
    entries = cell.have(mine[i, r] == theirs[n - i, r], reverse, cell.termwise(q, 0, n, same.says, same))

    inner = proof.assuming(unimodal(l, u, n, m), between(0, i, n))
    shape = inner.know(unimodal(l, u, n, m))
    other = turned(l)
    place = inner.assuming(between(0, j, n), between(0, r, m - 1))
    at = place.fact(shape(n - j, r))
    mirrored = inner.have(
        unimodal(other, other_modes, n, m),
        inner.every((j, 0, n), (r, 0, m - 1), at),
    )
    less = inner.fact(every(other)(n - i), mirrored)
    cell = inner.assuming(between(0, r, m))
    seen = cell.opaque(
        mine[i, r] * l[i, r] == theirs[n - i, r] * l[i, r],
        cell.fact(entries),
        terms=[mine[i, r], theirs[n - i, r]],
    )
    losses_ = inner.termwise(r, 0, m, seen.says, seen)
    found_ = inner.have(expected_loss(l, mine, m, i) <= expected_loss(l, x, m, i), less, losses_)
    every_ = proof.all(inner.all(found_, i, between(0, i, n)), l, unimodal(l, u, n, m))
    return proof.witness(no_worse, back, rows, every_)
