"""A breach as the operator describes it, and what is made of it."""

from datetime import date, datetime

from pydantic import BaseModel, ConfigDict, Field

from marketplace.domain.views import View

_MOST = 2_000


class Between(BaseModel):
    """Accounts with a session between two days, both included."""

    model_config = ConfigDict(extra="forbid")

    first: date
    last: date


class BreachDraft(BaseModel):
    """The description of a breach: what rule 7(1) of the DPDP Rules asks to tell the affected people, and who they are."""

    model_config = ConfigDict(extra="forbid")

    noticed_at: datetime = Field(description="when the site noticed it; without an offset in the site's time zone")
    nature: str = Field(min_length=1, max_length=_MOST, description="what happened")
    extent: str = Field(min_length=1, max_length=_MOST, description="which data, of how many people")
    timing: str = Field(min_length=1, max_length=_MOST, description="when it happened")
    location: str = Field(min_length=1, max_length=_MOST, description="where, in which systems")
    consequences: str = Field(min_length=1, max_length=_MOST, description="what may follow for the person")
    measures: str = Field(min_length=1, max_length=_MOST, description="what was done against it")
    advice: str = Field(min_length=1, max_length=_MOST, description="what the person can do")
    contact: str = Field(min_length=1, max_length=300, description="who answers questions")
    everybody: bool = Field(False, description="whether all accounts are affected")
    accounts: list[str] = Field(default=[], max_length=10_000, description="ids of affected accounts")
    active: Between | None = None


class Preview(View):
    """What sending would do.

    Attributes:
        told: the number of accounts that were told before.
        notice: the mail to each account.
        board, cert_in: drafts for the authorities.
    """

    accounts: int
    told: int
    subject: str
    notice: str
    board: str
    cert_in: str
