"""Furniture and appliances."""

from marketplace.demo.goods.shelves import Shelf, Ware, date, file, number, select, text

_FURNITURE, _APPLIANCES = "Furniture", "Home Appliances"
_STATE = select("Condition", "Like new", "Good", "Needs a polish", required=True)
_WOOD = select("Material", "Teak", "Sheesham", "Engineered wood", "Metal", "Fabric", required=True)
_WIDTH = number("Width (cm)", 80, 210, 5)
_BRAND = text("Brand", "LG", "Samsung", "Whirlpool", "Godrej", "Haier", "Voltas", "Bajaj", "Prestige", required=True)
_STARS = select("Energy rating", "2 star", "3 star", "4 star", "5 star")
_BOUGHT = date("Bought on", -1500, -90)
_MOVE = (
    "It comes apart with one Allen key and I will help to carry it down.",
    "The lift takes it, and a tempo fits right in front of the gate.",
    "We are moving to another city and it would not survive the journey.",
    "There is no termite, no wobble and no smell.",
    "Bring a friend, it is heavier than it looks.",
)
_RUNS = (
    "It has run without a single repair since we bought it.",
    "The yearly maintenance contract is paid until summer and can be transferred.",
    "The stabiliser goes with it.",
    "The manual and the warranty card are in the drawer.",
    "You can see it running at our place before you decide.",
)

SHELVES = (
    Shelf(
        _FURNITURE,
        "Sofas & Chairs",
        (_WOOD, number("Seats", 1, 7, required=True), _WIDTH, _STATE),
        (
            Ware(
                "sofa",
                (
                    "Three-seater fabric sofa",
                    "L-shaped sofa, left corner",
                    "Sheesham sofa with cushions",
                    "Sofa-cum-bed with storage",
                    "Two-seater loveseat",
                ),
                ("Firm seats, washable covers", "Hardly sat on", "The best seat for cricket evenings"),
                (
                    *_MOVE,
                    "The covers come off and go into the washing machine.",
                    "The foam is still firm and springs back at once.",
                    "The cushions in the photo are included.",
                    "The frame is solid wood, not board.",
                ),
                sell=(6_500, 48_000),
                given={"Seats": (2, 5, 1), "Material": ("Fabric", "Teak", "Sheesham")},
                rent=(600, 1_500),
                per="month",
            ),
            Ware(
                "armchair",
                ("Wing chair with footstool", "Rocking chair in teak", "Reading chair, mustard", "Recliner"),
                ("Made for books and naps", "One seat, many evenings", "Reupholstered last winter"),
                (
                    *_MOVE,
                    "The springs were retied and the fabric is new.",
                    "My grandfather read the paper in it every morning.",
                    "The footstool opens and holds blankets.",
                ),
                sell=(3_800, 22_000),
                given={"Seats": (1, 1, 1)},
            ),
        ),
    ),
    Shelf(
        _FURNITURE,
        "Beds & Wardrobes",
        (_WOOD, select("Size", "Single", "Double", "Queen", "King", required=True), _WIDTH, _STATE),
        (
            Ware(
                "bed",
                ("Queen bed with storage", "King bed in sheesham", "Double bed with mattress", "Upholstered bed"),
                ("With orthopaedic mattress", "Storage for all the quilts", "Sleep well from tonight"),
                (
                    *_MOVE,
                    "The storage is hydraulic and opens with one finger.",
                    "The mattress is two years old, always used with a protector.",
                    "Two side tables can be had with it.",
                ),
                sell=(8_500, 46_000),
                rent=(550, 1_300),
                per="month",
            ),
            Ware(
                "wardrobe",
                ("Three-door wardrobe with mirror", "Teak wardrobe with locker", "Sliding wardrobe", "Kids' wardrobe"),
                ("Mirror, locker and drawers", "Swallows a whole winter", "Doors close softly"),
                (
                    *_MOVE,
                    "There is a locker with two keys and a drawer for jewellery.",
                    "The mirror is bevelled and without spots.",
                    "The hinges are soft-close and all replaced.",
                ),
                sell=(6_000, 38_000),
                given={"Size": ("Single", "Double")},
            ),
        ),
    ),
    Shelf(
        _FURNITURE,
        "Tables & Shelves",
        (_WOOD, _WIDTH, _STATE, text("Finish", "Walnut", "Natural", "White", "Honey", "Dark polish")),
        (
            Ware(
                "dining",
                ("Six-seater dining table", "Four-seater dining set", "Sheesham dining table", "Folding dining table"),
                ("Chairs included", "Seats the whole family", "Solid wood, solid meals"),
                (
                    *_MOVE,
                    "The chairs have been re-caned and are steady.",
                    "The top was sanded and oiled this month.",
                    "Eight have sat around it at Diwali without trouble.",
                ),
                sell=(7_500, 42_000),
                rent=(500, 1_100),
                per="month",
            ),
            Ware(
                "desk",
                ("Study desk with drawers", "Work-from-home desk and chair", "Standing desk", "Writing table"),
                ("With lamp and chair", "Room for two screens", "Where exams were passed"),
                (
                    *_MOVE,
                    "The chair has a mesh back and all castors roll.",
                    "Cables run through a tray at the back.",
                    "The lamp clips to the edge and stays with the desk.",
                ),
                sell=(3_200, 21_000),
                rent=(350, 900),
                per="month",
            ),
            Ware(
                "bookshelf",
                ("Five-tier bookshelf", "Open bookcase in teak", "Ladder shelf", "Wall-wide book rack"),
                ("Holds three hundred books", "Also fine for plants", "No sagging boards"),
                (
                    *_MOVE,
                    "The boards are thick and have not bent under law books.",
                    "It is screwed to the wall for safety, the bracket is included.",
                ),
                sell=(2_400, 16_000),
            ),
        ),
    ),
    Shelf(
        _APPLIANCES,
        "Fridges & Washing Machines",
        (
            _BRAND,
            number("Capacity (litres or kg)", 6, 560, required=True),
            _STARS,
            _BOUGHT,
            file("Bill", "purchase-bill.pdf"),
        ),
        (
            Ware(
                "fridge",
                ("Double-door fridge", "Single-door fridge", "Inverter fridge, frost-free", "Mini fridge for a room"),
                ("Cools well, hums softly", "Frost-free and spotless", "Light on the electricity bill"),
                (
                    *_RUNS,
                    "The rubber seals are tight and the lamp works.",
                    "Ice is ready in two hours even in June.",
                    "All shelves and the vegetable box are whole.",
                ),
                sell=(5_500, 38_000),
                given={"Capacity (litres or kg)": (190, 560, 10)},
                rent=(500, 1_100),
                per="month",
            ),
            Ware(
                "washer",
                ("Front-load washing machine", "Top-load washing machine", "Semi-automatic washer", "Washer-dryer"),
                ("Quiet spin, clean clothes", "All programmes work", "Drum descaled last month"),
                (
                    *_RUNS,
                    "The drum was descaled last month and smells fresh.",
                    "It spins a wedding's worth of sheets without walking about.",
                    "Inlet and outlet pipes are included.",
                ),
                sell=(5_000, 31_000),
                given={"Capacity (litres or kg)": (6, 9, 1)},
                rent=(500, 1_000),
                per="month",
            ),
        ),
    ),
    Shelf(
        _APPLIANCES,
        "Cooling",
        (_BRAND, select("Kind", "Split AC", "Window AC", "Cooler", "Fan", required=True), _STARS, _BOUGHT),
        (
            Ware(
                "airconditioner",
                ("1.5 ton inverter split AC", "1 ton split AC", "2 ton AC for a hall", "Split AC with stabiliser"),
                ("Just serviced, gas full", "Cools a big room fast", "Copper coil, low bills"),
                (
                    *_RUNS,
                    "The gas was filled and the filters were washed this month.",
                    "The outdoor unit with its bracket and four metres of copper pipe are included.",
                    "A mechanic can take it down and fit it at your place for a fair price.",
                ),
                sell=(13_000, 38_000),
                rent=(1_200, 2_400),
                lease=(1_000, 1_900),
                given={"Kind": ("Split AC",)},
                per="month",
            ),
            Ware(
                "fan",
                ("Pedestal fan", "Tall stand fan, three speeds", "High-speed table fan"),
                ("Strong breeze, low noise", "Swings and stays put", "For the hot months"),
                (
                    *_RUNS,
                    "It swings to both sides and the height adjusts.",
                    "The blades were taken off and washed.",
                    "On the lowest speed you hardly hear it.",
                ),
                sell=(900, 3_600),
                rent=(150, 300),
                given={"Kind": ("Fan",)},
                per="month",
            ),
        ),
    ),
    Shelf(
        _APPLIANCES,
        "Kitchen",
        (
            _BRAND,
            number("Power (watts)", 300, 2_400, 50),
            select("Condition", "Like new", "Good", required=True),
            _BOUGHT,
        ),
        (
            Ware(
                "microwave",
                ("Convection microwave, 28 litres", "Solo microwave", "Oven with grill"),
                ("Bakes, grills and warms", "Glass plate without a chip", "Used for tea and cake"),
                (
                    *_RUNS,
                    "The glass plate and the grill rack are there.",
                    "It bakes an even sponge, and reheats biryani without drying it.",
                ),
                sell=(3_200, 13_500),
            ),
            Ware(
                "mixer",
                ("Mixer grinder with three jars", "Heavy-duty mixer grinder", "Juicer mixer"),
                ("Three jars, sharp blades", "Idli batter in ten minutes", "Strong motor"),
                (
                    *_RUNS,
                    "The blades were sharpened and the gaskets are new.",
                    "Dosa batter, chutney or coconut: it has never smelled of burning.",
                ),
                sell=(1_400, 6_800),
            ),
            Ware(
                "purifier",
                ("RO water purifier", "UV water purifier with tank", "Copper RO purifier"),
                ("Filters changed last month", "Sweet water from hard water", "Service contract included"),
                (
                    *_RUNS,
                    "Membrane and candles were changed last month.",
                    "The tank holds eight litres, so there is water when the power is out.",
                ),
                sell=(3_800, 14_000),
                rent=(350, 600),
                per="month",
            ),
        ),
    ),
)
