"""Mechanisms on databases, which may tell databases of one result apart: neighbours, averages, users and their optima.

A database d has rows with values of a finite domain D, and the count query f counts the rows whose value satisfies a
predicate. A mechanism x_dr has one row for each database; it is oblivious where f(d) alone decides about that row.
"""
