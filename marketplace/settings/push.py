"""Notifications in browsers (web push)."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from marketplace.settings import validators


class PushSettings(BaseModel):
    """Notifications in browsers (web push)."""

    vapid_private_key: Annotated[str, AfterValidator(validators.vapid_key)] = Field(
        "",
        description="private key of P-256 in base64url, with which pushes are signed; empty: derived from SECRET_KEY",
    )
    push_services: Annotated[str, AfterValidator(validators.hosts)] = Field(
        "fcm.googleapis.com updates.push.services.mozilla.com push.services.mozilla.com web.push.apple.com "
        "notify.windows.com",
        description="hosts of the push services, with their subdomains, that this server calls; separated by spaces",
    )
    push_subscriptions_max: int = Field(10, description="browsers of one account; above it the oldest one is dropped")
    push_timeout_s: float = Field(
        10.0, description="timeout for connecting to a push service and for its answer, seconds"
    )
    push_keep_hours: int = Field(24, description="push services drop what a browser did not fetch within this")
    push_chat_delay_s: float = Field(
        10.0, description="a message is pushed after this, unless a page of the recipient has received it, seconds"
    )
