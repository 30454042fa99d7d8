"""Read views of the outbox for admins."""

from datetime import datetime

from pydantic import Field

from marketplace.domain.views import View


class TroubledMail(View):
    """An unsent mail that failed at least once; its text is not shown."""

    id: str
    to: str
    subject: str
    purpose: str
    attempts: int
    last_error: str
    given_up: bool = Field(description="no further try will be made by itself")
    next_try_at: datetime
    created_at: datetime
