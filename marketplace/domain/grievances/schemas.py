"""Input and read views of grievances."""

from datetime import datetime

from pydantic import BaseModel, Field

from marketplace.domain.views import View


class GrievanceDraft(BaseModel):
    """A grievance as submitted."""

    kind: str = Field("", description="a key of `messages.KINDS`; empty means other")
    name: str = ""
    email: str = Field("", description="where the answer goes; the account's if the caller is signed in")
    behalf_of: str = Field("", description="the person for whom somebody else complains")
    about: str = Field("", description="address of the page, or what it is about")
    text: str = ""


class OrderDraft(BaseModel):
    """An order of a court or authority, as staff enters it."""

    kind: str = Field("", description="order or assistance; empty means order")
    authority: str = ""
    authority_reference: str = Field("", description="the number of the order")
    legal_basis: str = ""
    received_at: str = Field("", description="ISO 8601; without an offset in the site's time zone; empty means now")
    about: str = Field("", description="addresses of ads or sellers")
    text: str = Field("", description="what the order asks for")
    email: str = Field("", description="of the authority, for the acknowledgement and the answer")


class Receipt(View):
    """The acknowledgement that the complainant gets: reference and deadlines."""

    reference: str
    kind_text: str
    time: str = Field(description="time to resolve it, such as 36 hours")
    acknowledge_by: datetime
    resolve_by: datetime


class Officer(View):
    """The grievance officer, as the settings name them."""

    name: str
    email: str
    phone: str = ""
    address: str = ""


class Target(View):
    """An ad or account of this site that an address in a grievance names."""

    kind: str = Field(description="ad or account")
    id: str
    name: str
    held_until: datetime | None = Field(None, description="a copy of the removed ad is kept until then")


class GrievanceView(View):
    """A grievance for admins."""

    id: str
    reference: str
    kind: str
    kind_text: str
    rule: str = Field(description="of the IT Rules, which sets the deadline")
    name: str
    behalf_of: str
    authority_reference: str
    legal_basis: str
    email: str
    username: str = Field("", description="of the account that filed it; empty for an anonymous complainant")
    account_id: str = ""
    about: str
    targets: tuple[Target, ...] = ()
    text: str
    status: str = Field(description="open or resolved")
    acknowledge_by: datetime
    resolve_by: datetime
    overdue: bool = Field(description="open after its deadline")
    note: str = ""
    resolved_by: str = Field("", description="username of the admin")
    resolved_by_id: str = ""
    resolved_at: datetime | None = None
    created_at: datetime
    assigned_to: str = Field("", description="username of the moderator who works on it")
    assigned_to_id: str = ""
