"""Section 3.2 and footnote 7: privacy for all records of a user, and privacy for one record.

Someone with c records is c records away from having none: the inputs 0 to n are databases of which each has one record
more than the last. So a level α for one record is αᶜ for a user with at most c, which is attained by geometric noise on
a count of records; with no bound on c nothing is left. A level for users is one for each of their records.
"""

from exactdp.claims import Claim
from exactdp.claims.deriving import by_evaluation
from exactdp.claims.formulas import All, Sum, between, indices, matrix, numbers
from exactdp.claims.lemmas import entry_of_private, entry_of_private_upwards, power_falls
from exactdp.claims.vocabulary import geometric_mechanism, private, stochastic
from exactdp.commands.cli import main

claim = Claim("dwork2013.section-3-2.user-level", "user level and event level", section="3.2", position=10)

c, i, k, m, n, r = indices("c i k m n r")
a, b = numbers("α β")
x = matrix("x")
G = geometric_mechanism(n, a)


def near(level, steps):
    return (level * x[i + steps, r] <= x[i, r]) & (level * x[i, r] <= x[i + steps, r])


@claim.clause(
    "group",
    0 <= a,
    a <= 1,
    private(x, a, n, m),
    0 <= i,
    between(0, k, c),
    i + k <= n,
    between(0, r, m),
    near(a**c, k),
)
def group(proof):
    entries = proof.parts(private(x, a, n, m))[-3]
    up, down = (proof.detach(proof.use(lemma())) for lemma in (entry_of_private, entry_of_private_upwards))
    return proof.qed(up, down, proof.use(power_falls(), i=k, k=c), entries(i, r), entries(i + k, r))


@claim.clause("not-more", 1 <= n, 0 <= a, between(0, c, n), b * G[0, 0] <= G[c, 0], b <= a**c)
def not_more(proof):
    scaled = proof.have(b / (1 + a) <= a**c / (1 + a))
    return proof.qed(scaled)


of_users = All(k, between(1, k, c), All(i, between(0, i, n - k), All(r, between(0, r, m), near(a, k))))


@claim.clause("one-record", 1 <= c, stochastic(x, n, m), of_users, private(x, a, n, m))
def one_record(proof):
    inner = proof.assuming(between(0, i, n - 1), between(0, r, m))
    both = inner.know(of_users)(1, i, r)
    return proof.qed(proof.all(proof.all(both, r, between(0, r, m)), i, between(0, i, n - 1)))


claim.clause("records", Sum(i, 1, 91, Sum(k, 1, 24, 120)) == 262080)(by_evaluation)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
