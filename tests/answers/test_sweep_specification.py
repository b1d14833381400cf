"""Specifications: every combination, exactly as written; an error names the place of an invalid value."""

import pickle
import tracemalloc
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import BayesianUser, InputError, MinimaxConsumer, complete, level_of_epsilon, path, uniform
from exactdp.answers import sweep_specification
from exactdp.answers.sweep_specification import AtExponential, Deployed, parse, read_specification
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.arithmetic.spelling import text
from exactdp.model.losses import absolute, power_loss, squared, table
from exactdp.optimum.problem import Problem, responses_only, symmetric
from tests.strategies import fractions_within

MINIMAL = {"n": "3", "alpha": '"1/2"', "loss": '"abs"'}


def questions(written: str, folder: Path = Path()) -> list[object]:
    return [each.question for each in parse(written, folder=folder).instances]


def changed(**keys: str | None) -> str:
    """Return the minimal specification with other values, None for a key that is left out."""
    lines = MINIMAL | {key.replace("_", "-"): value for key, value in keys.items()}
    return "\n".join(f"{key} = {value}" for key, value in lines.items() if value is not None)


def test_blocks_are_products_in_the_order_of_the_keys_and_inherit_what_stands_above() -> None:
    found = questions("""
        loss = ["abs", "squared"]
        alpha = ["1/4", 0.5, 1]
        [[sweep]]
        alpha = "2/3"
        n = [1, 2]
        [[sweep]]
        n = 2
        prior = "uniform"
    """)
    wanted = [Problem(MinimaxConsumer(loss(), n=n), "2/3") for n, loss in product([1, 2], [absolute, squared])]
    levels = [Fraction(1, 4), Fraction(1, 2), Fraction(1)]
    wanted += [Problem(BayesianUser(loss(), uniform(n=2)), a) for a, loss in product(levels, [absolute, squared])]
    assert found == wanted


def test_every_key_says_what_the_option_says() -> None:
    found = questions(
        changed(neighbours='"complete"', responses_only='"0,2"', symmetric="[false, true]", prior='"uniform"')
    )
    user, kept = BayesianUser(absolute(), uniform(n=3)), responses_only([0, 2], inputs=range(4), responses=range(4))
    assert found == [
        Problem(user, "1/2", complete(inputs=range(4)), constraints=kept),
        Problem(user, "1/2", complete(inputs=range(4)), constraints=(*kept, *symmetric(inputs=range(4)))),
    ]
    assert questions(changed(side_information='"0..1"', loss='"power:3"')) == [
        Problem(MinimaxConsumer(power_loss(3), inputs=range(4), side_information=[0, 1]), "1/2", path(inputs=range(4)))
    ]
    assert questions(changed(alpha=None, epsilon='["1", 2]')) == [
        AtExponential(Exponential(each), Problem(MinimaxConsumer(absolute(), inputs=range(4)), level_of_epsilon(each)))
        for each in ("1", "2")
    ]


def test_a_block_may_choose_the_other_of_two_that_exclude_each_other(tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_text("3/4,1/4\n1/4,3/4\n")
    found = questions(
        changed(prior='"uniform"', symmetric="true")
        + '\n[[sweep]]\nepsilon = 1\n[[sweep]]\nside-information = "all"\n[[sweep]]\nmechanism = "m.csv"\n',
        tmp_path,
    )
    assert [type(each) for each in found] == [AtExponential, Problem, Deployed]
    assert [each.inputs for each in found] == [4, 4, 2]
    assert isinstance(found[1].user, MinimaxConsumer)
    assert (found[0].level, found[0].above.alpha) == (Exponential(1), level_of_epsilon("1"))


def test_files_are_looked_for_beside_the_specification_and_count_by_what_they_hold(tmp_path: Path) -> None:
    (tmp_path / "losses.csv").write_text("0,1,2\n2,0,1\n")
    (tmp_path / "prior.csv").write_text("1/3,2/3\n")
    (tmp_path / "s.toml").write_text('n = 1\nalpha = "1/2"\nloss = "table:losses.csv"\nprior = "prior.csv"\n')
    (one,) = read_specification(tmp_path / "s.toml").instances
    user = BayesianUser(table([[0, 1, 2], [2, 0, 1]]), [Fraction(1, 3), Fraction(2, 3)])
    assert one.question == Problem(user, "1/2", responses=range(3))
    (tmp_path / "losses.csv").write_text("0,1,2\n2,0,3\n")
    (other,) = read_specification(tmp_path / "s.toml").instances
    assert one.words == other.words
    assert one.key != other.key


def test_one_question_written_in_several_ways_is_one_instance() -> None:
    found = parse("""
        n = 1
        alpha = ["1/2", "2/4", 0.50]
        [[sweep]]
        loss = ["abs", "power:1"]
        prior = ["uniform", "1/2,1/2", "geometric:1"]
        [[sweep]]
        loss = "asymmetric:1,1"
        prior = "uniform"
    """)
    # The last has another name in certificates, though it is the same function.
    assert len(found.instances) == 2
    assert found.repeated == 5
    assert str(found.instances[0]) == "n = 1, alpha = 1/2, loss = abs, prior = uniform"


def test_what_a_certificate_states_differently_is_two_instances(tmp_path: Path) -> None:
    (tmp_path / "abs.csv").write_text("0,1,2\n1,0,1\n2,1,0\n")
    found = [
        changed(n="2", loss='["abs", "table:abs.csv"]'),
        changed(n="2", neighbours='["path", "0-1,1-2"]'),
        changed(n="1", neighbours='["path", "complete"]'),
    ]
    assert [len(parse(each, folder=tmp_path).instances) for each in found] == [2, 2, 2]


@given(fractions_within(0, 1, 20), fractions_within(Fraction(1, 20), 1, 20), st.integers(0, 8))
def test_a_range_has_its_numbers_and_none_beyond_its_end(start: Fraction, step: Fraction, count: int) -> None:
    wanted = [start + k * step for k in range(count + 1) if start + k * step <= 1]
    for end in (wanted[-1], min(wanted[-1] + step / 2, Fraction(1))):
        if end < wanted[-1] + step:
            found = questions(changed(alpha=f'"{text(start)}..{text(end)} by {text(step)}"'))
            assert [each.alpha for each in found] == wanted


def test_ranges_of_sizes() -> None:
    assert [each.n for each in questions(changed(n='["0..2", "7,9..13 by 2", 1]'))] == [0, 1, 2, 7, 9, 11, 13]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (changed(alpah='"1/3"'), "unknown key 'alpah': did you mean alpha? write n, mechanism, alpha, epsilon, "),
        (changed(n=None), "n is missing: write n = 3, or "),
        (changed(alpha=None), 'the level is missing: write alpha = "1/2", or epsilon = "1"'),
        (changed(loss=None), 'the loss is missing: write loss = "abs"'),
        (changed(epsilon="1"), "alpha and epsilon do not go together: write two [[sweep]] blocks"),
        (changed(prior='"uniform"', side_information='"all"'), "prior and side-information do not go together"),
        (changed(mechanism='"m.csv"'), "n and mechanism do not go together"),
        (changed(n=None, mechanism='"m.csv"'), "mechanism names an existing mechanism: leave alpha out"),
        (
            changed(n=None, alpha=None, mechanism='"none.csv"'),
            "mechanism = none.csv: none.csv: this file does not exist",
        ),
        (changed(n="[]"), "n = []: write at least one value"),
        (changed(n="-1"), "n = -1: -1 is not a database size: write whole numbers from 0 to 5,791"),
        (changed(n="1.5"), "n = 1.5: 3/2 is not a database size"),
        (changed(n='"3..1"'), "n = 3..1: this range is empty"),
        (changed(n='"1..9 by 0"'), "n = 1..9 by 0: this range is empty"),
        (changed(n="true"), "n has true as a value: write a number, or text such as"),
        (changed(n="[[1]]"), "n has a list or table as a value: write a number"),
        (changed(n="1979-05-27"), "n has 1979-05-27 as a value: write a number"),
        (changed(loss="{ abs = 1 }"), "loss has a list or table as a value"),
        (changed(symmetric='"yes"'), "symmetric has 'yes' as a value: write true or false"),
        (changed(symmetric='"true"'), "symmetric has 'true' as a value: write true or false"),
        (
            changed(n='"0..1e30"'),
            "n = 0..1e30: 1000000000000000000000000000000 is not a database size: write whole numbers from 0 to 5,791",
        ),
        (changed(alpha='"1/4..3/4"'), "alpha = 1/4..3/4: a range of levels needs a step: write one such as 1/10..9/10"),
        (changed(alpha='"3/2"'), "alpha = 3/2: α = 3/2 is outside [0, 1]: write a level"),
        (changed(alpha="nan"), "alpha = nan: 'nan' is not an exact number"),
        (changed(loss='"cubic"'), "loss = cubic: unknown loss 'cubic': write abs, squared"),
        (changed(prior='"1/2,1/2"'), "n = 3, alpha = 1/2, loss = abs, prior = 1/2,1/2: the prior has 2 probabilities"),
        (changed(neighbours='"hypercub"'), "n = 3, alpha = 1/2, neighbours = hypercub, loss = abs: neighbours "),
        (changed(n='"0..999"', alpha='"0..1 by 1/999"', loss='["abs", "squared"]'), "1000 × 1000 × 2 are too many"),
        ("n = 3 alpha", "this is not TOML: "),
        ('{"n": 3}', "this is not TOML: Invalid statement (at line 1, column 1); write for example n = 3"),
        (
            "n = 3\nalpha = 1/3",
            "this is not TOML: Expected newline or end of document after a statement (at line 2, column 10)"
            '; write a fraction in quotes, as "1/3"',
        ),
        ("n = " + "9" * 5000, "this is not TOML: "),
        ("n = " + "[" * 5000, "lists are nested too deep"),
        ("[sweep]\nn = 1", "sweep is not a list of blocks: write [[sweep]] above each"),
        ("sweep = [1]", "sweep is not a list of blocks"),
        ("sweep = []", "the specification is empty"),
        ("", "n is missing"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_one_line(written: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        parse(written, "s.toml")
    assert str(refused.value).startswith(f"s.toml: {said}")
    assert "\n" not in str(refused.value)


def test_the_block_is_named() -> None:
    with pytest.raises(InputError, match=r"^s\.toml: \[\[sweep\]\] 2: loss = none: unknown loss 'none'"):
        parse(changed() + '\n[[sweep]]\n[[sweep]]\nloss = "none"', "s.toml")


def test_all_blocks_together_are_not_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep_specification, "LARGEST_SWEEP", 10)
    both = 'loss = "abs"\nalpha = "1/2"\n[[sweep]]\nn = "1..6"\n[[sweep]]\nn = "11..{}"\n'
    assert len(parse(both.format(14)).instances) == 10
    with pytest.raises(InputError, match="are too many: write a sweep of up to 10 instances"):
        parse(both.format(15))


def test_how_other_programs_save_a_file(tmp_path: Path) -> None:
    written = 'n = 1\nalpha = "1/2"\nloss = "abs"\n'
    (tmp_path / "marked.toml").write_bytes(written.encode("utf-8-sig"))
    assert read_specification(tmp_path / "marked.toml").instances == parse(written).instances
    (tmp_path / "wide.toml").write_bytes(written.encode("utf-16"))
    with pytest.raises(InputError, match=r"wide\.toml: this is text in UTF-16: save it in UTF-8$"):
        read_specification(tmp_path / "wide.toml")


def test_a_large_sweep_is_put_together_one_instance_at_a_time() -> None:
    tracemalloc.start()
    found = parse('n = [200, 201]\nalpha = "1/100..99/100 by 1/100"\nloss = "abs"\nprior = "uniform"')
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(found.instances) == 198
    # Their questions all together have several times as much.
    assert most < 2_000_000
    one = found.instances[100]
    there = pickle.loads(pickle.dumps(one))
    assert (there, there.question, there.key) == (one, one.question, one.key)
    # What another process is sent is the one question.
    assert len(pickle.dumps(one)) < 200_000
