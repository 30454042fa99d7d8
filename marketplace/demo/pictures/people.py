"""Drawn portraits: head and shoulders in the middle of the picture."""

from random import Random

from marketplace.demo.pictures.canvas import HEIGHT, WIDTH, Canvas, Fade
from marketplace.demo.pictures.colours import HAIRS, LOOKS, PAINTS, SKINS, WHITE, clear, darker, lighter, mix


def portrait(rng: Random, *, woman: bool) -> Canvas:
    """A person looking at the camera, cropped square by the caller."""
    look = rng.choice(LOOKS)
    skin, hair, cloth = rng.choice(SKINS), rng.choice(HAIRS), rng.choice(PAINTS)
    ground = rng.choice((look.wall_low, mix(look.accent, "#ffffff", 0.45), mix(look.second, "#ffffff", 0.4), look.wall))
    c = Canvas()
    c.rect(0, 0, WIDTH, HEIGHT, Fade(lighter(ground, 0.3), darker(ground, 0.06)))
    c.disc(600, 430, 400, clear(lighter(ground, 0.5), 0.6))
    with c.at(600, 900, 1.12):
        if woman:
            _long_hair(c, rng, hair)
        _shoulders(c, rng, skin, cloth, woman=woman)
        _head(c, rng, skin, hair, woman=woman)
    return c


def _long_hair(c: Canvas, rng: Random, hair: str) -> None:
    low = rng.choice((-110, -40, -170))
    c.blob(
        [
            (-170, -470),
            (-120, -640),
            (0, -690),
            (120, -640),
            (170, -470),
            (200, -300),
            (186, low),
            (90, low + 20),
            (-90, low + 20),
            (-186, low),
            (-200, -300),
        ],
        Fade(lighter(hair, 0.1), hair),
    )


def _shoulders(c: Canvas, rng: Random, skin: str, cloth: str, *, woman: bool) -> None:
    c.blob(
        "-340,60 -320,-90 -220,-180 -90,-214 90,-214 220,-180 320,-90 340,60",
        Fade(lighter(cloth, 0.2), darker(cloth, 0.15)),
    )
    c.blob("-70,-330 70,-330 78,-220 60,-180 0,-150 -60,-180 -78,-220", darker(skin, 0.14))
    if woman:
        c.blob("-96,-206 -40,-150 0,-120 40,-150 96,-206 60,-236 -60,-236", darker(skin, 0.06))
        scarf = rng.choice([paint for paint in PAINTS if paint != cloth])
        if rng.random() < 0.6:
            c.blob(
                "96,-216 190,-196 250,-60 220,60 90,60 150,-60",
                Fade(lighter(scarf, 0.25), scarf),
            )
            c.line([(186, -190), (246, -60), (222, 50)], 9, "#efc866", bend=True)
        for x in (-50, -26, 0, 26, 50):
            c.disc(x, -166 + (50 - abs(x)) * 0.5, 8, "#efc866")
        return
    if rng.random() < 0.5:
        for side in (-1, 1):
            c.polygon([(0, -140), (side * 96, -220), (side * 130, -170), (side * 40, -80)], lighter(cloth, 0.4))
        c.line([(0, -140), (0, 60)], 5, clear(darker(cloth, 0.5), 0.5))
    else:
        c.blob("-92,-220 92,-220 100,-176 0,-146 -100,-176", darker(cloth, 0.22))
        for y in (-120, -70, -20):
            c.disc(0, y, 7, WHITE)


def _head(c: Canvas, rng: Random, skin: str, hair: str, *, woman: bool) -> None:
    for side in (-1, 1):
        c.oval(side * 140, -446, 25, 40, darker(skin, 0.1))
        if woman:
            c.disc(side * 146, -398, 11, "#efc866")
    c.blob(
        "-136,-500 -110,-606 0,-640 110,-606 136,-500 130,-400 78,-314 0,-290 -78,-314 -130,-400",
        Fade(lighter(skin, 0.1), skin),
    )
    for side in (-1, 1):
        c.oval(side * 84, -396, 30, 20, clear("#e2735f", 0.22))
        c.oval(side * 54, -464, 19, 12, WHITE)
        c.disc(side * 54, -464, 11, "#2b211d")
        c.disc(side * 54 - 4, -468, 3.5, WHITE)
        c.line([(side * 34, -466), (side * 54, -479), (side * 76, -464)], 6, darker(skin, 0.62), bend=True)
        c.line([(side * 84, -496), (side * 56, -508), (side * 28, -500)], 8 if woman else 11, hair, bend=True)
    c.line([(-4, -460), (-12, -412), (8, -404)], 6, clear(darker(skin, 0.35), 0.7), bend=True)
    if rng.random() < 0.5:
        c.blob("-46,-364 0,-358 46,-364 26,-334 0,-328 -26,-334", "#fffdf8")
        c.line([(-50, -366), (0, -358), (50, -366)], 6, clear("#a2483f", 0.9), bend=True)
    else:
        c.line([(-42, -358), (0, -342), (42, -358)], 9, clear("#a2483f", 0.9), bend=True)
    if woman:
        c.blob(
            "-152,-440 -150,-590 -60,-680 60,-680 150,-590 152,-440 120,-540 20,-606 -90,-560",
            Fade(lighter(hair, 0.14), hair),
        )
        if rng.random() < 0.6:
            c.disc(0, -530, 9, "#c8303c")
        return
    top = rng.choice((-690, -668, -706))
    c.blob(
        [
            (-146, -470),
            (-156, -590),
            (-80, top),
            (40, top - 8),
            (130, -630),
            (148, -470),
            (126, -540),
            (80, -590),
            (-30, -576),
            (-110, -560),
        ],
        Fade(lighter(hair, 0.16), hair),
    )
    beard = rng.random()
    if beard < 0.4:
        c.blob(
            "-134,-440 -128,-380 -80,-300 0,-272 80,-300 128,-380 134,-440 96,-372 50,-382 0,-376 -50,-382 -96,-372",
            clear(hair, 0.95),
        )
        c.line([(-40, -352), (0, -342), (40, -352)], 9, "#c97c6c", bend=True)
    elif beard < 0.7:
        c.blob("-60,-378 0,-394 60,-378 44,-364 0,-374 -44,-364", hair)
    if rng.random() < 0.35:
        for side in (-1, 1):
            c.ring(side * 56, -462, 40, 7, "#2b2f36")
        c.line([(-18, -468), (18, -468)], 7, "#2b2f36")
