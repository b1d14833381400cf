"""Theorem 1, part 1, for all n, k and C: a chain of results, each made from the one before, is as private as its first.

Let a be the result with the smallest index i' in the group, and G the geometric mechanism at the level α_i'. On input
i, the list of the group's results has the probability G(i, a)·R. Here R is the probability of the other results given
a, the same for all i. So the ratio of two neighbouring inputs' probabilities is the ratio of G(i, a) to G(i+1, a),
which is α_i' or 1/α_i'.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.theorem-1.collusion-resistance",
    "the joint results of any group of consumers, for all n and k",
    section="2.6",
    position=20,
    kept={
        "1 ≤ f": "the stages are numbered from 1",
        "T are the remaps of Algorithm 1 for k levels a and results {0..n}": "the remaps of Algorithm 1",
        "a are levels 0 ≤ a[1] ≤ … ≤ a[k] ≤ 1": "the input of Algorithm 1",
        "ρ[f] ≤ n": "the responses",
    },
)

n, k, s, f, i, c, r, z, t = indices("n k s f i c r z t")
a, results = variable("a", VECTOR), variable("ρ", INDEX_MAP)
g = matrix("g")
T, W = (variable(name, Function(3, NUMBER)) for name in "TW")
C = variable("C", SET)
G = geometric_mechanism(n, a[f])
first = results[f]
given = (
    1 <= n,
    1 <= f,
    f <= s,
    s <= k,
    between(0, first, n),
    release_seen(W, results, C, T, a, f, k, n),
    between(0, i, n - 1),
)


def carried(proof, one, other, weight, other_weight):
    """Return weight·Pr[list | one] ≤ other_weight·Pr[list | other] with result c, as it is for the first result."""
    start, following = proof.parts(joint(W, results, C, T, a, f, k, n))[-2:]
    level = proof.parts(levels(a, k))[-2](f)
    positive = Every((t, f, k - 1), (r, 0, n), (z, 0, n), T[t, r, z] >= 0)
    remaps = proof.parts(stages(T, a, k, n))[-1]
    entries = proof.for_all(positive, lambda cell: cell.have(cell.goal, remaps(t).parts()[-3](r, z)))

    near = proof.cite("gupte2010.definition-4#private", level, α=a[f]).parts()[-1](i, first).parts()
    power = proof.use(lemmas.power_nonnegative(), level, α=a[f], k=abs(i - first))
    # For any matrix in the place of G
    begun = [W[f, row, z] == If(z == first, g[row, z], 0) for row in (one, other)]
    less = weight * g[one, first] <= other_weight * g[other, first]
    lemma = Proof([*begun, less]).have(weight * W[f, one, z] <= other_weight * W[f, other, z]).theorem
    first_less = proof.have(weight * G[one, first] <= other_weight * G[other, first], *near, level, power)

    def begin(cell):
        return cell.use(lemma, start(one, z), start(other, z), first_less, g=G)

    base = proof.for_all(All(z, between(0, z, n), weight * W[f, one, z] <= other_weight * W[f, other, z]), begin)
    return proof.use(
        lemmas.list_keeps_order(), base, following, entries, i=one, h=other, α=weight, β=other_weight, S=C
    )(c)


def equal(proof, one, other):
    """Return Pr[list | one] = α·Pr[list | other]."""
    sides = carried(proof, one, other, 1, a[f]), carried(proof, other, one, a[f], 1)
    return proof.use(lemmas.between_each_other(), *sides, α=1 * W[s, one, c], β=a[f] * W[s, other, c])


claim.clause("above", *given, between(0, c, n), i < first, 1 * W[s, i, c] == a[f] * W[s, i + 1, c])(
    lambda proof: equal(proof, i, i + 1)
)
claim.clause("not-above", *given, between(0, c, n), first <= i, 1 * W[s, i + 1, c] == a[f] * W[s, i, c])(
    lambda proof: equal(proof, i + 1, i)
)


def chance(row):
    """Return the probability of the list, for every result s."""
    return Sum(c, 0, n, W[s, row, c])


@claim.clause("private", *given, (a[f] * chance(i + 1) <= chance(i)) & (a[f] * chance(i) <= chance(i + 1)))
def private(proof):
    def sums(one, other):
        inner = proof.assuming(between(0, c, n))
        return proof.termwise(c, 0, n, carried(inner, one, other, a[f], 1))

    return proof.qed(sums(i + 1, i), sums(i, i + 1))
