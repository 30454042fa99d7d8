"""Places under the sky: a road, a yard, a field. Each fills the whole picture."""

from random import Random

from marketplace.demo.pictures.canvas import HEIGHT, WIDTH, Canvas, Fade
from marketplace.demo.pictures.colours import LEAF, LEAF_DEEP, Colour, Look, clear, lighter, mix

SKIES = (
    ("#8ec5e8", "#e3f2f6", "#ffffff"),
    ("#5b7db8", "#f7c59f", "#ffd9a0"),
    ("#f0a27b", "#fbe3c0", "#fff1cc"),
    ("#3b4a7a", "#e58e73", "#ffc98b"),
    ("#a8d5e2", "#f5f1e3", "#fffbe8"),
    ("#7f9fc9", "#dfe9f3", "#ffffff"),
)


def sky(c: Canvas, rng: Random, horizon: float, kind: int | None = None) -> tuple[str, str, str]:
    """Sky down to the horizon with a sun and clouds; its colours."""
    colours = SKIES[kind] if kind is not None else rng.choice(SKIES)
    top, bottom, sun = colours
    c.rect(-50, -50, WIDTH + 100, horizon + 60, Fade(top, bottom))
    x = rng.choice((230, 420, 830, 960))
    c.glow(x, horizon * 0.52, 260, sun, 0.7)
    c.disc(x, horizon * 0.52, 52, sun)
    for _ in range(3):
        cloud(
            c,
            rng.randrange(60, 1140),
            rng.uniform(0.12, 0.5) * horizon,
            rng.uniform(0.5, 1.0),
            mix(bottom, "#ffffff", 0.6),
        )
    return colours


def cloud(c: Canvas, x: float, y: float, size: float, tone: Colour) -> None:
    """A flat-bottomed cloud."""
    with c.at(x, y, size):
        c.rect(-104, -2, 210, 34, tone, 17)
        for dx, dy, r in ((-70, 0, 34), (-26, -22, 46), (30, -14, 40), (76, 4, 28)):
            c.disc(dx, dy, r, tone)
        c.disc(34, -18, 26, lighter(tone, 0.35))


def skyline(c: Canvas, rng: Random, base: float, tint: str, *, tall: float = 230, lit: bool = False) -> None:
    """A row of towers far away."""
    for layer, (height, strength) in enumerate(((1.0, 0.55), (0.62, 0.28))):
        x = -30.0
        tone = mix(tint, "#31456b", 0.28 + layer * 0.3)
        while x < WIDTH + 30:
            width = rng.randrange(54, 120)
            top = base - rng.uniform(0.35, 1.0) * tall * height
            c.rect(x, top, width, base - top + 5, Fade(tone, mix(tone, tint, strength)))
            if rng.random() < 0.3:
                c.rect(x + width / 2 - 2, top - 30, 4, 32, tone)
            shine = clear("#ffe3a3", 0.75) if lit else clear("#ffffff", 0.2)
            for row in range(int((base - top) // 26) - 1):
                for column in range(int(width // 22)):
                    if rng.random() < 0.5:
                        c.rect(x + 8 + column * 22, top + 12 + row * 26, 9, 13, shine)
            x += width + rng.randrange(2, 16)


def hills(c: Canvas, rng: Random, base: float, tint: str) -> None:
    """Three ranges of hills, bluer the farther."""
    for layer, tone in enumerate((mix("#7f9bb3", tint, 0.45), mix("#6f9a8d", tint, 0.25), mix(LEAF, tint, 0.1))):
        top = base - 190 + layer * 62
        points = [(-80.0, base + 60)]
        points += [(x, top + rng.uniform(-46, 46)) for x in range(-60, WIDTH + 160, 170)]
        c.blob([*points, (WIDTH + 120, base + 60)], Fade(lighter(tone, 0.12), tone))


def tree(c: Canvas, x: float, ground: float, size: float = 1.0, tone: str = LEAF) -> None:
    """A round-crowned tree."""
    with c.at(x, ground, size):
        c.ground(150, strength=0.25)
        c.polygon("-11,0 11,0 7,-130 -7,-130", "#7a553b")
        for dx, dy, r, light in (
            (-44, -150, 58, 0.0),
            (46, -158, 60, 0.05),
            (0, -214, 70, 0.12),
            (-12, -160, 60, 0.08),
        ):
            c.disc(dx, dy, r, lighter(tone, light))
        c.disc(22, -228, 34, clear("#ffffff", 0.12))


def palm(c: Canvas, x: float, ground: float, size: float = 1.0) -> None:
    """A coconut palm."""
    with c.at(x, ground, size):
        c.line("0,0 8,-120 26,-240 34,-330", 17, "#8a6a4d", bend=True)
        for angle in (-82, -50, -16, 26, 62, 96):
            with c.at(34, -332, turn=angle):
                c.blob("0,0 -26,-70 -8,-160 6,-158 18,-70", mix(LEAF, LEAF_DEEP, (angle + 90) / 200))


def leaf_tone(rng: Random) -> str:
    """One of the greens trees have."""
    return rng.choice((LEAF, "#6aa564", "#3f8a66", "#88a94f"))


def road(c: Canvas, rng: Random, _look: Look, *, horizon: float = 520) -> None:
    """A road before a skyline or hills; things stand at y = 770."""
    _, low, _ = sky(c, rng, horizon)
    if rng.random() < 0.55:
        skyline(c, rng, horizon + 20, low)
    else:
        hills(c, rng, horizon + 20, low)
    c.rect(-50, horizon + 10, WIDTH + 100, 150, Fade(mix(LEAF, "#dfe8b8", 0.25), LEAF))
    for x in sorted(rng.sample(range(40, 1180, 95), 6)):
        tree(c, x, horizon + rng.randrange(46, 80), rng.uniform(0.5, 0.8), leaf_tone(rng))
    c.rect(-50, 630, WIDTH + 100, 40, Fade("#d9d4c8", "#bfb9ab"))
    c.rect(-50, 664, WIDTH + 100, 300, Fade(mix("#6d7480", low, 0.12), "#4d545f"))
    for x in range(-40, 1300, 190):
        c.polygon([(x, 842), (x + 108, 842), (x + 98, 856), (x - 12, 856)], clear("#f7f1de", 0.85))


def yard(c: Canvas, rng: Random, look: Look, *, horizon: float = 500) -> None:
    """A paved yard before a garden wall; things stand at about y = 740."""
    _, low, _ = sky(c, rng, horizon)
    for x in sorted(rng.sample(range(20, 1190, 110), 6)):
        tree(c, x, horizon + 20, rng.uniform(0.8, 1.25), leaf_tone(rng))
    wall = mix(look.floor, look.wall, 0.5)
    c.rect(-50, horizon - 60, WIDTH + 100, 150, Fade(lighter(wall, 0.2), wall))
    c.rect(-50, horizon - 72, WIDTH + 100, 16, lighter(wall, 0.45))
    for x in range(20, 1200, 236):
        c.rect(x, horizon - 84, 34, 176, lighter(wall, 0.3))
    c.blob(
        [
            (-60, horizon + 110),
            (40, horizon + 30),
            (180, horizon + 60),
            (300, horizon + 20),
            (460, horizon + 70),
            (520, horizon + 110),
        ],
        LEAF_DEEP,
    )
    c.blob(
        [
            (740, horizon + 110),
            (820, horizon + 50),
            (940, horizon + 26),
            (1060, horizon + 56),
            (1180, horizon + 22),
            (1270, horizon + 110),
        ],
        LEAF,
    )
    c.rect(-50, horizon + 88, WIDTH + 100, HEIGHT, Fade(mix("#cfc6b4", low, 0.15), "#a69c8a"))
    for row, y in enumerate((horizon + 140, horizon + 205, horizon + 290)):
        c.line([(-40, y), (WIDTH + 40, y)], 2 + row, clear("#6d6557", 0.28))


def field(c: Canvas, rng: Random, _look: Look, *, horizon: float = 430) -> None:
    """Ploughed and green fields under a wide sky; things stand at about y = 720."""
    _, low, _ = sky(c, rng, horizon)
    hills(c, rng, horizon + 10, low)
    c.rect(-50, horizon, WIDTH + 100, HEIGHT - horizon + 50, Fade("#a9bf5f", "#6f9a48"))
    for step in range(-14, 15):
        left, right = 600 + step * 46, 600 + (step + 0.5) * 46
        far_left, far_right = 600 + step * 190, 600 + (step + 0.5) * 190
        c.polygon(
            [(left, horizon + 60), (right, horizon + 60), (far_right, HEIGHT + 40), (far_left, HEIGHT + 40)],
            clear("#8a6f3f", 0.42),
        )
    c.rect(-50, horizon, WIDTH + 100, 62, Fade("#d8c267", "#b7b557"))
    for x in sorted(rng.sample(range(30, 1180, 120), 4)):
        (palm if rng.random() < 0.4 else tree)(c, x, horizon + 34, rng.uniform(0.45, 0.7))
