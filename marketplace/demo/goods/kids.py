"""What children need, and outgrow."""

from marketplace.demo.goods.shelves import Shelf, Ware, date, number, select

_KIDS = "Baby & Kids"
_STATE = select("Condition", "Like new", "Good", "Played with", required=True)
_BOUGHT = date("Bought on", -1500, -90)

SHELVES = (
    Shelf(
        _KIDS,
        "Prams & Cots",
        (select("Age", "0 to 1 year", "1 to 3 years", "Up to 5 years", required=True), _STATE, _BOUGHT),
        (
            Ware(
                "stroller",
                ("Pram with reversible handle", "Foldable stroller", "Twin-mode baby stroller", "Travel pram"),
                ("Folds with one hand", "Clean, safe and smooth", "Hood for sun and rain"),
                (
                    "It folds with one hand and fits into an auto-rickshaw.",
                    "All fabric was washed and dried in the sun.",
                    "The brakes hold on a slope and the five-point belt is complete.",
                    "Our twins have learned to run, so it rests.",
                    "A rain cover and a mosquito net are in the basket.",
                ),
                sell=(2_600, 13_500),
                rent=(250, 450),
            ),
            Ware(
                "cot",
                ("Wooden cot with mattress", "Cradle with mobile", "Cot that grows with the child"),
                ("With mattress and mobile", "Height adjusts three ways", "Solid beech, rounded edges"),
                (
                    "The mattress is firm and has always worn a waterproof cover.",
                    "The side rail comes off later and it becomes a small bed.",
                    "The paint is water-based and toothproof, as we can confirm.",
                    "The musical mobile and the bear are a present from us.",
                    "All screws are there, in a labelled bag.",
                ),
                sell=(3_400, 16_500),
                rent=(450, 800),
                per="month",
            ),
        ),
    ),
    Shelf(
        _KIDS,
        "Toys",
        (
            select("Age", "1 to 3 years", "3 to 6 years", "6 years and up", required=True),
            number("Pieces", 5, 220),
            _STATE,
        ),
        (
            Ware(
                "blocks",
                ("Wooden train set", "Building blocks in a crate", "Stacking tower and puzzles", "Big box of toys"),
                ("Hours of quiet", "Nothing missing", "Wood, not plastic"),
                (
                    "Every piece was counted twice and nothing is missing.",
                    "The colours are vegetable dyes from Channapatna.",
                    "It was washed and sunned, and is ready for the next child.",
                    "The crate has rope handles and rolls under a bed.",
                    "Good for two children who have to share on a rainy day.",
                ),
                sell=(450, 4_800),
            ),
        ),
    ),
)
