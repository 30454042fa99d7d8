"""Compares a waiting version with an earlier one, field by field."""

from marketplace.domain import ad_texts
from marketplace.domain.ad_texts import AD_TEXTS
from marketplace.domain.ads import messages
from marketplace.domain.moderation.queries import Contents
from marketplace.domain.moderation.schemas import Change
from marketplace.domain.price_units import format_price, unit_text
from marketplace.domain.views import Photo
from marketplace.i18n.texts import t


def compare(live: Contents, waiting: Contents, photos: dict[str, Photo]) -> tuple[Change, ...]:
    """Return the differing fields in form order, dynamic fields last; `photos` are those of both versions, by upload id."""
    return (*_plain(live, waiting), *_images(live, waiting, photos), *_dynamic(live, waiting))


def _plain(live: Contents, waiting: Contents) -> list[Change]:
    before, after = _texts(live), _texts(waiting)
    return [
        Change(field=name, label=_label(name), before=before[name], after=after[name])
        for name in before
        if before[name] != after[name]
    ]


def _label(name: str) -> str:
    return AD_TEXTS[name].label() if name in AD_TEXTS else t(messages.CHANGED_FIELDS[name])


def _texts(contents: Contents) -> dict[str, str]:
    version = contents.version
    position = "" if version.latitude is None else f"{version.latitude:.6f}, {version.longitude or 0:.6f}"
    return {
        **ad_texts.values_of(version),
        # An ad without a price can have a unit, and a change of it is shown too.
        "price": format_price(version.price_paise, version.price_unit) or unit_text(version.price_unit),
        "discount": f"{version.discount_basis_points / 100:g}%" if version.discount_basis_points else "",
        "ad_type": version.ad_type.value,
        "category": contents.category_name,
        "subcategory": contents.subcategory_name,
        "position": position,
    }


def _images(live: Contents, waiting: Contents, photos: dict[str, Photo]) -> list[Change]:
    if live.image_ids == waiting.image_ids:
        return []
    label = messages.CHANGED_FIELDS["images"]
    return [
        Change(
            field="images",
            label=t(label),
            photos_before=tuple(photos[image_id] for image_id in live.image_ids if image_id in photos),
            photos_after=tuple(photos[image_id] for image_id in waiting.image_ids if image_id in photos),
        )
    ]


def _dynamic(live: Contents, waiting: Contents) -> list[Change]:
    changes = []
    for field_id in [*waiting.values, *(gone for gone in live.values if gone not in waiting.values)]:
        label_before, before, file_before = live.values.get(field_id, ("", "", None))
        label_after, after, file_after = waiting.values.get(field_id, ("", "", None))
        # Different files may have the same name.
        if before != after or file_before != file_after:
            changes.append(Change(field=field_id, label=label_after or label_before, before=before, after=after))
    return changes
