"""The command `verify`: the kernel checks a certificate, within limits of memory and time; and its Coq file."""

import codecs
from dataclasses import replace

from exactdp import files, kernel
from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.arithmetic.spelling import elided, text
from exactdp.certificates import diagrams, verified_checker
from exactdp.certificates.certificate import Malformed, Rejected, Verified, verify
from exactdp.commands.offering import InputFile
from exactdp.commands.options import NO, YES, Commands, Options, command, within_limits
from exactdp.commands.printing import progress, show
from exactdp.files.storage import shown
from exactdp.model.matrix import Matrix
from exactdp.processes.limits import Limits, OutOfTime, limited
from exactdp.processes.supervision import UNDECIDED
from exactdp.report import certificates, json_writer, wording
from exactdp.report.document import Report

FIRST_WORDS = (b"exactdp certificate", diagrams.BEGINNING)
"""The beginning of certificates."""

COMPRESSED = (b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\xfd7zXZ")
"""The beginning of compressed files: gzip, zip, bzip2 and xz."""

VERDICT_CODES = {"rejected": NO, "not judged": UNDECIDED, "accepted": YES}
"""The exit code of each verdict, the worst first, except `malformed`, which is invalid input."""


def _verify(options: Options) -> int:
    if options.verified and options.certificate is not None:
        raise InputError("--verified judges a certificate itself: leave out --certificate")
    return _verify_each(options) if len(options.files) > 1 else within_limits(_verify_one, options)


def _verify_one(options: Options) -> int:
    certificate = options.files[0] if options.certificate is None else options.certificate
    report = _judgement(options, certificate, files.read_bytes(certificate))
    if report.values["verdict"] == "malformed":
        raise InputError(f"{shown(certificate)}: {report.title}")
    show(options, report)
    return VERDICT_CODES[str(report.values["verdict"])]


def _verify_each(options: Options) -> int:
    """Judge several certificates, each within the limits, and return the code of the worst verdict."""
    if options.certificate is not None:
        raise InputError("--certificate is about one Coq file: verify each alone")
    against = None if options.against is None else files.read(options.against, kind=Matrix)
    lines, judgements = [], []
    for file in options.files:
        try:
            data = files.read_bytes(file)
        except InputError as error:
            lines.append(str(error))
            judgements.append({"file": file, "verdict": "malformed", "reason": str(error)})
            continue
        report = _judgement(options, file, data, against)
        lines.append(f"{shown(file)}: {report.title}")
        # Keep the sentence of a certificate, and not its bytes.
        judgements.append({"file": file, **json_writer.spelled(report.values)})
    show(options, certificates.judgements(lines, judgements))
    unread = [line for line, each in zip(lines, judgements, strict=True) if each["verdict"] == "malformed"]
    if unread:
        raise InputError("; ".join(unread))
    verdicts = {each["verdict"] for each in judgements}
    return next(code for verdict, code in VERDICT_CODES.items() if verdict in verdicts)


def _judgement(options: Options, certificate: str, data: bytes, against: Matrix | None = None) -> Report:
    """Return the verdict on a certificate; `against` is the matrix of --against, if it has been read."""
    if options.verified:
        return _by_the_verified_checker(options, certificate, data)
    try:
        with limited(_limits(options, len(data))):
            done = verify(data)
    except (MemoryError, OutOfTime) as error:
        reason = "there is not enough memory" if isinstance(error, MemoryError) else "it takes too long"
        return certificates.refusal("not judged", reason)
    except Rejected as error:
        return certificates.refusal("rejected", str(error))
    except Malformed as error:
        return certificates.refusal("malformed", f"{error}{_advice(data, certificate)}")
    if options.against is not None:
        difference = _difference(done, files.read(options.against, kind=Matrix) if against is None else against)
        if difference:
            reason = f"the statement is not about {shown(options.against)}: {difference}"
            return certificates.refusal("rejected", reason)
    about = None if options.against is None else shown(options.against)
    if options.certificate is not None:
        return _confirmed(options, done, about)
    return certificates.acceptance(done, about)


def _by_the_verified_checker(options: Options, certificate: str, data: bytes) -> Report:
    if data.startswith(diagrams.BEGINNING):
        reason = "the verified checker cannot judge statements about all levels: leave --verified out"
        return certificates.refusal("not judged", reason)
    with limited(_limits(options, len(data))):
        found = verified_checker.judge(data)
    report = certificates.by_the_verified_checker(found)
    if found.verdict != "malformed":
        return report
    return replace(report, title=f"malformed{_advice(data, certificate)}")


def _advice(data: bytes, file: str) -> str:
    """Return a hint about the damage of a malformed certificate, if its bytes show it."""
    if data.replace(b"\0", b"").removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff").startswith(FIRST_WORDS):
        if b"\0" in data:
            return "; it was saved in UTF-16, but a certificate is ASCII: use the original file"
        if b"\r" in data:
            return "; its lines end in CRLF, because a program changed them: use the original file"
        if not data.endswith(b"\n"):
            return "; its last line is truncated, or lacks its line feed: use the original file"
        return ""
    if data.removeprefix(codecs.BOM_UTF8).startswith(FIRST_WORDS):
        return "; a program put a byte order mark before it: use the original file"
    if file.endswith(".v"):
        return "; this is a Coq file: give its certificate by --certificate"
    if data.startswith(COMPRESSED):
        return "; this is a compressed file: decompress it first"
    return "; this is not a certificate: `exactdp certify` writes one"


def _confirmed(options: Options, done: Verified, about: str | None) -> Report:
    # Import here: most certificates need no claims, which take long to load.
    from exactdp.claims.coq.received_theorem import Different, confirm  # noqa: PLC0415
    from exactdp.claims.evidence import Failed, NotChecked  # noqa: PLC0415

    received, certificate = shown(options.files[0]), shown(options.certificate)
    data = files.read_bytes(options.files[0])
    if data.startswith(FIRST_WORDS):
        raise InputError(f"{received}: this is a certificate, not a Coq file: leave out --certificate")
    try:
        coq = confirm(data, done, progress())
    except Different as error:
        reason = f"{received} is not the export of {certificate}: {error}"
        return certificates.refusal("rejected", reason)
    except Failed as error:
        reason = f"the kernel accepts {certificate}, but Coq rejects its export: {error}"
        return certificates.refusal("rejected", reason)
    except (NotChecked, Undecided) as error:
        reason = f"{received} is the export of {certificate}, which the kernel accepts; {error}"
        return certificates.refusal("not judged", reason)
    return certificates.acceptance(done, about, theorem=(received, coq))


def _limits(options: Options, size: int) -> Limits:
    """Return the requested limits, or the kernel's own for a file of this size."""
    parts = max(1, -(-size // kernel.LARGE))
    usual = Limits(options.time_limit or kernel.SECONDS * parts, options.memory_limit or kernel.MEMORY * parts)
    return usual.in_force()


def _difference(done: Verified, matrix: Matrix) -> str:
    stated = done.mechanism
    if stated is None:
        if not done.is_of_diagram:
            return "it is about all mechanisms of a size"
        of_remaps = done.kind in ("interaction", "optimal")
        subject = "remaps of G at every level" if of_remaps else "a mechanism that depends on alpha"
        return f"it is about {subject}; compare the certificate of one level, such as best.above.cert"
    if stated.shape != matrix.shape:
        return "its matrix is {} × {} and the file's {} × {}".format(*stated.shape, *matrix.shape)
    for i in range(len(stated)):
        for r in range(stated.shape[1]):
            if stated[i, r] != matrix[i, r]:
                more = matrix[i, r] - stated[i, r]
                here, there = elided(text(stated[i, r])), elided(text(matrix[i, r]))
                if here == there:
                    there = f"{wording.scientific(abs(more))} {'more' if more > 0 else 'less'}"
                return f"row {i + 1}, column {r + 1} is {here} in the statement and {there} in the file"
    return ""


def add(commands: Commands) -> None:
    """Register the command."""
    judge = command(
        commands,
        "verify",
        _verify,
        "verify a certificate with the kernel, which recomputes every number and trusts no other part of exactdp",
        "exactdp verify best.cert",
        "exactdp verify level.cert best.cert",
        "exactdp verify level.cert --against table.csv",
        "exactdp verify best.v --certificate best.cert",
    )
    judge.add_argument(
        "files",
        nargs="+",
        type=InputFile,
        metavar="CERTIFICATE",
        help="a file that `certify` or another command wrote, or several; with --certificate, a Coq file",
    )
    judge.option(
        "--certificate",
        "FILE",
        "check a received Coq file: it must equal, byte for byte, the output of `export coq` for the "
        "certificate in FILE, and Coq must accept this output; the received file is never run",
        type=InputFile,
    )
    judge.report_options()
    judged = judge.add_mutually_exclusive_group()
    judged.add_argument(
        "--against", type=InputFile, metavar="FILE", help="also check that the statement is about the matrix in FILE"
    )
    judged.add_argument(
        "--verified",
        action="store_true",
        help="use the checker with a soundness theorem in Coq; first build it with checkers/verified/build",
    )
    judge.set_defaults(limits_each=True)
