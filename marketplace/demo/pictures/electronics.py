"""Phones, computers and what one listens, looks and plays with; standing at the origin."""

from random import Random

from marketplace.demo.pictures.canvas import Canvas, Fade, ellipse, rounded
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


def _wallpaper(c: Canvas, look: Look, x: float, y: float, width: float, height: float) -> None:
    c.rect(x, y, width, height, Fade(mix(look.second, "#ffffff", 0.25), look.accent))
    c.disc(x + width * 0.68, y + height * 0.3, width * 0.16, clear("#fff6dd", 0.9))
    c.blob(
        [
            (x - width * 0.3, y + height * 1.1),
            (x, y + height * 0.66),
            (x + width * 0.35, y + height * 0.56),
            (x + width * 0.7, y + height * 0.7),
            (x + width * 1.3, y + height * 0.58),
            (x + width * 1.2, y + height * 1.1),
        ],
        mix(look.accent, look.dark, 0.35),
    )
    c.blob(
        [
            (x - width * 0.3, y + height * 1.1),
            (x + width * 0.1, y + height * 0.82),
            (x + width * 0.5, y + height * 0.76),
            (x + width * 1.2, y + height * 0.86),
            (x + width * 1.2, y + height * 1.1),
        ],
        mix(look.accent, look.dark, 0.6),
    )


def phone(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A phone from the front and another of its kind from the back, leaning."""
    c.shadow(ellipse(20, 4, 330, 22), blur=16, strength=0.42)
    with c.at(120, -4, turn=9):
        c.shadow(rounded(-140, -560, 290, 560, 44), blur=18, strength=0.25)
        c.rect(-140, -570, 284, 570, Fade(lighter(paint, 0.3), darker(paint, 0.18)), 44)
        c.rect(-134, -564, 272, 558, Fade(lighter(paint, 0.22), darker(paint, 0.1)), 40)
        c.polygon("-134,-330 138,-520 138,-400 -134,-210", clear("#ffffff", 0.12))
        c.rect(-112, -544, 124, 128, darker(paint, 0.22), 34)
        for x, y in ((-78, -508), (-22, -508), (-78, -452)):
            c.disc(x, y, 25, BLACK)
            c.disc(x, y, 17, "#33445c")
            c.disc(x - 6, y - 6, 6, clear("#ffffff", 0.6))
        c.disc(-22, -452, 9, "#fff4cf")
    with c.at(-150, 0, turn=-6):
        c.shadow(rounded(-130, -560, 300, 566, 44), blur=20, strength=0.32)
        c.rect(-146, -586, 292, 586, Fade("#4a515b", "#1c2027", across=True), 46)
        with c.clip(rounded(-134, -574, 268, 562, 36)):
            _wallpaper(c, look, -134, -574, 268, 562)
            c.rect(-50, -562, 100, 22, BLACK, 11)
            for row in range(3):
                for column in range(4):
                    tone = (look.second, "#ffffff", lighter(look.accent, 0.5), look.dark)[(row + column) % 4]
                    c.rect(-112 + column * 60, -290 + row * 66, 44, 44, clear(tone, 0.88), 13)
            c.rect(-118, -84, 236, 62, clear("#ffffff", 0.28), 22)
            for column, tone in enumerate(("#5ec27a", "#4c8df0", "#ffffff", "#f0b94c")):
                c.rect(-106 + column * 58, -75, 44, 44, tone, 13)


def tablet(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A tablet on its stand with a pen."""
    c.shadow(ellipse(0, 4, 380, 22), blur=16, strength=0.42)
    c.polygon("-60,0 90,0 40,-160 -20,-160", darker(paint, 0.3))
    with c.at(0, -30, turn=-3):
        c.rect(-330, -470, 660, 460, Fade("#50565f", "#1e2229"), 34)
        with c.clip(rounded(-312, -452, 624, 424, 20)):
            _wallpaper(c, look, -312, -452, 624, 424)
            for column in range(6):
                c.rect(-200 + column * 68, -92, 50, 50, clear("#ffffff", 0.85), 15)
    with c.at(400, -10, turn=14):
        c.rect(-9, -380, 18, 350, Fade(WHITE, "#d5d9de", across=True), 9)
        c.polygon([(-9, -36), (9, -36), (0, 0)], "#c2c7cd")


def laptop(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """An open laptop with a cup of coffee."""
    c.shadow(ellipse(0, 8, 470, 28), blur=18, strength=0.4)
    c.rect(-330, -446, 660, 426, Fade("#3b4149", "#23272e"), 22)
    with c.clip(rounded(-312, -430, 624, 384, 8)):
        _wallpaper(c, look, -312, -430, 624, 384)
        c.rect(-250, -370, 300, 220, clear("#ffffff", 0.95), 12)
        c.rect(-250, -370, 300, 30, lighter(look.dark, 0.2), 12)
        for step, tone in enumerate(("#ff6b5e", "#ffc24d", "#56c271")):
            c.disc(-232 + step * 20, -355, 6, tone)
        for row, width in enumerate((180, 230, 140, 210, 170)):
            c.rect(-228, -318 + row * 30, width, 10, mix(look.accent, "#ffffff", 0.2 + row * 0.12), 5)
        c.rect(84, -330, 180, 240, clear("#171c25", 0.88), 12)
        for row in range(6):
            c.rect(
                102,
                -308 + row * 34,
                (120, 90, 140, 70, 110, 130)[row],
                9,
                (look.second, "#7fd1ae", "#9db7ff")[row % 3],
                4,
            )
        c.rect(-120, -82, 240, 30, clear("#ffffff", 0.35), 15)
    c.polygon("-346,-26 346,-26 430,14 -430,14", Fade(lighter(STEEL, 0.35), STEEL))
    c.polygon("-318,-20 318,-20 352,-2 -352,-2", "#4c545e")
    c.polygon("-84,0 84,0 92,11 -92,11", STEEL_DEEP)
    c.rect(-432, 12, 864, 14, Fade(STEEL_DEEP, "#6e7883"), 7)
    with c.at(450, 34):
        c.shadow(ellipse(10, 2, 80, 14), blur=10, strength=0.3)
        c.ring(52, -52, 27, 13, lighter(paint, 0.1), (-90, 90))
        c.polygon("-54,-104 54,-104 44,0 -44,0", Fade(lighter(paint, 0.28), darker(paint, 0.1), across=True))
        c.oval(0, -104, 54, 11, lighter(paint, 0.45))
        c.oval(0, -102, 45, 8, "#6b4430")
        for x in (-14, 14):
            c.line([(x, -126), (x + 10, -150), (x - 6, -174), (x + 6, -198)], 6, clear("#ffffff", 0.5), bend=True)


def television(c: Canvas, _rng: Random, look: Look, _paint: str) -> None:
    """A flat television on a low board."""
    c.shadow(ellipse(0, 4, 480, 20), blur=18, strength=0.42)
    for x in (-400, 372):
        c.polygon([(x, -40), (x + 24, -40), (x + 16, 0), (x + 8, 0)], look.dark)
    c.rect(-450, -150, 900, 116, Fade(lighter(WOOD, 0.2), WOOD_DEEP), 10)
    for x in (-436, -142, 152):
        c.rect(x, -138, 284, 92, Fade(lighter(WOOD, 0.3), WOOD), 6)
        c.rect(x + 116, -100, 50, 8, look.dark, 4)
    c.rect(-70, -172, 140, 22, "#22262d", 8)
    c.glow(0, -330, 480, lighter(look.accent, 0.4), 0.35)
    c.rect(-380, -560, 760, 400, "#16191f", 14)
    with c.clip(rounded(-368, -548, 736, 374, 6)):
        c.rect(-368, -548, 736, 374, Fade("#2c3f78", "#f0a26e"))
        c.disc(90, -340, 70, "#ffe1a6")
        c.blob(
            "-420,-150 -360,-300 -220,-390 -110,-320 0,-300 110,-360 280,-310 420,-250 420,-140",
            "#4b4a7c",
        )
        c.blob("-420,-140 -300,-250 -100,-236 120,-262 420,-220 420,-140", "#272c52")
        c.polygon([(-368, -400), (-368, -548), (-120, -548)], clear("#ffffff", 0.1))
    c.rect(-330, -214, 60, 62, Fade(lighter(look.second, 0.2), look.second), 8)
    for x, turn in ((-312, -14), (-296, 8)):
        with c.at(x, -212, turn=turn):
            c.blob("0,0 -14,-40 0,-84 14,-40", "#5a9a6a")


def headphones(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """Over-ear headphones."""
    c.shadow(ellipse(0, 4, 280, 22), blur=16, strength=0.42)
    c.ring(0, -300, 206, 42, darker(paint, 0.25), (178, 362))
    c.ring(0, -300, 214, 20, lighter(paint, 0.15), (190, 350))
    c.ring(0, -300, 190, 14, mix(paint, "#ffffff", 0.5), (225, 315))
    for side in (-1, 1):
        c.rect(side * 206 - 18, -330, 36, 110, STEEL_DEEP, 12)
        c.rect(side * 150 - 44, -280, 88, 220, "#2a2e36", 44)
        c.rect(side * 206 - 56, -292, 112, 244, Fade(lighter(paint, 0.25), darker(paint, 0.22)), 54)
        c.oval(side * 212, -170, 34, 84, clear("#ffffff", 0.16))
        c.disc(side * 212, -170, 17, look.second)


def camera(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A system camera with its strap."""
    c.shadow(ellipse(0, 4, 330, 22), blur=16, strength=0.45)
    c.line("-286,-290 -390,-160 -370,-30 -250,4 -60,8", 26, darker(look.accent, 0.1), bend=True)
    c.rect(-300, -340, 600, 334, Fade("#414852", "#1d2128"), 42)
    c.rect(-300, -250, 600, 170, Fade(mix(paint, "#2b2f37", 0.25), darker(paint, 0.45)))
    c.polygon("-90,-338 -60,-416 70,-416 100,-338", Fade("#4a525d", "#333a43"))
    c.rect(-56, -404, 112, 46, "#1b1f26", 8)
    for x, width in ((-240, 76), (160, 56), (232, 44)):
        c.rect(x, -368, width, 34, Fade(STEEL, STEEL_DEEP), 8)
    c.rect(-276, -310, 74, 38, "#fff5d8", 10)
    for r, tone in ((152, "#14171c"), (140, "#3a414b"), (124, "#1a1e25"), (98, "#2a3442")):
        c.disc(20, -172, r, tone)
    c.disc(20, -172, 84, Fade("#31507a", "#121a2a"))
    c.disc(20, -172, 44, Fade("#5a3f7a", "#1b1630"))
    c.disc(-14, -206, 23, clear("#ffffff", 0.75))
    c.disc(52, -140, 11, clear("#ffffff", 0.4))
    c.ring(20, -172, 132, 5, clear(look.second, 0.9))
    c.disc(254, -286, 12, look.accent)


def console(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A game console with two controllers."""
    c.shadow(ellipse(0, 4, 430, 22), blur=16, strength=0.42)
    c.rect(-120, -440, 190, 440, Fade(WHITE, "#cfd6de", across=True), 34)
    c.rect(-34, -450, 36, 450, "#20242c", 12)
    c.glow(-16, -300, 90, look.accent, 0.6)
    c.rect(-24, -360, 12, 180, lighter(look.accent, 0.4), 6)
    for x, y, tone, turn in ((-310, 0, paint, -8), (270, 0, "#2b3038", 9)):
        with c.at(x, y, 0.95, turn=turn):
            c.shadow(ellipse(0, 6, 170, 16), blur=12, strength=0.3)
            c.blob(
                "-170,-20 -176,-120 -120,-176 0,-168 120,-176 176,-120 170,-20 124,-14 82,-72 -82,-72 -124,-14",
                Fade(lighter(tone, 0.25), darker(tone, 0.15)),
            )
            for dx in (-56, 56):
                c.disc(dx, -94, 30, darker(tone, 0.4))
                c.disc(dx, -98, 22, "#3a4049")
            c.rect(-130, -148, 44, 15, darker(tone, 0.5), 4)
            c.rect(-116, -162, 15, 44, darker(tone, 0.5), 4)
            for dx, dy, dot in (
                (108, -164, "#f2c14e"),
                (130, -142, "#e4572e"),
                (86, -142, "#4c8df0"),
                (108, -120, "#5ec27a"),
            ):
                c.disc(dx, dy, 12, dot)


def speaker(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A pair of bookshelf speakers with an amplifier."""
    c.shadow(ellipse(0, 4, 430, 22), blur=16, strength=0.42)
    for x in (-300, 300):
        c.rect(x - 120, -430, 240, 430, Fade(lighter(WOOD, 0.1), WOOD_DEEP, across=True), 14)
        c.rect(x - 104, -414, 208, 398, Fade("#3a4049", "#20242b"), 10)
        for y, r in ((-310, 56), (-140, 88)):
            c.disc(x, y, r, "#15181d")
            c.disc(x, y, r * 0.84, Fade(lighter(paint, 0.1), darker(paint, 0.35)))
            c.disc(x, y, r * 0.36, Fade(STEEL, STEEL_DEEP))
    c.rect(-150, -130, 300, 120, Fade("#d9dee3", "#9aa5b0"), 10)
    c.rect(-130, -112, 160, 50, "#16202b", 6)
    for step in range(10):
        height = (14, 26, 34, 22, 38, 30, 18, 28, 12, 20)[step]
        c.rect(-122 + step * 15, -68 - height, 9, height, look.second)
    for x in (70, 118):
        c.disc(x, -76, 21, "#4b545f")
        c.line([(x, -76), (x + 9, -90)], 4, WHITE)


def smartwatch(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A smart watch, upright."""
    c.shadow(ellipse(0, 4, 190, 18), blur=16, strength=0.4)
    c.blob(
        "-92,0 -104,-150 -84,-200 84,-200 104,-150 92,0",
        Fade(darker(paint, 0.1), darker(paint, 0.35)),
    )
    c.blob("-84,-430 -70,-590 0,-604 70,-590 84,-430", Fade(lighter(paint, 0.1), darker(paint, 0.2)))
    c.rect(-142, -466, 284, 320, Fade("#59616c", "#23272e"), 84)
    c.rect(138, -340, 22, 66, STEEL_DEEP, 10)
    with c.clip(rounded(-122, -446, 244, 280, 66)):
        c.rect(-122, -446, 244, 280, Fade("#141a2c", "#243657"))
        for r, tone, end in ((88, look.accent, 190), (66, look.second, 120), (44, "#59c08a", 230)):
            c.ring(0, -306, r, 15, clear(tone, 0.25))
            c.ring(0, -306, r, 15, tone, (-90, end))
