"""Theorems about determinants, from the definition by triangular factors: products, columns, and Cramer's rule.

The steps of their proofs, besides the lemmas:

>>> from exactdp.claims.statements.formulas import *
>>> proof, zeros = Proof([n == 1]), function(i, k, 0)
>>> entries(A, B, C)
∀i, k with 0 ≤ i ≤ n, 0 ≤ k ≤ n: Σ_{z=0}^{n} A[i,z]·B[z,k] = C[i,k]
>>> scaled_columns(A, X)
∀i, k with 0 ≤ i ≤ n, 0 ≤ k ≤ n: A[i,k]·s[k] = X[i,k]
>>> witnessed(proof, Some(c, Some(d, c * d == 6)), [term(2, NUMBER), term(3, NUMBER)]).says
∃c, d: c·d = 6
>>> two = Proof([Some(c, Some(d, (t <= c) & (c <= d) & (d <= u)))])
>>> opened(two, two.know(two.given[0]), (c, d), lambda inner: inner.have(t <= u))
∃c, d: t ≤ c ≤ d ≤ u ⊢ t ≤ u
>>> unit = factored(proof, one, I, (I, I))
>>> unit.says
I is a lower times an upper triangular matrix on {0..n}, whose diagonals multiply to 1
>>> multiplied(proof, (one, one), (I, I), I, unit, unit, proof.have(entries(I, I, I))).says
det I on {0..n} = 1
>>> times(proof, unit, function(i, k, 2 * I[i, k]), function(j, 2)).says.args[1]
1·Π_{j=0}^{n} 2
>>> of_two_terms(proof, A, zeros, zeros).says
∀i, k with 0 ≤ i ≤ n, 0 ≤ k ≤ n: Σ_{z=0}^{n} A[i,z]·0 = 0
>>> singular(Proof([n == 2]), zeros, I, zeros).says
((i,k) ↦ 0) is a lower times an upper triangular matrix on {0..n}, whose diagonals multiply to 0
"""

from collections.abc import Callable, Sequence
from functools import cache

from exactdp.claims.lemmas.geometric import geometric_inverse
from exactdp.claims.lemmas.power import power_of_one
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.known import Fact
from exactdp.claims.statements.expressions import NUMBER
from exactdp.claims.statements.formulas import (
    All,
    Every,
    Product,
    Sum,
    between,
    function,
    indices,
    matrices,
    number,
    numbers,
    vectors,
)
from exactdp.claims.statements.terms import TRUE, Formula, If, Term, as_number, substitute, term, unfold
from exactdp.claims.vocabulary.geometric import (
    geometric_mechanism,
    geometric_preimage,
    scaled_geometric,
    second_difference,
)
from exactdp.claims.vocabulary.matrix import equal_matrices, unit_matrix, with_column
from exactdp.claims.vocabulary.triangular import determinant, triangular_product

i, j, k, n, r, z, low = indices("i j k n r z low")
a, t = numbers("α t")
c, d, u = numbers("c d u")
first_value = number("e")
f, g = vectors("f g")
shares, target, y = vectors("s x y")
A, B, C, X, L, U = matrices("A B C X L U")
one = term(1, NUMBER)
I = unit_matrix()  # noqa: E741 (the unit matrix)


# Products


@cache
def constant_product() -> Theorem:
    """A product of k ≥ 0 factors t is t^k."""
    goal = Product(j, low, low + k - 1, t) == t**k
    proof = Proof([k >= 0])
    inner, before = proof.inductive(goal, k, 0, [])
    whole = Product(j, low, low + k, t)
    return inner.closed(inner.have(whole == t ** (k + 1), inner.split(whole, low + k - 1), before)).theorem


@cache
def product_of_ones() -> Theorem:
    """A product of k ≥ 0 factors 1 is 1."""
    proof = Proof([k >= 0], Product(j, low, low + k - 1, one) == 1)
    return proof.qed(proof.use(constant_product(), t=one), proof.use(power_of_one()))


@cache
def power_of_product() -> Theorem:
    """For k ≥ 0: (t·u)^k = t^k·u^k."""
    goal = (t * u) ** k == t**k * u**k
    proof = Proof([k >= 0])
    inner, before = proof.inductive(goal, k, 0, [])
    return inner.closed(inner.have((t * u) ** (k + 1) == t ** (k + 1) * u ** (k + 1), before)).theorem


@cache
def power_of_quotient() -> Theorem:
    """For k ≥ 0 and u > 0: (t/u)^k = t^k/u^k, written in both directions."""
    proof = Proof([k >= 0, u > 0])
    forth, back = (t / u) ** k == t**k / u**k, t**k / u**k == (t / u) ** k
    return proof.both(proof.have(forth), proof.have(back)).theorem


@cache
def divided() -> Theorem:
    """If t·u = c and u > 0: t = c/u."""
    return Proof([u > 0, t * u == c], t == c / u).qed()


@cache
def product_of_products() -> Theorem:
    """The product of f·g over {0..k} is that of f times that of g."""

    def whole(last: Term, body: Term) -> Term:
        return Product(j, 0, last, body)

    def goal(last: Term) -> Formula:
        return whole(last, f[j] * g[j]) == whole(last, f[j]) * whole(last, g[j])

    def step(inner: Proof, before: Fact) -> Fact:
        parts = [inner.split(whole(k + 1, body), k) for body in (f[j] * g[j], f[j], g[j])]
        return inner.have(goal(k + 1), *parts, before)

    return Proof([k >= -1]).induction(goal(k), k, -1, [], step).theorem


@cache
def product_with_zero() -> Theorem:
    """A product over {0..n} with a factor 0 is 0."""
    proof = Proof([between(0, k, n), f[k] == 0], Product(j, 0, n, f[j]) == 0)
    rest = Product(j, k, n, f[j])
    zero = proof.chain(rest, (f[k] * Product(j, k + 1, n, f[j]), proof.split(rest, k)), (0, f[k] == 0))
    whole = Product(j, 0, n, f[j])
    return proof.chain(whole, (Product(j, 0, k - 1, f[j]) * rest, proof.split(whole, k - 1)), (0, zero)).theorem


@cache
def product_with_one_factor() -> Theorem:
    """A product over {0..n} whose factors are all 1 except at k is the factor at k."""
    body = If(j == k, f[j], 1)
    proof = Proof([between(0, k, n)], Product(j, 0, n, body) == f[k])

    def ones(first: Term | int, last: Term) -> Fact:
        same = proof.termwise(j, first, last, body == 1, op="product")
        return proof.have(
            Product(j, first, last, body) == 1, same, proof.use(product_of_ones(), low=first, k=last - first + 1)
        )

    rest = Product(j, k, n, body)
    whole = Product(j, 0, n, body)
    after = proof.chain(rest, (f[k] * Product(j, k + 1, n, body), proof.split(rest, k)), (f[k], ones(k + 1, n)))
    before = proof.chain(whole, (Product(j, 0, k - 1, body) * rest, proof.split(whole, k - 1)), (rest, ones(0, k - 1)))
    return proof.qed(before, after)


@cache
def product_with_outer_factors() -> Theorem:
    """The product over {0..n} of u at the two ends and t between is u²·t^(n-1), for n ≥ 1."""
    body = If((j == 0) | (j == n), u, t)
    proof = Proof([n >= 1], Product(j, 0, n, body) == u * u * t ** (n - 1))
    whole, rest, inner = (Product(j, first, last, body) for first, last in ((0, n), (1, n), (1, n - 1)))
    between_them = proof.termwise(j, 1, n - 1, body == t, op="product")
    constant = proof.use(constant_product(), low=1, k=n - 1)
    return proof.chain(
        whole,
        (u * rest, proof.split(whole, 0)),
        (u * (inner * u), proof.split(rest, n - 1)),
        (u * (between_them.says.args[1] * u), between_them),
        (u * u * t ** (n - 1), constant),
    ).theorem


@cache
def product_without() -> Theorem:
    """A product over {0..n} without the factor f(k), times this factor, is the whole product."""
    others, own = If(j == k, 1, f[j]), If(j == k, f[j], 1)
    proof = Proof([between(0, k, n)], Product(j, 0, n, others) * f[k] == Product(j, 0, n, f[j]))
    both = proof.termwise(j, 0, n, f[j] == others * own, op="product")
    apart = proof.use(product_of_products(), f=function(j, others), g=function(j, own), k=n)
    mine = proof.use(product_with_one_factor())
    return proof.chain(
        Product(j, 0, n, others) * f[k],
        (Product(j, 0, n, others) * Product(j, 0, n, own), mine),
        (Product(j, 0, n, others * own), apart),
        (Product(j, 0, n, f[j]), both),
    ).theorem


# Determinants


def entries(left: Term, right: Term, of: Term) -> Formula:
    """Return that a matrix is a product, entry by entry on {0..n}."""
    product = Sum(z, 0, n, left[i, z] * right[z, k])
    return Every((i, 0, n), (k, 0, n), product == of[i, k])


def scaled_columns(left: Term, right: Term) -> Formula:
    """Return that the columns of one matrix times s are those of the other."""
    return Every((i, 0, n), (k, 0, n), left[i, k] * shares[k] == right[i, k])


def witnessed(proof: Proof, goal: Formula, values: Sequence[Term], *by: Fact) -> Fact:
    """Return a goal that begins with several ∃, by a term for each."""
    value, *others = values
    v, _, body = goal.args
    inner = (witnessed(proof, substitute(body, {v.args[0]: value}), others, *by),) if others else ()
    return proof.witness(goal, value, *inner, *by)


def factored(proof: Proof, value: Term, of: Term, parts: tuple[Term, Term], *by: Fact) -> Fact:
    """Return that a matrix is lower·upper, from its entries and the product of the diagonals."""
    whole = triangular_product(value, of, n)
    return proof.have(whole, witnessed(proof, unfold(whole), parts, *by))


def multiplied(proof: Proof, values: tuple[Term, Term], parts: tuple[Term, Term], of: Term, *by: Fact) -> Fact:
    """Return the determinant of a product of two matrices that are triangular products."""
    whole = determinant(values[0] * values[1], of, n)
    return proof.have(whole, witnessed(proof, unfold(whole), (*values, *parts), *by))


@cache
def unit_on_the_right() -> Theorem:
    """A·I = A on {0..n}."""
    proof = Proof([between(0, k, n)], Sum(z, 0, n, A[i, z] * I[z, k]) == A[i, k])
    return proof.qed(proof.telescope(z, 0, n, A[i, z] * I[z, k], lambda v: If(v <= k, 0, A[i, k])))


@cache
def determinant_of_triangular_product() -> Theorem:
    """The determinant of a lower times an upper triangular matrix is the product of the diagonals."""
    proof = Proof([n >= 0, triangular_product(d, A, n)], determinant(d, A, n))
    ones = proof.have(Product(i, 0, n, I[i, i] * I[i, i]) == 1, proof.use(product_of_ones(), low=0, k=n + 1))
    itself = proof.for_all(entries(I, I, I), lambda inner: inner.use(unit_on_the_right(), A=I))
    unit = factored(proof, one, I, (I, I), itself, ones)
    image = proof.for_all(entries(A, I, A), lambda inner: inner.use(unit_on_the_right()))
    found = multiplied(proof, (d, one), (A, I), A, proof.know(triangular_product(d, A, n)), unit, image)
    return proof.replace(proof.have(d * one == d), lambda value: determinant(value, A, n), found).theorem


def opened(proof: Proof, some: Fact, variables: Sequence[Term], step: Callable[[Proof], Fact]) -> Fact:
    """Return the step's fact, with all variables of nested ∃ given."""
    first, *others = variables
    proof.let(some, first)
    return opened(proof, proof.know(some.says.args[2]), others, step) if others else step(proof)


@cache
def factors_of_scaled_columns() -> Theorem:
    """If A is L·U and column k of X is s_k times that of A: X is L·V, where the columns of V are scaled likewise."""
    scaled = scaled_columns(A, X)
    total = Product(j, 0, n, shares[j])
    proof = Proof([n >= 0, triangular_product(d, A, n), scaled], triangular_product(d * total, X, n))
    V = function(z, k, U[z, k] * shares[k])

    def step(inner: Proof) -> Fact:
        apart = inner.use(product_of_products(), f=lambda i: L[i, i] * U[i, i], g=shares, k=n)
        known = inner.know(Product(i, 0, n, L[i, i] * U[i, i]) == d)
        diagonal = Product(i, 0, n, L[i, i] * V[i, i])
        whole = inner.chain(diagonal, (known.says.args[0] * total, apart), (d * total, known))
        of_a, of_x = inner.know(entries(L, U, A)), inner.know(scaled)
        image = inner.for_all(entries(L, V, X), lambda each: each.have(each.goal, of_a(i, k), of_x(i, k)))
        zeros = All(i, between(0, i, n), All(k, 0 <= k, k < i, U[i, k] == 0))
        upper = inner.for_all(substitute(zeros, {"U": V}), lambda each: each.have(each.goal, each.know(zeros)(i, k)))
        return factored(inner, d * total, X, (L, V), image, upper, whole)

    return opened(proof, proof.parts(triangular_product(d, A, n))[-1], (L, U), step).theorem


@cache
def determinant_of_scaled_columns() -> Theorem:
    """If column k of X is s_k times that of A: det X = det A·Π s_k."""
    scaled = scaled_columns(A, X)
    total = Product(j, 0, n, shares[j])
    proof = Proof([n >= 0, determinant(d, A, n), scaled], determinant(d * total, X, n))
    S = function(z, k, C[z, k] * shares[k])

    def step(inner: Proof) -> Fact:
        # A = B·C: the columns of C are scaled.
        factor = inner.use(factors_of_scaled_columns(), d=c, A=C, X=S)
        of_a, of_x = inner.know(entries(B, C, A)), inner.know(scaled)
        columns = inner.for_all(entries(B, S, X), lambda each: each.have(each.goal, of_a(i, k), of_x(i, k)))
        found = multiplied(
            inner,
            (first_value, c * total),
            (B, S),
            X,
            inner.know(triangular_product(first_value, B, n)),
            factor,
            columns,
        )
        value = inner.have(first_value * (c * total) == d * total, first_value * c == d)
        return inner.replace(value, lambda each: determinant(each, X, n), found)

    return opened(proof, proof.parts(determinant(d, A, n))[-1], (first_value, c, B, C), step).theorem


@cache
def determinant_of_equal() -> Theorem:
    """If X and A have the same entries: det X = det A."""
    proof = Proof([n >= 0, determinant(d, A, n), equal_matrices(X, A, n, n)], determinant(d, X, n))
    same = proof.parts(equal_matrices(X, A, n, n))[-1]
    unscaled = substitute(scaled_columns(A, X), {"s": function(j, one)})
    columns = proof.for_all(unscaled, lambda inner: inner.have(inner.goal, same(i, k)))
    found = proof.use(determinant_of_scaled_columns(), columns, s=function(j, one))
    value = proof.have(d * Product(j, 0, n, one) == d, proof.use(product_of_ones(), low=0, k=n + 1))
    return proof.replace(value, lambda each: determinant(each, X, n), found).theorem


@cache
def cramer() -> Theorem:
    """If A = L·U with diagonals that multiply to d, and A·y = x: det A(k, x) = d·y_k."""
    image = All(i, between(0, i, n), Sum(z, 0, n, A[i, z] * y[z]) == target[i])
    replaced = with_column(A, k, target)
    proof = Proof([between(0, k, n), triangular_product(d, A, n), image], determinant(d * y[k], replaced, n))
    E = with_column(I, k, y)
    lower = function(i, z, If(i == z, If(i == k, y[i], 1), If((z == k) & (k < i), y[i], 0)))
    upper = function(z, r, If(z == r, one, If((r == k) & (z < k), y[z], 0)))

    def entry(inner: Proof) -> Fact:
        # One term of each sum is not 0.
        def at(where: Term, value: Term) -> Callable[[Proof], Fact]:
            def step(case: Proof) -> Fact:
                ends = case.telescope(z, 0, n, lower[i, z] * upper[z, r], lambda v: If(v <= where, 0, value))
                return case.have(inner.goal, ends)

            return step

        return inner.cases(
            inner.goal,
            ((r == k) & (i < k), at(i, y[i])),
            (r == k, at(k, y[i])),
            (TRUE, at(r, I[i, r])),
        )

    product = Sum(z, 0, n, lower[i, z] * upper[z, r])
    sums = proof.for_all(Every((i, 0, n), (r, 0, n), product == E[i, r]), entry)
    terms = proof.termwise(i, 0, n, lower[i, i] * upper[i, i] == If(i == k, y[i], 1), op="product")
    diagonal = proof.chain(
        terms.says.args[0], (terms.says.args[1], terms), (y[k], proof.use(product_with_one_factor(), f=y))
    )
    unit = factored(proof, y[k], E, (lower, upper), sums, diagonal)

    def column(inner: Proof) -> Fact:
        given = inner.know(image)(i)

        def same(case: Proof) -> Fact:
            terms = case.termwise(z, 0, n, A[i, z] * E[z, r] == A[i, z] * y[z])
            return case.have(inner.goal, terms, given)

        def other(case: Proof) -> Fact:
            terms = case.termwise(z, 0, n, A[i, z] * E[z, r] == A[i, z] * I[z, r])
            return case.have(inner.goal, terms, case.use(unit_on_the_right(), k=r))

        return inner.cases(inner.goal, (r == k, same), (TRUE, other))

    product = Sum(z, 0, n, A[i, z] * E[z, r])
    columns = proof.for_all(Every((i, 0, n), (r, 0, n), product == replaced[i, r]), column)
    return multiplied(
        proof, (d, y[k]), (A, E), replaced, proof.know(triangular_product(d, A, n)), unit, columns
    ).theorem


@cache
def factors_of_scaled_geometric() -> Theorem:
    """G' is a lower times an upper triangular matrix, whose diagonals multiply to (1-α²)^n."""
    G = scaled_geometric(a)
    value = (1 - a * a) ** n
    proof = Proof([n >= 0], triangular_product(value, G, n))
    lower = function(i, z, If(z <= i, a ** (i - z), 0))
    upper = function(z, k, If(z <= k, a ** (k - z) * If(z == 0, one, 1 - a * a), 0))

    diagonal = Product(i, 0, n, lower[i, i] * upper[i, i])
    after = proof.termwise(i, 1, n, lower[i, i] * upper[i, i] == 1 - a * a, op="product")
    constant = proof.use(constant_product(), low=1, k=n, t=1 - a * a)
    total = proof.chain(
        diagonal, (after.says.args[0], proof.split(diagonal, 0)), (after.says.args[1], after), (value, constant)
    )
    inner = proof.inside(entries(lower, upper, G))

    # The first v terms of α^(i-z)·α^(k-z)·(1-α²), without the factor at z = 0, come to α^(i+k+2-2v).
    def ends(v: Term) -> Term:
        return If(v == 0, 0, If((v <= i + 1) & (v <= k + 1), a ** (i + k + 2 - 2 * v), a ** abs(i - k)))

    return factored(
        proof,
        value,
        G,
        (lower, upper),
        inner.closed(inner.have(inner.goal, inner.telescope(z, 0, n, lower[i, z] * upper[z, k], ends))),
        total,
    ).theorem


# The geometric mechanism

G = geometric_mechanism(n, a)


@cache
def factors_of_geometric() -> Theorem:
    """G is a lower times an upper triangular matrix, whose diagonals multiply to (1-α)^(2n-1)/(1+α)."""
    value = (1 - a) ** (2 * n - 1) / (1 + a)
    proof = Proof([n >= 1, a >= 0], triangular_product(value, G, n))
    # First the inner columns of G' times 1-α, then all over 1+α.
    inside, over = If((j == 0) | (j == n), 1, 1 - a), 1 / (1 + a)
    half = function(i, k, scaled_geometric(a)[i, k] * substitute(inside, {"j": k}))
    first = times(proof, proof.use(factors_of_scaled_geometric()), half, function(j, inside))
    second = times(proof, first, G, function(j, over))
    inner = proof.use(product_with_outer_factors(), u=1, t=1 - a)
    outer = proof.use(constant_product(), low=0, k=n + 1, t=over)
    apart = proof.have(
        (1 - a * a) ** n == (1 - a) ** n * (1 + a) ** n, proof.use(power_of_product(), k=n, t=1 - a, u=1 + a)
    )
    whole, rest = second.says.args[1], (1 - a) ** (n - 1) * over ** (n + 1)
    together = proof.chain(
        whole,
        ((1 - a * a) ** n * (1 - a) ** (n - 1) * Product(j, 0, n, over), inner),
        ((1 - a * a) ** n * rest, outer),
    )
    same = proof.chain(
        whole, (apart.says.args[1] * rest, proof.replace(apart, lambda each: whole == each * rest, together)), value
    )
    return proof.replace(same, lambda each: triangular_product(each, G, n), second).theorem


def times(proof: Proof, known: Fact, of: Term, factors: Term) -> Fact:
    """Return the factors of a matrix whose columns are those of another one, scaled."""
    _, value, matrix, _ = known.says.args
    columns = substitute(scaled_columns(A, X), {"A": matrix, "X": of, "s": factors})
    scaled = proof.for_all(columns, lambda inner: inner.have(inner.goal))
    return proof.use(factors_of_scaled_columns(), known, scaled, d=value, A=matrix, X=of, s=factors)


@cache
def determinant_with_column() -> Theorem:
    """Lemma 2 of Gupte & Sundararajan 2010: det G'(k, x) = (1-α²)^(n-1)·(K·x)_k."""
    difference = second_difference(target, a, n, k)
    replaced = with_column(scaled_geometric(a), k, target)
    value = (1 - a * a) ** (n - 1) * difference
    proof = Proof([n >= 1, a >= 0, a < 1, between(0, k, n)], determinant(value, replaced, n))
    solution = function(z, second_difference(target, a, n, z) / (1 - a * a))
    proof.remember(proof.have(0 < 1 - a * a))
    inner = proof.inside(All(i, between(0, i, n), Sum(z, 0, n, scaled_geometric(a)[i, z] * solution[z]) == target[i]))
    # G'·y is G·(G⁻¹·x), term by term.
    column = function(i, r, target[i])
    T = geometric_preimage(column, a, n)
    terms = inner.termwise(z, 0, n, scaled_geometric(a)[i, z] * solution[z] == G[i, z] * T[z, 0])
    image = inner.closed(inner.have(inner.goal, terms, inner.use(geometric_inverse(), x=column, r=0)))

    factors = proof.use(factors_of_scaled_geometric())
    found = proof.use(cramer(), factors, image, d=(1 - a * a) ** n, A=scaled_geometric(a), y=solution)
    same = proof.have((1 - a * a) ** n * solution[k] == value)
    return proof.replace(same, lambda each: determinant(each, replaced, n), found).theorem


def of_two_terms(proof: Proof, left: Term, right: Term, of: Term) -> Fact:
    """Return that a matrix is a product, where only the first two terms of the sums are not 0."""
    inner = proof.inside(entries(left, right, of))
    first = left[i, 0] * right[0, k]
    both = first + left[i, 1] * right[1, k]
    terms = inner.telescope(z, 0, n, left[i, z] * right[z, k], lambda v: If(v <= 0, 0, If(v <= 1, first, both)))
    return inner.closed(inner.have(inner.goal, terms))


def singular(proof: Proof, of: Term, lower: Term, upper: Term) -> Fact:
    """Return that a matrix is lower·upper with the diagonals' product 0, where rows 2 to n of the upper one are 0."""
    diagonal = proof.use(
        product_with_zero(), lower[2, 2] * upper[2, 2] == 0, k=2, f=lambda j: lower[j, j] * upper[j, j]
    )
    return factored(proof, term(0, NUMBER), of, (lower, upper), of_two_terms(proof, lower, upper, of), diagonal)


@cache
def ones_with_column() -> Theorem:
    """A matrix of ones with another column, on {0..n} with n ≥ 2, has the determinant 0."""
    replaced = with_column(function(i, k, one), r, target)
    proof = Proof([n >= 2, between(0, r, n)])
    # Columns 0 and 1 of the lower factor are 1 and, from row 1 on, x_i - x_0.
    lower = function(i, z, If(z == 0, one, If((z == 1) & (1 <= i), target[i] - target[0], I[i, z])))

    def later(case: Proof) -> Fact:
        upper = function(z, k, If(z == 0, If(k == r, target[0], 1), If((z == 1) & (k == r), one, 0)))
        return case.use(determinant_of_triangular_product(), singular(case, replaced, lower, upper), d=0, A=replaced)

    def at_0(case: Proof) -> Fact:
        # The columns 1 and x_i - 1, times the rows 1, …, 1 and 1, 0, …, 0.
        columns = function(i, k, If(k == 0, one, If(k == 1, target[i] - 1, 0)))
        upper = function(
            z, k, If(z == 0, If(k == 0, one, If(k == 1, target[0] - 1, 0)), If((z == 1) & (k == 1), one, 0))
        )
        left = singular(case, columns, lower, upper)
        rows = function(z, k, If(z == 0, one, If((z == 1) & (k == 0), one, 0)))
        below = function(i, z, If((i == 1) & (z == 0), one, I[i, z]))
        above = function(z, k, If(z == 0, one, If((z == 1) & (1 <= k), -one, 0)))
        right = singular(case, rows, below, above)
        zero = term(0, NUMBER)
        return multiplied(
            case, (zero, zero), (columns, rows), replaced, left, right, of_two_terms(case, columns, rows, replaced)
        )

    return proof.cases(determinant(0, replaced, n), (r == 0, at_0), (TRUE, later)).theorem


@cache
def two_rows() -> Theorem:
    """For n = 1 and an entry 1 on the diagonal: det A = A_00·A_11 - A_01·A_10."""
    value = A[0, 0] * A[1, 1] - A[0, 1] * A[1, 0]

    def rows(*values: Term | int) -> Term:
        first, second, third, fourth = map(as_number, values)
        return function(i, k, If(i == 0, If(k == 0, first, second), If(k == 0, third, fourth)))

    lower = rows(1, 0, A[1, 0], 1)
    corner = (A[0, 0] == 1) | (A[1, 1] == 1)
    proof = Proof([n == 1, corner], determinant(value, A, n))

    def lower_upper(case: Proof) -> Fact:
        upper = rows(1, A[0, 1], 0, value)
        factors = factored(case, value, A, (lower, upper), case.have(entries(lower, upper, A), A[0, 0] == 1))
        return case.use(determinant_of_triangular_product(), factors, d=value)

    def upper_lower(case: Proof) -> Fact:
        upper = rows(value, A[0, 1], 0, 1)
        parts = factored(case, value, upper, (I, upper)), factored(case, one, lower, (lower, I))
        columns = case.have(entries(upper, lower, A), A[1, 1] == 1)
        found = multiplied(case, (value, one), (upper, lower), A, *parts, columns)
        return case.replace(case.have(value * one == value), lambda each: determinant(each, A, n), found)

    return proof.either(proof.know(corner), lower_upper, upper_lower).theorem


@cache
def determinant_of_single_entry() -> Theorem:
    """For n = 0: det A = A_00."""
    proof = Proof([n == 0], determinant(A[0, 0], A, n))
    factors = factored(proof, A[0, 0], A, (I, A), proof.have(entries(I, A, A)))
    return proof.use(determinant_of_triangular_product(), factors, d=A[0, 0]).theorem
