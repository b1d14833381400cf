"""The command `curve`: the least δ for every ε."""

from fractions import Fraction

from exactdp import files
from exactdp.arithmetic.arguments import privacy_level
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import exact
from exactdp.arithmetic.exponential_levels import Exponential, exponential_level
from exactdp.certificates.certificate import certify
from exactdp.commands.options import YES, Commands, Options, command
from exactdp.commands.printing import show
from exactdp.privacy.privacy_curve import privacy_curve
from exactdp.report import curves


def _curve(options: Options) -> int:
    if options.certificate is not None and (options.alpha, options.at, options.delta) != (None, None, None):
        raise InputError(
            "the certificate is about the whole curve: omit --alpha, --epsilon and --delta; for one δ at one level, "
            "write exactdp certify FILE --alpha A --delta D"
        )
    mechanism = files.read(options.file)
    neighbours = options.neighbours_of(mechanism)
    if options.alpha is not None:
        report = curves.at_alpha(mechanism, privacy_level(options.alpha), neighbours)
    elif options.at is not None:
        level = exponential_level(options.at)
        if isinstance(level, Fraction) and level < 1:
            report = curves.at_alpha(mechanism, level, neighbours)
        else:
            value = level.epsilon if isinstance(level, Exponential) else Fraction(0)
            report = curves.at_epsilon(mechanism, value, neighbours)
    elif options.delta is not None:
        report = curves.at_delta(privacy_curve(mechanism, neighbours), exact(options.delta))
    else:
        found, done = privacy_curve(mechanism, neighbours), None
        if options.certificate is not None:
            done = certify(found)
            options.write_certificate(done)
        report = curves.curve(found, done)
    show(options, report)
    return YES


def add(commands: Commands) -> None:
    """Register the command."""
    curve = command(
        commands,
        "curve",
        _curve,
        "the exact least δ for every ε, and where it is attained",
        "exactdp curve table.csv",
        "exactdp curve table.csv --delta 1/100",
        "exactdp curve table.csv --certificate curve.cert",
    )
    curve.file_argument()
    curve.report_options()
    point = curve.add_mutually_exclusive_group()
    # Not named `epsilon`, because that option prints a remark about the level of ε, and `curve` does not use a level.
    point.add_argument(
        "--epsilon",
        dest="at",
        metavar="E",
        help="only the least δ at ε = E, from 1e-300 to 10000, between rational bounds; at 0 and ln Q, exactly",
    )
    point.add_argument("--alpha", metavar="A", help="only the least δ at ε = -ln A, A from 0 to 1, exactly")
    point.add_argument(
        "--delta", metavar="D", help="only the largest α, and so the least ε, for which δ = D suffices; D from 0 to 1"
    )
    curve.neighbours_option()
    curve.certificate_option("of the least δ at every α above 0 (for one δ: exactdp certify --delta)")
