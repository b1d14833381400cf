"""Figure 2: its mechanism is optimal for the user of the caption, and no other mechanism is.

The loss |i-r|^(3/2) is irrational; so the least expected loss and the prices that prove it are sums of square roots,
whose signs the kernel decides exactly. The user is well chosen: for the exponent 1 or 2, or for a prior that gives
1/100 to the input 1, the mechanism is not even optimal.
"""

from fractions import Fraction

from exactdp.arithmetic.radicals import power
from exactdp.certificates.certificate import Rejected, certify
from exactdp.claims import Claim, record, require
from exactdp.claims.examples import figure_2
from exactdp.commands.cli import main
from exactdp.model.losses import power_loss
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser
from exactdp.optimum.bayesian import bayes_remap, closed_form
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.optimum.uniqueness import Better, OnlyOptimum, uniqueness

claim = Claim(
    id="ghosh2009.figure-2.optimality",
    title="Figure 2's mechanism is the only optimal one for its user",
    section="5",
    position=25,
    statement=(
        "For the prior 1/4, 0, 1/4, 0, 1/4, 1/4 and the loss |i-r|^(3/2) the printed mechanism is optimal among all "
        "1/2-private ones with the responses 0..5, and no other is. Its expected loss is 1/3 + 17√2/48 + 9√3/64 + "
        "5√5/96."
    ),
    latex=(
        r"\min_x \sum_i p_i \sum_r x_{ir}\,|i-r|^{3/2} = \frac13 + \frac{17}{48}\sqrt2 + \frac{9}{64}\sqrt3 + "
        r"\frac{5}{96}\sqrt5"
    ),
    domain="the one matrix printed and the one user of its caption, α = 1/2",
    verdict="proved",
    scope="optimality and uniqueness for the irrational loss itself",
    finite=True,
    uses=("ghosh2009.figure-2",),
)

PRIOR = ("1/4", "0", "1/4", "0", "1/4", "1/4")
VALUE = {1: Fraction(1, 3), 2: Fraction(17, 48), 3: Fraction(9, 64), 5: Fraction(5, 96)}


def problem(exponent="3/2", prior=PRIOR, alpha="1/2"):
    """What the user of the caption wants, or another."""
    return Problem(BayesianUser(power_loss(exponent), prior), alpha)


@claim.proof(
    "the expected loss of the printed matrix, entry by entry: |i-r|^(3/2) is 0, 1, 2√2, 3√3, 8, 5√5 at the distances 0 "
    "to 5, and the coefficients of 1, √2, √3, √5 sum to 1/3, 17/48, 9/64, 5/96",
    mutants={
        "√2 for 2√2 at distance 2": {"at_two": 1},
        "two entries of row 2 exchanged": {"changed": "1/6  0 1/2  1/6", "by": "1/2  0 1/6  1/6"},
        "the uniform prior": {"prior": ["1/6"] * 6},
    },
)
def expected_loss(at_two=2, changed="", by="", prior=PRIOR):
    roots = {0: (1, 0), 1: (1, 1), 2: (2, at_two), 3: (3, 3), 4: (1, 8), 5: (5, 5)}
    found = dict.fromkeys(VALUE, Fraction(0))
    for i, row in enumerate(figure_2(changed, by)):
        for r, x in enumerate(row):
            radicand, factor = roots[abs(i - r)]
            found[radicand] += Fraction(prior[i]) * x * factor
    require(found == VALUE, f"the coefficients are {found}")


@claim.proof(
    "the kernel accepts that the printed mechanism is the only optimal one, and that its loss is this sum: with the "
    "prices of the linear program over all mechanisms, and with those that Bayes' rule on G leads to",
    mutants={
        "the loss |i-r|": {"exponent": "1"},
        "the loss (i-r)²": {"exponent": "2"},
        "the uniform prior": {"prior": ["1/6"] * 6},
        "two entries of the last row exchanged": {"changed": "1/16 1/12", "by": "1/12 1/16"},
    },
)
def only_optimum(exponent="3/2", prior=PRIOR, changed="", by=""):
    wanted = problem(exponent, prior)
    value = sum(power(radicand, "1/2") * coefficient for radicand, coefficient in VALUE.items())
    for way in (solve_polytope, closed_form):
        found = way(wanted)
        require(found.value == value, f"the least expected loss is {found.value}")
        given = Optimum(wanted, found.value, found.dual, None, Mechanism(figure_2(changed, by)))
        alone = uniqueness(given)
        require(isinstance(alone, OnlyOptimum), "another mechanism is optimal as well")
        try:
            require(certify(alone).kind == "only-optimal", "the kernel accepts something else")
        except Rejected as error:
            require(False, f"the kernel does not accept it: {error}")
        record(certificates=1)


@claim.proof(
    "Bayes' rule has no tie: each response of G has one best reading, 1 read as 2 and every other response as itself",
    mutants={
        "the loss |i-r|": {"exponent": "1"},
        "the whole prior on 0, 2, 4": {"prior": ("1/3", 0, "1/3", 0, "1/3", 0)},
    },
)
def no_tie(exponent="3/2", prior=PRIOR):
    choices = bayes_remap(problem(exponent, prior)).choices
    require(choices == ((0,), (2,), (2,), (3,), (4,), (5,)), f"the best readings are {choices}")


OTHERS = {
    "the exponent 1": {"exponent": "1"},
    "the exponent 7/4": {"exponent": "7/4"},
    "the exponent 2": {"exponent": "2"},
    "the prior 1/3, 0, 1/6, 0, 1/4, 1/4": {"prior": ("1/3", 0, "1/6", 0, "1/4", "1/4")},
    "1/100 of the prior moved from 2 to 1": {"prior": ("1/4", "1/100", "24/100", 0, "1/4", "1/4")},
}


@claim.instances(
    "it is not optimal for users a little different: for the exponents 1, 7/4 and 2, and for the priors 1/3, 0, 1/6, "
    "0, 1/4, 1/4 and 1/4, 1/100, 6/25, 0, 1/4, 1/4, the kernel accepts a mechanism with a smaller loss",
    mutants={
        "the user of the caption": {"users": {"the caption's": {}}},
        "the exponent 8/5": {"users": {"the exponent 8/5": {"exponent": "8/5"}}},
    },
)
def not_for_others(users=None):
    for name, changed in (OTHERS if users is None else users).items():
        wanted = problem(**changed)
        better = Better(wanted, Mechanism(figure_2()), optimal(wanted))
        try:
            require(certify(better).kind == "not-optimal", "the kernel accepts something else")
        except Rejected as error:
            require(False, f"{name}: no smaller loss: {error}")
        record(certificates=1)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
