"""Records which version of an ad each admin read last."""

from collections.abc import Sequence

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.db.upsert import insert_or_update
from marketplace.domain.ads.schemas import AdDetail
from marketplace.models import AccountKind, AdRead


def record_reads(db: Session, actor: Actor, shown: Sequence[AdDetail]) -> None:
    """Record the versions shown to an admin, for decisions that name no version.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    admin_id = actor.require(AccountKind.ADMIN)
    statement = insert_or_update(db, AdRead)
    upsert = statement.on_conflict_do_update(
        index_elements=["admin_id", "ad_id"], set_={"version": statement.excluded.version}
    )
    # A fixed order prevents deadlocks between parallel requests of one admin.
    read = sorted({ad.id: ad.version for ad in shown}.items())
    db.execute(upsert, [{"admin_id": admin_id, "ad_id": ad_id, "version": version} for ad_id, version in read])


def find_last_read(db: Session, actor: Actor, ad_id: str) -> int | None:
    """Number of the version the actor read last; None if there is none."""
    row = db.get(AdRead, (actor.account_id, ad_id))
    return row.version if row else None
