"""Section 2.1: for an oblivious mechanism, privacy on databases is privacy on the results i, i+1.

An oblivious mechanism is "x on the count of S": it answers r with the probability x_ir if i rows of the database have a
value in S. Neighbouring databases have equal results, or results i and i+1. Equal results have equal rows of x, which
satisfy every bound since α ≤ 1. If the predicate is non-trivial, all pairs i, i+1 occur at some neighbours. If it is
trivial, only one result occurs: then every x is private on databases, such as I, whose rows i and i+1 are not.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.notation import text
from exactdp.claims.vocabulary.polytope import within_level

claim = Claim("ghosh2009.section-2-1.oblivious", "privacy of oblivious mechanisms", section="2.1", position=4)

n, m, i, j, k, q, r, u, v, w, z = indices("n m i j k q r u v w z")
a, x = number("α"), matrix("x")
d = variable("d", INDEX_MAP)
S = variable("S", SET)


result = between(0, i, n) & (count(d, S, n) == i)
results = result, between(0, z, n) & (count(changed(d, j, v), S, n) == z)
bounds = All(r, between(0, r, m), (a * x[z, r] <= x[i, r]) & (a * x[i, r] <= x[z, r]))
steps = (
    (d, values_up_to(d, n, q)),
    (i, results[0]),
    (j, between(0, j, n - 1)),
    (v, between(0, v, q)),
    (z, results[1]),
    (r, between(0, r, m)),
)
on_databases = private_on_databases(x, a, S, n, m, q)


def for_all_databases(proof, found):
    for variable_, guard in reversed(steps):
        found = proof.all(found, variable_, guard)
    return found


OF_DATABASES = dict.fromkeys((text(values_up_to(d, n, q)), "0 ≤ j", "j ≤ n-1", "0 ≤ v"), "the definition asks no more")
OF_CHANGED = dict.fromkeys(("v ≤ q", text(results[0].args[1]), text(results[1].args[1])), "the definition asks no more")


@claim.clause("on-databases", a <= 1, private(x, a, n, m), on_databases, kept=OF_DATABASES | OF_CHANGED)
def to_databases(proof):
    nonneg, _, near = proof.parts(private(x, a, n, m))[-3:]
    goal = bounds.args[2]
    inner = proof.assuming(*(guard for _, guard in steps))
    same = All(k, between(0, k, n - 1), k != j, changed(d, j, v)[k] == d[k])
    row = inner.assuming(between(0, k, n - 1), k != j)
    kept = row.either(row.know(k != j), *[lambda case: case.have(same.args[2])] * 2)
    neighbour = inner.witness(
        unfold(neighbours(changed(d, j, v), d, n)), j, inner.all(kept, k, between(0, k, n - 1), k != j)
    )
    apart = inner.cite("ghosh2009.section-2-1.count-query#neighbours", neighbour, d=changed(d, j, v), e=d)

    def too_far(least):
        return lambda case: case.contradiction(goal, apart, case.have(least))

    found = inner.cases(
        goal,
        (i == z, lambda case: case.have(goal, nonneg(i, r))),
        (i == z + 1, lambda case: case.have(goal, near(z, r))),
        (z == i + 1, lambda case: case.have(goal, near(i, r))),
        (z < i, too_far(z + 2 <= i)),
        (TRUE, too_far(i + 2 <= z)),
    )
    return proof.qed(for_all_databases(proof, found))


first_rows = function(k, If(k < i, u, w))
domain = (between(0, u, q), between(0, w, q), S[u], ~S[w])


@claim.clause(
    "on-results", *domain, between(0, i, n - 1), between(0, r, m), on_databases, within_level(x[i, r], x[i + 1, r], a)
)
def to_results(proof):
    value = "ghosh2009.section-2-1.count-query#every-value"
    count_i, count_after = (proof.cite(value, i=at, v=w) for at in (i, i + 1))
    after = function(k, If(k == i, u, first_rows[k]))
    row = proof.assuming(between(0, j, n - 1))
    alike = row.use(lemmas.equal_values(), i=after[j], j=If(j < i + 1, u, w))
    same = proof.termwise(j, 0, n - 1, alike)
    result = proof.have(count(after, S, n) == i + 1, same, count_after)
    within = proof.have(values_up_to(first_rows, n, q))
    proof.remember(within, count_i, result)
    return proof.qed(proof.know(on_databases)(first_rows, i, i, u, i + 1, r))


always, never = (All(w, between(0, w, q), member) for member in (S[w], ~S[w]))


trivial_set = explained("{0} is trivial on {{0..{1}}}", (S, q), always | never)(S, q)
OF_TRIVIAL = {"v ≤ q": "a value of the databases", text(trivial_set): "for all other S, x must be private"}


@claim.clause("trivial", a <= 1, stochastic(x, n, m), trivial_set, on_databases, kept=OF_DATABASES | OF_TRIVIAL)
def trivial(proof):
    entries = proof.parts(stochastic(x, n, m))[-2]
    inner = proof.assuming(*(guard for _, guard in steps))

    def one_result(every, clause):
        def found(case):
            counts = []
            for of in (d, changed(d, j, v)):
                at = case.assuming(between(0, k, n - 1))
                at.remember(at.have(between(0, of[k], q), at.know(values_up_to(d, n, q))(k)))
                members = case.all(at.know(every)(of[k]), k, between(0, k, n - 1))
                counts.append(case.cite(f"ghosh2009.section-2-1.count-query#{clause}", members, d=of))
            known = [case.know(f.args[1]) for f in results]
            return case.cases(
                bounds.args[2],
                (i == z, lambda one: one.have(bounds.args[2], entries(i, r))),
                *[
                    (f, lambda one, f=f: one.contradiction(bounds.args[2], *counts, *known, one.know(f)))
                    for f in (i < z, z < i)
                ],
            )

        return found

    found = inner.either(inner.know(trivial_set), one_result(always, "always"), one_result(never, "never"))
    return proof.qed(for_all_databases(proof, found))


face_value = unit_matrix()


@claim.clause("trivial-rows", 0 < a, 1 <= n, stochastic(face_value, n, n) & ~private(face_value, a, n, n))
def trivial_rows(proof):
    row = proof.assuming(between(0, i, n))
    ones = row.use(lemmas.one_term(), low=0, high=n, j=i, f=function(r, as_number(1)))
    alike = row.termwise(r, 0, n, face_value[i, r] == If(r == i, as_number(1), 0))
    ones = row.have(Sum(r, 0, n, face_value[i, r]) == 1, alike, ones)
    mechanism = proof.have(stochastic(face_value, n, n), proof.all(ones, i, between(0, i, n)))
    inner = proof.otherwise(proof.goal.args[1])
    return proof.both(mechanism, inner.absurd(inner.parts(private(face_value, a, n, n))[-1](0, 0)))
