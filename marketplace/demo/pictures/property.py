"""Buildings from the street, standing at the origin, and rooms, which fill the picture."""

from random import Random

from marketplace.demo.pictures import interiors, outdoors
from marketplace.demo.pictures.canvas import HEIGHT, WIDTH, Canvas, Fade, ellipse, rounded
from marketplace.demo.pictures.colours import (
    LEAF,
    LEAF_DEEP,
    PAINTS,
    WHITE,
    WOOD_DEEP,
    Look,
    clear,
    darker,
    lighter,
    mix,
)


def street(c: Canvas, rng: Random, _look: Look) -> None:
    """Sky, far towers, grass and a pavement; buildings stand at y = 740."""
    kind = rng.randrange(len(outdoors.SKIES))
    _, low, _ = outdoors.sky(c, rng, 620, kind)
    outdoors.skyline(c, rng, 660, low, tall=300, lit=kind in (1, 3))
    c.rect(-50, 640, WIDTH + 100, 110, Fade(mix(LEAF, "#e6edc0", 0.2), LEAF))
    c.rect(-50, 740, WIDTH + 100, 60, Fade("#e0dacd", "#c4bcad"))
    c.rect(-50, 796, WIDTH + 100, HEIGHT, Fade(mix("#737a86", low, 0.1), "#4d545f"))
    for x in range(-20, 1260, 170):
        c.rect(x, 846, 96, 9, clear("#f7f1de", 0.8))


def _lit(rng: Random) -> Fade:
    return Fade("#ffe7ae", "#f7c877") if rng.random() < 0.4 else Fade("#9fc2d6", "#5f88a3")


def apartments(c: Canvas, rng: Random, look: Look, paint: str) -> None:
    """A block of flats with balconies."""
    floors = rng.choice((6, 7))
    tone = mix(paint, "#fff4e4", 0.62)
    height = floors * 82 + 90
    c.shadow(ellipse(0, 6, 400, 20), blur=18, strength=0.35)
    c.rect(-330, -height, 660, height, Fade(lighter(tone, 0.3), darker(tone, 0.06)))
    c.rect(-90, -height - 46, 180, height + 46, Fade(mix(paint, "#ffffff", 0.15), darker(paint, 0.12)))
    c.rect(-350, -height - 14, 270, 20, darker(tone, 0.3))
    c.rect(80, -height - 14, 270, 20, darker(tone, 0.3))
    c.rect(-104, -height - 62, 208, 20, darker(paint, 0.35))
    for row in range(floors):
        y = -height + 34 + row * 82
        for x in (-300, -196, 108, 212):
            c.rect(x, y, 84, 52, _lit(rng), 3)
            c.rect(x + 40, y, 4, 52, WHITE)
            c.rect(x - 8, y + 30, 100, 30, clear("#ffffff", 0.55), 3)
            for bar in range(6):
                c.rect(x - 4 + bar * 18, y + 32, 3, 28, clear(look.dark, 0.45))
            c.rect(x - 10, y + 58, 104, 8, darker(tone, 0.25))
            if rng.random() < 0.3:
                c.disc(x + rng.randrange(10, 74), y + 30, 13, LEAF)
        c.rect(-46, y, 92, 54, _lit(rng), 3)
    c.rect(-64, -92, 128, 92, "#37474f", 4)
    c.rect(-54, -84, 52, 84, Fade("#ffe7ae", "#e0b469"))
    c.rect(2, -84, 52, 84, Fade("#ffe7ae", "#e0b469"))
    c.rect(-96, -106, 192, 16, look.dark, 4)
    for x, size in ((-400, 1.0), (410, 1.1), (-290, 0.5), (292, 0.5)):
        outdoors.tree(c, x, 6, size, LEAF_DEEP if size < 0.6 else LEAF)


def villa(c: Canvas, rng: Random, look: Look, paint: str) -> None:
    """A house with a tiled roof and a garden."""
    wall = mix(paint, "#fff7ea", 0.8)
    roof = mix("#b5533c", paint, 0.25)
    c.shadow(ellipse(0, 6, 460, 20), blur=18, strength=0.35)
    c.rect(-380, -230, 470, 230, Fade(lighter(wall, 0.3), darker(wall, 0.05)))
    c.rect(60, -400, 320, 400, Fade(lighter(wall, 0.2), darker(wall, 0.1)))
    c.polygon("-420,-226 -340,-330 70,-330 130,-226", Fade(lighter(roof, 0.15), darker(roof, 0.12)))
    c.polygon([(20, -394), (220, -520), (420, -394)], Fade(lighter(roof, 0.18), darker(roof, 0.12)))
    for row in range(4):
        c.line(
            [(-405 + row * 20, -244 - row * 24), (116 - row * 12, -244 - row * 24)], 3, clear(darker(roof, 0.5), 0.25)
        )
    c.rect(-320, -180, 130, 110, _lit(rng), 4)
    c.rect(-258, -180, 6, 110, WHITE)
    c.rect(-332, -74, 154, 10, WHITE)
    c.rect(-110, -190, 110, 190, Fade(lighter(WOOD_DEEP, 0.12), WOOD_DEEP), 6)
    c.disc(-18, -90, 6, "#f0c45c")
    c.rect(-150, -206, 190, 16, look.dark, 4)
    for x in (-146, 22):
        c.rect(x, -200, 14, 200, WHITE)
    for y in (-350, -170):
        c.rect(120, y, 90, 100, _lit(rng), 4)
        c.rect(232, y, 90, 100, _lit(rng), 4)
        c.rect(108, y + 102, 226, 10, WHITE)
    c.rect(100, -226, 240, 10, darker(wall, 0.3))
    c.polygon("-96,0 -14,0 40,62 -130,62", "#d8cbb4")
    for x in (-360, -290, -210, 70, 150, 240, 330):
        c.disc(x, -6, 34, rng.choice((LEAF, LEAF_DEEP, "#6aa564")))
        c.disc(x + 10, -22, 8, rng.choice((look.accent, look.second, "#f6e2ea")))
    outdoors.tree(c, -470, 10, 1.25)
    outdoors.palm(c, 460, 10, 1.1)


def shop(c: Canvas, rng: Random, look: Look, paint: str) -> None:
    """A shop front with an awning."""
    paint = look.accent if paint == PAINTS[4] else paint
    wall = mix(look.wall, paint, 0.25)
    c.shadow(ellipse(0, 6, 430, 18), blur=18, strength=0.35)
    c.rect(-410, -560, 820, 560, Fade(lighter(wall, 0.3), wall))
    for x in (-350, -160, 40, 230):
        c.rect(x, -530, 120, 110, _lit(rng), 4)
        c.rect(x + 57, -530, 5, 110, WHITE)
    c.rect(-410, -404, 820, 64, Fade(darker(paint, 0.1), darker(paint, 0.3)))
    for step, width in enumerate((90, 150, 60, 120)):
        c.rect(-240 + step * 20 + (0, 90, 240, 300)[step], -382, width, 18, clear("#fff7e0", 0.92), 9)
    for number in range(10):
        x = -410 + number * 82
        tone = paint if number % 2 else WHITE
        c.polygon([(x, -340), (x + 82, -340), (x + 82, -262), (x, -262)], tone)
        c.disc(x + 41, -262, 41, tone)
    c.polygon("-410,-340 410,-340 410,-310 -410,-310", clear("#000000", 0.1))
    for x, width in ((-380, 330), (110, 270)):
        c.rect(x, -216, width, 186, Fade("#ffedc2", "#f3c987"), 4)
        for step in range(int(width // 62)):
            tone = (look.accent, look.second, look.dark, "#7a9e9f", "#c97b84")[step % 5]
            c.rect(x + 16 + step * 62, -110 - step % 3 * 20, 40, 72 + step % 3 * 20, Fade(lighter(tone, 0.2), tone), 8)
        c.polygon([(x, -100), (x, -216), (x + 110, -216)], clear("#ffffff", 0.3))
        c.rect(x - 6, -32, width + 12, 14, darker(wall, 0.35))
    c.rect(-30, -226, 120, 226, "#2f3a44", 4)
    c.rect(-18, -214, 96, 140, Fade("#ffe7ae", "#e6ba6f"), 3)
    interiors.plant(c, -450, 6, 0.6)
    interiors.plant(c, 450, 6, 0.6)


def plot(c: Canvas, _rng: Random, look: Look, paint: str) -> None:
    """A fenced plot with a board and pegs."""
    c.polygon("-260,-120 260,-120 520,120 -520,120", Fade("#d9b77e", "#b98d55"))
    for t in (0.25, 0.5, 0.75):
        y = -120 + 240 * t
        half = 260 + 260 * t
        c.line([(-half, y), (half, y)], 2, clear("#8a6338", 0.35))
    for side in (-1, 1):
        for step in range(7):
            t = step / 6
            x, y, tall = side * (260 + 260 * t), -120 + 240 * t, 46 + 50 * t
            c.rect(x - 5, y - tall, 10, tall, WHITE, 3)
            if step < 6:
                u = (step + 1) / 6
                x2, y2, tall2 = side * (260 + 260 * u), -120 + 240 * u, 46 + 50 * u
                c.line([(x, y - tall * 0.75), (x2, y2 - tall2 * 0.75)], 5, WHITE)
                c.line([(x, y - tall * 0.35), (x2, y2 - tall2 * 0.35)], 5, WHITE)
    for step in range(9):
        x = -260 + step * 65
        c.rect(x - 3, -166, 7, 46, WHITE)
    c.line([(-260, -152), (260, -152)], 4, WHITE)
    c.shadow(ellipse(0, 20, 110, 12), blur=10, strength=0.35)
    for x in (-86, 74):
        c.rect(x, -150, 12, 170, WOOD_DEEP)
    c.rect(-150, -250, 300, 130, Fade(lighter(paint, 0.1), darker(paint, 0.15)), 12)
    c.rect(-138, -238, 276, 106, clear("#ffffff", 0.9), 8)
    c.polygon([(-90, -180), (-48, -216), (-6, -180)], look.accent)
    c.rect(-80, -182, 64, 36, look.accent)
    for y, width in ((-206, 100), (-180, 80), (-156, 92)):
        c.rect(16, y, width, 12, mix(look.dark, "#ffffff", 0.3), 6)


def living(c: Canvas, rng: Random, look: Look, paint: str) -> None:
    """A furnished living room."""
    from marketplace.demo.pictures.furniture import sofa

    interiors.room(c, rng, look)
    c.oval(600, 800, 460, 62, clear(lighter(look.second, 0.45), 0.9))
    c.oval(600, 800, 400, 50, clear(lighter(look.accent, 0.6), 0.9))
    with c.at(600, 730, 0.9):
        sofa(c, rng, look, paint)
    interiors.plant(c, 1010, 760, 1.1)
    c.line([(260, 730), (260, 380)], 9, look.dark)
    c.oval(260, 734, 50, 9, look.dark)
    c.glow(260, 350, 190, "#ffe9b0", 0.7)
    c.polygon("220,290 300,290 334,386 186,386", Fade("#fff6dc", "#f4d79a"))
    with c.at(600, 826, 0.8):
        c.shadow(ellipse(0, 4, 170, 14), blur=12, strength=0.35)
        for x in (-120, 108):
            c.rect(x, -70, 12, 72, look.dark)
        c.oval(0, -76, 190, 24, Fade("#d7a574", "#a97546"))
        c.rect(-70, -104, 90, 18, look.accent, 3)
        c.disc(70, -104, 22, lighter(look.second, 0.3))


def bedroom(c: Canvas, rng: Random, look: Look, paint: str) -> None:
    """A furnished bedroom."""
    from marketplace.demo.pictures.furniture import bed

    interiors.room(c, rng, look)
    for x in (86, 1034):
        c.rect(x, 560, 110, 130, Fade("#c48d5c", "#96653c"), 8)
        c.glow(x + 55, 450, 120, "#ffe9b0", 0.7)
        c.rect(x + 48, 480, 14, 80, look.dark)
        c.polygon([(x + 24, 424), (x + 86, 424), (x + 104, 494), (x + 6, 494)], Fade("#fff6dc", "#f4d79a"))
    with c.at(600, 800, 0.92):
        bed(c, rng, look, paint)


def kitchen(c: Canvas, rng: Random, look: Look, _paint: str) -> None:
    """A fitted kitchen with hob and hood."""
    interiors.kitchen(c, rng, look, blur=0)
    cupboard = mix(look.second, look.wall, 0.42)
    c.rect(352, 470, 496, 222, Fade(cupboard, darker(cupboard, 0.12)))
    c.rect(340, 452, 520, 26, "#f4efe6", 5)
    c.rect(470, 500, 260, 170, "#2a2f36", 10)
    c.rect(494, 530, 212, 120, Fade("#5a4632", "#251d16"), 8)
    c.rect(490, 512, 220, 10, "#cfd6dc", 5)
    c.rect(480, 440, 240, 14, "#2a2f36", 6)
    for x, tone in ((540, look.accent), (660, look.dark)):
        c.rect(x - 46, 392, 92, 52, Fade(lighter(tone, 0.25), darker(tone, 0.1)), 10)
        c.rect(x - 52, 386, 104, 12, lighter(tone, 0.35), 6)
    c.polygon("520,200 680,200 740,290 460,290", Fade("#e2e7eb", "#a3aeb8"))
    c.rect(552, -50, 96, 252, Fade("#e2e7eb", "#b7c0c8", across=True))
    for x in (480, 600, 720):
        c.line([(x, -50), (x, 60 if x != 600 else -50)], 4, look.dark)
        if x != 600:
            c.glow(x, 100, 100, "#ffe9b0", 0.7)
            c.polygon([(x - 16, 56), (x + 16, 56), (x + 44, 110), (x - 44, 110)], look.accent)


def office(c: Canvas, rng: Random, look: Look, paint: str) -> None:
    """An open office by a window front."""
    c.rect(-50, -50, WIDTH + 100, 720, Fade(lighter(look.wall, 0.3), look.wall))
    with c.clip(rounded(60, 70, 1080, 420)):
        _, low, _ = outdoors.sky(c, rng, 470)
        outdoors.skyline(c, rng, 500, low, tall=260)
    for x in (60, 330, 600, 870, 1132):
        c.rect(x - 6, 70, 12, 420, WHITE)
    c.rect(54, 62, 1092, 12, WHITE)
    c.rect(40, 486, 1120, 16, WHITE)
    interiors.wooden_floor(c, look, 650)
    for x in (220, 600, 980):
        c.line([(x, -50), (x, 30)], 4, look.dark)
        c.rect(x - 110, 26, 220, 20, Fade("#fff7df", "#f6dfae"), 10)
        c.glow(x, 60, 150, "#fff1cc", 0.5)
    for x in (230, 600, 970):
        with c.at(x, 800, 0.86):
            c.shadow(ellipse(0, 4, 190, 14), blur=14, strength=0.35)
            for leg in (-160, 146):
                c.rect(leg, -190, 14, 192, look.dark)
            c.rect(-180, -206, 360, 22, Fade("#e4bd8c", "#bd8a56"), 6)
            c.rect(-84, -340, 168, 106, "#22272f", 8)
            c.rect(-76, -332, 152, 90, Fade(lighter(look.accent, 0.3), look.second), 4)
            c.rect(-10, -236, 20, 30, "#22272f")
            c.rect(-60, -150, 120, 40, Fade(lighter(paint, 0.2), paint), 14)
            c.rect(-50, -60, 100, 10, look.dark, 5)
            c.line([(0, -110), (0, -56)], 12, look.dark)
    interiors.plant(c, 60, 800, 1.0)
    interiors.plant(c, 1146, 800, 1.0)


def warehouse(c: Canvas, rng: Random, look: Look, paint: str) -> None:
    """A shed with racks of boxes."""
    c.rect(-50, -50, WIDTH + 100, 760, Fade(look.wall, look.wall_low))
    for x in range(0, 1300, 150):
        c.line([(x, -20), (600 + (x - 600) * 0.55, 190)], 7, clear("#7b8794", 0.6))
    c.rect(-50, 640, WIDTH + 100, HEIGHT, Fade("#b9b6ae", "#8d8a84"))
    c.polygon("270,190 930,190 930,640 270,640", Fade(lighter(look.wall, 0.5), look.wall))
    c.rect(440, 300, 320, 340, Fade("#9db9c9", "#d9e8ee"))
    c.polygon("-50,900 270,640 930,640 1250,900 1250,960 -50,960", Fade("#b9b6ae", "#8d8a84"))
    for side in (0, 1):
        for depth in range(4):
            x = (20 + depth * 96) if not side else 1180 - depth * 96
            size = 1 - depth * 0.14
            with c.at(x, 860 - depth * 66, size, flip=bool(side)):
                for level in range(4):
                    for column in range(2):
                        tone = rng.choice(("#c99763", "#b98350", "#d9ae7d", mix(paint, "#c99763", 0.5)))
                        c.rect(
                            -70 + column * 72,
                            -170 - level * 160,
                            66,
                            92,
                            Fade(lighter(tone, 0.12), darker(tone, 0.1)),
                            4,
                        )
                        c.rect(-44 + column * 72, -170 - level * 160, 12, 92, clear("#fff1d0", 0.5))
                    c.rect(-84, -78 - level * 160, 170, 12, paint)
                for post in (-84, 76):
                    c.rect(post, -660, 12, 660, darker(paint, 0.35))
    for x in (420, 780):
        c.glow(x, 150, 150, "#fff6d8", 0.7)
