"""The card of the ad as buyers will see it."""

from collections.abc import Iterable, Mapping

from marketplace.core import clock
from marketplace.core.errors import Invalid
from marketplace.core.money import apply_discount, read_discount, to_paise
from marketplace.domain.ad_texts import AD_TEXTS
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.ages import age_text
from marketplace.domain.display_names import short_location, title_case
from marketplace.domain.field_texts import format_field
from marketplace.domain.price_units import price_texts
from marketplace.domain.views import Photo, View
from marketplace.i18n.texts import t
from marketplace.models import AdType, PriceUnit
from marketplace.web.components.fields import SelectOption
from marketplace.web.pages.ad_form.form import FormPhoto, SpecField
from marketplace.web.pages.ad_form.steps import step_of

# Controls whose values the review shows without a label.
_OWN = ("name", "description")


def make_preview(
    values: Mapping[str, str], photos: Iterable[FormPhoto], categories: Iterable[SelectOption], default_unit: str
) -> AdCard:
    """Return the card of what the form holds; values that are not valid yet are left out."""
    texts = {name: " ".join(values.get(name, "").split()) for name in ("name", "title", "place", "city", "state")}
    category_id = values.get("categoryId", "")
    asked = _paise(values.get("price", ""))
    reduced = apply_discount(asked, read_discount(values.get("discount", "")) or 0)
    unit = _unit(values, default_unit)
    cover = next(iter(photos), None)
    name = texts["name"] or t("Product name")
    return AdCard(
        id="",
        name=name,
        display_name=title_case(name),
        title=texts["title"],
        ad_type=values.get("producttype", ""),
        seller_id="",
        category_id=category_id,
        category_name=next((each.label for each in categories if each.value == category_id), ""),
        price_paise=reduced,
        asked_paise=asked,
        price_unit=unit,
        **price_texts(reduced, asked, unit),
        location=short_location(texts["place"], texts["city"], texts["state"]),
        age_text=age_text(clock.now()),
        cover=Photo(url=cover.url, width=400, height=300) if cover else None,
    )


class FilledField(View):
    """What a control of the form holds, for the review; `step` is the number of its step."""

    step: int
    label: str
    text: str


def list_filled(values: Mapping[str, str], specs: Iterable[SpecField]) -> list[FilledField]:
    """List what the form holds, without empty controls and those whose texts the review shows by themselves."""
    labels = {
        name: text.label() for name, text in ((each.wire, each) for each in AD_TEXTS.values()) if name not in _OWN
    }
    found = [(name, label, values.get(name, "")) for name, label in (labels | {"discount": t("Discount (%)")}).items()]
    for spec in specs:
        value = values.get(spec.name, "")
        file_name = values.get(f"{spec.name}:name", "")
        found.append(
            (
                spec.name,
                spec.label,
                file_name if value and file_name else format_field(spec.input_type, value, spec.unit),
            )
        )
    return [FilledField(step=step_of(name), label=label, text=text) for name, label, text in found if text]


def _paise(typed: str) -> int | None:
    try:
        return to_paise(typed)
    except Invalid:
        return None


def _unit(values: Mapping[str, str], default_unit: str) -> PriceUnit | None:
    chosen = values.get("priceUnit", "") or default_unit
    is_rental = values.get("producttype", "") in (AdType.RENT, AdType.LEASE)
    return PriceUnit(chosen) if is_rental and chosen in list(PriceUnit) else None
