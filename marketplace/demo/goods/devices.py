"""Phones, computers, sound and pictures."""

from marketplace.demo.goods.shelves import Shelf, Ware, date, file, number, select, text

_MOBILES, _COMPUTERS, _SOUND = "Mobiles & Tablets", "Computers & Gaming", "TV, Audio & Cameras"
_BOUGHT = date("Bought on", -900, -60)
_BILL = file("Bill", "purchase-bill.pdf")
_STATE = select("Condition", "Like new", "Good", "Fair", required=True)
_CARED = (
    "Box, bill and charger are all there.",
    "It was bought at a shop in town, not online, so the bill carries the serial number.",
    "You can test it as long as you like before you pay.",
    "It was kept in a cover from the first day.",
    "There is a hairline scratch that only I can find.",
    "All data is wiped and the account is signed out.",
)
_PHONE_PITCHES = (
    "With bill, box and charger",
    "Scratch-free, battery as new",
    "Gently used, always in a cover",
    "Upgrade sale, honest price",
    "Under warranty, everything works",
)

SHELVES = (
    Shelf(
        _MOBILES,
        "Smartphones",
        (
            select("Storage", "64 GB", "128 GB", "256 GB", "512 GB", required=True),
            number("Battery health (%)", 78, 100),
            _STATE,
            text("Colour", "Midnight", "Ocean blue", "Sage green", "Coral", "Graphite", "Cream"),
            _BOUGHT,
            _BILL,
        ),
        (
            Ware(
                "phone",
                (
                    "iPhone 13",
                    "iPhone 14 Plus",
                    "Samsung Galaxy S23",
                    "OnePlus 12R",
                    "Google Pixel 8a",
                    "Redmi Note 13 Pro",
                    "Nothing Phone (2)",
                    "Motorola Edge 50",
                    "vivo V30",
                ),
                _PHONE_PITCHES,
                (
                    *_CARED,
                    "The battery easily lasts a day of calls, maps and music.",
                    "A tempered glass was fitted at the shop and has no cracks.",
                    "The camera takes lovely pictures at night, I will show you some.",
                    "Both SIM slots work and it runs on all networks.",
                ),
                sell=(9_500, 64_000),
            ),
        ),
    ),
    Shelf(
        _MOBILES,
        "Tablets & Watches",
        (
            select("Connectivity", "Wi-Fi", "Wi-Fi and SIM", "Bluetooth", required=True),
            _STATE,
            number("Screen (inches)", 2, 13),
            _BOUGHT,
            _BILL,
        ),
        (
            Ware(
                "tablet",
                ("iPad Air with pencil", "Samsung Galaxy Tab S9 FE", "Lenovo Tab P12", "OnePlus Pad"),
                ("Pencil and folio included", "Ideal for notes and drawing", "Used for one school year"),
                (
                    *_CARED,
                    "My daughter used it for one school year and now has a laptop.",
                    "The pencil and a folio stand go with it.",
                    "It holds charge for a whole day of lectures.",
                ),
                sell=(13_000, 52_000),
                rent=(180, 350),
                given={"Screen (inches)": (10, 13, 1), "Connectivity": ("Wi-Fi", "Wi-Fi and SIM")},
            ),
            Ware(
                "smartwatch",
                ("Apple Watch Series 9", "Samsung Galaxy Watch 6", "Noise ColorFit Pro", "Garmin Forerunner 255"),
                ("Two straps, one owner", "Tracks runs, sleep and swims", "A gift that was never worn"),
                (
                    *_CARED,
                    "Two more straps, a leather and a sports one, are in the box.",
                    "It has counted my runs for a year and never lost a kilometre.",
                    "The glass is sapphire and without a mark.",
                ),
                sell=(2_200, 31_000),
                given={"Screen (inches)": (2, 2, 1), "Connectivity": ("Bluetooth",)},
            ),
        ),
    ),
    Shelf(
        _COMPUTERS,
        "Laptops",
        (
            select("Memory", "8 GB", "16 GB", "32 GB", required=True),
            select("Disk", "256 GB SSD", "512 GB SSD", "1 TB SSD", required=True),
            number("Screen (inches)", 13, 16),
            _STATE,
            _BOUGHT,
            _BILL,
        ),
        (
            Ware(
                "laptop",
                (
                    "MacBook Air M2",
                    "Dell XPS 13",
                    "HP Pavilion 14",
                    "Lenovo ThinkPad E14",
                    "ASUS Vivobook 15",
                    "Acer Swift Go",
                    "HP Victus 15",
                ),
                (
                    "Fast, light and quiet",
                    "For study, work and some play",
                    "Office returned, certified battery",
                    "Bill and warranty card included",
                ),
                (
                    *_CARED,
                    "It wakes up in a second and the fan is hardly ever heard.",
                    "The keyboard is backlit and every key is crisp.",
                    "The battery still does six hours of office work.",
                    "Memory was doubled last year and it flies.",
                    "A padded sleeve and a wireless mouse come along.",
                ),
                sell=(22_000, 92_000),
                rent=(450, 1_100),
                lease=(2_400, 5_200),
            ),
        ),
    ),
    Shelf(
        _COMPUTERS,
        "Games & Consoles",
        (
            select("Console", "PlayStation", "Xbox", "Switch", "Other", required=True),
            number("Controllers", 1, 4),
            _STATE,
            text("Games included", "FIFA and Gran Turismo", "Three games", "Spider-Man", "None", "Mario Kart"),
        ),
        (
            Ware(
                "console",
                ("PlayStation 5 with two controllers", "Xbox Series S", "PlayStation 4 Slim", "Nintendo Switch OLED"),
                ("Two controllers, three games", "Weekend fun for the whole lane", "Hardly played since the exams"),
                (
                    *_CARED,
                    "Both controllers hold charge and there is no stick drift.",
                    "The fan was cleaned last month and it runs cool and quiet.",
                    "The games are discs, so you can swap them later.",
                ),
                hired=("I deliver, connect and explain it, and collect on Monday.",),
                sell=(14_500, 46_000),
                rent=(450, 900),
            ),
        ),
    ),
    Shelf(
        _SOUND,
        "Televisions & Projectors",
        (
            number("Screen (inches)", 32, 75, 1, required=True),
            select("Resolution", "HD", "Full HD", "4K", required=True),
            select("Mounting", "Table stand", "Wall mount", "Both"),
            _BOUGHT,
            _BILL,
        ),
        (
            Ware(
                "television",
                (
                    "Sony Bravia 4K television",
                    "LG OLED 4K television",
                    "Samsung Crystal 4K television",
                    "Mi Full HD television",
                ),
                ("Brilliant picture, wall mount included", "Moving house, must go", "Bigger one ordered"),
                (
                    *_CARED,
                    "The picture is even from edge to edge, with no dead pixels.",
                    "The wall mount and the table stand are both included.",
                    "All streaming apps run smoothly and the remote takes voice.",
                    "We are moving to a smaller flat and the wall is shorter.",
                ),
                sell=(15_500, 78_000),
                rent=(600, 1_400),
                given={"Screen (inches)": (43, 65, 1)},
            ),
            Ware(
                "projector",
                ("Epson home projector", "BenQ Full HD projector", "Portable projector with screen"),
                ("Cricket on the big wall", "With a hundred-inch screen", "Meeting by day, film by night"),
                (
                    "The lamp has run less than six hundred hours.",
                    "A hundred-inch pull-down screen is part of the deal.",
                    "HDMI, USB and wireless casting all work.",
                    "Bright enough for an evening with the lamps on.",
                ),
                hired=("It comes with cables, a speaker and half an hour of help.",),
                sell=(14_000, 58_000),
                rent=(900, 2_400),
                given={"Screen (inches)": (80, 120, 10), "Resolution": ("Full HD",), "Mounting": ("Table stand",)},
            ),
        ),
    ),
    Shelf(
        _SOUND,
        "Audio",
        (_STATE, select("Connection", "Wired", "Bluetooth", "Both", required=True), _BOUGHT, _BILL),
        (
            Ware(
                "headphones",
                ("Sony WH-1000XM5 headphones", "Bose QuietComfort 45", "JBL Tune 770", "Sennheiser HD 450"),
                ("Silence on the train", "Soft pads, strong bass", "Rarely used, with case"),
                (
                    *_CARED,
                    "The noise cancelling makes a bus sound like a library.",
                    "The ear pads are new and soft.",
                    "The battery lasts a week of commuting.",
                ),
                sell=(2_400, 21_500),
                given={"Connection": ("Bluetooth", "Both")},
            ),
            Ware(
                "speaker",
                (
                    "Edifier bookshelf speakers",
                    "Marshall Stanmore",
                    "Polk stereo pair with amplifier",
                    "Sony tower pair",
                ),
                ("Fills the room, spares the neighbours", "Stereo pair with amplifier", "Warm, clear, honest sound"),
                (
                    *_CARED,
                    "The cabinets are real wood veneer without a chip.",
                    "The amplifier has a phono input for your records.",
                    "Ghazals, rock or films: come with your own music and listen.",
                ),
                sell=(6_500, 42_000),
                given={"Connection": ("Wired", "Both")},
            ),
        ),
    ),
    Shelf(
        _SOUND,
        "Cameras",
        (
            select("Kind", "Mirrorless", "DSLR", "Compact", required=True),
            number("Shutter count", 1_200, 48_000, 100),
            _STATE,
            text("Lens", "18-55 mm kit lens", "50 mm f/1.8", "24-105 mm", "Body only"),
            _BILL,
        ),
        (
            Ware(
                "camera",
                (
                    "Canon EOS R50 mirrorless",
                    "Sony Alpha A6400 mirrorless",
                    "Nikon D5600 DSLR",
                    "Fujifilm X-T30 mirrorless",
                    "Canon 200D DSLR",
                ),
                ("With kit lens, bag and two batteries", "Wedding season special", "Low shutter count"),
                (
                    *_CARED,
                    "Two batteries, a fast card and a padded bag are included.",
                    "The sensor was cleaned by the service centre in spring.",
                    "The lens has no fungus and no dust, look through it yourself.",
                    "It has shot two weddings and one long trip to Ladakh.",
                ),
                hired=("I hand it over charged and formatted.",),
                sell=(24_000, 98_000),
                rent=(900, 2_600),
            ),
        ),
    ),
)
