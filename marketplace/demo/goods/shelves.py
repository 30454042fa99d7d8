"""The shapes in which the demo's goods are written down."""

from dataclasses import dataclass, field

from marketplace.models import AdType, InputType

Range = tuple[int, int]
Given = tuple[str, ...] | tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Blank:
    """A dynamic field, and what sellers fill it with.

    Attributes:
        choices: texts or options to pick from; names of documents for files.
        numbers: smallest, largest and step of a number.
        days: earliest and latest day from today of a date.
    """

    label: str
    kind: InputType
    required: bool = False
    choices: tuple[str, ...] = ()
    numbers: tuple[int, int, int] = (0, 0, 1)
    days: Range = (0, 0)


def text(label: str, *choices: str, required: bool = False) -> Blank:
    """A field for words."""
    return Blank(label, InputType.TEXT, required, choices)


def number(label: str, low: int, high: int, step: int = 1, *, required: bool = False) -> Blank:
    """A field for a number."""
    return Blank(label, InputType.NUMBER, required, numbers=(low, high, step))


def select(label: str, *choices: str, required: bool = False) -> Blank:
    """A field with options."""
    return Blank(label, InputType.SELECT, required, choices)


def date(label: str, low: int, high: int) -> Blank:
    """A field for a day, from `low` to `high` days from today."""
    return Blank(label, InputType.DATE, days=(low, high))


def file(label: str, *names: str) -> Blank:
    """A field for a document."""
    return Blank(label, InputType.FILE, choices=names)


@dataclass(frozen=True, slots=True, eq=False)
class Ware:
    """A kind of thing that many people offer.

    Attributes:
        subject: what its pictures show.
        names: models, each an ad's name.
        pitches: titles.
        facts: sentences that are true of any of the names.
        sell, rent, lease: from and to what price in rupees, where it is offered so.
        per: for what time the rent is, day or month; a lease is by the month.
        hired: sentences that are true of those that are let, not sold.
        estate: whether it is land or a building.
        given: by a blank's label, the choices or the numbers (low, high, step) that suit this ware.
    """

    subject: str
    names: tuple[str, ...]
    pitches: tuple[str, ...]
    facts: tuple[str, ...]
    sell: Range | None = None
    rent: Range | None = None
    lease: Range | None = None
    per: str = "day"
    given: dict[str, Given] = field(default_factory=dict)
    hired: tuple[str, ...] = ()
    estate: bool = False

    @property
    def offers(self) -> list[tuple[AdType, Range]]:
        """The ways it is offered, with their prices."""
        ways = ((AdType.SELL, self.sell), (AdType.RENT, self.rent), (AdType.LEASE, self.lease))
        return [(way, prices) for way, prices in ways if prices]


@dataclass(frozen=True, slots=True)
class Shelf:
    """A subcategory with its fields and wares."""

    category: str
    name: str
    blanks: tuple[Blank, ...]
    wares: tuple[Ware, ...]
