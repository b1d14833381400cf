"""Section 2.3: techniques of other papers."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-2-3.literature",
    title="other techniques",
    section="2.3",
    position=5,
    printed=(
        "Some techniques have good results on data of 70 records, and some answer exponentially many queries in the "
        "size of the database; Laplace, exponential and Gaussian mechanisms are building blocks of many techniques, "
        "also in geometry. The chapter proves none of this."
    ),
    uncheckable=(
        "cites other papers, whose mechanisms and bounds are not given; Laplace noise for many queries has its own "
        "claim"
    ),
    uses=("dwork2013.section-2-3.superlinear",),
)
