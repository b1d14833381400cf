"""The size of the matrices of section 3: Definition 4 makes them (n+1) × (n+1), and the text calls that size n.

On {0..n} there are n + 1 inputs and responses. Section 3 numbers rows and columns from 1 to n, and ends Table 2 at
α^(n-1). All its formulas hold for the mechanism on {0..n-1}; for Definition 4's n, each n in them is to be n + 1. The
rows of G sum to 1 over all n + 1 columns, and not over the first n.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.determinant import power_of_product, power_of_quotient

claim = Claim(
    "gupte2010.section-3.matrix-size",
    "the size of the matrices",
    section="3",
    position=6,
    printed=(
        "T is an n × n matrix, x a vector (x_1, …, x_n), and det G'_{n,α} = (1+α)²·((1+α)/(1-α))^(n-2)·det G_{n,α} = "
        "(1-α²)^(n-1), though Definition 4's range for the same n is {0..n}"
    ),
    slip="statement",
    weight="value",
    kept=KEPT,
)

n, k, z = indices("n k z")
a, x = number("α"), matrix("x")
G, G_scaled = geometric_mechanism(n, a), scaled_geometric(a)
given = (1 <= n, 0 <= a, a < 1)
is_scaled = equal_matrices(x, G_scaled, n, n)
value = (1 - a) ** (2 * n - 1) / (1 + a)


def ratio(power):
    return (1 + a) ** 2 * ((1 + a) / (1 - a)) ** power


claim.clause("last-power", 1 <= n, G_scaled[0, n] == a**n)(by_arithmetic)
claim.clause("determinant", 0 <= n, is_scaled, determinant((1 - a * a) ** n, x, n))(
    lambda proof: proof.cite("gupte2010.lemma-1#scaled")
)


@claim.clause("ratio", *given, (1 - a * a) ** n == ratio(n - 1) * value)
def ratio_to_g(proof):
    below = proof.use(power_of_product(), k=n, t=1 - a, u=1 + a)
    _, quotient = proof.use(power_of_quotient(), k=n - 1, t=1 + a, u=1 - a).parts()
    powers = quotient.says.args[0]
    apart = proof.chain((1 - a * a) ** n, ((1 - a) ** n * (1 + a) ** n, below), (1 + a) ** 2 * powers * value)
    return proof.replace(quotient, lambda power: (1 - a * a) ** n == (1 + a) ** 2 * power * value, apart)


claim.clause("rows", 1 <= n, 0 <= a, between(0, k, n), Sum(z, 0, n, G[k, z]) == 1)(
    lambda proof: proof.use(lemmas.geometric_rows(), i=k)
)


@claim.clause(
    "first-columns", 1 <= n, 0 <= a, between(0, k, n), Sum(z, 0, n - 1, G[k, z]) == 1 - a ** (n - k) / (1 + a)
)
def first_columns(proof):
    whole = Sum(z, 0, n, G[k, z])
    return proof.qed(proof.split(whole, n - 1), proof.use(lemmas.geometric_rows(), i=k))


claim.printed_as("determinant", *given, is_scaled, determinant((1 - a * a) ** (n - 1), x, n))
claim.printed_as("ratio", *given, (1 - a * a) ** n == ratio(n - 2) * value)
