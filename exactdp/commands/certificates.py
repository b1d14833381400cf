"""Commands about certificates: `certify`, `verify` and `export`."""

import os
import re
from fractions import Fraction
from typing import Any

from exactdp import coq_export, files, kernel, vipr_export
from exactdp.certificates import Malformed, Rejected, Verified, certify, verify
from exactdp.commands.derive import derived
from exactdp.commands.options import (
    NO,
    UNUSABLE,
    YES,
    Options,
    alpha_options,
    command,
    file_argument,
    from_option,
    json_option,
    neighbours_of,
    neighbours_option,
    read_alpha,
    required,
)
from exactdp.commands.printing import say, tell
from exactdp.exact import InputError, elided, text
from exactdp.files.storage import STANDARD, shown
from exactdp.matrix import Matrix
from exactdp.mechanism import Mechanism
from exactdp.privacy import level, private
from exactdp.privacy_curve import approximately_private
from exactdp.report import terminal
from exactdp.vertex import vertex

USES = {
    "stochastic": (),
    "level": ("neighbours",),
    "private": ("alpha", "epsilon", "neighbours"),
    "approximately-private": ("alpha", "epsilon", "delta", "neighbours"),
    "vertex": ("alpha", "epsilon", "neighbours"),
    "derivable": ("alpha", "epsilon", "source"),
}
"""What each kind of claim is about, besides the mechanism; a kind and its opposite are about the same."""


CLAIMS = sorted(kind for kind in kernel.KINDS if kind.removeprefix("not-") in USES)
"""The claims that `exactdp certify` makes; those about a user are made by `optimal` and `interact`."""


def _certify(options: Options) -> int:
    mechanism, alpha = files.read(options.file), read_alpha(options)
    named = "level" if alpha is None else "private" if options.delta is None else "approximately-private"
    claim = options.claim or ("derivable" if options.source is not None else named)
    kind = claim.removeprefix("not-")
    for option in ("alpha", "epsilon", "delta", "source", "neighbours"):
        if option not in USES[kind] and vars(options)[option] is not None:
            name = "from" if option == "source" else option
            raise InputError(f"--claim {claim} says nothing about --{name}: leave it out, or make another claim")
    done = certify(_result(options, kind, mechanism, alpha))
    if done.kind != claim:
        tell(f"exactdp: not so: {done.sentence}; ask for --claim {done.kind}")
        return NO
    if options.output == STANDARD and options.json:
        say(options, str, lambda: {**terminal.verified_json(done), "certificate": str(done.certificate)})
        return YES
    files.write_bytes(done.certificate.data, options.output)
    if options.output != STANDARD:
        say(options, lambda: f"{done.sentence}\n{terminal.verified(done)}", lambda: terminal.verified_json(done))
    return YES


def _result(options: Options, kind: str, mechanism: Mechanism, alpha: Fraction | None) -> Any:
    match kind:
        case "stochastic":
            return mechanism
        case "level":
            return level(mechanism, neighbours_of(options, mechanism))
        case "private":
            return private(mechanism, required(alpha), neighbours_of(options, mechanism))
        case "approximately-private":
            if options.delta is None:
                raise InputError("this needs a δ: write --delta 1/1000")
            neighbours = neighbours_of(options, mechanism)
            return approximately_private(mechanism, required(alpha), options.delta, neighbours)
        case "vertex":
            neighbours = neighbours_of(options, mechanism)
            return vertex(mechanism, level(mechanism, neighbours).alpha if alpha is None else alpha, neighbours)
        case _:
            return derived(options, mechanism, alpha)


def _verify(options: Options) -> int:
    data = files.read_bytes(options.certificate)
    try:
        done = verify(data)
    except Rejected as error:
        return _judged(options, "rejected", str(error), NO)
    except Malformed as error:
        return _judged(options, "malformed", str(error), UNUSABLE)
    about = ""
    if options.against is not None:
        difference = _difference(done, files.read(options.against, kind=Matrix))
        if difference:
            reason = f"the statement is not about {shown(options.against)}: {difference}"
            return _judged(options, "rejected", reason, NO)
        about = f", about {shown(options.against)}"
    say(
        options,
        lambda: f"accepted{about}: {done.sentence}\nstatement sha256: {done.digest}",
        lambda: {"verdict": "accepted", **terminal.verified_json(done)},
    )
    return YES


def _export(options: Options) -> int:
    certificate = files.read_bytes(options.certificate)
    if options.checker == "vipr":
        files.write_bytes(vipr_export.vipr(certificate).encode(), options.output)
        tell("To check it: viprchk, of https://github.com/scipopt/vipr, or checkers/vipr.py, of exactdp's source")
        return YES
    if options.output != STANDARD and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*\.v", os.path.basename(options.output)):  # noqa: PTH119
        raise InputError(f"Coq takes no file of the name {shown(options.output)}: write letters, digits and _, then .v")
    how = coq_export.commands("OUT.v" if options.output == STANDARD else options.output)
    files.write_bytes(coq_export.coq(certificate).encode(), options.output)
    tell(f"Coq is to check it, and compiles the library first:\n{how}")
    return YES


def _judged(options: Options, verdict: str, reason: str, code: int) -> int:
    say(options, lambda: f"{verdict}: {reason}", lambda: {"verdict": verdict, "reason": reason})
    return code


def _difference(done: Verified, matrix: Matrix) -> str:
    stated = done.mechanism
    if stated is None:
        return "it is about all mechanisms of a size"
    if stated.shape != matrix.shape:
        return "its matrix is {} × {} and the file's {} × {}".format(*stated.shape, *matrix.shape)
    for i in range(len(stated)):
        for r in range(stated.shape[1]):
            if stated[i, r] != matrix[i, r]:
                here, there = elided(text(stated[i, r])), elided(text(matrix[i, r]))
                return f"row {i + 1}, column {r + 1} is {here} in the statement and {there} in the file"
    return ""


def add(commands: Any) -> None:
    """Register the commands."""
    claim = command(
        commands,
        "certify",
        _certify,
        "write a certificate of one claim",
        "exactdp certify table.csv --claim private --alpha 1/4 -o private.cert",
    )
    file_argument(claim)
    json_option(claim)
    claim.add_argument("--claim", choices=CLAIMS, metavar="KIND", help=", ".join(CLAIMS))
    from_option(alpha_options(claim))
    claim.add_argument("--delta", metavar="D", help="the δ of (α, δ)-privacy, such as 1/1000")
    neighbours_option(claim)
    claim.add_argument(
        "-o", "--output", metavar="OUT", default=STANDARD, help="the certificate; standard output if left out"
    )

    judge = command(
        commands,
        "verify",
        _verify,
        "have the kernel judge a certificate",
        "exactdp verify best.cert",
        "exactdp verify level.cert --against table.csv",
    )
    judge.add_argument("certificate", metavar="CERTIFICATE")
    json_option(judge)
    judge.add_argument("--against", metavar="FILE", help="also check that the statement is about the matrix in FILE")

    export = command(
        commands,
        "export",
        _export,
        "write a certificate for another proof checker",
        "exactdp export coq best.cert -o best.v",
        "exactdp export vipr best.cert -o best.vipr",
    )
    export.add_argument(
        "checker",
        choices=["coq", "vipr"],
        metavar="CHECKER",
        help="coq: a theorem of the proof assistant Coq; vipr: an optimum, or that nothing is feasible, as a linear "
        "program with its proof",
    )
    export.add_argument("certificate", metavar="CERTIFICATE")
    export.add_argument(
        "-o", "--output", metavar="OUT", default=STANDARD, help="OUT.v or OUT.vipr; standard output if left out"
    )
