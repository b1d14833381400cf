"""The condition on three entries, in the two forms in which section 3 states it, and in a third.

All three differences are the same polynomial. With d_i = x_i - α·x_(i+1), which privacy makes ≥ 0, the condition says
d_2 ≥ α·d_1: the same inequality for the d as privacy for the x.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.section-3.three-entries", "the forms of the condition on three entries", section="3", position=2
)

a, x1, x2, x3 = numbers("α x_1 x_2 x_3")
begins = a * (x1 - a * x2) <= x2 - a * x3
theorem = a * (x3 - a * x2) <= x2 - a * x1
third = a * (x1 + x3) <= (1 + a * a) * x2

claim.clause("theorem-2", (begins >> theorem) & (theorem >> begins))(by_arithmetic)
claim.clause("third-form", (theorem >> third) & (third >> theorem))(by_arithmetic)
claim.clause("alpha-zero", a == 0, (third >> (x2 >= 0)) & ((x2 >= 0) >> third))(by_arithmetic)
mean = x2 >= (x1 + x3) / 2
claim.clause("alpha-one", a == 1, (third >> mean) & (mean >> third))(by_arithmetic)
