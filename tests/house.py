"""The structure of the package, read from its source: rooms, modules, imports."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "exactdp"

ROOMS = tuple(re.findall(r"^\| `(\w+)` \|", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.MULTILINE))
"""The rooms in their order: each imports only from those before it."""

MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "proofs" not in path.relative_to(PACKAGE).parts)
SCRIPTS = sorted((ROOT / "proofs").glob("*/*.py"))


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a file's tree, listed once for all rules."""
    return tuple(ast.walk(tree(path)))


@cache
def is_module(dotted: str) -> bool:
    path = ROOT / dotted.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


@cache
def imported(path: Path) -> tuple[str, ...]:
    """Every module of the package that a file imports, anywhere in the file."""
    found = []
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)} has a relative import: write the room's name"
            module = node.module or ""
            names = [f"{module}.{alias.name}" for alias in node.names]
            found += [each for each in names if module == "exactdp" or is_module(each)] or [module]
    return tuple(each for each in found if each.split(".")[0] == "exactdp" and each != "exactdp.__version__")


@cache
def arrows() -> set[tuple[str, str]]:
    """Which room imports which; the front door, which imports lazily, has no room."""
    rooms = [path for path in MODULES if room(path) != "__init__"]
    found = {(room(path), each.split(".")[1]) for path in rooms for each in imported(path)}
    return {(here, there) for here, there in found if here != there}


def floors() -> dict[str, int]:
    """The layer of each room: 1 if it imports no other room, else one above the highest room that it imports."""
    found: dict[str, int] = {}
    for here in ROOMS:
        found[here] = 1 + max((found[there] for start, there in arrows() if start == here), default=0)
    return found


def lines_of_docstrings(path: Path) -> int:
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    strings = [each.body[0] for each in nodes(path) if isinstance(each, documented) and ast.get_docstring(each)]
    return sum((each.end_lineno or each.lineno) - each.lineno + 1 for each in strings)


if __name__ == "__main__":
    lines = [line.strip() for path in MODULES for line in path.read_text(encoding="utf-8").splitlines()]
    docstrings, empty = sum(map(lines_of_docstrings, MODULES)), lines.count("")
    packages = [path.parent for path in MODULES if path.name == "__init__.py" and path.parent != PACKAGE]
    rooms = sum(folder.parent == PACKAGE for folder in packages)
    loose = [path for path in MODULES if path.parent == PACKAGE]
    print(*(f"{floor:2}  {here}" for here, floor in sorted(floors().items(), key=lambda each: each[1])), sep="\n")
    print(f"{rooms} packages with {len(packages) - rooms} parts, and {len(loose)} loose files")
    print(f"{max(floors().values())} floors, {len(arrows())} arrows")
    print(f"{len(lines):,} lines in exactdp/: {docstrings:,} of docstrings, {empty:,} empty")
