"""Section 2.1: a count query takes the values 0..n, and neighbouring databases have results at most 1 apart.

The result is the sum of n bits, one for each row: whether it satisfies the predicate. Another value in one row changes
one bit. Where the first i rows satisfy a non-trivial predicate and the others do not, the result is i.
"""

from exactdp.claims.language import *

claim = Claim("ghosh2009.section-2-1.count-query", "the values of a count query", section="2.1", position=1)

n, i, j, k, u, v = indices("n i j k u v")
d, e = (variable(name, INDEX_MAP) for name in ("d", "e"))
S = variable("S", SET)


def bit(database, row):
    return satisfies(database[row])


def first_rows(number):
    """Return the database whose first rows have the value u, and the others v."""
    return function(j, If(j < number, u, v))


def satisfies(value):
    return If(S[value], as_number(1), 0)


def alike(proof, equation):
    """Return that equal values satisfy the predicate alike."""
    first, second = equation.says.args
    return proof.use(lemmas.equal_values(), i=first, j=second)


non_trivial = (S[u], ~S[v])


def some_result(rows):
    return Some(i, between(0, i, rows), count(d, S, rows) == i)


@claim.clause("values", 0 <= n, some_result(n))
def values(proof):
    inner, before = proof.inductive(some_result(n), n, 0, [Proof([]).witness(some_result(as_index(0)), 0)])
    after = some_result(n + 1)
    inner.let(before, i)
    split = inner.split(Sum(j, 0, n, bit(d, j)), n - 1)
    return inner.closed(
        inner.cases(
            after,
            (S[d[n]], lambda one: one.witness(after, i + 1, split)),
            (TRUE, lambda none: none.witness(after, i, split)),
        )
    )


@claim.clause("every-value", *non_trivial, between(0, i, n), count(first_rows(i), S, n) == i)
def every_value(proof):
    database = first_rows(i)
    inner = proof.assuming(between(0, j, n - 1))

    def known(value):
        return lambda case: case.have(
            goal,
            alike(case, case.have(database[j] == value)),
            satisfies(value) == If(j < i, as_number(1), 0),
        )

    goal = bit(database, j) == If(j < i, as_number(1), 0)
    each = inner.cases(goal, (j < i, known(u)), (TRUE, known(v)))
    total = proof.telescope(j, 0, n - 1, If(j < i, as_number(1), 0), lambda row: If(row <= i, row, i))
    return proof.qed(proof.termwise(j, 0, n - 1, goal, each), total)


@claim.clause(
    "neighbouring-values",
    *non_trivial,
    0 <= i,
    i < n,
    neighbours(first_rows(i), first_rows(i + 1), n),
    kept=dict.fromkeys(("u ∈ S", "v ∉ S"), "the predicate is not trivial"),
)
def neighbouring_values(proof):
    goal = first_rows(i)[k] == first_rows(i + 1)[k]
    inner = proof.assuming(between(0, k, n - 1), k != i)
    each = inner.either(inner.know(k != i), *[lambda case: case.have(goal)] * 2)
    return proof.qed(proof.witness(unfold(proof.goal), i, proof.all(each, k, between(0, k, n - 1), k != i)))


@claim.clause("neighbours", neighbours(d, e, n), abs(count(d, S, n) - count(e, S, n)) <= 1)
def one_apart(proof):
    given = proof.given[0]
    same = proof.let(proof.restated(proof.know(given), unfold(given)), j).parts()[-1]
    facts = [proof.have((0 <= bit(of, j)) & (bit(of, j) <= 1)) for of in (d, e)]
    for of in (d, e):
        facts += [proof.split(Sum(k, 0, n - 1, bit(of, k)), j - 1), proof.split(Sum(k, j, n - 1, bit(of, k)), j)]
    for low, high, side in ((as_index(0), j - 1, k < j), (j + 1, n - 1, j < k)):
        part = proof.assuming(between(low, k, high))
        part.remember(part.alternative(k != j, part.have(side)))
        facts.append(proof.termwise(k, low, high, bit(d, k) == bit(e, k), alike(part, same(k))))
    return proof.have(proof.goal, *facts)


def trivial(proof, every, member, value):
    inner = proof.assuming(between(0, j, n - 1))
    inner.remember(inner.know(every)(j))
    each = inner.fact(inner.assuming(member).have(bit(d, j) == value))
    return proof.qed(proof.termwise(j, 0, n - 1, bit(d, j) == value, each))


always, never = (All(j, between(0, j, n - 1), member) for member in (S[d[j]], ~S[d[j]]))

claim.clause("always", 0 <= n, always, count(d, S, n) == n)(lambda proof: trivial(proof, always, S[d[j]], 1))
claim.clause("never", 0 <= n, never, count(d, S, n) == 0, kept={"0 ≤ n": "n is a number of rows"})(
    lambda proof: trivial(proof, never, ~S[d[j]], 0)
)
