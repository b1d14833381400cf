"""The common parts of HTML pages: the templates, and a frame that loads nothing and runs only its own script."""

import base64
import hashlib
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from exactdp import __version__


@cache
def templates() -> Environment:
    """Return the templates of all pages; they escape their arguments unless these are HTML.

    >>> templates().from_string("{{ name }}").render(name="a<b")
    'a&lt;b'
    """
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def framed(title: str, body: Markup, command: str, *, style: str = "", script: str = "") -> str:
    """Return a self-contained page; its contents do not depend on its script.

    The policy in its head has the digests of the style and the script. So a browser runs and loads nothing else, even
    if an error elsewhere inserted it.
    Domain: the final style and script; a title and a command as plain words.

    >>> framed("a < b", Markup("<main></main>"), "exactdp").splitlines()[7]
    '<title>a &lt; b</title>'
    """
    styles = templates().get_template("page.css").render() + style
    policy = "; ".join(
        [
            "default-src 'none'",
            f"style-src {_digest(styles)}",
            f"script-src {_digest(script) if script else _NOTHING}",
            "img-src data:",
            f"base-uri {_NOTHING}",
            f"form-action {_NOTHING}",
        ]
    )
    return (
        templates()
        .get_template("page.html")
        .render(
            title=title, body=body, command=command, style=styles, script=script, policy=policy, version=__version__
        )
    )


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


_NOTHING = "'none'"
