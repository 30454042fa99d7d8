"""Read view of what waits for a person."""

from datetime import datetime

from marketplace.domain.views import Photo, View


class WaitingView(View):
    """Something that waits for the reader.

    Attributes:
        kind: a key of `messages.LINES`.
        subject_id: the offer, enquiry, deal, conversation, ad, draft or wanted ad that it is about.
        text: what waits; `action` is what a button says that leads to `link`, a path on this site.
        since: when it began to wait.
        deadline: until when it can be done, in UTC; None without an end.
        deadline_text: e.g. "Answer by tomorrow 18:00"; empty without a deadline.
        ad_id, other_id, other_name: the ad and the other person, empty for none.
        cover: the first photo of the ad.
    """

    kind: str
    subject_id: str
    text: str
    action: str
    link: str
    since: datetime
    deadline: datetime | None
    deadline_text: str
    ad_id: str
    other_id: str
    other_name: str
    cover: Photo | None = None
