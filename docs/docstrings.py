"""Convert docstrings to Markdown: sessions in fences, `Domain`, `Raises` and `Source` as paragraphs, names as links."""

import re
from collections.abc import Callable, Iterator
from textwrap import dedent
from typing import Any

from griffe import AliasResolutionError, CyclicAliasError, Extension, GriffeLoader, Module, NameResolutionError, Object

UNSHOWN = {"__main__", "cli", "commands", "report", "proofs"}
"""The parts of the package that are not a library: the command line and the reports."""

SECTION = re.compile(r"(?:(?<=^)|(?<=[.)] ))(Domain and errors|Domain|Raises|Source): ", re.MULTILINE)
MARKUP = re.compile(r"([\\*_\[\]#!+-])")

BELOW = re.compile(r"(?<!\w)([A-Za-zΣπμ]|min|max)_(\{[^}]*\}|\([^()]*\)|[0-9a-z]{1,3}(?!\w))")
ABOVE = re.compile(r"(?<=[\w)])\^(\{[^}]*\}|\([^()]*\)|(?:\\-)?\w+)")


class Docstrings(Extension):
    """The extension of mkdocstrings that rewrites every docstring of the package."""

    def on_package(self, *, pkg: Module, loader: GriffeLoader, **kwargs: Any) -> None:
        """Rewrite the docstrings, with links to the objects that have a page."""
        del loader, kwargs
        objects = list(below(pkg))
        shown = {each.path for each in objects if each.has_docstring and public(each)}
        for each in objects:
            if each.docstring:
                each.docstring.value = markdown(each.docstring.value, each, shown)


def below(each: Object) -> Iterator[Object]:
    """Yield the object, and every object defined inside it."""
    yield each
    for member in each.members.values():
        if not member.is_alias:
            yield from below(member)


def public(each: Object) -> bool:
    return not any(part.startswith("_") or part in UNSHOWN for part in each.path.split("."))


def markdown(docstring: str, each: Object, shown: set[str]) -> str:
    """Return a docstring as Markdown."""
    return "\n\n".join(paragraph(block, each, shown) for block in re.split(r"\n\s*\n", docstring.strip("\n")))


def paragraph(block: str, each: Object, shown: set[str]) -> str:
    """Return the Markdown of one block between empty lines: a session, indented lines, or prose."""
    if block.lstrip().startswith(">>> "):
        session = re.sub(r" *# doctest: .*", "", block).replace("<BLANKLINE>", "")
        return f"```pycon\n{session}\n```"
    if block.startswith("    "):
        return f"```text\n{dedent(block)}\n```"
    return SECTION.sub(r"\n\n**\1:** ", prose(block, lambda part: code(part, each, shown)))


def prose(block: str, code: Callable[[str], str] = str) -> str:
    """Return the Markdown of prose, in which text between backticks is code."""
    parts = re.split(r"(`[^`]+`)", block)
    return "".join(code(part) if part[:1] == "`" else escaped(part) for part in parts)


def escaped(words: str) -> str:
    """Escape the signs of Markdown in prose, and set indices below and exponents above the line."""
    words = MARKUP.sub(r"\\\1", words.replace("<", "&lt;").replace(">", "&gt;"))
    words = BELOW.sub(lambda found: f"{found[1]}<sub>{unwrapped(found[2])}</sub>", words.replace("\\_", "_"))
    words = ABOVE.sub(lambda found: f"<sup>{unwrapped(found[1])}</sup>", words)
    return re.sub(r"(?<!\\)_", r"\\_", words)


def unwrapped(index: str) -> str:
    return index[1:-1] if index[0] in "{(" else index


def code(part: str, each: Object, shown: set[str]) -> str:
    """Return a piece of code, as a link if it names an object that has a page."""
    name = part.strip("`")
    try:
        path = each.resolve(name) if name.isidentifier() else name
        target = each.modules_collection.get_member(path)
        path = target.canonical_path
    except (NameResolutionError, AliasResolutionError, CyclicAliasError, KeyError, ValueError):
        return part
    return f"[{part}][{path}]" if path in shown and path != each.path else part
