"""The list of commands, and the parser of their options. A command's module is loaded when it is needed."""

import argparse
import re
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from flint import fmpz

from exactdp import __version__
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import elided
from exactdp.arithmetic.suggestions import meant
from exactdp.commands.offering import Offering, OptionText

TASKS = (
    ("certify a table of your own", "exactdp certify table.csv -o level.cert"),
    ("repair a rounded table", "exactdp repair table.csv --alpha 1/4 -o exact.csv"),
    ("find and prove an optimum", "exactdp optimal -n 3 --alpha 1/4 --loss abs --certificate best.cert"),
    ("put its proof into a paper", "exactdp export latex best.cert -o best.tex"),
)
"""The most common tasks, and their command lines."""

COMMANDS: dict[str, dict[str, tuple[str, str]]] = {
    "about a mechanism of your own": {
        "check": ("check", "a full report: level, vertex, derivability, …"),
        "audit": ("audit", "the exact level of rounded numbers, or of another library's mechanism"),
        "repair": ("repair", "the exact mechanism behind a rounded table or a solver's output"),
        "curve": ("curve", "(ε, δ)-privacy: the exact least δ for every ε"),
        "derive": ("derive", "is it the geometric mechanism, or another one, followed by a remap?"),
    },
    "the best mechanism for a user": {
        "optimal": ("optima", "the optimal α-private mechanism for a loss and a prior, proved"),
        "interact": ("optima", "a user's optimal remap of a deployed mechanism"),
        "expected-loss": ("optima", "a user's loss by a mechanism without a remap"),
        "phases": ("phases", "the optimum for every α at once"),
        "sweep": ("sweeps", "thousands of users, levels and sizes, as one table"),
    },
    "making, converting and drawing mechanisms": {
        "geometric": ("mechanisms", "the geometric mechanism on {0..n}"),
        "mechanism": ("mechanisms", "the other standard ones: randomised response, exponential, …"),
        "convert": ("mechanisms", "a matrix as JSON, CSV or LaTeX"),
        "plot": ("plot", "a picture of a mechanism, a curve or a release, as SVG, PNG or PDF"),
    },
    "releases and attacks": {
        "release": ("releases", "answers at several levels that resist collusion"),
        "coalitions": ("releases", "the exact joint level of colluding readers"),
        "deploy": ("deploy", "a mechanism as a Python program that samples from it exactly"),
        "attack": ("attacks", "what an attacker learns from answers about private bits"),
    },
    "records of people": {
        "mwem": ("surveys", "a synthetic table with the marginals of the records, and its ledger"),
        "dp-where": ("surveys", "a model of where people live, work and call from, and synthetic calls"),
        "histogram": ("surveys", "a histogram of the records, with noise of an exact level"),
        "local": ("surveys", "randomise each person's value independently, and estimate the shares"),
    },
    "certificates": {
        "certify": ("certify", "write a certificate of one claim about a mechanism"),
        "verify": ("verify", "verify a certificate with the kernel"),
        "export": ("export", "write a certificate for Coq or VIPR, or as LaTeX for a paper"),
    },
    "the papers": {
        "prove": ("claims", "decide the papers' claims by their proof scripts"),
        "errata": ("claims", "the errors in the papers, each with its counterexample"),
        "axioms": ("axioms", "the assumptions of each theorem of the Coq library"),
    },
    "the terminal": {
        "completion": ("completion", "completion by the Tab key, for bash, zsh or fish"),
    },
}
"""The commands in the groups of the help: the module of each, and its line in the help."""


MOVED = {
    ("optimal", "--mechanism"): "-o OUT, and --certificate OUT.cert for its certificate",
    ("curve", "--at"): "--epsilon E",
    ("verify", "--short"): "-q",
    **{
        ("phases", option): f"exactdp optimal -n N --alpha A {option} …, once for each level; "
        "phases is only about count queries without constraints"
        for option in ("--neighbours", "--responses-only", "--fix-row", "--at-most", "--symmetric")
    },
    **{(command, "--alpha"): "--levels A,… for all readers" for command in ("release", "coalitions")},
    **{(command, "--epsilon"): "--epsilons E,… for all readers" for command in ("release", "coalitions")},
    **{
        (command, option): f"exactdp optimal -n N {option} … for the best remap of the geometric mechanism of a level; "
        f"{command} is about FILE, whatever its level"
        for command in ("interact", "expected-loss")
        for option in ("--alpha", "--epsilon")
    },
    **{
        ("deploy", option): f"exactdp geometric -n N {option} … -o FILE to make a table of a level, or exactdp check "
        f"FILE {option} … to decide whether FILE has it; the program has the exact level of FILE"
        for option in ("--alpha", "--epsilon")
    },
}
"""Options that a command no longer has, or that only other commands have, and the replacement to write."""

WRITTEN = ("--certificate", "--certificates", "--html")
"""The options that write a file in commands without -o."""

MISSING = re.compile(r" (is|are) required\b")
"""The words of argparse about missing arguments. The error then shows a complete command line."""

ELSEWHERE = {
    "laplace": "the Laplace mechanism has real responses and no matrix: write `exactdp mechanism geometric` for its "
    "exact form on counts, or in Python exactdp.privacy.continuous.Laplace",
    "gaussian": "the Gaussian mechanism has real responses and no matrix: write in Python "
    "exactdp.privacy.continuous.Gaussian",
    **{
        kind: f"{kind} is a claim about a user: write exactdp optimal --certificate"
        for kind in ("only-optimal", "not-only-optimal", "infeasible")
    },
    "interaction": "interaction is a claim about a user: write exactdp interact --certificate",
}
"""Mechanisms without a matrix, and kinds of certificates that other commands write."""


class Parser(Offering):
    """A parser that raises `InputError`, one line with suggestions."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        # Negative fractions are values too, so that they are rejected as values.
        self.register("type", int, _whole_number)
        self._negative_number_matcher = re.compile(r"-[0-9./]+|-inf(inity)?|-nan")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse as argparse does, but reject unknown arguments here, where the options are known."""
        for word in args or ():
            option = word.partition("=")[0]
            if instead := MOVED.get((self.prog.rpartition(" ")[2], option)):
                self.error(f"unknown option {option}: write {instead}")
        found, left = super().parse_known_args(args, namespace)
        for word in left:
            self._refuse_output(word)
        if left:
            self.error(f"unrecognized arguments: {' '.join(left)}{self._instead_of(left[0])}")
        return found, left

    def _instead_of(self, word: str) -> str:
        """Return what to write instead of an unknown argument, after a colon; or "" if nothing is known."""
        if not word.startswith("-"):
            names = [str(each.metavar or each.dest) for each in self._get_positional_actions()]
            return f": this command takes only {' and '.join(names) or 'options'}"
        known = [each for each in self._option_string_actions if each.startswith("--")]
        question = meant(word.partition("=")[0], known).rstrip()
        return f": {question}" if question else ""

    def _refuse_output(self, word: str) -> None:
        """Reject -o where nothing is written by it, and name the options that write."""
        if word in ("-o", "--output"):
            offered = [each for each in WRITTEN if each in self._option_string_actions]
            self.error(f"{self.prog} prints its answer and has no {word}: write {' or '.join([*offered, '> FILE'])}")

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        # For the value --, as in --loss=--, argparse stores an empty list.
        if action.option_strings and action.nargs is None and arg_strings == ["--"]:
            raise argparse.ArgumentError(action, "expected one argument")
        return super()._get_values(action, arg_strings)

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        found = super()._get_value(action, arg_string)
        return OptionText(found, action.option_strings[0]) if action.option_strings and type(found) is str else found

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            if value in ELSEWHERE:
                raise argparse.ArgumentError(action, ELSEWHERE[value])
            known = list(map(str, action.choices))
            instead = meant(str(value), known).strip() or f"write {', '.join(known)}"
            raise argparse.ArgumentError(action, f"invalid choice: {elided(str(value))!r}: {instead}")

    def error(self, message: str) -> NoReturn:
        """Reject the arguments in one line that names the help. Raises: `InputError`, always."""
        examples = self.get_default("examples")
        missing = MISSING.search(message)
        example = f"; write for example {min(examples, key=len)}" if examples and missing else ""
        if missing and not example:
            names = [name for each in self._get_positional_actions() for name in each.choices or ()]
            example = f"; write one of {', '.join(names)}" if names else ""
        raise InputError(f"{message}{example}; see {self.prog} --help")


def _whole_number(written: str) -> int:
    if not re.fullmatch("[+-]?[0-9]{1,4000}", written):
        raise argparse.ArgumentTypeError(f"{elided(written)!r} is not a whole number: write one such as 3")
    return int(fmpz(written.removeprefix("+")))


class _Overview(Parser):
    def _instead_of(self, word: str) -> str:
        return super()._instead_of(word) or ": write options after the command"

    def format_help(self) -> str:
        tasks = [f"  {about:<29}{example}" for about, example in TASKS]
        groups = {
            heading: [f"  {name:<15}{about}" for name, (_, about) in group.items()]
            for heading, group in COMMANDS.items()
        }
        listed = ["\n".join([f"{heading}:", *lines]) for heading, lines in {"common tasks": tasks, **groups}.items()]
        return "\n\n".join([self.format_usage().strip(), str(self.description), *listed, str(self.epilog)]) + "\n"


def parser(words: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """Return the parser, with the options of the command in these words, or of every command without words.

    >>> parser(["check", "table.csv"]).parse_args(["check", "table.csv"]).file
    'table.csv'
    """
    named = None if words is None else next((word for word in words if not word.startswith("-")), "")
    whole = _Overview(
        prog="exactdp",
        description="Certify differential-privacy mechanisms in exact rational arithmetic.",
        epilog="exactdp COMMAND --help explains a command and ends with examples.\n"
        "Exit codes: 0 yes, 1 no, 2 invalid input or usage, 3 undecided, 70 internal error.\n"
        "FILE may be - for standard input.",
    )
    whole.debug_option()
    whole.add_argument("--version", action="version", version=f"exactdp {__version__}")
    commands = whole.add_subparsers(title="commands", required=True, metavar="COMMAND", parser_class=Parser)
    every = {name: module for group in COMMANDS.values() for name, (module, _) in group.items()}
    for module in dict.fromkeys(every.values()):
        names = [name for name in every if every[name] == module]
        if named is None or named in names:
            import_module(f"exactdp.commands.{module}").add(commands)
        else:
            for name in names:
                commands.add_parser(name)
    return whole
