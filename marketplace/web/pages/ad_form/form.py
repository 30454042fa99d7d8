"""Between what the form holds and what the domain takes."""

from collections.abc import Mapping

from pydantic import BaseModel
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import accounts, ads, catalog
from marketplace.domain.ads.schemas import AdDetail, AdDraft, FieldInput, SavedDraft
from marketplace.domain.catalog import FieldView
from marketplace.domain.money import to_rupees
from marketplace.domain.paging import Window
from marketplace.domain.views import View
from marketplace.models import AccountKind
from marketplace.settings import get_settings
from marketplace.texts import t

FIELD = "field:"
# Name of the control and of the draft's field.
TEXTS = {
    "name": "name",
    "title": "title",
    "shortDescription": "short_description",
    "description": "description",
    "termsandcondition": "terms",
    "price": "price",
    "discount": "discount",
    "producttype": "ad_type",
    "categoryId": "category_id",
    "subcategoryId": "subcategory_id",
    "state": "state",
    "city": "city",
    "place": "place",
    "latitude": "latitude",
    "longitude": "longitude",
    "sellerId": "seller_id",
}


class FormPhoto(BaseModel):
    """A photo as the picker keeps it."""

    id: str
    name: str = ""
    url: str = ""
    thumb: str = ""


class Choice(View):
    """A choice of a select."""

    value: str
    label: str


class SpecField(View):
    """A dynamic field with what it holds now; `name` is its control's."""

    name: str
    label: str
    input_type: str
    required: bool
    options: tuple[str, ...] = ()


class Offer(View):
    """What was typed at an earlier visit and not handed in."""

    name: str
    photos: int


class Opened(View):
    """A form as it is opened.

    Attributes:
        note: why the ad was rejected.
        offer: kept from an earlier visit, to be offered.
        sellers: for admins, who may give an ad to another seller.
    """

    values: dict[str, str]
    photos: tuple[FormPhoto, ...] = ()
    ad_name: str = ""
    note: str = ""
    categories: tuple[Choice, ...] = ()
    sellers: tuple[Choice, ...] = ()
    offer: Offer | None = None


def open_form(db: Session, actor: Actor, ad_id: str) -> Opened:
    """An empty form, or one with the submitted version of an own ad.

    Raises:
        NotSignedIn, Forbidden: not a seller or admin, or somebody else's ad.
        NotFound, Gone: no such ad.
    """
    own = actor.require(AccountKind.SELLER, AccountKind.ADMIN)
    values, photos, ad_name, note, owner = {"producttype": "sell"}, (), "", "", None
    if ad_id:
        ad = ads.get(db, actor, ad_id)
        actor.require_self(ad.seller_id)
        values, photos, ad_name, note = _values(ad), _photos(ad), ad.name, ad.note
        owner = Choice(value=ad.seller_id, label=ad.seller_name)
    else:
        profile = accounts.get_profile(db, actor, own)
        values |= {"city": profile.city, "state": profile.state, "place": profile.place}
    return Opened(
        values=values,
        photos=photos,
        ad_name=ad_name,
        note=note,
        categories=tuple(Choice(value=c.id, label=c.name) for c in catalog.list_categories(db)),
        sellers=_sellers(db, actor, owner) if actor.is_admin else (),
        offer=_offer(ads.find_draft(db, actor, ad_id=ad_id)),
    )


def hand_in(db: Session, actor: Actor, ad_id: str, draft: AdDraft) -> None:
    """Post an ad, or change the one named; what was kept while typing goes with it."""
    if ad_id:
        ads.revise(db, actor, ad_id, draft)
    else:
        ads.submit(db, actor, draft)
    ads.discard_draft(db, actor, ad_id=ad_id)


def list_subcategories(db: Session, category_id: str) -> tuple[Choice, ...]:
    """The shelves of a category."""
    if not category_id:
        return ()
    return tuple(Choice(value=s.id, label=s.name) for s in catalog.list_subcategories(db, category_id))


def list_specs(db: Session, subcategory_id: str) -> tuple[SpecField, ...]:
    """The dynamic fields of a subcategory."""
    if not subcategory_id:
        return ()
    return tuple(_spec(field) for field in catalog.get_subcategory(db, subcategory_id).fields)


def only_known(typed: Mapping[str, str]) -> dict[str, str]:
    """What the form has controls for; anything else a client may send is dropped, and so are controls not shown."""
    known = {name: value for name, value in typed.items() if name in TEXTS or name.startswith(FIELD)}
    return {name: str(value) for name, value in known.items() if value is not None}


def without_specs(values: Mapping[str, str]) -> dict[str, str]:
    """The values without those of dynamic fields."""
    return {name: value for name, value in values.items() if not name.startswith(FIELD)}


def make_draft(values: Mapping[str, str], photos: list[FormPhoto], specs: list[SpecField]) -> AdDraft:
    """What is handed in."""
    texts = {field: values.get(name, "") for name, field in TEXTS.items()}
    return AdDraft(
        **texts,
        image_ids=[photo.id for photo in photos],
        fields=[
            FieldInput(field_ref=spec.name.removeprefix(FIELD), value=values.get(spec.name, "") or None)
            for spec in specs
        ],
    )


def _spec(field: FieldView) -> SpecField:
    return SpecField(
        name=FIELD + field.id,
        label=field.label,
        input_type=field.input_type,
        required=field.required,
        options=field.options,
    )


def _values(ad: AdDetail) -> dict[str, str]:
    percent = f"{ad.discount_percent:g}" if ad.discount_percent else ""
    price = to_rupees(ad.asked_paise)
    values = {
        "name": ad.name,
        "title": ad.title,
        "shortDescription": ad.short_description,
        "description": ad.description,
        "termsandcondition": ad.terms,
        "price": "" if price is None else f"{price:.2f}".removesuffix(".00"),
        "discount": percent,
        "producttype": ad.ad_type,
        "categoryId": ad.category_id,
        "subcategoryId": ad.subcategory_id,
        "state": ad.state,
        "city": ad.city,
        "place": ad.place,
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
    return tuple(FormPhoto(id=p.id, name=p.name, url=p.url, thumb=p.thumb) for p in ad.images)


def _offer(draft: SavedDraft | None) -> Offer | None:
    if draft is None:
        return None
    name = str(draft.content.get("values", {}).get("name", "")).strip()
    return Offer(name=name or t("Without a name yet"), photos=len(draft.content.get("photos", [])))


def _sellers(db: Session, actor: Actor, owner: Choice | None) -> tuple[Choice, ...]:
    """Those an ad can be given to, its owner first: one who is not offered would lose it to whoever is."""
    window = Window(1, get_settings().page_size_max)
    found = accounts.list_contacts(db, actor, kind=AccountKind.SELLER, window=window)
    others = [Choice(value=seller.id, label=f"{seller.name} ({seller.username})") for seller in found.items]
    return tuple([owner, *(each for each in others if each.value != owner.value)] if owner else others)
