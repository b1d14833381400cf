"""Certify differential-privacy mechanisms in exact rational arithmetic: `import exactdp as dp`.

BayesianUser       a user with a loss and a prior, who minimises the expected loss
Chain              Algorithm 1: correlated answers at several levels, each derived from the one before
InputError         invalid input; the message says what to write instead
Malformed          raised by verify for bytes that are not a certificate
Matrix             an exact matrix of fractions, with labels
Mechanism          an exact row-stochastic matrix: inputs by responses
MinimaxConsumer    a user with a loss and side information, who minimises the worst-case loss
Rejected           raised by verify for a certificate that does not prove its statement
Remark             a warning that a file may have another intended meaning
absolute           the loss |i-r|
asymmetric         a loss with different slopes above and below the true result
audit              the exact level of a table of floats, compared with the promised level
binomial           the binomial prior on {0..n}
certify            the certificate of a result, accepted by the kernel
check              a full report on a mechanism: its level, constraints, vertex, derivability
complete           neighbours: every two inputs, as in local privacy
cycle              neighbours: i and i+1, and also 0 and n
derive             is it the geometric mechanism, or a source, followed by a remap? The remap, or a refutation
edges              neighbours: the pairs you list
epsilon            rational bounds on ε = -ln α
exact              any exact number as a Fraction
expected_loss      a user's loss by a mechanism without a remap, with the worst input
exponential_level  the exact level e^-ε; the fraction 1/Q for ε = ln Q
fixed_row          constraints: one input has exactly these probabilities
geometric          the range-restricted geometric mechanism G on {0..n}
hypercube          neighbours: databases of bits that differ in one bit
interact           a user's optimal remap of a deployed mechanism
level              the exact privacy level: the largest α, with a witness
level_of_epsilon   a rational α ≥ e^-ε, for making a mechanism
loss_at_most       constraint: the expected loss on one input has an upper bound
loss_curve         a user's least loss at several levels
optimal            a user's optimal mechanism, certified, and whether it is unique
path               neighbours: i and i+1, as in a count query
phase_diagram      the optimal remap of G as a function of α
point_mass         the prior with probability 1 on one input
privacy_curve      the least δ for every ε
private            is the mechanism α-private? Yes, or the entries that violate it
proportional       the prior proportional to some weights
read               a mechanism from a file: CSV, JSON or LaTeX
repair             the exact mechanism behind a printed table
responses_only     constraints: all other responses have probability 0
squared            the loss (i-r)²
symmetric          constraints: reversing inputs and responses gives the same mechanism
table              a loss that you list, input by input
threshold          the loss 1 for responses beyond a distance, else 0
uniform            the uniform prior on {0..n}
verify             check a certificate with the kernel: a path, bytes, or a result's certificate
vertex             is the mechanism a vertex of the α-private ones? A proof either way
write              write a matrix to a file: CSV, JSON or LaTeX
zero_one           the loss 0 for the true result and 1 for any other response

`help(exactdp.optimal)` explains one name; docs/python.md explains all of them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from exactdp.answers.audit import audit
    from exactdp.answers.examination import check
    from exactdp.answers.loss_curve import loss_curve
    from exactdp.answers.optimality import optimal
    from exactdp.answers.repair import repair
    from exactdp.arithmetic.errors import InputError, Remark
    from exactdp.arithmetic.exact import exact
    from exactdp.arithmetic.exponential_levels import exponential_level
    from exactdp.certificates.certificate import certify, verify
    from exactdp.files import read, write
    from exactdp.kernel import Malformed, Rejected
    from exactdp.model.geometric import geometric
    from exactdp.model.losses import absolute, asymmetric, squared, table, threshold, zero_one
    from exactdp.model.matrix import Matrix
    from exactdp.model.mechanism import Mechanism
    from exactdp.model.neighbours import complete, cycle, edges, hypercube, path
    from exactdp.model.users import (
        BayesianUser,
        MinimaxConsumer,
        binomial,
        expected_loss,
        point_mass,
        proportional,
        uniform,
    )
    from exactdp.optimum.interaction import interact
    from exactdp.optimum.phase_search import phase_diagram
    from exactdp.optimum.problem import fixed_row, loss_at_most, responses_only, symmetric
    from exactdp.polytope.derivability import derive
    from exactdp.polytope.vertex import vertex
    from exactdp.privacy.level import epsilon, level, level_of_epsilon, private
    from exactdp.privacy.privacy_curve import privacy_curve
    from exactdp.release.chain import Chain

__version__ = "0.2.0"

_NAMES = {
    "answers.audit": "audit",
    "answers.examination": "check",
    "answers.loss_curve": "loss_curve",
    "answers.optimality": "optimal",
    "answers.repair": "repair",
    "arithmetic.errors": "InputError Remark",
    "arithmetic.exact": "exact",
    "arithmetic.exponential_levels": "exponential_level",
    "certificates.certificate": "certify verify",
    "files": "read write",
    "kernel": "Malformed Rejected",
    "model.geometric": "geometric",
    "model.losses": "absolute asymmetric squared table threshold zero_one",
    "model.matrix": "Matrix",
    "model.mechanism": "Mechanism",
    "model.neighbours": "complete cycle edges hypercube path",
    "model.users": "BayesianUser MinimaxConsumer binomial expected_loss point_mass proportional uniform",
    "optimum.interaction": "interact",
    "optimum.phase_search": "phase_diagram",
    "optimum.problem": "fixed_row loss_at_most responses_only symmetric",
    "polytope.derivability": "derive",
    "polytope.vertex": "vertex",
    "privacy.level": "epsilon level level_of_epsilon private",
    "privacy.privacy_curve": "privacy_curve",
    "release.chain": "Chain",
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}
"""The module of each name, imported when the name is first used."""

__all__ = [
    "BayesianUser",
    "Chain",
    "InputError",
    "Malformed",
    "Matrix",
    "Mechanism",
    "MinimaxConsumer",
    "Rejected",
    "Remark",
    "absolute",
    "asymmetric",
    "audit",
    "binomial",
    "certify",
    "check",
    "complete",
    "cycle",
    "derive",
    "edges",
    "epsilon",
    "exact",
    "expected_loss",
    "exponential_level",
    "fixed_row",
    "geometric",
    "hypercube",
    "interact",
    "level",
    "level_of_epsilon",
    "loss_at_most",
    "loss_curve",
    "optimal",
    "path",
    "phase_diagram",
    "point_mass",
    "privacy_curve",
    "private",
    "proportional",
    "read",
    "repair",
    "responses_only",
    "squared",
    "symmetric",
    "table",
    "threshold",
    "uniform",
    "verify",
    "vertex",
    "write",
    "zero_one",
]


if not TYPE_CHECKING:  # so that a type checker knows the names, and no others

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            # With these two arguments, Python suggests the nearest name.
            raise AttributeError(f"module 'exactdp' has no attribute {name!r}", name=name, obj=import_module(__name__))
        globals()[name] = found = getattr(import_module(f"exactdp.{_HOMES[name]}"), name)
        return found


def __dir__() -> list[str]:
    return __all__
