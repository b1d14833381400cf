"""Composition and group privacy of mechanisms.

A mechanism is (α, δ)-private if Pr[M(i) ∈ S] ≤ Pr[M(k) ∈ S]/α + δ for all neighbours i, k and all sets S of responses.
So α = e^-ε. The levels α = 0 and δ = 1 promise nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, prod

from flint import ctx

from exactdp.arithmetic.arguments import as_written, privacy_level, probability
from exactdp.arithmetic.enclosures import Enclosure, enclosure
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact, to_arb
from exactdp.arithmetic.spelling import elided, text
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.privacy_loss import PrivacyLoss, loss_of
from exactdp.shown import Shown

LARGEST_GROUP = 100_000
"""The largest group for group privacy."""

LARGEST_JOINT = 1_000_000
"""The most entries of a joint mechanism."""

LARGEST_LOSS = 100_000
"""The most products of ratios in the loss of one more mechanism."""


# Promises


@dataclass(frozen=True)
class Promise(Shown):
    """A promise of (α, δ)-privacy. Domain: make one with `promise`, which checks both numbers.

    Source: Dwork 2013, Definition 8, with α = e^-ε.
    """

    alpha: Fraction
    delta: Fraction

    def __str__(self) -> str:
        level = f"{elided(text(self.alpha))}-private"
        return f"({elided(text(self.alpha))}, {elided(text(self.delta))})-private" if self.delta else level


def promise(alpha: Exact, delta: Exact = 0) -> Promise:
    """Return the promise of (α, δ)-privacy.

    Domain: exact numbers, α and δ in [0, 1]. Raises: `InputError` outside.
    Source: Dwork 2013, Definition 8, with α = e^-ε.

    >>> print(promise("1/2"), promise("1/2", "1/100"))
    1/2-private (1/2, 1/100)-private
    """
    return Promise(privacy_level(alpha), probability(delta))


def basic_composition(promises: Iterable[Promise]) -> Promise:
    """Return the joint promise of mechanisms on the same input; each may depend on all earlier responses.

    The levels multiply, and so do the 1 - δ: the joint δ is at most the sum, and less if two are positive. The proof
    for two: with h(y) = min(1, Q₂(S|y)/(α₂·(1 - δ₂))), the second promise gives P₂(S|y) ≤ δ₂ + (1 - δ₂)·h(y). The first
    gives Σ P₁·h ≤ Σ Q₁·h/α₁ + δ₁, because h has values in [0, 1]. At this level no smaller δ holds for all mechanisms.
    Domain: any number of promises; the joint promise of none is (1, 0).
    Source: Dwork 2013, section 2.2, and the lecture notes, Lemma 3.3 and Theorem 3.5, for δ = 0.

    >>> print(basic_composition([promise("1/2", "1/10"), promise("1/3", "1/10")]))
    (1/6, 19/100)-private
    """
    alpha, kept = Fraction(1), Fraction(1)
    for each in promises:
        alpha *= each.alpha
        kept *= 1 - each.delta
    return Promise(alpha, 1 - kept)


def group_privacy(each: Promise, size: int) -> Promise:
    """Return the promise for inputs at distance `size` that follows from a promise for neighbours.

    It is (α^c, min(1, δ·(1 + 1/α + … + 1/α^(c-1)))), by c = `size` steps of P ≤ P'/α + δ.
    Domain: size ≥ 0. Raises: `InputError` outside, or above `LARGEST_GROUP`.
    Source: Dwork 2013, section 2.2, and the lecture notes, section 3.1, for δ = 0.

    >>> print(group_privacy(promise("1/2", "1/100"), 3))
    (1/8, 7/100)-private
    >>> group_privacy(promise(0, "1/2"), 2)
    Promise(alpha=0, delta=1)
    """
    if type(size) is not int or not 0 <= size <= LARGEST_GROUP:
        raise InputError(f"a group of {as_written(size)}: write a size from 0 to {LARGEST_GROUP:,}")
    if size <= 1:
        return each if size else Promise(Fraction(1), Fraction(0))
    level = each.alpha**size
    if each.alpha in (0, 1) or not each.delta:
        steps = Fraction(size) if each.alpha else Fraction(1) if not each.delta else 1 / each.delta
    else:
        steps = (1 / level - 1) / (1 / each.alpha - 1)
    return Promise(level, min(each.delta * steps, Fraction(1)))


# Joint mechanisms


def together(*mechanisms: Mechanism) -> Mechanism:
    """Return the mechanism that runs all of these independently on the same input and gives all responses.

    Domain: one or more mechanisms on the same inputs. Raises: `InputError` otherwise, and for more than `LARGEST_JOINT`
    entries.
    Source: the lecture notes, Lemma 3.3.

    >>> response = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> together(response, response)
    Mechanism 2 × 4
        0,0   0,1   1,0   1,1
    0  9/16  3/16  3/16  1/16
    1  1/16  3/16  3/16  9/16
    """
    if not mechanisms:
        raise InputError("no mechanism is given: write at least one")
    first, rows = mechanisms[0], range(len(mechanisms[0]))
    for other in mechanisms[1:]:
        if other.inputs != first.inputs:
            here, there = (elided(", ".join(each.inputs)) for each in (first, other))
            raise InputError(f"the inputs are {here} and {there}: give both mechanisms the same, in one order")
    if len(rows) * prod(each.shape[1] for each in mechanisms) > LARGEST_JOINT:
        raise InputError(
            f"the joint mechanism would have more than {LARGEST_JOINT:,} entries: compose the privacy losses instead"
        )
    return Mechanism.from_integers(
        [list(map(prod, product(*(each.numerators[i] for each in mechanisms)))) for i in rows],
        [prod(each.denominators[i] for each in mechanisms) for i in rows],
        first.inputs,
        map(",".join, product(*(each.responses for each in mechanisms))),
    )


# The optimal curve


def _repeated(each: Promise, times: int) -> PrivacyLoss:
    """Return the loss of `times` runs of the worst (α, δ)-private mechanism, by the number j of less likely responses.

    It reveals the input with probability δ, and otherwise is randomised response at the level α. Every other mechanism
    follows from it by post-processing, with a remap for each pair of inputs. At α = 0 the loss is infinite.
    Source: Kairouz, Oh & Viswanath 2015, Theorem 3.2 and its proof.
    """
    if each.alpha == 0:
        return loss_of({None: Fraction(1)})
    kept, total = (1 - each.delta) ** times, (1 + each.alpha) ** times
    found: defaultdict[Fraction | None, Fraction] = defaultdict(Fraction)
    for j in range(times + 1):
        found[each.alpha ** (2 * j - times)] += kept * comb(times, j) * each.alpha**j / total
    found[None] = 1 - kept
    return loss_of(found)


def composed_loss(losses: Iterable[PrivacyLoss]) -> PrivacyLoss:
    """Return the privacy loss of mechanisms run independently, with products of the ratios of their responses.

    Equal ratios are merged, so k runs of a geometric mechanism have about k ratios.
    Raises: `InputError` for more than `LARGEST_LOSS` products.

    >>> from exactdp.privacy.privacy_loss import privacy_loss
    >>> loss = privacy_loss(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), 0, 1)
    >>> [(str(ratio), str(p)) for ratio, p in composed_loss([loss, loss]).ratios]
    [('9', '9/16'), ('1', '3/8'), ('1/9', '1/16')]
    """
    found: dict[Fraction | None, Fraction] = {Fraction(1): Fraction(1)}
    for loss in losses:
        if len(found) * len(loss.ratios) > LARGEST_LOSS:
            raise InputError(f"the losses have more than {LARGEST_LOSS:,} sums: give fewer, or equal levels")
        added: defaultdict[Fraction | None, Fraction] = defaultdict(Fraction)
        for ratio, p in found.items():
            for other, q in loss.ratios:
                added[None if ratio is None or other is None else ratio * other] += p * q
        found = added
    return loss_of(found)


def optimal_composition(promises: Iterable[Promise]) -> PrivacyLoss:
    """Return the privacy loss with the least curve that these promises imply together, adaptively or not.

    So `optimal_composition(…).delta(t)` is the least δ, and `.alpha(δ)` the largest level, that holds for all
    mechanisms that keep these promises. For k runs of one level with δ = 0 it is the binomial
    δ(t) = Σ_j C(k, j)·max(0, α^j - t·α^(k-j)) / (1 + α)^k.
    Domain: any promises; equal ones are quick, k different levels have up to 2^k losses. Raises: as `composed_loss`.
    Source: Kairouz, Oh & Viswanath 2015, Theorem 3.3; Dwork 2013, section 2.4, asks for such bounds.

    >>> ten = optimal_composition([promise("9/10")] * 10)
    >>> ten.delta(1 / Fraction("9/10") ** 4) < Fraction(3, 100), basic_composition([promise("9/10")] * 10).delta
    (True, Fraction(0, 1))
    """
    return composed_loss(_repeated(each, times) for each, times in Counter(promises).items())


# The theorem


@dataclass(frozen=True)
class AdvancedComposition(Shown):
    """The advanced composition theorem for k runs: three values of ε for this δ, as rational bounds.

    `printed` is √(2k·ln(1/s))·ε + kε(e^ε - 1); `sharper` has the largest expected loss of an ε-private mechanism,
    ε·(e^ε - 1)/(e^ε + 1), in place of ε(e^ε - 1); and `basic` is kε.
    Source: Dwork 2013, section 2.4.
    """

    k: int
    slack: Fraction
    each: Promise
    basic: Enclosure
    printed: Enclosure
    sharper: Enclosure

    @property
    def delta(self) -> Fraction:
        """The δ of the printed theorem: min(1, k·δ' + s)."""
        return min(self.k * self.each.delta + self.slack, Fraction(1))


def advanced_composition(each: Promise, k: int, slack: Exact, bits: int = 64) -> AdvancedComposition:
    """Evaluate the advanced composition theorem for k mechanisms with the same promise, by ball arithmetic.

    Domain: 0 < α; k ≥ 0; 0 < s ≤ 1 for the slack s. Raises: `InputError` outside.
    Source: Dwork 2013, section 2.4; Dwork, Rothblum & Vadhan 2010, Theorem III.3.

    >>> found = advanced_composition(promise("9/10"), 100, "1/1000000")
    >>> print(found.basic, found.printed, found.sharper)
    10.536051… 6.708970… 6.092827…
    """
    share = exact(slack)
    if type(k) is not int or not 0 <= k <= LARGEST_GROUP:
        raise InputError(f"{as_written(k)} mechanisms: write a number from 0 to {LARGEST_GROUP:,}")
    if not 0 < share <= 1:
        raise InputError(f"the slack is {elided(text(share))}: write a probability above 0, such as 1/1000000")
    if each.alpha == 0:
        raise InputError("α = 0 promises nothing, and neither does a composition: write a level above 0")
    with ctx.workprec(
        bits + each.alpha.denominator.bit_length() + share.denominator.bit_length() + k.bit_length() + 40
    ):
        level = to_arb(each.alpha)
        epsilon = -level.log()
        root = (-2 * k * to_arb(share).log()).sqrt() * epsilon
        mean = k * epsilon * (1 - level)
        bounds = (k * epsilon, root + mean / level, root + mean / (1 + level))
        return AdvancedComposition(k, share, each, *map(enclosure, bounds))
