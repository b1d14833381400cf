"""Losses with flat parts: when modes that never turn back can be chosen in them.

A row that falls weakly up to μ and rises weakly from there does so for every μ in an interval a..b, where it is least.
Modes that do not decrease can be chosen exactly if no a_j is above a later b_i: take the largest a_j so far. The proof
of the theorem asks for no more, and never for a strict step. Where neither choice is there, some a_j > b_i for j < i,
and some b_v < a_w for v < w; three of these four inputs are on the sides of a cut in turn.
"""

from exactdp.claims import Claim, core
from exactdp.claims.concentration_words import never_decrease
from exactdp.claims.evaluation import entry
from exactdp.claims.formulas import (
    INDEX_MAP,
    TRUE,
    All,
    Definition,
    Some,
    between,
    both,
    function,
    indices,
    substitute,
    term,
    variable,
)
from exactdp.claims.instances import generator
from exactdp.commands.cli import main

claim = Claim("exactdp.plateaus", "losses with flat parts and ties", section="3", position=55)

i, j, k, n, p, q, r, s, v, w = indices("i j k n p q r s v w")
a, b, u = (variable(name, INDEX_MAP) for name in ("a", "b", "μ"))
are_intervals = Definition(
    "{0}[i]..{1}[i] is an interval for each i in {{0..{2}}}",
    (a, b, n),
    All(i, between(0, i, n), a[i] <= b[i]),
    latex=r"{0}_i \le {1}_i\ (0 \le i \le {2})",
)
intervals = are_intervals(a, b, n)


@generator(are_intervals)
def some_intervals(rng, turn, last, n):
    """Draw intervals of at most three responses."""
    return tuple(entry(last, [i]) - rng.choice((0, 0, 1, 2)) for i in range(n + 1))


fits = All(j, between(0, j, n), All(i, between(j, i, n), a[j] <= b[i]))
inside = All(i, between(0, i, n), (a[i] <= u[i]) & (u[i] <= b[i]))


@claim.clause("needed", 0 <= n, never_decrease(u, n), inside, fits)
def needed(proof):
    pair = proof.assuming(between(0, j, n), between(j, i, n))
    first, last = pair.know(inside)(j).parts()[0], pair.know(inside)(i).parts()[1]
    rising = pair.parts(never_decrease(u, n))[-1](j, i)
    goal = pair.have(a[j] <= b[i], first, rising, last)
    return proof.qed(proof.all(proof.all(goal, i, between(j, i, n)), j, between(0, j, n)))


chosen = Some(u, never_decrease(u, n), inside)


@claim.clause("chosen", 0 <= n, intervals, fits, chosen)
def is_chosen(proof):
    """Let f(i) be an input up to i with the largest a, and μ(i) = a_f(i)."""
    largest = Some(v, between(0, v, i), All(j, between(0, j, i), a[j] <= a[v]))

    def first(inner):
        row = inner.assuming(between(0, j, 0))
        return inner.witness(
            substitute(largest, {"i": term(0)}),
            0,
            inner.all(row.have(a[j] <= a[0], row.have(j == 0)), j, between(0, j, 0)),
        )

    def longer(inner, before):
        after = substitute(largest, {"i": i + 1})

        def step(case, found):
            *_, all_up_to = found.parts()

            def at(deep, value, other):
                row = deep.assuming(between(0, j, i + 1))
                goal = a[j] <= a[value]
                each = row.cases(
                    goal,
                    (j == i + 1, lambda last: last.have(goal, other)),
                    (TRUE, lambda old: old.have(goal, old.fact(all_up_to(j).theorem), other)),
                )
                return deep.witness(after, value, deep.all(each, j, between(0, j, i + 1)))

            return case.cases(
                after,
                (a[i + 1] <= a[v], lambda deep: at(deep, v, deep.know(a[i + 1] <= a[v]))),
                (TRUE, lambda deep: at(deep, i + 1, deep.have(a[v] <= a[i + 1]))),
            )

        return inner.obtain(before, v, step)

    start = first(proof)
    every = proof.induction(largest, i, 0, [start], longer)
    function_of = proof.fact(core.choose(proof.all(every, i, between(0, i, n)).theorem, "f"))
    f = variable("f", INDEX_MAP)

    def choose(inner, found):
        modes = function(i, a[f[i]])
        row = inner.assuming(between(0, i, n))
        low, high, most = row.fact(found(i).theorem).parts()
        fitting = row.fact(row.know(fits)(f[i], i).theorem)
        between_them = row.have(
            (a[i] <= modes[i]) & (modes[i] <= b[i]),
            most(i),
            core_cut(row, fitting, low, high, row.have(f[i] <= n, high)),
        )
        pair = inner.assuming(between(0, j, n), between(j, k, n))
        first_low, first_high, _ = pair.fact(found(j).theorem).parts()
        *_, later = pair.fact(found(k).theorem).parts()
        rising = core_cut(pair, pair.fact(later(f[j]).theorem), first_low, pair.have(f[j] <= k, first_high))
        order = inner.all(inner.all(rising, k, between(j, k, n)), j, between(0, j, n))
        return inner.witness(
            chosen, modes, inner.have(never_decrease(modes, n), order), inner.all(between_them, i, between(0, i, n))
        )

    return proof.obtain(function_of, f, choose)


def core_cut(proof, fact, *by):
    """Return a fact without what it is given, as far as these say it."""
    return proof.fact(core.cut(fact.theorem, *(each.theorem for each in by)))


# Where there is neither choice


def turned(first, middle, last, cut):
    """Say that the middle one of three inputs is on one side of a cut, and the others are on the other."""
    beyond = both(b[first] <= cut, cut < a[middle], b[last] <= cut)
    before = both(cut < a[first], b[middle] <= cut, cut < a[last])
    return beyond | before


three = Some(
    r,
    between(0, r, n),
    Some(s, between(0, s, n), Some(p, between(s + 1, p, n), Some(q, between(p + 1, q, n), turned(s, p, q, b[r])))),
)
inputs = (between(0, j, n), between(j + 1, i, n), between(0, v, n), between(v + 1, w, n))


@claim.clause("turned", intervals, *inputs, b[i] < a[j], b[v] < a[w], three)
def is_turned(proof):
    each = proof.parts(intervals)[-1]
    known = [proof.fact(each(at).theorem) for at in (i, j, v, w)]
    inner = proof.assuming(*(each.says for each in known))

    def found(case, side, cut, *at):
        first, middle, last = at
        here = turned(first, middle, last, b[cut])
        inner = case.alternative(here, case.have(here.args[side]))
        for depth, value in ((3, last), (2, middle), (1, first), (0, cut)):
            goal = three
            for each in (cut, first, middle)[:depth]:
                goal = substitute(goal.args[2], {goal.args[0].args[0]: each})
            inner = case.witness(goal, value, inner)
        return inner

    def impossible(case):
        return case.fact(core.absurd(case.have(term(0) < term(0)).theorem, three))

    def later_cut(case):
        return case.cases(
            three,
            (i < w, lambda deep: found(deep, 1, i, j, i, w)),
            (w < i, lambda deep: found(deep, 0, v, v, w, i)),
            (TRUE, impossible),
        )

    def earlier_cut(case):
        return case.cases(
            three,
            (v < j, lambda deep: found(deep, 0, i, v, j, i)),
            (j < v, lambda deep: found(deep, 1, v, j, v, w)),
            (TRUE, impossible),
        )

    return core_cut(proof, inner.cases(three, (b[i] <= b[v], later_cut), (TRUE, earlier_cut)), *known)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
