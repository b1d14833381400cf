"""The documentation site is built without a warning, hangs together, and has a page for every public module."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest

from exactdp.files import read
from exactdp.polytope.derivability import Derivation, derive
from exactdp.report.pictures import picture_files
from tests.browsing import CONTRASTS, IN_A_BROWSER, started

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


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with started() as found:
        yield found


@IN_A_BROWSER
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


@IN_A_BROWSER
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


def test_the_picture_of_the_tutorial_is_what_its_command_draws(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    table = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8").partition("\\begin{bmatrix}")[2]
    (tmp_path / "exact.tex").write_text("\\begin{bmatrix}" + table.partition("```")[0], encoding="utf-8")
    found = derive(read(tmp_path / "exact.tex"), "1/4")
    assert isinstance(found, Derivation)
    picture_files.write(found.plot(), tmp_path / "tutorial.svg")
    drawn, shown = (
        re.findall("<text[^>]*>(.*?)</text>", path.read_text(encoding="utf-8"))
        for path in (tmp_path / "tutorial.svg", ROOT / "docs" / "tutorial.svg")
    )
    assert drawn == shown != [], "write docs/tutorial.svg anew"
