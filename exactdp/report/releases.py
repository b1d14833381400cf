"""Releases at several levels, and what coalitions of their readers see, as text and as JSON."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exactdp.arithmetic.exact import text
from exactdp.certificates.certificate import Verified, certify
from exactdp.privacy.sampling import NoiseLevel
from exactdp.release.chain import CoalitionLevel, Release
from exactdp.report.terminal import aligned, verified_json
from exactdp.report.wording import level_name


def release(found: Release) -> str:
    """Return a line for each level with its answer.

    >>> print(release(Release(9, (Fraction(1, 4), Fraction(1, 2)), (3, 12))))
    level  answer
    1/4    3
    1/2    12
    """
    names = list(map(_name, found.levels))
    return "\n".join(aligned([("level", "answer"), *zip(names, map(str, found.responses), strict=True)]))


def release_json(found: Release) -> dict[str, Any]:
    """Return n, the levels and the answers.

    >>> release_json(Release(9, (Fraction(1, 4), Fraction(1, 2)), (3, 9)))
    {'n': 9, 'levels': ['1/4', '1/2'], 'responses': [3, 9]}
    """
    exact = (text(each) if isinstance(each, Fraction) else str(each) for each in found.levels)
    return {"n": found.n, "levels": list(exact), "responses": list(found.responses)}


def coalitions(found: Sequence[tuple[CoalitionLevel, Sequence[Verified]]]) -> str:
    """Return a line for each coalition, with its exact level, that of independent answers, and what was certified.

    >>> from exactdp.release.chain import Chain
    >>> print(coalitions([(each, certified(each)) for each in Chain(n=1, levels=["1/4", "1/2"]).coalitions()]))
    coalition  level  independent answers  accepted by the kernel
    1          1/4    1/4                  1 level, 2 × derivable
    2          1/2    1/2                  1 level, 2 × derivable
    1, 2       1/4    1/8                  1 level, 3 × derivable
    """
    rows = [("coalition", "level", "independent answers", "accepted by the kernel")]
    for each, done in found:
        kinds = Counter(judged.kind for judged in done)
        accepted = f"{kinds['level']} level, {kinds['derivable']} × derivable"
        members = ", ".join(map(str, each.members))
        rows.append((members, level_name(each.joint.alpha), level_name(each.independent.alpha), accepted))
    return "\n".join(aligned(rows))


def certified(found: CoalitionLevel) -> list[Verified]:
    """Return the kernel's judgement of the joint level, then of all derivations.

    >>> from exactdp.release.chain import Chain
    >>> [each.kind for each in certified(Chain(n=1, levels=["1/4", "1/2"]).coalition([1, 2]))]
    ['level', 'derivable', 'derivable', 'derivable']
    """
    return [certify(found.joint), *map(certify, (found.from_first, *found.marginals))]


def coalitions_json(found: Sequence[tuple[CoalitionLevel, Sequence[Verified]]]) -> list[dict[str, Any]]:
    """Return each coalition with both levels and its certificates' sentences.

    >>> from exactdp.release.chain import Chain
    >>> found = coalitions_json([(each, certified(each)) for each in Chain(n=1, levels=["1/4", "1/2"]).coalitions()])
    >>> found[2]["members"], found[2]["level"], found[2]["independent_level"]
    ([1, 2], '1/4', '1/8')
    """
    return [
        {
            "members": list(each.members),
            "level": text(each.joint.alpha),
            "independent_level": text(each.independent.alpha),
            "certificates": [verified_json(judged) for judged in done],
        }
        for each, done in found
    ]


def _name(given: NoiseLevel) -> str:
    return level_name(given) if isinstance(given, Fraction) else str(given)
