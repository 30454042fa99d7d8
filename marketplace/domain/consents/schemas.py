"""Read view of consents."""

from datetime import datetime

from marketplace.domain.views import View


class ConsentView(View):
    """A consent as its owner sees it."""

    id: str
    purpose: str
    notice: str
    given_at: datetime
    withdrawn_at: datetime | None = None
