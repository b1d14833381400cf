"""Section 1.1: how the Netflix ratings were linked to public ones."""

from exactdp.claims.language import *

claim = Claim(
    id="lecture.section-1-1",
    title="the Netflix data set",
    section="1.1",
    position=10,
    printed=(
        "Netflix published ratings with numbers in place of names, for a prize of one million dollars. Narayanan and "
        "Shmatikov matched ratings of the same film at about the same time with public ones on IMDb, and so gave many "
        "of the numbers their names back."
    ),
    uncheckable="history; the share of users that were identified is a measurement of another paper",
)
