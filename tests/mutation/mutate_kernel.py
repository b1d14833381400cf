"""Change the kernel in every small way, one at a time, and see the corpus notice.

    python tests/mutation/mutate_kernel.py

prints each change that no file of tests/kernel notices and, last, how many changes there were. A change that cannot be
noticed, because the kernel means the same with it, stands in equivalent.txt with the reason; an entry there that is no
survivor any more is an error.
"""

from __future__ import annotations

import ast
import copy
import signal
import sys
import types
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
KERNEL = ROOT / "exactdp" / "kernel.py"
sys.path[:0] = [str(ROOT)]

from tests.kernel_cases import complaints  # noqa: E402

EQUIVALENT = HERE / "equivalent.txt"
SECONDS = 5

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
        case ast.Expr(value=ast.Call()) | ast.Raise() | ast.AugAssign():
            yield ast.Pass()


def mutants(tree: ast.Module) -> Iterator[tuple[str, ast.Module]]:
    """Yield every changed kernel, named by function, text before and text after."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef) or function.name == "main":
            continue
        for parent in ast.walk(function):
            for field, value in ast.iter_fields(parent):
                if field in ("decorator_list", "returns", "annotation", "args"):
                    continue
                if isinstance(parent, ast.keyword) and parent.arg == "strict":
                    # `strict=True` only repeats that two lists have one length, which they have.
                    continue
                for k, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                    if not isinstance(child, ast.AST) or isinstance(parent, ast.JoinedStr | ast.FormattedValue):
                        continue
                    for other in changed(child):
                        name = f"{function.name}: {_line(child)}  ->  {_line(other)}  in  {_line(parent)}"
                        if k is None:
                            setattr(parent, field, other)
                        else:
                            value[k] = other
                        yield name, ast.fix_missing_locations(copy.deepcopy(tree))
                        if k is None:
                            setattr(parent, field, child)
                        else:
                            value[k] = child


def _line(node: ast.AST) -> str:
    return " ".join(ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).split())[:110]


def survives(tree: ast.Module) -> bool:
    """Say whether a kernel judges all of the corpus rightly, within its limits."""
    kernel = types.ModuleType("mutant")
    sys.modules["mutant"] = kernel
    signal.alarm(SECONDS)
    try:
        exec(compile(tree, "mutant", "exec", dont_inherit=True), kernel.__dict__)
        return next(complaints(kernel), None) is None
    except Exception:
        return False
    finally:
        signal.alarm(0)


def _too_long(number: int, frame: object) -> None:
    raise TimeoutError


def main() -> int:
    signal.signal(signal.SIGALRM, _too_long)
    tree = ast.parse(KERNEL.read_text(encoding="utf-8"))
    if not survives(tree):
        print("the kernel itself does not judge the corpus rightly")
        return 1
    known = dict(line.split("  #  ", 1) for line in EQUIVALENT.read_text(encoding="utf-8").splitlines() if line)
    total, alive = 0, []
    for name, mutant in mutants(tree):
        total += 1
        if survives(mutant):
            alive.append(name)
            if name not in known:
                print(f"survives  {name}", flush=True)
    stale = sorted(set(known) - set(alive))
    for name in stale:
        print(f"in equivalent.txt, and no survivor  {name}")
    equivalent = sum(name in known for name in alive)
    print(f"{total} mutants, {total - len(alive)} killed, {equivalent} equivalent, {len(alive) - equivalent} survive")
    return int(bool(stale) or len(alive) > equivalent)


if __name__ == "__main__":
    sys.exit(main())
