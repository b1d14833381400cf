"""Section 2.6: the stages of the release mechanism, and which way its remaps go.

For α < β there is one T_{α,β} with G_β = G_α·T_{α,β}, and none for the other direction, as a remap never lowers the
level. So a stage takes the result of a smaller level to the next larger one. Stages can be skipped or added without a
change to the others: T_{α,β}·T_{β,γ} turns G_α into G_γ, as T_{α,γ} does, and for α < 1 only one matrix does.
"""

from fractions import Fraction
from itertools import combinations

from exactdp.certificates.certificate import Rejected, certify
from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    banded_product,
    entry,
    geometric_times_one_plus_alpha,
    identity,
    number,
    record,
    require,
    scaled_geometric,
    signs,
    tridiagonal,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric, transition
from exactdp.polytope.derivability import derive

claim = Claim(
    id="gupte2010.section-2-6.levels",
    title="the stages of the release mechanism",
    section="2.6",
    position=4,
    statement=(
        "For n ≥ 1 and α < β there is a stochastic T with G_{n,β} = G_{n,α}·T and none with G_{n,α} = G_{n,β}·T. So "
        "T_i, which takes r_i to r_(i+1), is the remap from α_i to the larger α_(i+1). For α ≤ β ≤ γ, α < 1, "
        "T_{α,β}·T_{β,γ} = T_{α,γ}: the joint distribution of the results at some of the levels does not depend on "
        "which other levels there are, and consumers with the same level may share one result, since T_{α,α} is the "
        "identity."
    ),
    latex=r"G_{n,\alpha_{i+1}} = G_{n,\alpha_i} T_{\alpha_i, \alpha_{i+1}}, \qquad T_{\alpha,\beta}\, T_{\beta,\gamma} "
    r"= T_{\alpha,\gamma}",
    domain="n ≥ 1, 0 ≤ α < β ≤ γ ≤ 1; at n = 0 there is only one mechanism",
    every_n=True,
    verdict="corrected",
    scope="all n and levels; that T exists is Lemma 3",
    printed=(
        "T_{α,β}, for α > β, takes the β-geometric mechanism to the α-geometric one, and T_i = T_{α_i,α_(i+1)}, where "
        "α_i < α_(i+1): its subscripts are the other way round"
    ),
    slip="print",
    uses=("gupte2010.lemma-3", "gupte2010.lemma-1", "ghosh2009.section-2-3.remap"),
)

ORDERED = Domain("n i k", lambda n, i, k: [n - 1, i, n - i, k, n - k])


@claim.counterexample(
    "n = 1, k = 2, levels 1/3 < 1/2: T_1 as printed would take the 1/2-geometric mechanism to the 1/3-geometric one; "
    "the kernel accepts that no remap does",
    mutants={"subscripts in order": {"levels": ("1/2", "1/3")}},
)
def as_printed(levels=("1/3", "1/2")):
    made, source = levels
    found = derive(geometric(n=1, alpha=made), source)
    require(not found, f"G at {made} is derivable from G at {source}")
    accepted(found)


@claim.proof(
    "none downwards: what is made of G_β by a remap is β-private, and G_α is not: in column 0, times 1+α, the rows 0 "
    "and 1 hold 1 and α, and β·1 - α > 0",
    mutants={"α = β": {"equal": True}, "row 1 and itself": {"row": 1}},
)
def none_downwards(equal=False, row=0):
    apart = Assumed(
        "a b",
        lambda a, b: {} if equal else {"β-α": b - a},
        lambda a, b: {"β-α": b - a} if equal else {},
        witness=[Fraction(1, 3), Fraction(1, 3) if equal else Fraction(1, 2)],
    )

    def too_small(given, a, b, n):
        above, below = (geometric_times_one_plus_alpha(a, n, i, 0) for i in (0, 1 - row))
        yield b * above - below, given["β-α"]

    signs(apart, too_small, Domain("n", lambda n: [n - 1]))


@claim.proof(
    "one T at most for α < 1: K·G' = (1-α²) times the identity, with K tridiagonal, so G_α·T = G_α·U gives T = U, as "
    "G_α is G' with its columns multiplied by numbers > 0",
    mutants={"K with 1+α² at the ends": {"ends": False}},
)
def at_most_one(ends=True):
    def pairs(a, n, i, k):
        same = i == k
        # Both are symmetric, so the product the other way round is its transpose.
        found = banded_product(
            lambda p, q: scaled_geometric(a, p, q),
            lambda p, q: tridiagonal(a, n, p, q) if ends or p != q else 1 + a * a,
            n,
            i,
            k,
        )
        yield found, 1 - a**2 if same else number(0)

    identity("a", lambda a, n, i, k: [*pairs(a, n, i, k)], ORDERED)


@claim.proof(
    "stages in a row: (G·T)·U and G·(T·U) have the same terms g_ij·t_jk·u_kl, so that G_α·(T_{α,β}·T_{β,γ}) = "
    "G_β·T_{β,γ} = G_γ",
    mutants={"U·T": {"turned": True}},
)
def in_a_row(turned=False):
    def pairs(i, j, k, *last):
        (z,) = last
        g, t, u = entry("G", i, j), entry("T", j, k), entry("U", k, z)
        first = (entry("GT", i, k) + g * t) * u - entry("GT", i, k) * u
        inner = entry("U", j, k) * entry("T", k, z) if turned else t * u
        second = g * (entry("TU", j, z) + inner) - g * entry("TU", j, z)
        yield first, second

    identity("", lambda *at: [*pairs(*at)], Domain("i j k z", lambda *at: list(at)))


LEVELS = tuple(map(Fraction, ("0", "1/5", "1/2", "9/10", "1")))


@claim.instances(
    "n ≤ 4, all triples of five levels: the library's T_{α,β}·T_{β,γ} is T_{α,γ}, the remap that the kernel accepts as "
    "taking G_α to G_γ is that one, T_{α,α} is the identity, and the kernel accepts that none goes down",
    mutants={"T_{β,γ}·T_{α,β}": {"turned": True}},
)
def library(turned=False):
    for n in range(1, 5):
        for low, middle, high in combinations(LEVELS, 3):
            first, second = transition(n=n, alpha=low, beta=middle), transition(n=n, alpha=middle, beta=high)
            whole = second @ first if turned else first @ second
            require(
                whole.rows == transition(n=n, alpha=low, beta=high).rows, f"n = {n}, levels {low}, {middle}, {high}"
            )
            found = derive(geometric(n=n, alpha=high), low)
            down = derive(geometric(n=n, alpha=low), high) if high < 1 else derive(geometric(n=n, alpha=low), middle)
            require(bool(found) and not down, f"n = {n}, levels {low}, {high}: up {found}, down {down}")
            try:
                certify(found)
                certify(down)
            except Rejected as error:
                require(False, f"n = {n}: {error}")
            record(certificates=2)
            require(found.remap.rows == whole.rows, f"n = {n}: the remap differs from the stages' product")
        for alpha in LEVELS:
            same = transition(n=n, alpha=alpha, beta=alpha)
            require(all(same[i, i] == 1 for i in range(n + 1)), f"n = {n}, α = {alpha}: T is not the identity")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
