"""The command `phases`: a user's optimum for every α at once."""

from functools import partial

from exactdp.arithmetic.exact import exact
from exactdp.certificates.certificate import certify
from exactdp.commands.options import YES, Commands, Options, command
from exactdp.commands.printing import progress, show
from exactdp.linear_programs.searching import Unsolved
from exactdp.optimum.loss_bound import bound_loss
from exactdp.optimum.phase_search import phase_diagram
from exactdp.report import phases
from exactdp.report.passages import passage


def _phases(options: Options) -> int:
    level = options.level_asked()
    most = None if options.loss_at_most is None else exact(options.loss_at_most)
    found = phase_diagram(options.user_of(options.database_size(1) + 1), progress=progress())
    if isinstance(found, Unsolved):
        raise found.error
    bound = None if most is None else bound_loss(found, most)
    done = None
    if options.certificate is not None or options.latex:
        progress()("the certificate")
        done = certify(found if bound is None else bound)
    if done is not None:
        options.write_certificate(done)
    latex = None if done is None else partial(passage, done.certificate.data)
    show(options, phases.phases(found, done, bound, level), latex=latex)
    return YES


def add(commands: Commands) -> None:
    """Register the command."""
    added = command(
        commands,
        "phases",
        _phases,
        "a user's optimal remap of the geometric mechanism, and the loss, for every α at once",
        "exactdp phases -n 3 --loss abs --side-information 0..3",
        "exactdp phases -n 5 --loss squared --prior uniform --certificate phases.cert",
        "exactdp phases -n 3 --loss abs --loss-at-most 1/3 -q",
    )
    added.integer("-n", "N", "the database size, from 1: inputs and responses are 0 to n", required=True)
    added.user_options()
    added.alpha_options("; the answer is the least loss at this level").add_argument(
        "--loss-at-most",
        metavar="L",
        help="find the largest α at which the least loss is at most L, any number such as 1/3",
    )
    added.certificate_option("of the losses and remaps at every real α between 0 and 1")
    added.report_options(latex="the proved statement, for a paper,")
