"""Losses with flat parts: when modes that never turn back can be chosen from them.

The minima of a unimodal row form an interval a..b. Every μ in it is a mode: the row falls weakly up to μ and rises
weakly from μ on. Modes that do not decrease can be chosen if and only if no a_j is above a later b_i: choose the
largest a_j so far. The proof of the theorem needs only this, and never a strict step. Suppose that neither modes that
do not decrease nor modes that do not increase exist. Then a_j > b_i for some j < i, and b_v < a_w for some v < w. Three
of these four inputs lie on alternating sides of a cut.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.vocabulary.concentration import intervals_in_turn, never_decrease

claim = Claim(
    "exactdp.plateaus",
    "when modes that never turn back can be chosen for a loss with flat parts",
    section="3",
    position=55,
)

i, j, k, n, s, t, v = indices("i j k n s t v")
a, b, u = (variable(name, INDEX_MAP) for name in ("a", "b", "μ"))
are_intervals = Definition(
    "{0} and {1} are the ends of intervals on {{0..{2}}}", (a, b, n), All(i, between(0, i, n), a[i] <= b[i])
)
intervals = are_intervals(a, b, n)


@generator(are_intervals)
def some_intervals(rng, turn, last, n):
    """Draw intervals of at most three responses."""
    return tuple(entry(last, [i]) - rng.choice((0, 0, 1, 2)) for i in range(n + 1))


is_inside = Definition(
    "{0} is between {1} and {2} on {{0..{3}}}",
    (u, a, b, n),
    All(i, between(0, i, n), (a[i] <= u[i]) & (u[i] <= b[i])),
)


@generator(is_inside)
def some_inside(rng, turn, first, last, n):
    return tuple(rng.randint(entry(first, [i]), entry(last, [i])) for i in range(n + 1))


fits = Every((j, 0, n), (i, j, n), a[j] <= b[i])
inside = is_inside(u, a, b, n)


@claim.clause("needed", never_decrease(u, n), inside, 0 <= j, j <= i, i <= n, a[j] <= b[i])
def needed(proof):
    first, last = proof.know(inside)(j).parts()[0], proof.know(inside)(i).parts()[1]
    return proof.qed(first, proof.parts(never_decrease(u, n))[-1](j, i), last)


chosen = Some(u, never_decrease(u, n), inside)


@claim.clause("chosen", intervals, fits, chosen)
def is_chosen(proof):
    """Let f(i) be an input up to i with the largest a, and μ(i) = a_f(i)."""
    largest = Some(v, between(0, v, i), All(j, between(0, j, i), a[j] <= a[v]))

    def first(inner):
        return inner.witness(substitute(largest, {"i": term(0)}), 0)

    def longer(inner, before):
        after = substitute(largest, {"i": i + 1})
        *_, all_up_to = inner.let(before, v).parts()

        def at(deep, value, other):
            row = deep.assuming(between(0, j, i + 1))
            goal = a[j] <= a[value]
            each = row.have(goal, other, row.fact(all_up_to(j)), cases=[j == i + 1])
            return deep.witness(after, value, deep.all(each, j, between(0, j, i + 1)))

        return inner.cases(
            after,
            (a[i + 1] <= a[v], lambda deep: at(deep, v, deep.know(a[i + 1] <= a[v]))),
            (TRUE, lambda deep: at(deep, i + 1, deep.have(a[v] <= a[i + 1]))),
        )

    start = first(proof)
    every = proof.induction(largest, i, 0, [start], longer)
    function_of = proof.fact(core.choose(proof.all(every, i, between(0, i, n)).theorem, "f"))
    f = variable("f", INDEX_MAP)

    def choose(inner, found):
        modes = function(i, a[f[i]])
        row = inner.assuming(between(0, i, n))
        low, high, most = row.fact(found(i)).parts()
        fitting = row.fact(row.know(fits)(f[i], i))
        between_them = row.have(
            (a[i] <= modes[i]) & (modes[i] <= b[i]), most(i), row.fact(fitting, low, high, row.have(f[i] <= n))
        )
        pair = inner.assuming(between(0, j, n), between(j, k, n))
        first_low, first_high, _ = pair.fact(found(j)).parts()
        *_, later = pair.fact(found(k)).parts()
        rising = pair.fact(later(f[j]), first_low, pair.have(f[j] <= k, first_high))
        order = inner.every((j, 0, n), (k, j, n), rising)
        return inner.witness(
            chosen, modes, inner.have(never_decrease(modes, n), order), inner.all(between_them, i, between(0, i, n))
        )

    return proof.obtain(function_of, f, choose)


# If neither kind of modes can be chosen


@claim.clause(
    "turned",
    *(intervals, 0 <= i, i < j, j <= n, b[j] < a[i], 0 <= s, s < t, t <= n, b[s] < a[t]),
    intervals_in_turn(a, b, n),
)
def is_turned(proof):
    three = unfold(proof.goal)
    each = proof.parts(intervals)[-1]
    known = [proof.fact(each(at)) for at in (i, j, s, t)]
    inner = proof.assuming(*(each.says for each in known))

    def found(case, side, *inputs):
        """Return the goal, by the cut and three inputs: the middle one is beyond the cut, or before it."""
        goals = [three]
        for value in inputs:
            v, _, rest = goals[-1].args
            goals.append(substitute(rest, {v.args[0]: value}))
        shown = case.alternative(goals[-1], case.have(goals[-1].args[side]))
        for goal, value in zip(goals[-2::-1], inputs[::-1], strict=True):
            shown = case.witness(goal, value, shown)
        return shown

    def impossible(case):
        return case.fact(core.absurd(case.have(term(0) < term(0)).theorem, three))

    def later_cut(case):
        return case.cases(
            three,
            (j < t, lambda deep: found(deep, 1, j, i, j, t)),
            (t < j, lambda deep: found(deep, 0, s, s, t, j)),
            (TRUE, impossible),
        )

    def earlier_cut(case):
        return case.cases(
            three,
            (s < i, lambda deep: found(deep, 0, j, s, i, j)),
            (i < s, lambda deep: found(deep, 1, s, i, s, t)),
            (TRUE, impossible),
        )

    return proof.restated(proof.fact(inner.cases(three, (b[j] <= b[s], later_cut), (TRUE, earlier_cut)), *known))
