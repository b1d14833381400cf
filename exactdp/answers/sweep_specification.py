"""The specification of a sweep, as TOML: lists and ranges, spelled as on the command line, and their combinations."""

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from hashlib import sha256
from itertools import chain, product
from math import isqrt, prod
from pathlib import Path
from typing import TypeAlias, TypeVar

from exactdp import files
from exactdp.answers.examination import check_order
from exactdp.arithmetic.arguments import privacy_level
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import exact
from exactdp.arithmetic.exponential_levels import Exponential, RationalOrExponential, exponential_level
from exactdp.arithmetic.spelling import elided, text
from exactdp.arithmetic.suggestions import meant
from exactdp.certificates.certificate import stated_interaction, stated_problem
from exactdp.files.storage import STANDARD, read_text, shown
from exactdp.files.users import read_loss, read_user
from exactdp.model.losses import Loss
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import path, read_neighbours
from exactdp.model.sizes import LARGEST_ANSWER
from exactdp.model.users import User, read_numbers
from exactdp.optimum.problem import Constraint, Problem, responses_only, symmetric
from exactdp.shown import Shown

Told = TypeVar("Told")

LARGEST_SWEEP = 1_000_000
"""The most instances of one specification."""

LARGEST_SWEPT_N = isqrt(LARGEST_ANSWER) - 1
"""The largest n: that of the largest mechanism."""

ALTERNATIVES = (("n", "mechanism"), ("alpha", "epsilon"), ("prior", "side-information"))
"""A block has only one of these keys."""

_BARE_FRACTION = re.compile(r"^[^\"'#\n]*[=\[,][ \t]*[0-9]+[ \t]*/", re.MULTILINE)
"""A fraction without quotes, which is not TOML."""

BLOCK_KEYS = (
    "n",
    "mechanism",
    "alpha",
    "epsilon",
    "neighbours",
    "responses-only",
    "symmetric",
    "loss",
    *ALTERNATIVES[2],
)
"""The keys of a block, as the options of `exactdp optimal` and `interact`, from the outermost loop to the innermost."""

RANGES = ("n", "alpha", "epsilon")
"""The keys whose values may be ranges."""

OF_A_PROBLEM = ("alpha", "epsilon", "neighbours", "responses-only", "symmetric")
"""The keys that do not apply to a deployed mechanism."""


@dataclass(frozen=True)
class Deployed(Shown):
    """The question for a user's optimal remap of a deployed mechanism."""

    user: User
    mechanism: Mechanism

    @property
    def inputs(self) -> int:
        """The number of inputs of the mechanism."""
        return len(self.mechanism)

    @property
    def responses(self) -> int:
        """The number of the user's responses: as many as inputs, unless the loss is a table."""
        return self.inputs if self.user.loss.rows is None else self.user.loss.rows.shape[1]


@dataclass(frozen=True)
class AtExponential(Shown):
    """The question for a user's optimum at e^-ε; `above` is the same problem at the fraction just above."""

    level: Exponential
    above: Problem

    @property
    def inputs(self) -> int:
        """The number of inputs."""
        return self.above.inputs

    @property
    def responses(self) -> int:
        """The number of responses."""
        return self.above.responses


Question: TypeAlias = Problem | AtExponential | Deployed


@dataclass(frozen=True)
class Instance(Shown):
    """One question, and its spelling.

    Two instances have the same `key` exactly if they have the same certified statement: `1/2` and `0.50`, or `abs` and
    `power:1`, but not `abs` and a table of the same losses.

    >>> one, two = (parse(f'n = 1\\nalpha = "1/2"\\nloss = "{loss}"').instances[0] for loss in ("abs", "power:1"))
    >>> print(one)
    n = 1, alpha = 1/2, loss = abs
    >>> one == two, one.key == two.key
    (False, True)
    """

    words: Mapping[str, str]
    key: str
    ask: Callable[[], Question] = field(repr=False, compare=False)

    @property
    def question(self) -> Question:
        """The question, built at each call, because a million questions would fill the memory."""
        return self.ask()

    def __reduce__(self) -> tuple[object, ...]:
        # Send another process only the question, not the whole block.
        return Instance, (self.words, self.key, partial(_identity, self.question))

    def __str__(self) -> str:
        return _spelled(self.words)


def _identity(question: Question) -> Question:
    return question


def _key(asked: Question) -> str:
    """Return the SHA-256 of the question as certificates state it; the names of files do not matter."""
    if isinstance(asked, Problem):
        lines = stated_problem(asked)
    elif isinstance(asked, AtExponential):
        lines = [*stated_problem(asked.above), f"epsilon {text(asked.level.epsilon)}"]
    else:
        lines = [*chain(*stated_interaction(asked.user, asked.mechanism))]
    return sha256("\n".join(lines).encode("ascii")).hexdigest()


@dataclass(frozen=True)
class Specification(Shown):
    """All instances in order, each once; `repeated` is the number of repetitions."""

    name: str
    instances: tuple[Instance, ...] = field(repr=False)
    repeated: int


def read_specification(path: str | os.PathLike[str]) -> Specification:
    """Read a specification; "-" is standard input. Its file names are relative to its folder.

    Raises: `InputError`, one line that names the file, the block, the key and the value.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "three.toml").write_text('n = "1..3"\\nalpha = "1/2"\\nloss = "abs"')
    ...     len(read_specification(Path(folder) / "three.toml").instances)
    3
    """
    folder = Path() if path == STANDARD else Path(path).parent
    return parse(read_text(path), shown(path), folder)


def parse(written: str, name: str = "text", folder: str | os.PathLike[str] = "") -> Specification:
    """Parse a specification; errors call it `name`.

    Domain: TOML with the keys `BLOCK_KEYS`. Keys above the first [[sweep]] are defaults for every block; without a
    block they form the only one. Decimals are read exactly as written.
    Raises: `InputError` as `read_specification`.

    >>> sweep = parse('''
    ... loss = ["abs", "squared"]
    ... [[sweep]]
    ... n = "1..3"
    ... alpha = ["1/4", 0.5]
    ... [[sweep]]
    ... n = 10
    ... epsilon = "1"
    ... prior = "uniform"
    ... ''')
    >>> len(sweep.instances)
    14
    >>> print(sweep.instances[1])
    n = 1, alpha = 1/4, loss = squared
    >>> parse('n = 3\\nalpha = "1/2"', "s.toml")
    Traceback (most recent call last):
    exactdp.InputError: s.toml: the loss is missing: write loss = "abs"
    """
    try:
        # Decimals are kept as text and never become floats.
        table = tomllib.loads(written.removeprefix("\ufeff"), parse_float=str)
    except ValueError as error:  # that of TOML, or Python's for a number of thousands of digits
        quoted = 'write a fraction in quotes, as "1/3"'
        quotes = f"; {quoted if _BARE_FRACTION.search(written) else 'write for example n = 3'}"
        raise InputError(f"{name}: this is not TOML: {error}{quotes}") from None
    except RecursionError:
        raise InputError(f"{name}: lists are nested too deep: write lists of numbers and words") from None
    blocks = table.pop("sweep", None)
    if blocks is not None and not (isinstance(blocks, list) and all(isinstance(each, dict) for each in blocks)):
        raise InputError(f"{name}: sweep is not a list of blocks: write [[sweep]] above each")
    instances: dict[str, Instance] = {}
    total = 0
    for number, block in enumerate([{}] if blocks is None else blocks, start=1):
        place = f"{name}: " if blocks is None else f"{name}: [[sweep]] {number}: "
        try:
            for instance in _Block(_merged(table, block), Path(folder)).instances(LARGEST_SWEEP - total):
                instances.setdefault(instance.key, instance)
                total += 1
        except InputError as error:
            raise InputError(f"{place}{error}") from None
    if not instances:
        raise InputError(f"{name}: the specification is empty: write n, alpha and loss")
    return Specification(name, tuple(instances.values()), total - len(instances))


def _spelled(words: Mapping[str, str]) -> str:
    return ", ".join(f"{key} = {elided(word)}" for key, word in words.items())


def _merged(shared: Mapping[str, object], block: Mapping[str, object]) -> dict[str, object]:
    hidden = {other for group in ALTERNATIVES for key in group if key in block for other in group}
    if "mechanism" in block:
        hidden.update(OF_A_PROBLEM)
    return {key: value for key, value in shared.items() if key not in hidden} | dict(block)


class _Block:
    """One block: its values by key, and the objects read for them."""

    def __init__(self, table: Mapping[str, object], folder: Path) -> None:
        for key in table:
            if key not in BLOCK_KEYS:
                raise InputError(f"unknown key {elided(key)!r}: {meant(key, BLOCK_KEYS)}write {', '.join(BLOCK_KEYS)}")
        for one, other in ALTERNATIVES:
            if one in table and other in table:
                raise InputError(f"{one} and {other} do not go together: write two [[sweep]] blocks")
        if "mechanism" in table:
            for key in OF_A_PROBLEM:
                if key in table:
                    raise InputError(f"mechanism names an existing mechanism: leave {key} out")
        elif "n" not in table:
            raise InputError('n is missing: write n = 3, or n = [1, 2, 3], or n = "1..3"')
        elif "alpha" not in table and "epsilon" not in table:
            raise InputError('the level is missing: write alpha = "1/2", or epsilon = "1"')
        if "loss" not in table:
            raise InputError('the loss is missing: write loss = "abs"')
        self.folder = folder
        self.values = {key: _values(key, table[key]) for key in BLOCK_KEYS if key in table}
        self.losses = {word: _told("loss", word, lambda w: read_loss(w, folder)) for word in self.values["loss"]}
        self.levels: dict[str, RationalOrExponential] = {
            word: _told("alpha", word, privacy_level) for word in self.values.get("alpha", ())
        }
        self.levels |= {word: _told("epsilon", word, exponential_level) for word in self.values.get("epsilon", ())}
        self.mechanisms = {w: _told("mechanism", w, self._mechanism) for w in self.values.get("mechanism", ())}
        self.users: dict[tuple[str, int, str | None, str | None], User] = {}

    def instances(self, most: int) -> Iterator[Instance]:
        if prod(map(len, self.values.values())) > most:
            sizes = " × ".join(str(len(each)) for each in self.values.values() if len(each) > 1)
            raise InputError(f"{sizes} are too many: write a sweep of up to {LARGEST_SWEEP:,} instances")
        for chosen in product(*self.values.values()):
            words = dict(zip(self.values, chosen, strict=True))
            try:
                yield Instance(words, _key(self._question(words)), partial(self._question, words))
            except InputError as error:
                raise InputError(
                    f"{', '.join(f'{key} = {elided(word)}' for key, word in words.items())}: {error}"
                ) from None

    def _question(self, words: Mapping[str, str]) -> Question:
        loss = self.losses[words["loss"]]
        if "mechanism" in words:
            deployed = self.mechanisms[words["mechanism"]]
            return Deployed(self._user(words, loss, len(deployed)), deployed)
        inputs = int(words["n"]) + 1
        user, responses = self._user(words, loss, inputs), inputs if loss.rows is None else loss.rows.shape[1]
        neighbours = read_neighbours(words.get("neighbours", "path"), tuple(map(str, range(inputs))))
        constraints: list[Constraint] = []
        if "responses-only" in words:
            allowed = read_numbers(words["responses-only"], responses - 1, "set of responses")
            constraints += responses_only(allowed, inputs=range(inputs), responses=range(responses))
        if words.get("symmetric") == "true":
            constraints += symmetric(inputs=range(inputs), responses=range(responses))
        level = self.levels[words["alpha"] if "alpha" in words else words["epsilon"]]
        near = level.above() if isinstance(level, Exponential) else level
        problem = Problem(user, near, neighbours, responses=range(responses), constraints=constraints)
        return AtExponential(level, problem) if isinstance(level, Exponential) else problem

    def _user(self, words: Mapping[str, str], loss: Loss, inputs: int) -> User:
        prior, side_information = words.get("prior"), words.get("side-information")
        wanted = words["loss"], inputs, prior, side_information
        if wanted not in self.users:
            # The objects for another n are not needed soon.
            if self.users and next(iter(self.users))[1] != inputs:
                self.users.clear()
            self.users[wanted] = read_user(loss, inputs, prior, side_information, self.folder)
        return self.users[wanted]

    def _mechanism(self, name: str) -> Mechanism:
        mechanism = files.read(self.folder / name)
        check_order(mechanism.inputs, path(inputs=range(len(mechanism))))
        return mechanism


def _values(key: str, written: object) -> tuple[str, ...]:
    """Return the values of a key as text, each once."""
    given = written if isinstance(written, list) else [written]
    if not given:
        raise InputError(f"{key} = []: write at least one value, or leave {key} out")
    found: dict[str, None] = {}
    for each in given:
        if isinstance(each, bool) != (key == "symmetric") or not isinstance(each, bool | int | str):
            kind = "a list or table" if isinstance(each, dict | list) else elided(str(each).lower())
            if isinstance(each, str):
                kind = repr(elided(each))
            example = "true or false" if key == "symmetric" else 'a number, or text such as "1/2" or "uniform"'
            raise InputError(f"{key} has {kind} as a value: write {example}, or a list of these")
        word = each.strip() if isinstance(each, str) else str(each).lower() if isinstance(each, bool) else text(each)
        single = key not in RANGES or (key == "epsilon" and word.startswith("ln"))
        read = (lambda w: [w]) if single else (lambda w: _range(key, w))
        found.update(dict.fromkeys(_told(key, word, read)))
    return tuple(found)


def _range(key: str, written: str) -> list[str]:
    """Return the numbers of `3`, `1/4,1/2`, `1..9`, `1..9 by 2` or `1/10..9/10 by 1/10`, each as its one exact text."""
    found = []
    for part in written.split(","):
        first, dots, rest = part.partition("..")
        last, by, step = rest.partition("by")
        start = exact(first)
        if dots:
            if key != "n" and not by:
                raise InputError("a range of levels needs a step: write one such as 1/10..9/10 by 1/10")
            end, width = exact(last), exact(step) if by else Fraction(1)
            if key == "n":
                _check_swept(start, end)
            if width <= 0 or start > end:
                raise InputError("this range is empty: write one such as 1..9, 1..9 by 2 or 1/10..9/10 by 1/10")
            steps = (end - start) // width
            if steps >= LARGEST_SWEEP:
                raise InputError(f"the range has more than {LARGEST_SWEEP:,} numbers: write a larger step")
            found += [start + k * width for k in range(steps + 1)]
        else:
            found.append(start)
    if key == "n":
        _check_swept(*found)
    return list(map(text, found))


def _check_swept(*sizes: Fraction) -> None:
    for size in sizes:
        if size.denominator != 1 or not 0 <= size <= LARGEST_SWEPT_N:
            raise InputError(
                f"{elided(text(size))} is not a database size: write whole numbers from 0 to {LARGEST_SWEPT_N:,}"
            )


def _told(key: str, word: str, read: Callable[[str], Told]) -> Told:
    try:
        return read(word)
    except InputError as error:
        raise InputError(f"{key} = {elided(word)}: {error}") from None
