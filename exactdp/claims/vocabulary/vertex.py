"""The words of the claims about a best vertex: the slacks of constraints, and the losses of mechanisms.

The functions are about one objective L(p, l, ·) and one level α, for inputs {0..n} and responses {0..m}.
"""

from collections.abc import Callable

from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.known import Fact
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.claims.vocabulary.mechanism import private
from exactdp.claims.vocabulary.polytope import a_vertex, constraint, privacy_constraints
from exactdp.claims.vocabulary.user import bayesian_loss

_n, _m, _i, _r, _s = indices("n m i r s")
_a = number("α")
_p = variable("p", VECTOR)
_x, _l = (variable(name, MATRIX) for name in ("x", "l"))

level = (1 <= _n, 0 <= _m, 0 <= _a, _a < 1)
rows, places = cells = between(0, _i, _n - 1), between(0, _s, 2 * _m + 1)
"""The constraints: those of row i have the numbers s in {0..2m+1}."""

_slack = explained(
    "slack({0},{1},{2})",
    (_x, _a, _m),
    function(_i, _s, constraint(_x, _a, _m, _i, _s)),
    r"\mathrm{{slack}}_{{ {1},{2} }}({0})",
)
"""The slack of each constraint (4), for s ≤ m, and of each constraint (3), for s > m."""


def slack(x: Term) -> Term:
    """Return the slacks of the constraints of a mechanism, as a matrix.

    >>> slack(_x)[_i, _s]
    slack(x,α,m)[i,s]
    """
    found: Term = _slack(x, _a, _m)
    return found


def loss(x: Term) -> Term:
    """Return the loss of a mechanism.

    >>> loss(_x)
    L(p, l, x; n, m)
    """
    found: Term = bayesian_loss(_p, _l, x, _n, _m)
    return found


def mine(x: Term) -> Formula:
    """Return that a mechanism is private.

    >>> mine(_x)
    x is α-private on {0..n} with responses {0..m}
    """
    found: Formula = private(x, _a, _n, _m)
    return found


def vertex_of(x: Term) -> Formula:
    """Return that a mechanism is a vertex.

    >>> vertex_of(_x)
    x is a vertex of the α-private mechanisms on {0..n} with responses {0..m}
    """
    found: Formula = a_vertex(x, _a, _n, _m)
    return found


def of_constraints(step: Fact, proof: Proof) -> Fact:
    """Return, for all constraints, the fact that `step` shows of constraint s of row i.

    >>> of_constraints(Proof([*cells]).have(_i < _n), Proof([])).says
    ∀i, s with 0 ≤ i ≤ n-1, 0 ≤ s ≤ 2m+1: i < n
    """
    return proof.all(proof.all(step, _s, places), _i, rows)


def signs(proof: Proof, x: Term) -> Fact:
    """Return that every slack of a private mechanism is ≥ 0.

    >>> signs(Proof([mine(_x)]), _x).says
    ∀i, s with 0 ≤ i ≤ n-1, 0 ≤ s ≤ 2m+1: slack(x,α,m)[i,s] ≥ 0
    """
    cell, goal = proof.assuming(*cells), 0 <= slack(x)[_i, _s]
    near = cell.parts(mine(x))[-1]
    steps = [lambda p, at=at: p.have(goal, near(_i, at)) for at in (_s, _s - _m - 1)]
    return of_constraints(cell.cases(goal, (_s <= _m, steps[0]), (TRUE, steps[1])), proof)


def of_signs(proof: Proof, x: Term, sign: Callable[[Proof, Term], Fact], *sums: Fact) -> Fact:
    """Return that x is private: `sign` shows each slack of row i to be ≥ 0, and `sums` that rows sum to 1.

    >>> from exactdp.claims.discovery import by_id
    >>> proof = Proof([*level, mine(_x)], clauses=by_id("exactdp.vertex-below").cited)
    >>> of_signs(proof, _x, lambda p, s: signs(proof, _x)(_i, s), proof.parts(mine(_x))[-2](_i)).says
    x is α-private on {0..n} with responses {0..m}
    """
    row, column = between(0, _i, _n), between(0, _r, _m)
    pair = proof.assuming(rows, column)
    signed = [sign(pair, at).theorem for at in (_r, _r + _m + 1)]
    whole, near = privacy_constraints(x, _a, _n, _m), unfold(mine(x)).args[1]
    equations, pairs = (
        proof.have(f, proof.for_all(f, lambda p: p.have(p.goal, *map(p.fact, signed)))) for f in (whole, near)
    )
    entry = proof.assuming(row, column).cite("ghosh2009.section-5.equation-6#signs", equations, x=x)
    total = proof.assuming(row).have(Sum(_r, 0, _m, x[_i, _r]) == 1, *sums)
    return proof.have(mine(x), proof.all(proof.all(entry, _r, column), _i, row), proof.all(total, _i, row), pairs)
