"""The papers' definitions: mechanisms, neighbours, databases, geometric mechanism, losses, priors, users, consumers."""
