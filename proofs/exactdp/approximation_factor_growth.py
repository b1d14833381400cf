"""No mechanism serves all users with priors over databases up to a constant: the best factor grows with n.

One user, who holds a pair of opposite databases of {0,1}^n, n = 2k+1, is served best by the walk between the two. It
loses α^(k+1)/(1+α): between the two there are neighbours in the middle, which are confused with probability α/(1+α), at
a distance of k from either end (`alone`).

All pairs together lose more. In a column g let z be the place of the largest entry. Let M be the sum over pairs of the
smaller entry; it is the error of the pairs. The C(n,k) pairs at the distances k, k+1 from z make M ≥
C(n,k)·α^(k+1)·g_z. For every other y some database is within k of z and beyond k of y, so its opposite is within k of
y: M ≥ α^k·g_y. These bounds for all y compare M with the sum of the column (`column`). Over all columns the sums are
2^n, so the mean user, and thus some user, loses more than alone by the factor `lower` (`users`). If α is small enough,
it is at least 2^k/2 (`unbounded`).

Randomised response on each row is not worse than alone by more than the factor `upper`: it errs for a pair if more than
k rows are turned (`response-loss`).
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.lemmas.binary_database import (
    at_most_all_rows,
    away,
    identical,
    neighbours_between,
    number_at_distance,
    number_at_least_one,
    number_of_databases,
    opposite,
    symmetric,
    tail_at_most,
    triangle,
)
from exactdp.claims.lemmas.binomial import binomial_nonnegative, equal_multiples, next_binomial, pascal
from exactdp.claims.lemmas.database import sum_of_distances
from exactdp.claims.vocabulary.binomial import binomial
from exactdp.claims.vocabulary.database import as_answered, databases, error, private_by_distance, reading, walk

claim = Claim(
    "exactdp.approximation-factor.growth",
    "no constant factor for all users",
    section="8",
    position=32,
    kept={
        "0 ≤ α": "the papers' levels",
        "0 ≤ k": "there are 2k+1 rows",
        "0 ≤ i": "a database",
        **dict.fromkeys(
            ("B = multiples(2;s)", "N = sizes(B,(2k+1);s)", "D = distances(N,B,2k+1,2)"), "databases, as they are drawn"
        ),
        **dict.fromkeys(
            ("w reads {0..q}", "∀i with 0 ≤ i ≤ N[2k+1]-1: (r ↦ W[i,r]) reads {0..q}"),
            "without it an error is not a probability",
        ),
    },
)

i, j, k, n, q, r, s, u, y, z = indices("i j k n q r s u y z")
S, T = indices("S T")
a, x, W = number("α"), matrix("x"), matrix("W")
c, t = numbers("c t")
g, w = vectors("g w")
N, B = (variable(name, INDEX_MAP) for name in "NB")
D = variable("D", Function(3, INDEX))

last = 2 * k + 1
space = (0 <= k, databases(D, N, B, last, as_index(2), s))
end = N[last] - 1
ways = binomial(last, k)

# A column: what is erred on all pairs

smaller = If(g[i] <= g[end - i], g[i], g[end - i])
erred = Sum(i, 0, end, smaller)
signs = All(i, between(0, i, end), 0 <= g[i])
near = Every((i, 0, end), (y, 0, end), a ** D[last, i, y] * g[y] <= g[i])
private_column = (*space, 0 <= a, a <= 1, signs, near)


@lemma([0 <= a, a <= 1, 0 <= i, i <= j, 0 <= c, a**i * c <= t], a**j * c <= t)
def further(proof):
    """From α^i·c ≤ t, c ≥ 0 and 0 ≤ i ≤ j: α^j·c ≤ t."""
    return proof.qed(proof.product(proof.use(lemmas.power_falls(), k=j), 0 <= c))


def with_distance(proof, of, to, distance):
    """Return α^distance·g_to ≤ g_of, where D[of,to] is at most that."""
    facts = proof.know(near)(of)(to), proof.parts(space[1])[-3](last)(of)(to), proof.know(signs)(to)
    return proof.use(further(), *facts, i=D[last, of, to], j=distance, c=g[to], t=g[of])


def from_signs(proof, says):
    """Return a formula that follows from the signs of both entries of a pair."""
    known = proof.know(signs)
    return proof.have(says, known(i), known(end - i))


@lemma([0 <= k])
def as_many(proof):
    """For k ≥ 0: C(2k+1,k+1) = C(2k+1,k)."""
    positive = proof.have(as_number(0) < k + 1, as_index(0) <= k)
    scaled = proof.have(binomial(last, k + 1) * (k + 1) == ways * (k + 1), proof.use(next_binomial(), n=last))
    return proof.use(equal_multiples(), scaled, positive, t=k + 1, α=binomial(last, k + 1), β=ways)


@lemma([*private_column, between(0, z, end)])
def near_largest(proof):
    """2·C·α^(k+1)·g_z ≤ the sum, where g_z is ≥ 0: the databases at the distances k and k+1."""
    counts = [proof.use(number_at_distance(), n=last, k=last)(z)(each) for each in (k, k + 1)]
    cell = proof.assuming(between(0, i, end))
    apart = cell.use(opposite(), n=last, k=last)(i)(z)
    one, other = (function(i, If(D[last, i, z] == each, as_number(1), 0)) for each in (k, k + 1))
    says = a ** (k + 1) * g[z] * (one[i] + 1 * other[i]) <= smaller

    def at(distance, rest):
        """Database i is at this distance from z and its opposite at the rest, so both entries are ≥ α^(k+1)·g_z."""

        def found(case):
            inner = case.assuming(D[last, end - i, z] == rest)
            low = with_distance(inner, i, z, as_index(k + 1)), with_distance(inner, end - i, z, as_index(k + 1))
            done = inner.have(says, *low)
            return case.fact(done, case.have(D[last, end - i, z] == rest, apart))

        return found

    each = cell.cases(
        says,
        (D[last, i, z] == k, at(k, k + 1)),
        (D[last, i, z] == k + 1, at(k + 1, k)),
        (TRUE, lambda case: from_signs(case, says)),
    )
    whole = proof.termwise(i, 0, end, says, each)
    both_sums = proof.use(lemmas.sum_of_two(), low=0, high=end, t=1, f=one, g=other)
    factor = proof.use(
        lemmas.scaled_sum(), low=0, high=end, t=a ** (k + 1) * g[z], f=function(i, one[i] + 1 * other[i])
    )
    equal = proof.use(as_many())
    counted = [Sum(i, 0, end, each[i]) for each in (one, other)]
    terms = [*whole.says.args, both_sums.says.args[0], *counted, ways, binomial(last, k + 1), a ** (k + 1), g[z]]
    goal = 2 * ways * a ** (k + 1) * g[z] <= erred
    return proof.opaque(goal, whole, both_sums, factor, *counts, equal, terms=terms)


@lemma([*private_column, between(0, y, end), between(0, z, end), 1 <= D[last, y, z], g[y] <= g[z]])
def away_from_largest(proof):
    """2·α^k·g_y ≤ the sum, where g_y ≤ g_z and y is not z: both databases of a pair are near z or y."""
    level = proof.use(lemmas.power_nonnegative())
    low = a**k * g[y]
    goal = 2 * low <= erred

    def at(deep, place):
        """S is within k of z and beyond k of y, so its opposite is within k of y: both entries are ≥ α^k·g_y.

        The pair occurs twice in the sum, at S and at its opposite, which are different.
        """
        close, far = place.parts()[-2:]
        apart = deep.use(opposite(), n=last, k=last)(S)(y)
        says = k + 1 <= D[last, S, y]
        beyond = deep.either(far, *[lambda case: case.have(says)] * 2)
        rest = deep.have(D[last, end - S, y] <= k, beyond, apart)
        inner = deep.assuming(close.says, beyond.says, rest.says)
        first = inner.have(low <= g[S], with_distance(inner, S, z, k), inner.product(level, g[y] <= g[z]))
        second = with_distance(inner, end - S, y, k)
        one, other = (function(i, If(i == each, low, as_number(0))) for each in (S, end - S))
        says = one[i] + 1 * other[i] <= smaller
        cell = inner.assuming(between(0, i, end))

        def both_places(case):
            return case.contradiction(
                says,
                case.use(lemmas.index_order(), j=k + 1, k=D[last, end - S, y]),
                case.use(lemmas.index_order(), j=D[last, end - S, y]),
            )

        def here(index):
            def found(case):
                def value(v):
                    return both(low <= g[v], low <= g[end - v])

                known = case.have(value(index), first, second)
                known = case.replace(case.have(index == i), value, known)
                return case.have(says, known)

            return found

        each = cell.cases(
            says,
            (both(i == S, i == end - S), both_places),
            (i == S, here(S)),
            (i == end - S, here(end - S)),
            (TRUE, lambda case: from_signs(case, says)),
        )
        whole = inner.termwise(i, 0, end, says, each)
        apart_ = inner.use(lemmas.sum_of_two(), low=0, high=end, t=1, f=one, g=other)
        ends = [inner.use(lemmas.one_term(), low=0, high=end, j=e, f=lambda _: low) for e in (S, end - S)]
        terms = [whole.says.args[0], erred, *(each.says.args[0] for each in ends), low]
        found = inner.opaque(goal, whole, apart_, *ends, terms=terms)
        return deep.fact(found, close, beyond, rest)

    return proof.obtain(proof.use(away(), n=last, k=last)(y)(z)(k), S, at)


others = as_number(2) ** last - 1
scale = 1 + others * ways * a
lower, upper = (1 + a) * ways / scale, ways / (1 + a) ** k
alone = a ** (k + 1) / (1 + a)
"""The least loss of a user who is served alone."""


def ways_nonnegative(proof):
    return proof.use(binomial_nonnegative(), n=last)


@cache
def constant_sum():
    """For n ≥ 0: a sum of n terms that are all c is n·c."""
    return Proof([0 <= n], Sum(i, 0, n - 1, c) == n * c).qed()


def entry_of_column(proof, y, z):
    """Return C·α^(k+1)·2·g_y ≤ M if y is z, and ≤ C·α·M else, where M is the sum."""
    one = If(D[last, y, z] == 0, as_number(1), 0)

    def goal(power, one):
        return 2 * ways * power * g[y] <= ways * a * erred + (1 - ways * a) * erred * one

    size = ways_nonnegative(proof)
    cell = proof.assuming(between(0, y, end), g[y] <= g[z])
    terms = [ways, erred, a ** (k + 1), a**k, g[y], g[z]]
    says = goal(a ** (k + 1), one)

    def same(case):
        less = case.product(size, case.use(lemmas.power_nonnegative(), k=k + 1), g[y] <= g[z])
        found = case.opaque(goal(a ** (k + 1), as_number(1)), less, case.use(near_largest()), terms=terms)
        return case.have(says, found)

    def other(case):
        more = case.product(size, 0 <= a, case.use(away_from_largest()))
        found = case.opaque(goal(a**k * a, as_number(0)), more, terms=terms)
        power = case.have(a**k * a == a ** (k + 1))
        return case.have(says, case.replace(power, lambda e: goal(e, as_number(0)), found))

    return cell.cases(says, (D[last, y, z] == 0, same), (TRUE, other))


@lemma(private_column, 2 * ways * a ** (k + 1) * Sum(i, 0, end, g[i]) <= scale * erred)
def column(proof):
    """The smaller entries of all pairs, times 1 + (2^n-1)·C·α, are at least 2·C·α^(k+1) times the sum of the column."""
    most = Largest(i, 0, end, g[i])
    sized = proof.use(number_of_databases(), n=last, k=last)
    low = proof.use(number_at_least_one(), n=last, k=last)

    def at(deep, found):
        top = found.parts()[-1]
        cell = deep.assuming(between(0, y, end))
        less = cell.have(g[y] <= g[z], cell.fact(core.bounds(most, y)), top)
        each = cell.fact(entry_of_column(cell, y, z), less)
        alone = function(y, If(D[last, y, z] == 0, as_number(1), 0))
        whole = deep.termwise(y, 0, end, each)
        constant, factor = ways * a * erred, (1 - ways * a) * erred
        apart = deep.use(lemmas.sum_of_two(), low=0, high=end, t=factor, f=function(y, constant), g=alone)
        left = deep.use(lemmas.scaled_sum(), low=0, high=end, t=2 * ways * a ** (k + 1), f=g)
        same = deep.use(constant_sum(), n=N[last], c=constant)
        one = deep.use(number_at_distance(), n=last, k=last)(z)(0)
        one = deep.have(Sum(y, 0, end, alone[y]) == 1, one)
        terms = [
            *whole.says.args,
            Sum(y, 0, end, constant),
            Sum(y, 0, end, alone[y]),
            Sum(y, 0, end, g[y]),
            ways,
            erred,
            a ** (k + 1),
            as_number(N[last]),
            as_number(2) ** last,
        ]
        return deep.opaque(proof.goal, whole, apart, left, same, one, sized, terms=terms)

    return proof.obtain(proof.knowing(low, lambda case: case.fact(core.attained(most))), z, at)


# One user: two databases between those of the pair differ in one row

own = error(x, w, i, end - i, q)
mechanism = private_by_distance(x, a, D, last, end, q)


@claim.clause("alone", *space, 0 <= a, a <= 1, mechanism, between(0, i, end), reading(w, q), alone <= own)
def served_alone(proof):
    entries, _rows, close = proof.parts(mechanism)[-3:]
    apart = proof.parts(space[1])[-3](last)

    def at(deep, one, other):
        """S and T are neighbours, S within k of i and T within k of the opposite of i.

        S and T are confused with probability α/(1+α) at least, and each end is like its neighbour up to a factor α^k.
        """
        near_, _far = other.parts()[-3:-1]
        twice = deep.have(D[last, T, S] == 1, deep.use(symmetric(), n=last, k=last)(T)(S))
        rest = deep.have(D[last, end - i, T] <= k, deep.use(opposite(), n=last, k=last)(i)(T))

        def summed(of, to, distance, weight, *facts):
            cell = deep.assuming(between(0, r, q))
            known = close(of)(to)(r), apart(of)(to), entries(to)(r), *facts
            less = cell.use(further(), *known, i=D[last, of, to], j=distance, c=x[to, r], t=x[of, r])
            scaled = cell.product(less, cell.have(0 <= weight[r], *cell.know(reading(w, q))(r).parts()))
            power = a**distance
            says = power * (x[to, r] * weight[r]) <= x[of, r] * weight[r]
            whole = deep.termwise(r, 0, q, says, scaled)
            factor = deep.use(lemmas.scaled_sum(), low=0, high=q, t=power, f=function(r, x[to, r] * weight[r]))
            total = Sum(r, 0, q, x[to, r] * weight[r])
            goal = power * total <= whole.says.args[1]
            return deep.opaque(goal, whole, factor, terms=[*whole.says.args, total, power])

        second, first = w, function(r, 1 - w[r])
        begin, final = summed(i, S, k, second, near_), summed(end - i, T, k, first, rest)
        up, down = summed(S, T, as_index(1), second, other), summed(T, S, as_index(1), first, twice)
        sums = [each.says.args[1] for each in (begin, final, up, down)]
        middle = deep.have(2 * a <= (1 + a) * (sums[2] + sums[3]), up, down)
        more = deep.product(deep.use(lemmas.power_nonnegative()), middle)
        up = deep.have(0 <= 1 + a)
        facts = more, deep.product(up, begin), deep.product(up, final)
        halves = (sums[0] + sums[1]) / 2
        spent = deep.opaque(a**k * a <= (1 + a) * halves, *facts, terms=[*sums, a**k])
        power = deep.have(a**k * a == a ** (k + 1))
        spent = deep.replace(power, lambda e: e <= (1 + a) * halves, spent)
        found = deep.opaque(alone <= halves, spent, 0 < 1 + a, terms=[*sums, a ** (k + 1)])
        return deep.restated(found, alone <= own)

    some = proof.use(neighbours_between(), n=last, k=last)(i)(k)
    return proof.obtain(
        some, S, lambda deep, one: deep.obtain(one.parts()[-1], T, lambda inner, other: at(inner, one, other))
    )


# All users: user i holds the opposite databases i and N[n]-1-i, and reads response r as the second with the chance w_ir

lost = error(x, function(r, W[i, r]), i, end - i, q)
most_lost = Largest(i, 0, end, lost)
read = All(i, between(0, i, end), reading(function(r, W[i, r]), q))


def scale_positive(proof):
    """Return that 1 + (2^n-1)·C·α > 0."""
    low, size = proof.use(number_at_least_one(), n=last, k=last), proof.use(number_of_databases(), n=last, k=last)
    many = proof.opaque(0 <= others, proof.use(lemmas.index_order(), low, j=1, k=N[last]), size)
    return proof.opaque(0 < scale, proof.product(many, ways_nonnegative(proof), 0 <= a))


# The mechanism for one user: that of the walk, by the distances from the database that it holds

walked = walk(k, a)
serving = explained("serving({0}; {1}, {2}, {3})", (x, D, n, i), function(u, r, x[D[n, u, i], r]))(walked, D, last, i)


@cache
def rows_apart():
    """For rows y and z of an α-private mechanism with |y-z| ≤ j: α^j·x_zr ≤ x_yr."""
    inside = between(0, y, n), between(0, z, n), between(0, r, q)
    proof = Proof([0 <= a, a <= 1, private(x, a, n, q), *inside, y <= z + j, z <= y + j], a**j * x[z, r] <= x[y, r])
    entries = proof.parts(private(x, a, n, q))[-3]

    def steps(lemma, low, high):
        def shown(case):
            near = case.detach(case.use(lemma(), i=low, k=high - low, m=q))
            return case.use(further(), near, entries(z)(r), i=high - low, c=x[z, r], t=x[y, r])

        return shown

    above = (y <= z, steps(lemmas.entry_of_private_upwards, y, z))
    return proof.cases(proof.goal, above, (TRUE, steps(lemmas.entry_of_private, z, y))).theorem


@claim.clause(
    "alone-attained",
    *(*space, 0 <= a, a <= 1, between(0, i, end)),
    private_by_distance(serving, a, D, last, end, 1) & (error(serving, as_answered, i, end - i, 1) == alone),
)
def attained_alone(proof):
    known = proof.cite("exactdp.approximation-factor#attained")
    entries, _sums, _ = known.parts()[-3:]
    apart, within = proof.parts(space[1])[-3](last), proof.use(at_most_all_rows(), n=last, k=last)

    def inside(inner, of):
        return inner.both(apart(of)(i), within(of)(i))

    row = proof.assuming(between(0, u, end))
    at = row.have(between(0, D[last, u, i], last), inside(row, u))
    cell = row.assuming(between(0, r, 1))
    sign = cell.knowing(at, lambda case: case.have(0 <= serving[u, r], entries(D[last, u, i])(r)))
    one = row.knowing(at, lambda case: case.have(Sum(r, 0, 1, serving[u, r]) == 1))
    pair = row.assuming(between(0, y, end), between(0, r, 1))
    shorter = [pair.use(triangle(), n=last, k=last)(of)(to)(i) for of, to in ((u, y), (y, u))]
    lengths = pair.both(*(inside(pair, of) for of in (u, y)), *shorter, pair.use(symmetric(), n=last, k=last)(y)(u))
    places = {"y": D[last, u, i], "z": D[last, y, i], "j": D[last, u, y], "n": last, "q": 1, "x": walked}
    near = pair.use(rows_apart(), known, lengths, **places)
    near = pair.restated(near, a ** D[last, u, y] * serving[y, r] <= serving[u, r])
    private_ = proof.both(
        proof.every((u, 0, end), (r, 0, 1), sign),
        proof.all(one, u, between(0, u, end)),
        proof.every((u, 0, end), (y, 0, end), (r, 0, 1), near),
    )
    zero = proof.have(as_index(0) == D[last, i, i], proof.use(identical(), n=last, k=last)(i))
    whole = proof.have(last == D[last, end - i, i], proof.use(opposite(), n=last, k=last)(i)(i), zero)

    def lost(first, second):
        as_second = Sum(r, 0, 1, walked[first, r] * as_answered[r])
        return (as_second + Sum(r, 0, 1, walked[second, r] * (1 - as_answered[r]))) / 2 == alone

    loss = proof.replace(whole, lambda v: lost(as_index(0), v))
    loss = proof.replace(zero, lambda v: lost(v, D[last, end - i, i]), loss)
    return proof.restated(proof.both(private_, loss))


def least_number(proof):
    """Return that there is at least one database."""
    return proof.use(number_at_least_one(), n=last, k=last)


@claim.clause("users", *space, 0 <= a, a <= 1, mechanism, read, lower * alone <= most_lost, values=least_number)
def users(proof):
    """Sum `column` over the responses: the columns sum to 2^n, and the smaller entries to what all users err."""
    _entries, rows, close = proof.parts(mechanism)[-3:]
    low = least_number(proof)
    at_r = {"g": function(i, x[i, r])}
    column_r = proof.assuming(between(0, r, q))
    inside = column_r.assuming(between(0, i, end))
    pair = inside.assuming(between(0, y, end))
    falls = column_r.every((i, 0, end), (y, 0, end), pair.fact(close(i)(y)(r)))
    each = column_r.use(column(), falls, **at_r)
    smaller_r = substitute(smaller, at_r)
    summed = proof.termwise(r, 0, q, each)
    entry = Sum(r, 0, q, Sum(i, 0, end, x[i, r]))
    least = Sum(r, 0, q, Sum(i, 0, end, smaller_r))
    left = proof.use(
        lemmas.scaled_sum(), low=0, high=q, t=2 * ways * a ** (k + 1), f=function(r, Sum(i, 0, end, x[i, r]))
    )
    right = proof.use(lemmas.scaled_sum(), low=0, high=q, t=scale, f=function(r, Sum(i, 0, end, smaller_r)))
    row = proof.assuming(between(0, i, end))
    whole = proof.exchange(entry)
    ones = proof.termwise(i, 0, end, rows(i).says, row.fact(rows(i)))
    size = proof.use(constant_sum(), low, n=N[last], c=1)
    cell = row.assuming(between(0, r, q))
    cost = x[i, r] * W[i, r] + x[end - i, r] * (1 - W[i, r])
    bounds = cell.know(read)(i)(r).parts()
    paid = cell.have(smaller_r <= cost, *bounds)
    of_user = row.termwise(r, 0, q, paid)
    least_of_user = of_user.says.args[0]
    top = row.fact(core.bounds(most_lost, i))
    user = row.have(least_of_user <= 2 * most_lost, of_user, top)
    exchanged = proof.exchange(least)
    total = proof.termwise(i, 0, end, user)
    all_users = proof.use(constant_sum(), low, n=N[last], c=2 * most_lost)
    above, many = scale_positive(proof), proof.use(lemmas.index_order(), low, j=1, k=N[last])
    price, parts = ways * a ** (k + 1), [as_number(N[last]), most_lost, *summed.says.args, *exchanged.says.args]
    terms = [*parts, entry, *ones.says.args, all_users.says.args[0], ways, a ** (k + 1), scale]
    spent = proof.opaque(exchanged.says.args[0] <= N[last] * (2 * most_lost), exchanged, total, all_users)
    spent = proof.product(above, spent)
    found = proof.opaque(
        price * N[last] <= scale * most_lost * N[last], summed, left, right, whole, ones, size, spent, terms=terms
    )
    found = proof.use(
        lemmas.quotient_order(),
        found,
        proof.opaque(0 < as_number(N[last]), many),
        t=as_number(N[last]),
        α=price,
        β=scale * most_lost,
    )
    facts = found, above, proof.have(0 < 1 + a)
    return proof.opaque(proof.goal, *facts, terms=[ways, most_lost, a ** (k + 1), as_number(2) ** last])


# Randomized response on each row

response = explained("RR_({0},{1},{2})", (D, n, a), function(i, r, a ** D[n, i, r] / (1 + a) ** n))
"""Each of n rows is turned with the probability α/(1+α)."""
all_rows = N[n] - 1


@lemma([0 <= a, 0 <= j, 0 <= k])
def cell_of_response(proof):
    """For α ≥ 0, j ≥ 0 and k ≥ 0: α^j/(1+α)^k ≥ 0."""
    above = proof.use(lemmas.power_positive(), α=1 + a)
    power = proof.use(lemmas.power_nonnegative(), k=j)
    return proof.opaque(0 <= a**j / (1 + a) ** k, power, above, terms=[a**j, (1 + a) ** k])


@lemma([0 <= a, a <= 1, 0 <= i, 0 <= j, 0 <= k, 0 <= n, k <= i + j])
def neighbours_of_response(proof):
    """From k ≤ i+j, for 0 ≤ α ≤ 1 and exponents ≥ 0: α^i·(α^j/(1+α)^n) ≤ α^k/(1+α)^n."""
    above = proof.use(lemmas.power_positive(), α=1 + a, k=n)
    less = proof.use(lemmas.power_falls(), i=k, k=i + j)
    more = proof.have(a**i * a**j <= a**k, less)
    goal = a**i * (a**j / (1 + a) ** n) <= a**k / (1 + a) ** n
    return proof.opaque(goal, more, above, terms=[a**i, a**j, a**k, (1 + a) ** n])


@claim.clause(
    "response",
    *(0 <= n, databases(D, N, B, n, as_index(2), s), 0 <= a, a <= 1),
    private_by_distance(response(D, n, a), a, D, n, all_rows, all_rows),
)
def response_is_private(proof):
    apart = proof.parts(databases(D, N, B, n, as_index(2), s))[-3](n)
    x_ = response(D, n, a)
    cell = proof.assuming(between(0, i, all_rows), between(0, r, all_rows))
    found = cell.use(cell_of_response(), j=D[n, i, r], k=n)
    sign = cell.restated(found, 0 <= x_[i, r])
    total = proof.use(sum_of_distances(), **{"k": n, "β": a, "g": lambda e: a**e, "m": as_index(2), "t": 1 + a})
    row = proof.assuming(between(0, i, all_rows))
    above = row.use(lemmas.power_positive(), α=1 + a, k=n)
    parts = row.use(lemmas.scaled_sum(), low=0, high=all_rows, t=1 / (1 + a) ** n, f=function(r, a ** D[n, i, r]))
    says = x_[i, r] == 1 / (1 + a) ** n * a ** D[n, i, r]
    each = cell.knowing(apart(i)(r), lambda case: case.have(says))
    same = row.termwise(r, 0, all_rows, says, each)
    terms = [*same.says.args, parts.says.args[1].args[1], (1 + a) ** n]
    total_ = row.fact(total(i))
    ones = row.opaque(Sum(r, 0, all_rows, x_[i, r]) == 1, same, parts, total_, above, terms=terms)
    triple = cell.assuming(between(0, y, all_rows))
    lengths = triple.use(triangle(), k=n)(i)(y)(r), apart(i)(y), apart(y)(r), apart(i)(r)
    known = triple.use(neighbours_of_response(), *lengths, i=D[n, i, y], j=D[n, y, r], k=D[n, i, r])
    near_ = triple.restated(known, a ** D[n, i, y] * x_[y, r] <= x_[i, r])
    return proof.qed(
        proof.every((i, 0, all_rows), (r, 0, all_rows), sign),
        proof.all(ones, i, between(0, i, all_rows)),
        proof.every((i, 0, all_rows), (y, 0, all_rows), (r, 0, all_rows), near_),
    )


beyond_middle = function(r, If(k + 1 <= D[last, i, r], as_number(1), 0))
"""Read as the second database of the pair where it is the nearer one."""


@claim.clause(
    "response-loss",
    *(*space, 0 <= a, between(0, i, end)),
    error(response(D, last, a), beyond_middle, i, end - i, end) <= upper * alone,
)
def response_loss(proof):
    """Each of the two errs where more than k of its rows are turned, with probability ≤ C(n,k)·(α/(1+α))^(k+1)."""
    x_ = response(D, last, a)
    above = [proof.use(lemmas.power_positive(), α=1 + a, k=e) for e in (last, k + 1)]
    cell = proof.assuming(between(0, r, end))
    apart, sign = cell.use(opposite(), n=last, k=last)(i)(r), cell.parts(space[1])[-3](last)
    sums, bounds = [], []
    for row, weight in ((i, beyond_middle[r]), (end - i, 1 - beyond_middle[r])):
        far = function(r, If(k + 1 <= D[last, r, row], a ** D[last, r, row], 0))
        turned = cell.have(D[last, row, r] == D[last, r, row], cell.use(symmetric(), n=last, k=last)(row)(r))
        says = x_[row, r] * weight == 1 / (1 + a) ** last * If(k + 1 <= D[last, row, r], a ** D[last, row, r], 0)
        lengths = cell.both(apart, *(sign(e)(r) for e in (i, end - i)))
        each = cell.knowing(lengths, lambda case, says=says: case.have(says))
        pattern = lambda e, row=row, weight=weight: x_[row, r] * weight == 1 / (1 + a) ** last * If(k + 1 <= e, a**e, 0)  # noqa: E731
        each = cell.replace(turned, pattern, each)
        whole = proof.termwise(r, 0, end, each)
        factor = proof.use(lemmas.scaled_sum(), low=0, high=end, t=1 / (1 + a) ** last, f=far)
        sums += [whole, factor]
        bounds.append(proof.use(tail_at_most(), n=last, k=last)(row)(k + 1).parts()[1])
    whole, tails = (1 + a) ** last, [each.says.args[1].args[1] for each in sums[1::2]]
    terms = [*(each for one in sums[::2] for each in one.says.args), *tails, whole, (1 + a) ** (k + 1)]
    loss = error(x_, beyond_middle, i, end - i, end)
    parts = (sums[0].says.args[0] + sums[2].says.args[0]) / 2
    spent = proof.restated(proof.opaque(parts == 1 * parts), loss == 1 * parts)
    terms += [loss, ways, binomial(last, k + 1), a ** (k + 1)]
    cost = ways * a ** (k + 1) / (1 + a) ** (k + 1)
    total = proof.opaque(loss * whole == (tails[0] + tails[1]) / 2, spent, *sums, above[0], terms=terms)
    price = ways * a ** (k + 1) * whole
    halves = proof.opaque(
        (tails[0] + tails[1]) / 2 * (1 + a) ** (k + 1) <= price, *bounds, proof.use(as_many()), terms=terms
    )
    found = proof.opaque(loss * (1 + a) ** (k + 1) * whole <= price, total, halves, terms=terms)
    by = {"t": whole, "α": loss * (1 + a) ** (k + 1), "β": ways * a ** (k + 1)}
    found = proof.opaque(loss <= cost, proof.use(lemmas.quotient_order(), found, above[0], **by), above[1], terms=terms)
    powers = proof.have((1 + a) ** (k + 1) == (1 + a) ** k * (1 + a))
    less = proof.replace(powers, lambda e: loss <= ways * a ** (k + 1) / e, found)
    positive = proof.use(lemmas.power_positive(), α=1 + a), proof.have(0 < 1 + a)
    facts = less, *positive, proof.product(*positive)
    return proof.opaque(proof.goal, *facts, terms=[loss, ways, a ** (k + 1), (1 + a) ** k])


# Both bounds

of_one_row = {"k": as_index(0)}


@claim.clause("one-row", 0 <= a, both(substitute(lower, of_one_row) == 1, substitute(upper, of_one_row) == 1))
def one_row(proof):
    above, below = substitute((1 + a) * ways, of_one_row), substitute(scale, of_one_row)
    whole = Proof([0 < c], c / c == 1).qed()
    same = proof.use(whole, c=below)
    first = proof.replace(proof.have(below == above), lambda e: e / below == 1, same)
    return proof.both(first, proof.have(substitute(upper, of_one_row) == 1))


def others_nonnegative(proof):
    """Return that 2^n - 1 ≥ 0 and C ≥ 0, and so 1 + (2^n-1)·C·α > 0."""
    power = proof.use(lemmas.power_at_least_one(), t=2, k=last)
    size = ways_nonnegative(proof)
    more = proof.product(proof.opaque(0 <= others, power), size, 0 <= a)
    return power, size, more, proof.opaque(0 < scale, more)


@claim.clause("small-levels", 0 <= k, 0 <= a, both(ways * (1 - others * ways * a) <= lower, upper <= ways))
def small_levels(proof):
    _, size, more, above = others_nonnegative(proof)
    up = proof.product(size, 0 <= a)
    square = proof.product(size, more, more)
    first = proof.opaque(proof.goal.args[0], up, square, above)
    rise = proof.use(lemmas.power_at_least_one(), t=1 + a)
    second = proof.opaque(proof.goal.args[1], rise, proof.product(size, rise), terms=[(1 + a) ** k, ways])
    return proof.both(first, second)


@cache
def ways_grow():
    """For k ≥ 0: 2^k ≤ C(2k+1,k)."""
    goal = as_number(2) ** k <= ways

    def step(inner, before):
        # C(2k+3,k+1) = C(2k+2,k) + C(2k+2,k+1), and that is C(2k+1,k) + C(2k+1,k+1).
        first, second = (inner.use(pascal(), n=each) for each in (last + 1, last))
        more = inner.use(binomial_nonnegative(), n=last + 1)
        found = inner.opaque(
            2 * as_number(2) ** k <= binomial(last + 2, k + 1), first, second, more, before, inner.use(as_many())
        )
        return inner.have(as_number(2) ** (k + 1) <= binomial(last + 2, k + 1), found)

    return Proof([]).induction(goal, k, 0, [], step).theorem


@claim.clause("unbounded", 0 <= k, 0 <= a, as_number(2) ** last * ways * a <= 1, as_number(2) ** k / 2 <= lower)
def unbounded(proof):
    _, size, _, above = others_nonnegative(proof)
    up, limit = proof.product(size, 0 <= a), proof.know(as_number(2) ** last * ways * a <= 1)
    grow, power = proof.use(ways_grow()), proof.use(lemmas.power_nonnegative(), α=2)
    below = proof.opaque(0 <= 2 - scale, up, limit)
    facts = grow, proof.product(below, power), proof.product(0 <= a, size)
    return proof.opaque(proof.goal, *facts, above)
