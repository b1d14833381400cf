"""Section 3.1: the promise of MWEM, round by round.

One record replaced by another changes each query's error |q(D) - q(A)| by at most 1, hence each weight a^-error by at
most 1/a, and their sum by as much: the selection is a²-private. The measurement is a count with geometric noise. The
weights after a round are a function of what was released, so T rounds multiply.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.claims.composition import levels_multiply
from exactdp.commands.cli import main
from exactdp.privacy.level import level
from exactdp.surveys.mwem import MWEM, Query, marginals, replaced, tables

claim = Claim(
    id="dwork2013.section-3-1.private",
    title="MWEM is private",
    section="3.1",
    position=20,
    statement=(
        "MWEM with T rounds, each a selection by the exponential mechanism with weights a^-|error|, and one "
        "measurement with geometric noise of level α, is (a²α)^T-private for one replaced record, n being public. With "
        "a = e^(-ε/4T) and α = e^(-ε/2T) this is (ε, 0)-differential privacy. ε = 0, at the end of the range of the "
        "experiments, means that neither mechanism reads the data."
    ),
    latex=r"\alpha_{\text{total}} = (a^2 \alpha)^T, \qquad a^2 \alpha = e^{-\varepsilon/T}",
    domain="all numbers of rounds T ≥ 0, all counting queries, all tables of n records, 0 < a, α < 1",
    every_n=True,
    verdict="proved",
    scope="all rounds, queries, tables and levels; the exact level of whole runs on all small tables as instances",
)


@claim.proof(
    "an error changes by at most 1 when the count does: ||z+1| - |z|| = 1 for every integer z, so a^-|z| changes by "
    "the factor a or 1/a",
    mutants={"a count that moves by 2": {"step": 2}},
)
def errors(step=1):
    def pairs(a, n, q, e):
        # q of the n records are counted, the estimate is e; one more of them is counted.
        before, after = a ** abs(q - e), a ** abs(q + step - e)
        if q >= e:
            yield after, a * before
        else:
            yield a * after, before

    identity("a", pairs, Domain("n q e", lambda n, q, e: [q, n - 1 - q, e, n - e]))


@claim.proof(
    "weights w, v and sums W, V with v ≥ aw and W ≥ aV: v·W - a²·w·V = (v-aw)·W + aw·(W-aV) ≥ 0; so a selection is "
    "a²-private",
    mutants={"the level a": {"power": 1}},
)
def selection(power=2):
    given = Assumed(
        "a w v W V",
        lambda a, w, v, W, V: {"a": a, "w": w, "W": W},
        lambda a, w, v, W, V: {"v-aw": v - a * w, "W-aV": W - a * V},
        witness=[Fraction(1, 2)] + [Fraction(1)] * 4,
    )
    signs(
        given,
        lambda known, a, w, v, W, V: [
            (v * W - a**power * w * V, known["v-aw"] * known["W"] + known["a"] * known["w"] * known["W-aV"])
        ],
        strict=False,
    )


@claim.proof(
    "rounds multiply: with probability x of the transcript so far and s of the next answer given it, y·t - αβ·x·s = "
    "(y-αx)·t + αx·(t-βs) ≥ 0, whichever query was selected",
    mutants={"the smaller level alone": {"second": 0}},
)
def rounds(second=1):
    levels_multiply(second)


@claim.instances(
    "whole runs as mechanisms: one bit or two, all tables of at most three records, one and two rounds, a = 1/3, 1/2, "
    "9/10: the exact level is at least (a²α)^T and below 1",
    mutants={"a in place of a²": {"power": 1}, "one round's level": {"all_rounds": False}},
)
def whole_runs(power=2, all_rounds=True):
    alpha = Fraction(1, 2)
    for cells, queries, n, count in (
        (2, marginals(1, 1), 3, 1),
        (2, marginals(1, 1), 2, 2),
        (4, marginals(2, 1), 2, 1),
        (3, [Query(str(x), (x,)) for x in range(3)], 3, 1),
    ):
        listed = tables(cells=cells, n=n)
        for a in map(Fraction, ("1/3", "1/2", "9/10")):
            algorithm = MWEM(cells, queries, n=n, rounds=count, selection=a, measurement=alpha)
            promised = (a**power * alpha) ** (count if all_rounds else 1)
            require(algorithm.ledger().total().alpha == promised, "the ledger has another level")
            found = level(algorithm.transcripts(listed), replaced(listed)).alpha
            require(promised <= found < 1, f"the exact level is {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
