"""Checks of a statement besides its proof: exact instances, mutants, worst matrices, agreement with functions."""
