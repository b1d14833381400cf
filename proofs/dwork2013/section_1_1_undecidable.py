"""Section 1.1: whether two queries differ in one person, in a rich query language."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-1-1.undecidable",
    title="dangerous pairs of queries",
    section="1.1",
    position=30,
    printed=(
        "If the query language is rich enough, no program decides whether two queries single a person out. For queries "
        "that are listed as weights of people it is decidable: by a linear program, which also finds the combination "
        "of several queries that does so at the least cost (exactdp attack differencing)."
    ),
    uncheckable="the language is not given, so there is no statement to prove",
    uses=("dwork2013.section-1-1.differencing",),
)
