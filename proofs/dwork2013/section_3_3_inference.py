"""Section 3.3: the inference of homes and works, and the conversion of histograms into distributions."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-3-3.inference",
    title="methods of other papers in DP-WHERE",
    section="3.3",
    position=30,
    printed=(
        "Home and work cells come from a clustering and a regression, noisy histograms become distributions by a "
        "method for consistent counts, and merged cells by grouping and smoothing. These methods come from other "
        "papers and are not described; the promise uses only that they read one person's data, or no data."
    ),
    uncheckable="the methods are not in the text; footnote 9 and section 3.3.2 show why they keep privacy",
    uses=("dwork2013.section-3-3.footnote-9", "dwork2013.section-3-3-2.release"),
)
