"""Section 2.4: k-fold composition with a loss of about √k·ε.

Of all (ε, δ')-differentially private pairs the one that gives a name away with probability δ' and is randomised
response otherwise is the worst (Kairouz, Oh & Viswanath 2015). Its k-fold curve is exact: with α = e^-ε rational, δ(t)
= 1 - (1-δ')^k·(1 - D(t)), D(t) = Σ_j C(k,j)·max(0, α^j - t·α^(k-j))/(1+α)^k. Only t = e^ε' is enclosed by balls.
"""

from fractions import Fraction
from math import comb

from flint import arb, ctx

from exactdp.arithmetic.exact import to_arb
from exactdp.claims import Assumed, Claim, identity, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.section-2-4.advanced-composition",
    title="advanced composition",
    section="2.4",
    position=50,
    statement=(
        "The k-fold composition of (ε, δ')-differentially private mechanisms is (ε*, k·δ' + δ)-differentially private "
        "for ε* = √(2k·ln(1/δ))·ε + kε(e^ε-1), 0 < δ < 1. The second term may be kε·tanh(ε/2) < kε²/2. On the "
        "instances below the exact least δ of the worst k-fold composition is at most kδ' + δ for both, and with half "
        "of the first term it is not. The proof for all parameters rests on Hoeffding's lemma: a number of mean 0 in "
        "an interval of length 2ε has E e^(sX) ≤ e^(s²ε²/2)."
    ),
    latex=(
        r"\varepsilon^* = \sqrt{2k\ln(1/\delta)}\,\varepsilon + k\varepsilon(e^\varepsilon - 1), \qquad "
        r"\Pr\Bigl[\sum_i L_i > \varepsilon^*\Bigr] \le \delta"
    ),
    domain="k ≥ 1, ε > 0, 0 ≤ δ' < 1, 0 < δ < 1",
    verdict="verified",
    scope=(
        "k = 1, 2, 10, 100, five levels, three δ and two δ' against the exact worst case; the steps of the proof for "
        "all parameters, given Hoeffding's lemma and that the worst case is the worst"
    ),
)


def worst_curve(k, alpha, broken, t):
    """The least δ of the worst k-fold composition at t = e^ε', as a ball."""
    excess = arb(0)
    for j in range(k + 1):
        # j of the k responses are the less likely ones.
        term = to_arb(alpha**j) - t * to_arb(alpha ** (k - j))
        if not term <= 0:
            excess += comb(k, j) * term
    kept = to_arb((1 - broken) ** k)
    return 1 - kept * (1 - excess / to_arb((1 + alpha) ** k))


def total(k, epsilon, delta, first, second):
    """ε*, with factors for its terms."""
    root = (2 * k * (1 / to_arb(delta)).log()).sqrt() * epsilon
    return first * root + second(k, epsilon)


def printed_term(k, epsilon):
    return k * epsilon * epsilon.expm1()


def smaller_term(k, epsilon):
    return k * epsilon * (epsilon / 2).tanh()


@claim.instances(
    "the exact worst case at k ≤ 100, α = 1/3, 1/2, 9/10, 99/100, 999/1000, δ = 1/2, 10^-3, 10^-9, δ' = 0, 10^-6: its "
    "least δ at ε* is at most kδ' + δ, with the printed second term and with kε·tanh(ε/2)",
    mutants={
        "half of the first term": {"first": Fraction(1, 2)},
        "δ without kδ'": {"share": 0},
        "the opposite sign of the mean": {"terms": (lambda k, epsilon: -smaller_term(k, epsilon),)},
    },
)
def worst(first=Fraction(1), share=1, terms=(printed_term, smaller_term), sizes=(1, 2, 10, 100)):
    with ctx.workprec(200):
        for k in sizes:
            for alpha in map(Fraction, ("1/3", "1/2", "9/10", "99/100", "999/1000")):
                for delta in map(Fraction, ("1/2", "1/1000", "1/1000000000")):
                    for broken in (Fraction(0), Fraction(1, 10**6)):
                        for term in terms:
                            epsilon = -to_arb(alpha).log()
                            t = total(k, epsilon, delta, to_arb(first), term).exp()
                            found = worst_curve(k, alpha, broken, t)
                            require(found <= to_arb(share * k * broken + delta), f"δ = {found} at k = {k}, α = {alpha}")


@claim.proof(
    "Chernoff's bound: with Σ(L_i - EL_i) of E e^(s·) ≤ e^(ks²ε²/2), s = b/(kε²) for b = √(2k·ln(1/δ))·ε gives the "
    "exponent ks²ε²/2 - s·b = -b²/(2kε²) = -ln(1/δ)",
    mutants={"range ε in place of 2ε": {"half": Fraction(1, 8)}, "s = 2b/(kε²)": {"scale": 2}},
)
def chernoff(half=Fraction(1, 2), scale=1):
    # With b = r·ε and r² = 2k·ln(1/δ): sε is scale·r/k, and k times the exponent should be -r²/2 = -k·ln(1/δ).
    def exponent(r):
        yield 2 * (half * (scale * r) ** 2 - scale * r * r), -(r**2)

    identity("r", exponent)


@claim.proof(
    "the δ': 1 - (1-δ')^k·(1-δ) ≤ kδ' + δ, by induction: 1 - (1-δ')(1-d) = d + δ'·(1-d) ≤ d + δ' for d = 1 - "
    "(1-δ')^k·(1-δ) in [0, 1]",
    mutants={"(1-δ')^k·δ": {"sign": 1}},
)
def broken_ones(sign=-1):
    given = Assumed("x d", lambda x, d: {}, lambda x, d: {"δ'": x, "d": d}, witness=[Fraction(1, 2)] * 2)
    signs(given, lambda known, x, d: [(d + x - (1 - (1 - x) * (1 + sign * d)), known["δ'"] * known["d"])], strict=False)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
