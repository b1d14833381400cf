"""Section 3.3.1, hourly calls: the sensitivity 120 times the number of days, hour by hour and for the whole day.

The filter keeps people with at most 120 calls in each hour of each day. Such a person makes at most 120·D calls in the
same hour of D days, and can make all of them from one cell. If one person is replaced, the bound doubles. For all 24
hours it is 24 times as much, as one person can call in every hour.
"""

from exactdp.claims.language import *

claim = Claim("dwork2013.section-3-3-1.hourly", "the sensitivity of the hourly calls", section="3.3.1", position=70)

c, h, j, m, t, z = indices("c h j m t z")
D = indices("D")[0]
f, g = (variable(name, Function(3, "number")) for name in "fg")


def hour(calls, at):
    """The calls of one person in an hour of the day, all days together, cell by cell; cells are 0..m."""
    return function(z, Sum(j, 1, D, calls[at, j, z]))


calls = explained(
    "{0} is at most {1} calls an hour ({2},{3}; {4})",
    (f, c, h, D, m),
    Every((t, 1, h), (j, 1, D), All(z, between(0, z, m), f[t, j, z] >= 0) & (Sum(z, 0, m, f[t, j, z]) <= c)),
)


of_person = calls(f, c, h, D, m)


def norm(counts):
    return Sum(z, 0, m, abs(counts))


@claim.clause("one-more", of_person, between(1, t, h), 0 <= D, norm(hour(f, t)[z]) <= as_number(c) * D)
def one_more(proof):
    day = proof.assuming(between(1, j, D))
    total = day.know(of_person)(t, j).parts()[-1]
    cell = proof.assuming(between(0, z, m))
    each = cell.assuming(between(1, j, D)).have(
        0 <= f[t, j, z], cell.assuming(between(1, j, D)).know(of_person)(t, j).parts()[0](z)
    )
    size = cell.have(0 <= hour(f, t)[z], cell.termwise(j, 1, D, each))
    same = cell.decided(abs(hour(f, t)[z]) == hour(f, t)[z], size)
    whole = proof.exchange(Sum(z, 0, m, hour(f, t)[z]))
    return proof.qed(proof.termwise(z, 0, m, same), whole, proof.termwise(j, 1, D, total))


@claim.clause(
    "replaced",
    of_person,
    calls(g, c, h, D, m),
    between(1, t, h),
    0 <= D,
    norm(hour(f, t)[z] - hour(g, t)[z]) <= 2 * as_number(c) * D,
)
def replaced(proof):
    cell = proof.assuming(between(0, z, m))
    each = cell.use(lemmas.apart_at_most(), α=hour(f, t)[z], β=hour(g, t)[z])
    first, second = (function(z, abs(hour(each, t)[z])) for each in (f, g))
    both = proof.use(lemmas.sum_of_two(), low=0, high=m, f=first, g=second, t=1)
    sums = [proof.cite("#one-more"), proof.cite("#one-more", f=g)]
    return proof.qed(proof.termwise(z, 0, m, each), both, *sums)


@claim.clause(
    "one-cell",
    of_person,
    calls(g, c, h, D, 0),
    m == 0,
    between(1, t, h),
    0 <= D,
    norm(hour(f, t)[z] - hour(g, t)[z]) <= as_number(c) * D,
)
def one_cell(proof):
    day = proof.assuming(between(1, j, D))
    facts = []
    for each in (f, g):
        entries, _total = day.know(calls(each, c, h, D, 0) if each is g else of_person)(t, j).parts()
        facts += [day.have(0 <= each[t, j, 0], entries(0)), day.have(each[t, j, 0] <= as_number(c))]
    return proof.qed(*[proof.termwise(j, 1, D, fact) for fact in facts])


whole_day = Sum(t, 1, h, norm(hour(f, t)[z]))


@claim.clause("all-hours", of_person, 0 <= h, 0 <= D, whole_day <= as_number(h) * c * D)
def all_hours(proof):
    return proof.qed(proof.termwise(t, 1, h, proof.assuming(between(1, t, h)).cite("#one-more")))


claim.clause("quarter-of-a-year", Sum(t, 1, 24, Sum(j, 1, 91, 120)) == 262080)(by_evaluation)

# Someone who makes all calls from cell 0, and someone who makes them from cell 1
here, there = (function(t, j, z, If(z == at, as_number(c), 0)) for at in (0, 1))
most = as_number(c) * D


def allowed(proof, of, at):
    """Return that someone who makes all calls from one cell makes no more than the filter leaves."""
    inner = proof.assuming(between(1, t, h), between(1, j, D))
    size = inner.have(as_number(0) <= c, 0 <= c)
    cell = inner.assuming(between(0, z, m))
    entry = cell.cases(
        0 <= of[t, j, z], *[(where, lambda case: case.have(0 <= of[t, j, z], size)) for where in (z == at, TRUE)]
    )
    total = inner.have(
        Sum(z, 0, m, of[t, j, z]) <= c, inner.use(lemmas.one_term(), low=0, high=m, j=at, f=function(z, as_number(c)))
    )
    both = inner.both(inner.all(entry, z, between(0, z, m)), total)
    return proof.have(calls(of, c, h, D, m), proof.every((t, 1, h), (j, 1, D), both))


def counted(proof, value, *places):
    """Return the sum over cells of what is c·D at these places, and 0 elsewhere."""
    terms = [If(z == at, most, 0) for at in places]
    body = terms[0] if len(terms) == 1 else terms[0] + as_number(1) * terms[1]
    size = proof.product(proof.have(as_number(0) <= c, 0 <= c), proof.have(as_number(0) <= D, 0 <= D))
    cell = proof.assuming(between(0, z, m))
    goal = abs(value) == body

    def size_of(sign):
        def step(case):
            least = case.have(0 <= value if sign > 0 else value <= 0, size)
            known = case.use(lemmas.absolute_value(sign), least, α=value)
            return case.chain(abs(value), (value if sign > 0 else -value, known), body)

        return step

    sides = [(z == at, size_of(1 - 2 * number)) for number, at in enumerate(places)]
    each = cell.cases(goal, *sides, (TRUE, size_of(1)))
    ones = [proof.use(lemmas.one_term(), low=0, high=m, j=at, f=function(z, most)) for at in places]
    if len(places) > 1:
        ones.append(
            proof.use(lemmas.sum_of_two(), low=0, high=m, f=function(z, terms[0]), g=function(z, terms[1]), t=1)
        )
    return [proof.termwise(z, 0, m, each), *ones]


claim.clause("attained", 0 <= c, 0 <= m, 0 <= D, calls(here, c, h, D, m) & (norm(hour(here, t)[z]) == most))(
    lambda proof: proof.qed(allowed(proof, here, 0), *counted(proof, hour(here, t)[z], 0))
)

claim.clause(
    "attained-by-replacing",
    0 <= c,
    1 <= m,
    0 <= D,
    calls(there, c, h, D, m) & (norm(hour(here, t)[z] - hour(there, t)[z]) == 2 * most),
)(lambda proof: proof.qed(allowed(proof, there, 1), *counted(proof, hour(here, t)[z] - hour(there, t)[z], 0, 1)))
