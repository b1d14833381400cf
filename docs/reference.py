"""Write the reference of the site: a page for every public module, from its docstrings, and a list by room."""

import ast
import re
from pathlib import Path

from docstrings import UNSHOWN, prose
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
ROOMS = dict(
    re.findall(r"^\| `(\w+)` \| (.+?) \|$", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.MULTILINE)
)
"""The rooms in their order, each with its contents."""

ELSEWHERE = {
    "checkers/README.md": "checkers.md",
    "exactdp/CERTIFICATES.md": "certificates.md",
    "CONTRIBUTING.md": "contributing.md",
}
"""Pages of the site that lie outside `docs`."""


OUTWARD = re.compile(r"\[(?P<text>[^\]]+)\]\(\.\./(?P<path>(?:checkers|exactdp|proofs|tests|README)[^)]*)\)")
"""A link that leaves `docs`."""


def modules() -> dict[str, ast.Module]:
    """Return the public modules, parsed, by name."""
    found = {}
    for path in sorted((ROOT / "exactdp").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if not UNSHOWN & set(parts) and parts != ("exactdp", "__init__"):
            name = ".".join(part for part in parts if part != "__init__")
            found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def first_line(module: ast.Module) -> str:
    """Return the first line of a module's docstring, as Markdown."""
    said = (ast.get_docstring(module) or "").partition("\n\n")[0].replace("\n", " ")
    return prose(said)


def by_room(names: list[str]) -> dict[str, list[str]]:
    """Return the modules of each room, in the order of the rooms."""
    found = {room: [name for name in names if name.split(".")[1] == room] for room in ROOMS}
    return {room: inside for room, inside in found.items() if inside}


def page(name: str, all_modules: dict[str, ast.Module]) -> str:
    """Return the page of a module. The page of a package lists its modules, and shows its own definitions."""
    module = all_modules[name]
    inside = [each for each in all_modules if each.rpartition(".")[0] == name]
    if not inside:
        return f"::: {name}\n"
    own = [defined for node in module.body for defined in _names(node) if not defined.startswith("_")]
    listed = "\n".join(f"- [`{each}`]({each}.md): {first_line(all_modules[each])}" for each in inside)
    return f"::: {name}\n    options:\n      members: {own or 'false'}\n\n## Modules\n\n{listed}\n"


def _names(node: ast.stmt) -> list[str]:
    """Return the names that a statement of a module defines, including constants."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [each.id for each in targets if isinstance(each, ast.Name)]


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the modules to the navigation, by room."""
    assert config.nav is not None
    for entry in config.nav:
        if "Reference" in entry:
            entry["Reference"] = ["reference/index.md"] + [
                {room: [{name: f"reference/{name}.md"} for name in names]}
                for room, names in by_room(list(modules())).items()
            ]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the modules, and the page that lists them."""
    all_modules = modules()
    for name in all_modules:
        files.append(File.generated(config, f"reference/{name}.md", content=page(name, all_modules)))
    lines = ["# Reference\n"]
    for room, names in by_room(list(all_modules)).items():
        lines += [f"## {room}\n\n{ROOMS[room]}\n", "| module | what it is about |\n| --- | --- |"]
        lines += [f"| [`{name}`]({name}.md) | {first_line(all_modules[name])} |" for name in names]
        lines.append("")
    files.append(File.generated(config, "reference/index.md", content="\n".join(lines)))
    for source, name in ELSEWHERE.items():
        if files.get_file_from_path(name) is None:
            files.append(File.generated(config, name, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Make links that leave `docs` lead to a page of the site; without such a page, only the file's name remains."""
    del page, config, files

    def target(link: re.Match[str]) -> str:
        path, mark, anchor = link["path"].partition("#")
        return f"[{link['text']}]({ELSEWHERE[path]}{mark}{anchor})" if path in ELSEWHERE else link["text"]

    # Pages outside of `docs` link to the pages in `docs` by their folder.
    markdown = markdown.replace("](../docs/", "](")
    return OUTWARD.sub(target, markdown)
