"""The mechanism whose probabilities are rational functions of α, and the exact sets of α at which it has a property."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from exactdp.arithmetic.algebraic_numbers import algebraic, real_roots
from exactdp.arithmetic.arguments import database_size, privacy_level
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, entry
from exactdp.arithmetic.rational_functions import ExactOrFunction, RationalFunction, rational_function
from exactdp.arithmetic.real_sets import Interval, RealSet, solution_set
from exactdp.arithmetic.spelling import elided
from exactdp.model.matrix import SHOWN_LINES, WIDEST_ENTRY, Matrix, aligned_table
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import Neighbours, path
from exactdp.model.sizes import by_name
from exactdp.shown import Shown

ALPHA = RationalFunction((0, 1))
"""The variable α itself."""


@dataclass(frozen=True, init=False, repr=False)
class SymbolicMechanism(Shown):
    """A matrix of rational functions of α with rows that sum to exactly 1: a mechanism for each α in its domain.

    Domain: rows of one length with entries for `rational_function`, at least one row and one column; labels as in
    `Matrix`.
    Raises: as `rational_function` and `Matrix`; `InputError` for a row whose sum is not the constant 1.

    >>> response = SymbolicMechanism([["1/(1+a)", "a/(1+a)"], ["a/(1+a)", "1/(1+a)"]])
    >>> response.at("1/3")
    Mechanism 2 × 2
         0    1
    0  3/4  1/4
    1  1/4  3/4
    >>> print(response.domain(), response.private_levels(), response.derivable_levels())
    [0, 1] [0, 1] [0, 1]
    """

    rows: tuple[tuple[RationalFunction, ...], ...]
    inputs: tuple[str, ...]
    responses: tuple[str, ...]

    def __init__(
        self,
        rows: Iterable[Iterable[ExactOrFunction]],
        inputs: Iterable[object] | None = None,
        responses: Iterable[object] | None = None,
    ) -> None:
        functions = tuple(_row(entries, row) for row, entries in enumerate(rows, start=1))
        # A matrix of the same shape checks the shape and the labels.
        shape = Matrix([[0] * len(row) for row in functions], inputs, responses)
        self.__dict__.update(rows=functions, inputs=shape.inputs, responses=shape.responses)
        for row, entries in enumerate(functions, start=1):
            total = sum(entries, start=rational_function(0))
            if total != rational_function(1):
                raise InputError(
                    f"sums to {elided(str(total))}",
                    advice="write probabilities that sum to exactly 1 for every α",
                    row=row,
                    value=total,
                )

    def at(self, alpha: Exact) -> Mechanism:
        """Return the mechanism at a level α.

        Domain: exact numbers in `domain()`.
        Raises: `InputError` outside [0, 1], at a pole, and if an entry is negative.

        >>> SymbolicMechanism([["1-2*a", "2*a"]]).at("3/4")
        Traceback (most recent call last):
        exactdp.InputError: row 1, column 1: -1/2 is negative: write probabilities from 0 to 1
        """
        level = privacy_level(alpha)
        return Mechanism([[entry.at(level) for entry in row] for row in self.rows], self.inputs, self.responses)

    def domain(self) -> RealSet:
        """Return the set of all α in [0, 1] at which the matrix is a mechanism: each entry defined and at least 0."""
        entries = {entry for row in self.rows for entry in row}
        defined = solution_set((denominator, "!=") for denominator in {entry.denominator for entry in entries})
        return _nonnegative(entries, defined)

    def private_levels(self, neighbours: Neighbours | None = None) -> RealSet:
        """Return the set of all α in the domain at which the mechanism is α-private, for that same α.

        Domain: neighbours on the mechanism's inputs; by default the path.
        Raises: `InputError` for neighbours on another number of inputs.
        Source: Gupte & Sundararajan 2010, Definition 2.
        """
        among = neighbours or path(inputs=range(len(self.rows)))
        if among.size != len(self.rows):
            raise InputError(
                f"the neighbours are among {among.size} inputs and the mechanism has {len(self.rows)}: give both the "
                "same number"
            )
        differences = {
            there - ALPHA * here
            for i, k in among.both_ways()
            for here, there in zip(self.rows[i], self.rows[k], strict=True)
        }
        return _nonnegative(differences, self.domain())

    def derivable_levels(self) -> RealSet:
        """Return the set of all α in the domain at which the mechanism is derivable from G_{n,α}, for that same α.

        Source: Gupte & Sundararajan 2010, Theorem 2, with the conditions at the ends that the paper gets from privacy.

        >>> SymbolicMechanism([["1-a", "a"], ["a", "1-a"]]).derivable_levels()
        RealSet: [0, (-1 + √5)/2]
        """
        conditions = {condition for column in zip(*self.rows, strict=True) for condition in _conditions(column)}
        return _nonnegative(conditions, self.domain())

    def __repr__(self) -> str:
        kind = f"{type(self).__name__} {len(self.inputs)} × {len(self.responses)}"
        return kind if max(len(self.inputs), len(self.responses)) > SHOWN_LINES else f"{kind}\n{self}"

    def __str__(self) -> str:
        return aligned_table(self.inputs, self.responses, lambda i, r: elided(str(self.rows[i][r]), WIDEST_ENTRY))


@by_name
def symbolic_geometric(*, n: int) -> SymbolicMechanism:
    """Return the range-restricted geometric mechanism G_{n,α} as a function of α.

    At n = 0 it is the 1 × 1 identity. Domain: n ≥ 0. Raises: `InputError` outside.
    Source: Gupte & Sundararajan 2010, Definition 4.

    >>> print(*symbolic_geometric(n=2).rows[1])
    a/(1 + a) (1 - a)/(1 + a) a/(1 + a)
    """
    size = range(database_size(n) + 1)
    if n == 0:
        return SymbolicMechanism([[1]])
    power = [RationalFunction((*(0,) * d, 1), (1, 1)) for d in size]
    return SymbolicMechanism([power[abs(i - k)] * (1 if k in (0, n) else 1 - ALPHA) for k in size] for i in size)


def derivable_levels(mechanism: Mechanism) -> RealSet:
    """Return the set of all α in [0, 1] for which a mechanism on {0..n} is derivable from G_{n,α}.

    It is [0, α*], where α* is 1, a quotient of two entries, or a root of ρ - α + ρ·α² with a rational ρ.
    Source: Gupte & Sundararajan 2010, Theorem 2, with the conditions at the ends that the paper gets from privacy.

    >>> derivable_levels(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]))
    RealSet: [0, 1/3]
    >>> appendix_b = [["1/9", "2/9", "4/9", "2/9"], ["2/9", "1/9", "2/9", "4/9"],
    ...               ["4/9", "2/9", "1/9", "2/9"], ["13/18", "1/9", "1/18", "1/9"]]
    >>> derivable_levels(Mechanism(appendix_b))
    RealSet: [0, 2 - √3]
    """
    # Both α and α/(1+α²) increase on [0, 1], so each condition holds exactly up to some α: at the ends up to x_0/x_1
    # and x_n/x_(n-1), inside as long as α/(1+α²) ≤ x_k/(x_(k-1) + x_(k+1)). If a divisor is 0, the condition holds
    # everywhere. So the smallest quotients decide.
    ends, inside = [Fraction(1)], [Fraction(1)]
    for r in range(mechanism.shape[1]):
        x = mechanism.column(r)
        ends += [x[end] / x[next_to_it] for end, next_to_it in ((0, 1), (-1, -2)) if len(x) > 1 and x[next_to_it]]
        sums = [(x[k], x[k - 1] + x[k + 1]) for k in range(1, len(x) - 1)]
        inside += [middle / around for middle, around in sums if around]
    rho = min(inside)
    # The two roots are reciprocal, so the smaller is at most 1; for ρ > 1/2 the equation has no root, and α no bound.
    bounds = [algebraic(min(ends)), *real_roots([rho, -1, rho])[:1]]
    return RealSet([Interval(0, min(bounds))])


def _conditions(x: tuple[RationalFunction, ...]) -> Iterator[RationalFunction]:
    """Yield the functions that must be nonnegative at α for the column x_0 … x_n to be derivable from G_{n,α}."""
    # For α < 1 and n ≥ 1 these are the entries of G⁻¹·x, up to the factors 1-α and (1-α)². At α = 1 they say that the
    # differences of x do not increase, and that the first is ≤ 0 and the last ≥ 0. So x is constant, as it must be,
    # because all rows of G are equal. For n = 0 both mechanisms are (1).
    if len(x) > 1:
        yield x[0] - ALPHA * x[1]
        yield x[-1] - ALPHA * x[-2]
    for k in range(1, len(x) - 1):
        yield (1 + ALPHA**2) * x[k] - ALPHA * (x[k - 1] + x[k + 1])


def _nonnegative(functions: Iterable[RationalFunction], defined: RealSet) -> RealSet:
    """Return the subset of `defined` on which all functions are nonnegative."""
    # Away from poles, a quotient has the sign of the product.
    products = (RationalFunction(f.numerator) * RationalFunction(f.denominator) for f in functions)
    return defined & solution_set((product.numerator, ">=") for product in products)


def _row(entries: Iterable[ExactOrFunction], row: int) -> tuple[RationalFunction, ...]:
    if isinstance(entries, str):
        raise InputError(f"is the text {elided(entries)!r}", advice="write a list of functions", row=row, value=entries)
    return tuple(entry(rational_function, value, row, column) for column, value in enumerate(entries, start=1))
