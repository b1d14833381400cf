"""Attacks on what a curator answers: reconstruction, Fourier, differencing and linear decoding, with exact guarantees.

A database is a tuple of one private bit for each person, and a query a weighted count of them.
"""
