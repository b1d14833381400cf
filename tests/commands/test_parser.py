"""The list of commands, and the modules that each loads."""

import argparse
import subprocess
import sys

import pytest

from exactdp.commands.parser import COMMANDS, TASKS, parser
from tests.commands.running import ENVIRONMENT, Run, refusal

NAMES = [name for group in COMMANDS.values() for name in group]


def subparsers(words: list[str] | None) -> dict[str, argparse.ArgumentParser]:
    found = next(each for each in parser(words)._actions if isinstance(each, argparse._SubParsersAction))
    return dict(found.choices)


def test_every_command_of_the_table_is_registered_by_its_module_and_no_other_is() -> None:
    found = subparsers(None)
    assert sorted(found) == sorted(NAMES)
    assert all(each.get_default("command") or each._subparsers for each in found.values())


def test_only_the_named_command_is_loaded() -> None:
    for named in ("verify", "check"):
        found = subparsers([named])
        assert sorted(found) == sorted(NAMES)
        assert [name for name, each in found.items() if each.get_default("command")] == [named]
    assert not any(each.get_default("command") for each in subparsers(["--help"]).values())


@pytest.mark.parametrize(
    ("words", "unloaded"),
    [
        (
            ["--help"],
            ["highspy", "numpy", "matplotlib", "shtab", "latex2mathml", "exactdp.certificates.certificate"],
        ),
        (
            ["--version"],
            ["highspy", "numpy", "matplotlib", "shtab", "latex2mathml", "exactdp.certificates.certificate"],
        ),
        (["verify", "level.cert"], ["highspy", "numpy", "matplotlib", "shtab", "latex2mathml"]),
        (["check", "appendix_b.csv"], ["highspy", "numpy", "matplotlib", "shtab", "latex2mathml"]),
        (["certify", "appendix_b.csv"], ["highspy", "numpy", "matplotlib", "shtab", "latex2mathml"]),
        (["geometric", "-n", "3", "--alpha", "1/2"], ["highspy", "numpy", "matplotlib", "shtab"]),
    ],
    ids=lambda value: value[0],
)
def test_a_command_loads_no_library_that_it_does_not_use(run: Run, words: list[str], unloaded: list[str]) -> None:
    assert run("certify appendix_b.csv -o level.cert").code == 0
    called = f"from exactdp.commands.cli import main; code = main({words!r})"
    told = f"import sys; {called}; print(*sys.modules, file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", told], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    loaded = ran.stderr.split()
    assert "exactdp.commands.cli" in loaded
    assert [name for name in unloaded if name in loaded] == []


def test_the_overview_begins_with_common_tasks_and_has_one_line_for_each_command(run: Run) -> None:
    said = run("--help").out
    assert said.index("common tasks:") < min(said.index(f"{heading}:") for heading in COMMANDS)
    groups = said.partition("\n\nabout a mechanism")[2].splitlines()
    for name in NAMES:
        assert len([line for line in groups if line.startswith(f"  {name} ")]) == 1
    assert all(example in said for _, example in TASKS)
    assert max(map(len, said.splitlines())) <= 100


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("chekc x", "argument COMMAND: invalid choice: 'chekc': did you mean check?; see exactdp --help"),
        ("certify x --claim levle", "argument --claim: invalid choice: 'levle': did you mean level?; see "),
        ("check x --aplha 1/2", "unrecognized arguments: --aplha 1/2: did you mean --alpha?; see exactdp "),
        (
            "check x --aplha=1/2",
            "unrecognized arguments: --aplha=1/2: did you mean --alpha?; see exactdp check",
        ),
        ("optimal more -n 1 --loss abs", "unrecognized arguments: more: this command takes only options; see "),
        (
            "export coq level.cert more",
            "unrecognized arguments: more: this command takes only FORMAT and CERTIFICATE; see exactdp export --help",
        ),
        ("-q check x", "unrecognized arguments: -q: write options after the command; see exactdp --help"),
        ("mechanism histgram", "argument NAME: invalid choice: 'histgram': did you mean histogram?; see "),
        ("check figure_2.csv --alpha -1/2", "α = -1/2 is outside [0, 1]: "),
        ("check figure_2.csv --epsilon -inf", "--epsilon: '-inf' is not an exact number: "),
    ],
)
def test_slips_of_the_hand(run: Run, words: str, said: str) -> None:
    assert refusal(run(words)).startswith(said)
