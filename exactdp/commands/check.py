"""Commands about one mechanism: `check`, `curve` and `derive`."""

from fractions import Fraction
from typing import Any

from exactdp import files
from exactdp.certificates import certify
from exactdp.commands.options import (
    NO,
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
from exactdp.commands.printing import progress, say
from exactdp.derivability import Derivation, Refutation, derive, derive_from
from exactdp.exact import InputError, exact, privacy_level
from exactdp.examination import check_order, examine
from exactdp.files.storage import shown
from exactdp.mechanism import Mechanism
from exactdp.neighbours import path
from exactdp.privacy_curve import privacy_curve
from exactdp.report import curves, terminal
from exactdp.symbolic_mechanism import derivable_levels


def _check(options: Options) -> int:
    mechanism = files.read(options.file)
    found = examine(mechanism, read_alpha(options), neighbours_of(options, mechanism), progress())
    say(options, lambda: terminal.examination(found, shown(options.file)), lambda: terminal.examination_json(found))
    return YES if found else NO


def _curve(options: Options) -> int:
    mechanism = files.read(options.file)
    neighbours = neighbours_of(options, mechanism)
    if options.alpha is not None:
        alpha = privacy_level(options.alpha)
        say(
            options,
            lambda: curves.at_alpha(mechanism, alpha, neighbours),
            lambda: curves.at_alpha_json(mechanism, alpha, neighbours),
        )
    elif options.at is not None:
        epsilon = exact(options.at)
        say(
            options,
            lambda: curves.at_epsilon(mechanism, epsilon, neighbours),
            lambda: curves.at_epsilon_json(mechanism, epsilon, neighbours),
        )
    elif options.delta is not None:
        found, delta = privacy_curve(mechanism, neighbours), exact(options.delta)
        say(options, lambda: curves.at_delta(found, delta), lambda: curves.at_delta_json(found, delta))
    else:
        whole = privacy_curve(mechanism, neighbours)
        say(options, lambda: curves.curve(whole), lambda: curves.curve_json(whole))
    return YES


def _derive(options: Options) -> int:
    mechanism, alpha = files.read(options.file), read_alpha(options)
    if alpha is None and options.source is None:
        check_order(mechanism.inputs, path(len(mechanism)))
        levels, n = derivable_levels(mechanism), len(mechanism) - 1
        say(
            options,
            lambda: terminal.paragraph("derivability", [terminal.THEOREM, terminal.derivable_levels(levels, n)]),
            lambda: {"derivable_levels": terminal.real_set_json(levels)},
        )
        return YES
    found = derived(options, mechanism, alpha)
    done = certify(found)
    about = "G" if options.source is None else shown(options.source)
    say(
        options,
        lambda: "\n".join(
            [
                terminal.paragraph("derivability", terminal.derivability(found, about)),
                terminal.paragraph("certificate", [terminal.verified(done)]),
            ]
        ),
        lambda: {**terminal.derivability_json(found), "certificate": terminal.verified_json(done)},
    )
    return YES if found else NO


def derived(options: Options, mechanism: Mechanism, alpha: Fraction | None) -> Derivation | Refutation:
    """Derive a mechanism from the geometric one or from that of --from, or refute it.

    Fails: `InputError` where the two have different inputs.
    """
    if options.source is None:
        check_order(mechanism.inputs, path(len(mechanism)))
        return derive(mechanism, required(alpha))
    source = files.read(options.source)
    named = [inputs for inputs in (mechanism.inputs, source.inputs) if inputs != tuple(map(str, range(len(inputs))))]
    differ = mechanism.inputs != source.inputs and len(mechanism) == len(source)
    if differ and (len(named) == 2 or set(mechanism.inputs) == set(source.inputs)):
        raise InputError(
            f"the inputs are {terminal.labels(mechanism.inputs)} in {shown(options.file)} and "
            f"{terminal.labels(source.inputs)} in {shown(options.source)}: give both the same, in one order"
        )
    return derive_from(mechanism, source)


def add(commands: Any) -> None:
    """Register the commands."""
    check = command(
        commands,
        "check",
        _check,
        "everything about one mechanism; is it α-private?",
        "exactdp check table.csv --alpha 1/4",
    )
    file_argument(check)
    json_option(check)
    alpha_options(check)
    neighbours_option(check)

    curve = command(
        commands,
        "curve",
        _curve,
        "the exact least δ for every ε, and where it is attained",
        "exactdp curve table.csv",
        "exactdp curve table.csv --delta 1/100",
    )
    file_argument(curve)
    json_option(curve)
    point = curve.add_mutually_exclusive_group()
    point.add_argument("--at", metavar="E", help="only the least δ at ε = E, between rational bounds")
    point.add_argument("--alpha", metavar="A", help="only the least δ at ε = -ln A, exactly")
    point.add_argument("--delta", metavar="D", help="only the largest α, and so the least ε, at which D is enough")
    neighbours_option(curve)

    derivable = command(
        commands,
        "derive",
        _derive,
        "is it derivable from the geometric mechanism, or from another?",
        "exactdp derive table.csv",
        "exactdp derive table.csv --alpha 1/4",
    )
    file_argument(derivable)
    json_option(derivable)
    from_option(alpha_options(derivable, "; without it, the exact set of all α is found"))
