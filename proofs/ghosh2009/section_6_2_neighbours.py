"""Section 6.2: how many neighbours of a database have a result one less, or one more, depends on its result only.

Let s of the values of D satisfy the predicate and t not. To lower the result, one of the f(d) rows that satisfy the
predicate gets one of t other values. To raise it, one of the n-f(d) other rows gets one of s values. The text takes
n-f(d) for the first.

The inequalities α·x_dr ≤ x_d'r, which it then sums, hold where d and d' are neighbours. The text asks that of d_1 and
d_2 instead, which are fixed. In Figure 4 the databases {1} and {2,3} have the results 1 and 2, and differ in all three
rows: there 11/12 and 1/3 are not within a factor 2.
"""

from fractions import Fraction
from functools import cache

from exactdp.claims.language import *
from exactdp.claims.lemmas.database import result_changes
from exactdp.claims.vocabulary.cube import FIGURE_4, private_on_cube, results

ID = "ghosh2009.section-6-2.neighbours"
claim = Claim(
    ID,
    "the number of neighbours with the next result",
    section="6.2",
    position=20,
    printed=(
        "for f(d_1) = f(d_2)+1 there are n-f(d_1) rows that satisfy the predicate in d_1; α·x_dr ≤ x_d'r for "
        "d ∈ E(d_1) and d' ∈ E(d_2), where d_1 and d_2 are neighbours"
    ),
    slip="print",
    weight="value",
    kept=KEPT,
)

n, j, k, q, v = indices("n j k q v")
d, e = (variable(name, INDEX_MAP) for name in "de")
S = variable("S", SET)
b = number("b")

with_result = explained(
    "neighbours({0}; {1}, {2}, {3}, {4})",
    (d, S, n, q, b),
    Sum(j, 0, n - 1, Sum(v, 0, q, If((v != d[j]) & (count(changed(d, j, v), S, n) == b), as_number(1), 0))),
)
"""In how many ways one row of a database can get another value of {0..q}, so that the result is b."""

satisfying = explained("inside({0}; {1})", (S, q), Sum(v, 0, q, If(S[v], as_number(1), 0)))
others = explained("outside({0}; {1})", (S, q), Sum(v, 0, q, If(S[v], as_number(0), 1)))

rows = values_up_to(d, n, q)
result = count(d, S, n)


AFTER = {-1: result - 1, 0: result, 1: result + 1}


def bit(at):
    return If(S[at], as_number(1), 0)


def each_way(proof, shift, adds):
    """Return whether a row j and a value v change the result so much: what that adds to the number of ways."""
    cell = proof.assuming(between(0, j, n - 1), between(0, v, q))
    new, wanted = count(changed(d, j, v), S, n), AFTER[shift]
    goal = If((v != d[j]) & (new == wanted), as_number(1), 0) == adds(d[j], v)

    def by(change):
        def found(case):
            fact = new == wanted if change == shift else new != wanted
            known = case.have(fact, case.use(result_changes()))
            # Choices are decided by what is said without names.
            return case.decided(goal, case.restated(known, expand(fact)))

        return found

    def no_change(case):
        return case.have(goal, case.replace(case.have(d[j] == v), lambda u: 0 == adds(d[j], u)))

    def split(case):
        into = [by(1 - had) for had in (1, 0)], [by(0 - had) for had in (1, 0)]
        sides = [lambda inner, k=k: inner.cases(goal, (S[v], into[0][k]), (TRUE, into[1][k])) for k in (0, 1)]
        return case.cases(goal, (S[d[j]], sides[0]), (TRUE, sides[1]))

    return cell.cases(goal, (v == d[j], no_change), (TRUE, split))


def missing(at):
    return If(S[at], as_number(0), 1)


f, g = vectors("f g")


def in_all(proof, shift, adds):
    """Return the number of ways as a sum of what they add."""
    each = each_way(proof, shift, adds)
    return proof.termwise(j, 0, n - 1, proof.assuming(between(0, j, n - 1)).termwise(v, 0, q, each))


@cache
def product_of_sums():
    """Σ_j Σ_v f_j·g_v is the product of both sums."""
    return Proof([], Sum(j, 0, n - 1, Sum(v, 0, q, f[j] * g[v])) == Sum(j, 0, n - 1, f[j]) * Sum(v, 0, q, g[v])).qed()


@claim.clause("fewer", with_result(d, S, n, q, result - 1) == result * others(S, q))
def fewer(proof):
    whole = in_all(proof, -1, lambda old, new: bit(old) * missing(new))
    sums = proof.use(product_of_sums(), f=function(j, bit(d[j])), g=function(v, missing(v)))
    return proof.restated(proof.chain(whole.says.args[0], (sums.says.args[0], whole), (sums.says.args[1], sums)))


def that_miss(proof):
    """Return that the rows that do not satisfy the predicate are n less those that do."""
    rest = Proof([0 <= n], Sum(j, 0, n - 1, 1 - f[j]) == n - Sum(j, 0, n - 1, f[j])).qed()
    return proof.have(
        Sum(j, 0, n - 1, missing(d[j])) == n - result,
        proof.termwise(j, 0, n - 1, missing(d[j]) == 1 - bit(d[j])),
        proof.use(rest, f=function(j, bit(d[j]))),
    )


@claim.clause("more", 0 <= n, with_result(d, S, n, q, result + 1) == (n - result) * satisfying(S, q))
def more(proof):
    whole = in_all(proof, 1, lambda old, new: missing(old) * bit(new))
    sums = proof.use(product_of_sums(), f=function(j, missing(d[j])), g=function(v, bit(v)))
    return proof.qed(whole, sums, that_miss(proof))


@claim.clause(
    "same",
    *(0 <= n, rows),
    with_result(d, S, n, q, result) == result * (satisfying(S, q) - 1) + (n - result) * (others(S, q) - 1),
)
def same(proof):
    def adds(old, new):
        return bit(old) * bit(new), missing(old) * missing(new), If(new == old, as_number(1), 0)

    def added(old, new):
        yes, no, itself = adds(old, new)
        return yes + no - itself

    whole = in_all(proof, 0, added)
    x, y, z = matrices("x y z")
    both = [Sum(j, 0, n - 1, Sum(v, 0, q, each)) for each in (x[j, v] + y[j, v] - z[j, v], x[j, v], y[j, v], z[j, v])]
    apart = proof.use(
        Proof([], both[0] == both[1] + both[2] - both[3]).qed(),
        **{name: function(j, v, part) for name, part in zip("xyz", adds(d[j], v), strict=True)},
    )
    sums = [proof.use(product_of_sums(), f=function(j, of(d[j])), g=function(v, of(v))) for of in (bit, missing)]
    row = proof.assuming(between(0, j, n - 1))
    one = row.use(lemmas.one_term(), *row.know(rows)(j).parts(), low=0, high=q, j=d[j], f=function(v, as_number(1)))
    return proof.qed(whole, apart, *sums, proof.termwise(j, 0, n - 1, one), that_miss(proof))


def ways(of, at):
    return with_result(of, S, n, q, at)


def equally_many(name, at, number_of):
    """Add that all databases with a result have equally many such neighbours."""
    given = 0 <= n, count(e, S, n) == result

    @claim.clause(f"equally-many-{name}", *given, ways(d, at(result)) == ways(e, at(result)))
    def equal(proof):
        here, of_e = proof.cite(f"{ID}#{name}"), proof.cite(f"{ID}#{name}", d=e)
        turned = proof.replace(proof.know(given[-1]), lambda f: ways(e, at(f)) == number_of(f), of_e)
        return proof.opaque(proof.goal, here, turned, terms=[*here.says.args, turned.says.args[0]])


equally_many("fewer", lambda f: f - 1, lambda f: f * others(S, q))
equally_many("more", lambda f: f + 1, lambda f: (n - f) * satisfying(S, q))
claim.printed_as(
    "fewer",
    with_result(d, S, n, q, result - 1) == (n - result) * others(S, q),
    at={"n": 3, "q": 1, "d": (1, 1, 0), "S": frozenset({1})},
)

m, r, u, w = indices("m r u w")
a, x = number("α"), matrix("x")

# On {0,1}³ all databases with the results 1 and 2 are in E(d_1) and E(d_2) for some neighbours d_1 and d_2.
claim.printed_as(
    "all-pairs",
    *(private_on_cube(x, a, m), between(0, u, 7), between(0, w, 7), results[u] + 1 == results[w], between(0, r, m)),
    a * x[u, r] <= x[w, r],
    at={"m": 3, "α": Fraction(1, 2), "x": [[0, p, 1 - p, 0] for p in FIGURE_4], "u": 1, "w": 6, "r": 1},
    instead=("equally-many-fewer", "equally-many-more"),
)
