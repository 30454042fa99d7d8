"""Tools and machines, standing at the origin."""

import math
from random import Random

from marketplace.demo.pictures.canvas import Canvas, Fade, ellipse
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


def _lugged(c: Canvas, x: float, r: float, rim: str) -> None:
    for step in range(20):
        angle = math.radians(step * 18)
        with c.at(x + r * 0.96 * math.cos(angle), -r + r * 0.96 * math.sin(angle), turn=step * 18):
            c.rect(-10, -11, 22, 22, "#171b20", 4)
    c.disc(x, -r, r * 0.95, Fade("#3a4048", "#1a1e24"))
    c.disc(x, -r, r * 0.58, Fade(lighter(rim, 0.25), rim))
    c.disc(x, -r, r * 0.4, darker(rim, 0.2))
    c.disc(x, -r, r * 0.16, STEEL)
    for step in range(6):
        angle = math.radians(step * 60)
        c.disc(x + r * 0.3 * math.cos(angle), -r + r * 0.3 * math.sin(angle), r * 0.045, STEEL)


def tractor(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A tractor."""
    c.shadow(ellipse(0, 4, 400, 24), blur=18, strength=0.5)
    c.rect(-300, -226, 90, 36, "#333a42", 8)
    c.line([(150, -360), (150, -500)], 20, "#3d444d")
    c.rect(138, -526, 24, 36, STEEL_DEEP, 6)
    for step in range(3):
        c.disc(160 + step * 26, -556 - step * 34, 18 + step * 9, clear("#ffffff", 0.45))
    c.blob(
        "-60,-350 60,-366 260,-352 340,-320 350,-180 320,-150 -60,-150",
        Fade(lighter(paint, 0.25), darker(paint, 0.22)),
    )
    c.line([(-20, -336), (120, -348), (300, -330)], 8, clear("#ffffff", 0.4), bend=True)
    c.rect(300, -310, 44, 120, "#242a31", 12)
    for step in range(6):
        c.rect(304, -302 + step * 18, 36, 6, STEEL_DEEP, 3)
    c.disc(322, -330, 20, "#fff4cf")
    for step in range(4):
        c.rect(60 + step * 48, -290, 34, 70, clear(darker(paint, 0.6), 0.55), 8)
    c.rect(-60, -190, 330, 54, "#363d46", 10)
    c.polygon("-240,-350 -50,-350 -40,-190 -260,-190", Fade(darker(paint, 0.05), darker(paint, 0.35)))
    c.blob(
        "-330,-300 -250,-372 -130,-372 -60,-300 -90,-286 -150,-330 -240,-330 -300,-280",
        Fade(lighter(paint, 0.2), darker(paint, 0.15)),
    )
    c.rect(-216, -430, 96, 84, "#23282f", 20)
    c.rect(-240, -362, 130, 30, "#2e343c", 14)
    c.line([(-60, -350), (-86, -440)], 9, "#2b3038")
    c.line([(-122, -430), (-56, -462)], 14, BLACK)
    for x in (-270, -20):
        c.line([(x, -350), (x + 10, -610)], 12, "#2b3038")
    c.rect(-310, -634, 340, 30, Fade(lighter(paint, 0.3), paint), 12)
    _lugged(c, -180, 166, look.second)
    _lugged(c, 240, 104, look.second)


def tiller(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A walking power tiller."""
    c.shadow(ellipse(0, 4, 370, 20), blur=16, strength=0.45)
    c.line([(-60, -240), (-250, -330), (-400, -390)], 20, "#333a42", bend=True)
    c.line([(-400, -390), (-450, -384)], 28, BLACK)
    c.rect(-70, -320, 270, 180, Fade(lighter(paint, 0.25), darker(paint, 0.25)), 30)
    c.rect(-40, -376, 170, 66, Fade(lighter(look.second, 0.2), look.second), 20)
    c.disc(130, -220, 62, "#23282f")
    c.disc(130, -220, 44, STEEL_DEEP)
    c.rect(180, -300, 84, 22, "#4b545f", 10)
    for step in range(5):
        c.rect(-50 + step * 26, -270, 14, 90, clear(darker(paint, 0.6), 0.5), 5)
    c.polygon("190,-160 330,-150 350,-100 190,-110", darker(paint, 0.2))
    for x in (250, 320):
        for turn in range(0, 360, 60):
            with c.at(x, -70, turn=turn):
                c.line([(0, 0), (0, -52), (18, -66)], 11, "#59626d")
    _lugged(c, -10, 112, look.second)


def drill(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A cordless drill with its case and bits."""
    c.shadow(ellipse(10, 4, 360, 20), blur=16, strength=0.42)
    c.rect(120, -230, 320, 230, Fade("#4b545f", "#2a2f37"), 22)
    c.rect(120, -134, 320, 12, "#1f242b")
    c.ring(280, -232, 48, 17, "#2a2f37", (180, 360))
    for x in (176, 350):
        c.rect(x, -146, 44, 40, look.second, 6)
    c.rect(-310, -64, 200, 62, Fade("#343b44", "#1f242b"), 14)
    c.rect(-294, -48, 80, 20, look.accent, 5)
    c.polygon("-270,-250 -170,-250 -150,-60 -264,-60", Fade(lighter(paint, 0.15), darker(paint, 0.25)))
    c.polygon("-258,-220 -200,-220 -186,-90 -252,-90", "#262b32")
    c.blob(
        "-330,-380 -120,-396 -20,-370 -20,-264 -120,-240 -300,-246 -346,-300",
        Fade(lighter(paint, 0.3), darker(paint, 0.15)),
    )
    c.rect(-300, -342, 120, 50, clear("#ffffff", 0.25), 12)
    for step in range(4):
        c.rect(-160 + step * 20, -352, 10, 66, darker(paint, 0.4), 4)
    c.polygon("-22,-362 40,-344 40,-288 -22,-270", "#2b3038")
    c.rect(38, -336, 44, 40, STEEL_DEEP, 6)
    c.polygon("82,-324 210,-320 226,-316 210,-312 82,-308", STEEL)
    c.polygon("-164,-236 -140,-240 -136,-196 -160,-190", "#e8483f")
    for step in range(5):
        c.rect(-60 + step * 30, -70 - step * 9, 12, 68 + step * 9, Fade(WHITE, STEEL_DEEP), 4)


def toolbox(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """An open toolbox."""
    c.shadow(ellipse(0, 4, 380, 22), blur=16, strength=0.45)
    with c.at(-170, -250, turn=-16):
        c.rect(-13, -200, 26, 240, Fade(WOOD, WOOD_DEEP), 8)
        c.rect(-70, -250, 140, 62, Fade("#727c88", "#424a54"), 10)
    with c.at(-40, -250, turn=6):
        c.rect(-15, -190, 30, 120, look.accent, 12)
        c.rect(-6, -290, 12, 110, STEEL)
    with c.at(90, -250, turn=-8):
        c.rect(-15, -70, 30, 110, STEEL_DEEP, 6)
        c.ring(0, -130, 44, 22, STEEL_DEEP, (-50, 230))
    with c.at(210, -250, turn=18):
        c.polygon("-20,0 20,0 60,-220 10,-230", Fade(WHITE, STEEL_DEEP))
        c.rect(-30, -20, 60, 70, look.second, 14)
    c.line("-300,-250 -220,-400 220,-400 300,-250", 22, "#2b3038")
    c.rect(-110, -418, 220, 36, Fade("#4b545f", "#23282f"), 16)
    c.polygon("-330,-260 330,-260 352,0 -352,0", Fade(lighter(paint, 0.2), darker(paint, 0.25)))
    c.rect(-340, -276, 680, 34, darker(paint, 0.32), 8)
    c.rect(-250, -200, 500, 90, clear("#ffffff", 0.16), 12)
    for x in (-220, 170):
        c.rect(x, -272, 54, 64, Fade(WHITE, STEEL_DEEP), 8)
    c.rect(-60, -172, 120, 36, look.second, 8)


def generator(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A portable generator."""
    c.shadow(ellipse(0, 4, 370, 20), blur=16, strength=0.45)
    for x in (-210, 190):
        c.disc(x, -40, 44, "#23282f")
        c.disc(x, -40, 18, STEEL_DEEP)
    c.line("-330,-50 -330,-400 330,-400 330,-50 -330,-50", 24, "#2b3038")
    c.rect(-290, -370, 580, 90, Fade(lighter(paint, 0.25), darker(paint, 0.1)), 30)
    c.rect(-40, -396, 90, 34, "#22272e", 12)
    c.rect(-280, -270, 260, 200, Fade("#59626d", "#2f363f"), 18)
    for step in range(7):
        c.rect(-262 + step * 34, -250, 18, 160, clear("#10141a", 0.6), 6)
    c.rect(10, -270, 270, 200, Fade("#eef1f4", "#c9d0d7"), 18)
    c.disc(70, -214, 36, WHITE)
    c.ring(70, -214, 34, 6, look.dark)
    c.line([(70, -214), (88, -236)], 5, look.accent)
    for x in (138, 206):
        c.rect(x, -242, 54, 54, "#23282f", 10)
        for dx, dy in ((16, 20), (38, 20), (27, 38)):
            c.disc(x + dx, -242 + dy, 5, STEEL)
    c.rect(40, -144, 90, 44, look.accent, 10)
    c.rect(150, -144, 110, 44, "#23282f", 10)


def sewing(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A sewing machine with cloth and reels."""
    c.shadow(ellipse(0, 4, 380, 20), blur=16, strength=0.42)
    c.rect(-370, -64, 740, 62, Fade(lighter(WOOD, 0.2), WOOD_DEEP), 14)
    c.rect(-340, -104, 680, 44, darker(paint, 0.25), 12)
    c.polygon("170,-104 320,-104 300,-380 190,-380", Fade(lighter(paint, 0.2), darker(paint, 0.15)))
    c.blob(
        "-330,-380 -310,-430 0,-440 280,-440 330,-400 320,-320 200,-306 -180,-310 -220,-250 -330,-250",
        Fade(lighter(paint, 0.3), darker(paint, 0.08)),
    )
    c.line([(-280, -356), (0, -366), (250, -360)], 7, "#efc866", bend=True)
    c.rect(-296, -256, 46, 70, STEEL, 6)
    c.line([(-274, -190), (-274, -112)], 8, STEEL_DEEP)
    c.disc(360, -350, 70, "#2b3038")
    c.disc(360, -350, 48, Fade(STEEL, STEEL_DEEP))
    c.disc(360, -350, 15, "#2b3038")
    c.line([(60, -440), (60, -510)], 7, STEEL_DEEP)
    c.rect(34, -506, 52, 66, look.accent, 8)
    c.line("60,-506 -140,-450 -274,-440 -274,-200", 3, look.accent)
    c.disc(110, -382, 20, STEEL)
    c.blob(
        "-390,-112 -250,-128 -60,-112 20,-96 -60,-70 -220,-62 -360,-20 -430,-40",
        Fade(lighter(look.second, 0.25), look.second),
    )
    for x, tone in ((120, look.accent), (190, look.second), (250, paint)):
        c.rect(x, -36, 48, 40, "#f3e5c8", 6)
        c.rect(x + 4, -66, 40, 50, tone, 6)


def excavator(c: Canvas, _rng: Random, _look: Look, paint: str) -> None:
    """An excavator on tracks."""
    tone = mix(paint, "#eba51f", 0.88)
    c.shadow(ellipse(0, 4, 420, 22), blur=18, strength=0.5)
    c.rect(-330, -110, 460, 112, "#262b32", 56)
    for step in range(6):
        c.disc(-272 + step * 69, -56, 31, "#59626d")
        c.disc(-272 + step * 69, -56, 13, STEEL)
    c.rect(-150, -140, 100, 34, "#333a42")
    c.rect(-340, -300, 300, 164, Fade(lighter(tone, 0.2), darker(tone, 0.2)), 26)
    for step in range(6):
        c.rect(-316 + step * 30, -264, 16, 80, clear("#20252b", 0.5), 5)
    c.polygon("-50,-430 80,-430 130,-280 130,-136 -50,-136", Fade(lighter(tone, 0.25), darker(tone, 0.1)))
    c.polygon("-30,-410 68,-410 108,-280 -30,-280", Fade("#a9d0e0", "#5f88a3"))
    c.polygon("-30,-340 40,-410 68,-410 -30,-300", clear("#ffffff", 0.35))
    c.line([(110, -210), (240, -520)], 46, darker(tone, 0.08))
    c.line([(240, -520), (420, -330)], 38, tone)
    c.line([(140, -300), (220, -430)], 13, STEEL)
    c.line([(270, -540), (390, -420)], 13, STEEL)
    c.blob(
        "400,-350 450,-330 470,-210 400,-150 320,-170 330,-240 390,-260",
        Fade("#4b545f", "#262b32"),
    )
    for step in range(3):
        c.polygon([(326 + step * 26, -176), (346 + step * 26, -168), (324 + step * 22, -140)], STEEL)
