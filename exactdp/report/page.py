"""What every HTML page shares: one style, and a frame that loads nothing and runs nothing but its own script."""

import base64
import hashlib
import html

from exactdp import __version__


def framed(title: str, body: str, command: str, *, style: str = "", script: str = "") -> str:
    """Return a whole page that needs no other file. Without its script it says the same.

    The policy in its head names the style and the script by their digests, so that a browser runs and loads nothing
    else, not even what a mistake elsewhere had let in.
    Domain: the body and the style as they are to stand in the page, a title and a command as plain words.

    >>> framed("a < b", "<main></main>", "exactdp").splitlines()[7]
    '<title>a &lt; b</title>'
    """
    styles, scripts = STYLE + style, script
    policy = "; ".join(
        [
            "default-src 'none'",
            f"style-src {_digest(styles)}",
            f"script-src {_digest(scripts) if scripts else _NOTHING}",
            "img-src data:",
            f"base-uri {_NOTHING}",
            f"form-action {_NOTHING}",
        ]
    )
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{html.escape(title)}</title>",
        f'<link rel="icon" href="data:,">\n<style>{styles}</style>\n</head>\n<body>',
        '<a class="skip" href="#main">To the content</a>',
        body,
        f"<footer>Written by <code>{html.escape(command)}</code>, version {__version__}.</footer>",
        *([f"<script>{scripts}</script>"] if scripts else []),
        "</body>\n</html>\n",
    ]
    return "\n".join(parts)


def badge(verdict: str) -> str:
    """Return a verdict, one word, in a frame of its colour.

    >>> badge("proved")
    '<span class="badge proved">proved</span>'
    """
    return f'<span class="badge {verdict.lower()}">{verdict}</span>'


def facts(listed: list[tuple[str, str]]) -> str:
    """Return names, each with what is to be said of it, both as HTML, as a list.

    >>> facts([("Domain", "n ≥ 1")])
    '<dl>\\n<dt>Domain</dt><dd>n ≥ 1</dd>\\n</dl>'
    """
    lines = "\n".join(f"<dt>{name}</dt><dd>{words}</dd>" for name, words in listed)
    return f"<dl>\n{lines}\n</dl>"


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


_NOTHING = "'none'"

STYLE = """
:root { color-scheme: light dark;
  --ink: #1b1b1b; --paper: #fff; --soft: #f3f3f0; --line: #c9c9c4; --link: #0b4f8a;
  --proved: #14622f; --verified: #0b4f8a; --corrected: #8a4b00; --refuted: #9a1414; --uncheckable: #555; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --paper: #17181a; --soft: #222427; --line: #45484d;
  --link: #8cc4ff; --proved: #7fd89b; --verified: #8cc4ff; --corrected: #f2b872; --refuted: #ff9c9c;
  --uncheckable: #b3b3b3; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 54rem; padding: 1rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 Georgia, "DejaVu Serif", serif; overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.25; } h2 { border-bottom: 2px solid var(--line); margin-top: 2.5rem; }
a { color: var(--link); } math { font-size: 1.15em; } code { font-size: .9em; } sub, sup { line-height: 0; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; padding: .4rem .8rem; background: var(--paper); }
.skip:focus { left: 1rem; z-index: 9; }
article { border: 1px solid var(--line); border-radius: .4rem; padding: .9rem 1rem; margin: 1rem 0; }
:target { outline: 3px solid var(--link); } section:target, main:target { outline: none; }
.id { margin: 0; font: .85rem ui-monospace, monospace; }
.badge { display: inline-block; border: 1px solid currentColor; border-radius: .3rem; padding: 0 .4rem;
  font: bold .78rem/1.5 system-ui, sans-serif; white-space: nowrap; }
.proved, .yes { color: var(--proved); } .verified { color: var(--verified); } .corrected { color: var(--corrected); }
.refuted, .failed, .no { color: var(--refuted); } .uncheckable, .coq { color: var(--uncheckable); }
.failed { border-width: 3px; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .2rem .8rem; }
dt { font-weight: bold; max-width: 10rem; } dd { margin: 0; }
pre { overflow-x: auto; background: var(--soft); padding: .6rem; font-size: .8rem; overflow-wrap: normal; }
details > summary { cursor: pointer; } ol li { margin: .5rem 0; }
nav { margin-top: 1rem; } nav ul { padding-left: 1.2rem; } nav li { margin: .15rem 0; }
footer { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: .5rem; font-size: .9rem; }
[hidden] { display: none; }
@media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important; } }
@media (max-width: 34rem) {
  dl { grid-template-columns: minmax(0, 1fr); } dd { margin-bottom: .4rem; } ol { padding-left: 1.2rem; } }
@media print { body { max-width: none; font-size: 10pt; } .skip { display: none; }
  article { border: 0; border-top: 1px solid; border-radius: 0; padding: .4rem 0; }
  h2, h3, h4, .id { break-after: avoid; } li, dl { break-inside: avoid; }
  a { color: inherit; text-decoration: none; } :target { outline: none; } }
"""
"""The style of every page: it has a light and a dark scheme, narrow screens and paper."""
