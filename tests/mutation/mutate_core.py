"""Change the core in every small way, one at a time, and see the derivations notice.

    python tests/mutation/mutate_core.py

prints each change of core.py and polynomials.py that no case of tests/claims/false_derivations.py notices and, last,
how many changes there were. Besides the changes of mutate_kernel.py, arguments are swapped, and one of several is
dropped. A change that makes nothing false, because the core means the same with it or refuses more, is in
equivalent_core.txt with the reason. A change meets the cases that bring the unchanged core to the changed lines.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT)]

from exactdp.arithmetic.exact import InputError  # noqa: E402
from exactdp.claims import core, polynomials  # noqa: E402
from exactdp.claims.polynomials import Refused  # noqa: E402
from tests.claims.false_derivations import FALSE, RIGHT, Derivation, shown  # noqa: E402
from tests.mutation.mutate_kernel import Mutant, _line, _put, changed, functions, reasons  # noqa: E402
from tests.quickly import TooLong, quickly  # noqa: E402

EQUIVALENT = HERE / "equivalent_core.txt"
SECONDS = 5
"""A changed core does not end if it takes so long for a case, which takes a few milliseconds."""

SYMMETRIC = {"same", "times", "add", "min", "max", "_refuse_free", "Theorem", "_theorem"}
"""Functions whose arguments are not swapped."""

Case = Callable[[], str | None]


def refused(name: str, derivation: Derivation) -> Case:
    def case() -> str | None:
        try:
            made = derivation()
        except (Refused, InputError):
            return None
        return f"{name}: {made}"

    return case


def made(derivation: Derivation, text: str) -> Case:
    def case() -> str | None:
        found = shown(derivation())
        return None if found == text else found

    return case


def cases() -> list[Case]:
    """Return the corpus: each case says what is wrong, or None."""
    return [*(made(*each) for each in RIGHT), *(refused(*each) for each in FALSE.items())]


def also_changed(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the changes of a call, list or tuple: one of several is dropped, or neighbours change their places.

    Of what is the same in any order, such as premises and factors, the places are kept.
    """
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name == "isinstance":
            return
        for k in range(len(node.keywords)):
            yield ast.Call(node.func, node.args, node.keywords[:k] + node.keywords[k + 1 :])
        parts: list[ast.expr] = node.args
        ordered = name not in SYMMETRIC and not any(isinstance(each, ast.Starred) for each in parts)
    elif isinstance(node, ast.List | ast.Tuple) and isinstance(node.ctx, ast.Load):
        parts = node.elts
        ordered = not any(isinstance(each, ast.Starred | ast.Constant) for each in parts)
    else:
        return

    def made(parts: list[ast.expr]) -> ast.AST:
        return ast.Call(node.func, parts, node.keywords) if isinstance(node, ast.Call) else type(node)(parts, node.ctx)

    for k in range(len(parts)):
        if len(parts) > 1 or isinstance(parts[k], ast.Starred):
            yield made(parts[:k] + parts[k + 1 :])
        if k + 1 < len(parts) and ordered:
            yield made([*parts[:k], parts[k + 1], parts[k], *parts[k + 2 :]])


def children(root: ast.AST) -> Iterator[tuple[range, Any, str, int | None, ast.AST]]:
    """Yield each node that may be changed: the lines of its statement, its parent, and its place there."""
    pending: deque[tuple[range, ast.AST]] = deque([(range(0), root)])
    while pending:
        lines, parent = pending.popleft()
        for field, value in ast.iter_fields(parent):
            if field in ("decorator_list", "returns", "annotation", "exc") or isinstance(value, ast.arguments):
                continue
            for k, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if not isinstance(child, ast.AST) or isinstance(child, ast.JoinedStr) or _refuses(child):
                    continue
                here = range(child.lineno, (child.end_lineno or 0) + 1) if isinstance(child, ast.stmt) else lines
                yield here, parent, field, k, child
                pending.append((here, child))


def _refuses(node: ast.AST) -> bool:
    """Say whether a node only says why something is refused."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_refused"


def _is_last(node: ast.AST, parent: ast.AST) -> bool:
    """Say whether a change only counts from the end: variables have one argument, so that -1 is 0."""
    return isinstance(parent, ast.Subscript) and isinstance(node, ast.Constant) and node.value == -1


def mutants(module: ModuleType) -> Iterator[Mutant]:
    """Yield every change of a function of the module; each is made until the next is asked for."""
    named: Counter[str] = Counter()
    for place, root in functions(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))):
        where = f"{module.__name__.rpartition('.')[2]}.{place}"
        for lines, parent, field, k, child in children(root):
            others = [each for each in (*changed(child), *also_changed(child)) if not _is_last(each, parent)]
            before, within = (_line(child), _line(parent)) if others else ("", "")
            for other in others:
                name = f"{where}: {before}  ->  {_line(other)}  in  {within}"
                named[name] += 1
                name += f" ({named[name]})" if named[name] > 1 else ""
                _put(parent, field, k, other)
                yield Mutant(name, where, root, lines)
                _put(parent, field, k, child)


def compiled(module: ModuleType, mutant: Mutant) -> CodeType:
    body = ast.Module([mutant.changed], [])  # type: ignore[list-item]
    code = compile(ast.fix_missing_locations(body), str(module.__file__), "exec", dont_inherit=True)
    name = mutant.function.rpartition(".")[2]
    return next(each for each in code.co_consts if isinstance(each, CodeType) and each.co_name == name)


def function_of(module: ModuleType, place: str) -> FunctionType:
    """Find a function of the module, under its decorator."""
    found: Any = module
    for name in place.split(".")[1:]:
        found = inspect.getattr_static(found, name)
    function: FunctionType = inspect.unwrap(found)
    return function


def lines_of(module: ModuleType, case: Case) -> frozenset[int]:
    """Return the lines of the module that a case comes to."""
    lines: set[int] = set()

    def trace(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename != module.__file__:
            return None
        lines.add(frame.f_lineno)
        return trace

    sys.settrace(trace)
    try:
        if wrong := case():
            raise SystemExit(f"the core itself does not judge the corpus rightly: {wrong}")
    finally:
        sys.settrace(None)
    return frozenset(lines)


def noticed(module: ModuleType, mutant: Mutant, meets: list[Case]) -> str | None:
    """Say what notices a change: a wrong verdict, another exception, or that it does not end; None if nothing does."""
    function = function_of(module, mutant.function)
    usual = function.__code__
    try:
        function.__code__ = compiled(module, mutant)
        with quickly(SECONDS):
            for case in meets:
                if case():
                    return "verdict"
    except Exception:
        return "exception"
    except TooLong:
        return "time"
    finally:
        function.__code__ = usual
    return None


def main() -> int:
    found: dict[str, str | None] = {}
    equivalent, corpus = reasons(EQUIVALENT), cases()
    for module in (core, polynomials):
        reached: dict[int, set[int]] = {}
        for k, case in enumerate(corpus):
            for line in lines_of(module, case):
                reached.setdefault(line, set()).add(k)
        for mutant in mutants(module):
            meets = sorted(set().union(*(reached.get(line, ()) for line in mutant.lines)))
            how = found[mutant.name] = noticed(module, mutant, [corpus[k] for k in meets])
            if how is None and mutant.name not in equivalent:
                print(f"survives  {mutant.name}", flush=True)
    stale = [name for name in equivalent if found.get(name, "none") is not None]
    for name in stale:
        print(f"listed, and not so  {name}")
    tally = Counter(found.values())
    alive = sum(how is None and name not in equivalent for name, how in found.items())
    killed = tally["verdict"] + tally["exception"] + tally["time"]
    print(
        f"{len(found)} changes: {len(equivalent)} mean the same or refuse more, {killed} are noticed "
        f"({tally['verdict']} by a wrong verdict, {tally['exception']} by an exception, "
        f"{tally['time']} as the core does not end), {alive} are not"
    )
    return int(bool(stale or alive))


if __name__ == "__main__":
    sys.exit(main())
