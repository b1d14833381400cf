"""Certificates of phase diagrams: their lines for each user, and more digits if a sign needs them."""

import pytest

from exactdp.certificates.certificate import Certificate, Rejected, certify, verify
from exactdp.certificates.diagrams import BINARY_PLACES, texts
from exactdp.model.losses import Loss, absolute, squared, table
from exactdp.model.users import BayesianUser, MinimaxConsumer, User, uniform
from exactdp.optimum.phase_diagram import PhaseDiagram
from exactdp.optimum.phase_search import phase_diagram


def diagram(user: User) -> PhaseDiagram:
    found = phase_diagram(user)
    assert isinstance(found, PhaseDiagram)
    return found


@pytest.mark.parametrize("loss", [absolute(), squared()])
def test_every_text_has_one_statement_but_for_the_bounds(loss: Loss) -> None:
    found = diagram(BayesianUser(loss, uniform(n=3)))
    stated = [
        [words[:2] if words[0] == "breakpoint" else words for words in map(str.split, text.decode().splitlines())]
        for text in texts(found)
    ]
    assert len(stated) == 1 + len(BINARY_PLACES)
    assert all(each == stated[0] for each in stated)
    assert verify(next(texts(found))) == certify(found)


def test_polynomials_that_touch_0_are_told_where_the_first_text_is_rejected() -> None:
    found = diagram(BayesianUser(table([[0, 1, 9], [4, 0, 9], [0, 4, 9]]), uniform(n=2)))
    first, second, *_ = texts(found)
    with pytest.raises(Rejected, match="a sign is not shown to stay the same"):
        verify(first)
    assert b"\ntouches 1\ntouch -1,2\n" in second
    assert certify(found).certificate == Certificate(second)


def test_pieces_that_differ_in_nothing_stated_are_one_phase() -> None:
    found = diagram(MinimaxConsumer(squared(), inputs=range(3), side_information=[0, 2]))
    lines = certify(found).certificate.data.decode().splitlines()
    phases = next(line for line in lines if line.startswith("phases "))
    assert phases == f"phases {sum(line.startswith('prior ') for line in lines)}"
    assert sum(line.startswith("breakpoint ") for line in lines) == int(phases.split()[1]) - 1
