"""What attacks recover, as text and as JSON."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from exactdp.arithmetic.exact import counted, elided, text
from exactdp.linear_programs.linear_program import Infeasible
from exactdp.report.terminal import paragraph
from exactdp.report.wording import label, number
from exactdp.surveys.differencing import BitPosterior, Difference, NoCombination
from exactdp.surveys.linear_decoding import BitBounds, LinearDecoding
from exactdp.surveys.queries import Database, Transcript
from exactdp.surveys.reconstruction import Reconstruction, WorstCase

SHOWN = 12
"""How many databases are shown."""


def transcript(seen: Transcript) -> str:
    """Return what was asked, in one paragraph.

    >>> print(transcript(Transcript([(1, 1)], ["1/2"], "1/2")))
    answers       1 answer about 2 people, off by at most 1/2
    """
    people = counted(seen.people, "person", "people")
    bound = "" if seen.error is None else f", off by at most {number(seen.error)}"
    return paragraph("answers", [f"{counted(len(seen.answers), 'answer')} about {people}{bound}"])


def database(bits: Database) -> str:
    """Return a database as its bits.

    >>> database((1, 0, 1))
    '101'
    """
    return elided("".join(map(str, bits)))


def _bits(count: int) -> str:
    return counted(count, "bit")


def reconstruction(found: Reconstruction, names: Sequence[str], worst: WorstCase | None = None) -> str:
    """Return the databases that fit and what they leave open, as text.

    >>> from exactdp.surveys.reconstruction import reconstruct
    >>> print(reconstruction(reconstruct(Transcript([(1, 1), (1, 0)], [1, 0], 0)), ["Ann", "Bo"]))
    answers       2 answers about 2 people, off by at most 0
    fit           1 database: 01
    certain       Ann 0, Bo 1
    """
    parts = [transcript(found.transcript)]
    if found.guess is None:
        parts.append(paragraph("fit", ["no database: some error exceeds the bound"]))
    else:
        parts += _fit(found, names)
    if worst is not None:
        parts.append(paragraph("worst case", _worst(worst)))
    return "\n".join(parts)


def _fit(found: Reconstruction, names: Sequence[str]) -> Iterator[str]:
    shown = list(map(database, found.candidates[:SHOWN]))
    more = ", …" if len(found.candidates) > SHOWN else ""
    yield paragraph("fit", [f"{counted(len(found.candidates), 'database')}: {', '.join(shown)}{more}"])
    certain = [f"{label(names[j])} {bit}" for j, bit in sorted(found.certain.items())]
    yield paragraph("certain", [", ".join(certain) or "no bit"])
    if found.guess is None or len(found.candidates) == 1:
        return
    yield paragraph("any of them", [f"wrong in at most {_bits(found.wrong)}"])
    promise = (
        "and no guess promises fewer"
        if found.any_guess_wrong == found.guess_wrong
        else f"and no guess promises fewer than {found.any_guess_wrong}"
    )
    yield paragraph("best guess", [f"{database(found.guess)}, wrong in at most {_bits(found.guess_wrong)}, {promise}"])


def _worst(worst: WorstCase) -> Iterator[str]:
    both = " and ".join(map(database, worst.databases))
    yield f"over all answers to these queries, two databases that fit differ in up to {_bits(worst.wrong)}: {both}"
    if worst:
        yield f"never in more: {worst.proof}"
    else:
        yield f"never in more than {worst.at_most}: {worst.proof}; what lies between was not decided"


def reconstruction_json(found: Reconstruction, names: Sequence[str], worst: WorstCase | None = None) -> dict[str, Any]:
    """Return the databases that fit and what they leave open, JSON-able.

    >>> from exactdp.surveys.reconstruction import reconstruct
    >>> found = reconstruction_json(reconstruct(Transcript([(1, 1), (1, 0)], [1, 0], 0)), ["Ann", "Bo"])
    >>> found["candidates"], found["certain"]
    ([[0, 1]], {'Ann': 0, 'Bo': 1})
    """
    return {
        **_transcript_json(found.transcript, names),
        "candidates": list(map(list, found.candidates)),
        "certain": {names[j]: bit for j, bit in sorted(found.certain.items())},
        "wrong": found.wrong,
        "guess": None if found.guess is None else list(found.guess),
        "guess_wrong": found.guess_wrong,
        "any_guess_wrong": found.any_guess_wrong,
        "worst_case": None
        if worst is None
        else {
            "databases": list(map(list, worst.databases)),
            "wrong": worst.wrong,
            "at_most": worst.at_most,
            "exact": bool(worst),
            "proof": worst.proof,
        },
    }


def _transcript_json(seen: Transcript, names: Sequence[str]) -> dict[str, Any]:
    return {"people": list(names), "answers": len(seen.answers), "error": _optional(seen.error)}


def _optional(value: Fraction | None) -> str | None:
    return None if value is None else text(value)


# Differencing


def differencing(seen: Transcript, found: Sequence[Difference | NoCombination], names: Sequence[str]) -> str:
    """Return what combinations of answers say of each person, as text. Raises: as `Difference.bit`.

    >>> from exactdp.surveys.differencing import difference
    >>> seen = Transcript([(1, 1), (1, 0)], [1, "1/2"], "1/2")
    >>> print(differencing(seen, [difference(seen, j) for j in (0, 1)], ["Ann", "Bo"]))
    answers       2 answers about 2 people, off by at most 1/2
    Ann           unknown: the answers combine to 1/2, off by at most 1/2
    Bo            unknown: the answers combine to 1/2, off by at most 1/2
    """
    return "\n".join([transcript(seen), *(paragraph(label(names[_person(each)]), [_said(each)]) for each in found)])


def _person(found: Difference | NoCombination) -> int:
    return found.person if isinstance(found, NoCombination) else found.combination.person


def _said(found: Difference | NoCombination) -> str:
    if isinstance(found, NoCombination):
        return "no combination of the answers: the bit can change together with others and no answer with it"
    known = "unknown" if found.bit is None else str(found.bit)
    return f"{known}: the answers combine to {number(found.value)}, off by at most {number(found.reach)}"


def differencing_json(
    seen: Transcript, found: Sequence[Difference | NoCombination], names: Sequence[str]
) -> dict[str, Any]:
    """Return what combinations of answers say of each person, JSON-able. Raises: as `Difference.bit`.

    >>> from exactdp.surveys.differencing import difference
    >>> seen = Transcript([(1, 1), (1, 0)], [1, 0], 0)
    >>> [each["bit"] for each in differencing_json(seen, [difference(seen, j) for j in (0, 1)], ["Ann", "Bo"])["found"]]
    [0, 1]
    """
    return {**_transcript_json(seen, names), "found": [_difference_json(each, names) for each in found]}


def _difference_json(found: Difference | NoCombination, names: Sequence[str]) -> dict[str, Any]:
    if isinstance(found, NoCombination):
        return {"person": names[found.person], "combination": None, "direction": list(map(text, found.direction))}
    return {
        "person": names[found.combination.person],
        "combination": list(map(text, found.combination.multiples)),
        "value": text(found.value),
        "reach": text(found.reach),
        "bit": found.bit,
    }


def posteriors(found: Sequence[BitPosterior], names: Sequence[str]) -> str:
    """Return what responses of a mechanism say of each person, as text.

    >>> print(posteriors([BitPosterior(0, Fraction(1, 2), Fraction(2, 3), Fraction(2), Fraction(4))], ["Ann"]))
    Ann           1 with probability 2/3, before 1/2; the odds times 2, and never more than 4 at this level
    """
    return "\n".join(paragraph(label(names[each.person]), [_posterior(each)]) for each in found)


def _posterior(found: BitPosterior) -> str:
    odds = "0 has become impossible" if found.factor is None else f"the odds times {number(found.factor)}"
    bound = "no bound at level 0" if found.bound is None else f"and never more than {number(found.bound)} at this level"
    return f"1 with probability {number(found.probability)}, before {number(found.prior)}; {odds}, {bound}"


def posteriors_json(found: Sequence[BitPosterior], names: Sequence[str]) -> list[dict[str, Any]]:
    """Return what responses of a mechanism say of each person, JSON-able.

    >>> posteriors_json([BitPosterior(0, Fraction(1, 2), Fraction(2, 3), Fraction(2), None)], ["Ann"])
    [{'person': 'Ann', 'prior': '1/2', 'probability': '2/3', 'factor': '2', 'bound': None}]
    """
    return [
        {
            "person": names[each.person],
            "prior": text(each.prior),
            "probability": text(each.probability),
            "factor": _optional(each.factor),
            "bound": _optional(each.bound),
        }
        for each in found
    ]


# Linear decoding


def decoding(found: LinearDecoding, bounds: Sequence[BitBounds] | Infeasible | None, names: Sequence[str]) -> str:
    """Return the nearest fractional database, and what is proved of each bit, as text.

    >>> from exactdp.surveys.linear_decoding import bit_bounds, linear_decoding
    >>> seen = Transcript([(1, 1), (1, 0)], [1, 0], "1/4")
    >>> print(decoding(linear_decoding(seen), bit_bounds(seen), ["Ann", "Bo"]))
    answers       2 answers about 2 people, off by at most 1/4
    guess         01
    distance      0 from all answers together, proved least over all fractional databases
    certain       Ann 0, Bo 1
    """
    parts = [transcript(found.transcript), paragraph("guess", [database(found.guess)])]
    if any(x not in (0, 1) for x in found.bits):
        parts.append(paragraph("rounded from", [elided(", ".join(map(text, found.bits)), 200)]))
    least = f"{number(found.deviation)} from all answers together, proved least over all fractional databases"
    parts.append(paragraph("distance", [least]))
    if isinstance(bounds, Infeasible):
        parts.append(paragraph("certain", ["no database fits: some error exceeds the bound"]))
    elif bounds is not None:
        known = [f"{label(name)} {each.bit}" for name, each in zip(names, bounds, strict=True) if each.bit is not None]
        parts.append(paragraph("certain", [", ".join(known) or "no bit, by linear programs"]))
    return "\n".join(parts)


def decoding_json(
    found: LinearDecoding, bounds: Sequence[BitBounds] | Infeasible | None, names: Sequence[str]
) -> dict[str, Any]:
    """Return the nearest fractional database, and what is proved of each bit, JSON-able.

    >>> from exactdp.surveys.linear_decoding import bit_bounds, linear_decoding
    >>> seen = Transcript([(1, 1), (1, 0)], [1, 0], "1/4")
    >>> decoding_json(linear_decoding(seen), bit_bounds(seen), ["Ann", "Bo"])["ranges"][1]
    {'person': 'Bo', 'lower': '1', 'upper': '1', 'bit': 1}
    """
    return {
        **_transcript_json(found.transcript, names),
        "guess": list(found.guess),
        "bits": list(map(text, found.bits)),
        "distance": text(found.deviation),
        "fits": None if bounds is None else not isinstance(bounds, Infeasible),
        "ranges": None
        if bounds is None or isinstance(bounds, Infeasible)
        else [
            {"person": name, "lower": text(each.lower), "upper": text(each.upper), "bit": each.bit}
            for name, each in zip(names, bounds, strict=True)
        ],
    }
