"""The command `deploy`: a mechanism as a standalone program."""

from typing import Any

from exactdp import files
from exactdp.answers.deployment import deployment
from exactdp.commands.options import (
    YES,
    Options,
    ProgramFile,
    certificate_option,
    command,
    file_argument,
    neighbours_of,
    neighbours_option,
    output_option,
    report_options,
    write_certificate,
)
from exactdp.commands.printing import is_document, show
from exactdp.files.storage import STANDARD, shown
from exactdp.report import surveys


def _deploy(options: Options) -> int:
    mechanism = files.read(options.file)
    found = deployment(mechanism, neighbours_of(options, mechanism), opendp=options.opendp)
    write_certificate(options, found.verified)
    if options.output is not None or not is_document(options):
        files.write_bytes(found.program.encode(), options.output or STANDARD)
    if options.output not in (None, STANDARD) or is_document(options):
        show(options, surveys.deployment(found, "the program" if options.output is None else shown(options.output)))
    return YES


def add(commands: Any) -> None:
    """Register the command."""
    added = command(
        commands,
        "deploy",
        _deploy,
        "a mechanism as one Python file: its exact table, an exact sampler, and a test",
        "exactdp deploy table.csv -o sampler.py",
        "exactdp deploy table.csv --opendp -o sampler.py",
    )
    file_argument(added)
    output_option(added, "write the program; default: standard output", ProgramFile)
    added.add_argument("--opendp", action="store_true", help="also include a measurement for OpenDP")
    certificate_option(added, "of the exact level")
    neighbours_option(added)
    report_options(added)
