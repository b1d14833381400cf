"""Section 1.1: information that purchases, searches and ratings of other people reveal."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-1-1.kindness",
    title="flows between people through statistical learning",
    section="1.1",
    position=120,
    printed=(
        "Lists of similar items that change over time, together with a blog about some purchases, have revealed other "
        "purchases of its author. The known attacks need a little additional knowledge of this kind."
    ),
    uncheckable="reported from other papers, without the systems or their data",
)
