"""What a certificate says, read for other proof checkers, and what its dual pays for each constraint of its program.

Nothing is judged here: a certificate whose proof is wrong is read like any other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from typing import TypeVar

from exactdp import kernel
from exactdp.arithmetic.exact import InputError
from exactdp.kernel import Best, Dual, Inverse, Malformed, Mechanism, Privacy, Problem, Reader

Flow = tuple[int, int, int, Fraction]
"""A response r, neighbours i and k, and the price of x_kr - α·x_ir ≥ 0."""

Written = TypeVar("Written")


@dataclass(frozen=True)
class InteractionStatement:
    """What is said of a remap of x: whose remap it is, the least possible loss as claimed, and the consumer's prior.

    A row of the remap, and the prior, is a denominator and its numerators. A Bayesian user's `prior` is None.

    >>> from exactdp.certificates.certificate import certify
    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.geometric import geometric
    >>> from exactdp.optimum.interaction import interact
    >>> done = certify(interact(MinimaxConsumer(absolute(), inputs=range(4)), geometric(n=3, alpha="1/4")))
    >>> said = lambda kind, text: text.interaction(text.mechanism("mechanism"))
    >>> found = read_certificate(done.certificate.data, said)
    >>> found.value, found.remap.rows[0], found.prior
    (Fraction(168, 415), (83, [68, 15, 0, 0]), (415, [68, 255, 60, 32]))
    """

    problem: Problem
    remap: Mechanism
    value: Fraction
    prior: kernel.Row | None


class Statement(Reader):
    """A certificate's reader for checkers that know rational numbers only.

    `written` is the loss as it stands there, by lines and words.

    >>> from exactdp.certificates.certificate import certify
    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.geometric import geometric
    >>> from exactdp.optimum.interaction import interact
    >>> done = certify(interact(MinimaxConsumer(absolute(), inputs=range(4)), geometric(n=3, alpha="1/4")))
    >>> def said(kind, text):
    ...     text.interaction(text.mechanism("mechanism"))
    ...     return kind, text.written, text.digest == done.digest
    >>> read_certificate(done.certificate.data, said)
    ('interaction', (('loss', 'power'), ('exponent', '1', '1')), True)
    """

    written: tuple[tuple[str, ...], ...] = ()

    @property
    def digest(self) -> str:
        """The SHA-256 of the statement, once it has been read."""
        return sha256(self.statement).hexdigest()

    def loss(self, height: int, width: int) -> kernel.Loss:
        """Read a loss. Raises: `InputError` where it has roots; as the kernel's."""
        start = self.start
        found = super().loss(height, width)
        if len(found.radicands) > 1:
            raise InputError(
                "the loss has roots, and other checkers compute with rational numbers only: choose a whole exponent"
            )
        lines = self.data[start : self.start].decode("ascii").splitlines()
        self.written = tuple(tuple(line.split(" ")) for line in lines)
        return found

    def infeasible(self) -> tuple[Problem, Dual]:
        """Read that there are no mechanisms of some size, from `mechanisms` on; all costs are 0."""
        first, second = self.words("mechanisms", 2)
        height, width = self.index(first, kernel.SIZE + 1), self.index(second, kernel.SIZE + 1)
        if not 1 <= height * width <= kernel.SIZE:
            raise self.malformed(f"these mechanisms have from 1 to {kernel.SIZE} entries")
        privacy = self.privacy(height, width, 1)
        nothing = kernel.Loss("0", lambda i, r: (0, 0))
        prior = (1, [1] + [0] * (height - 1))
        problem = Problem(height, width, privacy, nothing, prior, [0], self.constraints(height, width))
        self.proof()
        return problem, self.dual(problem, kernel.Roots([(1, 1)]))

    def interaction(self, x: Mechanism) -> InteractionStatement:
        """Read which remap of x is best for whom, from `remap` on."""
        remap = self.mechanism("remap")
        if remap.height != x.width:
            raise self.malformed(f"the remap has {remap.height} rows, where there are {x.width} responses")
        loss, known, inputs = self.user(x.height, remap.width)
        problem = Problem(x.height, remap.width, Privacy("none", [], Fraction(0)), loss, known, inputs, [])
        denominator, (value,) = self.row(1, "value")
        self.proof()
        return InteractionStatement(
            problem, remap, Fraction(value, denominator), None if known else self.prior(x.height)
        )

    def only(self, x: Mechanism, best: Best) -> tuple[list[int], list[int], Inverse]:
        """Read why x is the only optimum: inputs of positive probability, constraints to be met exactly, an inverse."""
        problem, dual = best.problem, best.dual
        support = [i for i, v in enumerate(dual.prior) if v > 0] if problem.prior is None else []
        paired = enumerate(zip(problem.constraints, dual.multipliers, strict=True))
        active = [c for c, (constraint, y) in paired if constraint.exact or any(y)]
        height, entries = x.height + len(support) + len(active), sum(map(len, x.remap)) or x.width
        return support, active, self.inverse(height, entries, x.bits)

    def refutation(self, x: Mechanism) -> tuple[Mechanism, list[tuple[int, int, int]]]:
        """Read the source that x is not derivable from, and the losses r, i, w that show it, from `from` on."""
        source = kernel.read_source(x, self)
        (count,) = self.words("losses", 1)
        losses = [self.priced(x) for _ in range(self.index(count, x.height * x.width + 1))]
        if any(first[:2] >= second[:2] for first, second in pairwise(losses)):
            raise self.malformed("the losses are not in increasing order of response, then input")
        return source, losses


def read_certificate(certificate: bytes, write: Callable[[str, Statement], Written]) -> Written:
    """Return what is made of a certificate, from its kind on to all but its last line.

    Raises: `InputError` where it is malformed; as `write`.

    >>> read_certificate(b"exactdp certificate 1\\nstatement private\\nend 2\\n", lambda kind, text: kind)
    'private'
    """
    try:
        text = Statement(certificate)
        if text.words("exactdp", 2) != [b"certificate", b"1"]:
            raise text.malformed("expected 'exactdp certificate 1'")
        (kind,) = text.words("statement", 1)
        found = write(kind.decode(), text)
        text.end()
    except Malformed as error:
        raise InputError(f"this is no certificate: {error}") from None
    return found


def dense(remap: Mechanism) -> list[list[int]]:
    """Return the T of a matrix that is given as G·T, zeros and all, over its common denominator.

    >>> dense(Mechanism(2, 2, [], (1, Fraction(1, 2)), 3, [[(0, 3)], [(0, 1), (1, 2)]]))
    [[3, 0], [1, 2]]
    """
    rows = [[0] * remap.width for _ in remap.remap]
    for full, sparse in zip(rows, remap.remap, strict=True):
        for r, t in sparse:
            full[r] = t
    return rows


def prices(problem: Problem, dual: Dual) -> list[list[Fraction]]:
    """Return d_r[i] for each response r: the cost that is left when inputs and constraints are paid.

    Domain: rational losses.
    Source: CERTIFICATES.md, "The dual".

    >>> loss = kernel.Loss("|i-r|", lambda i, r: (0, abs(i - r)))
    >>> problem = Problem(2, 2, Privacy("path", [(0, 1)], Fraction(1, 2)), loss, (2, [1, 1]), [], [])
    >>> prices(problem, Dual(6, [], [(1,), (1,)], [], []))
    [[Fraction(-1, 6), Fraction(1, 3)], [Fraction(1, 3), Fraction(-1, 6)]]
    """
    whole, prior = problem.prior or (dual.denominator, dual.prior)
    weights = [Fraction(w, dual.denominator) for (w,) in dual.weights]
    found = [
        [
            Fraction(p * problem.loss.of(i, r)[1], whole * problem.loss.denominator) - weights[i]
            for i, p in enumerate(prior)
        ]
        for r in range(problem.width)
    ]
    for constraint, (y,) in zip(problem.constraints, dual.multipliers, strict=True):
        for (r, i), a in constraint.entries.items():
            found[r][i] -= Fraction(y * a, dual.denominator)
    return found


def paid(problem: Problem, dual: Dual) -> tuple[list[Flow], list[list[Fraction]]]:
    """Return the prices of the neighbours' inequalities, and by responses those of x_ir ≥ 0: what the flows leave.

    On the path they are those that the recursion F is about: F_i > 0 pays for x_ir ≥ α·x_{i-1,r}, and F_i < 0, in parts
    of 1/α, for x_{i-1,r} ≥ α·x_ir.

    Domain: rational losses. where the dual is not feasible some price has the wrong sign.
    Source: CERTIFICATES.md, "The dual".

    >>> loss = kernel.Loss("|i-r|", lambda i, r: (0, abs(i - r)))
    >>> problem = Problem(2, 2, Privacy("path", [(0, 1)], Fraction(1, 2)), loss, (2, [1, 1]), [], [])
    >>> flows, left = paid(problem, Dual(6, [], [(1,), (1,)], [], []))
    >>> flows
    [(0, 0, 1, Fraction(1, 3)), (1, 1, 0, Fraction(1, 3))]
    """
    left = prices(problem, dual)
    if problem.privacy.is_path:
        return _along_the_path(left, problem.privacy.alpha), left
    flows = [(r, i, k, Fraction(f, dual.denominator)) for r, i, k, (f,) in dual.flows]
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
