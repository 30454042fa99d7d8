"""Turning notifications on and off in a browser."""

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, NotSignedIn
from marketplace.domain import consents
from marketplace.domain.locks import lock_account
from marketplace.domain.push import messages, queries, rules
from marketplace.domain.push.schemas import PushDraft, PushStatus
from marketplace.i18n.texts import t
from marketplace.integrations import web_push
from marketplace.models import ConsentPurpose, ConsentWay, PushSubscription
from marketplace.settings import get_settings


def get_status(db: Session, actor: Actor) -> PushStatus:
    """Return the key that browsers subscribe with, and whether the caller's session has subscribed; for anyone."""
    subscribed = actor.session_id is not None and queries.is_subscribed(db, actor.session_id)
    return PushStatus(public_key=web_push.get_public_key(), subscribed=subscribed)


def subscribe(db: Session, actor: Actor, draft: PushDraft) -> bool:
    """Notify the caller in a browser, instead of an earlier one of the session, until that ends; False if it had this
    subscription already.

    Above PUSH_SUBSCRIPTIONS_MAX of the account, the oldest subscription ends.

    Raises:
        NotSignedIn: no session.
        Invalid: the endpoint is not at a known push service, or the keys are invalid.
        Conflict: another account has the endpoint, and the secret differs. With the secret it is the same browser, which
            somebody else used before.
    """
    account_id = actor.require()
    if actor.session_id is None:
        raise NotSignedIn
    draft = rules.check_draft(draft)
    lock_account(db, account_id)
    known = queries.find_by_endpoint(db, draft.endpoint)
    if known and not actor.owns(known.account_id) and not ids.constant_time_equal(known.auth, draft.auth):
        raise Conflict(t(messages.TAKEN))
    is_new = known is None or known.session_id != actor.session_id
    queries.delete_same(db, draft.endpoint, actor.session_id)
    try:
        with db.begin_nested():
            db.add(PushSubscription(account_id=account_id, session_id=actor.session_id, **draft.model_dump()))
    except IntegrityError:
        # Another account has subscribed with the same browser at the same moment.
        raise Conflict(t(messages.TAKEN)) from None
    consents.give(db, ConsentPurpose.PUSH, ConsentWay.SETTINGS, account_id=account_id)
    queries.delete_oldest(db, account_id, keep=get_settings().push_subscriptions_max)
    return is_new


def unsubscribe(db: Session, actor: Actor, endpoint: str) -> None:
    """Stop notifications in one of the caller's browsers. Does nothing if the caller has no such subscription.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    account_id = actor.require()
    queries.delete_own(db, account_id, endpoint)
    if not queries.list_ids(db, account_id):
        consents.withdraw(db, ConsentPurpose.PUSH, account_id=account_id)
