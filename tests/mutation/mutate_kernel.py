"""Change the kernel in every small way, one at a time, and see the corpus notice.

    python tests/mutation/mutate_kernel.py

prints each change that no case of tests/kernel_cases.py notices and, last, how many changes there were and how many of
those that mean something are noticed. A change that cannot be noticed, because the kernel means the same with it, is in
equivalent.txt with the reason; one that is noticed only as the kernel does not end with it, in hanging.txt. An entry of
these files that is not so is an error. A change meets the cases that bring the unchanged kernel to the changed lines.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
KERNEL = ROOT / "exactdp" / "kernel.py"
sys.path[:0] = [str(ROOT)]

from tests.kernel_cases import Check, checks, the_kernel  # noqa: E402
from tests.quickly import TooLong, quickly  # noqa: E402

EQUIVALENT = HERE / "equivalent.txt"
HANGING = HERE / "hanging.txt"
PATIENCE = 20
"""A changed kernel does not end if it takes so many times as long as the unchanged one takes for its longest case."""

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
NAMES = {"min": "max", "max": "min", "all": "any", "any": "all"}


def changed(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the small changes of one node, itself apart from its children."""
    match node:
        case ast.Compare(ops=[operator]):
            for other in COMPARISONS[type(operator)]:
                yield ast.Compare(node.left, [other()], node.comparators)
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


@dataclass(frozen=True)
class Mutant:
    """A change: its name, the function in which it is, that function changed, and the lines of the changed statement.

    What stands outside of functions is changed in a copy of the whole module, and has no lines.
    """

    name: str
    function: str
    changed: ast.FunctionDef | ast.Module
    lines: range


def mutants(tree: ast.Module) -> Iterator[Mutant]:
    """Yield every change, named by function, text before and text after; each is made until the next is asked for."""
    named: Counter[str] = Counter()
    for place, root in [*functions(tree), ("module", tree)]:
        for lines, parent, field, k, child in children(root):
            others = list(changed(child))
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


def functions(tree: ast.Module) -> list[tuple[str, ast.FunctionDef]]:
    """Return the functions of the kernel and of its classes, each with its name."""
    classes = [("", tree), *((f"{each.name}.", each) for each in tree.body if isinstance(each, ast.ClassDef))]
    return [
        (name + node.name, node)
        for name, within in classes
        for node in within.body
        if isinstance(node, ast.FunctionDef)
    ]


def children(root: ast.AST) -> Iterator[tuple[range, Any, str, int | None, ast.AST]]:
    """Yield each node that may be changed: the lines of its statement, its parent, and its place there."""
    pending: deque[tuple[range, ast.AST]] = deque([(range(0), root)])
    while pending:
        lines, parent = pending.popleft()
        for field, value in ast.iter_fields(parent):
            if field in ("decorator_list", "returns", "annotation") or isinstance(value, ast.arguments):
                continue
            for k, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if not isinstance(child, ast.AST) or _is_not_meant(child, parent):
                    continue
                here = range(child.lineno, (child.end_lineno or 0) + 1) if isinstance(child, ast.stmt) else lines
                yield here, parent, field, k, child
                pending.append((here, child))


def _is_not_meant(node: ast.AST, parent: ast.AST) -> bool:
    """Say whether a node is not to be changed, nor what is in it."""
    match node:
        case ast.keyword(arg="strict"):  # which only repeats that two lists have one length, as they do
            return True
        case ast.FunctionDef() | ast.If():  # functions are changed one by one; and not what runs the command
            return not isinstance(parent, ast.stmt) or isinstance(parent, ast.ClassDef)
        case ast.Assign(value=ast.Subscript()):  # the name of a type
            return isinstance(parent, ast.Module)
    return isinstance(parent, ast.JoinedStr) and not isinstance(node, ast.FormattedValue)


def _line(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())[:110]


def compiled(changed: ast.FunctionDef | ast.Module) -> CodeType:
    """Compile a changed module, or a changed function alone."""
    module = changed if isinstance(changed, ast.Module) else ast.Module([changed], [])
    code = compile(ast.fix_missing_locations(module), str(KERNEL), "exec", dont_inherit=True)
    if module is changed:
        return code
    return next(each for each in code.co_consts if isinstance(each, CodeType) and each.co_name == changed.name)


def function_of(kernel: ModuleType, place: str) -> FunctionType:
    """Find a function of the loaded kernel, under the decorator of a property."""
    found: Any = kernel
    for name in place.split("."):
        found = inspect.getattr_static(found, name)
    function: FunctionType = getattr(found, "fget", None) or getattr(found, "func", None) or found
    return function


def lines_of(kernel: ModuleType, check: Check) -> frozenset[int]:
    """Return the lines of the kernel that a case comes to."""
    lines: set[int] = set()

    def trace(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename != kernel.__file__:
            return None
        lines.add(frame.f_lineno)
        return trace

    sys.settrace(trace)
    try:
        check(kernel)
    finally:
        sys.settrace(None)
    return frozenset(lines)


def patience(kernel: ModuleType, cases: list[Check]) -> float:
    """Return how many seconds of the processor a changed kernel may take for a case, on this machine."""
    longest = 0.0
    for check in cases:
        begun = process_time()
        if wrong := check(kernel):
            raise SystemExit(f"the kernel itself does not judge the corpus rightly: {wrong}")
        longest = max(longest, process_time() - begun)
    return PATIENCE * longest


def killed_by(kernel: ModuleType, mutant: Mutant, cases: list[Check], seconds: float) -> str | None:
    """Say what notices a change: a wrong verdict, another exception, or that it does not end in so many seconds."""
    if isinstance(mutant.changed, ast.Module):
        other = sys.modules["changed"] = ModuleType("changed")
        try:
            exec(compiled(mutant.changed), other.__dict__)
        except Exception:
            return "exception"
        return noticed(other, cases, seconds)
    function = function_of(kernel, mutant.function)
    usual = function.__code__
    function.__code__ = compiled(mutant.changed)
    try:
        return noticed(kernel, cases, seconds)
    finally:
        function.__code__ = usual


def noticed(kernel: ModuleType, cases: list[Check], seconds: float) -> str | None:
    try:
        for check in cases:
            with quickly(seconds):
                wrong = check(kernel)
            if wrong:
                return "verdict"
    except Exception:
        return "exception"
    except TooLong:
        return "time"
    return None


def reasons(file: Path) -> dict[str, str]:
    """Return the changes that a file names, each with its reason."""
    return dict(line.split("  #  ", 1) for line in file.read_text(encoding="utf-8").splitlines() if line)


def main() -> int:
    kernel, cases = the_kernel(), checks()
    seconds = patience(kernel, cases)
    reached: dict[int, set[int]] = {}
    for k, check in enumerate(cases):
        for line in lines_of(kernel, check):
            reached.setdefault(line, set()).add(k)
    found: dict[str, str | None] = {}
    equivalent, hanging = reasons(EQUIVALENT), reasons(HANGING)
    for mutant in mutants(ast.parse(KERNEL.read_text(encoding="utf-8"))):
        everything = isinstance(mutant.changed, ast.Module)
        meets = range(len(cases)) if everything else set().union(*(reached.get(line, ()) for line in mutant.lines))
        how = found[mutant.name] = killed_by(kernel, mutant, [cases[k] for k in sorted(meets)], seconds)
        if how is None and mutant.name not in equivalent:
            print(f"survives  {mutant.name}", flush=True)
        if how == "time" and mutant.name not in hanging:
            print(f"does not end  {mutant.name}", flush=True)
    stale = [name for name in equivalent if found.get(name, "none") is not None]
    stale += [name for name in hanging if found.get(name) != "time"]
    for name in stale:
        print(f"listed, and not so  {name}")
    tally = Counter(found.values())
    alive = sum(how is None and name not in equivalent for name, how in found.items())
    endless = sum(how == "time" and name not in hanging for name, how in found.items())
    ended = tally["time"] - endless
    killed = tally["verdict"] + tally["exception"] + ended
    meant = killed + alive + endless
    print(
        f"{len(found)} changes: {len(found) - meant} mean the same, {killed} are noticed "
        f"({tally['verdict']} by a wrong verdict, {tally['exception']} by an exception, "
        f"{ended} as the kernel does not end), {alive + endless} are not\n"
        f"score: {killed} of {meant}, {100 * killed / meant:.2f} %"
    )
    return int(bool(stale or alive or endless))


if __name__ == "__main__":
    sys.exit(main())
