"""The command `deploy`: a mechanism as a standalone program."""

from exactdp import files
from exactdp.answers.deployment import deployment
from exactdp.commands.offering import ProgramFile
from exactdp.commands.options import YES, Commands, Options, command
from exactdp.commands.printing import is_document, show
from exactdp.files.storage import STANDARD, shown
from exactdp.report import surveys


def _deploy(options: Options) -> int:
    mechanism = files.read(options.file)
    found = deployment(mechanism, options.neighbours_of(mechanism), opendp=options.opendp)
    options.write_certificate(found.verified)
    if options.output is not None or not is_document(options):
        files.write_bytes(found.program.encode(), options.output or STANDARD)
    if options.output not in (None, STANDARD) or is_document(options):
        show(options, surveys.deployment(found, "the program" if options.output is None else shown(options.output)))
    return YES


def add(commands: Commands) -> None:
    """Register the command."""
    added = command(
        commands,
        "deploy",
        _deploy,
        "a mechanism as one Python file: its exact table, an exact sampler, and a test",
        "exactdp deploy table.csv -o sampler.py",
        "exactdp deploy table.csv --opendp -o sampler.py",
    )
    added.file_argument()
    added.output_option("write the program; default: standard output", ProgramFile)
    added.flag("--opendp", "also include a measurement for OpenDP")
    added.certificate_option("of the exact level")
    added.neighbours_option()
    added.report_options()
