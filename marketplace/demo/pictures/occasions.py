"""What is hired for a feast, what children need, and what grows in pots; standing at the origin."""

import math
from random import Random

from marketplace.demo.pictures import interiors
from marketplace.demo.pictures.canvas import Canvas, Fade, ellipse, rounded
from marketplace.demo.pictures.colours import (
    BLACK,
    LEAF,
    LEAF_DEEP,
    STEEL,
    STEEL_DEEP,
    WHITE,
    WOOD,
    WOOD_DEEP,
    Look,
    clear,
    darker,
    lighter,
    mix,
)

_GOLD = "#efc866"


def mandap(c: Canvas, rng: Random, look: Look, paint: str) -> None:
    """A wedding canopy hung with marigolds."""
    c.shadow(ellipse(0, 10, 440, 26), blur=18, strength=0.4)
    c.rect(-420, -40, 840, 46, Fade(lighter(paint, 0.1), darker(paint, 0.3)), 8)
    c.rect(-380, -66, 760, 30, Fade(_GOLD, "#c3922f"), 6)
    for x in (-350, -130, 116, 336):
        c.rect(x, -520, 16, 460, Fade(_GOLD, "#c3922f", across=True), 6)
        for step in range(12):
            c.disc(x + 8, -500 + step * 38, 17, (look.accent, "#f4a62a", "#fbd25a")[step % 3])
    c.polygon("-400,-510 400,-510 340,-610 -340,-610", Fade(lighter(paint, 0.2), darker(paint, 0.12)))
    for number in range(8):
        x = -400 + number * 100
        c.blob(
            [(x, -512), (x + 50, -440), (x + 100, -512), (x + 50, -500)], (paint, lighter(look.second, 0.2))[number % 2]
        )
        c.line([(x + 50, -446), (x + 50, -400)], 4, "#f4a62a")
        c.disc(x + 50, -392, 12, "#fbd25a")
    for x in (-100, 100):
        c.rect(x - 70, -210, 140, 150, Fade(lighter(look.accent, 0.1), darker(look.accent, 0.2)), 22)
        c.rect(x - 80, -140, 160, 76, Fade(_GOLD, "#c3922f"), 18)
        c.rect(x - 60, -150, 120, 34, lighter(look.accent, 0.3), 16)
    for number in range(18):
        c.glow(-400 + number * 47, -560 + (number % 3) * 26, 26, "#fff3c4", 0.9)
        c.disc(-400 + number * 47, -560 + (number % 3) * 26, 5, "#fffbe6")
    for _ in range(26):
        c.disc(rng.randrange(-420, 420), rng.randrange(16, 60), 6, rng.choice((look.accent, "#f4a62a", "#fbd25a")))


def chairs(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A round table laid for a banquet, with covered chairs."""
    c.shadow(ellipse(0, 4, 460, 28), blur=18, strength=0.4)
    for x, size in ((-300, 0.92), (300, 0.92), (-150, 0.8), (150, 0.8)):
        with c.at(x, -40 if size > 0.9 else -110, size):
            c.blob("-78,0 -70,-330 -50,-380 50,-380 70,-330 78,0", Fade(WHITE, "#d5d9df"))
            c.rect(-74, -220, 148, 40, Fade(lighter(paint, 0.2), paint), 6)
            c.blob("-40,-216 0,-190 40,-216 50,-160 0,-176 -50,-160", darker(paint, 0.08))
    c.blob(
        "-290,-230 290,-230 330,-20 250,6 120,-12 0,8 -120,-12 -250,6 -330,-20",
        Fade("#ffffff", "#d3d8df"),
    )
    c.oval(0, -232, 292, 46, "#fbfaf6")
    c.oval(0, -236, 150, 24, Fade(lighter(look.accent, 0.35), look.accent))
    for x in (-196, 196, -90, 90):
        c.oval(x, -226 if abs(x) > 100 else -206, 46, 10, WHITE)
        c.oval(x, -228 if abs(x) > 100 else -208, 30, 6, _GOLD)
    c.polygon("-24,-240 24,-240 40,-320 -40,-320", Fade(_GOLD, "#b98a2f"))
    for dx, dy, tone in (
        (-60, -370, look.accent),
        (0, -420, look.second),
        (58, -366, "#f6e2ea"),
        (-26, -350, "#fbd25a"),
        (30, -390, look.accent),
    ):
        c.disc(dx, dy, 36, tone)
        c.disc(dx, dy, 14, lighter(tone, 0.4))


def sound(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """Stage loudspeakers with a mixing desk."""
    c.shadow(ellipse(0, 6, 460, 22), blur=18, strength=0.5)
    for x in (-330, 330):
        for y, height in ((0, 260), (-270, 240)):
            c.rect(x - 120, y - height, 240, height - 6, Fade("#4b535e", "#1f242b"), 14)
            c.disc(x, y - height * 0.42, 82, "#12151a")
            c.disc(x, y - height * 0.42, 68, Fade(lighter(paint, 0.05), darker(paint, 0.5)))
            c.disc(x, y - height * 0.42, 26, STEEL_DEEP)
            c.rect(x - 70, y - height + 22, 140, 34, "#12151a", 8)
    for x in (-120, 108):
        c.rect(x, -130, 14, 130, STEEL_DEEP)
    c.polygon("-190,-130 190,-130 160,-270 -160,-270", Fade("#59626d", "#2b3038"))
    for column in range(9):
        x = -136 + column * 33
        c.line([(x, -150), (x * 0.92, -220)], 4, "#14181e")
        c.rect(x - 9, -190 + (column * 37) % 34 - 8, 18, 12, (look.accent, look.second, WHITE)[column % 3], 3)
        c.disc(x * 0.9, -244, 8, (look.second, "#7fd1ae", look.accent)[column % 3])
    c.line([(0, 0), (0, -330)], 9, STEEL)
    c.line([(0, -330), (-30, -400)], 9, STEEL)
    with c.at(-36, -414, turn=-24):
        c.rect(-11, -10, 22, 70, "#22272e", 8)
        c.oval(0, -28, 25, 30, Fade(STEEL, STEEL_DEEP))


def projector(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A projector throwing a picture."""
    c.polygon("-40,-200 60,-230 420,-560 -420,-560", clear("#fff6d8", 0.2))
    c.rect(-430, -660, 860, 250, Fade(mix(look.second, "#ffffff", 0.2), look.accent), 8)
    with c.clip(rounded(-430, -660, 860, 250, 8)):
        c.disc(180, -570, 56, "#fff2cc")
        c.blob(
            "-480,-380 -300,-520 -120,-560 60,-500 240,-530 480,-460 480,-380",
            mix(look.accent, look.dark, 0.45),
        )
    c.rect(-444, -676, 888, 18, "#2b3038", 9)
    c.shadow(ellipse(0, 4, 330, 20), blur=16, strength=0.45)
    for x in (-220, 190):
        c.rect(x, -18, 30, 20, "#22272e")
    c.rect(-290, -190, 580, 174, Fade("#ffffff", "#ccd3da"), 34)
    c.disc(40, -110, 78, "#2b3038")
    c.disc(40, -110, 58, Fade(lighter(paint, 0.2), darker(paint, 0.5)))
    c.disc(24, -128, 18, clear("#ffffff", 0.8))
    c.glow(40, -110, 150, "#fff3cc", 0.8)
    for step in range(6):
        c.rect(-250 + step * 26, -140, 12, 80, clear("#59626d", 0.6), 6)
    for x in (170, 206, 242):
        c.disc(x, -154, 9, (look.accent, look.second, "#59c08a")[(x // 36) % 3])


def stroller(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A pram."""
    c.shadow(ellipse(0, 4, 300, 18), blur=14, strength=0.42)
    c.line([(-170, -70), (140, -250)], 16, STEEL_DEEP)
    c.line([(190, -70), (-110, -260)], 16, STEEL_DEEP)
    c.line([(140, -300), (280, -440), (330, -430)], 15, STEEL_DEEP, bend=True)
    c.line([(300, -442), (346, -424)], 24, BLACK)
    c.blob(
        "-250,-310 200,-310 170,-200 60,-150 -120,-150 -220,-200",
        Fade(lighter(paint, 0.2), darker(paint, 0.2)),
    )
    c.blob(
        "-256,-306 -250,-440 -140,-530 -10,-520 -20,-310",
        Fade(lighter(look.second, 0.3), look.second),
    )
    for end in ((-236, -420), (-140, -520)):
        c.line([(-20, -312), end], 4, clear(darker(look.second, 0.5), 0.4))
    c.rect(-262, -322, 480, 30, lighter(paint, 0.35), 15)
    for x in (-170, 190):
        c.ring(x, -72, 60, 21, "#2b3038")
        c.disc(x, -72, 40, STEEL)
        c.disc(x, -72, 12, look.accent)


def cot(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A child's cot with a mobile and a bear."""
    c.shadow(ellipse(0, 4, 370, 20), blur=16, strength=0.4)
    tone = mix(paint, "#f6ead8", 0.72)
    for x in (-340, 312):
        c.rect(x, -420, 30, 420, Fade(lighter(tone, 0.3), darker(tone, 0.12)), 12)
        c.disc(x + 15, -426, 21, tone)
    c.rect(-320, -200, 640, 84, Fade("#ffffff", "#dbe2e8"), 26)
    c.rect(-300, -226, 190, 60, Fade(lighter(look.second, 0.6), lighter(look.second, 0.3)), 26)
    with c.at(110, -196):
        c.disc(0, -54, 56, "#b98255")
        for x in (-42, 42):
            c.disc(x, -140, 20, "#b98255")
            c.disc(x, -140, 10, "#e7c39c")
        c.disc(0, -110, 50, "#c4905f")
        c.oval(0, -96, 24, 18, "#f0d6b3")
        for x in (-17, 17):
            c.disc(x, -118, 6, BLACK)
        c.disc(0, -104, 6, BLACK)
    for y in (-400, -130):
        c.rect(-324, y, 648, 26, Fade(lighter(tone, 0.3), darker(tone, 0.1)), 12)
    for step in range(13):
        c.rect(-300 + step * 48, -390, 13, 270, Fade(lighter(tone, 0.35), darker(tone, 0.05)), 6)
    c.line("-330,-420 -330,-640 -190,-660 -120,-630", 9, darker(tone, 0.3), bend=True)
    for x, y, shape in ((-190, -560, look.accent), (-120, -530, look.second), (-50, -556, paint)):
        c.line([(-120, -630), (x, y)], 3, darker(tone, 0.4))
        c.disc(x, y + 14, 22, shape)
        c.disc(x - 7, y + 8, 6, clear("#ffffff", 0.6))


def blocks(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """Wooden blocks, a stacking tower and a train."""
    c.shadow(ellipse(0, 4, 430, 20), blur=16, strength=0.38)
    for x, y, size, tone in ((-400, 0, 120, paint), (-270, 0, 120, look.second), (-336, -120, 120, look.accent)):
        c.rect(x, y - size, size, size, Fade(lighter(tone, 0.25), darker(tone, 0.1)), 14)
        c.rect(x + 14, y - size + 14, size - 28, size - 28, clear("#ffffff", 0.3), 10)
        c.disc(x + size / 2, y - size / 2, 24, WHITE)
    c.polygon([(-346, -240), (-206, -240), (-276, -340)], Fade(lighter(paint, 0.2), darker(paint, 0.1)))
    with c.at(-10, 0):
        c.rect(-100, -34, 200, 34, WOOD, 12)
        for step, tone in enumerate((look.accent, "#f2c14e", look.second, "#5c8a64", paint)):
            half = 104 - step * 15
            c.rect(-half, -88 - step * 52, half * 2, 50, Fade(lighter(tone, 0.25), darker(tone, 0.1)), 25)
        c.disc(0, -320, 30, lighter(look.accent, 0.2))
    with c.at(280, 0):
        for x in (-90, 10, 110):
            c.disc(x, -32, 34, "#2f3640")
            c.disc(x, -32, 15, look.second)
        c.rect(-150, -150, 300, 104, Fade(lighter(look.accent, 0.2), darker(look.accent, 0.12)), 18)
        c.rect(20, -270, 130, 130, Fade(lighter(paint, 0.25), darker(paint, 0.08)), 14)
        c.rect(48, -240, 74, 60, Fade("#d7edf6", "#9cc3d6"), 10)
        c.rect(4, -292, 162, 28, WOOD_DEEP, 10)
        c.rect(-120, -210, 50, 66, "#2f3640", 8)
        for step in range(3):
            c.disc(-96 - step * 24, -246 - step * 40, 19 + step * 8, clear("#ffffff", 0.7))


def pots(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """House plants in pots of three sizes."""
    interiors.plant(c, -230, 0, 1.15, paint)
    interiors.plant(c, 250, 0, 0.85, look.second)
    with c.at(20, 14, 1.0):
        c.ground(150)
        for turn in range(-70, 80, 14):
            with c.at(0, -110, turn=turn):
                c.blob(
                    [(-11, 0), (-16, -90), (0, -190 + abs(turn)), (16, -90), (11, 0)],
                    mix(LEAF_DEEP, LEAF, 0.5 + turn / 160),
                )
        c.polygon(
            "-84,-120 84,-120 62,0 -62,0",
            Fade(lighter(look.accent, 0.2), darker(look.accent, 0.15), across=True),
        )
        c.rect(-92, -134, 184, 28, lighter(look.accent, 0.15), 8)
    with c.at(430, 20):
        c.ground(110)
        for angle in range(0, 360, 45):
            x, y = 44 * math.cos(math.radians(angle)), -108 + 38 * math.sin(math.radians(angle))
            c.disc(x, y, 23, mix(LEAF, "#a9c46c", 0.5))
        c.disc(0, -108, 38, LEAF)
        c.rect(-52, -76, 104, 76, Fade(WHITE, STEEL), 14)


def cement(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """Bricks, bags and a wheelbarrow."""
    c.shadow(ellipse(0, 4, 450, 22), blur=16, strength=0.42)
    for row in range(5):
        for column in range(5 - row % 2):
            tone = mix("#b5533c", "#d98a63", ((row * 3 + column * 5) % 7) / 9)
            c.rect(
                -430 + column * 82 + row % 2 * 41,
                -48 - row * 46,
                78,
                42,
                Fade(lighter(tone, 0.12), darker(tone, 0.1)),
                4,
            )
    for row in range(3):
        with c.at(60 + row % 2 * 12, -row * 74):
            c.rect(-60, -78, 230, 78, Fade("#e6e0d3", "#b9b1a1"), 30)
            c.rect(-10, -58, 130, 38, clear(paint, 0.85), 6)
            c.rect(6, -46, 90, 12, clear("#ffffff", 0.85), 5)
    with c.at(340, 0):
        c.line([(-60, -150), (-170, -190)], 13, WOOD)
        c.line([(-30, -20), (-50, -110)], 13, "#3b424b")
        c.polygon(
            "-110,-190 130,-190 80,-80 -60,-80",
            Fade(lighter(look.accent, 0.2), darker(look.accent, 0.2)),
        )
        c.blob("-100,-190 -40,-240 30,-256 110,-194", "#d3b98c")
        c.disc(90, -40, 42, "#23282f")
        c.disc(90, -40, 17, STEEL)
