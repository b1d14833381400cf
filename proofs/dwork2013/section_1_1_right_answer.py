"""Section 1.1: that noise of magnitude above √k protects, and satisfies differential privacy.

What is right: at E = √k/2 the bound k - 4E² is 0, and for k = 4^m two opposite databases do fit the same answers, k/2
for the query of all ones and so on. What is not: errors that never exceed E < k/2 are not differentially private for
any ε. A response that is possible for the database of zeros is then possible, bit by bit, for that of ones; so it is
within E of 0 and of k, and k ≤ 2E. Errors of typical size √k can be private only in the sense of section 2.4.
"""

from exactdp.claims import Claim
from exactdp.claims.formulas import (
    INDEX_MAP,
    All,
    If,
    Sum,
    as_number,
    between,
    function,
    indices,
    matrices,
    numbers,
    variable,
    vectors,
)
from exactdp.claims.lemmas import entry_of_private, power_positive, some_positive_term
from exactdp.claims.vocabulary import private
from exactdp.commands.cli import main

claim = Claim(
    "dwork2013.section-1-1.right-answer",
    "noise of magnitude √k",
    section="1.1",
    position=100,
    printed="noise of magnitude E > √k, correctly generated, is protective (and satisfies differential privacy)",
    slip="statement",
)

h, i, j, k, m, n, r, x, y, z = indices("h i j k m n r x y z")
a, t, E = numbers("α t E")
f, v = vectors("f v")
s, c = (variable(name, INDEX_MAP) for name in "sc")
H, P = matrices("H P")

# The count of k bits and a uniform whole error from -h to h: the response r stands for r - h
uniform = function(i, r, If(between(i, r, i + 2 * h), 1 / as_number(2 * h + 1), 0))
claim.printed_as(
    "uniform-errors",
    1 <= k,
    as_number(k) < as_number(h) ** 2,
    between(0, r, k + 2 * h),
    0 < uniform[0, r],
    0 < uniform[k, r],
    at={"k": 16, "h": 5, "r": 0},
)
# The response r stands for the answer f(r)
bounded = All(i, between(0, i, k), All(r, between(0, r, m), 0 < P[i, r], (f[r] - i <= E) & (i - f[r] <= E)))


@claim.clause("bounded-errors", 0 < a, 0 <= k, private(P, a, k, m), bounded, k <= 2 * E)
def bounded_errors(proof):
    rows = proof.parts(private(P, a, k, m))[-2]
    some = proof.use(
        some_positive_term(), proof.have(0 < Sum(r, 0, m, P[0, r]), rows(0)), low=0, high=m, f=function(r, P[0, r])
    )

    def step(inner, at):
        first = at.parts()[-1]
        last = inner.detach(inner.use(entry_of_private(), n=k, x=P, i=0))
        positive = inner.have(0 < P[k, r], last, inner.product(inner.use(power_positive()), first))
        return inner.have(proof.goal, inner.know(bounded)(0, r), inner.know(bounded)(k, r))

    return proof.obtain(some, r, step)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
