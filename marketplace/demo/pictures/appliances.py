"""Things of the household that have a plug, standing at the origin."""

from random import Random

from marketplace.demo.pictures.canvas import Canvas, Fade, ellipse, rounded
from marketplace.demo.pictures.colours import STEEL, STEEL_DEEP, WHITE, WOOD_DEEP, Look, clear, darker, lighter, mix


def fridge(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A fridge with two doors and magnets."""
    c.shadow(ellipse(0, 4, 250, 20), blur=18, strength=0.45)
    c.rect(-190, -14, 380, 16, "#2a2e35", 4)
    c.rect(-210, -600, 420, 590, Fade(lighter(paint, 0.3), darker(paint, 0.22), across=True), 26)
    c.rect(-210, -400, 420, 8, darker(paint, 0.5))
    c.polygon("-150,-600 -60,-600 -120,-400 -206,-400", clear("#ffffff", 0.2))
    c.polygon("-130,-390 -30,-390 -130,-12 -206,-12 -206,-120", clear("#ffffff", 0.16))
    for y, height in ((-540, 110), (-360, 190)):
        c.rect(158, y, 18, height, Fade(WHITE, STEEL_DEEP, across=True), 9)
    for x, y, tone in ((-60, -330, look.accent), (10, -300, look.second), (-20, -260, "#ffffff")):
        c.rect(x, y, 40, 30, tone, 5)
    c.rect(-130, -560, 66, 16, clear("#ffffff", 0.7), 8)


def washer(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A front-loading washing machine with a basket of laundry."""
    c.shadow(ellipse(30, 4, 330, 20), blur=18, strength=0.45)
    c.rect(-230, -500, 440, 496, Fade("#ffffff", "#d3dae1"), 22)
    c.rect(-230, -500, 440, 92, Fade("#eef1f4", "#dde3e8"), 22)
    c.rect(-206, -478, 130, 50, "#cdd5dc", 8)
    c.rect(20, -478, 120, 50, "#15202b", 8)
    c.rect(34, -462, 56, 18, lighter(look.accent, 0.3), 4)
    c.disc(176, -454, 25, STEEL)
    c.disc(176, -454, 16, "#5a636d")
    c.disc(-10, -226, 162, Fade("#dfe5ea", "#aab5c0"))
    c.disc(-10, -226, 136, "#2b3440")
    with c.clip(ellipse(-10, -226, 122, 122)):
        c.rect(-140, -360, 260, 270, Fade("#8fb4cc", "#3f6782"))
        c.blob("-150,-80 -120,-210 -40,-230 30,-190 120,-230 140,-80", clear("#d9eef8", 0.85))
        for x, y, tone in ((-70, -190, look.accent), (20, -170, look.second), (70, -200, paint)):
            c.blob([(x - 40, y), (x - 10, y - 34), (x + 38, y - 14), (x + 30, y + 30), (x - 24, y + 34)], tone)
        c.polygon([(-130, -250), (-130, -350), (20, -350)], clear("#ffffff", 0.28))
    c.rect(118, -256, 30, 66, STEEL_DEEP, 12)
    with c.at(330, 0):
        c.ground(200)
        for dx, dy, tone in ((-46, -140, look.second), (30, -150, look.accent), (0, -170, WHITE)):
            c.disc(dx, dy, 52, tone)
        c.polygon("-106,-140 106,-140 82,0 -82,0", Fade("#d9b98c", "#a9814f"))
        for row in range(4):
            c.line([(-98 + row * 6, -112 + row * 30), (98 - row * 6, -112 + row * 30)], 4, clear(WOOD_DEEP, 0.4))


def airconditioner(c: Canvas, _rng: Random, look: Look, _paint: str) -> None:
    """An air conditioner on the wall, blowing cool air; its middle at the origin."""
    c.shadow(rounded(-360, -120, 740, 250, 30), blur=26, strength=0.3)
    c.rect(-370, -140, 740, 240, Fade("#ffffff", "#dde3e8"), 34)
    c.rect(-370, 10, 740, 20, "#cdd5dc")
    c.rect(-340, 52, 680, 34, "#39424d", 14)
    c.rect(-340, 60, 680, 10, "#5d6874", 5)
    c.rect(220, -86, 110, 46, "#e9eef2", 10)
    c.rect(236, -74, 50, 22, lighter(look.accent, 0.25), 6)
    for number, x in enumerate((-270, -130, 10, 150, 280)):
        c.line(
            [(x, 120), (x + 24, 180), (x - 14, 240), (x + 16, 300 + number % 2 * 40)],
            9,
            clear("#ffffff", 0.55),
            bend=True,
        )


def microwave(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A microwave oven."""
    c.shadow(ellipse(0, 4, 390, 20), blur=16, strength=0.42)
    for x in (-310, 262):
        c.rect(x, -16, 48, 18, "#23272e", 4)
    c.rect(-370, -400, 740, 388, Fade(lighter(paint, 0.22), darker(paint, 0.3)), 24)
    c.rect(-344, -374, 500, 336, "#1a1f27", 18)
    with c.clip(rounded(-318, -348, 448, 284, 10)):
        c.rect(-318, -348, 448, 284, Fade("#5b4630", "#2a211a"))
        c.glow(-90, -230, 220, "#ffc978", 0.8)
        c.oval(-94, -110, 150, 20, "#d9e2e6")
        c.blob("-190,-120 -176,-190 -94,-226 -10,-190 4,-120", Fade("#f0b35c", "#b5682c"))
        c.polygon([(-318, -220), (-318, -348), (-160, -348)], clear("#ffffff", 0.14))
    c.rect(126, -330, 18, 250, STEEL, 9)
    c.rect(190, -356, 150, 60, "#10202a", 8)
    for step in range(4):
        c.rect(206 + step * 32, -338, 20, 24, "#7ee0c0", 3)
    for row in range(4):
        for column in range(3):
            c.rect(194 + column * 50, -272 + row * 46, 40, 34, clear("#ffffff", 0.22), 8)
    c.disc(265, -62, 24, lighter(look.second, 0.2))


def mixer(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A mixer grinder with two more jars."""
    c.shadow(ellipse(20, 4, 360, 20), blur=16, strength=0.42)
    c.blob(
        "-300,-4 -310,-110 -270,-180 -60,-180 -20,-110 -30,-4 -165,6",
        Fade(lighter(paint, 0.3), darker(paint, 0.22)),
    )
    c.disc(-165, -84, 42, WHITE)
    c.disc(-165, -84, 31, darker(paint, 0.35))
    c.line([(-165, -84), (-146, -106)], 7, WHITE)
    jars = ((-165, -176, 96, 290, look.accent), (120, 0, 76, 210, look.second), (310, 0, 60, 150, paint))
    for x, y, half, height, tone in jars:
        c.polygon(
            [(x - half, y - height), (x + half, y - height), (x + half * 0.78, y), (x - half * 0.78, y)],
            Fade("#f2f5f7", "#a6b2bd", across=True),
        )
        c.polygon(
            [
                (x - half * 0.93, y - height * 0.5),
                (x + half * 0.93, y - height * 0.5),
                (x + half * 0.8, y - 10),
                (x - half * 0.8, y - 10),
            ],
            clear(tone, 0.75),
        )
        c.rect(x - half - 6, y - height - 36, half * 2 + 12, 40, "#2b3038", 14)
        c.rect(x - half * 0.5, y - height - 54, half, 22, "#3c434d", 10)
        c.line(
            [
                (x + half, y - height + 20),
                (x + half + 44, y - height + 50),
                (x + half + 36, y - 60),
                (x + half * 0.82, y - 34),
            ],
            17,
            "#2b3038",
            bend=True,
        )


def purifier(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A water purifier filling a glass."""
    c.shadow(ellipse(20, 4, 270, 18), blur=16, strength=0.4)
    c.rect(-200, -560, 320, 560, Fade("#ffffff", "#d7dee5", across=True), 34)
    c.rect(-176, -530, 272, 300, Fade(lighter(look.accent, 0.2), darker(look.accent, 0.2)), 22)
    with c.clip(rounded(-150, -500, 220, 240, 14)):
        c.rect(-150, -500, 220, 240, "#d8edf6")
        c.blob(
            "-170,-230 -160,-400 -90,-424 -20,-396 60,-424 100,-400 100,-230",
            Fade("#8fcbe6", "#3d93c0"),
        )
    c.rect(-66, -210, 54, 40, "#59626d", 8)
    c.rect(-150, -150, 220, 150, darker("#d7dee5", 0.16), 16)
    c.line([(-40, -172), (-40, -120)], 12, "#8fcbe6")
    c.polygon("-84,-120 4,-120 -8,-14 -72,-14", clear("#e9f6fb", 0.95))
    c.polygon("-78,-86 -2,-86 -10,-20 -70,-20", "#6fb9dc")
    for x, tone in ((170, paint), (250, look.second)):
        c.polygon([(x - 34, -150), (x + 34, -150), (x + 28, 0), (x - 28, 0)], clear(lighter(tone, 0.4), 0.9))
        c.oval(x, -150, 34, 8, lighter(tone, 0.6))


def fan(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A pedestal fan."""
    c.shadow(ellipse(0, 4, 190, 20), blur=14, strength=0.42)
    c.oval(0, -10, 150, 22, Fade(lighter(paint, 0.1), darker(paint, 0.35)))
    c.rect(-13, -330, 26, 320, Fade(WHITE, STEEL_DEEP, across=True), 8)
    c.rect(-40, -300, 80, 90, Fade(lighter(paint, 0.2), darker(paint, 0.2)), 20)
    for x in (-18, 0, 18):
        c.disc(x, -254, 8, look.second)
    c.disc(0, -470, 206, clear("#ffffff", 0.45))
    for turn in (20, 140, 260):
        with c.at(0, -470, turn=turn):
            c.blob("-6,-10 -76,-90 -60,-174 16,-182 44,-96 12,-8", Fade(lighter(paint, 0.35), paint))
    for r in (206, 160, 112, 66):
        c.ring(0, -470, r, 6 if r == 206 else 3, mix(STEEL_DEEP, "#ffffff", 0.2))
    for turn in range(0, 180, 15):
        with c.at(0, -470, turn=turn):
            c.line([(0, -204), (0, 204)], 2, clear(STEEL_DEEP, 0.8))
    c.disc(0, -470, 40, Fade(lighter(look.accent, 0.2), look.accent))
