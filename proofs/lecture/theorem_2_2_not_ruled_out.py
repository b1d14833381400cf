"""Theorem 2.2, its algorithm: the true database is never ruled out, so there is something to output.

The adversary goes through the list of all databases. A query rules out each database whose count differs from the
answer by more than E. For the true database this difference is the error. If all databases are ruled out, the stated
bound is wrong; a single answer can rule out all, such as an answer above E for the empty subset.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.dataset import every_subset_is_listed, power_at_least_one
from exactdp.claims.vocabulary.dataset import listed, powers, subset
from exactdp.claims.vocabulary.query import answer, bits

claim = Claim(
    "lecture.theorem-2-2.not-ruled-out",
    "the true database is never ruled out",
    section="2",
    position=50,
    kept={**KEPT, "D lists 2^n datasets by s": "the empty subset is the first"},
)

i, m, n, y, z = indices("i m n y z")
E = number("E")
c, d, e, u = vectors("c d e u")
s, D = variable("s", INDEX_MAP), variable("D", Function(2, INDEX))

contradicts = explained(
    "{0} contradicts {1} beyond {4} ({2}, {3}, {5})",
    (c, u, D, m, E, n),
    Some(z, between(0, z, m - 1), E < abs(answer(c, subset(D, z), n) - u[z])),
)
lists = (0 <= n, powers(s, 2, n), listed(D, s, 2, n))
noisy = explained("noisy({0},{1},{2}; {3})", (d, D, e, n), function(z, answer(d, subset(D, z), n) + e[z]))
answers = noisy(d, D, e, n)
bounded = explained(
    "the absolute values of {0} are at most {1} on {{0..{2}-1}}",
    (e, E, m),
    All(z, between(0, z, m - 1), abs(e[z]) <= E),
)
small = bounded(e, E, s[n])


def out(database, given=answers):
    return contradicts(database, given, D, s[n], E, n)


@claim.clause("stays", small, ~out(d))
def stays(proof):
    inner = proof.otherwise()
    inner.let(inner.know(out(d)), z)
    return inner.absurd(inner.know(small)(z))


def same_answer(proof, place, same):
    """Return that the database at a place of the list has the true answer to query z, as it has the true bits."""
    one = proof.assuming(between(1, i, n))
    bit = one.use(lemmas.scaled_equation(), same(i), t=subset(D, z)[i], α=subset(D, place)[i], β=d[i])
    return proof.termwise(i, 1, n, bit)


@claim.clause("one-is-left", *lists, bits(d, n), small, Some(y, between(0, y, s[n] - 1), ~out(subset(D, y))))
def one_is_left(proof):
    given = proof.let(proof.use(every_subset_is_listed(), c=d), y)
    same, left = given.parts()[-1], ~out(subset(D, y))
    inner = proof.otherwise(left)
    inner.let(inner.know(out(subset(D, y))), z)
    return proof.witness(proof.goal, y, inner.absurd(inner.know(small)(z), same_answer(inner, y, same)))


all_out = All(y, between(0, y, s[n] - 1), out(subset(D, y)))


@claim.clause("bound-is-wrong", *lists, bits(d, n), all_out, Some(z, between(0, z, s[n] - 1), E < abs(e[z])))
def bound_is_wrong(proof):
    given = proof.let(proof.use(every_subset_is_listed(), c=d), y)
    proof.let(proof.know(all_out)(y), z)
    return proof.witness(proof.goal, z, same_answer(proof, y, given.parts()[-1]))


@claim.clause("none-is-left", *lists, E < u[0], out(c, u))
def none_is_left(proof):
    nobody = proof.assuming(between(1, i, n))
    first = nobody.use(power_at_least_one(), q=2, j=i - 1)
    zero = nobody.knowing(first, lambda one: one.know(listed(D, s, 2, n))(i - 1, 0, 0).parts()[0])
    empty = proof.termwise(i, 1, n, c[i] * subset(D, 0)[i] == 0, zero)
    return proof.witness(proof.goal, 0, empty, proof.use(power_at_least_one(), q=2, j=n))
