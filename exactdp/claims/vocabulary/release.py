"""Algorithm 1 of Gupte & Sundararajan 2010: levels and stages are numbered from 1, as there."""

from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.evaluation import FunctionValue, entry
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.claims.vocabulary.geometric import geometric_mechanism
from exactdp.claims.vocabulary.matrix import Numbers, Rows, is_image, rows_of, stochastic
from exactdp.model.geometric import geometric, transition

_i, _k, _n, _r, _s, _z, _f0 = indices("i k n r s z f")
(_levels,) = vectors("a")
_S = variable("S", SET)
_joint, _stage = (variable(name, Function(3, NUMBER)) for name in ("W", "T"))
_list = variable("ρ", INDEX_MAP)


def stage(T: Term, s: Term) -> Term:
    """Return the remap of stage s as a matrix.

    >>> stage(_stage, _s)[_i, _r]
    T[s,i,r]
    """
    return function(_i, _r, T[s, _i, _r])


levels = Definition(
    "{0} are levels 0 ≤ {0}[1] ≤ … ≤ {0}[{1}] ≤ 1",
    (_levels, _k),
    All(_s, between(1, _s, _k), (_levels[_s] >= 0) & (_levels[_s] <= 1))
    & All(_s, between(1, _s, _k - 1), _levels[_s] <= _levels[_s + 1]),
    latex=r"0 \le {0}_1 \le \dots \le {0}_{{ {1} }} \le 1",
)

stages = Definition(
    "{0} are the remaps of Algorithm 1 for {2} levels {1} and results {{0..{3}}}",
    (_stage, _levels, _k, _n),
    All(
        _s,
        between(1, _s, _k - 1),
        stochastic(stage(_stage, _s), _n, _n)
        & is_image(
            geometric_mechanism(_n, _levels[_s + 1]),
            geometric_mechanism(_n, _levels[_s]),
            stage(_stage, _s),
            _n,
            _n,
        ),
    ),
)
"""Stage s turns the result of level s into that of level s+1."""

joint = Definition(
    "{0}[s,i,c] is the chance, on input i, of result {1}[{5}] at stage {5}, {1}[t] at each later stage t ≤ s in {2}, "
    "and c at stage s (remaps {3}, levels {4}, {6} stages, results {{0..{7}}})",
    (_joint, _list, _S, _stage, _levels, _f0, _k, _n),
    Every(
        (_i, 0, _n),
        (_z, 0, _n),
        _joint[_f0, _i, _z] == If(_z == _list[_f0], geometric_mechanism(_n, _levels[_f0])[_i, _z], 0),
    )
    & Every(
        (_s, _f0, _k - 1),
        (_i, 0, _n),
        (_z, 0, _n),
        _joint[_s + 1, _i, _z]
        == If(
            ~_S[_s + 1] | (_z == _list[_s + 1]),
            Sum(_r, 0, _n, _joint[_s, _i, _r] * _stage[_s, _r, _z]),
            0,
        ),
    ),
    latex=r"{0}_{{s,i,c}} = \Pr[{1}_{{ {5} }} \dots {1}_s \text{{ as }} {2} \text{{ sees them}}, r_s = c \mid i]\ "
    r"({3}, {4}; {6}, {7})",
)
"""The group's results from its first, stage f, on, summed over all results that the group does not see."""

release_seen = explained(
    "{0} are the chances of {1} for {2} from stage {5} of Algorithm 1 ({3}, {4}, {6}, {7})",
    (_joint, _list, _S, _stage, _levels, _f0, _k, _n),
    levels(_levels, _k) & stages(_stage, _levels, _k, _n) & joint(_joint, _list, _S, _stage, _levels, _f0, _k, _n),
)
"""Levels, the remaps of Algorithm 1 for them, and the probabilities of the results that a set of readers sees."""


@generator(levels)
def some_levels(rng: Random, turn: int, k: int) -> Numbers:
    """Draw levels that rise, with ties and the ends 0 and 1."""
    values = (Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(2, 3), Fraction(1))
    return (Fraction(0), *sorted(rng.choice(values) for _ in range(k)))


@generator(stages)
def some_stages(rng: Random, turn: int, a: FunctionValue, k: int, n: int) -> tuple[Rows, ...] | None:
    """Draw the remaps that the library computes."""
    rising = [entry(a, [s]) for s in range(1, k + 1)]
    if n < 1 or k < 1 or not all(0 <= low <= high <= 1 for low, high in pairwise(rising)):
        return None
    zero = tuple((Fraction(0),) * (n + 1) for _ in range(n + 1))
    return (zero, *(rows_of(transition(n=n, alpha=low, beta=high)) for low, high in pairwise(rising)))


@generator(joint)
def some_joint(rng: Random, turn: int, *given: Any) -> tuple[Rows, ...] | None:
    """Compute the chances stage by stage."""
    results, sees, remaps, a, first, k, n = given
    if n < 1 or not 1 <= first <= k or not 0 <= entry(a, [first]) <= 1:
        return None
    G = geometric(n=n, alpha=entry(a, [first]))
    now = [[G[i, z] if z == entry(results, (first,)) else Fraction(0) for z in range(n + 1)] for i in range(n + 1)]
    found = [[[Fraction(0)] * (n + 1)] * (n + 1)] * first + [now]
    for s in range(first, k):
        seen = entry(sees, (s + 1,))
        now = [
            [
                sum((row[r] * entry(remaps, (s, r, z)) for r in range(n + 1)), Fraction(0))
                if not seen or z == entry(results, (s + 1,))
                else Fraction(0)
                for z in range(n + 1)
            ]
            for row in now
        ]
        found.append(now)
    return tuple(tuple(map(tuple, each)) for each in found)
