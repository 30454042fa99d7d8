"""/api/user, /api/seller, /api/account and the second factor."""

import pytest
from pyotp.totp import TOTP

from marketplace.core import clock
from marketplace.domain.accounts import passwords, queries
from marketplace.models import AccountStatus
from tests import factories
from tests.domain.accounts import steps
from tests.domain.accounts.steps import NEW_PASSWORD, PASSWORD, code_for


class TestProfiles:
    def test_own_profile_permissions(self, client, db):
        user, other, seller, admin = (
            factories.buyer(db),
            factories.buyer(db),
            factories.seller(db),
            factories.admin(db),
        )
        path = f"/api/user/{user.id}"
        assert client.get(path).status_code == 401
        assert client.put(path, json={}).status_code == 401
        for stranger in (other, seller):
            headers = factories.bearer(db, stranger)
            assert client.get(path, headers=headers).status_code == 403
            assert client.put(path, json={"name": "X"}, headers=headers).status_code == 403
        for reader in (user, admin):
            data = client.get(path, headers=factories.bearer(db, reader)).json()["data"]
            assert (data["email"], data["type"]) == (user.email, "user")

    def test_seller_profile_is_public_in_part(self, client, db):
        seller = factories.seller(db, phone="55512345", whatsapp="55512346", address="12 Secret Street")
        path = f"/api/seller/{seller.id}"
        private = (seller.email, "55512345", "55512346", "Secret Street")
        for headers in ({}, factories.bearer(db, factories.buyer(db)), factories.bearer(db, factories.seller(db))):
            answer = client.get(path, headers=headers)
            assert answer.status_code == 200
            assert not any(value in answer.text for value in private)
            assert set(answer.json()["data"]) == {
                "_id", "name", "username", "place", "shopName", "sellerType", "images", "liveAds", "repliesWithin", "reviews", "deals",
                "followers", "createdAt",
            }  # fmt: skip
            assert (answer.json()["data"]["liveAds"], answer.json()["data"]["repliesWithin"]) == (0, None)
        for reader in (seller, factories.admin(db)):
            answer = client.get(path, headers=factories.bearer(db, reader))
            assert all(value in answer.text for value in private)

    @pytest.mark.parametrize("missing", ["nothing", "0" * 26])
    def test_missing(self, client, db, missing):
        assert client.get(f"/api/seller/{missing}").status_code == 404
        admin = factories.bearer(db, factories.admin(db))
        for kind in ("user", "seller"):
            assert client.get(f"/api/{kind}/{missing}", headers=admin).status_code == 404
            assert client.put(f"/api/{kind}/{missing}", json={}, headers=admin).status_code == 404

    def test_suspended_seller_is_visible_to_admins_only(self, client, db):
        seller = factories.seller(db, status=AccountStatus.SUSPENDED)
        headers = factories.bearer(db, seller)
        assert client.get(f"/api/seller/{seller.id}").status_code == 404
        assert client.put(f"/api/seller/{seller.id}", json={}, headers=headers).status_code == 401
        admin = factories.bearer(db, factories.admin(db))
        assert client.get(f"/api/seller/{seller.id}", headers=admin).status_code == 200

    def test_changing_it(self, client, db):
        seller = factories.seller(db)
        answer = client.put(
            f"/api/seller/{seller.id}",
            json={"name": "New Name", "shopName": "The Shop", "images": [], "unknown": 1},
            headers=factories.bearer(db, seller),
        )
        assert answer.status_code == 200
        assert answer.json()["message"] == "Profile updated successfully"
        assert (answer.json()["data"]["name"], answer.json()["data"]["shopName"]) == ("New Name", "The Shop")

    def test_field_errors_use_api_field_names(self, client, db):
        seller = factories.seller(db)
        body = {"sellerType": "business", "name": ""}
        answer = client.put(f"/api/seller/{seller.id}", json=body, headers=factories.bearer(db, seller))
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["field"] == "name"

    def test_a_new_password_needs_the_current_one(self, client, db):
        user = steps.with_password(db)
        mine, other = factories.bearer(db, user), factories.bearer(db, user)
        path = f"/api/user/{user.id}"
        for body in ({}, {"currentPassword": "wrong"}):
            answer = client.put(path, json={"password": NEW_PASSWORD} | body, headers=mine)
            assert answer.status_code == 400
        body = {"password": NEW_PASSWORD, "currentPassword": PASSWORD}
        assert client.put(path, json=body, headers=mine).status_code == 200
        assert client.get(path, headers=mine).status_code == 200
        assert client.get(path, headers=other).status_code == 401
        assert client.put(path, json={"password": ""}, headers=mine).status_code == 200

    def test_new_email_needs_its_code(self, client, db):
        user = factories.buyer(db)
        headers = factories.bearer(db, user)
        taken = client.put(f"/api/user/{user.id}", json={"email": factories.buyer(db).email}, headers=headers)
        assert taken.status_code == 409
        answer = client.put(f"/api/user/{user.id}", json={"email": "new@example.org"}, headers=headers)
        assert answer.json()["data"]["email"] == user.email
        assert answer.json()["data"]["pendingEmail"] == "new@example.org"
        code = code_for(db, "new@example.org")
        wrong = client.post("/api/auth/confirmEmail", json={"otp": steps.wrong(code)}, headers=headers)
        assert wrong.status_code == 400
        right = client.post("/api/auth/confirmEmail", json={"otp": code}, headers=headers)
        assert right.json()["data"]["email"] == "new@example.org"


class TestContacts:
    @pytest.mark.parametrize(
        ("path", "asker", "status"),
        [
            ("seller", None, 401),
            ("user", None, 401),
            ("seller", "seller", 403),
            ("user", "buyer", 403),
            ("seller", "buyer", 200),
            ("user", "seller", 200),
            ("seller", "admin", 200),
            ("user", "admin", 200),
        ],
    )
    def test_who(self, client, db, path, asker, status):
        headers = factories.bearer(db, getattr(factories, asker)(db)) if asker else {}
        assert client.get(f"/api/{path}", headers=headers).status_code == status

    def test_pages_and_next(self, client, db):
        sellers = [factories.seller(db, phone=f"5551234{n}") for n in range(3)]
        headers = factories.bearer(db, factories.buyer(db))
        everything = client.get("/api/seller", headers=headers).json()
        assert [item["_id"] for item in everything["data"]] == [seller.id for seller in reversed(sellers)]
        assert (everything["total"], everything["page"], everything["next"]) == (3, 1, None)
        assert set(everything["data"][0]) == {"_id", "name", "username", "images"}
        first = client.get("/api/seller?limit=2", headers=headers).json()
        assert (first["totalPages"], first["next"]) == (2, sellers[1].id)
        rest = client.get(f"/api/seller?limit=2&after={first['next']}", headers=headers).json()
        assert [item["_id"] for item in rest["data"]] == [sellers[0].id]
        found = client.get(f"/api/seller?q={sellers[1].username}", headers=headers).json()
        assert [item["_id"] for item in found["data"]] == [sellers[1].id]
        assert client.get("/api/seller?q=null", headers=headers).json()["total"] == 3
        assert client.get("/api/seller?limit=101", headers=headers).status_code == 422


class TestAccountDeletion:
    def test_anonymous_and_wrong_passwords(self, client, db):
        headers = factories.bearer(db, steps.with_password(db))
        for path in ("export", "delete"):
            assert client.post(f"/api/auth/account/{path}", json={"password": PASSWORD}).status_code == 401
            wrong = client.post(f"/api/auth/account/{path}", json={"password": "wrong"}, headers=headers)
            assert wrong.status_code == 400

    def test_export_and_delete(self, client, db):
        user = steps.with_password(db)
        headers = factories.bearer(db, user)
        archive = client.post("/api/auth/account/export", json={"password": PASSWORD}, headers=headers)
        assert archive.json()["data"]["account"][0]["email"] == user.email
        assert "attachment" in archive.headers["content-disposition"]
        assert user.password_hash not in archive.text
        gone = client.post("/api/auth/account/delete", json={"password": PASSWORD}, headers=headers)
        assert gone.status_code == 200
        assert client.get(f"/api/user/{user.id}", headers=headers).status_code == 401

    def test_a_session_that_ends_while_the_password_is_compared_deletes_nothing(self, client, db, monkeypatch):
        user = steps.with_password(db)
        headers, compare = factories.bearer(db, user), passwords.compare

        def end_meanwhile(*args):
            queries.end_sessions(db, user.id, clock.now())
            db.commit()
            return compare(*args)

        monkeypatch.setattr(passwords, "compare", end_meanwhile)
        answer = client.post("/api/auth/account/delete", json={"password": PASSWORD}, headers=headers)
        assert answer.status_code == 401
        db.expire_all()
        assert user.status is AccountStatus.ACTIVE

    @pytest.mark.parametrize("path", ["export", "delete"])
    def test_guesses_are_limited(self, client, db, path):
        headers = factories.bearer(db, steps.with_password(db))
        answers = [
            client.post(f"/api/auth/account/{path}", json={"password": f"guess {n}"}, headers=headers).status_code
            for n in range(11)
        ]
        assert answers == [400] * 10 + [429]
        right = client.post(f"/api/auth/account/{path}", json={"password": PASSWORD}, headers=headers)
        assert right.status_code == 429


class TestSecondFactor:
    def test_enable_login_and_disable(self, client, db):
        user = steps.with_password(db)
        headers = factories.bearer(db, user)
        setup = client.post("/api/auth/secondFactor/enable", json={"password": PASSWORD}, headers=headers).json()
        app = TOTP(setup["secret"])
        on = client.post("/api/auth/secondFactor/confirm", json={"code": app.now()}, headers=headers)
        codes = on.json()["recoveryCodes"]
        body = {"email": user.email, "password": PASSWORD}
        asked = client.post("/api/user/login", json=body)
        assert (asked.status_code, asked.json()["secondFactor"]) == (401, True)
        assert client.post("/api/user/login", json=body | {"code": codes[0]}).status_code == 200
        wrong = client.post("/api/auth/secondFactor/disable", json={"password": PASSWORD}, headers=headers)
        assert wrong.status_code == 400
        off = {"password": PASSWORD, "code": codes[1]}
        assert client.post("/api/auth/secondFactor/disable", json=off, headers=headers).status_code == 200
        assert client.post("/api/user/login", json=body).status_code == 200
