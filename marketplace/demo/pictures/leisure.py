"""Instruments, books and pictures, standing at the origin."""

from random import Random

from marketplace.demo.pictures.canvas import Canvas, Fade, ellipse, points, rounded
from marketplace.demo.pictures.colours import (
    BLACK,
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


def guitar(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """An acoustic guitar, leaning."""
    c.shadow(ellipse(30, 4, 240, 20), blur=16, strength=0.45)
    tone = mix(paint, WOOD, 0.55)
    with c.at(-20, -10, 1.0, turn=13):
        c.rect(-20, -650, 40, 360, Fade("#5b3a27", "#3e2719"), 6)
        for step in range(9):
            c.line([(-19, -600 + step * 34), (19, -600 + step * 34)], 3, STEEL)
        c.blob("-34,-650 -40,-760 -24,-778 24,-778 40,-760 34,-650", Fade(tone, WOOD_DEEP))
        for side in (-1, 1):
            for step in range(3):
                c.disc(side * 46, -748 + step * 34, 10, STEEL)
        outline = (
            "-60,-376 0,-360 60,-376 122,-350 126,-280 104,-226 150,-160 166,-80 120,-10 0,8 -120,-10 "
            "-166,-80 -150,-160 -104,-226 -126,-280 -122,-350"
        )
        c.blob([(x * 1.045, (y + 180) * 1.04 - 180) for x, y in points(outline)], darker(tone, 0.5))
        c.blob(outline, Fade(lighter(tone, 0.35), tone))
        c.blob("-118,-330 -96,-350 -92,-260 -112,-270", clear("#ffffff", 0.3))
        c.disc(0, -232, 58, darker(tone, 0.55))
        c.disc(0, -232, 48, "#241812")
        c.ring(0, -232, 64, 5, look.second)
        c.blob("48,-210 104,-196 96,-110 52,-130", darker(tone, 0.6))
        c.rect(-64, -96, 128, 24, "#3b2618", 8)
        for step in range(6):
            x = -13 + step * 5.2
            c.line([(x, -690), (x * 1.3, -84)], 2, clear("#fdf6e3", 0.85))


def tabla(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A pair of tabla on their rings."""
    for x, half, height, tone in ((-200, 170, 290, STEEL_DEEP), (190, 138, 320, WOOD_DEEP)):
        with c.at(x, 0):
            c.ground(half * 2.3)
            c.rect(-half * 0.8, -44, half * 1.6, 46, Fade(lighter(look.accent, 0.2), darker(look.accent, 0.2)), 23)
            if tone == STEEL_DEEP:
                c.blob(
                    [
                        (-half, -height + 20),
                        (half, -height + 20),
                        (half * 1.08, -height * 0.5),
                        (half * 0.6, -30),
                        (-half * 0.6, -30),
                        (-half * 1.08, -height * 0.5),
                    ],
                    Fade(lighter(paint, 0.55), darker(paint, 0.2), across=True),
                )
            else:
                c.polygon(
                    [(-half * 0.86, -height + 10), (half * 0.86, -height + 10), (half, -36), (-half, -36)],
                    Fade(lighter(WOOD, 0.2), WOOD_DEEP, across=True),
                )
            for step in range(11):
                top = -half + step * half / 5
                c.line([(top * 0.96, -height + 26), (top * 0.82, -46)], 6, clear("#f3e3c3", 0.75))
            c.oval(0, -height, half * 1.02, half * 0.34, "#7b5a3a")
            c.oval(0, -height - 6, half * 0.98, half * 0.31, Fade("#fdf3e0", "#e8d6b6"))
            c.oval(half * 0.1, -height - 4, half * 0.42, half * 0.13, BLACK)
            c.oval(half * 0.06, -height - 8, half * 0.2, half * 0.05, clear("#ffffff", 0.22))


def keyboard(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A stage piano on its stand."""
    c.shadow(ellipse(0, 4, 400, 18), blur=16, strength=0.42)
    for side in (-1, 1):
        c.line([(side * 260, 0), (-side * 220, -230)], 18, "#3b424c")
    c.rect(-460, -330, 920, 110, Fade(lighter(paint, 0.12), darker(paint, 0.45)), 16)
    c.rect(-440, -316, 880, 34, darker(paint, 0.6), 8)
    c.rect(-90, -312, 180, 26, lighter(look.second, 0.35), 5)
    for step in range(8):
        c.disc(-400 + step * 34, -299, 9, (look.accent, STEEL)[step % 2])
        c.disc(140 + step * 34, -299, 9, (STEEL, look.second)[step % 2])
    c.rect(-436, -278, 872, 60, "#1b1f26", 4)
    for step in range(28):
        c.rect(-434 + step * 31, -276, 29, 56, Fade("#e6e2da", WHITE), 3)
    for step in range(27):
        if step % 7 not in (2, 6):
            c.rect(-412 + step * 31, -278, 17, 34, BLACK, 2)
    c.polygon("-130,-330 130,-330 150,-480 -150,-480", clear("#3b424c", 0.9))
    for x in (-124, 6):
        c.rect(x, -474, 118, 136, "#fbf7ee", 3)
        for row in range(4):
            c.line([(x + 12, -452 + row * 28), (x + 106, -452 + row * 28)], 3, clear(look.dark, 0.4))
            c.disc(x + 30 + row * 20, -456 + row * 28, 7, look.dark)


def drums(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A drum kit."""
    c.shadow(ellipse(0, 4, 440, 22), blur=18, strength=0.45)
    for x, top in ((-360, -480), (360, -520)):
        c.line([(x, 0), (x, top)], 10, STEEL_DEEP)
        c.line([(x - 60, 0), (x, -90), (x + 60, 0)], 9, STEEL_DEEP)
        with c.at(x, top, turn=-12 if x < 0 else 12):
            c.oval(0, 0, 150, 20, Fade("#f5d77e", "#b98a2f"))
    for x in (-120, 120):
        with c.at(x, -380, turn=-8 if x < 0 else 8):
            c.rect(-100, -70, 200, 130, Fade(lighter(paint, 0.3), darker(paint, 0.25), across=True), 10)
            c.oval(0, -70, 102, 26, Fade(WHITE, "#dcdcd6"))
            c.rect(-102, -66, 204, 12, STEEL, 6)
    c.disc(0, -190, 192, darker(paint, 0.35))
    c.disc(0, -190, 180, STEEL)
    c.disc(0, -190, 166, Fade("#fdfbf4", "#e0dcd0"))
    c.disc(0, -190, 70, clear(paint, 0.9))
    c.disc(0, -190, 52, "#fdfbf4")
    c.polygon([(-20, -226), (36, -190), (-20, -154)], look.accent)
    with c.at(-290, -170):
        c.rect(-94, -40, 188, 84, Fade(lighter(paint, 0.3), darker(paint, 0.25), across=True), 8)
        c.oval(0, -40, 96, 22, WHITE)
        c.line([(0, 40), (-40, 168)], 9, STEEL_DEEP)
        c.line([(0, 40), (40, 168)], 9, STEEL_DEEP)
    with c.at(290, 0):
        c.rect(-96, -240, 192, 210, Fade(lighter(paint, 0.3), darker(paint, 0.25), across=True), 10)
        c.oval(0, -240, 98, 24, WHITE)
        for x in (-80, 70):
            c.rect(x, -40, 10, 42, STEEL_DEEP)


def books(c: Canvas, rng: Random, look: Look, paint: str) -> None:
    """A pile of books, one open before it, and spectacles."""
    c.shadow(ellipse(-40, 4, 400, 22), blur=16, strength=0.4)
    y = 0.0
    tones = [paint, look.accent, look.second, look.dark, mix(paint, "#ffffff", 0.45), mix(look.accent, look.dark, 0.4)]
    for number, tone in enumerate(tones):
        height = rng.randrange(52, 70)
        y -= height
        shift, half = rng.randrange(-24, 24), 250 - number * 8
        c.rect(-110 + shift - half, y, half * 2, height - 4, Fade(lighter(tone, 0.15), darker(tone, 0.15)), 7)
        c.rect(-110 + shift + half - 66, y + 8, 58, height - 20, "#f7efdf", 3)
        for row in range(3):
            c.line(
                [(-110 + shift + half - 62, y + 16 + row * 11), (-110 + shift + half - 10, y + 16 + row * 11)],
                2,
                clear(WOOD_DEEP, 0.4),
            )
        c.rect(-110 + shift - half + 26, y + height / 2 - 8, 150, 10, clear("#fff6dd", 0.85), 5)
    with c.at(210, 30):
        c.shadow(ellipse(0, 6, 250, 16), blur=12, strength=0.35)
        for side in (-1, 1):
            c.polygon([(0, -30), (side * 230, -64), (side * 236, 0), (0, 14)], darker(paint, 0.2))
            c.blob(
                [(0, -34), (side * 90, -86), (side * 226, -70), (side * 228, -12), (side * 100, -26), (0, 6)],
                Fade("#fffaf0", "#e9dfca"),
            )
            for row in range(3):
                c.line(
                    [(side * 36, -46 + row * 14), (side * 110, -62 + row * 14), (side * 196, -52 + row * 14)],
                    3,
                    clear(look.dark, 0.35),
                    bend=True,
                )
    with c.at(-110, y):
        c.ring(-58, -34, 38, 8, BLACK)
        c.ring(58, -34, 38, 8, BLACK)
        c.line([(-22, -40), (0, -48), (22, -40)], 8, BLACK, bend=True)


def easel(c: Canvas, rng: Random, look: Look, paint: str) -> None:
    """A painting on an easel."""
    c.shadow(ellipse(0, 4, 300, 18), blur=16, strength=0.4)
    for x in (-210, 210):
        c.line([(x, 0), (x * 0.12, -640)], 20, WOOD_DEEP)
    c.line([(0, 0), (0, -660)], 18, WOOD)
    c.rect(-290, -196, 580, 22, WOOD_DEEP, 6)
    c.shadow(rounded(-262, -578, 530, 390), blur=16, strength=0.3)
    c.rect(-270, -590, 540, 394, Fade("#d9b46c", "#a67c3a"), 6)
    with c.clip(rounded(-246, -566, 492, 346)):
        c.rect(-246, -566, 492, 346, Fade(lighter(look.second, 0.3), lighter(look.accent, 0.45)))
        c.disc(90, -450, 56, "#fff0cd")
        for layer, tone in enumerate(
            (mix(look.accent, "#ffffff", 0.25), mix(paint, look.dark, 0.2), mix(look.dark, paint, 0.3))
        ):
            top = -400 + layer * 62
            points = (
                [(-300.0, -180.0)]
                + [(-290 + step * 98.0, top + rng.uniform(-40, 40)) for step in range(7)]
                + [(330.0, -180.0)]
            )
            c.blob(points, tone)
