"""The command `check`: everything about one mechanism."""

from typing import Any

from exactdp import files
from exactdp.answers.examination import examine
from exactdp.commands.options import (
    NO,
    YES,
    Options,
    alpha_options,
    command,
    file_argument,
    json_option,
    level_asked,
    neighbours_of,
    neighbours_option,
)
from exactdp.commands.pages import html_option, page_alone
from exactdp.commands.printing import progress, show
from exactdp.files.storage import shown
from exactdp.report import examinations


def _check(options: Options) -> int:
    only_page = page_alone(options)
    mechanism = files.read(options.file)
    found = examine(mechanism, level_asked(options), neighbours_of(options, mechanism), progress())
    if options.html is not None:
        # The page quotes the papers' claims, and those load sympy.
        from exactdp.report import mechanism_page  # noqa: PLC0415

        progress()("")
        files.write_bytes(mechanism_page.as_page(found, options.file).encode(), options.html)
    if not only_page:
        show(options, examinations.examination(found, shown(options.file)))
    return YES if found else NO


def add(commands: Any) -> None:
    """Register the command."""
    check = command(
        commands,
        "check",
        _check,
        "everything that is decided about one mechanism, its verdicts with certificates; is it α-private?",
        "exactdp check table.csv --alpha 1/4",
        "exactdp check table.csv --html table.html",
    )
    file_argument(check)
    json_option(check)
    alpha_options(check)
    neighbours_option(check)
    html_option(check, "everything as one page, with the certificates in it")
