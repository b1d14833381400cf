"""Footnote 2: why users have priors and expected losses, by a theorem of choice theory that the paper cites."""

from exactdp.claims import Claim
from exactdp.commands.cli import main

claim = Claim(
    id="ghosh2009.footnote-2",
    title="expected utility and priors by choice theory",
    section="2.2",
    position=5,
    statement=(
        "A preference relation over mechanisms that keeps the axioms of rationality is, by a theorem of choice theory, "
        "that of an expected utility, with a prior on the query results."
    ),
    latex=r"x \succeq x' \iff \sum_i p_i \sum_r x_{ir}\, l(i, r) \le \sum_i p_i \sum_r x'_{ir}\, l(i, r)",
    domain="preference relations over mechanisms, under axioms that the footnote does not list",
    verdict="uncheckable",
    scope=(
        "a textbook's theorem, cited and neither stated with its axioms nor proved; what the model takes from it, the "
        "objective (1), is checked on its own"
    ),
    uses=("ghosh2009.section-2-2.equation-1",),
)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
