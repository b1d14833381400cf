"""The constraint matrix and the set of tight constraints (3), (4) and (6) of a mechanism tell each other.

Per entry of C: ↓ is (4) tight and (3) slack, ↑ the reverse, S neither, and in a Z-column both are tight. An entry
x_ir ≥ 0, that is (6), is tight just in the Z-columns. So C is a function of the tight set, and the tight set of C.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.polytope.constraints import constraint_matrix

claim = Claim(
    id="ghosh2009.section-5.encodes",
    title="the constraint matrix encodes which constraints are tight",
    section="5",
    position=46,
    statement=(
        "For 0 < α < 1, x above y in a column of an α-private mechanism: (3), x - α·y ≥ 0, is tight just where C has ↑ "
        "or Z, and (4), α·x - y ≤ 0, just where C has ↓ or Z; (6) is tight just in the Z-columns. So C and the set of "
        "the tight constraints (3), (4) and (6) determine each other."
    ),
    latex=(
        r"\{(3),(4),(6)\}\text{ tight}:\quad \downarrow \mapsto \{(4)\}, \quad \uparrow \mapsto \{(3)\}, \quad S "
        r"\mapsto \emptyset, \quad Z \mapsto \{(3),(4),(6)\}"
    ),
    domain="0 < α < 1, any two entries above each other; (3) and (4) for all responses, the last one too",
    verdict="proved",
    scope="all α and all entries, and with them all sizes",
    uses=("ghosh2009.section-5.equations-3-4", "ghosh2009.section-5.well-defined", "ghosh2009.section-5.z-columns"),
)

TIGHT = {"↓": (False, True), "↑": (True, False), "S": (False, False), "Z": (True, True)}


@claim.proof(
    "↓ is y = α·x with x > 0: then (4) is an equality, and (3) is x - α·y = (1-α²)·x > 0",
    mutants={"at α ≤ 1": {"below_one": False}, "x ≥ 0": {"zero": True}, "y = α²·x": {"power": 2}},
)
def arrows(below_one=True, zero=False, power=1):
    def positive(a, x):
        return {"1+α": 1 + a} | ({"1-α": 1 - a} if below_one else {}) | ({} if zero else {"x": x})

    def nonnegative(a, x):
        return ({} if below_one else {"1-α": 1 - a}) | ({"x": x} if zero else {})

    inside = Assumed("a x", positive, nonnegative, witness=[Fraction(1, 2), Fraction(1)])
    identity("a x", lambda a, x: [(a * x, a**power * x)])
    # ↑ is the same with x and y, and (3) and (4), exchanged.
    signs(inside, lambda given, a, x: [(x - a * (a**power * x), given["1-α"] * given["1+α"] * given["x"])])


@claim.proof(
    "in a Z-column x = y = 0 makes (3) and (4) equalities, and (6); elsewhere x > 0 leaves (6) slack",
    mutants={"x = y = 1": {"entry": 1}},
)
def z_column(entry=0):
    identity(
        "a",
        lambda a: [(entry * a**0 - a * entry, 0 * a), (a * entry - entry * a**0, 0 * a), (entry * a**0, 0 * a)],
    )


@claim.instances(
    "so the four values have four different sets of tight constraints among (3), (4) and (6), and the map can be "
    "inverted; of (3) and (4) alone too, but not of (3) or (6) alone",
    mutants={"(3) alone": {"kept": (0,)}, "(6) alone": {"kept": (2,)}, "↑ and Z alike": {"up": (True, True, True)}},
)
def inverted(kept=(0, 1, 2), up=None):
    sets = {value: (*pair, value == "Z") for value, pair in TIGHT.items()}
    if up is not None:
        sets["↑"] = up
    for constraints in (kept, kept[:2]):
        seen = {tuple(tight[k] for k in constraints) for tight in sets.values()}
        require(len(seen) == len(sets), f"the {len(sets)} values have {len(seen)} sets")


def tight_set(x, alpha):
    """The tight constraints, from the inequalities themselves."""
    inputs, responses = x.shape
    found = {(3, i, r) for i, r in product(range(inputs - 1), range(responses)) if x[i, r] - alpha * x[i + 1, r] == 0}
    found |= {(4, i, r) for i, r in product(range(inputs - 1), range(responses)) if alpha * x[i, r] - x[i + 1, r] == 0}
    return found | {(6, i, r) for i, r in product(range(inputs), range(responses)) if x[i, r] == 0}


def read_off(entries):
    """The tight constraints that a constraint matrix says, without the mechanism."""
    found = set()
    for i, row in enumerate(entries):
        for r, value in enumerate(row):
            third, fourth = TIGHT[value]
            found |= {(3, i, r)} if third else set()
            found |= {(4, i, r)} if fourth else set()
            found |= {(6, i, r), (6, i + 1, r)} if value == "Z" else set()
    return found


def written(tight, n, responses):
    """The constraint matrix that a set of tight constraints says, without the mechanism."""
    back = {pair: value for value, pair in TIGHT.items()}
    return tuple(tuple(back[(3, i, r) in tight, (4, i, r) in tight] for r in range(responses)) for i in range(n))


def mechanisms(n, alpha):
    """Every deterministic map of G, each also halfway to G and to always answering 0."""
    source = geometric(n=n, alpha=alpha)
    constant = [[int(r == 0) for r in range(n + 1)] for _ in range(n + 1)]
    for images in product(range(n + 1), repeat=n + 1):
        x = source @ deterministic(images, responses=range(n + 1))
        yield Mechanism(x.rows)
        for other in (source.rows, constant):
            mixed = ([(v + w) / 2 for v, w in zip(*rows, strict=True)] for rows in zip(x.rows, other, strict=True))
            yield Mechanism(list(mixed))


@claim.instances(
    "every deterministic map of G, also mixed with G and with a constant, n ≤ 3, two levels: the tight constraints "
    "read off C are those that hold with equality, and C can be written down from them; all four values occur",
    mutants={
        "(6) left out": {"left_out": 6},
        "only (3)": {"left_out": 4},
        "the constraints at α²": {"power": 2},
    },
    largest=4,
)
def by_library(left_out=None, power=1, largest=3):
    occurring = set()
    for n in range(1, largest + 1):
        for alpha in map(Fraction, ("1/3", "9/10")):
            for x in mechanisms(n, alpha):
                found = constraint_matrix(x, alpha)
                tight = {each for each in tight_set(x, alpha**power) if each[0] != left_out}
                require(tight == read_off(found.entries), f"other constraints are tight at {x.rows}")
                require(written(tight, n, n + 1) == found.entries, f"another matrix at {x.rows}")
                occurring |= {value for row in found.entries for value in row}
    require(occurring == set(TIGHT), f"the values are {occurring}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
