import re
import signal

import pytest

from tests.quickly import TooLong, quickly


def test_what_does_not_end_is_ended():
    usual = signal.getsignal(signal.SIGVTALRM)
    with pytest.raises(TooLong, match=r"^more than 0\.1 s$"), quickly(0.1):
        while True:
            pass
    assert signal.getsignal(signal.SIGVTALRM) == usual
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)


def test_a_regular_expression_that_does_not_end_is_ended():
    with pytest.raises(TooLong), quickly(0.1):
        re.search(r"(a+)+b", "a" * 100)


def test_what_ends_is_let_be():
    with quickly():
        pass
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)
