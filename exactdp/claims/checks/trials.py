"""Evaluate a statement at its instances: how many satisfy its assumptions, and the smallest that refutes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from exactdp.claims.checks.agreement import disagreement
from exactdp.claims.checks.instances import ENTRIES, Anywhere, Sampler, measure, prepared, with_entries
from exactdp.claims.checks.worst_case import LinearStatement
from exactdp.claims.statements.decisions import NoValue, Rule
from exactdp.claims.statements.evaluation import Evaluation, NotRunThrough, OutsideTable, Undefined, compiled
from exactdp.claims.statements.expressions import INDEX, NUMBER, TRUTH, Function, free, subexpressions
from exactdp.claims.statements.formulas import Some
from exactdp.claims.statements.opening import Opened
from exactdp.claims.statements.patterns import turned
from exactdp.claims.statements.ranges import Environment, Value, values_to_try
from exactdp.claims.statements.terms import TRUE, Formula, Term, conjuncts, unfold

WORST_CASES = 8
"""At how many instances a linear program looks for the worst function."""

PROGRAMS = 2
"""How many ways in which the goal may fail are tried at each of these instances."""

PROGRAMS_THOROUGH = 8
"""The same in a thorough run: at the eight instances together, it tries up to 64 ways."""

COMPARED = 6
"""At how many instances each name that has a formula and a function of the library is compared."""

SMALLER = 200
"""The number of instances searched for a smaller counterexample than the one found."""

PATIENCE = 40
"""After this many draws in a row without an instance, the search stops, if any counterexample is enough.

Of 781 changed statements with a counterexample, 776 had it sooner, and the search in vain took most of the time.
"""


@dataclass(frozen=True)
class Counterexample:
    """An environment at which the assumptions hold and the goal fails, and one line that says so.

    `outside` says that the goal reads a function outside of its table, and `undefined` that it has no value.

    >>> Counterexample({"n": 0}, "n = 0: the left side is 0, the right side 1").by_witness
    False
    """

    environment: Environment
    words: str
    by_witness: bool = False
    outside: bool = False
    undefined: bool = False


@dataclass(frozen=True)
class Trial:
    """The result of evaluating a statement at its instances.

    `met` counts the instances, at which all assumptions hold. `telling` counts those at which the goal compares two
    numbers or indices that are not both 0; the others are trivial. `undecided` counts those at which the values of a
    quantifier cannot all be tried, and `reason` names one. `counterexample` is the smallest one found. `disagreement`
    says where the formula and the function of a name differ; `COMPARED` instances are checked for this. `instances`
    are the environments, unless the goal was evaluated part by part, each part at instances of its own.

    >>> Trial(0, 0, 0).failure
    'no instance meets the assumptions'
    """

    met: int
    telling: int
    undecided: int
    counterexample: Counterexample | None = None
    reason: str = ""
    disagreement: str = ""
    instances: Sequence[Environment] | None = field(default=None, repr=False, compare=False)

    @property
    def failure(self) -> str:
        """Why the statement fails, in one line; "" if it does not."""
        if self.counterexample is not None or self.disagreement:
            return self.disagreement or (self.counterexample.words if self.counterexample else "")
        if not self.met:
            return "no instance meets the assumptions" + (f": {self.reason}" if self.reason else "")
        if self.undecided == self.met:
            return f"no instance can be evaluated: {self.reason}"
        return "" if self.telling else "every instance is trivial: the goal compares 0 with 0, or nothing"


def refuted(
    assumptions: Iterable[Formula],
    goal: Formula,
    *,
    witnesses: Mapping[str, Term] | None = None,
    own_witnesses: bool = False,
    most: int | None = None,
    worst_cases: int = WORST_CASES,
    thorough: bool = False,
    first: bool = False,
    share: int = 1,
) -> Trial:
    """Evaluate the goal at the instances of the assumptions, and look for the worst functions at some of them.

    An undefined term refutes, too; the counterexample has a value if one is found. With witnesses, a failure refutes
    the statement only with `own_witnesses`; otherwise the words say that the witness fails. With `first`, the search
    ends at the first counterexample, which is then seldom the smallest. With a `share` of 3, a third of the instances
    are tried.

    >>> from exactdp.claims.statements.formulas import Sum, indices, number
    >>> k, n = indices("k n")
    >>> refuted([0 <= n], Sum(k, 1, n, k) == n * (n + 1) / 2).failure
    ''
    >>> refuted([0 <= n], Sum(k, 0, n, 1) == number("α")).failure
    'n = 0, α = 0: the left side is 1, the right side is 0'
    """
    statement = prepared(assumptions, goal, witnesses)
    parts = conjuncts(statement.goal)
    if any(part.op == "all" and part.args[0].sort != INDEX for part in parts) and len(parts) > 1:
        return _together(
            refuted(
                statement.assumptions,
                part,
                witnesses=witnesses,
                own_witnesses=own_witnesses,
                most=most,
                worst_cases=worst_cases,
                thorough=thorough,
                first=first,
                share=share,
            )
            for part in parts
        )
    made = Sampler(statement, thorough=thorough, shared=first, share=share)
    holds, tells = compiled(statement.goal), compiled(telling(statement.goal))
    found: list[Environment] = []
    failed: list[Environment] = []
    undefined: list[Environment] = []
    told = undecided = 0
    reason = ""
    for env in made.environments(most, patience=PATIENCE if first else None):
        found.append(env)
        try:
            if holds(env):
                told += _told(tells, env)
                continue
            failed.append(env)
        except NotRunThrough as error:
            undecided, reason = undecided + 1, str(error)
            continue
        except Undefined:
            undefined.append(env)
        told += 1
        if first:
            break
    failed = failed or undefined
    if not failed and worst_cases:
        failed = list(_worst(statement, made, found, -(-worst_cases // share), thorough))
    counterexample = None
    if failed:
        env = failed[0] if first else _smallest(failed, made, holds)
        by_witness = statement.by_witness and not own_witnesses
        words = f"{environment_text(env)}: {'the witness fails: ' if by_witness else ''}{_why(statement.goal, env)}"
        counterexample = Counterexample(env, words.lstrip(": "), by_witness, *_lacks_a_value(holds, env))
    differing = "" if first else _disagreement(statement, found[:COMPARED])
    return Trial(len(found), told, undecided, counterexample, reason or made.undecided, differing, found)


def _disagreement(statement: Opened, environments: Iterable[Environment]) -> str:
    """Return the first difference between the formula and the function of a name, in the assumptions or the goal."""
    named = [f for f in (*statement.assumptions, statement.goal) if _has_both(f)]
    for env in environments:
        for f in named:
            try:
                if words := disagreement(f, env):
                    return words
            except Undefined:
                continue
    return ""


def _has_both(e: object) -> bool:
    """Return whether an expression, or the meaning of its names, contains a name with a formula and a function."""
    names = [part.args[0] for part in subexpressions(e) if part.op == "defined"]
    return any(each.body is not None and (each.decide is not None or _has_both(each.body)) for each in names)


def _smallest(failed: list[Environment], made: Sampler, holds: Evaluation) -> Environment:
    """Return the smallest counterexample of these and of others that are not larger."""
    found = min(failed, key=lambda each: measure(each, made.indices))
    least = measure(found, made.indices)
    _, may_lack = _lacks_a_value(holds, found)
    for env in made.environments(SMALLER, found):
        size = measure(env, made.indices)
        if size >= least:
            continue
        try:
            fails = not holds(env)
        except NotRunThrough:
            continue
        except Undefined:
            fails = may_lack
        if fails:
            found, least = env, size
    return found


def _lacks_a_value(holds: Evaluation, env: Environment) -> tuple[bool, bool]:
    """Return whether the goal reads a function outside of its table, and whether it has no value for any reason."""
    try:
        holds(env)
    except Undefined as error:
        return isinstance(error, OutsideTable), True
    return False, False


def _told(tells: Evaluation, env: Environment) -> bool:
    try:
        return bool(tells(env))
    except Undefined:
        return True


def _together(trials: Iterable[Trial]) -> Trial:
    """Return the trial of a goal from the trials of its parts."""
    found = list(trials)
    # A counterexample first: a clause with a proof may have a part that is trivial.
    for each in sorted(found, key=lambda trial: trial.counterexample is None):
        if each.failure:
            return each
    met, told, undecided = (sum(getattr(each, name) for each in found) for name in ("met", "telling", "undecided"))
    return Trial(met, told, undecided, reason=next((each.reason for each in found if each.reason), ""))


def _worst(
    statement: Opened, made: Sampler, found: list[Environment], most: int, thorough: bool
) -> Iterator[Environment]:
    """Yield the first environment of the instances at which another function refutes the goal."""
    holds = compiled(statement.goal)
    others = sorted(found, key=lambda env: measure(env, made.indices))
    others = others[:: max(1, len(others) // most)][:most]
    for name in made.functions:
        of = made.variables[name]
        if not isinstance(of.sort, Function) or of.sort.values != NUMBER or name not in free(statement.goal):
            continue
        about = [f for f in statement.assumptions if name in free(f)]
        linear = LinearStatement(about, statement.goal, of)
        for turn, env in enumerate(others):
            most, first = (PROGRAMS_THOROUGH, turn) if thorough else (PROGRAMS, PROGRAMS * turn)
            try:
                entries = linear.worst(env, most, first)
            except NoValue:
                break
            except Undefined:
                continue
            if entries is not None:
                drawn, whole = env[name], with_entries(env[name], entries)
                if isinstance(drawn, Anywhere):
                    whole = Anywhere(Random(1), ENTRIES, {**drawn.read, **entries})
                refuting = {**env, name: whole}
                if made.hold(refuting) and not holds(refuting):
                    yield refuting
                    return


def telling(f: Formula) -> Formula:
    """Return the formula that says: evaluating `f` compares two terms that are not both 0.

    >>> from exactdp.claims.statements.formulas import numbers
    >>> a, b = numbers("a b")
    >>> telling(a <= b).op
    'or'
    """
    match f.op:
        case "=" | "<=" | "<":
            return Formula("or", f.args[0] != 0, f.args[1] != 0, sort=TRUTH)
        case "and" | "or":
            return telling(f.args[0]) | telling(f.args[1])
        case "implies":
            return Formula("and", f.args[0], telling(f.args[1]), sort=TRUTH)
        case "all" | "some":
            return Some(f.args[0], f.args[1], telling(f.args[2]))
        case "not":
            return telling(f.args[0])
        case "defined" if f.args[0].body is not None:
            return telling(unfold(f))
        case "true":
            return Formula("not", TRUE, sort=TRUTH)
    return TRUE


def _why(f: Formula, env: Environment, alone: bool = True) -> str:
    """Return the failing part: the sides of the first false relation, or the undefined term.

    The left side of x ≥ 0, which is kept as 0 ≤ x, is x. A part of a conjunction may be written in a chain, 0 ≤ x ≤ 1.
    """
    try:
        match f.op:
            case "=" | "<=" | "<":
                left, right = (_text(compiled(each)(env)) for each in (f.args[::-1] if alone and turned(f) else f.args))
                return f"the left side is {left}, the right side is {right}"
            case "and":
                holds = True
                with suppress(NotRunThrough):
                    holds = compiled(f.args[0])(env)
                return _why(f.args[1] if holds else f.args[0], env, alone=False)
            case "implies":
                return _why(f.args[1], env)
            case "not":
                return f"{f.args[0]} is true"
            case "all":
                name, guard, body = f.args[0].args[0], compiled(f.args[1]), compiled(f.args[2])
                for each in values_to_try(f, compiled)(env):
                    inner = {**env, name: each}
                    if guard(inner) and not body(inner):
                        return f"at {name} = {_text(each)}, {_why(f.args[2], inner)}"
            case "defined" if f.args[0].body is not None:
                names = [p.args[0] for p in f.args[0].parameters]
                given = [compiled(each)(env) for each in f.args[1:]]
                return f"{f} is false: {_why(f.args[0].body, dict(zip(names, given, strict=True)))}"
            case "or":
                compiled(f)(env)
    except NotRunThrough:
        pass
    except Undefined as error:
        return str(error)
    return f"{f} is false"


def environment_text(env: Environment) -> str:
    """Return the values of the variables in one line.

    >>> from fractions import Fraction
    >>> environment_text({"n": 1, "α": Fraction(1, 2), "x": ((1, 0), (0, 1))})
    'n = 1, α = 1/2, x = [1 0; 0 1]'
    """
    return ", ".join(f"{name} = {_text(each)}" for name, each in env.items())


def _text(found: Value) -> str:
    if isinstance(found, Anywhere | Rule):
        return "{" + ", ".join(f"{','.join(map(str, at))}: {v}" for at, v in sorted(found.read.items())) + "}"
    if isinstance(found, frozenset):
        return "{" + ", ".join(map(str, sorted(found))) + "}"
    if not isinstance(found, tuple):
        return str(found)
    rows = [" ".join(map(_text, row)) if isinstance(row, tuple) else _text(row) for row in found]
    return f"[{('; ' if any(isinstance(row, tuple) for row in found) else ' ').join(rows)}]"
