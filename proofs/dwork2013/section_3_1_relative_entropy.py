"""Section 3.1: the relative entropy by which a synthetic table is measured, and how a round changes it.

With t_x of n records in cell x and weights A, n times the relative entropy is the logarithm of the product of
(t_x/(n·A_x))^t_x. A round with exponent e multiplies the cells of a query by f = β^e and divides all by u = 1 +
p·(f-1), p being the query's probability. So it multiplies that product by u^n/f^c, where c records are in the query.
Whether that is less than 1 is a matter of two means: a^c·b^d < 1 where c·a + d·b ≤ c + d, and not a = b = 1. The proof
adds y > 0 to B, where B + y ≤ d: (B+y)^d ≥ B^d + d·y·B^(d-1) > (1+y)·B^d.
"""

from functools import cache
from itertools import accumulate

from exactdp.claims import Claim, core
from exactdp.claims.deriving import Proof, by_evaluation
from exactdp.claims.determinant_lemmas import power_of_product
from exactdp.claims.evaluation import entry
from exactdp.claims.formulas import (
    INDEX_MAP,
    SET,
    TRUE,
    All,
    If,
    Product,
    Sum,
    as_index,
    as_number,
    between,
    both,
    function,
    indices,
    numbers,
    substitute,
    variable,
    vectors,
)
from exactdp.claims.instances import generator
from exactdp.claims.lemmas import (
    index_order,
    index_order_strictly,
    power_nonnegative,
    power_of_one,
    power_positive,
    powers_rise,
    quotient_order,
    sum_of_two,
)
from exactdp.claims.names import explained
from exactdp.claims.neighbour_words import indicator
from exactdp.claims.vocabulary import KEPT, values_up_to
from exactdp.commands.cli import main

claim = Claim(
    "dwork2013.section-3-1.relative-entropy",
    "relative entropy of a synthetic table from the data",
    section="3.1",
    position=30,
    kept={**KEPT, "0 < p": "a probability", "p < 1": "a probability", "1 ≤ c": "the query has records"},
)

c, d, i, j, k, m = indices("c d i j k m")
a, b, f, p, u, x, y, z, B = numbers("a b f p u x y z B")
(A,) = vectors("A")
t, C, N = (variable(name, INDEX_MAP) for name in "tCN")
S = variable("S", SET)


@cache
def bernoulli():
    """For 0 ≤ b ≤ a and d ≥ 1: b^d + d·(a-b)·b^(d-1) ≤ a^d."""
    proof = Proof([0 <= b, b <= a])

    def step(inner, before):
        power = inner.use(power_nonnegative(), α=b, k=d - 1)
        rest = inner.have(0 <= a - b)
        more = inner.product(inner.have(0 <= a), inner.have(0 <= a**d - (b**d + d * (a - b) * b ** (d - 1)), before))
        square = inner.product(inner.use(index_order(), j=0, k=d), rest, rest, power)
        return inner.have(b ** (d + 1) + (d + 1) * (a - b) * b**d <= a ** (d + 1), more, square)

    return proof.induction(b**d + d * (a - b) * b ** (d - 1) <= a**d, d, 1, [], step).theorem


@cache
def larger_base():
    """For y > 0, b ≥ 0, a = b + y ≤ d and d ≥ 1: (1+y)·b^d < a^d."""
    proof = Proof([0 <= b, 0 < y, a == b + y, a <= d, 1 <= d], (1 + y) * b**d < a**d)

    def positive(case):
        power = case.use(power_positive(), case.know(0 < b), α=b, k=d - 1)
        more = case.product(case.know(0 < y), power, case.have(0 < d - b))
        return case.have(proof.goal, case.use(bernoulli(), case.have(b <= a)), more)

    def zero(case):
        none = case.have(b**d == 0, case.equal(b == 0))
        return case.have(proof.goal, none, case.use(power_positive(), case.have(0 < a), α=a, k=d))

    return proof.cases(proof.goal, (0 < b, positive), (TRUE, zero)).theorem


@cache
def two_means():
    """For y > 0, c, d ≥ 1 and c·y ≤ d: (1+y)^c·(d-c·y)^d < d^d."""
    whole = as_number(d) ** d

    def goal(at):
        return (at * y <= d) >> ((1 + y) ** at * (d - at * y) ** d < whole)

    proof = Proof([0 < y, 1 <= d])
    first = proof.assuming(1 * y <= d)
    start = first.use(larger_base(), first.have(0 <= d - 1 * y), first.have(d == d - 1 * y + y), a=d, b=d - 1 * y)
    one = first.opaque((1 + y) ** 1 * (d - 1 * y) ** d < whole, start, terms=[(d - 1 * y) ** d, whole])

    def step(inner, before):
        further = inner.assuming((c + 1) * y <= d)
        lower, upper = d - (c + 1) * y, d - c * y
        count = further.product(further.use(index_order(), j=0, k=c), further.know(0 < y))
        facts = [further.have(each, count) for each in (0 <= lower, upper == lower + y, upper <= d)]
        less = further.use(larger_base(), *facts, a=upper, b=lower)
        size = further.have(0 < 1 + y)
        power = further.use(power_positive(), size, α=1 + y, k=c)
        same = further.have((1 + y) ** (c + 1) == (1 + y) ** c * (1 + y), size)
        terms = [(1 + y) ** (c + 1), (1 + y) ** c, lower**d, upper**d, whole]
        scaled = further.opaque(terms[1] * ((1 + y) * terms[2]) < terms[1] * terms[3], power, less, terms=terms)
        found = further.detach(before, further.have(c * y <= d, further.know(0 < y)))
        return inner.imply(
            (c + 1) * y <= d, further.opaque(terms[0] * terms[2] < whole, same, scaled, found, terms=terms)
        )

    return proof.induction(goal(c), c, 1, [proof.imply(1 * y <= d, one)], step).theorem


@cache
def product_below_one():
    """For c, d ≥ 1, a > 1, b ≥ 0 and c·a + d·b ≤ c + d: a^c·b^d < 1."""
    proof = Proof([1 <= c, 1 <= d, 1 < a, 0 <= b, c * a + d * b <= c + d], a**c * b**d < 1)
    rest = d - c * (a - 1)
    positive = proof.use(index_order_strictly(), j=0, k=d)
    least = proof.product(positive, proof.know(0 <= b))
    most = proof.use(two_means(), proof.have(0 < a - 1), y=a - 1)
    less = proof.detach(most, proof.have(c * (a - 1) <= d, least))
    base = proof.have((1 + (a - 1)) ** c == a**c)
    larger = proof.use(powers_rise(), least, proof.have(d * b <= rest), α=d * b, β=rest, k=d)
    apart = proof.use(power_of_product(), t=d, u=b, k=d)
    size, whole = proof.use(power_positive(), α=a, k=c), proof.use(power_positive(), positive, α=d, k=d)
    terms = [a**c, (1 + (a - 1)) ** c, b**d, (d * b) ** d, as_number(d) ** d, rest**d]
    scaled = proof.opaque(terms[0] * terms[3] <= terms[0] * terms[5], size, larger, terms=terms)
    found = proof.opaque(terms[0] * terms[2] * terms[4] < terms[4], scaled, base, less, apart, terms=terms)
    small = Proof([x * y < y, 0 < y])
    below = small.by_contradiction(x < 1, lambda case: case.contradiction(x < 1))
    return proof.use(below.theorem, found, whole, x=a**c * b**d, y=terms[4]).theorem


@cache
def cleared():
    """From y·x = z, for c ≥ 0: z^c = y^c·x^c."""
    proof = Proof([y * x == z, 0 <= c])
    product = proof.use(power_of_product(), t=y, u=x, k=c)
    return proof.replace(proof.know(y * x == z), lambda v: v**c == y**c * x**c, product).theorem


n = c + d
u = 1 + p * (f - 1)
query = (1 <= c, 1 <= d, 0 < p, p < 1, 0 < f)


n = c + d
u = 1 + p * (f - 1)
records = (1 <= c, 1 <= d, 0 < p, p < 1, 0 < f)


@cache
def moved(up, first):
    """From y·b = a and w·b = 1, and the mean of y and w (or of y and a) at most 1: a^c < b^n (or a^n < b^c).

    `first` says which of the two is larger than 1.
    """
    w = numbers("w")[0] if up else a
    mean = c * y + d * w <= c + d
    given = [1 <= c, 1 <= d, 0 < a, 0 < b, y * b == a, *([w * b == 1, 0 < w] if up else []), 0 < y, mean]
    proof = Proof([*given, 1 < (y if first else w)])
    (one, at_one), (other, at_other) = [(y, c), (w, d)][:: 1 if first else -1]
    below = proof.use(product_below_one(), a=one, c=at_one, b=other, d=at_other)
    ratio = proof.use(cleared(), x=b, z=a)
    facts = [below, ratio]
    if up:
        facts += [proof.use(cleared(), y=w, x=b, z=1, c=d), proof.use(power_of_one(), k=d)]
    size = proof.use(power_positive(), α=b, k=n if up else c)
    less = proof.product(size, proof.have(0 < 1 - y**c * w**d, below))
    goal = a**c < b**n if up else a**n < b**c
    return proof.have(goal, less, *facts).theorem


def moves(proof, up, first):
    """Return the goal, from the odds ratio: u^n is larger than f^c, or smaller."""
    size = proof.have(0 < u, proof.product(proof.know(0 < p), proof.know(0 < f)))
    low, high = (f, u) if up else (u, f)
    y, w = low / high, 1 / u if up else u
    same = [proof.have(y * high == low, size), *([proof.have(w * u == 1, size)] if up else [])]
    positive = proof.have(0 < y, size), proof.have(0 < w, size)
    room = proof.product(*(proof.have(0 <= each.args[1] - each.args[0]) for each in proof.given[5:]))
    scaled = proof.opaque(high * (c * y + d * w) <= high * (c + d), room, *same, terms=[y, *([w] if up else [])])
    mean = proof.use(quotient_order(), scaled, size, t=high, α=c * y + d * w, β=c + d)
    return proof.use(moved(up, first), mean, *same, *positive, size, a=low, b=high, y=y, **({"w": w} if up else {}))


def clause(name, up, above, *odds):
    sign = 1 < f if above else f < 1
    goal = f**c < u**n if up else u**n < f**c
    claim.clause(name, *records, sign, *odds, goal)(lambda proof: moves(proof, up, above == up))


clause("falls-above-1", False, True, d * p * f <= c * (1 - p))
clause("falls-below-1", False, False, c * (1 - p) <= d * p * f)
clause("rises-above-1", True, True, c * (1 - p) <= d * p)
clause("rises-below-1", True, False, d * p <= c * (1 - p))
three_to_one = {"c": as_index(3), "d": as_index(1), "p": as_number("1/2"), "f": as_number(100)}
claim.clause("too-far", substitute(f**c < u**n, three_to_one))(by_evaluation)

tallies = explained(
    "{0} adds {1} up to {2}",
    (N, t, m),
    (N[0] == 0) & All(k, between(0, k, m), N[k + 1] == N[k] + t[k]),
    r"{0}_{{k+1}} = {1}_0 + \dots + {1}_k\ (k \le {2})",
)


@generator(tallies)
def some_tallies(rng, turn, counts, last):
    """Add the counts up."""
    return tuple(accumulate((entry(counts, [k]) for k in range(last + 1)), initial=0)) if last >= 0 else None


inside = explained("{0}_{1}", (t, S), function(k, If(S[k], t[k], 0)), r"({0} 1_{{{1}}})")(t, S)
factor = If(S[k], f, 1)
cells = (0 < f, 0 < y, All(k, between(0, k, m), 0 < A[k]))
updated = function(k, A[k] * factor / y)
after = explained("({0}·{1}^{2}/{3})", (A, f, S, y), updated, r"({0} {1}^{{ {2} }} / {3})")(A, f, S, y)
product = explained("Λ({0}; {1}, {2})", (A, t, m), Product(k, 0, m, A[k] ** t[k]), r"\Lambda({0}; {1}, {2})")


def likelihood(of, last):
    return Product(k, 0, last, of[k] ** t[k])


def changed(last):
    return likelihood(updated, last) * y ** N[last + 1] == likelihood(A, last) * f ** C[last + 1]


claim.clause(
    "total",
    Sum(k, 0, m, A[k]) == 1,
    p == Sum(k, 0, m, A[k] * indicator(S)[k]),
    Sum(k, 0, m, A[k] * factor) == u,
)(
    lambda proof: proof.qed(
        proof.termwise(k, 0, m, A[k] * factor == A[k] + (f - 1) * (A[k] * indicator(S)[k])),
        proof.use(sum_of_two(), t=f - 1, low=0, high=m, f=A, g=lambda at: A[at] * indicator(S)[at]),
    )
)
claim.clause("positive", *cells, between(0, k, m), 0 < updated[k])(
    lambda proof: proof.qed(proof.product(proof.know(cells[-1])(k), proof.have(0 < factor)), proof.know(0 < y))
)


def added_up(inner, base, positive, sums, at):
    """Return that base^sums[i+1] is base^sums[i] times base^added, for base > 0."""
    step, added = at
    apart = core.combine(x ** (c + d) == x**c * x**d, nonzero=[core.assume(0 < x)])
    product = inner.use(apart, positive, x=base, c=sums[i], d=added)
    back = inner.have(sums[i] + added == sums[i + 1], step)
    return inner.replace(back, lambda v: base**v == base ** sums[i] * base**added, product)


def nothing(proof, base, sums, fact):
    """Return that base^sums[0] is 1."""
    back = proof.have(as_index(0) == sums[0], fact)
    return proof.replace(back, lambda v: base**v == 1, proof.have(base ** as_index(0) == 1))


@cache
def one_more():
    """For i ≥ 0: a product up to i is that up to i-1 and one factor."""
    proof = Proof([0 <= i], Product(k, 0, i, A[k]) == Product(k, 0, i - 1, A[k]) * A[i])
    return proof.qed(proof.split(Product(k, 0, i, A[k]), i - 1))


records_up_to = (1 <= j, values_up_to(t, m + 1, j), tallies(N, t, m), 0 <= m)


@claim.clause("beginning", *records_up_to, Product(k, 0, m, as_number(t[k]) ** t[k]) <= as_number(j) ** N[m + 1])
def beginning(proof):
    none, counted = proof.parts(tallies(N, t, m))[-2:]
    most = as_number(j)
    positive = proof.use(index_order_strictly(), j=0, k=j)

    def whole(last):
        return Product(k, 0, last, as_number(t[k]) ** t[k])

    def goal(last):
        return (last <= m + 1) >> both(0 <= whole(last - 1), whole(last - 1) <= most ** N[last])

    def step(inner, before):
        further = inner.assuming(i + 1 <= m + 1)
        sign, bound = further.know(values_up_to(t, m + 1, j))(i).parts()
        sizes = further.use(index_order(), sign, j=0, k=t[i]), further.use(index_order(), bound, j=t[i], k=j)
        part = as_number(t[i]) ** t[i]
        least = further.use(power_nonnegative(), sizes[0], sign, α=t[i], k=t[i])
        larger = further.use(powers_rise(), *sizes, sign, α=t[i], β=j, k=t[i])
        product = further.use(one_more(), A=function(k, as_number(t[k]) ** t[k]))
        power = added_up(further, most, positive, N, (counted(i), t[i]))
        low, high = further.detach(before).parts()
        a_, b_, c_, d_, e_, f_ = numbers("v1 v2 v3 v4 v5 v6")
        given = [0 <= a_, a_ <= b_, 0 <= c_, c_ <= d_, e_ == a_ * c_, f_ == b_ * d_]
        small = Proof(given, both(0 <= e_, e_ <= f_))
        less = small.qed(small.have(0 <= b_ * c_))
        terms = [whole(i - 1), most ** N[i], part, most ** t[i], whole(i), most ** N[i + 1]]
        found = further.use(
            less, low, high, least, larger, product, power, **{f"v{k + 1}": each for k, each in enumerate(terms)}
        )
        return inner.imply(i + 1 <= m + 1, found)

    first = proof.opaque(
        both(0 <= whole(as_index(-1)), whole(as_index(-1)) <= most ** N[0]),
        nothing(proof, most, N, none),
        terms=[most ** N[0]],
    )
    found = proof.induction(goal(i), i, 0, [proof.imply(0 <= m + 1, first)], step).with_(i=m + 1)
    return proof.detach(found).parts()[-1]


@claim.clause(
    "change",
    *cells,
    values_up_to(t, m + 1, j),
    tallies(N, t, m),
    tallies(C, inside, m),
    0 <= m,
    product(after, t, m) * y ** N[m + 1] == product(A, t, m) * f ** C[m + 1],
)
def change(proof):
    (none, counted), (none_inside, counted_inside) = (
        proof.parts(tallies(*of))[-2:] for of in ((N, t, m), (C, inside, m))
    )
    positive = proof.know(0 < y), proof.know(0 < f)

    def one_cell(inner):
        """Return the change of the factor of cell i, times y^t_i."""
        power = Proof([0 < a, 0 < b, 0 < y, 0 <= c], (a * b / y) ** c * y**c == a**c * b**c)
        of_factor = inner.have(0 < If(S[i], f, 1), positive[1])
        return inner.use(
            power.qed(),
            inner.know(cells[-1])(i),
            of_factor,
            inner.know(values_up_to(t, m + 1, j))(i),
            a=A[i],
            b=If(S[i], f, 1),
            c=t[i],
        )

    def of_factor(inner, added):
        """Return that the factor of cell i to the power t_i is f to what is counted."""
        goal = If(S[i], f, 1) ** t[i] == f**added
        return inner.cases(
            goal,
            (S[i], lambda case: case.have(goal)),
            (TRUE, lambda case: case.have(goal, case.use(power_of_one(), k=t[i]))),
        )

    def step(inner, before):
        further = inner.assuming(i + 1 <= m + 1)
        added = If(S[i], t[i], 0)
        sign = further.know(values_up_to(t, m + 1, j))(i)
        first = added_up(further, y, positive[0], N, (counted(i), t[i]))
        second = added_up(further, f, positive[1], C, (counted_inside(i), added))
        wholes = [further.use(one_more(), A=function(k, of[k] ** t[k])) for of in (updated, A)]
        powers = further.knowing(sign.parts()[0], lambda known: of_factor(known, added))
        facts = [further.detach(before), first, second, *wholes, one_cell(further), powers]
        terms = [likelihood(of, at) for of in (updated, A) for at in (i, i - 1)]
        terms += [y ** N[i + 1], y ** N[i], f ** C[i + 1], f ** C[i], f**added, y ** t[i], A[i] ** t[i]]
        terms += [If(S[i], f, 1) ** t[i], updated[i] ** t[i]]
        names = numbers(" ".join(f"v{k}" for k in range(len(terms))))
        new, old, after, before_, y_new, y_old, f_new, f_old, f_one, y_one, a_one, g_one, u_one = names
        given = [
            old * y_old == before_ * f_old,
            y_new == y_old * y_one,
            f_new == f_old * f_one,
            new == old * u_one,
            after == before_ * a_one,
            u_one * y_one == a_one * g_one,
            g_one == f_one,
        ]
        inner_proof = Proof(given)
        both_parts = inner_proof.chain(
            new * y_new,
            (old * y_old * (u_one * y_one), given[3], given[1]),
            (before_ * f_old * (u_one * y_one), given[0]),
            (before_ * f_old * (a_one * f_one), given[5], given[6]),
            (after * f_new, given[4], given[2]),
        )
        found = further.use(both_parts.theorem, *facts, **{f"v{k}": each for k, each in enumerate(terms)})
        return inner.imply(i + 1 <= m + 1, found)

    def goal(last):
        return (last <= m + 1) >> changed(last - 1)

    begun = nothing(proof, y, N, none), nothing(proof, f, C, none_inside)
    first = proof.opaque(changed(as_index(-1)), *begun, terms=[y ** N[0], f ** C[0]])
    found = proof.induction(goal(i), i, 0, [proof.imply(0 <= m + 1, first)], step)
    return proof.restated(proof.detach(found.with_(i=m + 1)))


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
