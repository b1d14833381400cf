"""The privacy loss of a response as a random variable: its tail probabilities and its expectation."""

from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx

from exactdp.arithmetic.arguments import probability
from exactdp.arithmetic.enclosures import Enclosure, enclosure
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact, to_arb
from exactdp.arithmetic.spelling import elided, text
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import Neighbours
from exactdp.privacy.level import neighbours_of
from exactdp.shown import Shown


@dataclass(frozen=True)
class PrivacyLoss(Shown):
    """The privacy loss ln(P_r/Q_r) of a response r drawn from P, as the distribution of the ratio P_r/Q_r.

    `ratios` has each ratio with its probability, in decreasing order. None is the ratio of responses with Q_r = 0;
    their loss is infinite. The curve of P against Q depends only on `ratios`.
    Domain: make one with `privacy_loss`.
    Source: Dwork 2013, (1), for single responses, and section 2.4.
    """

    ratios: tuple[tuple[Fraction | None, Fraction], ...]

    @property
    def infinite(self) -> Fraction:
        """The probability of an infinite loss."""
        ratio, probability = self.ratios[0]
        return probability if ratio is None else Fraction(0)

    def delta(self, t: Exact) -> Fraction:
        """Return Σ_r max(0, P_r - t·Q_r), the least δ of P against Q at t = e^ε. Raises: `InputError` for t < 1."""
        least = stretch(t)
        above = (p * (1 - least / ratio) for ratio, p in self.ratios if ratio is not None and ratio > least)
        return self.infinite + sum(above, Fraction(0))

    def alpha(self, delta: Exact) -> Fraction:
        """Return the largest level α for which this δ suffices for P against Q; 0 if it suffices for no finite ε.

        Domain: δ in [0, 1]. Raises: `InputError` outside.
        """
        enough = probability(delta)
        here, there = self.infinite, Fraction(0)
        if here > enough:
            return Fraction(0)
        above = [(ratio, p) for ratio, p in self.ratios if ratio is not None and ratio > 1]
        for ratio, p in (*above, (Fraction(1), Fraction(0))):
            # From here up to the previous ratio, δ(t) is `here` - t·`there`.
            if here - ratio * there > enough:
                return there / (here - enough)
            here, there = here + p, there + p / ratio
        return Fraction(1)

    def expectation(self, bits: int = 64) -> Enclosure:
        """Return rational bounds on the expected loss Σ_r P_r·ln(P_r/Q_r), the divergence of P from Q.

        It is nonnegative, and 0 only if P = Q. Raises: `InputError` if it is infinite.

        >>> print(privacy_loss(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), 0, 1).expectation())
        0.549306…
        """
        if self.infinite:
            raise InputError(
                f"the expected loss is infinite: with probability {elided(text(self.infinite))} the neighbour never "
                "gives the response"
            )
        sizes = [p.denominator.bit_length() for _, p in self.ratios]
        with ctx.workprec(bits + max(sizes) + len(sizes).bit_length() + 20):
            total = arb(0)
            for ratio, probability in self.ratios:
                assert ratio is not None
                total += to_arb(probability) * to_arb(ratio).log()
            return enclosure(total)


def privacy_loss(mechanism: Mechanism, i: int, k: int) -> PrivacyLoss:
    """Return the distribution of the privacy loss of responses on input i against input k.

    Domain: two of the mechanism's inputs. Raises: `InputError` for others.
    Source: Dwork 2013, (1), for single responses, and section 2.4.

    >>> found = privacy_loss(Mechanism([["1/2", "1/3", "1/6"], ["1/4", "3/4", 0]]), 0, 1)
    >>> found.ratios
    ((None, Fraction(1, 6)), (Fraction(2, 1), Fraction(1, 2)), (Fraction(4, 9), Fraction(1, 3)))
    >>> found.infinite, found.delta("3/2"), found.alpha("1/4")
    (Fraction(1, 6), Fraction(7, 24), Fraction(3, 5))
    """
    for each in (i, k):
        if not 0 <= each < len(mechanism):
            raise InputError(f"input {each}: inputs are numbered from 0 to {len(mechanism) - 1}")
    above, below = mechanism.denominators[i], mechanism.denominators[k]
    totals: dict[Fraction | None, int] = {}
    for x, y in zip(mechanism.numerators[i], mechanism.numerators[k], strict=True):
        if x:
            ratio = Fraction(x * below, y * above) if y else None
            totals[ratio] = totals.get(ratio, 0) + x
    return loss_of({ratio: Fraction(total, above) for ratio, total in totals.items()})


def loss_of(probabilities: dict[Fraction | None, Fraction]) -> PrivacyLoss:
    """Return the privacy loss with these probabilities of the ratios.

    >>> loss_of({Fraction(1): Fraction(1)}).delta(1)
    Fraction(0, 1)
    """
    finite = sorted(((ratio, p) for ratio, p in probabilities.items() if ratio is not None), reverse=True)
    infinite = probabilities.get(None)
    return PrivacyLoss((*(((None, infinite),) if infinite else ()), *finite))


def largest_expected_loss(mechanism: Mechanism, neighbours: Neighbours | None = None, bits: int = 64) -> Enclosure:
    """Return rational bounds on the largest expected privacy loss between neighbours, both ways.

    Domain: neighbours as for `level`. Raises: as `neighbours_of` and `PrivacyLoss.expectation`.
    Source: Dwork 2013, section 2.4.

    >>> print(largest_expected_loss(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])))
    0.549306…
    """
    neighbours = neighbours_of(mechanism, neighbours)
    found = [privacy_loss(mechanism, i, k).expectation(bits) for i, k in neighbours.both_ways()]
    if not found:
        return Enclosure(Fraction(0), Fraction(0))
    return Enclosure(max(each.lower for each in found), max(each.upper for each in found))


def stretch(t: Exact) -> Fraction:
    """Return the exact t = e^ε ≥ 1. Raises: `InputError` below 1; as `exact`.

    >>> stretch("3/2")
    Fraction(3, 2)
    """
    value = exact(t)
    if value < 1:
        raise InputError(f"t = {elided(text(value))}: write t = e^ε, which is at least 1")
    return value
