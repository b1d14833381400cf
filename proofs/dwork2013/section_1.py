"""Section 1: how cryptography defines goals and adversaries."""

from exactdp.claims.language import *

claim = Claim(
    id="dwork2013.section-1",
    title="goals, adversaries and schemes in cryptography",
    section="1",
    position=10,
    printed=(
        "The section tells how cryptography came to define a goal and the powers of an adversary, so that a failed "
        "goal is replaced by a stricter one, and names an attack on PKCS#1 as an example. It states nothing about a "
        "mechanism."
    ),
    uncheckable="history and method; the attack on PKCS#1 is in another paper",
)
