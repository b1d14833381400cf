"""Make every small change of the logic core, one at a time, and check that the derivations notice it.

    python tests/mutation/mutate_core.py

prints each change of the trusted modules that no case of tests/claims/false_derivations.py notices, and then the number
of changes. In addition to the changes of mutate_kernel.py, it swaps arguments, and drops one of several. A change after
which the core means the same or refuses more is in equivalent_core.txt, with the reason. Each change is tried on the
cases that run the changed lines.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT)]

from exactdp.arithmetic.errors import InputError  # noqa: E402
from exactdp.claims.logic import context, core, index_order, polynomials  # noqa: E402
from exactdp.claims.logic.polynomials import Refused  # noqa: E402
from tests.claims.false_derivations import FALSE, RIGHT, Derivation, shown  # noqa: E402
from tests.mutation.changes import (  # noqa: E402
    Mutant,
    changed,
    compiled,
    functions,
    meeting,
    mutants,
    reached,
    reasons,
    replaced,
)
from tests.quickly import TooLong, quickly  # noqa: E402

EQUIVALENT = HERE / "equivalent_core.txt"
TRUSTED = core, context, polynomials, index_order

SECONDS = 5
"""A changed core does not end if it takes so long for a case, which takes a few milliseconds."""

SYMMETRIC = {
    "same",
    "times",
    "product",
    "add",
    "added",
    "multiplied",
    "min",
    "max",
    "_refuse_free",
    "refuse_imitations",
    "Theorem",
    "_theorem",
}
"""Functions whose arguments are not swapped."""

Case = Callable[[], str | None]


def forget() -> None:
    """Clear the caches of the core, so that a change does not use earlier results."""
    for module in TRUSTED:
        for each in vars(module).values():
            if hasattr(each, "cache_clear"):
                each.cache_clear()
    polynomials._plain.clear()
    core._contexts.made.clear()


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
    """Return the corpus: each case returns an error, or None."""
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


def _is_not_meant(node: ast.AST, parent: ast.AST, field: str) -> bool:
    """Return whether a node is only the reason of a refusal."""
    refuses = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_refused"
    return refuses or field == "exc" or isinstance(node, ast.JoinedStr)


def _changed(node: ast.AST, parent: ast.AST) -> Iterator[ast.AST]:
    for other in (*changed(node), *also_changed(node)):
        # What counts from the end is the same for variables, which have one argument: -1 is 0.
        if not (isinstance(parent, ast.Subscript) and isinstance(other, ast.Constant) and other.value == -1):
            yield other


def changes(module: ModuleType) -> Iterator[Mutant]:
    """Yield every change of a function of the module."""
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    name = module.__name__.rpartition(".")[2]
    yield from mutants(((f"{name}.{place}", root) for place, root in functions(tree)), _changed, _is_not_meant)


def judged(case: Case) -> None:
    """Run a case on the unchanged core. Raises: `SystemExit` if the verdict is wrong."""
    forget()
    if wrong := case():
        raise SystemExit(f"the core itself does not judge the corpus rightly: {wrong}")


def noticed(module: ModuleType, mutant: Mutant, meets: list[Case]) -> str | None:
    """Return how a change is noticed: a wrong verdict, another exception, or no end; None if it is not noticed."""
    place = mutant.function.partition(".")[2]
    forget()
    try:
        with replaced(module, place, compiled(mutant.changed, str(module.__file__))), quickly(SECONDS):
            for case in meets:
                if case():
                    return "verdict"
    except Exception:
        return "exception"
    except TooLong:
        return "time"
    return None


def main() -> int:
    found: dict[str, str | None] = {}
    equivalent, corpus = reasons(EQUIVALENT), cases()
    for module in TRUSTED:
        by_line = reached(str(module.__file__), [partial(judged, case) for case in corpus])
        for mutant in changes(module):
            how = found[mutant.name] = noticed(module, mutant, [corpus[k] for k in meeting(mutant, by_line)])
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
