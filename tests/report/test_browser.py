"""The pages in a browser: usable by keyboard, legible in both colour schemes and on narrow screens, self-contained.

`python -m pytest -m site` runs this. What needs a browser is skipped where Chromium or Firefox is missing, or
what drives it: `pip install '.[browser]'`.
"""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from exactdp import Mechanism, MinimaxConsumer, absolute, check, files
from exactdp.answers.optimality import decide
from exactdp.claims.discovery import parts
from exactdp.optimum.problem import Problem
from exactdp.report import claims_page, errata, hypertext, mechanism_page
from exactdp.report.optima import optimality
from tests.browsing import CONTRASTS, violations
from tests.claims.unrun import unrun
from tests.commands.running import DATA

pytestmark = pytest.mark.site

WIDE = Mechanism(
    [["1/3"] + ["2/21"] * 7, ["1/1000000007"] + ["1000000006/7000000049"] * 7],
    ["<b>an input with a long name</b>", "x" * 400],
    [f"</th>response {'y' * 60} {r}" for r in range(8)],
)

APPENDIX_B = files.read(DATA / "appendix_b.csv")

CONSUMER = Problem(MinimaxConsumer(absolute(), inputs=range(7)), "2/7")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The pages, as files, by name."""
    folder = tmp_path_factory.mktemp("pages")
    few = [parts(each)[0].run() for each in ("gupte2010.table-1a", "gupte2010.appendix-b", "ghosh2009.figure-3")]
    wide = unrun(parts("gupte2010.lemma-2.column-transformations")[0])
    texts = {
        "appendix B": mechanism_page.as_page(check(APPENDIX_B, alpha="3/4"), "appendix_b.csv"),
        "figure 2": mechanism_page.as_page(check(files.read(DATA / "figure_2.csv"), alpha="1/2"), "figure_2.csv"),
        "wide": mechanism_page.as_page(check(WIDE), "z" * 300),
        "claims": claims_page.as_page([*few, wide]),
        "optimum": hypertext.as_page(optimality(decide(CONSUMER)), "exactdp optimal"),
        "errata": errata.as_page([each for each in few if each.claim.prints]),
    }
    for name, text in texts.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return {name: folder / f"{name}.html" for name in texts}


OF_MECHANISMS = ("appendix B", "figure 2", "wide")
NAMES = (*OF_MECHANISMS, "claims", "optimum", "errata")


@pytest.fixture
def opened(browser, pages):
    """Open a page; any request or error of the page fails the test."""
    contexts, wrong = [], []

    def opened(name: str, width: int = 800, scheme: str = "light", script: bool = True):
        context = browser.new_context(
            viewport={"width": width, "height": 700}, color_scheme=scheme, java_script_enabled=script
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(pages[name].as_uri())
        wrong.extend(url for url in asked[1:] if not url.startswith("data:"))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


OPEN_ALL = "for (const each of document.querySelectorAll('details')) each.open = true"


@pytest.mark.parametrize("name", NAMES)
def test_a_narrow_screen_needs_no_scrolling_sideways(opened, name):
    page = opened(name, width=320)
    page.evaluate(OPEN_ALL)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    scrolls = "[...document.querySelectorAll('.box, .formula')].some((each) => each.scrollWidth > each.clientWidth)"
    assert page.evaluate(scrolls) == (name not in ("appendix B", "errata"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_text_and_marks_stand_out_from_what_is_behind_them(opened, name, scheme):
    page = opened(name, scheme=scheme)
    page.evaluate(OPEN_ALL)
    for decimals in (False, True):
        if decimals and name in OF_MECHANISMS:
            page.check("#as-decimals")
        found = page.evaluate(CONTRASTS)
        assert len(found) > 40
        assert [each for each in found if each[0] < each[1]] == []
    backgrounds = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (backgrounds == "rgb(255, 255, 255)") == (scheme == "light")
    assert sum(least == 3 for _, least, _ in found) > 0 or name not in OF_MECHANISMS


@pytest.mark.parametrize("name", NAMES)
def test_no_page_keeps_anybody_out(opened, name):
    # All rules of axe-core but that of contrasts, which are tested above, are the same in both schemes.
    page = opened(name)
    page.evaluate(OPEN_ALL)
    assert violations(page.evaluate) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_no_page_keeps_anybody_out_in_firefox(fox, pages, name, scheme):
    fox.open(pages[name], scheme)
    fox.evaluate(f"(() => {{ {OPEN_ALL} }})()")
    # All rules of axe-core but that of contrasts are the same in both schemes.
    assert scheme == "dark" or violations(fox.evaluate) == []
    found = fox.evaluate(f"({CONTRASTS})()")
    assert len(found) > 40
    assert [each for each in found if each[0] < each[1]] == []
    background = fox.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (background == "rgb(255, 255, 255)") == (scheme == "light")


def test_enter_opens_a_verdict_and_marks_its_places_in_firefox(fox, pages):
    fox.open(pages["appendix B"])
    marked = f"({MARKED})('level')"
    assert fox.evaluate(marked) == [0, True]
    fox.evaluate("document.querySelector('#verdict-level > summary').focus()")
    fox.press("ENTER")
    fox.press("TAB")
    assert fox.evaluate(marked) == [15, True]
    fox.evaluate("document.querySelector('[name=entries]').focus()")
    assert fox.evaluate("getComputedStyle(document.querySelector('#x-3-0 .d')).display") == "none"
    fox.press("ARROW_RIGHT")
    assert fox.evaluate("getComputedStyle(document.querySelector('#x-3-0 .d')).display") == "inline"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_shades_and_signs_can_be_told_apart_in_grey(opened, scheme):
    page = opened("figure 2", scheme=scheme)
    greys = {
        name: sum(w * int(part) for w, part in zip((0.299, 0.587, 0.114), re.findall(r"\d+", colour)[:3], strict=True))
        for name, colour in page.evaluate(
            """(names) => names.map((name) => {
              const cell = document.body.appendChild(document.createElement("td"));
              cell.className = name;
              return [name, getComputedStyle(cell).backgroundColor];
            })""",
            [*(f"h{k}" for k in range(9)), "down", "up", "slack", "zero"],
        )
    }
    shades = [greys[f"h{k}"] for k in range(9)]
    assert shades == sorted(set(shades), reverse=scheme == "light")
    signs = sorted(greys[name] for name in ("down", "up", "slack", "zero"))
    assert all(below - above > 15 for above, below in pairwise(signs))


FOCUSED = """() => {
  const each = document.activeElement, style = getComputedStyle(each);
  return each === document.body ? null : [
    (each.id || "") + each.outerHTML.slice(0, 90),
    style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
  ];
}"""

REACHABLE = """() => [...document.querySelectorAll("a[href], summary, input, [tabindex='0']")].filter((each) =>
  each.checkVisibility() && (each.type !== "radio" || each.checked)).map((each) =>
  (each.id || "") + each.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("name", ["appendix B", "claims"])
def test_the_keyboard_reaches_everything_and_shows_where_it_is(opened, name):
    page = opened(name)
    page.evaluate(OPEN_ALL)
    expected, reached = page.evaluate(REACHABLE), []
    for _ in range(len(expected) + 20):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUSED)
        if found is None:
            break
        reached.append(found[0])
        assert found[1], f"no outline on {found[0]}"
    assert [each for each in reached if each in expected] == expected
    assert expected[0].startswith('<a class="skip"')


MARKED = """(verdict) => {
  const marked = [...document.querySelectorAll("td")].filter((each) => getComputedStyle(each).outlineStyle === "solid");
  return [marked.length, marked.every((each) => each.classList.contains("on-" + verdict))];
}"""


@pytest.mark.parametrize(
    ("verdict", "count", "script"),
    [
        ("level", 15, False),
        ("violation", 2, True),
        ("moved", 16, True),
        ("underivable", 3, False),
        ("lemma-5-6", 8, True),
    ],
)
def test_enter_opens_a_verdict_and_marks_its_places(opened, verdict, count, script):
    page = opened("appendix B", script=script)
    summary = page.locator(f"#verdict-{verdict} > summary")
    assert page.evaluate(MARKED, verdict) == [0, True]
    summary.focus()
    page.keyboard.press("Enter")
    assert page.locator(f"#verdict-{verdict}[open]").count() == 1
    page.keyboard.press("Tab")
    assert page.evaluate(MARKED, verdict) == [count, True]
    summary.focus()
    page.keyboard.press("Enter")
    assert page.locator(f"#verdict-{verdict}[open]").count() == 0
    assert page.evaluate(MARKED, verdict) == [count, True], "while it has the focus"
    summary.blur()
    assert page.evaluate(MARKED, verdict) == [0, True]
    summary.hover()
    assert page.evaluate(MARKED, verdict) == [count, True]


def test_a_place_is_shown_while_it_is_pointed_at(opened):
    page = opened("appendix B")
    page.evaluate(OPEN_ALL)
    link = page.locator("#verdict-level li a").first
    here = "[...document.querySelectorAll('td.here')].map((each) => each.id)"
    assert link.inner_text() == "response 1: 2/9 on input 0, 1/9 on input 1"
    link.focus()
    assert page.evaluate(here) == ["x-0-1", "x-1-1"]
    page.keyboard.press("Tab")
    assert page.evaluate(here) == ["x-0-2", "x-1-2"]
    link.click()
    assert page.evaluate("document.querySelector(':target').id") == "x-0-1"


@pytest.mark.parametrize("script", [True, False])
def test_fractions_become_decimals_and_fractions_again(opened, script):
    page = opened("appendix B", script=script)
    cell = page.locator("#x-3-0")
    assert cell.locator("math").is_visible()
    page.locator("[name=entries]").first.focus()
    page.keyboard.press("ArrowRight")
    assert not cell.locator("math").is_visible()
    assert cell.inner_text() == "0.7222"
    page.keyboard.press("ArrowLeft")
    assert cell.locator("math").is_visible()


@pytest.mark.parametrize("script", [True, False])
def test_a_download_is_the_certificate(opened, script):
    page = opened("appendix B", script=script)
    for done in check(APPENDIX_B, alpha="3/4").verified:
        with page.expect_download() as found:
            page.get_by_role("link", name=f"Download {done.kind}.cert", exact=True).click()
        assert found.value.suggested_filename == f"{done.kind}.cert"
        assert Path(found.value.path()).read_bytes() == done.certificate.data


def test_nothing_but_the_script_of_the_page_runs(browser, pages, tmp_path):
    text = pages["appendix B"].read_text(encoding="utf-8")
    assert text.count("</main>") == 1
    let_in = "<script>document.title = 'ran'</script><img src=x onerror=\"document.title = 'ran'\">"
    (tmp_path / "page.html").write_text(text.replace("</main>", f"{let_in}</main>"), encoding="utf-8")
    page = browser.new_page()
    refused = []
    page.on("console", lambda message: refused.append(message.text))
    page.goto((tmp_path / "page.html").as_uri())
    assert page.title() == "appendix_b.csv: a mechanism, decided exactly"
    assert sum("Content Security Policy" in each for each in refused) >= 2
    page.close()
