"""A source of random bits that counts them."""

from exactdp.privacy.sampling import Source


class CountingSource:
    def __init__(self, source: Source) -> None:
        self._source = source
        self.drawn = 0

    def bits(self, count: int) -> int:
        self.drawn += count
        return self._source.bits(count)
