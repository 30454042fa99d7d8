"""/api/admin/assignments, /api/admin/notes, /api/admin/replies"""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import schemas
from marketplace.api.dependencies import ONCE, DispatcherDep, clean_param
from marketplace.api.operations import Operation
from marketplace.api.responses import Changed, Data, MessageResponse, ok, returns
from marketplace.domain import cases
from marketplace.domain.cases import ReplyDraft, messages
from marketplace.i18n.texts import t

router = APIRouter(prefix="/admin", tags=["admin: cases"], route_class=Operation)

_KINDS = "product, report, appeal or grievance"
_KINDS_OF_NOTES = "product, account, report, appeal or grievance"
_PURPOSES = "rejection, appeal, grievance or suspension"


class AssignmentBody(schemas.Body):
    """A case to take."""

    kind: str = Field("", examples=["report"], description=_KINDS)
    id: str = Field("", alias="_id", examples=[schemas.EXAMPLE_ID])
    account_id: str = Field(
        "", examples=[schemas.EXAMPLE_ID], description="of another moderator; for administrators only"
    )


class AssignmentOut(schemas.Out):
    """Who works on a case."""

    account_id: str = Field(examples=[schemas.EXAMPLE_ID])
    username: str = Field(examples=["mina"])
    expires_at: schemas.Timestamp = Field(description="when the case becomes free by itself")


class NoteBody(schemas.Body):
    """A note on a case."""

    kind: str = Field("", examples=["account"], description=_KINDS_OF_NOTES)
    id: str = Field("", alias="_id", examples=[schemas.EXAMPLE_ID])
    text: str = Field("", examples=["Called the seller, who sends the bill."], description="at most 2,000 characters")


class NoteOut(schemas.Out):
    """An internal note."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    author: str = Field(examples=["mina"])
    text: str
    created_at: schemas.Timestamp


class ReplyBody(schemas.Body):
    """A canned reply."""

    purpose: str = Field("", examples=["rejection"], description=_PURPOSES)
    title: str = Field("", examples=["Photos of another item"])
    text: str = Field("", examples=["Please add your own photos of this item."])

    def draft(self) -> ReplyDraft:
        """Return the draft for the domain."""
        return ReplyDraft(purpose=self.purpose, title=self.title, text=self.text)


class ReplyOut(schemas.Out):
    """A canned reply."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    purpose: str = Field(examples=["rejection"], description=_PURPOSES)
    title: str
    text: str


ReplyResponse = Changed[ReplyOut]


@router.post(
    "/assignments", summary="Assign a case", responses=returns(Changed[AssignmentOut], 401, 403, 404, 409, 422)
)
def assign(body: AssignmentBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Assigns an open case to the caller for a time. 409 if somebody else has it; an administrator may name another moderator."""
    made = dispatcher.execute(cases.assign, _kind(body.kind), body.id, account_id=body.account_id)
    return ok(message=t(messages.ASSIGNED_TO, name=made.username), data=AssignmentOut.dump(made))


@router.delete(
    "/assignments/{kind}/{case_id}", summary="Release a case", responses=returns(MessageResponse, 401, 403, 422)
)
def release(kind: str, case_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Makes a case free again. Cases of others only by administrators."""
    dispatcher.execute(cases.release, _kind(kind), case_id)
    return ok(message=t(messages.RELEASED))


@router.get(
    "/notes", summary="List the internal notes on a case", responses=returns(Data[list[NoteOut]], 401, 403, 422)
)
def list_notes(
    dispatcher: DispatcherDep,
    kind: Annotated[str, Query(description=_KINDS_OF_NOTES)] = "",
    id: Annotated[str, Query(alias="_id")] = "",
) -> JSONResponse:
    """Lists the notes that moderators wrote, newest first."""
    notes = dispatcher.query(cases.list_notes, (_kind(clean_param(kind)), clean_param(id)))
    return ok(data=[NoteOut.dump(note) for note in notes])


@router.post(
    "/notes",
    status_code=201,
    summary="Add an internal note",
    dependencies=ONCE,
    responses=returns(Changed[NoteOut], 401, 403, 404, 422, status=201),
)
def add_note(body: NoteBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Adds a note for other moderators."""
    note = dispatcher.execute(cases.add_note, _kind(body.kind), body.id, body.text)
    return ok(201, message=t(messages.NOTE_ADDED), data=NoteOut.dump(note))


@router.get("/replies", summary="List canned replies", responses=returns(Data[list[ReplyOut]], 401, 403, 422))
def list_replies(dispatcher: DispatcherDep, purpose: Annotated[str, Query(description=_PURPOSES)] = "") -> JSONResponse:
    """Lists the texts for decisions and answers."""
    replies = dispatcher.query(cases.list_replies, purpose=clean_param(purpose))
    return ok(data=[ReplyOut.dump(reply) for reply in replies])


@router.post(
    "/replies",
    status_code=201,
    summary="Create a canned reply",
    dependencies=ONCE,
    responses=returns(ReplyResponse, 401, 403, 422, status=201),
)
def create_reply(body: ReplyBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Creates a reply at the end of the order. For administrators only."""
    reply = dispatcher.execute(cases.create_reply, body.draft())
    return ok(201, message=t(messages.REPLY_SAVED), data=ReplyOut.dump(reply))


@router.put(
    "/replies/{reply_id}", summary="Change a canned reply", responses=returns(ReplyResponse, 401, 403, 404, 422)
)
def update_reply(reply_id: str, body: ReplyBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Replaces a reply. For administrators only."""
    reply = dispatcher.execute(cases.update_reply, reply_id, body.draft())
    return ok(message=t(messages.REPLY_SAVED), data=ReplyOut.dump(reply))


@router.delete(
    "/replies/{reply_id}", summary="Delete a canned reply", responses=returns(MessageResponse, 401, 403, 404, 422)
)
def delete_reply(reply_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Deletes a reply. For administrators only."""
    dispatcher.execute(cases.delete_reply, reply_id)
    return ok(message=t(messages.REPLY_DELETED))


def _kind(name: str) -> str:
    return schemas.CASES.get(name, "")
