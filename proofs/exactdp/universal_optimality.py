"""Both papers' main theorems at once, for every unimodal loss whose modes never turn back.

The proof compares each cut R ≤ r of a private x with a threshold event of G that has the same probability on one input.
On one side of this input the event of G is likelier, and on the other side less likely. The reason: its probability
falls as fast as privacy allows (cut-events). The thresholds grow with r, so they are the cuts of G·T for one T
(concentration). By summation by parts no row's loss is larger (concentration-certifies). At α = 0 and α = 1, G·x is x
itself. For modes that never increase, reverse the order of the inputs. The claim which-modes shows that no other modes
suffice.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary import expected_loss, geometric_mechanism, private, product, stochastic
from exactdp.claims.vocabulary.concentration import a_remap_concentrates, cut, never_decrease, unimodal

claim = Claim(
    "exactdp.universal-optimality",
    "G is universally optimal for every unimodal loss whose modes never turn back",
    section="7",
    position=10,
    kept=dict.fromkeys(
        ("1 ≤ n", "0 ≤ α", "x is α-private on {0..n} with responses {0..m}", "μ never decreases on {0..n}"),
        "no instance looks for the remap",
    ),
)

i, m, n, q, r, z = indices("i m n q r z")
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
                q, 0, r, as_it_is[i, q] == x[i, q], row.assuming(between(0, q, r)).fact(same.with_(r=q).theorem)
            )
            equal = row.have(cut(as_it_is, i, r) == cut(x, i, r), sums)
            less = row.opaque(cut(as_it_is, i, r) <= cut(x, i, r), equal)
            more = row.opaque(cut(x, i, r) <= cut(as_it_is, i, r), equal)
            both = row.both(row.imply(u[i] <= r, more), row.imply(r < u[i], less))
            around = case.all(case.all(both, r, between(0, r, m)), i, between(0, i, n))
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
    def step(inner, found):
        rows = inner.cite("exactdp.level-of-derivable#at-least")
        row = inner.assuming(unimodal(l, u, n, m), between(0, i, n))
        each = row.cite("exactdp.concentration-certifies#no-worse", *found.parts(), *rows.parts(), y=product(G, T, n))
        every = inner.all(inner.all(each, i, between(0, i, n)), l, unimodal(l, u, n, m))
        return inner.witness(no_worse, T, every)

    return proof.obtain(proof.cite("exactdp.universal-optimality#remap"), T, step)
