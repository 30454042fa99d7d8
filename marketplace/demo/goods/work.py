"""Tools, machines and building materials."""

from marketplace.demo.goods.shelves import Shelf, Ware, date, file, number, select, text

_TOOLS = "Tools & Machinery"
_STATE = select("Condition", "Like new", "Good", "Well used", required=True)
_BRAND = text("Brand", "Bosch", "Makita", "Stanley", "JCB", "Honda", "Kirloskar", "Usha", required=True)
_SOUND = (
    "It has never been opened and never overheated.",
    "Consumables are cheap and every hardware shop has them.",
    "You can try it on a piece of wood or wall here.",
    "The cable is original and without joints.",
)

SHELVES = (
    Shelf(
        _TOOLS,
        "Power & Hand Tools",
        (_BRAND, _STATE, select("Power", "Corded", "Battery", "Hand", required=True), date("Bought on", -1400, -60)),
        (
            Ware(
                "drill",
                ("Cordless drill with two batteries", "Cordless hammer drill", "Impact driver kit"),
                ("Case, bits and charger", "Through brick and concrete", "For the odd shelf at home"),
                (
                    *_SOUND,
                    "Two batteries, a fast charger and a set of bits are in the case.",
                    "It drills through our concrete lintels without complaint.",
                ),
                hired=("It comes with masonry and wood bits.",),
                sell=(1_600, 13_500),
                rent=(150, 400),
                given={"Power": ("Battery",), "Brand": ("Bosch", "Makita", "Stanley")},
            ),
            Ware(
                "toolbox",
                ("Mechanic's toolbox, complete", "Carpenter's tool set", "Home toolbox with 60 tools"),
                ("Everything in its place", "Chrome vanadium, no rust", "From a retired fitter"),
                (
                    *_SOUND,
                    "Spanners from six to twenty-four, none missing.",
                    "The saw was sharpened and the hammer has a new handle.",
                    "It belonged to a fitter who labelled every drawer.",
                ),
                sell=(1_100, 9_500),
                rent=(120, 300),
                given={"Power": ("Hand",), "Brand": ("Stanley", "Bosch")},
            ),
        ),
    ),
    Shelf(
        _TOOLS,
        "Sewing Machines",
        (_BRAND, _STATE, select("Drive", "Hand", "Treadle", "Electric", required=True), number("Stitches", 1, 80)),
        (
            Ware(
                "sewing",
                ("Usha sewing machine with motor", "Usha zig-zag machine", "Treadle machine with table", "Overlock"),
                ("Straight seams, quiet motor", "Blouses to curtains", "Oiled and adjusted"),
                (
                    "It sews silk and denim alike, the tension was set by a mechanic.",
                    "Bobbins, feet and a box of thread are included.",
                    "My aunt ran a boutique with it and has retired.",
                    "The motor can be taken off and it runs by hand, too.",
                    "The table folds over it and becomes a desk.",
                ),
                sell=(3_200, 21_000),
                rent=(400, 900),
                given={"Drive": ("Electric", "Hand"), "Brand": ("Usha",)},
                per="month",
            ),
        ),
    ),
    Shelf(
        _TOOLS,
        "Construction & Generators",
        (
            _BRAND,
            number("Hours run", 40, 6_400, 20),
            select("Operator", "Included", "Without", required=True),
            file("Service record", "service-record.pdf"),
        ),
        (
            Ware(
                "excavator",
                (
                    "JCB excavator with operator",
                    "Mini excavator, 3 ton",
                    "Backhoe for foundations",
                    "JCB for ponds and trenches",
                ),
                ("Strong, serviced, quickly on site", "Foundations, ponds, trenches", "On site within a day"),
                (
                    "The operator has twelve years of work and a clean licence.",
                    "Buckets of three widths come on the trailer.",
                    "Hydraulic hoses were replaced this season.",
                    "It fits through a ten-foot gate.",
                    "The service record is complete and can be seen.",
                ),
                hired=("Rent is for eight hours, transport within thirty kilometres is free.",),
                sell=(1_450_000, 4_200_000),
                rent=(6_500, 14_000),
                lease=(85_000, 190_000),
                given={"Brand": ("JCB",), "Operator": ("Included",)},
            ),
            Ware(
                "generator",
                (
                    "Silent generator, 5 kVA",
                    "Honda portable generator",
                    "Diesel generator, 15 kVA",
                    "Wedding generator",
                ),
                ("Quiet, full tank, ready", "Starts on the first pull", "Power when the street is dark"),
                (
                    "It starts at the first pull and carries two air conditioners.",
                    "You can talk beside it in a normal voice.",
                    "Oil and filters were changed forty hours ago.",
                    "The wheels and the handle make it a one-man job.",
                ),
                hired=("For events we deliver it with fuel, cable and a helper.",),
                sell=(24_000, 260_000),
                rent=(1_200, 4_800),
                lease=(9_000, 26_000),
                given={"Brand": ("Honda", "Kirloskar")},
            ),
        ),
    ),
    Shelf(
        _TOOLS,
        "Building Materials",
        (number("Quantity", 20, 5_000, 10, required=True), text("Unit", "pieces", "bags", "square feet"), _STATE),
        (
            Ware(
                "cement",
                (
                    "First-class bricks, left over",
                    "Cement, sand and barrow",
                    "Vitrified tiles, two boxes",
                    "Scaffolding set",
                ),
                ("Left over from our house", "Dry, covered, ready to load", "Below the yard's price"),
                (
                    "It was stored under a roof, on pallets.",
                    "We calculated too well and have this much left.",
                    "Loading is easy, the truck can come to the pile.",
                    "The barrow is yours if you take everything.",
                    "The bricks ring when you knock them together.",
                ),
                sell=(1_800, 46_000),
                rent=(300, 900),
            ),
        ),
    ),
)
