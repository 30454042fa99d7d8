"""Ads side by side."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from itertools import chain

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Gone, NotFound
from marketplace.domain.ads import service
from marketplace.domain.ads.schemas import AdCard, AdDetail
from marketplace.domain.ages import age_text
from marketplace.domain.views import PhotoSizes, View
from marketplace.i18n.texts import t
from marketplace.models import InputType

COMPARED_MAX = 4


class ComparedAd(View):
    """The head of a column."""

    id: str
    display_name: str
    ad_type: str
    status: str
    reserved_until: datetime | None
    amount_text: str
    unit_text: str
    asked_text: str
    cover: PhotoSizes | None


class ComparedFact(View):
    """A row: one text for each ad, empty where the ad does not say it.

    Attributes:
        differs: whether the ads don't all say the same.
    """

    label: str
    texts: tuple[str, ...]
    differs: bool


class Comparison(View):
    """Ads in the order in which they were asked for, and the rows below them."""

    ads: tuple[ComparedAd, ...] = ()
    facts: tuple[ComparedFact, ...] = ()


def compare(db: Session, actor: Actor, ad_ids: Sequence[str]) -> Comparison:
    """Compare the first four of these ads, without those that the actor can't see."""
    found: list[AdDetail] = []
    for ad_id in list(dict.fromkeys(ad_ids))[:COMPARED_MAX]:
        with suppress(NotFound, Gone):
            found.append(service.get(db, actor, ad_id))
    fields = [_list_fields(ad) for ad in found]
    rows = [
        (t("Place"), [ad.location for ad in found]),
        *((label, [own.get(label, "") for own in fields]) for label in dict.fromkeys(chain.from_iterable(fields))),
        (t("Seller"), [ad.seller_name for ad in found]),
        (t("Posted"), [age_text(ad.published_at) for ad in found]),
    ]
    return Comparison(
        ads=tuple(ComparedAd.of(ad, cover=next(iter(ad.images), None)) for ad in found),
        facts=tuple(
            ComparedFact(label=label, texts=tuple(texts), differs=len(set(texts)) > 1)
            for label, texts in rows
            if any(texts)
        ),
    )


def list_alike(cards: Sequence[AdCard]) -> list[str]:
    """Return the ids of the first card and of the next ones of its category and subcategory, as many as can be compared."""
    kinds = [(card.category_id, card.subcategory_id) for card in cards]
    return [card.id for card, kind in zip(cards, kinds, strict=True) if kind == kinds[0]][:COMPARED_MAX]


def _list_fields(ad: AdDetail) -> dict[str, str]:
    return {field.label: field.text for field in ad.fields if field.input_type != InputType.FILE and field.text}
