"""The papers' definitions: mechanisms, neighbours, databases, G, losses, priors, Bayesian users, minimax consumers."""
