"""Cars and two-wheelers."""

from marketplace.demo.goods.shelves import Shelf, Ware, date, file, number, select

_CARS, _BIKES = "Cars", "Bikes & Scooters"
_CAR_BLANKS = (
    number("Year", 2014, 2025, required=True),
    number("Kilometres driven", 8_000, 96_000, 500, required=True),
    select("Fuel", "Petrol", "Diesel", "CNG", "Electric", "Hybrid", required=True),
    select("Gearbox", "Manual", "Automatic"),
    date("Insurance valid until", 40, 420),
    file("Registration certificate", "registration-certificate.pdf"),
)
_CAR_PITCHES = (
    "Single owner, full service record",
    "Company serviced, no accidents",
    "Family car, driven gently",
    "Two keys, new tyres, ready to drive",
    "Well kept and parked indoors",
    "Highway driven, clean cabin",
)
_CAR_FACTS = (
    "Every service was done at the authorised workshop and the bills are in the glove box.",
    "The four tyres were changed together last year and have plenty of tread left.",
    "The air conditioning cools within a minute even in May.",
    "There is one small scratch on the rear bumper, otherwise the paint is original.",
    "Touch screen with a reversing camera, steering controls and rear sensors.",
    "The clutch and the brake pads were replaced at the last service.",
    "Non-smoking owner, seat covers since the first day.",
    "Fitness, pollution certificate and insurance are all up to date.",
    "It gives honest mileage in the city and better on the highway.",
    "Never used as a taxi, and never lent to anyone outside the family.",
)
_BIKE_BLANKS = (
    number("Year", 2016, 2025, required=True),
    number("Kilometres driven", 3_000, 62_000, 500, required=True),
    select("Engine", "Up to 110 cc", "125 cc", "150 to 200 cc", "Above 250 cc", "Electric"),
    select("Owners so far", "First", "Second", "Third"),
    date("Insurance valid until", 30, 700),
    file("Registration certificate", "registration-certificate.pdf"),
)
_BIKE_FACTS = (
    "Starts at the first touch, also on a cold morning.",
    "New battery and chain set fitted this spring.",
    "Oil was changed every three months without fail.",
    "Both mirrors and all indicators are original.",
    "There is a proper crash guard and a side stand alarm.",
    "Used for the daily ride to work only, about twelve kilometres.",
    "The seat was redone by a good upholsterer and is comfortable for two.",
    "Papers are clear and I will come to the transport office for the transfer.",
    "Both helmets go with it.",
)

SHELVES = (
    Shelf(
        _CARS,
        "Hatchbacks",
        _CAR_BLANKS,
        (
            Ware(
                "hatchback",
                (
                    "Maruti Suzuki Swift VXi",
                    "Hyundai i20 Sportz",
                    "Tata Altroz XZ",
                    "Maruti Suzuki Baleno Delta",
                    "Tata Tiago Electric",
                    "Toyota Glanza G",
                    "Renault Kwid Climber",
                    "Maruti Suzuki WagonR ZXi",
                ),
                _CAR_PITCHES,
                _CAR_FACTS,
                sell=(285_000, 790_000),
                rent=(1_400, 2_200),
                lease=(14_000, 21_000),
                given={"Fuel": ("Petrol", "Diesel", "CNG")},
            ),
        ),
    ),
    Shelf(
        _CARS,
        "Sedans",
        _CAR_BLANKS,
        (
            Ware(
                "sedan",
                (
                    "Honda City ZX",
                    "Hyundai Verna SX",
                    "Maruti Suzuki Dzire ZXi",
                    "Skoda Slavia Style",
                    "Volkswagen Virtus Topline",
                    "Honda Amaze VX",
                    "Toyota Camry Hybrid",
                ),
                _CAR_PITCHES,
                _CAR_FACTS,
                sell=(460_000, 1_650_000),
                rent=(2_000, 4_200),
                lease=(22_000, 42_000),
                given={"Fuel": ("Petrol", "Diesel", "CNG")},
            ),
        ),
    ),
    Shelf(
        _CARS,
        "SUVs",
        _CAR_BLANKS,
        (
            Ware(
                "suv",
                (
                    "Mahindra XUV700 AX5",
                    "Hyundai Creta SX",
                    "Tata Nexon Electric",
                    "Kia Seltos HTX",
                    "Toyota Innova Crysta GX",
                    "Mahindra Thar LX",
                    "Maruti Suzuki Ertiga ZXi",
                    "Tata Harrier XZ",
                ),
                _CAR_PITCHES,
                _CAR_FACTS,
                sell=(780_000, 2_350_000),
                rent=(2_600, 5_500),
                lease=(30_000, 58_000),
                given={"Fuel": ("Petrol", "Diesel", "CNG")},
            ),
        ),
    ),
    Shelf(
        _BIKES,
        "Motorcycles",
        _BIKE_BLANKS,
        (
            Ware(
                "motorcycle",
                (
                    "Royal Enfield Classic 350",
                    "Bajaj Pulsar NS200",
                    "TVS Apache RTR 160",
                    "Honda Shine 125",
                    "Hero Splendor Plus",
                    "Yamaha MT-15",
                    "Royal Enfield Himalayan",
                    "Jawa 42",
                ),
                (
                    "First owner, showroom condition",
                    "Well maintained weekend machine",
                    "New tyres, smooth engine",
                    "Rides like the first day",
                    "Good for city and for the hills",
                ),
                (
                    *_BIKE_FACTS,
                    "It has seen two trips to the hills and came back without a complaint.",
                    "The exhaust is the original one, quiet and legal.",
                ),
                sell=(42_000, 215_000),
                rent=(500, 1_500),
                given={"Engine": ("125 cc", "150 to 200 cc", "Above 250 cc")},
            ),
        ),
    ),
    Shelf(
        _BIKES,
        "Scooters",
        _BIKE_BLANKS,
        (
            Ware(
                "scooter",
                (
                    "Honda Activa 6G",
                    "TVS Jupiter ZX",
                    "Suzuki Access 125",
                    "Ather 450X Electric",
                    "Ola S1 Pro Electric",
                    "TVS iQube Electric",
                    "Vespa VXL 150",
                    "Hero Destini 125",
                ),
                (
                    "Light, reliable and easy to park",
                    "Lady driven, low running",
                    "Just serviced, new battery",
                    "Clean papers, quick transfer",
                    "Perfect for college and market",
                ),
                (
                    *_BIKE_FACTS,
                    "A full-size helmet and the week's vegetables fit under the seat.",
                    "My mother drove it to school and back, never faster than forty.",
                ),
                sell=(28_000, 118_000),
                rent=(300, 700),
                lease=(3_500, 6_000),
                given={"Engine": ("Up to 110 cc", "125 cc")},
            ),
        ),
    ),
)
