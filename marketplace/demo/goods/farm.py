"""For the field and the balcony."""

from marketplace.demo.goods.shelves import Shelf, Ware, date, file, number, select, text

_FARM = "Farm & Garden"

SHELVES = (
    Shelf(
        _FARM,
        "Tractors & Implements",
        (
            number("Horsepower", 8, 60, required=True),
            number("Hours run", 200, 5_600, 50),
            select("Drive", "Two-wheel", "Four-wheel", "Walking", required=True),
            date("Insurance valid until", 20, 340),
            file("Registration certificate", "registration-certificate.pdf"),
        ),
        (
            Ware(
                "tractor",
                (
                    "Mahindra 575 DI tractor",
                    "Swaraj 744 FE tractor",
                    "Sonalika tractor with rotavator",
                    "John Deere 5050",
                    "Massey Ferguson 241",
                ),
                ("One farmer, one driver", "New rear tyres, strong hydraulics", "With trolley or rotavator"),
                (
                    "The engine has not been opened and starts without heater plugs.",
                    "The rear tyres are new and the hydraulics lift a full plough.",
                    "It has worked on twelve acres and on nobody else's.",
                    "Rotavator and trolley can be had with it.",
                    "Power steering and oil brakes make long days easy.",
                ),
                hired=("It comes with a driver, diesel is extra.",),
                sell=(285_000, 790_000),
                rent=(1_200, 2_600),
                given={"Drive": ("Two-wheel", "Four-wheel"), "Horsepower": (35, 60, 1)},
                lease=(18_000, 34_000),
            ),
            Ware(
                "tiller",
                ("Power tiller, 12 hp", "Walking tiller with blades", "Mini weeder and tiller"),
                ("For small fields and rows", "Light to turn, easy to start", "Blades sharpened"),
                (
                    "It turns on the spot between the rows of a kitchen garden.",
                    "The blades were sharpened and a spare set is in the box.",
                    "One litre does an hour of work.",
                    "The subsidy papers are complete.",
                ),
                hired=("I bring it in a pickup and show how to start it.",),
                sell=(22_000, 140_000),
                rent=(450, 1_100),
                given={"Drive": ("Walking",), "Horsepower": (8, 14, 1)},
            ),
        ),
    ),
    Shelf(
        _FARM,
        "Plants & Garden",
        (
            number("Height (cm)", 15, 180, 5),
            select("Light", "Sun", "Half shade", "Shade", required=True),
            text("Pot", "Terracotta", "Ceramic", "Grow bag", "Metal"),
        ),
        (
            Ware(
                "pots",
                (
                    "House plants in pots",
                    "Balcony garden, complete",
                    "Snake plants and pothos",
                    "Rubber plant, tall",
                    "Office plants in planters",
                ),
                ("Green, healthy and easy", "Grown at home, not forced", "Pots included"),
                (
                    "They were grown from cuttings on our terrace.",
                    "They want water twice a week and some kind words.",
                    "The pots are hand-painted terracotta with saucers.",
                    "A bag of compost comes with every three plants.",
                    "They clean the air and forgive a holiday.",
                ),
                hired=("For offices we bring, water and replace them every month.",),
                sell=(250, 4_200),
                rent=(60, 250),
                lease=(1_200, 4_800),
            ),
        ),
    ),
)
