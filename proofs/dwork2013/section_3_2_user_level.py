"""Section 3.2 and footnote 7: privacy for all records of a user, and privacy for one record.

Someone with c records is c records away from having none. So a level α for one record is αᶜ for a user with at most c,
which is attained by geometric noise on a count of records; with no bound on c nothing is left. A level for users is one
for records, since a record belongs to one user.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.neighbours import edges, path
from exactdp.privacy.level import level

claim = Claim(
    id="dwork2013.section-3-2.user-level",
    title="user level and event level",
    section="3.2",
    position=10,
    statement=(
        "A mechanism that is α-private for one record more or less is αᶜ-private for all records of a user who has at "
        "most c, and αᶜ cannot be raised. Conversely a mechanism that is α-private for users is α-private for each of "
        "their records. So with at most 120 calls an hour for 91 days of 24 hours, an α for users takes α^(1/262080) "
        "for a record where every record counts."
    ),
    latex=r"P_D(r) \ge \alpha P_{D'}(r) \text{ for one record} \ \Longrightarrow\ P_D(r) \ge \alpha^c P_{D'}(r) "
    r"\text{ for } c \text{ records}",
    domain="all c ≥ 0, 0 ≤ α ≤ 1, all mechanisms on sets of records",
    verdict="proved",
    scope="all c, α and mechanisms; that it cannot be raised, by the geometric mechanism",
)


@claim.proof(
    "one record after the other: from x ≥ αᶜ·y and y ≥ α·z, x - αᶜ⁺¹·z = (x - αᶜ·y) + αᶜ·(y - α·z), beginning with α⁰ "
    "= 1",
    mutants={"αᶜ for c+1 records": {"more": 0}},
)
def steps(more=1):
    given = Assumed(
        "a x y z g",
        lambda a, x, y, z, g: {},
        lambda a, x, y, z, g: {"g": g, "x-gy": x - g * y, "y-αz": y - a * z},
        witness=[Fraction(1, 2)] + [Fraction(1, 4)] * 4,
    )
    # g stands for αᶜ, and g·α is αᶜ⁺¹.
    signs(
        given,
        lambda known, a, x, y, z, g: [(x - g * a**more * z, known["x-gy"] + known["g"] * known["y-αz"])],
        strict=False,
    )
    identity("a", lambda a, c: [(a ** (c + 1), a**c * a), (a ** (0 * c), number(1))], Domain("c", lambda c: [c]))


@claim.instances(
    "the number of records with geometric noise, at most 6 records: exact level α for one record, and αᶜ for a user "
    "who has any number up to c = 1, 2, 3, 6",
    mutants={"α for a user": {"power": 0}, "α^(c-1)": {"less": 1}},
)
def attained(power=1, less=0):
    for alpha in map(Fraction, ("1/5", "1/2", "9/10")):
        mechanism = geometric(n=6, alpha=alpha)
        require(level(mechanism, path(inputs=range(7))).alpha == alpha, "another level for one record")
        for c in (1, 2, 3, 6):
            users = edges([(i, k) for i in range(7) for k in range(i + 1, 7) if k - i <= c], inputs=range(7))
            require(level(mechanism, users).alpha == alpha ** (c**power - less), f"another level for c = {c}")


@claim.instances(
    "a record is part of a user's records: every pair of databases that differ in a record differs in a user, so the "
    "level for users is at most that for records; for each pair of numbers up to 6",
    mutants={"pairs that differ in two records or more": {"least": 2}},
)
def one_record_of_a_user(least=1):
    users = {(i, k) for i in range(7) for k in range(i + least, 7)}
    require(set(path(inputs=range(7)).pairs) <= users, "two databases differ in a record and in no user's records")


@claim.instances(
    "120 calls an hour, 24 hours, 91 days: 262,080 records",
    mutants={"one hour of the day": {"hours": 1}},
)
def records(hours=24):
    require(sum(120 for _ in range(hours) for _ in range(91)) == 262_080, "another number of records")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
