"""Section 3.1: the relative entropy of a synthetic table, and how a round changes it.

With t_x of n records in cell x and weights A, n times the relative entropy is the logarithm of the product of
(t_x/(n·A_x))^t_x. A round with exponent e multiplies the cells of a query by f = β^e and divides all by u = 1 +
p·(f-1), p being the query's probability. So it multiplies that product by u^n/f^c, where c records are in the query,
and d are not. Whether that is less than 1 is a matter of two means: a^c·b^d < 1 where c·a + d·b ≤ c + d, and not a = b
= 1. The proof adds y > 0 to B, where B + y ≤ d: (B+y)^d ≥ B^d + d·y·B^(d-1) > (1+y)·B^d.
"""

from functools import cache
from itertools import accumulate

from exactdp.claims.language import *
from exactdp.claims.lemmas.determinant import power_of_product, product_of_ones
from exactdp.claims.lemmas.mean import product_below_one
from exactdp.claims.lemmas.neighbour import product_of_products, products_compare
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.vocabulary.neighbour import indicator

claim = Claim(
    "dwork2013.section-3-1.relative-entropy",
    "relative entropy of a synthetic table from the data",
    section="3.1",
    position=30,
    kept={
        **KEPT,
        "0 < p": "a probability",
        "p < 1": "a probability",
        "1 ≤ c": "the query has records",
        "1 ≤ d": "it also holds at d = 0",
        "1 ≤ j": "it also holds at j = 0",
        "0 < f": "a power of e",
        "∀k with 1 ≤ k ≤ m: A[k] > 0": "weights are positive",
        "t has (m+1) rows with values in {0..j}": "counts of records",
    },
)

c, d, i, j, k, m = indices("c d i j k m")
a, b, f, p, u, x, y, z = numbers("a b f p u x y z")
(A,) = vectors("A")
t, C, N = (variable(name, INDEX_MAP) for name in "tCN")
S = variable("S", SET)


@lemma([y * x == z, 0 <= c])
def cleared(proof):
    """From y·x = z, for c ≥ 0: z^c = y^c·x^c."""
    product = proof.use(power_of_product(), t=y, u=x, k=c)
    return proof.replace(proof.know(y * x == z), lambda v: v**c == y**c * x**c, product)


n = c + d
u = 1 + p * (f - 1)
records = (1 <= c, 1 <= d, 0 < p, p < 1)


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
        facts += [proof.use(cleared(), y=w, x=b, z=1, c=d), proof.use(lemmas.power_of_one(), k=d)]
    size = proof.use(lemmas.power_positive(), α=b, k=n if up else c)
    less = proof.product(size, proof.have(0 < 1 - y**c * w**d, below))
    return proof.have(a**c < b**n if up else a**n < b**c, less, *facts).theorem


def moves(proof, up, first):
    """Return the goal, from the odds ratio: u^n is larger than f^c, or smaller."""
    size = proof.have(0 < u)
    low, high = (f, u) if up else (u, f)
    y, w = low / high, 1 / u if up else u
    same = [proof.have(y * high == low), *([proof.have(w * u == 1)] if up else [])]
    positive = proof.have(0 < y, size), proof.have(0 < w)
    room = proof.product(*(proof.have(0 <= each.args[1] - each.args[0]) for each in proof.given[-2:]))
    scaled_up = proof.opaque(high * (c * y + d * w) <= high * (c + d), room, *same, terms=[y, *([w] if up else [])])
    mean = proof.use(lemmas.quotient_order(), scaled_up, size, t=high, α=c * y + d * w, β=c + d)
    return proof.use(moved(up, first), mean, *same, *positive, size, a=low, b=high, y=y, **({"w": w} if up else {}))


def clause(name, up, above, *odds):
    sign = (1 < f,) if above else (0 < f, f < 1)
    goal = f**c < u**n if up else u**n < f**c
    claim.clause(name, *records, *sign, *odds, goal)(lambda proof: moves(proof, up, above == up))


clause("falls-above-1", False, True, d * p * f <= c * (1 - p))
clause("falls-below-1", False, False, c * (1 - p) <= d * p * f)
clause("rises-above-1", True, True, c * (1 - p) <= d * p)
clause("rises-below-1", True, False, d * p <= c * (1 - p))


@claim.clause("too-far", p == "1/2", f == 100, f**3 < u**4)
def too_far(proof):
    numbers_ = as_number(100), as_number("101/2")
    return proof.replace(proof.have(numbers_[1] == u), lambda v: f**3 < v**4)


tallies = explained(
    "{0} adds {1} up to {2}", (N, t, m), (N[0] == 0) & All(k, between(1, k, m), N[k] == N[k - 1] + t[k])
)


@generator(tallies)
def some_tallies(rng, turn, counts, last):
    """Add the counts up."""
    return tuple(accumulate((entry(counts, [k]) for k in range(1, last + 1)), initial=0)) if last >= 0 else None


@cache
def power_of_tally():
    """If N is the running sum of t, for x > 0: the product of x^t_k is x^N_m."""
    proof = Proof([0 < x, 0 <= m, tallies(N, t, m)])
    none, _counted = proof.parts(tallies(N, t, m))[-2:]
    terms = function(k, x ** t[k])

    def whole(last):
        return Product(k, 1, last, terms[k])

    def power(known, value, last):
        """Return the product up to `last` as the power of N_last, from that of a number that it equals."""
        return proof.replace(known, lambda v: whole(last) == x**v)

    one_more = Proof([0 <= i], Product(k, 1, i + 1, A[k]) == Product(k, 1, i, A[k]) * A[i + 1])
    last_factor = one_more.qed(one_more.split(Product(k, 1, i + 1, A[k]), i))
    apart = core.combine(x ** (c + d) == x**c * x**d, nonzero=[core.assume(0 < x)])

    start = power(proof.have(as_index(0) == N[0], none), proof.have(whole(0) == x ** as_index(0)), 0)
    goal = whole(i) == x ** N[i]
    further, before = proof.inductive(goal, i, 0, [proof.imply(0 <= m, start)], up_to=m)
    product = further.use(last_factor, A=terms)
    found = further.use(apart, c=N[i], d=t[i + 1])
    parts = [whole(i + 1), whole(i), x ** N[i], x ** t[i + 1], x ** (N[i] + t[i + 1])]
    more = lemmas.scaled(further, parts[3], before)
    value = further.opaque(parts[0] == parts[4], product, found, more, terms=parts)
    back = further.have(N[i] + t[i + 1] == N[i + 1])
    return further.closed(further.replace(back, lambda v: parts[0] == x**v, value)).theorem


inside = explained("within_{1}({0})", (t, S), function(k, If(S[k], t[k], 0)))(t, S)
factor = If(S[k], f, 1)
cells = (0 < f, 0 < y, All(k, between(1, k, m), 0 < A[k]))
updated = function(k, A[k] * factor / y)
after = explained("updated({0}; {1}, {2}, {3})", (A, f, S, y), updated)(A, f, S, y)
product = explained("Λ({0}; {1}, {2})", (A, t, m), Product(k, 1, m, A[k] ** t[k]))

claim.clause(
    "total", Sum(k, 1, m, A[k]) == 1, p == Sum(k, 1, m, A[k] * indicator(S)[k]), Sum(k, 1, m, A[k] * factor) == u
)(
    lambda proof: proof.qed(
        proof.termwise(k, 1, m, A[k] * factor == A[k] + (f - 1) * (A[k] * indicator(S)[k])),
        proof.use(lemmas.sum_of_two(), t=f - 1, low=1, high=m, f=A, g=lambda at: A[at] * indicator(S)[at]),
    )
)
claim.clause("positive", *cells, between(1, k, m), 0 < updated[k])(by_arithmetic)

counts = (values_up_to(t, m + 1, j), tallies(N, t, m), 0 <= m)


@claim.clause("beginning", 1 <= j, *counts, Product(k, 1, m, as_number(t[k]) ** t[k]) <= as_number(j) ** N[m])
def beginning(proof):
    most = as_number(j)
    inner = proof.assuming(between(1, k, m))
    sign, bound = inner.know(values_up_to(t, m + 1, j))(k).parts()
    sizes = inner.use(lemmas.index_order(), j=0, k=t[k]), inner.use(lemmas.index_order(), bound, j=t[k], k=j)
    least = inner.use(lemmas.power_nonnegative(), sign, α=t[k], k=t[k])
    larger = inner.use(lemmas.powers_rise(), *sizes, α=t[k], β=j, k=t[k])
    own, bounds = as_number(t[k]) ** t[k], most ** t[k]
    rises = inner.opaque(1 * own <= bounds, larger, terms=[own, bounds])
    each = inner.both(inner.have(0 <= as_number(1)), least, rises)
    ones = function(k, as_number(1))
    terms = {"e": ones, "g": function(k, own), "f": function(k, bounds)}
    less = proof.use(products_compare(), proof.all(each, k, between(1, k, m)), k=m, **terms).parts()[-1]
    total = proof.use(power_of_tally(), proof.use(lemmas.index_order_strictly(), j=0, k=j), x=most)
    one = proof.use(product_of_ones(), low=1, k=m)
    wholes = [Product(k, 1, m, of) for of in (own, bounds, as_number(1))]
    return proof.opaque(proof.goal, less, total, one, terms=[*wholes, most ** N[m]])


@claim.clause(
    "change", *cells, *counts, tallies(C, inside, m), product(after, t, m) * y ** N[m] == product(A, t, m) * f ** C[m]
)
def change(proof):
    inner = proof.assuming(between(1, k, m))
    sign = inner.know(values_up_to(t, m + 1, j))(k).parts()[0]
    power = Proof([0 < a, 0 < b, 0 < y, 0 <= c], (a * b / y) ** c * y**c == a**c * b**c)
    cell = inner.use(power.qed(), sign, a=A[k], b=factor, c=t[k])
    goal = factor ** t[k] == f ** inside[k]
    of_factor = inner.knowing(sign, lambda known: known.have(goal))
    terms = [updated[k] ** t[k], y ** t[k], A[k] ** t[k], factor ** t[k], f ** inside[k]]
    each = inner.opaque(terms[0] * terms[1] == terms[2] * terms[4], cell, of_factor, terms=terms)
    whole = proof.termwise(k, 1, m, each, op="product")
    of_terms = [function(k, each) for each in terms]
    pairs = [
        proof.use(product_of_products(), k=m, f=of_terms[first], g=of_terms[second])
        for first, second in ((0, 1), (2, 4))
    ]
    powers = [proof.use(power_of_tally(), x=y), proof.use(power_of_tally(), x=f, N=C, t=inside)]
    products = [Product(k, 1, m, terms[at]) for at in (0, 1, 2, 4)]
    found = proof.opaque(
        products[0] * y ** N[m] == products[2] * f ** C[m],
        whole,
        *pairs,
        *powers,
        terms=[*products, *whole.says.args, y ** N[m], f ** C[m]],
    )
    return proof.restated(found)
