"""Section 1.1: the numbers 124 and 92 of 128, 252 and 220 of 256.

There are Hadamard matrices of 128 and 256 queries, which are powers of two: see the bound. Two databases that fit the
same answers then coincide in at least k - 4E² bits, and the Fourier transform finds as many: see footnote 1.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.reconstruction import doubling, fits, hadamard

claim = Claim(
    "dwork2013.section-1-1.examples",
    "128 and 256 bits, errors up to 1 and 3",
    section="1.1",
    position=50,
    kept={
        "1 ≤ k": "a number of people",
        **dict.fromkeys((f"{of} has k rows with values in {{0..1}}" for of in "cd"), "it holds for all integers"),
    },
)

j, k, x = indices("j k x")
E = number("E")
c, d, s = (variable(name, INDEX_MAP) for name in "cds")
[r] = vectors("r")
H = matrix("H")


@claim.clause("sizes", doubling(s, 8), (s[7] == 128) & (s[8] == 256))
def sizes(proof):
    first, twice = proof.parts(doubling(s, 8))[-2:]
    return proof.qed(first, *(twice(k) for k in range(8)))


@claim.clause("queries", doubling(s, 8), Some(H, hadamard(H, 128)) & Some(H, hadamard(H, 256)))
def queries(proof):
    first, twice = proof.parts(doubling(s, 8))[-2:]
    up_to_7 = proof.have(doubling(s, 7), first, proof.assuming(between(0, j, 6)).fact(twice(j)))
    found = [proof.cite("dwork2013.section-1-1.bound#powers-of-two", up_to_7, m=m) for m in (7, 8)]
    sizes = proof.cite("#sizes").parts()
    return proof.both(
        *(proof.replace(at, lambda v: Some(H, hadamard(H, v)), of) for at, of in zip(sizes, found, strict=True))
    )


@claim.clause(
    "right",
    1 <= k,
    hadamard(H, k),
    values_up_to(c, k, 1),
    values_up_to(d, k, 1),
    fits(r, H, c, E, k, k),
    fits(r, H, d, E, k, k),
    k - 4 * E**2 <= Sum(x, 0, k - 1, If(c[x] == d[x], as_number(1), 0)),
)
def right(proof):
    few = proof.cite("dwork2013.section-1-1.bound#wrong", n=k)
    inner = proof.assuming(between(0, x, k - 1))
    same, other = If(c[x] == d[x], as_number(1), 0), If(c[x] == d[x], as_number(0), 1)
    each = inner.have(same + as_number(1) * other == 1)
    both = proof.use(lemmas.sum_of_two(), low=0, high=k - 1, f=function(x, same), g=function(x, other), t=1)
    return proof.qed(few, both, proof.termwise(x, 0, k - 1, each))


claim.clause(
    "numbers",
    both(
        as_number(128) - 4 * as_number(1) ** 2 == 124,
        as_number(128) - 4 * as_number(3) ** 2 == 92,
        as_number(256) - 4 * as_number(1) ** 2 == 252,
        as_number(256) - 4 * as_number(3) ** 2 == 220,
    ),
)(by_evaluation)
