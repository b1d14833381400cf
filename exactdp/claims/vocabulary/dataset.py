"""The words of the claims about all datasets of a size: their list, and sequences of outputs with probabilities.

The entries of a dataset of n entries from {0..q-1} are the digits, to the base q, of its number; the first entry is the
last digit. So the list of the datasets of j+1 entries is q copies of the list for j entries, each copy with another
last entry. For q = 2 they are the subsets of n people. Sequences of outputs are numbered likewise.
"""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.evaluation import FunctionValue, entry
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.claims.vocabulary.matrix import Numbers
from exactdp.claims.vocabulary.neighbour import some_distribution
from exactdp.claims.vocabulary.query import fits_both

_i, _j, _k, _m, _n, _q, _r, _v, _z = indices("i j k m n q r v z")
_s = variable("s", INDEX_MAP)
_u, _c1, _d1 = (variable(name, VECTOR) for name in ("u", "c", "d"))
_E = number("E")
_D, _P, _W = variable("D", Function(2, INDEX)), variable("P", Function(3, NUMBER)), variable("W", MATRIX)

powers = explained(
    "{0} = (1, {1}, …, {1}^{2})",
    (_s, _q, _n),
    (_s[0] == 1) & All(_j, between(0, _j, _n - 1), _s[_j + 1] == _s[_j] * _q),
    r"{0} = (1, {1}, \dots, {1}^{{{2}}})",
)
"""The powers of a whole number, as indices."""

listed = explained(
    "{0} lists {2}^{3} datasets by {1}",
    (_D, _s, _q, _n),
    Every(
        (_j, 0, _n - 1),
        (_v, 0, _q - 1),
        (_z, 0, _s[_j] - 1),
        (_D[_z + _s[_j] * _v, _j] == _v) & All(_i, between(0, _i, _j - 1), _D[_z + _s[_j] * _v, _i] == _D[_z, _i]),
    ),
    r"{0}_{{z}} = \text{{the digits of }} z \text{{ to the base }} {2}\ (z < {2}^{{{3}}},\ {1}_j = {2}^j)",
)
"""D[z,i] is the entry i of dataset z, for s[j] = q^j: the list for j+1 entries is q times that for j entries."""

subset = explained("{0}_{1}", (_D, _z), function(_i, as_number(_D[_z, _i - 1])), r"{0}_{{{1}}}")
"""Dataset z in the list of datasets with two values, as a subset of the people 1, 2, …: 1 for the people in it."""

ones = explained(
    "1_({0},{1}]",
    (_j, _k),
    function(_i, If((_j < _i) & (_i <= _k), as_number(1), 0)),
    r"1_{{({0},{1}]}}",
)
"""The database in which the people j+1, …, k have the bit 1."""

all_answers = explained(
    "{0} answers the {2} subsets {1} within {3} for {4} and {5} ({6})",
    (_u, _D, _m, _E, _c1, _d1, _n),
    All(_z, between(0, _z, _m - 1), fits_both(_u[_z], subset(_D, _z), _E, _c1, _d1, _n)),
)
"""The answers u[z] to the first m subsets of a list are within E of the true answers on both databases."""

outputs = explained(
    "{0} multiplies chances {1} of outputs in {{0..{3}}} ({2}, {4})",
    (_W, _P, _s, _m, _k),
    (_W[0, 0] == 1)
    & Every(
        (_j, 0, _k - 1), (_r, 0, _m), (_z, 0, _s[_j] - 1), _W[_j + 1, _z + _s[_j] * _r] == _W[_j, _z] * _P[_j, _z, _r]
    ),
)
"""W[j,z] is the probability of sequence z of j outputs, and P[j,z,r] that r comes next, giving sequence z + s_j·r."""

conditional = explained(
    "{0} are chances of outputs in {{0..{2}}} ({1}, {3})",
    (_P, _s, _m, _k),
    Every(
        (_j, 0, _k - 1),
        (_z, 0, _s[_j] - 1),
        All(_r, between(0, _r, _m), 0 <= _P[_j, _z, _r]) & (Sum(_r, 0, _m, _P[_j, _z, _r]) == 1),
    ),
)
"""After each sequence z of fewer than k outputs, P[j,z,r] are the probabilities of the next output r."""


DATASETS = 32
"""The largest number of datasets in a list that is drawn."""

SEQUENCES = 9
"""The largest number of sequences of outputs that are drawn."""


@generator(powers)
def some_powers(rng: Random, turn: int, q: int, n: int) -> tuple[int, ...] | None:
    """Return the powers, if there are few datasets."""
    return tuple(q**j for j in range(n + 1)) if n >= 0 and abs(q) ** n <= DATASETS else None


@generator(listed)
def the_list(rng: Random, turn: int, s: FunctionValue, q: int, n: int) -> tuple[tuple[int, ...], ...] | None:
    """Return the digits of all numbers below q^n."""
    if q < 1 or n < 0:
        return None
    return tuple(tuple(z // q**i % q for i in range(n)) for z in range(q**n))


@generator(all_answers)
def midpoints(rng: Random, turn: int, *given: Any) -> Numbers:
    """Return the means of the true answers of the two databases."""
    rows, m, _, first, second, n = given
    counts = (
        sum(Fraction(entry(of, (i,))) * entry(rows, (z, i - 1)) for of in (first, second) for i in range(1, n + 1))
        for z in range(m)
    )
    return tuple(Fraction(count, 2) for count in counts)


@generator(outputs)
def the_chances(rng: Random, turn: int, P: FunctionValue, s: FunctionValue, *last: int) -> Any:
    """Multiply the chances along each sequence."""
    m, k = last
    if m < 0 or k < 0 or (m + 1) ** k > SEQUENCES:
        return None
    rows = [[Fraction(1)]]
    for j in range(k):
        rows.append([chance * entry(P, (j, z, r)) for r in range(m + 1) for z, chance in enumerate(rows[-1])])
    found = {(j, z): chance for j, row in enumerate(rows) for z, chance in enumerate(row)}
    return lambda j, z: found.get((j, z), Fraction(0))


@generator(conditional)
def some_conditional(rng: Random, turn: int, s: FunctionValue, m: int, k: int) -> Callable[..., Fraction] | None:
    """Draw a distribution after each sequence; in every second draw they do not depend on the sequence."""
    if m < 0 or k < 0 or (m + 1) ** k > SEQUENCES:
        return None
    rows = [some_distribution(rng, turn + z, m) for z in range(4)]

    def chance(j: int, z: int, r: int) -> Fraction:
        return rows[(j + z) % 4 if turn % 2 else 0][r] if 0 <= r <= m else Fraction(0)

    return chance
