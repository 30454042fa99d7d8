"""Validation of wanted ads."""

import math
from dataclasses import dataclass

from sqlmodel import Session

from marketplace.core.errors import Invalid, NotFound
from marketplace.core.money import to_paise
from marketplace.core.text import check_length, clean, clean_line, clean_required
from marketplace.domain import catalog, places, price_units
from marketplace.domain.contact_details import find_emails, find_phones
from marketplace.domain.wanted import messages
from marketplace.domain.wanted.schemas import WantedDraft
from marketplace.i18n.texts import t
from marketplace.models import AdType, PriceUnit

TITLE_LENGTH = 80
DETAILS_LENGTH = 1_000
REASON_LENGTH = 500
# Length of a degree of latitude.
KM_PER_DEGREE = 111.2


@dataclass(frozen=True, slots=True)
class Content:
    """The checked content of a wanted ad, by the columns of its table."""

    title: str
    details: str
    ad_type: AdType
    subcategory_id: str
    max_price_paise: int | None
    price_unit: PriceUnit | None
    city: str
    state: str
    latitude: float
    longitude: float
    km_per_longitude: float


def check(db: Session, draft: WantedDraft) -> Content:
    """Validate a draft and return its cleaned content.

    Raises:
        Invalid: the message is the first error; `errors` lists all.
    """
    problems: list[Invalid] = []

    def attempt(step, *args):
        try:
            return step(*args)
        except Invalid as error:
            problems.append(error)
            return None

    title = attempt(_title, draft.title)
    details = attempt(_details, draft.details)
    ad_type = attempt(_ad_type, draft.ad_type)
    subcategory = attempt(_subcategory, db, draft.subcategory_id)
    price = attempt(_price, draft.max_price)
    town = attempt(_town, draft.city, draft.state)
    if problems:
        raise Invalid(problems[0].message, errors=[each for problem in problems for each in problem.errors])
    assert ad_type
    assert subcategory
    assert town
    return Content(
        title=title or "",
        details=details or "",
        ad_type=ad_type,
        subcategory_id=subcategory.id,
        max_price_paise=price,
        price_unit=unit_for(db, ad_type, subcategory.category_id) if price else None,
        city=town.city,
        state=town.state,
        latitude=town.latitude,
        longitude=town.longitude,
        km_per_longitude=KM_PER_DEGREE * math.cos(math.radians(town.latitude)),
    )


def unit_for(db: Session, ad_type: AdType, category_id: str) -> PriceUnit | None:
    """Return the unit of a highest price, as for an ad that names none; None for sale."""
    return price_units.default_unit(ad_type, catalog.get_category(db, category_id, counted=False).rental_price_unit)


def check_reason(reason: str) -> str:
    """Return the cleaned reason of a moderator.

    Raises:
        Invalid: missing or too long.
    """
    return clean_required("reason", reason, missing=t(messages.REASON_MISSING), most=REASON_LENGTH)


def _title(typed: str) -> str:
    line = clean_line(typed)
    return _without_contacts(
        "title", clean_required("title", line, missing=t(messages.TITLE_MISSING), most=TITLE_LENGTH)
    )


def _details(typed: str) -> str:
    return _without_contacts("details", check_length("details", clean(typed), DETAILS_LENGTH))


def _without_contacts(field: str, text: str) -> str:
    if find_phones(text) or find_emails(text):
        raise Invalid(t(messages.NO_CONTACT_DETAILS), field)
    return text


def _ad_type(typed: str) -> AdType:
    if typed not in list(AdType):
        raise Invalid(t(messages.UNKNOWN_TYPE), "producttype")
    return AdType(typed)


def _subcategory(db: Session, subcategory_id: str) -> catalog.SubcategoryView:
    try:
        return catalog.get_subcategory(db, subcategory_id)
    except NotFound:
        raise Invalid(t(messages.UNKNOWN_SUBCATEGORY), "subcategoryId") from None


def _price(typed: object) -> int | None:
    paise = to_paise(typed, field="maxPrice")
    if paise == 0:
        raise Invalid(t(messages.PRICE_TOO_LOW), "maxPrice")
    return paise


def _town(city: str, state: str) -> places.Place:
    """The town of the place data; a state that was typed must be the town's."""
    town = places.find_town(clean(city), clean(state))
    if town is None or clean(state).casefold() not in ("", town.state.casefold()):
        raise Invalid(t(messages.UNKNOWN_TOWN), "city")
    return town
