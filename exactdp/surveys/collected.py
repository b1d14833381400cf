"""Data collected from people in one step: a noisy histogram of their records, or their randomised answers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.model.neighbours import ADD_REMOVE
from exactdp.privacy.ledger import Ledger, Stage
from exactdp.privacy.sampling import Responses, Source, SystemSource, TwoSidedGeometric, rational_level
from exactdp.shown import Shown
from exactdp.surveys.built import Built
from exactdp.surveys.geometric_variants import unit_level
from exactdp.surveys.mwem import CellCounts
from exactdp.surveys.randomized_response import Estimator, k_ary_response, unbiased_estimator
from exactdp.surveys.universe import Attribute, Universe


@dataclass(frozen=True)
class NoisyHistogram(Shown):
    """A count for each cell with unbounded geometric noise of the level `unit`; a count may be negative.

    The exact level is `unit` for adding or removing a record, and unit² for replacing it by a record of another cell.
    It is attained far from all counts.
    """

    universe: Universe
    unit: Fraction
    relation: str
    counts: tuple[int, ...]

    @property
    def ledger(self) -> Ledger:
        """The only stage, with its promise for adding or removing a person."""
        return Ledger([Stage("histogram", self.unit, relation=ADD_REMOVE)], self.relation)


def noisy_histogram(
    universe: Universe, table: CellCounts, alpha: Exact | Exponential, relation: str, source: Source | None = None
) -> NoisyHistogram:
    """Return the histogram of a table with geometric noise, at a level of at least α under a relation of neighbours.

    Domain: 0 < α < 1, at least two cells; the relations "add-remove" and "replace-one". Raises: `InputError` outside.

    >>> from exactdp.privacy.sampling import SeededSource
    >>> universe = Universe((Attribute("smoker", ("no", "yes")),))
    >>> found = noisy_histogram(universe, (40, 10), "1/4", "replace-one", SeededSource(1))
    >>> found.counts, found.unit, str(found.ledger.total())
    ((43, 10), Fraction(1, 2), '1/4-private for replace-one')
    """
    if universe.cells < 2:
        raise InputError("the column has one value, and there is nothing to count: write two or more")
    level = rational_level(alpha)
    unit = level if relation == ADD_REMOVE else unit_level(level, 2)
    noise, chosen = TwoSidedGeometric(unit), source or SystemSource()
    found = NoisyHistogram(universe, unit, relation, tuple(count + noise.draw(chosen) for count in table))
    found.ledger.total()
    return found


@dataclass(frozen=True)
class LocalResponses(Shown):
    """Each person's independently randomised value, and estimates from the responses.

    The randomizer's exact level holds for any two values of one person, without a trusted curator.
    """

    attribute: Attribute
    randomizer: Built
    responses: tuple[str, ...]

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The number of responses of each value."""
        found = Counter(self.responses)
        return tuple(found[value] for value in self.attribute.values)

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """The unbiased estimate of each value's share of the people; it may be below 0 or above 1."""
        n = len(self.responses)
        return tuple(
            sum((score * count for score, count in zip(each.scores, self.counts, strict=True)), Fraction(0)) / n
            for each in self._estimators
        )

    @property
    def variance(self) -> Fraction:
        """The largest variance of the estimate of a share, over all values of the people."""
        return max(max(each.variances) for each in self._estimators) / len(self.responses)

    @cached_property
    def _estimators(self) -> list[Estimator]:
        found = []
        for value in range(len(self.attribute.values)):
            target = [int(k == value) for k in range(len(self.attribute.values))]
            each = unbiased_estimator(self.randomizer.mechanism, target)
            assert isinstance(each, Estimator)  # the truth is more likely than any other answer
            found.append(each)
        return found


def local_responses(
    attribute: Attribute, values: Sequence[str], alpha: Exact | Exponential, source: Source | None = None
) -> LocalResponses:
    """Return the randomised response of each person: the truth has weight 1, every other value weight α.

    Domain: 0 < α < 1, two to `MOST_VALUES` values, at least one person; each value one of the attribute's.
    Raises: `InputError` outside.

    >>> from exactdp.privacy.sampling import SeededSource
    >>> smoker = Attribute("smoker", ("no", "yes"))
    >>> found = local_responses(smoker, ["no"] * 30 + ["yes"] * 10, "1/3", SeededSource(1))
    >>> found.responses[:4], found.counts, found.randomizer.level.alpha
    (('no', 'no', 'yes', 'yes'), (25, 15), Fraction(1, 3))
    >>> [str(share) for share in found.shares], found.variance
    (['3/4', '1/4'], Fraction(3, 160))
    """
    if not 2 <= len(attribute.values) <= MOST_VALUES:
        raise InputError(f"{attribute.name} has {len(attribute.values)} values: write 2 to {MOST_VALUES}")
    built = k_ary_response(len(attribute.values), rational_level(alpha))
    drawn, chosen = Responses(built.mechanism), source or SystemSource()
    position = {value: k for k, value in enumerate(attribute.values)}
    return LocalResponses(
        attribute,
        built,
        tuple(attribute.values[drawn.draw(position[value], chosen)] for value in values),
    )


MOST_VALUES = 100
"""The most values of a randomised column, because its randomizer is a matrix."""
