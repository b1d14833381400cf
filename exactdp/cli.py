"""The command line: parse, call one function of the library, print. Exit codes: 0 yes, 1 no, 2 bad input or usage."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from exactdp import __version__, files, kernel
from exactdp.certificates import Malformed, Rejected, Verified, certify, verify
from exactdp.claims.discovery import select
from exactdp.derivability import derive, derive_from
from exactdp.exact import InputError, elided, privacy_level, text
from exactdp.examination import examine
from exactdp.geometric import geometric, scaled_geometric
from exactdp.matrix import Matrix
from exactdp.mechanism import Mechanism
from exactdp.neighbours import Neighbours, read_neighbours
from exactdp.privacy import level, level_of_epsilon, private
from exactdp.report import terminal, verdicts
from exactdp.symbolic_mechanism import derivable_levels
from exactdp.vertex import vertex

YES, NO, UNUSABLE, INTERRUPTED = 0, 1, 2, 130

Options: TypeAlias = argparse.Namespace


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 yes, 1 no, 2 for bad input or usage, 130 when interrupted.

    Fails: never; bad input is one line on standard error.

    >>> main(["geometric", "-n", "1", "--alpha", "1/3"])
         0    1
    0  3/4  1/4
    1  1/4  3/4
    0
    """
    try:
        options = _parser().parse_args(arguments)
        return int(options.command(options))
    except SystemExit as end:
        return int(end.code or 0)
    except (InputError, TypeError) as error:
        print(f"exactdp: {error}", file=sys.stderr)
        return UNUSABLE
    except KeyboardInterrupt:
        print("exactdp: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has gone, as `exactdp check … | head` does; what it read is right.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return YES


def _check(options: Options) -> int:
    mechanism = _mechanism(options)
    found = examine(mechanism, _alpha(options), _neighbours(options, mechanism), _progress())
    _say(options, lambda: terminal.examination(found, _name(options.file)), lambda: terminal.examination_json(found))
    return YES if found else NO


def _geometric(options: Options) -> int:
    alpha = _required_alpha(options)
    matrix = (scaled_geometric if options.scaled else geometric)(options.n, alpha)
    if options.output:
        files.write(matrix, options.output, options.format)
    elif options.format:
        print(files.render(matrix, options.format), end="")
    else:
        _say(options, lambda: terminal.matrix(matrix), lambda: terminal.matrix_json(matrix))
    return YES


def _derive(options: Options) -> int:
    mechanism = _mechanism(options)
    if options.source is not None:
        found = derive_from(mechanism, files.read(options.source))
    else:
        alpha = _alpha(options)
        if alpha is None:
            levels = derivable_levels(mechanism)
            sentence = f"derivable from G_{{{len(mechanism) - 1},α}} for exactly the α in {levels}"
            _say(options, lambda: sentence, lambda: {"derivable_levels": str(levels)})
            return YES
        found = derive(mechanism, alpha)
    done = certify(found)
    _say(
        options,
        lambda: "\n".join([*terminal.derivability(found), terminal.verified(done)]),
        lambda: {**terminal.derivability_json(found), "certificate": terminal.verified_json(done)},
    )
    return YES if found else NO


def _certify(options: Options) -> int:
    mechanism = _mechanism(options)
    alpha = _alpha(options)
    claim = options.claim or ("level" if alpha is None else "private")
    done = certify(_result(options, claim, mechanism, alpha))
    if done.kind != claim:
        print(f"exactdp: not so: {done.sentence}; ask for --claim {done.kind}", file=sys.stderr)
        return NO
    files.write_bytes(done.certificate.data, options.output)
    if options.output != "-":
        _say(options, lambda: f"{done.sentence}\n{terminal.verified(done)}", lambda: terminal.verified_json(done))
    return YES


def _result(options: Options, claim: str, mechanism: Mechanism, alpha: Fraction | None) -> Any:
    neighbours = _neighbours(options, mechanism)
    match claim.removeprefix("not-"):
        case "stochastic":
            return mechanism
        case "level":
            return level(mechanism, neighbours)
        case "private":
            return private(mechanism, _given(alpha), neighbours)
        case "vertex":
            return vertex(mechanism, level(mechanism, neighbours).alpha if alpha is None else alpha, neighbours)
        case _ if options.source is not None:
            return derive_from(mechanism, files.read(options.source))
        case _:
            return derive(mechanism, _given(alpha))


def _verify(options: Options) -> int:
    data = files.read_bytes(options.certificate)
    try:
        done = verify(data)
    except Rejected as error:
        return _judged(options, "rejected", str(error), NO)
    except Malformed as error:
        return _judged(options, "malformed", str(error), UNUSABLE)
    if options.against is not None:
        difference = _difference(done, files.read(options.against, kind=Matrix))
        if difference:
            return _judged(
                options, "rejected", f"the statement is not about {_name(options.against)}: {difference}", NO
            )
    about = "" if options.against is None else f", about {_name(options.against)}"
    _say(
        options,
        lambda: f"accepted{about}: {done.sentence}\nstatement sha256: {done.digest}",
        lambda: {"verdict": "accepted", **terminal.verified_json(done)},
    )
    return YES


def _judged(options: Options, verdict: str, reason: str, code: int) -> int:
    _say(options, lambda: f"{verdict}: {reason}", lambda: {"verdict": verdict, "reason": reason})
    return code


def _difference(done: Verified, matrix: Matrix) -> str:
    stated = done.mechanism
    if stated.shape != matrix.shape:
        return "its matrix is {} × {} and the file's {} × {}".format(*stated.shape, *matrix.shape)
    for i in range(len(stated)):
        for r in range(stated.shape[1]):
            if stated[i, r] != matrix[i, r]:
                here, there = elided(text(stated[i, r])), elided(text(matrix[i, r]))
                return f"row {i + 1}, column {r + 1} is {here} in the statement and {there} in the file"
    return ""


def _convert(options: Options) -> int:
    matrix = files.read(options.file, kind=Matrix)
    if options.output:
        files.write(matrix, options.output, options.format)
    else:
        print(files.render(matrix, options.format or "json"), end="")
    return YES


def _prove(options: Options) -> int:
    claims = select(options.claim)
    outcomes = []
    if not options.json:
        print(verdicts.header(claims))
    for claim in claims:
        outcome = claim.run(_progress(claim.id + ": "))
        outcomes.append(outcome)
        if not options.json:
            print(verdicts.line(outcome, claims), flush=True)
            if options.verbose:
                print(verdicts.details(outcome))
    _say(
        options,
        lambda: verdicts.summary(outcomes),
        lambda: {"claims": [verdicts.outcome_json(outcome) for outcome in outcomes]},
    )
    return YES if all(outcomes) else NO


# What several commands need


def _mechanism(options: Options) -> Mechanism:
    return files.read(options.file)


def _name(path: str) -> str:
    return "standard input" if path == "-" else path


def _alpha(options: Options) -> Fraction | None:
    if options.epsilon is not None:
        alpha = level_of_epsilon(options.epsilon)
        print(f"ε = {options.epsilon}: α = {text(alpha)}, the simplest fraction just above e^-ε", file=sys.stderr)
        return alpha
    return None if options.alpha is None else privacy_level(options.alpha)


def _required_alpha(options: Options) -> Fraction:
    return _given(_alpha(options))


def _given(alpha: Fraction | None) -> Fraction:
    if alpha is None:
        raise InputError("this needs a level: write --alpha 1/2, or --epsilon 1")
    return alpha


def _neighbours(options: Options, mechanism: Mechanism) -> Neighbours:
    return read_neighbours(options.neighbours, mechanism.inputs)


def _say(options: Options, words: Callable[[], str], values: Callable[[], Any]) -> None:
    print(json.dumps(values(), ensure_ascii=False, indent=2) if options.json else words())


def _progress(before: str = "") -> Callable[[str], None]:
    if not sys.stderr.isatty():
        return lambda stage: None
    return lambda stage: print(f"\r\033[K{before}{elided(stage)}…\r", end="", file=sys.stderr, flush=True)


# Usage


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="exactdp",
        description="Certify differential-privacy mechanisms in exact rational arithmetic.",
        epilog="Exit codes: 0 yes, 1 no, 2 bad input or usage. FILE may be - for standard input.",
    )
    parser.add_argument("--version", action="version", version=f"exactdp {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    check = _command(commands, "check", _check, "everything about one mechanism; is it α-private?")
    _file(check)
    _alpha_options(check)
    _neighbours_option(check)

    build = _command(commands, "geometric", _geometric, "the geometric mechanism on {0..n}")
    build.add_argument("-n", type=int, required=True, help="the database size: inputs and responses are 0 to n")
    _alpha_options(build)
    build.add_argument("--scaled", action="store_true", help="G', with the entries α^|i-j|, instead of G")
    _output(build)

    derivable = _command(commands, "derive", _derive, "is it derivable from the geometric mechanism, or from another?")
    _file(derivable)
    _alpha_options(derivable, "without it, the exact set of all α is found")
    _source(derivable)

    claim = _command(commands, "certify", _certify, "write a certificate of one claim")
    _file(claim)
    claim.add_argument("--claim", choices=sorted(kernel.KINDS), metavar="KIND", help=", ".join(sorted(kernel.KINDS)))
    _alpha_options(claim)
    _neighbours_option(claim)
    _source(claim)
    claim.add_argument(
        "-o", "--output", metavar="OUT", default="-", help="the certificate; standard output if left out"
    )

    judge = _command(commands, "verify", _verify, "have the kernel judge a certificate")
    judge.add_argument("certificate", metavar="CERTIFICATE")
    judge.add_argument("--against", metavar="FILE", help="also check that the statement is about the matrix in FILE")

    convert = _command(commands, "convert", _convert, "rewrite a matrix as JSON, CSV or LaTeX")
    _file(convert)
    _output(convert)

    prove = _command(commands, "prove", _prove, "decide the papers' claims, each by its proof script")
    prove.add_argument(
        "claim",
        metavar="ID",
        nargs="*",
        help="claims by id, the beginning of one, source, verdict or file; all if left out",
    )
    prove.add_argument("-v", "--verbose", action="store_true", help="also the statement and the evidence of each")
    return parser


def _command(commands: Any, name: str, run: Callable[[Options], int], about: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(name, help=about, description=about)
    command.set_defaults(command=run)
    command.add_argument("--json", action="store_true", help="print JSON, every number as exact text")
    return command


def _file(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="a matrix of fractions as JSON, CSV or LaTeX")


def _alpha_options(command: argparse.ArgumentParser, more: str = "") -> None:
    either = command.add_mutually_exclusive_group()
    either.add_argument("--alpha", metavar="A", help=f"a level such as 1/2 or 0.25{more and '; ' + more}")
    either.add_argument("--epsilon", metavar="E", help="instead of α: α becomes a fraction proved to be at least e^-E")


def _neighbours_option(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--neighbours",
        default="path",
        metavar="GRAPH",
        help="path (count query, the default), complete, cycle, hypercube, or edges such as 0-1,1-2",
    )


def _source(command: argparse.ArgumentParser) -> None:
    command.add_argument("--from", dest="source", metavar="FILE", help="another mechanism instead of the geometric one")


def _output(command: argparse.ArgumentParser) -> None:
    command.add_argument("-o", "--output", metavar="OUT", help="a file; its ending says in which format")
    command.add_argument("--format", choices=["json", "csv", "latex"], help="the format, where no ending says it")
