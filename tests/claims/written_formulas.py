"""Expressions and their texts, and strategies that draw others, for the tests of how formulas are written."""

from hypothesis import strategies as st

from exactdp.claims.statements.expressions import INDEX, INDEX_MAP, MATRIX, NUMBER, SET, Expression
from exactdp.claims.statements.formulas import (
    All,
    Largest,
    Least,
    Product,
    Some,
    Sum,
    between,
    function,
    indices,
    matrices,
    numbers,
    vectors,
)
from exactdp.claims.statements.terms import TRUE, Definition, Formula, If, Term, as_number, term, unfold, variable

i, k, m, n, r = indices("i k m n r")
a, b, c = numbers("α β c")
x, t = matrices("x t")
y, z = vectors("y z")
S, f = variable("S", SET), variable("f", INDEX_MAP)

STOCHASTIC = Definition(
    "{0} is stochastic on {{0..{1}}} with responses {{0..{2}}}",
    (x, n, m),
    All(i, between(0, i, n), All(r, between(0, r, m), 0 <= x[i, r]) & (Sum(r, 0, m, x[i, r]) == 1)),
)
PRIVATE = Definition(
    "{0} is {1}-private on {{0..{2}}} with responses {{0..{3}}}",
    (x, a, n, m),
    STOCHASTIC(x, n, m)
    & All(i, between(0, i, n - 1), All(r, between(0, r, m), a * x[i, r] <= x[i + 1, r], a * x[i + 1, r] <= x[i, r])),
    latex=r"{0}\text{{ is }}{1}\text{{-private on }}\{{0,\dots,{2}\}}\text{{ with responses }}\{{0,\dots,{3}\}}",
)
GEOMETRIC = Definition(
    "G_({0},{1})", (n, a), function(i, k, a ** abs(i - k) * If((k == 0) | (k == n), 1, 1 - a) / (1 + a)), sort=MATRIX
)
DERIVABLE = Definition("derivable", (x, n), Some(t, STOCHASTIC(t, n, n), All(i, between(0, i, n), x[i, 0] == t[i, 0])))
LOSS = Definition("the least loss of {0}", (x,), None, sort=NUMBER)
G = GEOMETRIC(n, a)

EXAMPLES: list[tuple[Expression, str]] = [
    (Sum(r, 0, m, x[i + 1, r] - a * x[i, r]) == 1 - a, "Σ_{r=0}^{m} (x[i+1,r] - α·x[i,r]) = 1 - α"),
    (a**2 * b ** (i + 1) / a**n, "α²·β^(i+1)/α^n"),
    (a**-1 + a ** (2 * k - 1) - a ** (n - i) * b ** abs(i - k), "α⁻¹ + α^(2k-1) - α^(n-i)·β^|i-k|"),
    (1 / (a * b) + a / b * b - a * (b / a), "1/(α·β) + (α/β)·β - α·(β/α)"),
    ((a - b) - (a - b) * (-a) - (-a * b), "α - β - (α - β)·(-α) - (-α)·β"),
    (-(a * b) + 2 * a - 2 * -a + term("-1/2") * a, "-α·β + 2·α - 2·(-α) + (-1/2)·α"),
    (as_number(i + 1) + a * (i + 1) - as_number(2 * k) * a, "(i+1) + α·(i+1) - 2k·α"),
    (k - i + 3 - 2 * (i * k), "k-i-2(i·k)+3"),
    (-i - 2 * k + 1, "1-i-2k"),
    (If(0 <= a - b, a - b, -(a - b)) * z[abs(i - k)], "|α - β|·z[|i-k|]"),
    (If(i <= k, a, If(k < i, b, a + b)), "{α if i ≤ k; β if k < i; α + β otherwise}"),
    (Sum(k, 0, n, a) * Sum(k, 0, n, b), "(Σ_{k=0}^{n} α)·Σ_{k=0}^{n} β"),
    (a * Sum(k, 0, n, z[k] * y[k]) + b, "α·Σ_{k=0}^{n} z[k]·y[k] + β"),
    (Sum(i, 0, n, Sum(k, 0, i - 1, -x[i, k])) / a, "(Σ_{i=0}^{n} Σ_{k=0}^{i-1} (-x[i,k]))/α"),
    (Least(k, 0, n, z[k]) - Largest(k, 0, n, z[k]), "min_{0≤k≤n} z[k] - max_{0≤k≤n} z[k]"),
    (Product(k, 1, n, a / k) ** 2, "(Π_{k=1}^{n} α/k)²"),
    (0 <= i, "0 ≤ i"),
    (0 <= a - b, "α - β ≥ 0"),
    (i != k, "i ≠ k"),
    (between(0, i, n - 1) & (i < k), "0 ≤ i ≤ n-1 and i < k"),
    ((i < k) | (k < i) & (a == b), "i < k or (k < i and α = β)"),
    (((i < k) | (k < i)) & (a == b), "i ≠ k and α = β"),
    (((i < k) >> (a < b)) & ((a < b) >> (i < k)), "i < k ⇔ α < β"),
    ((i < k) >> ((a < b) >> (a == b)), "i < k ⇒ (α < β ⇒ α = β)"),
    (All(i, 0 <= i, i < n, All(r, between(0, r, m), 0 <= x[i, r])), "∀i, r with 0 ≤ i < n, 0 ≤ r ≤ m: x[i,r] ≥ 0"),
    (All(i, 0 <= n, All(r, between(0, r, m), r <= i)), "∀i with n ≥ 0: ∀r with 0 ≤ r ≤ m: r ≤ i"),
    (Some(i, i <= n, S[i]) >> All(k, S[k], k <= n), "(∃i ≤ n: i ∈ S) ⇒ ∀k ∈ S: k ≤ n"),
    (All(n, n >= k, f[n] <= f[n + 1]), "∀n ≥ k: f[n] ≤ f[n+1]"),
    (~S[i] & ~PRIVATE(x, a + b, n, m), "i ∉ S and x is not (α + β)-private on {0..n} with responses {0..m}"),
    (~DERIVABLE(x, n), "¬(derivable(x, n))"),
    (STOCHASTIC(function(i, k, a), n - 1, 2 * m), "((i,k) ↦ α) is stochastic on {0..n-1} with responses {0..2m}"),
    (GEOMETRIC(n + 1, a * b)[i + 1, k] * LOSS(G), "G_(n+1,α·β)[i+1,k]·(the least loss of G_(n,α))"),
    (unfold(DERIVABLE(x, n)), "∃ matrix t with t stochastic on {0..n} with responses {0..n}: "
     "∀i with 0 ≤ i ≤ n: x[i,0] = t[i,0]"),
    (All(variable("s2", NUMBER), variable("s2", NUMBER) < a), "∀ number s2: s2 < α"),
    (All(variable("d", INDEX), variable("d", INDEX) >= 0, S[variable("d", INDEX)]), "∀ integer d ≥ 0: d ∈ S"),
    (function(i, i <= n), "{i: i ≤ n}"),
    (TRUE, "true"),
]  # fmt: skip

NUMBERS: list[Term] = [term(-1, NUMBER), term("1/2"), term(2, NUMBER), a, z[i], as_number(i), as_number(k + 1)]
INDICES: list[Term] = [term(-2), term(1), i, k, i + 1, 2 * k, -i, i * k, f[i]]


def relations() -> list[Formula]:
    named = [STOCHASTIC(x, n, m), DERIVABLE(x, i), S[i]]
    return [0 <= i, i <= k, i < k, k < i, i < n, i + 1 <= k, a < b, a == b, *named, *(~each for each in named)]


INDEX_TERMS = st.recursive(
    st.sampled_from(INDICES),
    lambda inner: st.one_of(
        st.builds(lambda u, v: u + v, inner, inner),
        st.builds(lambda u, v: u - v, inner, inner),
        st.builds(lambda u, v: u * v, inner, inner),
        st.builds(lambda u, v, w: If(u <= v, v, w), inner, inner, inner),
        inner.map(lambda u: f[u]),
    ),
    max_leaves=4,
)
TERMS = st.recursive(
    st.sampled_from(NUMBERS) | st.builds(lambda u, v: x[u, v], INDEX_TERMS, INDEX_TERMS) | INDEX_TERMS.map(as_number),
    lambda inner: st.one_of(
        st.builds(lambda u, v: u + v, inner, inner),
        st.builds(lambda u, v: u - v, inner, inner),
        st.builds(lambda u, v: u * v, inner, inner),
        st.builds(lambda u, v: u / v, inner, inner),
        st.builds(lambda u, at: u**at, inner, INDEX_TERMS),
        st.builds(lambda u, v, w: If(u <= v, v, w), inner, inner, inner),
        st.builds(Sum, st.sampled_from([i, k]), INDEX_TERMS, INDEX_TERMS, inner),
        inner.map(abs),
    ),
    max_leaves=8,
)
FORMULAS = st.recursive(
    st.sampled_from(relations())
    | st.builds(lambda u, v: u <= v, TERMS, TERMS)
    | st.builds(lambda u, v: u < v, INDEX_TERMS, INDEX_TERMS),
    lambda inner: st.one_of(
        st.builds(lambda p, q: p & q, inner, inner),
        st.builds(lambda p, q: p | q, inner, inner),
        st.builds(lambda p, q: p >> q, inner, inner),
        st.builds(All, st.sampled_from([i, k]), inner, inner),
        st.builds(Some, st.sampled_from([i, k]), inner, inner),
        st.builds(All, st.sampled_from([i, k, a, x]), inner),
    ),
    max_leaves=6,
)
