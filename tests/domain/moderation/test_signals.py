"""Signals on ads that wait for review, and accounts linked with their sellers."""

from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import event

from benchmarks import trust_photos
from marketplace.core import clock, ids
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotSignedIn
from marketplace.domain import chat, media, moderation
from marketplace.models import AccountSession, AdStatus, AdType, AdVersionImage, PriceUnit
from tests import factories
from tests.background import run_jobs
from tests.domain.media.corpus import encoded
from tests.domain.moderation.queued_ads import waiting

PICTURE = next(trust_photos.draw_pictures(1))[1]
TEXT = (
    "Solid teak sofa with three seats, bought in Jodhpur six years ago, polished last winter. "
    "The cushions are new and the covers can be washed. Two people carry it easily; we live on the ground floor."
)


@pytest.fixture
def old(db):
    return factories.seller(db, created_at=clock.now() - timedelta(days=100))


def with_photo(db, ad, seller, picture):
    photo = media.store_image(db, factories.actor(seller), "a.jpg", encoded(picture, quality=90))
    factories.save(db, AdVersionImage(version_id=ad.submitted_version_id, position=0, upload_id=photo.id))
    run_jobs(db)
    return ad


def signals(db, desk, ad):
    return moderation.list_signals(db, desk, [ad.id])[ad.id]


def codes(db, desk, ad):
    return [signal.code for signal in signals(db, desk, ad)]


def test_only_admins_see_them(db, old, category):
    ad = waiting(db, old, category, minutes=1)
    with pytest.raises(NotSignedIn):
        moderation.list_signals(db, ANONYMOUS, [ad.id])
    for account in (old, factories.buyer(db)):
        with pytest.raises(Forbidden):
            moderation.list_signals(db, factories.actor(account), [ad.id])


@pytest.mark.parametrize("ad_id", ["", "x", "01M7YH44H3FVMP4547R0ZWQBC3"])
def test_unknown_ads_have_none(db, desk, ad_id):
    assert moderation.list_signals(db, desk, [ad_id]) == {}


def test_an_ordinary_ad_has_none(db, desk, old, category):
    assert signals(db, desk, waiting(db, old, category, minutes=1, description=TEXT, price_paise=4_000_00)) == ()


def test_decided_ads_are_left_out_of_the_queue(db, desk, old, category):
    ad = factories.ad(db, old, category, description="Call 98765 43210")
    assert moderation.list_signals(db, desk, [ad.id]) == {}
    assert moderation.get_queue_item(db, desk, ad.id).signals[0].code == "contact_in_text"


def test_a_copy_of_a_photo_of_another_seller(db, desk, old, category):
    first = with_photo(db, factories.ad(db, factories.seller(db), category, name="Teak sofa"), old, PICTURE)
    copied = trust_photos.watermarked(PICTURE, Random(1))
    ad = with_photo(db, waiting(db, old, category, minutes=1), old, copied)
    [signal] = signals(db, desk, ad)
    assert (signal.code, signal.ad_id) == ("same_photo", first.id)
    assert "Teak sofa" in signal.text


def test_own_photos_and_photos_of_deleted_ads_are_none(db, desk, old, category):
    with_photo(db, factories.ad(db, old, category), old, PICTURE)
    gone = factories.ad(db, factories.seller(db), category, status=AdStatus.DELETED)
    with_photo(db, gone, old, PICTURE)
    assert codes(db, desk, with_photo(db, waiting(db, old, category, minutes=1), old, PICTURE)) == []


def test_nearly_the_text_of_another_live_ad(db, desk, old, category):
    live = factories.ad(db, factories.seller(db), category, name="Sofa", description=TEXT)
    factories.ad(db, factories.seller(db), category, name="Teak sofa", description="Three seats, bought in Jodhpur.")
    changed = TEXT.replace("six years", "five years") + " Call me."
    [signal] = signals(db, desk, waiting(db, old, category, minutes=1, description=changed))
    assert (signal.code, signal.ad_id) == ("same_text", live.id)


def test_short_texts_are_no_copies(db, desk, old, category):
    factories.ad(db, factories.seller(db), category, name="Teak sofa, three seats")
    assert codes(db, desk, waiting(db, old, category, minutes=1, name="Teak sofa, three seats")) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Call 9876543210", "9876543210"),
        ("WhatsApp +91 98765-43210 please", "+91 98765-43210"),
        ("See https://shop.example.com/a", "shop.example.com"),
        ("See paytm-refund.xyz/a", "paytm-refund.xyz"),
    ],
)
def test_contact_details_in_the_text(db, desk, old, category, text, found):
    found_signals = signals(db, desk, waiting(db, old, category, minutes=1, description=text))
    [signal] = [each for each in found_signals if each.code != "fraud_text"]
    assert signal.code == "contact_in_text"
    assert found in signal.text


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("See paytm-refund.xyz/a", "paytm-refund.xyz of paytm.com"),
        ("A good TV.\nPehle token bhejo, army transport se aayega, refundable hai.", "ADVANCE: token"),
    ],
)
def test_sentences_that_the_chat_would_warn_of(db, desk, old, category, text, evidence):
    found = signals(db, desk, waiting(db, old, category, minutes=1, description=text))
    assert any(signal.code == "fraud_text" and evidence in signal.text for signal in found)


@pytest.mark.parametrize(
    "text", ["Advance only after you have seen the flat.", "Don't share your OTP with anybody.", TEXT]
)
def test_honest_sentences_are_no_fraud(db, desk, old, category, text):
    assert codes(db, desk, waiting(db, old, category, minutes=1, description=text)) == []


def called_fraud(db, picture, *, confirmed):
    """A photo that was sent in a chat and called fraud there: by its recipient, or by a moderator."""
    buyer, seller = factories.buyer(db), factories.seller(db)
    photo = media.store_image(db, factories.actor(buyer), "a.jpg", encoded(picture, quality=90))
    text = "" if confirmed else "Scan this QR code and enter your PIN, the 9000 comes into your account"
    message = chat.send(db, factories.actor(buyer), seller.id, text, photo_ids=[photo.id])
    run_jobs(db)
    if not confirmed:
        chat.judge_warning(db, factories.actor(seller), message.id, "scam")
        return
    draft = moderation.ReportDraft(target="conversation", target_id=buyer.id, reason="scam")
    moderation.report(db, factories.actor(seller), draft)
    desk = factories.actor(factories.admin(db))
    [report] = moderation.list_reports(db, desk).items
    moderation.resolve_report(db, desk, report.id, "Suspended")


@pytest.mark.parametrize("confirmed", [True, False])
def test_a_photo_that_was_called_fraud_in_a_chat(db, desk, old, category, confirmed):
    called_fraud(db, PICTURE, confirmed=confirmed)
    if not confirmed:
        called_fraud(db, PICTURE, confirmed=False)
    other = next(iter(list(trust_photos.draw_pictures(2))[1:]))[1]
    ad = with_photo(db, waiting(db, old, category, minutes=1), old, other)
    assert codes(db, desk, ad) == []
    copied = with_photo(db, waiting(db, old, category, minutes=1), old, trust_photos.watermarked(PICTURE, Random(1)))
    [signal] = signals(db, desk, copied)
    assert (signal.code, signal.weight) == ("fraud_photo", 1.0)
    assert ("a moderator confirmed" in signal.text) is confirmed
    assert ("two or more recipients called" in signal.text) is not confirmed


def test_a_photo_that_one_recipient_called_fraud_is_no_signal(db, desk, old, category):
    called_fraud(db, PICTURE, confirmed=False)
    assert codes(db, desk, with_photo(db, waiting(db, old, category, minutes=1), old, PICTURE)) == []


def test_photos_of_honest_chats_are_no_fraud(db, desk, old, category):
    buyer, seller = factories.buyer(db), factories.seller(db)
    photo = media.store_image(db, factories.actor(buyer), "a.jpg", encoded(PICTURE, quality=90))
    chat.send(db, factories.actor(buyer), seller.id, "Is it this one?", photo_ids=[photo.id])
    db.commit()
    assert codes(db, desk, with_photo(db, waiting(db, old, category, minutes=1), old, PICTURE)) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Call nine eight seven six, five four three two one zero", "9876543210"),
        ("Call nau aath saat chhe paanch char teen do ek zero", "9876543210"),
        ("Call नौ आठ सात छह पाँच चार तीन दो एक शून्य", "9876543210"),
        ("Call nine double eight 7 6 5 triple four 3", "9887654443"),
        ("Call 98 76 54 32 10", "9876543210"),
        ("Call 9-8-7-6-5-4-3-2-1-0", "9876543210"),
        ("Call ९८७६५४३२१०", "9876543210"),
        ("Call ９８７６５４３２１０", "9876543210"),
        ("Call +91 98.76.54.32.10", "9876543210"),
    ],
)
def test_disguised_phone_numbers_in_the_text(db, desk, old, category, text, found):
    found_signals = signals(db, desk, waiting(db, old, category, minutes=1, description=text))
    [signal] = [each for each in found_signals if each.code != "fraud_text"]
    assert signal.code == "contact_in_text"
    assert found in signal.text


@pytest.mark.parametrize(
    "text",
    [
        "Sizes 8 9 10 11 12 13 14", "Sizes 8 9 10 11 12 13", "70 75 80 85 90", "₹1,50,00,000", "Model 12345678901234", "3.5 kg, no.1",
        "2019", "One of two sofas, three seats each", "8 2019 10 20 30 40 50 60", "नौ कुर्सियाँ और दो मेज़",
    ],
)  # fmt: skip
def test_other_numbers_are_no_contact_details(db, desk, old, category, text):
    assert codes(db, desk, waiting(db, old, category, minutes=1, description=text)) == []


@pytest.mark.parametrize(
    ("rupees", "expected"), [(10_000, []), (5_000, []), (30_000, []), (900, ["price"]), (2_00_000, ["price"])]
)
def test_prices_far_outside_of_the_others(db, desk, old, category, rupees, expected):
    kind = factories.subcategory(db, category)
    seller = factories.seller(db)
    for number in range(24):
        factories.ad(db, seller, category, subcategory_id=kind.id, price_paise=(8_000 + 200 * number) * 100)
    ad = waiting(db, old, category, minutes=1, subcategory_id=kind.id, price_paise=rupees * 100)
    assert codes(db, desk, ad) == expected
    other_unit = waiting(
        db, old, category, minutes=1, subcategory_id=kind.id, price_paise=rupees * 100, ad_type=AdType.RENT,
        price_unit=PriceUnit.DAY,
    )  # fmt: skip
    assert codes(db, desk, other_unit) == []


def test_few_prices_say_nothing(db, desk, old, category):
    for _ in range(5):
        factories.ad(db, old, category, price_paise=10_000_00)
    assert codes(db, desk, waiting(db, old, category, minutes=1, price_paise=1)) == []


@pytest.mark.parametrize(
    ("days", "rupees", "told"), [(0, 60_000, True), (6, 25_000, True), (7, 60_000, False), (1, 24_999, False)]
)
def test_costly_goods_of_new_accounts(db, desk, category, days, rupees, told):
    seller = factories.seller(db, created_at=clock.now() - timedelta(days=days, minutes=5))
    ad = waiting(db, seller, category, minutes=1, price_paise=rupees * 100)
    assert (codes(db, desk, ad) == ["new_account"]) is told


def test_the_strongest_comes_first_and_nothing_is_rejected(db, desk, category):
    seller = factories.seller(db)
    with_photo(db, factories.ad(db, factories.seller(db), category), seller, PICTURE)
    ad = waiting(db, seller, category, minutes=1, description="Call 9876543210", price_paise=90_000_00)
    found = signals(db, desk, with_photo(db, ad, seller, PICTURE))
    assert [signal.code for signal in found] == ["same_photo", "new_account", "contact_in_text"]
    assert [signal.weight for signal in found] == sorted((signal.weight for signal in found), reverse=True)
    assert moderation.get_queue_item(db, desk, ad.id).waiting


def session(db, account, **values):
    factories.save(
        db,
        AccountSession(
            account_id=account.id, token_hash=ids.new_id(), expires_at=clock.now() + timedelta(days=1), **values
        ),
    )


def linked(db, desk, ad):
    found = moderation.get_queue_item(db, desk, ad.id).linked_accounts
    return {account.account_id: [fact.text for fact in account.facts] for account in found}


def test_linked_accounts_say_what_links_them(db, desk, old, category):
    old.phone, old.whatsapp = "+919876543210", ""
    factories.save(db, old)
    session(db, old, address="203.0.113.7", device_hash="d" * 64)
    phone = factories.seller(db, whatsapp="+919876543210")
    device, nearby = factories.buyer(db), factories.seller(db)
    session(db, device, address="203.0.113.7", device_hash="d" * 64)
    session(db, nearby, address="203.0.113.7", device_hash="e" * 64)
    photo = factories.seller(db)
    with_photo(db, factories.ad(db, photo, category, name="Sofa"), photo, PICTURE)
    ad = with_photo(db, waiting(db, old, category, minutes=1), old, PICTURE)
    assert linked(db, desk, ad) == {
        phone.id: ["The same phone number"],
        device.id: ["Signed in on the same device"],
        nearby.id: ["Signed in from the same network address"],
        photo.id: ["The same photo in “Sofa”"],
    }


def test_strangers_are_not_linked(db, desk, old, category):
    old.phone = ""
    factories.save(db, old)
    session(db, old, address="", device_hash="")
    same_person = factories.buyer(db, email=old.email)
    for account in (factories.seller(db, phone=""), same_person, factories.admin(db)):
        session(db, account, address="", device_hash="")
    session(db, old, address="198.51.100.1", device_hash="f" * 64)
    session(db, same_person, address="198.51.100.1", device_hash="f" * 64)
    assert linked(db, desk, waiting(db, old, category, minutes=1)) == {}


def test_an_address_of_many_accounts_links_none(db, desk, old, category):
    for account in (old, *(factories.buyer(db) for _ in range(11))):
        session(db, account, address="198.51.100.9")
    assert linked(db, desk, waiting(db, old, category, minutes=1)) == {}


def test_a_page_of_ads_takes_no_more_statements_than_one(db, connection, desk, old, category):
    for _ in range(25):
        factories.ad(db, old, category, price_paise=10_000_00)
    made = []
    for number in range(4):
        seller = factories.seller(db)
        ad = waiting(db, seller, category, minutes=number, description=TEXT, price_paise=900_000_00)
        made.append(with_photo(db, ad, seller, PICTURE))
    ad_ids = [ad.id for ad in made]
    sent: list[str] = []
    event.listen(connection, "before_cursor_execute", lambda _c, _cursor, text, *_more: sent.append(text))
    moderation.list_signals(db, desk, ad_ids)
    sent.clear()
    one = moderation.list_signals(db, desk, [made[0].id])[made[0].id]
    few = len(sent)
    found = moderation.list_signals(db, desk, ad_ids)
    assert len(sent) == 2 * few
    assert found[made[0].id] == one
    assert {"same_photo", "price"} <= {signal.code for signal in one}
