"""Theorem 2.2, the step that outputs any consistent database: the guarantee of the best output.

All databases of a set fit some common answers if and only if every two of them do. If every two do, the counts of every
subset lie within 2E, and their midrange is such an answer. Two databases fit common answers if each has at most 2E ones
where the other has zeros. So the best guess is a centre of such a set; for few people the clauses look at all of these
sets.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.dataset import for_bits
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary import KEPT, table
from exactdp.claims.vocabulary.dataset import ones
from exactdp.claims.vocabulary.query import answer, bits, wrong_in_subset

claim = Claim(
    "lecture.theorem-2-2.best-guess",
    "any consistent database, or a better guess",
    section="2",
    position=80,
    kept={**KEPT, "0 ≤ t": "a number of bits"},
)

i, j, k, m, n, t, w, y, z = indices("i j k m n t w y z")
E = number("E")
c, d, f, g, s = vectors("c d f g s")
S, K = variable("S", INDEX_MAP), variable("K", SET)
everyone = function(i, as_number(1))

# Which sets of databases fit together

only = function(i, c[i] * (1 - d[i]))


@claim.clause(
    "each-way", bits(c, n), bits(d, n), bits(s, n), answer(c, s, n) - answer(d, s, n) <= Sum(i, 1, n, only[i])
)
def each_way(proof):
    one = proof.assuming(between(1, i, n))
    facts = [one.know(bits(of, n))(i) for of in (c, d, s)]
    each = for_bits(one, lambda x, y, z: x * z - y * z <= x * (1 - y), *facts)
    return proof.qed(proof.termwise(i, 1, n, each))


@claim.clause("attained", bits(c, n), bits(d, n), answer(c, only, n) - answer(d, only, n) == Sum(i, 1, n, only[i]))
def attained(proof):
    one = proof.assuming(between(1, i, n))
    facts = [one.know(bits(of, n))(i) for of in (c, d)]
    each = for_bits(one, lambda x, y: x * (x * (1 - y)) - y * (x * (1 - y)) == x * (1 - y), *facts)
    return proof.qed(proof.termwise(i, 1, n, each))


pairs = All(j, between(0, j, m), All(k, between(0, k, m), f[j] - f[k] <= 2 * E))
middle = (Least(k, 0, m, f[k]) + Largest(k, 0, m, f[k])) / 2


@claim.clause("midrange", pairs, between(0, j, m), abs(f[j] - middle) <= E)
def midrange(proof):
    least, largest = Least(k, 0, m, f[k]), Largest(k, 0, m, f[k])
    bounds = [proof.fact(core.bounds(each, j)) for each in (least, largest)]

    def lowest(case, low):
        def highest(one, high):
            return one.have(proof.goal, *bounds, one.know(pairs)(z, y))

        return case.obtain(case.fact(core.attained(largest)), z, highest)

    return proof.obtain(proof.fact(core.attained(least)), y, lowest)


# No guess beats half of the wrong bits of a consistent database


def off(first, second):
    return wrong_in_subset(first, second, everyone, n)


databases = (ones(0, t), ones(t, 2 * t))


@claim.clause("no-guess", 0 <= t, 2 * t <= n, (t <= off(g, databases[0])) | (t <= off(g, databases[1])))
def no_guess(proof):
    half = proof.cite("lecture.definition-2-1#any-output", p=t, w=2 * t)
    return proof.either(
        half, *[lambda case, side=side: case.alternative(proof.goal, case.have(side)) for side in proof.goal.args]
    )


# The best guess for few people

LARGEST = 5
B = named("B", table([[z >> i & 1 for i in range(LARGEST)] for z in range(2**LARGEST)]))
last = If(n == 1, 1, If(n == 2, 3, If(n == 3, 7, If(n == 4, 15, 31))))


def _promise(people, apart, wrong):
    """Return whether the best guess is wrong in this many bits in the worst of the sets that fit together."""
    databases = range(2**people)
    graph = {
        c: {d for d in databases if d != c and max((c & ~d).bit_count(), (d & ~c).bit_count()) <= apart}
        for c in databases
    }

    def cliques(chosen, able, done):
        # Bron & Kerbosch
        if not able and not done:
            yield chosen
        pivot = max(able | done, key=lambda v: len(graph[v] & able), default=None)
        for v in list(able - graph.get(pivot, set())):
            yield from cliques(chosen | {v}, able & graph[v], done & graph[v])
            able, done = able - {v}, done | {v}

    worst = (
        min(max((g ^ c).bit_count() for c in clique) for g in databases)
        for clique in cliques(set(), set(databases), set())
    )
    return max(worst) == wrong


apart = Sum(i, 0, n - 1, abs(B[y, i] - B[z, i]))
fit_together = All(y, K[y], All(z, K[z], Sum(i, 0, n - 1, If(B[z, i] < B[y, i], as_number(1), 0)) <= t))
of_databases = All(z, K[z], between(0, z, last))
promised = explained(
    "the best guess ({0}; {1}) has {2} wrong bits",
    (n, t, w),
    All(K, of_databases, fit_together >> Some(y, between(0, y, last), All(z, K[z], apart <= w)))
    & Some(K, of_databases, fit_together & All(y, between(0, y, last), Some(z, K[z], w <= apart))),
    decide=_promise,
)


for name, two_errors, wrong in (("error-of-a-half", 1, (1, 1, 1, 1, 1)), ("error-of-one", 2, (1, 2, 2, 3, 3))):
    claim.clause(name, both(*(promised(people, two_errors, most) for people, most in enumerate(wrong, 1))))
