"""What a draft must be like to be handed in, in the spec's sentences."""

from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation

from sqlmodel import Session

from marketplace.domain import catalog
from marketplace.domain.ads import messages
from marketplace.domain.ads.schemas import AdDraft
from marketplace.domain.ads.versions import Content, Value
from marketplace.domain.money import to_paise
from marketplace.domain.typed import clean
from marketplace.errors import Invalid, NotFound
from marketplace.models import AdType, Upload, UploadKind
from marketplace.settings import get_settings
from marketplace.texts import t

# Field of the draft: its wire name and the most characters it may have.
TEXTS = {
    "name": ("name", 120),
    "title": ("title", 160),
    "short_description": ("shortDescription", 300),
    "description": ("description", 10_000),
    "terms": ("termsandcondition", 5_000),
    "state": ("state", 120),
    "city": ("city", 120),
    "place": ("place", 120),
}

# Texts in which line breaks mean something.
_PARAGRAPHS = ("short_description", "description", "terms")

FindUpload = Callable[[str], Upload | None]


class _Findings:
    """What is wrong with a draft, gathered so that a form shows all of it at once."""

    def __init__(self) -> None:
        self.message = ""
        self.errors: list[dict[str, str]] = []

    def note(self, field: str, message: str) -> None:
        self.take(Invalid(message, errors=[{"field": field, "message": message}]))

    def take(self, error: Invalid) -> None:
        self.message = self.message or error.message
        self.errors += error.errors

    def settle(self) -> None:
        if self.message:
            raise Invalid(self.message, errors=self.errors)


def check(db: Session, draft: AdDraft, find_upload: FindUpload) -> Content:
    """What the draft says, cleaned and complete.

    Args:
        find_upload: finds the upload that an id or URL names, if this draft may show it.

    Raises:
        Invalid: one sentence for the first thing that is wrong, `errors` for all of them.
    """
    found = _Findings()
    texts = {name: _text(found, draft, name, wire, most) for name, (wire, most) in TEXTS.items()}
    if not texts["name"]:
        found.note("name", t(messages.NAME_REQUIRED))
    category_id, subcategory_id, fields = _shelf(db, found, draft)
    ad_type = AdType(draft.ad_type) if draft.ad_type in list(AdType) else None
    if ad_type is None:
        found.note("producttype", t(messages.UNKNOWN_TYPE))
    price = None
    try:
        price = to_paise(draft.price)
    except Invalid as error:
        found.take(error)
    discount = _discount(found, draft.discount)
    latitude = _degrees(found, "latitude", draft.latitude, 90, t(messages.BAD_LATITUDE))
    longitude = _degrees(found, "longitude", draft.longitude, 180, t(messages.BAD_LONGITUDE))
    if (latitude is None) != (longitude is None) and not found.message:
        found.note("latitude", t(messages.HALF_POSITION))
    values = _values(found, fields, draft, find_upload)
    image_ids = _images(found, draft.image_ids, find_upload)
    found.settle()
    assert ad_type is not None  # settled above
    return Content(
        **texts,
        price_paise=price,
        discount_basis_points=discount,
        ad_type=ad_type,
        category_id=category_id,
        subcategory_id=subcategory_id,
        latitude=latitude,
        longitude=longitude,
        image_ids=image_ids,
        values=values,
    )


def _text(found: _Findings, draft: AdDraft, name: str, wire: str, most: int) -> str:
    text = clean(getattr(draft, name))
    if name not in _PARAGRAPHS:
        text = " ".join(text.split())
    if len(text) > most:
        found.note(wire, t(messages.TOO_LONG, field=wire, most=most))
    return text


def _shelf(db: Session, found: _Findings, draft: AdDraft) -> tuple[str, str | None, Sequence[catalog.FieldView]]:
    if not draft.category_id:
        found.note("categoryId", t(messages.CATEGORY_REQUIRED))
        return "", None, ()
    try:
        category_id = catalog.get_category(db, draft.category_id).id
    except NotFound:
        found.note("categoryId", t(messages.UNKNOWN_CATEGORY))
        return "", None, ()
    if not draft.subcategory_id:
        return category_id, None, ()
    try:
        subcategory = catalog.get_subcategory(db, draft.subcategory_id)
    except NotFound:
        subcategory = None
    if subcategory is None or subcategory.category_id != category_id:
        found.note("subcategoryId", t(messages.UNKNOWN_SUBCATEGORY))
        return category_id, None, ()
    return category_id, subcategory.id, subcategory.fields


def _discount(found: _Findings, value: float | int | str | None) -> int:
    number = _decimal(value, Decimal(0))
    if number is None or not 0 <= number <= 100:
        found.note("discount", t(messages.BAD_DISCOUNT))
        return 0
    return round(number * 100)


def _degrees(found: _Findings, wire: str, value: float | str | None, most: int, sentence: str) -> float | None:
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    number = _decimal(value, Decimal(0))
    if number is None or abs(number) > most:
        found.note(wire, sentence)
        return None
    return float(number)


def _decimal(value: float | int | str | None, blank: Decimal) -> Decimal | None:
    text = "" if value is None else str(value).strip()
    if not text:
        return blank
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() and not isinstance(value, bool) else None


def _values(
    found: _Findings, fields: Sequence[catalog.FieldView], draft: AdDraft, find_upload: FindUpload
) -> tuple[Value, ...]:
    try:
        checked = catalog.check_values(fields, {each.field_ref: each.value for each in draft.fields})
    except Invalid as error:
        found.take(error)
        return ()
    values = []
    for each in checked:
        upload = find_upload(each.text) if each.is_file else None
        if each.is_file and upload is None:
            found.note(each.field.id, t(messages.NOT_YOUR_FILE, label=each.field.label))
            continue
        values.append(
            Value(
                field_id=each.field.id,
                label=each.field.label,
                input_type=each.field.input_type,
                text="" if upload else each.text,
                number=each.number,
                upload_id=upload.id if upload else None,
            )
        )
    return tuple(values)


def _images(found: _Findings, refs: Sequence[str], find_upload: FindUpload) -> tuple[str, ...]:
    refs = list(dict.fromkeys(ref for ref in refs if ref))
    most = get_settings().max_images_per_ad
    if len(refs) > most:
        found.note("images", t(messages.TOO_MANY_IMAGES, most=most))
        return ()
    uploads = [find_upload(ref) for ref in refs]
    ids = [upload.id for upload in uploads if upload is not None and upload.kind is UploadKind.IMAGE]
    if len(ids) != len(refs):
        found.note("images", t(messages.NOT_YOUR_IMAGE))
    return tuple(dict.fromkeys(ids))
