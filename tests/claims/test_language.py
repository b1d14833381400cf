"""Scripts use `import *`, so no linter checks that their names exist; these tests do."""

import builtins
import dis
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from exactdp.claims import language
from exactdp.claims.discovery import load
from tests.house import SCRIPTS, tree


def names_read(code: CodeType) -> Iterator[str]:
    """The names that a module, and every function in it, reads from the module or from Python."""
    for each in dis.get_instructions(code):
        if each.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield str(each.argval)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from names_read(inner)


def unknown_names(source: str, known: dict[str, Any]) -> set[str]:
    return set(names_read(compile(source, "script", "exec"))) - set(known) - set(vars(builtins)) - {"__annotations__"}


def loaded(path: Path) -> dict[str, Any]:
    load(path)
    return vars(sys.modules[f"exactdp_proofs.{path.parent.name}.{path.stem}"])


def test_every_name_in_a_script_exists() -> None:
    unknown = {str(path): unknown_names(path.read_text(encoding="utf-8"), loaded(path)) for path in SCRIPTS}
    assert not {path: names for path, names in unknown.items() if names}


@pytest.mark.parametrize("source", ["def proof():\n    return indexes", "lambda: [indexes for _ in ()]", "indexes"])
def test_a_name_that_exists_nowhere_is_found(source: str) -> None:
    assert unknown_names(source, {"__name__": "script"}) == {"indexes"}


def test_no_import_of_a_script_is_hidden_by_a_word_of_the_language() -> None:
    """The last import of a name wins, and the order of imports is the formatter's."""
    hidden = {}
    for path in SCRIPTS:
        imports = [node for node in tree(path).body if type(node).__name__ in ("Import", "ImportFrom")]
        modules = [getattr(node, "module", "") for node in imports]
        if "exactdp.claims.language" in modules:
            others = [node for node in imports if getattr(node, "module", "") != "exactdp.claims.language"]
            names = {each.asname or each.name for node in others for each in node.names}  # type: ignore[attr-defined]
            hidden[str(path)] = names & set(language.__all__)
    assert len(hidden) > 300
    assert not {path: names for path, names in hidden.items() if names}
