"""The command `check`: a full report on one mechanism."""

from pathlib import PurePath

from exactdp import files
from exactdp.answers.examination import Examination, check
from exactdp.arithmetic.errors import InputError
from exactdp.commands.offering import Folder
from exactdp.commands.options import NO, YES, Commands, Options, command
from exactdp.commands.printing import progress, show
from exactdp.files.storage import make_folder, shown
from exactdp.report import examinations


def _check(options: Options) -> int:
    if options.certificates is not None and PurePath(options.certificates).suffix:
        raise InputError(f"{shown(options.certificates)}: check writes several certificates: name a directory for them")
    mechanism = files.read(options.file)
    found = check(
        mechanism, alpha=options.level_asked(), neighbours=options.neighbours_of(mechanism), progress=progress()
    )
    if options.certificates is not None:
        make_folder(options.certificates)
        for done in found.verified:
            files.write_bytes(done.certificate.data, f"{options.certificates}/{done.kind}.cert")
    show(options, examinations.examination(found, shown(options.file)), page=lambda: _page(found, options.file))
    return YES if found else NO


def _page(found: Examination, file: str) -> str:
    # Import here: the page quotes the papers' claims, which take long to load.
    from exactdp.report import mechanism_page  # noqa: PLC0415

    return mechanism_page.as_page(found, file)


def add(commands: Commands) -> None:
    """Register the command."""
    added = command(
        commands,
        "check",
        _check,
        "a full report on one mechanism, with certificates; is it α-private?",
        "exactdp check table.csv --alpha 1/4",
        "exactdp check table.csv --html table.html --certificates proofs",
    )
    added.file_argument()
    added.report_options(html="everything as one page, including the certificates")
    added.alpha_options()
    added.neighbours_option()
    added.option(
        "--certificates", "DIRECTORY", "write the certificate of each answer, such as DIRECTORY/level.cert", type=Folder
    )
