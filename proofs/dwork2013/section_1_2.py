"""Section 1.2: the trusted curator, and what cryptography adds."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-1-2",
    title="the trusted curator",
    section="1.2",
    position=10,
    printed=(
        "Most of the literature assumes one trusted curator who has all the data and publishes responses. Where data "
        "are spread over several places, or lie encrypted with others, secure multiparty computation or functional "
        "encryption can emulate the curator. Physical security remains a question of its own."
    ),
    uncheckable=(
        "about the literature and about cryptography that other papers define and prove; no number or mechanism"
    ),
)
