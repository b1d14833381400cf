"""The entry point of `python -m exactdp` and of the command `exactdp`."""

import os
import signal
import sys
from types import FrameType
from typing import NoReturn


def main() -> int:
    """Run the command line in a watched process; an interruption while loading also prints one line."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop)
    try:
        # Import here: an interruption while modules load would end in a traceback, or worse.
        from exactdp.processes.supervision import supervised  # noqa: PLC0415

        return supervised(_command)
    except OSError as error:
        return _not_begun(error)


def _command() -> int:
    from exactdp.processes.limits import lacks_memory  # noqa: PLC0415
    from exactdp.processes.supervision import CRASHED, interrupt  # noqa: PLC0415

    try:
        from exactdp.commands import cli  # noqa: PLC0415
    except (OSError, MemoryError) as error:
        return _not_begun(error)
    except ImportError as error:
        if lacks_memory(error):
            return _not_begun(MemoryError())
        # A dependency, or a part of it, is missing. A missing part of exactdp itself is an internal error.
        package = (error.name or "exactdp").partition(".")[0]
        line = f"exactdp: {package} cannot be loaded ({error}): pip install --force-reinstall exactdp\n"
        if sys.stderr is not None:
            os.write(sys.stderr.fileno(), line.encode("ascii", "backslashreplace"))
        return CRASHED if package == "exactdp" else 2

    if signal.getsignal(signal.SIGINT) is _stop:
        signal.signal(signal.SIGINT, interrupt)
    # FLINT reads and writes numbers, with a limit of its own. This is for other ways of printing them.
    sys.set_int_max_str_digits(0)
    return cli.main()


def _not_begun(error: OSError | MemoryError) -> int:
    """Report that the system lacks resources to start, such as memory or open files."""
    reason = getattr(error, "strerror", None) or "there is too little memory"
    if sys.stderr is not None:
        os.write(sys.stderr.fileno(), f"exactdp: not decided: {reason}\n".encode("ascii", "backslashreplace"))
    return 3


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    if sys.stderr is not None:
        os.write(sys.stderr.fileno(), b"exactdp: interrupted\n")
    os._exit(130)


if __name__ == "__main__":
    sys.exit(main())
