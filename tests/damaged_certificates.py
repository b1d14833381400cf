"""Certificates damaged at random, so that many are still well formed and some still true."""

import re
from math import gcd
from pathlib import Path
from random import Random

CORPUS = Path(__file__).parent / "kernel"
ACCEPTED = [path.read_text("ascii") for path in sorted((CORPUS / "accept").glob("*.cert"))]
LINES = [line for text in ACCEPTED for line in text.splitlines()]
GRAPHS = ["path", "complete", "cycle", "hypercube"]
KINDS = sorted({line for line in LINES if line.startswith("statement ")})
NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,999})")


def change_a_number(draw: Random, lines: list[str]) -> None:
    places = [
        (j, place)
        for j, line in enumerate(lines)
        for place, word in enumerate(line.split(" "))
        if NUMBER.fullmatch(word) and not line.startswith("end ")
    ]
    if places:
        j, place = draw.choice(places)
        words = lines[j].split(" ")
        old = int(words[place])
        near = [old - 1, old + 1, -old, 2 * old, 0, 1, draw.randint(-3, 9), old * 10**39, old + 10**40]
        words[place] = str(draw.choice([old - 1, old + 1, *near]))
        lines[j] = " ".join(words)


def change_a_level(draw: Random, lines: list[str]) -> None:
    level = draw.choice(["0", "1", "1/2", "1/3", "2/3", "3/4", "9/10"])
    of = [j for j, line in enumerate(lines) if re.search(r" (0|1|[0-9]+/[0-9]+)$", line) and line[:3] != "end"]
    if of:
        j = draw.choice(of)
        lines[j] = " ".join([*lines[j].split(" ")[:-1], level])


def change_the_graph(draw: Random, lines: list[str]) -> None:
    for j, line in enumerate(lines):
        if line.startswith("neighbours "):
            lines[j] = f"neighbours {draw.choice(GRAPHS)}"


def change_the_kind(draw: Random, lines: list[str]) -> None:
    lines[1:2] = [draw.choice(KINDS)]


def take_a_line_of_another(draw: Random, lines: list[str]) -> None:
    j = draw.randrange(len(lines))
    words = lines[j].split(" ")
    alike = [line for line in LINES if line.split(" ")[0] == words[0] and line.count(" ") == len(words) - 1]
    lines[j] = draw.choice(alike or [lines[j]])


def exchange_two_words(draw: Random, lines: list[str]) -> None:
    j = draw.randrange(len(lines))
    first, *words = lines[j].split(" ")
    draw.shuffle(words)
    lines[j] = " ".join([first, *words])


def drop_or_repeat_a_line(draw: Random, lines: list[str]) -> None:
    j = draw.randrange(len(lines))
    lines[j : j + 1] = draw.choice([[], [lines[j], lines[j]]])


def exchange_two_lines(draw: Random, lines: list[str]) -> None:
    j, k = draw.randrange(len(lines)), draw.randrange(len(lines))
    lines[j], lines[k] = lines[k], lines[j]


def spoil_a_letter(draw: Random, lines: list[str]) -> None:
    j = draw.randrange(len(lines))
    place = draw.randrange(len(lines[j]) + 1)
    lines[j] = lines[j][:place] + draw.choice("019 -/xa\t\r\0é") + lines[j][place + draw.randrange(2) :]


MUTATIONS = [
    *[change_a_number] * 9,
    *[change_a_level] * 2,
    *[take_a_line_of_another] * 2,
    *[exchange_two_words] * 2,
    change_the_graph,
    change_the_kind,
    drop_or_repeat_a_line,
    exchange_two_lines,
    spoil_a_letter,
]


def over_least_denominators(line: str, *, in_proof: bool) -> str:
    """Bring a row that may have been spoilt over its least denominator; a prior's denominator is its sum."""
    keyword, *words = line.split(" ")
    if keyword not in ("row", "prior", "value", "slopes") or not all(NUMBER.fullmatch(word) for word in words):
        return line
    numbers = [int(word) for word in words]
    if keyword == "prior" and not in_proof and sum(numbers[1:]) > 0:
        numbers[0] = sum(numbers[1:])
    divisor = 1 if in_proof or not numbers or numbers[0] < 1 else gcd(*numbers)
    return " ".join([keyword, *(str(number // divisor) for number in numbers)])


def fewer_digits(draw: Random, line: str) -> str:
    """Give the roots to fewer binary digits, rounded down as before."""
    keyword, *words = line.split(" ")
    if keyword != "roots" or not all(re.fullmatch("0x[1-9a-f][0-9a-f]*|[1-9][0-9]*", word) for word in words):
        return line
    binary, *roots = [int(word, 0) for word in words]
    left = draw.randint(0, min(binary, 12))
    return " ".join([keyword, str(left), *(str(root >> binary - left) for root in roots)])


def damaged(draw: Random, text: str) -> bytes:
    """Return a certificate changed in up to three places, often brought back into form."""
    lines = text.splitlines()
    for _ in range(draw.choice([1, 1, 1, 2, 2, 3])):
        if lines:
            draw.choice(MUTATIONS)(draw, lines)
    if draw.random() < 0.9:
        start = lines.index("proof") if "proof" in lines else len(lines)
        lines = [over_least_denominators(line, in_proof=j > start) for j, line in enumerate(lines)]
    if draw.random() < 0.3:
        lines = [fewer_digits(draw, line) for line in lines]
    if lines and lines[-1].startswith("end ") and draw.random() < 0.97:
        lines[-1] = f"end {len(lines) - 1}"
    return "".join(f"{line}\n" for line in lines).encode("latin-1")[: None if draw.random() < 0.99 else -1]
