"""Input and read views of grievances."""

from datetime import datetime

from pydantic import BaseModel, Field

from marketplace.domain.views import View


class GrievanceDraft(BaseModel):
    """A grievance as submitted."""

    kind: str = Field("", description="a key of `messages.KINDS`; empty means other")
    name: str = ""
    email: str = Field("", description="where the answer goes; the account's if the caller is signed in")
    about: str = Field("", description="address of the page, or what it is about")
    text: str = ""


class Receipt(View):
    """The acknowledgement that the complainant gets: reference and deadlines."""

    reference: str
    acknowledge_by: datetime
    resolve_by: datetime


class Officer(View):
    """The grievance officer, as the settings name them."""

    name: str
    email: str
    phone: str = ""
    address: str = ""


class GrievanceView(View):
    """A grievance for admins."""

    id: str
    reference: str
    kind: str
    kind_text: str
    name: str
    email: str
    username: str = Field("", description="of the account that filed it; empty for an anonymous complainant")
    about: str
    text: str
    status: str = Field(description="open or resolved")
    acknowledge_by: datetime
    resolve_by: datetime
    overdue: bool = Field(description="open after its deadline")
    note: str = ""
    resolved_by: str = Field("", description="username of the admin")
    resolved_at: datetime | None = None
    created_at: datetime
    assigned_to: str = Field("", description="username of the moderator who works on it")
    assigned_to_id: str = ""
