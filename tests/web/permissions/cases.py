"""Rows for what moderators share: assignments, internal notes, canned replies and settings."""

from marketplace.core import ids
from marketplace.domain import ads, cases
from marketplace.models import Report, ReportTarget
from marketplace.web import paths
from marketplace.web.pages.admin_replies.state import RepliesState
from marketplace.web.pages.admin_rules.state import RulesState
from marketplace.web.widgets.assignment import AssignmentState
from marketplace.web.widgets.internal_notes import NotesState
from tests import factories
from tests.api.permissions.world import World
from tests.web.permissions.row import ADMIN, Row, Sent, sent


def _report(world: World) -> str:
    made = Report(target=ReportTarget.AD, target_id=world.ad.id, reason="scam")
    factories.save(world.db, made)
    return made.id


def taking(world: World) -> Sent:
    return sent(kind="report", case_id=_report(world))


def releasing(world: World) -> Sent:
    report_id = _report(world)
    cases.assign(world.db, factories.actor(world.another_admin), "report", report_id)
    world.db.commit()
    return sent(kind="report", case_id=report_id)


def giving(world: World) -> Sent:
    return sent(kind="report", case_id=_report(world), account_id=world.another_admin.id)


def notes(world: World) -> Sent:
    text = f"Called back {ids.new_id()}."
    cases.add_note(world.db, factories.actor(world.another_admin), "account", world.bystander.id, text)
    world.db.commit()
    return sent(kind="account", case_id=world.bystander.id, sees=text)


def notes_on_an_ad(world: World) -> Sent:
    text = f"Photos looked at {ids.new_id()}."
    cases.add_note(world.db, factories.actor(world.another_admin), "ad", world.ad.id, text)
    world.db.commit()
    return sent(path=paths.review(world.ad.id), sees=text)


def noting(world: World) -> Sent:
    shown = {"kind": "account", "case_id": world.bystander.id}
    return sent((NotesState.show, shown), form={"text": "Called back."})


_REPLY = {"purpose": "appeal", "title": "Thanks", "text": "Thank you."}


def _reply(world: World) -> str:
    draft = cases.ReplyDraft(**{**_REPLY, "title": f"Thanks {ids.new_id()}"})
    made = cases.create_reply(world.db, factories.actor(world.another_admin), draft)
    world.db.commit()
    return made.id


def replies(world: World) -> Sent:
    return sent(sees=_reply(world))


def adding_reply(_world: World) -> Sent:
    return sent((RepliesState.add, {"purpose": "appeal"}), form=_REPLY)


def changing_reply(world: World) -> Sent:
    edited = (RepliesState.edit, {"reply_id": _reply(world)})
    return sent((RepliesState.open, {}), edited, form=_REPLY)


def deleting_reply(world: World) -> Sent:
    return sent((RepliesState.open_delete_dialog, {"item_id": _reply(world), "name": "x"}))


def setting_price_cut(world: World) -> Sent:
    live = ads.get_price_cut_bound(world.db, factories.actor(world.admin))
    return sent(path=paths.ADMIN_RULES, form={"percent": str((live + 1) % 90)})


ROWS = (
    Row(RulesState.save_price_cut, setting_price_cut, ADMIN, moderator="no"),
    Row(AssignmentState.take, taking, ADMIN),
    Row(AssignmentState.release, releasing, ADMIN, moderator="no"),
    Row(AssignmentState.give, giving, ADMIN, moderator="no"),
    Row(NotesState.open, notes_on_an_ad, ADMIN),
    Row(NotesState.show, notes, ADMIN),
    Row(NotesState.add, noting, ADMIN),
    Row(RepliesState.open, replies, ADMIN),
    Row(RepliesState.save, adding_reply, ADMIN, moderator="no"),
    Row(RepliesState.save, changing_reply, ADMIN, "that there is", moderator="no"),
    Row(RepliesState.delete, deleting_reply, ADMIN, moderator="no"),
)
