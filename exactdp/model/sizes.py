"""Sizes: n means the inputs {0..n}, `inputs` means the inputs themselves, and a bare number is rejected.

A bare 4 could mean n = 4, with five inputs, or four inputs. So every size is written by its name.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from functools import wraps
from inspect import Parameter, signature
from operator import index
from typing import Any, ParamSpec, TypeVar

from exactdp.arithmetic.arguments import as_written, database_size, is_list
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import elided
from exactdp.arithmetic.suggestions import meant

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

LARGEST = 10_000_000
"""The most inputs of a user or a graph."""


LARGEST_ANSWER = 2**25
"""The most entries of a problem's mechanisms."""


def check_answer(inputs: int, responses: int) -> None:
    """Reject a problem whose answer would be too large. Raises: `InputError` then.

    >>> check_answer(1001, 1001)
    >>> check_answer(100_001, 100_001)
    Traceback (most recent call last):
    exactdp.InputError: a mechanism would have 100,001 × 100,001 entries, above 33,554,432: write smaller sizes
    """
    if inputs * responses > LARGEST_ANSWER:
        raise InputError(
            f"a mechanism would have {inputs:,} × {responses:,} entries, above {LARGEST_ANSWER:,}: write smaller sizes"
        )


def by_name(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Improve a function's error messages for arguments without a name, for unknown names, and for ε in place of α.

    Raises: TypeError, from the function, for more positional arguments than it has, for a name that it does not have,
    and for `epsilon` if it has only `alpha`.

    >>> @by_name
    ... def counts(*, n):
    ...     return range(n + 1)
    >>> counts(n=2)
    range(0, 3)
    >>> counts(2)
    Traceback (most recent call last):
    TypeError: counts(2): give the size by name: write counts(n=…), where n=2 means the inputs 0..2
    >>> counts(N=2)
    Traceback (most recent call last):
    TypeError: counts: N is not an argument: did you mean n? write n
    """
    found = list(signature(function).parameters.values())
    first = bool(found) and found[0].name == "self"
    positional = [each for each in found if each.kind is Parameter.POSITIONAL_OR_KEYWORD]
    names = {each.name for each in found}
    open_ended = any(each.kind is Parameter.VAR_KEYWORD for each in found)

    @wraps(function)
    def checked(*arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
        if "epsilon" in named and "alpha" in names and "epsilon" not in names:
            written = as_written(str(named["epsilon"]) if isinstance(named["epsilon"], float) else named["epsilon"])
            raise TypeError(f"{_name(function)}: epsilon is not an argument: write alpha=level_of_epsilon({written})")
        unknown = next((each for each in named if each not in names and not open_ended), None)
        if unknown is not None:
            allowed = [each.name for each in found[first:]]
            raise TypeError(
                f"{_name(function)}: {unknown} is not an argument: {meant(unknown, allowed)}write {', '.join(allowed)}"
            )
        if len(arguments) > len(positional):
            if named.keys() & {"n", "inputs"}:
                raise TypeError(_names(function, found[first:], named))
            raise TypeError(_advice(function, found[first:], arguments[first:], len(positional) - first))
        return function(*arguments, **named)

    return checked


def input_count(n: int | None, inputs: Iterable[object] | None) -> int:
    """Return the number of inputs, from n (the inputs {0..n}) or from the inputs themselves.

    Domain: one of the two. Inputs are the numbers 0, 1, …, n in this order, or labels, such as those of a mechanism.
    Raises: `InputError` for both, neither, no inputs, or other numbers; TypeError for inputs that are a number.

    >>> input_count(3, None), input_count(None, range(4)), input_count(None, ["a", "b"])
    (4, 4, 2)
    >>> input_count(None, [0, 2])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    exactdp.InputError: the inputs 0, 2 are not numbered from 0 on: write inputs=range(2); what a consumer knows ...
    """
    if (n is None) == (inputs is None):
        raise InputError(
            f"{'neither n nor inputs is' if n is None else 'both n and inputs are'} given: "
            "write inputs=range(4), or n=3, which means the same inputs 0..3"
        )
    size = database_size(n) + 1 if n is not None else _numbered("inputs", inputs)
    if size > LARGEST:
        raise InputError(f"there are more than {LARGEST:,} inputs: write a smaller n")
    return size


def response_count(responses: Iterable[object] | None, inputs: int) -> int:
    """Return the number of responses: one for each input if `responses` is None.

    Domain: the numbers 0, 1, 2, … in this order, or labels. Raises: as `input_count`.

    >>> response_count(None, 4), response_count(range(2), 4)
    (4, 2)
    """
    return inputs if responses is None else _numbered("responses", responses)


def _numbered(name: str, listed: object) -> int:
    if isinstance(listed, range):
        found: Sequence[object] = listed
    elif is_list(listed):
        found = list(listed)
    else:
        write = _range(listed)
        raise TypeError(f"{name}={as_written(listed)} could mean two things: write {name}={write}, with all of them")
    if not found:
        raise InputError(f"{name} is empty: write at least one of them, as in {name}=range(1)")
    labels = all(isinstance(each, str) for each in found)
    if not labels and [*map(_index, found)] != [*range(len(found))]:
        known = {
            "inputs": "; what a consumer knows goes into side_information",
            "responses": f" for 0..{len(found) - 1}, or constraints=responses_only(…) to use only these",
        }.get(name, "")
        raise InputError(
            f"the {name} {elided(', '.join(as_written(each) for each in found))} are not numbered from 0 on: "
            f"write {name}=range({len(found)}){known}"
        )
    return len(found)


def _index(each: Any) -> int | None:
    try:
        return index(each)
    except TypeError:
        return None


def _range(given: Any) -> str:
    try:
        return f"range({max(index(given), 1)})"
    except TypeError:
        return "range(4)"


def _name(function: Callable[..., object]) -> str:
    return function.__qualname__.removesuffix(".__init__")


def _names(function: Callable[..., object], parameters: Sequence[Parameter], given: Container[str]) -> str:
    name = _name(function)
    needed = [
        each.name
        for each in parameters
        if each.kind is not Parameter.KEYWORD_ONLY or each.default is each.empty or each.name in given
    ]
    return f"{name}: the arguments go by their names: write {name}({', '.join(f'{each}=…' for each in needed)})"


def _advice(
    function: Callable[..., object], parameters: Sequence[Parameter], given: Sequence[object], positional: int
) -> str:
    name = _name(function)
    shown = (as_written(each, 40) if isinstance(each, int | float | str) else "…" for each in given)
    called = f"{name}({', '.join(shown)})"
    head = [each.name for each in parameters[:positional]]
    rest = [each for each in parameters[positional:] if each.kind is Parameter.KEYWORD_ONLY]
    needed = [each.name for each in rest if each.default is Parameter.empty]
    if {"n", "inputs"} <= {each.name for each in rest}:
        either = [", ".join([*head, size, *(f"{each}=…" for each in needed)]) for size in ("inputs=range(4)", "n=3")]
        write = f"write {name}({either[0]}) or {name}({either[1]}), which mean the same inputs 0..3"
        return f"{called}: give the size by name: {write}"
    needed = needed or [each.name for each in rest[:1]]
    written = ", ".join([*head, *(f"{each}=…" for each in needed)])
    size = given[positional]
    means = f", where n={size} means the inputs 0..{size}" if rest[0].name == "n" and isinstance(size, int) else ""
    write = f"write {name}({written}){means}"
    what = "the size" if {"n", "inputs", "responses"} & {*needed} else needed[0]
    return f"{called}: give {what} by name: {write}"
