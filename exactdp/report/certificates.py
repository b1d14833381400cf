"""Certificates and the kernel's verdicts, as reports."""

from collections.abc import Mapping, Sequence

from exactdp.arithmetic.spelling import counted, elided
from exactdp.certificates.certificate import Certificate, Verified
from exactdp.certificates.verified_checker import Judgement
from exactdp.report import wording
from exactdp.report.document import Line, Part, Report, Topic, Values


def certificate(found: Certificate) -> Report:
    """Return an unverified certificate.

    >>> certificate(Certificate(b"exactdp certificate 1")).topics[0].parts
    ('21 bytes, not verified: exactdp.verify checks it',)
    """
    size = counted(len(found.data), "byte")
    topic = Topic("certificate", [f"{size}, not verified: exactdp.verify checks it"])
    return Report("certificate", [topic], {"text": str(found)})


def verified(found: Verified) -> Report:
    """Return a certificate that the kernel accepted.

    >>> from exactdp.certificates.certificate import certify
    >>> from exactdp.model.mechanism import identity
    >>> verified(certify(identity(inputs=range(2)))).topics[0].parts[1]
    'stochastic, 79 bytes'
    """
    about = [found.sentence, f"{found.kind}, {counted(len(found.certificate.data), 'byte')}"]
    topics = [Topic("accepted", about), Topic("statement", [f"sha256 {found.digest}"])]
    return Report("verified", topics, {"certificate": found})


def claim(claimed: str, found: Verified, *, written_out: bool = False) -> Report:
    """Return whether a claim holds, by a certificate of the claim or of its negation.

    With `written_out` the values have the text of the certificate.

    >>> from exactdp.certificates.certificate import certify
    >>> from exactdp.model.mechanism import identity
    >>> claim("stochastic", certify(identity(inputs=range(2)))).values["holds"]
    True
    """
    values: Values = {"claim": claimed, "holds": found.kind == claimed, "certificate": found}
    if written_out:
        values = {**values, "text": str(found.certificate)}
    return Report("certification", [Topic("", [wording.verified(found)])], values, found.sentence)


LINES = 60
"""The most lines shown of a statement: the first third of them, and the last ones."""

CHARACTERS = 80
"""The most characters shown of a line; longer lines omit the middle."""


def acceptance(found: Verified, matrix: str | None = None, *, theorem: tuple[str, str] | None = None) -> Report:
    """Return that the kernel accepts a certificate; `matrix` names a file that its statement is about.

    `theorem` names its exported Coq file, and the version of Coq that accepts it.

    >>> from exactdp.certificates.certificate import certify
    >>> from exactdp.model.mechanism import Mechanism
    >>> acceptance(certify(Mechanism([[1]])), "a.csv").title[:43]
    'accepted, about a.csv: the 1 x 1 matrix is '
    """
    about = "" if matrix is None else f", about {matrix}"
    about += "" if theorem is None else f", also by Coq {theorem[1]}"
    lines: list[Part] = [*_stated(found.statement), f"statement sha256: {found.digest}"]
    values: Values = {"verdict": "accepted", "certificate": found}
    if theorem is not None:
        exported, coq = theorem
        lines.append(
            Line(f"{exported} is its export, and Coq {coq} accepts the theorem, with nothing assumed", whole=True)
        )
        values = {**values, "coq": coq}
    return Report("judgement", [Topic("", lines)], values, f"accepted{about}: {found.sentence}")


def _stated(statement: str) -> list[Line]:
    stated = statement.splitlines()[1:]
    if len(stated) > LINES:
        third = LINES // 3
        stated = [*stated[:third], f"… {len(stated) - 2 * third} lines …", *stated[-third:]]
    return [Line(f"  {elided(line, CHARACTERS)}", whole=True) for line in stated]


def by_the_verified_checker(found: Judgement) -> Report:
    """Return the verdict of the verified checker on a certificate.

    >>> found = Judgement("accepted", "level", b"exactdp certificate 1\\nstatement level\\n")
    >>> by_the_verified_checker(found).title, by_the_verified_checker(found).topics[0].parts[0].words
    ('accepted: level', '  statement level')
    """
    checker = {"verdict": found.verdict, "checker": "verified"}
    words = f": {found.reason}" if found.reason else ""
    if found.verdict != "accepted":
        who = " by the verified checker" if found.verdict == "not judged" else ""
        return Report("judgement", [], {**checker, "reason": found.reason}, f"{found.verdict}{who}{words}")
    statement = found.statement.decode()
    lines: list[Part] = [*_stated(statement), f"statement sha256: {found.digest}"]
    return Report("judgement", [Topic("", lines)], {**checker, "statement": statement}, f"accepted{words}")


def refusal(verdict: str, reason: str) -> Report:
    """Return why a certificate is rejected, malformed or not judged.

    >>> refusal("rejected", "alpha 2/3 is not the level").title
    'rejected: alpha 2/3 is not the level'
    """
    return Report("judgement", [], {"verdict": verdict, "reason": reason}, f"{verdict}: {reason}")


def judgements(lines: Sequence[str], files: Sequence[Mapping[str, object]]) -> Report:
    """Return the verdicts on several files: a line for each, and its values for JSON.

    >>> rejected = {"file": "a.cert", "verdict": "rejected", "reason": "alpha 2/3 is not the level"}
    >>> judgements(["a.cert: rejected: alpha 2/3 is not the level"], [rejected, {"verdict": "accepted"}]).title
    '1 of 2 certificates is accepted.'
    """
    accepted = sum(each["verdict"] == "accepted" for each in files)
    title = f"{accepted} of {len(files)} certificates {'is' if accepted == 1 else 'are'} accepted."
    return Report("judgements", [Topic("", [Line(each, whole=True) for each in lines])], {"files": files}, title)
