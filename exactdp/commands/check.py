"""The command `check`: everything about one mechanism."""

from typing import Any

from exactdp import files
from exactdp.commands.options import (
    NO,
    YES,
    Options,
    alpha_options,
    command,
    file_argument,
    json_option,
    neighbours_of,
    neighbours_option,
    read_alpha,
)
from exactdp.commands.printing import progress, say
from exactdp.examination import examine
from exactdp.files.storage import shown
from exactdp.report import terminal


def _check(options: Options) -> int:
    mechanism = files.read(options.file)
    found = examine(mechanism, read_alpha(options), neighbours_of(options, mechanism), progress())
    say(options, lambda: terminal.examination(found, shown(options.file)), lambda: terminal.examination_json(found))
    return YES if found else NO


def add(commands: Any) -> None:
    """Register the command."""
    check = command(
        commands,
        "check",
        _check,
        "everything about one mechanism; is it α-private?",
        "exactdp check table.csv --alpha 1/4",
    )
    file_argument(check)
    json_option(check)
    alpha_options(check)
    neighbours_option(check)
