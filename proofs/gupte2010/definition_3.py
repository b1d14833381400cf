"""Definition 3: x is derivable from y if x = y·T for a stochastic matrix T.

Matrices multiply: so all y·T are mechanisms, one may derive in two steps, and every mechanism is derivable from itself
and from the one that tells the truth. From two that are derivable from each other the same can be derived.
"""

from fractions import Fraction
from itertools import permutations, product

from exactdp.claims import Assumed, Claim, Domain, entry, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.mechanism import identity as truthful
from exactdp.polytope.derivability import derive_from

claim = Claim(
    id="gupte2010.definition-3",
    title="feasible interactions",
    section="2.4.2",
    position=10,
    statement=(
        "The mechanism induced has x_ir' = Σ_r y_ir·T_rr' for all i, r' in N, a distribution for each i. Every x is "
        "derivable from itself; from y·T are derivable the y·T·U only, all derivable from y. From the truthful "
        "mechanism all are derivable, from one with equal rows only those with equal rows. T need not be unique. From "
        "x^G, whose outputs are all integers, T needs a row for each of those."
    ),
    latex=r"x_{i,r'} = \sum_{r\in N} y_{i,r}\,T_{r,r'}, \qquad T_{r,r'} \ge 0,\ \sum_{r'\in N} T_{r,r'} = 1",
    domain="n ≥ 0, all mechanisms x, y on N and all stochastic T, U; x^G for 0 < α < 1",
    every_n=True,
    verdict="corrected",
    scope="all n, mechanisms and remaps",
    printed="the induced mechanism as the masses {x_ir' : i, r in N}; r in N also where the geometric one is deployed",
    slip="print",
)


@claim.counterexample(
    "with T_r only for r in N = {0, 1}, the responses of x^G at α = 1/2 outside of N are not read, and the masses "
    "induced on input 0 sum to 1/3 + 1/6 = 1/2; with a row for each integer, read as the nearer end, they do",
    mutants={"read as the nearer end": {"clamp": True}, "α = 0": {"alpha": "0"}},
)
def integers(clamp=False, alpha="1/2"):
    x = UnboundedGeometric(alpha)
    inside = x.clamped(n=1).rows[0] if clamp else [x.mass(0, r) for r in (0, 1)]
    require(sum(inside) < 1, f"the masses sum to {sum(inside)}")
    require(sum(inside) == Fraction(1, 2), f"the masses sum to {sum(inside)}")
    require(sum(x.clamped(n=1).rows[0]) == 1, "the clamped masses don't sum to 1")


@claim.proof(
    "the sum of row i of y·T: it grows, response r by response r, by y_ir times the sum of row r of T, which is 1; its "
    "entries are sums of products ≥ 0",
    mutants={"column sums of T": {"transposed": True}},
)
def mechanism(transposed=False):
    def pairs(n, i, r, s):
        # The sum over s of y_ir·T_rs is y_ir times the sum so far.
        y, t = entry("y", i, r), entry("T", s, r) if transposed else entry("T", r, s)
        yield y * entry("sum of T", r, s) + y * t, y * (entry("sum of T", r, s) + entry("T", r, s))

    identity("", pairs, Domain("n i r s", lambda n, i, r, s: [i, n - i, r, n - r, s, n - s]))
    products = Assumed("y t", lambda *_: {}, lambda y, t: {"y": y, "t": t}, witness=[0, 0])
    signs(products, lambda given, y, t: [(y * t, given["y"] * given["t"])], strict=False)


@claim.proof(
    "in itself: T_rs is 1 for r = s and 0 for the others, so that each sum over r has one term; and from the truthful "
    "y, where T_is is picked out for r = i, so T = x",
    mutants={"T_rs = 1 for s = r+1": {"shift": 1}},
)
def reflexive(shift=0):
    def pairs(n, i, r, s):
        hit = r + shift == s
        y, t = entry("y", i, r), number(1) if hit else number(0)
        yield y * t, entry("y", i, s) if r == s else number(0)

    def from_truth(n, i, r, s):
        hit = i + shift == r
        yield (number(1) if hit else number(0)) * entry("x", r, s), entry("x", i, s) if r == i else number(0)

    domain = Domain("n i r s", lambda n, i, r, s: [i, n - i, r, n - r, s, n - s])
    identity("", pairs, domain)
    identity("", from_truth, domain)


@claim.proof(
    "two steps: the partial sums of (y·T)·U over s and of y·(T·U) over r have the terms y_ir·T_rs·U_sv in common; each "
    "is the product of one entry with the sum of the other two",
    mutants={"U_vs for U_sv": {"transposed": True}},
)
def transitive(transposed=False):
    def pairs(n, i, r, s, v):
        y, t, u = entry("y", i, r), entry("T", r, s), entry("U", v, s) if transposed else entry("U", s, v)
        partial, later = entry("(yT) so far", i, s), entry("(TU) so far", r, v)
        yield (partial + y * t) * u - partial * u, y * (later + t * entry("U", s, v)) - y * later

    identity("", pairs, Domain("n i r s v", lambda n, i, r, s, v: [i, n - i, r, n - r, s, n - s, v, n - v]))


@claim.proof(
    "from equal rows: Σ_r (y_ir - y_kr)·T_rs has the terms 0, so that rows of y·T are equal too",
    mutants={"rows that differ": {"equal": False}},
)
def constant(equal=True):
    def pairs(n, r, s):
        first = entry("y", r)
        second = first if equal else entry("z", r)
        yield (first - second) * entry("T", r, s), number(0)

    identity("", pairs, Domain("n r s", lambda n, r, s: [r, n - r, s, n - s]))


def mechanisms(n):
    """Mechanisms on {0..n}."""
    yield geometric(n=n, alpha="1/3")
    yield geometric(n=n, alpha=1)
    yield truthful(n=n)
    yield deterministic([r // 2 for r in range(n + 1)], responses=range(n + 1))
    yield Mechanism([[Fraction(i + r + 1, sum(range(i + 1, i + n + 2))) for r in range(n + 1)] for i in range(n + 1)])


@claim.instances(
    "n ≤ 3, five mechanisms: the library derives y·T from y and x from the truthful one, for each of them as T; it "
    "derives a mechanism with unequal rows from none with equal rows; every remap it finds is stochastic, with y·T = x",
    mutants={"T·y for y·T": {"turned": True}, "x from equal rows": {"from_equal": True}},
)
def by_library(turned=False, from_equal=False):
    for n in range(1, 4):
        for y, t in product(mechanisms(n), repeat=2):
            product_matrix = t @ y if turned else y @ t
            induced = Mechanism(product_matrix.rows)
            found = derive_from(induced, y)
            require(bool(found), f"n = {n}: {induced.rows} is not derived from {y.rows}")
            require((y @ found.remap).rows == induced.rows, "the remap gives another mechanism")
            require(all(sum(row) == 1 and min(row) >= 0 for row in found.remap.rows), "the remap isn't stochastic")
            require(bool(derive_from(t, truthful(n=n))), "not derivable from the truth")
        source = geometric(n=n, alpha=1) if not from_equal else geometric(n=n, alpha="1/3")
        require(not derive_from(geometric(n=n, alpha="1/3"), source), "unequal rows are derived from equal rows")


@claim.instances(
    "T is not unique where y never gives a response: n = 1, y always 0, the second row of T is free. Two mechanisms "
    "whose responses are renamed are derivable from each other, n = 2",
    mutants={"the first row": {"row": 0}, "responses merged": {"merged": True}},
)
def not_unique(row=1, merged=False):
    y = deterministic([0, 0], responses=range(2))
    rows = [[Fraction(1, 3), Fraction(2, 3)] for _ in range(2)]
    induced = (y @ Mechanism(rows)).rows
    rows[row] = [Fraction(1, 2), Fraction(1, 2)]
    require((y @ Mechanism(rows)).rows == induced, f"row {row} counts")
    x = geometric(n=2, alpha="1/2")
    for images in permutations(range(3)):
        renamed = Mechanism((x @ deterministic([0, 0, 2] if merged else images, responses=range(3))).rows)
        require(bool(derive_from(renamed, x)) and bool(derive_from(x, renamed)), f"not both ways for {images}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
