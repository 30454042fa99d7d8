"""Inputs and read views of assignments, internal notes and canned replies."""

from datetime import datetime

from pydantic import BaseModel, Field

from marketplace.domain.views import View


class AssignmentView(View):
    """Who works on a case."""

    account_id: str
    username: str
    expires_at: datetime = Field(description="when the case becomes free by itself")


class StaffView(View):
    """A moderator or administrator whom a case can be assigned to."""

    account_id: str
    username: str


class NoteView(View):
    """An internal note."""

    id: str
    kind: str = Field(description="ad, account, report, appeal or grievance")
    case_id: str
    author: str = Field(description="username")
    author_id: str
    text: str
    created_at: datetime


class ReplyDraft(BaseModel):
    """A canned reply as submitted."""

    purpose: str = Field("", description="rejection, appeal, grievance or suspension")
    title: str = ""
    text: str = ""


class ReplyView(View):
    """A canned reply."""

    id: str
    purpose: str = Field(description="rejection, appeal, grievance or suspension")
    title: str
    text: str
