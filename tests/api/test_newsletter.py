import re

from sqlmodel import select

from marketplace.models import NewsletterSubscriber, OutboxMail


def ask(client, db):
    answer = client.post("/api/newsletter/subscribe", json={"email": "meera@example.com"})
    assert (answer.status_code, answer.json()["success"]) == (200, True)
    mail = db.exec(select(OutboxMail)).one()
    return re.search(r"/newsletter/confirm\?token=(\w+)", mail.text)[1], mail


def row(db):
    db.expire_all()
    return db.exec(select(NewsletterSubscriber)).one()


def test_ask_and_confirm(client, db):
    token, _mail = ask(client, db)
    assert client.post("/api/newsletter/confirm", json={"token": token}).status_code == 200
    assert row(db).confirmed_at is not None


def test_a_mail_program_unsubscribes_with_one_click(client, db):
    token, mail = ask(client, db)
    client.post("/api/newsletter/confirm", json={"token": token})
    address = mail.headers["List-Unsubscribe"].strip("<>")
    path = "/api/" + address.split("/api/", 1)[1]
    # RFC 8058, section 3.1: a form body, no cookies, no confirmation.
    answer = client.post(path, data={"List-Unsubscribe": "One-Click"})
    assert (answer.status_code, answer.json()["success"]) == (200, True)
    assert row(db).unsubscribed_at is not None


def test_get_request_changes_nothing(client, db):
    token, _mail = ask(client, db)
    answer = client.get(f"/api/newsletter/unsubscribe?token={token}")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/newsletter/unsubscribe?token={token}")
    assert row(db).unsubscribed_at is None
    odd = client.get("/api/newsletter/unsubscribe", params={"token": "//evil.example.com\r\nX: y"})
    assert odd.headers["location"].startswith("/newsletter/unsubscribe?token=%2F%2Fevil")


def test_invalid_input(client):
    for body in ({}, {"email": "no address"}, {"email": 5}, []):
        answer = client.post("/api/newsletter/subscribe", json=body)
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["field"] in ("email", "")
    assert client.post("/api/newsletter/confirm", json={"token": "x"}).status_code == 404
    assert client.post("/api/newsletter/unsubscribe").status_code == 404
    assert client.post("/api/newsletter/unsubscribe", params={"token": "\x00"}).status_code == 404
