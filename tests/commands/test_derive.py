"""`exactdp derive`."""

import json

from exactdp import Mechanism, files
from tests.commands.running import Run, refusal, undigested


def test_derive(run: Run) -> None:
    ran = run("derive appendix_b.csv --alpha 1/2")
    assert (ran.code, ran.err) == (1, "")
    assert undigested(ran.out).endswith("not-derivable: accepted by the kernel, statement sha256 (digest)\n")
    ran = run("derive appendix_b.csv --alpha 1")
    assert ran.code == 1
    assert "no, a user's losses sum to -1/9 with it and to no less than 0 with any remap: " in ran.out
    assert run("derive appendix_b.csv --alpha 0.26").code == 0
    assert run("derive appendix_b.csv --epsilon 1 -q").out == "The mechanism is not derivable from G_{3,e^-1}.\n"
    # 2 - √3 = 0.26794919…
    assert run("derive appendix_b.csv --alpha 0.26794919").code == 0
    assert run("derive appendix_b.csv --alpha 0.26794920").code == 1


def test_derive_without_a_level_finds_all_of_them(run: Run) -> None:
    assert run("derive figure_2.csv").out.endswith("from G_{5,α}: yes for exactly the α in [0, 1/2]\n")


def test_the_certificate_of_all_levels(run: Run) -> None:
    plain, ran = run("derive appendix_b.csv"), run("derive appendix_b.csv --certificate all.cert")
    last = "certificate   derivable: accepted by the kernel of diagrams, statement sha256 (digest)\n"
    assert (ran.code, ran.err, undigested(ran.out)) == (0, "", plain.out + last)
    assert "certificate" not in json.loads(run("derive appendix_b.csv --json").out)
    found = json.loads(run("derive appendix_b.csv --certificate all.cert --json").out)
    assert found["certificate"]["kind"] == "derivable"
    assert run("verify all.cert --against figure_2.csv").code == 1
    refused = run("derive appendix_b.csv --certificate no/such/folder.cert")
    assert (refused.code, refused.out) == (2, "")


def test_derive_from_another_mechanism(run: Run) -> None:
    run("geometric -n 3 --alpha 1/2 -o g.csv")
    ran = run("derive appendix_b.csv --from g.csv")
    assert ran.code == 1
    assert ran.out.startswith(
        "The mechanism is not derivable from g.csv.\n"
        "derivability  from g.csv: no, a user's losses sum to -1/3 with it and to no less than 0"
    )
    ran = run("derive appendix_b.csv --from appendix_b.tex")
    assert ran.code == 0
    assert ran.out.startswith(
        "The mechanism is derivable from appendix_b.tex.\nderivability  from appendix_b.tex: yes, by the remap T =\n"
    )
    assert "give both the same inputs" in refusal(run("derive appendix_b.csv --from figure_2.csv"))
    assert "not allowed with" in refusal(run("derive appendix_b.csv --from g.csv --alpha 1/2"))


def test_derive_compares_rows_of_the_same_inputs(run: Run) -> None:
    def write(name: str, inputs: list[object]) -> None:
        files.write(Mechanism([["1/2", "1/2"], ["1/3", "2/3"]], inputs), name)

    write("a.csv", ["low", "high"])
    write("b.csv", ["high", "low"])
    write("c.csv", ["small", "large"])
    write("d.csv", [0, 1])
    write("e.csv", [1, 0])
    for other in ("b.csv", "c.csv"):
        message = refusal(run("derive a.csv --from", other))
        assert message.startswith("the inputs are low, high in a.csv and ")
    refusal(run("derive d.csv --from e.csv"))
    assert run("derive a.csv --from d.csv").code == 0
    assert run("derive e.csv --from e.csv").code == 0
