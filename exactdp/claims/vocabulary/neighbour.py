"""The words of the surveys about two neighbouring databases: their distributions, events, and (ε, δ)-privacy.

A mechanism answers r with probability p_r on one database, and q_r on the other. The words do not say how the databases
are related, so the theorems hold for every relation. Responses are {0..m}. Where p and q need not sum to 1, these
may also be the first of infinitely many responses. A number t ≥ 1, or 1/α, stands for e^ε.
"""

from fractions import Fraction
from random import Random
from typing import Any

from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.evaluation import FunctionValue, entry
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.claims.vocabulary.matrix import Numbers, Rows

_j, _k, _m, _r, _s, _z = indices("j k m r s z")
_a, _t, _d = numbers("α t δ")
_p, _q, _w = (variable(name, VECTOR) for name in ("p", "q", "w"))
_e = variable("e", VECTOR)
_P, _Q, _T, _U = (variable(name, MATRIX) for name in ("P", "Q", "T", "U"))
_S = variable("S", SET)


def _within(p: Term, q: Term, a: Term) -> Formula:
    """Return that two numbers are at least 0, and within the factor α."""
    return both(0 <= p, 0 <= q, a * p <= q, a * q <= p)


near = explained(
    "{0} and {1} are within the factor {2} on {{0..{3}}}",
    (_p, _q, _a, _m),
    All(_r, between(0, _r, _m), _within(_p[_r], _q[_r], _a)),
)
"""α-privacy for two neighbours: α·p_r ≤ q_r and α·q_r ≤ p_r for each response r."""

indicator = explained("1_{0}", (_S,), function(_r, If(_S[_r], as_number(1), 0)), r"1_{{{0}}}")
"""The weights of an event: 1 for the responses in it, and 0 for the others."""

probability = explained("Pr({1}; {0}, {2})", (_p, _w, _m), Sum(_r, 0, _m, _p[_r] * _w[_r]), r"\Pr({1}; {0}, {2})")
"""The probability Σ_r p_r·w_r that a test says yes, if it does so with probability w_r after the response r."""

distribution = explained(
    "{0} is a distribution on {{0..{1}}}",
    (_p, _m),
    All(_r, between(0, _r, _m), 0 <= _p[_r]) & (Sum(_r, 0, _m, _p[_r]) == 1),
)

events = explained(
    "{0} is within the factor {2} of {1}, and {3}, on all events in {{0..{4}}}",
    (_p, _q, _t, _d, _m),
    All(
        _S,
        All(_r, _S[_r], between(0, _r, _m)),
        probability(_p, indicator(_S), _m) <= _t * probability(_q, indicator(_S), _m) + _d,
    ),
)
"""(ε, δ)-privacy for an ordered pair of neighbours: P(S) ≤ e^ε·Q(S) + δ for all events S, where t is e^ε."""

near_on_events = explained(
    "{0} and {1} are within the factor {2} on all events in {{0..{3}}}",
    (_p, _q, _a, _m),
    All(
        _S,
        All(_r, _S[_r], between(0, _r, _m)),
        both(
            _a * probability(_p, indicator(_S), _m) <= probability(_q, indicator(_S), _m),
            _a * probability(_q, indicator(_S), _m) <= probability(_p, indicator(_S), _m),
        ),
    ),
)

excess = explained(
    "excess({0}, {1}, {2}; {3})",
    (_p, _q, _t, _m),
    Sum(_r, 0, _m, If(_t * _q[_r] < _p[_r], _p[_r] - _t * _q[_r], 0)),
    r"\sum_{{r \le {3}}} ({0}_r - {2} {1}_r)^+",
)
"""Σ_r max(0, p_r - t·q_r): the least δ with P(S) ≤ t·Q(S) + δ for all events S."""


uniform = explained(
    "uniform on {{{0}..{0}+{1}-1}}",
    (_k, _s),
    function(_r, If((_k <= _r) & (_r < _k + _s), as_number(1), 0) / _s),
    r"\mathcal{{U}}_{{ {0}..{0}+{1}-1 }}",
)


@generator(near)
def some_near(rng: Random, turn: int, q: FunctionValue, alpha: Fraction, m: int) -> Numbers | None:
    """Draw each probability between the bounds that the other sets for it."""
    if m < 0 or not 0 <= alpha <= 1:
        return None
    others = [entry(q, [r]) for r in range(m + 1)]
    return tuple(rng.choice((alpha * each, each, each / alpha if alpha else each + 1)) for each in others)


@generator(distribution)
def some_distribution(rng: Random, turn: int, m: int) -> Any:
    """Draw small fractions, often with zeros and ties."""
    if m < 0:
        return None
    parts = [rng.choice((0, 1, 1, 2)) for _ in range(m + 1)]
    parts[turn % (m + 1)] += 1
    return tuple(Fraction(part, sum(parts)) for part in parts)


in_a_row = explained(
    "Pr(1..{2}; {0}, {1})",
    (_P, _z, _k),
    Product(_j, 1, _k, _P[_z, _j]),
    r"\textstyle\prod_{{j=1}}^{{{2}}} {0}_{{ {1},j }}",
)
"""The probability of a sequence of k answers, where P[z,j] is that of the j-th answer after the earlier ones."""

near_in_a_row = explained(
    "{0} and {1} are within the factors {2}[1], …, {2}[{3}] along {4} sequences",
    (_P, _Q, _e, _k, _s),
    Every((_z, 1, _s), (_j, 1, _k), (0 <= _e[_j]) & _within(_P[_z, _j], _Q[_z, _j], _e[_j])),
    r"{2}_j {0}_{{z,j}} \le {1}_{{z,j}},\ {2}_j {1}_{{z,j}} \le {0}_{{z,j}}\ (j \le {3},\ z \le {4})",
)
"""In each of s sequences, each answer, given the earlier ones, has probabilities within a factor of its own."""


@generator(near_in_a_row)
def some_near_in_a_row(rng: Random, turn: int, Q: FunctionValue, levels: FunctionValue, *last: int) -> Rows:
    """Draw each probability between the bounds that the other sets for it."""
    k, s = last
    rows = [(Fraction(0),) * (k + 1)]
    for z in range(1, s + 1):
        row = [Fraction(0)]
        for j in range(1, k + 1):
            other, level = entry(Q, [z, j]), entry(levels, [j])
            row.append(rng.choice((level * other, other, other / level if level else other + 1)))
        rows.append(tuple(row))
    return tuple(rows)


near_after = explained(
    "{0} and {1} are within the factor {2} after each response in {{0..{3}}}, on {{0..{4}}}",
    (_P, _Q, _a, _m, _s),
    Every((_r, 0, _m), (_z, 0, _s), _within(_P[_r, _z], _Q[_r, _z], _a)),
)
"""α-privacy for a second answer, whose distributions on the two databases may depend on the first answer r."""


@generator(near_after)
def some_near_after(rng: Random, turn: int, Q: FunctionValue, alpha: Fraction, *last: int) -> Any:
    """Draw each probability between the bounds that the other sets for it."""
    m, s = last
    rows = [some_near(rng, turn, tuple(entry(Q, [r, z]) for z in range(s + 1)), alpha, s) for r in range(m + 1)]
    return None if None in rows else tuple(rows)


after = explained(
    "{0}·{1} ({2})", (_p, _T, _m), function(_z, Sum(_k, 0, _m, _p[_k] * _T[_k, _z])), r"{0} \cdot_{{{2}}} {1}"
)
"""The distribution of a response in {0..m} after a remap."""


undoes = explained(
    "{1} undoes {0} for {2} and {3}, by {{0..{5}}}, on {{0..{4}}}",
    (_T, _U, _p, _q, _m, _s),
    All(
        _r,
        between(0, _r, _m),
        both(*(after(after(each, _T, _m), _U, _s)[_r] == each[_r] for each in (_p, _q))),
    ),
)

answers = explained("always {0}", (_k,), function(_r, If(_r == _k, as_number(1), 0)), r"\mathbf{{1}}_{{ {0} }}")
"""The distribution of an answer that is given without coins."""
