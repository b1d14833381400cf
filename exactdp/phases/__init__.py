"""A user's optimum as a function of α: which remap of G_{n,α} is optimal where, and the loss on each phase."""
