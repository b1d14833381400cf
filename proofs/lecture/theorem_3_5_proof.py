"""The proof of Theorem 3.5: the indices of inputs and outputs.

With k inputs x_0, …, x_(k-1) there are k outputs y_1, …, y_k, and the one for x_i is y_(i+1), given y_1, …, y_i. As
printed there are k-1 outputs, y_1 is the output for both x_0 and x_1, and the products are no probabilities of outputs.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Claim, identity, require
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import level

claim = Claim(
    id="lecture.theorem-3.5.proof",
    title="the proof of adaptive composition",
    section="3.1",
    position=40,
    statement=(
        "For outputs y = (y_1, …, y_k) and inputs x_0, …, x_(k-1), each chosen by the earlier outputs: Pr[M(x) = y] = "
        "Π_{i=0..k-1} Pr[M(x_i) = y_(i+1) | y_1, …, y_i], which sums to 1 over y, and the ratio of two such products, "
        "for adjacent inputs, has k factors of at most e^ε each: at most e^(kε). There is one inequality. For levels "
        "of their own, e^(ε_1+…+ε_k)."
    ),
    latex=r"\frac{\Pr[M(\boldsymbol x) = \boldsymbol y]}{\Pr[M(\boldsymbol x') = \boldsymbol y]} = \prod_{i=0}^{k-1} "
    r"\frac{\Pr[M(x_i) = y_{i+1} \mid y_1, \dots, y_i]}{\Pr[M(x'_i) = y_{i+1} \mid y_1, \dots, y_i]}",
    domain="k ≥ 1; the printed product is wrong for every k ≥ 2",
    verdict="corrected",
    scope="the example exactly; that the products sum to 1 for all k and mechanisms",
    printed="k outputs y = (y_1, …, y_{k-1}); factors Pr[M(x_0) = y_1] and Pr[M(x_i) = y_i | y_1, …, y_{i-1}], i ≥ 1",
    slip="proof",
    uses=("lecture.theorem-3.5",),
)

RESPONSE = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])


def product_of(outputs, inputs, at):
    """The product of the probabilities of the outputs at(i) on the inputs i."""
    total = Fraction(1)
    for i, x in enumerate(inputs):
        total *= RESPONSE[x, outputs[at(i)]]
    return total


@claim.counterexample(
    "k = 2, randomised response with 3/4 on the inputs 0 and 0: the printed products over y_1 sum to 9/16 + 1/16 = "
    "5/8, and not to 1",
    mutants={"the second output for the second input": {"shift": 0, "count": 2}},
)
def not_probabilities(shift=1, count=1):
    found = sum(product_of(outputs, (0, 0), lambda i: max(i - shift, 0)) for outputs in product(range(2), repeat=count))
    require(found == Fraction(5, 8), f"the products sum to {found}")


@claim.counterexample(
    "k = 3: by the printed indices the factors for x_0 and x_1 are about y_1, that for x_2 about y_2, none about a "
    "y_3; two different sequences of three outputs have one product",
    mutants={"y_(i+1) for x_i": {"shift": 0}},
)
def third_output(shift=1):
    at = lambda i: max(i - shift, 0)  # noqa: E731
    first, second = (product_of(outputs, (0, 0, 0), at) for outputs in ((0, 1, 0), (0, 1, 1)))
    require(first == second, f"{first} and {second}")


@claim.proof(
    "the corrected products sum to 1: over three responses to the last stage, with conditional probabilities c, d and "
    "1-c-d, they sum to the product P of the earlier stages, whatever these responses are",
    mutants={"a factor of the stage before twice": {"power": 2}, "c + d = 1": {"third": 0}},
)
def sums(power=1, third=1):
    identity("P c d", lambda P, c, d: [(P * c + P * d + third * P**power * (1 - c - d), P)])


@claim.instances(
    "k ≤ 4, inputs of the next stage chosen by the outputs so far: the corrected products sum to 1, and of two "
    "sequences of adjacent inputs they compare by 3^k and by nothing less",
    mutants={"3^(k-1)": {"less": 1}},
)
def corrected(less=0):
    for k in range(1, 5):
        rows = []
        for bit in range(2):
            row = []
            for outputs in product(range(2), repeat=k):
                # The query of stage i is the data's bit, or the other one, by the outputs so far.
                inputs = [(bit + sum(outputs[:i])) % 2 for i in range(k)]
                row.append(product_of(outputs, inputs, lambda i: i))
            require(sum(row) == 1, f"k = {k}: the products sum to {sum(row)}")
            rows.append(row)
        found = level(Mechanism(rows)).alpha
        require(found == Fraction(1, 3 ** (k - less)), f"k = {k}: the level is {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
