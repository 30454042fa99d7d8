"""Sport and fitness, standing at the origin."""

import math
from random import Random

from marketplace.demo.pictures.canvas import Canvas, Fade, ellipse
from marketplace.demo.pictures.colours import STEEL_DEEP, WHITE, Look, clear, darker, lighter, mix


def cricket(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A cricket bat, a ball, gloves and stumps."""
    c.shadow(ellipse(0, 4, 360, 20), blur=16, strength=0.4)
    for x in (150, 200, 250):
        c.rect(x, -470, 20, 470, Fade("#f0d29c", "#c1935a", across=True), 8)
    for x in (156, 208):
        c.rect(x, -484, 56, 14, "#e6c07f", 7)
    with c.at(-110, 0, turn=12):
        c.rect(-22, -690, 44, 240, Fade(lighter(paint, 0.2), darker(paint, 0.2), across=True), 18)
        for step in range(9):
            c.line([(-20, -676 + step * 24), (20, -664 + step * 24)], 4, clear("#ffffff", 0.3))
        c.blob(
            "-28,-470 28,-470 72,-400 74,-60 52,0 -52,0 -74,-60 -72,-400",
            Fade("#f6deb0", "#d6a868", across=True),
        )
        c.line([(18, -430), (22, -20)], 4, clear("#b07f45", 0.5))
        c.rect(-60, -330, 116, 96, Fade(lighter(look.accent, 0.15), look.accent), 10)
        c.rect(-48, -296, 92, 26, WHITE, 8)
    with c.at(60, -58):
        c.shadow(ellipse(6, 54, 62, 12), blur=8, strength=0.4)
        c.disc(0, 0, 58, Fade("#d5423f", "#7e1820"))
        c.ring(-34, -6, 66, 4, "#f6e6cf", (-52, 52))
        c.ring(-50, -6, 66, 4, "#f6e6cf", (-46, 46))
        c.disc(-22, -26, 10, clear("#ffffff", 0.45))
    with c.at(370, -6, 0.95):
        c.ground(180)
        c.rect(-78, -110, 156, 110, Fade(WHITE, "#d9dee3"), 30)
        for step in range(4):
            c.rect(-76 + step * 40, -196, 34, 130, Fade(WHITE, "#dfe4e8"), 16)
            for row in range(3):
                c.rect(-72 + step * 40, -180 + row * 36, 26, 26, look.second, 8)
        c.rect(-78, -34, 156, 34, look.accent, 10)


def gym(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """Dumbbells, a kettlebell, a mat and a bottle."""
    c.shadow(ellipse(0, 6, 440, 20), blur=16, strength=0.38)
    c.oval(-330, -90, 90, 90, Fade(lighter(look.accent, 0.25), look.accent))
    for r in (66, 42, 20):
        c.ring(-330, -90, r, 7, darker(look.accent, 0.2))
    c.rect(-330, -180, 60, 8, look.accent)
    for y, x in ((-70, -40), (-190, -10)):
        with c.at(x, y):
            c.rect(-100, -14, 200, 28, Fade(WHITE, STEEL_DEEP), 12)
            for side in (-1, 1):
                c.rect(side * 124 - 40, -70, 80, 140, Fade(lighter(paint, 0.22), darker(paint, 0.3)), 22)
                c.rect(side * 166 - 12, -44, 24, 88, darker(paint, 0.4), 10)
                c.rect(side * 124 - 26, -58, 14, 116, clear("#ffffff", 0.2), 7)
    with c.at(240, 0):
        c.ring(0, -184, 62, 26, "#2b3038", (160, 380))
        c.disc(0, -92, 96, Fade("#59626d", "#22272e"))
        c.disc(0, -92, 44, look.second)
        c.rect(-56, -10, 112, 12, "#22272e")
    with c.at(380, 0):
        c.rect(-44, -250, 88, 250, Fade(lighter(look.accent, 0.4), mix(look.accent, look.second, 0.4)), 22)
        c.rect(-34, -300, 68, 56, "#2b3038", 12)
        c.rect(-30, -190, 60, 90, clear("#ffffff", 0.35), 12)


def treadmill(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A treadmill."""
    c.shadow(ellipse(0, 6, 440, 20), blur=16, strength=0.42)
    c.polygon("-420,-40 300,-84 340,-10 -420,0", "#23272e")
    c.polygon("-400,-46 280,-92 300,-64 -400,-24", Fade("#4b535e", "#2d333b"))
    for step in range(9):
        c.line([(-370 + step * 74, -46 - step * 5), (-380 + step * 74, -26 - step * 4.6)], 3, clear("#ffffff", 0.25))
    c.rect(270, -140, 120, 140, Fade(lighter(paint, 0.2), darker(paint, 0.3)), 26)
    c.line([(320, -110), (250, -480)], 34, "#39414b")
    c.line([(250, -470), (60, -430), (20, -360)], 22, "#59626d", bend=True)
    with c.at(240, -500, turn=-14):
        c.rect(-120, -90, 240, 150, "#23272e", 20)
        c.rect(-100, -74, 200, 100, Fade(lighter(look.accent, 0.25), look.accent), 10)
        c.line("-80,0 -30,-36 10,-16 80,-58", 7, WHITE, bend=True)
        for step in range(4):
            c.disc(-66 + step * 44, 44, 9, look.second)


def football(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A ball, a racket and a shuttlecock."""
    with c.at(-150, -10, turn=-24):
        c.rect(-13, -280, 26, 280, Fade(lighter(look.accent, 0.1), darker(look.accent, 0.2)), 10)
        c.line([(0, -270), (0, -350)], 11, STEEL_DEEP)
        c.ring(0, -500, 150, 15, paint)
        for step in range(-4, 5):
            reach = math.sqrt(142**2 - (step * 30) ** 2)
            c.line([(step * 30, -500 - reach), (step * 30, -500 + reach)], 2, clear("#ffffff", 0.9))
            c.line([(-reach, -500 + step * 30), (reach, -500 + step * 30)], 2, clear("#ffffff", 0.9))
    with c.at(170, -190):
        c.shadow(ellipse(0, 196, 190, 20), blur=14, strength=0.42)
        c.disc(0, 0, 190, Fade("#ffffff", "#bcc4cd"))
        with c.clip(ellipse(0, 0, 190, 190)):
            for angle, radius in ((0, 0), (18, 165), (90, 165), (162, 165), (234, 165), (306, 165)):
                x, y = radius * math.cos(math.radians(angle)), radius * math.sin(math.radians(angle))
                points = [
                    (x + 62 * math.cos(math.radians(t + 54)), y + 62 * math.sin(math.radians(t + 54)))
                    for t in range(0, 360, 72)
                ]
                c.polygon(points, darker(look.dark, 0.1))
                if radius:
                    c.line([(x * 0.38, y * 0.38), (x * 0.64, y * 0.64)], 5, look.dark)
            c.glow(-70, -90, 120, "#ffffff", 0.5)
    with c.at(-300, -30, turn=-60):
        c.shadow(ellipse(0, 10, 60, 14), blur=8, strength=0.3)
        for step in range(-3, 4):
            c.polygon(
                [(step * 6, -20), (step * 6 + 6, -20), (step * 22 + 12, -150), (step * 22 - 10, -150)],
                Fade(WHITE, "#e2e6ea"),
            )
        c.disc(0, -14, 30, look.second)
