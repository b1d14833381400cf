"""Lemma 3: a geometric mechanism can be derived from every less private one.

G_β is β-private, so for α ≤ β it is α-private, and its columns meet the condition of Theorem 2 for α. Up to factors of
its rows and columns, the inner rows of T = G_α⁻¹·G_β have 1+α²-2αβ on the diagonal and β^(d-1)·(β-α)·(1-αβ) at distance
d > 0 from it. The outer rows have 1-αβ and β^(d-1)·(β-α).

The proof applies Theorem 2, which is about α-private mechanisms, and leaves out that G_β is one. It is, as α ≤ β.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.lemma-3",
    "adding privacy to a geometric mechanism",
    section="4.1",
    position=10,
    printed=(
        "β^i·(β-α)·(1-αβ) > 0 and 1+α²-2αβ > (1-α)² > 0 for α ≤ β. The proof leaves out that G_β is α-private, which "
        "Theorem 2 needs, and speaks of rows of G_β, where the theorem asks for columns (multiples of those of the "
        "symmetric G')"
    ),
    slip="proof",
    weight="edge",
    kept=KEPT,
)

n, m, i, k, r, z = indices("n m i k r z")
a, b = numbers("α β")
G = geometric_mechanism(n, b)
ordered = (0 <= a, a <= b, b <= 1)


def condition(x, y, z):
    return (1 + a * a) * y - a * (x + z)


falling = b**i * (b - a) * (1 - a * b)
claim.clause("falling-triple", 0 <= i, condition(b**i, b ** (i + 1), b ** (i + 2)) == falling)(by_arithmetic)
claim.clause("rising-triple", 0 <= i, condition(b ** (i + 2), b ** (i + 1), b**i) == falling)(by_arithmetic)
claim.clause("middle-triple", condition(b, 1, b) == 1 + a * a - 2 * a * b)(by_arithmetic)
claim.clause("middle-sign", *ordered, (1 + a * a - 2 * a * b >= (1 - a) * (1 - a)) & ((1 - a) * (1 - a) >= 0))(
    by_arithmetic
)
claim.clause("outer-sign", *ordered, 0 <= i, falling >= 0)(
    lambda proof: proof.qed(proof.use(lemmas.power_nonnegative(), k=i, α=b), 1 - a * b >= 0, factors=3)
)

T = geometric_preimage(G, a, n)

claim.clause("private-at-both", 1 <= n, *ordered, private(G, a, n, n))(
    lambda proof: proof.use(lemmas.less_private(), proof.cite("gupte2010.definition-4#private", α=b), x=G, m=n)
)


@claim.clause(
    "derivable", 1 <= n, *ordered, derivable(G, a, n, n), witnesses={"T": function(k, r, If(a < 1, T[k, r], G[k, r]))}
)
def is_derivable(proof):
    inner = proof.inside(three_entries_condition(G, a, n, n))

    # On column r of G_β, times a factor ≥ 0, the condition is about one of the three triples.
    def on_diagonal(case):
        return case.have(inner.goal, 1 + a * a - 2 * a * b >= 0)

    def beside(case):
        return case.have(inner.goal, case.cite("gupte2010.lemma-3#outer-sign", i=abs(k - r) - 1))

    return proof.cite(
        "gupte2010.theorem-2#if",
        proof.cite("gupte2010.lemma-3#private-at-both"),
        inner.closed(inner.cases(inner.goal, (k == r, on_diagonal), (TRUE, beside))),
        x=G,
        m=n,
    )


inner_rows = If(k == r, 1 + a * a - 2 * a * b, b ** (abs(k - r) - 1) * (b - a) * (1 - a * b)) / ((1 - a) * (1 - a))
outer_rows = If(k == r, 1 - a * b, b ** (abs(k - r) - 1) * (b - a)) / (1 - a)
column = Definition("c_({0},{1})", (n, b), function(r, If((r == 0) | (r == n), 1, 1 - b) / (1 + b)))
in_matrix = (0 <= a, a < 1, 0 <= b, between(0, r, n))
claim.clause("entries-inner", *in_matrix, 0 < k, k < n, T[k, r] == inner_rows * column(n, b)[r])(by_arithmetic)
claim.clause("entries-outer", *in_matrix, 1 <= n, (k == 0) | (k == n), T[k, r] == outer_rows * column(n, b)[r])(
    lambda proof: proof.either(proof.know((k == 0) | (k == n)), *[lambda case: case.have(proof.goal)] * 2)
)

U = matrix("U")
remapped = is_image(G, geometric_mechanism(n, a), U, n, n)


@claim.clause("only-from-less-private", 1 <= n, 0 <= a, a <= 1, 0 <= b, stochastic(U, n, n), remapped, a <= b)
def only_from_less_private(proof):
    derived = proof.witness(unfold(derivable(G, a, n, n)), U)
    is_private = proof.cite("gupte2010.theorem-2.privacy#needed", derived, x=G, m=n)
    return proof.cite("gupte2010.definition-4#no-larger-level", is_private, α=b, β=a)


claim.printed_as(
    "strict-first", *ordered, 0 <= i, falling > 0, at={"i": 0, "α": "1/2", "β": "1/2"}, instead="outer-sign"
)
claim.printed_as("strict-second", *ordered, 1 + a * a - 2 * a * b > (1 - a) * (1 - a), instead="middle-sign")
claim.printed_as("strict-third", *ordered, (1 - a) * (1 - a) > 0, instead="middle-sign")
