"""The level of G·T is at least α, and it is α if and only if some response of T is missing at an end.

Between rows i and i+1 of G, the responses k ≤ i lose a factor α, and those k > i gain a factor 1/α. So in G·T the
difference x_(i+1)r - α·x_ir is a sum of the T_kr with k > i, with positive weights. Likewise x_ir - α·x_(i+1)r is such
a sum over k ≤ i. Suppose that T_0r and T_nr are positive in every column that is not 0. Then all differences are at
least α^n·(1-α) times the least of these T_0r and T_nr, so the level is larger than α.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import falls, rises

claim = Claim(
    "exactdp.level-of-derivable",
    "the level of a mechanism derivable from G",
    section="1",
    position=20,
    kept={
        **dict.fromkeys(("0 < α", "α < 1"), "the papers' levels"),
        **dict.fromkeys(("0 ≤ i", "i < n"), "the rows"),
        "T is stochastic on {0..n} × {0..m}": "T is a remap",
    },
)

n, m, i, j, k, r, z = indices("n m i j k r z")
a, b = numbers("α β")
T = matrix("T")
G = geometric_mechanism(n, a)
image = product(G, T, n)
level = (0 < a, a < 1)
given = (1 <= n, *level, stochastic(T, n, m))
entry = (*given, 0 <= i, i < n, 0 <= r, r <= m)


def weight(first, second):
    return G[first, k] - a * G[second, k]


def positive(proof, first, second):
    """Return that the weight is > 0, where it is (1-α²)·G_first,k."""
    G_entry = proof.have(0 < G[first, k], proof.use(lemmas.power_positive(), k=abs(first - k)))
    equal = proof.have(weight(first, second) == (1 - a * a) * G[first, k])
    terms = (weight(first, second), G[first, k])
    return proof.opaque(0 < weight(first, second), equal, G_entry, 0 < 1 - a * a, terms=terms)


def difference(proof, first, second):
    """Return that x_(first)r - α·x_(second)r is Σ_k weight·T_kr."""
    f, g = (function(k, G[at, k] * T[k, r]) for at in (first, second))
    total = Sum(k, 0, n, weight(first, second) * T[k, r])
    apart = proof.use(lemmas.sum_of_two(), low=0, high=n, f=f, g=g, t=-a)
    same = proof.termwise(k, 0, n, weight(first, second) * T[k, r] == f[k] + -a * g[k])
    return proof.have(image[first, r] - a * image[second, r] == total, apart, same)


def nonnegative_terms(proof, first, second, where):
    """Return that the terms of the sum are ≥ 0."""
    inner = proof.assuming(between(0, k, n))
    entries = inner.know(stochastic(T, n, m)).parts()[-2]
    goal = 0 <= weight(first, second) * T[k, r]

    def signed(case):
        return case.opaque(goal, positive(case, first, second), entries(k, r), terms=[weight(first, second)])

    term = inner.cases(goal, (where, signed), (TRUE, lambda case: case.have(goal)))
    return proof.all(term, k, between(0, k, n))


def only_if(proof, first, second, where):
    """Return that T_kr is 0 in these rows k: the weights are > 0 there, and the terms sum to 0."""
    total, terms = difference(proof, first, second), nonnegative_terms(proof, first, second, where)
    zero = proof.have(total.says.args[1] == 0, total)
    inner = proof.assuming(where)
    form = function(k, weight(first, second) * T[k, r])
    nothing = inner.use(lemmas.terms_of_zero_sum(), terms, zero, low=0, high=n, j=k, f=form)
    sign = positive(inner, first, second)
    zero = inner.use(lemmas.zero_factor(), sign, nothing, α=weight(first, second), β=T[k, r])
    return proof.qed(proof.all(zero, k, where))


def if_zero(proof, first, second, where):
    """Return that the difference is 0: T_kr is 0 in these rows k, and the weights are in the others."""
    total = difference(proof, first, second)
    inner = proof.assuming(between(0, k, n))
    goal = weight(first, second) * T[k, r] == 0
    zero = inner.know(All(k, where, T[k, r] == 0))
    each = inner.cases(goal, (where, lambda case: case.opaque(goal, zero(k))), (TRUE, lambda case: case.have(goal)))
    return proof.qed(total, proof.termwise(k, 0, n, goal, each))


after, before = between(i + 1, k, n), between(0, k, i)

claim.clause("falls-only-if", *entry, falls(image, a, i, r), All(k, after, T[k, r] == 0))(
    lambda proof: only_if(proof, i + 1, i, after)
)
claim.clause("falls-if", *level, All(k, after, T[k, r] == 0), falls(image, a, i, r))(
    lambda proof: if_zero(proof, i + 1, i, after)
)
claim.clause("rises-only-if", *entry, rises(image, a, i, r), All(k, before, T[k, r] == 0))(
    lambda proof: only_if(proof, i, i + 1, before)
)
claim.clause("rises-if", *level, All(k, before, T[k, r] == 0), rises(image, a, i, r))(
    lambda proof: if_zero(proof, i, i + 1, before)
)
claim.clause("at-least", 1 <= n, 0 <= m, 0 <= a, a <= 1, stochastic(T, n, m), private(image, a, n, m))(
    lambda proof: proof.use(lemmas.post_processing(), proof.cite("gupte2010.definition-4#private"), x=G, s=n)
)

missing = (T[0, r] == 0) | (T[n, r] == 0)


def positive_entry(proof, at):
    """Return that x_(at)r > 0, since some T_jr is."""
    inner = proof.assuming(between(0, k, n))
    entry = inner.have(0 < G[at, k], inner.use(lemmas.power_positive(), k=abs(at - k)))
    chance = inner.know(stochastic(T, n, m)).parts()[-2](k, r)
    term = inner.opaque(0 <= G[at, k] * T[k, r], entry, chance)
    first = proof.have(0 < G[at, j], proof.use(lemmas.power_positive(), k=abs(at - j)))
    here = proof.opaque(0 < G[at, j] * T[j, r], first, 0 < T[j, r], terms=[G[at, j]])
    form = function(z, G[at, z] * T[z, r])
    return proof.use(lemmas.positive_sum(), proof.all(term, k, between(0, k, n)), here, low=0, high=n, j=j, f=form)


@claim.clause(
    "exactly", *given, between(0, r, m), between(0, j, n), 0 < T[j, r], missing, private(image, b, n, m), b <= a
)
def exactly(proof):
    near = proof.parts(private(image, b, n, m))[-1]

    def at_end(rule, at, first, second, side):
        """The entries of these rows are in the ratio α, and not 0."""

        def step(case):
            ratio = case.cite(f"exactdp.level-of-derivable#{rule}", i=at).parts()[0]
            less = b * image[second, r] <= a * image[second, r]
            both = case.opaque(less, ratio, near(at, r).parts()[side])
            return case.use(lemmas.quotient_order(), both, positive_entry(case, second), α=b, β=a, t=image[second, r])

        return step

    return proof.either(proof.know(missing), at_end("rises-if", 0, 0, 1, 0), at_end("falls-if", n - 1, n, n - 1, 1))
