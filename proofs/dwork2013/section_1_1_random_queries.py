"""Section 1.1: random queries, more than a fifth of the answers arbitrary, and a linear program that decodes them.

The theorem that is cited is about databases that grow. Here the attack runs on drawn instances: fractional bits with
the least sum of distances to the answers, an optimum that its multipliers prove.
"""

from exactdp.claims import Claim, require
from exactdp.commands.cli import main
from exactdp.linear_programs.linear_program import holds
from exactdp.surveys.linear_decoding import decoding_experiment

claim = Claim(
    id="dwork2013.section-1-1.random-queries",
    title="random queries and arbitrary answers",
    section="1.1",
    position=110,
    statement=(
        "For 10 people and 60 random queries of weights ±1, of whose answers 13, more than a fifth, are those of the "
        "opposite database and the others exact, the nearest fractional database is the true one, for the seeds 0 to "
        "5. With 35 of 60 such answers it is not. That it is so for all large databases, and any arbitrary answers, is "
        "a theorem of the paper that is cited."
    ),
    latex=r"\min_{0 \le x \le 1} \sum_q |q \cdot x - r(q)|",
    domain="10 people, 60 queries, 13 arbitrary answers, seeds 0 to 5",
    verdict="verified",
    scope="the drawn instances, each with its proof of optimality; further seeds and 16 people in the thorough run",
)


@claim.instances(
    "the nearest fractional database is the true one",
    mutants={"35 arbitrary answers": {"arbitrary": 35}},
    seeds=12,
    people=16,
    queries=120,
    arbitrary=25,
)
def decoded(seeds=6, people=10, queries=60, arbitrary=13):
    for seed in range(seeds):
        found = decoding_experiment(n=people, queries=queries, arbitrary=arbitrary, error=0, seed=seed)
        require(5 * len(found.arbitrary) > queries, "at most a fifth of the answers is arbitrary")
        require(holds(found.decoding.optimum), f"seed {seed}: the optimum is not proved")
        require(found.decoding.bits == found.database, f"seed {seed}: {found.wrong} wrong bits")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
