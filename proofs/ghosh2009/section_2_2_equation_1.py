"""Equation (1): the expected loss over the mechanism and the prior.

Let a prior on databases be given, and let p_i be the probability that the result is i. A database d of weight q and
result k adds q·Σ_r x_kr·l(k, r) to the expected loss over databases, and adds q to p_k, hence the same to (1). So the
two are equal for every prior on databases that induces p, and (1) needs no more than p.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    entry,
    identity,
    number,
    positive_number,
    require,
    signs,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, table, zero_one
from exactdp.model.mechanism import deterministic
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Constraint, Optimum, Problem

claim = Claim(
    id="ghosh2009.section-2-2.equation-1",
    title="the expected loss of a user",
    section="2.2",
    position=3,
    statement=(
        "For an oblivious mechanism, a loss ≥ 0 and every prior on databases under which the result is i with "
        "probability p_i, the expected loss over databases and the mechanism's coins is (1). It is linear in x, and an "
        "input with p_i = 0 adds nothing, whatever the mechanism does there. For an infinite range the sum has terms ≥ "
        "0 and may be ∞, as for x^G with 0 < α < 1 and the monotone loss α^(-|i-r|)."
    ),
    latex=r"\sum_d p_d \sum_r x_{f(d) r}\, l(f(d), r) = \sum_{i \in N} p_i \sum_{r \in R} x_{ir}\, l(i, r), \qquad p_i "
    r"= \sum_{d : f(d) = i} p_d",
    domain="n ≥ 0, every prior on databases, every loss ≥ 0, every oblivious mechanism with a countable range",
    every_n=True,
    verdict="proved",
    scope="all n, priors, losses and mechanisms",
)


@claim.proof(
    "one more database, of weight q and result k: p_k grows by q and no other p_i does, so (1), as the sum of p_i·L_i "
    "with L_i = Σ_r x_ir·l(i, r), grows by q·L_k, as the expected loss over databases does",
    mutants={"p_(k-1) grows": {"shift": 1}, "by q²·L_k": {"power": 2}},
)
def one_database(shift=0, power=1):
    def grown(q, k, j):
        """The growth of the sum over i < j."""
        return q * entry("L", k) if j > k else number(0)

    def pairs(q, n, k, j):
        hit = j == k - shift
        adds = q if hit else number(0)
        yield grown(q, k, j + 1) - grown(q, k, j), adds * entry("L", j)
        yield grown(q, k, n + 1), q**power * entry("L", k)
        yield grown(q, k, 0), number(0)

    identity("q", pairs, Domain("n k j", lambda n, k, j: [k, n - k, j, n - j]))


@claim.proof(
    "linear in x: for a mixture t·x + (1-t)·y of two mechanisms, every further input and response adds the mixture of "
    "what it adds for x and for y; where p_i = 0 it adds 0",
    mutants={"squares of entries": {"power": 2}, "a prior not 0": {"weight": 1}},
)
def linear(power=1, weight=0):
    def pairs(t, i, r):
        p, loss, x, y = entry("p", i), entry("l", i, r), entry("x", i, r), entry("y", i, r)
        mixture = t * x + (1 - t) * y
        yield p * mixture**power * loss, t * (p * x**power * loss) + (1 - t) * (p * y**power * loss)
        yield weight * (mixture * loss), number(0)

    identity("t", pairs, Domain("i r", lambda i, r: [i]))


@claim.proof(
    "every term is ≥ 0, so the sum over a countable range has a value in [0, ∞] in any order; for x^G and the loss "
    "α^(-|i-r|) all terms are (1-α)/(1+α) > 0 (times 1+α, with z = |i-r|)",
    mutants={"also at α = 1": {"below": False}, "the loss α^(1-|i-r|)": {"shift": 1}},
)
def infinite(below=True, shift=0):
    terms = Assumed("p x y", lambda *_: {}, lambda p, x, y: {"p": p, "x": x, "l": y}, witness=[Fraction(1)] * 3)
    signs(terms, lambda given, p, x, y: [(p * x * y, given["p"] * given["x"] * given["l"])], strict=False)
    # The loss times its denominator: α^z of the mass cancels against it.
    identity("a", lambda a, z: [((1 - a) * a**z, (1 - a) * a**shift * a**z)], Domain("z", lambda z: [z]))
    assumed = Assumed(
        "a",
        lambda a: {"1-α": 1 - a} if below else {},
        lambda a: {} if below else {"1-α": 1 - a},
        witness=[Fraction(1, 2)],
    )
    signs(assumed, lambda given, a: [(1 - a, given["1-α"] * positive_number(1))])


def expected_loss(user, x):
    """(1), read off the page."""
    terms = (user.prior[i] * v * user.loss(i, r) for i, row in enumerate(x.rows) for r, v in enumerate(row))
    return sum(terms, Fraction(0))


def users(n):
    """A few users on {0..n}, one with a loss that is not monotone, and some with inputs of prior 0."""
    yield BayesianUser(absolute(), proportional(range(1, n + 2)))
    yield BayesianUser(squared(), proportional([1, *[0] * (n - 1), 2] if n else [1]))
    yield BayesianUser(zero_one(), proportional([i % 2 + (n == 0) for i in range(n + 1)]))
    rows = [[(3 * i + 5 * r) % 7 for r in range(n + 1)] for i in range(n + 1)]
    yield BayesianUser(table(rows), proportional([2 + (-1) ** i for i in range(n + 1)]))


def spread(prior, results, weights):
    """A prior on databases that induces this prior on results: each p_i is split in proportion to the weights."""
    totals = [Fraction(sum(w for w, k in zip(weights, results, strict=True) if k == i)) for i in range(len(prior))]
    return [prior[k] * w / totals[k] for w, k in zip(weights, results, strict=True)]


@claim.instances(
    "n ≤ 3, D of two and three values, two priors on databases for each of four users, and three mechanisms: the "
    "expected loss over databases is (1)",
    mutants={"results counted from 1": {"first": 1}, "all weights alike": {"split": False}},
)
def over_databases(first=0, split=True):
    for size in (2, 3):
        for n in range(1, 4):
            rows = list(product(range(size), repeat=n))
            # The predicate holds for the value 0.
            results = [sum(value == 0 for value in row) for row in rows]
            for user in users(n):
                for weights in ([1] * len(rows), [1 + 5 * k % 7 for k in range(len(rows))]):
                    prior = spread(user.prior, results, weights) if split else [Fraction(1, len(rows))] * len(rows)
                    require(sum(prior) == 1, f"the prior on databases sums to {sum(prior)}")
                    for x in (
                        geometric(n=n, alpha="1/3"),
                        deterministic(range(n + 1), responses=range(n + 1)),
                        deterministic([0] * (n + 1), responses=range(n + 1)),
                    ):
                        found = Fraction(0)
                        for p, k in zip(prior, results, strict=True):
                            at = (k + first) % (n + 1)
                            found += p * sum(v * user.loss(k, r) for r, v in enumerate(x.rows[at]))
                        require(found == expected_loss(user, x), f"|D| = {size}, n = {n}, {user}: {found}")


@claim.instances(
    "(1) is the value of the library's certified optima for these users, n ≤ 3 and α = 1/2; and the least value for a "
    "given mechanism, all entries fixed by constraints, is (1) too",
    mutants={"without the prior": {"with_prior": False}},
)
def by_library(with_prior=True):
    for n in range(4):
        for user in users(n):
            best = solve_polytope(Problem(user, "1/2"))
            accepted(best)
            fixed = geometric(n=n, alpha="1/2")
            entries = [
                Constraint({(i, r): 1}, v, exactly=True) for i, row in enumerate(fixed.rows) for r, v in enumerate(row)
            ]
            given = solve_polytope(Problem(user, "1/2", constraints=entries))
            require(isinstance(given, Optimum), f"no mechanism keeps the entries of G at n = {n}")
            accepted(given)
            who = user if with_prior else BayesianUser(user.loss, proportional(n + 1 - i for i in range(n + 1)))
            require(expected_loss(who, best.mechanism) == best.value, f"n = {n}, {user}: the optimum is {best.value}")
            require(expected_loss(who, fixed) == given.value, f"n = {n}, {user}: G has {given.value}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
