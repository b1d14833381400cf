"""The examination of one mechanism: everything that is decided about it, and certificates for its yes and no.

Certified are the exact level, whether it is α-private, whether it is a vertex and whether it is derivable; the
constraint matrix and its patterns, and the set of all levels at which it is derivable, are computed exactly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from exactdp.arithmetic.exact import Exact, InputError, elided, exact
from exactdp.arithmetic.exponential_levels import Exponential, RationalOrExponential, real_level
from exactdp.arithmetic.real_sets import RealSet
from exactdp.certificates.certificate import Verified, certify
from exactdp.linear_programs.searching import Progress, silent
from exactdp.model.mechanism import Mechanism, as_mechanism
from exactdp.model.neighbours import Neighbours
from exactdp.model.symbolic_mechanism import derivable_levels
from exactdp.polytope.constraints import ConstraintMatrix, Pattern, constraint_matrix, patterns
from exactdp.polytope.derivability import Derivation, Refutation, derive
from exactdp.polytope.vertex import Midpoint, Vertex, vertex
from exactdp.privacy.level import Level, Privacy, level, neighbours_of, private
from exactdp.shown import Shown

VERTEX_INPUTS = 200
"""Above this many inputs an examination leaves out whether the mechanism is a vertex, which takes n³ steps."""


@dataclass(frozen=True)
class Examination(Shown):
    """What was decided about a mechanism, at a level α: the one asked for if it has that, else its exact level.

    That level may be e^-ε; then each answer and its certificate is at a rational level that decides it.
    A field is None where it does not apply: `privacy` where no α was asked for; the constraint matrix for neighbours
    other than the path and outside 0 < α < 1; derivability for neighbours other than the path; `vertex` where the
    mechanism has more than `VERTEX_INPUTS` inputs. `verified` holds the certificates of `level`, `privacy`, `vertex`
    and `derivability`, those of them that were decided, accepted by the kernel.

    >>> rows = "1/9 2/9 4/9 2/9", "2/9 1/9 2/9 4/9", "4/9 2/9 1/9 2/9", "13/18 1/9 1/18 1/9"
    >>> found = examine(Mechanism([row.split() for row in rows]), "1/2")  # Gupte & Sundararajan 2010, Appendix B
    >>> bool(found), bool(found.vertex), bool(found.derivability), [each.lemma for each in found.patterns if not each]
    (True, False, False, ['5.5', '5.6', '5.8', '5.9'])
    >>> print(found.level, found.derivable_levels, found.constraints.counts)
    1/2 [0, 2 - √3] {'↓': 7, '↑': 4, 'S': 1, 'Z': 0}
    >>> found = examine(found.mechanism, "3/4")
    >>> bool(found), found.alpha, [done.kind for done in found.verified]
    (False, Fraction(1, 2), ['level', 'not-private', 'not-vertex', 'not-derivable'])
    """

    mechanism: Mechanism
    neighbours: Neighbours
    alpha: RationalOrExponential
    level: Level
    privacy: Privacy | None
    constraints: ConstraintMatrix | None
    patterns: tuple[Pattern, ...]
    vertex: Vertex | Midpoint | None
    derivability: Derivation | Refutation | None
    derivable_levels: RealSet | None
    verified: tuple[Verified, ...]

    def __bool__(self) -> bool:
        return self.privacy is None or bool(self.privacy)


def examine(
    mechanism: Any,
    alpha: Exact | Exponential | None = None,
    neighbours: Neighbours | str | None = None,
    progress: Progress = silent,
) -> Examination:
    """Decide everything about a mechanism. It is true unless the mechanism is not α-private at an α asked for.

    Domain: α in [0, 1], an `Exponential` or None; neighbours on the mechanism's inputs, the path unless given;
    `progress` is told the name of each stage. Raises: `InputError` outside the domain, and as `check_order`.

    >>> found = examine(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]))
    >>> found.level.alpha, bool(found.vertex), bool(found.derivability), [done.kind for done in found.verified]
    (Fraction(1, 3), True, True, ['level', 'vertex', 'derivable'])
    """
    mechanism = as_mechanism(mechanism)
    neighbours = neighbours_of(mechanism, neighbours)
    check_order(mechanism.inputs, neighbours)
    asked = None if alpha is None else real_level(alpha)
    progress("privacy")
    exact_level = level(mechanism, neighbours)
    privacy = None if asked is None else private(mechanism, asked, neighbours)
    at: RationalOrExponential = exact_level.alpha if asked is None or not privacy else asked
    matrix, at_vertex, derivability, levels = None, None, None, None
    is_path = neighbours.name == "path"
    if is_path and (isinstance(at, Exponential) or 0 < at < 1) and len(mechanism) > 1:
        progress("constraints")
        matrix = constraint_matrix(mechanism, at)
    if len(mechanism) <= VERTEX_INPUTS:
        progress("vertex")
        at_vertex = vertex(mechanism, at, neighbours)
    if is_path:
        progress("derivability")
        derivability = derive(mechanism, at)
        levels = derivable_levels(mechanism)
    progress("certificates")
    results = (exact_level, privacy, at_vertex, derivability)
    return Examination(
        mechanism,
        neighbours,
        at,
        exact_level,
        privacy,
        matrix,
        patterns(matrix) if matrix else (),
        at_vertex,
        derivability,
        levels,
        tuple(certify(result) for result in results if result is not None),
    )


def check_order(inputs: Sequence[str], neighbours: Neighbours) -> None:
    """Refuse inputs that are numbered out of order, where the order of the rows says which of them are neighbours.

    Domain: any labels; numbers are out of order where they neither rise from each row to the next nor fall.
    Raises: `InputError` for such numbers, if the neighbours are a path, a cycle or a hypercube.

    >>> from exactdp.model.neighbours import complete, path
    >>> check_order(["30", "20", "10"], path(inputs=range(3))), check_order(["0", "2", "1"], complete(inputs=range(3)))
    (None, None)
    >>> check_order(["0", "2", "1"], path(inputs=range(3)))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    exactdp.InputError: the inputs are numbered 0, 2, 1, and the path takes their order from the rows: sort ...
    """
    if neighbours.name not in ("path", "cycle", "hypercube"):
        return
    try:
        numbers = [exact(label) for label in inputs]
    except InputError:
        return
    if sorted(set(numbers)) not in (numbers, numbers[::-1]):
        raise InputError(
            f"the inputs are numbered {elided(', '.join(inputs))}, and the {neighbours.name} takes their order from "
            "the rows: sort the rows, or give the inputs names that are no numbers"
        )
