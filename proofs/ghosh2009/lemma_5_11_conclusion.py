"""From the lemmas to Theorem 3.1: for strict users by the induced vertex itself, for all others by continuity.

For a strict user Lemma 5.11 makes the optimal vertex x from G, so an optimal remap of x^G loses no more. For any other
user let p_ε = (1-ε)·p + ε·uniform and l_ε = l + ε·|i-r|. Every mechanism's loss changes by C·ε at most, with one C for
all of them. So the least loss of all remaps and the least of all mechanisms, which are equal for every ε > 0, are equal
for ε = 0 as well, though the user's optimal vertex may not be made from G.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, table, threshold, zero_one
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import BayesianUser, point_mass, proportional
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.polytope.constraints import constraint_matrix, rebuilt_remap
from exactdp.polytope.derivability import derive
from exactdp.polytope.vertex import vertex

claim = Claim(
    id="ghosh2009.lemma-5.11.conclusion",
    title="from the lemmas to Theorem 3.1",
    section="5",
    position=132,
    statement=(
        "For p_0, p_n > 0 and l(0,·), l(n,·) strictly monotone, the map of Lemma 5.11 sends s_i + 1 responses to k_i, "
        "n+1 in all, and makes the optimal vertex x of G: so the optimal remap of x^G is optimal. For every other "
        "monotone user the least losses L of all remaps of G and of all mechanisms are equal too, as both change by at "
        "most C·ε, C = n + max l, if the prior becomes (1-ε)·p + ε·uniform and the loss l + ε·|i-r|; but x itself need "
        "not be made from G."
    ),
    latex=r"\sum_{i \le n-z} (s_i + 1) = n+1-z+s = n+1, \qquad |L_\varepsilon(x) - L(x)| \le (n + \max l)\, "
    r"\varepsilon",
    domain="n ≥ 1, 0 < α < 1, all users with monotone losses",
    every_n=True,
    verdict="corrected",
    scope="all n, α and users, given the lemmas for strict ones; instances for n ≤ 4",
    printed="S_i + 1 responses of G are mapped to k_i",
    slip="scan",
    uses=(
        "ghosh2009.lemma-5.5.hypotheses",
        "ghosh2009.lemma-5.9",
        "ghosh2009.lemma-5.10",
        "ghosh2009.lemma-5.11",
        "ghosh2009.observation-5.3",
        "ghosh2009.section-5.range-restricted",
    ),
)


@claim.counterexample(
    "S_i + 1 responses: for n = 2 and G with 0 and 1 merged into 0, S_0 = S_1 = 1, and column 2, the next that is no "
    "Z-column, gets one response, s_1 + 1, and not S_1 + 1 = 2",
    mutants={"s_i + 1": {"summed": False}, "1 and 2 merged": {"images": (0, 2, 2)}},
)
def too_many(images=(0, 0, 2), summed=True):
    found = constraint_matrix(
        Mechanism((geometric(n=2, alpha="1/2") @ deterministic(images, responses=range(3))).rows), "1/2"
    )
    sizes = [images.count(r) for r in found.nonzero_columns]
    slack = [found.column(r).count("S") for r in found.nonzero_columns]
    counted = [sum(slack[: i + 1] if summed else slack[i : i + 1]) + 1 for i in range(len(slack))]
    require(rebuilt_remap(found) == tuple(images), "the map is another")
    require(sizes[0] == counted[0] and sizes[1] != counted[1], f"{sizes} responses, and {counted} by the formula")


@claim.proof(
    "the sizes: the sum of s_i + 1 over the first k columns is S_(k-1) + k, by its growth; with n+1-z columns and s = "
    "z it is n+1, all responses of G",
    mutants={"s = z + 1": {"more": 1}, "s_i responses": {"one": 0}},
)
def sizes_of_the_map(more=0, one=1):
    identity(
        "",
        lambda k: [
            (
                (entry("sizes", k) + entry("s_k", k) + one) - (entry("S", k) + entry("s_k", k) + 1),
                entry("sizes", k) - entry("S", k),
            )
        ],
        Domain("k", lambda k: [k]),
    )
    identity("n z", lambda n, z: [((z + more) + (n + 1 - z), n + 1)])


@claim.proof(
    "the loss of a mechanism as the user changes: on input i, p_ε·(c + ε·d) is p·c + ε·(u·c - p·c + p_ε·d), where c "
    "and d are the mean loss and the mean distance there, and u = 1/(n+1); so the sums A of p·c, B of u·c and D of "
    "p_ε·d make L_ε = A + ε·(B - A + D)",
    mutants={"p_ε = p + ε·u": {"kept": 0}, "without D": {"distance": 0}},
)
def as_the_user_changes(kept=1, distance=1):
    def pairs(e, u, i):
        p, c, d = entry("p", i), entry("c", i), entry("d", i)
        loss, a, b, rest = (entry(name, i) for name in ("L", "A", "B", "D"))
        near = (1 - kept * e) * p + e * u
        grown = loss + near * (c + e * d)
        after = (a + p * c, b + u * c, rest + distance * near * d)
        yield (
            grown - (after[0] + e * (after[1] - after[0] + after[2])),
            loss - (a + e * (b - a + rest)),
        )

    identity("e u", pairs, Domain("i", lambda i: [i]))


@claim.proof(
    "so |L_ε - L| ≤ C·ε, with A and B between 0 and M = max l, D between 0 and n, and C = M + n: C·ε - (L_ε - L) is ε "
    "times A + (M-B) + (n-D), and C·ε + (L_ε - L) is ε times (M-A) + B + D + n",
    mutants={"C = M": {"length": 0}},
)
def change_is_small(length=1):
    assumed = Assumed(
        "e a b d M n",
        lambda e, a, b, d, largest, n: {"ε": e},
        lambda e, a, b, d, largest, n: {
            "A": a,
            "B": b,
            "D": d,
            "n": n,
            "M-A": largest - a,
            "M-B": largest - b,
            "n-D": n - d,
        },
        witness=[Fraction(1, 2), Fraction(0), Fraction(0), Fraction(0), Fraction(1), Fraction(1)],
    )

    def body(given, e, a, b, *rest):
        d, largest, n = rest
        change, bound = e * (b - a + d), (largest + length * n) * e
        yield bound - change, given["ε"] * (given["A"] + given["M-B"] + given["n-D"])
        yield bound + change, given["ε"] * (given["M-A"] + given["B"] + given["D"] + given["n"])

    signs(assumed, body, strict=False)


@claim.proof(
    "the limit: with f for the least loss of all mechanisms, g for that of all remaps of G, and g(ε) = f(ε), both "
    "changes at most C·ε: f(0) + 2C·ε - g(0) is the sum of what those bounds leave. So g(0) - f(0) ≤ 2C·ε for all ε > "
    "0, and it is ≥ 0, since what a remap makes of G is private",
    mutants={"one C·ε": {"times": 1}},
)
def limit(times=2):
    assumed = Assumed(
        "f g F c e",
        lambda *values: {"ε": values[4]},
        lambda f, g, F, c, e: {"f": f + c * e - F, "g": F + c * e - g},
        witness=[Fraction(1), Fraction(1), Fraction(1), Fraction(1), Fraction(1)],
    )

    def body(given, f, g, *rest):
        _, c, e = rest
        yield f + times * c * e - g, given["f"] + given["g"]

    signs(assumed, body, strict=False)


def loss_of(user, x):
    """The user's expected loss, by (1)."""
    return sum(p * sum(v * user.loss(i, r) for r, v in enumerate(x.rows[i])) for i, p in enumerate(user.prior))


LOSSES = (absolute(), squared())


@claim.instances(
    "strict users, n ≤ 4, three levels, some with a prior on 0 and n alone: the kernel accepts the optimum, the "
    "vertex, that it is a remap of G, and that the optimal remap of G has the same value; its constraint matrix gives "
    "the remap",
    mutants={"the loss |i-r| > 1": {"losses": (threshold(1),)}, "G at α²": {"power": 2}},
)
def strict_users(losses=LOSSES, power=1):
    for n, alpha, loss in product(range(1, 5), map(Fraction, ("1/4", "1/2", "9/10")), losses):
        for weights in ([1] * (n + 1), range(1, n + 2), [2, *[0] * (n - 1), 1]):
            user = BayesianUser(loss, proportional(weights))
            best = solve_polytope(Problem(user, alpha))
            x = best.mechanism
            accepted(best, "optimal")
            accepted(vertex(x, alpha), "vertex")
            images = rebuilt_remap(constraint_matrix(x, alpha))
            require(images is not None, f"n = {n}, α = {alpha}: no remap is read off")
            require(
                (geometric(n=n, alpha=alpha**power) @ deterministic(images, responses=range(n + 1))).rows == x.rows,
                f"{images}",
            )
            accepted(derive(x, alpha), "derivable")
            with_g = interact(user, geometric(n=n, alpha=alpha))
            accepted(with_g, "interaction")
            require(with_g.value == best.value, f"n = {n}, α = {alpha}: {with_g.value} and {best.value}")


def others(n):
    """Monotone users that are not strict."""
    yield BayesianUser(zero_one(), proportional(range(1, n + 2)))
    yield BayesianUser(absolute(), proportional([1, 1, *[0] * (n - 1)]))
    yield BayesianUser(threshold(1), point_mass(n=n, i=n))


@claim.instances(
    "other users, n ≤ 3, three levels, ε = 1/10 and 1/1000: the values with and without G are the same for ε and for "
    "0, by certificates, and change by C·ε at most, as do the losses of G itself",
    mutants={"C = 0": {"factor": 0}, "the loss 1 for odd |i-r|": {"odd": True}},
)
def other_users(factor=1, odd=False):
    for n, alpha in product(range(1, 4), map(Fraction, ("1/4", "1/2", "9/10"))):
        distances = [[abs(i - r) for r in range(n + 1)] for i in range(n + 1)]
        parity = BayesianUser(table([[d % 2 for d in row] for row in distances]), proportional([1, *[2] * (n - 1), 1]))
        for user in [parity] if odd else others(n):
            values = {}
            for e in map(Fraction, ("0", "1/1000", "1/10")):
                rows = [[user.loss(i, r) + e * d for r, d in enumerate(row)] for i, row in enumerate(distances)]
                near = BayesianUser(table(rows), [(1 - e) * p + e / (n + 1) for p in user.prior])
                best, with_g = solve_polytope(Problem(near, alpha)), interact(near, geometric(n=n, alpha=alpha))
                accepted(best, "optimal")
                accepted(with_g, "interaction")
                require(with_g.value == best.value, f"n = {n}, α = {alpha}, ε = {e}: {with_g.value}, {best.value}")
                values[e] = best.value, loss_of(near, geometric(n=n, alpha=alpha))
            most = factor * (n + max(user.loss(i, r) for i, r in product(range(n + 1), repeat=2)))
            for e, found in values.items():
                for value, start in zip(found, values[Fraction(0)], strict=True):
                    require(abs(value - start) <= most * e, f"n = {n}, α = {alpha}, ε = {e}: from {start} to {value}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
