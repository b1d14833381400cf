# Add a claim about a note of one's own: it is proved for all n, and a false one is not.
set -euo pipefail

mkdir note
cat > note/sums.py <<'PYTHON'
"""My note, section 1: the sum of the first n odd numbers is n²."""

from exactdp.claims.language import *

claim = Claim(
    "note.sums",
    "sums of odd numbers",
    section="1",
    position=10,
    printed="1 + 3 + … + (2n+1) = n²",
    slip="statement",
)

i, n = indices("i n")

claim.printed_as("printed", n >= 1, Sum(i, 0, n, 2 * i + 1) == n * n, instead="sum")


@claim.clause("sum", n >= 0, Sum(i, 0, n, 2 * i + 1) == (n + 1) * (n + 1))
def squares(proof):
    return proof.qed(proof.telescope(i, 0, n, 2 * i + 1, ends=lambda k: k * k))
PYTHON

exactdp prove note/sums.py > said.txt
head -n 1 said.txt | grep -x "1 claim: 1 corrected; clauses: 1 proved"

# A sum that is wrong by one is refuted by an instance, and its proof is rejected.
sed -i.true 's|== (n + 1) \* (n + 1))$|== (n + 1) * (n + 1) + 1)|' note/sums.py
exactdp prove note/sums.py > said.txt && code=0 || code=$?
[ $code = 1 ]
grep "clauses: 1 FAILED" said.txt
