"""The geometric mechanism on all integers (x^G) and on {0..n} (G), the scaled matrix G', and closed forms.

Matrices on {0..n} have n + 1 rows and columns; parts of the minimax paper call the same matrix n × n.
"""

from dataclasses import dataclass
from fractions import Fraction

from exactdp.arithmetic.arguments import database_size, privacy_level
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact
from exactdp.arithmetic.spelling import text
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism, identity
from exactdp.model.sizes import by_name
from exactdp.shown import Shown


@dataclass(frozen=True)
class UnboundedGeometric(Shown):
    """The α-geometric mechanism x^G: the response to input i is i + Z, where Pr[Z = z] = (1-α)/(1+α)·α^|z|.

    Domain: 0 ≤ α < 1. At α = 1 every probability would be 0.
    Raises: `InputError` outside the domain.
    Source: Gupte & Sundararajan 2010, Definition 1; Ghosh, Roughgarden & Sundararajan 2009, Example 2.1.

    >>> UnboundedGeometric("1/5").mass(5, 5), UnboundedGeometric("1/5").mass(5, 3)
    (Fraction(2, 3), Fraction(2, 75))
    """

    alpha: Fraction

    def __init__(self, alpha: Exact) -> None:
        level = privacy_level(alpha)
        if level == 1:
            raise InputError("α = 1: on all integers every probability would be 0: write a level below 1")
        self.__dict__.update(alpha=level)

    def mass(self, i: int, r: int) -> Fraction:
        """Return the probability of response r on input i."""
        return (1 - self.alpha) / (1 + self.alpha) * self.alpha ** abs(r - i)

    def at_least(self, i: int, r: int) -> Fraction:
        """Return the probability of a response ≥ r on input i.

        >>> UnboundedGeometric("1/2").at_least(0, 1), UnboundedGeometric("1/2").at_least(0, 0)
        (Fraction(1, 3), Fraction(2, 3))
        """
        if r > i:
            return self.alpha ** (r - i) / (1 + self.alpha)
        return 1 - self.at_least(0, i - r + 1)

    @by_name
    def clamped(self, *, n: int) -> Mechanism:
        """Return w∘x^G, where w sends negative responses to 0 and those above n to n.

        Domain: n ≥ 0; inputs 0..n. The result is G_{n,α} (for n = 0, the 1 × 1 identity).
        Raises: `InputError` for n < 0.
        Source: Ghosh, Roughgarden & Sundararajan 2009, section 5, before Lemma 5.10.

        >>> UnboundedGeometric("1/2").clamped(n=3) == geometric(n=3, alpha="1/2")
        True
        """
        n = database_size(n)
        if n == 0:
            return Mechanism([[1]])
        return Mechanism(
            [
                [1 - self.at_least(i, 1), *(self.mass(i, r) for r in range(1, n)), self.at_least(i, n)]
                for i in range(n + 1)
            ]
        )


@by_name
def geometric(*, n: int, alpha: Exact) -> Mechanism:
    """Return the range-restricted geometric mechanism G_{n,α} on {0..n}.

    Its entry (k, z) is α^|z-k|, times 1/(1+α) in the columns z = 0 and n, and (1-α)/(1+α) in the others.
    Domain: n ≥ 1 and 0 ≤ α ≤ 1; α = 0 gives the identity, and α = 1 answers 0 or n with probability 1/2 each. At n = 0
    the row of the formula sums to 1/(1+α), so the result is the 1 × 1 identity, x^G clamped to {0}.
    Raises: `InputError` outside the domain.
    Source: Gupte & Sundararajan 2010, Definition 4.

    >>> geometric(n=2, alpha="1/2")
    Mechanism 3 × 3
         0    1    2
    0  2/3  1/6  1/6
    1  1/3  1/3  1/3
    2  1/6  1/6  2/3
    """
    n = database_size(n)
    level = privacy_level(alpha)
    if n == 0:
        return Mechanism([[1]])
    p, q = level.numerator, level.denominator
    least = (n - 1) // 2
    power = [p**d * q ** (least - d) for d in range(least + 1)]
    rows: list[list[int]] = [[]] * (n + 1)
    denominators = [0] * (n + 1)
    for far in range(least + 1, n + 1):
        # Row `far`, and its mirror image, over (q+p)·q^(far-1). This is in lowest terms: the first entry is p^far, and
        # p, q and q + p are pairwise coprime.
        inner = [(q - p) * entry for entry in power]
        power = [*(q * entry for entry in power), p**far]
        row = [power[far], *(inner[abs(far - z)] for z in range(1, n)), power[n - far]]
        rows[far], rows[n - far] = row, row[::-1]
        denominators[far] = denominators[n - far] = (q + p) * q ** (far - 1)
    return Mechanism.from_lowest_terms(rows, denominators)


@by_name
def scaled_geometric(*, n: int, alpha: Exact) -> Matrix:
    """Return the matrix G'_{n,α} on {0..n} with entries α^|i-j|; its rows do not sum to 1.

    Domain: n ≥ 0, 0 ≤ α ≤ 1. For n ≥ 1, α < 1 it is G with the first and last column times 1+α and the others times
    (1+α)/(1-α). Raises: `InputError` outside the domain.
    Source: Gupte & Sundararajan 2010, Table 2.

    >>> scaled_geometric(n=1, alpha="1/2").rows
    ((Fraction(1, 1), Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 1)))
    """
    n = database_size(n)
    level = privacy_level(alpha)
    p, q = level.numerator, level.denominator
    power = [p**d * q ** (n - d) for d in range(n + 1)]
    return Matrix.from_integers([[power[abs(i - j)] for j in range(n + 1)] for i in range(n + 1)], [q**n] * (n + 1))


@by_name
def determinant(*, n: int, alpha: Exact) -> Fraction:
    """Return det G_{n,α} on {0..n}: (1-α)^(2n-1)/(1+α), positive exactly for α < 1; 1 for n = 0.

    Raises: `InputError` for n < 0 or α outside [0, 1].
    Source: the claim gupte2010.lemma-1; the paper does not state the value.

    >>> determinant(n=2, alpha="1/2"), determinant(n=2, alpha=1)
    (Fraction(1, 12), Fraction(0, 1))
    """
    n = database_size(n)
    level = privacy_level(alpha)
    return (1 - level) ** (2 * n - 1) / (1 + level) if n else Fraction(1)


@by_name
def scaled_determinant(*, n: int, alpha: Exact) -> Fraction:
    """Return det G'_{n,α} on {0..n}: (1-α²)^n.

    Raises: `InputError` for n < 0 or α outside [0, 1].
    Source: Gupte & Sundararajan 2010, Lemma 1, where the size is called n and the exponent n - 1.

    >>> scaled_determinant(n=2, alpha="1/2")
    Fraction(9, 16)
    """
    n = database_size(n)
    return Fraction(1 - privacy_level(alpha) ** 2) ** n


@by_name
def inverse(*, n: int, alpha: Exact) -> Matrix:
    """Return the inverse of G_{n,α} on {0..n}, a tridiagonal matrix.

    Row 0 is (1, -α)/(1-α), row n its mirror image, and every row between is (-α, 1+α², -α)/(1-α)².
    Domain: n ≥ 0, 0 ≤ α < 1. Raises: `InputError` outside; at α = 1 (and n ≥ 1) all rows of G are equal.
    Source: the claim gupte2010.lemma-2, read as Cramer's rule.

    >>> inverse(n=2, alpha="1/2")
    Matrix 3 × 3
        0   1   2
    0   2  -1   0
    1  -2   5  -2
    2   0  -1   2
    """
    n = database_size(n)
    level = privacy_level(alpha)
    if n == 0:
        return Matrix([[1]])
    if level == 1:
        raise InputError("α = 1: all rows of G are equal, so it has no inverse; write a level below 1")
    p, q = level.numerator, level.denominator
    rows = [[0] * (n + 1) for _ in range(n + 1)]
    rows[0][:2] = [q, -p]
    rows[n][n - 1 :] = [-p, q]
    for k in range(1, n):
        rows[k][k - 1 : k + 2] = [-p * q, q * q + p * p, -p * q]
    return Matrix.from_integers(rows, [q - p, *[(q - p) ** 2] * (n - 1), q - p])


@by_name
def transition(*, n: int, alpha: Exact, beta: Exact) -> Mechanism:
    """Return T_{α,β}, the remap with G_{n,β} = G_{n,α}·T_{α,β}.

    Let c_r = 1/(1+β) for r = 0, n and (1-β)/(1+β) for the others, and d = |k-r|. Entry (k, r) is c_r times a factor.
    For 0 < k < n the factor is (1+α²-2αβ)/(1-α)² if d = 0, else β^(d-1)·(β-α)·(1-αβ)/(1-α)². For k = 0 and n it is
    (1-αβ)/(1-α) if d = 0, else β^(d-1)·(β-α)/(1-α).
    Domain: n ≥ 0, 0 ≤ α ≤ β ≤ 1. At α = β = 1 T is not unique; the identity is returned.
    Raises: `InputError` outside; for α > β no stochastic matrix satisfies the equation (n ≥ 1).
    Source: Gupte & Sundararajan 2010, Lemma 3; the claim gupte2010.lemma-3 writes out the matrix.

    >>> transition(n=2, alpha="1/3", beta="1/2")
    Mechanism 3 × 3
          0     1     2
    0   5/6  1/12  1/12
    1  5/24  7/12  5/24
    2  1/12  1/12   5/6
    """
    n = database_size(n)
    low, high = privacy_level(alpha), privacy_level(beta)
    if low > high:
        raise InputError(
            f"α = {text(low)} is above β = {text(high)}: post-processing never lowers the level, so write them in order"
        )
    if n == 0 or low == 1:
        return identity(n=n)
    p, q, u, v = low.numerator, low.denominator, high.numerator, high.denominator
    rows, denominators = [], []
    for k in range(n + 1):
        # The common denominator is (u+v)·(q-p)^e·v^(far+e-1), with e = 1 in the outer rows and e = 2 in the others.
        far = max(k, n - k)
        if k in (0, n):
            near, step, square = (q * v - p * u) * v ** (far - 1), u * q - p * v, 1
        else:
            near = (q * q * v + p * p * v - 2 * p * q * u) * v**far
            step, square = (u * q - p * v) * (q * v - p * u), 2
        along = [near, *(u ** (d - 1) * v ** (far - d) * step for d in range(1, far + 1))]
        rows.append([(v if r in (0, n) else v - u) * along[abs(k - r)] for r in range(n + 1)])
        denominators.append((u + v) * (q - p) ** square * v ** (far + square - 1))
    return Mechanism.from_integers(rows, denominators)
