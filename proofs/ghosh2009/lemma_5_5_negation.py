"""Lemma 5.5, how its proof begins: what it is that a row lacks the pattern.

Words of any length, read by two machines with three states each. One follows the pattern, ↓s, at most one S, then ↑s:
it is in the ↓s, or after them, or has failed. The other looks for two letters, the first not ↓ and the second not ↑: it
has seen ↓ alone, or a first letter, or both. They move alike on every letter from every state, and so agree on every
word. In the state after a first letter the last one read is never ↓, so the pair that is found stands side by side.
"""

from itertools import combinations, product

from exactdp.claims import Claim, require
from exactdp.claims.words import has_pattern
from exactdp.commands.cli import main
from exactdp.polytope.constraints import ConstraintMatrix, patterns

claim = Claim(
    id="ghosh2009.lemma-5.5.negation",
    title="when a row lacks the pattern of Lemma 5.5",
    section="5",
    position=71,
    statement=(
        "A row of ↓, S and ↑ is not of the form ↓…↓, at most one S, ↑…↑, where each of the three may be missing, just "
        "where there are columns l < m with C(i,l) ≠ ↓ and C(i,m) ≠ ↑; then there are two such next to each other as "
        "well, but for Z-columns. Equivalently, if column j is the first that is "
        "not ↓, all columns after j are ↑. There may be no ↓, or no ↑, but, by Lemma 5.4, not a row of one arrow alone."
    ),
    latex=r"\neg\,(\downarrow^* S^{0,1} \uparrow^*) \iff \exists\, l < m:\ C(i,l) \ne \downarrow,\ C(i,m) \ne \uparrow",
    domain="all rows of ↓, S and ↑, read by machines of three states",
    verdict="proved",
    scope="all lengths, by the states that a row leaves two machines in",
    finite=True,
    uses=("ghosh2009.lemma-5.4", "ghosh2009.lemma-5.5"),
)

LETTERS = "↓S↑"
FAILED = 2


def follows(state, letter, *, several=False):
    """The pattern: 0 in the ↓s, 1 after them, where only ↑ may follow."""
    if state == 0:
        return 0 if letter == "↓" else 1
    if state == 1 and (letter == "↑" or (several and letter == "S")):
        return 1
    return FAILED


def looks(state, letter, *, first="↓", second="↑"):
    """The pair: 0 where no first letter was seen, 1 where one was, 2 where a second one came after it."""
    if state == 2 or (state == 1 and letter not in second):
        return 2
    return 1 if state == 1 or letter not in first else 0


@claim.proof(
    "from each of the three states both machines go to the same state by each of the three letters, and both begin in "
    "state 0: nine moves",
    mutants={
        "several S": {"several": True},
        "the first may not be S": {"first": "↓S"},
        "the second may not be S": {"second": "↑S"},
    },
)
def same_moves(several=False, first="↓", second="↑"):
    for state, letter in product(range(3), LETTERS):
        found = follows(state, letter, several=several), looks(state, letter, first=first, second=second)
        require(found[0] == found[1], f"from state {state} by {letter}: {found}")


def run(machine, word):
    """The state after a word."""
    state = 0
    for letter in word:
        state = machine(state, letter)
    return state


@claim.proof(
    "the machines are what they are said to be: on all 3,279 words of one to seven letters, the first fails where the "
    "word is not ↓…↓, S or none, ↑…↑, and the second where there is such a pair, and one next to each other. More "
    "letters than states are not needed, as a word that repeats a state may leave out what is between; the library's "
    "test of Lemma 5.5 agrees",
    mutants={"two S": {"most": 2}, "pairs two columns apart only": {"apart": 2}, "up to the second letter": {"to": 2}},
    longest=9,
)
def as_said(most=1, apart=None, to=None, longest=7):
    for length in range(1, longest + 1):
        for letters in product(LETTERS, repeat=length):
            word = "".join(letters)
            pattern = has_pattern(word, most)
            pairs = [at for at in combinations(range(length), 2) if apart is None or at[1] - at[0] == apart]
            broken = any(word[k] != "↓" and word[m] != "↑" for k, m in pairs if to is None or m < to)
            require((run(follows, word) == FAILED) != pattern, f"the first machine on {word}")
            require((run(looks, word) == FAILED) == broken, f"the second machine on {word}")
            beside = any(word[k] != "↓" and word[k + 1] != "↑" for k in range(length - 1))
            require(broken == beside, f"no such columns next to each other in {word}")
            if length < 5:
                rows = ConstraintMatrix((tuple(word),), ("0", "1"), tuple(map(str, range(length))))
                [found] = [each for each in patterns(rows) if each.lemma == "5.5"]
                require(bool(found) == pattern, f"the library on {word}")


@claim.proof(
    "the first that is not ↓: with it in column j, the pattern says that all columns after j are ↑; all words of at "
    "most seven letters, and rows without ↓, without S and without ↑ have the pattern",
    mutants={"from j on": {"after": 0}, "at least one ↓": {"needed": "↓"}, "an S in every row": {"needed": "S"}},
)
def first_not_down(after=1, needed=""):
    for length in range(1, 8):
        for letters in product(LETTERS, repeat=length):
            word = "".join(letters)
            j = next((k for k, letter in enumerate(word) if letter != "↓"), length)
            ups = set(word[j + after :]) <= {"↑"} and set(needed) <= set(word)
            require(ups == (run(follows, word) != FAILED), f"{word}, j = {j}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
