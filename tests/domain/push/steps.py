"""Steps that the tests of pushes share."""

from datetime import timedelta

from sqlmodel import Session, select

from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.domain import push
from marketplace.models import Account, AccountSession, PushSubscription
from tests import factories
from tests.push_service import Browser


def signed_in(db: Session, account: Account) -> Actor:
    """Start a session; returns the caller of domain functions."""
    expires_at = clock.now() + timedelta(hours=12)
    session = AccountSession(account_id=account.id, token_hash=ids.hash_token(ids.new_token()), expires_at=expires_at)
    factories.save(db, session)
    return factories.actor(account, session_id=session.id)


def subscribe(db: Session, actor: Actor, browser: Browser) -> bool:
    """Turn the notifications of a browser on."""
    is_new = push.subscribe(db, actor, push.PushDraft(endpoint=browser.endpoint, **browser.keys))
    db.commit()
    return is_new


def endpoints(db: Session) -> list[str]:
    """List the endpoints of all subscriptions."""
    return list(db.exec(select(PushSubscription.endpoint).order_by(PushSubscription.id)))
