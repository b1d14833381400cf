"""Convert the formulas of a page, between dollar signs as on GitHub, to MathML, which browsers typeset."""

import html
import re

from latex2mathml.converter import convert
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

FORMULA = re.compile(
    r"(?P<fence>^```.*?^```$)|(?P<code>`[^`\n]+`)|\$\$(?P<block>.+?)\$\$|\$(?P<inline>[^$\n]+)\$",
    re.DOTALL | re.MULTILINE,
)
MARK = re.compile("\ue000([0-9]+)\ue001")


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Replace each formula by a mark, so that Markdown does not change it."""
    del config, files
    formulas: list[str] = []

    def mark(found: re.Match[str]) -> str:
        if found["fence"] or found["code"]:
            return found[0]
        latex, display = (found["block"], "block") if found["block"] else (found["inline"], "inline")
        formulas.append(convert(html.unescape(latex.strip()), display=display))
        return f"\ue000{len(formulas) - 1}\ue001"

    markdown = FORMULA.sub(mark, markdown)
    page.meta["formulas"] = formulas
    return markdown


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Replace each mark by its formula."""
    del config, files
    return MARK.sub(lambda found: page.meta["formulas"][int(found[1])], html)
