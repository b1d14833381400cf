"""The frame of every page has its title as text, and a policy that allows only its own style and script."""

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from exactdp import __version__
from exactdp.report.page import framed, templates
from tests.report.reading import check_page, read

BODY = Markup('<header>\n<h1>one</h1>\n</header>\n<nav></nav>\n<main id="main"></main>')
STYLE = templates().get_template("page.css").render()


def test_a_page_with_a_script_and_a_style_of_its_own():
    top = check_page(framed("one", BODY, "exactdp one", style="p { margin: 0; }", script="let a = 1 < 2;")).page
    assert next(top.all("style")).text == f"{STYLE}p {{ margin: 0; }}"
    assert next(top.all("script")).text == "let a = 1 < 2;"
    assert next(top.all("footer")).text == f"Written by exactdp one, version {__version__}."


def test_a_page_without_a_script_allows_none():
    top = read(framed("one", BODY, "exactdp one")).page
    assert not list(top.all("script"))
    assert "script-src 'none';" in next(top.all("meta")).attributes.get("content", "") + "".join(
        each.attributes.get("content", "") for each in top.all("meta")
    )


@pytest.mark.parametrize("title", ["</title><script>alert(1)</script>", "a & b", '"'])
def test_a_title_is_text(title):
    assert next(check_page(framed(title, BODY, title, script="1")).page.all("title")).text == title


def test_facts_and_badges():
    macros = templates().get_template("macros.html").module
    listed = [("a", "b"), ("c", Markup("<b>d</b>")), ("e", "<b>f</b>")]
    assert [each.text for each in read(macros.facts(listed)).page.all("dd")] == ["b", "d", "<b>f</b>"]
    assert next(read(macros.badge("FAILED")).page.all("span")).classes == {"badge", "failed"}


def test_a_body_that_is_not_marked_as_html_is_text():
    assert "&lt;main&gt;" in framed("one", "<main>", "exactdp one")


def test_a_template_that_is_given_too_little_fails():
    with pytest.raises(UndefinedError):
        templates().from_string("{{ name }}").render()
