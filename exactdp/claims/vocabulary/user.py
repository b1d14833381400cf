"""Users: losses, priors, and the expected losses of Bayesian users and minimax consumers."""

from collections.abc import Callable
from fractions import Fraction
from random import Random

from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.claims.vocabulary.matrix import Numbers, Rows, is_stochastic, some_stochastic

_i, _k, _m, _n, _q, _r = indices("i k m n q r")
_a, _bound = numbers("α b")
(_p,) = vectors("p")
_l, _x = matrices("l x")
_S = variable("S", SET)

absolute_loss = Definition("|i-r|", (), function(_i, _r, as_number(abs(_i - _r))), latex="|i-r|")()
"""The loss |i-r|, the mean error."""

prior = Definition(
    "{0} is a prior on {{0..{1}}}",
    (_p, _n),
    All(_i, between(0, _i, _n), _p[_i] >= 0) & (Sum(_i, 0, _n, _p[_i]) == 1),
    decide=lambda p, n: is_stochastic((p,), 0, n),
    coq="prior (S {1}) {0}",
)

monotone = Definition(
    "{0} is monotone on {{0..{1}}} × {{0..{2}}}",
    (_l, _n, _m),
    Every(
        (_i, 0, _n), (_r, 0, _m), All(_k, between(0, _k, _m) & (abs(_i - _r) <= abs(_i - _k)), _l[_i, _r] <= _l[_i, _k])
    ),
    coq="monotone {1} (S {2}) {0}",
)
"""l(i, r) is a function of i and |i-r| that does not fall as |i-r| grows (Ghosh et al. 2009, section 2.2)."""

nonnegative = Definition(
    "{0} ≥ 0 on {{0..{1}}} × {{0..{2}}}",
    (_l, _n, _m),
    Every((_i, 0, _n), (_r, 0, _m), _l[_i, _r] >= 0),
    latex=r"{0} \ge 0 \text{{ on }} \{{0..{1}\}} \times \{{0..{2}\}}",
)

expected_loss = explained(
    "L_{3}({0}, {1}; {2})",
    (_l, _x, _m, _i),
    Sum(_r, 0, _m, _x[_i, _r] * _l[_i, _r]),
    r"L_{{{3}}}({0}, {1}; {2})",
)
"""The expected loss on input i, Σ_r x_ir·l(i, r), over the responses {0..m}."""

bayesian_loss = explained(
    "L({0}, {1}, {2}; {3}, {4})",
    (_p, _l, _x, _n, _m),
    Sum(_i, 0, _n, _p[_i] * Sum(_r, 0, _m, _x[_i, _r] * _l[_i, _r])),
    r"L({0}, {1}, {2}; {3}, {4})",
    coq="loss (S {3}) (S {4}) {1} (Bayesian {0}) {2}",
)
"""The expected loss of a prior (Ghosh et al. 2009, equation 1)."""

bounds_loss = explained(
    "{0} bounds the loss {1} of {2} on {3} within {{0..{4}}} × {{0..{5}}}",
    (_bound, _l, _x, _S, _n, _m),
    All(_i, between(0, _i, _n) & _S[_i], expected_loss(_l, _x, _m, _i) <= _bound),
)
"""A bound: no expected loss on an input of S is larger (Gupte & Sundararajan 2010, section 2.3)."""


@generator(prior)
def some_prior(rng: Random, turn: int, n: int) -> Numbers | None:
    """Draw a prior: the uniform one, those of one input, and others with zeros and ties."""
    if n < 0:
        return None
    return (Fraction(1, n + 1),) * (n + 1) if turn % 4 == 1 else some_stochastic(rng, turn, 0, n)[0]


@generator(monotone)
def some_monotone(rng: Random, turn: int, n: int, m: int) -> Rows:
    """Draw |i-r|, its square, 0 or 1 as i = r or not, and steps that change with the input."""
    if turn % 4 < 3:
        return tuple(
            tuple(Fraction((abs(i - r), (i - r) ** 2, int(i != r))[turn % 4]) for r in range(m + 1))
            for i in range(n + 1)
        )
    rows = []
    for i in range(n + 1):
        steps = [Fraction(0)]
        for _ in range(max(n, m) + 1):
            steps.append(steps[-1] + rng.choice((0, 0, 1, Fraction(1, 2))))
        rows.append(tuple(steps[abs(i - r)] for r in range(m + 1)))
    return tuple(rows)


@generator(nonnegative)
def some_nonnegative(rng: Random, turn: int, n: int, m: int) -> Rows:
    """Draw small whole numbers, with ties, and zeros in one draw of two."""
    values = (0, 1, 1, 3) if turn % 2 else (1, 2, Fraction(1, 2))
    return tuple(tuple(Fraction(rng.choice(values)) for _ in range(m + 1)) for _ in range(n + 1))


zero_one = Definition("l_bin", (), function(_i, _r, If(_i == _r, as_number(0), 1)), latex=r"l_{{\mathrm{{bin}}}}")()
"""The loss that is 0 at r = i and 1 elsewhere (Ghosh et al. 2009, section 2.2)."""

monotone_around = explained(
    "{0} is monotone on {{0..{1}}} × {{-{2}..{1}+{2}}}",
    (_l, _n, _q),
    Every(
        (_i, 0, _n),
        (_r, -_q, _n + _q),
        All(_k, between(-_q, _k, _n + _q), abs(_i - _r) <= abs(_i - _k), _l[_i, _r] <= _l[_i, _k]),
    ),
    r"{0} \text{{ monotone on }} \{{0..{1}\}} \times \{{-{2}..{1}+{2}\}}",
)
"""The loss does not fall as |i-r| grows, for results in {0..n} and responses from -q to n+q."""


@generator(monotone_around)
def some_monotone_around(rng: Random, turn: int, n: int, q: int) -> Callable[[int, int], Fraction]:
    """Draw |i-r|, its square, and 0 or 1 as i = r or not; times i + 1 in every second draw."""

    def loss(i: int, r: int) -> Fraction:
        return Fraction((abs(i - r), (i - r) ** 2, int(i != r))[turn % 3] * (1 + turn % 2 * i))

    return loss


worst_loss = Definition(
    "{0} is the worst loss {1} of {2} on {3} within {{0..{4}}} × {{0..{5}}}",
    (_a, _l, _x, _S, _n, _m),
    bounds_loss(_a, _l, _x, _S, _n, _m) & Some(_i, between(0, _i, _n) & _S[_i], expected_loss(_l, _x, _m, _i) == _a),
)
"""Equation (1): some input of S has this expected loss, and none has more."""

squared_loss = Definition("(i-r)²", (), function(_i, _r, as_number(_i - _r) ** 2), latex="(i-r)^2")()
"""The loss (i-r)²."""
