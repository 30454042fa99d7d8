"""Conversion between the form's values and the domain's drafts."""

from collections.abc import Iterable, Mapping

from pydantic import BaseModel
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import MarketplaceError, NotFound
from marketplace.core.money import to_rupees
from marketplace.domain import accounts, ads, catalog, places, price_units
from marketplace.domain.ad_texts import AD_TEXTS
from marketplace.domain.ads import messages
from marketplace.domain.ads.schemas import AdDetail, AdDraft, FieldInput, PendingChange, SavedDraft
from marketplace.domain.catalog import FieldView
from marketplace.domain.paging import Window
from marketplace.domain.places import PlaceNames
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, AdType, InputType, PriceUnit
from marketplace.settings import get_settings
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.components.fields import SelectOption

FIELD = "field:"
_MAX_VALUES = 200
# Fields of the draft by control name.
CONTROLS = {
    **{text.wire: name for name, text in AD_TEXTS.items()},
    "price": "price",
    "priceUnit": "price_unit",
    "discount": "discount",
    "producttype": "ad_type",
    "categoryId": "category_id",
    "subcategoryId": "subcategory_id",
    "latitude": "latitude",
    "longitude": "longitude",
    "sellerId": "seller_id",
    "aiPhotos": "ai_photos",
}

# Their changes come as events before the submission.
_SELECTS = ("categoryId", "subcategoryId", "priceUnit", "sellerId")


class FormPhoto(BaseModel):
    """A photo as the photo picker stores it."""

    id: str
    name: str = ""
    url: str = ""
    thumb: str = ""


class SpecField(View):
    """A dynamic field; `name` is the name of its control."""

    name: str
    label: str
    input_type: str
    required: bool
    is_public: bool
    options: tuple[str, ...] = ()
    unit: str = ""
    hint: str = ""


class DraftOffer(View):
    """A saved draft of an earlier visit."""

    name: str
    photos: int


class OpenedForm(View):
    """The form as it opens. Its fields are vars of the State.

    Attributes:
        ad_id: empty for a new ad.
        note: why the ad was rejected.
        change: what the form shows of a live ad, if that is a change.
        offer: a saved draft that the user may restore.
        takes_calls: whether buyers see the seller's phone number; None for admins.
        sellers: for admins, the sellers that the ad can be assigned to.
    """

    ad_id: str
    ad_name: str
    note: str
    change: PendingChange | None
    values: dict[str, str]
    photos: tuple[FormPhoto, ...]
    categories: tuple[SelectOption, ...]
    subcategories: tuple[SelectOption, ...]
    specs: tuple[SpecField, ...]
    default_unit: str
    sellers: tuple[SelectOption, ...]
    offer: DraftOffer | None
    takes_calls: bool | None


def open_form(db: Session, actor: Actor, ad_id: str, *, copied_id: str = "") -> OpenedForm:
    """Return an empty form, or the submitted version of an own ad.

    Args:
        copied_id: an own ad that a new one begins with.

    Raises:
        NotSignedIn, Forbidden: not a seller or admin.
        NotFound, Gone: no such ad, or the ad of another seller.
    """
    own = actor.require(AccountKind.SELLER, AccountKind.ADMIN)
    values, photos, ad_name, note, change, owner = {"producttype": "sell"}, (), "", "", None, None
    if ad_id:
        ad = ads.get(db, actor, ad_id)
        if not (ad.mine or actor.is_staff):
            raise NotFound(t(messages.NOT_FOUND))
        values, photos, ad_name, note, change = _values(ad), _photos(ad), ad.display_name, ad.note, ad.change
        owner = SelectOption(value=ad.seller_id, label=ad.seller_name)
    elif copied_id:
        ad = ads.draft_copy(db, actor, copied_id)
        values, photos = _values(ad), _photos(ad)
    else:
        profile = accounts.get_profile(db, actor, own)
        values |= {"city": profile.city, "state": profile.state, "place": profile.place}
        if town := places.find_town(profile.city, profile.state, profile.place):
            # The pin begins there, as it does when a town is typed.
            values |= {"latitude": degrees(town.latitude), "longitude": degrees(town.longitude)}
    return OpenedForm(
        ad_id=ad_id,
        ad_name=ad_name,
        note=note,
        change=change,
        values=values,
        photos=photos,
        categories=_list_categories(db),
        subcategories=list_subcategories(db, values.get("categoryId", "")),
        specs=list_specs(db, values),
        default_unit=default_price_unit(db, values),
        sellers=_sellers(db, actor, owner) if actor.is_staff else (),
        offer=_offer(ads.find_draft(db, actor, ad_id=ad_id)),
        takes_calls=None if actor.is_staff else accounts.get_profile(db, actor, own).takes_calls,
    )


def submit_ad(db: Session, actor: Actor, ad_id: str, draft: AdDraft) -> None:
    """Submit a new ad, or a revision of an ad, and discard the saved draft."""
    if ad_id:
        ads.revise(db, actor, ad_id, draft)
    else:
        ads.submit(db, actor, draft)
    ads.discard_draft(db, actor, ad_id=ad_id)


def _list_categories(db: Session) -> tuple[SelectOption, ...]:
    with unexpected_errors_as(t("Failed to load categories")):
        return tuple(SelectOption(value=c.id, label=c.name) for c in catalog.list_categories(db))


def list_subcategories(db: Session, category_id: str) -> tuple[SelectOption, ...]:
    """List the subcategories of a category."""
    if not category_id:
        return ()
    return tuple(SelectOption(value=s.id, label=s.name) for s in catalog.list_subcategories(db, category_id))


def list_specs(db: Session, values: Mapping[str, str]) -> tuple[SpecField, ...]:
    """List the dynamic fields of the chosen subcategory. A select keeps its value as an option if an administrator removed it."""
    subcategory_id = values.get("subcategoryId", "")
    if not subcategory_id:
        return ()
    return tuple(
        _spec(field, values.get(FIELD + field.id, "")) for field in catalog.get_subcategory(db, subcategory_id).fields
    )


def default_price_unit(db: Session, values: Mapping[str, str]) -> str:
    """Return the price unit that the ad gets if none is chosen; empty for an ad for sale."""
    ad_type, category_id = values.get("producttype", ""), values.get("categoryId", "")
    if ad_type not in list(AdType):
        return ""
    # The category of an old draft may be archived.
    units = (each.rental_price_unit for each in catalog.list_categories(db) if each.id == category_id)
    of_category = next(units, PriceUnit.DAY)
    return price_units.default_unit(AdType(ad_type), of_category) or ""


def drop_unknown(typed: Mapping[str, str]) -> dict[str, str]:
    """Keep only values of known controls. Controls that are not shown are sent as None and dropped too."""
    known = {name: value for name, value in typed.items() if name in CONTROLS or name.startswith(FIELD)}
    return {name: str(value) for name, value in known.items() if value is not None}


def merge(values: Mapping[str, str], typed: Mapping[str, str]) -> dict[str, str]:
    """Add typed values to the form's values, up to the maximum number of controls."""
    return dict(list((dict(values) | drop_unknown(typed)).items())[:_MAX_VALUES])


def merge_submitted(values: Mapping[str, str], typed: Mapping[str, str]) -> dict[str, str]:
    """Add what was submitted to the form's values.

    Stored choices win: their selects show the new value only after the server's answer, so a form that is submitted right
    after a choice holds the old one.
    """
    return merge(values, {**typed, **{name: values[name] for name in _SELECTS if name in values}})


def without_specs(values: Mapping[str, str]) -> dict[str, str]:
    """Return the values without those of dynamic fields."""
    return {name: value for name, value in values.items() if not name.startswith(FIELD)}


def errors_by_control(error: MarketplaceError) -> dict[str, str]:
    """Return the error's messages by control."""
    return {_control_of(item["field"]): item["message"] for item in error.errors}


def _control_of(field: str) -> str:
    is_control = field in CONTROLS or field == "images" or field.startswith(FIELD)
    return field if is_control else FIELD + field


def degrees(number: float) -> str:
    """Write degrees as the controls of the coordinates have them."""
    return f"{number:.6f}"


def with_place(values: Mapping[str, str], found: PlaceNames) -> dict[str, str]:
    """Return the values with a geocoded place; a typed neighbourhood is kept if the geocoder knows none."""
    return {
        **values,
        "latitude": degrees(found.latitude),
        "longitude": degrees(found.longitude),
        "state": found.state,
        "city": found.city,
        "place": found.place or values.get("place", ""),
    }


def make_draft(values: Mapping[str, str], photos: Iterable[FormPhoto], specs: Iterable[SpecField]) -> AdDraft:
    """Convert the form to a draft."""
    texts = {field: values.get(name, "") for name, field in CONTROLS.items()}
    if values.get("producttype") == AdType.SELL:
        # The form keeps the unit, in case the type is changed back.
        texts["price_unit"] = ""
    return AdDraft(
        **texts,
        image_ids=[photo.id for photo in photos],
        fields=[
            FieldInput(field_ref=spec.name.removeprefix(FIELD), value=values.get(spec.name, "") or None)
            for spec in specs
        ],
    )


def _spec(field: FieldView, value: str) -> SpecField:
    is_removed = value and field.input_type == InputType.SELECT and value not in field.options
    options = (*field.options, value) if is_removed else field.options
    return SpecField.of(
        field, name=FIELD + field.id, options=options, unit=field.unit, hint=catalog.describe_bounds(field)
    )


def _values(ad: AdDetail) -> dict[str, str]:
    percent = f"{ad.discount_percent:g}" if ad.discount_percent else ""
    price = to_rupees(ad.asked_paise)
    values = {
        **{text.wire: getattr(ad, name) for name, text in AD_TEXTS.items()},
        "price": "" if price is None else f"{price:.2f}".removesuffix(".00"),
        "priceUnit": ad.price_unit or "",
        "discount": percent,
        "producttype": ad.ad_type,
        "categoryId": ad.category_id,
        "subcategoryId": ad.subcategory_id,
        "latitude": "" if ad.latitude is None else str(ad.latitude),
        "longitude": "" if ad.longitude is None else str(ad.longitude),
        "sellerId": ad.seller_id,
    }
    for field in ad.fields:
        values[FIELD + field.field_ref] = field.value
        if field.file_name:
            values[f"{FIELD}{field.field_ref}:name"] = field.file_name
    return values


def _photos(ad: AdDetail) -> tuple[FormPhoto, ...]:
    return tuple(FormPhoto(id=p.id, name=p.name, url=p.url, thumb=p.thumb_url()) for p in ad.images)


def _offer(draft: SavedDraft | None) -> DraftOffer | None:
    if draft is None:
        return None
    name = str(draft.content.get("values", {}).get("name", "")).strip()
    return DraftOffer(name=name or t(messages.UNTITLED), photos=len(draft.content.get("photos", [])))


def _sellers(db: Session, actor: Actor, owner: SelectOption | None) -> tuple[SelectOption, ...]:
    """List the sellers that an ad can be assigned to.

    The owner is always the first, because a select without the owner would assign the ad to someone else.
    """
    window = Window(1, get_settings().page_size_max)
    found = accounts.list_contacts(db, actor, kind=AccountKind.SELLER, window=window)
    others = [SelectOption(value=seller.id, label=f"{seller.name} ({seller.username})") for seller in found.items]
    return tuple([owner, *(each for each in others if each.value != owner.value)] if owner else others)
