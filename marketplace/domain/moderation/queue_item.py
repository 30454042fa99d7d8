"""One ad in the moderation queue, with the information needed to decide it."""

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.domain import accounts, ads, cases, display_names, media
from marketplace.domain.moderation import queries
from marketplace.domain.moderation.comparison import compare
from marketplace.domain.moderation.reports import list_newest_on
from marketplace.domain.moderation.schemas import Change, Decision, QueueItem, SellerHistory
from marketplace.domain.moderation.signals import list_linked_accounts, list_signals
from marketplace.models import Ad, CaseKind, ReportTarget, Review

# Versions that are listed with the decisions on them.
_MOST_VERSIONS = 50


def get_queue_item(db: Session, actor: Actor, ad_id: str) -> QueueItem:
    """Return an ad's submitted version, its changes, and its seller's history.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound, Gone: no such ad, or a deleted one.
    """
    shown = ads.get_for_review(db, actor, ad_id)
    ad = queries.get_ad(db, ad_id)
    rejected = queries.find_rejected_before(db, ad)
    return QueueItem(
        ad=shown,
        waiting=ad.review_waiting_since is not None,
        waiting_since=ad.review_waiting_since,
        resubmitted=ad.review_resubmitted,
        changes=_changes(db, ad.live_version_id, ad),
        rejected_version=rejected.number if rejected else None,
        changes_since_rejection=_changes(db, rejected.id if rejected else None, ad),
        decisions=_decisions(db, ad_id),
        seller=_history(db, ad.seller_id),
        reports=list_newest_on(db, actor, ReportTarget.AD, ad_id),
        signals=list_signals(db, actor, [ad_id], only_waiting=False).get(ad_id, ()),
        linked_accounts=list_linked_accounts(db, actor, ad_id),
        **cases.named(cases.list_assignments(db, actor, CaseKind.AD, [ad_id]).get(ad_id)),
    )


def _changes(db: Session, earlier_id: str | None, ad: Ad) -> tuple[Change, ...]:
    """Compare the submitted version with an earlier one; none if there is no earlier one."""
    if not earlier_id or not ad.submitted_version_id or earlier_id == ad.submitted_version_id:
        return ()
    earlier = queries.get_contents(db, earlier_id)
    submitted = queries.get_contents(db, ad.submitted_version_id)
    return compare(earlier, submitted, media.photos_of(db, {*earlier.image_ids, *submitted.image_ids}))


def _decisions(db: Session, ad_id: str) -> tuple[Decision, ...]:
    return tuple(
        Decision(
            number=version.number,
            review=version.review,
            reason_code=version.reason_code,
            note=version.note if version.review is Review.REJECTED else "",
            decided_by=version.decided_by or "",
            decided_by_id=version.decided_by_id or "",
            decided_at=version.decided_at,
            submitted_at=version.created_at,
        )
        for version in queries.list_versions(db, ad_id, _MOST_VERSIONS)
    )


def _history(db: Session, seller_id: str) -> SellerHistory:
    account = accounts.get_account(db, seller_id)
    reports, open_reports = queries.count_reports_on(db, seller_id)
    return SellerHistory(
        account_id=account.id,
        username=account.username,
        name=display_names.of_account(account),
        status=account.status,
        joined_at=account.created_at,
        days=(clock.now() - account.created_at).days,
        ads=queries.count_ads(db, seller_id),
        rejections=queries.count_rejections(db, seller_id),
        reports=reports,
        open_reports=open_reports,
    )
