"""The examination of one mechanism, with a certificate for each yes and no.

Certificates prove the exact level, whether it is α-private, whether it is a vertex and whether it is derivable. The
constraint matrix, its patterns, and the set of all levels at which it is derivable are computed exactly.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.arithmetic.exact import Exact, exact
from exactdp.arithmetic.exponential_levels import Exponential, RationalOrExponential, requested_level
from exactdp.arithmetic.real_sets import RealSet
from exactdp.arithmetic.spelling import elided
from exactdp.certificates.certificate import Verified, certify
from exactdp.linear_programs.searching import Progress, silent
from exactdp.model.given import TableLike
from exactdp.model.mechanism import Mechanism, as_mechanism
from exactdp.model.neighbours import Neighbours
from exactdp.model.sizes import by_name
from exactdp.model.symbolic_mechanism import derivable_levels
from exactdp.polytope.constraints import ConstraintMatrix, Pattern, constraint_matrix, patterns
from exactdp.polytope.derivability import Derivation, Refutation, derive
from exactdp.polytope.vertex import Midpoint, Vertex, vertex
from exactdp.privacy.level import Level, Privacy, level, neighbours_of, private
from exactdp.shown import Shown

VERTEX_INPUTS = 200
"""For more inputs an examination does not decide whether the mechanism is a vertex, which takes n³ steps."""


@dataclass(frozen=True)
class Examination(Shown):
    """The properties of a mechanism at a level α: the requested level if the mechanism has it, else its exact level.

    If that level is e^-ε, each answer and its certificate is about a rational level that decides it.
    A field that does not apply is None. `privacy` needs a requested α. The constraint matrix and derivability need the
    path, and the constraint matrix also needs 0 < α < 1. `derivability` is also None if it is undecided for a tiny
    e^-ε; `derivable_levels` then has the answer, without a certificate. `vertex` is decided for up to `VERTEX_INPUTS`
    inputs. `verified` has an accepted certificate for each of `level`, `privacy`, `vertex` and `derivability` that was
    decided.
    """

    _facts = ("mechanism", "alpha", "level", "vertex", "derivability")

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


@by_name
def check(
    mechanism: TableLike,
    *,
    alpha: Exact | Exponential | None = None,
    epsilon: Exact | None = None,
    neighbours: Neighbours | str | None = None,
    progress: Progress = silent,
) -> Examination:
    """Examine a mechanism: its level, its constraints, whether it is a vertex, and whether it is derivable.

    The answer is false if the mechanism is not α-private at the given `alpha` or e^-`epsilon`, and true otherwise. Its
    verdicts have certificates. `progress` is called with the name of each stage.
    Domain: any argument of `Mechanism`; `epsilon` as for `exponential_level`; `neighbours` as for `optimal`.
    Raises: `InputError` and TypeError for a wrong argument; the message says what to write.

    >>> rows = "1/9 2/9 4/9 2/9", "2/9 1/9 2/9 4/9", "4/9 2/9 1/9 2/9", "13/18 1/9 1/18 1/9"
    >>> found = check([row.split() for row in rows], alpha="1/2")  # Gupte & Sundararajan 2010, Appendix B
    >>> bool(found), bool(found.vertex), bool(found.derivability), [each.lemma for each in found.patterns if not each]
    (True, False, False, ['5.5', '5.6', '5.8', '5.9'])
    >>> print(found.level, found.derivable_levels, found.constraints.counts)
    1/2 [0, 2 - √3] {'↓': 7, '↑': 4, 'S': 1, 'Z': 0}
    >>> bool(check(found.mechanism, epsilon="0.7"))
    True
    >>> found = check(found.mechanism, alpha="3/4")
    >>> bool(found), found.alpha, [done.kind for done in found.verified]
    (False, Fraction(1, 2), ['level', 'not-private', 'not-vertex', 'not-derivable'])
    """
    mechanism = as_mechanism(mechanism)
    neighbours = neighbours_of(mechanism, neighbours)
    check_order(mechanism.inputs, neighbours)
    asked = requested_level(alpha, epsilon)
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
        with suppress(Undecided):  # the numbers of G are too long; the set of all levels still has the answer
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
    """Reject inputs numbered out of order, if the order of the rows defines the neighbours.

    Domain: any labels; numbers are out of order if they neither increase from row to row nor decrease.
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
            "the rows: sort the rows, or give the inputs names other than numbers"
        )
