"""What the certificate of a phase diagram states, decided at single levels from the definitions.

Nothing here looks into the checker, nor at a polynomial between two levels. A certificate must be well formed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from exactdp.certificates.certificate import certify
from exactdp.model.geometric import geometric
from exactdp.model.losses import table
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.interaction import interact

Coefficients = tuple[int, ...]


@dataclass(frozen=True)
class Phase:
    value: list[Coefficients]
    common: Coefficients
    entries: dict[tuple[int, int], Coefficients]


@dataclass(frozen=True)
class Stated:
    """A statement: what one loses, what one knows, and the phases with the breakpoints between them."""

    kind: str
    losses: tuple[tuple[Fraction, ...], ...]
    prior: tuple[Fraction, ...] | None
    inputs: tuple[int, ...]
    breakpoints: list[tuple[Coefficients, Fraction, Fraction]]
    phases: list[Phase]

    def phase(self, alpha: Fraction) -> Phase:
        """Return the phase that the level is in."""
        return self.phases[sum(_is_above(alpha, *each) for each in self.breakpoints)]


def parsed(data: bytes) -> Stated:
    """Return what the lines of a statement say."""
    lines = [line.split() for line in data.decode().partition("\nproof\n")[0].splitlines()]
    said = {words[0]: words[1:] for words in lines}
    size = range(int(said["geometric"][0]) + 1)
    numbers = {name: [int(word) for word in said[name]] for name in ("exponent", "above", "slopes") if name in said}
    match said["loss"]:
        case ["power"]:
            losses = [[Fraction(abs(i - r) ** numbers["exponent"][0]) for r in size] for i in size]
        case ["threshold"]:
            losses = [[Fraction(abs(i - r) > numbers["above"][0]) for r in size] for i in size]
        case ["asymmetric"]:
            over, under = (Fraction(slope, numbers["slopes"][0]) for slope in numbers["slopes"][1:])
            losses = [[over * (r - i) if r > i else under * (i - r) for r in size] for i in size]
        case _:
            rows = [[int(word) for word in words[1:]] for words in lines if words[0] == "row"]
            losses = [[Fraction(v, row[0]) for v in row[1:]] for row in rows]
    whole = [int(word) for word in said.get("prior", [])]
    phases: list[Phase] = []
    for words in lines:
        match words:
            case ["value", bottom, top]:
                phases.append(Phase([_coefficients(bottom), _coefficients(top)], (), {}))
            case ["remap", common, _]:
                phases[-1] = Phase(phases[-1].value, _coefficients(common), {})
            case ["entry", k, r, t]:
                phases[-1].entries[int(k), int(r)] = _coefficients(t)
    return Stated(
        said["statement"][0],
        tuple(map(tuple, losses)),
        tuple(Fraction(v, whole[0]) for v in whole[1:]) or None,
        tuple(i for i in size if said.get("inputs", ["1"] * len(size))[i] == "1"),
        [(_coefficients(p), Fraction(low), Fraction(high)) for name, p, low, high in _of_four(lines, "breakpoint")],
        phases,
    )


def _of_four(lines: list[list[str]], name: str) -> list[tuple[str, ...]]:
    return [tuple(words) for words in lines if words[0] == name]


def _coefficients(word: str) -> Coefficients:
    return tuple(int(c, 0) for c in word.split(","))


def at(p: Coefficients, alpha: Fraction) -> Fraction:
    return sum((c * alpha**k for k, c in enumerate(p)), Fraction(0))


def _is_above(alpha: Fraction, p: Coefficients, low: Fraction, high: Fraction) -> bool:
    if not low < alpha < high:
        return alpha >= high
    return at(p, alpha) * at(p, high) > 0


def is_true_at(stated: Stated, alpha: Fraction) -> bool:
    """Say whether what is stated holds at one level: the remap is one, has the loss stated, and none has less."""
    size = range(len(stated.losses))
    phase = stated.phase(alpha)
    bottom, top = (at(p, alpha) for p in phase.value)
    common = at(phase.common, alpha)
    if not bottom or not common:
        return False
    remap = [[at(phase.entries.get((k, r), ()), alpha) / common for r in size] for k in size]
    if any(sum(row) != 1 or min(row) < 0 for row in remap):
        return False
    of_inputs = expected(stated.losses, alpha, remap)
    lost = max(of_inputs[i] for i in stated.inputs)
    if stated.prior is not None:
        lost = sum((p * v for p, v in zip(stated.prior, of_inputs, strict=True)), Fraction(0))
    least = least_loss(stated.losses, stated.prior, stated.inputs, alpha)
    return lost <= top / bottom <= least and (stated.kind == "interaction" or _is_unimodal(stated.losses))


def expected(losses: tuple[tuple[Fraction, ...], ...], alpha: Fraction, remap: list[list[Fraction]]) -> list[Fraction]:
    """Return what each input loses by G and then the remap."""
    size = range(len(losses))
    g = _geometric(len(losses), alpha)
    return [sum((g[i][k] * remap[k][r] * losses[i][r] for k in size for r in size), Fraction(0)) for i in size]


def _geometric(size: int, alpha: Fraction) -> list[list[Fraction]]:
    ends = {0, size - 1}
    return [
        [alpha ** abs(i - k) * (1 if k in ends else 1 - alpha) / (1 + alpha) for k in range(size)] for i in range(size)
    ]


@cache
def least_loss(
    losses: tuple[tuple[Fraction, ...], ...],
    prior: tuple[Fraction, ...] | None,
    inputs: tuple[int, ...],
    alpha: Fraction,
) -> Fraction:
    """Return the least loss of a remap of G: by Bayes' rule, or of a minimax consumer as the kernel certifies it."""
    size = range(len(losses))
    if prior is None:
        consumer = MinimaxConsumer(table(losses), inputs=size, side_information=inputs)
        found = interact(consumer, geometric(n=len(losses) - 1, alpha=alpha))
        certify(found)
        return Fraction(found.value)
    g = _geometric(len(losses), alpha)
    return sum((min(sum(prior[i] * g[i][k] * losses[i][r] for i in size) for r in size) for k in size), Fraction(0))


def _is_unimodal(losses: tuple[tuple[Fraction, ...], ...]) -> bool:
    return all(
        sorted(row[: i + 1], reverse=True) == list(row[: i + 1]) and sorted(row[i:]) == list(row[i:])
        for i, row in enumerate(losses)
    )
