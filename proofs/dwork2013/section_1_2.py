"""Section 1.2: the trusted curator, and what cryptography adds."""

from exactdp.claims import Claim
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.section-1-2",
    title="the trusted curator",
    section="1.2",
    position=10,
    statement=(
        "Most of the literature assumes one trusted curator who has all the data and publishes responses. Where data "
        "are spread over several places, or lie encrypted with others, secure multiparty computation or functional "
        "encryption can emulate the curator. Physical security remains a question of its own."
    ),
    latex=r"D \to M(D)",
    domain="where the data lie and who computes on them",
    verdict="uncheckable",
    scope="about the literature and about cryptography that other papers define and prove; no number or mechanism",
)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
