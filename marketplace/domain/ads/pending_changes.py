"""Describes the changes of live ads that wait for review or were rejected, beside the live version."""

from collections.abc import Iterable

from sqlmodel import Session

from marketplace.core.money import apply_discount
from marketplace.domain import price_units
from marketplace.domain.ad_texts import AD_TEXTS
from marketplace.domain.ads import messages, queries, versions
from marketplace.domain.ads.schemas import OfferedPrice, PendingChange
from marketplace.domain.ads.versions import Content
from marketplace.i18n.texts import t
from marketplace.models import AdStatus, AdVersion, Review

# Columns of a version by the field of `messages.CHANGED_FIELDS` that they belong to.
_FIELDS = {
    "price_paise": "price",
    "price_unit": "price",
    "discount_basis_points": "discount",
    "category_id": "category",
    "subcategory_id": "subcategory",
    "latitude": "position",
    "longitude": "position",
    "image_ids": "images",
}


def list_changes(db: Session, ads: Iterable[tuple[AdStatus, str | None, str]]) -> dict[str, PendingChange]:
    """Return the undecided and rejected changes of live and expired ads by the ids of their submitted versions.

    Args:
        ads: status, live version and submitted version of each.
    """
    public = (AdStatus.APPROVED, AdStatus.EXPIRED)
    live_ids = {new: live for status, live, new in ads if status in public and live and live != new}
    if not live_ids:
        return {}
    found = queries.list_versions(db, [*live_ids, *live_ids.values()])
    contents = versions.read_all(db, list(found.values()))
    return {
        new: _describe(found[live], contents[live], found[new], contents[new])
        for new, live in live_ids.items()
        if found[new].review in (Review.WAITING, Review.REJECTED)
    }


def _describe(live: AdVersion, before: Content, new: AdVersion, after: Content) -> PendingChange:
    old_price, new_price = _offered_price(live), _offered_price(new)
    fields = _name_differences(before, after)
    if old_price.price_text != new_price.price_text:
        fields.pop("price", None)
    return PendingChange(
        review=new.review.value,
        note=new.note if new.review is Review.REJECTED else "",
        before=old_price,
        after=new_price,
        fields=tuple(fields.values()),
    )


def _offered_price(version: AdVersion) -> OfferedPrice:
    paise = apply_discount(version.price_paise, version.discount_basis_points)
    return OfferedPrice(
        price_text=price_units.format_price(paise, version.price_unit),
        asked_paise=version.price_paise,
        price_paise=paise,
        price_unit=version.price_unit,
        discount_percent=version.discount_basis_points / 100,
    )


def _name_differences(before: Content, after: Content) -> dict[str, str]:
    """Return the labels of the differing fields by their names, dynamic fields last."""
    labels = {}
    for column in Content.model_fields:
        if column == "values" or getattr(before, column) == getattr(after, column):
            continue
        name = _FIELDS.get(column, column)
        labels[name] = AD_TEXTS[name].label() if name in AD_TEXTS else t(messages.CHANGED_FIELDS[name])
    old, new = ({value.field_id: value for value in each.values} for each in (before, after))
    return labels | {key: (new | old)[key].label for key in old | new if old.get(key) != new.get(key)}
