"""How often a guess of the true result can be right: at most trace(G), and only with G, up to how its responses are
split.

Let response r be read as the input c(r). Then (1+α)·(Σ_i s_i·x_ir - x_c(r)r) is the sum of x_ir - α·x_(i+1)r over i <
c(r) and of x_ir - α·x_(i-1)r over i > c(r), each of them ≥ 0 by privacy. Over all r, Σ_i s_i·x_ir sums to Σ_i s_i.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Claim, Domain, accepted, identity, number, require
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import table
from exactdp.model.users import BayesianUser, uniform
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    id="exactdp.trace",
    title="the largest trace of a private mechanism, and of its remaps",
    section="5",
    position=10,
    statement=(
        "Let n ≥ 1, 0 ≤ α < 1, x α-private, and c(r) any input for each response r. Then Σ_r x_c(r)r ≤ Σ_k s_k = "
        "trace(G) = (n+1-(n-1)α)/(1+α), with s_0 = s_n = 1/(1+α) and s_k = (1-α)/(1+α) inside. So a guess that is made "
        "from x under the uniform prior is right with probability trace(G)/(n+1) at most. Equality holds exactly if "
        "C(i,r) is ↑ for i < c(r) and ↓ for i ≥ c(r) in every column that isn't 0; then every input is some c(r), and "
        "x is G with its response k split among the r with c(r) = k. With n+1 responses and c(r) = r, trace(x) ≤ "
        "trace(G), with equality for x = G only. At α = 1 both sides are 1 for every x."
    ),
    latex=(
        r"(1+\alpha) \Bigl(\sum_i s_i x_{ir} - x_{cr}\Bigr) = \sum_{i < c} (x_{ir} - \alpha x_{(i+1)r}) + \sum_{i > c} "
        r"(x_{ir} - \alpha x_{(i-1)r}) \ge 0"
    ),
    domain="n ≥ 1, 0 ≤ α < 1 (at α = 0 read without C), every α-private x with any number of responses, every c",
    every_n=True,
    verdict="proved",
    scope="all n, α, x and c; for n = 0 both sides are 1",
    uses=("gupte2010.lemma-1", "ghosh2009.theorem-6.1"),
)


@claim.proof(
    "the identity, by the coefficient of each x_i: on the left (1+α)·s_i, for i = c less 1+α; on the right 1 for i ≠ "
    "c, less α where x_i follows an input before c, and where it precedes one after c",
    mutants={"s_0 = s_n = 1-α": {"end": False}, "c counted as before itself": {"more": 1}},
)
def coefficients(end=True, more=0):
    def pairs(a, n, c, i):
        scale = number(1) if end and i in (0, n) else 1 - a
        left = scale - (1 + a) if i == c else scale
        right = number(0)
        # x_i itself, and x_i as the neighbour of i-1 < c, or of i+1 > c.
        if i < c + more or i > c:
            right += 1
        if i >= 1 and i - 1 < c + more:
            right -= a
        if i <= n - 1 and i + 1 > c:
            right -= a
        yield left, right

    identity("a", pairs, Domain("n c i", lambda n, c, i: [n - 1, c, n - c, i, n - i]))


@claim.proof(
    "Σ_k s_k = (n+1-(n-1)α)/(1+α): (1+α) times it is 2 for n = 1, and one inner response more adds 1-α",
    mutants={"(n+1-nα)/(1+α)": {"count": 0}},
)
def total(count=1):
    # c stands for n, which is a number here and no exponent.
    def value(a, c):
        return (c + 1) - (c - count) * a

    identity("a c", lambda a, c: [(value(a, c + 1) - value(a, c), 1 - a), (value(a, number(1)), number(2))])


@claim.proof(
    "equality: x_ir = α^|i-c(r)|·x_c(r)r, from one input to the next; so w_k, the sum of x_kr over the r with c(r) = "
    "k, has Σ_k α^|i-k|·w_k = 1 on every input i, which s has and nothing else, as α^|i-k| has an inverse. As s_k > 0, "
    "every input is some c(r), and column r is that of G for c(r), times x_c(r)r/s_c(r)",
    mutants={"α^|i-c| from the wrong side": {"sign": -1}},
)
def equality(sign=1):
    def pairs(a, n, c, i):
        if i < c:
            yield a ** abs(i - c), a * a ** abs(i + sign - c)
        elif i > c:
            yield a ** abs(i - c), a * a ** abs(i - sign - c)
        else:
            yield a ** abs(i - c), number(1)

    identity("a", pairs, Domain("n c i", lambda n, c, i: [c, n - c, i, n - i]))


@claim.instances(
    "n ≤ 3, up to n+2 responses (n+1 for n = 3), every c with c(r) ≤ c(r+1), α = 0, 1/4, 2/3: the kernel accepts the "
    "least probability of a wrong guess. It is 1 - trace(G)/(n+1) if every input is some c(r), and larger otherwise",
    mutants={
        "equality for every c": {"onto": False},
        "trace(G) + 1/100": {"more": Fraction(1, 100)},
    },
    largest=4,
    many=4,
)
def by_library(onto=True, more=0, largest=3, many=3):
    for n, alpha in product(range(1, largest + 1), map(Fraction, ("0", "1/4", "2/3"))):
        for responses in range(1, n + 2 + (n < many)):
            for c in product(range(n + 1), repeat=responses):
                if list(c) != sorted(c):
                    continue
                loss = table([[int(c[r] != i) for r in range(responses)] for i in range(n + 1)])
                best = solve_polytope(Problem(BayesianUser(loss, uniform(n=n)), alpha, responses=range(responses)))
                right = (n + 1) * (1 - accepted(best).value)
                trace = sum(row[i] for i, row in enumerate(geometric(n=n, alpha=alpha).rows))
                require(trace == (n + 1 - (n - 1) * alpha) / (1 + alpha), f"n = {n}, α = {alpha}: trace {trace}")
                reached = set(c) == set(range(n + 1)) or not onto
                where = f"n = {n}, α = {alpha}, c = {c}: {right}"
                require(right == trace + more if reached else right < trace, where)
                if onto and responses == n + 1 == len(set(c)):
                    require(best.mechanism.rows == geometric(n=n, alpha=alpha).rows, f"{where}, not by G")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
