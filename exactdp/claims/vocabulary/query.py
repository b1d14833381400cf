"""The words of the surveys about databases of private bits and subset queries.

A database of n people is a vector of bits at the places 1..n, and so is a subset of the people: 1 for those in it.
"""

from collections.abc import Callable
from fractions import Fraction
from random import Random

from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.evaluation import FunctionValue, entry
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained

_i, _j, _k, _n, _s = indices("i j k n s")
_E, _t, _u = numbers("E t u")
_c, _d, _S = (variable(name, VECTOR) for name in ("c", "d", "S"))
_f, _q = (variable(name, VECTOR) for name in ("f", "q"))
_W = variable("W", MATRIX)

bits = explained("{0} has {1} bits", (_c, _n), All(_i, between(1, _i, _n), (_c[_i] == 0) | (_c[_i] == 1)))


@generator(bits)
def some_bits(rng: Random, turn: int, n: int) -> tuple[int, ...] | None:
    """Draw bits, and 0 at the place 0, which is not used."""
    return (0, *(rng.randrange(2) for _ in range(n))) if n >= 0 else None


answer = explained("{0}·{1} ({2})", (_c, _S, _n), Sum(_i, 1, _n, _c[_i] * _S[_i]), r"{0} \cdot {1}\ ({2})")
"""The true answer of a database of n bits to a subset query: Σ_i c_i·S_i."""

wrong_in_subset = explained(
    "wrong({0}, {1}; {2}, {3})",
    (_c, _d, _S, _n),
    Sum(_i, 1, _n, abs(_c[_i] - _d[_i]) * _S[_i]),
    r"|\{{i \in {2} : {{{0}}}_i \ne {{{1}}}_i\}}|\ ({3})",
)
"""The number of people in a subset of the n people at whom two databases differ."""

fits_both = explained(
    "{0} answers {1} within {2} for {3} and {4} of {5} bits",
    (_u, _S, _E, _c, _d, _n),
    (abs(answer(_c, _S, _n) - _u) <= _E) & (abs(answer(_d, _S, _n) - _u) <= _E),
)
"""The number u is within E of the true answer to a subset query on both databases."""

chances = explained(
    "{0}[k,s] is the chance of s ones in the first k of {2} independent bits with the chances {1}",
    (_W, _q, _n),
    All(_k, between(0, _k, _n), (_W[_k, -1] == 0) & (_W[_k, _k + 1] == 0))
    & (_W[0, 0] == 1)
    & Every((_k, 1, _n), (_s, 0, _k), _W[_k, _s] == _q[_k] * _W[_k - 1, _s - 1] + (1 - _q[_k]) * _W[_k - 1, _s]),
    r"{0}_{{ks}} = \Pr[Y_1 + \dots + Y_k = s],\ \Pr[Y_i = 1] = {1}_i\ (i \le {2})",
)


@generator(chances)
def some_chances(rng: Random, turn: int, q: FunctionValue, n: int) -> Callable[[int, int], Fraction]:
    """Compute the chances bit by bit."""
    rows = [[Fraction(1)]]
    for k in range(1, n + 1):
        old, one = [*rows[-1], Fraction(0)], entry(q, [k])
        rows.append([one * (old[s - 1] if s else 0) + (1 - one) * old[s] for s in range(k + 1)])
    return lambda k, s: rows[k][s] if 0 <= k < len(rows) and 0 <= s <= k else Fraction(0)


mean_of_ones = explained(
    "E[{1}; {0}, {2}]", (_W, _f, _n), Sum(_s, 0, _n, _f[_s] * _W[_n, _s]), r"\mathbb E[{1}; {0}, {2}]"
)
"""The mean of a function of the number s of ones among n bits."""

told = explained("told({0}, {1})", (_c, _E), function(_i, 2 * _E * _c[_i] + "1/2" - _E), r"\mathrm{{told}}({0}, {1})")
"""The probability 2ε·X_i + 1/2 - ε that randomised response with 1/2+ε answers 1 for the bit X_i."""

estimate = explained(
    "p̃({0}, {1})",
    (_E, _n),
    function(_s, (as_number(_s) / _n - "1/2" + _E) / (2 * _E)),
    r"\tilde p({0}, {1})",
)
"""The unbiased estimate (s/n - 1/2 + ε)/(2ε) of the fraction of ones, where s of n answers are 1."""

hoeffding = explained(
    "H({0}, {1}; {2})",
    (_u, _t, _k),
    Product(_j, 1, _k, (1 - _u + _u * _t) * ((1 + _t) ** 2 / (4 * _t)) ** (_j - 1)),
)
"""A bound on 1 - q + q·t^k, for q in [0, 1]. With t = e^h and λ = k·h it goes to e^(λ·q + λ²/8) as h goes to 0.

The k-th of its first factors is 1 + q·(t-1), so their product goes to e^(λ·q). The base of the powers is the square of
the hyperbolic cosine of h/2, which is at most e^(h²/4), and the exponents sum to k·(k-1)/2.
"""
