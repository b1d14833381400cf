"""Proof scripts are found by their folder and file, and ids that don't fit are defects."""

import re
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from exactdp.arithmetic.errors import InputError
from exactdp.certificates.coq_sources import proofs_folder
from exactdp.claims.claim import Claim, Defect
from exactdp.claims.discovery import by_id, discover, load, named, parts, select
from exactdp.claims.logic.core import because
from exactdp.claims.logic.deriving import by_arithmetic
from exactdp.claims.statements.formulas import indices

SCRIPT = """
from exactdp.claims.claim import Claim
from exactdp.claims.logic.deriving import by_arithmetic
from exactdp.claims.statements.formulas import indices

claim = Claim(id="{id}", title="", section="{section}", position={position})
i, n = indices("i n")
claim.clause("next", 0 <= i, i < n, i + 1 <= n)(by_arithmetic)
"""


def write(folder, name, id, section="3", position=1):  # noqa: A002
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(SCRIPT.format(id=id, section=section, position=position))
    return path


def test_two_folders_may_hold_files_of_one_name(tmp_path):
    write(tmp_path, "second/lemma_1.py", "second.lemma-1")
    write(tmp_path, "first/lemma_1.py", "first.lemma-1", section="9")
    write(tmp_path, "first/theorem_1_final_chain.py", "first.theorem-1.final-chain", section="4.2")
    claims = discover(tmp_path)
    assert [claim.id for claim in claims] == ["first.theorem-1.final-chain", "first.lemma-1", "second.lemma-1"]
    assert all(claim.run() for claim in claims)
    assert len({id(claim.clauses[0]) for claim in claims}) == 3


@pytest.mark.parametrize("wrong", ["second.lemma-1", "first.lemma-2", "lemma-1"])
def test_an_id_that_is_not_the_files_name_is_a_defect(tmp_path, wrong):
    with pytest.raises(Defect, match="rename the file or the claim"):
        load(write(tmp_path, "first/lemma_1.py", wrong))


def test_a_script_without_a_claim_is_a_defect(tmp_path):
    path = write(tmp_path, "first/lemma_1.py", "first.lemma-1")
    path.write_text("claims = []\n")
    with pytest.raises(Defect, match="has no claim: begin with claim = "):
        load(path)


def test_two_claims_in_one_place_are_a_defect(tmp_path):
    write(tmp_path, "first/lemma_1.py", "first.lemma-1")
    write(tmp_path, "first/lemma_2.py", "first.lemma-2")
    with pytest.raises(Defect, match="have the same place"):
        discover(tmp_path)


def test_a_folder_without_scripts_is_bad_input(tmp_path):
    (tmp_path / "first").mkdir()
    with pytest.raises(InputError, match="no proof scripts"):
        discover(tmp_path)


def test_a_script_that_is_not_python_is_not_passed_over(tmp_path):
    write(tmp_path, "first/lemma_1.py", "first.lemma-1")
    (tmp_path / "first" / "lemma_2.py").write_text("\nclaim = (\n")
    with pytest.raises(Defect, match=r"lemma_2.py: line 2: SyntaxError: '\(' was never closed$"):
        discover(tmp_path)


def test_a_script_that_ends_python_is_a_defect(tmp_path):
    (tmp_path / "lemma_1.py").write_text("raise SystemExit(3)\n")
    with pytest.raises(Defect, match=r"lemma_1.py: line 1: SystemExit: 3$"):
        load(tmp_path / "lemma_1.py")


def test_a_claim_without_one_of_its_fields_is_a_defect(tmp_path):
    path = write(tmp_path, "first/lemma_1.py", "first.lemma-1")
    path.write_text(path.read_text().replace(' section="3",', ""))
    with pytest.raises(Defect, match=r"lemma_1.py: line 6: TypeError: .* missing .* 'section'$"):
        load(path)
    path.write_text("import no_such_package\n")
    with pytest.raises(ModuleNotFoundError):
        load(path)


def test_loading_twice_runs_a_script_once(tmp_path):
    path = write(tmp_path, "first/lemma_1.py", "first.lemma-1")
    assert [len(load(path).clauses) for _ in range(2)] == [1, 1]


def test_a_file_that_is_not_there_is_bad_input(tmp_path):
    with pytest.raises(InputError):
        load(tmp_path / "first" / "lemma_1.py")


def test_the_papers_claims_are_found_and_rest_on_claims_that_exist():
    claims = discover()
    ids = {claim.id for claim in claims}
    assert "gupte2010.lemma-1" in ids
    assert len(claims) == len(list(proofs_folder().glob("*/*.py")))
    assert {used for claim in claims for used in claim.uses} <= ids


def test_selecting(tmp_path):
    write(tmp_path, "first/lemma_1.py", "first.lemma-1", position=1)
    write(tmp_path, "first/lemma_12.py", "first.lemma-12", position=2)
    claims = discover(tmp_path)
    assert select([], lambda: claims) == claims
    assert select(["first.lemma-1"], lambda: claims) == claims[:1]
    assert select(["first.lemma"], lambda: claims) == select(["argued", "first"], lambda: claims) == claims
    assert select(["stands"], lambda: claims) == claims
    with pytest.raises(InputError, match="no claim is named"):
        select(["lemma-3"], lambda: claims)


def test_a_script_is_selected_by_its_path_alone(tmp_path):
    path = write(tmp_path, "first/lemma_1.py", "first.lemma-1")
    assert [claim.id for claim in select([str(path)])] == ["first.lemma-1"]


def test_scripts_and_ids_are_selected_together_and_once(tmp_path):
    first = write(tmp_path, "first/lemma_1.py", "first.lemma-1", position=1)
    write(tmp_path, "first/lemma_2.py", "first.lemma-2", position=2)
    claims = discover(tmp_path)
    for words in ([str(first), "first.lemma-2"], ["first", str(first), "first.lemma-1", str(first)]):
        assert [claim.id for claim in select(words, lambda: claims)] == ["first.lemma-1", "first.lemma-2"]


def test_two_scripts_of_one_id_are_not_selected_together(tmp_path):
    (tmp_path / "again").mkdir()
    one = write(tmp_path, "first/lemma_1.py", "first.lemma-1")
    other = write(tmp_path, "again/first/lemma_1.py", "first.lemma-1")
    ours = write(tmp_path, "gupte2010/lemma_1.py", "gupte2010.lemma-1")
    for words in ([str(one), str(other)], ["gupte2010.lemma-1", str(ours)], ["gupte2010.lemma", str(ours)]):
        with patch.dict(sys.modules), pytest.raises(Defect, match="lemma-1: rename one of the two claims"):
            select(words)


def test_the_parts_of_a_claim_are_those_whose_ids_go_on_from_its_own():
    every = discover()
    for claim_id in ("ghosh2009.lemma-5.1", "ghosh2009.lemma-5.6", "gupte2010.theorem-2", "ghosh2009.figure-3"):
        expected = [claim.id for claim in every if re.fullmatch(rf"{re.escape(claim_id)}([.-].*)?", claim.id)]
        found = [claim.id for claim in parts(claim_id)]
        assert sorted(found) == sorted(expected)
        assert found[0] == claim_id
    with pytest.raises(InputError, match="this proof script does not exist"):
        parts("ghosh2009.lemma-5")


def test_an_id_may_also_select_the_claims_of_its_parts():
    assert [claim.id for claim in select(["gupte2010.lemma-2"])] == ["gupte2010.lemma-2"]
    found = {claim.id for claim in select(["gupte2010.lemma-2"], with_parts=True)}
    assert {"gupte2010.lemma-2", "gupte2010.lemma-2.edges"} <= found
    assert all(each == "gupte2010.lemma-2" or each.startswith("gupte2010.lemma-2.") for each in found)


def test_a_claim_is_loaded_by_its_id_alone():
    assert by_id("gupte2010.lemma-1") is by_id("gupte2010.lemma-1")
    with pytest.raises(InputError, match="this proof script does not exist"):
        by_id("gupte2010.lemma-17")


def test_a_name_that_only_the_file_could_have_is_not_an_id() -> None:
    with pytest.raises(InputError, match=r"'ghosh2009.lemma-5-8': did you mean ghosh2009.lemma-5.8\?"):
        select(["ghosh2009.lemma-5-8"])
    with pytest.raises(InputError, match=r"'gupte2010.lemma_1': did you mean gupte2010\.lemma-1\?"):
        by_id("gupte2010.lemma_1")


def test_claims_are_selected_by_what_they_may_be_and_kept_by_what_they_are():
    i, n = indices("i n")
    made = [Claim(f"first.lemma-{at}", "a bound", "1", at) for at in range(3)]
    for each, prove in zip(made, (by_arithmetic, lambda proof: because("so", i <= n), None), strict=True):
        add = each.clause("bound", 0 <= i, i < n, i <= n)
        if prove:
            add(prove)
    for word, may_be, are in (
        ("proved", [0, 1], [0]),
        ("argued", [0, 1], [1]),
        ("verified", [2], [2]),
        ("stands", [0, 1, 2], [0, 1, 2]),
        ("first.lemma-1", [1], [1]),
    ):
        chosen = select([word], lambda: made)
        assert chosen == [made[at] for at in may_be]
        assert [each for each in chosen if named([word], each.run())] == [made[at] for at in are]
    outcomes = [each.run() for each in made]
    assert [named(["verified", "first.lemma-0"], each) for each in outcomes] == [True, False, True]
    assert all(named([], each) for each in outcomes)
    made[0].clause("wrong", 0 <= i, i < n, n <= i)
    assert named(["proved"], made[0].run())


def test_an_empty_word_names_no_claim() -> None:
    with pytest.raises(InputError, match="no claim is named ''"):
        select([""])


def test_the_papers_name_of_a_claim_is_corrected_to_its_id() -> None:
    with pytest.raises(InputError, match=r"'Lemma 3': did you mean gupte2010\.lemma-3\? write an id"):
        select(["Lemma 3"])
    tables = r"did you mean gupte2010\.table-1a or gupte2010\.table-1b or gupte2010\.table-1c\? write an id"
    for written in ("gupte2010.table1", "gupte2010.Table 1", "gupte2010.table_1"):
        with pytest.raises(InputError, match=f"{written!r}: {tables if '_' not in written else 'did you mean'}"):
            select([written])
    # Too many claims begin with this word.
    with pytest.raises(InputError, match="'lemma': write an id"):
        select(["lemma"])


CITING = """
from exactdp.claims.language import *

claim = Claim("{id}", "", section="3", position=1)
i, n = indices("i n")


@claim.clause("next", 0 <= i, i < n, i + 1 <= n)
def next_index(proof):
    return proof.qed(proof.cite("{cited}"))
"""


def test_a_proof_may_cite_a_script_beside_it(tmp_path: Path) -> None:
    write(tmp_path, "first/lemma_1.py", "first.lemma-1")
    for id_, cited in (("first.lemma-2", "first.lemma-1#next"), ("second.lemma-1", "first.lemma-2#next")):
        path = tmp_path / f"{id_.replace('.', '/').replace('-', '_')}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(CITING.format(id=id_, cited=cited))
        assert load(path).run().evidence == "proved"
    path = tmp_path / "second" / "lemma_2.py"
    path.write_text(CITING.format(id="second.lemma-2", cited="third.lemma-1#next"))
    said = f"line 10: {tmp_path / 'third/lemma_1.py'}: this proof script does not exist: check its name"
    assert load(path).run().failure == f"#next: {said}"


def test_a_script_cannot_take_the_place_of_a_claim_of_this_package(tmp_path: Path) -> None:
    write(tmp_path, "gupte2010/lemma_1.py", "gupte2010.lemma-1")
    (tmp_path / "first").mkdir()
    path = tmp_path / "first/lemma_1.py"
    path.write_text(CITING.format(id="first.lemma-1", cited="gupte2010.lemma-1#next"))
    assert "#next: line 10: gupte2010.lemma-1#next: gupte2010.lemma-1 has no such clause" in str(
        load(path).run().failure
    )


def test_a_failed_step_is_named_by_its_line_and_by_the_clause_that_it_cites(tmp_path: Path) -> None:
    path = tmp_path / "first" / "lemma_1.py"
    path.parent.mkdir()
    path.write_text(
        CITING.format(id="first.lemma-1", cited="#wrong")
        + """
@claim.clause("wrong", 0 <= i, i < n, i * i <= n * n)
def wrong(proof):
    half = proof.have(0 <= n)
    return proof.qed(
        proof.have(i * i * i <= 1),
    )


@claim.clause("crash", 0 <= i, i < n, i <= n)
def crash(proof):
    return 1 // 0


claim.clause("arithmetic", 0 <= i, i < n, i * i * i <= n * n * n)(by_arithmetic)
claim.clause("refuted", 0 <= i, i < n, n <= i)(lambda proof: proof.qed())
"""
    )
    said = "does not follow from the order of the indices: name the facts that it follows from"
    assert [each.failure for each in load(path).run().clauses] == [
        f"line 10: #wrong: i·i·i ≤ 1 {said}",
        f"line 16: i·i·i ≤ 1 {said}",
        "line 22: the derivation ends in an error: ZeroDivisionError: integer division or modulo by zero",
        f"i·i·i ≤ n·n·n {said}",
        "refuted at i = 0, n = 1: the left side is 1, the right side is 0",
    ]


def test_a_folder_selects_all_of_its_scripts(tmp_path: Path) -> None:
    first = write(tmp_path, "first/lemma_1.py", "first.lemma-1", position=2)
    write(tmp_path, "first/lemma_2.py", "first.lemma-2", position=1)
    write(tmp_path, "second/lemma_1.py", "second.lemma-1")
    for words in ([f"{tmp_path}/first/"], [f"{tmp_path}/first/", str(first)]):
        chosen = select(words)
        assert [claim.id for claim in chosen] == ["first.lemma-2", "first.lemma-1"]
        assert all(named(words, claim.run()) for claim in chosen)
    with pytest.raises(InputError, match=r"third/: there are no proof scripts in this folder: check its name$"):
        select([f"{tmp_path}/third/"])
