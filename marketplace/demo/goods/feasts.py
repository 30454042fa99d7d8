"""What is hired for weddings and meetings."""

from marketplace.demo.goods.shelves import Shelf, Ware, date, file, number, select, text

_EVENTS = "Events & Party Hire"
_FREE = date("Free from", 0, 30)
_GUESTS = number("Guests", 20, 800, 10, required=True)
_SETUP = select("Set-up", "Included", "Extra", "Collect yourself", required=True)
_HELP = (
    "We come the evening before, and leave the place cleaner than we found it.",
    "The price is for one day, the second day is half.",
    "Transport within the city is included.",
    "Ask for pictures of last season's weddings.",
    "An advance of a quarter keeps the date.",
)

SHELVES = (
    Shelf(
        _EVENTS,
        "Mandaps & Décor",
        (
            _GUESTS,
            _SETUP,
            _FREE,
            text("Flowers", "Marigold", "Rose and jasmine", "Orchid", "Paper and silk"),
            file("Catalogue", "catalogue.pdf"),
        ),
        (
            Ware(
                "mandap",
                (
                    "Wedding mandap with marigolds",
                    "Stage décor with lights",
                    "Mehndi evening décor",
                    "Haldi corner with swing",
                    "Temple-style mandap",
                ),
                ("Flowers fresh on the day", "Set up in four hours", "From the first lamp to the last petal"),
                (
                    *_HELP,
                    "The flowers come fresh from the market at four in the morning.",
                    "Pillars, canopy, seats and lights are included.",
                    "Colours follow the bride's saree on request.",
                    "The fairy lights run on low voltage and are safe for children.",
                ),
                rent=(9_500, 68_000),
            ),
        ),
    ),
    Shelf(
        _EVENTS,
        "Tables, Chairs & Catering",
        (_GUESTS, _SETUP, _FREE, select("Linen", "White", "Cream", "Coloured", "None")),
        (
            Ware(
                "chairs",
                (
                    "Banquet tables and chairs",
                    "Round tables for a hundred guests",
                    "Covered chairs with bows",
                    "Plates, glasses and cutlery",
                    "Buffet counters with warmers",
                ),
                ("Pressed linen, polished glasses", "From twenty to eight hundred seats", "Counted in, counted out"),
                (
                    *_HELP,
                    "Covers and tablecloths are washed and pressed for each event.",
                    "Centrepieces can be chosen from six kinds.",
                    "Broken glasses are on us up to five.",
                    "Our boys set a table for ten in four minutes.",
                ),
                rent=(1_800, 18_000),
            ),
        ),
    ),
    Shelf(
        _EVENTS,
        "Sound & Light",
        (
            number("Power (watts)", 500, 8_000, 100),
            _SETUP,
            _FREE,
            select("Operator", "Included", "Extra", required=True),
        ),
        (
            Ware(
                "sound",
                (
                    "Stage sound with operator",
                    "DJ system with lights",
                    "Speakers and mikes for a function",
                    "Sangeet sound set",
                    "Conference sound system",
                ),
                ("Clear to the last row", "Operator, mikes and cables", "Loud until ten, lovely until late"),
                (
                    *_HELP,
                    "Two wireless mikes, stands and all cables are included.",
                    "The operator knows every family's dance number.",
                    "It carries a lawn of four hundred guests.",
                    "The licence for music until ten is taken care of.",
                ),
                rent=(3_500, 22_000),
                lease=(12_000, 36_000),
            ),
        ),
    ),
)
