"""What moderators share: who works on which case, internal notes, and canned replies."""

from marketplace.domain.cases.assignments import (
    assign,
    filter_by,
    forget_expired,
    list_assignments,
    list_staff,
    named,
    release,
)
from marketplace.domain.cases.notes import add_note, list_notes
from marketplace.domain.cases.queries import delete_notes
from marketplace.domain.cases.replies import create_reply, delete_reply, list_replies, update_reply
from marketplace.domain.cases.schemas import AssignmentView, ReplyDraft, ReplyView, StaffView
