"""A small vector canvas on Pillow: transforms, gradients, soft shadows; drawn twice as large and averaged down."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFilter

from marketplace.demo.pictures.colours import Colour, rgb

WIDTH, HEIGHT = 1200, 900
PIXELS = (1000, 750)
_OVERSAMPLING = 2
_SCALE = PIXELS[0] * _OVERSAMPLING / WIDTH
# Shadows and glows are blurred on a mask this much smaller: they have no edges to lose.
_SOFT = 8
# Pixels between two computed colours of a gradient.
_RAMP_STEP = 6

Point = tuple[float, float]
# Points, or the same as SVG writes them: "0,0 10,0 10,10".
Outline = Sequence[Point] | str


@dataclass(frozen=True, slots=True)
class Fade:
    """A linear gradient over a shape's box: downwards, or to the right."""

    start: Colour
    end: Colour
    across: bool = False


Fill = Colour | Fade


class Canvas:
    """A picture of 1200 x 900 units, origin top left. Shapes go through the transform that `at` sets."""

    def __init__(self) -> None:
        self._draw_on(Image.new("RGB", (PIXELS[0] * _OVERSAMPLING, PIXELS[1] * _OVERSAMPLING)))
        self._matrix = (_SCALE, 0.0, 0.0, 0.0, _SCALE, 0.0)

    def finish(self) -> Image.Image:
        """The whole picture."""
        return self.image.reduce(_OVERSAMPLING)

    def closer(self, zoom: float, x: float, y: float) -> Image.Image:
        """A closer look at a point, as far as the picture reaches."""
        half_width, half_height = WIDTH / 2 / zoom, HEIGHT / 2 / zoom
        x = min(max(x, half_width), WIDTH - half_width)
        y = min(max(y, half_height), HEIGHT - half_height)
        left, top = round((x - half_width) * _SCALE), round((y - half_height) * _SCALE)
        size = round(half_width * 2 * _SCALE), round(half_height * 2 * _SCALE)
        near = self.image.crop((left, top, left + size[0], top + size[1]))
        # There is less to average down here, so edges are softened first.
        return near.filter(ImageFilter.BoxBlur(0.8)).resize(PIXELS, Image.Resampling.LANCZOS)

    @contextmanager
    def at(self, x: float, y: float, size: float = 1.0, *, turn: float = 0.0, flip: bool = False) -> Iterator[None]:
        """Draw around a point: moved there, turned by degrees clockwise, scaled, mirrored left to right."""
        before = self._matrix
        a, b, c, d, e, f = before
        cos, sin = math.cos(math.radians(turn)) * size, math.sin(math.radians(turn)) * size
        side = -1.0 if flip else 1.0
        self._matrix = (
            (a * cos + b * sin) * side,
            b * cos - a * sin,
            a * x + b * y + c,
            (d * cos + e * sin) * side,
            e * cos - d * sin,
            d * x + e * y + f,
        )
        try:
            yield
        finally:
            self._matrix = before

    def polygon(self, outline: Outline, fill: Fill) -> None:
        """A closed shape with straight sides."""
        self._paint(self._placed(outline), fill)

    def rect(self, x: float, y: float, width: float, height: float, fill: Fill, r: float = 0) -> None:
        """A rectangle from its top left corner, its corners rounded by `r`."""
        self.polygon(rounded(x, y, width, height, r), fill)

    def oval(self, x: float, y: float, rx: float, ry: float, fill: Fill) -> None:
        """An ellipse around a point."""
        self.polygon(ellipse(x, y, rx, ry), fill)

    def disc(self, x: float, y: float, r: float, fill: Fill) -> None:
        """A circle around a point."""
        self.oval(x, y, r, r, fill)

    def blob(self, outline: Outline, fill: Fill) -> None:
        """A closed shape whose outline runs smoothly through the points."""
        self.polygon(smooth(outline, closed=True), fill)

    def line(self, outline: Outline, width: float, fill: Colour, *, bend: bool = False) -> None:
        """A stroke with round ends through the points, smooth where `bend` asks for it."""
        placed = self._placed(smooth(outline) if bend else outline)
        thick = max(1, round(width * self._size))
        self._pen.line(placed, rgb(fill), thick, joint="curve")
        if thick > 3 and len(rgb(fill)) == 3:
            for x, y in (placed[0], placed[-1]):
                half = thick / 2
                self._pen.ellipse((x - half, y - half, x + half, y + half), rgb(fill))

    def ring(self, x: float, y: float, r: float, width: float, fill: Colour, arc: Point = (0, 360)) -> None:
        """A circle's line, or the part of it between two angles, in degrees clockwise from the right."""
        steps = max(12, int(abs(arc[1] - arc[0]) / 4))
        angles = [math.radians(arc[0] + (arc[1] - arc[0]) * step / steps) for step in range(steps + 1)]
        self.line([(x + r * math.cos(angle), y + r * math.sin(angle)) for angle in angles], width, fill)

    def shadow(self, outline: Outline, *, blur: float = 30, strength: float = 0.3, fill: Colour = "#1b1f2a") -> None:
        """A soft dark patch of the shape; draw it before what casts it."""
        self._soft(self._placed(outline), blur * self._size, strength, fill)

    def ground(self, width: float, *, height: float = 0, y: float = 0, strength: float = 0.38) -> None:
        """The shadow of a thing that stands at the origin."""
        self.shadow(ellipse(0, y, width / 2, height or width * 0.035), blur=width * 0.02 + 6, strength=strength)

    def glow(self, x: float, y: float, r: float, fill: Colour, strength: float = 0.6) -> None:
        """Light around a point."""
        self._soft(self._placed(ellipse(x, y, r * 0.55, r * 0.55)), r * 0.3 * self._size, strength, fill)

    def soften(self, blur: float) -> None:
        """Put all that is drawn so far out of focus."""
        small = self.image.reduce(4).filter(ImageFilter.GaussianBlur(blur * self._size / 4))
        self.image.paste(small.resize(self.image.size, Image.Resampling.BILINEAR))

    @contextmanager
    def clip(self, outline: Outline) -> Iterator[None]:
        """Only what is inside the shape is kept of what is drawn meanwhile."""
        placed = self._placed(outline)
        box = self._box(placed)
        if box is None:
            yield
            return
        # Drawn on a copy of the shape's box, of which only the shape is put back.
        whole, before = self.image, self._matrix
        self._draw_on(whole.crop(box))
        a, b, c, d, e, f = before
        self._matrix = (a, b, c - box[0], d, e, f - box[1])
        yield
        mask = Image.new("L", self.image.size, 0)
        ImageDraw.Draw(mask).polygon([(x - box[0], y - box[1]) for x, y in placed], 255)
        whole.paste(self.image, box, mask)
        self._draw_on(whole)
        self._matrix = before

    def _draw_on(self, image: Image.Image) -> None:
        self.image = image
        self._pen = ImageDraw.Draw(image, "RGBA")

    @property
    def _size(self) -> float:
        a, _, _, d, _, _ = self._matrix
        return math.hypot(a, d)

    def _placed(self, outline: Outline) -> list[Point]:
        a, b, c, d, e, f = self._matrix
        return [(a * x + b * y + c, d * x + e * y + f) for x, y in points(outline)]

    def _box(self, placed: Sequence[Point], margin: float = 0) -> tuple[int, int, int, int] | None:
        xs, ys = [x for x, _ in placed], [y for _, y in placed]
        left, top = max(0, math.floor(min(xs) - margin)), max(0, math.floor(min(ys) - margin))
        right = min(self.image.width, math.ceil(max(xs) + margin) + 1)
        bottom = min(self.image.height, math.ceil(max(ys) + margin) + 1)
        return (left, top, right, bottom) if right > left and bottom > top else None

    def _paint(self, placed: list[Point], fill: Fill) -> None:
        if not isinstance(fill, Fade):
            self._pen.polygon(placed, rgb(fill))
            return
        box = self._box(placed)
        if box is None:
            return
        size = (box[2] - box[0], box[3] - box[1])
        mask = Image.new("L", size, 0)
        ImageDraw.Draw(mask).polygon([(x - box[0], y - box[1]) for x, y in placed], 255)
        axis = 0 if fill.across else 1
        # The gradient spans the whole shape, also where the frame cuts it off.
        low, high = min(point[axis] for point in placed), max(point[axis] for point in placed)
        ends = [min(max((edge - low) / max(high - low, 1), 0), 1) for edge in (box[axis], box[axis + 2])]
        self.image.paste(_ramp(fill, size, ends), box, mask)

    def _soft(self, placed: list[Point], blur: float, strength: float, fill: Colour) -> None:
        box = self._box(placed, blur * 2.5)
        if box is None:
            return
        small = (max(1, (box[2] - box[0]) // _SOFT), max(1, (box[3] - box[1]) // _SOFT))
        mask = Image.new("L", small, 0)
        ImageDraw.Draw(mask).polygon(
            [((x - box[0]) / _SOFT, (y - box[1]) / _SOFT) for x, y in placed], round(255 * strength)
        )
        mask = mask.filter(ImageFilter.GaussianBlur(blur / _SOFT))
        mask = mask.resize((box[2] - box[0], box[3] - box[1]), Image.Resampling.BILINEAR)
        self.image.paste(rgb(fill)[:3], box, mask)


def _ramp(fill: Fade, size: tuple[int, int], ends: list[float]) -> Image.Image:
    length = size[0 if fill.across else 1]
    steps = max(2, length // _RAMP_STEP)
    start, end = rgb(fill.start)[:3], rgb(fill.end)[:3]
    shares = [ends[0] + (ends[1] - ends[0]) * step / (steps - 1) for step in range(steps)]
    ramp = Image.new("RGB", (steps, 1) if fill.across else (1, steps))
    ramp.putdata([tuple(round(a + (b - a) * share) for a, b in zip(start, end, strict=True)) for share in shares])
    line = ramp.resize((length, 1) if fill.across else (1, length), Image.Resampling.BILINEAR)
    return line.resize(size, Image.Resampling.NEAREST)


def ellipse(x: float, y: float, rx: float, ry: float) -> list[Point]:
    """The outline of an ellipse."""
    steps = 72
    turns = (2 * math.pi * step / steps for step in range(steps))
    return [(x + rx * math.cos(turn), y + ry * math.sin(turn)) for turn in turns]


def rounded(x: float, y: float, width: float, height: float, r: float = 0) -> list[Point]:
    """The outline of a rectangle with rounded corners."""
    r = min(r, width / 2, height / 2)
    if r <= 0:
        return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    corners = (
        (x + r, y + r, 180),
        (x + width - r, y + r, 270),
        (x + width - r, y + height - r, 0),
        (x + r, y + height - r, 90),
    )
    return [
        (cx + r * math.cos(math.radians(start + step * 9)), cy + r * math.sin(math.radians(start + step * 9)))
        for cx, cy, start in corners
        for step in range(11)
    ]


def points(outline: Outline) -> Sequence[Point]:
    """The points of an outline, read where it is written."""
    if not isinstance(outline, str):
        return outline
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in outline.split())]


def smooth(outline: Outline, *, closed: bool = False) -> list[Point]:
    """A Catmull-Rom spline through the points."""
    given = points(outline)
    steps, count = 10, len(given)
    control = [given[-1], *given, *given[:2]] if closed else [given[0], *given, given[-1]]
    spans = count if closed else count - 1
    made: list[Point] = []
    for span in range(spans):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = control[span : span + 4]
        for step in range(steps):
            t = step / steps
            made.append(
                (
                    _catmull(x0, x1, x2, x3, t),
                    _catmull(y0, y1, y2, y3, t),
                )
            )
    if not closed:
        made.append(given[-1])
    return made


def _catmull(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)
