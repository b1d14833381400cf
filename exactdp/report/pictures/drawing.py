"""One picture for each kind of result: `plot(result)` draws it on new axes, or on those of another picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import singledispatch
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from exactdp.answers.audit import Audit
from exactdp.answers.examination import Examination
from exactdp.answers.loss_curve import LossCurve
from exactdp.answers.optimality import Optimality
from exactdp.answers.repair import Repair
from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import elided, ranges, text
from exactdp.model.geometric import UnboundedGeometric, geometric, transition
from exactdp.model.losses import LossValue
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, ExpectedLoss, User
from exactdp.optimum.interaction import Interaction
from exactdp.optimum.phase_diagram import PhaseDiagram
from exactdp.optimum.problem import Optimum
from exactdp.polytope.constraints import ConstraintMatrix
from exactdp.polytope.derivability import Derivation, Refutation
from exactdp.polytope.vertex import Midpoint, Vertex
from exactdp.privacy.level import Level, Privacy
from exactdp.privacy.privacy_curve import PrivacyCurve
from exactdp.release.chain import Chain
from exactdp.report.pictures.canvas import level
from exactdp.report.pictures.cells import Panel, equation, heat_map, sign_table
from exactdp.report.pictures.curves import losses, privacy
from exactdp.report.pictures.layers import Layer, Node, layered
from exactdp.report.pictures.stems import stems
from exactdp.report.wording import label, objective

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DRAWN = 1000
"""The most responses drawn of the unbounded mechanism."""

SEEN = 20
"""The default distance of these responses from the input."""

LEAVES = 32
"""The most possible releases drawn as the leaves of a tree."""

TALLEST = 60
"""The largest n of a drawn release."""

SAMPLES = 40
"""The number of levels per phase at which the loss is computed for drawing."""

SHORT = 12
"""The most characters of an exact level in a picture."""

LISTED = 50
"""The most characters of a list above a picture."""

BITS = 64
"""The precision of an irrational loss in a picture."""


@singledispatch
def plot(result: object, **options: Any) -> Figure:
    """Draw a result and return matplotlib's figure; `ax` draws on existing axes, `title` replaces the default title.

    A result about one mechanism draws that mechanism: a level, an optimum, an examination, an audit, a repair.
    Domain: a matrix, a constraint matrix, a derivation, a privacy curve or a loss curve; a phase diagram, a chain of
    levels, or the unbounded geometric mechanism. Raises TypeError for any other result, and `InputError` if matplotlib
    is not installed.

    >>> [axes.get_title() for axes in plot(Derivation(*[geometric(n=1, alpha=0)] * 3)).axes]
    ['mechanism', 'source', 'remap']
    """
    raise TypeError(f"{type(result).__name__} has no picture: plot a mechanism, a curve, phases, or a release")


plot.register(Matrix, heat_map)
plot.register(ConstraintMatrix, sign_table)
plot.register(Audit, lambda found, **options: plot(found.table, **options))
plot.register(Interaction, lambda found, **options: plot(found.induced, **options))
for _kind in (Examination, ExpectedLoss, Level, Midpoint, Optimality, Optimum, Privacy, Refutation, Repair, Vertex):
    plot.register(_kind, lambda found, **options: plot(found.mechanism, **options))


@plot.register(Derivation)
def _derivation(found: Derivation, *, title: str | None = None) -> Figure:
    """Draw the mechanism as the product source·remap, in a new figure.

    Source: Ghosh, Roughgarden & Sundararajan 2009, Figure 1; Gupte & Sundararajan 2010, Table 1.
    """
    source, name = ("source", "the source") if found.alpha is None else (f"G, {level(found.alpha)}", "G")
    panels = [
        Panel(found.mechanism, "mechanism"),
        Panel(found.source, source),
        Panel(found.remap, "remap", (f"response of {name}", "response")),
    ]
    return equation(panels, ["=", "·"], title=title)


@plot.register(PrivacyCurve)
def _curve(
    found: PrivacyCurve, name: str = "", *, coordinates: bool = True, title: str | None = None, ax: Axes | None = None
) -> Figure:
    """Draw δ against ε, optionally with breakpoints (α, δ); on the axes of other curves for comparison."""
    facts = f"neighbours: {found.neighbours}"
    return privacy(found.breakpoints, name, coordinates=coordinates, facts=facts, title=title, ax=ax)


@plot.register(LossCurve)
def _losses(found: LossCurve, *, title: str | None = None, ax: Axes | None = None) -> Figure:
    """Draw the least loss, and the loss of G without a remap, against α; lines between the marks guide the eye."""
    curves = [
        ("optimal", [(each.alpha, _rational(each.least)) for each in found.points]),
        ("G at face value", [(each.alpha, _rational(each.unread)) for each in found.points]),
    ]
    return losses(
        curves, name=f"{objective(found.user)}, {found.user.loss}", facts=knowledge(found.user), title=title, ax=ax
    )


def _rational(value: LossValue) -> Fraction:
    return value if isinstance(value, Fraction) else sum(value.enclosure(BITS), Fraction(0)) / 2


@plot.register(PhaseDiagram)
def _phases(found: PhaseDiagram, *, title: str | None = None, ax: Axes | None = None) -> Figure:
    """Draw the least loss against α, with the levels at which its formula changes."""
    breaks = [_drawn(phase.upper) for phase in found.phases[:-1]]
    ends = [Fraction(0), *(at for at, _ in breaks), Fraction(1)]
    levels = [a + (b - a) * k / SAMPLES for a, b in pairwise(ends) for k in range(SAMPLES)]
    points = [(alpha, found.loss_at(alpha)) for alpha in (*levels, ends[-1])]
    return losses(
        [("optimal", points)],
        name=f"least {objective(found.user)}, {found.user.loss}",
        marked=False,
        breaks=breaks,
        facts=knowledge(found.user),
        title=title,
        ax=ax,
    )


def _drawn(at: AlgebraicNumber) -> tuple[Fraction, str]:
    """Return the coordinate and the label of a level."""
    said = str(at)
    return at.enclosure(Fraction(1, 2**53))[0], said if len(said) <= SHORT else f"≈{at.decimal()}"


def knowledge(user: User) -> str:
    """Return n and a user's knowledge of the input, for the top of a picture; long lists omit the middle.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.users import MinimaxConsumer, uniform
    >>> some = MinimaxConsumer(absolute(), inputs=range(6), side_information=[0, 1, 2, 5])
    >>> knowledge(some), knowledge(MinimaxConsumer(absolute(), inputs=range(6)))
    ('n = 5, side information {0..2, 5}', 'n = 5, side information {0..5}')
    >>> knowledge(BayesianUser(absolute(), uniform(n=9))), knowledge(BayesianUser(absolute(), ["1/2", "1/2", 0]))
    ('n = 9, prior uniform', 'n = 2, prior 1/2, 1/2, 0')
    """
    size = f"n = {user.size - 1}"
    if isinstance(user, BayesianUser):
        if len(set(user.prior)) == 1 < user.size:
            return f"{size}, prior uniform"
        return f"{size}, prior {_listed([label(text(p)) for p in user.prior])}"
    return f"{size}, side information {{{_listed(ranges(user.side_information))}}}"


def _listed(parts: list[str]) -> str:
    words = ", ".join(parts)
    kept = len(parts)
    while len(words) > LISTED:
        kept -= 1
        words = ", ".join([*parts[: (kept + 1) // 2], "…", *parts[len(parts) - kept // 2 :]])
    return words


@plot.register(UnboundedGeometric)
def _unbounded(
    found: UnboundedGeometric,
    i: int = 0,
    first: int | None = None,
    last: int | None = None,
    *,
    title: str | None = None,
    ax: Axes | None = None,
) -> Figure:
    """Draw the probabilities of the responses `first` to `last` on input i, by default of all visible ones.

    Raises `InputError` for more than `DRAWN` responses or none.
    Source: Gupte & Sundararajan 2010, Figure 1, for α = 1/5 and i = 5.
    """
    seen = next((z for z in range(SEEN) if 200 * found.alpha**z < 1), SEEN)
    start, stop = i - seen if first is None else first, i + seen if last is None else last
    if not 0 <= stop - start < DRAWN:
        raise InputError(
            f"responses {elided(text(start))} to {elided(text(stop))}: name at least 1 and at most {DRAWN}, in order"
        )
    masses = [found.mass(i, r) for r in range(start, stop + 1)]
    return stems(masses, start, facts=f"{level(found.alpha)}, input {label(text(i))}", title=title, ax=ax)


@plot.register(Chain)
def _release(found: Chain, count: int | None = None, *, title: str | None = None, ax: Axes | None = None) -> Figure:
    """Draw the remaps between the levels, from a count if one is given.

    From a count it is a tree with the probability of every release, up to `LEAVES` of them. With more, or without a
    count, equal answers are one node, and its edges are a row of the remap.
    Domain: rational levels; n up to `TALLEST`; two levels or more, or a count. Raises `InputError` outside.
    Source: Gupte & Sundararajan 2010, Algorithm 1.
    """
    levels = found.rational_levels
    if found.n > TALLEST:
        raise InputError(f"n = {found.n}: a release is drawn for n up to {TALLEST}: write a smaller n")
    if count is not None and not 0 <= count <= found.n:
        raise InputError(f"the count: write a whole number from 0 to n = {found.n}")
    if count is None and len(levels) == 1:
        raise InputError("one level has no remap to draw: name a count, or more levels")
    if count is not None and (found.n + 1) ** len(levels) <= LEAVES:
        return layered(_tree(found.n, count, levels), title=title, ax=ax)
    return layered(_answers_by_level(found.n, count, levels), title=title, ax=ax)


def _tree(n: int, count: int, levels: Sequence[Fraction]) -> list[Layer]:
    size, leaves = n + 1, (n + 1) ** len(levels)
    masses, layers = [Fraction(1)], [Layer("count", [Node(str(count), Fraction(leaves - 1, 2))])]
    for k, (alpha, heading, remap) in enumerate(_stages(n, levels), start=1):
        each = leaves // size**k
        edges = [
            (node // size, node, remap[count if k == 1 else node // size % size, node % size])
            for node in range(size**k)
        ]
        masses = [masses[start] * probability for start, _, probability in edges]
        nodes = [
            Node(str(node % size), Fraction(2 * node * each + each - 1, 2), mass, text(mass) if each == 1 else "")
            for node, mass in enumerate(masses)
        ]
        layers.append(Layer(f"α = {text(alpha)}", nodes, heading, edges, "probability" if each == 1 else ""))
    return layers


def _answers_by_level(n: int, count: int | None, levels: Sequence[Fraction]) -> list[Layer]:
    layers = [] if count is None else [Layer("count", [Node(str(count), Fraction(count))])]
    before: Sequence[int] = [] if count is None else [count]
    for alpha, heading, remap in _stages(n, levels):
        row = [None] * (n + 1) if count is None else geometric(n=n, alpha=alpha).rows[count]
        nodes = [Node(str(r), Fraction(r), mass) for r, mass in enumerate(row)]
        edges = [(place, r, remap[k, r]) for place, k in enumerate(before) for r in range(n + 1)]
        layers.append(Layer(f"α = {text(alpha)}", nodes, heading if before else "", edges))
        before = range(n + 1)
    return layers


def _stages(n: int, levels: Sequence[Fraction]) -> Iterator[tuple[Fraction, str, Mechanism]]:
    yield levels[0], "G", geometric(n=n, alpha=levels[0])
    for before, alpha in pairwise(levels):
        yield alpha, "T", transition(n=n, alpha=before, beta=alpha)
