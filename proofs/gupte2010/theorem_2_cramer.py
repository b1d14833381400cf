"""Theorem 2: the entries of T as quotients of determinants, with both determinants in closed form.

G is G' with its columns times s_0 = s_n = 1/(1+α) and s_k = (1-α)/(1+α), so that det G(k, x), in which column k of G is
replaced and its factor lost, is det G'(k, x) times the other factors. With Lemma 2 that is a power of 1-α over 1+α,
times (K·x)_k; divided by det G = (1-α)^(2n-1)/(1+α) it leaves (K·x)_k/(1-α), or /(1-α)² inside.
"""

from fractions import Fraction

from flint import fmpq_mat

from exactdp.arithmetic.exact import to_fmpq, to_fraction
from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    cramer_formula,
    determinant,
    determinant_formula,
    entry,
    geometric_times_one_plus_alpha,
    identity,
    number,
    require,
    scaled_geometric,
    signs,
    three_term,
    tridiagonal,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import determinant as closed_determinant
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.model.mechanism import identity as truthful
from exactdp.polytope.derivability import tridiagonal_remap

claim = Claim(
    id="gupte2010.theorem-2.cramer",
    title="Cramer's rule for T",
    section="3",
    position=44,
    statement=(
        "For n ≥ 1 and 0 ≤ α < 1, T_kr = det G(k, m_r)/det G, where the column of G that is replaced by column r of M "
        "is the one numbered as the row of T. With det G = (1-α)^(2n-1)/(1+α) the numerator is (1-α)^(2n-2)/(1+α)·(x_0 "
        "- α·x_1) for k = 0, its mirror image for k = n and (1-α)^(2n-3)/(1+α)·((1+α²)·x_k - α·(x_(k-1) + x_(k+1))) "
        "for 0 < k < n, with x = m_r. The denominator is positive, so T_kr has the sign of the numerator and of the "
        "last factor."
    ),
    latex=r"t_{k,r} = \frac{\det G_{n,\alpha}(k, m_r)}{\det G_{n,\alpha}} = \frac{(1+\alpha^2)x_k - "
    r"\alpha(x_{k-1}+x_{k+1})}{(1-\alpha)^2}",
    domain="n ≥ 1, 0 ≤ α < 1, every M; the page writes t for the entries of T here and s two paragraphs later",
    every_n=True,
    verdict="proved",
    scope="all n, α, k and M",
    uses=("gupte2010.lemma-1", "gupte2010.lemma-2"),
)

SIZES = Domain("n", lambda n: [n - 1])
ROWS = Domain("n k", lambda n, k: [n - 1, k, n - k])


@claim.proof(
    "det G'(k, x) = (1-α²)^(n-1)·(K·x)_k, with (1-α²)^m in the factors (1-α)^m·(1+α)^m, for all n",
    mutants={"the exponent n": {"shift": 0}},
)
def scaled(shift=-1):
    closed = determinant_formula(
        "a",
        lambda a, n, i, j: scaled_geometric(a, i, j),
        multiple=lambda a, n, j: -a,
        pivots=lambda a, n, z: number(1) if z == 0 else (1 - a) ** (z - 1) * (1 + a) ** (z - 1),
        formula=lambda a, n: (1 - a) ** n * (1 + a) ** n,
    )
    cramer_formula(
        closed,
        inverse=tridiagonal,
        scale=lambda a: 1 - a**2,
        formula=lambda a, x, n, k: (1 - a) ** (n + shift) * (1 + a) ** (n + shift) * three_term(a, x, n, k),
    )


def factor(a, n, j):
    """(1+α)·s_j."""
    return number(1) if j in (0, n) else 1 - a


def others(a, n, k, z, own=False):
    """The product of (1+α)·s_j over the first z columns j, without column k."""
    inner = z - 1 if z <= n else n - 1
    if z == 0:
        return number(1)
    return (1 - a) ** (inner if own or k in (0, n) or z <= k else inner - 1)


@claim.proof(
    "the factors of the columns other than k multiply to (1-α)^(n-1) for k = 0 and n, and to (1-α)^(n-2) inside, over "
    "(1+α)^n: so det G(k, x) and det G are as stated",
    mutants={"with the factor of column k": {"own": True}, "(1-α)^(2n-1) inside": {"inside": -1}},
)
def of_the_mechanism(own=False, inside=-3):
    def along(a, n, k, z):
        now = others(a, n, k, z, own) * (number(1) if z == k and not own else factor(a, n, z))
        yield others(a, n, k, z + 1, own), now

    def closed(a, n, k):
        # Times (1+α)^n, both with the factor (K·x)_k left out.
        power = 2 * n - 2 if k in (0, n) else 2 * n + inside
        both = others(a, n, k, n + 1, own) * (1 - a) ** (n - 1)
        yield both * (1 + a) ** (n - 1), (1 - a) ** power * (1 + a) ** (n - 1)

    identity("a", along, Domain("n k z", lambda n, k, z: [n - 1, k, n - k, z, n - z]))
    identity("a", closed, ROWS)


@claim.proof(
    "the quotient: (1-α)^(2n-2) and (1-α)^(2n-3) over (1-α)^(2n-1) leave 1/(1-α) and 1/(1-α)², and with these T solves "
    "G·T = M: on the columns of G itself it gives the unit matrix",
    mutants={"1/(1-α) inside": {"inside": 1}},
)
def quotient(inside=2):
    def powers(a, n, k):
        outer = k in (0, n)
        numerator = (1 - a) ** (2 * n - 2 if outer else 2 * n - 3)
        yield numerator * (1 - a) ** (1 if outer else inside), (1 - a) ** (2 * n - 1)

    def unit(a, n, k, r):
        value = three_term(a, lambda i: geometric_times_one_plus_alpha(a, n, i, r), n, k)
        divisor = (1 + a) * (1 - a) ** (1 if k in (0, n) else inside)
        yield value, divisor if k == r else number(0)

    identity("a", powers, ROWS)
    identity("a", unit, Domain("n k r", lambda n, k, r: [n - 1, k, n - k, r, n - r]))


@claim.proof(
    "the factors 1+α, (1-α)^(2n-1), (1-α)^(2n-2) and (1-α)^(2n-3) are positive",
    mutants={"α ≤ 1 for α < 1": {"below_one": False}},
)
def positive(below_one=True):
    assumed = Assumed(
        "a",
        lambda a: {"1+α": 1 + a} | ({"1-α": 1 - a} if below_one else {}),
        lambda a: {} if below_one else {"1-α": 1 - a},
        witness=[Fraction(1, 2)],
    )

    def pairs(given, a, n):
        for less in (1, 2, 3):
            yield (1 + a) * (1 - a) ** (2 * n - less), given["1+α"] * given["1-α"] ** (2 * n - less)

    signs(assumed, pairs, Domain("n", lambda n: [n - 2]))
    signs(assumed, lambda given, a: [((1 + a) * (1 - a), given["1+α"] * given["1-α"])])


@claim.instances(
    "for n ≤ 5, elimination of (1+α)·G with column k replaced by a formal x gives (1+α)^n times the stated determinant",
    mutants={"row k replaced": {"turned": True}, "α for α² in the middle": {"power": 1}},
)
def by_elimination(turned=False, power=2):
    for n in range(1, 6):
        for k in range(n + 1):

            def pairs(a, n=n, k=k):
                def at(i, j):
                    if (i if turned else j) == k:
                        return entry("x", j if turned else i)
                    return geometric_times_one_plus_alpha(a, n, i, j)

                found = determinant([[at(i, j) for j in range(n + 1)] for i in range(n + 1)])
                inside = 0 < k < n
                last = three_term(a, lambda i: entry("x", i), n, k)
                if inside:
                    last += (a**power - a**2) * entry("x", k)
                yield found, (1 + a) ** (n - 1) * (1 - a) ** (2 * n - (3 if inside else 2)) * last

            identity("a", pairs)


@claim.instances(
    "for n ≤ 4, three levels and three mechanisms: the quotients, with FLINT's determinants, are the entries of the "
    "library's G⁻¹·M, in its order of rows and columns",
    mutants={"the transpose": {"turned": True}, "det G' below": {"scaled": True}},
)
def by_library(turned=False, scaled=False):
    for n in range(1, 5):
        for alpha in map(Fraction, ("0", "1/3", "9/10")):
            g = geometric(n=n, alpha=alpha)
            below = (1 - alpha**2) ** n if scaled else closed_determinant(n=n, alpha=alpha)
            mixed = [[Fraction((3 * i + r) % 4 + 1) for r in range(n + 1)] for i in range(n + 1)]
            for mechanism in (truthful(n=n), g, Mechanism([[x / sum(row) for x in row] for row in mixed])):
                remap = tridiagonal_remap(mechanism, alpha)
                for k in range(n + 1):
                    for r in range(n + 1):
                        replaced = fmpq_mat(g.flint)
                        for i in range(n + 1):
                            replaced[i, k] = to_fmpq(mechanism[i, r])
                        at = (r, k) if turned else (k, r)
                        found = to_fraction(replaced.det()) / below
                        require(remap[at] == found, f"T_{k}{r} at n = {n}, α = {alpha}")


claim.theorem(
    "Determinants",
    "remap_by_cramer",
    "Cramer's rule for every n ≥ 1, k ≤ n, every rational 0 ≤ α < 1 and every rational M",
    """
    forall (n : nat) (alpha : Q) (x : Definitions.matrix) (k r : nat),
      (1 <= n)%nat -> (k <= n)%nat -> 0 <= alpha < 1 ->
      determinant (S n) (with_column k (fun i => x i r) (geometric n alpha)) =
      (determinant (S n) (geometric n alpha) * rational (inverse_remap n alpha x k r))%R
    """,
    mutants={"the row r of M": ("x i r", "x r i")},
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
