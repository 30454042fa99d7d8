"""Books, music and sport."""

from marketplace.demo.goods.shelves import Shelf, Ware, date, number, select, text

_BOOKS, _MUSIC, _SPORT = "Books & Art", "Musical Instruments", "Sports & Fitness"
_STATE = select("Condition", "Like new", "Good", "Played in", required=True)
_LESSONS = (
    "It was tuned last week by the teacher of our children.",
    "The case is padded and has a pocket for the notes.",
    "Come and play it, there is tea.",
    "It was bought for lessons that ended with the school year.",
    "There are no cracks and no buzz.",
)
_FIT = (
    "It stood in the spare room more than it was used.",
    "Everything was oiled and tightened.",
    "I will help to load it.",
    "It has spent its life indoors.",
)

SHELVES = (
    Shelf(
        _BOOKS,
        "Books",
        (
            select("Language", "English", "Hindi", "Tamil", "Bengali", "Marathi", "Kannada", required=True),
            number("Number of books", 1, 60, required=True),
            text("Subject", "Novels", "School books", "Engineering entrance", "Picture books", "History", "Cookery"),
            _STATE,
        ),
        (
            Ware(
                "books",
                (
                    "Twenty novels in one lot",
                    "Engineering entrance set",
                    "School books, class 10 to 12",
                    "Children's picture books",
                    "Indian history shelf",
                    "Cookery books of three kitchens",
                ),
                ("Read once, kept well", "No pen marks, no dog-ears", "A year's reading in a box"),
                (
                    "The pages are clean, my pencil notes are rubbed out.",
                    "Some have book-plates with my name, which brings luck.",
                    "They stood in a glass cupboard, away from silverfish.",
                    "The set is complete for this year's syllabus.",
                    "Take all of them and I will add two of your choice.",
                    "They weigh nine kilograms, bring a strong bag.",
                ),
                sell=(250, 3_800),
            ),
        ),
    ),
    Shelf(
        _BOOKS,
        "Paintings & Crafts",
        (
            select("Technique", "Oil", "Acrylic", "Watercolour", "Print", "Craft", required=True),
            number("Width (cm)", 20, 160, 5),
            text("Artist", "Student work", "Family collection", "Local artist", "Unsigned"),
        ),
        (
            Ware(
                "easel",
                ("Landscape in oil, framed", "Sunset over the ghats", "Easel with canvases", "Framed pair of prints"),
                ("Ready to hang", "Warm colours for a calm wall", "Painted from life"),
                (
                    "The frame is gilded wood and hangs on two hooks.",
                    "It was painted in one summer on the roof of our house.",
                    "The colours are stronger than a photo can show.",
                    "The easel folds and goes with it.",
                    "A note of the artist is on the back.",
                ),
                sell=(1_200, 24_000),
                rent=(150, 600),
            ),
        ),
    ),
    Shelf(
        _MUSIC,
        "Guitars & Keyboards",
        (
            text("Brand", "Yamaha", "Fender", "Casio", "Givson", "Roland", "Cort", required=True),
            _STATE,
            date("Bought on", -2000, -90),
        ),
        (
            Ware(
                "guitar",
                ("Acoustic guitar with case", "Yamaha F310", "Semi-acoustic guitar", "Classical guitar, nylon strings"),
                ("Sings in any room", "New strings, low action", "With case, capo and tuner"),
                (
                    *_LESSONS,
                    "The strings are new and the action is low.",
                    "A capo, a tuner and a strap are in the case.",
                    "The top is solid spruce and has opened up nicely.",
                ),
                sell=(3_200, 28_000),
                rent=(250, 600),
            ),
            Ware(
                "keyboard",
                ("Stage piano with stand", "Casio keyboard, 61 keys", "Yamaha arranger", "Digital piano, 88 keys"),
                ("All keys, all sounds", "With stand and pedal", "For practice without neighbours"),
                (
                    *_LESSONS,
                    "Headphones plug in, so practice at midnight is possible.",
                    "Stand, pedal and power supply are included.",
                    "Every key answers, soft and loud.",
                ),
                sell=(4_800, 52_000),
                rent=(400, 1_200),
            ),
        ),
    ),
    Shelf(
        _MUSIC,
        "Drums & Percussion",
        (_STATE, select("Kind", "Tabla", "Drum kit", "Dholak", "Cajon", required=True), number("Pieces", 1, 7)),
        (
            Ware(
                "tabla",
                ("Tabla pair with rings", "Concert tabla, brass bayan", "Sheesham tabla set"),
                ("Clear tone, tight skins", "With rings, covers and hammer", "From a maker in Varanasi"),
                (
                    *_LESSONS,
                    "The skins are new and hold C sharp through an evening.",
                    "Rings, covers and the hammer are included.",
                    "The dayan is sheesham, the bayan heavy brass.",
                ),
                sell=(3_800, 16_500),
                rent=(300, 700),
                given={"Kind": ("Tabla",), "Pieces": (2, 2, 1)},
            ),
            Ware(
                "drums",
                ("Five-piece drum kit", "Drum kit with cymbals", "Practice kit with stool"),
                ("Complete with cymbals and stool", "Loud, and proud of it", "Band split up"),
                (
                    *_LESSONS,
                    "The cymbals have no cracks and ring long.",
                    "The stool, two pairs of sticks and practice pads are in the deal.",
                    "The band split up as friends.",
                ),
                sell=(16_000, 58_000),
                rent=(1_000, 2_600),
                given={"Kind": ("Drum kit",), "Pieces": (5, 7, 1)},
            ),
        ),
    ),
    Shelf(
        _SPORT,
        "Cricket & Team Games",
        (
            select("Level", "Junior", "Club", "Professional", required=True),
            _STATE,
            text("Brand", "SG", "SS", "Kookaburra", "Cosco", "Yonex", "Nivia"),
        ),
        (
            Ware(
                "cricket",
                ("English willow bat and kit", "Cricket kit, complete", "Kashmir willow bat set", "Junior cricket set"),
                ("Knocked in and ready", "Eight straight grains", "Kit bag included"),
                (
                    *_FIT,
                    "The bat is knocked in, oiled and has made a fifty.",
                    "Pads, gloves, helmet and stumps fit into the bag.",
                    "The grip is new.",
                ),
                sell=(1_400, 14_500),
                rent=(200, 500),
            ),
            Ware(
                "football",
                ("Football, racket and shuttles", "Badminton pair with net", "Garden games bundle"),
                ("For the park on Sunday", "Strings at 24 pounds", "Just add friends"),
                (
                    *_FIT,
                    "The rackets were restrung and the net has poles.",
                    "The ball holds its air for weeks.",
                    "A bag of feather shuttles comes along.",
                ),
                sell=(600, 5_200),
            ),
        ),
    ),
    Shelf(
        _SPORT,
        "Bicycles",
        (
            select("Frame", "Small", "Medium", "Large", required=True),
            number("Gears", 1, 24),
            select("For", "City", "Mountain", "Road", "Children"),
            _STATE,
        ),
        (
            Ware(
                "bicycle",
                (
                    "City bicycle with basket",
                    "Hero Sprint, 21 gears",
                    "Firefox hybrid",
                    "Ladies' bicycle",
                    "Btwin road bike",
                ),
                ("New chain, new brakes", "Basket, bell and lights", "Rides like a breeze"),
                (
                    *_FIT,
                    "Chain, brake blocks and inner tubes are new.",
                    "The basket holds two bags of groceries.",
                    "A lock and lights for front and back are included.",
                    "It was ridden along the lake on Sundays only.",
                ),
                sell=(2_600, 34_000),
                rent=(120, 350),
                lease=(900, 2_200),
            ),
        ),
    ),
    Shelf(
        _SPORT,
        "Gym Equipment",
        (number("Weight (kg)", 2, 120), _STATE, select("Use", "Home", "Commercial", required=True)),
        (
            Ware(
                "gym",
                ("Dumbbells and kettlebell", "Home gym starter set", "Yoga mat, weights and bottle"),
                ("Start tomorrow morning", "Rubber coated, no rust", "A gym in one corner"),
                (
                    *_FIT,
                    "The weights are rubber coated and kind to the floor.",
                    "The mat is thick and has been washed.",
                    "A chart with exercises is part of the set.",
                ),
                sell=(1_200, 12_500),
                rent=(400, 900),
                per="month",
            ),
            Ware(
                "treadmill",
                ("Motorised treadmill", "Folding treadmill", "Treadmill with incline"),
                ("Folds away after the run", "Serviced, belt oiled", "Runs so you can, too"),
                (
                    *_FIT,
                    "The belt is oiled and centred, the motor is quiet.",
                    "It folds up and rolls behind a door.",
                    "The display counts time, distance and good intentions.",
                ),
                sell=(12_500, 58_000),
                rent=(1_500, 3_200),
                lease=(1_400, 2_800),
                per="month",
            ),
        ),
    ),
)
