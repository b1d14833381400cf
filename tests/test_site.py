"""The documentation site is built without a warning, hangs together, and has a page for every public module."""

import ast
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest

from tests.browsing import CONTRASTS, Firefox, violations

pytest.importorskip("mkdocs")
pytest.importorskip("mkdocstrings_handlers.python")

pytestmark = pytest.mark.site

ROOT = Path(__file__).parent.parent
UNSHOWN = {"__main__", "cli", "commands", "report", "proofs"}
LINKS = {("a", "href"), ("img", "src"), ("link", "href"), ("script", "src")}


@dataclass
class Page(HTMLParser):
    """What a page links to, what can be linked to on it, and its words outside code."""

    links: list[tuple[str, str]] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    prose: list[str] = field(default_factory=list)
    inside: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [(tag, value) for name, value in attrs if (tag, name) in LINKS and value]
        self.anchors |= {value for name, value in attrs if name in ("id", "name") and value}
        if tag in ("pre", "code", "script", "math"):
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.inside:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.prose.append(data)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    found = {}
    for path in sorted(site.rglob("*.html")):
        if path.name != "404.html":
            found[path] = Page()
            found[path].feed(path.read_text(encoding="utf-8"))
    return found


def modules() -> list[Path]:
    paths = [path.relative_to(ROOT) for path in sorted((ROOT / "exactdp").rglob("*.py"))]
    return [
        path for path in paths if not UNSHOWN & set(path.with_suffix("").parts) and path.parts[1:] != ("__init__.py",)
    ]


def test_every_link_leads_somewhere(site: Path, pages: dict[Path, Page]) -> None:
    checked: set[tuple[Path, str]] = set()
    for path, page in pages.items():
        for tag, link in page.links:
            # Every page links to every other in its navigation.
            place = path if link.startswith("#") else path.parent
            if (place, link) in checked:
                continue
            if re.match("(https?|mailto|data):", link):
                assert tag == "a", f"{path.name} loads {link}"
                continue
            target, anchor = urldefrag(unquote(link))
            there = (path.parent / target).resolve() if target else path
            assert there.is_file(), f"{path.relative_to(site)} links to {link}"
            if anchor and there in pages:
                assert anchor in pages[there].anchors, f"{path.relative_to(site)} links to {link}"
            checked.add((place, link))
    assert len(checked) > 1000


@pytest.mark.parametrize("path", modules(), ids=str)
def test_every_module_has_its_page(path: Path, site: Path, pages: dict[Path, Page]) -> None:
    name = ".".join(part for part in path.with_suffix("").parts if part != "__init__")
    page = pages[site / "reference" / f"{name}.html"]
    documented = {
        f"{name}.{node.name}"
        for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name[0] != "_" and ast.get_docstring(node)
    }
    assert documented <= page.anchors
    assert f"{name}.html" in {link for _, link in pages[site / "reference" / "index.html"].links}


def test_the_reference_shows_what_is_public_and_sets_sessions_apart(site: Path, pages: dict[Path, Page]) -> None:
    reference = {path: page for path, page in pages.items() if path.parent.name == "reference"}
    for path, page in reference.items():
        assert not [each for each in page.anchors if re.search(r"\._(?!_)", each)], path.name
        assert ">>>" not in "".join(page.prose), path.name
        assert "<blockquote" not in path.read_text(encoding="utf-8"), path.name
        assert not re.search(r"(Domain|Raises|Source): \S.*\b(Raises|Source): ", " ".join(page.prose)), path.name
    level = (site / "reference" / "exactdp.privacy.level.html").read_text(encoding="utf-8")
    assert re.search(r"<p><strong>Raises:</strong> <a [^>]*><code>InputError</code></a>", level)


def test_formulas_are_set_and_commands_are_not(site: Path, pages: dict[Path, Page]) -> None:
    mathematics = pages[site / "mathematics.html"]
    assert "$" not in "".join(mathematics.prose)
    assert "\\" not in "".join(mathematics.prose)
    assert (site / "mathematics.html").read_text(encoding="utf-8").count("<math ") > 100
    assert "<math" not in (site / "tutorial.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["index", "optimal-mechanisms", "mathematics", "reference/exactdp.privacy.level"])
def test_a_page_can_be_read_in_both_schemes_and_on_a_phone(browser: Any, site: Path, path: str, scheme: str) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 700}, color_scheme=scheme)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((site / f"{path}.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) > 50
    assert [each for each in contrasts if each[0] < each[1]] == []
    assert {each.partition(":")[0] for each in asked} <= {"file", "data"}
    page.close()


def test_the_search_works_from_files_and_by_keyboard(browser: Any, site: Path) -> None:
    page = browser.new_page()
    page.goto((site / "tutorial.html").as_uri())
    page.wait_for_function("document.querySelector('[data-md-component=search-query]').checkVisibility()")
    page.keyboard.press("/")
    page.keyboard.type("least favourable prior")
    page.locator(".md-search-result__link").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("least_favourable|minimax_game"))
    page.close()


READ = ("reference/index", "reference/exactdp.privacy.level", "notebooks/gupte2010")
"""Pages below others that axe-core judges too."""


@pytest.mark.parametrize(("width", "scheme", "every"), [(1280, "light", 1), (360, "dark", 3)])
def test_no_page_keeps_anybody_out(browser: Any, site: Path, width: int, scheme: str, every: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 700}, color_scheme=scheme)
    found = {}
    # All pages have one style sheet, so a third of them shows whether it can be read in the dark on a phone.
    for path in judged(site)[::every]:
        page.goto(path.as_uri())
        page.wait_for_function("document.querySelector('[data-md-component=search-query]')")
        found[path.name] = violations(page.evaluate)
    page.close()
    assert len(found) > 30 / every
    assert {name: broken for name, broken in found.items() if broken} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_keeps_anybody_out_in_firefox(fox: Firefox, site: Path, scheme: str) -> None:
    found = {}
    for name in ("index", "tutorial", "terminal", "mathematics", "records", *READ):
        fox.open(site / f"{name}.html", scheme)
        # All rules of axe-core but that of contrasts are the same in both schemes.
        found[name] = violations(fox.evaluate) if scheme == "light" else []
        contrasts = fox.evaluate(f"({CONTRASTS})()")
        assert len(contrasts) > 50
        found[name] += [each for each in contrasts if each[0] < each[1]]
    assert {name: broken for name, broken in found.items() if broken} == {}


def judged(site: Path) -> list[Path]:
    """Return the pages that axe-core judges: all but the reference's hundreds, of which it sees a few."""
    return [each for each in sorted(site.glob("*.html")) if each.name != "404.html"] + [
        site / f"{name}.html" for name in READ
    ]


def test_the_search_works_from_files_and_by_keyboard_in_firefox(fox: Firefox, site: Path) -> None:
    fox.open(site / "tutorial.html")
    fox.press("/")
    fox.press("least favourable prior")
    fox.evaluate(
        "new Promise((found) => setInterval(() => document.querySelector('.md-search-result__link') && found(1), 50))"
    )
    fox.press("ARROW_DOWN")
    fox.press("ENTER")
    fox.arrives_at("least_favourable|minimax_game")


def test_the_keyboard_goes_through_a_page_in_firefox(fox: Firefox, site: Path) -> None:
    fox.open(site / "terminal.html")
    fox.evaluate("document.body.focus()")
    reached = []
    for _ in range(40):
        fox.press("TAB")
        reached.append(fox.evaluate(FOCUSED))
    assert reached[0][0].startswith('<a href="#')
    assert all(shown for _, shown in reached), reached
    assert len({each for each, _ in reached}) > 30
    fox.open(site / "terminal.html")
    fox.press("TAB")
    fox.press("ENTER")
    assert fox.evaluate("location.hash").startswith("#in-the-terminal")


FOCUSED = """(() => {
  const each = document.activeElement, marked = (one) => one && getComputedStyle(one).outlineStyle !== "none";
  const typed = each.type === "text";  // the caret shows where it is
  // Of a choice of colours the label that stands after it is what one sees.
  const shown = typed || marked(each.matches(".md-option") ? each.nextElementSibling : each);
  return [each.outerHTML.slice(0, 150), each !== document.body && shown];
})()"""
"""The element that has the focus, and whether that can be seen."""


def test_the_notebooks_are_shown_with_what_their_cells_gave(site: Path, pages: dict[Path, Page]) -> None:
    for source in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")):
        page = site / "notebooks" / f"{source.stem}.html"
        text = page.read_text(encoding="utf-8")
        given = [
            each.get("data", {})
            for cell in json.loads(source.read_text(encoding="utf-8"))["cells"]
            for each in cell.get("outputs", [])
        ]
        tables = ["".join(each["text/html"]) for each in given if "text/html" in each]
        assert len(tables) > 10
        assert [each[:60] for each in tables if each.replace("$", "&#36;") not in text] == []
        pictures = [link for tag, link in pages[page].links if tag == "img"]
        assert len(pictures) == sum("image/svg+xml" in each for each in given)
        assert source.name in {link for _, link in pages[page].links}
