"""Releases at several levels, and coalitions of their readers, as reports."""

from collections import Counter
from collections.abc import Sequence

from exactdp.arithmetic.spelling import counted, text
from exactdp.certificates.certificate import Verified, certify
from exactdp.release.chain import Chain, CoalitionLevel, Release
from exactdp.report.document import Report, Table, Topic
from exactdp.report.wording import equals, level_name, number


def release(found: Release) -> Report:
    """Return a row for each level with its answer.

    >>> from fractions import Fraction
    >>> release(Release(9, (Fraction(1, 4), Fraction(1, 2)), (3, 12))).topics[0].parts[0].rows
    [('1/4', '3'), ('1/2', '12')]
    """
    rows = [(level_name(level), str(answer)) for level, answer in zip(found.levels, found.responses, strict=True)]
    values = {"n": found.n, "levels": found.levels, "responses": found.responses}
    answer = f"{counted(len(rows), 'answer')} to a count from 0 to {text(found.n)}, drawn exactly."
    return Report("release", [Topic("", [Table(rows, ("level", "answer"))])], values, answer)


def coalition(found: CoalitionLevel) -> Report:
    """Return the exact joint level of one coalition, without certificates.

    >>> from exactdp.release.chain import Chain
    >>> coalition(Chain(n=1, levels=["1/4", "1/2"]).coalition([1, 2])).topics[1].parts
    ('1/4',)
    """
    members = ", ".join(map(str, found.members))
    topics = [
        Topic("coalition", [f"readers {members}" if len(found.members) > 1 else f"reader {members}"]),
        Topic("level", [number(found.joint.alpha)]),
        Topic("independent", [f"{number(found.independent.alpha)}, the level of as many independent answers"]),
    ]
    answer = f"Together, this coalition sees the exact level {equals('α', found.joint.alpha)}."
    return Report("coalition", topics, _values(found), answer)


def _values(found: CoalitionLevel) -> dict[str, object]:
    return {"members": found.members, "level": found.joint.alpha, "independent_level": found.independent.alpha}


def coalitions(found: Sequence[tuple[CoalitionLevel, Sequence[Verified]]], asked: Chain | None = None) -> Report:
    """Return a row for each coalition: its exact level, the level of independent answers, and the certified claims.

    `asked` is the chain with levels e^-ε, if the coalitions and the certificates are at fractions just above them.

    >>> from exactdp.release.chain import Chain
    >>> shown = coalitions([(each, certified(each)) for each in Chain(n=1, levels=["1/4", "1/2"]).coalitions()])
    >>> shown.topics[0].parts[0].rows[2]
    ('1, 2', '1/4', '1/8', '1 level, 3 × derivable')
    """
    rows = []
    for each, done in found:
        kinds = Counter(judged.kind for judged in done)
        accepted = f"{kinds['level']} level, {kinds['derivable']} × derivable"
        members = ", ".join(map(str, each.members))
        levels = (level_name(each.joint.alpha), level_name(each.independent.alpha))
        if asked is not None:
            first, independent = asked.exact_levels(each.members)
            levels = (level_name(first), independent)
        rows.append((members, *levels, accepted))
    table = Table(rows, ("coalition", "level", "independent answers", "accepted by the kernel"))
    values = [{**_values(each), **_exact(each, asked), "certificates": done} for each, done in found]
    least = equals("α", min(each.joint.alpha for each, _ in found))
    each_one = f"{len(found):,} coalitions, each certified"
    if asked is not None:
        least = equals("α", min(asked.exact_levels(each.members)[0] for each, _ in found))
        each_one += " at fractions just above"
    answer = f"For every coalition, the exact level is at least {least}: {each_one}."
    if len(found) == 1:
        certificate = "certified" if asked is None else "certified at a fraction just above"
        answer = f"The exact level of the coalition {rows[0][0]} is {least}, {certificate}."
    return Report("coalitions", [Topic("", [table])], {"coalitions": values}, answer)


def _exact(found: CoalitionLevel, asked: Chain | None) -> dict[str, object]:
    return {} if asked is None else {"exact_level": asked.exact_levels(found.members)[0]}


def certified(found: CoalitionLevel) -> list[Verified]:
    """Return the verified certificates of the joint level, then of all derivations.

    >>> from exactdp.release.chain import Chain
    >>> [each.kind for each in certified(Chain(n=1, levels=["1/4", "1/2"]).coalition([1, 2]))]
    ['level', 'derivable', 'derivable', 'derivable']
    """
    return [certify(found.joint), *map(certify, (found.from_first, *found.marginals))]
