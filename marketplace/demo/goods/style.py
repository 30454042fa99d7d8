"""Clothes, jewellery and bags."""

from marketplace.demo.goods.shelves import Shelf, Ware, date, file, number, select, text

_FASHION = "Fashion & Wedding Wear"
_SIZE = select("Size", "S", "M", "L", "XL", "XXL", "Free size", required=True)
_COLOUR = text("Colour", "Maroon", "Bottle green", "Royal blue", "Ivory", "Rani pink", "Mustard", "Teal")
_WORN = number("Times worn", 0, 6)
_STATE = select("Condition", "New with tag", "Like new", "Good", required=True)
_CARE = (
    "It was dry-cleaned after the last wearing and kept in muslin.",
    "Small alterations are possible, there are two inches in the seams.",
    "Photos show the real piece in daylight.",
    "You can try it on at home, my sister will help with the pins.",
    "It has been to one wedding and many compliments.",
)

SHELVES = (
    Shelf(
        _FASHION,
        "Bridal & Festive",
        (_SIZE, _COLOUR, _WORN, date("Free from", 0, 40), _STATE),
        (
            Ware(
                "lehenga",
                (
                    "Bridal lehenga with zardozi",
                    "Banarasi lehenga choli",
                    "Reception lehenga with dupatta",
                    "Chaniya choli for Navratri",
                    "Velvet lehenga, hand embroidered",
                ),
                ("Worn once, loved for ever", "Hand embroidery, two dupattas", "Ready for the season"),
                (
                    *_CARE,
                    "The embroidery is done by hand and took a workshop in Lucknow four months.",
                    "The skirt has a full flare and a cancan that can be taken out.",
                    "Blouse, skirt and two dupattas belong together.",
                ),
                hired=("It comes pressed, with jewellery pins and a garment bag.",),
                sell=(8_500, 74_000),
                rent=(1_800, 7_500),
            ),
            Ware(
                "sherwani",
                ("Groom's sherwani with stole", "Ivory sherwani set", "Velvet bandhgala", "Jodhpuri suit"),
                ("Complete with stole and mojari", "Tailored in Jaipur", "Cuts a fine figure"),
                (
                    *_CARE,
                    "The set has the coat, churidar, stole and a brooch.",
                    "It was tailored in Jaipur and sits well on broad shoulders.",
                    "Size nine mojaris can be added.",
                ),
                hired=("It comes pressed and buttoned, in a garment bag.",),
                sell=(5_500, 34_000),
                rent=(1_200, 4_500),
            ),
        ),
    ),
    Shelf(
        _FASHION,
        "Sarees & Kurtas",
        (_COLOUR, select("Fabric", "Silk", "Cotton", "Linen", "Georgette", "Khadi", required=True), _WORN, _STATE),
        (
            Ware(
                "sarees",
                (
                    "Kanjivaram silk saree",
                    "Banarasi silk saree",
                    "Set of five cotton sarees",
                    "Paithani saree",
                    "Chanderi saree with blouse",
                ),
                ("Pure silk with silk mark", "From my mother's trunk", "Handloom, rich border"),
                (
                    *_CARE,
                    "The zari is tested and the silk mark tag is still sewn in.",
                    "The blouse piece is uncut.",
                    "The border is woven, not stitched on.",
                    "It comes from a weaver family we have known for years.",
                ),
                sell=(1_600, 26_000),
                rent=(400, 1_500),
                given={"Fabric": ("Silk", "Cotton", "Georgette")},
            ),
            Ware(
                "kurtas",
                ("Six cotton kurtas", "Lucknowi chikankari kurtas", "Wardrobe clear-out", "Khadi kurta set"),
                ("All washed and pressed", "Summer in six colours", "Handwork from Lucknow"),
                (
                    *_CARE,
                    "All pieces are washed, pressed and on hangers.",
                    "The buttons are shell and complete.",
                    "The price is for the whole rail, single pieces on request.",
                ),
                sell=(900, 6_500),
                given={"Fabric": ("Cotton", "Linen", "Khadi")},
            ),
        ),
    ),
    Shelf(
        _FASHION,
        "Watches & Jewellery",
        (
            select("Metal", "Gold", "Silver", "Gold-plated", "Steel", required=True),
            number("Weight (grams)", 8, 180),
            _STATE,
            file("Certificate", "certificate.pdf"),
        ),
        (
            Ware(
                "watch",
                ("Titan automatic watch", "HMT Janata, serviced", "Fossil chronograph", "Seiko 5 Sports", "Tissot PRX"),
                ("Keeps time to the minute", "Box and papers", "A classic on leather"),
                (
                    "It was serviced by an old watchmaker who gave six months of guarantee.",
                    "The glass has no scratch and the crown winds smoothly.",
                    "The leather strap is new, the steel one is in the box.",
                    "Box, papers and the spare links are complete.",
                    "It was a retirement gift and stayed in its box.",
                ),
                sell=(1_800, 42_000),
                given={"Metal": ("Steel", "Gold-plated"), "Weight (grams)": (60, 160, 5)},
            ),
            Ware(
                "jewellery",
                ("Temple necklace with earrings", "Kundan bridal set", "Antique choker", "Polki set for the bride"),
                ("Hallmarked, with certificate", "The set that makes the saree", "For one evening or a lifetime"),
                (
                    "The hallmark and the weight are on the certificate.",
                    "The stones were checked and tightened by a jeweller.",
                    "Necklace, earrings and maang tikka lie in a velvet box.",
                    "It goes with red as well as with green.",
                ),
                hired=("We ask for a refundable deposit and an identity card.",),
                sell=(4_500, 88_000),
                rent=(800, 4_500),
                given={"Metal": ("Gold", "Silver", "Gold-plated")},
            ),
        ),
    ),
    Shelf(
        _FASHION,
        "Bags & Shoes",
        (select("Size", "Small", "Medium", "Large", "UK 6", "UK 8", "UK 9"), _COLOUR, _STATE),
        (
            Ware(
                "handbag",
                ("Leather handbag", "Hidesign satchel", "Office bag with laptop sleeve", "Party clutch and tote"),
                ("Full-grain leather", "Goes with everything", "Not a scratch on the clasp"),
                (
                    "The leather is full grain and gets better with the years.",
                    "The lining is clean, with a zip pocket and a key ring.",
                    "It was a gift, and I already had one.",
                    "The dust bag and the long strap are included.",
                    "The clasp shuts with a good click.",
                ),
                sell=(900, 9_500),
                given={"Size": ("Small", "Medium", "Large")},
            ),
            Ware(
                "shoes",
                ("Running shoes", "Leather brogues", "Canvas sneakers", "Trekking boots"),
                ("Worn twice, wrong size", "Comfort for long walks", "Soles like new"),
                (
                    "They were worn twice on a carpet and are half a size too small for me.",
                    "The soles have all their grip.",
                    "New laces and the box are included.",
                    "They have been aired and cleaned inside and out.",
                ),
                sell=(700, 7_500),
                given={"Size": ("UK 6", "UK 8", "UK 9")},
            ),
        ),
    ),
)
