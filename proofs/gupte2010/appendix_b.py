"""Appendix B: a 1/2-private mechanism that cannot be derived from the geometric mechanism."""

from fractions import Fraction

from exactdp.claims import Claim, accepted, require
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.model.symbolic_mechanism import derivable_levels
from exactdp.polytope.derivability import cramer_remap, derive, tridiagonal_remap
from exactdp.privacy.level import level

claim = Claim(
    id="gupte2010.appendix-b",
    title="a private mechanism that is not derivable",
    section="B",
    position=10,
    statement=(
        "The matrix M of the appendix is a mechanism with the exact level 1/2. It is not derivable from G_{3,1/2}: in "
        "column 1, rows 0 to 2, (1+α²)·1/9 - α·(2/9 + 2/9) = -0.75/9 = -1/12, and G⁻¹·M has the entry -1/3 there. It "
        "is derivable from G_{3,α} for exactly the α ≤ 2 - √3."
    ),
    latex=r"(1+\alpha^2)\tfrac19 - \alpha\left(\tfrac29+\tfrac29\right) = -\tfrac{0.75}{9}",
    domain="the one matrix printed, α = 1/2",
    verdict="proved",
    scope="the whole appendix",
    finite=True,
)

M = (
    ("1/9", "2/9", "4/9", "2/9"),
    ("2/9", "1/9", "2/9", "4/9"),
    ("4/9", "2/9", "1/9", "2/9"),
    ("13/18", "1/9", "1/18", "1/9"),
)


@claim.proof(
    "M is 1/2-private, and private at no larger level",
    mutants={"another last row": {"last": ("3/4", "1/9", "1/36", "1/9")}},
)
def exact_level(last=M[3]):
    found = level(Mechanism([*M[:3], last]))
    require(found.alpha == Fraction(1, 2), f"the exact level is {found.alpha}")
    accepted(found)


@claim.proof(
    "it is not derivable: the condition in column 1, rows 0 to 2 comes to -0.75/9, and T would hold -1/3",
    mutants={"at α = 1/4": {"alpha": "1/4"}, "the value -0.75": {"value": "-3/4"}},
)
def not_derivable(alpha="1/2", value="-0.75"):
    found = derive(Mechanism(M), alpha)
    require(not found, "it is derivable")
    failed = found.condition
    require((failed.r, failed.inputs) == (1, (0, 1, 2)), f"the condition fails at {failed}")
    over = 9 if value == "-0.75" else 1
    require(failed.value == Fraction(value) / over, f"the condition comes to {failed.value}")
    require(failed.remap_entry == Fraction(-1, 3), f"T would hold {failed.remap_entry}")
    accepted(found)


@claim.proof(
    "the explicit product G⁻¹·M, by the closed form and by Cramer's rule, is negative at row 1, column 1, and nowhere "
    "else",
    mutants={
        "G at 1/4": {"alpha": "1/4"},
        "1/18 and 1/9 of the last row exchanged": {"last": (*M[3][:2], "1/9", "1/18")},
    },
)
def explicit_product(alpha="1/2", last=M[3]):
    matrix = Mechanism([*M[:3], last])
    remap = tridiagonal_remap(matrix, alpha)
    require(remap == cramer_remap(matrix, alpha), "the two products differ")
    negative = [(k, r) for k, row in enumerate(remap.numerators) for r, value in enumerate(row) if value < 0]
    require(negative == [(1, 1)], f"the negative entries are at {negative}")


@claim.proof(
    "the exact set of levels from whose geometric mechanism M is derivable is [0, 2 - √3]: the library finds it, and "
    "the condition of column 1 in rows 0 to 2, (1+α²)/9 - α·4/9, is 0 at 2 - √3, a root of α² - 4α + 1",
    mutants={"2 - √2 instead": {"square": 2}, "column 3": {"column": 3}},
)
def exact_levels(square=3, column=1):
    require(str(derivable_levels(Mechanism(M))) == f"[0, 2 - √{square}]", "the set is another")
    x, y, z = (Fraction(M[i][column]) for i in range(3))
    # With α = 2 - √3 and α² = 7 - 4√3: the rational part, and that of √3.
    require(((1 + 7) * y - 2 * (x + z), -4 * y + (x + z)) == (0, 0), "the condition is not 0 at 2 - √3")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
