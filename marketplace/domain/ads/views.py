"""Builds views of ads from rows, with a constant number of queries for each batch."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.money import apply_discount, group_indian
from marketplace.domain import ad_texts, display_names, media, price_units
from marketplace.domain.ads import detail_queries, file_queries, queries
from marketplace.domain.ads.detail_queries import DetailRow
from marketplace.domain.ads.next_step import find_next_step, is_quiet
from marketplace.domain.ads.pending_changes import list_changes
from marketplace.domain.ads.schemas import AdCard, AdDetail, AdRow, FieldValue, PendingChange
from marketplace.domain.ads.visibility import is_insider
from marketplace.domain.ages import age_text, is_new
from marketplace.domain.field_texts import format_field
from marketplace.domain.places import round_to_map
from marketplace.domain.views import Photo
from marketplace.models import AccountKind, Ad, AdStatus, AdVersion, InputType, QuietStage, Review

Pair = tuple[Ad, AdVersion]


def reserved_until(until: datetime | None) -> datetime | None:
    """The end of a reservation; None once it is over, even if no job has ended it yet."""
    return until if until is not None and until > clock.now() else None


def details(db: Session, actor: Actor, version_ids: Sequence[str]) -> list[AdDetail]:
    """Build the full views of ads for the actor, from these versions."""
    if not version_ids:
        return []
    found = detail_queries.list_details(db, version_ids)
    return details_of(db, actor, [found[version_id] for version_id in version_ids])


def details_of(db: Session, actor: Actor, shown: Sequence[DetailRow]) -> list[AdDetail]:
    """Like `details`, from rows of `detail_queries.find_shown`."""
    images, fields = _attachments(db, actor, shown)
    saved = _list_saved_ids(db, actor, [row.id for row in shown])
    changes = list_changes(
        db, [(row.status, row.live_version_id, row.version_id) for row in shown if is_insider(actor, row)]
    )
    return [
        _detail(
            actor,
            row,
            tuple(images[row.version_id]),
            tuple(fields[row.version_id]),
            saved=row.id in saved,
            change=changes.get(row.version_id),
        )
        for row in shown
    ]


def _detail(
    actor: Actor,
    row: DetailRow,
    images: tuple[Photo, ...],
    fields: tuple[FieldValue, ...],
    *,
    saved: bool,
    change: PendingChange | None,
) -> AdDetail:
    insider = is_insider(actor, row)
    rejected = insider and row.review is Review.REJECTED
    return AdDetail(
        id=row.id,
        **ad_texts.values_of(row),
        price_paise=price_paise(row),
        asked_paise=row.price_paise,
        price_unit=row.price_unit,
        **_price_texts(row),
        discount_percent=row.discount_basis_points / 100,
        ad_type=row.ad_type.value,
        status=row.status.value,
        note=row.note if rejected else "",
        reason_code=row.reason_code if rejected else "",
        category_id=row.category_id,
        category_name=row.category_name,
        subcategory_id=row.subcategory_id or "",
        subcategory_name=row.subcategory_name or "",
        location=display_names.location(row.place, row.city, row.state),
        latitude=row.latitude if insider else round_to_map(row.latitude),
        longitude=row.longitude if insider else round_to_map(row.longitude),
        seller_id=row.seller_id,
        seller_name=display_names.of_names(row.shop_name, row.seller_name),
        images=images,
        ai_made=any(photo.ai_made for photo in images),
        fields=fields,
        featured=row.featured,
        reserved_until=reserved_until(row.reserved_until),
        paused_until=row.paused_until,
        confirmed_at=row.confirmed_at,
        is_new=is_new(row.first_approved_at),
        saved=saved,
        mine=actor.owns(row.seller_id),
        takes_calls=row.takes_calls and bool(row.phone),
        version=row.number,
        checked=row.review is Review.APPROVED and row.decided_at is not None,
        change=change,
        created_at=row.created_at,
        updated_at=row.updated_at,
        published_at=row.first_approved_at,
        sold_at=row.sold_at,
        expires_at=row.expires_at,
    )


def cards(
    db: Session, actor: Actor, pairs: Sequence[Pair], categories: Mapping[str, str] | None = None
) -> list[AdCard]:
    """Build the cards of ads, from these versions.

    Args:
        categories: their names by id, if they are loaded already.
    """
    if not pairs:
        return []
    covers = cover_photos(db, [version.id for _, version in pairs])
    categories = categories or queries.list_categories(db, [version.category_id for _, version in pairs])
    saved = _list_saved_ids(db, actor, [ad.id for ad, _ in pairs])
    made = []
    for ad, version in pairs:
        card = AdCard(
            id=ad.id,
            name=version.name,
            display_name=display_names.title_case(version.name),
            title=version.title,
            ad_type=version.ad_type.value,
            status=ad.status.value,
            seller_id=ad.seller_id,
            category_id=version.category_id,
            category_name=categories[version.category_id],
            subcategory_id=version.subcategory_id or "",
            price_paise=price_paise(version),
            asked_paise=version.price_paise,
            price_unit=version.price_unit,
            **_price_texts(version),
            discount_percent=version.discount_basis_points / 100,
            location=display_names.short_location(version.place, version.city, version.state),
            city=version.city,
            state=version.state,
            place=version.place,
            cover=covers.get(version.id),
            featured=ad.featured,
            reserved_until=reserved_until(ad.reserved_until),
            paused_until=ad.paused_until,
            unconfirmed=ad.status is AdStatus.APPROVED and ad.quiet_stage >= QuietStage.DIMMED,
            is_new=is_new(ad.first_approved_at),
            saved=ad.id in saved,
            published_at=ad.first_approved_at,
            age_text=age_text(ad.first_approved_at),
        )
        made.append(card)
    return made


def rows(db: Session, pairs: Sequence[Pair]) -> list[AdRow]:
    """Build the table rows of a seller's ads from their submitted versions."""
    if not pairs:
        return []
    changes = list_changes(db, [(ad.status, ad.live_version_id, version.id) for ad, version in pairs])
    notes = {ad.id: version.note for ad, version in pairs if version.review is Review.REJECTED}
    live = queries.list_versions(db, [ad.live_version_id for ad, version in pairs if version.id in changes])
    changed = {ad.id: changes[version.id] for ad, version in pairs if version.id in changes}
    pairs = [(ad, live.get(ad.live_version_id or "", version)) for ad, version in pairs]
    covers = cover_photos(db, [version.id for _, version in pairs])
    categories = queries.list_categories(db, [version.category_id for _, version in pairs])
    sellers = queries.list_sellers(db, [ad.seller_id for ad, _ in pairs])
    counted = queries.count_views_and_saves(db, [ad.id for ad, _ in pairs])
    return [
        AdRow(
            id=ad.id,
            name=version.name,
            title=version.title,
            ad_type=version.ad_type.value,
            status=ad.status.value,
            note=notes.get(ad.id, ""),
            change=changed.get(ad.id),
            category_name=categories[version.category_id],
            **_price_texts(version),
            price_paise=price_paise(version),
            price_unit=version.price_unit,
            cover=covers.get(version.id),
            featured=ad.featured,
            reserved_until=reserved_until(ad.reserved_until),
            paused_until=ad.paused_until,
            quiet=is_quiet(ad),
            views_text=group_indian(counted[ad.id][0]),
            saves_text=group_indian(counted[ad.id][1]),
            next_step=find_next_step(ad, version),
            seller_id=ad.seller_id,
            seller_name=display_names.of_account(sellers[ad.seller_id]),
            version=version.number,
            created_at=ad.created_at,
            waiting_since=ad.review_waiting_since,
        )
        for ad, version in pairs
    ]


def price_paise(version: AdVersion | DetailRow) -> int | None:
    """The version's price after its discount."""
    return apply_discount(version.price_paise, version.discount_basis_points)


def _price_texts(version: AdVersion | DetailRow) -> price_units.PriceTexts:
    return price_units.price_texts(price_paise(version), version.price_paise, version.price_unit)


def _list_saved_ids(db: Session, actor: Actor, ad_ids: Sequence[str]) -> set[str]:
    if actor.kind is not AccountKind.BUYER or actor.account_id is None:
        return set()
    return queries.list_saved(db, actor.account_id, ad_ids)


def cover_photos(db: Session, version_ids: Sequence[str]) -> dict[str, Photo]:
    """Return the first photo of each of these versions, by version id."""
    return {row.version_id: media.to_photo(row) for row in queries.list_cover_photos(db, version_ids)}


def _attachments(
    db: Session, actor: Actor, shown: Sequence[DetailRow]
) -> tuple[dict[str, list[Photo]], dict[str, list[FieldValue]]]:
    images: dict[str, list[Photo]] = defaultdict(list)
    fields: dict[str, list[FieldValue]] = defaultdict(list)
    rows = detail_queries.list_attachments(db, [ad.version_id for ad in shown])
    ads = {ad.version_id: ad for ad in shown}
    private = {ads[row.version_id].id for row in rows if row.id and not row.is_public}
    bought = file_queries.list_bought(db, actor.account_id, private) if actor.account_id and private else set()
    for row in rows:
        if row.is_photo:
            images[row.version_id].append(media.to_photo(row))
            continue
        if row.input_type == InputType.FILE and row.id is None:
            continue
        ad = ads[row.version_id]
        withheld = bool(row.id) and not (row.is_public or is_insider(actor, ad) or ad.id in bought)
        file = media.to_file(row) if row.id and not withheld else None
        fields[row.version_id].append(
            FieldValue(
                field_ref=row.field_id,
                label=row.label,
                input_type=row.input_type,
                value=file.url if file else row.text,
                text=format_field(row.input_type, row.text, row.unit),
                unit=row.unit,
                file_name=file.name if file else "",
                withheld=withheld,
            )
        )
    return images, fields
