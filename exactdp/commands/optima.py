"""Commands about a user: `optimal`, `interact` and `expected-loss`."""

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import PurePath

from exactdp import files
from exactdp.answers.database_optimum import labelled, oblivious_optimum, problem_on_databases
from exactdp.answers.examination import check_order
from exactdp.answers.optimality import ExactOptimum, Impossible, Optimality, decide, decide_near
from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.arithmetic.spelling import counted, elided
from exactdp.certificates.certificate import Verified, certify
from exactdp.commands.offering import Offering, OutputFile
from exactdp.commands.options import NO, YES, Commands, Options, command
from exactdp.commands.printing import progress, remark, show
from exactdp.files.storage import STANDARD, shown
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.databases import RELATIONS, Databases
from exactdp.model.losses import Loss
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import REPLACE_ONE, path
from exactdp.model.sizes import check_answer
from exactdp.model.users import PRIORS, MinimaxConsumer, User, expected_loss, read_numbers
from exactdp.optimum.interaction import interact
from exactdp.optimum.lexicographic import lexicographic
from exactdp.optimum.problem import (
    Constraint,
    Optimum,
    Problem,
    fixed_row,
    loss_at_most,
    responses_only,
    symmetric,
)
from exactdp.release.database_users import loss_on_databases, on_databases
from exactdp.release.oblivious import evenly
from exactdp.report import optima, users
from exactdp.report.databases import worst_case
from exactdp.report.document import Report
from exactdp.report.passages import passage


def _optimal(options: Options) -> int:
    databases = _databases(options)
    if databases is not None and options.worst_case:
        return _worst_case(options, databases)
    found = _decided(options, databases)
    if isinstance(found, Unsolved):
        raise found.error
    more: tuple[Optimum, Verified] | None = None
    if options.lexicographic and not isinstance(found, Impossible):
        first = found.above if isinstance(found, ExactOptimum) else found
        second = lexicographic(first.optimum, progress())
        if not isinstance(second, Optimum):
            raise Undecided(f"the lexicographic optimum was not found: {getattr(second, 'reason', 'none')}")
        more = second, certify(second)
    data = found.verified.certificate.data
    if options.certificate is not None:
        files.write_bytes(data, options.certificate)
        if isinstance(found, Optimality) and found.below is not None:
            _write_beside(options, "below", "the level just below e^-ε", found.below.verified)
        # Long fractions take minutes, so only a written mechanism is worth their certificate.
        if isinstance(found, ExactOptimum) and (found.is_short or options.output is not None):
            _write_beside(options, "above", "the mechanism at the level just above e^-ε", found.above.verified)
        if more is not None:
            _write_beside(options, "lexicographic", "the lexicographic optimum", more[1])
    if isinstance(found, Impossible):
        show(options, optima.impossible(found), latex=lambda: passage(data))
        return NO
    if databases is not None:
        found = labelled(found, databases)
    options.write_matrix(found.mechanism)
    show(options, _report(found, more), latex=lambda: passage(data))
    return YES


def _report(found: ExactOptimum | Optimality, more: tuple[Optimum, Verified] | None) -> Report:
    if isinstance(found, ExactOptimum):
        return optima.exact_optimality(found, more)
    return optima.optimality(found, more)


def _write_beside(options: Options, name: str, about: str, done: Verified) -> None:
    """Write a second certificate, under the first name plus a word, and print a remark."""
    if options.certificate == STANDARD:
        remark(options, f"the certificate of {about} is not written: name a file by --certificate")
        return
    first = PurePath(options.certificate)
    second = str(first.with_name(f"{first.stem}.{name}{first.suffix}"))
    files.write_bytes(done.certificate.data, second)
    remark(options, f"the certificate of {about} is in {shown(second)}")


def _decided(options: Options, databases: Databases | None) -> ExactOptimum | Optimality | Impossible | Unsolved:
    def problem(alpha: Fraction) -> Problem:
        return _problem(options, alpha) if databases is None else _problem_on_databases(options, alpha, databases)

    asked = options.required_level()
    if isinstance(asked, Fraction) or options.round_level is not None:
        return decide(problem(options.rounded_level()), progress())
    found = decide_near(problem(asked.above()), asked, progress())
    if isinstance(found, ExactOptimum):
        options.say_beside(found.problem.alpha)
    elif isinstance(found, Optimality):
        options.say_rounded(found.optimum.problem.alpha)
    elif isinstance(found, Impossible):
        options.say_settled(found.problem.alpha, asked)
    return found


def _problem(options: Options, alpha: Fraction) -> Problem:
    inputs, loss = options.database_size() + 1, options.loss_of()
    responses = inputs if loss.rows is None else loss.rows.shape[1]
    check_answer(inputs, responses)
    user = options.user_of(inputs, loss)
    neighbours = options.graph_of(tuple(map(str, range(inputs))))
    return Problem(
        user, alpha, neighbours, responses=range(responses), constraints=_constraints(options, loss, inputs, responses)
    )


def _databases(options: Options) -> Databases | None:
    if options.rows is None:
        for name in ("values", "counted", "relation", "worst_case"):
            if vars(options)[name] not in (None, False):
                raise InputError(f"--{name.replace('_', '-')} needs databases: write --rows N instead of -n")
        return None
    if options.neighbours is not None:
        raise InputError("--rows defines the neighbours: omit --neighbours, or write --relation add-remove")
    if options.lexicographic:
        raise InputError("--lexicographic needs -n: write -n instead of --rows")
    written = "2" if options.values is None else options.values
    values = int(written) if re.fullmatch("[0-9]{1,9}", written) else _listed(written)
    chosen = None if options.counted is None else _listed(options.counted)
    databases = RELATIONS[options.relation or REPLACE_ONE](n=options.rows, values=values, counted=chosen)
    if options.symmetric and databases.neighbours.name != "hypercube":
        raise InputError(
            "--symmetric reverses every row, so it needs --rows with two values and --relation replace-one"
        )
    return databases


def _listed(written: str) -> list[str]:
    return [name.strip() for name in written.split(",")]


def _problem_on_databases(options: Options, alpha: Fraction, databases: Databases) -> Problem:
    on_results = options.loss_of()
    loss = loss_on_databases(on_results, databases)
    user: User
    if options.prior is None:
        chosen = read_numbers(options.side_information or "all", databases.n)
        user = on_databases(MinimaxConsumer(on_results, n=databases.n, side_information=chosen), evenly(databases))
    elif options.prior.partition(":")[0] in set(PRIORS) - {"uniform"}:
        raise InputError(
            f"{elided(options.prior)!r} is a prior on results: add --worst-case, or write {len(databases)} fractions, "
            "one for each database"
        )
    else:
        user = options.user_of(len(databases), loss)
    assert loss.rows is not None, "a loss on databases is a table"
    constraints = _constraints(options, loss, len(databases), loss.rows.shape[1], databases.position)
    return problem_on_databases(user, alpha, databases, constraints)


def _worst_case(options: Options, databases: Databases) -> int:
    if options.prior is None:
        raise InputError("--worst-case needs a prior on counts: write --prior")
    for name in ("fix_row", "at_most", "responses_only", "symmetric"):
        if vars(options)[name]:
            raise InputError(f"--worst-case allows no constraints: omit --{name.replace('_', '-')}")
    alpha = options.rounded_level()
    found = oblivious_optimum(options.user_of(databases.n + 1), alpha, evenly(databases), progress())
    if isinstance(found, Unsolved):
        raise found.error
    options.write_certificate(found.verified)
    options.write_matrix(found.mechanism)
    show(options, worst_case(found), latex=lambda: passage(found.on_results.verified.certificate.data))
    return YES


def _interact(options: Options) -> int:
    if options.mechanism is not None:
        files.format_of(options.mechanism)
    user, mechanism = _user_of_mechanism(options)
    responses = None if user.loss.rows is None else range(user.loss.rows.shape[1])
    found = interact(user, mechanism, responses=responses, progress=progress())
    done = certify(found)
    options.write_certificate(done)
    options.write_matrix(found.remap)
    if options.mechanism is not None:
        files.write(found.induced, options.mechanism)
    report = optima.interaction(found, shown(options.file), done)
    show(options, report, latex=lambda: passage(done.certificate.data))
    return YES


def _expected_loss(options: Options) -> int:
    found = expected_loss(*_user_of_mechanism(options))
    show(options, users.expected_loss(found, shown(options.file)))
    return YES


def _user_of_mechanism(options: Options) -> tuple[User, Mechanism]:
    """Return the user of the mechanism in a file, and the mechanism."""
    mechanism = files.read(options.file)
    check_order(mechanism.inputs, path(inputs=range(len(mechanism))))
    return options.user_of(len(mechanism)), mechanism


def _constraints(
    options: Options, loss: Loss, inputs: int, responses: int, position: Callable[[str], int] | None = None
) -> list[Constraint]:
    found: list[Constraint] = []
    for written in options.fix_row or ():
        i, values = _assignment(written, inputs, position, "--fix-row 2=1/4,1/2,1/4")
        row = values.split(",")
        if len(row) != responses:
            raise InputError(
                f"--fix-row {elided(written)} has {counted(len(row), 'entry', 'entries')}: write {responses}"
            )
        found += fixed_row(i, row)
    for written in options.at_most or ():
        i, value = _assignment(written, inputs, position, "--at-most 2=1/2")
        found.append(loss_at_most(loss, i, value, responses=range(responses)))
    if options.responses_only is not None:
        found += responses_only(
            read_numbers(options.responses_only, responses - 1, "set of responses"),
            inputs=range(inputs),
            responses=range(responses),
        )
    if options.symmetric:
        found += symmetric(inputs=range(inputs), responses=range(responses))
    return found


def _assignment(written: str, inputs: int, position: Callable[[str], int] | None, example: str) -> tuple[int, str]:
    before, equals, after = written.partition("=")
    if not equals:
        raise InputError(f"{elided(written)!r} has no = after the input: write {example}")
    if position is not None:
        return position(before), after
    if not (before.isascii() and before.isdigit() and len(before) < 10 and int(before) < inputs):
        raise InputError(f"{elided(written)!r} names no input from 0 to {inputs - 1}: write {example}")
    return int(before), after


def _databases_options(command: Offering) -> None:
    about = command.add_argument_group(
        "with --rows",
        "--prior has a weight for each database, in the order shown\n"
        "--side-information and a table of losses are about counts",
    )
    about.add_argument(
        "--values",
        metavar="V",
        help="the number of values of a row, from 1, or their names, such as no,yes; default: 2",
    )
    about.add_argument(
        "--counted", metavar="V", help="the values that the query counts, such as 1 or no,yes; default: the last"
    )
    about.add_argument("--relation", choices=RELATIONS, help="the relation of neighbours; default: replace-one")
    about.add_argument(
        "--worst-case",
        action="store_true",
        help="--prior is on counts: minimise the worst case over all priors on databases that induce it",
    )


def add(commands: Commands) -> None:
    """Register the commands."""
    optimum = command(
        commands,
        "optimal",
        _optimal,
        "the optimal α-private mechanism for a user with a loss and a prior or side information, and its proof",
        "exactdp optimal -n 3 --alpha 1/4 --loss abs --side-information 0..3 -o best.csv --certificate best.cert",
        "exactdp optimal -n 5 --alpha 1/2 --loss squared --prior uniform",
    )
    size = optimum.add_mutually_exclusive_group(required=True)
    size.add_argument("-n", type=int, help="the database size, from 0: inputs and responses are 0 to n")
    size.add_argument(
        "--rows", metavar="N", type=int, help="instead of -n: the inputs are the databases of N rows, N from 0"
    )
    optimum.report_options(latex="the proved statement, for a paper,")
    optimum.rounded_alpha_options()
    optimum.user_options()
    optimum.neighbours_option()
    _databases_options(optimum)
    optimum.flag("--lexicographic", "also find the optimum with the least total |i-r|")
    optimum.option("--fix-row", "I=ROW", "fix the probabilities on input I, from 0 to n", action="append")
    optimum.option("--at-most", "I=V", "bound the expected loss on input I, from 0 to n, by V", action="append")
    optimum.option("--responses-only", "SET", "use only these responses from 0 to n, such as 0..3 or 0,2,5")
    optimum.flag("--symmetric", "require the same mechanism after reversing inputs and responses")
    optimum.matrix_option("the mechanism")
    optimum.certificate_option("of the answer (at a level e^-ε two, such as best.cert and best.above.cert)")

    interaction = command(
        commands,
        "interact",
        _interact,
        "a user's optimal remap of a deployed mechanism, and the loss with it and without it",
        "exactdp interact table.csv --loss abs --prior 1/4,1/4,1/4,1/4",
    )
    interaction.file_argument()
    interaction.report_options(latex="the proved statement, for a paper,")
    interaction.user_options()
    interaction.matrix_option("the remap")
    interaction.option("--mechanism", "OUT", "write the mechanism of FILE followed by the remap", type=OutputFile)
    interaction.certificate_option("of the answer")

    as_it_stands = command(
        commands,
        "expected-loss",
        _expected_loss,
        "a user's loss by a mechanism without a remap: the expected loss, or the largest over the side information",
        "exactdp expected-loss table.csv --loss abs --prior 1/4,1/4,1/4,1/4",
        "exactdp expected-loss table.csv --loss squared --side-information 0..3",
    )
    as_it_stands.file_argument()
    as_it_stands.report_options()
    as_it_stands.user_options()
