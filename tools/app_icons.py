"""Draws the app icons into `assets`: `python -m tools.app_icons`. They are committed; run it to change them."""

from PIL import Image, ImageDraw

from marketplace.settings import ROOT

_ACCENT, _CLOTH = "#0a6b5e", "#ffffff"
_LARGE = 2048
# A masked icon may lose its corners, so the stall keeps to the middle four fifths.
_SIZES = {"icon-512.png": 512, "icon-192.png": 192, "apple-touch-icon.png": 180}


def draw_icon() -> Image.Image:
    """A market stall under its awning, the same as `favicon.svg`."""
    unit = _LARGE / 32
    image = Image.new("RGB", (_LARGE, _LARGE), _ACCENT)
    pen = ImageDraw.Draw(image)
    pen.polygon([(x * unit, y * unit) for x, y in ((7.6, 8.2), (24.4, 8.2), (26.2, 14.6), (5.8, 14.6))], _CLOTH)
    for left in (5.8, 10.9, 16.0, 21.1):
        pen.ellipse((left * unit, 12 * unit, (left + 5.1) * unit, 17.1 * unit), _CLOTH)
    for left in (10.9, 16.0, 21.1):
        pen.line([(left * unit, 8.2 * unit), (left * unit, 15.4 * unit)], _ACCENT, round(0.55 * unit))
    wide = round(1.9 * unit)
    pen.line(
        [(x * unit, y * unit) for x, y in ((9, 18.6), (9, 24.4), (23, 24.4), (23, 18.6))], _CLOTH, wide, joint="curve"
    )
    pen.line([(16 * unit, 18.6 * unit), (16 * unit, 24.4 * unit)], _CLOTH, wide)
    for x, y in ((9, 18.6), (23, 18.6), (16, 18.6), (9, 24.4), (23, 24.4)):
        pen.ellipse((x * unit - wide / 2, y * unit - wide / 2, x * unit + wide / 2, y * unit + wide / 2), _CLOTH)
    return image


def main() -> None:
    """Write every size."""
    icon = draw_icon()
    for name, size in _SIZES.items():
        icon.resize((size, size), Image.Resampling.LANCZOS).save(ROOT / "assets" / name, optimize=True)


if __name__ == "__main__":
    main()
