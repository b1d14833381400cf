"""The optimisation problem of a user, and the dual that proves an optimum."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from exactdp.arithmetic.arguments import as_written, listed, privacy_level, whole
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact
from exactdp.arithmetic.spelling import counted, elided, text
from exactdp.model.geometric import geometric
from exactdp.model.losses import Loss, LossValue, Shape, rational
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import Neighbours, path, read_neighbours
from exactdp.model.sizes import by_name, check_answer, input_count, response_count
from exactdp.model.users import BayesianUser, User, check_user, distribution
from exactdp.shown import Shown

SparseRemap: TypeAlias = tuple[tuple[tuple[int, Fraction], ...], ...]
"""The rows of a remap: the responses with positive probability, and their probabilities."""


@dataclass(frozen=True)
class Constraint(Shown):
    """An additional linear constraint on a mechanism: Σ coefficients[i, r]·x_ir ≥ bound, or = bound if `exactly`.

    >>> Constraint({(0, 0): 1}, "1/2")
    Constraint(x[0,0] ≥ 1/2)
    """

    coefficients: Mapping[tuple[int, int], Fraction]
    bound: Fraction
    exactly: bool = False

    def __init__(self, coefficients: Mapping[tuple[int, int], Exact], bound: Exact, *, exactly: bool = False) -> None:
        terms = {at: exact(value) for at, value in sorted(coefficients.items())}
        self.__dict__.update(
            coefficients={at: value for at, value in terms.items() if value}, bound=exact(bound), exactly=exactly
        )

    @property
    def formula(self) -> str:
        """The constraint as a formula, with ≤ if every coefficient is negative.

        >>> Constraint({(0, 0): -1, (0, 1): -2}, "-1/2").formula, Constraint({(0, 1): 1, (1, 0): -1}, 0, exactly=True)
        ('x[0,0] + 2·x[0,1] ≤ 1/2', Constraint(x[0,1] - x[1,0] = 0))
        """
        sign = -1 if self.coefficients and max(self.coefficients.values()) < 0 else 1
        terms = ""
        for (i, r), value in self.coefficients.items():
            size = "" if abs(value) == 1 else f"{text(abs(value))}·"
            between = ("-" if value * sign < 0 else "") if not terms else " - " if value * sign < 0 else " + "
            terms += f"{between}{size}x[{i},{r}]"
        relation = "=" if self.exactly else "≤" if sign < 0 else "≥"
        return f"{elided(terms or '0', 90)} {relation} {text(sign * self.bound)}"

    def __repr__(self) -> str:
        return f"Constraint({self.formula})"

    def __str__(self) -> str:
        return repr(self)


def fixed_row(i: int, row: Iterable[Exact]) -> tuple[Constraint, ...]:
    """Return the constraints that input i has exactly these probabilities. Raises: as `distribution`.

    >>> fixed_row(1, ["1/2", "1/2"])
    (Constraint(x[1,0] = 1/2), Constraint(x[1,1] = 1/2))
    """
    i = whole(i, "the input")
    # Otherwise no mechanism would satisfy it, for a reason other than privacy.
    probabilities = distribution(row, f"the row of input {i}", "response")
    return tuple(Constraint({(i, r): 1}, value, exactly=True) for r, value in enumerate(probabilities))


@by_name
def responses_only(
    allowed: Iterable[int],
    *,
    n: int | None = None,
    inputs: Iterable[object] | None = None,
    responses: Iterable[object] | None = None,
) -> tuple[Constraint, ...]:
    """Return the constraints that all other responses have probability 0.

    Raises: as `input_count`; `InputError` for a number that is not a response.

    >>> responses_only([0, 1], n=1, responses=range(3))
    (Constraint(x[0,2] + x[1,2] = 0),)
    """
    kept = {whole(r, "a response") for r in listed(allowed, "allowed", "[0, 2]")}
    size = input_count(n, inputs)
    width = response_count(responses, size)
    if outside := sorted(kept - set(range(width))):
        raise InputError(f"{outside[0]} is not one of the responses: write numbers from 0 to {width - 1}")
    return tuple(Constraint({(i, r): 1 for i in range(size)}, 0, exactly=True) for r in range(width) if r not in kept)


@by_name
def symmetric(
    *, n: int | None = None, inputs: Iterable[object] | None = None, responses: Iterable[object] | None = None
) -> tuple[Constraint, ...]:
    """Return the constraints that reversing both inputs and responses gives the same mechanism.

    Raises: as `input_count`.

    >>> symmetric(n=1)
    (Constraint(x[0,0] - x[1,1] = 0), Constraint(x[0,1] - x[1,0] = 0))
    """
    size, found = input_count(n, inputs), []
    width = response_count(responses, size)
    for i in range(size):
        for r in range(width):
            mirrored = size - 1 - i, width - 1 - r
            if (i, r) < mirrored:
                found.append(Constraint({(i, r): 1, mirrored: -1}, 0, exactly=True))
    return tuple(found)


@by_name
def loss_at_most(
    loss: Loss,
    i: int,
    bound: Exact,
    *,
    n: int | None = None,
    inputs: Iterable[object] | None = None,
    responses: Iterable[object] | None = None,
) -> Constraint:
    """Return the constraint that the expected loss on input i is at most the bound.

    Domain: a rational loss; `responses`, or `n` or `inputs` if there is one response for each input.
    Raises: `InputError` otherwise.

    >>> from exactdp.model.losses import zero_one
    >>> loss_at_most(zero_one(), 0, "1/4", n=2)
    Constraint(x[0,1] + x[0,2] ≤ 1/4)
    """
    i = whole(i, "the input")
    width = response_count(responses, input_count(n, inputs) if responses is None else 0)
    if not loss.rational:
        raise InputError(
            f"the loss {loss} is irrational, and an expected loss is bounded for rational ones only: write another "
            "loss, such as power:2, or leave the bound out"
        )
    return Constraint({(i, r): -rational(loss(i, r)) for r in range(width)}, -exact(bound))


@dataclass(frozen=True)
class Problem(Shown):
    """The problem of minimising a user's loss over all α-private mechanisms that satisfy the constraints.

    Domain: 0 ≤ α ≤ 1; responses 0, 1, … (by default as many as inputs); neighbours on the user's inputs (by default the
    path). Raises: `InputError` if these do not fit together.
    Source: Ghosh, Roughgarden & Sundararajan 2009, the LP (2)-(6); Gupte & Sundararajan 2010, section 2.5.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> problem = Problem(MinimaxConsumer(absolute(), inputs=range(4)), "1/4")
    >>> problem.n, problem.inputs, problem.responses, problem.is_count_query, problem.shape.value
    (3, 4, 4, True, 'monotone in |i-r|')
    >>> ends = responses_only([0, 3], inputs=range(4), responses=range(4))
    >>> Problem(problem.user, problem.alpha, constraints=ends).is_count_query
    False
    """

    user: User
    alpha: Fraction
    neighbours: Neighbours
    responses: int
    constraints: tuple[Constraint, ...]

    @by_name
    def __init__(
        self,
        user: User,
        alpha: Exact,
        neighbours: Neighbours | str | None = None,
        *,
        responses: Iterable[object] | None = None,
        constraints: Iterable[Constraint] = (),
    ) -> None:
        check_user(user)
        if isinstance(neighbours, str):
            neighbours = read_neighbours(neighbours, [str(i) for i in range(user.size)])
        columns = response_count(responses, user.size)
        check_answer(user.size, columns)
        graph = path(inputs=range(user.size)) if neighbours is None else neighbours
        if not isinstance(graph, Neighbours):
            shown = as_written(graph)
            raise TypeError(
                f"neighbours={shown}: write a graph such as complete(inputs=range({user.size})) or "
                f"edges([(0, 1)], inputs=range({user.size})), or its name"
            )
        if graph.size != user.size:
            raise InputError(
                f"the neighbours are on {graph.size} inputs and the user has {user.size}: give both the same number"
            )
        self.__dict__.update(
            user=user,
            alpha=privacy_level(alpha),
            neighbours=graph,
            responses=columns,
            constraints=tuple(listed(constraints, "constraints", "fixed_row(0, [1, 0])")),
        )
        user.loss.check_size(self.inputs, self.responses)
        if not user.loss.rational and not isinstance(user, BayesianUser):
            raise InputError(
                f"the loss {user.loss} is irrational: a minimax consumer's optimum is then not a sum of radicals; "
                "write a rational loss such as power:2, or a prior"
            )
        for constraint in self.constraints:
            if not isinstance(constraint, Constraint):
                nested = isinstance(constraint, tuple) and any(isinstance(each, Constraint) for each in constraint)
                raise TypeError(
                    "the constraints are a list of lists: write constraints=[*fixed_row(…), *symmetric(…)]"
                    if nested
                    else f"a constraint is {as_written(constraint)}: write constraints made by fixed_row, "
                    "loss_at_most, responses_only or symmetric"
                )
            for i, r in constraint.coefficients:
                if not (0 <= i < self.inputs and 0 <= r < self.responses):
                    raise InputError(
                        f"a constraint names x[{i},{r}], with {self.inputs} inputs and {self.responses} responses"
                    )

    @property
    def inputs(self) -> int:
        """The number of inputs."""
        return self.user.size

    @property
    def n(self) -> int:
        """The database size: the largest input."""
        return self.user.size - 1

    @property
    def is_count_query(self) -> bool:
        """Whether the inputs are the results of a count query, with the neighbours i and i+1, without constraints."""
        return self.neighbours.name == "path" and not self.constraints

    def but(self, **changed: Any) -> "Problem":
        """Return the same problem, but with these arguments of `Problem`.

        >>> from exactdp.model.users import MinimaxConsumer
        >>> from exactdp.model.losses import absolute
        >>> Problem(MinimaxConsumer(absolute(), inputs=range(4)), "1/4").but(alpha=Fraction(1, 3)).alpha
        Fraction(1, 3)
        """
        given = {name: getattr(self, name) for name in ("user", "alpha", "neighbours", "constraints")}
        return Problem(**given | {"responses": range(self.responses)} | changed)

    @cached_property
    def shape(self) -> Shape:
        """The shape of the loss: which hypotheses of the theorems it satisfies."""
        return self.user.loss.shape(self.inputs, self.responses)


@dataclass(frozen=True)
class Dual(Shown):
    """The prices that prove a bound: of each input's row, of each constraint, and of the privacy inequalities.

    With the costs c_r[i] = p_i·l(i, r), d_r = c_r - weights - Σ multipliers·constraints is nonnegative on the cone of
    α-private columns. For neighbours other than the path, `flows` proves this: (r, i, k) has the price of x_kr ≥
    α·x_ir. `prior` is the user's, or the least favourable one.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.optimum.search import optimal
    >>> found = optimal(Problem(MinimaxConsumer(absolute(), inputs=range(3)), "1/2"))
    >>> [str(p) for p in found.dual.prior], [str(weight) for weight in found.dual.weights], found.value
    (['2/7', '3/7', '2/7'], ['2/7', '0', '2/7'], Fraction(4, 7))
    """

    prior: tuple[Fraction, ...]
    weights: tuple[LossValue, ...]
    multipliers: tuple[LossValue, ...] = ()
    flows: Mapping[tuple[int, int, int], LossValue] = field(default_factory=dict)


@dataclass(frozen=True)
class Optimum(Shown):
    """An optimal mechanism, its value and its dual; unverified until `certify`.

    If the mechanism is a remap of the geometric mechanism, `remap` is this remap, and `given` may be None. `choices`,
    if known, has all responses of least posterior loss for each response of the geometric mechanism.

    >>> from exactdp.certificates.certificate import certify
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.optimum.search import optimal
    >>> found = optimal(Problem(BayesianUser(absolute(), ["1/2", 0, 0, "1/2"]), "1/2"))
    >>> found.value, [r for [(r, _)] in found.remap], [str(x) for x in found.mechanism.rows[1]]
    (Fraction(1, 2), [0, 0, 3, 3], ['2/3', '0', '0', '1/3'])
    >>> certify(found).kind, certify(found).is_about(found.mechanism)
    ('optimal', True)
    """

    _facts = ("value", "problem")

    problem: Problem
    value: LossValue
    dual: Dual
    remap: SparseRemap | None = None
    given: Mechanism | None = field(default=None, repr=False)
    choices: tuple[tuple[int, ...], ...] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def mechanism(self) -> Mechanism:
        """The optimal mechanism as a matrix."""
        if self.given is not None:
            return self.given
        if self.remap is None:
            raise InputError("an optimum states its mechanism in full or as a remap of the geometric one")
        return remapped(self.remap, self.problem.alpha, self.problem.responses)

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True)
class NoMechanism(Shown):
    """No α-private mechanism satisfies the constraints: with all costs 0, the bound of the dual is above 0.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import zero_one
    >>> from exactdp.optimum.search import optimal
    >>> mostly_right = [loss_at_most(zero_one(), i, "1/4", responses=range(2)) for i in range(2)]
    >>> found = optimal(Problem(MinimaxConsumer(zero_one(), inputs=range(2)), "1/2", constraints=mostly_right))
    >>> dual, constraints = found.dual, found.problem.constraints
    >>> bound = sum(dual.weights) + sum(y * each.bound for y, each in zip(dual.multipliers, constraints, strict=True))
    >>> bool(found), bound > 0
    (False, True)
    """

    problem: Problem
    dual: Dual

    def __bool__(self) -> bool:
        return False


def remapped(remap: SparseRemap, alpha: Fraction, responses: int) -> Mechanism:
    """Return G_{n,α} followed by a sparse remap.

    >>> remapped((((0, Fraction(1)),), ((0, Fraction(1)),)), Fraction(1, 2), 3).rows[1]
    (Fraction(1, 1), Fraction(0, 1), Fraction(0, 1))
    """
    return Mechanism(geometric(n=len(remap) - 1, alpha=alpha) @ written_out(remap, responses))


def written_out(remap: SparseRemap, responses: int) -> Mechanism:
    """Return a sparse remap as a stochastic matrix. Raises: as `Mechanism`, if a row does not sum to 1.

    >>> written_out((((0, Fraction(1)),), ((0, Fraction(1, 2)), (1, Fraction(1, 2)))), 2).rows[1]
    (Fraction(1, 2), Fraction(1, 2))
    """
    rows = [[Fraction(0)] * responses for _ in remap]
    for row, entries in zip(rows, remap, strict=True):
        for r, probability in entries:
            row[r] = probability
    return Mechanism(rows)


def hypotheses(problem: Problem) -> str:
    """Say in words which theorem covers the problem, and what it implies for the geometric mechanism.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> hypotheses(Problem(MinimaxConsumer(absolute(), inputs=range(3)), "1/2"))
    'Theorem 1 of Gupte & Sundararajan 2010 applies: the loss is monotone in |i-r|'
    """
    user, shape = problem.user, problem.shape
    if isinstance(user, BayesianUser):
        theorem = "Theorem 3.1 of Ghosh, Roughgarden & Sundararajan 2009"
    else:
        theorem = "Theorem 1 of Gupte & Sundararajan 2010"
    if not problem.is_count_query or problem.responses != problem.inputs:
        if problem.neighbours.name != "path":
            reason = f"neighbours here: {problem.neighbours.name}"
        elif problem.constraints:
            reason = f"this problem has {counted(len(problem.constraints), 'constraint')}"
        else:
            reason = f"this problem has {counted(problem.responses, 'response')} for {counted(problem.inputs, 'input')}"
        return (
            f"{theorem} does not apply: it is about count queries with as many responses as inputs, and no "
            f"constraints; {reason}"
        )
    if shape is Shape.MONOTONE:
        return f"{theorem} applies: the loss is {shape.value}"
    if shape is Shape.UNIMODAL:
        return (
            f"{theorem} requires a loss monotone in |i-r|, and this loss is only unimodal in r around each i: the "
            "claim exactdp.universal-optimality applies instead"
        )
    return f"{theorem} does not apply: the loss is {shape.value}"
