import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound, NotSignedIn
from marketplace.domain import audit, chat, moderation
from marketplace.domain.paging import Window
from marketplace.models import Conversation, Message, Report, ReportStatus, ReportTarget
from tests import factories
from tests.domain.chat.test_warnings import FRAUD


def reported(db, target=ReportTarget.ACCOUNT, target_id="", **values):
    made = Report(target=target, target_id=target_id, reason=values.pop("reason", "spam"), **values)
    factories.save(db, made)
    return made


def test_only_admins_handle_reports(db):
    row = reported(db)
    seller = factories.actor(factories.seller(db))
    for actor, error in ((ANONYMOUS, NotSignedIn), (seller, Forbidden)):
        with pytest.raises(error):
            moderation.list_reports(db, actor)
        with pytest.raises(error):
            moderation.get_report(db, actor, row.id)
        with pytest.raises(error):
            moderation.resolve_report(db, actor, row.id, "Done")
        with pytest.raises(error):
            moderation.dismiss_report(db, actor, row.id)


def test_open_ones_oldest_first_with_names(db):
    admin, seller, buyer = (
        factories.admin(db),
        factories.seller(db, username="ravi"),
        factories.buyer(db, username="mina"),
    )
    ad = factories.ad(db, seller, factories.category(db), name="Sofa")
    conversation = Conversation(buyer_id=buyer.id, seller_id=seller.id)
    factories.save(db, conversation)
    rows = [
        reported(db, ReportTarget.AD, ad.id, reporter_id=buyer.id),
        reported(db, ReportTarget.ACCOUNT, seller.id),
        reported(db, ReportTarget.CONVERSATION, conversation.id),
        reported(db, ReportTarget.ACCOUNT, seller.id, status=ReportStatus.DISMISSED),
    ]
    actor = factories.actor(admin)
    page = moderation.list_reports(db, actor)
    assert [view.id for view in page.items] == [row.id for row in rows[:3]]
    assert [view.target_name for view in page.items] == ["Sofa", "ravi", "mina – ravi"]
    assert [view.reporter_name for view in page.items] == ["mina", "", ""]
    assert page.items[0].reason_text == "It is spam or advertising"
    assert [view.id for view in moderation.list_reports(db, actor, status="").items] == [row.id for row in rows[::-1]]
    assert moderation.list_reports(db, actor, status="", target="account", target_id=seller.id).total == 2
    assert [view.id for view in moderation.list_reports(db, actor, window=Window(2, 2)).items] == [rows[2].id]
    for wrong in ({"status": "new"}, {"target": "product"}):
        with pytest.raises(Invalid):
            moderation.list_reports(db, actor, **wrong)


def test_one_report_with_the_others_and_the_messages(db):
    seller, buyer = factories.seller(db), factories.buyer(db, username="mina")
    conversation = Conversation(buyer_id=buyer.id, seller_id=seller.id)
    factories.save(db, conversation)
    for seq, text in enumerate(("Hello", "Send me the code"), start=1):
        message = Message(conversation_id=conversation.id, seq=seq, sender_id=buyer.id, client_id=text, text=text)
        factories.save(db, message)
    one = reported(db, ReportTarget.CONVERSATION, conversation.id)
    other = reported(db, ReportTarget.CONVERSATION, conversation.id)
    item = moderation.get_report(db, factories.actor(factories.admin(db)), one.id)
    assert [view.id for view in item.others] == [other.id]
    assert [(message.sender_name, message.text) for message in item.messages] == [
        ("mina", "Hello"),
        ("mina", "Send me the code"),
    ]


def test_reported_messages_show_the_reasons_of_their_warnings(db):
    buyer, seller = factories.buyer(db), factories.seller(db)
    for text in ("Is it still there?", FRAUD):
        sent = chat.send(db, factories.actor(buyer), seller.id, text)
    chat.judge_warning(db, factories.actor(seller), sent.id, "scam")
    row = reported(db, ReportTarget.CONVERSATION, sent.conversation_id, reporter_id=seller.id)
    plain, fraud = moderation.get_report(db, factories.actor(factories.admin(db)), row.id).messages
    assert plain.reasons == ()
    first = fraud.reasons[0]
    assert (first.code, first.title, first.verdict) == (
        "qr_to_receive",
        "Scanning a QR code never brings you money",
        "scam",
    )
    assert any("scan" in matched.lower() for matched in first.evidence)


def test_a_warning_that_the_recipient_called_fine_is_shown_to_moderators(db):
    buyer, seller = factories.buyer(db), factories.seller(db)
    sent = chat.send(db, factories.actor(buyer), seller.id, FRAUD)
    chat.judge_warning(db, factories.actor(seller), sent.id, "fine")
    row = reported(db, ReportTarget.CONVERSATION, sent.conversation_id, reporter_id=buyer.id)
    (message,) = moderation.get_report(db, factories.actor(factories.moderator(db)), row.id).messages
    assert {reason.verdict for reason in message.reasons} == {"fine"}


def test_only_moderators_read_the_reasons_of_warnings(db):
    buyer, seller = factories.buyer(db), factories.seller(db)
    sent = chat.send(db, factories.actor(buyer), seller.id, FRAUD)
    for caller, error in (
        (ANONYMOUS, NotSignedIn),
        (factories.actor(buyer), Forbidden),
        (factories.actor(seller), Forbidden),
    ):
        with pytest.raises(error):
            chat.list_reasons(db, caller, [sent.id])


@pytest.mark.parametrize("report_id", ["", "nothing", "01M7YH44H3FVMP4547R0ZWQBC3", "\x00"])
def test_unknown_ids_are_not_found(db, report_id):
    actor = factories.actor(factories.admin(db))
    with pytest.raises(NotFound):
        moderation.get_report(db, actor, report_id)
    with pytest.raises(NotFound):
        moderation.resolve_report(db, actor, report_id, "Done")


def test_resolving_keeps_what_was_done_and_is_audited(db):
    actor = factories.actor(factories.admin(db, username="asha"))
    row = reported(db)
    view = moderation.resolve_report(db, actor, row.id, "  Ad taken down ")
    assert (view.status, view.resolution, view.resolved_by) == ("resolved", "Ad taken down", "asha")
    assert view.resolved_at is not None
    (entry,) = audit.list_entries(db, actor, target="report", target_id=row.id).items
    assert (entry.action, entry.before, entry.after) == (
        "report.resolve",
        {"status": "open"},
        {"status": "resolved", "resolution": "Ad taken down"},
    )


def test_a_closed_report_is_not_closed_again(db):
    actor = factories.actor(factories.admin(db))
    row = reported(db)
    moderation.dismiss_report(db, actor, row.id)
    for verb in (moderation.resolve_report, moderation.dismiss_report):
        with pytest.raises(Conflict):
            verb(db, actor, row.id, "Again")


def test_all_reports_on_one_target_together(db):
    actor, seller = factories.actor(factories.admin(db)), factories.seller(db)
    rows = [reported(db, target_id=seller.id) for _ in range(3)]
    other = reported(db, target_id=factories.seller(db).id)
    moderation.resolve_report(db, actor, rows[1].id, "Suspended", with_others=True)
    assert [view.id for view in moderation.list_reports(db, actor).items] == [other.id]


@pytest.mark.parametrize("resolution", ["", "  ", "x" * 501])
def test_a_resolution_is_needed_and_short(db, resolution):
    with pytest.raises(Invalid):
        moderation.resolve_report(db, factories.actor(factories.admin(db)), reported(db).id, resolution)


def test_reports_of_trusted_reporters_come_first(db):
    actor = factories.actor(factories.admin(db))
    right, wrong, new = (factories.buyer(db, username=name) for name in ("right", "wrong", "new"))
    for reporter, status in ((right, ReportStatus.RESOLVED), (wrong, ReportStatus.DISMISSED)):
        for _ in range(3):
            reported(db, target_id=factories.seller(db).id, reporter_id=reporter.id, status=status)
    rows = {
        person.username: reported(db, target_id=factories.seller(db).id, reporter_id=person.id)
        for person in (wrong, new, right)
    }
    rows["anonymous"] = reported(db, target_id=factories.seller(db).id)
    listed = moderation.list_reports(db, actor).items
    assert [view.id for view in listed] == [rows[name].id for name in ("right", "new", "anonymous", "wrong")]
    shares = [(view.reporter_upheld, view.reporter_decided) for view in listed]
    assert shares == [(3, 3), (0, 0), (0, 0), (0, 3)]


def test_many_reports_on_one_ad_count_once_in_the_order(db):
    actor = factories.actor(factories.admin(db))
    ad = factories.ad(db, factories.seller(db), factories.category(db))
    first = reported(db, ReportTarget.AD, ad.id)
    other = reported(db, target_id=factories.seller(db).id)
    more = [reported(db, ReportTarget.AD, ad.id, reporter_id=factories.buyer(db).id) for _ in range(3)]
    listed = moderation.list_reports(db, actor).items
    assert [view.id for view in listed] == [first.id, *(row.id for row in more), other.id]
    assert [view.open_on_target for view in listed] == [4, 4, 4, 4, 1]
    # One trusted reporter brings the whole group forward.
    trusted = factories.buyer(db)
    reported(db, target_id=factories.seller(db).id, reporter_id=trusted.id, status=ReportStatus.RESOLVED)
    third = reported(db, target_id=other.target_id, reporter_id=trusted.id)
    listed = moderation.list_reports(db, actor).items
    assert [view.id for view in listed[:2]] == [other.id, third.id]
    assert [view.id for view in moderation.list_reports(db, actor, window=Window(2, 2)).items] == [
        view.id for view in listed[2:4]
    ]
