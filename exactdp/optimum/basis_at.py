"""The optimum at a level e^-ε for any neighbours, rational loss and constraints: a basis, solved for every α at once.

At a rational level near e^-ε the linear program has an optimal basis. The values and multipliers of this basis are
functions of α. They stay optimal until one of them changes its sign. This happens only at roots of polynomials, so not
at e^-ε (Lindemann). So a basis that is optimal close enough to e^-ε is optimal there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import isqrt, lcm
from typing import TypeAlias

from flint import fmpz, fmpz_poly

from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.errors import Undecided
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.arithmetic.rational_functions import RationalFunction, rational_function
from exactdp.linear_programs.contracted_basis import BasicColumns
from exactdp.linear_programs.floating_point import Method
from exactdp.linear_programs.linear_program import LinearProgram, OptimalPoint
from exactdp.linear_programs.optimal_basis import by_cramers_rule, solve
from exactdp.linear_programs.searching import Progress, silent
from exactdp.model.symbolic_mechanism import ALPHA, SymbolicMechanism
from exactdp.model.users import BayesianUser
from exactdp.optimum.linear_program import MANY_INEQUALITIES, by_rows, inequalities, linear_program
from exactdp.optimum.phase_at import VALUE_BITS, bounds_near
from exactdp.optimum.phase_diagram import ZERO
from exactdp.optimum.problem import Dual, Optimum, Problem
from exactdp.shown import Shown

BOUND_BITS = (32, 64, 128, 256, 1024)
"""The bits of the bounds on e^-ε, tried in order."""

CERTIFIED_DEGREE = 100
"""The largest degree of a basis that becomes a certificate; it has 280 KB at this degree, and takes a second."""

REWARD_POWERS = (1, 2, 4, 8, 16, 32, 64, 128)
"""The powers of a small number that are tried, in order, as a reward below all prices."""

FEW_HALVINGS = 4
"""Numbers of up to 2^4 digits in base P are divided by P once for each digit."""

PRIMES = tuple(fmpz(2) ** power - 1 for power in (127, 521, 1279, 4423, 11213, 44497))
"""The 1/α at which a basis is solved, tried in order: Mersenne primes."""


@dataclass(frozen=True)
class SymbolicDual(Shown):
    """A `Dual` whose prices are functions of α. For a Bayesian user `prior` is constant.

    >>> from exactdp.model.losses import absolute
    >>> found = next(bases_at(Problem(BayesianUser(absolute(), ["1/2", "1/2"]), "1/2"), Exponential(1)))
    >>> print(*found.dual.weights, *found.dual.flows)
    a/(2 + 2*a) a/(2 + 2*a) (0, 0, 1) (1, 1, 0)
    """

    prior: tuple[RationalFunction, ...]
    weights: tuple[RationalFunction, ...]
    multipliers: tuple[RationalFunction, ...] = ()
    flows: Mapping[tuple[int, int, int], RationalFunction] = field(default_factory=dict)

    def at(self, alpha: Fraction) -> Dual:
        """Return the dual at a rational level.

        >>> SymbolicDual((rational_function(1),), (rational_function("a"),)).at(Fraction(1, 2))
        Dual(prior=(1,), weights=(1/2,), multipliers=(), flows=())
        """
        prior, weights, multipliers = (
            tuple(each.at(alpha) for each in part) for part in (self.prior, self.weights, self.multipliers)
        )
        return Dual(prior, weights, multipliers, {place: price.at(alpha) for place, price in self.flows.items()})


@dataclass(frozen=True)
class BasisAt(Shown):
    """A proof of optimality at e^-ε: a mechanism and a dual as functions of α, for every α from `lower` to `upper`.

    `level` is strictly between these two rational bounds. `problem` has a rational level between them, at which `basis`
    is optimal. `other` is another mechanism with the same loss, if one was found.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.neighbours import complete
    >>> from exactdp.model.users import MinimaxConsumer
    >>> asked = Problem(MinimaxConsumer(absolute(), inputs=range(3)), "1/2", complete(inputs=range(3)))
    >>> found = next(bases_at(asked, Exponential(1)))
    >>> print(found.function, found.loss, found.mechanism.rows[0][0])
    (3*a - a^2)/(1 + 2*a - a^2) 0.605029… 1/(1 + 2*a - a^2)
    """

    _facts = ("function", "loss", "lower", "upper")

    problem: Problem
    level: Exponential
    lower: Fraction
    upper: Fraction
    mechanism: SymbolicMechanism
    function: RationalFunction
    dual: SymbolicDual
    basis: BasicColumns = field(repr=False)
    other: SymbolicMechanism | None = None

    @cached_property
    def loss(self) -> Enclosure:
        """Bounds on the least loss, which never falls as α grows."""
        ends = max(self.level.below(VALUE_BITS), self.lower), min(self.level.above(VALUE_BITS), self.upper)
        return Enclosure(*(self.function.at(end) for end in ends))

    def optimum(self, problem: Problem) -> Optimum:
        """Return the optimum at a rational level between the bounds, with the dual that proves it.

        Domain: this problem.

        >>> from exactdp.model.losses import absolute
        >>> from exactdp.model.users import BayesianUser
        >>> asked = Problem(BayesianUser(absolute(), ["1/2", "1/2"]), "1/2")
        >>> next(bases_at(asked, Exponential("0.7"))).optimum(asked).value
        Fraction(1, 3)
        """
        alpha = problem.alpha
        return Optimum(problem, self.function.at(alpha), self.dual.at(alpha), None, self.mechanism.at(alpha))

    @property
    def degree(self) -> int:
        """The largest degree of a numerator or denominator over the common denominator of the mechanism or the dual.

        >>> from exactdp.model.losses import absolute
        >>> from exactdp.model.users import BayesianUser
        >>> next(bases_at(Problem(BayesianUser(absolute(), ["1/2", "1/2"]), "1/2"), Exponential(1))).degree
        1
        """
        dual = self.dual
        prices = [*dual.prior, *dual.weights, *dual.multipliers, *dual.flows.values()]
        return max(_degree([entry for row in self.mechanism.rows for entry in row]), _degree(prices))


def _degree(functions: Sequence[RationalFunction]) -> int:
    common = fmpz_poly([1])
    for each in functions:
        denominator = fmpz_poly(list(each.denominator))
        common *= denominator // common.gcd(denominator)
    above = (len(each.numerator) - len(each.denominator) for each in functions)
    return int(common.degree()) + max(0, *above)


def _check_degree(functions: Sequence[RationalFunction]) -> None:
    if _degree(functions) > CERTIFIED_DEGREE:
        raise Undecided(f"the optimum as a function of α has a degree above {CERTIFIED_DEGREE}")


def why_not(problem: Problem) -> str | None:
    """Return why `bases_at` is not tried on a problem; None if it is.

    >>> from exactdp.model.losses import power_loss
    >>> from exactdp.model.users import uniform
    >>> why_not(Problem(BayesianUser(power_loss("1/2"), uniform(n=3)), "1/2"))
    'the loss is irrational'
    """
    if not problem.user.loss.rational:
        return "the loss is irrational"
    if inequalities(problem) > MANY_INEQUALITIES:
        return f"there are more than {MANY_INEQUALITIES:,} inequalities"
    return None


def bases_at(problem: Problem, level: Exponential, progress: Progress = silent) -> Iterator[BasisAt]:
    """Yield candidates for ever closer bounds on e^-ε; the kernel decides whether one is a proof.

    Each is a basis that is optimal at a rational level close to e^-ε, on either side.
    Domain: a rational loss. The level of the problem does not matter.
    Raises: `Undecided` if a basis, as a function of α, has too large a degree or too long a coefficient.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.users import BayesianUser
    >>> found = bases_at(Problem(BayesianUser(absolute(), ["1/2", "1/2"]), "1/2"), Exponential(1))
    >>> first, closer = next(found), next(found)
    >>> print(first.function, closer.function, first.upper > closer.upper)
    a/(1 + a) a/(1 + a) True
    """
    known = dict[BasicColumns, _Solved]()
    start: BasicColumns | Method = "steepest edge"
    for bits in BOUND_BITS:
        low, high = bounds_near(level, bits)
        beside = [level.above(2 * bits), level.below(2 * bits)]
        tried = set[BasicColumns]()
        for alpha in [(low + high) / 2] if low == 0 or high == 1 else beside:
            near = problem.but(alpha=alpha)
            found = solve(linear_program(near), start=start, progress=progress)
            if not isinstance(found, OptimalPoint) and alpha < level:
                return  # a larger level has no mechanism either
            if not isinstance(found, OptimalPoint) or found.basis in tried:
                continue
            tried.add(found.basis)
            start = found.basis
            if found.basis not in known:
                progress("an optimal basis as a function of α")
                known[found.basis] = _solved(problem, found.basis)
            yield BasisAt(near, level, low, high, *known[found.basis], found.basis)


def compared(found: BasisAt, progress: Progress = silent) -> BasisAt | None:
    """Return the optimum with a price on every tight inequality, or with another optimum beside it; None if neither.

    If every tight inequality has a price, the mechanism is the only optimum. To find these prices, reward the distance
    from each of them a little. If this changes the optimal mechanism, there is another one. Otherwise the multipliers
    of the changed program, plus the reward, are the prices.

    >>> from exactdp.model.losses import zero_one
    >>> from exactdp.model.users import BayesianUser
    >>> asked = Problem(BayesianUser(zero_one(), ["1/2", 0, "1/2"]), "1/2")
    >>> found = next(bases_at(asked, Exponential(1)))
    >>> print(*found.mechanism.rows[1], *compared(found).other.rows[1])
    1/(1 + a) 0 a/(1 + a) a/(1 + a) 0 1/(1 + a)
    """
    problem = found.problem
    program = linear_program(problem)
    point = [entry for row in found.mechanism.at(problem.alpha).rows for entry in row]
    if program.free:
        point.append(found.function.at(problem.alpha))
    tight = [
        k
        for k, (row, bound) in enumerate(zip(program.rows, program.right, strict=True))
        if k not in program.equalities and sum(a * point[j] for j, a in row.items()) == bound
    ]
    zeros = [j for j, entry in enumerate(point) if not entry and j not in program.free]
    # The prices may be as small as a power of α close to 0, or of 1 - α close to 1.
    little = rational_function("1/1000")  # a large power of 2 would have short digits in base P
    if found.lower == 0 or found.upper == 1:
        little = ALPHA if found.lower == 0 else 1 - ALPHA
    for power in REWARD_POWERS:
        progress("a reward for the distance from tight inequalities")
        reward = _Reward(tight, zeros, little**power)
        near = solve(reward.added(program, problem.alpha), start=found.basis, progress=progress)
        if not isinstance(near, OptimalPoint):
            return None
        if list(near.point) == point:
            return replace(found, dual=_solved(problem, near.basis, reward)[2])
        other, function, _ = _solved(problem, near.basis)
        if function == found.function:
            return replace(found, other=other)
    return None


@dataclass(frozen=True)
class _Reward:
    """A function of α that is taken from the objective for each unit of the distance from some rows, and from 0."""

    rows: Sequence[int] = ()
    variables: Sequence[int] = ()
    size: RationalFunction = ZERO

    def added(self, program: LinearProgram, alpha: Fraction) -> LinearProgram:
        size, objective = self.size.at(alpha), dict(program.objective)
        for terms in [*(program.rows[k] for k in self.rows), *({j: Fraction(1)} for j in self.variables)]:
            for j, a in terms.items():
                objective[j] = objective.get(j, Fraction(0)) - size * a
        return replace(program, objective=objective)

    def scale(self, problem: Problem) -> RationalFunction:
        """Return a power of α over an integer: divided by it, all costs are integer polynomials in 1/α."""
        whole = linear_program(problem.but(alpha=1))
        numbers = [v for row in (whole.objective, *whole.rows) for v in row.values()]
        common = lcm(*(v.denominator for v in numbers)) * self.size.denominator[-1]
        return ALPHA ** len(self.size.numerator) / common


_Solved: TypeAlias = tuple[SymbolicMechanism, RationalFunction, SymbolicDual]


def _solved(problem: Problem, basis: BasicColumns, reward: _Reward = _Reward()) -> _Solved:
    """Return the mechanism, its loss and the dual of a basis as functions of α. The dual includes the reward.

    The program is solved at α = 1/P for a large prime P. Its coefficients are polynomials at P, and by Cramer's rule so
    are the numerators and the denominators of the solution. Their digits in base P are the coefficients.
    """
    user, scale = problem.user, reward.scale(problem)
    for prime in PRIMES:
        alpha = Fraction(1, int(prime))
        program = linear_program(problem.but(alpha=alpha))
        costs = {j: v / scale.at(alpha) for j, v in reward.added(program, alpha).objective.items()}
        point, common, multipliers, below = by_cramers_rule(replace(program, objective=costs), basis)
        with suppress(_LongDigit):
            values = list[RationalFunction]()
            for each in _functions(point, common, prime):
                _check_degree([each])  # before the others are computed
                values.append(each)
            paid = list(_functions(multipliers, below, prime))
            break
    else:
        raise Undecided(
            f"a coefficient of the optimum, as a function of α, has more than {prime.bit_length() // 2} bits"
        )
    width, cells = problem.responses, problem.inputs * problem.responses
    mechanism = SymbolicMechanism(values[at : at + width] for at in range(0, cells, width))
    prices = tuple(y * scale + (reward.size if k in reward.rows else ZERO) for k, y in enumerate(paid))
    weights, flows, of_constraints, of_losses = by_rows(problem, prices)
    if isinstance(user, BayesianUser):
        prior = tuple(map(rational_function, user.prior))
        loss = sum((values[j] * rational_function(v) for j, v in program.objective.items()), ZERO)
    else:
        prior, loss = tuple(of_losses.get(i, ZERO) for i in range(problem.inputs)), values[cells]
    for part in (values[:cells], [*prior, *weights, *of_constraints, *flows.values()]):
        _check_degree(part)
    return (
        mechanism,
        loss,
        SymbolicDual(prior, weights, of_constraints, {at: f for at, f in flows.items() if f != ZERO}),
    )


def _functions(numerators: Sequence[fmpz], denominator: fmpz, prime: fmpz) -> Iterator[RationalFunction]:
    """Yield quotients of polynomials at a prime as functions of its inverse. Raises: `_LongDigit` as `_digits`."""
    common, known = _digits(denominator, prime), dict[int, RationalFunction]()
    for each in numerators:
        key = int(each)
        if key not in known:
            digits = _digits(each, prime)
            size = max(len(digits), len(common))
            # f(1/α) is a quotient of the reversed polynomials.
            parts = ((*(0,) * (size - len(p)), *reversed(p)) for p in (digits, common))
            known[key] = RationalFunction(*parts)
        yield known[key]


class _LongDigit(Exception):  # noqa: N818
    """The prime is too small: a digit has more than half of its bits."""


def _digits(number: fmpz, prime: fmpz) -> list[int]:
    """Return the digits of a number in base P, between -P/2 and P/2.

    Digits that are not coefficients of a polynomial are as long as P. Raises: `_LongDigit`.
    """
    found, most, carry = list[int](), isqrt(int(prime)), 0
    sign, rest, powers = -1 if number < 0 else 1, abs(number), list[fmpz]()
    power = prime
    while power <= rest:
        powers.append(power)
        power *= power
    for each in _in_base(rest, powers):
        digit = each + carry
        carry = 1 if 2 * digit > prime else 0
        digit -= carry * prime
        if abs(digit) > most:
            raise _LongDigit
        found.append(sign * int(digit))
    found += [sign] * carry
    while found and found[-1] == 0:
        found.pop()
    return found


def _in_base(number: fmpz, powers: Sequence[fmpz]) -> Iterator[fmpz]:
    """Yield the digits of a number in base P, the last one first; the powers are P, P^2, P^4, …

    Long numbers are halved first, because a division for each digit takes quadratic time.
    """
    if len(powers) > FEW_HALVINGS:
        high, low = divmod(number, powers[-1])
        yield from _in_base(low, powers[:-1])
        yield from _in_base(high, powers[:-1])
        return
    for _ in range(2 ** len(powers) - 1):
        number, digit = divmod(number, powers[0])
        yield digit
    yield number
