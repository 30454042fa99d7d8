"""/api/admin/mail"""

from marketplace.core import clock
from marketplace.models import OutboxMail
from tests import factories


def trouble(db, **values):
    made = OutboxMail(
        to="a@example.org", subject="Hello", text="private words", purpose="test", last_error="451 later", **values
    )
    factories.save(db, made)
    return made


def test_admins_only(client, db):
    path = f"/api/admin/mail/{trouble(db).id}/retry"
    assert client.get("/api/admin/mail").status_code == 401
    assert client.post(path).status_code == 401
    for other in (factories.buyer(db), factories.seller(db)):
        headers = factories.bearer(db, other)
        assert client.get("/api/admin/mail", headers=headers).status_code == 403
        assert client.post(path, headers=headers).status_code == 403


def test_list_and_retry(client, db):
    mail = trouble(db, failed_at=clock.now(), attempts=10)
    trouble(db, sent_at=clock.now())
    headers = factories.bearer(db, factories.admin(db))
    listed = client.get("/api/admin/mail", headers=headers)
    assert listed.json()["total"] == 1
    assert (listed.json()["data"][0]["_id"], listed.json()["data"][0]["givenUp"]) == (mail.id, True)
    assert "private words" not in listed.text
    assert client.post(f"/api/admin/mail/{mail.id}/retry", headers=headers).status_code == 200
    assert client.get("/api/admin/mail", headers=headers).json()["data"][0]["givenUp"] is False
    assert client.post("/api/admin/mail/nothing/retry", headers=headers).status_code == 404
