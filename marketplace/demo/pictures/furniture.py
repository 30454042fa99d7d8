"""Furniture, standing at the origin."""

from random import Random

from marketplace.demo.pictures.canvas import Canvas, Fade, ellipse, rounded
from marketplace.demo.pictures.colours import WHITE, WOOD, WOOD_DEEP, Look, clear, darker, lighter, mix


def sofa(c: Canvas, rng: Random, look: Look, paint: str) -> None:
    """A sofa of two or three seats, with cushions."""
    seats = rng.choice((2, 3, 3))
    half = 190 + seats * 66
    c.shadow(ellipse(0, 2, half * 1.04, 24), blur=18, strength=0.45)
    for x in (-half + 50, half - 66):
        c.polygon([(x, -60), (x + 18, -60), (x + 13, 0), (x + 4, 0)], WOOD_DEEP)
    c.rect(-half + 26, -310, half * 2 - 52, 240, Fade(lighter(paint, 0.18), darker(paint, 0.08)), 46)
    width = (half * 2 - 130) / seats
    for number in range(seats):
        x = -half + 65 + number * width
        c.rect(x + 3, -296, width - 6, 150, Fade(lighter(paint, 0.24), paint), 26)
    c.rect(-half + 40, -128, half * 2 - 80, 82, darker(paint, 0.22), 14)
    for number in range(seats):
        x = -half + 65 + number * width
        c.rect(x + 2, -176, width - 4, 74, Fade(lighter(paint, 0.3), darker(paint, 0.02)), 24)
        c.rect(x + 18, -170, width - 36, 8, clear("#ffffff", 0.22), 4)
    for x in (-half, half - 84):
        c.rect(x, -228, 84, 184, Fade(lighter(paint, 0.14), darker(paint, 0.2)), 34)
        c.rect(x + 12, -222, 60, 12, clear("#ffffff", 0.22), 6)
    for x, turn, tone in (
        (-half + 140, -9, look.accent),
        (half - 150, 10, look.second),
        (half - 232, -4, lighter(look.accent, 0.55)),
    ):
        with c.at(x, -196, turn=turn):
            c.shadow(rounded(-56, -44, 116, 108, 20), blur=9, strength=0.22)
            c.rect(-58, -54, 116, 108, Fade(lighter(tone, 0.15), darker(tone, 0.08)), 24)
            c.line([(-36, 0), (36, 0)], 3, clear("#ffffff", 0.5))
            c.line([(-36, -18), (36, -18)], 3, clear("#ffffff", 0.5))


def armchair(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A wing chair with a footstool."""
    c.shadow(ellipse(40, 2, 330, 20), blur=16, strength=0.42)
    for x in (-180, 60, 210, 330):
        c.polygon([(x, -70), (x + 14, -70), (x + 9, 0), (x + 3, 0)], WOOD_DEEP)
    c.blob(
        "-206,-120 -214,-330 -160,-440 -60,-462 40,-440 92,-330 86,-120 -60,-90",
        Fade(lighter(paint, 0.2), darker(paint, 0.14)),
    )
    for x in (-110, -60, -10):
        for y in (-370, -310, -250):
            c.disc(x, y, 6, darker(paint, 0.3))
    c.rect(-170, -180, 222, 84, Fade(lighter(paint, 0.28), paint), 28)
    for x in (-226, 50):
        c.rect(x, -250, 60, 180, Fade(lighter(paint, 0.14), darker(paint, 0.22)), 26)
    with c.at(-60, -210, turn=-6):
        c.rect(-62, -50, 124, 96, Fade(lighter(look.accent, 0.2), look.accent), 22)
    c.rect(190, -140, 170, 82, Fade(lighter(paint, 0.25), darker(paint, 0.12)), 26)


def bed(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A double bed, seen from its foot's side."""
    c.shadow(ellipse(0, 4, 470, 28), blur=20, strength=0.42)
    c.rect(-430, -390, 860, 330, Fade(lighter(paint, 0.12), darker(paint, 0.2)), 30)
    for step in range(7):
        c.line([(-400 + step * 133, -376), (-400 + step * 133, -200)], 3, clear(darker(paint, 0.5), 0.25))
    for x in (-350, 60):
        c.rect(x, -286, 290, 130, Fade("#ffffff", "#dfe3e8"), 46)
        c.rect(x + 40, -258, 240, 110, Fade(lighter(look.accent, 0.35), look.accent), 40)
    c.blob(
        "-450,-190 -200,-206 0,-198 220,-208 450,-188 462,-60 0,-40 -462,-60",
        Fade("#ffffff", "#d5dbe2"),
    )
    c.blob(
        "-456,-140 -180,-160 60,-148 300,-164 456,-140 468,-30 0,-14 -468,-30",
        Fade(lighter(look.second, 0.4), look.second),
    )
    for x in (-330, -160, 30, 210, 360):
        c.line([(x, -146), (x + 16, -90), (x + 4, -30)], 5, clear(darker(look.second, 0.5), 0.22), bend=True)
    for x in (-430, 406):
        c.rect(x, -40, 24, 42, WOOD_DEEP, 5)


def dining(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A dining table with chairs and a vase."""
    c.shadow(ellipse(0, 4, 460, 24), blur=18, strength=0.4)
    seat = mix(paint, "#ffffff", 0.1)
    for x, flip in ((-330, False), (330, True), (-110, False), (110, True)):
        with c.at(x, -14, flip=flip):
            c.rect(-60, -340, 16, 340, WOOD_DEEP, 6)
            c.rect(-66, -346, 24, 150, Fade(lighter(seat, 0.2), seat), 10)
            c.rect(-64, -178, 130, 30, Fade(lighter(seat, 0.25), darker(seat, 0.1)), 12)
            c.rect(44, -150, 14, 150, WOOD_DEEP, 6)
    for x in (-380, 352):
        c.polygon([(x, -190), (x + 28, -190), (x + 20, 6), (x + 8, 6)], Fade(WOOD, WOOD_DEEP))
    c.rect(-440, -226, 880, 40, Fade(lighter(WOOD, 0.25), WOOD), 12)
    c.rect(-440, -196, 880, 12, WOOD_DEEP, 6)
    for x in (-250, 190):
        c.oval(x + 30, -228, 62, 10, WHITE)
        c.oval(x + 30, -230, 42, 6, "#e6e2da")
    c.polygon(
        "-26,-228 26,-228 38,-290 18,-340 -18,-340 -38,-290",
        Fade(lighter(look.accent, 0.25), darker(look.accent, 0.1), across=True),
    )
    for dx, dy, tone in (
        (-52, -430, look.second),
        (0, -470, "#f6e7e1"),
        (50, -436, look.accent),
        (-20, -410, "#f6e7e1"),
    ):
        c.line([(0, -336), (dx * 0.6, (dy - 336) / 2), (dx, dy)], 5, "#4f8a5b", bend=True)
        c.disc(dx, dy, 25, tone)
        c.disc(dx, dy, 9, "#f3c65f")


def wardrobe(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A wardrobe, one door with a mirror."""
    c.shadow(ellipse(0, 4, 300, 20), blur=18, strength=0.45)
    tone = mix(paint, WOOD, 0.6)
    for x in (-240, 216):
        c.rect(x, -26, 26, 28, WOOD_DEEP)
    c.rect(-266, -548, 532, 526, Fade(lighter(tone, 0.18), darker(tone, 0.14)), 12)
    c.rect(-278, -562, 556, 26, lighter(tone, 0.28), 8)
    for number in range(3):
        x = -254 + number * 170
        c.rect(x, -522, 164, 380, Fade(lighter(tone, 0.26), tone), 8)
        c.rect(x, -132, 164, 96, Fade(lighter(tone, 0.26), tone), 8)
        c.rect(x + 60, -92, 44, 9, look.dark, 4)
        if number != 1:
            c.rect(x + (140 if number == 0 else 16), -360, 9, 66, look.dark, 4)
    c.rect(-72, -508, 140, 352, Fade("#e9f3f6", "#a9c3cf"), 6)
    c.polygon("-72,-300 -72,-400 40,-508 68,-508 68,-440", clear("#ffffff", 0.35))


def desk(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A study desk with a lamp and a chair on castors."""
    c.shadow(ellipse(0, 4, 420, 22), blur=18, strength=0.4)
    for x in (-380, 352):
        c.polygon([(x, -250), (x + 28, -250), (x + 20, 0), (x + 8, 0)], look.dark)
    c.rect(110, -252, 250, 190, Fade(lighter(WOOD, 0.12), WOOD_DEEP), 8)
    for row in range(3):
        c.rect(122, -242 + row * 60, 226, 52, Fade(lighter(WOOD, 0.28), WOOD), 6)
        c.rect(210, -220 + row * 60, 50, 8, look.dark, 4)
    c.rect(-420, -276, 840, 32, Fade(lighter(WOOD, 0.35), WOOD), 10)
    c.rect(-330, -300, 120, 22, look.second, 4)
    c.rect(-320, -320, 104, 20, look.accent, 4)
    c.rect(-324, -340, 110, 20, lighter(look.dark, 0.3), 4)
    c.oval(330, -280, 62, 12, look.dark)
    c.line([(330, -284), (372, -400), (290, -480)], 11, look.dark)
    c.glow(250, -420, 150, "#ffe9b0", 0.75)
    with c.at(280, -484, turn=38):
        c.polygon("-28,-30 28,-30 66,46 -66,46", Fade(lighter(look.accent, 0.2), look.accent))
    c.line([(-90, -20), (-90, -130)], 16, "#59626d")
    for x in (-170, -90, -10):
        c.line([(-90, -28), (x, -12)], 11, "#59626d")
        c.disc(x, -8, 11, "#2b3038")
    c.rect(-186, -178, 190, 50, Fade(lighter(paint, 0.25), darker(paint, 0.1)), 22)
    c.rect(-176, -420, 160, 220, Fade(lighter(paint, 0.18), darker(paint, 0.18)), 44)
    c.line([(-96, -214), (-92, -170)], 18, "#59626d")


def bookshelf(c: Canvas, rng: Random, look: Look, _paint: str) -> None:
    """An open shelf full of books and small things."""
    c.shadow(ellipse(0, 4, 290, 18), blur=18, strength=0.45)
    c.rect(-260, -560, 520, 560, WOOD_DEEP, 8)
    for row in range(4):
        top = -548 + row * 137
        c.rect(-246, top, 492, 124, Fade(darker(WOOD, 0.28), darker(WOOD, 0.12)))
        x = -238.0
        while x < 200:
            if rng.random() < 0.14:
                tone = rng.choice((look.accent, look.second))
                c.oval(x + 36, top + 92, 30, 32, Fade(lighter(tone, 0.3), tone))
                x += 78
                continue
            width, height = rng.randrange(18, 34), rng.randrange(72, 112)
            tone = rng.choice(
                (
                    look.accent,
                    look.second,
                    look.dark,
                    "#f1e7d6",
                    mix(look.accent, look.second, 0.5),
                    "#7a9e9f",
                    "#b56576",
                )
            )
            c.rect(x, top + 124 - height, width, height, Fade(lighter(tone, 0.15), darker(tone, 0.08), across=True), 3)
            c.rect(x + 4, top + 124 - height + 14, width - 8, 5, clear("#ffffff", 0.6), 2)
            x += width + 2
        c.rect(-252, top + 124, 504, 13, lighter(WOOD, 0.1))
