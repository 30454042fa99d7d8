"""What the outbox looks like to admins."""

from datetime import datetime

from pydantic import Field

from marketplace.domain.views import View


class TroubledMail(View):
    """A mail that failed at least once and is not sent yet; its text stays unread."""

    id: str
    to: str
    subject: str
    purpose: str
    attempts: int
    last_error: str
    given_up: bool = Field(description="no further try will be made by itself")
    next_try_at: datetime
    created_at: datetime
