"""Read the elements of a page with their attributes and text, and check the rules for every page."""

import base64
import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import pairwise

EMPTY = {"meta", "br", "input", "link", "col"}

ON_PURPOSE = {
    *("html", "head", "meta", "title", "link", "style", "script", "body", "header", "nav", "main", "section", "footer"),
    *("h1", "h2", "h3", "h4", "p", "ul", "ol", "li", "dl", "dt", "dd", "div", "pre", "code", "a", "b", "em", "small"),
    *("strong", "span", "sub", "sup", "br", "table", "caption", "colgroup", "col", "thead", "tbody", "tr", "th", "td"),
    *("details", "summary", "fieldset", "legend", "label", "input", "article"),
}
"""The elements of HTML that a page has; those of MathML stand in `math`."""


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    inside: list["Element | str"] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(each if isinstance(each, str) else each.text for each in self.inside)

    @property
    def classes(self) -> set[str]:
        return set(self.attributes.get("class", "").split())

    def all(self, wanted: str | Callable[["Element"], bool]) -> Iterator["Element"]:
        """Yield the elements inside that have this tag, or for which this holds, in order."""
        for each in self.inside:
            if isinstance(each, Element):
                if wanted(each) if callable(wanted) else each.tag == wanted:
                    yield each
                yield from each.all(wanted)

    def one(self, key: str) -> "Element":
        """Return the one element of this id."""
        (found,) = self.all(lambda each: each.attributes.get("id") == key)
        return found


class Reader(HTMLParser):
    """Reads a page, and keeps its ids, its links, its elements, and the elements that are not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.page = Element("", {})
        self.open, self.ids, self.links, self.wrong = [self.page], [], [], []

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.links += [attributes[name] for name in ("href", "src") if name in attributes]
        element = Element(tag, attributes)
        self.open[-1].inside.append(element)
        if tag not in EMPTY:
            self.open.append(element)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        if self.open.pop().tag != tag:
            self.wrong.append((tag, self.getpos()))

    def handle_data(self, data):
        self.open[-1].inside.append(data)


def read(page: str) -> Reader:
    """Read a page that is well-formed."""
    reader = Reader()
    reader.feed(page)
    assert reader.wrong == []
    assert len(reader.open) == 1
    return reader


def check_page(page: str) -> Reader:
    """Read a page and check the rules for every page: it is self-contained and accessible."""
    reader = read(page)
    top = reader.page
    assert len(set(reader.ids)) == len(reader.ids)
    assert {link[1:] for link in reader.links if link[0] == "#"} <= set(reader.ids)
    assert all(link.startswith(("#", "data:")) for link in reader.links)
    mathematics = {id(part) for math in top.all("math") for part in (math, *math.all(lambda each: True))}
    assert {each.tag for each in top.all(lambda each: id(each) not in mathematics)} <= ON_PURPOSE
    assert not list(top.all(lambda each: any(name.startswith("on") or name == "style" for name in each.attributes)))
    for landmark in ("header", "main", "nav", "footer", "h1", "title"):
        assert len(list(top.all(landmark))) == 1, landmark
    levels = [int(each.tag[1]) for each in top.all(lambda each: re.fullmatch("h[1-6]", each.tag) is not None)]
    assert levels[0] == 1
    assert all(here <= before + 1 for before, here in pairwise(levels))
    for table in top.all("table"):
        assert next(table.all("caption")).text
        assert all("scope" in each.attributes for each in table.all("th"))
    assert all(
        each.attributes.keys() & {"aria-label", "aria-labelledby"}
        for each in top.all(lambda each: "tabindex" in each.attributes)
    )
    # Chromium lets the keyboard into what scrolls by itself; not every browser does.
    scrolling = top.all(lambda each: "box" in each.classes or each.tag == "pre")
    assert all(each.attributes.get("tabindex") == "0" for each in scrolling)
    (policy,) = (each.attributes["content"] for each in top.all("meta") if "http-equiv" in each.attributes)
    assert policy.startswith("default-src 'none'; ")
    for tag in ("style", "script"):
        digests = [base64.b64encode(hashlib.sha256(each.text.encode()).digest()).decode() for each in top.all(tag)]
        assert f"{tag}-src {' '.join(f'{chr(39)}sha256-{each}{chr(39)}' for each in digests)};" in policy
    return reader
