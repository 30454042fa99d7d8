"""One ad."""

from sqlmodel import Session

from marketplace.actor import ANONYMOUS
from marketplace.documents import addresses, schema_org
from marketplace.documents.document import Asked, Document
from marketplace.documents.pages.listings import type_label
from marketplace.domain import ads, search
from marketplace.domain.ads.schemas import AdDetail
from marketplace.texts import t

_RELATED = 4


def show(db: Session, asked: Asked) -> Document:
    """An ad that is live or was sold lately.

    Raises:
        NotFound, Gone: as `ads.get`.
    """
    ad = ads.get(db, ANONYMOUS, asked.values["ad_id"])
    path = addresses.ad(ad.id)
    steps = [
        (t("Home"), "/"),
        (type_label(ad.ad_type), addresses.listing(ad.ad_type)),
        (ad.category_name, addresses.category(ad.category_id)),
        (ad.name, path),
    ]
    description = describe(ad)
    return Document(
        title=_title(ad),
        description=description,
        path=path,
        kind="product",
        image=ad.images[0] if ad.images else None,
        data=(schema_org.product(ad, description), schema_org.breadcrumbs(steps)),
        template="ad.html",
        values={"ad": ad, "steps": steps, "related": search.related(db, ANONYMOUS, ad.id, limit=_RELATED)},
    )


def _title(ad: AdDetail) -> str:
    parts = [ad.name, ad.price_text, t("in {city}", city=ad.city) if ad.city else ""]
    return " ".join(part for part in parts if part)


def describe(ad: AdDetail) -> str:
    """A paragraph about the ad: its own words, else what is known of it."""
    own = ad.short_description or ad.description
    if own:
        return own
    return ", ".join(part for part in (ad.title or ad.name, ad.category_name, ad.price_text, ad.location) if part)
