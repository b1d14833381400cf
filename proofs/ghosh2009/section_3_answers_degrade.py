"""Section 3: answers drawn anew for each user degrade the privacy; one draw that all users remap does not.

The probabilities of independent answers multiply, so m answers only guarantee a ratio of α^m. But users may get
different answers from one draw: u gets its own remap of what G answers, and all of them together are one remap of G.
The theorem serves all users in this way, and so could a mechanism that knows the users.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import within_level

claim = Claim("ghosh2009.section-3.answers-degrade", "different answers for different users", section="3", position=70)

n, m, s, i, j, k, r, z = indices("n m s i j k r z")
a, b = numbers("α β")
f, g = vectors("f g")
(x, T, U) = matrices("x T U")
t = variable("t", Function(3, NUMBER))
R = variable("R", INDEX_MAP)


def answers(chances, number=m):
    return Product(j, 1, number, chances[j])


each_private = All(j, between(1, j, m), (0 <= g[j]) & (a * g[j] <= f[j]))
together = (0 <= answers(g)) & (a**m * answers(g) <= answers(f))


@claim.clause("independent", 0 <= m, 0 <= a, each_private, together)
def independent(proof):
    def up_to(number):
        return (0 <= answers(g, number)) & (a**number * answers(g, number) <= answers(f, number))

    inner, before = proof.inductive(up_to(k), k, 0, [], up_to=m)
    sign, product = before.parts()
    sign_here, _product_here = inner.know(each_private)(k + 1).parts()
    more = [inner.split(answers(of, k + 1), k) for of in (f, g)]
    power = inner.use(lemmas.power_nonnegative())
    return inner.closed(inner.have(up_to(k + 1), *more, sign, product, sign_here, power, factors=3))


G = geometric_mechanism(n, a)


@claim.clause(
    "exactly",
    *(1 <= n, 0 <= m, 0 <= a, a < 1),
    b * G[0, 0] ** m <= G[1, 0] ** m,
    b <= a**m,
    kept={
        "1 ≤ n": "G is defined for n ≥ 1",
        "0 ≤ m": "the number of users",
        **dict.fromkeys(("0 ≤ α", "α < 1"), "the paper's levels"),
    },
)
def exactly(proof):
    chance = proof.use(lemmas.power_positive(), α=1 / (1 + a), k=m)
    case = proof.otherwise(b <= a**m)
    return case.absurd(case.product(chance, a**m < b))


claim.clause("less", 0 < a, a < 1, 2 <= m, a**m < a)(
    lambda proof: proof.qed(proof.use(lemmas.power_falls_strictly(), i=1, k=m))
)

weights = Product(j, 1, m, t[j, k, R[j]])
remaps = explained(
    "{0} is nonnegative at the answers {1} of the users {{1..{2}}} for {{0..{3}}}",
    (t, R, m, s),
    Every((j, 1, m), (k, 0, s), 0 <= t[j, k, R[j]]),
)(t, R, m, s)
near = All(k, between(0, k, s), within_level(x[i, k], x[i + 1, k], a))
given_to_all = explained("Pr_{0}({1}; {2},{3},{4},{5})", (i, R, x, t, m, s), Sum(k, 0, s, x[i, k] * weights))
"""The probability that every user j gets the answer R(j)."""


@claim.clause(
    "one-draw",
    0 <= m,
    remaps,
    near,
    within_level(given_to_all(i, R, x, t, m, s), given_to_all(i + 1, R, x, t, m, s), a),
    kept={"0 ≤ m": "the number of users"},
)
def one_draw(proof):
    inner = proof.assuming(between(0, k, s))
    chances = function(j, t[j, k, R[j]])
    user = inner.assuming(between(1, j, m))
    both = user.have((0 <= chances[j]) & (0 * chances[j] <= chances[j]))
    product = inner.cite(
        "ghosh2009.section-3.answers-degrade#independent",
        inner.all(both, j, between(1, j, m)),
        f=chances,
        g=chances,
        α=0,
    ).parts()[0]
    by = product, *inner.know(near)(k).parts()
    sides = [(i, i + 1), (i + 1, i)]
    return proof.qed(*(proof.termwise(k, 0, s, a * x[of, k] * weights <= x[to, k] * weights, *by) for of, to in sides))


pair = Sum(k, 0, s, x[i, k] * T[k, r] * U[k, z])


@claim.clause("own-answer", stochastic(U, s, m), Sum(z, 0, m, pair) == Sum(k, 0, s, x[i, k] * T[k, r]))
def own_answer(proof):
    exchanged = proof.exchange(Sum(z, 0, m, pair))
    goal = Sum(z, 0, m, x[i, k] * T[k, r] * U[k, z]) == x[i, k] * T[k, r]
    return proof.qed(exchanged, proof.termwise(k, 0, s, goal))


draw = geometric_mechanism(1, Fraction(1, 2))


def lost(weight, reading):
    """Return what a user whose prior has this weight on 0 loses at the response 0, read so."""
    prior = Definition(f"({weight} {1 - weight})", (), function(i, If(i == 0, weight, If(i == 1, 1 - weight, 0))))()
    return weighed_loss(prior, zero_one, draw, 1)[0, reading]


even, uneven = Fraction(1, 2), Fraction(1, 4)
claim.clause("readings-differ", (lost(even, 0) < lost(even, 1)) & (lost(uneven, 1) < lost(uneven, 0)))(by_arithmetic)
