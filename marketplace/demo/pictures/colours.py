"""Colours of the demo pictures: mixing them, and sets that go well together."""

from dataclasses import dataclass

Rgb = tuple[int, ...]
Colour = str | Rgb


def rgb(colour: Colour) -> Rgb:
    """Red, green, blue and perhaps alpha, 0 to 255, of a colour written `#rrggbb` or as numbers."""
    if isinstance(colour, tuple):
        return colour
    return tuple(int(colour[place : place + 2], 16) for place in range(1, len(colour), 2))


def mix(one: Colour, other: Colour, share: float) -> Rgb:
    """`share` (0 to 1) of the other colour in the one."""
    return tuple(round(a + (b - a) * share) for a, b in zip(rgb(one)[:3], rgb(other)[:3], strict=True))


def lighter(colour: Colour, share: float = 0.2) -> Rgb:
    """Towards white."""
    return mix(colour, "#ffffff", share)


def darker(colour: Colour, share: float = 0.2) -> Rgb:
    """Towards a deep blue, which looks less dirty than black."""
    return mix(colour, "#141a2e", share)


def clear(colour: Colour, opacity: float) -> Rgb:
    """The colour, seen through: 0 is invisible, 1 solid."""
    return (*rgb(colour)[:3], round(255 * opacity))


@dataclass(frozen=True, slots=True)
class Look:
    """Colours of one room or street: walls and floor from light to dark, two accents, the dark of lines."""

    wall: str
    wall_low: str
    floor: str
    floor_low: str
    accent: str
    second: str
    dark: str


LOOKS = (
    Look("#e2ebe2", "#c3d4c8", "#dcb98f", "#c39a6b", "#d9694f", "#e9b44c", "#2f3e46"),
    Look("#f7e6dd", "#e9cabb", "#c1946f", "#a47552", "#2a7f79", "#f0a868", "#4a3b3b"),
    Look("#e1edf5", "#bfd6e6", "#d6c1a2", "#b99d78", "#f0a03c", "#3d7ea6", "#2d3f56"),
    Look("#f8ecd0", "#ecd3a0", "#a87651", "#83563a", "#30638e", "#d1603d", "#463730"),
    Look("#ebe6f4", "#cdc3e2", "#d1ab86", "#b58a63", "#c8475a", "#5f6caf", "#3b3654"),
    Look("#def3ea", "#b5dccb", "#e3d0b2", "#c7ac85", "#ec8b43", "#2a9d8f", "#264653"),
    Look("#f2d3c0", "#dca98d", "#8c6552", "#6a4838", "#3d6c8f", "#f2c14e", "#3a2c28"),
    Look("#f6f3eb", "#e0d8c8", "#c2ae93", "#a08a6c", "#4f8f7b", "#d98e4a", "#38403d"),
    Look("#51698f", "#2f4265", "#96745a", "#6f533f", "#f4b860", "#e76f51", "#18233a"),
    Look("#d7e3d0", "#a9c0a0", "#bb9a76", "#977753", "#e07a5f", "#f2cc8f", "#33443a"),
)

LEAF, LEAF_DEEP = "#4f9d69", "#2f6f50"
WOOD, WOOD_DEEP = "#b98255", "#8a5a36"
STEEL, STEEL_DEEP = "#cfd6dc", "#8f9aa5"
BLACK, WHITE = "#23272f", "#fbfaf7"
# The colours of things, and their names in ads.
COLOUR_NAMES = {
    "#d8503f": "red",
    "#1f7a8c": "teal",
    "#24466b": "navy blue",
    "#e6a92f": "mustard",
    "#f1efe9": "white",
    "#3f464e": "graphite",
    "#7fb0c9": "sky blue",
    "#7d2e46": "maroon",
    "#5c8a64": "green",
    "#e07b39": "orange",
    "#cfd6dc": "silver",
    "#b3263f": "crimson",
    "#5c3a7a": "purple",
    "#0f6b5c": "bottle green",
    "#c8552d": "rust",
}
PAINTS = tuple(COLOUR_NAMES)[:10]
SKINS = ("#f1c9a5", "#e0ac7e", "#c98d5e", "#a86f45", "#8a5635")
HAIRS = ("#2a2220", "#3a2a22", "#1f1d24", "#4a3328", "#77706c")
