"""Small databases of every kind, random private mechanisms on them, and their worst losses."""

from collections import Counter
from fractions import Fraction

from hypothesis import strategies as st

from exactdp.model.databases import Databases, add_remove, replace_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, User
from tests.strategies import LEVELS, mechanisms

SMALL = [
    replace_one(n=0),
    replace_one(n=1),
    replace_one(n=2),
    replace_one(n=3),
    replace_one(n=2, counted=["0"]),
    replace_one(n=1, values=3),
    replace_one(n=2, values=3),
    replace_one(n=2, values=3, counted=["0", "2"]),
    add_remove(n=0),
    add_remove(n=1),
    add_remove(n=2),
    add_remove(n=3),
    add_remove(n=3, values=1),
    add_remove(n=2, values=3, counted=["0", "2"]),
    add_remove(n=2, values=["no", "yes"], counted=["no", "yes"]),
]
DATABASES = st.sampled_from(SMALL)


def name(databases: Databases) -> str:
    return f"{databases.relation} {databases.n} {','.join(databases.domain)} {','.join(databases.counted)}"


def distance(databases: Databases, d: int, e: int) -> int:
    """How many steps lead from one database to another, counted without the graph."""
    first, second = databases.members[d], databases.members[e]
    if databases.relation == "replace-one":
        return sum(a != b for a, b in zip(first, second, strict=True))
    return ((Counter(first) - Counter(second)) + (Counter(second) - Counter(first))).total()


@st.composite
def private_mechanisms(draw: st.DrawFn, databases: Databases) -> Mechanism:
    """Any mechanism on databases after noise that is private: seldom oblivious, of a level between 0 and 1."""
    given = draw(mechanisms(len(databases), draw(st.sampled_from([databases.n + 1, 2]))))
    alpha = draw(LEVELS)
    positions = range(len(databases))
    kernel = [[alpha ** distance(databases, d, e) for e in positions] for d in positions]
    return Mechanism([[entry / sum(row) for entry in row] for row in kernel]) @ given


def worst_loss(user: User, x: Mechanism, databases: Databases) -> Fraction:
    """The largest loss that a prior on databases gives whose results have the user's prior, or any of those known."""
    alone = [
        sum(p * user.loss(i, r) for r, p in enumerate(row)) for i, row in zip(databases.results, x.rows, strict=True)
    ]
    worst = [max(alone[d] for d in same) for same in databases.classes]
    if isinstance(user, BayesianUser):
        return sum((p * loss for p, loss in zip(user.prior, worst, strict=True)), Fraction(0))
    return max(worst[i] for i in user.side_information)
