"""Section 1.1: the numbers 124 and 92 of 128, 252 and 220 of 256, and the attack itself on noisy answers."""

from exactdp.claims import Claim, require
from exactdp.commands.cli import main
from exactdp.surveys.fourier_attack import fourier_attack
from exactdp.surveys.queries import distance, hadamard_queries, true_answers
from exactdp.surveys.reconstruction import spectral_bound

claim = Claim(
    id="dwork2013.section-1-1.examples",
    title="128 and 256 bits, errors up to 1 and 3",
    section="1.1",
    position=50,
    statement=(
        "With k = 128 counting queries and errors up to 1, at least 124 of 128 bits are reconstructed, with errors up "
        "to 3 at least 92; with k = 256, at least 252 and 220. The queries are the rows of the Hadamard matrix, as "
        "counts of agreements."
    ),
    latex=r"128 - 4 = 124, \quad 128 - 36 = 92, \quad 256 - 4 = 252, \quad 256 - 36 = 220",
    domain="k = 128, 256 and E = 1, 3",
    verdict="proved",
    scope="the four pairs: the bound for all databases and answers; the attack on four databases each",
    finite=True,
    uses=("dwork2013.section-1-1.bound",),
)

PRINTED = {(128, 1): 124, (128, 3): 92, (256, 1): 252, (256, 3): 220}


@claim.proof(
    "the queries' Gram matrix is k times the identity, entry by entry, so that at most 4E² bits are wrong",
    mutants={
        "subset queries": {"subsets": True, "printed": {(16, 1): 12}},
        "one bit more": {"printed": {(128, 1): 125}},
    },
)
def numbers(printed=PRINTED, subsets=False):
    for (k, E), correct in printed.items():
        found = spectral_bound(hadamard_queries(k, subsets=subsets), E)
        require(k - found.wrong >= correct, f"k = {k}, E = {E}: {k - found.wrong} bits are sure")


@claim.instances(
    "the inverse transform of answers with errors of ±E, each towards the answer of another database, rounded: as "
    "many bits are right as printed, and as it says for the answers it sees",
    mutants={"errors of ±20": {"size": 20}},
)
def attack(size=1):
    for (k, E), correct in PRINTED.items():
        rows = hadamard_queries(k)
        for others in (4, 16, 100, k):
            d = tuple((j * j * 3 + j) // 7 % 2 for j in range(k))
            wrong = tuple(1 - bit if j < others else bit for j, bit in enumerate(d))
            true, false = (true_answers(rows, each) for each in (d, wrong))
            answers = [a + size * E * ((b > a) - (b < a)) for a, b in zip(true, false, strict=True)]
            found = fourier_attack(answers, E * size)
            right = k - distance(found.guess, d)
            require(right >= correct, f"k = {k}, E = {E}: {right} bits are right")
            require(right >= k - found.wrong, f"k = {k}, E = {E}: it promises {k - found.wrong}, and {right} are right")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
