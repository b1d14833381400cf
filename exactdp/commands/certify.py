"""The command `certify`: a certificate of one claim."""

from typing import Any

from exactdp import files, kernel
from exactdp.answers.optimality import judge
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.certificates.certificate import certify
from exactdp.commands.derive import derived
from exactdp.commands.offering import CertificateFile
from exactdp.commands.options import NO, YES, Commands, Options, command
from exactdp.commands.printing import is_document, progress, show, tell
from exactdp.files.storage import STANDARD
from exactdp.model.mechanism import Mechanism
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.uniqueness import Better
from exactdp.polytope.vertex import vertex
from exactdp.privacy.level import level, private
from exactdp.privacy.privacy_curve import approximately_private
from exactdp.report import certificates

USES = {
    "stochastic": (),
    "level": ("neighbours",),
    "private": ("alpha", "epsilon", "neighbours"),
    "approximately-private": ("alpha", "epsilon", "delta", "neighbours"),
    "vertex": ("alpha", "epsilon", "neighbours"),
    "derivable": ("alpha", "epsilon", "source"),
    "optimal": ("alpha", "neighbours", "loss", "prior", "side_information"),
}
"""The options of each kind of claim; a kind and its negation have the same options."""


CERTIFIED_CLAIMS = sorted(kind for kind in kernel.KINDS if kind.removeprefix("not-") in USES)
"""The claims of `exactdp certify`; the commands `optimal` and `interact` certify others."""


def _certify(options: Options) -> int:
    mechanism, alpha = files.read(options.file), options.level_asked()
    named = "level" if alpha is None else "private" if options.delta is None else "approximately-private"
    named = "derivable" if options.source is not None else "optimal" if options.loss is not None else named
    claim = options.claim or named
    kind = claim.removeprefix("not-")
    for option in sorted({option for used in USES.values() for option in used}):
        if option not in USES[kind] and vars(options)[option] is not None:
            name = "from" if option == "source" else option.replace("_", "-")
            raise InputError(f"--claim {claim} does not use --{name}: omit it, or choose another claim")
    found = _result(options, kind, mechanism)
    done = certify(found)
    if isinstance(alpha, Exponential):
        options.say_settled(found.alpha, alpha)
    holds, printed = done.kind == claim, options.output == STANDARD
    report = certificates.claim(claim, done, written_out=holds and printed)
    if not holds:
        if options.json or options.latex or options.html is not None:
            show(options, report)
        else:
            tell(f"exactdp: the claim is false: {done.sentence}; write --claim {done.kind}")
        return NO
    if not (printed and is_document(options)):
        files.write_bytes(done.certificate.data, options.output)
    if is_document(options) or not printed or options.html is not None:
        show(options, report)
    return YES


def _result(options: Options, kind: str, mechanism: Mechanism) -> Any:
    match kind:
        case "stochastic":
            return mechanism
        case "level":
            return level(mechanism, options.neighbours_of(mechanism))
        case "private":
            return private(mechanism, options.required_level(), options.neighbours_of(mechanism))
        case "approximately-private":
            if options.delta is None:
                raise InputError("this needs a δ: write --delta 1/1000")
            neighbours = options.neighbours_of(mechanism)
            return approximately_private(mechanism, options.required_level(), options.delta, neighbours)
        case "vertex":
            alpha, neighbours = options.level_asked(), options.neighbours_of(mechanism)
            return vertex(mechanism, level(mechanism, neighbours).alpha if alpha is None else alpha, neighbours)
        case "optimal":
            return _judged(options, mechanism)
        case _:
            return derived(options, mechanism)


def _judged(options: Options, mechanism: Mechanism) -> Optimum | Better:
    if options.loss is None:
        raise InputError("this needs a loss: write --loss abs")
    neighbours = options.neighbours_of(mechanism)
    alpha = level(mechanism, neighbours).alpha if options.alpha is None else options.alpha
    inputs, responses = mechanism.shape
    return judge(mechanism, Problem(options.user_of(inputs), alpha, neighbours, responses=range(responses)), progress())


def add(commands: Commands) -> None:
    """Register the command."""
    claim = command(
        commands,
        "certify",
        _certify,
        "decide one claim about a mechanism, and write its certificate",
        "exactdp certify table.csv -o level.cert",
        "exactdp certify table.csv --claim private --alpha 1/4 -o private.cert",
        "exactdp certify table.csv --claim optimal --loss abs --prior uniform -o optimal.cert",
    )
    claim.file_argument()
    claim.report_options()
    claim.option(
        "--claim",
        "KIND",
        f"the claim: {', '.join(CERTIFIED_CLAIMS)}; default: the kind that the other options imply, or level",
        choices=CERTIFIED_CLAIMS,
    )
    claim.source_options()
    claim.option("--delta", "D", "the δ of (α, δ)-privacy, from 0 to 1, such as 1/1000")
    claim.neighbours_option()
    claim.user_options(required=False)
    claim.add_argument(
        "-o",
        "--output",
        type=CertificateFile,
        metavar="CERT",
        default=STANDARD,
        help="the certificate to write; default: standard output",
    )
