"""Section 1: what privacy is left where the mechanism is a building block for several count queries.

Let m count queries be answered independently by G_{n,α}. Changing one row from a value v to w changes the results of
just those queries whose predicates tell v from w, each by 1. Each such query multiplies the ratio of the probabilities
of an answer by α or 1/α, and the others by 1. So the exact level is α^d, where d is the most predicates that tell two
values apart.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Claim, Domain, accepted, geometric_times_one_plus_alpha, identity, require
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import complete, hypercube
from exactdp.privacy.level import level

claim = Claim(
    id="gupte2010.section-1.several-queries",
    title="several queries, one mechanism each",
    section="1",
    position=15,
    statement=(
        "If m count queries on databases of D^n, n ≥ 1, are answered independently by G_{n,α}, the answers together "
        "are α^d-private and at no larger level (0 < α < 1), where d is the largest number of predicates that differ "
        "on some two values of D. d is m at most, as for one predicate asked m times, and 2 at most for predicates of "
        "which each value has only one, as in a histogram. It is 0 if all predicates are constant."
    ),
    latex=r"\prod_{q=1}^{m} \frac{G(i_q, r_q)}{G(i'_q, r_q)} \in [\alpha^d, \alpha^{-d}], \qquad d = \max_{v, w \in D} "
    r"\#\{q : p_q(v) \ne p_q(w)\}",
    domain="n ≥ 1, m ≥ 1, 0 < α < 1, every list of m predicates on D",
    every_n=True,
    verdict="proved",
    scope="all n, m, α and predicates; what one loses by it, and what several consumers want, is not in the paper",
    uses=("gupte2010.section-2-6.naive", "gupte2010.section-2-1.count-query"),
)


@claim.proof(
    "a query whose result goes from i to i+1: for a response a > i the probabilities, times 1+α, have G(i,a) = "
    "α·G(i+1,a), and for a ≤ i G(i+1,a) = α·G(i,a); both kinds of response exist, 0 and n, whichever way the result "
    "goes",
    mutants={"a ≥ i": {"first": 0}},
)
def one_query(first=1):
    def pairs(a, n, i, r):
        _ = (r == 0, r == n)
        here, there = (geometric_times_one_plus_alpha(a, n, row, r) for row in (i, i + 1))
        low, high = (here, there) if r >= i + first else (there, here)
        yield low, a * high

    identity("a", lambda a, *at: [*pairs(a, *at)], Domain("n i r", lambda n, i, r: [n - 1, i, n - 1 - i, r, n - r]))


@claim.proof(
    "the product: with answers 0 or n as above, the probabilities of d changed queries multiply to α^d times those of "
    "the neighbour, one query more giving α^d·x times α·y; an unchanged one leaves the ratio",
    mutants={"α^(d-1)": {"less": 1}},
)
def the_product(less=0):
    def pairs(a, x, y, d):
        yield (a ** (d - less) * x) * (a * y), a ** (d + 1) * (x * y)
        yield (a**d * x) * y, a**d * (x * y)

    identity("a x y", lambda a, x, y, d: [*pairs(a, x, y, d)], Domain("d", lambda d: [d - 1]))


# Predicates on D by the values 0, 1, 2 that satisfy them, and the most that two values differ in.
QUERIES = (
    ((0,), (0,)),
    ((0,), (1,)),
    ((0,), (1,), (2,)),
    ((0,), (0, 1)),
    ((0, 1, 2),),
    ((0,), (0,), (2,)),
)


def most_apart(predicates, size):
    """d of the statement."""
    values = range(size)
    return max(sum((v in p) != (w in p) for p in predicates) for v in values for w in values)


def answers(databases, predicates, n, alpha):
    """The joint mechanism on databases."""
    deployed, rows = geometric(n=n, alpha=alpha), []
    for database in databases:
        row = [Fraction(1)]
        for predicate in predicates:
            result = sum(value in predicate for value in database)
            row = [x * y for x in row for y in deployed.rows[result]]
        rows.append(row)
    return Mechanism(rows)


@claim.instances(
    "one row with three values, and up to three rows with two, six lists of up to three predicates, α = 1/3 and 4/5: "
    "the kernel accepts that the exact level is α^d",
    mutants={"α^m": {"all_of_them": True}},
)
def by_library(all_of_them=False):
    for alpha in (Fraction(1, 3), Fraction(4, 5)):
        for predicates in QUERIES:
            d = len(predicates) if all_of_them else most_apart(predicates, 3)
            found = level(answers([(0,), (1,), (2,)], predicates, 1, alpha), complete(inputs=range(3)))
            accepted(found)
            require(found.alpha == alpha**d, f"three values, {predicates}: the level is {found.alpha}")
            for n in (1, 2, 3) if len(predicates) < 3 else (1, 2):
                d = len(predicates) if all_of_them else most_apart(predicates, 2)
                databases = list(product(range(2), repeat=n))
                found = level(answers(databases, predicates, n, alpha), hypercube(inputs=range(2**n)))
                accepted(found)
                require(found.alpha == alpha**d, f"n = {n}, {predicates}: the level is {found.alpha}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
