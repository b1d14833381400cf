"""Theorem 6.3, the two users: their priors over databases, the induced priors on results, and the loss.

Databases are the sets of their rows that are 1, in the order {}, {1}, {2}, {1,2}, {3}, {1,3}, {2,3}, {1,2,3}.
Exchanging rows 1 and 2 exchanges ε and 1/2-ε, the weights on {1,3} and {2,3}. The loss |i-r|^(1-δ) is 0, 1, u, w for
the distances 0 to 3: with 1-δ = j/k these have u^k = 2^j and w^k = 3^j.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.vocabulary.cube import first_user, second_user

claim = Claim(
    "ghosh2009.theorem-6.3.users",
    "the two users, on the databases {}, {1}, {2}, {1,2}, {3}, {1,3}, {2,3}, {1,2,3}",
    section="6.2",
    position=42,
)

i, j, k = indices("i j k")
e, u, w = numbers("ε u w")
quarter, half = Fraction(1, 4), Fraction(1, 2)


small = (0 <= e, e <= half)


for name, user in (("first", first_user), ("second", second_user)):
    p = user(e)
    claim.clause(f"{name}-prior", *small, prior(p, 7))(by_arithmetic)
    induced = (p[1] + p[2] + p[4] == half) & (p[3] + p[5] + p[6] == half)
    claim.clause(f"{name}-induces", induced)(by_arithmetic)

claim.clause("distinct", first_user(e)[5] == second_user(e)[5], e == quarter)(by_arithmetic)
claim.clause("exchanged", second_user(e)[i] == first_user(half - e)[i])(by_arithmetic)

power = (0 <= j, 1 <= k, 0 <= u, 0 <= w, u**k == as_number(2) ** j, w**k == as_number(3) ** j)


@claim.clause("loss-2", *power[:3], power[-2], 1 <= u)
def loss_2(proof):
    one = proof.use(lemmas.powers_rise(), α=1, β=2, k=j)
    ends = proof.use(lemmas.power_of_one(), k=j)
    case = proof.otherwise()
    return case.absurd(case.use(lemmas.power_below_one(), α=u), one, ends)


@claim.clause("loss-3", *power, u <= w, kept={"u^k = 2^j": "otherwise u is any number"})
def loss_3(proof):
    more = proof.use(lemmas.powers_rise(), α=2, β=3, k=j)
    case = proof.otherwise()
    return case.absurd(case.use(lemmas.powers_rise_strictly(), α=w, β=u), more)
