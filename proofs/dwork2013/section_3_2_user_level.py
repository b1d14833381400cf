"""Section 3.2 and footnote 7: privacy for all records of a user, and privacy for one record.

The database without a user who has c records is c records away. So a level α for one record gives the level αᶜ for a
user with at most c records. Geometric noise on a count of records attains αᶜ; without a bound on c no privacy is left.
A level for users is also a level for records, because a record belongs to one user. Databases are numbered: R and U say
which ones a record, or a user, tells apart, and p_u is the probability of an event on the u-th of them.
"""

from exactdp.claims.language import *

claim = Claim(
    "dwork2013.section-3-2.user-level",
    "user level and event level",
    section="3.2",
    position=10,
    kept={**KEPT, "β ≤ 1": "the paper's levels", "c ≤ n": "a row of G"},
)

j, c, n, s, u, v = indices("j c n s u v")
a, b = numbers("α β")
P, p = vectors("P p")
R, U = (variable(name, Function(2, "truth")) for name in ("R", "U"))
levels = (0 <= a, a <= 1)
chain = All(j, between(0, j, c - 1), both(a * P[j + 1] <= P[j], a * P[j] <= P[j + 1]))

claim.clause("a-user", *levels, 0 <= c, chain, both(a**c * P[c] <= P[0], a**c * P[0] <= P[c]))(
    lambda proof: proof.cite("lecture.section-3-1.group-privacy#group", k=c)
)
G = geometric_mechanism(n, b)
claim.clause("not-raised", 0 <= b, b <= 1, 1 <= n, between(0, c, n), a * G[0, 0] <= G[c, 0], a <= b**c)(
    lambda proof: proof.cite("lecture.section-3-1.group-privacy#attained", α=b, β=a, k=c)
)


def everywhere(formula):
    return Every((u, 0, s), (v, 0, s), formula)


private_along = explained(
    "{0} is within the factor {1} along {2} on {{0..{3}}}", (p, a, U, s), everywhere(U[u, v] >> (a * p[v] <= p[u]))
)
part_of = explained("{0} is part of {1} on {{0..{2}}}", (R, U, s), everywhere(R[u, v] >> U[u, v]))


@claim.clause("a-record", *levels, private_along(p, a, U, s), part_of(R, U, s), private_along(p, a, R, s))
def a_record(proof):
    inner = proof.inside()
    users, belong = (inner.parts(each)[-1](u)(v) for each in (private_along(p, a, U, s), part_of(R, U, s)))
    return inner.closed(inner.detach(users, inner.detach(belong))).theorem


claim.clause("records-of-a-user", Sum(j, 1, 91, Sum(u, 1, 24, 120)) == 262080)(by_evaluation)
