"""Validation of submitted ads, with the messages of the product spec (spec 5.5)."""

from collections.abc import Sequence

from sqlmodel import Session

from marketplace.core.errors import Invalid, NotFound
from marketplace.core.money import read_discount, to_paise
from marketplace.core.numbers import Number, parse_decimal
from marketplace.core.text import clean, clean_line
from marketplace.domain import catalog, media, price_units
from marketplace.domain.ad_texts import AD_TEXTS, AdText
from marketplace.domain.ads import messages
from marketplace.domain.ads.field_values import FindUpload, check_values
from marketplace.domain.ads.schemas import AdDraft
from marketplace.domain.ads.versions import Content, Value
from marketplace.i18n.texts import t
from marketplace.models import AdType, PriceUnit, Upload, UploadKind
from marketplace.settings import get_settings


class _Errors:
    """Collects validation errors, so that a form shows all of them at once."""

    def __init__(self) -> None:
        self.message = ""
        self.errors: list[dict[str, str]] = []

    def add(self, field: str, message: str) -> None:
        self.extend(Invalid(message, field))

    def extend(self, error: Invalid) -> None:
        self.message = self.message or error.message
        self.errors += error.errors

    def raise_any(self) -> None:
        if self.message:
            raise Invalid(self.message, errors=self.errors)


def check(db: Session, draft: AdDraft, find_upload: FindUpload, current: Content | None = None) -> Content:
    """Validate a draft and return its cleaned content.

    Args:
        find_upload: returns the upload for an id or URL if this draft may show it.
        current: content that the draft changes. In the same subcategory, fields that it leaves as they are stay as they are.

    Raises:
        Invalid: the message is the first error; `errors` lists all.
    """
    errors = _Errors()
    texts = {name: _check_text(errors, field, getattr(draft, name)) for name, field in AD_TEXTS.items()}
    if not texts["name"]:
        errors.add("name", t(messages.NAME_REQUIRED))
    category_id, subcategory_id, fields = _check_category(db, errors, draft)
    ad_type = AdType(draft.ad_type) if draft.ad_type in list(AdType) else None
    if ad_type is None:
        errors.add("producttype", t(messages.UNKNOWN_TYPE))
    price = None
    try:
        price = to_paise(draft.price)
    except Invalid as error:
        errors.extend(error)
    price_unit = _check_price_unit(db, errors, draft.price_unit, ad_type, category_id)
    discount = _check_discount(errors, draft.discount)
    latitude = _check_degrees(errors, "latitude", draft.latitude, 90, t(messages.BAD_LATITUDE))
    longitude = _check_degrees(errors, "longitude", draft.longitude, 180, t(messages.BAD_LONGITUDE))
    if (latitude is None) != (longitude is None) and not errors.message:
        errors.add("latitude", t(messages.HALF_POSITION))
    given = {each.field_ref: each.value for each in draft.fields}
    before = current.values if current and current.subcategory_id == subcategory_id else None
    values: tuple[Value, ...] = ()
    try:
        values = check_values(fields, given, before, find_upload)
    except Invalid as error:
        errors.extend(error)
    image_ids = _check_images(errors, draft.image_ids, find_upload)
    errors.raise_any()
    assert ad_type is not None  # else raised above
    return Content(
        **texts,
        price_paise=price,
        price_unit=price_unit,
        discount_basis_points=discount,
        ad_type=ad_type,
        category_id=category_id,
        subcategory_id=subcategory_id,
        latitude=latitude,
        longitude=longitude,
        image_ids=image_ids,
        values=values,
    )


def _check_text(errors: _Errors, field: AdText, typed: str) -> str:
    text = clean(typed) if field.multiline else clean_line(typed)
    if len(text) > field.max_length:
        errors.add(field.wire, t(messages.TOO_LONG, field=field.wire, most=field.max_length))
    return text


def _check_category(
    db: Session, errors: _Errors, draft: AdDraft
) -> tuple[str, str | None, Sequence[catalog.FieldView]]:
    if not draft.category_id:
        errors.add("categoryId", t(messages.CATEGORY_REQUIRED))
        return "", None, ()
    try:
        category_id = catalog.get_category(db, draft.category_id, counted=False).id
    except NotFound:
        errors.add("categoryId", t(messages.UNKNOWN_CATEGORY))
        return "", None, ()
    if not draft.subcategory_id:
        return category_id, None, ()
    try:
        subcategory = catalog.get_subcategory(db, draft.subcategory_id)
    except NotFound:
        subcategory = None
    if subcategory is None or subcategory.category_id != category_id:
        errors.add("subcategoryId", t(messages.UNKNOWN_SUBCATEGORY))
        return category_id, None, ()
    return category_id, subcategory.id, subcategory.fields


def _check_price_unit(
    db: Session, errors: _Errors, typed: str, ad_type: AdType | None, category_id: str
) -> PriceUnit | None:
    if ad_type is None or not category_id:
        return None
    if not typed:
        return price_units.default_unit(ad_type, catalog.get_category(db, category_id, counted=False).rental_price_unit)
    if ad_type not in price_units.RENTALS:
        errors.add("priceUnit", t(messages.UNIT_OF_SALE))
    elif typed not in list(PriceUnit):
        errors.add("priceUnit", t(messages.UNKNOWN_UNIT))
    else:
        return PriceUnit(typed)
    return None


def _check_discount(errors: _Errors, value: Number) -> int:
    basis_points = 0 if _is_blank(value) else read_discount(value)
    if basis_points is None:
        errors.add("discount", t(messages.BAD_DISCOUNT))
    return basis_points or 0


def _check_degrees(errors: _Errors, wire: str, value: float | str | None, most: int, sentence: str) -> float | None:
    if _is_blank(value):
        return None
    number = parse_decimal(value)
    if number is None or abs(number) > most:
        errors.add(wire, sentence)
        return None
    return float(number)


def _is_blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _check_images(errors: _Errors, refs: Sequence[str], find_upload: FindUpload) -> tuple[str, ...]:
    refs = list(dict.fromkeys(ref for ref in refs if ref))
    most = get_settings().max_images_per_ad
    if len(refs) > most:
        errors.add("images", t(messages.TOO_MANY_IMAGES, most=most))
        return ()
    uploads = [find_upload(ref) for ref in refs]
    ids = [upload.id for upload in uploads if upload is not None and _is_public_image(upload)]
    if len(ids) != len(refs):
        errors.add("images", t(messages.NOT_YOUR_IMAGE))
    return tuple(dict.fromkeys(ids))


def _is_public_image(upload: Upload) -> bool:
    return upload.kind is UploadKind.IMAGE and not media.is_hidden(upload)
