"""The entries of a matrix that tight constraints tie together, as evidence for Coq: each block has one unknown.

Nothing is verified here. Coq checks the blocks and the equations between their unknowns by computation.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from exactdp import kernel
from exactdp.certificates.statements import Flow, rational
from exactdp.kernel import Mechanism, Pair, Privacy, Problem


@dataclass(frozen=True)
class Blocks:
    """The block of each entry, the first entry of each block, and the ties (i, k, r) from the entry k to i.

    For an optimum, `zeros` has the entries with a price, and `spread` the ties that make others 0.
    """

    labels: list[list[int]]
    roots: list[Pair] = field(default_factory=list)
    ties: list[tuple[int, int, int]] = field(default_factory=list)
    zeros: list[Pair] = field(default_factory=list)
    spread: list[tuple[int, int, int]] = field(default_factory=list)

    def tie(self, r: int, tied: list[Pair], starts: Iterable[int], zero: set[int]) -> None:
        """Add the blocks of a response that begin at these inputs, but none with an entry that is 0."""
        seen: set[int] = set()
        for root in starts:
            if root in seen:
                continue
            chain = _reached(len(self.labels), tied, [root])
            block = [root, *(i for i, _ in chain)]
            seen.update(block)
            if zero.isdisjoint(block):
                for i in block:
                    self.labels[i][r] = len(self.roots)
                self.ties.extend((i, k, r) for i, k in chain)
                self.roots.append((root, r))


def blocks_of_vertex(x: Mechanism, privacy: Privacy) -> Blocks:
    """Return the blocks of the positive entries that tight privacy constraints tie.

    >>> blocks_of_vertex(Mechanism(1, 1, [(1, [1])]), Privacy("path", [], Fraction(1, 2))).roots
    [(0, 0)]
    """
    found = Blocks([[0] * x.width for _ in range(x.height)])
    compared = [(i, k, kernel.forms(x.rows, i, k, privacy.alpha)[1]) for i, k in privacy.both_ways]
    for r in range(x.width):
        column = [row[r] for _, row in x.rows]
        tied = [(i, k) for i, k, forms in compared if forms[r] == 0 < column[k]]
        found.tie(r, tied, (i for i, mass in enumerate(column) if mass > 0), set())
    return found


def blocks_of_optima(problem: Problem, flows: list[Flow], left: list[list[Fraction]]) -> Blocks:
    """Return the blocks of the entries that the prices of an optimum's dual leave positive.

    >>> loss = kernel.Loss([[0, 1]])
    >>> alone = Problem(1, 2, Privacy("path", [], Fraction(1, 2)), loss, (1, [1]), [], [])
    >>> found = blocks_of_optima(alone, [], [[Fraction(0)], [Fraction(1)]])
    >>> found.labels, found.roots, found.zeros
    ([[0, 2]], [(0, 0)], [(0, 1)])
    """
    alpha, pairs = problem.privacy.alpha, problem.privacy.pairs
    found = Blocks([[problem.height * problem.width] * problem.width for _ in range(problem.height)])
    for r in range(problem.width):
        tied = list(pairs) if alpha == 1 else []
        tied += [(i, k) for at, i, k, flow in flows if at == r and flow > 0]
        here = [i for i, price in enumerate(left[r]) if price > 0]
        nothing = _reached(problem.height, list(pairs) if alpha > 0 else [], here)
        found.zeros.extend((i, r) for i in here)
        found.spread.extend((i, k, r) for i, k in nothing)
        found.tie(r, tied, range(problem.height), {*here, *(i for i, _ in nothing)})
    return found


def _reached(size: int, tied: list[Pair], start: list[int]) -> list[Pair]:
    """Return the nodes reached from the start, each with its predecessor."""
    beside: list[list[int]] = [[] for _ in range(size)]
    for i, k in tied:
        beside[i].append(k)
        beside[k].append(i)
    seen, waiting, found = set(start), list(start), []
    for k in waiting:
        for i in beside[k]:
            if i not in seen:
                seen.add(i)
                waiting.append(i)
                found.append((i, k))
    return found


def equations(
    x: Mechanism, problem: Problem, blocks: Blocks, support: list[int], active: list[int]
) -> Iterator[list[int]]:
    """Yield the equations between the unknowns of an optimum: its row sums, losses and tight constraints.

    >>> x, loss = Mechanism(1, 2, [(1, [1, 0])]), kernel.Loss([[0, 1]])
    >>> alone = Problem(1, 2, Privacy("path", [], Fraction(1, 2)), loss, (1, [1]), [], [])
    >>> [*equations(x, alone, Blocks([[0, 2]], [(0, 0)]), [], [])]
    [[1]]
    """
    labels, unknowns = blocks.labels, len(blocks.roots)
    rows, common = x.rows, lcm(*(d for d, _ in x.rows))

    def row(entries: Iterable[tuple[int, int, int]]) -> list[int]:
        found = [0] * unknowns
        for i, r, value in entries:
            if labels[i][r] < unknowns:
                found[labels[i][r]] += value
        return found

    for i, (_, numerators) in enumerate(rows):
        yield row((i, r, v) for r, v in enumerate(numerators))
    for i in support:
        d, numerators = rows[i]
        yield row((i, r, rational(problem.loss.table[i][r]) * v * (common // d)) for r, v in enumerate(numerators))
    for c in active:
        entries = problem.constraints[c].entries.items()
        yield row((i, r, a * rows[i][1][r] * (common // rows[i][0])) for (i, r), a in entries)
