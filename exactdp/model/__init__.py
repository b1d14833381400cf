"""What the papers define: mechanisms, neighbours, databases, G, losses, priors, Bayesian users, minimax consumers."""
