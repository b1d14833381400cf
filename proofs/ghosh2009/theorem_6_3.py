"""Theorem 6.3: no mechanism serves both users, whatever remaps they use, for 0 ≤ ε < 1/8.

Let x be one, T and U the remaps. Each user's mechanism is then the optimal one, on all databases. The pairs of answers
are again a private mechanism. On {1} and {2}, and on {1,3} and {2,3}, the probabilities of the users' answers 1, 2 and
2, 1 are within a factor 4. So these rows are determined: both users answer 1 with probability 7/12 on {1}, and with
probability 1/6 on {1,3}, which is too small. For ε from 1/8 to 3/8 both are served by a remap of G.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.vocabulary.cube import (
    EDGES,
    best_for_first,
    by_count,
    distance_loss,
    exchanged,
    first_user,
    private_on_cube,
    second_user,
    user_loss,
)

claim = Claim(
    "ghosh2009.theorem-6.3",
    "no mechanism is optimal for both users",
    section="6.2",
    position=70,
    kept={
        **dict.fromkeys(("0 ≤ ε", "1 ≤ u", "1 ≤ w"), "the users of the proof"),
        **dict.fromkeys((f"{remap} is stochastic on {{0..m}} × {{0..3}}" for remap in "TU"), "a remap"),
        **dict.fromkeys(
            ("L(p_ε, l_(u,w), x ·_m T) ≤ b", "L(q_ε, l_(u,w), x ·_m U) ≤ b"),
            "no bound that is drawn is below both losses",
        ),
    },
)

m, r, z = indices("m r z")
a, b, e, u, w = numbers("α b ε u w")
x, T, U = matrices("x T U")
half, eighth = Fraction(1, 2), Fraction(1, 8)
PAIRS = [pair for edge in EDGES for pair in (edge, edge[::-1])]
loss = distance_loss(u, w)
best = best_for_first


remaps = (stochastic(T, m, 3), stochastic(U, m, 3))


@claim.clause("remap-private", 0 <= m, private_on_cube(x, a, m), remaps[0], private_on_cube(product(x, T, m), a, 3))
def remap_private(proof):
    near = proof.parts(private_on_cube(x, a, m))[-1]
    entries = proof.parts(remaps[0])[-2]
    response, step = proof.assuming(between(0, r, 3)), proof.assuming(between(0, r, 3), between(0, z, m))
    sums = []
    for (one, other), fact in zip(PAIRS, near(z).parts(), strict=True):
        less = step.have(a * (x[one, z] * T[z, r]) <= x[other, z] * T[z, r], step.product(entries(z, r), fact))
        sums.append(response.termwise(z, 0, m, less))
    goal = unfold(proof.goal).args[1].args[2]
    moved = proof.use(lemmas.product_stochastic(), n=7, s=m, m=3)
    return proof.qed(moved, proof.all(response.have(goal, *sums), r, between(0, r, 3)))


def loses(mechanism, user):
    return user_loss(user(e), loss, mechanism)


least = Fraction(13, 48) + e / 2
optimal = "ghosh2009.theorem-6.3.optimum"


EXCHANGED = {1: 2, 2: 1, 5: 6, 6: 5}


def total(d, answers):
    """Return the sum of how likely some pairs of answers are."""
    return sum((pair(d, *each) for each in answers[1:]), pair(d, *answers[0]))


def pair(d, c, k):
    """How likely the first user answers c and the second k on a database."""
    return Sum(r, 0, m, x[d, r] * T[r, c] * U[r, k])


@claim.clause(
    "no-common",
    *(
        0 <= e,
        e < eighth,
        1 <= u,
        1 <= w,
        0 <= m,
        private_on_cube(x, half, m),
        stochastic(T, m, 3),
        stochastic(U, m, 3),
    ),
    loses(product(x, T, m), first_user) <= b,
    loses(product(x, U, m), second_user) <= b,
    least < b,
)
def no_common(proof):
    first, second = (product(x, remap, m) for remap in (T, U))
    turned = exchanged(second)
    case = proof.otherwise()
    case.remember(*(case.cite("ghosh2009.theorem-6.3#remap-private", α=half, T=remap) for remap in (T, U)))
    case.remember(case.cite(f"{optimal}#exchanged-private", α=half, x=second))
    same = case.cite(f"{optimal}#exchanged-loss", x=second)
    values = [loses(first, first_user), loses(second, second_user), loses(turned, first_user)]
    little = case.know(b <= least)
    facts = little, case.know(values[0] <= b), case.know(values[1] <= b), same
    small = [case.opaque(value <= least, *facts) for value in (values[0], values[2])]
    own = case.cite(f"{optimal}#only-one", small[0], x=first)
    other = case.cite(f"{optimal}#only-one", small[1], x=turned)
    facts = []
    for d, of_second in ((1, 2), (5, 6), (6, 5)):
        facts += rows_of_pairs(case, d, own(d), other(of_second))
    # The answers 2 and 1 on {2,3}, {1,2,3} and {1,3}, and 1 and 1 on {1} and {1,3}
    for one, to, c, k in ((6, 7, 2, 1), (7, 5, 2, 1), (1, 5, 1, 1)):
        facts.append(near_pairs(case, one, to, c, k))
    terms = [*(pair(d, c, k) for d in (1, 5, 6) for c in range(4) for k in range(4)), pair(7, 2, 1)]
    impossible = as_number(0) < 0
    return case.absurd(case.opaque(impossible, *facts, terms=terms))


def rows_of_pairs(proof, d, first, second):
    """Return the sum of the probabilities of the pairs of answers on a database, and that each is ≥ 0."""
    nonneg = proof.parts(private_on_cube(x, half, m))[-3]
    inner = proof.assuming(between(0, z, m))
    entries = [proof.parts(stochastic(remap, m, 3))[-2] for remap in (T, U)]
    facts, sums = [], []
    for c in range(4):
        for k in range(4):
            signs = nonneg(d, z), entries[0](z, c), entries[1](z, k)
            each = inner.have(0 <= x[d, z] * T[z, c] * U[z, k], inner.product(*signs))
            facts.append(proof.have(0 <= pair(d, c, k), proof.termwise(z, 0, m, each)))
        of_first = proof.cite("ghosh2009.theorem-6.3.randomized#first-part", y=T, z=U, s=3, i=d, c=c)
        of_second = proof.cite("ghosh2009.theorem-6.3.randomized#second-part", y=T, z=U, q=3, i=d, d=c)
        sums.append(proof.have(total(d, [(c, k) for k in range(4)]) == product(x, T, m)[d, c], of_first))
        if c in (1, 2):
            facts.append(proof.have(total(d, [(c, k) for k in range(4)]) == best[d, c], sums[-1], first))
            facts.append(proof.have(total(d, [(k, c) for k in range(4)]) == best[EXCHANGED[d], c], of_second, second))
    whole = proof.parts(private_on_cube(product(x, T, m), half, 3))[-2](d)
    everything = [(c, k) for c in range(4) for k in range(4)]
    return [*facts, proof.have(total(d, everything) == 1, *sums, whole)]


def near_pairs(proof, one, to, c, k):
    """Return that neighbouring databases have a pair of answers with probabilities within the factor 1/2."""
    near = proof.parts(private_on_cube(x, half, m))[-1]
    entries = [proof.parts(stochastic(remap, m, 3))[-2](z, at) for remap, at in ((T, c), (U, k))]
    inner = proof.assuming(between(0, z, m))
    weight = inner.have(0 <= T[z, c] * U[z, k], inner.product(*entries))
    less = half * (x[one, z] * T[z, c] * U[z, k]) <= x[to, z] * T[z, c] * U[z, k]
    each = inner.have(less, inner.product(weight, near(z).parts()[PAIRS.index((one, to))]))
    return proof.have(half * pair(one, c, k) <= pair(to, c, k), proof.termwise(z, 0, m, less, each))


claim.clause("mirrored", user_loss(first_user(e), loss, x) == user_loss(second_user(half - e), loss, x))(by_arithmetic)

for name, user in (("first", first_user), ("second", second_user)):
    claim.clause(f"middle-{name}", loses(by_count, user) == Fraction(1, 3))(by_arithmetic)

claim.clause("middle-private", private_on_cube(by_count, half, 3))(by_evaluation)
