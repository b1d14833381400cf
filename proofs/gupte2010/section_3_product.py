"""Section 3: a reinterpretation as a matrix T, and what a deployed mechanism becomes by it.

If response r of y is read as r' with probability T_rr', input i is answered r' with probability Σ_r y_ir·T_rr', the
entry of y·T. It is a mechanism, since y, T ≥ 0 and their rows sum to 1, and α-private if y is: what α·y_ir ≤ y_kr says
of y is linear with the coefficients T_rr' ≥ 0. With a generalized stochastic T, entries may fall below 0.
"""

from fractions import Fraction
from itertools import product

from exactdp.arithmetic.exact import InputError
from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric, inverse
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.mechanism import identity as truthful
from exactdp.polytope.derivability import derive_from
from exactdp.privacy.level import level, private

claim = Claim(
    id="gupte2010.section-3.product",
    title="the induced mechanism is y·T",
    section="3",
    position=8,
    statement=(
        "If y is a mechanism and T a stochastic matrix, y·T is a mechanism, its entry (i, r') being the probability "
        "that input i is answered r' once each response r is read as r' with probability T_rr'. It is α-private for "
        "each α for which y is. Reading twice, by T and by T', is reading once by T·T'. With a T that is only "
        "generalized stochastic the rows of y·T sum to 1, but its entries may be negative."
    ),
    latex=r"x_{i,r'} = \sum_{r} y_{i,r}\, T_{r,r'}, \qquad x = y \cdot T",
    domain="every number of inputs and of responses, T square or not, 0 ≤ α ≤ 1",
    verdict="proved",
    scope="all mechanisms and remaps; that matrix multiplication is associative is taken from linear algebra",
)

TERMS = Domain("z", lambda z: [z])


@claim.proof(
    "y·T ≥ 0, response by response: with z responses of y taken, the entry grows by y_iz·T_zr', a product of numbers ≥ "
    "0; and α·x_ir' ≤ x_kr' likewise, as x_kr' - α·x_ir' grows by (y_kz - α·y_iz)·T_zr'",
    mutants={"T of any sign": {"known": False}, "y_kz + α·y_iz": {"sign": 1}},
)
def nonnegative(known=True, sign=-1):
    assumed = Assumed(
        "a y other t so_far difference",
        lambda *bases: {},
        lambda a, y, other, t, so_far, difference: (
            {"y": y, "private": other - a * y, "so far": so_far, "difference": difference} | ({"T": t} if known else {})
        ),
        witness=[Fraction(1, 2), Fraction(1), Fraction(1), Fraction(1), Fraction(0), Fraction(0)],
    )

    def pairs(given, a, y, *rest):
        other, t, so_far, difference = rest
        factor = given["T"] if known else given["y"]
        yield so_far + y * t, given["so far"] + given["y"] * factor
        yield difference + (other + sign * a * y) * t, given["difference"] + given["private"] * factor

    signs(assumed, pairs, strict=False)


@claim.proof(
    "the rows sum to 1: over all r' the z-th term y_iz·T_zr' sums to y_iz, as row z of T sums to 1, so that the whole "
    "sum grows with z as that of row i of y",
    mutants={"rows of T that sum to 2": {"total": 2}},
)
def row_sums(total=1):
    def pairs(z):
        so_far = entry("S")
        yield so_far + entry("y", z) * number(total), so_far + entry("y", z)

    identity("", pairs, TERMS)


def read(y, remap):
    """The probabilities of the answers, by running through all pairs of a response and its reading."""
    answers = []
    for row in y.rows:
        probabilities = [Fraction(0)] * remap.shape[1]
        for (r, p), (image, q) in product(enumerate(row), enumerate(range(remap.shape[1]))):
            probabilities[q] += p * remap[r, image]
        answers.append(tuple(probabilities))
    return tuple(answers)


def remaps(size):
    """Stochastic matrices from {0..size-1}: all to 0, halves to neighbours, and into one response more."""
    yield deterministic([0] * size, responses=range(size))
    yield Mechanism([[Fraction((r == k) + (r == max(k - 1, 0)), 2) for r in range(size)] for k in range(size)])
    yield Mechanism(
        [[Fraction(r + k + 1, sum(range(k + 1, k + size + 2))) for r in range(size + 1)] for k in range(size)]
    )


@claim.instances(
    "for n ≤ 3, three levels, G and the truthful mechanism, and three remaps: the probabilities of the answers are the "
    "entries of y·T; the kernel accepts that it is derivable from y, and its level is at least that of y",
    mutants={"T·y for square T": {"turned": True}, "a level above that of y": {"above": True}},
)
def by_library(turned=False, above=False):
    for n in range(1, 4):
        for alpha in map(Fraction, ("1/5", "1/2", "9/10")):
            for y in (geometric(n=n, alpha=alpha), truthful(n=n)):
                for remap in remaps(n + 1):
                    square = remap.shape[0] == remap.shape[1]
                    x = remap @ y if turned and square else y @ remap
                    require(x.rows == read(y, remap), f"y·T at n = {n}, α = {alpha}")
                    least = level(y).alpha
                    require(level(x).alpha > least if above else bool(private(x, least)), "the level of y·T")
                    found = derive_from(x, y)
                    require(bool(found), f"y·T is not derivable from y at n = {n}, α = {alpha}")
                    accepted(found)


@claim.instances(
    "generalized stochastic T: y = truthful and T = G⁻¹, n ≤ 3, has y·T = G⁻¹ with rows that sum to 1 and entries "
    "below 0, which the library refuses as a mechanism; with y = G it is the truthful one, which is not α-private",
    mutants={"at α = 0": {"alpha": "0"}},
)
def generalized(alpha="1/2"):
    for n in range(1, 4):
        back = inverse(n=n, alpha=alpha)
        product_of_both = Matrix(truthful(n=n)) @ back
        require(all(sum(row) == 1 for row in product_of_both), f"a row sum at n = {n}")
        try:
            Mechanism(product_of_both.rows)
        except InputError:
            undone = Mechanism((Matrix(geometric(n=n, alpha=alpha)) @ back).rows)
            require(not private(undone, alpha), f"G·G⁻¹ is private at n = {n}")
        else:
            require(False, f"G⁻¹ is a mechanism at n = {n}")


claim.theorem(
    "PostProcessing",
    "product_private",
    "for any numbers of inputs and responses, any neighbours, every rational α and all rational matrices",
    """
    forall (pairs : neighbours) (columns responses : nat) (alpha : Q) (y t : matrix),
      (forall k r, (k < columns)%nat -> (r < responses)%nat -> 0 <= t k r) ->
      private pairs columns alpha y -> private pairs responses alpha (product columns y t)
    """,
    mutants={"T with negative entries": ("0 <= t k r", "t k r <= 1")},
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
