"""Photos of messages are checked after they were sent: the recipient is warned, the sender never learns of it."""

from random import Random

import pytest
from PIL import Image
from sqlmodel import select

from benchmarks import trust_photos
from marketplace.domain import chat, media, moderation, trust
from marketplace.domain.chat import warning_queries
from marketplace.domain.personal_data import archive
from marketplace.models import AdVersionImage, Job, MessageWarning, Verdict
from tests import factories
from tests.background import run_jobs
from tests.domain.chat.test_warnings import FRAUD
from tests.domain.media.corpus import encoded, jpeg
from tests.domain.trust.changing import publish

PICTURE = next(trust_photos.draw_pictures(1))[1]


@pytest.fixture
def pair(db):
    return factories.buyer(db), factories.seller(db)


def code_photo(seed=1):
    return trust_photos.part(Random(seed), PICTURE)


def sent(db, sender, receiver, *pictures, text=""):
    actor = factories.actor(sender)
    files = [each if isinstance(each, bytes) else encoded(each, quality=90) for each in pictures]
    photos = [media.store_image(db, actor, "a.jpg", file) for file in files]
    message = chat.send(db, actor, receiver.id, text, photo_ids=[photo.id for photo in photos])
    db.commit()
    return message


def seen(db, reader, pair):
    return chat.list_messages(db, factories.actor(reader), pair[0].id, pair[1].id).messages


def codes(db, reader, pair):
    return [[warning.code for warning in message.warnings] for message in seen(db, reader, pair)]


def test_the_recipient_is_warned_of_a_payment_code_and_the_sender_is_not(db, pair):
    message = sent(db, *pair, code_photo())
    assert codes(db, pair[1], pair) == [[]]
    run_jobs(db)
    assert codes(db, pair[1], pair) == [["qr_to_receive"]]
    assert codes(db, pair[0], pair) == [[]]
    news = chat.find_news(db, factories.actor(pair[1]), message.conversation_id, after=1)
    assert news is not None
    assert news.warnings.keys() == {message.id}
    own = chat.find_news(db, factories.actor(pair[0]), message.conversation_id, after=1)
    assert own is not None
    assert own.warnings == {}
    assert "qr_to_receive" not in str(archive.collect(pair[0].id))


def test_only_the_recipient_gets_an_event(db, pair, published):
    message = sent(db, *pair, code_photo())
    published.clear()
    run_jobs(db)
    told = [event for event in published if event.account_ids]
    assert [(event.topic, event.account_ids, event.subject) for event in told] == [
        ("chat", (pair[1].id,), message.conversation_id)
    ]


def test_every_message_with_photos_is_checked_alike(db, pair):
    seller = factories.actor(pair[1])
    sent(db, *pair, jpeg())
    sent(db, *pair, code_photo())
    chat.block(db, seller, pair[0].id)
    sent(db, *pair, jpeg(400, 300))
    sent(db, *pair, text="Hello")
    kinds = [job.kind for job in db.exec(select(Job)) if job.kind == chat.PHOTO_CHECK_JOB]
    assert len(kinds) == 3


def test_plain_photos_warn_nobody(db, pair, published):
    sent(db, *pair, PICTURE)
    published.clear()
    run_jobs(db)
    assert db.exec(select(MessageWarning)).all() == []
    assert [event for event in published if event.account_ids] == []


def test_a_disabled_rule_warns_of_no_photo(db, pair):
    publish(db, factories.actor(factories.admin(db)), "qr_to_receive", enabled=False)
    sent(db, *pair, code_photo())
    run_jobs(db)
    assert codes(db, pair[1], pair) == [[]]


def test_a_withheld_message_warns_nobody(db, pair, published):
    chat.block(db, factories.actor(pair[1]), pair[0].id)
    sent(db, *pair, code_photo())
    published.clear()
    run_jobs(db)
    assert seen(db, pair[1], pair) == ()
    assert [event for event in published if event.account_ids] == []


def test_a_check_that_is_repeated_changes_nothing(db, pair, published):
    message = sent(db, *pair, code_photo(), text=FRAUD)
    run_jobs(db)
    before = codes(db, pair[1], pair)
    chat.judge_warning(db, factories.actor(pair[1]), message.id, "fine")
    db.commit()
    published.clear()
    chat.check_photos(message.id)
    assert codes(db, pair[1], pair) == [[]]
    assert before[0].count("qr_to_receive") == 1
    assert [event for event in published if event.account_ids] == []


@pytest.mark.parametrize("message_id", ["", "x", "01M7YH44H3FVMP4547R0ZWQBC3"])
def test_unknown_messages_are_nothing_to_do(db, message_id):
    assert chat.check_photos(message_id) == 0


def test_a_photo_lying_on_its_side_is_read(db, pair):
    exif = Image.Exif()
    exif[0x0112] = 6
    sent(db, *pair, encoded(code_photo().transpose(Image.Transpose.ROTATE_90), quality=90, exif=exif))
    run_jobs(db)
    assert codes(db, pair[1], pair) == [["qr_to_receive"]]


def call_fraud(db, sender, receiver, seed=0, verdict=Verdict.SCAM):
    """Let the receiver of a message with a copy of the picture judge its warning."""
    message = sent(db, sender, receiver, trust_photos.recompressed(PICTURE, Random(seed)), text=FRAUD)
    run_jobs(db)
    chat.judge_warning(db, factories.actor(receiver), message.id, verdict.value)
    return message


def warned_next(db):
    """The reasons that a copy of the picture without words has for strangers; its sender learns nothing."""
    third, stranger = factories.seller(db), factories.buyer(db)
    sent(db, stranger, third, trust_photos.recompressed(PICTURE, Random(9)))
    run_jobs(db)
    assert codes(db, stranger, (stranger, third)) == [[]]
    [found] = codes(db, third, (stranger, third))
    return found


def test_one_recipient_marks_no_photo(db, pair):
    call_fraud(db, *pair)
    assert warned_next(db) == []


def test_the_same_recipient_twice_marks_no_photo(db, pair):
    call_fraud(db, *pair)
    call_fraud(db, *pair, seed=1)
    call_fraud(db, factories.buyer(db), pair[1], seed=2)
    assert warned_next(db) == []


def test_two_recipients_of_one_conversation_mark_no_photo(db, pair):
    call_fraud(db, *pair)
    call_fraud(db, *reversed(pair), seed=1)
    assert warned_next(db) == []


def test_two_recipients_of_different_conversations_warn_the_next_person(db, pair):
    call_fraud(db, *pair)
    assert warned_next(db) == []
    call_fraud(db, factories.buyer(db), factories.seller(db), seed=1)
    assert warned_next(db) == ["qr_to_receive"]


def test_a_recipient_who_takes_it_back_marks_no_photo(db, pair):
    call_fraud(db, *pair)
    other = factories.seller(db)
    message = call_fraud(db, pair[0], other, seed=1)
    chat.judge_warning(db, factories.actor(other), message.id, Verdict.FINE.value)
    assert warned_next(db) == []


def test_one_recipient_whose_report_is_dismissed_marks_no_photo(db, pair):
    call_fraud(db, *pair)
    desk, report = report_fraud(db, pair[1], pair[0])
    moderation.dismiss_report(db, desk, report.id, "An ordinary sale")
    assert warned_next(db) == []


def test_one_recipient_whose_report_is_upheld_warns_the_next_person(db, pair):
    call_fraud(db, *pair)
    report_confirmed(db, pair[1], pair[0])
    assert warned_next(db) == ["qr_to_receive"]


def test_a_photo_of_a_confirmed_report_warns_the_next_person(db, pair):
    sent(db, *pair, PICTURE)
    sent(db, pair[1], pair[0], trust_photos.watermarked(code_photo(2), Random(1)))
    run_jobs(db)
    seller = factories.actor(pair[1])
    draft = moderation.ReportDraft(target="conversation", target_id=pair[0].id, reason="scam")
    moderation.report(db, seller, draft)
    desk = factories.actor(factories.admin(db))
    [report] = moderation.list_reports(db, desk).items
    moderation.resolve_report(db, desk, report.id, "Suspended")
    third, stranger = factories.seller(db), factories.buyer(db)
    sent(db, stranger, third, trust_photos.recompressed(PICTURE, Random(2)))
    run_jobs(db)
    assert codes(db, third, (stranger, third)) == [["fake_payment_proof"]]


def report_fraud(db, reporter, other):
    draft = moderation.ReportDraft(target="conversation", target_id=other.id, reason="scam")
    moderation.report(db, factories.actor(reporter), draft)
    desk = factories.actor(factories.admin(db))
    [report] = moderation.list_reports(db, desk).items
    return desk, report


def report_confirmed(db, reporter, other):
    desk, report = report_fraud(db, reporter, other)
    moderation.resolve_report(db, desk, report.id, "Suspended")


def test_photos_after_a_report_are_not_marked_by_it(db, pair):
    sent(db, *pair, text="Pay first, please.")
    report_confirmed(db, pair[1], pair[0])
    sent(db, *pair, PICTURE)
    run_jobs(db)
    third, stranger = factories.seller(db), factories.buyer(db)
    sent(db, stranger, third, trust_photos.recompressed(PICTURE, Random(2)))
    run_jobs(db)
    assert codes(db, third, (stranger, third)) == [[]]


def test_photos_from_long_before_a_report_are_not_marked_by_it(db, pair, monkeypatch):
    monkeypatch.setattr(warning_queries, "REPORTED_MESSAGES", 2)
    sent(db, *pair, PICTURE)
    for text in ("Is it there?", "Pay first, please."):
        sent(db, *pair, text=text)
    report_confirmed(db, pair[1], pair[0])
    run_jobs(db)
    third, stranger = factories.seller(db), factories.buyer(db)
    sent(db, stranger, third, trust_photos.recompressed(PICTURE, Random(2)))
    run_jobs(db)
    assert codes(db, third, (stranger, third)) == [[]]


def test_a_photo_that_cannot_be_read_leaves_no_other_unchecked(db, pair, monkeypatch):
    read = trust.read_codes

    def fail_once(photo):
        if photo.size == poison.size:
            raise RuntimeError("the detector failed")
        return read(photo)

    poison = PICTURE.resize((321, 123))
    monkeypatch.setattr(trust, "read_codes", fail_once)
    message = sent(db, *pair, poison, code_photo())
    with pytest.raises(RuntimeError):
        chat.check_photos(message.id)
    assert codes(db, pair[1], pair) == [["qr_to_receive"]]
    run_jobs(db)
    [job] = [job for job in db.exec(select(Job)) if job.kind == chat.PHOTO_CHECK_JOB]
    assert job.attempts == 1
    assert "the detector failed" in job.last_error
    assert codes(db, pair[1], pair) == [["qr_to_receive"]]


def test_a_photo_that_is_sent_again_is_read_once(db, pair, monkeypatch):
    seen, read = [], trust.read_codes
    monkeypatch.setattr(trust, "read_codes", lambda photo: seen.append(1) or read(photo))
    actor = factories.actor(pair[0])
    photo = media.store_image(db, actor, "a.jpg", encoded(code_photo(), quality=90))
    for _ in range(3):
        chat.send(db, actor, pair[1].id, "", photo_ids=[photo.id])
    run_jobs(db)
    assert codes(db, pair[1], pair) == [["qr_to_receive"]] * 3
    assert len(seen) == 1


def test_recipients_mark_no_photo_of_a_seller_who_had_it_in_an_ad_before(db, pair):
    """Strangers could send each other the photo of an honest seller and call it fraud."""
    honest = factories.seller(db)
    own = media.store_image(db, factories.actor(honest), "a.jpg", encoded(PICTURE, quality=90))
    ad = factories.ad(db, honest, factories.category(db))
    assert ad.live_version_id
    factories.save(db, AdVersionImage(version_id=ad.live_version_id, position=0, upload_id=own.id))
    run_jobs(db)
    call_fraud(db, *pair)
    call_fraud(db, factories.buyer(db), factories.seller(db), seed=1)
    buyer = factories.buyer(db)
    sent(db, honest, buyer, trust_photos.recompressed(PICTURE, Random(9)))
    run_jobs(db)
    assert codes(db, buyer, (buyer, honest)) == [[]]
    # Others who send a copy of it still cause a warning.
    assert warned_next(db) == ["qr_to_receive"]
    report_confirmed(db, pair[1], pair[0])
    sent(db, honest, buyer, trust_photos.recompressed(PICTURE, Random(10)))
    run_jobs(db)
    assert codes(db, buyer, (buyer, honest)) == [[], ["qr_to_receive"]]
