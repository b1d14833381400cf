"""What the commands have in common that write an HTML page beside what they print."""

import argparse

from exactdp.arithmetic.exact import InputError
from exactdp.commands.options import Options, OutputFile
from exactdp.files.storage import STANDARD


def html_option(command: argparse.ArgumentParser, what: str) -> None:
    """Offer a file to write the page to; "-" is standard output, which then has nothing else."""
    command.add_argument(
        "--html", type=OutputFile, metavar="OUT", help=f"also write {what}; alone on standard output for -"
    )


def page_alone(options: Options) -> bool:
    """Return whether standard output is to have the page, and so nothing else.

    Raises: `InputError` where JSON was asked for as well.
    """
    if options.html == STANDARD and options.json:
        raise InputError("the page and the JSON can't both go to standard output: name a file, as in --html OUT.html")
    return bool(options.html == STANDARD)
