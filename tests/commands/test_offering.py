"""The options that several commands offer."""

import argparse
from collections.abc import Iterator

from exactdp.commands.offering import (
    CertificateFile,
    ClaimName,
    Folder,
    InputFile,
    OutputFile,
    PageFile,
    ProgramFile,
    RecordsFile,
)
from exactdp.commands.parser import parser

KINDS = {InputFile, OutputFile, CertificateFile, PageFile, RecordsFile, ProgramFile, Folder, ClaimName}


def test_every_option_for_a_file_to_read_says_so() -> None:
    read = {"file", "files", "certificate", "specification", "--against", "--from", "--scores"}
    options = [each for each in every_action(parser()) if read.intersection([*each.option_strings, each.dest])]
    assert len(options) > 20
    # The certificate that other commands write is not among those that are read.
    assert {each.type for each in options} == {InputFile, CertificateFile}


def test_every_option_for_a_file_to_write_says_so() -> None:
    named = {"-o", "--output", "--html", "--certificate"}
    options = [each for each in every_action(parser()) if named.intersection(each.option_strings)]
    assert len(options) > 30
    # The certificate that `verify` compares a Coq file with is read.
    assert [each.dest for each in options if each.type is InputFile] == ["certificate"]
    assert {each.type for each in options} == {
        OutputFile,
        CertificateFile,
        PageFile,
        RecordsFile,
        ProgramFile,
        Folder,
        InputFile,
    }


def test_what_the_help_calls_a_file_is_declared_as_one() -> None:
    declared = {(each.metavar, each.type) for each in every_action(parser()) if each.type in KINDS}
    called = {metavar for metavar, _ in declared}
    assert len(declared) == len(called) == 12
    assert {(each.metavar, each.type) for each in every_action(parser()) if each.metavar in called} == declared


def test_every_choice_of_a_format_is_compared_with_the_ending() -> None:
    for command in every_command(parser()):
        offered = [each.choices for each in command._actions if "--format" in each.option_strings]
        assert [tuple(each) for each in offered if each is not None] == (
            [command.get_default("formats")] if command.get_default("formats") else []
        )


def every_command(command: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                yield from every_command(each)
    yield command


def every_action(command: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for each in every_command(command):
        yield from (action for action in each._actions if not isinstance(action, argparse._SubParsersAction))
