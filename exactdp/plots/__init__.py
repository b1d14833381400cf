"""Pictures of exact results, drawn by matplotlib, which the extra `plot` installs.

Nothing here knows a mechanism: a result's own `plot` method says what of it is drawn. Numbers are rounded only to
place ink; every number that is written is the exact fraction, or begins with ≈.
"""
