"""Random command lines: every command and option, with values inside and outside of their ranges.

The commands and options are those of the parser. `VALUES` has the values of each option; a test checks that no option
lacks an entry. Sizes are small, so that a command takes little time; numbers are of every kind.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random

from exactdp.commands.parser import parser
from exactdp.other_libraries import mechanisms
from tests.diagram_cases import diagrams

ROOT = Path(__file__).parent.parent.parent

ACCEPTED = ROOT / "tests" / "kernel" / "accept"

UNLUCKY = "1/340279121581898825332115751913104211970"
"""A level at which a proof by the first primes fails."""

LEVELS = (
    "0",
    "1",
    "1/2",
    "1/3",
    "1/4",
    "2/3",
    "0.25",
    "9/10",
    "1e-7",
    "1/1000000007",
    "0.99999999999999999999",
    "1e-700",
    UNLUCKY,
)

EPSILONS = (
    *("0", "1", "0.5", "3/2", "2", "10", "100", "10000", "1e-9", "1e-30", "1/1000000007", "1e-300"),
    *("1e-301", "ln 2", "ln(3/2)", "ln 1/2", "ln"),
)

BEYOND = (
    "",
    " ",
    "-1",
    "2",
    "-0",
    "1/0",
    "0/0",
    "nan",
    "inf",
    "½",
    "−1",
    "٣/٤",
    "1_0",
    "0x1",
    "1e999999999",
    "1e-2000",
    "1e5000",
    "1/" + "3" * 700,
    "0." + "1" * 5000,
    "9" * 4301,
    "1/2/3",
    "1,2",
    "a\x1b[31mb",
    "α",
    "=1+1",
    "x" * 300,
    "\udc80",
    "--",
)
"""What may be written where a number is asked for, within its range, beyond it or not at all a number."""

WHOLE_BEYOND = ("-1", "", "1.5", "1e3", "½", "+2", " 2", "٣", "0x2", "9" * 30, "9" * 5000, "a\x1bb", "None")

SMALL = 5
"""No database size, and no number of values or responses, is larger, but for those that are to be refused."""


@dataclass
class Case:
    """A command line, its files, and its standard input."""

    words: list[str] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    stdin: bytes = b""


@dataclass
class Draw:
    """One draw: its random numbers, its size, and the files that it needs so far."""

    random: Random
    case: Case
    size: int
    command: str = ""

    def rarely(self, one_in: int) -> bool:
        """Return True with probability 1/`one_in`."""
        return self.random.randrange(one_in) == 0

    def file(self, kind: str, data: bytes) -> str:
        """Add a file with this content; seldom use standard input, or the name of a missing file."""
        if self.rarely(40):
            return self.random.choice(
                ("", "missing.csv", ".", "no/such.csv", "two\nlines.csv", "x" * 300, "zero\0.csv")
            )
        if self.rarely(15) and not self.case.stdin:
            self.case.stdin = data
            return "-"
        name = f"{len(self.case.files)}{kind}"
        self.case.files[name] = data
        return name


Value = Callable[[Draw], str]


def level(draw: Draw) -> str:
    """Return a level α, or seldom an invalid value."""
    if draw.rarely(8):
        return draw.random.choice(BEYOND)
    if draw.rarely(4):
        return fraction_below_one(draw)
    return draw.random.choice(LEVELS)


def fraction_below_one(draw: Draw) -> str:
    """Return a fraction between 0 and 1, of a few digits or of many."""
    denominator = draw.random.choice((7, 10**9 + 7, 10**40 + 1, 10**200 + 3, 2**61 - 1))
    return f"{draw.random.randint(0, denominator)}/{denominator}"


def epsilon(draw: Draw) -> str:
    """Return an ε, or seldom an invalid value."""
    return draw.random.choice(BEYOND if draw.rarely(8) else EPSILONS)


def whole(least: int, most: int) -> Value:
    """Return a function that draws a whole number from a range, or seldom an invalid value."""

    def drawn(draw: Draw) -> str:
        if draw.rarely(12):
            return draw.random.choice(WHOLE_BEYOND)
        return str(draw.random.randint(least, most))

    return drawn


def size_of(draw: Draw) -> str:
    """Return n, one less than the number of inputs."""
    return draw.random.choice(WHOLE_BEYOND) if draw.rarely(15) else str(draw.size - 1)


def among(*words: str) -> Value:
    """Return a function that draws one of the words, seldom with a change."""

    def drawn(draw: Draw) -> str:
        word = draw.random.choice(words)
        if draw.rarely(12):
            return draw.random.choice((word[:-1], word + word, word.upper(), word + ":", draw.random.choice(BEYOND)))
        return word

    return drawn


def numbers(draw: Draw, count: int) -> list[Fraction]:
    """Return a distribution of this size: even, with few positive entries, nearly valid, or with long denominators."""
    random = draw.random
    if draw.rarely(4):
        weights = [Fraction(0)] * count
        weights[random.randrange(count)] = Fraction(1)
    elif draw.rarely(6):
        weights = [Fraction(random.randint(1, 10**50)) for _ in range(count)]
    elif draw.rarely(5):
        weights = [Fraction(1, count)] * count
        if count > 1:
            tiny = Fraction(1, 10 ** random.choice((9, 17, 400)))
            weights[0], weights[-1] = weights[0] - tiny, weights[-1] + tiny
    else:
        weights = [Fraction(random.randint(0, 4)) for _ in range(count)]
        weights[random.randrange(count)] += 1
    return [each / sum(weights) for each in weights]


def spelled(draw: Draw, value: Fraction) -> str:
    """Return a number as a fraction, or as a decimal if possible."""
    twos_and_fives = value.denominator
    for p in (2, 5):
        while twos_and_fives % p == 0:
            twos_and_fives //= p
    if twos_and_fives == 1 and value.denominator < 10**12 and draw.random.random() < 0.4:
        return f"{float(value):.12f}"
    return f"{value.numerator}/{value.denominator}" if draw.random.random() < 0.9 else str(value)


def distribution(draw: Draw) -> str:
    """Return the probabilities of the inputs, one short or one too many in a few draws."""
    count = max(1, draw.size + (draw.random.choice((-1, 1)) if draw.rarely(15) else 0))
    return ",".join(spelled(draw, each) for each in numbers(draw, count))


def rows(draw: Draw, height: int, width: int) -> list[list[str]]:
    """Return a mechanism's rows: unrelated, alike, nearly alike, or those of a geometric mechanism."""
    random = draw.random
    if height == width and draw.rarely(4):
        a, n = Fraction(random.choice(("0", "1/4", "1/2", "2/3", UNLUCKY))), height - 1
        if n:
            found = [
                [a ** abs(i - r) * (1 if r in (0, n) else 1 - a) / (1 + a) for r in range(n + 1)] for i in range(n + 1)
            ]
            return [[spelled(draw, each) for each in row] for row in found]
    found = [numbers(draw, width) for _ in range(height)]
    if draw.rarely(4):
        found = [found[0]] * height
        if height > 1 and width > 1:
            tiny = min(found[0][0], Fraction(1, 10 ** random.choice((3, 17, 60))))
            found[-1] = [found[0][0] - tiny, *found[0][1:-1], found[0][-1] + tiny]
    return [[spelled(draw, each) for each in row] for row in found]


def written(draw: Draw, table: list[list[str]]) -> str:
    """Return the name of a file that has these entries, in one of the formats."""
    kind, width = draw.random.choice((".csv", ".csv", ".json", ".tex")), len(table[0])
    labelled = draw.rarely(4)
    if labelled:
        labels = draw.random.choice((["0", "1", "2", "3", "4", "5", "6"], ["a", "b-c", "d e", "=1+1", "1/2", "ü", "g"]))
        inputs, responses = labels[: len(table)], [*labels, *map(str, range(7, 40))][:width]
    if kind == ".csv":
        lines = [",".join(row) for row in table]
        if labelled:
            lines = ["input," + ",".join(responses)] + [
                f"{name},{line}" for name, line in zip(inputs, lines, strict=False)
            ]
        return draw.file(kind, "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))
    if kind == ".json":
        found = {"inputs": inputs, "responses": responses, "rows": table} if labelled else table
        return draw.file(kind, json.dumps(found).encode())
    body = r" \\ ".join(" & ".join(row) for row in table)
    return draw.file(kind, rf"\begin{{pmatrix}} {body} \end{{pmatrix}}".encode())


def mechanism(draw: Draw) -> str:
    """Return the name of a file that has a mechanism on the draw's inputs."""
    width = draw.size if draw.random.random() < 0.7 else draw.random.randint(1, SMALL)
    return written(draw, rows(draw, draw.size, width))


def table(draw: Draw) -> str:
    """Return the name of a file that has numbers: rounded probabilities, or others."""
    if draw.rarely(3):
        return array(draw)
    places = draw.random.randint(1, 6)
    found = [numbers(draw, draw.size) for _ in range(draw.size)]
    return written(draw, [[f"{float(each):.{places}f}" for each in row] for row in found])


def array(draw: Draw) -> str:
    """Return the name of a file that has an array of NumPy's."""
    import numpy as np

    values = np.array([[float(each) for each in numbers(draw, draw.size)] for _ in range(draw.size)])
    if draw.rarely(6):
        values = draw.random.choice(
            (
                values[0],
                values * np.nan,
                values.astype(int),
                values.astype(np.float32),
                values[:, :0],
                values.astype("U4"),
            )
        )
    stream = BytesIO()
    np.save(stream, values)
    return draw.file(".npy", stream.getvalue())


def any_table(draw: Draw) -> str:
    """Return the name of a file that `audit` and `repair` read."""
    return draw.random.choice((mechanism, table, table))(draw)


def losses(draw: Draw) -> str:
    """Return the name of a file that has a loss for each input and response."""
    values = ("0", "1", "2", "1/2", "-1", "7/3", "0", "1" + "0" * 30, "1/" + "7" * 30)
    width = draw.size if draw.random.random() < 0.7 else draw.random.randint(1, SMALL)
    return written(draw, [draw.random.choices(values, k=width) for _ in range(draw.size)])


def loss(draw: Draw) -> str:
    """Return a loss, as `--loss` takes it."""
    if draw.rarely(6):
        return f"table:{losses(draw)}"
    if draw.rarely(6):
        name = draw.random.choice(("power:", "threshold:", "asymmetric:", "table:", "asymmetric:1,", "abs:"))
        return name + draw.random.choice((*BEYOND, *WHOLE_BEYOND, "0", "97/89", "64", "65", "1/64", "3/2"))
    return draw.random.choice(
        (
            *("abs", "squared", "zero-one", "power:3/2", "power:1/2", "power:3", "threshold:1", "threshold:0"),
            *("asymmetric:2,1", "asymmetric:0,0", "asymmetric:0,1", "power:64", "power:7/5", "threshold:9"),
        )
    )


def prior(draw: Draw) -> str:
    """Return a prior, as `--prior` takes it."""
    if draw.rarely(5):
        return written(draw, [[spelled(draw, each) for each in numbers(draw, draw.size)]])
    if draw.rarely(3):
        return distribution(draw)
    if draw.rarely(5):
        name = draw.random.choice(("point:", "binomial:", "geometric:", "uniform:", ""))
        return name + draw.random.choice((*BEYOND, *WHOLE_BEYOND, "0", "1", "1/10000000000"))
    return draw.random.choice(
        ("uniform", "increasing", "point:0", "point:1", "binomial:1/3", "geometric:1/2", "binomial:0", "geometric:1")
    )


def subset(draw: Draw) -> str:
    """Return a set of whole numbers, as `--side-information` takes it."""
    if draw.rarely(5):
        return draw.random.choice((*BEYOND, "3..1", "0..", "..", "0,0", "0..99999999999", "0..2,1", "all", "0,,1"))
    chosen = sorted(draw.random.sample(range(draw.size), draw.random.randint(1, draw.size)))
    return draw.random.choice((",".join(map(str, chosen)), f"0..{draw.size - 1}", f"{chosen[0]}..{chosen[-1]}"))


def neighbours(draw: Draw) -> str:
    """Return a graph, as `--neighbours` takes it."""
    if draw.rarely(6):
        return draw.random.choice((*BEYOND, "0-0", "0-1,1-0", "0-9", "0–1", "path,0-1", "0-1,", "b-c-d e"))
    pairs = [(i, k) for k in range(draw.size) for i in range(k) if draw.random.random() < 0.6] or [(0, 1)]
    return draw.random.choice(("path", "complete", "cycle", "hypercube", ",".join(f"{i}-{k}" for i, k in pairs)))


def certificate(draw: Draw) -> str:
    """Return the name of a file that has a certificate."""
    return draw.file(".cert", draw.random.choice(accepted()))


@cache
def accepted() -> tuple[bytes, ...]:
    """Return certificates that are accepted, and soon judged."""
    found = sorted(path for path in ACCEPTED.iterdir() if path.suffix == ".cert" and path.stat().st_size < 3000)
    return (*(path.read_bytes() for path in found), *diagrams().values())


def transcript(draw: Draw) -> str:
    """Return the name of a file that has queries about people and their answers."""
    people, queries = draw.random.randint(1, 5), draw.random.randint(1, 6)
    bits = [draw.random.randint(0, 1) for _ in range(people)]
    found = []
    for _ in range(queries):
        weights = [draw.random.randint(0, 1) for _ in range(people)]
        if draw.rarely(6):
            weights[0] = draw.random.choice((-1, 2, 10**30))
        answer = sum(w * b for w, b in zip(weights, bits, strict=True)) + draw.random.choice(
            (0, 0, 0, 1, Fraction(1, 2), 10**700)
        )
        found.append([*map(str, weights), str(answer)])
    return written(draw, found)


def assignment(draw: Draw) -> str:
    """Return a row of an input, as `--fix-row` takes it."""
    if draw.rarely(8):
        return draw.random.choice((*BEYOND, "0", "=", "9=1", "0=", "a=1/2"))
    return f"{draw.random.randrange(draw.size)}={distribution(draw)}"


def bound(draw: Draw) -> str:
    """Return the largest loss of an input, as `--at-most` takes it."""
    if draw.rarely(8):
        return draw.random.choice((*BEYOND, "0", "=", "9=1", "0=", "a=1/2"))
    return f"{draw.random.randrange(draw.size)}={draw.random.choice(('0', '1', '1/2', '1/7', '100', '-1', '1e-30'))}"


def several(value: Value, most: int = 3) -> Value:
    """Return a function that draws a list of values with commas between them."""

    def drawn(draw: Draw) -> str:
        return ",".join(value(draw) for _ in range(draw.random.randint(0 if draw.rarely(10) else 1, most)))

    return drawn


def rising(draw: Draw) -> str:
    """Return levels in order, mostly."""
    if draw.rarely(6):
        return several(level)(draw)
    found = {Fraction(draw.random.randint(0, 12), 12) for _ in range(draw.random.randint(1, 4))}
    return ",".join(map(str, sorted(found)))


def falling(draw: Draw) -> str:
    """Return values of ε in falling order, mostly."""
    if draw.rarely(6):
        return several(epsilon)(draw)
    found = {Fraction(draw.random.randint(0, 40), 10) for _ in range(draw.random.randint(1, 4))}
    return ",".join(map(str, sorted(found, reverse=True)))


def output(*endings: str) -> Value:
    """Return a function that draws the name of a file to write."""

    def drawn(draw: Draw) -> str:
        if draw.rarely(15):
            return draw.random.choice(("", ".", "no/such.csv", "-", "x", "out.xyz", "zero\0", "x" * 300, "0.csv"))
        return f"out{draw.random.choice(endings)}"

    return drawn


def specification(draw: Draw) -> str:
    """Return the name of a file with a specification of a sweep."""
    random = draw.random

    def quoted(value: str) -> str:
        return json.dumps(value, ensure_ascii=random.random() < 0.5)

    def listed(*values: str) -> str:
        return values[0] if len(values) == 1 and random.random() < 0.5 else f"[{', '.join(values)}]"

    def some(value: Value) -> str:
        return listed(*(quoted(value(draw)) for _ in range(random.randint(1, 2))))

    sizes = (
        str(draw.size - 1),
        '"0..2"',
        '"1..3 by 2"',
        "[0, 1]",
        "-1",
        '"2..1"',
        "1.5",
        "true",
        '"0..99999999"',
        "[]",
        "{}",
    )
    lines = [f"n = {random.choice(sizes[:4] if random.random() < 0.8 else sizes)}"]
    lines.append(f"alpha = {some(level)}" if random.random() < 0.8 else f"epsilon = {some(epsilon)}")
    lines.append(f"loss = {some(loss)}")
    if draw.rarely(2):
        lines.append(f"prior = {some(prior)}" if draw.rarely(2) else f"side-information = {some(subset)}")
    if draw.rarely(3):
        lines.append(f"neighbours = {some(neighbours)}")
    if draw.rarely(4):
        lines.append(f"responses-only = {some(subset)}")
    if draw.rarely(4):
        lines.append("symmetric = [true, false]")
    if draw.rarely(8):
        lines[0] = f"mechanism = {quoted(mechanism(draw))}"
    if draw.rarely(8):
        lines.insert(0, "[[sweep]]")
    if draw.rarely(20):
        lines.append(
            random.choice(("unknown = 1", "loss = 1", "[[sweep]]", "[other]", "n = [", "α = 1", 'x = "\\ud800"'))
        )
    return draw.file(".toml", "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))


def words(draw: Draw) -> str:
    """Return a title."""
    return draw.random.choice(
        ("a title", "", "$x$", "$\\frac{", "α ∈ [0, 1]", "\x1b[31m", "x" * 500, "a\nb", "مثال", "<b>&amp;")
    )


def people(draw: Draw) -> str:
    """Return the name of a file that has records of people."""
    rows = [draw.random.choices(("0", "1", "no", "yes", "", "2"), (9, 9, 3, 3, 1, 1), k=2) for _ in range(draw.size)]
    return records_file(draw, [["a", "b"], *rows])


def calls(draw: Draw) -> str:
    """Return the name of a file that has calls."""
    rows = [["ann", *draw.random.choices(("0", "1", "2", "x", ""), (9, 9, 2, 1, 1), k=4)] for _ in range(draw.size)]
    return records_file(draw, [["person", "day", "hour", "row", "column"], *rows])


def records_file(draw: Draw, rows: list[list[str]]) -> str:
    """Return the name of a file of rows, with one of the separators; seldom a row is too short."""
    if draw.rarely(8):
        draw.random.choice(rows).pop()
    separator = draw.random.choice((",", ",", ";", "\t"))
    return draw.file(".csv", "".join(f"{separator.join(row)}\n" for row in rows).encode())


CLAIMS = among(
    "gupte2010.table-1b", "gupte2010.appendix-b", "nobody2000", "gupte2010.lemma-99", "missing.py", "refuted"
)

VALUES: dict[str, Value] = {
    "file": mechanism,
    "files": mechanism,
    "audit file": any_table,
    "repair file": any_table,
    "mwem file": people,
    "histogram file": people,
    "local file": people,
    "dp-where file": calls,
    "attack reconstruction file": transcript,
    "attack differencing file": transcript,
    "attack decode file": transcript,
    "certificate": certificate,
    "specification": specification,
    "claim": CLAIMS,
    "shell": among("bash", "zsh", "fish"),
    "to": among("coq", "vipr", "latex"),
    "--alpha": level,
    "--epsilon": epsilon,
    "--round-level": whole(1, 20),
    "--at": epsilon,
    "--delta": level,
    "--loss-at-most": level,
    "--neighbours": neighbours,
    "--html": output(".html"),
    "--column": among("a", "b=0,1", "a=no,yes", "b=no,yes", "a=0,1,2", "", "=", "c", "a=", "a=0,0"),
    "--way": whole(0, 2),
    "--rounds": whole(0, 3),
    "--passes": whole(0, 3),
    "--errors": output(".csv"),
    "--rehearse": among("0", "1", "7", "-1", "x"),
    "--side": whole(0, 3),
    "--days": whole(0, 3),
    "--hours": whole(0, 3),
    "--cap": whole(0, 3),
    "--commute": whole(0, 2),
    "--smoothing": whole(0, 2),
    "--resolution": whole(0, 3),
    "--iterations": whole(0, 2),
    "--people": whole(0, 3),
    "--means": among("0", "0,1,2", "1/2,1", "2,1", ""),
    "--deviations": among("0", "0,1", "x"),
    "deploy --output": output(".py"),
    "--output": output(".csv", ".json", ".tex", ".cert"),
    "plot --output": output(".svg", ".svg", ".svg", ".svg", ".png", ".pdf"),
    "export --output": output(".v", ".vipr", ".tex"),
    "errata --output": output(".txt", ".md", ".tex", ".html", ".json"),
    "sweep --output": among("swept"),
    "--certificates": among("proofs", "swept"),
    "--certificate": output(".cert"),
    "--mechanism": output(".csv", ".json", ".tex"),
    "attack differencing --mechanism": mechanism,
    "--library": lambda draw: draw.random.choice((*mechanisms(), "nobody", "qif.", "opendp.Geometric", "")),
    "-n": size_of,
    "--rows": whole(0, 2),
    "--sensitivity": whole(0, 3),
    "mechanism exponential --sensitivity": level,
    "--loss": loss,
    "--prior": prior,
    "attack differencing --prior": several(level, 5),
    "--side-information": subset,
    "--tolerance": among("0", "0.5", "1e-9", "1e-300", "1", "-1", "0.0005"),
    "--format": among("json", "csv", "latex", "svg", "text", "markdown"),
    "--from": mechanism,
    "--values": among("1", "2", "3", "no,yes", "a,b,c", "0", "a,a", "", "1,2,3", "999999999"),
    "mechanism median --values": whole(0, 4),
    "--counted": among("1", "yes", "no,yes", "a,b", "0", "", "a,a"),
    "--relation": among("replace-one", "add-remove"),
    "--fix-row": assignment,
    "--at-most": bound,
    "--responses-only": subset,
    "--engine": among("processes", "processes", "processes", "threads", "dask:", "dask:nowhere:1"),
    "--jobs": among("1", "1", "1", "1", "0", "-1"),
    "--k": whole(0, 5),
    "--size": whole(0, 5),
    "--kept": level,
    "--invented": level,
    "--bias": level,
    "--truth": level,
    "--coins": several(level, 2),
    "--width": whole(0, 4),
    "--tops": several(whole(0, 3)),
    "--scores": losses,
    "--cells": whole(0, 3),
    "--sizes": several(whole(0, 3)),
    "--ways": whole(0, 3),
    "--title": words,
    "--input": whole(-3, 3),
    "--first": whole(-9, 9),
    "--last": whole(-9, 9),
    "--steps": whole(0, 9),
    "--levels": rising,
    "--epsilons": falling,
    "--count": whole(0, 4),
    "--coalition": several(whole(0, 4)),
    "--error": level,
    "--person": among("0", "1", "a", "P1", "b-c"),
    "--claim": among("level", "private", "vertex", "derivable", "stochastic", "not-vertex", "approximately-private"),
    "--against": mechanism,
    "--time-limit": among("1", "5", "0", "1.5"),
    "--memory-limit": among("1", "1.5", "2", "0", "1e3"),
}
"""What each option and argument takes; an entry that begins with a command is about that command alone."""

OFTEN = {"prove": 1, "errata": 1, "completion": 1, "plot": 3, "axioms": 0}
"""How often a command is drawn, where it is not `USUAL` times: these take long, or little can be said to them.

`axioms` takes no parameter and asks Coq for a minute.
"""

USUAL = 10

SELDOM = {"alpha": 2, "html": 60, "thorough": 1000, "time_limit": 60, "memory_limit": 60}
"""In one of how many draws an option is there that may be left out, where it is not one in three: pages take long."""


@cache
def commands() -> dict[str, argparse.ArgumentParser]:
    """Return every command and its parser, those in groups by both words."""
    return dict(_leaves("", parser()))


def _leaves(name: str, of: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in of._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each, found in action.choices.items():
                yield from _leaves(f"{name} {each}".strip(), found)
            return
    yield name, of


def named(action: argparse.Action) -> str:
    """Return the name by which `VALUES` knows an option or argument."""
    options = action.option_strings
    return next((each for each in options if each.startswith("--")), options[0]) if options else action.dest


def value_of(command: str, action: argparse.Action) -> Value:
    """Return a function that draws the value of an option. Raises: KeyError if `VALUES` has no entry."""
    name, group = named(action), command.partition(" ")[0]
    return VALUES.get(f"{command} {name}") or VALUES.get(f"{group} {name}") or VALUES[name]


def random_case(random: Random, command: str = "") -> Case:
    """Return a command line and its files, of the command if one is named."""
    if not command:
        often = [OFTEN.get(each.partition(" ")[0], USUAL) for each in commands()]
        command = random.choices(list(commands()), often)[0]
    draw = Draw(random, Case(), random.choice((1, 2, 2, 3, 3, 4, SMALL)), command)
    of = commands()[command]
    chosen: list[list[str]] = []
    left_out = _alternatives(draw, of)
    for action in of._actions:
        if action.dest in ("help", "debug") or action in left_out:
            continue
        needed = action.required and not draw.rarely(60)
        if action.option_strings:
            if not (needed or draw.rarely(SELDOM.get(action.dest, 3))):
                continue
            chosen += _option(draw, action)
            if draw.rarely(200) or (isinstance(action, argparse._AppendAction) and draw.rarely(3)):
                chosen += _option(draw, action)
        else:
            times = {"?": random.choice((0, 1, 1, 1)), "*": random.choice((0, 1, 2)) or 1, "+": random.choice((1, 2))}
            count = times.get(str(action.nargs), 1) if not draw.rarely(60) else 0
            chosen += [[value_of(command, action)(draw)] for _ in range(count)]
    random.shuffle(chosen)
    draw.case.words = [*command.split(), *(word for option in chosen for word in option)]
    if draw.rarely(60):
        draw.case.words.append(random.choice(("--help", "--", "extra", "--unknown", "-", "")))
    return draw.case


def _alternatives(draw: Draw, of: argparse.ArgumentParser) -> set[argparse.Action]:
    """Return the options that are left out for the sake of another one, of which only one may be given."""
    left_out: set[argparse.Action] = set()
    if draw.rarely(15):
        return left_out
    for group in of._mutually_exclusive_groups:
        members = list(group._group_actions)
        kept = draw.random.choice(members)
        left_out.update(each for each in members if each is not kept)
    return left_out


def _option(draw: Draw, action: argparse.Action) -> list[list[str]]:
    option = draw.random.choice(action.option_strings)
    if action.nargs == 0:
        return [[option]]
    value = value_of(draw.command, action)(draw)
    if option.startswith("--") and (value.startswith("-") or draw.random.random() < 0.3):
        return [[f"{option}={value}"]]
    return [[option, value]]
