"""The rules of the house: imports go one way, the kernel stands alone, every room has its test."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "exactdp"

# A room imports only from rooms above it.
ROOMS = (
    "kernel",
    "processes",
    "numbers",
    "linear_programs",
    "model",
    "privacy",
    "files",
    "polytope",
    "optimum",
    "certificates",
    "release",
    "surveys",
    "answers",
    "other_libraries",
    "claims",
    "report",
    "notebook",
    "commands",
    "__main__",
)

MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "proofs" not in path.relative_to(PACKAGE).parts)
SCRIPTS = sorted((ROOT / "proofs").glob("*/*.py"))

OTHER = "the other library has to be installed"
WITHOUT_EXAMPLE = {
    "exactdp/other_libraries/diffprivlib.py": {"answers": OTHER, "distribution": OTHER},
    "exactdp/other_libraries/opendp.py": {
        "randomized_response": OTHER,
        "randomized_response_of_truth": OTHER,
        "bounded_geometric": OTHER,
        "geometric_of_scale": OTHER,
    },
    "exactdp/processes.py": {"processors": "the machine decides what it is"},
}
"""What is public and has no example, each with the reason."""

RAISED_OR_ASSUMED = {"Exception", "ValueError", "RuntimeError", "InputError", "Protocol"}
"""The bases of classes that need no example: of errors, and of what others are to be like."""


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imported(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)} has a relative import: write the room's name"
            module = node.module or ""
            found += [f"exactdp.{alias.name}" for alias in node.names] if module == "exactdp" else [module]
    return [each for each in found if each.split(".")[0] == "exactdp"]


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_imports_go_one_way(path: Path) -> None:
    if path == PACKAGE / "__init__.py":
        assert not imported(path)
        return
    for each in imported(path):
        above = each.split(".")[1]
        if above == "__version__":
            continue
        assert above in ROOMS, f"{name(path)} imports {each}: give that room its place in ROOMS"
        here = room(path)
        assert here in ROOMS, f"give {here} its place in ROOMS"
        assert above == here or ROOMS.index(above) < ROOMS.index(here), f"{name(path)} imports {each} from below"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_every_room_has_its_test(path: Path) -> None:
    if path.stem.startswith("__"):
        return
    folder = ROOT / "tests" / path.relative_to(PACKAGE).parent
    assert (folder / f"test_{path.stem}.py").is_file(), f"{name(path)} has no test file of its name in {name(folder)}"


@pytest.mark.parametrize("path", MODULES + SCRIPTS, ids=name)
def test_no_code_of_a_user_is_run_and_only_the_command_line_prints(path: Path) -> None:
    assert path.stem not in ("utils", "helpers", "common", "misc", "manager")
    prints = path.name in ("printing.py", "kernel.py")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("eval", "exec", "sympify", "float"), f"{name(path)}:{node.lineno}"
            assert prints or node.func.id != "print", f"{name(path)}:{node.lineno} prints"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_public_functions_say_what_they_do(path: Path) -> None:
    if path.name in ("kernel.py", "__main__.py"):
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), f"{name(path)} has no docstring"
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            overload = any(isinstance(each, ast.Name) and each.id == "overload" for each in node.decorator_list)
            says = ast.get_docstring(node) or ""
            assert overload or says, f"{name(path)}:{node.lineno} {node.name} has no docstring"
            fails = isinstance(node, ast.ClassDef) or room(path) in ("commands", "plots", "report") or "Fails: " in says
            assert overload or fails, f"{name(path)}:{node.lineno} {node.name} does not say how it fails"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_public_functions_and_classes_have_an_example(path: Path) -> None:
    if room(path) in ("kernel", "commands", "__main__"):
        return
    lacking = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            exempt = any(isinstance(each, ast.Name) and each.id == "overload" for each in node.decorator_list)
        elif isinstance(node, ast.ClassDef):
            exempt = any(isinstance(each, ast.Name) and each.id in RAISED_OR_ASSUMED for each in node.bases)
        else:
            continue
        if not exempt and not node.name.startswith("_") and ">>> " not in (ast.get_docstring(node) or ""):
            lacking.add(node.name)
    assert lacking == set(WITHOUT_EXAMPLE.get(name(path), {})), f"{name(path)}: an example for each, or a reason"


def test_nothing_is_written_twice() -> None:
    seen: dict[str, str] = {}
    for path in MODULES + SCRIPTS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                if body and (body[-1].end_lineno or 0) - body[0].lineno >= 3:
                    written = ast.dump(node.args) + "".join(map(ast.dump, body))
                    here = f"{name(path)}:{node.lineno} {node.name}"
                    assert written not in seen, f"{here} is {seen[written]}: define it once, in a room that both import"
                    seen[written] = here


def test_the_kernel_can_be_read_in_one_sitting() -> None:
    assert len((PACKAGE / "kernel.py").read_text(encoding="utf-8").splitlines()) <= 1400


@pytest.mark.parametrize(
    "path",
    sorted(
        path
        for path in ROOT.rglob("*")
        if path.suffix in (".py", ".md", ".toml", ".cert") and not {".venv", "dist", "build"} & set(path.parts)
    ),
    ids=name,
)
def test_nothing_speaks_of_where_it_was_made(path: Path) -> None:
    if path == Path(__file__):
        return
    text = path.read_text(encoding="utf-8", errors="replace")
    found = re.search(r"\.\./shared|(?<![\w.])/(work|farm|root)/|\bsub-?agents?\b|\bthis session\b", text)
    assert found is None, f"{name(path)}: {found[0]}"
