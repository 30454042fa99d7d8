"""Read views of signals about an ad and of accounts linked with its seller."""

from pydantic import Field

from marketplace.domain.views import View


class Signal(View):
    """A reason to look at an ad more closely. It never decides anything by itself."""

    code: str = Field(
        description="fraud_photo, same_photo, fraud_text, same_text, new_account, contact_in_text, price or unread"
    )
    weight: float = Field(description="strength of the evidence, from 0 to 1")
    text: str = Field(description="one sentence for the moderator")
    ad_id: str = Field(default="", description="the other ad that it is about")


class LinkFact(View):
    """What links two accounts."""

    text: str
    ad_id: str = Field(default="", description="the other account's ad that it is about")


class LinkedAccount(View):
    """An account that may belong to the same person."""

    account_id: str
    kind: str = Field(description="buyer or seller")
    name: str
    username: str
    status: str
    facts: tuple[LinkFact, ...]
