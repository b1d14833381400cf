"""Files of every format that a command reads, damaged at random."""

import codecs
from collections.abc import Callable
from functools import cache
from random import Random

from tests.hostile.random_commands import Case, Draw, accepted, array, rows, specification, transcript, written

NUMBERS = (
    *(b"9" * 400, b"9" * 5000, b"1e9999", b"1e-9999", b"1e9999999999", b"1/0", b"-1", b"0", b"1", b"2", b"-0"),
    *(b"1/3", b"0.5", b"0,5", b"nan", b"inf", b"1_0", b"0x10", "½".encode(), "٣".encode(), b"", b"1" + b"0" * 20),
)
"""What takes the place of a number."""

PIECES = (
    *(b"\0", b"\xff", b"\r\n", b"\n\n", b"\r", b"\x1b[2J", b"\xe2\x80\xae", b"\xc2\x85", b"\xed\xa0\x80"),
    *(b"\xef\xbb\xbf", b",", b";", b"\t", b"&", b"\\\\", b"{", b"}", b"[" * 50, b"]", b'"', b"'", b"\\", b"#", b"%"),
    *(b"=", b"/", b"-", b" ", b"\\frac{1}{", b"\\begin{bmatrix}", b"null", b"true", b"1.5", b'"rows"', b"input,"),
    *(b"end 3", b"row ", b"alpha 1/2"),
)
"""What is put between."""

Change = Callable[[Random, bytes], bytes]


def truncated(random: Random, data: bytes) -> bytes:
    """Return the beginning of the file, or its end."""
    at = random.randint(0, len(data))
    return data[:at] if random.random() < 0.8 else data[at:]


def flipped(random: Random, data: bytes) -> bytes:
    """Return the file with some bits changed."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 20))):
        if changed:
            changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def doubled(random: Random, data: bytes) -> bytes:
    """Return the file with a piece repeated, twice or very often."""
    at, end = sorted(random.randint(0, len(data)) for _ in range(2))
    return data[:at] + data[at:end] * random.choice((2, 2, 3, 40)) + data[end:]


def without(random: Random, data: bytes) -> bytes:
    """Return the file without a piece, mostly a short one."""
    at = random.randint(0, len(data))
    return data[:at] + data[at + random.choice((1, 1, 2, 10, 100)) :]


def inserted(random: Random, data: bytes) -> bytes:
    """Return the file with something between."""
    at = random.randint(0, len(data))
    return data[:at] + random.choice(PIECES) + data[at:]


def numbered(random: Random, data: bytes) -> bytes:
    """Return the file with another number for one of its numbers."""
    digits = [k for k, each in enumerate(data) if chr(each).isdigit()]
    if not digits:
        return data + random.choice(NUMBERS)
    at = end = random.choice(digits)
    while end < len(data) and chr(data[end]).isdigit():
        end += 1
    return data[:at] + random.choice(NUMBERS) + data[end:]


def lines(random: Random, data: bytes) -> bytes:
    """Return the file with its lines in another order, or one of them left out."""
    found = data.split(b"\n")
    if random.random() < 0.5:
        random.shuffle(found)
    else:
        found.pop(random.randrange(len(found)))
    return b"\n".join(found)


def recoded(random: Random, data: bytes) -> bytes:
    """Return the file in another encoding, or with other ends of lines."""
    text = data.decode("latin-1")
    return random.choice(
        (
            text.encode("utf-16"),
            text.encode("utf-16-be"),
            text.encode("utf-32"),
            codecs.BOM_UTF8 + data,
            data.replace(b"\n", b"\r\n"),
            data.replace(b"\n", b"\r"),
            text.replace("1", "¹").encode("latin-1", "replace"),
            text.replace("1", "１").encode(),
            data.replace(b"\n", "\u2028".encode()),
        )
    )


def gone(random: Random, data: bytes) -> bytes:
    """Return hardly anything of the file."""
    return random.choice((b"", b"\n", b" " * len(data), b"\0" * len(data), data[:1], b"[]", b"{}", b"[[]]", b"0"))


CHANGES: tuple[Change, ...] = (truncated, flipped, doubled, without, inserted, numbered, numbered, lines, recoded, gone)


def damaged(random: Random, data: bytes) -> bytes:
    """Return the file with one change, or several."""
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        data = random.choice(CHANGES)(random, data)
    return data


def _matrix(kind: str) -> Callable[[Draw], bytes]:
    def drawn(draw: Draw) -> bytes:
        while True:
            name = written(draw, rows(draw, draw.size, draw.size))
            data = draw.case.files.pop(name, b"")
            if name.endswith(kind) and data:
                return data

    return drawn


def _made(make: Callable[[Draw], str]) -> Callable[[Draw], bytes]:
    def drawn(draw: Draw) -> bytes:
        while True:
            name = make(draw)
            if name in draw.case.files:
                return draw.case.files[name]

    return drawn


READERS: dict[str, tuple[Callable[[Draw], bytes], tuple[str, ...]]] = {
    ".csv": (
        _matrix(".csv"),
        (
            *(
                "check F",
                "audit F --alpha 1/2",
                "repair F --alpha 1/2",
                "curve F",
                "derive F --alpha 1/4",
                "attack differencing answers.csv --mechanism F",
                "convert F -o o.json",
            ),
            *("certify F -o o.cert", "interact F --loss abs", "plot curve F -o o.svg", "convert F --json"),
            *("optimal -n 2 --alpha 1/2 --loss table:F", "optimal -n 2 --alpha 1/2 --loss abs --prior F"),
            *("mechanism exponential --scores F --alpha 1/2", "check F --html o.html", "plot mechanism F -o o.svg"),
        ),
    ),
    ".json": (_matrix(".json"), ("check F", "audit F", "derive F", "convert F -o o.csv", "repair F --alpha 1/2")),
    ".tex": (_matrix(".tex"), ("check F", "audit F", "derive F", "convert F -o o.csv", "repair F --alpha 1/2")),
    ".npy": (_made(array), ("audit F --epsilon 1", "repair F --alpha 1/2", "check F")),
    ".cert": (
        lambda draw: draw.random.choice(accepted()),
        ("verify F", "verify F --json", "export coq F -o o.v", "export vipr F", "export latex F", "check F"),
    ),
    ".toml": (_made(specification), ("sweep F -o swept --jobs 1", "sweep F -o swept --jobs 1 --certificates proofs")),
    ".answers.csv": (
        _made(transcript),
        ("attack reconstruction F --error 1/2", "attack differencing F", "attack decode F --error 1/2"),
    ),
    "journal": (lambda draw: swept()["swept/journal.jsonl"], ("sweep s.toml -o swept --jobs 1",)),
    "table": (
        lambda draw: swept()["swept/results.parquet"],
        ("sweep s.toml -o swept --jobs 1 --certificates swept --verify",),
    ),
}
"""The formats: what makes a good file, and the command lines that read it as F."""


@cache
def swept() -> dict[str, bytes]:
    """Return the files of a finished sweep."""
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from exactdp.answers.sweep import sweep
    from exactdp.answers.sweep_specification import parse

    specification = 'n = "1..2"\nalpha = ["1/2", "1/3"]\nloss = "abs"\n'
    with TemporaryDirectory() as folder:
        sweep(parse(specification), folder, certificates=folder)
        found = {f"swept/{path.name}": path.read_bytes() for path in Path(folder).iterdir()}
    return {"s.toml": specification.encode(), **found}


def damaged_case(random: Random, kind: str = "") -> Case:
    """Return a command line that reads a damaged file, of the format if one is named."""
    kind = kind or random.choice(list(READERS))
    make, commands = READERS[kind]
    case = Case()
    data = make(Draw(random, Case(), random.choice((1, 2, 3, 3, 4))))
    if kind in ("journal", "table"):
        case.files.update(swept())
        name = "swept/journal.jsonl" if kind == "journal" else "swept/results.parquet"
    else:
        name = f"file{kind}"
    case.files[name] = damaged(random, data)
    case.words = [
        each.replace("F", name) if each in ("F", "table:F") else each for each in random.choice(commands).split()
    ]
    case.files.setdefault("answers.csv", b"1,1,0,1\n0,1,0,1\n")
    return case
