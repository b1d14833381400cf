"""Small random certificates: well formed, each with a random statement and a randomly generated proof."""

from fractions import Fraction
from math import gcd, isqrt, lcm
from operator import mul
from random import Random

from exactdp import kernel
from tests.naive_kernel import (
    OPTIMA,
    Parsed,
    Rows,
    User,
    loss_of,
    matrix_lines,
    matrix_of,
    pairs_of,
    user_of,
    written,
)

Built = tuple[Rows, list[str]]
"""A matrix, and the lines that state it as a geometric mechanism or a remap of one."""


def built(random: Random, role: str, height: int, width: int) -> Built:
    """Return G or a remap of it with at least two inputs; seldom is it no mechanism."""
    level = random.choice(("0", "1/3", "1/2", "1/2", "2/3", "1"))
    if height == width and random.random() < 0.3:
        lines = [f"{role} geometric {height - 1} {level}"]
    else:
        common = random.randint(1, 3)
        entries = []
        for k in range(height):
            drawn = random.choices(range(width), k=common if random.random() < 0.97 else random.randint(1, common))
            entries += [(k, r, drawn.count(r)) for r in sorted(set(drawn))]
        divisor = gcd(common, *(t for _, _, t in entries))
        lines = [f"{role} remap {height - 1} {level}", f"responses {width}", f"entries {len(entries)}"]
        lines += [f"common {common // divisor}", *(f"entry {k} {r} {t // divisor}" for k, r, t in entries)]
    return matrix_of([line.split() for line in lines]), lines


def stated(data: bytes, role: str, form: Built | None) -> bytes:
    """Return a certificate whose matrix of this role is stated in another form."""
    if form is None:
        return data
    matrix, lines = form
    text = data.decode().replace("\n".join(matrix_lines(role, matrix)), "\n".join(lines), 1)
    kept = text.split("\n")[:-2]
    return "".join(f"{line}\n" for line in [*kept, f"end {len(kept)}"]).encode()


def neighbours(random: Random, size: int) -> tuple[str, list[tuple[int, int]]]:
    """Return a graph on this many inputs, by its name or by its edges."""
    names = ["path", "complete", *["cycle"] * (size >= 3), *["hypercube"] * (size & (size - 1) == 0)]
    if random.random() < 0.5:
        name = random.choice(names)
        return name, pairs_of(name, [], size)
    return "edges", [(i, k) for k in range(size) for i in range(k) if random.random() < 0.8]


def hostile(random: Random) -> bytes:
    """Return a certificate of a kind that is not about optima, on at most five inputs."""

    def rows(height: int, width: int) -> list[list[Fraction]]:
        matrix = []
        for _ in range(height):
            weights = random.choices((0, 0, 1, 1, 2, 3), k=width)
            common = sum(weights) if any(weights) and random.random() < 0.95 else random.randint(1, 4)
            matrix.append([Fraction(weight, common) for weight in weights])
        return matrix

    def some(least: int, most: int, count: int) -> list[str]:
        return [str(random.randint(least, most)) for _ in range(count)]

    height, width, columns = random.choices((1, 2, 2, 3, 4, 5), (2, 4, 4, 4, 1, 1), k=3)
    x, form, source = rows(height, width), None, None
    if random.random() < 0.3:
        x = [x[0] for _ in x]
    elif height > 1 and random.random() < 0.3:
        x, _ = form = built(random, "mechanism", height, width)
    name, pairs = neighbours(random, height)
    alpha = Fraction(random.choice(("0", "1/3", "1/2", "2/3", "3/4", "1")))
    kind = random.choice([kind for kind in kernel.KINDS if kind not in OPTIMA])
    what = Parsed(kind, x, [], name, pairs, alpha, [])
    if kind in ("derivable", "not-derivable"):
        what.source = rows(height, columns)
        if height > 1 and random.random() < 0.3:
            what.source, _ = source = built(random, "from", height, columns)
    witness = ["at", *some(0, height - 1, 2), *some(0, width - 1, 1)]
    match what.kind:
        case "not-private":
            what.proof = [witness]
        case "approximately-private" | "not-approximately-private":
            what.about = [["delta", random.choice(("0", "1/12", "1/6", "1/4", "1/3", "1/2", "1"))]]
            what.proof = [] if what.kind == "approximately-private" else [["between", *some(0, height - 1, 2)]]
        case "level":
            what.proof = [witness] if alpha < 1 else []
        case "derivable":
            common = random.randint(1, 3) if width > 1 else 1
            what.proof = [["remap", str(common)], *(["row", *some(0, common, width)] for _ in range(columns))]
            if random.random() < 0.3:
                remap = [[Fraction(int(v), common) for v in row[1:]] for row in what.proof[1:]]
                columns_of = list(zip(*remap, strict=True))
                what.x = [[sum(map(mul, row, column), Fraction(0)) for column in columns_of] for row in what.source]
                form = None
        case "not-derivable":
            losses = [["loss", str(r), str(i), *some(-3, 3, 1)] for r in range(width) for i in range(height)]
            losses = [each for each in losses if random.random() < 0.7]
            what.proof = [["losses", str(len(losses))], *losses]
        case "vertex":
            what.proof = [some_line(random, "modulus", -1, 9, 1)]
        case "not-vertex":
            what.proof = [["other"], *(line.split() for line in matrix_lines("other", rows(height, width))[1:])]
    return stated(stated(written(what), "mechanism", form), "from", source)


def some_line(random: Random, keyword: str, least: int, most: int, count: int) -> list[str]:
    return [keyword, *(str(random.randint(least, most)) for _ in range(count))]


def row_line(keyword: str, numbers: list[Fraction]) -> list[str]:
    common = lcm(*(v.denominator for v in numbers))
    return [keyword, str(common), *(str(int(v * common)) for v in numbers)]


def distribution(random: Random, count: int) -> list[Fraction]:
    weights = random.choices((0, 0, 1, 2), k=count)
    weights[random.randrange(count)] += 1
    return [Fraction(weight, sum(weights)) for weight in weights]


def stochastic_rows(random: Random, height: int, width: int) -> list[list[Fraction]]:
    if random.random() < 0.5:
        return [distribution(random, width)] * height
    return [distribution(random, width) for _ in range(height)]


def hostile_user(random: Random, height: int, width: int) -> list[list[str]]:
    loss = random.choice(
        [
            [["loss", "table"], *(["row", "1", *some_line(random, "", -1, 2, width)[1:]] for _ in range(height))],
            [["loss", "table"], *[["row", "1", *["0"] * width]] * height],
            [["loss", "power"], ["exponent", "1", random.choice("12")]],
            [["loss", "threshold"], ["above", random.choice(("-1", "0"))]],
        ]
    )
    if random.random() < 0.5:
        inputs = random.choices("011", k=height)
        inputs[random.randrange(height)] = "1"
        loss = [["loss", "power"], ["exponent", "1", "1"]] if ["exponent", "1", "2"] in loss else loss
        return [["user", "minimax"], *loss, ["inputs", *inputs]]
    return [["user", "bayesian"], *loss, row_line("prior", distribution(random, height))]


def hostile_dual(random: Random, what: Parsed, user: User, constraints: list[list[list[str]]]) -> list[list[str]]:
    """Return prices that often fit at α = 0 or for one input: there each input's least cost is its weight."""
    prior = user.prior or distribution(random, len(what.x))
    common = lcm(*(p.denominator for p in prior))
    dual = [["dual", str(common)]]
    if not user.prior:
        dual.append(["prior", *(str(int(p * common)) for p in prior)])
    for p, losses in zip(prior, user.losses, strict=True):
        cheapest = min(losses) if random.random() < 0.8 else random.choice(losses)
        dual.append(["weights", *(str(int(p * common * v) + (random.random() < 0.1)) for v in cheapest)])
    parts = len(user.radicands)
    dual += [some_line(random, "multiplier", *random.choice(((-1, 2), (0, 0))), parts) for _ in constraints]
    if what.neighbours != "path" or what.alpha == 0:
        i, k = random.choice(what.pairs or [(0, 0)])
        places = [str(random.randrange(len(what.x[0]))), *map(str, random.choice(((i, k), (k, i))))]
        flow = ["flow", *places, *some_line(random, "", -1, 2, parts)[1:]]
        flows = [flow] * (what.alpha > 0 and bool(what.pairs) and random.random() < 0.5)
        dual += [["flows", str(len(flows))], *flows]
    return dual


def hostile_optimum(random: Random) -> bytes:
    """Return a certificate about an optimum: some user's, with prices and a value that may fit."""
    kind, alpha = random.choice(OPTIMA), random.choice(("0", "1/2", "1"))
    height, width = random.choice((1, 1, 1, 1, 2, 2, 2, 3, 4, 5)), random.choice((1, 2, 2, 2, 3, 4))
    if kind == "only-optimal" and random.random() < 0.5:
        height, width = random.choice(((1, 2), (1, 1), (2, 1)))
    x, form, remap = stochastic_rows(random, height, width), None, None
    if kind != "infeasible" and height > 1 and random.random() < 0.5:
        x, _ = form = built(random, "mechanism", height, width)
    what = Parsed(kind, x, [], *neighbours(random, height), Fraction(alpha), [])
    if form and random.random() < 0.8:
        what.neighbours, what.pairs = "path", pairs_of("path", [], height)
    if kind == "interaction":
        columns = random.choice((1, 2, 3, 4, 5))
        what.source, what.neighbours, what.pairs = stochastic_rows(random, width, columns), "", []
        if width > 1 and random.random() < 0.3:
            what.source, _ = remap = built(random, "remap", width, columns)
        width = columns
    what.about = hostile_user(random, height, width)
    user, value = user_of(what), loss_of(what)
    if random.random() < 0.3:
        value = [v + random.choice((0, -1, Fraction(1, 2))) for v in value]
    constraints = []
    for _ in range(random.choice((0, 0, 0, 0, 1, 1, 2, 3, 4, 5))):
        places = [(i, r) for i in range(height) for r in range(width) if random.random() < 0.5]
        bound = [random.choice(("exactly", "least")), random.choice(("0", "1", "-1")), str(len(places))]
        entries = [["entry", str(i), str(r), random.choice(("1", "2", "-1"))] for i, r in places]
        constraints.append([["constraint", *bound], *entries])
    if kind == "infeasible":
        user, what.about = User([[[Fraction(0)]] * width] * height, [1], 1, [Fraction(1, height)] * height, []), []
    if kind != "interaction":
        what.about += [["constraints", str(len(constraints))], *(line for lines in constraints for line in lines)]
    if kind not in ("infeasible", "not-optimal"):
        what.about.append(row_line("value", value))

    digits = random.choice((0, 8))
    roots = [["roots", str(digits), *(str(isqrt(e << 2 * digits)) for e in user.radicands)]]
    roots = roots if len(user.radicands) > 1 else []
    lines = matrix_lines("other", stochastic_rows(random, height, width))
    if height > 1 and random.random() < 0.3:
        _, lines = built(random, "other", height, width)
    other = [line.split() for line in lines]
    dual = hostile_dual(random, what, user, constraints)
    what.proof = {
        "optimal": [*roots, *dual],
        "only-optimal": [*roots, *dual, some_line(random, "modulus", -1, 9, 1)],
        "not-only-optimal": [*roots, *dual, *other],
        "not-optimal": [*roots, *other],
        "infeasible": dual,
        "interaction": [*roots, *([] if user.prior else [row_line("prior", distribution(random, height))])],
    }[kind]
    return stated(stated(written(what), "mechanism", form), "remap", remap)
