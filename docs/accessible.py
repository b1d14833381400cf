"""Label the theme's search for screen readers, and mark the first page, so that its answers wrap."""

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page

DIALOG = '<div class="md-search" data-md-component="search" role="dialog"'
ARTICLE = '<article class="md-content__inner md-typeset"'


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Label the search, and give the first page a class. The assertion fails if the theme changes its HTML."""
    del config
    assert output.count(DIALOG) == output.count(ARTICLE) == 1, "the theme writes its pages in another way"
    output = output.replace(DIALOG, f'{DIALOG} aria-label="Search"')
    return output.replace(ARTICLE, ARTICLE[:-1] + ' landing"') if page.is_homepage else output
