"""Section 3.3: people with more than 120 calls in an hour are removed, and the number n of the others is public.

The removal of a person depends only on this person's calls. So the filter sends neighbours to neighbours or to the same
database, and every privacy level for the filtered data also holds for the raw data, if a person is added or removed.
But n is itself a count of people with a private property, not too many calls, and is published without noise. Here d(j)
are the calls of person j. S has the values d(j) that the filter keeps, and T is any property of a person's calls.
"""

from exactdp.claims.language import *

claim = Claim(
    "dwork2013.section-3-3.filter",
    "the filter for automatic dialers, and a known n",
    section="3.3",
    position=10,
    kept={
        "0 ≤ α": "a level",
        "d and e are neighbours with n rows": "otherwise i and z can be 2 apart",
        "people(d; S,n) = i": "i is the count of d",
    },
)

i, j, m, n, r, v, z = indices("i j m n r v z")
a = number("α")
d, e = (variable(name, INDEX_MAP) for name in "de")
x = matrix("x")
S, T = (variable(name, SET) for name in "ST")
kept = explained(
    "people of {0} in {1} and {2}, of {3}", (d, S, T, n), Sum(j, 0, n - 1, If(S[d[j]] & T[d[j]], as_number(1), 0))
)


counted = explained("people({0}; {1},{2})", (d, S, n), count(d, S, n))

claim.clause("added", 0 <= n, kept(d, S, T, n + 1) == kept(d, S, T, n) + If(S[d[n]] & T[d[n]], as_number(1), 0))(
    lambda proof: proof.qed(proof.split(unfold(proof.goal.args[0]), n - 1))
)
claim.clause("replaced", neighbours(d, e, n), abs(count(d, S, n) - count(e, S, n)) <= 1)(
    lambda proof: proof.cite("ghosh2009.section-2-1.count-query#neighbours")
)


@claim.clause(
    "keeps-level",
    0 <= a,
    a <= 1,
    private(x, a, n, m),
    neighbours(d, e, n),
    counted(d, S, n) == i,
    counted(e, S, n) == z,
    between(0, i, n),
    between(0, z, n),
    between(0, r, m),
    a * x[i, r] <= x[z, r],
)
def keeps_level(proof):
    near = proof.cite("#replaced")
    entries = proof.parts(private(x, a, n, m))[-3]
    sides = [proof.have(side <= 1, near) for side in (as_number(i) - z, as_number(z) - i)]

    def far(case, smaller, larger):
        return case.contradiction(proof.goal, *sides, smaller + 2 <= larger)

    def at(value, facts):
        return lambda case: case.replace(
            case.have(value == z), lambda v: a * x[i, r] <= x[v, r], case.have(a * x[i, r] <= x[value, r], *facts(case))
        )

    return proof.cases(
        proof.goal,
        (i + 2 <= z, lambda case: far(case, i, z)),
        (z + 2 <= i, lambda case: far(case, z, i)),
        (z == i, at(i, lambda case: [entries(i, r)])),
        (z == i + 1, at(i + 1, lambda case: [case.parts(private(x, a, n, m))[-1](i, r)])),
        (TRUE, at(i - 1, lambda case: [case.parts(private(x, a, n, m))[-1](i - 1, r)])),
    )


exact = function(i, r, If(i == r, as_number(1), 0))


first, second = (function(j, If(j < number, r, v)) for number in (i, i + 1))


# Someone with few calls and someone with too many: the published numbers are i+1 and i
@claim.clause(
    "n-changes",
    S[r],
    ~S[v],
    0 <= i,
    i < n,
    Some(d, Some(e, neighbours(d, e, n) & (count(d, S, n) == i) & (count(e, S, n) == i + 1))),
    witnesses={"d": first, "e": second},
)
def n_changes(proof):
    counts = [proof.cite("ghosh2009.section-2-1.count-query#every-value", i=at, u=r) for at in (i, i + 1)]
    near = proof.cite("ghosh2009.section-2-1.count-query#neighbouring-values", u=r)
    inner = substitute(proof.goal.args[2], {"d": first})
    return proof.witness(proof.goal, first, proof.witness(inner, second, near, *counts))


claim.clause("no-level", 1 <= n, private(exact, a, n, n), a <= 0)(
    lambda proof: proof.qed(proof.parts(private(exact, a, n, n))[-1](0, 0))
)
