"""Lemma 6.4: four responses are enough for two users who answer 1 or 2, and y_1, y_2 are then as printed.

A point r of x's range is labelled by (y_1(r), y_2(r)), and all points with one label become one. Privacy survives, as
its inequalities add up, and so do y_1∘x and y_2∘x, as each y_u is the same on all points that are combined. With
infinitely many points the sums converge, for they are at most 1, and an inequality of the partial sums holds for them.
A point that y_1 or y_2 sends elsewhere than to 1 or 2 has probability 0 on all databases and may get any label.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.neighbours import hypercube
from exactdp.privacy.level import private

claim = Claim(
    id="ghosh2009.lemma-6.4",
    title="a common mechanism needs four responses",
    section="6.2",
    position=50,
    statement=(
        "Let x be α-private with a countable range, and let deterministic y_1, y_2 make mechanisms y_1∘x and y_2∘x "
        "that answer 1 or 2 only. Then some α-private x' with the responses l, m, n, o does the same by the maps y_1 = "
        "1, 2, 1, 2 and y_2 = 1, 2, 2, 1 of l, m, n, o. A label that no point has gives a response of probability 0."
    ),
    latex=r"y_1: l, n \mapsto 1,\; m, o \mapsto 2, \qquad y_2: l, o \mapsto 1,\; m, n \mapsto 2",
    domain="0 ≤ α ≤ 1, any inputs and neighbours, all mechanisms with a countable range, all deterministic y_1, y_2",
    verdict="proved",
    scope="all mechanisms and maps; that the two optimal mechanisms answer 1 or 2 only is the claim on the optima",
    uses=("ghosh2009.theorem-6.3.optimum",),
)

LABELS = {"l": (1, 1), "m": (2, 2), "n": (1, 2), "o": (2, 1)}
"""Where y_1 and y_2 send each of the four responses, as printed."""


@claim.proof(
    "privacy: if two points with probabilities x, s on d and y, t on a neighbour satisfy the bound, then so do they "
    "combined, (y+t) - α(x+s) = (y-αx) + (t-αs) ≥ 0; so one by one for any number of points",
    mutants={"a difference of the points": {"sign": -1}, "a bound α/2 that is not given": {"power": 2}},
)
def privacy(sign=1, power=1):
    assumed = Assumed(
        "a x y s t",
        lambda a, *entries: {},
        lambda a, x, y, s, t: {"y-αx": y - a * x, "t-αs": t - a * s},
        witness=[Fraction(1, 2), 1, 1, 1, 1],
    )

    def together(given, a, *entries):
        x, y, s, t = entries
        yield (y + sign * t) - a**power * (x + sign * s), given["y-αx"] + given["t-αs"]

    signs(assumed, together, strict=False)


@claim.proof(
    "the maps: when the first z points are combined and point z, of any label, is added, the probability that y_u "
    "gives 1 or 2, as a sum over l, m, n, o, grows by x_dz just for the answer y_u(z)",
    mutants={
        "o sent to 1 by y_1": {"labels": {**LABELS, "o": (1, 1)}},
        "n and o exchanged for y_2": {"labels": {**LABELS, "n": (1, 1), "o": (2, 2)}},
    },
)
def maps(labels=None):
    labels = LABELS if labels is None else labels
    for point in product((1, 2), repeat=2):

        def pairs(z, point=point):
            before = {name: entry(name, z) for name in LABELS}
            # Point z goes to the response with its label; the labels of all points are those of LABELS.
            after = {name: value + (entry("x", z) if LABELS[name] == point else 0) for name, value in before.items()}
            for user, answer in product((0, 1), (1, 2)):
                mine = [name for name in labels if labels[name][user] == answer]
                grown = sum((after[name] for name in mine), 0 * entry("x", z))
                sums = sum((before[name] for name in mine), 0 * entry("x", z))
                yield grown, sums + (entry("x", z) if point[user] == answer else 0)

        identity("", pairs, Domain("z", lambda z: [z]))


def on_the_cube(width):
    """1/2-private mechanisms on {0,1}^3 with this many responses, each its own way for every database."""
    for seed in range(4):
        base = [Fraction(1 + (seed + 3 * r) % 5) for r in range(width)]
        rows = []
        for number in range(8):
            # A factor of up to 4/3 for a changed bit, so of at most 2 with the sum of the row.
            row = [w * (Fraction(4, 3) if (number >> (r + seed) % 3) & 1 else 1) for r, w in enumerate(base)]
            rows.append([value / sum(row) for value in row])
        yield Mechanism(rows)


@claim.instances(
    "four mechanisms on the databases of {0,1}^3 with six responses, all pairs of four maps from them to 1, 2: by the "
    "library's products the four responses do the same, and the kernel accepts that they are 1/2-private",
    mutants={
        "points combined by y_1 alone": {"by": (0,)},
        "y_2 as y_1": {"users": (0, 0)},
    },
)
def combined(by=(0, 1), users=(0, 1)):
    cube, width = hypercube(inputs=range(8)), 6
    listed = ((1, 2, 1, 2, 1, 2), (1, 1, 2, 2, 2, 1), (1, 1, 1, 2, 2, 2), (2, 2, 2, 2, 2, 2))
    names = list(LABELS)
    for x in on_the_cube(width):
        require(bool(private(x, "1/2", cube)), "the mechanism on the cube is not private")
        for first, second in product(listed, repeat=2):
            ys = first, second
            place = [
                next(k for k, name in enumerate(names) if all(LABELS[name][u] == ys[u][r] for u in by))
                for r in range(width)
            ]
            four = x @ deterministic(place, responses=range(4))
            found = private(four, "1/2", cube)
            require(bool(found), f"the four responses are not private: {found.violation}")
            accepted(found)
            for user, kept in zip((0, 1), users, strict=True):
                here = four @ deterministic([LABELS[name][kept] - 1 for name in names], responses=range(2))
                require(
                    here == x @ deterministic([a - 1 for a in ys[user]], responses=range(2)),
                    f"user {user + 1} gets {here.rows}",
                )


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
