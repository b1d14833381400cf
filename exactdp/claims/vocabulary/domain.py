"""Why clauses keep assumptions that no instance needs (`Claim.kept`)."""

KEPT = {
    **dict.fromkeys(("0 ≤ α", "0 < α", "α ≤ 1", "α < 1", "0 ≤ β", "α ≤ β"), "the paper's levels"),
    **dict.fromkeys(("0 ≤ n", "1 ≤ n", "2 ≤ n", "0 ≤ m", "1 ≤ m"), "the paper's sizes"),
    **dict.fromkeys(("0 ≤ i", "i ≤ n", "i < n"), "the paper's inputs"),
    **dict.fromkeys(("0 ≤ r", "r ≤ n", "r ≤ m"), "the paper's responses"),
    **dict.fromkeys(("0 ≤ j", "j ≤ n", "0 ≤ k", "0 < k", "k ≤ n", "k < n"), "the columns of the paper's matrix"),
}
"""The domains of the papers, by the text of an assumption."""
