"""The command `derive`: is a mechanism another one, followed by a remap?"""

from exactdp import files
from exactdp.answers.examination import check_order
from exactdp.arithmetic.errors import InputError
from exactdp.certificates.certificate import certify
from exactdp.certificates.levels import all_derivable
from exactdp.commands.options import NO, YES, Commands, Options, command
from exactdp.commands.printing import show
from exactdp.files.storage import shown
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import path
from exactdp.polytope.derivability import Derivation, Refutation, derive, derive_from, inputs_differ
from exactdp.report import examinations, wording


def _derive(options: Options) -> int:
    mechanism = files.read(options.file)
    if options.level_asked() is None and options.source is None:
        check_order(mechanism.inputs, path(inputs=range(len(mechanism))))
        return _all_levels(options, mechanism)
    found = derived(options, mechanism)
    done = certify(found)
    options.write_certificate(done)
    if options.output is not None and isinstance(found, Derivation):
        files.write(found.remap, options.output, options.format)
    about = "G" if options.source is None else shown(options.source)
    show(options, examinations.derivability(found, about, done))
    return YES if found else NO


def _all_levels(options: Options, mechanism: Mechanism) -> int:
    if options.output is not None:
        raise InputError("a remap needs a level: write --alpha 1/2, or --epsilon 1")
    found, done = all_derivable(mechanism), None
    if options.certificate is not None:
        done = certify(found)
        options.write_certificate(done)
    show(options, examinations.levels(found.levels, len(mechanism) - 1, done))
    return YES


def derived(options: Options, mechanism: Mechanism) -> Derivation | Refutation:
    """Derive a mechanism from the geometric mechanism or from the mechanism of --from, or refute it.

    Raises: `InputError` if the two have different inputs.
    """
    if options.source is None:
        check_order(mechanism.inputs, path(inputs=range(len(mechanism))))
        return derive(mechanism, options.required_level())
    source = files.read(options.source)
    if inputs_differ(mechanism, source):
        raise InputError(
            f"the inputs are {wording.labels(mechanism.inputs)} in {shown(options.file)} and "
            f"{wording.labels(source.inputs)} in {shown(options.source)}: both need the same inputs, in the same order"
        )
    return derive_from(mechanism, source)


def add(commands: Commands) -> None:
    """Register the command."""
    derivable = command(
        commands,
        "derive",
        _derive,
        "is a mechanism the geometric one, or another one, followed by a remap? The remap, or why not",
        "exactdp derive table.csv",
        "exactdp derive table.csv --certificate levels.cert",
        "exactdp derive table.csv --alpha 1/4 -o remap.csv --certificate remap.cert",
    )
    derivable.file_argument()
    derivable.report_options()
    derivable.matrix_option("the remap")
    derivable.certificate_option("of the answer or, without a level, of the whole set of α")
    derivable.source_options("; without a level, find the exact set of all α")
