"""The command `axioms`: the assumptions of the Coq library's theorems, over the rational and the real numbers."""

from collections.abc import Mapping

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import counted
from exactdp.certificates.coq_sources import REALS
from exactdp.claims.coq.axioms import Assumptions, assumptions
from exactdp.claims.coq.library import AXIOMS, compiled, transfer
from exactdp.claims.evidence import NotChecked
from exactdp.commands.options import NO, YES, Commands, Options, command
from exactdp.commands.printing import print_words, progress


def _axioms(options: Options) -> int:
    try:
        parts = {
            "Over the rational numbers": assumptions(compiled(progress())),
            "Over the real numbers": assumptions(compiled(progress(), REALS)),
            "From the rational numbers to the real ones": assumptions(transfer(progress())),
        }
    except NotChecked as error:
        raise InputError(str(error)) from None
    lines = []
    for title, found in parts.items():
        lines += [f"{title}:", *(f"  {each.of}: {_words(each)}" for each in found), ""]
    lines += ["What Coq's real numbers assume:", *_stated(AXIOMS)]
    wrong = {name: says for found in parts.values() for each in found for name, says in each.not_allowed.items()}
    if wrong:
        lines += ["", "Not allowed:", *_stated(wrong)]
    answer = (
        f"{counted(sum(map(len, parts.values())), 'theorem')}: none assumes more than the axioms of Coq's real numbers."
    )
    if wrong:
        answer = f"A theorem assumes more than the axioms of Coq's real numbers: {', '.join(wrong)}."
    print_words(answer if options.quiet else "\n".join([answer, "", *lines]))
    return NO if wrong else YES


def _words(found: Assumptions) -> str:
    names = [name.rpartition(".")[2] for name in found.axioms]
    return f"assumes {', '.join(names)}" if names else "nothing is assumed"


def _stated(axioms: Mapping[str, str]) -> list[str]:
    return [f"  {name} : {says}" for name, says in axioms.items()]


def add(commands: Commands) -> None:
    """Register the command."""
    command(
        commands,
        "axioms",
        _axioms,
        "print the assumptions of each theorem of the Coq library, as Coq reports them",
        "exactdp axioms",
    )
