"""Section 3.3, footnote 9: home and work are inferred from each person's own calls, so the promise is not touched.

If f is applied to each row by itself, then neighbours D, D' become f(D), f(D') that differ in one row at most, and
M(f(D)) and M(f(D')) are two neighbouring rows of M or the same row. A function of several people's rows may change many
rows at once: then only group privacy remains.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Claim, require
from exactdp.commands.cli import main
from exactdp.model.databases import replace_one
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import level

claim = Claim(
    id="dwork2013.section-3-3.footnote-9",
    title="what is inferred from one person's own data",
    section="3.3",
    position=20,
    statement=(
        "If each row is replaced by a function of that row and of public information, every mechanism on the result "
        "keeps its level α, under both relations. If a row's replacement reads other rows, up to all n rows may change "
        "with one, and only αⁿ is left in general: so the inferred fields must not be computed from several people's "
        "calls, nor public information from them."
    ),
    latex=r"M \circ (f, \dots, f) \text{ is } \alpha\text{-private if } M \text{ is}",
    domain="databases of at most three rows with the values 0, 1, 2, all functions of a row into 0, 1",
    verdict="proved",
    scope="all functions of a row and the named function of all rows, on these databases",
    finite=True,
)

ALPHA = Fraction(1, 2)


def counting(size):
    """G on the number of ones among rows of zeros and ones."""
    return geometric(n=size, alpha=ALPHA)


@claim.proof(
    "for at most three rows and each of the eight functions from {0, 1, 2} to {0, 1}: the count of f(x) = 1 with "
    "geometric noise has level at least α on all databases, and exactly α unless f is constant",
    mutants={"a function of all rows": {"own": False}},
)
def each_function(own=True):
    for size in range(1, 4):
        databases = replace_one(n=size, values=3)
        for images in product((0, 1), repeat=3):
            table = dict(zip(databases.domain, images, strict=True))
            rows = []
            for member in databases.members:
                if own:
                    count = sum(table[value] for value in member)
                else:
                    # Every row is told whether all rows together have the property an odd number of times.
                    count = size * (sum(table[value] for value in member) % 2)
                rows.append(counting(size).rows[count])
            found = level(Mechanism(rows), databases.neighbours).alpha
            require(found == (1 if len(set(images)) == 1 else ALPHA), f"the level is {found} for {images}")


@claim.proof(
    "a function of all rows, the parity of the ones written into every row: the level is exactly αⁿ for n = 1, 2, 3",
    mutants={"α": {"power": 0}},
)
def of_all_rows(power=1):
    for size in range(1, 4):
        databases = replace_one(n=size, values=2)
        one = databases.domain[1]
        rows = [counting(size).rows[size * (sum(value == one for value in member) % 2)] for member in databases.members]
        found = level(Mechanism(rows), databases.neighbours).alpha
        require(found == ALPHA ** (size**power), f"the level is {found} for n = {size}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
