"""Section 2.7: minimax consumers need randomised interactions, Bayesian users never do.

A Bayesian user's loss is Σ_r Σ_s T_rs·c_rs, where c_rs = Σ_i p_i·y_ir·l(i,s) does not depend on T. So each row r of T
can be put on one s with the least c_rs. A maximum over inputs is not of this form.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, table, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, MinimaxConsumer, proportional
from exactdp.optimum.interaction import interact

claim = Claim(
    id="gupte2010.section-2-7",
    title="Bayesian users post-process deterministically, minimax consumers don't",
    section="2.7",
    position=10,
    statement=(
        "The consumer of Table 1 loses 168/415 by its optimal interaction with G_{3,1/4} and no less than 9/20 by any "
        "deterministic one. The loss of a Bayesian user is linear in every row of its remap, so that a deterministic "
        "remap is always optimal."
    ),
    latex=r"\min_{T} L(G T) = \tfrac{168}{415} < \tfrac{9}{20} = \min_{y:\{0..3\} \to \{0..3\}} L(G y)",
    domain="the consumer of Table 1; every n, prior, loss and mechanism deployed for the Bayesian users",
    every_n=True,
    verdict="proved",
    scope="all 256 deterministic remaps for the consumer; all Bayesian users",
    uses=("gupte2010.table-1c",),
)


@claim.instances(
    "of the 256 deterministic remaps of G_{3,1/4} the best has the worst expected loss 9/20, the optimal interaction "
    "168/415 as the kernel accepts",
    mutants={"G_{3,1/2}": {"alpha": "1/2"}, "side information {0, 1}": {"inside": (0, 1)}},
)
def randomised_is_better(alpha="1/4", inside=(0, 1, 2, 3)):
    mechanism = geometric(n=3, alpha=alpha)
    best = min(
        max(sum(mechanism[i, k] * abs(i - images[k]) for k in range(4)) for i in inside)
        for images in product(range(4), repeat=4)
    )
    found = interact(MinimaxConsumer(absolute(), inputs=range(4), side_information=inside), mechanism)
    accepted(found)
    require(found.value == Fraction(168, 415), f"the optimal interaction loses {found.value}")
    require(best == Fraction(9, 20), f"the best deterministic one loses {best}")


@claim.proof(
    "the loss in the order of T: from one response s to the next, Σ_r T_rs·c_rs has the terms p_i·l(i,s)·y_ir·T_rs of "
    "Σ_i p_i·l(i,s)·(y·T)_is; and Σ_s c_rs·T_rs less m_r times the sum of row r of T grows by (c_rs - m_r)·T_rs",
    mutants={"c_rs + m_r": {"sign": 1}, "c_sr for c_rs": {"turned": True}},
)
def linear(sign=-1, turned=False):
    def pairs(n, i, r, s):
        remap, y, prior, loss = entry("T", r, s), entry("y", i, r), entry("p", i), entry("l", i, s)
        cost = entry("c", s, r) if turned else entry("c", r, s)
        # The term of the input i and the response r, first in (y·T)_is and then in c_rs.
        yield prior * loss * (y * remap), remap * (prior * y * loss)
        so_far, total, least = entry("sum", r, s), entry("row", r, s), entry("m", r)
        grown = (so_far + cost * remap) - least * (total + remap)
        yield grown, (so_far - least * total) + (entry("c", r, s) + sign * least) * remap

    identity("", pairs, Domain("n i r s", lambda n, i, r, s: [i, n - i, r, n - r, s, n - s]))


@claim.proof(
    "(c_rs - m_r)·T_rs ≥ 0 for the least cost m_r of row r, and 0 where T_rs = 1 for an s with c_rs = m_r",
    mutants={"m_r the largest cost": {"least": False}},
)
def least_cost(least=True):
    known = Assumed(
        "c m t",
        lambda *_: {},
        lambda c, m, t: {"T": t, "c-m": c - m if least else m - c},
        witness=[Fraction(1)] * 3,
    )
    signs(known, lambda given, c, m, t: [((c - m) * t, given["c-m"] * given["T"])], strict=False)


USERS = [
    BayesianUser(loss, proportional(weights))
    for loss in (absolute(), squared(), zero_one(), table([[0, 3, 1], [2, 0, 2], [1, 1, 0]]))
    for weights in ((1, 1, 1), (1, 0, 2), (5, 1, 1), (0, 1, 0), (2, 3, 7))
]
DEPLOYED = [
    geometric(n=2, alpha="1/3"),
    geometric(n=2, alpha="9/10"),
    Mechanism([["1/2", "1/4", "1/4"], ["1/3", "1/3", "1/3"], [0, "1/2", "1/2"]]),
]


@claim.instances(
    "a deterministic remap attains the Bayesian optimum, which the kernel accepts as least over all stochastic ones",
    mutants={"only remaps that keep 0": {"keep": True}},
)
def deterministic_is_enough(keep=False):
    for user in USERS:
        for mechanism in DEPLOYED:
            found = interact(user, mechanism)
            accepted(found)
            least = min(
                sum(user.prior[i] * mechanism[i, k] * user.loss(i, images[k]) for i in range(3) for k in range(3))
                for images in product(range(3), repeat=3)
                if not keep or images[0] == 0
            )
            require(least == found.value, f"{user}: {least} by a deterministic remap, {found.value} in all")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
