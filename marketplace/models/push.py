"""Browsers that get notifications through their push service."""

from datetime import datetime

from sqlmodel import Field

from marketplace.models.base import Table, created_field, id_field, ref


class PushSubscription(Table, table=True):
    """A browser that gets the notifications of an account (W3C Push API), until the session in it ends."""

    __tablename__ = "push_subscriptions"

    id: str = id_field()
    account_id: str = ref("accounts.id", index=True)
    session_id: str = ref("account_sessions.id", unique=True)
    endpoint: str = Field(max_length=1_000, unique=True, description="URL of the browser at its push service")
    p256dh: str = Field(max_length=87, description="public key of the browser, base64url")
    auth: str = Field(max_length=22, description="secret shared with the browser, base64url")
    created_at: datetime = created_field()
