"""The unique spellings of integers, fractions, lines of them, rows, users and constraints in certificates."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import lcm

from exactdp.kernel import DECIMAL
from exactdp.model.losses import Loss
from exactdp.model.matrix import Matrix
from exactdp.model.neighbours import Neighbours
from exactdp.model.users import BayesianUser, User
from exactdp.optimum.problem import Constraint


def integer(value: int) -> str:
    """Return an integer in the spelling of certificates: in hexadecimal from 10^40 on.

    >>> integer(-12), integer(10**40)
    ('-12', '0x1d6329f1c35ca4bfabb9f5610000000000')
    """
    return str(value) if abs(value) < DECIMAL else hex(value)


def fraction(value: Fraction) -> str:
    """Return a fraction in lowest terms.

    >>> fraction(Fraction(1, 2)), fraction(Fraction(3))
    ('1/2', '3')
    """
    if value.denominator == 1:
        return integer(value.numerator)
    return f"{integer(value.numerator)}/{integer(value.denominator)}"


def line(keyword: str, numbers: Iterable[int]) -> str:
    """Return a keyword and the integers after it.

    >>> line("at", [0, 1, 0])
    'at 0 1 0'
    """
    return " ".join((keyword, *map(integer, numbers)))


def over_one_denominator(values: Iterable[Fraction]) -> list[int]:
    """Return the least common denominator of some numbers, and their numerators over it.

    >>> over_one_denominator([Fraction(1, 2), Fraction(1, 3)])
    [6, 3, 2]
    """
    exact = list(values)
    common = lcm(*(value.denominator for value in exact))
    return [common, *(value.numerator * (common // value.denominator) for value in exact)]


def row_lines(matrix: Matrix) -> Iterator[str]:
    """Yield the lines of a matrix, each row over its own denominator.

    >>> list(row_lines(Matrix([["1/2", "1/3"], [0, 1]])))
    ['row 6 3 2', 'row 1 0 1']
    """
    for denominator, row in zip(matrix.denominators, matrix.numerators, strict=True):
        yield line("row", (denominator, *row))


def neighbour_lines(neighbours: Neighbours) -> list[str]:
    """Return the lines of the neighbours.

    >>> from exactdp.model.neighbours import edges
    >>> neighbour_lines(edges([(0, 2)], inputs=range(3)))
    ['neighbours edges', 'edges 1', 'edge 0 2']
    """
    listed = []
    if neighbours.name == "edges":
        listed = [f"edges {len(neighbours.pairs)}", *(line("edge", pair) for pair in neighbours.pairs)]
    return [f"neighbours {neighbours.name}", *listed]


def user_lines(user: User) -> list[str]:
    """Return the lines of the user, the loss, and the prior or side information.

    >>> from exactdp.model.losses import absolute
    >>> user_lines(BayesianUser(absolute(), ["1/2", "1/4", "1/4"]))
    ['user bayesian', 'loss power', 'exponent 1 1', 'prior 4 2 1 1']
    """
    if isinstance(user, BayesianUser):
        return ["user bayesian", *_loss(user.loss), line("prior", over_one_denominator(user.prior))]
    inside = set(user.side_information)
    return ["user minimax", *_loss(user.loss), line("inputs", (int(i in inside) for i in range(user.size)))]


def constraint_lines(constraints: Sequence[Constraint]) -> list[str]:
    """Return the lines of constraints, each times its `scale`.

    >>> constraint_lines([Constraint({(0, 1): 1}, "1/2")])
    ['constraints 1', 'constraint least 1 1', 'entry 0 1 2']
    """
    lines = [f"constraints {len(constraints)}"]
    for constraint in constraints:
        entries = sorted(constraint.coefficients.items())
        _, right, *scaled = over_one_denominator([constraint.bound, *(value for _, value in entries)])
        sense = "exactly" if constraint.exactly else "least"
        lines.append(f"constraint {sense} {integer(right)} {len(entries)}")
        lines += [line("entry", (i, r, v)) for ((i, r), _), v in zip(entries, scaled, strict=True)]
    return lines


def scale(constraint: Constraint) -> int:
    """Return the least integer that makes a constraint integral.

    >>> scale(Constraint({(0, 1): "1/3"}, "1/2"))
    6
    """
    return lcm(constraint.bound.denominator, *(value.denominator for value in constraint.coefficients.values()))


def _loss(loss: Loss) -> list[str]:
    match loss.kind:
        case "power":
            return ["loss power", line("exponent", loss.parameters[0].as_integer_ratio())]
        case "threshold":
            return ["loss threshold", line("above", [int(loss.parameters[0])])]
        case "asymmetric":
            return ["loss asymmetric", line("slopes", over_one_denominator(loss.parameters))]
    assert loss.rows is not None
    return ["loss table", *row_lines(loss.rows)]
