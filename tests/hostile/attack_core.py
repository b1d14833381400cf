"""Attack the logic core: what it makes in the proofs, and in changed steps of the proofs, is true at exact points.

    python tests/hostile/attack_core.py [--every 1] [--changes 2] [--seed 1]

runs the proofs of every claim, or of every tenth one with `--every 10`. Each step of a proof is a theorem. A second
evaluator, which shares no code with the core, computes each of them at points where its assumptions hold. Each step is
also repeated with a change in its arguments: another variable, an index more, another premise, or one premise fewer.
The core refuses the change, or makes a theorem, which must be true, too. The program prints how many theorems it
examined and fails if one is false.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import partial, wraps
from random import Random
from typing import Any

from exactdp.claims import clause as clause_module
from exactdp.claims.checks.instances import Sampler, prepared
from exactdp.claims.claim import Claim
from exactdp.claims.clause import Clause, derived
from exactdp.claims.discovery import by_id
from exactdp.claims.logic import core
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.statements.evaluation import Undefined
from exactdp.claims.statements.expressions import INDEX, NUMBER, Function, free, key
from exactdp.claims.statements.terms import Formula, Term, as_number, substitute
from tests.claims.in_processes import of_claims
from tests.claims.total_values import Unknown, anywhere, at_most, total

UNCHECKED = ("because", "in_coq")
"""The rules for steps that the core does not check."""

RULES = [
    name
    for name, rule in vars(core).items()
    if inspect.isfunction(rule) and not name.startswith("_") and rule.__module__ == core.__name__
    if name not in UNCHECKED
]

POINTS = 4
"""At how many points a theorem is computed, if they are found."""

TRIES = 40
"""How many times a point is looked for, for each theorem."""

STEPS = 100_000
"""How many terms are computed for a theorem, at all points and where its assumptions fail."""

DRAWS = 6
"""How many values a variable is given before a point is given up."""


@dataclass
class Step:
    """A use of a rule in a proof of a clause."""

    rule: str
    arguments: tuple[Any, ...]
    named: Mapping[str, Any]
    made: Theorem


@dataclass
class Outcome:
    """How many theorems of each rule were computed at a point, the points, and those that are false at one."""

    computed: Counter[str] = field(default_factory=Counter)
    points: int = 0
    without: int = 0
    beyond: int = 0
    refused: int = 0
    false: list[str] = field(default_factory=list)

    def __add__(self, other: Outcome) -> Outcome:
        return Outcome(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))


@contextmanager
def recorded(steps: list[Step]) -> Iterator[None]:
    """Add every use of a rule within the block to the steps."""

    def recording(name: str, rule: Callable[..., Theorem]) -> Callable[..., Theorem]:
        @wraps(rule)
        def use(*arguments: Any, **named: Any) -> Theorem:
            # Iterators are read once.
            arguments = tuple(list(each) if isinstance(each, Iterator) else each for each in arguments)
            made = rule(*arguments, **named)
            steps.append(Step(name, arguments, named, made))
            return made

        return use

    usual = {name: getattr(core, name) for name in RULES}
    try:
        for name, rule in usual.items():
            setattr(core, name, recording(name, rule))
        yield
    finally:
        for name, rule in usual.items():
            setattr(core, name, rule)


def steps_of(clause: Clause, claim: Claim) -> list[Step]:
    """Return the steps of the proof of a clause, without those of the clauses that it cites."""

    def cited(name: str) -> Theorem:
        inside = len(steps)
        try:
            return claim.cited(name)
        finally:
            del steps[inside:]

    steps: list[Step] = []
    clause_module._derived.pop(clause, None)
    with recorded(steps):
        derived(clause, cited)
    return steps


class Points:
    """Points for theorems in the proof of a clause: most begin with an instance of the clause."""

    def __init__(self, clause: Clause, random: Random) -> None:
        statement = prepared(clause.given, clause.says, clause.witnesses)
        self._sorts = {name: v.sort for f in (*statement.assumptions, statement.goal) for name, v in free(f).items()}
        self._instances = [
            {name: _function(value) for name, value in found.items()}
            for found in Sampler(statement, shared=True).environments(16)
        ]
        self._random = random

    def of(self, t: Theorem) -> Iterator[dict[str, Any]]:
        """Yield points at which the assumptions of a theorem hold. Raises: `Unknown`."""
        variables = _free(t)
        for turn in range(TRIES):
            known = self._random.choice(self._instances) if self._instances and turn % 4 else {}
            known = {name: value for name, value in known.items() if name in variables}
            known = {name: value for name, value in known.items() if variables[name].sort == self._sorts.get(name)}
            found = self._extended(known, variables, t.given)
            if found is not None:
                yield found

    def _extended(
        self, known: dict[str, Any], variables: Mapping[str, Term], given: Sequence[Formula]
    ) -> dict[str, Any] | None:
        """Return the point with values for all variables; None if an assumption fails for each value drawn."""
        left = [(free(f).keys(), f) for f in given]
        order = {INDEX: 0, NUMBER: 1}
        rest = sorted(variables.keys() - known.keys(), key=lambda name: (order.get(variables[name].sort, 2), name))
        point: dict[str, Any] = {}
        for name in [*sorted(known), *rest]:
            values = [known[name]] if name in known else self._values(variables[name], point, given)
            due = [f for needs, f in left if name in needs and needs <= {*point, name}]
            for value in values:
                if all(total(f, {**point, name: value}) for f in due):
                    point[name] = value
                    break
            else:
                return None
        return point if all(total(f, point) for needs, f in left if not needs) else None

    def _values(self, v: Term, point: Mapping[str, Any], given: Sequence[Formula]) -> Iterator[Any]:
        """Yield the values that equations give to a variable, and then others."""
        for f in given:
            for this, other in (f.args, f.args[::-1]) if f.op == "=" else ():
                if key(this) == key(v) and free(other).keys() <= point.keys():
                    yield total(other, point)
        numbers = [each for each in point.values() if type(each) is int]
        for turn in range(DRAWS):
            if v.sort == INDEX and numbers and turn % 2:
                yield self._random.choice(numbers) + self._random.randint(-1, 1)
            else:
                yield anywhere([v], self._random)[v.args[0]]


def _function(value: Any) -> Any:
    """Return a value of an instance as the second evaluator has it: functions have values everywhere."""
    if isinstance(value, tuple):
        return partial(_entry, value)
    if isinstance(value, frozenset):
        return lambda k: k in value
    return partial(_called, value) if callable(value) else value


def _called(value: Callable[..., Any], *at: Any) -> Any:
    try:
        return value(*map(int, at))
    except (LookupError, Undefined):
        # A function that a script gives may end outside of the arguments that its clause reads.
        raise Unknown(str(at)) from None


def _entry(table: Any, *at: Any) -> Any:
    for k in map(int, at):
        if not 0 <= k < len(table):
            return 0
        table = table[k]
    return table


def examine(t: Theorem, rule: str, points: Points, outcome: Outcome) -> None:
    """Compute a theorem at points, and add what was found to the outcome."""
    met = 0
    try:
        with at_most(STEPS):
            for point in points.of(t):
                if not total(t.says, point):
                    outcome.false.append(f"{rule}: {t}\n  at {point}")
                    return
                met += 1
                if met == POINTS:
                    break
        outcome.without += not met
    except (Unknown, Undefined):
        outcome.beyond += not met
    outcome.computed[rule] += met > 0
    outcome.points += met


def changed(step: Step, others: Sequence[Step], random: Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the arguments of a step with one of them changed; of `combine`, also with all signs changed."""
    arguments, named = list(step.arguments), dict(step.named)
    if step.rule == "combine" and len(arguments) > 1 and random.randrange(8) == 0:
        goal, products = arguments[0], [(_negated(multiplier), of) for multiplier, of in arguments[1]]
        return (Formula(goal.op, *goal.args[::-1], sort=goal.sort), products, *arguments[2:]), named
    if named and random.randrange(3) == 0:
        name = random.choice(list(named))
        named[name] = _changed(named[name], others, random)
    else:
        at = random.randrange(len(arguments))
        arguments[at] = _changed(arguments[at], others, random)
    return tuple(arguments), named


def _changed(given: Any, others: Sequence[Step], random: Random) -> Any:
    if isinstance(given, Theorem):
        t = random.choice(others).made
        return t if random.randrange(2) else core.instance(given, _replaced(_free(given), random))
    if isinstance(given, Formula) and given.op in ("=", "<=", "<") and random.randrange(3) == 0:
        sides = given.args if random.randrange(2) else given.args[::-1]
        return Formula(random.choice(["=", "<=", "<"]), *sides, sort=given.sort)
    if isinstance(given, Term | Formula):
        if given.sort == INDEX and random.randrange(2):
            return given + random.choice((-1, 1))
        return substitute(given, _replaced(free(given), random))
    if isinstance(given, int | Fraction):
        return given + random.choice((-1, 1))
    if isinstance(given, Mapping):
        kept = {name: value for name, value in given.items() if random.randrange(4)}
        return {
            name: value + random.choice((-1, 0, 1)) if isinstance(value, Term | int | Fraction) else value
            for name, value in kept.items()
        }
    if isinstance(given, list | tuple):
        inner = list(given)
        if not inner:
            return [random.choice(others).made]
        at = random.randrange(len(inner))
        if random.randrange(3):
            inner[at] = _changed(inner[at], others, random)
        else:
            del inner[at]
        return type(given)(inner)
    if isinstance(given, str):
        return random.choice(["sum", "product", "least", "largest"])
    return given


def _negated(multiplier: Any) -> Any:
    if isinstance(multiplier, Mapping):
        return {product: -c for product, c in multiplier.items()}
    return as_number(multiplier) * -1


def _free(t: Theorem) -> dict[str, Term]:
    return {name: v for f in (*t.given, t.says) for name, v in free(f).items()}


def _replaced(variables: Mapping[str, Term], random: Random) -> dict[str, Any]:
    """Return another term for one of the variables."""
    if not variables:
        return {}
    v = random.choice(list(variables.values()))
    alike = [each for each in variables.values() if each.sort == v.sort]
    others: list[Any] = alike if isinstance(v.sort, Function) else [*alike, v + 1, v - 1, v * 0]
    return {v.args[0]: random.choice(others)}


def attack(claim_id: str, changes: int, seed: int = 1) -> tuple[Outcome, Outcome]:
    """Examine the theorems that the proofs of a claim make, and those of `changes` changes of each step."""
    of_proofs, of_changes = Outcome(), Outcome()
    claim, random, seen = by_id(claim_id), Random(f"{claim_id} {seed}"), set[Any]()
    for clause in claim.clauses:
        if clause.prove is None:
            continue
        steps = steps_of(clause, claim)
        points = Points(clause, random)
        for step in steps:
            if not _is_new(step.made, seen):
                continue
            examine(step.made, step.rule, points, of_proofs)
            for _ in range(changes):
                try:
                    arguments, named = changed(step, steps, random)
                    made = getattr(core, step.rule)(*arguments, **named)
                except (Refused, ArithmeticError, ValueError, TypeError, LookupError, AttributeError):
                    of_changes.refused += 1
                    continue
                if _is_new(made, seen):
                    examine(made, step.rule, points, of_changes)
    return of_proofs, of_changes


def _is_new(t: Theorem, seen: set[Any]) -> bool:
    """Return whether no other theorem had the same formulas. Steps in words and by functions are not the core's."""
    formulas = frozenset(map(key, t.given)), key(t.says)
    if t.words or t.coq or t.computed or formulas in seen:
        return False
    seen.add(formulas)
    return True


def line(outcome: Outcome) -> str:
    """Return what was found in one line."""
    computed = outcome.computed.total()
    every = computed + outcome.without + outcome.beyond + len(outcome.false)
    return (
        f"{every:,} theorems: {computed:,} true at {outcome.points:,} points, {len(outcome.false)} false, "
        f"{outcome.without:,} without a point, {outcome.beyond:,} beyond the second evaluator"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="attack only every so many claims")
    parser.add_argument("--changes", type=int, default=2, help="how many changes of each step to try")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    of_proofs, of_changes = Outcome(), Outcome()
    for proofs, changes in of_claims(partial(attack, changes=options.changes, seed=options.seed), options.every):
        of_proofs, of_changes = of_proofs + proofs, of_changes + changes
    for each in (*of_proofs.false, *of_changes.false):
        print(f"false: {each}")
    print(f"proofs    {line(of_proofs)}")
    print(f"changes   {of_changes.refused:,} refused; {line(of_changes)}")
    computed = of_proofs.computed + of_changes.computed
    print(f"rules     {', '.join(f'{name} {computed[name]:,}' for name in RULES)}")
    return 1 if of_proofs.false or of_changes.false else 0


if __name__ == "__main__":
    sys.exit(main())
