"""Section 1: how cryptography defines goals and adversaries."""

from exactdp.claims import Claim
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.section-1",
    title="goals, adversaries and schemes in cryptography",
    section="1",
    position=10,
    statement=(
        "The section tells how cryptography came to define a goal and the powers of an adversary, so that a failed "
        "goal is replaced by a stricter one, and names an attack on PKCS#1 as an example. It states nothing about a "
        "mechanism."
    ),
    latex=r"\text{propose} \to \text{break} \to \text{a stricter goal}",
    domain="cryptographic schemes",
    verdict="uncheckable",
    scope="history and method; the attack on PKCS#1 is in another paper",
)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
