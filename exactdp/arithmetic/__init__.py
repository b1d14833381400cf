"""Single exact numbers: reading, spelling, radicals, algebraic numbers, functions and sets of α, printed decimals."""
