"""Section 3.3: why the base is e, a remark on history."""

from exactdp.claims.language import *

claim = Claim(
    id="lecture.section-3-3.base",
    title="why the base is e",
    section="3.3",
    position=50,
    printed="The base e comes from early mechanisms, such as the one with the Laplace density.",
    uncheckable=(
        "It is a remark on history. Mathematically any base will do: α = e^-ε is b^-(ε/ln b), and every α from 0 to 1 "
        "is a level."
    ),
)
