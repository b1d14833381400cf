"""The proof of Lemma 3.3: ratios of probabilities, and where their parts come from.

An output of M is y = (y_1, …, y_k), so it is each y_j that is in 𝒴, and y in 𝒴^k. The ratio of Pr[M_j(x) = y_j] to
Pr[M_j(x') = y_j] does not exist where both are 0, as for an output that M_j never gives; written as products, the
inequalities hold there too. And from single outputs to events takes a sum over the outputs in the event.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, record, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import private

claim = Claim(
    id="lecture.lemma-3.3.proof",
    title="the proof of basic composition",
    section="3",
    position=70,
    statement=(
        "For neighbours x, x' and y = (y_1, …, y_k) ∈ 𝒴^k: α_j·Pr[M_j(x') = y_j] ≤ Pr[M_j(x) = y_j] and Pr[M_j(x) = "
        "y_j]·α_j ≤ Pr[M_j(x') = y_j] for each j, so that the products over j compare by α_1⋯α_k, and so do sums over "
        "the y in an event. The ratios of the printed proof exist where no Pr[M_j(x') = y_j] is 0; for α_j > 0 the two "
        "probabilities of a y_j are both 0 or neither is."
    ),
    latex=r"\alpha_j \Pr[M_j(x') = y_j] \le \Pr[M_j(x) = y_j], \quad \alpha_j \Pr[M_j(x) = y_j] \le \Pr[M_j(x') = y_j]",
    domain="k ≥ 1, 0 ≤ α_j ≤ 1, discrete responses",
    verdict="corrected",
    scope="the example exactly; the inequalities for all k, levels and mechanisms",
    printed="an output y_j ∈ 𝒴^k for each j, and the ratio of the two probabilities of y_j for every output y_j",
    slip="proof",
    uses=("lecture.lemma-3.3",),
)


def ratio(first, second):
    """A quotient, or None where there is none."""
    return None if second == 0 else first / second


@claim.counterexample(
    "a private mechanism that never gives one of its responses: the ratio for this response is 0/0, for every level",
    mutants={"a response that is given sometimes": {"rows": [["3/4", "1/8", "1/8"], ["1/2", "1/4", "1/4"]]}},
)
def never_given(rows=(("3/4", "1/4", 0), ("1/2", "1/2", 0))):
    mechanism = Mechanism(rows)
    require(bool(private(mechanism, "1/2")), "it is not 1/2-private")
    found = [ratio(x, y) for x, y in zip(*mechanism.rows, strict=True)]
    require(None in found, f"all ratios exist: {found}")


@claim.counterexample(
    "y_j is no element of 𝒴^k: for k = 2 and two responses, 𝒴 and 𝒴² have no element in common and other sizes",
    mutants={"k = 1": {"k": 1}},
)
def spaces(k=2):
    responses = [(r,) for r in range(2)]
    joint = list(product(range(2), repeat=k))
    require(not set(responses) & set(joint), "a response is a joint one")


@claim.proof(
    "both probabilities of a response are 0 or neither is, for α > 0: y ≥ α·x > 0 where x > 0",
    mutants={"α ≥ 0 alone": {"positive": False}},
)
def zero_together(positive=True):
    assumed = Assumed(
        "a x y",
        lambda a, x, y: {"x": x} | ({"α": a} if positive else {}),
        lambda a, x, y: {"y-αx": y - a * x} | ({} if positive else {"α": a}),
        witness=[Fraction(1, 2), Fraction(1), Fraction(1)],
    )
    signs(assumed, lambda given, a, x, y: [(y, given["y-αx"] + given["α"] * given["x"])])


@claim.proof(
    "with products instead of ratios, in both directions, and for sums over outputs: one more factor, and one more "
    "output of an event",
    mutants={"the product of x and y": {"crossed": True}},
)
def products(crossed=False):
    factors = Assumed(
        "P Q p q A a",
        lambda *_: {},
        lambda P, Q, p, q, A, a: {"P-AQ": P - A * Q, "p-αq": p - a * q, "Q": Q, "p": p, "A": A},
        witness=[Fraction(1, 2)] * 6,
    )

    def factor(given, P, Q, p, *rest):
        q, A, a = rest
        other = p if crossed else q
        yield P * p - A * a * Q * other, given["P-AQ"] * given["p"] + given["A"] * given["Q"] * given["p-αq"]

    signs(factors, factor, strict=False)
    sums = Assumed(
        "P Q p q A",
        lambda *_: {},
        lambda P, Q, p, q, A: {"P-AQ": P - A * Q, "p-Aq": p - A * q},
        witness=[Fraction(1, 2)] * 5,
    )

    def outputs(given, P, Q, p, *rest):
        q, A = rest
        yield (P + p) - A * (Q + q), given["P-AQ"] + given["p-Aq"]

    signs(sums, outputs, strict=False)


@claim.instances(
    "two runs of the mechanism of the example: all 2^9 events compare by 1/4 in both directions, those with outputs of "
    "probability 0 as well",
    mutants={"1/3": {"bound": Fraction(1, 3)}},
)
def events(bound=Fraction(1, 4)):
    rows = Mechanism([["2/3", "1/3", 0], ["1/3", "2/3", 0]]).rows
    joint = [[x * y for x in row for y in row] for row in rows]
    for inside in product((0, 1), repeat=9):
        first, second = (sum(p for p, s in zip(row, inside, strict=True) if s) for row in joint)
        if min(first - bound * second, second - bound * first) < 0:
            require(False, f"the event {inside}: {first} and {second}")
    record(instances=512)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
