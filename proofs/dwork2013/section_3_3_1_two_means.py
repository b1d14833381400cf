"""Section 3.3.1, 2-means clustering: noisy sums, noisy counts, and which of the two are needed.

With the centres of the last iteration fixed, a person belongs to one cluster and adds a probability vector to its sum
and 1 to its count. The entries of the sum add up to the count, and a centre made a probability vector by normalising is
the same whatever positive number divided it. So the noisy counts change no centre; they are needed once, for the sizes.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, identity, require, signs
from exactdp.commands.cli import main
from exactdp.surveys.dp_where import Call, City, Person, cluster_tally, distribution, pattern_tally, sensitivity

claim = Claim(
    id="dwork2013.section-3-3-1.two-means",
    title="what an iteration of the private 2-means clustering releases",
    section="3.3.1",
    position=60,
    statement=(
        "In one iteration the sums of the probability vectors, both clusters together, have L1-sensitivity 1 for one "
        "person more or less, and 2 for one replaced; the counts have the same. So an iteration that adds noise of "
        "level α to each is α²-private for one person more or less, and T iterations α^(2T). If negative entries are "
        "set to 0 and the rest normalised, a positive noisy count cancels: without it the centres are the same and T "
        "iterations cost α^T. If the noisy count is not positive, the quotient is not usable."
    ),
    latex=r"\Bigl\|\sum_{i \in C} P_i - \sum_{i \in C'} P_i\Bigr\|_1 \le 1, \qquad "
    r"\frac{S/c}{\|S/c\|_1} = \frac{S}{\|S\|_1} \quad (c > 0)",
    domain="all numbers of people, hours and iterations, all centres",
    verdict="proved",
    scope="the sensitivities and the cancelling count for all; that they are attained, by all people of a small city",
)


@claim.proof(
    "a probability vector has L1-norm 1, as its entries are ≥ 0 and sum to 1: adding entry by entry, the norm of what "
    "one person adds is the sum; two people's vectors are at most 1 + 1 apart, since |x-y| ≤ x+y by x+y-(x-y) = 2y and "
    "x+y-(y-x) = 2x",
    mutants={"a distance of at most x": {"other": 0}},
)
def norms(other=1):
    entries = Assumed("x y", lambda x, y: {}, lambda x, y: {"x": x, "y": y}, witness=[Fraction(1), Fraction(1)])

    def pairs(given, x, y):
        bound = x + other * y
        yield bound - (x - y), given["y"] * 2
        yield bound - (y - x), given["x"] * 2

    signs(entries, pairs, strict=False)


@claim.proof(
    "the count cancels: with S the sum of the clamped entries s of a cluster, (s/c)/(S/c) = s/S, cross-multiplied "
    "(s·b)·S = s·(S·b) with b = 1/c",
    mutants={"a count for each entry": {"same": False}},
)
def count_cancels(same=True):
    identity("s S b d", lambda s, S, b, d: [((s * b) * S, s * (S * (b if same else d)))])


@claim.instances(
    "everyone with at most one call in each of three hours, three pairs of centres: the exact sensitivities of sums "
    "(in sixths) and counts are 1 and 2; and the normalised centres do not depend on the count",
    mutants={
        "sums of sensitivity 2 for one person more": {"added": 2},
        "the centres by negative counts": {"least": -3},
    },
)
def of_a_city(added=1, least=1):
    city = City(1, days=1, hours=3, cap=1, resolution=6)
    people = [
        Person(0, 0, tuple(Call(0, hour, 0) for hour in range(3) if calls[hour])) for calls in product((0, 1), repeat=3)
    ]
    for first, second in (((1, 0, 0), (0, 0, 1)), ((1, 1, 1), (2, 1, 1)), ((1, 1, 0), (0, 1, 1))):
        centres = [distribution(first), distribution(second)]
        sums, counts = pattern_tally(city, centres), cluster_tally(city, centres)
        for relation, factor in (("add-remove", 1), ("replace-one", 2)):
            found = sensitivity(sums, people, relation).value
            require(found == added * factor * city.resolution, f"the sums move by {found} sixths")
            require(sensitivity(counts, people, relation).value == factor, "the counts move by another number")
        total = sums.total(people)
        for count in (least, 2, 7):
            divided = [Fraction(entry, count) for entry in total[:3]]
            clamped = [max(entry, Fraction(0)) for entry in divided]
            norm = sum(clamped)
            require(norm > 0, "every entry is clamped to 0")
            require(tuple(entry / norm for entry in clamped) == distribution(total[:3]), "the count changes the centre")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
