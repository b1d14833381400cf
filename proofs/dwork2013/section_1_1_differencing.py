"""Section 1.1, the differencing attack: a count with the director less one without.

True counts are whole, so errors below 1/2 are undone by rounding, and the difference is the director's bit. The answers
of an α-private mechanism move the odds of the bit by at most 1/α, for only one of the counts has her.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.surveys.differencing import Difference, bit_posterior, difference
from exactdp.surveys.queries import Transcript, true_answers

claim = Claim(
    id="dwork2013.section-1-1.differencing",
    title="the differencing attack",
    section="1.1",
    position=20,
    statement=(
        "A count over all and a count over all but one person differ by that person's bit, however large they are. If "
        "both answers are off by at most E, the bit is still known for every E < 1/2; for E = 1/2 there are answers "
        "that leave it open. If both are answers of an α-private mechanism, the odds of the bit change by a factor "
        "between α and 1/α."
    ),
    latex=r"\sum_{i} d_i - \sum_{i \ne j} d_i = d_j",
    domain="any number of people, all bits, E ≥ 0, 0 < α ≤ 1",
    verdict="proved",
    scope="all sizes and E for the counts; the mechanism on instances, its bound in general by section 2",
    uses=("dwork2013.section-2.posterior",),
)


@claim.proof(
    "(c+d) - c = d; if an answer a were within E < 1/2 of two whole numbers x and x+t, t ≥ 1, then 1 - 2E > 0 would be "
    "at most (t - 2E) ≤ 0; and c + 1/2 is within 1/2 of c and of c + 1",
    mutants={"E < 1": {"room": 1}, "the director in both": {"both": 1}},
)
def of_counts(room=2, both=0):
    identity("c d", lambda c, d: [((c + d) - (c + both * d), d)])
    given = Assumed(
        "E t",
        lambda E, t: {"1-2E": 1 - room * E},
        lambda E, t: {"t-1": t - 1},
        witness=[Fraction(1, 4), Fraction(1)],
    )
    # Two whole numbers within E of one answer are at most 2E apart, and t - 2E > 0.
    signs(given, lambda known, E, t: [(t - 2 * E, known["t-1"] + known["1-2E"])])


@claim.instances(
    "the attack: counts of 2 to 40 people, off by 0 or by 12/25 in opposite directions, give the bit; with E = 1/2 and "
    "half a person too many in the first, it is open",
    mutants={"off by 13/25": {"error": Fraction(13, 25)}},
)
def attack(error=Fraction(12, 25)):
    for n in (2, 3, 10, 40):
        queries = [(1,) * n, (1,) * (n - 1) + (0,)]
        for bit in (0, 1):
            a, b = true_answers(queries, [*(j % 2 for j in range(n - 1)), bit])
            for off in (Fraction(0), error, -error):
                found = difference(Transcript(queries, [a + off, b - off], abs(off)), n - 1)
                require(isinstance(found, Difference) and found.bit == bit, f"n = {n}, off by {off}: not known")
        found = difference(Transcript(queries, [a - Fraction(1, 2), b], Fraction(1, 2)), n - 1)
        require(isinstance(found, Difference) and found.bit is None, f"n = {n}: known for E = 1/2")


@claim.instances(
    "answers of G to both counts: over all pairs of responses the odds change by factors within [α, 1/α]",
    mutants={"within [√α, 1/√α]": {"power": 2}},
)
def mechanism(power=1):
    for n in (1, 2, 3):
        queries = [(1,) * n, (1,) * (n - 1) + (0,)]
        for alpha in (Fraction(1, 2), Fraction(4, 5)):
            for responses in [(r, s) for r in range(n + 1) for s in range(n + 1)]:
                factor = bit_posterior(geometric(n=n, alpha=alpha), queries, responses, n - 1).factor
                require(alpha <= factor**power <= 1 / alpha, f"n = {n}, responses {responses}: the factor is {factor}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
