"""`exactdp release` and `coalitions`."""

import json
from pathlib import Path

import pytest

from exactdp.privacy import sampling
from tests.commands.running import Run, refusal


def test_a_release_is_a_table_and_never_has_the_true_count(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling.secrets, "token_bytes", lambda size: bytes([31]) * size)
    ran = run("release -n 123456 --levels 1/4,1/2,3/4 --count 98765")
    assert (ran.code, ran.err) == (0, "")
    answer, *lines = ran.out.splitlines()
    assert answer == "3 answers to a count from 0 to 123456, drawn exactly."
    assert [line.split()[0] for line in lines] == ["level", "1/4", "1/2", "3/4"]
    # With these bits no answer is the count.
    assert "98765" not in ran.out
    answers = [int(line.split()[1]) for line in lines[1:]]
    assert all(0 <= each <= 123456 for each in answers)


def test_a_release_at_an_epsilon_as_json_and_to_a_file(run: Run, tmp_path: Path) -> None:
    ran = run("release -n 9 --epsilons 2,1/2 --count - --json", stdin=b" 4\n")
    found = json.loads(ran.out)
    assert (found["n"], found["levels"], len(found["responses"])) == (9, ["e^-2", "e^-(1/2)"], 2)
    assert run("release -n 9 --levels 1/2 --count 4 -o answers.json") == (0, "", "")
    found = json.loads((tmp_path / "answers.json").read_text())
    assert list(found) == ["schema", "kind", "n", "levels", "responses"]
    ran = run("release -n 9 --levels 1/2 --count 4 -o none/answers.json")
    assert (ran.code, ran.out) == (2, "")
    assert run("release -n 0 --levels 1/2 --count 0").out.split()[-1] == "0"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--levels", "1/2,1/4", "--count", "3"], "the level 1/4 comes after 1/2: write the levels in order"),
        (["--epsilons", "1,2", "--count", "3"], "the level e^-2 comes after e^-1: "),
        (["--levels", "1/2", "--count=-777"], "the count: write a whole number from 0 to n = 9"),
        (["--levels", "1/2", "--count", "777.5"], "the count: write a whole number from 0 to n = 9"),
        (["--count", "3", "--alpha", "1/2"], "unknown option --alpha: write --levels A,… for all readers"),
        (["--count", "3"], "one of the arguments --levels --epsilons is required; "),
        (["--levels", "1/2"], "the following arguments are required: --count; "),
    ],
)
def test_a_release_that_cannot_be_made(run: Run, arguments: list[str], said: str) -> None:
    message = refusal(run("release -n 9", *arguments))
    assert message.startswith(said)
    assert "777" not in message


def test_coalitions_and_their_certificate(run: Run) -> None:
    ran = run("coalitions -n 3 --levels 1/4,1/2,3/4 --coalition 2,3 --certificate seen.cert --json")
    (found,) = json.loads(ran.out)["coalitions"]
    alone = run("coalitions -n 3 --levels 1/4,1/2,3/4 --coalition 2,3 -q").out
    assert alone == "The exact level of the coalition 2, 3 is α = 1/2, certified.\n"
    assert (found["members"], found["level"]) == ([2, 3], "1/2")
    assert "1/2" in run("verify seen.cert").out
    for written, said in [
        ("4", "the coalition 4: write different numbers from 1 to 3, in order"),
        ("one", "a coalition with 'one': write the numbers of its levels, such as 1,3"),
    ]:
        message = refusal(run("coalitions -n 3 --levels 1/4,1/2,3/4", f"--coalition={written}"))
        assert message.startswith(said)
    message = refusal(run("coalitions -n 3 --levels 1/4,1/2 --certificate all.cert"))
    assert message == "a certificate is about one coalition: write --coalition 1,2"
    message = refusal(run("coalitions -n 1000 --levels 1/4,1/2 --coalition 1,2"))
    assert "has 1001^3 entries" in message
