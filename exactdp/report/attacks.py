"""Attacks as reports."""

from collections.abc import Iterator, Sequence

from exactdp.arithmetic.spelling import counted, elided, text
from exactdp.linear_programs.linear_program import Infeasible
from exactdp.report.document import Report, Topic, Values
from exactdp.report.wording import label, labels, number
from exactdp.surveys.differencing import BitPosterior, Difference, NoCombination
from exactdp.surveys.linear_decoding import BitBounds, LinearDecoding
from exactdp.surveys.queries import Database, Transcript
from exactdp.surveys.reconstruction import Reconstruction, WorstCase

SHOWN = 12
"""The most databases shown."""


def transcript(seen: Transcript) -> Topic:
    """Return the numbers of answers and people, and the error bound.

    >>> transcript(Transcript([(1, 1)], ["1/2"], "1/2")).parts
    ('1 answer about 2 people, off by at most 1/2',)
    """
    people = counted(seen.people, "person", "people")
    bound = "" if seen.error is None else f", off by at most {number(seen.error)}"
    return Topic("answers", [f"{counted(len(seen.answers), 'answer')} about {people}{bound}"])


def _transcript_values(seen: Transcript, names: Sequence[str]) -> dict[str, object]:
    return {"people": list(names), "answers": len(seen.answers), "error": seen.error}


def database(bits: Database) -> str:
    """Return a database as its bits.

    >>> database((1, 0, 1))
    '101'
    """
    return elided("".join(map(str, bits)))


def _bits(count: int) -> str:
    return counted(count, "bit")


# Reconstruction


def reconstruction(found: Reconstruction, names: Sequence[str], worst: WorstCase | None = None) -> Report:
    """Return the databases that fit, and the undetermined bits.

    >>> from exactdp.surveys.reconstruction import reconstruct
    >>> found = reconstruction(reconstruct(Transcript([(1, 1), (1, 0)], [1, 0], 0)), ["Ann", "Bo"])
    >>> [topic.parts for topic in found.topics][1:], found.values["candidates"]
    ([('1 database: 01',), ('Ann has 0, Bo has 1',)], ((0, 1),))
    """
    topics = [transcript(found.transcript), *_fit(found, names)]
    if worst is not None:
        topics.append(Topic("worst case", _worst(worst)))
    values = {
        **_transcript_values(found.transcript, names),
        "candidates": found.candidates,
        "certain": {names[j]: bit for j, bit in sorted(found.certain.items())},
        "wrong": found.wrong,
        "guess": found.guess,
        "guess_wrong": found.guess_wrong,
        "any_guess_wrong": found.any_guess_wrong,
        "worst_case": None if worst is None else _worst_values(worst),
    }
    many, total = counted(len(found.candidates), "database"), counted(found.transcript.people, "bit")
    answer = f"{many} {'fits' if len(found.candidates) == 1 else 'fit'} the answers"
    answer += f", which reveal {len(found.certain):,} of {total}" if found.candidates else ""
    return Report("reconstruction", topics, values, f"{answer}.")


def _fit(found: Reconstruction, names: Sequence[str]) -> Iterator[Topic]:
    if found.guess is None:
        yield Topic("fit", ["no database: some error exceeds the bound"])
        return
    shown = list(map(database, found.candidates[:SHOWN]))
    more = ", …" if len(found.candidates) > SHOWN else ""
    yield Topic("fit", [f"{counted(len(found.candidates), 'database')}: {', '.join(shown)}{more}"])
    certain = [f"{label(names[j])} has {bit}" for j, bit in sorted(found.certain.items())]
    yield Topic("certain", [", ".join(certain) or "no bit"])
    if len(found.candidates) == 1:
        return
    yield Topic("any of them", [f"wrong in at most {_bits(found.wrong)}"])
    promise = (
        "and no guess promises fewer"
        if found.any_guess_wrong == found.guess_wrong
        else f"and no guess promises fewer than {found.any_guess_wrong}"
    )
    yield Topic("best guess", [f"{database(found.guess)}, wrong in at most {_bits(found.guess_wrong)}, {promise}"])


def _worst(worst: WorstCase) -> Iterator[str]:
    both = " and ".join(map(database, worst.databases))
    yield f"over all answers to these queries, two databases that fit differ in up to {_bits(worst.wrong)}: {both}"
    if worst:
        yield f"no two differ in more: {worst.proof}"
    else:
        yield f"no two differ in more than {worst.at_most}: {worst.proof}; the numbers between are undecided"


def _worst_values(worst: WorstCase) -> Values:
    return {
        "databases": worst.databases,
        "wrong": worst.wrong,
        "at_most": worst.at_most,
        "exact": bool(worst),
        "proof": worst.proof,
    }


# Differencing


def differencing(seen: Transcript, found: Sequence[Difference | NoCombination], names: Sequence[str]) -> Report:
    """Return the result of differencing for each person. Raises: as `Difference.bit`.

    >>> from exactdp.surveys.differencing import difference
    >>> seen = Transcript([(1, 1), (1, 0)], [1, "1/2"], "1/2")
    >>> differencing(seen, [difference(seen, j) for j in (0, 1)], ["Ann", "Bo"]).topics[2].parts
    ('unknown: the answers combine to 1/2, off by at most 1/2',)
    """
    topics = [transcript(seen), *(_of_person(names[_person(each)], _said(each)) for each in found)]
    values = {**_transcript_values(seen, names), "found": [_difference_values(each, names) for each in found]}
    known = [names[_person(each)] for each in found if each.bit is not None]
    answer = f"The answers reveal the bit of {len(known):,} of {counted(len(found), 'person', 'people')}"
    return Report("differencing", topics, values, f"{answer}{f': {labels(known)}' if known else ''}.")


def _of_person(name: str, words: str) -> Topic:
    # A label can be empty, but a topic without a name would not be in the column of topics.
    return Topic(label(name) or " ", [words])


def _person(found: Difference | NoCombination) -> int:
    return found.person if isinstance(found, NoCombination) else found.combination.person


def _said(found: Difference | NoCombination) -> str:
    if isinstance(found, NoCombination):
        return "no combination of the answers: the bit can change together with others and no answer with it"
    known = "unknown" if found.bit is None else f"the bit is {found.bit}"
    return f"{known}: the answers combine to {number(found.value)}, off by at most {number(found.reach)}"


def _difference_values(found: Difference | NoCombination, names: Sequence[str]) -> Values:
    if isinstance(found, NoCombination):
        return {"person": names[found.person], "combination": None, "direction": found.direction}
    return {
        "person": names[found.combination.person],
        "combination": found.combination.multiples,
        "value": found.value,
        "reach": found.reach,
        "bit": found.bit,
    }


def posteriors(found: Sequence[BitPosterior], names: Sequence[str]) -> Report:
    """Return the posterior of each person's bit, given responses of a mechanism.

    >>> from fractions import Fraction
    >>> found = [BitPosterior(0, Fraction(1, 2), Fraction(2, 3), Fraction(2), Fraction(4))]
    >>> posteriors(found, ["Ann"]).topics[0].parts
    ('the probability of 1 goes from 1/2 to 2/3; the odds are multiplied by 2; at this level, by at most 4',)
    """
    topics = [_of_person(names[each.person], _posterior(each)) for each in found]
    values = [{**vars(each), "person": names[each.person]} for each in found]
    largest = max(found, key=lambda each: abs(each.probability - each.prior), default=None)
    answer = "The database has no people."
    if largest is not None:
        answer = f"The responses change the bit of {label(names[largest.person])} most: the probability of 1 goes "
        answer += f"from {number(largest.prior)} to {number(largest.probability)}."
    return Report("posteriors", topics, {"posteriors": values}, answer)


def _posterior(found: BitPosterior) -> str:
    odds = "0 has become impossible" if found.factor is None else f"the odds are multiplied by {number(found.factor)}"
    bound = "level 0 has no bound" if found.bound is None else f"at this level, by at most {number(found.bound)}"
    before, after = number(found.prior), number(found.probability)
    return f"the probability of 1 goes from {before} to {after}; {odds}; {bound}"


# Linear decoding


def decoding(found: LinearDecoding, bounds: Sequence[BitBounds] | Infeasible | None, names: Sequence[str]) -> Report:
    """Return the nearest fractional database, and the proved range of each bit.

    >>> from exactdp.surveys.linear_decoding import bit_bounds, linear_decoding
    >>> seen = Transcript([(1, 1), (1, 0)], [1, 0], "1/4")
    >>> shown = decoding(linear_decoding(seen), bit_bounds(seen), ["Ann", "Bo"])
    >>> shown.topics[3].parts, shown.values["ranges"][1]["bit"]
    (('Ann has 0, Bo has 1',), 1)
    """
    topics = [transcript(found.transcript), Topic("guess", [database(found.guess)])]
    if any(x not in (0, 1) for x in found.bits):
        topics.append(Topic("rounded from", [elided(", ".join(map(text, found.bits)), 200)]))
    least = f"{number(found.deviation)} in total, proved to be the least of all fractional databases"
    topics.append(Topic("distance", [least]))
    ranges = None
    if isinstance(bounds, Infeasible):
        topics.append(Topic("certain", ["no database fits: some error exceeds the bound"]))
    elif bounds is not None:
        named = list(zip(names, bounds, strict=True))
        known = [f"{label(name)} has {each.bit}" for name, each in named if each.bit is not None]
        topics.append(Topic("certain", [", ".join(known) or "no bit, by linear programs"]))
        ranges = [{"person": name, "lower": each.lower, "upper": each.upper, "bit": each.bit} for name, each in named]
    values = {
        **_transcript_values(found.transcript, names),
        "guess": found.guess,
        "bits": found.bits,
        "distance": found.deviation,
        "fits": None if bounds is None else not isinstance(bounds, Infeasible),
        "ranges": ranges,
    }
    distance = number(found.deviation)
    answer = f"The nearest database is {database(found.guess)}, at the total distance {distance} from the answers."
    return Report("linear-decoding", topics, values, answer)
