"""The ledger: the total promise of a pipeline of private stages, with its derivation."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from exactdp.arithmetic.arguments import as_written
from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact
from exactdp.arithmetic.spelling import elided
from exactdp.model.neighbours import ADD_REMOVE, REPLACE_ONE
from exactdp.privacy.composition import (
    LARGEST_GROUP,
    Promise,
    basic_composition,
    group_privacy,
    promise,
)
from exactdp.privacy.level import Level, Privacy, epsilon
from exactdp.privacy.privacy_curve import ApproximatePrivacy, PrivacyCurve
from exactdp.shown import Shown

RULES = {
    "assumption": "the stage is taken at its word: no evidence that is checked here was given",
    "evidence": "the stage's mechanism was decided to be so private",
    "group privacy": "over c steps P ≤ P'/α + δ gives the level α^c and δ·(1 + 1/α + … + 1/α^(c-1))",
    "replacement in two steps": "a row is replaced by removing it and adding another, so this is group privacy for 2",
    "one part": "one step changes one part only, so the worst stage of the group decides",
    "two parts": "a replaced row may leave one part and enter another, so the worst two stages of the group decide",
    "sequential composition": "levels multiply and so do the 1 - δ, whatever later stages know of earlier responses",
}
"""The reason for each rule of a derivation."""

EVIDENCE = (Level, Privacy, ApproximatePrivacy, PrivacyCurve)
"""The types of evidence that the ledger can check."""


@dataclass(frozen=True, init=False)
class Stage(Shown):
    """A stage of a pipeline: a mechanism that is (α, δ)-private for the neighbours of `relation`.

    If the database changes by one step of this relation, the input of the mechanism changes by at most `sensitivity`
    steps. The stages of one `parallel_group` see disjoint parts of the database: each row is in at most one part. Each
    promise is about the whole database, including the choice of the part. Evidence of a type in `EVIDENCE` must imply
    the promise; the caller is responsible for its neighbours. Other evidence is only recorded, and the stage counts as
    an assumption.
    Domain: α and δ in [0, 1]; sensitivity ≥ 0.
    Raises: `InputError` otherwise.
    """

    name: str
    alpha: Fraction
    delta: Fraction
    sensitivity: int
    relation: str
    parallel_group: str | None
    evidence: object

    def __init__(
        self,
        name: str,
        alpha: Exact,
        delta: Exact = 0,
        *,
        sensitivity: int = 1,
        relation: str = REPLACE_ONE,
        parallel_group: str | None = None,
        evidence: object = None,
    ) -> None:
        given = promise(alpha, delta)
        if type(sensitivity) is not int or not 0 <= sensitivity <= LARGEST_GROUP // 2:
            raise InputError(f"stage {elided(name)}: the sensitivity {as_written(sensitivity)}: write 0, 1, 2, …")
        for word in (name, relation, "a group" if parallel_group is None else parallel_group):
            if not word.strip():
                raise InputError(f"stage {elided(name)!r}: a name is empty: write a word")
        _check_evidence(name, given, evidence)
        values = (name, given.alpha, given.delta, sensitivity, relation, parallel_group, evidence)
        self.__dict__.update(zip(self.__dataclass_fields__, values, strict=True))

    def __str__(self) -> str:
        more = f", sensitivity {self.sensitivity}" if self.sensitivity != 1 else ""
        return f"{self.name}: {self.promise} for {self.relation}{more}"

    @property
    def promise(self) -> Promise:
        """The promise of the stage's mechanism for its own neighbours."""
        return Promise(self.alpha, self.delta)


def _check_evidence(name: str, given: Promise, evidence: object) -> None:
    if isinstance(evidence, Privacy | ApproximatePrivacy) and not evidence:
        raise InputError(f"stage {elided(name)}: its evidence is a refutation: give a proof")
    match evidence:
        case Level() | Privacy():
            proved = Promise(evidence.alpha, Fraction(0))
        case ApproximatePrivacy():
            proved = Promise(evidence.alpha, evidence.delta)
        case PrivacyCurve():
            proved = Promise(given.alpha, evidence.delta(given.alpha))
        case _:
            return
    if given.alpha > proved.alpha or given.delta < proved.delta:
        raise InputError(f"stage {elided(name)}: {given} is claimed, and the evidence is for {proved}: write that")


@dataclass(frozen=True)
class Step(Shown):
    """One step of a derivation: by this rule the named stages, or groups, keep this promise for neighbouring databases.

    `uses` are the positions of its premises.
    """

    rule: str
    about: str
    promise: Promise
    uses: tuple[int, ...] = ()

    @property
    def because(self) -> str:
        """The reason for the rule."""
        return RULES[self.rule]

    def __str__(self) -> str:
        return f"{self.about}: {self.promise}, by {self.rule}"


@dataclass(frozen=True)
class Total(Shown):
    """The promise of a whole pipeline for neighbours of the ledger's relation, and its derivation.

    The last step is the promise.

    >>> from exactdp.model.geometric import geometric
    >>> from exactdp.privacy.level import level
    >>> decided = Stage("count", "1/2", evidence=level(geometric(n=3, alpha="1/2")))
    >>> total = Ledger([decided, Stage("median", "9/10", "1/100")]).total()
    >>> print(total, "|", total.epsilon())
    (9/20, 1/100)-private for replace-one | 0.798507…
    >>> [step.rule for step in total.steps], total.assumptions
    (['evidence', 'assumption', 'sequential composition'], ('median',))
    """

    alpha: Fraction
    delta: Fraction
    relation: str
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return f"{Promise(self.alpha, self.delta)} for {self.relation}"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """The stages without checked evidence."""
        return tuple(step.about for step in self.steps if step.rule == "assumption")

    def epsilon(self, bits: int = 64) -> Enclosure:
        """Return rational bounds on ε = -ln α. Raises: `InputError` if α = 0."""
        return epsilon(self.alpha, bits)


@dataclass(frozen=True, init=False)
class Ledger(Shown):
    """The stages of a pipeline on one database, for one relation between databases.

    A stage may depend on all earlier responses. In a group a replaced row may change its part.
    Domain: stages with different names, each for the ledger's relation, or for "add-remove" if the ledger's is
    "replace-one"; groups only under these two relations. Raises: `InputError` otherwise.

    >>> young, old = (Stage(name, "1/2", relation="add-remove", parallel_group="age") for name in ("young", "old"))
    >>> print(Ledger([young, old], "add-remove").total(), "|", Ledger([young, old], "replace-one").total())
    1/2-private for add-remove | 1/4-private for replace-one
    """

    stages: tuple[Stage, ...]
    relation: str

    def __init__(self, stages: Iterable[Stage], relation: str = REPLACE_ONE) -> None:
        self.__dict__.update(stages=tuple(stages), relation=relation)
        for name, often in Counter(stage.name for stage in self.stages).items():
            if often > 1:
                raise InputError(f"{often} stages are called {elided(name)}: write different names")
        for stage in self.stages:
            self._check(stage)

    def _check(self, stage: Stage) -> None:
        if stage.relation != self.relation and (stage.relation, self.relation) != (ADD_REMOVE, REPLACE_ONE):
            raise InputError(
                f"the promise of stage {elided(stage.name)} is about {elided(stage.relation)}, and implies nothing "
                f"about {elided(self.relation)}: give a stage for {elided(self.relation)}"
            )
        group = stage.parallel_group
        if group is not None and self.relation not in (REPLACE_ONE, ADD_REMOVE):
            raise InputError(
                f"under {elided(self.relation)} it isn't known how many parts of {elided(group)!r} one step changes: "
                "leave the group out"
            )

    def total(self) -> Total:
        """Return the promise of the whole pipeline, with its proof.

        >>> total = Ledger([Stage("count", "1/2"), Stage("pairs", "9/10", sensitivity=2)]).total()
        >>> for step in total.steps:
        ...     print(step)
        count: 1/2-private, by assumption
        pairs: 9/10-private, by assumption
        pairs: 81/100-private, by group privacy
        everything: 81/200-private, by sequential composition
        """
        steps: list[Step] = []
        last = {}
        groups: dict[str, list[Stage]] = {}
        for stage in self.stages:
            if stage.parallel_group is None:
                *_, last[stage.name, "stage"] = self._alone(stage, steps)
            else:
                groups.setdefault(stage.parallel_group, []).append(stage)
        for name, stages in groups.items():
            last[name, "group"] = self._in_parallel(name, stages, steps)
        final = tuple(last.values())
        if len(final) != 1:
            together = basic_composition(steps[k].promise for k in final)
            steps.append(Step("sequential composition", "everything", together, final))
        total = steps[-1].promise
        return Total(total.alpha, total.delta, self.relation, tuple(steps))

    def _alone(self, stage: Stage, steps: list[Step]) -> Iterator[int]:
        """Add the steps about a stage; yield the step for its own relation, then the step for the ledger's."""
        decided = isinstance(stage.evidence, EVIDENCE)
        steps.append(Step("evidence" if decided else "assumption", stage.name, stage.promise))
        stated = len(steps) - 1
        if stage.sensitivity != 1:
            grouped = group_privacy(stage.promise, stage.sensitivity)
            steps.append(Step("group privacy", stage.name, grouped, (stated,)))
        yield len(steps) - 1
        if stage.relation != self.relation:
            twice = group_privacy(stage.promise, 2 * stage.sensitivity)
            steps.append(Step("replacement in two steps", stage.name, twice, (stated,)))
        yield len(steps) - 1

    def _in_parallel(self, name: str, stages: list[Stage], steps: list[Step]) -> int:
        moved, stayed = zip(*(self._alone(stage, steps) for stage in stages), strict=True)
        rule, uses = "one part", set(stayed)
        worst = [steps[k].promise for k in stayed]
        if self.relation == REPLACE_ONE and len(stages) > 1:
            rule, uses = "two parts", {*stayed, *moved}
            worst.append(_worst_two([steps[k].promise for k in moved]))
        together = Promise(min(each.alpha for each in worst), max(each.delta for each in worst))
        steps.append(Step(rule, f"group {name}", together, tuple(sorted(uses))))
        return len(steps) - 1


def _worst_two(promises: list[Promise]) -> Promise:
    alphas = sorted(each.alpha for each in promises)[:2]
    deltas = sorted(each.delta for each in promises)[-2:]
    return basic_composition(map(Promise, alphas, deltas))
