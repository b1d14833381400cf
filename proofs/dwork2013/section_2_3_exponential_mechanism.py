"""Section 2.3: the exponential mechanism, with and without a factor of 1/2.

The probability of o on D is w_o/W with w_o = β^(-q(o,D)/Δ), W = Σ w_o. One row changes each w_o by a factor between β
and 1/β, and so W too. So the level is at least β², and at least β where q never falls, or never rises, with a row
added.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.databases import add_remove
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import complete
from exactdp.privacy.level import level

claim = Claim(
    id="dwork2013.section-2-3.exponential-mechanism",
    title="the exponential mechanism, with and without 1/2",
    section="2.3",
    position=70,
    statement=(
        "Probabilities proportional to e^(c·q/Δ), Δ the sensitivity of the quality q, are (2c, 0)-differentially "
        "private, and 2c cannot be lowered in general: two outputs with the qualities 0, K on D and 1, K-1 on D', Δ = "
        "1, have the level β²·(1+β^(K-2))/(1+β^K), β = e^-c, which goes to β² and never is it. So the exponent for ε "
        "is ε·q/(2Δ). Where q never falls when a row is added, or never rises, as for counts and one row more or less, "
        "ε·q/Δ is enough. With q/Δ alone, as described, the loss is up to 2."
    ),
    latex=(
        r"\Pr[o] = \frac{e^{c\,q(o,D)/\Delta}}{\sum_{o'} e^{c\,q(o',D)/\Delta}}, \qquad c = \frac{\varepsilon}{2} "
        r"\text{ in general}, \quad c = \varepsilon \text{ for monotone } q"
    ),
    domain="c > 0, finitely many outputs, all quality functions with 0 < Δ < ∞, K ≥ 2",
    verdict="proved",
    scope="all qualities and outputs by induction; the example for all K and β",
    uses=("dwork2013.definition-1",),
)

HALF = Fraction(1, 2)


@claim.proof(
    "the sum: V - βW grows by v - βw ≥ 0 with each output; then w/W and v/V: v·W - β²·w·V = (v-βw)·W + βw·(W-βV) ≥ 0",
    mutants={"the level β": {"power": 1}},
)
def in_general(power=2):
    def step(b, k):
        V, W, v, w = (entry(name, k) for name in ("V", "W", "v", "w"))
        yield (V + v) - b * (W + w), (V - b * W) + (v - b * w)

    identity("b", step, Domain("k", lambda k: [k]))
    given = Assumed(
        "b v w V W",
        lambda b, *rest: {"β": b, "w": rest[1], "W": rest[3]},
        lambda b, *rest: {"v-βw": rest[0] - b * rest[1], "W-βV": rest[3] - b * rest[2]},
        witness=[HALF, 1, 1, 1, 1],
    )

    def ratio(known, b, *rest):
        v, w, V, W = rest
        yield v * W - b**power * w * V, known["v-βw"] * known["W"] + known["β"] * known["w"] * known["W-βV"]

    signs(given, ratio, strict=False)


@claim.proof(
    "monotone: with a row added w ≤ v ≤ w/β and W ≤ V ≤ W/β, so that v·W - β·w·V = (v-w)·W + w·(W-βV) and w·V - β·v·W "
    "= w·(V-W) + (w-βv)·W, both ≥ 0",
    mutants={"the level 1": {"power": 0}, "the level √β": {"square": 2}},
)
def monotone(power=1, square=1):
    given = Assumed(
        "b v w V W",
        lambda b, *rest: {"w": rest[1], "W": rest[3]},
        lambda b, *rest: {
            "v-w": rest[0] - rest[1],
            "V-W": rest[2] - rest[3],
            "w-βv": rest[1] - b**square * rest[0],
            "W-βV": rest[3] - b**square * rest[2],
        },
        witness=[HALF, 1, 1, 1, 1],
    )

    def ratios(known, b, *rest):
        v, w, V, W = rest
        yield v * W - b**power * w * V, known["v-w"] * known["W"] + known["w"] * known["W-βV"]
        yield w * V - b**power * v * W, known["w"] * known["V-W"] + known["w-βv"] * known["W"]

    signs(given, ratios, strict=False)


@claim.proof(
    "the example, with B = β^K in all weights: on D 1 and β^-K, on D' β^-1 and β^(1-K); the probabilities of the "
    "first are β^K/(1+β^K) and β^(K-2)/(1+β^(K-2)), and β²(1+β^(K-2))/(1+β^K) - β² = β^K·(1-β²)/(1+β^K) > 0",
    mutants={"qualities 0, K and 1, K": {"less": 0}},
)
def not_lower(less=1):
    # Times β^K the weights are β^K, 1 on D and β^(K-1), β^less on D'.
    def pairs(b, k):
        there = b ** (k - 1) + b**less
        # P'·(1+β^(K-2)) = β^(K-2), with P' = β^(K-1)/there.
        yield b ** (k - 1) * (1 + b ** (k - 2)), b ** (k - 2) * there

    identity("b", pairs, Domain("k", lambda k: [k - 2]))
    # The level P/P' times (1+β^K), with P = β^K/(1+β^K): β^K·(1+β^(K-2)) = β²·(1+β^(K-2))·β^(K-2).
    identity(
        "b",
        lambda b, k: [(b**k * (1 + b ** (k - 2)), b**2 * (1 + b ** (k - 2)) * b ** (k - 2))],
        Domain("k", lambda k: [k - 2]),
    )
    given = Assumed("b", lambda b: {"β": b, "1-β²": 1 - b**2}, witness=[HALF])
    signs(
        given,
        lambda known, b, k: [(b**2 * (1 + b ** (k - 2)) - b**2 * (1 + b**k), known["β"] ** k * known["1-β²"])],
        Domain("k", lambda k: [k - 2]),
    )


def mechanism(qualities, beta):
    """The exponential mechanism with Δ = 1 and integer qualities."""
    rows = []
    for row in qualities:
        weights = [Fraction(1) / beta**q for q in row]
        rows.append([w / sum(weights) for w in weights])
    return Mechanism(rows)


@claim.instances(
    "the example for K = 2 … 20 at β = 1/3, 9/10: the exact level is β²(1+β^(K-2))/(1+β^K), below β and above β²; the "
    "counts of 3 values on databases of up to 3 rows as qualities have a level of at least β, and those less twice "
    "the count of the first value, Δ = 2, one between β⁴ and β²",
    mutants={"counts that also fall claimed at β²": {"falling": 2}, "the level β in the example": {"claimed": 1}},
)
def exact_levels(falling=4, claimed=2):
    for beta in (Fraction(1, 3), Fraction(9, 10)):
        for K in range(2, 21):
            found = level(mechanism([(0, K), (1, K - 1)], beta), complete(inputs=range(2))).alpha
            require(found == beta**claimed * (1 + beta ** (K - 2)) / (1 + beta**K), f"K = {K}: the level is {found}")
            require(beta**2 < found < beta, f"K = {K}: the level {found} is not between")
        databases = add_remove(n=3, values=3)
        counts = [tuple(member.count(v) for v in databases.domain) for member in databases.members]
        found = level(mechanism(counts, beta), databases.neighbours).alpha
        require(beta <= found, f"the level for counts is {found}")
        mixed = [(-2 * c[0], c[1] + c[0], c[2]) for c in counts]
        found = level(mechanism(mixed, beta), databases.neighbours).alpha
        require(beta**falling <= found < beta ** (falling // 2), f"the level for mixed qualities is {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
