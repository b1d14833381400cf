"""Section 2.2 and its footnote: learning a complaint without re-identifying a record.

A table lists what the people seen on one day complained of, three kinds in all. Nobody's record can be told from the
others with the same complaint. Knowing that the neighbour was there leaves three complaints, and two that can be ruled
out the next day leave one.
"""

from fractions import Fraction
from itertools import permutations

from exactdp.claims import Claim, require
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.footnote-2",
    title="a complaint learned without re-identification",
    section="2.2",
    position=15,
    statement=(
        "Protection against re-identification does not protect against this: let a table have two records for each of "
        "three complaints, and let each way to assign them to the six people be equally likely. Who knows that a "
        "neighbour is among the six gives each record, and so each complaint, the same probability, 1/6 and 1/3. If "
        "two complaints are then ruled out the third is certain, though each of its two records still has probability "
        "1/2 only."
    ),
    latex=r"\Pr[\text{complaint}] = \tfrac13 \to 1, \qquad \Pr[\text{record}] = \tfrac16 \to \tfrac12",
    domain="the table of six records and three complaints",
    verdict="verified",
    scope="the example by enumeration of all 720 assignments; that privacy should promise more is an opinion",
    uses=("dwork2013.section-2-2.arbitrary-risks",),
)

COMPLAINTS = ("limb", "heart", "panic", "limb", "heart", "panic")


def posterior(excluded, table):
    """For person 0: probabilities of each record and of each complaint, given what is ruled out."""
    records = [order[0] for order in permutations(range(len(table))) if table[order[0]] not in excluded]
    by_record = {r: Fraction(records.count(r), len(records)) for r in set(records)}
    by_complaint = {}
    for r, p in by_record.items():
        by_complaint[table[r]] = by_complaint.get(table[r], Fraction(0)) + p
    return by_record, by_complaint


@claim.instances(
    "before: 1/6 for each record and 1/3 for each complaint; with limb and heart ruled out: 1/2 for each of two "
    "records, and 1 for panic",
    mutants={
        "one ruled out": {"excluded": ("limb",)},
        "a fourth complaint": {"table": ("limb", "heart", "panic", "limb", "heart", "burn")},
    },
)
def learned(excluded=("limb", "heart"), table=COMPLAINTS):
    records, complaints = posterior((), table)
    require(set(records.values()) == {Fraction(1, 6)}, f"the records have {records}")
    require(set(complaints.values()) == {Fraction(1, 3)}, f"the complaints have {complaints}")
    records, complaints = posterior(excluded, table)
    require(complaints == {"panic": Fraction(1)}, f"then the complaints have {complaints}")
    require(max(records.values()) == Fraction(1, 2), f"then the records have {records}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
