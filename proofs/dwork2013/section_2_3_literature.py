"""Section 2.3: techniques that other papers have."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-2-3.literature",
    title="other techniques",
    section="2.3",
    position=5,
    printed=(
        "There are techniques with good results on data of 70 records, and such that answer exponentially many queries "
        "in the size of the database; Laplace, exponential and Gaussian mechanisms are building blocks of many, also "
        "in geometry. The chapter proves none of this."
    ),
    uncheckable=(
        "cites other papers, whose mechanisms and bounds are not given; what Laplace noise does for many queries is a "
        "claim of its own"
    ),
    uses=("dwork2013.section-2-3.superlinear",),
)
