"""Clothes and what goes with them, standing at the origin."""

import math
from random import Random

from marketplace.demo.pictures.canvas import Canvas, Fade, ellipse, rounded
from marketplace.demo.pictures.colours import STEEL_DEEP, WHITE, WOOD, WOOD_DEEP, Look, clear, darker, lighter, mix

_GOLD, _GOLD_DEEP = "#efc866", "#b98a2f"


def _stand(c: Canvas) -> None:
    c.ground(260)
    c.oval(0, -8, 120, 16, Fade(WOOD, WOOD_DEEP))
    c.rect(-9, -260, 18, 250, WOOD_DEEP)


def _bust(c: Canvas, tone: str) -> None:
    c.rect(-17, -640, 34, 70, Fade(WOOD, WOOD_DEEP), 8)
    c.disc(0, -646, 20, WOOD)
    c.blob(
        "-30,-582 30,-582 104,-540 92,-440 66,-360 92,-280 -92,-280 -66,-360 -92,-440 -104,-540",
        Fade(lighter(tone, 0.1), darker(tone, 0.1)),
    )


def lehenga(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A bridal lehenga on a dress stand."""
    _stand(c)
    _bust(c, "#e9d9c3")
    c.polygon(
        "-74,-340 74,-340 250,-40 262,-16 -262,-16 -250,-40",
        Fade(lighter(paint, 0.16), darker(paint, 0.2)),
    )
    for step in range(-5, 6):
        c.line([(step * 13, -338), (step * 48, -20)], 4, clear(darker(paint, 0.5), 0.3))
    c.polygon("-232,-76 232,-76 262,-16 -262,-16", Fade(_GOLD, _GOLD_DEEP))
    for step in range(17):
        c.disc(-224 + step * 28, -46, 9, mix(paint, "#ffffff", 0.1))
        c.disc(-224 + step * 28, -46, 4, WHITE)
    for row, (half, count) in enumerate(((110, 4), (150, 6), (190, 7))):
        y = -262 + row * 62
        for step in range(count):
            x = -half + step * 2 * half / (count - 1)
            for turn in range(0, 360, 60):
                angle = math.radians(turn)
                c.disc(x + 11 * math.cos(angle), y + 11 * math.sin(angle), 5, _GOLD)
            c.disc(x, y, 5, look.second)
    c.rect(-80, -352, 160, 24, Fade(_GOLD, _GOLD_DEEP), 8)
    c.blob(
        "-104,-540 -40,-566 0,-520 40,-566 104,-540 132,-470 92,-452 74,-404 -74,-404 -92,-452 -132,-470",
        Fade(lighter(paint, 0.2), darker(paint, 0.1)),
    )
    c.line([(-74, -408), (74, -408)], 10, _GOLD)
    c.line([(-44, -562), (0, -520), (44, -562)], 8, _GOLD, bend=True)
    c.blob(
        "60,-580 120,-548 170,-420 210,-210 196,-80 120,-72 130,-240 96,-440 30,-556",
        clear(lighter(look.second, 0.2), 0.82),
    )
    c.line("118,-548 166,-420 206,-210 194,-84", 7, _GOLD, bend=True)


def sherwani(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A long coat on a dress stand."""
    _stand(c)
    _bust(c, "#d8c5aa")
    c.blob(
        "-46,-590 46,-590 140,-550 168,-330 150,-250 116,-258 120,-70 -120,-70 -116,-258 -150,-250 -168,-330 -140,-550",
        Fade(lighter(paint, 0.16), darker(paint, 0.24)),
    )
    c.polygon("-9,-578 9,-578 14,-80 -14,-80", Fade(_GOLD, _GOLD_DEEP))
    for step in range(8):
        c.disc(0, -548 + step * 46, 7, lighter(look.second, 0.4))
    for side in (-1, 1):
        c.line(
            [(side * 112, -520), (side * 122, -380), (side * 116, -256)], 4, clear(darker(paint, 0.6), 0.45), bend=True
        )
        c.rect(side * 152 - 20, -290, 40, 22, _GOLD, 6)
        for row in range(5):
            for column in range(2):
                c.disc(side * (44 + column * 38), -500 + row * 84 + column * 40, 6, _GOLD)
    c.rect(-46, -606, 92, 34, Fade(lighter(paint, 0.2), paint), 14)
    c.line([(-44, -604), (44, -604)], 5, _GOLD)
    c.blob("-140,-560 -90,-590 -70,-400 -92,-200 -150,-190 -130,-380", clear(look.accent, 0.92))
    c.line([(-150, -196), (-92, -204)], 9, _GOLD)


def sarees(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A pile of folded silk sarees."""
    c.shadow(ellipse(0, 4, 380, 22), blur=16, strength=0.4)
    tones = (paint, look.accent, look.second, mix(paint, look.second, 0.5), mix(look.accent, "#7d2e46", 0.5))
    for row, tone in enumerate(tones):
        y, half = -74 - row * 84, 350 - row * 9
        c.rect(-half, y, half * 2, 78, Fade(lighter(tone, 0.25), darker(tone, 0.18)), 34)
        c.rect(-half + 4, y + 48, half * 2 - 8, 20, Fade(_GOLD, _GOLD_DEEP), 10)
        for step in range(13):
            c.disc(-half + 46 + step * (half * 2 - 92) / 12, y + 58, 6, darker(tone, 0.1))
        c.rect(-half + 30, y + 12, half * 1.3, 7, clear("#ffffff", 0.25), 4)
    c.blob(
        "60,-480 190,-492 330,-470 360,-300 330,-120 250,-60 214,-130 250,-280 200,-400 90,-420",
        Fade(lighter(paint, 0.3), paint),
    )
    c.line("334,-460 352,-300 326,-124 256,-70", 14, _GOLD, bend=True)


def handbag(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A leather handbag."""
    c.shadow(ellipse(0, 4, 330, 22), blur=16, strength=0.42)
    c.ring(0, -330, 168, 24, darker(paint, 0.3), (180, 360))
    c.polygon(
        "-290,-340 290,-340 320,-20 290,0 -290,0 -320,-20",
        Fade(lighter(paint, 0.16), darker(paint, 0.24)),
    )
    c.blob(
        "-292,-350 0,-360 292,-350 296,-210 180,-140 0,-120 -180,-140 -296,-210",
        Fade(lighter(paint, 0.3), darker(paint, 0.02)),
    )
    c.line("-280,-210 -176,-152 0,-134 176,-152 280,-210", 3, clear("#fff3d6", 0.8), bend=True)
    c.rect(-42, -176, 84, 76, Fade(_GOLD, _GOLD_DEEP), 14)
    c.rect(-22, -156, 44, 36, darker(paint, 0.3), 8)
    for side in (-1, 1):
        c.disc(side * 168, -332, 22, _GOLD_DEEP)
        c.disc(side * 168, -332, 12, _GOLD)
    c.blob("230,-330 262,-300 300,-190 270,-160 236,-240", clear(look.second, 0.95))


def watch(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A wrist watch on a cushion."""
    c.shadow(ellipse(0, 4, 260, 20), blur=16, strength=0.4)
    c.rect(-240, -190, 480, 190, Fade(lighter(look.second, 0.45), look.second), 64)
    strap = mix(paint, WOOD_DEEP, 0.45)
    c.blob(
        "-92,-120 -84,-470 -60,-560 60,-560 84,-470 92,-120 60,-70 -60,-70",
        Fade(lighter(strap, 0.15), darker(strap, 0.2)),
    )
    for y in (-530, -500, -130, -100):
        c.disc(0, y, 7, darker(strap, 0.5))
    for side in (-1, 1):
        c.line([(side * 72, -540), (side * 80, -120)], 3, clear("#fff1d8", 0.5))
    c.rect(150, -336, 34, 40, _GOLD_DEEP, 8)
    c.disc(0, -316, 168, Fade(_GOLD, _GOLD_DEEP))
    c.disc(0, -316, 146, darker(look.dark, 0.2))
    c.disc(0, -316, 136, Fade("#fdfbf5", "#e6e0d2"))
    for hour in range(12):
        angle = math.radians(hour * 30)
        x, y = math.sin(angle), -math.cos(angle)
        inner = 100 if hour % 3 == 0 else 112
        c.line([(inner * x, -316 + inner * y), (124 * x, -316 + 124 * y)], 9 if hour % 3 == 0 else 5, look.dark)
    c.disc(0, -262, 30, mix("#fdfbf5", look.dark, 0.12))
    c.line([(0, -316), (-50, -372)], 10, look.dark)
    c.line([(0, -316), (70, -372)], 7, look.dark)
    c.line([(-12, -300), (34, -236)], 3, look.accent)
    c.disc(0, -316, 9, look.accent)
    c.polygon("-118,-360 -50,-440 10,-452 -128,-270", clear("#ffffff", 0.3))


def shoes(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A pair of sneakers, one behind the other."""
    for x, y, size in ((-70, -90, 0.92), (60, 0, 1.0)):
        with c.at(x, y, size):
            c.shadow(ellipse(0, 4, 320, 18), blur=14, strength=0.4)
            c.blob(
                "-280,-40 -292,-180 -250,-240 -170,-226 -110,-190 20,-166 170,-110 290,-92 312,-36 0,-26",
                Fade(lighter(paint, 0.25), darker(paint, 0.18)),
            )
            c.blob("-292,-170 -250,-240 -190,-230 -210,-140 -270,-80 -292,-90", darker(paint, 0.25))
            c.blob("190,-106 290,-92 312,-50 200,-46 150,-80", Fade(WHITE, "#dfe3e7"))
            c.blob("-150,-90 -70,-140 40,-74 140,-58 60,-40 -80,-54", look.accent)
            c.rect(-300, -52, 620, 52, Fade(WHITE, "#d5dade"), 26)
            c.line([(-280, -24), (300, -24)], 5, clear(STEEL_DEEP, 0.8))
            for step in range(5):
                px, py = -120 + step * 52, -196 + step * 21
                c.line([(px, py), (px + 42, py + 52)], 10, WHITE)
            c.blob("-170,-226 -130,-262 -90,-240 -110,-190", lighter(paint, 0.45))


def jewellery(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A necklace and earrings on a bust."""
    c.shadow(ellipse(0, 4, 280, 20), blur=16, strength=0.4)
    c.blob(
        "-90,-560 90,-560 96,-430 250,-330 280,-40 220,0 -220,0 -280,-40 -250,-330 -96,-430",
        Fade(mix(paint, "#3a3148", 0.35), darker(paint, 0.5)),
    )
    for radius, count, size in ((168, 17, 15), (214, 21, 11)):
        for step in range(count):
            angle = math.radians(20 + step * 140 / (count - 1))
            x, y = radius * math.cos(angle), -440 + radius * 1.25 * math.sin(angle)
            c.disc(x, y, size, Fade(_GOLD, _GOLD_DEEP))
            if step % 2 == 0:
                c.disc(x, y, size * 0.45, look.accent)
    c.blob("-44,-190 44,-190 54,-120 0,-70 -54,-120", Fade(_GOLD, _GOLD_DEEP))
    c.blob(
        "-22,-166 22,-166 26,-126 0,-104 -26,-126",
        Fade(lighter(look.accent, 0.3), darker(look.accent, 0.15)),
    )
    for dx in (-36, 0, 36):
        c.disc(dx, -54 + abs(dx) * -0.6, 10, WHITE)
    for side in (-1, 1):
        with c.at(side * 330, 0):
            c.ground(120)
            c.rect(-52, -90, 104, 90, Fade(lighter(look.second, 0.4), look.second), 12)
            c.ring(0, -176, 34, 9, _GOLD)
            c.polygon("-34,-150 34,-150 22,-96 -22,-96", Fade(_GOLD, _GOLD_DEEP))
            for dx in (-20, 0, 20):
                c.disc(dx, -90, 8, WHITE)
            c.disc(0, -176, 14, look.accent)


def kurtas(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """Clothes on a rail."""
    c.shadow(ellipse(0, 4, 420, 18), blur=16, strength=0.35)
    for x in (-400, 386):
        c.rect(x, -600, 14, 600, STEEL_DEEP, 7)
        c.rect(x - 50, -12, 114, 14, STEEL_DEEP, 7)
    c.rect(-414, -612, 842, 16, Fade(WHITE, STEEL_DEEP), 8)
    tones = (paint, look.second, look.accent, "#f3ede2", look.dark, mix(paint, look.second, 0.5))
    for number, tone in enumerate(tones):
        with c.at(-320 + number * 128, -596, turn=(number % 3 - 1) * 1.6):
            c.ring(0, -2, 14, 5, STEEL_DEEP, (180, 400))
            c.line([(-72, 44), (0, 12), (72, 44)], 8, WOOD_DEEP)
            long = 330 + number % 3 * 60
            c.blob(
                [
                    (-22, 28),
                    (22, 28),
                    (82, 52),
                    (104, 190),
                    (70, 200),
                    (74, long),
                    (-74, long),
                    (-70, 200),
                    (-104, 190),
                    (-82, 52),
                ],
                Fade(lighter(tone, 0.18), darker(tone, 0.16)),
            )
            c.line([(0, 36), (0, 150)], 6, _GOLD if number % 2 else WHITE)
            for step in range(4):
                c.disc(0, 56 + step * 26, 4, darker(tone, 0.4))
            c.line([(-66, long - 18), (66, long - 18)], 7, clear(_GOLD, 0.9))
    with c.at(0, 0):
        c.rect(-160, -90, 150, 90, Fade(lighter(WOOD, 0.25), WOOD), 8)
        c.rect(20, -70, 130, 70, Fade(lighter(look.accent, 0.3), look.accent), 8)
    c.shadow(rounded(-160, -4, 310, 8), blur=8, strength=0.3)
