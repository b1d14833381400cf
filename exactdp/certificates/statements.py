"""Parse certificates for other proof checkers, and recover the dual prices of the program's constraints.

Nothing is verified here: certificates with wrong proofs are parsed like all others.
"""

from collections.abc import Callable
from fractions import Fraction
from hashlib import sha256
from typing import TypeVar

from exactdp import kernel
from exactdp.arithmetic.errors import InputError
from exactdp.diagram_kernel import DiagramReader
from exactdp.kernel import Dual, Malformed, Mechanism, Problem, Reader, Row

Flow = tuple[int, int, int, Fraction]
"""A response r, neighbours i and k, and the price of x_kr - α·x_ir ≥ 0."""

Written = TypeVar("Written")


class Statement(Reader):
    """A reader of certificates that also keeps the text of the loss, `written`, by lines and words.

    >>> from exactdp.certificates.certificate import certify
    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.geometric import geometric
    >>> from exactdp.optimum.interaction import interact
    >>> done = certify(interact(MinimaxConsumer(absolute(), inputs=range(4)), geometric(n=3, alpha="1/4")))
    >>> def said(kind, text):
    ...     remap, problem, (_, prior) = text.interaction(text.mechanism("mechanism"))
    ...     return kind, remap.rows[0], problem.value, prior, text.form, text.digest == done.digest
    >>> read_certificate(done.certificate.data, said)
    ('interaction', (83, [68, 15, 0, 0]), Fraction(168, 415), [68, 255, 60, 32], ('power', (1, 1)), True)
    """

    written: tuple[tuple[str, ...], ...] = ()

    @property
    def digest(self) -> str:
        """The SHA-256 of the statement, after reading it."""
        return sha256(self.statement).hexdigest()

    @property
    def form(self) -> tuple[str, tuple[int, ...]]:
        """The form of the loss, after reading it, and the numbers in the next line, except for a table."""
        (_, name), (_, *numbers), *_ = self.written
        return name, () if name == "table" else tuple(self.integer(number.encode()) for number in numbers)

    def best(self, x: Mechanism) -> tuple[Problem, Dual]:
        """Read the problem that a mechanism solves, and the dual."""
        problem = self.problem(x.height, x.width, "optimal")
        self.proof(problem.loss)
        return problem, self.dual(problem)

    def infeasible(self) -> tuple[Problem, Dual]:
        """Read a problem without a feasible mechanism, and the dual."""
        problem = self.problem(*self.size(*self.words("mechanisms", 2)), "infeasible")
        self.proof()
        return problem, self.dual(problem)

    def interaction(self, x: Mechanism) -> tuple[Mechanism, Problem, Row]:
        """Read the remap of a mechanism, the problem that it solves, and the prior, of the user or of the proof."""
        remap = self.matching("remap", x.width)
        problem = self.problem(x.height, remap.width, "interaction")
        self.proof(problem.loss)
        return remap, problem, problem.prior or self.prior(x.height)

    def loss(self, height: int, width: int) -> kernel.Loss:
        """Read a loss. Raises: as the kernel's."""
        start = self.start
        found = super().loss(height, width)
        lines = self.data[start : self.start].decode("ascii").splitlines()
        self.written = tuple(tuple(line.split(" ")) for line in lines)
        return found


class DiagramStatement(DiagramReader, Statement):
    """A reader of certificates about all levels that also keeps the text of the loss.

    >>> text = DiagramStatement(b"user bayesian\\nloss power\\nexponent 1 1\\nprior 2 1 1\\n")
    >>> text.rational_user(2).prior, text.form
    (((2,), ((1,), (1,))), ('power', (1, 1)))
    """


class RationalStatement(Statement):
    """A reader of certificates for checkers with only rational numbers: every number is an integer.

    >>> text = b"exactdp certificate 1\\nstatement interaction\\nloss power\\nexponent 1 2\\n"
    >>> read_certificate(text, lambda kind, said: said.loss(1, 9))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    exactdp.InputError: the loss has roots, and other checkers compute with rational numbers only: ...
    """

    def loss(self, height: int, width: int) -> kernel.Loss:
        """Read a loss. Raises: `InputError` if it has roots; as the kernel's."""
        found = super().loss(height, width)
        if len(found.bounds) > 1:
            raise InputError(
                "the loss has roots, and other checkers compute with rational numbers only: choose a whole exponent"
            )
        return found

    def only(self, problem: Problem, dual: Dual) -> tuple[list[int], list[int]]:
        """Read the proof that an optimum is unique: inputs of positive probability, tight constraints."""
        support = [i for i, v in enumerate(dual.prior[1]) if v > 0] if problem.prior is None else []
        paired = enumerate(zip(problem.constraints, dual.multipliers, strict=True))
        active = [c for c, (constraint, y) in paired if constraint.exact or y]
        self.integers("modulus", 1)
        return support, active


def read_certificate(certificate: bytes, write: Callable[[str, RationalStatement], Written]) -> Written:
    """Apply `write` to a certificate, from its kind up to the line before the last.

    Raises: `InputError` if it is malformed; as `write`.

    >>> read_certificate(b"exactdp certificate 1\\nstatement private\\nend 2\\n", lambda kind, text: kind)
    'private'
    """
    try:
        text = RationalStatement(certificate)
        text.require(text.words("exactdp", 2) == [b"certificate", b"1"], "expected 'exactdp certificate 1'")
        (kind,) = text.words("statement", 1)
        found = write(kind.decode(), text)
        text.end()
    except Malformed as error:
        raise InputError(f"this is not a certificate: {error}") from None
    return found


def rational(number: kernel.Number) -> int:
    """Return the integer numerator of a number of a rational loss.

    >>> rational(3)
    3
    """
    assert isinstance(number, int)
    return number


def integer_losses(problem: Problem) -> list[list[int]]:
    """Return the table of a rational loss, times its denominator.

    >>> from exactdp.kernel import Loss, Privacy
    >>> integer_losses(Problem(2, 2, Privacy("path", [(0, 1)], 0), Loss([[0, 1], [1, 0]]), (2, [1, 1]), [], []))
    [[0, 1], [1, 0]]
    """
    return [[rational(loss) for loss in row] for row in problem.loss.table]


def losses_of(problem: Problem) -> list[list[Fraction]]:
    """Return the table of a rational loss.

    >>> from exactdp.kernel import Loss, Privacy
    >>> losses_of(Problem(1, 2, Privacy("path", [], 0), Loss([[0, 1]]), (1, [1]), [], []))
    [[Fraction(0, 1), Fraction(1, 1)]]
    """
    return [[Fraction(loss, problem.loss.denominator) for loss in row] for row in integer_losses(problem)]


def value_of(problem: Problem) -> Fraction:
    """Return the stated value of a problem with a rational loss.

    >>> from exactdp.kernel import Loss, Privacy
    >>> value_of(Problem(1, 2, Privacy("path", [], 0), Loss([[0, 1]]), (1, [1]), [], [], Fraction(1, 3)))
    Fraction(1, 3)
    """
    assert not isinstance(problem.value, kernel.Surd)
    return Fraction(problem.value)


def is_remap(x: Mechanism) -> bool:
    """Return whether a matrix is given as a remap of G, and not as G itself.

    >>> is_remap(Mechanism(2, 2, [(1, [1, 0]), (1, [0, 1])], Fraction(1, 2)))
    False
    >>> is_remap(Mechanism(2, 2, [(1, [1, 0]), (1, [1, 0])], Fraction(1, 2)))
    True
    """
    if x.level is None or x.width != x.height:
        return x.level is not None
    return any(row != [int(k == r) for r in range(x.width)] for k, (_, row) in enumerate(x.given))


def prices(problem: Problem, dual: Dual) -> list[list[Fraction]]:
    """Return the reduced costs d_r[i] for each response r, after the prices of inputs and constraints.

    Domain: rational losses.
    Source: CERTIFICATES.md, "The dual".

    >>> loss = kernel.Loss([[0, 1], [1, 0]])
    >>> problem = Problem(2, 2, kernel.Privacy("path", [(0, 1)], Fraction(1, 2)), loss, (2, [1, 1]), [], [])
    >>> prices(problem, Dual(6, (2, [1, 1]), [1, 1], [], []))
    [[Fraction(-1, 6), Fraction(1, 3)], [Fraction(1, 3), Fraction(-1, 6)]]
    """
    whole, prior = dual.prior
    weights = [Fraction(rational(w), dual.denominator) for w in dual.weights]
    found = [
        [
            Fraction(p * rational(loss), whole * problem.loss.denominator) - weight
            for p, loss, weight in zip(prior, losses, weights, strict=True)
        ]
        for losses in zip(*problem.loss.table, strict=True)
    ]
    for constraint, y in zip(problem.constraints, dual.multipliers, strict=True):
        for (i, r), a in constraint.entries.items():
            found[r][i] -= Fraction(rational(y) * a, dual.denominator)
    return found


def paid(problem: Problem, dual: Dual) -> tuple[list[Flow], list[list[Fraction]]]:
    """Return the prices of the privacy inequalities (flows), and the remaining prices of x_ir ≥ 0 for each response.

    On the path the recursion F gives the flows: F_i > 0 is the price of x_ir ≥ α·x_{i-1,r}, and F_i < 0, divided by -α,
    is the price of x_{i-1,r} ≥ α·x_ir.
    Domain: rational losses. If the dual is infeasible, some price has the wrong sign.
    Source: CERTIFICATES.md, "The dual".

    >>> loss = kernel.Loss([[0, 1], [1, 0]])
    >>> problem = Problem(2, 2, kernel.Privacy("path", [(0, 1)], Fraction(1, 2)), loss, (2, [1, 1]), [], [])
    >>> flows, left = paid(problem, Dual(6, (2, [1, 1]), [1, 1], [], []))
    >>> flows
    [(0, 0, 1, Fraction(1, 3)), (1, 1, 0, Fraction(1, 3))]
    """
    left = prices(problem, dual)
    if problem.privacy.is_path:
        return _along_the_path(left, problem.privacy.alpha), left
    flows = [
        (r, i, k, Fraction(rational(f), dual.denominator)) for r, column in enumerate(dual.flows) for i, k, f in column
    ]
    for r, i, k, flow in flows:
        left[r][i] += problem.privacy.alpha * flow
        left[r][k] -= flow
    return flows, left


def _along_the_path(left: list[list[Fraction]], alpha: Fraction) -> list[Flow]:
    flows = []
    for r, column in enumerate(left):
        for i in range(len(column) - 1, 0, -1):
            total, column[i] = column[i], Fraction(0)
            if total > 0:
                flows.append((r, i - 1, i, total))
                column[i - 1] += alpha * total
            elif total < 0:
                flows.append((r, i, i - 1, -total / alpha))
                column[i - 1] += total / alpha
    return flows
