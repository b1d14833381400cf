"""Check every name of a module of the vocabulary: its draws satisfy it, and its text has all of its arguments."""

import ast
import inspect
from collections.abc import Callable, Iterator
from fractions import Fraction
from types import ModuleType

import pytest

from exactdp.claims.checks.agreement import disagreement
from exactdp.claims.checks.instances import instances
from exactdp.claims.statements.expressions import INDEX, NUMBER
from exactdp.claims.statements.formulas import between
from exactdp.claims.statements.latex import latex
from exactdp.claims.statements.notation import text
from exactdp.claims.statements.terms import Definition, Term


def names_of(module: ModuleType) -> list[Definition]:
    """Return the definitions that a module makes, and has under a name."""
    assigned = {
        target.id
        for node in ast.parse(inspect.getsource(module)).body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return [each for name, each in vars(module).items() if name in assigned and isinstance(each, Definition)]


def called(definition: Definition) -> Term:
    return definition(*definition.parameters)


def bounds(definition: Definition) -> Iterator[object]:
    for each in definition.parameters:
        if each.sort == INDEX:
            yield between(1, each, 3)
        elif each.sort == NUMBER:
            yield between(Fraction(1, 4), each, Fraction(3, 4)) if each.args[0] == "α" else 0 <= each


def every_name(module: ModuleType, *, at_least: int) -> Callable[..., None]:
    """Return the test of each name of a module with this many names: its text has all of its arguments."""
    names = names_of(module)
    assert len(names) >= at_least, f"{module.__name__} has {len(names)} names"

    @pytest.mark.parametrize("definition", names, ids=lambda each: each.name[:40])
    def test(definition: Definition) -> None:
        other = [Term("variable", f"other{k}", sort=each.sort) for k, each in enumerate(definition.parameters)]
        for k in range(len(other)):
            changed = [other[j] if j == k else each for j, each in enumerate(definition.parameters)]
            assert text(definition(*changed)) != text(called(definition))
            assert latex(definition(*changed)) != latex(called(definition))

    return test


def every_draw(module: ModuleType, *, but: frozenset[Definition] = frozenset()) -> Callable[..., None]:
    """Return the test of each predicate of a module: its instances are found and satisfy it, and the library agrees."""

    @pytest.mark.parametrize(
        "definition",
        [each for each in names_of(module) if each.sort == "truth" and each not in but],
        ids=lambda each: each.name[:40],
    )
    def test(definition: Definition) -> None:
        found = list(instances([*bounds(definition), called(definition)], called(definition), most=20))
        assert found
        if definition.decide is not None:
            assert not any(disagreement(called(definition), each) for each in found)

    return test
