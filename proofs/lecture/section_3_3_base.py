"""Section 3.3: why the base is e, a remark on history."""

from exactdp.claims import Claim
from exactdp.commands.cli import main

claim = Claim(
    id="lecture.section-3-3.base",
    title="why the base is e",
    section="3.3",
    position=50,
    statement="The base e comes from early mechanisms, such as the one with the Laplace density.",
    latex="",
    domain="ε > 0",
    verdict="uncheckable",
    scope=(
        "It is a remark on history. Mathematically any base will do: α = e^-ε is b^-(ε/ln b), and every α from 0 to 1 "
        "is a level."
    ),
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
