"""Cars and two-wheelers, from the side, standing at the origin and facing right."""

import math
from random import Random

from marketplace.demo.pictures.canvas import Canvas, Fade, ellipse, points, smooth
from marketplace.demo.pictures.colours import BLACK, STEEL, STEEL_DEEP, WHITE, Look, clear, darker, lighter, mix

_GLASS = Fade("#33475c", "#7f9bb0")
_BODIES = {
    "hatchback": {
        "body": points(
            "-372,-58 -388,-120 -378,-196 -338,-232 -268,-312 -150,-334 30,-326 110,-290 196,-222 "
            "318,-196 376,-158 392,-100 380,-58"
        ),
        "glass": points("-312,-232 -252,-298 -146,-314 22,-308 92,-280 160,-226"),
        "pillars": (-176, -22),
        "wheels": (-232, 238),
    },
    "sedan": {
        "body": points(
            "-412,-62 -426,-130 -414,-190 -350,-218 -262,-232 -186,-300 -60,-322 50,-314 122,-276 "
            "196,-216 330,-194 398,-160 414,-104 404,-60"
        ),
        "glass": points("-244,-228 -176,-286 -58,-304 42,-298 104,-266 160,-220"),
        "pillars": (-128, 4),
        "wheels": (-254, 252),
    },
    "suv": {
        "body": points(
            "-392,-70 -402,-150 -396,-240 -380,-330 -340,-372 -150,-382 60,-376 120,-348 194,-256 "
            "334,-238 392,-206 404,-130 394,-70"
        ),
        "glass": points("-362,-260 -352,-336 -322,-354 -150,-362 52,-356 100,-332 160,-262"),
        "pillars": (-226, -60),
        "wheels": (-246, 246),
    },
}


def car(c: Canvas, rng: Random, _look: Look, paint: str, *, kind: str = "hatchback") -> None:
    """A car; `kind` is hatchback, sedan or suv."""
    shape = _BODIES[kind]
    body = smooth(shape["body"])
    suv = kind == "suv"
    c.shadow(ellipse(0, 4, 420, 26), blur=16, strength=0.55)
    c.polygon(body, Fade(lighter(paint, 0.22), darker(paint, 0.3)))
    sill = -58 if not suv else -70
    with c.clip(body):
        c.blob(
            "-460,-210 -200,-226 100,-206 420,-182 440,-160 100,-186 -200,-204 -460,-188",
            clear("#ffffff", 0.35),
        )
        c.polygon("-450,-112 450,-104 450,-30 -450,-30", clear(darker(paint, 0.5), 0.35))
        c.polygon([(-450, sill - 12), (450, sill - 12), (450, -20), (-450, -20)], darker(paint, 0.72))
        top = min(y for _, y in shape["body"])
        c.blob(
            [(-330, top + 14), (-150, top - 4), (70, top + 4), (130, top + 40), (60, top + 12), (-150, top + 8)],
            clear("#ffffff", 0.35),
        )
    glass = smooth(shape["glass"])
    c.polygon(glass, _GLASS)
    with c.clip(glass):
        for x in (-210, -30):
            c.polygon([(x, -140), (x + 60, -140), (x + 170, -420), (x + 110, -420)], clear("#ffffff", 0.22))
        for x in shape["pillars"]:
            c.rect(x, -420, 15, 260, darker(paint, 0.35))
    c.line(glass, 5, darker(paint, 0.55))
    first, second = shape["pillars"]
    belt = shape["glass"][0][1]
    for x in (first + 8, second + 8):
        c.line([(x, belt + 2), (x - 4, belt + 70), (x + 6, sill - 14)], 3, clear(darker(paint, 0.7), 0.6), bend=True)
    for x in (first - 66, second - 76):
        c.rect(x, belt + 28, 44, 9, lighter(paint, 0.45), 4)
    front = max(x for x, _ in shape["body"])
    rear = min(x for x, _ in shape["body"])
    c.blob(
        [(front - 78, belt + 36), (front - 26, belt + 50), (front - 14, belt + 78), (front - 60, belt + 66)],
        Fade("#fffdf2", "#cfe2ee"),
    )
    c.blob(
        [(rear + 16, belt + 16), (rear + 46, belt + 14), (rear + 40, belt + 62), (rear + 12, belt + 68)],
        Fade("#ff8a70", "#b7232c"),
    )
    c.rect(front - 58, sill - 42, 48, 16, clear("#10151c", 0.7), 7)
    c.blob([(150, belt + 4), (190, belt - 12), (198, belt + 10), (164, belt + 18)], darker(paint, 0.25))
    if suv:
        c.rect(-322, -396, 400, 9, STEEL_DEEP, 4)
        for x in (-300, -120, 60):
            c.rect(x, -396, 10, 24, STEEL_DEEP)
    spokes = rng.choice((5, 6, 7, 10))
    for x in shape["wheels"]:
        wheel(c, x, -64 if not suv else -72, 68 if not suv else 76, spokes)


def wheel(c: Canvas, x: float, y: float, r: float, spokes: int) -> None:
    """A car's wheel in its arch."""
    c.disc(x, y, r * 1.16, "#14181f")
    c.disc(x, y, r, Fade("#3a4048", "#1b1f26"))
    c.disc(x, y, r * 0.68, Fade("#eef2f5", "#9aa5b0"))
    c.disc(x, y, r * 0.6, "#4b545e")
    for number in range(spokes):
        angle = 2 * math.pi * number / spokes
        end = (x + r * 0.62 * math.cos(angle), y + r * 0.62 * math.sin(angle))
        c.line([(x, y), end], r * 0.15, STEEL)
    c.disc(x, y, r * 0.17, STEEL_DEEP)
    c.ring(x, y, r * 0.64, r * 0.07, "#dfe5ea")


def car_front(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A car from the front."""
    c.shadow(ellipse(0, 0, 330, 26), blur=18, strength=0.5)
    for x in (-262, 186):
        c.rect(x, -120, 78, 122, "#1c2027", 20)
    c.blob(
        "-190,-250 -150,-382 -70,-410 70,-410 150,-382 190,-250",
        Fade(lighter(paint, 0.1), darker(paint, 0.1)),
    )
    c.blob("-168,-256 -136,-366 -64,-388 64,-388 136,-366 168,-256", _GLASS)
    c.polygon("-70,-380 -10,-386 -90,-260 -150,-260", clear("#ffffff", 0.2))
    for side in (-1, 1):
        c.blob([(side * 196, -268), (side * 252, -286), (side * 256, -250), (side * 204, -242)], darker(paint, 0.15))
    c.blob(
        "-286,-60 -296,-170 -262,-236 -150,-268 0,-276 150,-268 262,-236 296,-170 286,-60 0,-48",
        Fade(lighter(paint, 0.25), darker(paint, 0.28)),
    )
    c.line([(-120, -262), (-84, -190)], 4, clear(darker(paint, 0.6), 0.35), bend=True)
    c.line([(120, -262), (84, -190)], 4, clear(darker(paint, 0.6), 0.35), bend=True)
    c.blob("-100,-186 100,-186 78,-138 -78,-138", BLACK)
    for row in range(3):
        c.rect(-82 + row * 4, -176 + row * 13, 164 - row * 8, 4, STEEL_DEEP, 2)
    c.disc(0, -162, 17, STEEL)
    for side in (-1, 1):
        c.blob(
            [(side * 134, -196), (side * 262, -212), (side * 266, -168), (side * 156, -156)], Fade("#fffef4", "#bcd3e2")
        )
        c.disc(side * 214, -184, 17, "#ffffff")
        c.glow(side * 214, -184, 70, "#fff6d8", 0.6)
        c.disc(side * 218, -104, 20, lighter(look.second, 0.5))
    c.rect(-168, -122, 336, 44, darker(paint, 0.62), 20)
    c.rect(-76, -112, 152, 36, WHITE, 6)
    for step in range(5):
        c.rect(-58 + step * 25, -102, 14, 16, "#3b4148", 3)


def cockpit(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A dashboard with its steering wheel, filling the frame from the origin upwards."""
    c.blob(
        "-700,220 -700,-150 -420,-250 0,-262 420,-250 700,-150 700,220",
        Fade("#454c57", "#20252d"),
    )
    c.blob(
        "-700,-90 -380,-176 0,-190 380,-176 700,-90 700,-60 0,-150 -700,-60",
        clear(lighter(paint, 0.15), 0.9),
    )
    c.rect(-60, -170, 260, 168, "#14181f", 18)
    c.rect(-46, -156, 232, 128, Fade("#2f6c87", "#17334c"), 8)
    c.line("-30,-60 30,-110 84,-76 170,-130", 7, look.second, bend=True)
    c.disc(84, -78, 11, WHITE)
    for x in (-30, 20, 70, 120, 170):
        c.disc(x, 30, 15, "#5d6672")
    for x in (280, 400):
        c.rect(x, -120, 92, 62, "#171b22", 10)
        for step in range(4):
            c.rect(x + 10, -110 + step * 13, 72, 4, "#4b545f", 2)
    for x in (-410, -250):
        c.disc(x, -128, 64, "#10141a")
        c.ring(x, -128, 52, 5, clear(look.accent, 0.9), (140, 340))
        c.line([(x, -128), (x + 32, -160)], 5, look.second)
    c.ring(-330, 40, 214, 46, "#15191f")
    c.ring(-330, 40, 222, 8, "#3c434d", (190, 330))
    c.blob("-430,10 -330,-26 -230,10 -260,96 -330,118 -400,96", Fade("#39404a", "#22272f"))
    c.line([(-430, 30), (-524, 16)], 44, "#22272f")
    c.line([(-230, 30), (-136, 16)], 44, "#22272f")
    c.disc(-330, 42, 27, STEEL_DEEP)


def _tyre(c: Canvas, x: float, y: float, r: float, *, thick: float = 20, spokes: int = 8) -> None:
    c.ring(x, y, r - thick / 2, thick, "#20242b")
    c.ring(x, y, r - thick - 3, 6, STEEL)
    for number in range(spokes):
        angle = 2 * math.pi * number / spokes + 0.2
        c.line(
            [(x, y), (x + (r - thick) * math.cos(angle), y + (r - thick) * math.sin(angle))],
            5 if spokes < 13 else 2,
            STEEL_DEEP,
        )
    c.disc(x, y, r * 0.2, STEEL_DEEP)


def scooter(c: Canvas, _rng: Random, _look: Look, paint: str) -> None:
    """A scooter."""
    c.shadow(ellipse(0, 2, 300, 20), blur=14, strength=0.5)
    for x in (-190, 214):
        c.disc(x, -62, 62, "#20242b")
        c.disc(x, -62, 36, Fade(STEEL, STEEL_DEEP))
        c.disc(x, -62, 12, "#525b66")
    c.line([(214, -62), (168, -300)], 22, STEEL_DEEP)
    c.blob(
        "-30,-86 110,-78 140,-250 176,-336 212,-330 196,-230 176,-60 120,-40 -20,-48",
        Fade(lighter(paint, 0.2), darker(paint, 0.25)),
    )
    c.blob(
        "178,-330 206,-330 250,-150 268,-116 206,-138 170,-120",
        Fade(lighter(paint, 0.3), darker(paint, 0.15)),
    )
    c.blob("150,-108 206,-146 268,-112 276,-78 214,-106 162,-78", darker(paint, 0.18))
    c.blob(
        "-318,-176 -250,-250 -90,-254 -30,-210 -16,-110 -60,-70 -130,-74 -170,-134 -244,-136 -300,-120",
        Fade(lighter(paint, 0.25), darker(paint, 0.28)),
    )
    c.blob("-300,-196 -230,-236 -120,-240 -180,-222", clear("#ffffff", 0.4))
    c.blob(
        "-286,-242 -230,-282 -90,-280 -22,-250 -30,-226 -110,-238 -250,-234",
        Fade("#4a3a33", "#2b2421"),
    )
    c.rect(-330, -186, 26, 34, "#e8483f", 8)
    c.rect(-250, -104, 120, 30, STEEL_DEEP, 14)
    c.line([(168, -322), (120, -384)], 15, BLACK)
    c.line([(120, -384), (92, -388)], 20, "#2a2e35")
    c.blob("142,-316 182,-372 226,-356 228,-318 186,-300", Fade(lighter(paint, 0.3), paint))
    c.disc(216, -338, 25, "#fff7da")
    c.line([(150, -372), (122, -446)], 6, STEEL_DEEP)
    c.oval(112, -460, 32, 22, Fade("#c9dbe6", "#7e95a6"))


def motorcycle(c: Canvas, _rng: Random, _look: Look, paint: str) -> None:
    """A roadster."""
    c.shadow(ellipse(0, 2, 350, 20), blur=14, strength=0.5)
    for x in (-232, 246):
        _tyre(c, x, -94, 94, thick=28, spokes=12)
    c.line([(246, -94), (160, -340)], 22, STEEL)
    c.line([(232, -94), (148, -332)], 8, STEEL_DEEP)
    c.line([(-232, -94), (-30, -120)], 22, "#3b424b")
    c.line("-30,-110 60,-120 130,-300 -60,-286 -140,-240", 18, "#2a2f36", bend=True)
    c.rect(-62, -214, 152, 126, Fade("#5a636d", "#343a42"), 20)
    for row in range(5):
        c.rect(-52, -202 + row * 17, 132, 7, STEEL_DEEP, 3)
    c.disc(34, -108, 44, Fade(STEEL, "#77828d"))
    c.disc(34, -108, 24, "#4f5862")
    c.line("60,-96 0,-58 -130,-62 -330,-84", 20, STEEL, bend=True)
    c.rect(-344, -104, 150, 38, Fade("#e4e9ed", "#7d8894"), 18)
    c.blob(
        "-76,-262 -30,-338 70,-356 146,-316 140,-272 40,-244",
        Fade(lighter(paint, 0.3), darker(paint, 0.3)),
    )
    c.blob("-40,-318 60,-342 110,-322 40,-318", clear("#ffffff", 0.5))
    c.blob(
        "-318,-258 -270,-296 -170,-286 -80,-300 -50,-268 -130,-246 -230,-244",
        Fade("#4b3a31", "#28211e"),
    )
    c.blob("-330,-256 -240,-250 -150,-238 -180,-196 -240,-206", Fade(paint, darker(paint, 0.35)))
    c.ring(-232, -94, 112, 14, darker(paint, 0.2), (200, 290))
    c.ring(246, -94, 110, 13, darker(paint, 0.2), (222, 318))
    c.rect(-346, -262, 30, 26, "#e8483f", 8)
    c.line([(156, -330), (116, -396)], 13, BLACK)
    c.line([(116, -396), (70, -388)], 18, "#22262d")
    c.line([(132, -388), (104, -442)], 6, STEEL_DEEP)
    c.oval(98, -452, 30, 18, "#9fb3c1")
    c.disc(196, -332, 46, Fade("#3b424b", "#23272e"))
    c.disc(206, -332, 37, "#fff4cf")
    c.disc(214, -340, 16, WHITE)


def bicycle(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A city bicycle with a basket."""
    c.shadow(ellipse(0, 2, 330, 15), blur=12, strength=0.4)
    for x in (-216, 216):
        _tyre(c, x, -122, 122, thick=13, spokes=20)
    for line in (
        "-216,-122 -20,-118 -84,-316 -216,-122",
        [(-76, -292), (130, -312), (-20, -118)],
        [(216, -122), (128, -352)],
    ):
        c.line(line, 15, paint)
    c.line([(-70, -310), (122, -326)], 4, clear("#ffffff", 0.5))
    c.ring(-216, -122, 136, 10, darker(paint, 0.2), (195, 300))
    c.ring(216, -122, 136, 10, darker(paint, 0.2), (215, 325))
    c.disc(-20, -118, 34, STEEL_DEEP)
    c.disc(-20, -118, 21, "#4f5862")
    c.line([(-20, -118), (20, -54)], 9, "#3a414a")
    c.rect(0, -58, 46, 12, BLACK, 5)
    c.line([(-84, -316), (-96, -352)], 11, STEEL)
    c.blob("-168,-364 -120,-384 -60,-374 -40,-358 -96,-346", Fade("#7a4d33", "#54331f"))
    c.line("128,-350 116,-404 70,-424 36,-412", 12, STEEL, bend=True)
    c.line([(54, -418), (26, -408)], 18, "#7a4d33")
    c.polygon("150,-392 282,-392 262,-296 170,-296", Fade(mix(look.floor, "#ffffff", 0.25), look.floor_low))
    for step in range(6):
        c.line([(160 + step * 22, -390), (174 + step * 17, -298)], 3, clear(look.dark, 0.3))
    for dx, tone in ((-30, look.accent), (4, look.second), (36, "#f5e6e0")):
        c.disc(216 + dx, -404, 19, tone)
        c.disc(216 + dx, -404, 7, "#f9e2a0")
