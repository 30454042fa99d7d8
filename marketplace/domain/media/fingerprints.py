"""Perceptual hashes of photos: copies of a photo, resized, recompressed or cropped a little, have nearly the same bits.

This module uses Pillow instead of the package ImageHash, which needs PyWavelets and whose sharper scaling finds fewer cropped copies.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

BANDS = 4
_BAND_BITS = 16
_COLUMNS, _ROWS = 9, 8
# A photo with fewer shades in its thumbnail is a plain area; all of these would be copies of each other.
_LEAST_CONTRAST = 8
# Copies have nearly the same colours: the mean difference of a small thumbnail's values, of 255.
_CELLS, _NEAR_COLOURS = 4, 6


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The data of a photo by which copies of it are found.

    Attributes:
        bits: the difference hash: for each of 64 points of a thumbnail, whether it is brighter than its left neighbour.
        colours: brightness and two colour differences of 16 cells, a byte each. Different things of the same outline have
            near hashes, but seldom the same colours.
    """

    bits: int
    colours: bytes

    def resembles(self, other: "Fingerprint", most: int) -> bool:
        """Whether the photos are copies: at most `most` bits differ, and the colours are nearly the same."""
        return distance(self.bits, other.bits) <= most and self.has_colours_of(other)

    def has_colours_of(self, other: "Fingerprint") -> bool:
        """Whether the colours are nearly the same."""
        apart = sum(abs(one - another) for one, another in zip(self.colours, other.colours, strict=True))
        return apart <= _NEAR_COLOURS * len(self.colours)


def fingerprint(image: "Image.Image") -> Fingerprint | None:
    """Return the fingerprint of a photo; None for a photo without contrast."""
    # Loaded with the first picture: few processes ever decode one.
    from PIL.Image import Resampling

    grey = image.convert("L").resize((_COLUMNS, _ROWS), Resampling.BILINEAR).tobytes()
    if max(grey) - min(grey) < _LEAST_CONTRAST:
        return None
    bits = 0
    for at, shade in enumerate(grey):
        if at % _COLUMNS:
            bits = bits << 1 | (shade > grey[at - 1])
    cells = image.convert("RGB").convert("YCbCr").resize((_CELLS, _CELLS), Resampling.BILINEAR)
    return Fingerprint(bits, cells.tobytes())


def distance(one: int, other: int) -> int:
    """Return the number of bits in which two hashes differ."""
    return (one ^ other).bit_count()


def split(bits: int) -> tuple[int, ...]:
    """Split a hash into its bands, the highest bits first."""
    return tuple(bits >> _BAND_BITS * (BANDS - 1 - band) & (1 << _BAND_BITS) - 1 for band in range(BANDS))


def join(bands: tuple[int, ...]) -> int:
    """Join the bands of a hash."""
    bits = 0
    for band in bands:
        bits = bits << _BAND_BITS | band
    return bits


def near_bands(band: int, most: int) -> Iterator[int]:
    """Yield the values to look up for one band, so that together the bands find every hash that differs in at most `most` bits.

    At least one of the four bands of such a hash differs in at most a quarter of `most` bits.
    """
    for count in range(most // BANDS + 1):
        for places in combinations(range(_BAND_BITS), count):
            yield band ^ sum(1 << place for place in places)
