"""G on a finer grid, asked only on a coarser grid, is a remap of G on the coarser grid, and reveals less.

Fernandes, McIver & Morgan (The Laplace mechanism has optimal utility for differential privacy over continuous queries,
2021) extend the theorem of Ghosh et al. from counts to real results, and real results are a limit of grids. This claim
is about two grids. Let G at level β answer the inputs 0, …, q·n, and ask only for the multiples of q. This is private
at α = β^q (`private`). Its columns meet the condition on three entries, so it is derivable from G at α (`derivable`).
For q ≥ 2 no remap leads back (`not-back`). The response 1 is between two inputs, so neither makes it likelier than the
other by the factor 1/α. But each response of G at α is likelier from one of them by this factor, the largest that
privacy allows.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.database import multiples

claim = Claim(
    "exactdp.finer-grid",
    "G on a finer grid reveals less about a coarser grid than G on that grid",
    section="7",
    position=30,
    kept={
        **dict.fromkeys(("1 ≤ n", "1 ≤ q", "0 < β", "β < 1"), "the papers' mechanisms and levels"),
        "B = multiples(q;n)": "the places of the coarser grid on the finer one",
    },
)

i, j, k, n, q, r, z = indices("i j k n q r z")
b = number("β")
(T,) = matrices("T")
B = variable("B", INDEX_MAP)
a = b**q
last = B[n]
coarse, fine = geometric_mechanism(n, a), geometric_mechanism(last, b)
on_coarse = function(i, k, fine[B[i], k])
share = If((r == 0) | (r == last), as_number(1), 1 - b) / (1 + b)
places = multiples(B, q, n)
levels = (1 <= n, 1 <= q, 0 < b, b < 1, places)


def knowing_all(proof, facts, step):
    """Return the step's fact, with all of these relations of indices as given."""
    if not facts:
        return step(proof)
    first, *others = facts
    return proof.knowing(first, lambda known: knowing_all(known, others, step))


@lemma([1 <= q, places, between(0, k, n)])
def in_order(proof):
    """For 0 ≤ k ≤ n: k ≤ B[k] ≤ B[n]."""
    zero, each = proof.parts(places)[-2:]

    def growing(goal):
        """Return the step of an induction on j, from the goal and the next multiple."""

        def step(inner, before):
            after = substitute(goal, {"j": j + 1})
            return knowing_all(inner, [before, inner.fact(each(j))], lambda known: known.have(after))

        return step

    first = proof.induction(j <= B[j], j, 0, [zero], growing(j <= B[j]), up_to=k)
    return proof.both(first, proof.induction(B[k] <= B[j], j, k, [], growing(B[k] <= B[j]), up_to=n))


def placed(proof, inputs, step):
    """Return the step's fact, where it is given at which multiples these inputs and the last one are."""
    return knowing_all(proof, [part for at in (*inputs, n) for part in proof.use(in_order(), k=at).parts()], step)


@claim.clause("private", *levels, private(on_coarse, a, n, last))
def is_private(proof):
    each = proof.parts(places)[-1]
    cell = proof.assuming(between(0, i, n), between(0, r, last))
    entry = cell.have(0 <= on_coarse[i, r], cell.use(lemmas.power_nonnegative(), α=b, k=abs(B[i] - r)))
    row = proof.assuming(between(0, i, n))
    total = placed(row, [i], lambda known: known.use(lemmas.geometric_rows(), n=last, α=b, i=B[i]))
    step = proof.assuming(between(0, i, n - 1), between(0, r, last))
    here, there = abs(B[i] - r), abs(B[i] + q - r)
    falls = [step.use(lemmas.power_falls(), α=b, i=one, k=other + q) for one, other in ((here, there), (there, here))]
    goal = (a * on_coarse[i + 1, r] <= on_coarse[i, r]) & (a * on_coarse[i, r] <= on_coarse[i + 1, r])
    near = step.knowing(step.fact(each(i)), lambda known: known.have(goal, *falls))
    return proof.qed(
        proof.every((i, 0, n), (r, 0, last), entry),
        proof.all(row.have(Sum(r, 0, last, on_coarse[i, r]) == 1, total), i, between(0, i, n)),
        proof.every((i, 0, n - 1), (r, 0, last), near),
    )


@claim.clause(
    "derivable",
    *levels,
    derivable(on_coarse, a, n, last),
    witnesses={"T": geometric_preimage(on_coarse, a, n)},
)
def is_derivable(proof):
    proof.remember(proof.use(lemmas.power_positive(), α=b, k=q), proof.use(lemmas.power_below_one(), α=b, k=q))
    inner = proof.assuming(1 <= k, k < n, between(0, r, last))
    next_to = [inner.fact(proof.parts(places)[-1](at)) for at in (k - 1, k)]
    powers = [b ** abs(B[at] - r) for at in (k - 1, k, k + 1)]
    goal = a * (powers[2] - a * powers[1]) <= powers[1] - a * powers[0]

    def shape(known):
        where = (r <= B[k] - q, r < B[k], r < B[k] + q, TRUE)

        def at_place(case):
            return case.have(goal)

        def before(case):
            return case.have(goal, case.use(lemmas.power_falls(), α=b, i=B[k] - r, k=2 * q + r - B[k]))

        def after(case):
            return case.have(goal, case.use(lemmas.power_falls(), α=b, i=r - B[k], k=2 * q + B[k] - r))

        return known.cases(goal, *zip(where, (at_place, before, after, at_place), strict=True))

    weighed = inner.product(0 <= share, knowing_all(inner, next_to, shape))
    goal = a * (on_coarse[k + 1, r] - a * on_coarse[k, r]) <= on_coarse[k, r] - a * on_coarse[k - 1, r]
    each = inner.have(goal, weighed)
    condition = proof.have(
        three_entries_condition(on_coarse, a, n, last),
        proof.all(proof.all(each, r, between(0, r, last)), k, 1 <= k, k < n),
    )
    mine = proof.cite("exactdp.finer-grid#private")
    return proof.cite("gupte2010.theorem-2#if", mine, condition, x=on_coarse, α=a, m=last)


back = Every((i, 0, n), (r, 0, n), Sum(z, 0, last, on_coarse[i, z] * T[z, r]) == coarse[i, r])


@claim.clause("not-back", 1 <= n, 2 <= q, 0 < b, b < 1, places, stochastic(T, last, n), ~back)
def not_back(proof):
    """T gives the response 1 for some r, which then is not as much likelier on one input than on the next as G's."""
    proof.remember(proof.use(lemmas.power_positive(), α=b, k=q), proof.use(lemmas.power_below_one(), α=b, k=q))
    entries = proof.parts(stochastic(T, last, n))[-2]
    zero, each = proof.parts(places)[-2:]
    firsts = [zero, proof.fact(each(0)), *proof.use(in_order(), k=1).parts()]
    likely = placed(proof, [], lambda known: known.have(0 < Sum(r, 0, n, T[1, r])))
    some = proof.use(lemmas.some_positive_term(), likely, low=0, high=n, f=function(r, T[1, r]))
    width = proof.have(0 < (1 - b) / (1 + b))
    gaps = {
        0: proof.product(width, 0 < b, proof.use(lemmas.power_below_one(), α=b, k=2 * q - 2)),
        1: proof.product(width, proof.use(lemmas.power_positive(), α=b, k=q - 1), 0 < 1 - b * b),
    }

    def more(case, less, greater):
        """Return that α times one row of the product is below the other."""
        at = [q * each for each in (less, greater)]
        inner = case.assuming(between(0, z, last))
        falls = inner.use(lemmas.power_falls(), α=b, i=abs(at[1] - z), k=abs(at[0] - z) + q)
        weights = on_coarse[greater, z] - a * on_coarse[less, z]
        weight = knowing_all(inner, firsts, lambda known: known.have(0 <= weights, falls))
        terms = [on_coarse[greater, z], on_coarse[less, z], a]
        cell = inner.opaque(0 <= weights * T[z, r], weight, inner.fact(entries(z, r)), terms=terms)
        gap = on_coarse[greater, 1] - a * on_coarse[less, 1]
        at_1 = knowing_all(case, firsts, lambda known: known.have(gap == gaps[greater].says.args[1]))
        at_1 = case.opaque(0 < gap, at_1, case.fact(gaps[greater]), terms=[*at_1.says.args])
        terms = [on_coarse[greater, 1], on_coarse[less, 1], a]
        here = case.opaque(0 < gap * T[1, r], at_1, 0 < T[1, r], terms=terms)
        form = function(z, weights * T[z, r])
        total = placed(
            case,
            [],
            lambda known: known.use(
                lemmas.positive_sum(), case.all(cell, z, between(0, z, last)), here, low=0, high=last, j=1, f=form
            ),
        )
        rows = [function(z, on_coarse[at, z] * T[z, r]) for at in (greater, less)]
        parts = case.use(lemmas.sum_of_two(), low=0, high=last, t=-a, f=rows[0], g=rows[1])
        same = case.termwise(z, 0, last, form[z] == rows[0][z] + -a * rows[1][z])
        same_rows = case.know(negation(proof.goal))
        ends = []
        for row, at in zip(rows, (greater, less), strict=True):
            sides = {"α": Sum(z, 0, last, row[z]), "β": coarse[at, r]}
            ends.append(case.use(lemmas.between_each_other(), *same_rows(at, r).parts(), **sides))
        equal = case.have(coarse[greater, r] == a * coarse[less, r])
        terms = [a, *(each for fact in (same, *ends) for each in fact.says.args), parts.says.args[0]]
        found = case.opaque(
            as_number(0) < 0, total, parts, same, ends[0], lemmas.scaled(case, a, ends[1]), equal, terms=terms
        )
        return case.fact(core.absurd(found.theorem, proof.goal))

    def step(inner, _):
        return inner.cases(proof.goal, (r == 0, lambda case: more(case, 0, 1)), (TRUE, lambda case: more(case, 1, 0)))

    return proof.by_contradiction(proof.goal, lambda inner: inner.obtain(inner.fact(some), r, step))
