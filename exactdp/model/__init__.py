"""The papers' notions: matrices, mechanisms, neighbours, the geometric mechanism, losses, priors, side information."""
