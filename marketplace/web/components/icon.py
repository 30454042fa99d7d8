"""Line icons (Lucide). They are decorative; a text beside them has the meaning."""

import re
from hashlib import sha256
from pathlib import Path

import reflex as rx

from marketplace.web.components.classes import join

# One file with all icons: a page that repeats an icon a hundred times refers to it a hundred times.
SPRITE = Path(__file__).parents[1].joinpath("icons.svg").read_text(encoding="utf-8")
SPRITE_URL = f"/assets/icons-{sha256(SPRITE.encode()).hexdigest()[:8]}.svg"
_NAMES = frozenset(re.findall(r'<symbol id="([^"]+)"', SPRITE))


def icon(name: str, *, size: int = 20, class_name: str | rx.Var = "") -> rx.Component:
    """Icon that is hidden from screen readers.

    Args:
        name: of a Lucide icon, e.g. `heart`.
        size: pixels.

    Raises:
        ValueError: the icon is not in the sprite.
    """
    if name not in _NAMES:
        raise ValueError(f"{name} is not in web/icons.svg; add it with `python -m tools.icons {name}`")
    return rx.el.svg(
        rx.el.svg.use(href=f"{SPRITE_URL}#{name}"),
        class_name=join("icon", class_name),
        custom_attrs={"width": size, "height": size},
        aria_hidden="true",
    )
