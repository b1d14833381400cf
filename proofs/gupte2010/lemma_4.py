"""Lemma 4: several results of Algorithm 1 reveal no more about the database than the least private one of them.

Algorithm 1 is a Markov chain: P(r_1 = a, r_2 = b, … | i) = G(i, a)·T_2(a, b)·…, and only the first factor depends on
the true result i. So the probabilities of a list on two inputs i and h are in the ratio of G(i, a) to G(h, a), for all
later results. The remap that forgets the later results turns the joint mechanism back into G.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.lemma-4",
    "colluders learn no more than the first of them",
    section="4.1",
    position=40,
    printed="R(C) = {r_c1 … r_ck}, at levels α_c1, …, α_ck: the last index must be c_t",
    slip="print",
    kept=KEPT
    | {
        "1 ≤ f": "the stages are numbered from 1",
        "T are the remaps of Algorithm 1 for k levels a and results {0..n}": "the remaps of Algorithm 1",
        "a are levels 0 ≤ a[1] ≤ … ≤ a[k] ≤ 1": "the input of Algorithm 1",
    },
)

n, k, s, f, h, i, c, r = indices("n k s f h i c r")
a, results = variable("a", VECTOR), variable("ρ", INDEX_MAP)
T, W = (variable(name, Function(3, NUMBER)) for name in "TW")
C = variable("C", SET)

G = geometric_mechanism(n, a[f])
group = (1 <= n, 1 <= f, f <= s, s <= k, release_seen(W, results, C, T, a, f, k, n))
first = results[f]
z, t = indices("z t")
g = matrix("g")

# A group has t of the k readers, and the print numbers its members up to k.
claim.printed_as("last-index", t >= 1, t <= k, t == k, instead="ratio")


def begins(row):
    """Return how the chances of the first result stand to a matrix g in the place of G."""
    return All(z, between(0, z, n), W[f, row, z] == If(z == first, g[row, z], 0))


@claim.clause(
    "ratio",
    *group,
    between(0, i, n),
    between(0, h, n),
    between(0, c, n),
    G[h, first] * W[s, i, c] == G[i, first] * W[s, h, c],
)
def ratio(proof):
    start = proof.parts(joint(W, results, C, T, a, f, k, n))[-2]
    positive = Every((t, f, k - 1), (r, 0, n), (z, 0, n), T[t, r, z] >= 0)
    remaps = proof.parts(stages(T, a, k, n))[-1]
    entries = proof.have(positive, remaps(t).parts()[-3](r, z))

    def side(one, other):
        """Return that the one chance, times g of the other input, is at most the other, times g of the one."""
        given = [0 <= one, one <= n, 0 <= other, other <= n, begins(one), begins(other)]
        lemma = Proof(given)
        goal = All(z, between(0, z, n), g[other, first] * W[f, one, z] <= g[one, first] * W[f, other, z])
        equal = lemma.have(goal)
        base = proof.use(equal.theorem, *(proof.for_all(begun(row), begin(row)) for row in (one, other)), g=G)
        return proof.use(
            lemmas.list_keeps_order(), base, entries, i=one, h=other, α=G[other, first], β=G[one, first], S=C
        )(c)

    def begun(row):
        return All(z, between(0, z, n), W[f, row, z] == If(z == first, G[row, z], 0))

    def begin(row):
        return lambda cell: start(row, z)

    left, right = proof.goal.args
    return proof.use(lemmas.between_each_other(), side(i, h), side(h, i), α=left, β=right)
