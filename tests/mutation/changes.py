"""Every small change of Python code, one at a time, and what of the code each case comes to."""

from __future__ import annotations

import ast
import inspect
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

COMPARISONS = {
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
}
OPERATORS = {
    ast.Add: [ast.Sub],
    ast.Sub: [ast.Add],
    ast.Mult: [ast.Add],
    ast.FloorDiv: [ast.Mult],
    ast.Mod: [ast.Mult],
    ast.Pow: [ast.Mult],
    ast.BitAnd: [ast.BitOr],
    ast.BitOr: [ast.BitAnd],
    ast.LShift: [ast.RShift],
    ast.RShift: [ast.LShift],
}
SYMMETRIC = ("gcd", "lcm", "max", "min")
NAMES = {"min": "max", "max": "min", "all": "any", "any": "all"}


def changed(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the small changes of one node, itself apart from its children."""
    match node:
        case ast.Compare(ops=operators):
            for k, operator in enumerate(operators):
                for other in COMPARISONS[type(operator)]:
                    yield ast.Compare(node.left, [*operators[:k], other(), *operators[k + 1 :]], node.comparators)
        case ast.BinOp():
            for other in OPERATORS.get(type(node.op), []):
                yield ast.BinOp(node.left, other(), node.right)
        case ast.BoolOp(op=operator, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
            for k in range(len(values)):
                yield ast.BoolOp(operator, values[:k] + values[k + 1 :]) if len(values) > 2 else values[1 - k]
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.IfExp():
            yield node.body
            yield node.orelse
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int()):
            yield ast.Constant(node.value + 1)
            yield ast.Constant(node.value - 1)
        case ast.Name(id=name) if name in NAMES:
            yield ast.Name(NAMES[name], ast.Load())
        case ast.If():
            yield ast.If(ast.Constant(True), node.body, node.orelse)
            yield ast.If(ast.Constant(False), node.body, node.orelse)
        case ast.AugAssign(op=operator):
            yield ast.Pass()
            for other in OPERATORS.get(type(operator), []):
                yield ast.AugAssign(node.target, other(), node.value)
        case ast.Expr(value=ast.Call()) | ast.Raise() | ast.Assign():
            yield ast.Pass()
        case ast.Return(value=value) if value is not None:
            yield ast.Return(None)


def changed_further(node: ast.AST) -> Iterator[ast.AST]:
    """Yield changes that `changed` does not make.

    An equality becomes an inequality, two arguments are swapped, an element is dropped, a bound of a slice is shifted,
    the first or the last step of a loop is left out.
    """
    match node:
        case ast.Compare(ops=[ast.Eq() | ast.NotEq() as operator]):
            for other in (ast.LtE, ast.GtE) if isinstance(operator, ast.Eq) else (ast.Lt, ast.Gt):
                yield ast.Compare(node.left, [other()], node.comparators)
        case ast.Call(func=ast.Name(id=name), args=_) if name in SYMMETRIC:
            return
        case ast.Call(func=function, args=[_, _, *_] as given):
            for k, (first, second) in enumerate(pairwise(given)):
                if ast.dump(first) != ast.dump(second):
                    yield ast.Call(function, [*given[:k], second, first, *given[k + 2 :]], node.keywords)
        case ast.List(elts=[_, *_] as given) | ast.Tuple(elts=[_, _, *_] as given) if isinstance(node.ctx, ast.Load):
            for k in range(len(given)):
                yield type(node)([*given[:k], *given[k + 1 :]], ast.Load())
        case ast.Slice(lower=lower, upper=upper):
            one = ast.Constant(1)
            if lower is not None:
                yield ast.Slice(ast.BinOp(lower, ast.Add(), one), upper)
            if upper is not None:
                yield ast.Slice(lower, ast.BinOp(upper, ast.Sub(), one))
        case ast.For() | ast.comprehension():
            steps = ast.Call(ast.Name("list", ast.Load()), [node.iter], [])
            one = ast.Constant(1)
            for part in (ast.Slice(one, None), ast.Slice(None, ast.UnaryOp(ast.USub(), one))):
                other = copy(node)
                other.iter = ast.Subscript(steps, part, ast.Load())
                yield other


def partners(tree: ast.Module) -> dict[ast.Name, list[str]]:
    """Return the variables of the same type for each variable that a function reads.

    Two variables have the same type if one statement or one comprehension unpacks a tuple into both of them. They also
    have it if both have the same annotation: a parameter its own, and the result of a call that of the function.
    """
    results = {
        node.name: ast.unparse(node.returns)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.returns is not None
    }
    found: dict[ast.Name, list[str]] = {}
    for _, function in functions(tree):
        annotated = _annotated(function, results)
        for node, together in _read(function, []):
            same = {name for name, kind in annotated.items() if kind == annotated.get(node.id, "")}
            found[node] = sorted(same.union(*(names for names in together if node.id in names)) - {node.id})
    return found


def _annotated(function: ast.FunctionDef, results: dict[str, str]) -> dict[str, str]:
    """Return the annotations of a function's variables, as far as they are written down."""
    found = {each.arg: ast.unparse(each.annotation) for each in function.args.args if each.annotation is not None}
    for node in ast.walk(function):
        match node:
            case ast.AnnAssign(target=ast.Name(id=name)):
                found[name] = ast.unparse(node.annotation)
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called)),
            ) if called in results:
                found[name] = results[called]
    return found


def _read(node: ast.AST, together: list[set[str]]) -> Iterator[tuple[ast.Name, list[set[str]]]]:
    """Yield each variable that is read, with the sets of names that a tuple is unpacked into where it stands."""
    targets: list[ast.expr] = []
    if isinstance(node, ast.FunctionDef):
        inside = [each for each in ast.walk(node) if isinstance(each, ast.Assign | ast.For)]
        targets = [
            part for each in inside for part in (each.targets if isinstance(each, ast.Assign) else [each.target])
        ]
    elif isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        targets = [each.target for each in node.generators]
    tuples = [part for each in targets for part in ast.walk(each) if isinstance(part, ast.Tuple)]
    here = [*together, *({part.id for part in each.elts if isinstance(part, ast.Name)} for each in tuples)]
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load):
            yield child, here
        yield from _read(child, here)


@dataclass(frozen=True)
class Mutant:
    """A change: its name, the function in which it is, that function changed, and the lines of the changed statement.

    What stands outside of functions is changed in a copy of the whole module, and has no lines.
    """

    name: str
    function: str
    changed: ast.FunctionDef | ast.Module
    lines: range


Changes = Callable[[ast.AST, ast.AST], Iterable[ast.AST]]
"""The changes of a node, given with its parent."""

Left = Callable[[ast.AST, ast.AST, str], bool]
"""Whether a node is left as it is, given with its parent and the field in which it stands there."""


def mutants(
    places: Iterable[tuple[str, ast.FunctionDef | ast.Module]], changes: Changes, is_left: Left
) -> Iterator[Mutant]:
    """Yield every change, named by function, text before and text after; each is made until the next is asked for."""
    named: Counter[str] = Counter()
    for place, root in places:
        for lines, parent, field, k, child in children(root, is_left):
            others = list(changes(child, parent))
            before, within = (_line(child), _line(parent)) if others else ("", "")
            for other in others:
                name = f"{place}: {before}  ->  {_line(other)}  in  {within}"
                named[name] += 1
                name += f" ({named[name]})" if named[name] > 1 else ""
                _put(parent, field, k, other)
                yield Mutant(name, place, root, lines)
                _put(parent, field, k, child)


def _put(parent: ast.AST, field: str, k: int | None, node: ast.AST) -> None:
    if k is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[k] = node


def _line(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())[:110]


def functions(tree: ast.Module) -> list[tuple[str, ast.FunctionDef]]:
    """Return the functions of a module and of its classes, each with its name."""
    classes = [("", tree), *((f"{each.name}.", each) for each in tree.body if isinstance(each, ast.ClassDef))]
    return [
        (name + node.name, node)
        for name, within in classes
        for node in within.body
        if isinstance(node, ast.FunctionDef)
    ]


def children(root: ast.AST, is_left: Left) -> Iterator[tuple[range, Any, str, int | None, ast.AST]]:
    """Yield each node that may be changed: the lines of its statement, its parent, and its place there."""
    pending: deque[tuple[range, ast.AST]] = deque([(range(0), root)])
    while pending:
        lines, parent = pending.popleft()
        for field, value in ast.iter_fields(parent):
            if field in ("decorator_list", "returns", "annotation") or isinstance(value, ast.arguments):
                continue
            for k, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if not isinstance(child, ast.AST) or is_left(child, parent, field):
                    continue
                here = range(child.lineno, (child.end_lineno or 0) + 1) if isinstance(child, ast.stmt) else lines
                yield here, parent, field, k, child
                pending.append((here, child))


def compiled(changed: ast.FunctionDef | ast.Module, file: str) -> CodeType:
    """Compile a changed module, or a changed function alone."""
    module = changed if isinstance(changed, ast.Module) else ast.Module([changed], [])
    code = compile(ast.fix_missing_locations(module), file, "exec", dont_inherit=True)
    if module is changed:
        return code
    return next(each for each in code.co_consts if isinstance(each, CodeType) and each.co_name == changed.name)


@contextmanager
def replaced(module: ModuleType, place: str, code: CodeType) -> Iterator[None]:
    """Give a function of a loaded module another code in the block; a decorator is looked through."""
    found: Any = module
    for name in place.split("."):
        found = inspect.getattr_static(found, name)
    function: FunctionType = inspect.unwrap(getattr(found, "fget", None) or getattr(found, "func", None) or found)
    usual, function.__code__ = function.__code__, code
    try:
        yield
    finally:
        function.__code__ = usual


def lines_of(file: str, case: Callable[[], object]) -> frozenset[int]:
    """Return the lines of the file that a case comes to."""
    lines: set[int] = set()

    def trace(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename != file:
            return None
        lines.add(frame.f_lineno)
        return trace

    sys.settrace(trace)
    try:
        case()
    finally:
        sys.settrace(None)
    return frozenset(lines)


def reached(file: str, cases: Sequence[Callable[[], object]]) -> dict[int, set[int]]:
    """Return the cases, by their places, that come to each line of the file."""
    found: dict[int, set[int]] = {}
    for k, case in enumerate(cases):
        for line in lines_of(file, case):
            found.setdefault(line, set()).add(k)
    return found


def meeting(mutant: Mutant, by_line: dict[int, set[int]]) -> list[int]:
    """Return the cases that come to the changed lines."""
    return sorted(set().union(*(by_line.get(line, ()) for line in mutant.lines)))


def reasons(file: Path) -> dict[str, str]:
    """Return the changes that a file names, each with its reason."""
    return dict(line.split("  #  ", 1) for line in file.read_text(encoding="utf-8").splitlines() if line)
