"""The levels at which a user's least loss is within a bound."""

from dataclasses import dataclass, replace
from fractions import Fraction

from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber, algebraic
from exactdp.arithmetic.exact import Exact, exact
from exactdp.arithmetic.real_sets import between
from exactdp.arithmetic.sign_changes import zeros
from exactdp.model.users import BayesianUser
from exactdp.optimum.phase_diagram import Breakpoint, PhaseDiagram
from exactdp.shown import Shown


@dataclass(frozen=True)
class LossBound(Shown):
    """The level up to which a user's least loss is at most `loss`; from there to 1 it is larger.

    `upper` is 0 if the loss is larger at all levels between 0 and 1, and 1 if it is never larger.
    In `diagram`, a piece ends at this level.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.optimum.phase_search import phase_diagram
    >>> diagram = phase_diagram(MinimaxConsumer(absolute(), inputs=range(4)))
    >>> found = bound_loss(diagram, "168/415")
    >>> found.upper, [str(piece.upper) for piece in found.diagram.pieces]
    (AlgebraicNumber: 1/4, ['1/4', '1'])
    """

    diagram: PhaseDiagram
    loss: Fraction
    upper: AlgebraicNumber


def bound_loss(diagram: PhaseDiagram, loss: Exact) -> LossBound:
    """Return the largest level at which the least loss is at most `loss`.

    The least loss never falls as α grows: every remap of G at a larger α is also a remap of G at a smaller α.
    Source: Gupte & Sundararajan 2010, Lemma 3. Raises: as `exact`.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.optimum.phase_search import phase_diagram
    >>> diagram = phase_diagram(MinimaxConsumer(absolute(), inputs=range(4)))
    >>> print(bound_loss(diagram, "1/3").upper, bound_loss(diagram, 0).upper, bound_loss(diagram, 2).upper)
    root of -1 + 4*x + 4*x^2 + 6*x^3 + x^4 in [0.1984, 0.1985] 0 1
    """
    bound, upper = exact(loss), algebraic(0)
    for piece in diagram.pieces:
        more = (piece.loss - bound).numerator
        for end in (*(zeros(more, piece.lower, piece.upper) if more else ()), piece.upper):
            if piece.loss.at(between(upper, end).lower) > bound:
                return LossBound(_split(diagram, upper), bound, upper)
            upper = end
    return LossBound(diagram, bound, upper)


def _split(diagram: PhaseDiagram, at: AlgebraicNumber) -> PhaseDiagram:
    """Return the same diagram with a piece that ends at a level."""
    pieces, breakpoints = list(diagram.pieces), list(diagram.breakpoints)
    for k, piece in enumerate(diagram.pieces):
        if piece.lower < at < piece.upper:
            pieces[k : k + 1] = [replace(piece, upper=at), replace(piece, lower=at)]
            choices = piece.choices if isinstance(diagram.user, BayesianUser) else None
            breakpoints.insert(k, Breakpoint(at, choices))
    return replace(diagram, pieces=tuple(pieces), breakpoints=tuple(breakpoints))
