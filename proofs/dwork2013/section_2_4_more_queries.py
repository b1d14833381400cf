"""Section 2.4: other papers on many queries, and the manuscript on concentrated privacy."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-2-4.more-queries",
    title="many more queries, and concentrated privacy",
    section="2.4",
    position=95,
    printed=(
        "Other papers answer many more than k queries at little more noise by coordinating it. The chapter does not "
        "describe their mechanisms. It takes concentrated differential privacy from a manuscript; other claims decide "
        "its properties by the definition there."
    ),
    uncheckable="cites other papers; Gaussian noise for k queries has its own claims",
    uses=(
        "dwork2013.section-2-4.square-root",
        "dwork2013.section-2-4.concentrated-tail",
        "dwork2013.section-2-4.concentrated-processing",
        "dwork2013.section-2-4.incomparable",
    ),
)
