"""What every result can do for its reader: be drawn, and write itself as text, HTML, JSON and LaTeX.

The writers are in `exactdp.report`, above everything that decides, and know results by their types. A result finds
them here, when it is asked to: this is the only way up, so that nothing that decides imports what draws or prints.
"""

from importlib import import_module
from typing import Any


class Shown:
    """The base of every result, which hands it to the writer of its type.

    >>> from exactdp.model.geometric import geometric
    >>> isinstance(geometric(n=1, alpha="1/2"), Shown)
    True
    """

    __slots__ = ()

    def plot(self, *arguments: Any, **options: Any) -> Any:
        """Draw the result and return matplotlib's figure; `exactdp.plot` lists the options of each kind of result.

        Raises `InputError` if matplotlib is not installed, and TypeError for a result that has no picture.

        >>> from exactdp.model.geometric import geometric
        >>> [each.get_text() for each in geometric(n=1, alpha="1/2").plot().axes[0].texts]
        ['2/3', '1/3', '1/3', '2/3']
        """
        return import_module("exactdp.report.pictures.drawing").plot(self, *arguments, **options)
