"""Section 2.2: platforms that depend on composition."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-2-2.platforms",
    title="platforms built on composition",
    section="2.2",
    position=45,
    printed=(
        "Because losses add up, private steps can be put together into private programs, and others have built "
        "platforms for that. The sum itself, and its parts, have their own claims."
    ),
    uncheckable="cites other papers for the platforms; no number or mechanism",
    uses=("dwork2013.section-2-2.composition", "dwork2013.section-2-2.many-computations"),
)
