"""Theorem 2.2, the step that outputs any consistent database: the guarantee of the best output.

All databases of a set fit some common answers if and only if every two of them do. If every two do, the counts of every
subset lie within 2E, and their midrange is such an answer. Two databases fit common answers if each has at most 2E ones
where the other has zeros. So the best guess is a centre of such a set. For few people, a tree of guesses shows that
every set has one: a guess that is too far from a database of the set makes this database known, and the next guess
suits all that are known.
"""

import itertools
from functools import cache

from exactdp.claims.language import *
from exactdp.claims.lemmas.dataset import for_bits
from exactdp.claims.statements.names import named
from exactdp.claims.statements.terms import conjuncts
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


pairs = Every((j, 0, m), (k, 0, m), f[j] - f[k] <= 2 * E)
middle = (Least(k, 0, m, f[k]) + Largest(k, 0, m, f[k])) / 2


@claim.clause("midrange", pairs, between(0, j, m), abs(f[j] - middle) <= E)
def midrange(proof):
    least, largest = Least(k, 0, m, f[k]), Largest(k, 0, m, f[k])
    bounds = [proof.fact(core.bounds(each, j)) for each in (least, largest)]
    proof.let(proof.fact(core.attained(least)), y)
    proof.let(proof.fact(core.attained(largest)), z)
    return proof.have(proof.goal, *bounds, proof.know(pairs)(z, y))


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


def fitting(people, apart):
    """Return, for each database, all that fit common answers with it: at most `apart` ones differ each way."""
    databases = range(2**people)
    return {
        c: frozenset(d for d in databases if max((c & ~d).bit_count(), (d & ~c).bit_count()) <= apart)
        for c in databases
    }


def cliques(graph, chosen, able, done):
    """Yield all largest sets of databases that fit together, by Bron & Kerbosch."""
    if not able and not done:
        yield chosen
    pivot = max(able | done, key=lambda v: len(graph[v] & able), default=None)
    for v in list(able - graph.get(pivot, set())):
        yield from cliques(graph, chosen | {v}, able & graph[v], done & graph[v])
        able, done = able - {v}, done | {v}


def worst_set(people, apart):
    """Return the set that fits together whose best guess is worst, and the number of its wrong bits."""
    databases = range(2**people)
    graph = {c: of - {c} for c, of in fitting(people, apart).items()}
    found = {
        frozenset(clique): min(max((g ^ c).bit_count() for c in clique) for g in databases)
        for clique in cliques(graph, set(), set(databases), set())
    }
    return max(found.items(), key=lambda each: each[1])


def _promise(people, apart, wrong):
    """Return whether the best guess is wrong in this many bits in the worst of the sets that fit together."""
    return worst_set(people, apart)[1] == wrong


apart = Sum(i, 0, n - 1, abs(B[y, i] - B[z, i]))
missed = Sum(i, 0, n - 1, If(B[z, i] < B[y, i], as_number(1), 0)) <= t
fit_together = All(y, K[y], All(z, K[z], missed))
of_databases = All(z, K[z], between(0, z, last))
promised = explained(
    "the best guess ({0}; {1}) has {2} wrong bits",
    (n, t, w),
    All(K, of_databases, fit_together >> Some(y, between(0, y, last), All(z, K[z], apart <= w)))
    & Some(K, of_databases, fit_together & All(y, between(0, y, last), Some(z, K[z], w <= apart))),
    decide=_promise,
)

# A guess for each number of databases of K that are known. If a guess is too far from some database of K, this one is
# known as well. After a few guesses, no database fits all that are known and is too far from the last guess.


def guesses(people, apart, wrong):
    """Return the guesses for no known database, for one, for two and so on, until no further one is possible."""
    graph = fitting(people, apart)

    @cache
    def guess(able, more):
        """Return a guess that needs at most `more` further ones if K is within `able`, and its branches."""
        found = None
        for y in range(2**people):
            far = [z for z in able if (y ^ z).bit_count() > wrong]
            if not far:
                return y, 0
            if more:
                others = [guess(able & graph[z], more - 1) for z in far]
                if None not in others:
                    branches = sum(1 + each for _, each in others)
                    found = min(found or (y, branches), (y, branches), key=lambda each: each[1])
        return found

    able = frozenset(graph)
    more = next(k for k in itertools.count() if guess(able, k) is not None)
    tables = [{(): able}]
    for k in range(more):
        tables.append(
            {
                (*known, z): left & graph[z]
                for known, left in tables[-1].items()
                for z in left
                if (guess(left, more - k)[0] ^ z).bit_count() > wrong
            }
        )
    return [{known: guess(left, more - k)[0] for known, left in each.items()} for k, each in enumerate(tables)]


def the_guess(at, guesses, known, size):
    """Return that y is the guess for one or two known databases; for none or three it may be any."""
    if len(known) == 1:
        return as_number(at) == table([[guesses.get((i,), 0) for i in range(size)]])[0, known[0]]
    if len(known) == 2:
        return as_number(at) == table([[guesses.get((i, j), 0) for j in range(size)] for i in range(size)])[known]
    return TRUE


def names(k):
    """Return the names of a guess and of a known database."""
    return indices(f"y{k} z{k}")


def guessed(tables, people, bounds, known=()):
    """Return the formula that the guesses end, after some databases are known."""
    at, of = names(len(known))
    inside = [between(0, each, substitute(last, bounds)) for each in (at, of)]
    fits = [
        substitute(missed, bounds | {"y": one, "z": two}) for each in known for one, two in ((each, of), (of, each))
    ]
    far = both(substitute(w < apart, bounds | {"y": at, "z": of}), *fits)
    others = guessed(tables[1:], people, bounds, (*known, of)) if tables[1:] else as_number(0) < as_number(0)
    return Some(at, inside[0], the_guess(at, tables[0], known, 2**people), All(of, inside[1], far >> others))


def shown(proof, people, two_errors, wrong):
    """Prove that the best guess about `people` people has `wrong` wrong bits."""
    goal = promised(people, two_errors, wrong)
    bounds = {"n": as_index(people), "t": as_index(two_errors), "w": as_index(wrong)}
    upper, lower = unfold(goal).args
    tables = guesses(people, two_errors, wrong)
    whole = guessed(tables, people, bounds)
    ends = core.restate(core.evaluate(expand(whole)), whole)

    worst, _ = worst_set(people, two_errors)
    chosen = table([[z in worst for z in range(2**people)]])
    members = function(z, both(0 <= z, z <= 2**people - 1, chosen[0, z] == 1))
    needed = substitute(both(*conjuncts(lower.args[1]), lower.args[2]), {"K": members})
    found = core.witness(lower, members, core.restate(core.evaluate(expand(needed)), needed))
    inner = proof.inside(upper)

    def further(no, fact, known):
        """Return a contradiction: the next guess is too far from a database that is not known yet."""
        at, of = names(len(known))
        every = no.let(fact, at).parts()[-1]
        missing = no.know(negation(inner.goal))(at)
        far = no.let(missing, of)
        no.remember(no.know(substitute(of_databases, bounds))(of))
        pairs = [no.know(substitute(fit_together, bounds))(*each) for k in known for each in ((k, of), (of, k))]
        rest = no.detach(no.fact(every)(of), *far.parts(), *pairs)
        if len(known) + 1 == len(tables):
            return no.fact(core.absurd(rest.theorem, inner.goal))
        return further(no, rest, (*known, of))

    return proof.restated(
        proof.both(
            inner.closed(inner.by_contradiction(inner.goal, lambda no: further(no, no.fact(ends), ()))),
            proof.fact(found),
        ),
        goal,
    )


for name, two_errors, wrong in (("error-of-a-half", 1, (1, 1, 1, 1, 1)), ("error-of-one", 2, (1, 2, 2, 3, 3))):
    parts = [(people, two_errors, most) for people, most in enumerate(wrong, 1)]
    claim.clause(name, both(*(promised(*each) for each in parts)))(
        lambda proof, parts=parts: proof.both(*(shown(proof, *each) for each in parts))
    )
