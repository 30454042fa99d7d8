"""Builds views of enquiries from rows."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.dates import format_moment
from marketplace.core.money import format_rupees
from marketplace.domain import accounts, ads
from marketplace.domain.addressed_texts import Reader
from marketplace.domain.rentals import lifecycle, local_time, messages, queries
from marketplace.domain.rentals.lifecycle import Side
from marketplace.domain.rentals.schemas import EnquiryView
from marketplace.domain.views import Photo
from marketplace.i18n.texts import t
from marketplace.models import Enquiry, EnquiryStatus
from marketplace.settings import get_settings


def side_of(actor: Actor, enquiry: Enquiry) -> Side | None:
    """The actor's side of the enquiry; None if not a party."""
    if actor.owns(enquiry.buyer_id):
        return Side.BUYER
    return Side.SELLER if actor.owns(enquiry.seller_id) else None


def make_views(db: Session, actor: Actor, rows: Sequence[Enquiry]) -> tuple[EnquiryView, ...]:
    """Build views of enquiries for the actor, with a constant number of queries."""
    if not rows:
        return ()
    ad_ids = {row.ad_id for row in rows}
    names, zones = ads.list_names(db, ad_ids), queries.zones(db, ad_ids)
    people = accounts.people(db, {one for row in rows for one in (row.buyer_id, row.seller_id)})
    emails = queries.emails(db, {row.buyer_id for row in rows if actor.is_staff or actor.owns(row.seller_id)})
    covers = ads.find_covers(db, actor, ad_ids)
    reader = Reader(db, actor)
    return tuple(
        _make_view(
            row,
            reader,
            zones.get(row.ad_id),
            names.get(row.ad_id, ""),
            people,
            emails,
            side_of(actor, row),
            covers.get(row.ad_id),
        )
        for row in rows
    )


def _make_view(
    row: Enquiry,
    reader: Reader,
    zone_name: str | None,
    ad_name: str,
    people: dict[str, accounts.Person],
    emails: dict[str, str],
    side: Side | None,
    cover: Photo | None,
) -> EnquiryView:
    zone = ZoneInfo(zone_name or get_settings().ad_timezone)
    is_over = lifecycle.is_over(row, clock.now())
    return EnquiryView.of(
        row,
        ad_name=ad_name,
        buyer_name=people[row.buyer_id].name,
        buyer_email=emails.get(row.buyer_id, ""),
        seller_name=people[row.seller_id].name,
        timezone=zone.key,
        pickup_text=format_moment(row.pickup_at, zone),
        drop_text=format_moment(row.drop_at, zone),
        created_text=format_moment(row.created_at, zone),
        zone_text=local_time.show_zone(zone),
        quoted_paise=row.quoted_paise,
        quoted_text=_quoted_text(row),
        total_text=format_rupees(row.quoted_paise + (row.deposit_paise or 0)) if row.quoted_paise is not None else "",
        deposit_paise=row.deposit_paise,
        deposit_text=format_rupees(row.deposit_paise),
        answer=reader.text(row),
        warnings=reader.warnings(row, row.answered_by, row),
        # A rental that was picked up or has ended can't be cancelled.
        moves=() if is_over or row.picked_up_at else lifecycle.moves_of(row.status, side),
        picked_up=row.picked_up_at is not None,
        returned=row.returned_at is not None,
        is_over=is_over,
        is_open=row.status is EnquiryStatus.PENDING or lifecycle.next_stage(row, clock.now()) is not None,
        has_record=row.status is EnquiryStatus.ACCEPTED or row.picked_up_at is not None,
        cover=cover,
        decided_at=row.decided_at,
    )


def _quoted_text(row: Enquiry) -> str:
    price, deposit = format_rupees(row.quoted_paise), format_rupees(row.deposit_paise)
    if not deposit:
        return price
    return t(messages.QUOTED_WITH_DEPOSIT if price else messages.QUOTED_DEPOSIT, price=price, deposit=deposit)
