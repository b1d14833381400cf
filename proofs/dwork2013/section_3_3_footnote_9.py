"""Section 3.3, footnote 9: home and work are inferred from each person's own calls, so the promise is not touched.

If f is applied to each row by itself, then neighbours D, D' become f(D), f(D') that differ in one row at most, and a
mechanism gives these two neighbouring rows of it or the same row. A function of several people's rows may change many
rows at once: then only group privacy remains.
"""

from exactdp.claims import Claim
from exactdp.claims.formulas import (
    INDEX_MAP,
    SET,
    TRUE,
    All,
    If,
    as_number,
    between,
    function,
    indices,
    matrix,
    numbers,
    variable,
)
from exactdp.claims.names import explained
from exactdp.claims.vocabulary import count, geometric_mechanism, neighbours, private
from exactdp.commands.cli import main

claim = Claim(
    "dwork2013.section-3-3.footnote-9", "what is inferred from one person's own data", section="3.3", position=20
)

i, j, k, m, n, r, z = indices("i j k m n r z")
a, b = numbers("α β")
d, e, f = (variable(name, INDEX_MAP) for name in "def")
x = matrix("x")
S = variable("S", SET)


def inferred(database):
    return function(k, f[database[k]])


counted = explained("#({0}∈{1})_{2}", (d, S, n), count(d, S, n), r"\#\{{j < {2} : {0}(j) \in {1}\}}")


@claim.clause("neighbours", neighbours(d, e, n), neighbours(inferred(d), inferred(e), n))
def of_neighbours(proof):
    def step(inner, row):
        alike = row.parts()[-1]
        other = inner.assuming(between(0, k, n - 1), k != j)
        each = other.replace(alike(k), lambda v: f[d[k]] == f[v], other.have(f[d[k]] == f[d[k]]))
        return inner.witness(proof.goal, j, inner.all(each, k, between(0, k, n - 1), k != j))

    return proof.obtain(proof.know(proof.given[0]), j, step)


@claim.clause("added", All(k, between(0, k, n - 1), d[k] == e[k]), between(0, j, n - 1), f[d[j]] == f[e[j]])
def added(proof):
    return proof.replace(proof.know(proof.given[0])(j), lambda v: f[d[j]] == f[v], f[d[j]] == f[d[j]])


@claim.clause(
    "keeps-level",
    0 <= a,
    a <= 1,
    private(x, a, n, m),
    neighbours(d, e, n),
    counted(inferred(d), S, n) == i,
    counted(inferred(e), S, n) == z,
    between(0, i, n),
    between(0, z, n),
    between(0, r, m),
    a * x[i, r] <= x[z, r],
)
def keeps_level(proof):
    near = proof.cite("#neighbours")
    return proof.cite("dwork2013.section-3-3.filter#keeps-level", near, d=inferred(d), e=inferred(e))


# A function of other people's rows: every row gets the value of row 0
copied = function(k, d[0])


@claim.clause("all-rows-change", 0 <= n, count(copied, S, n) == If(S[d[0]], as_number(n), 0))
def all_rows_change(proof):
    def of(value):
        def step(case):
            inner = case.assuming(between(0, k, n - 1))
            each = inner.have(If(S[d[0]], as_number(1), 0) == value)
            return case.have(proof.goal, case.termwise(k, 0, n - 1, each.says, each))

        return step

    return proof.cases(proof.goal, (S[d[0]], of(1)), (TRUE, of(0)))


G = geometric_mechanism(n, a)


@claim.clause("power-left", 0 <= a, a <= 1, private(x, a, n, m), 0 <= n, between(0, r, m), a**n * x[n, r] <= x[0, r])
def power_left(proof):
    return proof.qed(proof.cite("dwork2013.section-3-2.user-level#group", c=n, k=n, i=0))


@claim.clause("not-more", 1 <= n, 0 <= a, b * G[0, 0] <= G[n, 0], b <= a**n)
def not_more(proof):
    return proof.cite("dwork2013.section-3-2.user-level#not-more", c=n)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
