"""The command `completion`: a script that completes commands, options, names and files in a shell."""

import argparse
from collections.abc import Iterator

import shtab

from exactdp.claims.discovery import discover
from exactdp.commands.offering import ClaimName, Folder, InputFile, OutputFile
from exactdp.commands.options import YES, Commands, Options, command
from exactdp.commands.parser import parser
from exactdp.commands.printing import print_words
from exactdp.model.losses import LOSSES
from exactdp.model.neighbours import NAMED_GRAPHS
from exactdp.model.users import WRITTEN_PRIORS
from exactdp.other_libraries import mechanisms

SHELLS = ("bash", "zsh", "fish")

WORDS = {"--loss": LOSSES, "--prior": WRITTEN_PRIORS, "--neighbours": tuple(NAMED_GRAPHS)}
"""Words for the values of these options; other values cannot be listed."""


def _completion(options: Options) -> int:
    whole = parser()
    for action in _actions(whole):
        _complete(action)
        if options.shell == "zsh" and action.choices is not None:
            # An unescaped colon would end the list of words; shtab 1.13 does not escape it.
            action.choices = [str(each).replace(":", r"\:") for each in action.choices]
    script = shtab.complete(whole, options.shell)
    if options.shell == "zsh":
        # The script of shtab 1.13 completes only the first of several files or claims.
        script = script.replace('"(*)::', '"*:').replace('"(*):', '"*:')
    print_words(script.rstrip())
    return YES


def _actions(whole: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in whole._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                yield from _actions(each)
        else:
            yield action


def _complete(action: argparse.Action) -> None:
    """Set the completion of an argument beyond the choices of argparse."""
    for option in action.option_strings:
        action.choices = WORDS.get(option, action.choices)
    if isinstance(action.type, type) and issubclass(action.type, InputFile | OutputFile):
        action.complete = shtab.FILE  # type: ignore[attr-defined]
    elif action.type is Folder:
        action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    elif "--library" in action.option_strings:
        action.choices = mechanisms()
    elif action.type is ClaimName:
        claims = discover()
        action.choices = [*dict.fromkeys(claim.source for claim in claims), *(claim.id for claim in claims)]


def add(commands: Commands) -> None:
    """Register the command."""
    added = command(
        commands,
        "completion",
        _completion,
        "print a script for completion by the Tab key: commands, options, names and files",
        "exactdp completion bash > exactdp.bash",
        "exactdp completion zsh > _exactdp",
        "exactdp completion fish > exactdp.fish",
    )
    added.add_argument("shell", metavar="SHELL", choices=SHELLS, help="bash, zsh or fish")
