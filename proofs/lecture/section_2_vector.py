"""Section 2: the entries of the vector of private bits. The print has an "i" instead of 1."""

from exactdp.claims.language import *

claim = Claim(
    "lecture.section-2.vector",
    "the vector of private bits",
    section="2",
    position=10,
    printed="the vector contains a i in the i-th location if person i has the disease",
    slip="scan",
    kept={"0 ≤ n": "a number of people"},
)

i, n = indices("i n")
S, ill = variable("S", SET), variable("ill", SET)


def answer(entry):
    """Return d·S, for a vector d that has this entry for each person who is ill, and 0 for the others."""
    return Sum(i, 1, n, function(i, If(ill[i], as_number(entry), 0))[i] * If(S[i], as_number(1), 0))


people = Sum(i, 1, n, If(S[i] & ill[i], as_number(1), 0))

claim.printed_as("number-of-people", 0 <= n, answer(i) == people)


@claim.clause("number-of-people", 0 <= n, answer(1) == people)
def number_of_people(proof):
    here = If(ill[i], as_number(1), 0) * If(S[i], as_number(1), 0)
    return proof.qed(proof.termwise(i, 1, n, here == If(S[i] & ill[i], as_number(1), 0)))
