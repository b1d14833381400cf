"""Why clauses keep assumptions that no instance needs (`Claim.kept`)."""

KEPT = {
    **dict.fromkeys(("0 ≤ α", "0 < α", "α ≤ 1", "α < 1", "0 ≤ β", "α ≤ β"), "the usual range of a level"),
    **dict.fromkeys(("0 ≤ n", "1 ≤ n", "2 ≤ n", "0 ≤ m", "1 ≤ m"), "the usual range of a size"),
    **dict.fromkeys(("0 ≤ i", "i ≤ n", "i < n", "0 ≤ r", "r ≤ n", "r ≤ m"), "the usual range of an index"),
    **dict.fromkeys(("0 ≤ j", "j ≤ n", "0 ≤ k", "0 < k", "k ≤ n", "k < n"), "the usual range of an index"),
}
"""The usual domains of the letters, by the text of an assumption."""
