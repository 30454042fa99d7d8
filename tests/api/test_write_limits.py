"""What bounds a repeated call of each write operation: a rate limit, or a reason why none is needed."""

from typing import Any

import pytest
from sqlmodel import Session, func, select

from marketplace.integrations import limits
from marketplace.models import Job, Notification, OutboxMail
from marketplace.settings import get_settings
from tests.api.permissions import ROWS, Row, World, answer_to
from tests.api.permissions.row import SAFE
from tests.client import TestClient

OWN = "changes rows of the caller alone, and causes no job, mail or notification"
ONCE = "ends, answers or continues what a limited call has begun; the second time it is refused or changes nothing"

# The setting that counts each operation, also where it counts failures only.
LIMITED = {
    "POST /api/account/appeal": "limit_login_account",
    "POST /api/admin/login": "limit_login_account",
    "POST /api/auth/account/delete": "limit_login_account",
    "POST /api/auth/account/export": "limit_archives",
    "POST /api/auth/changePass": "limit_new_passwords",
    "POST /api/auth/resetPass": "limit_new_passwords",
    "POST /api/auth/secondFactor/confirm": "limit_login_account",
    "POST /api/auth/secondFactor/disable": "limit_login_account",
    "POST /api/auth/secondFactor/enable": "limit_login_account",
    "POST /api/auth/sendOtp": "limit_codes_hour",
    "POST /api/auth/sendOtpRegister": "limit_codes_hour",
    "POST /api/deal/{deal_id}/meetup": "limit_meetups",
    "POST /api/deal/{deal_id}/meetup/late": "limit_meetups",
    "POST /api/enquiry": "limit_enquiries",
    "POST /api/enquiry/{enquiry_id}/condition": "limit_condition_entries",
    "POST /api/enquiry/{enquiry_id}/condition/confirm": "limit_condition_entries",
    "POST /api/enquiry/{enquiry_id}/deposit": "limit_condition_entries",
    "POST /api/enquiry/{enquiry_id}/meetup": "limit_meetups",
    "POST /api/enquiry/{enquiry_id}/meetup/late": "limit_meetups",
    "POST /api/grievance": "limit_grievances",
    "POST /api/messages": "limit_messages",
    "POST /api/newsletter/subscribe": "limit_newsletter_address",
    "POST /api/offer": "limit_offers",
    "POST /api/offer/{offer_id}/counter": "limit_offers",
    "POST /api/product": "limit_ads",
    "POST /api/product/{product_id}/contact": "limit_contact",
    "POST /api/product/{product_id}/relist": "limit_ad_changes",
    "POST /api/product/{product_id}/resume": "limit_ad_changes",
    "POST /api/report": "limit_reports",
    "POST /api/seller": "limit_new_passwords",
    "POST /api/seller/holiday": "limit_holidays",
    "POST /api/seller/login": "limit_login_account",
    "POST /api/upload": "limit_uploads",
    "POST /api/upload-multiple": "limit_uploads",
    "POST /api/user": "limit_new_passwords",
    "POST /api/user/login": "limit_login_account",
    "POST /api/wanted": "limit_wanted",
    "POST /api/wanted/{wanted_id}/answer": "limit_messages",
    "POST /api/wanted/{wanted_id}/renew": "limit_wanted",
    "PUT /api/product/{product_id}": "limit_ad_changes",
    "PUT /api/wanted/{wanted_id}": "limit_wanted",
}
UNLIMITED = {
    "DELETE /api/block": OWN,
    "DELETE /api/block/{blocked_id}": OWN,
    "DELETE /api/calendar": OWN,
    "DELETE /api/follow": OWN,
    "DELETE /api/follow/{seller_id}": OWN,
    "DELETE /api/product": "removes an upload, and those are limited",
    "DELETE /api/product/{product_id}": "deletes an ad, and those are limited",
    "DELETE /api/push": OWN,
    "DELETE /api/savedsearch/{search_id}": OWN,
    "DELETE /api/auth/sessions": OWN,
    "DELETE /api/auth/sessions/{session_id}": OWN,
    "DELETE /api/wanted/{wanted_id}": OWN,
    "DELETE /api/wishlist/{user_id}/{product_id}": OWN,
    "POST /api/auth/confirmEmail": "needs a mailed code; codes are limited, and so are the tries of each",
    "POST /api/auth/logout": OWN,
    "POST /api/auth/switch": OWN,
    "POST /api/auth/verifyOtpRegister": OWN,
    "POST /api/block": OWN,
    "POST /api/calendar": OWN,
    "POST /api/deal/{deal_id}/cancel": ONCE,
    "POST /api/deal/{deal_id}/code": OWN,
    "POST /api/deal/{deal_id}/handover": ONCE,
    "POST /api/deal/{deal_id}/meetup/confirm": ONCE,
    "POST /api/deal/{deal_id}/meetup/here": ONCE,
    "POST /api/enquiry/{enquiry_id}/accept": ONCE,
    "POST /api/enquiry/{enquiry_id}/cancel": ONCE,
    "POST /api/enquiry/{enquiry_id}/code": OWN,
    "POST /api/enquiry/{enquiry_id}/decline": ONCE,
    "POST /api/enquiry/{enquiry_id}/deposit/confirm": ONCE,
    "POST /api/enquiry/{enquiry_id}/meetup/confirm": ONCE,
    "POST /api/enquiry/{enquiry_id}/meetup/here": ONCE,
    "POST /api/enquiry/{enquiry_id}/pickup": ONCE,
    "POST /api/enquiry/{enquiry_id}/return": ONCE,
    "POST /api/follow": OWN,
    "POST /api/messages/digest/unsubscribe": OWN,
    "POST /api/messages/markAsRead": OWN,
    "POST /api/messages/mute": OWN,
    "POST /api/messages/{message_id}/feedback": OWN,
    "POST /api/newsletter/confirm": OWN,
    "POST /api/newsletter/unsubscribe": OWN,
    "POST /api/offer/{offer_id}/accept": ONCE,
    "POST /api/offer/{offer_id}/decline": ONCE,
    "POST /api/offer/{offer_id}/withdraw": ONCE,
    "POST /api/order/check": OWN,
    "POST /api/product/bulk": "each ad is counted as if it were changed alone",
    "POST /api/product/bulk/preview": "reads a bounded number of own ads",
    "POST /api/product/{product_id}/appeal": OWN,
    "POST /api/product/{product_id}/confirm": OWN,
    "POST /api/product/{product_id}/pause": OWN,
    "POST /api/product/{product_id}/renew": OWN,
    "POST /api/product/{product_id}/reserve": OWN,
    "POST /api/product/{product_id}/sold": "needs an ad that is new or was put on sale again, and both are limited",
    "POST /api/push": OWN,
    "POST /api/review": ONCE,
    "POST /api/review/{review_id}/reply": OWN,
    "POST /api/savedsearch": OWN,
    "POST /api/savedsearch/unsubscribe": OWN,
    "POST /api/wanted/mails/unsubscribe": OWN,
    "POST /api/wishlist": OWN,
    "POST /api/wishlist/mails/unsubscribe": OWN,
    "PUT /api/product/{product_id}/calendar": OWN,
    "PUT /api/savedsearch/{search_id}": OWN,
    "PUT /api/seller/{seller_id}": OWN,
    "PUT /api/user/{user_id}": OWN,
}
# Moderators and administrators are few and known by name. Their login is no act of theirs.
STAFF = "/api/admin/"
WRITES = [
    row for row in ROWS if row.method not in SAFE and (STAFF not in row.operation or row.operation.endswith("/login"))
]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of the limits that are looked at from now on."""
    names: dict[str, str] = {}
    for number, name in enumerate(type(get_settings()).model_fields):
        if name.startswith("limit_"):
            names[rule := f"{1_000_000 + number} per hour"] = name
            monkeypatch.setattr(get_settings(), name, rule)
    found: set[str] = set()

    def note(real: Any) -> Any:
        def noting(rule: str, *key: str, **more: Any) -> Any:
            found.add(names[rule])
            return real(rule, *key, **more)

        return noting

    for function in ("hit", "check"):
        monkeypatch.setattr(limits, function, note(getattr(limits, function)))
    return found


def caused(db: Session) -> list[int]:
    """How many jobs, mails and notifications there are."""
    return [db.exec(select(func.count()).select_from(table)).one() for table in (Job, OutboxMail, Notification)]


def test_every_write_has_a_bound():
    operations = {row.operation for row in WRITES}
    assert operations - LIMITED.keys() - UNLIMITED.keys() == set(), "add the limit or a reason to this file"
    assert (LIMITED.keys() | UNLIMITED.keys()) - operations == set()
    assert LIMITED.keys() & UNLIMITED.keys() == set()


@pytest.mark.parametrize("row", WRITES, ids=str)
def test_a_write_is_counted_or_costs_nobody_else(client: TestClient, db: Session, counted: set[str], row: Row):
    world = World(db, row.subject)
    world.me = getattr(world, row.subject)
    call = row.make(world)
    db.commit()
    before = caused(db)
    counted.clear()
    again = Row(row.operation, lambda _world: call, row.columns, row.case)
    if answer_to(client, db, again, row.subject, world).status_code >= 400 or row.subject == "admin":
        return
    expected = LIMITED.get(row.operation)
    assert counted >= ({expected} if expected else set())
    if not expected:
        assert counted == set()
    if UNLIMITED.get(row.operation) == OWN:
        assert caused(db) == before
