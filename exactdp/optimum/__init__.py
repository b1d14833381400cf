"""Optimal mechanisms, and the duals that prove them."""
