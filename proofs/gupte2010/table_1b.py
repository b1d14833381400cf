"""Table 1(b): the factor with access to the database, a multiple of G at another level than its caption's."""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named

claim = Claim(
    "gupte2010.table-1b",
    "the geometric factor of the optimal mechanism",
    section="2.5",
    position=20,
    printed="G_{3,1/2}, with rows that sum to 5/3",
    slip="print",
    weight="value",
)

i, r = indices("i r")
a = number("α")
lines = "4/3 1/4 1/16 1/48", "1/3 1 1/4 1/12", "1/12 1/4 1 1/3", "1/48 1/16 1/4 4/3"
printed = named("Table 1(b)", table([line.split() for line in lines]))
half, quarter = (geometric_mechanism(3, Fraction(1, level)) for level in (2, 4))
factor = Fraction(5, 3)
mechanism = named("scaled", function(i, r, printed[i, r] / factor))


def everywhere(f):
    return Every((i, 0, 3), (r, 0, 3), f)


claim.printed_as(
    "a-multiple-of-half",
    everywhere(printed[i, r] * half[0, 0] == half[i, r] * printed[0, 0]),
    instead=("a-multiple-of-quarter", "sums"),
)
claim.clause("a-multiple-of-quarter", everywhere(printed[i, r] == factor * quarter[i, r]))(by_evaluation)
claim.clause("sums", All(i, between(0, i, 3), Sum(r, 0, 3, printed[i, r]) == factor))(by_evaluation)
claim.clause("private", private(mechanism, "1/4", 3, 3))(by_evaluation)
claim.clause("no-more-private", private(mechanism, a, 3, 3), a <= "1/4")(
    lambda proof: proof.qed(proof.parts(private(mechanism, a, 3, 3))[-1](0, 3))
)
