"""The rules of the house: imports go one way, the kernel stands alone, every room has its test."""

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from doctest import DocTestParser
from pathlib import Path

import pytest

from tests.house import MODULES, PACKAGE, ROOMS, ROOT, SCRIPTS, arrows, floors, imported, name, nodes, room, tree

OTHER = "the other library has to be installed"
WITHOUT_EXAMPLE = {
    "exactdp/other_libraries/diffprivlib.py": {"answers": OTHER, "distribution": OTHER},
    "exactdp/other_libraries/opendp.py": {
        "randomized_response": OTHER,
        "randomized_response_of_truth": OTHER,
        "bounded_geometric": OTHER,
        "deployed": OTHER,
        "geometric_of_scale": OTHER,
    },
    "exactdp/processes/pool.py": {"processors": "the machine decides what it is"},
}
"""What is public and has no example, each with the reason."""

KINDS_WITHOUT_EXAMPLE = {
    "cache": "the docstring of a lemma is its statement; its test makes it, and tries its instances",
    "generator": "what is drawn hangs on random numbers; the tests of words hold it to the definition that it is for",
}
"""Lemmas are cached theorems, and draws are made under `generator`: they have no example, each with the reason."""

SAME_MEANING = {
    "MECHANISMS": "each adapter of another library has its mechanisms by this name",
    "SOURCE": "each adapter of another library says by this name where its tables come from",
}
"""What is defined in several modules, each with the reason."""

CLIMBING = {"exactdp/claims/statements/names.py": {"vocabulary"}}
"""An import of a part below: the papers' own words are taken, also where a script does not use them."""

KERNELS = ("kernel.py", "diagram_kernel.py")
"""The trusted checkers: each has all of its own, and the second uses the first's reader alone."""

RAISED_OR_ASSUMED = {"Exception", "ValueError", "RuntimeError", "InputError", "Refused", "Undefined", "Protocol"}
"""The bases of classes that need no example: of errors, and of what others are to be like."""


def test_imports_go_one_way() -> None:
    wrong = {room(path) for path in MODULES} ^ ({*ROOMS, "__init__"})
    assert not wrong, f"a room that CONTRIBUTING.md does not list, or that is not there: {wrong}"
    climbing = [(here, there) for here, there in arrows() if ROOMS.index(here) < ROOMS.index(there)]
    assert not climbing, f"these rooms import rooms below them in CONTRIBUTING.md: {climbing}"
    modules = {name(path): set(imported(path)) for path in MODULES if room(path) not in ("notebook", "__main__")}
    for path, found in modules.items():
        if room(ROOT / path) not in ("report", "commands"):
            writers = {each for each in found if each.startswith("exactdp.report")}
            assert not writers, f"{path} decides, and imports {writers}"


def test_the_parts_of_claims_import_one_way() -> None:
    table = re.findall(
        r"^\| `claims\.(\w+)` \| (.+) \|$", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    parts = [part for part, _ in table]
    folders = {path.parent.name for path in MODULES if path.parent.parent == PACKAGE / "claims"}
    assert folders == {*parts}
    for part, says in table:
        said = ast.get_docstring(tree(PACKAGE / "claims" / part / "__init__.py")) or ""
        assert said.partition("\n\n")[0].replace("\n", " ") == says, f"{part}: CONTRIBUTING.md and its docstring differ"
    for path in MODULES:
        here = path.relative_to(PACKAGE).with_suffix("").parts[1:2]
        if room(path) == "claims" and here and here[0] in parts:
            used = {each.split(".")[2] for each in imported(path) if each.startswith("exactdp.claims.")} - {"evidence"}
            climbing = {each for each in used if each not in parts[: parts.index(here[0]) + 1]}
            assert climbing == CLIMBING.get(name(path), set()), f"{name(path)} imports {climbing}"


def test_the_front_door_imports_everything_and_loads_nothing() -> None:
    door = tree(PACKAGE / "__init__.py")
    (typed,) = (node for node in door.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    lazy = {id(node) for node in ast.walk(typed)}
    for node in ast.walk(door):
        if isinstance(node, ast.Import | ast.ImportFrom) and id(node) not in lazy:
            assert ast.unparse(node) in ("from importlib import import_module", "from typing import TYPE_CHECKING, Any")


def test_the_house_is_small_enough_to_know() -> None:
    assert sum(path.name == "__init__.py" and path.parent.parent == PACKAGE for path in MODULES) <= 16
    assert sum(path.parent == PACKAGE for path in MODULES) <= 6
    assert max(floors().values()) <= 11


def test_every_dependency_is_imported() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split("[^a-z0-9-]", each)[0].removeprefix("python-") for each in project["dependencies"]}
    imports = [node for path in MODULES for node in nodes(path) if isinstance(node, ast.Import | ast.ImportFrom)]
    found = {node.module or "" for node in imports if isinstance(node, ast.ImportFrom)}
    found |= {each.name for node in imports if isinstance(node, ast.Import) for each in node.names}
    assert len(needed) > 3
    assert needed <= {each.partition(".")[0] for each in found}


def test_no_room_hides_a_module_of_python() -> None:
    # The kernel is also run alone, as `python exactdp/kernel.py`, and then finds the rooms before Python's modules.
    assert not set(ROOMS) - {"__main__"} & sys.stdlib_module_names


def test_each_room_says_in_a_sentence_what_lives_there() -> None:
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for here in ROOMS:
        path = PACKAGE / here / "__init__.py" if (PACKAGE / here).is_dir() else PACKAGE / f"{here}.py"
        said = (ast.get_docstring(tree(path)) or "").partition("\n\n")[0].replace("\n", " ")
        if here != "kernel":
            assert f"| `{here}` | {said} |" in table, f"{here}: CONTRIBUTING.md and its docstring differ: {said}"


def test_each_notion_lives_where_the_list_of_rooms_says() -> None:
    section = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Which command")[0]
    places = re.findall(r"`(\w+\.[\w.]+)`", section)
    assert len(places) > 12
    for place in places:
        path, defined = PACKAGE / place.replace(".", "/"), ""
        if path.is_dir():
            continue
        if not path.with_suffix(".py").is_file():
            path, defined = path.parent, path.name
        assert path.with_suffix(".py").is_file(), f"CONTRIBUTING.md names {place}, and no such module is there"
        functions = [node.name for node in tree(path.with_suffix(".py")).body if isinstance(node, ast.FunctionDef)]
        assert not defined or defined in functions, f"CONTRIBUTING.md names {place}, which that module doesn't define"
    assert all((ROOT / path).is_file() for path in re.findall(r"`(proofs/[\w/.]+)`", section))


def test_every_module_has_its_test() -> None:
    lacking = []
    for path in MODULES:
        folder = ROOT / "tests" / path.relative_to(PACKAGE).parent
        if not path.stem.startswith("__") and not (folder / f"test_{path.stem}.py").is_file():
            lacking.append(f"{name(folder)}/test_{path.stem}.py")
    assert not lacking


def test_no_code_of_a_user_is_run_and_only_the_command_line_prints() -> None:
    for path in MODULES + SCRIPTS:
        assert path.stem not in ("utils", "helpers", "common", "misc", "manager")
        prints = path.name in ("printing.py", *KERNELS)
        for node in nodes(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("eval", "exec", "sympify", "float"), f"{name(path)}:{node.lineno}"
                assert prints or node.func.id != "print", f"{name(path)}:{node.lineno} prints"


def test_what_is_public_is_documented_and_has_an_example() -> None:
    for path in MODULES:
        if path.name in (*KERNELS, "__main__.py"):
            continue
        assert ast.get_docstring(tree(path)), f"{name(path)} has no docstring"
        lacking = set()
        in_turn = shown_in_turn(tree(path)) | shown_as_parts(tree(path))
        for node in tree(path).body:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef) or node.name.startswith("_"):
                continue
            marks = {each.id for each in node.decorator_list if isinstance(each, ast.Name)}
            bases = {each.id for each in getattr(node, "bases", []) if isinstance(each, ast.Name)}
            if "overload" in marks or bases & RAISED_OR_ASSUMED or kind(node) in KINDS_WITHOUT_EXAMPLE:
                continue
            says = ast.get_docstring(node) or ""
            assert says, f"{name(path)}:{node.lineno} {node.name} has no docstring"
            if ">>> " not in says and node.name not in in_turn and room(path) != "commands":
                lacking.add(node.name)
        assert lacking == set(WITHOUT_EXAMPLE.get(name(path), {})), f"{name(path)}: an example for each, or a reason"


def shown_in_turn(module: ast.Module) -> set[str]:
    """The names that the examples at the head of a module use, where these show one thing after the other."""
    examples = DocTestParser().get_examples(ast.get_docstring(module) or "")
    return {node.id for each in examples for node in ast.walk(ast.parse(each.source)) if isinstance(node, ast.Name)}


def shown_as_parts(module: ast.Module) -> set[str]:
    """The classes of what an example shows: a function's result, an argument, a field, or a part of one of these."""
    named: dict[str, set[str]] = {}
    for node in module.body:
        written = [getattr(each, place, None) for each in ast.walk(node) for place in ("annotation", "returns")]
        written += (
            [node.value] if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias" else []
        )
        found = {
            part.id for each in written if each is not None for part in ast.walk(each) if isinstance(part, ast.Name)
        }
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            named[node.name] = found
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            named[node.target.id] = found
    definitions = (node for node in module.body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    waiting = [node.name for node in definitions if ">>> " in (ast.get_docstring(node) or "")]
    parts: set[str] = set()
    while waiting:
        new = named.get(waiting.pop(), set()) - parts
        parts |= new
        waiting += new
    return parts & {node.name for node in module.body if isinstance(node, ast.ClassDef)}


def kind(node: ast.FunctionDef | ast.ClassDef) -> str | None:
    """The decorator that tells what a function is: a lemma or a draw."""
    for mark in node.decorator_list:
        made = ast.unparse(mark.func if isinstance(mark, ast.Call) else mark)
        theorem = isinstance(node, ast.FunctionDef) and node.returns and ast.unparse(node.returns) == "Theorem"
        if made == "generator" or (made == "cache" and theorem):
            return made
    return None


def test_an_import_keeps_the_name() -> None:
    for path in MODULES:
        for node in nodes(path):
            if isinstance(node, ast.Import | ast.ImportFrom):
                ours = isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "exactdp"
                renamed = [each for each in node.names if each.asname and (ours or each.name.startswith("exactdp"))]
                assert not renamed, f"{name(path)}:{node.lineno} imports {renamed[0].name} as {renamed[0].asname}"


def test_one_word_is_one_thing() -> None:
    places: dict[str, set[str]] = {}
    taken = {node.name for path in MODULES for node in nodes(path) if isinstance(node, ast.alias)}
    for path in MODULES:
        # The kernels import nothing else, and so nothing here can be a second definition of their names.
        for each in defined(tree(path)) if path.name not in KERNELS else ():
            # How much one page of a report shows is that page's own.
            if room(path) != "report" or not each.isupper() or each in taken:
                places.setdefault(each, set()).add(name(path))
    twice = {each: sorted(found) for each, found in places.items() if len(found) > 1}
    wrong = {each: found for each, found in twice.items() if each not in SAME_MEANING}
    assert not wrong, f"these words name several things: {wrong}"
    assert set(SAME_MEANING) <= set(twice), f"no longer defined twice: {set(SAME_MEANING) - set(twice)}"


# What these make are the letters of formulas, which every module of the claims chooses for itself.
LETTERS = {"TypeVar", "indices", "numbers", "number", "matrices", "matrix", "vectors", "variable"}


def defined(module: ast.Module) -> Iterator[str]:
    """The public classes, types and constants of a module."""
    for node in module.body:
        targets: list[ast.expr] = []
        if isinstance(node, ast.ClassDef):
            targets = [ast.Name(node.name)]
        elif isinstance(node, ast.AnnAssign):
            targets = [node.target]
        elif isinstance(node, ast.Assign) and not LETTERS & {
            each.id for each in ast.walk(node) if isinstance(each, ast.Name)
        }:
            targets = [part for each in node.targets for part in getattr(each, "elts", [each])]
        yield from (each.id for each in targets if isinstance(each, ast.Name) and not each.id.startswith("_"))


def test_nothing_is_written_twice() -> None:
    seen: dict[str, str] = {}
    for path in MODULES + SCRIPTS:
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                if body and (body[-1].end_lineno or 0) - body[0].lineno >= 3:
                    written = ast.dump(node.args) + "".join(map(ast.dump, body))
                    here = f"{name(path)}:{node.lineno} {node.name}"
                    assert written not in seen, f"{here} is {seen[written]}: define it once, in a room that both import"
                    seen[written] = here


def test_each_kernel_can_be_read_in_one_sitting() -> None:
    lines = [len((PACKAGE / each).read_text(encoding="utf-8").splitlines()) for each in KERNELS]
    assert lines[0] <= 999
    assert lines[1] <= 961
    assert imported(PACKAGE / KERNELS[0]) == ()
    assert imported(PACKAGE / KERNELS[1]) == ("exactdp.kernel",)


def test_no_file_names_the_folders_of_the_machine_it_was_made_on() -> None:
    read: Counter[str] = Counter()
    folders = "|".join(re.escape(folder) for folder in {str(ROOT), str(Path.home())} - {"/"})
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        if path.suffix not in (".py", ".md", ".toml", ".cert") or {".venv", "dist", "build"} & set(parts):
            continue
        read[path.suffix] += 1
        text = path.read_text(encoding="utf-8", errors="replace")
        found = re.search(rf"(?<![\w.])({folders})/", text)
        assert found is None, f"{name(path)}: {found and found[0]}"
    assert min(read[".py"], read[".cert"]) > 300


def test_no_test_is_lost(request: pytest.FixtureRequest) -> None:
    config = request.config
    asked = {Path(each).name for each in config.args}
    if asked != {*config.getini("testpaths")} or config.getoption("keyword"):
        pytest.skip("only some of the tests were asked for")
    found = Counter(type(item).__name__ for item in request.session.items)
    assert found["Function"] >= 6500
    assert found["DoctestItem"] >= 800
