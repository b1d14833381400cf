"""One true result released at several privacy levels; colluding readers learn no more than the best informed one.

Algorithm 1 of Gupte & Sundararajan 2010: G_{n,α_1} gives the first answer, and the remap T with G_{n,β} = G_{n,α}·T
makes each next answer from the one before. This needs no matrix. T keeps a response k with probability 1-c, and
otherwise draws the response of G_{n,β} on k. Here c is (β-α)·(1-αβ)/(β·(1-α)²), or (β-α)/(β·(1-α)) at the two ends
k = 0 and n.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import prod

from exactdp.arithmetic.arguments import database_size, listed
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact
from exactdp.arithmetic.exponential_levels import Exponential, RationalOrExponential, level_text
from exactdp.arithmetic.spelling import elided
from exactdp.model.geometric import geometric, transition
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.sizes import by_name
from exactdp.polytope.derivability import Derivation
from exactdp.privacy.level import Level, level
from exactdp.privacy.sampling import Real, Source, SystemSource, TwoSidedGeometric, bernoulli, level_inside
from exactdp.shown import Shown

JOINT_ENTRIES = 10**7
"""The most entries of a joint mechanism."""


@dataclass(frozen=True)
class Release(Shown):
    """The answers r_1, …, r_k and their levels, without the true result.

    Source: Gupte & Sundararajan 2010, Algorithm 1.
    """

    n: int
    levels: tuple[RationalOrExponential, ...]
    responses: tuple[int, ...]


@dataclass(frozen=True)
class CoalitionLevel(Shown):
    """The joint mechanism of a coalition with its exact level, and the level of as many independent answers.

    `members` number the levels from 1, as in the paper; both mechanisms have a response for each tuple of answers.
    `from_first` derives the joint mechanism from the geometric mechanism of the coalition's least level. Each member's
    own mechanism follows from the joint one by omitting the other answers.
    Source: Gupte & Sundararajan 2010, Lemma 4.

    >>> found = Chain(n=1, levels=["1/4", "1/2", "3/4"]).coalition([1, 3])
    >>> print(found.members, found.joint, found.independent, found.joint.mechanism.shape)
    (1, 3) 1/4 3/16 (2, 4)
    >>> found.from_first.source @ found.from_first.remap == found.joint.mechanism
    True
    >>> [each.mechanism.rows[0] for each in found.marginals]
    [(Fraction(4, 5), Fraction(1, 5)), (Fraction(4, 7), Fraction(3, 7))]
    """

    members: tuple[int, ...]
    joint: Level
    independent: Level
    from_first: Derivation
    marginals: tuple[Derivation, ...]


class Chain(Shown):
    """Algorithm 1 for a count from 0 to n and levels α_1 < … < α_k.

    Domain: n ≥ 0; levels inside (0, 1), each an exact number or an `Exponential`.
    Raises: `InputError` for n < 0, and for no levels, a level outside (0, 1), or levels that do not increase.
    Source: Gupte & Sundararajan 2010, Algorithm 1 and Lemma 3.

    >>> from exactdp.privacy.sampling import SeededSource
    >>> chain = Chain(n=10**6, levels=["1/4", "1/2", "3/4"])
    >>> chain.release(137, SeededSource(1)).responses
    (138, 138, 137)
    """

    @by_name
    def __init__(self, *, n: int, levels: Iterable[Exact | Exponential]) -> None:
        self.n = database_size(n)
        self.levels: tuple[RationalOrExponential, ...] = tuple(
            level_inside(each) for each in listed(levels, "levels", "['1/4', '1/2']")
        )
        if not self.levels:
            raise InputError("no level is given: write at least one, such as 1/2")
        for before, after in pairwise(self.levels):
            if before == after:
                raise InputError(f"the level {level_text(after)} occurs twice: one answer at each level is enough")
            if not before < after:
                raise InputError(
                    f"the level {level_text(after)} comes after {level_text(before)}: write the levels in order, the "
                    "least private first"
                )
        self._noise = [TwoSidedGeometric(each) for each in self.levels]
        self._stages = [(_drawn_inside(a, b), _drawn_at_the_ends(a, b)) for a, b in pairwise(self.levels)]

    def release(self, count: int, source: Source | None = None) -> Release:
        """Return an answer for each level, drawn exactly.

        Raises: `InputError` for a count outside; the message does not contain the count. The default source of bits is
        the operating system.
        """
        if not 0 <= count <= self.n:
            raise InputError(f"the count: write a whole number from 0 to n = {self.n}")
        chosen = source or SystemSource()
        responses = [self._noise[0].clamped(n=self.n, i=count, source=chosen)]
        for noise, (inside, at_the_ends) in zip(self._noise[1:], self._stages, strict=True):
            last = responses[-1]
            drawn = at_the_ends if last in (0, self.n) else inside
            responses.append(noise.clamped(n=self.n, i=last, source=chosen) if bernoulli(drawn, chosen) else last)
        return Release(self.n, self.levels, tuple(responses))

    def joint(self, members: Sequence[int] | None = None) -> Mechanism:
        """Return the joint mechanism of a coalition: its responses are tuples of answers, such as "2,0,1".

        Domain: rational levels; members from 1 to k, in order, by default all; at most 10,000,000 entries.
        Raises: `InputError` outside.
        Source: Gupte & Sundararajan 2010, Lemma 4.

        >>> Chain(n=1, levels=["1/4", "1/2"]).joint()
        Mechanism 2 × 4
             0,0   0,1   1,0    1,1
        0  28/45  8/45  2/45   7/45
        1   7/45  2/45  8/45  28/45
        """
        levels = self._rational(members)
        return _induced(geometric(n=self.n, alpha=levels[0]), self._added(levels))

    def independent(self, members: Sequence[int] | None = None) -> Mechanism:
        """Return the mechanism of independent answers at the same levels. Domain and errors: as `joint`."""
        single = [geometric(n=self.n, alpha=each) for each in self._rational(members)]
        answers = self._answers(len(single))
        rows = [
            [_product(g[i, r] for g, r in zip(single, each, strict=True)) for each in answers] for i in self._counts
        ]
        return Mechanism(rows, responses=map(_label, answers))

    def coalitions(self) -> Iterator[CoalitionLevel]:
        """Yield every coalition, by size, with its exact level. Domain and errors: as `joint`.

        >>> found = Chain(n=1, levels=["1/4", "1/2"]).coalitions()
        >>> [(each.members, str(each.joint), str(each.independent)) for each in found]
        [((1,), '1/4', '1/4'), ((2,), '1/2', '1/2'), ((1, 2), '1/4', '1/8')]
        """
        self._rational(None)  # reject sizes that are too large for all together before any work
        numbers = range(1, len(self.levels) + 1)
        for size in numbers:
            for members in combinations(numbers, size):
                yield self.coalition(members)

    def coalition(self, members: Sequence[int]) -> CoalitionLevel:
        """Return one coalition's level and derivations. Domain and errors: as `joint`."""
        levels = self._rational(members)
        first, added = geometric(n=self.n, alpha=levels[0]), self._added(levels)
        joint, answers = _induced(first, added), self._answers(len(levels))
        marginals = (
            Derivation(
                deterministic([each[k] for each in answers], responses=range(self.n + 1)),
                geometric(n=self.n, alpha=alpha),
                joint,
            )
            for k, alpha in enumerate(levels)
        )
        return CoalitionLevel(
            tuple(members),
            level(joint),
            level(self.independent(members)),
            Derivation(added, joint, first),
            tuple(marginals),
        )

    def exact_levels(self, members: Sequence[int]) -> tuple[RationalOrExponential, str]:
        """Return the exact level of a coalition's joint mechanism, and of independent answers, the product, as text.

        The joint mechanism is a remap of the first member's G, and this G is a remap of it. Domain: n ≥ 1; members as
        for `joint`.
        Source: Gupte & Sundararajan 2010, Lemma 4.

        >>> from exactdp.arithmetic.exponential_levels import Exponential
        >>> Chain(n=1, levels=[Exponential(2), "1/4", Exponential(1)]).exact_levels([1, 2, 3])
        (e^-2, '1/4·e^-3')
        """
        levels = [self.levels[each - 1] for each in members]
        rational = prod((each for each in levels if isinstance(each, Fraction)), start=Fraction(1))
        epsilons = [each.epsilon for each in levels if isinstance(each, Exponential)]
        total = sum(epsilons, Fraction(0))
        exponential = [f"e^-{total}" if total.denominator == 1 else f"e^-({elided(str(total))})"] if epsilons else []
        shown = [level_text(rational)] if rational != 1 or not epsilons else []
        return levels[0], "·".join([*shown, *exponential])

    def _added(self, levels: Sequence[Fraction]) -> Mechanism:
        """Return the remap from the answer at the first level to the answers at all levels."""
        remaps = [transition(n=self.n, alpha=a, beta=b) for a, b in pairwise(levels)]
        answers = self._answers(len(levels))
        after = [_product(t[k, r] for t, (k, r) in zip(remaps, pairwise(each), strict=True)) for each in answers]
        rows = [[p if each[0] == k else 0 for each, p in zip(answers, after, strict=True)] for k in self._counts]
        return Mechanism(rows, responses=map(_label, answers))

    @property
    def rational_levels(self) -> list[Fraction]:
        """The levels, if all of them are rational. Raises: `InputError` for a level e^-ε.

        >>> Chain(n=1, levels=["1/4", "1/2"]).rational_levels
        [Fraction(1, 4), Fraction(1, 2)]
        """
        return _fractions(self.levels)

    @property
    def _counts(self) -> range:
        return range(self.n + 1)

    def _answers(self, size: int) -> list[tuple[int, ...]]:
        return list(product(self._counts, repeat=size))

    def _rational(self, members: Sequence[int] | None) -> list[Fraction]:
        numbers = range(1, len(self.levels) + 1)
        chosen = list(numbers) if members is None else list(members)
        if not chosen:
            raise InputError("the coalition is empty: write the numbers of its levels, such as 1,3")
        if not set(chosen) <= set(numbers) or any(a >= b for a, b in pairwise(chosen)):
            listed = elided(",".join(map(str, chosen)))
            raise InputError(f"the coalition {listed}: write different numbers from 1 to {len(numbers)}, in order")
        if (self.n + 1) ** (len(chosen) + 1) > JOINT_ENTRIES:
            raise InputError(
                f"the joint mechanism of {len(chosen)} answers has {self.n + 1}^{len(chosen) + 1} entries: "
                f"up to {JOINT_ENTRIES:,} are written out, so write a smaller n"
            )
        return _fractions(self.levels[each - 1] for each in chosen)


def _fractions(levels: Iterable[RationalOrExponential]) -> list[Fraction]:
    found = []
    for each in levels:
        if not isinstance(each, Fraction):
            raise InputError("the joint mechanism of irrational levels e^-ε is not an exact matrix: write levels α")
        found.append(each)
    return found


def _induced(source: Mechanism, remap: Mechanism) -> Mechanism:
    found = source @ remap
    assert isinstance(found, Mechanism)
    return found


def _product(factors: Iterable[Fraction]) -> Fraction:
    return prod(factors, start=Fraction(1))


def _label(answers: tuple[int, ...]) -> str:
    return ",".join(map(str, answers))


def _drawn_inside(alpha: RationalOrExponential, beta: RationalOrExponential) -> Real:
    return Real(lambda a, b: (b - a) * (1 - a * b) / (b * (1 - a) ** 2), alpha, beta)


def _drawn_at_the_ends(alpha: RationalOrExponential, beta: RationalOrExponential) -> Real:
    return Real(lambda a, b: (b - a) / (b * (1 - a)), alpha, beta)
