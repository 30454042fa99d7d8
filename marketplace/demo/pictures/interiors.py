"""Places under a roof: rooms, tables, a studio, a stage. Each fills the whole picture."""

import math
from random import Random

from marketplace.demo.pictures.canvas import HEIGHT, WIDTH, Canvas, Fade, ellipse, rounded
from marketplace.demo.pictures.colours import LEAF, LEAF_DEEP, WHITE, WOOD, Look, clear, darker, lighter, mix
from marketplace.demo.pictures.outdoors import SKIES


def room(c: Canvas, rng: Random, look: Look, floor: float = 640) -> None:
    """A wall with a window, a picture and a wooden floor."""
    c.rect(-50, -50, WIDTH + 100, floor + 50, Fade(look.wall, look.wall_low))
    window_at = rng.choice((110, 860))
    window(c, rng, look, window_at, 90, 230, 330)
    _picture(c, rng, look, 870 if window_at < 400 else 180, 130)
    wooden_floor(c, look, floor)
    c.polygon(
        [
            (window_at - 40, floor + 40),
            (window_at + 190, floor + 40),
            (window_at + 420, HEIGHT),
            (window_at + 60, HEIGHT),
        ],
        clear("#fff6da", 0.22),
    )
    c.polygon(
        [
            (window_at + 225, floor + 40),
            (window_at + 270, floor + 40),
            (window_at + 560, HEIGHT),
            (window_at + 480, HEIGHT),
        ],
        clear("#fff6da", 0.16),
    )


def wooden_floor(c: Canvas, look: Look, top: float) -> None:
    """Boards that run towards the eye, and the skirting above them."""
    c.rect(-50, top, WIDTH + 100, HEIGHT - top + 50, Fade(look.floor, look.floor_low))
    for step in range(-9, 10):
        c.line([(600 + step * 90, top), (600 + step * 190, HEIGHT + 40)], 2, clear(darker(look.floor_low, 0.3), 0.35))
    c.rect(-50, top - 20, WIDTH + 100, 22, lighter(look.wall, 0.5))
    c.rect(-50, top, WIDTH + 100, 5, clear(look.dark, 0.18))


def window(c: Canvas, rng: Random, look: Look, x: float, y: float, width: float, height: float) -> None:
    """A window with a view and two curtains."""
    top, bottom, _ = rng.choice(SKIES)
    c.shadow(rounded(x - 8, y, width + 30, height + 26), blur=16, strength=0.16)
    c.rect(x - 12, y - 12, width + 24, height + 24, WHITE, 8)
    c.rect(x, y, width, height, Fade(top, bottom))
    with c.clip(rounded(x, y, width, height)):
        c.disc(x + width * 0.68, y + height * 0.3, 30, clear("#fff8e0", 0.85))
        c.blob(
            [
                (x - 60, y + height + 40),
                (x, y + height * 0.72),
                (x + width * 0.4, y + height * 0.62),
                (x + width * 0.8, y + height * 0.75),
                (x + width + 80, y + height * 0.66),
                (x + width + 60, y + height + 60),
            ],
            mix(LEAF, bottom, 0.35),
        )
        c.blob(
            [
                (x - 60, y + height + 60),
                (x + width * 0.2, y + height * 0.84),
                (x + width * 0.6, y + height * 0.78),
                (x + width + 70, y + height * 0.86),
                (x + width + 60, y + height + 60),
            ],
            LEAF,
        )
    c.rect(x + width / 2 - 4, y, 8, height, WHITE)
    c.rect(x, y + height * 0.42, width, 8, WHITE)
    cloth = mix(look.accent, look.wall, 0.55)
    c.rect(x - 60, y - 38, width + 120, 10, look.dark, 5)
    for left, inner in ((x - 48, x + 26), (x + width + 48, x + width - 26)):
        c.polygon(
            [
                (left, y - 30),
                (inner, y - 30),
                ((inner + left) / 2, y + height * 0.55),
                ((inner + left * 3) / 4, y + height + 60),
                (left, y + height + 60),
            ],
            Fade(lighter(cloth, 0.12), darker(cloth, 0.08)),
        )
        middle = (inner + left) / 2
        c.line([(middle, y - 28), ((middle + left) / 2, y + height + 50)], 3, clear(darker(cloth, 0.3), 0.3))


def _picture(c: Canvas, rng: Random, look: Look, x: float, y: float) -> None:
    for number in range(rng.choice((1, 2))):
        left, top, width, height = x + number * 130 - 40, y + number * 50, 110, 140
        c.shadow(rounded(left + 4, top + 8, width, height), blur=12, strength=0.22)
        c.rect(left, top, width, height, look.dark, 3)
        c.rect(left + 7, top + 7, width - 14, height - 14, "#fbf7ef")
        with c.clip(rounded(left + 18, top + 18, width - 36, height - 36)):
            c.rect(left, top, width, height, lighter(look.second, 0.55))
            c.disc(left + width * 0.6, top + height * 0.42, 22, look.accent)
            c.blob(
                [
                    (left - 20, top + height + 20),
                    (left + 20, top + height * 0.66),
                    (left + 70, top + height * 0.6),
                    (left + width + 30, top + height * 0.76),
                    (left + width, top + height + 30),
                ],
                mix(look.second, look.dark, 0.4),
            )


def plant(c: Canvas, x: float, ground: float, size: float = 1.0, pot: str = "#d98e63") -> None:
    """A broad-leaved plant in a pot."""
    with c.at(x, ground, size):
        c.ground(120)
        for angle, length, tint in (
            (-62, 180, 0.0),
            (58, 185, 0.12),
            (-36, 235, 0.22),
            (34, 240, 0.05),
            (-12, 270, 0.3),
            (12, 262, 0.15),
        ):
            with c.at(0, -80, turn=angle):
                c.line([(0, 0), (0, -length * 0.6)], 5, LEAF_DEEP)
                leaf = mix(LEAF_DEEP, LEAF, 0.35 + tint * 2)
                c.blob(
                    [
                        (0, -length * 0.35),
                        (-34, -length * 0.62),
                        (-20, -length * 0.88),
                        (0, -length),
                        (20, -length * 0.88),
                        (34, -length * 0.62),
                    ],
                    leaf,
                )
                c.line([(0, -length * 0.4), (0, -length * 0.92)], 2, clear("#ffffff", 0.35))
        c.polygon("-56,-96 56,-96 42,0 -42,0", Fade(lighter(pot, 0.12), darker(pot, 0.18), across=True))
        c.rect(-62, -108, 124, 22, lighter(pot, 0.1), 6)


def studio(c: Canvas, rng: Random, look: Look, floor: float = 660) -> None:
    """A coloured sweep with one large shape behind the thing."""
    ground = rng.choice((look.wall_low, mix(look.accent, "#ffffff", 0.62), mix(look.second, "#ffffff", 0.6), look.wall))
    c.rect(-50, -50, WIDTH + 100, floor + 51, Fade(lighter(ground, 0.35), ground))
    c.rect(-50, floor, WIDTH + 100, HEIGHT - floor + 50, Fade(darker(ground, 0.1), lighter(ground, 0.12)))
    shape = clear(lighter(ground, 0.55), 0.75)
    kind = rng.randrange(3)
    if kind == 0:
        c.disc(600, floor - 230, 330, shape)
    elif kind == 1:
        c.polygon(
            [
                *[
                    (600 + 290 * math.cos(math.radians(a)), floor - 300 + 290 * math.sin(math.radians(a)))
                    for a in range(180, 361, 4)
                ],
                (890, floor),
                (310, floor),
            ],
            shape,
        )
    else:
        c.disc(760, floor - 330, 230, shape)
        c.disc(380, floor - 180, 150, clear(lighter(ground, 0.55), 0.5))
    c.glow(600, floor - 250, 420, "#ffffff", 0.25)


def tabletop(c: Canvas, rng: Random, look: Look, edge: float = 600) -> None:
    """A desk before a wall that is out of focus."""
    c.rect(-50, -50, WIDTH + 100, edge + 60, Fade(look.wall, look.wall_low))
    window(c, rng, look, rng.choice((60, 900)), 40, 210, 300)
    shelf = rng.choice((430, 480))
    c.rect(shelf, 250, 330, 16, look.floor_low, 4)
    left = shelf + 16
    for _ in range(8):
        width, height = rng.randrange(20, 36), rng.randrange(80, 130)
        c.rect(
            left,
            250 - height,
            width,
            height,
            rng.choice((look.accent, look.second, look.dark, lighter(look.accent, 0.5), look.floor)),
            3,
        )
        left += width + 3
    c.soften(9)
    c.rect(-50, edge, WIDTH + 100, HEIGHT - edge + 50, Fade(lighter(look.floor, 0.12), look.floor_low))
    c.rect(-50, edge, WIDTH + 100, 6, clear("#ffffff", 0.35))
    c.glow(600, edge + 150, 520, "#fff4d8", 0.25)


def kitchen(c: Canvas, rng: Random, look: Look, floor: float = 690, blur: float = 4) -> None:
    """Cupboards, a tiled wall and a counter, with room in the middle."""
    c.rect(-50, -50, WIDTH + 100, floor + 50, Fade(look.wall, look.wall_low))
    for row in range(4):
        for column in range(17):
            tone = mix(look.wall, "#ffffff", rng.uniform(0.15, 0.5))
            c.rect(column * 74 - 20, 288 + row * 46, 70, 42, tone, 3)
    cupboard = mix(look.second, look.wall, 0.42)
    for x in (-40, 150, 870, 1060):
        c.rect(x, -30, 182, 250, Fade(lighter(cupboard, 0.1), cupboard), 6)
        c.rect(x + (150 if x in (-40, 870) else 16), 150, 8, 46, look.dark, 4)
    for x, width in ((-60, 420), (840, 420)):
        c.rect(x, 470, width, floor - 470, Fade(cupboard, darker(cupboard, 0.12)))
        c.rect(x - 12, 452, width + 24, 26, "#f4efe6", 5)
        for step in range(2):
            c.rect(x + 20 + step * 200, 500, 180, floor - 520, clear("#ffffff", 0.14), 6)
            c.rect(x + 90 + step * 200, 516, 44, 8, look.dark, 4)
    for x, tone in ((60, look.accent), (130, look.second), (188, look.dark)):
        c.rect(x, 392, 44, 60, Fade(lighter(tone, 0.2), tone), 8)
    plant(c, 1090, 454, 0.42)
    c.rect(
        -50, floor, WIDTH + 100, HEIGHT - floor + 50, Fade(lighter(look.floor, 0.4), mix(look.floor, "#ffffff", 0.1))
    )
    for step in range(-8, 9):
        c.line([(600 + step * 110, floor), (600 + step * 220, HEIGHT + 40)], 2, clear(look.floor_low, 0.6))
    for y in (floor + 54, floor + 130):
        c.line([(-40, y), (WIDTH + 40, y)], 2, clear(look.floor_low, 0.6))
    if blur:
        c.soften(blur)


def workshop(c: Canvas, _rng: Random, look: Look, bench: float = 640) -> None:
    """A pegboard with tools above a workbench."""
    board = mix(look.wall_low, look.floor, 0.35)
    c.rect(-50, -50, WIDTH + 100, bench + 60, Fade(lighter(board, 0.2), board))
    for row in range(10):
        for column in range(22):
            c.disc(column * 56 + 8, row * 60 + 24, 4, clear(look.dark, 0.16))
    for x, turn in ((150, 10), (1010, -14), (290, -6)):
        with c.at(x, 250, 1.0, turn=turn):
            c.rect(-9, -60, 18, 190, WOOD, 8)
            c.rect(-52, -92, 104, 44, "#59636e", 8)
    for x in (880, 760):
        c.line([(x, 130), (x, 330)], 16, "#8f9aa5")
        c.ring(x, 122, 26, 14, "#8f9aa5", (-50, 230))
    c.soften(7)
    c.rect(-50, bench, WIDTH + 100, HEIGHT - bench + 50, Fade("#c9945f", "#9a6a40"))
    c.rect(-50, bench, WIDTH + 100, 10, clear("#ffffff", 0.25))
    for y in (bench + 70, bench + 170):
        c.line([(-40, y), (WIDTH + 40, y)], 3, clear("#6e4526", 0.4))


def stage(c: Canvas, rng: Random, look: Look, floor: float = 670) -> None:
    """A dark stage with beams of light."""
    tone = rng.choice(("#3c2f5c", "#22405e", "#5a2a48", "#1f4a4a"))
    c.rect(-50, -50, WIDTH + 100, floor + 60, Fade(darker(tone, 0.45), tone))
    for x, lean, light in ((180, 260, look.second), (600, 0, "#fff3d0"), (1020, -260, look.accent)):
        c.polygon(
            [(x - 20, -40), (x + 20, -40), (x + lean + 210, floor + 40), (x + lean - 210, floor + 40)],
            clear(light, 0.16),
        )
        c.glow(x, 0, 120, light, 0.6)
    for number in range(26):
        c.disc((number * 173) % 1200, 60 + (number * 97) % 420, 2 + number % 3, clear("#ffffff", 0.5))
    c.rect(-50, floor, WIDTH + 100, HEIGHT - floor + 50, Fade(darker("#8a5a3c", 0.25), darker("#8a5a3c", 0.5)))
    for step in range(4):
        c.line(
            [(-40, floor + 20 + step * step * 22), (WIDTH + 40, floor + 20 + step * step * 22)],
            2,
            clear("#000000", 0.25),
        )
    c.shadow(ellipse(600, floor + 80, 420, 50), blur=40, strength=0.3)
    c.glow(600, floor + 60, 460, "#ffe9bd", 0.3)
