"""Single exact numbers: reading, spelling, radicals, algebraic numbers, levels e^-ε, functions and sets of α."""
