"""Writes the reference of the site: one page for every public module, as its docstrings tell."""

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

PACKAGE = Path(__file__).parent.parent / "exactdp"
UNSHOWN = {"__main__", "cli", "commands", "report"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages, and after them the page that lists them."""
    names = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        if "proofs" in parts or UNSHOWN & set(parts) or parts == ("exactdp", "__init__"):
            continue
        name = ".".join(part for part in parts if part != "__init__")
        names.append(name)
        files.append(File.generated(config, f"reference/{name}.md", content=f"::: {name}\n"))
    listed = "\n".join(f"- [{name}]({name}.md)" for name in names)
    files.append(File.generated(config, "reference/index.md", content=f"# Reference\n\n{listed}\n"))
    return files
