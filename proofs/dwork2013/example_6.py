"""Example 6: a histogram.

A row lies in exactly one bin. Adding a row changes one bin by 1; replacing a row takes 1 from a bin and adds it to
another. So the L_1-sensitivity is 1 in the first reading of adjacency and 2 in the second, and so is the noise. The
changes are 0, 1 and -1, so their squares have the same sums.

In the printed sentence the first "is" is a slip for "of": it is about the sensitivity of a histogram query.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.noise import coordinate_distances

claim = Claim(
    "dwork2013.example-6",
    "the sensitivity of a histogram",
    section="2.3",
    position=50,
    kept={
        **KEPT,
        "h[0] = 0": "a sum begins with 0",
        "d has n rows with values in {0..m}": "each row is in a bin",
        "0 ≤ j": "a row",
        "j ≤ n-1": "a row",
        "0 ≤ v": "a bin",
        "v ≤ m": "a bin",
    },
)

i, j, k, m, n, v, z = indices("i j k m n v z")
a, b = numbers("α β")
d, e, h, r, u, w = (variable(name, INDEX_MAP) for name in ("d", "e", "h", "r", "u", "w"))


def bit(condition):
    return If(condition, as_number(1), 0)


histogram = explained("H({0}, {1}; {2})", (d, z, n), Sum(i, 0, n - 1, bit(d[i] == z)))
"""The number of the n rows in bin z."""
more = histogram(d, z, n + 1) - histogram(d, z, n)
rows = (0 <= n, values_up_to(d, n + 1, m))


def one_bin(proof):
    """Return by how much bin z changes, and that the row n is in one of the bins."""
    return proof.have(more == bit(z == d[n]), proof.split(unfold(histogram(d, z, n + 1)), n - 1))


def ones(proof):
    value = proof.know(values_up_to(d, n + 1, m))(n)
    return proof.use(lemmas.one_term(), value, low=0, high=m, j=d[n], f=function(k, as_number(1)))


@claim.clause("one-more", *rows, Sum(z, 0, m, abs(more)) == 1)
def one_more(proof):
    inner = proof.assuming(between(0, z, m))
    each = one_bin(inner)
    known = inner.use(lemmas.absolute_value(1), inner.have(0 <= more, each), α=more)
    same = inner.chain(abs(more), (more, known), (bit(z == d[n]), each))
    return proof.qed(proof.termwise(z, 0, m, same), ones(proof))


@claim.clause("one-more-in-l2", *rows, Sum(z, 0, m, more**2) == 1)
def one_more_in_l2(proof):
    each = one_bin(proof.assuming(between(0, z, m)))
    square = each.proof.have(bit(z == d[n]) ** 2 == bit(z == d[n]))
    same = each.proof.replace(each.proof.have(bit(z == d[n]) == more, each), lambda v: v**2 == bit(z == d[n]), square)
    return proof.qed(proof.termwise(z, 0, m, same), ones(proof))


less = histogram(d, z, n) - histogram(changed(d, j, v), z, n)
replaced = (values_up_to(d, n, m), between(0, j, n - 1), between(0, v, m))
claim.clause("replaced", *replaced, Sum(z, 0, m, abs(less)) <= 2)(
    lambda proof: proof.restated(proof.cite("dwork2013.section-3-3-1.histograms#replaced"))
)
claim.clause("replaced-attained", *replaced, d[j] != v, Sum(z, 0, m, abs(less)) == 2)(
    lambda proof: proof.restated(proof.cite("dwork2013.section-3-3-1.histograms#attained"))
)
others = All(i, between(0, i, n - 1), d[i] == e[i])
last_replaced = (*rows, values_up_to(e, n + 1, m), others, d[n] != e[n])
apart = histogram(d, z, n + 1) - histogram(e, z, n + 1)


@claim.clause("replaced-in-l2", *last_replaced, Sum(z, 0, m, apart**2) == 2)
def replaced_in_l2(proof):
    inner = proof.assuming(between(0, z, m))
    row = inner.assuming(between(0, i, n - 1))
    known = row.know(others)(i)
    alike = row.replace(known, lambda at: bit(d[i] == z) == bit(at == z), bit(d[i] == z) == bit(d[i] == z))
    last = [inner.split(unfold(histogram(of, z, n + 1)), n - 1) for of in (d, e)]
    change = inner.have(apart == bit(z == d[n]) - bit(z == e[n]), *last, inner.termwise(i, 0, n - 1, alike))
    two = bit(z == d[n]) + as_number(1) * bit(z == e[n])
    goal = (bit(z == d[n]) - bit(z == e[n])) ** 2 == two
    bits = inner.either(inner.know(d[n] != e[n]), *[lambda case: case.have(goal)] * 2)
    square = inner.replace(inner.have(goal.args[0].args[0] == apart, change), lambda at: at**2 == two, bits)
    terms = {"f": function(z, bit(z == d[n])), "g": function(z, bit(z == e[n]))}
    other = proof.use(
        lemmas.one_term(), proof.know(values_up_to(e, n + 1, m))(n), low=0, high=m, j=e[n], f=function(k, as_number(1))
    )
    return proof.qed(
        proof.termwise(z, 0, m, square), proof.use(lemmas.sum_of_two(), low=0, high=m, t=1, **terms), ones(proof), other
    )


def powers(of, to):
    """Return the density at the answers for these counts in the bins 1..n, on a grid of step 1, but for a factor."""
    return Product(k, 1, n, a ** abs(to[k] - of[k]))


bins = (0 < a, a <= 1, 0 <= n, coordinate_distances(h, u, w, n))


def noise(name, steps):
    """Add what noise of level α in each bin promises, where the bins change by so much together, and that no more."""

    level = a if steps == 1 else a**steps

    @claim.clause(f"noise-{name}", *bins, h[n] == steps, level * powers(u, r) <= powers(w, r))
    def promise(proof):
        found = proof.cite("dwork2013.theorem-4#on-a-grid", c=a, v=w)
        found = proof.replace(proof.know(h[n] == steps), lambda at: a**at * powers(u, r) <= powers(w, r), found)
        return proof.opaque(proof.goal, found, terms=[powers(u, r), powers(w, r)])

    @claim.clause(f"noise-{name}-exactly", *bins, h[n] == steps, b * powers(u, u) <= powers(w, u), b <= level)
    def no_more(proof):
        found = proof.cite("dwork2013.theorem-4#no-larger-level", c=a, α=b, v=w)
        return proof.qed(proof.replace(proof.know(h[n] == steps), lambda at: b <= a**at, found))


noise("one-more", 1)
noise("replaced", 2)
