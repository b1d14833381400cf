"""The checker of VIPR files that stands beside the package, for the tests that need it."""

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

PROGRAM = Path(__file__).parents[1] / "checkers" / "vipr.py"


@cache
def load() -> ModuleType:
    """Load the checker from its file."""
    spec = importlib.util.spec_from_file_location("vipr_checker", PROGRAM)
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["vipr_checker"] = module
    spec.loader.exec_module(module)
    return module
