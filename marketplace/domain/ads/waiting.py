"""What the ads of a seller wait for: a change, an answer, a renewal, or the rest of a draft."""

from collections.abc import Mapping
from datetime import timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.text import clean_line, shorten
from marketplace.domain.ads import asking, queries, table_queries
from marketplace.domain.ads.messages import UNTITLED
from marketplace.domain.waiting_rows import MOST, WaitingRow
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.settings import get_settings

_TABLE = "/seller/ads"
# What is typed in a form is stored as it is.
_TITLE = 80


def list_waiting(db: Session, actor: Actor) -> list[WaitingRow]:
    """List the caller's rejected ads and changes, unanswered questions about quiet ads, expiring ads, and drafts.

    An ad whose seller was asked is not listed as expiring: the answer comes first.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    account_id = actor.require()
    if actor.kind is not AccountKind.SELLER:
        return []
    rejected = _list_rejected(db, account_id)
    rejected_ids = {row.ad_id for row in rejected}
    return [
        *rejected,
        *_list_quiet(db, account_id),
        *_list_expiring(db, account_id),
        # What was begun after a rejection is the change that it waits for.
        *(row for row in _list_drafts(db, account_id) if row.ad_id not in rejected_ids),
    ]


def _list_rejected(db: Session, seller_id: str) -> list[WaitingRow]:
    return [
        WaitingRow(
            kind="change_rejected" if ad.live_version_id else "ad_rejected",
            subject_id=ad.id,
            link=f"/seller/edit/product/{ad.id}",
            since=version.decided_at or ad.updated_at,
            ad_id=ad.id,
        )
        for ad, version in table_queries.list_rejected_of(db, seller_id, MOST)
    ]


def _list_quiet(db: Session, seller_id: str) -> list[WaitingRow]:
    settings = get_settings()
    answer_within = timedelta(days=settings.ad_quiet_expiry_days - settings.ad_ask_days)
    return [
        WaitingRow(
            kind="ad_quiet",
            subject_id=ad.id,
            link=asking.link_of(ad),
            since=ad.asked_at,
            deadline=min(filter(None, (ad.asked_at + answer_within, ad.expires_at))),
            ad_id=ad.id,
        )
        for ad in queries.list_quiet_of(db, seller_id, MOST)
        if ad.asked_at is not None
    ]


def _list_expiring(db: Session, seller_id: str) -> list[WaitingRow]:
    until = clock.now() + timedelta(days=get_settings().expiry_reminder_days)
    return [
        WaitingRow(
            kind="ad_expiring",
            subject_id=ad.id,
            link=f"{_TABLE}?renew={ad.id}",
            since=ad.expiry_reminded_at or ad.approved_at or ad.created_at,
            deadline=ad.expires_at,
            ad_id=ad.id,
        )
        for ad in queries.list_expiring_of(db, seller_id, until, MOST)
    ]


def _list_drafts(db: Session, seller_id: str) -> list[WaitingRow]:
    return [
        WaitingRow(
            kind="draft_change" if draft.ad_key else "draft",
            subject_id=draft.id,
            link=f"/seller/edit/product/{draft.ad_key}" if draft.ad_key else "/seller/create/products",
            since=draft.updated_at,
            ad_id=draft.ad_key,
            values={"title": _title_of(draft.content.get("values", {}))},
        )
        for draft in queries.list_drafts(db, seller_id, MOST)
    ]


def _title_of(values: Mapping[str, object]) -> str:
    return shorten(clean_line(str(values.get("name", ""))), _TITLE) or t(UNTITLED)
