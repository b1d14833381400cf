"""Theorem 2.2, its algorithm: which queries are asked. "All but 2^n" of the 2^n subsets would be no query at all.

The list of all subsets of n people contains each subset once. The proof of the theorem uses two of the answers: for the
people whose bit is 0, and for the people whose bit is 1. The adversary does not know which subsets these are.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.dataset import (
    datasets_differ,
    every_subset_is_listed,
    number_of_datasets,
    other_bits,
    some_answer,
)
from exactdp.claims.vocabulary.dataset import all_answers, listed, powers, subset
from exactdp.claims.vocabulary.query import bits, wrong_in_subset

claim = Claim(
    "lecture.theorem-2-2.all-subsets",
    "all 2^n subsets are asked",
    section="2",
    position=45,
    printed="They ask for all but 2^n subsets of [n]",
    slip="print",
    kept=KEPT | dict.fromkeys(("c has n bits", "d has n bits"), "the lecture's databases"),
)

i, m, n, y, z = indices("i m n y z")
[E] = numbers("E")
c, d, u = vectors("c d u")
s, D = variable("s", INDEX_MAP), variable("D", Function(2, INDEX))
zeros, everyone = function(i, 1 - d[i]), function(i, as_number(1))
databases = (bits(c, n), bits(d, n))
subsets = (0 <= n, powers(s, 2, n), listed(D, s, 2, n))
wrong = wrong_in_subset(c, d, everyone, n)

claim.printed_as(
    "asked",
    *subsets,
    0 <= E,
    as_number(m) == as_number(2) ** n - as_number(2) ** n,
    *databases,
    all_answers(u, D, m, E, c, d, n),
    wrong <= 4 * E,
)


@claim.clause("asked", *subsets, *databases, all_answers(u, D, s[n], E, c, d, n), wrong <= 4 * E)
def asked(proof):
    of_zeros, of_ones = proof.use(other_bits(), c=d), proof.know(bits(d, n))
    to_zeros, to_ones = (
        proof.use(some_answer(), of, e=subset_, g=d, α=E) for of, subset_ in ((of_zeros, zeros), (of_ones, d))
    )
    proof.let(to_zeros.with_(z=y), y)
    return proof.obtain(to_ones, z, lambda two, _: two.cite("lecture.theorem-2-2#all-but-4e", u=u[y], v=u[z]))


claim.clause("number", 0 <= n, powers(s, 2, n), as_number(s[n]) == as_number(2) ** n)(
    lambda proof: proof.use(number_of_datasets(), q=2)
)
claim.clause(
    "each-once",
    *subsets,
    between(0, y, s[n] - 1),
    between(0, z, s[n] - 1),
    All(i, between(0, i, n - 1), D[y, i] == D[z, i]),
    y == z,
)(lambda proof: proof.detach(proof.use(datasets_differ(), q=2)(y, z)))
claim.clause(
    "every-subset",
    *subsets,
    bits(c, n),
    Some(z, between(0, z, s[n] - 1), All(i, between(1, i, n), subset(D, z)[i] == c[i])),
)(lambda proof: proof.use(every_subset_is_listed()))
