"""Certificates of every kind, written by the library, and the digest of each one's bytes.

`python tests/every_certificate.py` prints the digests: the same on every run, and on every Python.
"""

import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent)]

from exactdp.answers.optimality import decide  # noqa: E402
from exactdp.certificates.certificate import Verified, certify  # noqa: E402
from exactdp.model.geometric import geometric  # noqa: E402
from exactdp.model.losses import absolute, power_loss, table  # noqa: E402
from exactdp.model.mechanism import Mechanism  # noqa: E402
from exactdp.model.neighbours import complete, cycle, hypercube, path  # noqa: E402
from exactdp.model.users import BayesianUser, MinimaxConsumer, uniform  # noqa: E402
from exactdp.optimum.interaction import interact  # noqa: E402
from exactdp.optimum.problem import Constraint, Optimum, Problem, loss_at_most  # noqa: E402
from exactdp.optimum.search import optimal  # noqa: E402
from exactdp.optimum.uniqueness import Better  # noqa: E402
from exactdp.polytope.derivability import derive, derive_from  # noqa: E402
from exactdp.polytope.vertex import vertex  # noqa: E402
from exactdp.privacy.level import level, private  # noqa: E402
from exactdp.privacy.privacy_curve import approximately_private  # noqa: E402

MATRIX = Mechanism(
    [
        ["1/9", "2/9", "4/9", "2/9"],
        ["2/9", "1/9", "2/9", "4/9"],
        ["4/9", "2/9", "1/9", "2/9"],
        ["13/18", "1/9", "1/18", "1/9"],
    ]
)
NOISY = Mechanism([["2/5", "1/5", "1/5", "1/5"], ["1/3", "1/3", "1/6", "1/6"], ["1/4", "1/4", "1/4", "1/4"]])


def of_matrices() -> Iterator[Verified]:
    """Yield results about mechanisms and their privacy."""
    for mechanism in (MATRIX, NOISY, geometric(n=3, alpha="12345678901/98765432109")):
        yield certify(mechanism)
        for neighbours in (
            path(inputs=range(len(mechanism))),
            complete(inputs=range(len(mechanism))),
            cycle(inputs=range(len(mechanism))),
        ):
            yield certify(level(mechanism, neighbours))
            for alpha in ("1/9", "2/3"):
                yield certify(private(mechanism, alpha, neighbours))
                yield certify(approximately_private(mechanism, alpha, "1/5", neighbours))
            yield certify(vertex(mechanism, level(mechanism, neighbours).alpha, neighbours), explicit=True)
        for alpha in ("1/10", "1/2"):
            yield certify(derive(mechanism, alpha))
    yield certify(derive_from(NOISY, NOISY @ MATRIX))
    yield certify(derive_from(NOISY @ MATRIX, NOISY))
    yield certify(vertex(geometric(n=4, alpha="1/3"), "1/3"))


def problems() -> Iterator[Problem]:
    """Yield problems with one optimum, with several and with none, on the path and on other graphs."""
    losses = table([[0, 2, 5, 1], [3, 0, 1, 1], [4, 1, 0, 2], [9, 3, 1, 0]])
    for user in (
        BayesianUser(absolute(), uniform(n=3)),
        BayesianUser(power_loss("3/2"), uniform(n=3)),
        BayesianUser(losses, ["1/2", "0", "1/3", "1/6"]),
        MinimaxConsumer(absolute(), inputs=range(4), side_information=[0, 2, 3]),
        MinimaxConsumer(losses, inputs=range(4)),
    ):
        for neighbours in (path(inputs=range(4)), complete(inputs=range(4)), hypercube(inputs=range(4))):
            yield Problem(user, "2/5", neighbours)
        for alpha in ("0", "1"):
            yield Problem(user, alpha)
        yield Problem(user, "1/2", constraints=[Constraint({(0, 0): 1, (3, 3): 1}, "3/5")])
    yield Problem(BayesianUser(absolute(), uniform(n=3)), "1/3", responses=range(3))
    for neighbours in (path(inputs=range(2)), complete(inputs=range(2))):
        user = BayesianUser(absolute(), uniform(n=1))
        yield Problem(
            user,
            "1/2",
            neighbours,
            constraints=[loss_at_most(absolute(), i, "1/10", responses=range(2)) for i in (0, 1)],
        )


def of_optima() -> Iterator[Verified]:
    """Yield results about optima: optima, their uniqueness, worse mechanisms, and remaps."""
    for problem in problems():
        yield decide(problem).verified
        found = optimal(problem)
        if isinstance(found, Optimum):
            yield certify(found)
            yield certify(found, explicit=True)
            constant = Mechanism([[1] + [0] * (problem.responses - 1)] * problem.inputs)
            if not problem.constraints and problem.alpha < 1:
                yield certify(Better(problem, constant, found))
            yield certify(interact(problem.user, MATRIX))


def main() -> None:
    for verified in (*of_matrices(), *of_optima()):
        print(verified.kind, sha256(verified.certificate.data).hexdigest())


if __name__ == "__main__":
    main()
