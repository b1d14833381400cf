"""Everything an examination found as one HTML page that needs no other file, its certificates inside.

What is said are the words of the report for a terminal. Opening a verdict marks its places in the matrix, by the style
alone; the script only brings them into view.
"""

import base64
import shlex
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import TypeAlias

from exactdp.answers.examination import Examination
from exactdp.arithmetic.exact import counted, decimal, printable, shortened, text
from exactdp.certificates.certificate import Verified
from exactdp.claims.claim import Claim
from exactdp.claims.discovery import parts
from exactdp.files.storage import STANDARD, shown
from exactdp.model.matrix import WIDEST_ENTRY, Matrix
from exactdp.polytope.constraints import BOTH_ZERO, DOWN, SLACK, UP, ConstraintMatrix, Pattern
from exactdp.polytope.derivability import Derivation, Refutation
from exactdp.polytope.vertex import Midpoint
from exactdp.privacy.level import Witness, epsilon
from exactdp.report import examinations, wording
from exactdp.report.errata import wrong
from exactdp.report.page import badge, facts, framed
from exactdp.report.typeset import as_html, capital
from exactdp.report.verdicts import SLIPS, where
from exactdp.report.wording import label

LINES = 120
"""Up to how many rows, or columns, a matrix is shown in full."""

PLACES = 24
"""Up to how many places a list names."""

EMBEDDED = 2**22
"""Up to how many bytes a certificate stands in the page; for a longer one it names the command that writes it."""

SHADES = 8

Marks: TypeAlias = Mapping[tuple[int, int], Iterable[str]]
"""By row and column, the verdicts that an entry decides."""


def as_page(found: Examination, file: str) -> str:
    """Return the page about the mechanism that was read from this file, "-" for standard input.

    The same mechanism gives the same page.

    >>> from exactdp.answers.examination import examine
    >>> from exactdp.model.mechanism import Mechanism
    >>> as_page(examine(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])), "coin.csv").splitlines()[7]
    '<title>coin.csv: a mechanism, decided exactly</title>'
    """
    name = "standard input" if file == STANDARD else shown(file)
    inputs, responses = found.mechanism.shape
    claims = _claims(found)
    sections = [
        ("matrix", "The matrix", _matrix(found)),
        ("privacy", "Privacy", _privacy(found)),
        ("constraints", "The constraint matrix", _constraints(found, claims)),
        ("vertex", "Vertex", _vertex(found, claims)),
        ("derivability", "Derivability", _derivability(found, claims)),
        ("certificates", "Certificates", _certificates(found, file)),
        ("claims", "The lemmas and theorems used here", _used(claims)),
    ]
    shown_sections = [
        f'<section id="{key}" aria-labelledby="{key}-title">\n<h2 id="{key}-title">{title}</h2>\n{body}\n</section>'
        for key, title, body in sections
    ]
    links = "\n".join(f'<li><a href="#{key}">{title}</a></li>' for key, title, _ in sections)
    body = [
        f"<header>\n<h1>{escape(name)}</h1>",
        f"<p>A mechanism with {counted(inputs, 'input')} and {counted(responses, 'response')}, decided exactly. The "
        f"kernel has accepted a certificate for each of these answers: {_certified(found)}. What else the page says "
        "has none.</p>",
        f'{_glance(found)}\n</header>\n<nav aria-label="Contents">\n<ul>\n{links}\n</ul>\n</nav>',
        '<main id="main">',
        *shown_sections,
        "</main>",
    ]
    title = f"{name}: a mechanism, decided exactly"
    return framed(title, "\n".join(body), "exactdp check --html", style=_STYLE, script=_SCRIPT)


# The verdicts in short


def _certified(found: Examination) -> str:
    return ", ".join(f'<a href="#certificate-{done.kind}">{done.kind}</a>' for done in found.verified)


def _glance(found: Examination) -> str:
    cells = [("privacy", "Exact level", f"α = {wording.number(found.level.alpha)}; {_bound(found.level.alpha)}")]
    if found.privacy is not None:
        asked = wording.level_name(found.privacy.alpha)
        cells.append(("privacy", f"{asked}-private", _answer(bool(found.privacy))))
    if found.constraints is not None:
        shown = sum(map(bool, found.patterns))
        cells.append(("constraints", "Patterns of Lemmas 5.4 to 5.9", f"it has {shown} of {len(found.patterns)}"))
    if found.vertex is not None:
        at = f", at α = {wording.number(found.alpha)}"
        cells.append(("vertex", "Vertex", f"{_answer(bool(found.vertex))}{at}"))
    if found.derivability is not None and found.derivable_levels is not None:
        n = len(found.mechanism) - 1
        source = as_html(f"G_{{{n},{wording.level_name(found.alpha)}}}")
        cells.append(("derivability", f"Derivable from {source}", _answer(bool(found.derivability))))
        levels = escape(wording.real_set(found.derivable_levels))
        cells.append(("derivability", f"Derivable from {as_html(f'G_{{{n},α}}')}", f"for exactly the α in {levels}"))
    items = (f'<div><dt><a href="#{key}">{name}</a></dt><dd>{value}</dd></div>' for key, name, value in cells)
    return '<dl class="glance">\n{}\n</dl>'.format("\n".join(items))


def _answer(yes: bool) -> str:
    return badge("yes" if yes else "no")


# Numbers and tables


def _bound(alpha: Fraction) -> str:
    return f"ε = {epsilon(alpha)}" if alpha else "no finite ε"


def _fraction(value: Fraction) -> str:
    below = shortened(text(value.denominator), WIDEST_ENTRY)
    above = shortened(text(abs(value.numerator)), WIDEST_ENTRY)
    sign = "<mo>−</mo>" if value < 0 else ""
    if value.denominator == 1:
        return ("−" if value < 0 else "") + above
    return f"<math>{sign}<mfrac><mn>{above}</mn><mn>{below}</mn></mfrac></math>"


def _decimal(value: Fraction) -> str:
    if value.denominator == 1:
        return shortened(text(value), WIDEST_ENTRY)
    rounded = decimal(value)
    return rounded if rounded.strip("-0.") else wording.scientific(value)


def _entries(found: Matrix, caption: str, names: tuple[str, str], marks: Marks, key: str) -> str:
    """Return a matrix as a table; `key` begins the ids of its cells."""
    largest = max((abs(entry) for row in found for entry in row), default=Fraction(0)) or Fraction(1)

    def cell(i: int, r: int) -> str:
        value = found[i, r]
        classes = [f"h{-(-abs(value) * SHADES // largest)}", *(f"on-{each}" for each in marks.get((i, r), ()))]
        if value.denominator == 1:
            shown = _fraction(value)
        else:
            shown = f'<span class="f">{_fraction(value)}</span><span class="d">{_decimal(value)}</span>'
        return f'<td id="{key}-{i}-{r}" class="{" ".join(classes)}">{shown}</td>'

    return _table((found.inputs, found.responses), cell, caption, names, key)


def _table(
    labels: tuple[Sequence[str], Sequence[str]],
    cell: Callable[[int, int], str],
    caption: str,
    names: tuple[str, str],
    key: str,
) -> str:
    inputs, responses = labels
    rows, columns = _kept(len(inputs)), _kept(len(responses))
    head = "".join("<td>⋯</td>" if r is None else f'<th scope="col">{_label(responses[r])}</th>' for r in columns)
    body = []
    for i in rows:
        if i is None:
            body.append(f"<tr><td>⋮</td>{'<td>⋮</td>' * len(columns)}</tr>")
        else:
            cells = "".join("<td>⋯</td>" if r is None else cell(i, r) for r in columns)
            body.append(f'<tr><th scope="row">{_label(inputs[i])}</th>{cells}</tr>')
    left_out = ""
    if None in rows or None in columns:
        left_out = f"<p>Of more than {LINES} rows or columns the middle is left out; <code>--json</code> has all.</p>\n"
    lines, across = "\n".join(body), len(columns)
    return (
        f'{left_out}<div class="box" tabindex="0" role="region" aria-labelledby="{key}-caption">\n<table>\n'
        f'<caption><span class="stay" id="{key}-caption">{caption}</span></caption>\n'
        f'<colgroup><col></colgroup><colgroup span="{across}"></colgroup>\n'
        f'<thead>\n<tr><th scope="col" rowspan="2" class="corner">{names[0]}</th>'
        f'<th scope="colgroup" colspan="{across}" class="across"><span class="stay">{names[1]}</span></th></tr>\n'
        f"<tr>{head}</tr>\n</thead>\n"
        f"<tbody>\n{lines}\n</tbody>\n</table>\n</div>"
    )


def _kept(size: int) -> list[int | None]:
    half = LINES // 2
    return list(range(size)) if size <= LINES else [*range(half), None, *range(size - half, size)]


def _label(name: str) -> str:
    return escape(label(name))


def _matrix(found: Examination) -> str:
    marks: dict[tuple[int, int], dict[str, None]] = defaultdict(dict)

    def mark(places: Iterable[tuple[int, int]], verdict: str) -> None:
        for place in places:
            marks[place][verdict] = None

    mark((place for at in found.level.witnesses() for place in _places(at)), "level")
    if found.privacy is not None and found.privacy.violation:
        mark(_places(found.privacy.violation), "violation")
    if isinstance(found.vertex, Midpoint):
        mark(examinations.moved(found.vertex), "moved")
    mark(_refuting(found), "underivable")
    choice = (
        '<fieldset class="choice"><legend>Show the entries as</legend>\n'
        '<label><input type="radio" name="entries" checked> fractions</label>\n'
        '<label><input type="radio" name="entries" id="as-decimals"> decimals, rounded</label></fieldset>'
    )
    caption = "The probability of each response on each input"
    table = _entries(found.mechanism, caption, ("input", "response"), marks, "x")
    return f"{choice}\n<p>The stronger the shade, the larger the entry.</p>\n{table}"


def _places(at: Witness) -> tuple[tuple[int, int], tuple[int, int]]:
    return (at.i, at.r), (at.k, at.r)


def _refuting(found: Examination) -> list[tuple[int, int]]:
    if not isinstance(found.derivability, Refutation):
        return []
    failed = found.derivability.condition
    if failed is None:
        return [(i, r) for r, i, _ in found.derivability.losses]
    return [(i, failed.r) for i in failed.inputs]


# The verdicts


def _opening(key: str, summary: str, body: str) -> str:
    return f'<details class="verdict" id="{key}">\n<summary>{summary}</summary>\n{body}\n</details>'


_MARKED = '<p class="marked">Marked in <a href="#matrix">the matrix</a> while this is open.</p>'


def _privacy(found: Examination) -> str:
    level, mechanism = found.level, found.mechanism
    pairs = counted(len(found.neighbours.pairs), "pair")
    lines = [f"<p>Neighbours: {escape(str(found.neighbours))}, {pairs}.</p>"]
    summary = f"Exact level α = {wording.number(level.alpha)}; {_bound(level.alpha)}"
    if level.witness:
        witnesses = list(level.witnesses())
        listed = "\n".join(f"<li>{_witness(at, mechanism)}</li>" for at in witnesses[:PLACES])
        more = f"<p>and {len(witnesses) - PLACES:,} more</p>" if len(witnesses) > PLACES else ""
        places = counted(len(witnesses), "place")
        body = f'{_MARKED}\n<ul class="places">\n{listed}\n</ul>{more}'
        lines.append(_opening("verdict-level", f"{summary}; attained at {places}", body))
    else:
        lines.append(f"<p>{summary}.</p>")
    if found.privacy is not None:
        asked = f"{escape(wording.level_name(found.privacy.alpha))}-private"
        if found.privacy.violation:
            body = f"{_MARKED}\n<p>At {_witness(found.privacy.violation, mechanism)}.</p>"
            lines.append(_opening("verdict-violation", f"{_answer(False)} {asked}", body))
        else:
            lines.append(f"<p>{_answer(True)} {asked}</p>")
    return "\n".join(lines)


def _witness(at: Witness, mechanism: Matrix) -> str:
    words = escape(wording.witness(at, mechanism))
    rows, columns = (set(_kept(size)) for size in mechanism.shape)
    inside = {at.i, at.k} <= rows and at.r in columns
    return f'<a href="#x-{at.i}-{at.r}" data-other="x-{at.k}-{at.r}">{words}</a>' if inside else words


_SIGNS = {
    DOWN: ("down", "α·x(i, r) = x(i+1, r)"),
    UP: ("up", "x(i, r) = α·x(i+1, r)"),
    SLACK: ("slack", "neither is tight"),
    BOTH_ZERO: ("zero", "both entries are 0"),
}


def _constraints(found: Examination, claims: Mapping[str, Sequence[Claim]]) -> str:
    tight = found.constraints
    if tight is None:
        return "<p>The constraint matrix is defined for 0 &lt; α &lt; 1 and for two or more inputs on a path.</p>"
    marks: dict[tuple[int, int], list[str]] = defaultdict(list)
    for pattern in found.patterns:
        for place in _offending(pattern, tight):
            marks[place].append(_key(pattern.lemma))

    def cell(i: int, r: int) -> str:
        classes = [_SIGNS[tight[i, r]][0], *(f"on-{key}" for key in marks[i, r])]
        return f'<td id="c-{i}-{r}" class="{" ".join(classes)}">{tight[i, r]}</td>'

    intro = (
        f"<p>At α = {wording.number(found.alpha)}, in the form of Ghosh, Roughgarden &amp; Sundararajan 2009, Figure "
        "3. Each row compares an input with the next.</p>"
    )
    labels = tight.inputs[:-1], tight.responses
    table = _table(labels, cell, "Which privacy constraints are tight", ("input", "response"), "c")
    counts = facts(
        [
            (f'<span class="sign {name}">{sign}</span>', f"{says}: {tight.counts[sign]:,}")
            for sign, (name, says) in _SIGNS.items()
        ]
    )
    lemmas = "\n".join(f"<li>{_lemma(pattern, claims)}</li>" for pattern in found.patterns)
    return (
        f'{intro}\n{table}\n<div class="signs">\n{counts}\n</div>\n'
        f"<p>s = {tight.s:,}, the number of entries S; z = {tight.z:,}, the number of Z-columns.</p>\n"
        "<h3>The lemmas of section 5</h3>\n<p>Whether this constraint matrix has the pattern of each. Of which "
        "mechanisms a lemma says so is told under its name, as printed and as it is right.</p>\n"
        f'<ul class="lemmas">\n{lemmas}\n</ul>'
    )


def _key(lemma: str) -> str:
    return f"lemma-{lemma.replace('.', '-')}"


def _offending(pattern: Pattern, tight: ConstraintMatrix) -> Iterator[tuple[int, int]]:
    """Yield the places a failed pattern is about: its rows and columns, or if it only counts, what it counts."""
    if pattern:
        return
    rows, columns = set(pattern.rows), set(pattern.columns)
    for i, row in enumerate(tight.entries):
        for r, sign in enumerate(row):
            counts = not rows and not columns and sign in (SLACK, BOTH_ZERO)
            if counts or i in rows or r in columns:
                yield i, r


def _lemma(pattern: Pattern, claims: Mapping[str, Sequence[Claim]]) -> str:
    claim = _LEMMAS[pattern.lemma]
    says = f"<b>{pattern.lemma}</b> {as_html(pattern.says)}"
    link = _link(claim, claims)
    if pattern:
        return f"<p>{_answer(True)} {says}</p>{link}"
    summary = f"{_answer(False)} {says}. Here {escape(printable(pattern.witness or ''))}"
    body = '<p class="marked">Marked in <a href="#constraints">the constraint matrix</a> while this is open.</p>'
    return f"{_opening(f'verdict-{_key(pattern.lemma)}', summary, body)}{link}"


def _vertex(found: Examination, claims: Mapping[str, Sequence[Claim]]) -> str:
    if found.vertex is None:
        return f"<p>{escape(examinations.vertex_words(None, found.alpha))}</p>"
    summary = f"{_answer(bool(found.vertex))} {escape(examinations.vertex_reason(found.vertex, found.alpha))}"
    link = _link(_VERTEX, claims)
    if isinstance(found.vertex, Midpoint):
        return _opening("verdict-moved", summary, _MARKED) + link
    return f"<p>{summary}</p>{link}"


def _derivability(found: Examination, claims: Mapping[str, Sequence[Claim]]) -> str:
    if found.derivability is None or found.derivable_levels is None:
        return "<p>From G: not asked, for the neighbours are no path; <code>exactdp derive</code> decides it.</p>"
    source, lines = as_html(examinations.source_name(found.derivability)), [_link(_DERIVABLE, claims)]
    if isinstance(found.derivability, Derivation):
        caption = f"The remap T: the mechanism is {source} · T"
        table = _entries(found.derivability.remap, caption, ("response of G", "response"), {}, "t")
        lines = [f"<p>{_answer(True)} from {source}, by the remap T</p>", table, *lines]
    else:
        first, *more = examinations.refutation_words(found.derivability)
        summary = f"{_answer(False)} from {source}, {escape(first.removesuffix(':'))}"
        why = "".join(f"<p>{escape(line)}</p>" for line in more)
        lines = [_opening("verdict-underivable", summary, f"{_MARKED}\n{why}"), *lines]
    source, _, words = examinations.derivable_levels(found.derivable_levels, len(found.mechanism) - 1).partition(": ")
    return "\n".join([*lines, f"<p>{as_html(capital(source))}: {escape(words)}.</p>"])


# The certificates


def _certificates(found: Examination, file: str) -> str:
    intro = (
        "<p>What each one claims is said here in the kernel’s words. Nothing of this page has to be believed: download "
        "a certificate and have the kernel judge it, a single file of Python that needs nothing else, the "
        "<code>exactdp/kernel.py</code> of exactdp’s source.</p>"
    )
    return "\n".join([intro, *(_certificate(done, found, file) for done in found.verified)])


def _certificate(done: Verified, found: Examination, file: str) -> str:
    name, data = f"{done.kind}.cert", done.certificate.data
    size = counted(len(data), "byte")
    # A name that no screen shows can't be typed either.
    quoted = shlex.quote(file) if file != STANDARD and file.isprintable() else "FILE"
    if len(data) <= EMBEDDED:
        address = f"data:application/octet-stream;base64,{base64.b64encode(data).decode()}"
        link = f'<a class="download" download="{name}" href="{address}">Download {name}</a> ({size})'
    else:
        link = f"<code>{escape(_command(done, found, quoted))}</code> writes it ({size})"
    against = "" if quoted == "FILE" else f" --against {quoted}"
    commands = f"exactdp verify {name}{against}\npython3 -I -S kernel.py {name}"
    listed = [("Statement sha256", f"<code>{done.digest}</code>"), ("File", link)]
    return (
        f'<article id="certificate-{done.kind}">\n<h3>{done.kind}</h3>\n<p>{escape(done.sentence)}</p>\n'
        f'{facts(listed)}\n<pre tabindex="0" aria-label="How to verify {name}">{escape(commands)}</pre>\n</article>'
    )


def _command(done: Verified, found: Examination, quoted: str) -> str:
    words = ["exactdp", "certify", quoted, "--claim", done.kind]
    if found.neighbours.name != "path":
        names = found.mechanism.inputs
        edges = ",".join(f"{names[i]}-{names[k]}" for i, k in found.neighbours.pairs)
        graph = edges if found.neighbours.name == "edges" else found.neighbours.name
        words += ["--neighbours", shlex.quote(printable(graph))]
    if done.kind != "level":
        asked = found.privacy.alpha if found.privacy is not None and "private" in done.kind else found.alpha
        words += ["--alpha", text(asked)]
    return " ".join([*words, "-o", f"{done.kind}.cert"])


# The lemmas and theorems

_VERTEX, _DERIVABLE = "ghosh2009.lemma-5.1", "gupte2010.theorem-2"

_LEMMAS = {
    lemma: f"ghosh2009.{'corollary' if lemma == '5.7' else 'lemma'}-{lemma}"
    for lemma in ("5.4", "5.5", "5.6", "5.7", "5.8", "5.9")
}


def _claims(found: Examination) -> dict[str, list[Claim]]:
    """Return the claims behind what the page says, each with those about parts of it."""
    used = [_LEMMAS[pattern.lemma] for pattern in found.patterns]
    used += [_VERTEX] if found.vertex is not None else []
    used += [_DERIVABLE] if found.derivability is not None else []
    return {each: parts(each) for each in used}


def _link(used: str, claims: Mapping[str, Sequence[Claim]]) -> str:
    claim = claims[used][0]
    slips = len(wrong(claims[used][1:]))
    more = f", and {counted(slips, 'slip')} about it" if slips else ""
    name = where(claim).partition(", ")[2]
    return f'<p class="claim"><a href="#{used}">{name}</a> {badge(claim.verdict)}{more}</p>'


def _used(claims: Mapping[str, Sequence[Claim]]) -> str:
    if not claims:
        return "<p>None.</p>"
    intro = (
        "<p>What exactdp’s proof scripts say of them, and of what is wrong in print about them. They were not run for "
        "this page; the command under each one runs its proof.</p>"
    )
    return "\n".join([intro, *(_claim(found) for found in claims.values())])


def _claim(found: Sequence[Claim]) -> str:
    claim, slips = found[0], wrong(found[1:])
    heading = f"<h3>{_title(claim)} {badge(claim.verdict)}</h3>"
    lines = [f'<article id="{claim.id}">\n{heading}\n<p class="id">{claim.id}</p>']
    if wrong([claim]):
        lines.append(facts(_erratum(claim)))
    else:
        said = facts([("Says", as_html(claim.statement)), ("For", as_html(claim.domain))])
        lines.append(f"<details>\n<summary>What it says</summary>\n{said}\n</details>")
    lines += [
        f"<details>\n<summary>A slip about it: {_title(slip)} {badge(slip.verdict)}</summary>\n"
        f'<p class="id">{slip.id}</p>\n{facts(_erratum(slip))}\n</details>'
        for slip in slips
    ]
    run = f"exactdp prove {' '.join(each.id for each in (claim, *slips))}"
    lines.append(f'<pre tabindex="0" aria-label="How to run the proof of {claim.id}">{run}</pre>\n</article>')
    return "\n".join(lines)


def _title(claim: Claim) -> str:
    name = where(claim).partition(", ")[2]
    return as_html(f"{name}: {claim.title}" if name else claim.title)


def _erratum(claim: Claim) -> list[tuple[str, str]]:
    right = "Right" if claim.verdict == "corrected" else "So"
    return [
        (f"Printed ({SLIPS[claim.slip]})", as_html(claim.printed)),
        (right, as_html(claim.statement)),
        ("For", as_html(claim.domain)),
    ]


_VERDICTS = ("level", "violation", "moved", "underivable", *map(_key, _LEMMAS))

_MARKING = ",\n".join(
    f"body:has(#verdict-{key}{state}) .on-{key}"
    for key in _VERDICTS
    for state in ("[open]", " > summary:hover", " > summary:focus-visible")
)

_STYLE = f"""
:root {{ --h0: #fff; --h1: #f1f5fa; --h2: #e4ecf5; --h3: #d7e3f0; --h4: #cadaeb; --h5: #bdd1e6; --h6: #b0c8e1;
  --h7: #a3bfdc; --h8: #96b6d7; --mark: #a8320a; --down: #dbe6f4; --up: #e8b48c;
  --slack: #3b4d7f; --on-slack: #fff; --mark-on-slack: #ffb454; }}
@media (prefers-color-scheme: dark) {{ :root {{ --h0: #17181a; --h1: #1b2026; --h2: #1f2833; --h3: #23303f;
  --h4: #27384c; --h5: #2b4058; --h6: #2f4865; --h7: #335071; --h8: #37587e; --mark: #ffb454;
  --down: #253349; --up: #7a4620; --slack: #b9c8f2; --on-slack: #17181a; --mark-on-slack: #a8320a; }} }}
h3 {{ margin-bottom: .2rem; }} article h3 {{ margin-top: 0; }} .glance dt {{ max-width: none; }}
.glance {{ grid-template-columns: repeat(auto-fit, minmax(min(12.5rem, 100%), 1fr)); gap: .6rem; }}
.glance > div {{ border: 1px solid var(--line); border-radius: .4rem; padding: .5rem .8rem; }}
nav ul {{ display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding: 0; list-style: none; }}
.choice {{ border: 0; padding: 0; margin: 0; min-width: 0; }} .choice legend {{ float: left; padding: 0; }}
.choice label {{ display: inline-block; margin-left: .8rem; }}
.box {{ overflow: auto; max-width: max-content; max-height: 80vh; border: 1px solid var(--line); }}
.box:focus-visible {{ outline-offset: 0; }}
table {{ border-collapse: separate; border-spacing: 0; font-variant-numeric: tabular-nums; overflow-wrap: normal; }}
caption {{ text-align: left; padding: .4rem .6rem; font-size: .9em; }}
th, td {{ padding: .3rem .7rem; min-width: 2.6rem; text-align: center; white-space: nowrap;
  border: solid var(--line); border-width: 0 1px 1px 0; }}
thead {{ position: sticky; top: 0; z-index: 2; }} thead th, thead td {{ background: var(--soft); }}
tbody th {{ position: sticky; left: 0; z-index: 1; background: var(--soft); }}
thead .corner {{ position: sticky; left: 0; vertical-align: bottom; }} thead .across {{ text-align: left; }}
.stay {{ position: sticky; left: .7rem; }} .places li {{ break-inside: avoid; }}
.across, .corner {{ font-weight: normal; font-style: italic; }}
table math {{ font-size: 1em; math-style: normal; }} .d {{ display: none; }}
body:has(#as-decimals:checked) .f {{ display: none; }} body:has(#as-decimals:checked) .d {{ display: inline; }}
{" ".join(f".h{k} {{ background: var(--h{k}); }}" for k in range(SHADES + 1))}
.down {{ background: var(--down); }} .up {{ background: var(--up); }} .zero {{ background: var(--paper); }}
.slack {{ background: var(--slack); color: var(--on-slack); --mark: var(--mark-on-slack); }}
.signs dl {{ grid-template-columns: max-content minmax(0, 1fr); }} .signs dd {{ margin: 0; }}
.sign {{ display: inline-block; min-width: 2rem; text-align: center; border: 1px solid var(--line); }}
.signs dt {{ font-weight: normal; }}
.verdict {{ margin: .6rem 0; }} .places {{ columns: 17rem; padding-left: 1.2rem; }}
.lemmas {{ list-style: none; padding: 0; }} .lemmas li {{ margin: .7rem 0; }}
.claim {{ font-size: .9em; margin: .2rem 0; }} .lemmas p, .lemmas .verdict {{ margin: 0; }}
article details {{ margin: .4rem 0; }} pre {{ margin-bottom: 0; }}
@media screen {{
{_MARKING} {{ outline: 2px solid var(--mark); outline-offset: -3px; font-weight: bold; }}
td:target, td.here {{ outline: 3px solid var(--link); outline-offset: -3px; font-weight: bold; }}
}}
@media (min-width: 75rem) {{ body {{ max-width: 96rem; padding: 1rem 2rem; }}
  main {{ display: grid; grid-template-columns: minmax(0, max-content) minmax(50%, 1fr); column-gap: 3rem; }}
  main > section {{ grid-column: 2; }} h2 {{ margin-top: 1rem; }} #matrix > p {{ width: 0; min-width: 100%; }}
  #matrix {{ grid-column: 1; grid-row: 1 / span 9; position: sticky; top: 0; align-self: start; }} }}
@media print {{ .choice, .marked {{ display: none; }} .box {{ overflow: visible; max-height: none; border: 0; }}
  td, .sign {{ print-color-adjust: exact; -webkit-print-color-adjust: exact; }}
  thead, tbody th, thead .corner {{ position: static; }} }}
"""

_SCRIPT = """
for (const verdict of document.querySelectorAll(".verdict"))
  verdict.addEventListener("toggle", () => {
    const cell = verdict.open && document.querySelector(".on-" + verdict.id.slice(8));
    if (!cell) return;
    const box = cell.closest(".box"), outer = box.getBoundingClientRect(), inner = cell.getBoundingClientRect();
    box.scrollBy(inner.left - outer.left - outer.width / 2, inner.top - outer.top - outer.height / 2);
  });
for (const place of document.querySelectorAll("a[data-other]")) {
  const cells = [place.hash.slice(1), place.dataset.other].map((id) => document.getElementById(id));
  for (const [event, on] of [["focus", true], ["mouseenter", true], ["blur", false], ["mouseleave", false]])
    place.addEventListener(event, () => cells.forEach((cell) => cell.classList.toggle("here", on)));
}
addEventListener("beforeprint", () => {
  for (const each of document.querySelectorAll(".verdict, article > details")) each.open = true;
});
"""
