"""Section 2.1: what privacy says at the two ends, α = 0 and α = 1, and for the smallest n.

At α = 0 the definition asks for x ≥ 0 only. At α = 1 it asks for equal rows on neighbours, and any two databases are
joined by a chain of neighbours, in which one row changes at a time.
"""

from fractions import Fraction
from itertools import pairwise, product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import hypercube
from exactdp.privacy.level import level, private

claim = Claim(
    id="gupte2010.section-2-1.edges",
    title="no privacy and absolute privacy",
    section="2.1",
    position=50,
    statement=(
        "With x ≥ α·y and y ≥ α·x for the two inequalities, every mechanism is 0-private, and a mechanism is 1-private "
        "exactly if it has the same row for all databases. An α-private mechanism is β-private for all β ≤ α. For n = "
        "0 there is one database, and every mechanism is α-private for all α. The printed 1/α·x ≥ y has no meaning "
        "at α = 0 unless it is read as x ≥ α·y; with 1/0 = ∞ and ∞·0 = 0 it would ask that two neighbours have the "
        "same possible outputs, and would not be vacuous, as the page says that it is."
    ),
    latex=r"\alpha = 0:\ x \ge 0, \qquad \alpha = 1:\ x_{d_1,r} = x_{d_2,r}",
    domain="α = 0 and α = 1, β ≤ α, n ≥ 0, every D and every mechanism on databases",
    every_n=True,
    verdict="proved",
    scope="all n, D and mechanisms",
)


def reading(x, y, infinity_times_zero=None):
    """The printed inequality 1/α·x ≥ y at α = 0, with 1/0 = ∞; None stands for the product form x ≥ α·y."""
    if infinity_times_zero is None:
        return x >= 0 * y
    return x > 0 or infinity_times_zero >= y


@claim.instances(
    "the other reading: n = 1, D = {0, 1}, the mechanism that tells the result. Output 1 has the probabilities 0 and "
    "1; with ∞·0 = 0 the printed inequality at α = 0 fails, and with products both hold",
    mutants={"∞·0 = ∞": {"infinity_times_zero": 2}, "a mechanism without zeros": {"first": "1/2"}},
)
def printed_at_zero(infinity_times_zero=0, first="1"):
    x = Mechanism([[first, 1 - Fraction(first)], [0, 1]])
    require(not reading(x[0, 1], x[1, 1], infinity_times_zero), "the printed inequality holds")
    require(reading(x[0, 1], x[1, 1]) and reading(x[1, 1], x[0, 1]), "a product inequality fails")
    require(bool(private(x, 0)), "the library has another reading")


@claim.proof(
    "α = 0: x - 0·y = x ≥ 0, whatever x and y are; so nothing is asked",
    mutants={"α = 1/2": {"alpha": Fraction(1, 2)}},
)
def vacuous(alpha=0):
    entries = Assumed("x y", lambda *_: {}, lambda x, y: {"x": x, "y": y}, witness=[0, 0])
    signs(entries, lambda given, x, y: [(x - alpha * y, given["x"]), (y - alpha * x, given["y"])], strict=False)


@claim.proof(
    "α = 1: x - y ≥ 0 and y - x ≥ 0 sum to 0, so each is 0: neighbours have equal entries, and equal entries x have x "
    "- 1·x = 0",
    mutants={"α = 1/2": {"alpha": Fraction(1, 2)}},
)
def equal(alpha=1):
    identity("x y", lambda x, y: [((x - alpha * y) + (y - alpha * x), number(0)), (x - alpha * x, number(0))])


@claim.proof(
    "a chain of n+1 databases from d to e: the k-th has the first k rows of e and the other rows of d. It begins with "
    "d and ends with e, and the k-th and the next are equal in all rows but row k",
    mutants={"the last k rows of e": {"last": True}, "every other one": {"step": 2}},
)
def chain(last=False, step=1):
    def member(n, k, row):
        taken = row >= n - k if last else row < k
        return entry("e" if taken else "d", row)

    def pairs(n, k, row):
        yield member(n, 0, row), entry("d", row)
        yield member(n, n, row), entry("e", row)
        if row != k:
            yield member(n, k + step, row), member(n, k, row)

    identity("", pairs, Domain("n k row", lambda n, k, row: [k, n - step - k, row, n - 1 - row]))


@claim.proof(
    "β ≤ α: x - β·y = (x - α·y) + (α-β)·y ≥ 0",
    mutants={"β ≥ α": {"sign": -1}},
)
def smaller_levels(sign=1):
    assumed = Assumed(
        "a b x y",
        lambda *_: {},
        lambda a, b, x, y: {"α-β": sign * (a - b), "y": y, "x-αy": x - a * y},
        witness=[Fraction(1, 2), Fraction(1, 2), Fraction(1), Fraction(1)],
    )
    signs(
        assumed,
        lambda given, a, b, x, y: [(x - b * y, given["x-αy"] + given["α-β"] * given["y"])],
        strict=False,
    )


def mechanisms(size):
    """Mechanisms on so many databases: one row for all, all rows unlike, and two that tell something."""
    yield Mechanism([["1/3", "2/3"]] * size)
    yield Mechanism([[Fraction(i + 1, size + 1), Fraction(size - i, size + 1)] for i in range(size)])
    yield Mechanism([[int(i.bit_count() == r) for r in range(size + 1)] for i in range(size)])
    yield Mechanism([["1/2" if i < size - 1 else "1/4", "1/2" if i < size - 1 else "3/4"] for i in range(size)])


@claim.instances(
    "D = {0, 1}, n = 0, 1, 2, 3, four mechanisms on the 2^n databases: all are 0-private; 1-private are those with one "
    "row for all, among them every one for n = 0; and the kernel accepts the levels",
    mutants={"n = 0 tells something": {"least": 0}, "neighbours have equal first rows": {"size": 1}},
)
def small(least=1, size=None):
    for n in range(4):
        graph = hypercube(inputs=range(2**n))
        for x in mechanisms(2**n):
            require(bool(private(x, 0, graph)), f"n = {n}: not 0-private")
            rows = len(set(x.rows[: size or len(x.rows)]))
            absolute = rows == 1 if least else n > 0 and rows == 1
            found = level(x, graph)
            require((found.alpha == 1) == absolute, f"n = {n}: {rows} rows and the level {found}")
            require(bool(private(x, 1, graph)) == absolute, f"n = {n}: {rows} rows, and 1-private or not")
            accepted(found)


@claim.instances(
    "n ≤ 3, |D| = 3: in that chain each database differs from the next in at most one row, and all are databases",
    mutants={"two rows at a time": {"step": 2}},
)
def chains(step=1):
    for n in range(4):
        databases = set(product(range(3), repeat=n))
        for d, e in product(databases, repeat=2):
            listed = [e[:k] + d[k:] for k in [*range(0, n, step), n]]
            require(listed[0] == d and listed[-1] == e and set(listed) <= databases, f"the chain of {d} and {e}")
            for one, other in pairwise(listed):
                require(sum(a != b for a, b in zip(one, other, strict=True)) <= 1, f"{one} and {other} in the chain")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
