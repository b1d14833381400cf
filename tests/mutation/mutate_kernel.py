"""Make every small change of the kernel, one at a time, and check that the corpus notices it.

    python tests/mutation/mutate_kernel.py [diagram_kernel]

prints each change that no case of tests/kernel_cases.py notices. Then it prints the number of changes, and how many of
those that change the meaning are noticed. equivalent.txt lists the changes that mean the same, each with the reason.
hanging.txt lists the changes that are noticed only because the kernel does not end. A wrong entry of these files is an
error. Each change is tried on the cases that run the changed lines; cases that noticed most changes of the same
function come first.
With `diagram_kernel` the program changes the checker of phase diagrams, runs tests/diagram_cases.py, and reads
equivalent_diagram.txt and hanging_diagram.txt.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from time import process_time
from types import ModuleType

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT)]

from tests import diagram_cases, kernel_cases  # noqa: E402
from tests.kernel_cases import Check  # noqa: E402
from tests.mutation.changes import (  # noqa: E402
    Mutant,
    changed,
    changed_further,
    compiled,
    functions,
    meeting,
    mutants,
    partners,
    reached,
    reasons,
    replaced,
)
from tests.quickly import TooLong, quickly  # noqa: E402


@dataclass(frozen=True)
class Subject:
    """The changed program, the cases that must notice changes, and the explained changes."""

    name: str
    load: Callable[[], ModuleType]
    checks: Callable[[], list[Check]]
    equivalent: dict[str, str]
    hanging: dict[str, str]

    @property
    def file(self) -> Path:
        return ROOT / "exactdp" / f"{self.name}.py"


KERNEL = Subject(
    "kernel",
    kernel_cases.the_kernel,
    partial(kernel_cases.checks, 30),
    reasons(HERE / "equivalent.txt"),
    reasons(HERE / "hanging.txt"),
)
DIAGRAM_KERNEL = Subject(
    "diagram_kernel",
    diagram_cases.the_kernel,
    diagram_cases.checks,
    reasons(HERE / "equivalent_diagram.txt"),
    reasons(HERE / "hanging_diagram.txt"),
)

PATIENCE = 20
"""A changed kernel does not end if it takes so many times as long for a case as the unchanged one."""

LEAST = 0.25
"""No case is given fewer seconds of the processor: the unchanged kernel takes a few milliseconds for most of them."""

SLOW = 0.1
"""Cases that take more seconds come last."""


def changes(subject: Subject = KERNEL) -> Iterator[Mutant]:
    """Yield every change of the kernel."""
    tree = ast.parse(subject.file.read_text(encoding="utf-8"))
    places, others = [*functions(tree), ("module", tree)], partners(tree)

    def all_changes(node: ast.AST, parent: ast.AST) -> Iterator[ast.AST]:
        swapped = others.get(node, []) if isinstance(node, ast.Name) else []
        return chain(changed(node), changed_further(node), (ast.Name(name, ast.Load()) for name in swapped))

    yield from mutants(places, all_changes, _is_not_meant)


def _is_not_meant(node: ast.AST, parent: ast.AST, field: str) -> bool:
    """Return whether a node and its parts must not be changed."""
    match node:
        case ast.keyword(arg="strict"):  # which only repeats that two lists have one length, as they do
            return True
        case ast.FunctionDef() | ast.If():  # functions are changed one by one; and not what runs the command
            return not isinstance(parent, ast.stmt) or isinstance(parent, ast.ClassDef)
        case ast.Assign(value=ast.Subscript()):  # the name of a type
            return isinstance(parent, ast.Module)
        case ast.Assign(targets=[ast.Name("__all__")]):  # which names are public changes no verdict
            return True
    return isinstance(parent, ast.JoinedStr) and not isinstance(node, ast.FormattedValue)


@dataclass(frozen=True)
class Case:
    """A case, and how many seconds of the processor the unchanged kernel takes for it, on this machine."""

    check: Check
    seconds: float


def timed(kernel: ModuleType, checks: list[Check]) -> list[Case]:
    """Run every case on the unchanged kernel. Raises: `SystemExit` if a verdict is wrong."""
    found = []
    for check in checks:
        begun = process_time()
        if wrong := check(kernel):
            raise SystemExit(f"the kernel itself does not judge the corpus rightly: {wrong}")
        found.append(Case(check, process_time() - begun))
    return found


def killed_by(kernel: ModuleType, mutant: Mutant, cases: list[Case], notices: Counter[Case]) -> str | None:
    """Return how a change is noticed: a wrong verdict, another exception, or no end; count the case."""
    if isinstance(mutant.changed, ast.Module):
        other = sys.modules["changed"] = ModuleType("changed")
        try:
            exec(compiled(mutant.changed, str(kernel.__file__)), other.__dict__)
        except Exception:
            return "exception"
        return noticed(other, cases, notices)
    with replaced(kernel, mutant.function, compiled(mutant.changed, str(kernel.__file__))):
        return noticed(kernel, cases, notices)


def noticed(kernel: ModuleType, cases: list[Case], notices: Counter[Case]) -> str | None:
    for case in cases:
        how = None
        try:
            with quickly(max(LEAST, PATIENCE * case.seconds)):
                how = "verdict" if case.check(kernel) else None
        except Exception:
            how = "exception"
        except TooLong:
            return "time"
        if how:
            notices[case] += 1
            return how
    return None


def main(subject: Subject = KERNEL) -> int:
    kernel = subject.load()
    cases = timed(kernel, subject.checks())
    by_line = reached(str(kernel.__file__), [partial(case.check, kernel) for case in cases])
    found: dict[str, str | None] = {}
    equivalent, hanging = subject.equivalent, subject.hanging
    notices: defaultdict[str, Counter[Case]] = defaultdict(Counter)
    for mutant in changes(subject):
        places = range(len(cases)) if isinstance(mutant.changed, ast.Module) else meeting(mutant, by_line)
        meets, often = [cases[k] for k in places], notices[mutant.function]
        # A case that noticed other changes of this function is likely to notice this one.
        likely = sorted(meets, key=lambda case: (case.seconds > SLOW, -often[case]))
        how = killed_by(kernel, mutant, meets if mutant.name in hanging else likely, often)
        if how == "time" and mutant.name not in hanging:
            how = killed_by(kernel, mutant, meets, often)
        found[mutant.name] = how
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
    sys.exit(main({each.name: each for each in (KERNEL, DIAGRAM_KERNEL)}[[*sys.argv, KERNEL.name][1]]))
