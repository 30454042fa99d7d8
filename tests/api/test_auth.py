"""/api/auth and the logins."""

import pytest

from marketplace.http import cookies
from tests import factories
from tests.domain.accounts import steps
from tests.domain.accounts.steps import BUYER_FORM, NEW_PASSWORD, PASSWORD, SELLER_FORM, code_for


def verified(db, client, email=BUYER_FORM["email"], kind="user"):
    assert client.post("/api/auth/sendOtpRegister", json={"email": email, "userType": kind}).status_code == 200
    answer = client.post(
        "/api/auth/verifyOtpRegister", json={"email": email, "otp": code_for(db, email), "userType": kind}
    )
    body = answer.json()
    assert len(body.pop("proof")) == 43
    assert body == {"success": True, "verified": True}


def signed_in(client, account, kind="user", **more):
    return client.post(f"/api/{kind}/login", json={"email": account.email, "password": PASSWORD, **more})


class TestRegistration:
    def test_a_user_registers_and_signs_in(self, client, db):
        verified(db, client)
        made = client.post("/api/user", json=BUYER_FORM)
        assert made.status_code == 201
        assert made.json()["data"]["email"] == BUYER_FORM["email"]
        assert PASSWORD not in made.text
        answer = client.post("/api/user/login", json={"email": "ASHA@example.org ", "password": PASSWORD})
        assert answer.status_code == 200
        body = answer.json()
        assert body["userId"] == made.json()["data"]["_id"]
        assert (body["username"], body["type"], body["success"]) == ("asha", "user", True)
        own = client.get(f"/api/user/{body['userId']}", headers={"Authorization": f"Bearer {body['token']}"})
        assert own.json()["data"]["phone"] == BUYER_FORM["phone"]

    def test_a_seller_registers(self, client, db):
        verified(db, client, SELLER_FORM["email"], "seller")
        assert client.post("/api/seller", json=SELLER_FORM).status_code == 201

    def test_an_unverified_email(self, client, db):
        answer = client.post("/api/user", json=BUYER_FORM)
        assert (answer.status_code, answer.json()["message"]) == (400, "Please verify your email with OTP first.")

    def test_an_email_that_has_an_account(self, client, db):
        factories.buyer(db, email=BUYER_FORM["email"])
        assert client.post("/api/user", json=BUYER_FORM).json()["message"].startswith("Email already exists")
        answer = client.post("/api/auth/sendOtpRegister", json={"email": "Asha@Example.org", "userType": "user"})
        assert answer.status_code == 409

    def test_a_wrong_code(self, client, db):
        email = BUYER_FORM["email"]
        client.post("/api/auth/sendOtpRegister", json={"email": email, "userType": "user"})
        answer = client.post(
            "/api/auth/verifyOtpRegister",
            json={"email": email, "otp": steps.wrong(code_for(db, email)), "userType": "user"},
        )
        assert answer.status_code == 400
        assert answer.json() == {"success": False, "verified": False, "message": "Invalid or expired OTP."}

    def test_a_code_sent_as_a_number(self, client, db):
        email = BUYER_FORM["email"]
        client.post("/api/auth/sendOtpRegister", json={"email": email, "userType": "user"})
        otp = int(code_for(db, email))
        body = {"email": email, "otp": otp, "userType": "user"}
        assert client.post("/api/auth/verifyOtpRegister", json=body).status_code == 200

    @pytest.mark.parametrize("kind", ["", "admin", "buyer", "nobody"])
    def test_kinds_that_cannot_register(self, client, kind):
        for path in ("sendOtpRegister", "sendOtp"):
            answer = client.post(f"/api/auth/{path}", json={"email": "a@example.org", "userType": kind})
            assert answer.status_code == 422
            assert answer.json()["errors"][0]["field"] == "userType"

    def test_codes_are_limited(self, client, db):
        body = {"email": "a@example.org", "userType": "user"}
        assert client.post("/api/auth/sendOtpRegister", json=body).status_code == 200
        refused = client.post("/api/auth/sendOtpRegister", json=body)
        assert refused.status_code == 429
        assert 1 <= int(refused.headers["retry-after"]) <= 60


class TestLogin:
    @pytest.mark.parametrize(
        ("kind", "make", "other"), [("user", factories.seller, "seller"), ("seller", factories.buyer, "user")]
    )
    def test_the_password_of_the_other_account_names_its_kind(self, client, db, kind, make, other):
        account = steps.with_password(db, make)
        answer = client.post(f"/api/{kind}/login", json={"email": account.email, "password": PASSWORD})
        assert (answer.status_code, answer.json()["otherKind"]) == (401, other)
        assert (
            client.post(f"/api/{other}/login", json={"email": account.email, "password": PASSWORD}).status_code == 200
        )

    def test_wrong_email_and_wrong_password_have_the_same_response(self, client, db):
        account = steps.with_password(db)
        unknown = client.post("/api/user/login", json={"email": "no@example.org", "password": "x"})
        wrong = client.post("/api/user/login", json={"email": account.email, "password": "x"})
        other_kind = client.post("/api/seller/login", json={"email": account.email, "password": "x"})
        assert unknown.status_code == wrong.status_code == other_kind.status_code == 401
        assert unknown.json() == wrong.json() == other_kind.json()

    def test_empty_fields(self, client, db):
        answer = client.post("/api/user/login", json={})
        assert answer.status_code == 422
        assert [error["field"] for error in answer.json()["errors"]] == ["email", "password"]

    def test_a_token_login_sets_no_session_cookie(self, client, db):
        answer = signed_in(client, steps.with_password(db))
        assert answer.json()["token"]
        assert "set-cookie" not in answer.headers

    def test_a_browser_gets_cookies_and_no_token(self, client, db):
        answer = signed_in(client, steps.with_password(db), cookie=True)
        assert "token" not in answer.json()
        set_cookies = {line.split("=")[0]: line for line in answer.headers.get_list("set-cookie")}
        assert set(set_cookies) == {cookies.SESSION, cookies.XSRF, cookies.DEVICE}
        assert "HttpOnly" in set_cookies[cookies.SESSION]
        assert "SameSite=lax" in set_cookies[cookies.SESSION]
        assert "Max-Age" not in set_cookies[cookies.SESSION]
        assert "HttpOnly" not in set_cookies[cookies.XSRF]
        assert answer.cookies[cookies.SESSION] not in answer.text

    def test_remember_me_keeps_the_cookies(self, client, db):
        answer = signed_in(client, steps.with_password(db), cookie=True, remember=True)
        kept = [line for line in answer.headers.get_list("set-cookie") if line.startswith(cookies.SESSION)]
        assert f"Max-Age={30 * 86_400}" in kept[0]

    def test_unsafe_calls_with_the_cookie_need_the_header(self, client, db):
        signed_in(client, steps.with_password(db), cookie=True)
        assert client.post("/api/auth/logout").status_code == 403
        assert client.post("/api/auth/logout", headers={"X-XSRF-TOKEN": "guess"}).status_code == 403
        assert client.get("/api/auth/sessions").status_code == 200
        answer = client.post("/api/auth/logout", headers={"X-XSRF-TOKEN": client.cookies[cookies.XSRF]})
        assert answer.json() == {"success": True, "message": "Logged out successfully"}
        assert cookies.SESSION not in client.cookies
        assert client.get("/api/auth/sessions").status_code == 401

    def test_the_old_session_ends_when_a_browser_signs_in_again(self, client, db):
        account = steps.with_password(db)
        first = signed_in(client, account, cookie=True).cookies[cookies.SESSION]
        headers = {"X-XSRF-TOKEN": client.cookies[cookies.XSRF]}
        body = {"email": account.email, "password": PASSWORD, "cookie": True}
        second = client.post("/api/user/login", json=body, headers=headers).cookies[cookies.SESSION]
        assert first != second
        client.cookies.clear()
        stale = client.get("/api/auth/sessions", headers={"Authorization": f"Bearer {first}"})
        assert stale.status_code == 401

    @pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://testserver.evil.example"])
    def test_a_foreign_origin(self, client, db, origin):
        account = steps.with_password(db)
        body = {"email": account.email, "password": PASSWORD}
        assert client.post("/api/user/login", json=body, headers={"Origin": origin}).status_code == 403

    @pytest.mark.parametrize("origin", ["http://testserver", "http://localhost:3000"])
    def test_our_own_origin(self, client, db, origin):
        account = steps.with_password(db)
        body = {"email": account.email, "password": PASSWORD}
        assert client.post("/api/user/login", json=body, headers={"Origin": origin}).status_code == 200

    @pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
    def test_only_json(self, client, db, kind):
        account = steps.with_password(db)
        body = f'{{"email": "{account.email}", "password": "{PASSWORD}"}}'
        answer = client.post("/api/user/login", content=body, headers={"Content-Type": kind})
        assert answer.status_code == 415

    def test_ten_failures_lock_even_the_right_password(self, client, db):
        account = steps.with_password(db)
        for _ in range(10):
            wrong = client.post("/api/user/login", json={"email": account.email, "password": "wrong"})
            assert wrong.status_code == 401
        refused = signed_in(client, account)
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0

    def test_successes_are_not_counted(self, client, db):
        account = steps.with_password(db)
        assert {signed_in(client, account).status_code for _ in range(12)} == {200}

    def test_suspension_reason_needs_the_password(self, client, db):
        account = steps.with_password(db, status="suspended", suspended_reason="Counterfeit goods")
        answer = signed_in(client, account)
        assert answer.status_code == 403
        assert "Counterfeit goods" in answer.json()["message"]
        wrong = client.post("/api/user/login", json={"email": account.email, "password": "x"})
        assert wrong.status_code == 401

    def test_an_admin(self, client, db):
        account = steps.with_password(db, factories.admin)
        answer = client.post("/api/admin/login", json={"email": account.email, "password": PASSWORD})
        assert answer.json()["adminId"] == account.id
        assert answer.json()["type"] == "admin"


class TestReset:
    def test_response_does_not_reveal_whether_the_account_exists(self, client, db):
        account = steps.with_password(db)
        known = client.post("/api/auth/sendOtp", json={"email": account.email, "userType": "user"})
        unknown = client.post("/api/auth/sendOtp", json={"email": "no@example.org", "userType": "user"})
        assert known.status_code == unknown.status_code == 200
        assert known.json() == unknown.json() == {"success": True, "message": "OTP sent to your email"}
        again = client.post("/api/auth/sendOtp", json={"email": "no@example.org", "userType": "user"})
        assert again.status_code == 429
        assert [mail.to for mail in steps.mails(db)] == [account.email]

    def test_a_new_password_ends_the_sessions(self, client, db):
        account = steps.with_password(db)
        headers = factories.bearer(db, account)
        client.post("/api/auth/sendOtp", json={"email": account.email, "userType": "user"})
        body = {"email": account.email, "otp": code_for(db, account.email), "userType": "user"}
        answer = client.post("/api/auth/resetPass", json=body | {"newPassword": NEW_PASSWORD})
        assert answer.json() == {"success": True, "message": "Password reset successfully"}
        assert client.get("/api/auth/sessions", headers=headers).status_code == 401
        assert signed_in(client, account).status_code == 401
        new = client.post("/api/user/login", json={"email": account.email, "password": NEW_PASSWORD})
        assert new.status_code == 200
        # Used codes are dead.
        assert client.post("/api/auth/resetPass", json=body | {"newPassword": PASSWORD}).status_code == 400

    @pytest.mark.parametrize(("otp", "password"), [("", NEW_PASSWORD), ("123456", ""), ("", "")])
    def test_missing_fields(self, client, db, otp, password):
        body = {"email": "a@example.org", "otp": otp, "newPassword": password, "userType": "user"}
        answer = client.post("/api/auth/resetPass", json=body)
        assert (answer.status_code, answer.json()["message"]) == (422, "OTP and new password are required")

    def test_a_short_password(self, client, db):
        body = {"email": "a@example.org", "otp": "123456", "newPassword": "12345", "userType": "user"}
        assert client.post("/api/auth/resetPass", json=body).status_code == 422

    def test_no_email(self, client, db):
        answer = client.post("/api/auth/sendOtp", json={"userType": "user"})
        assert (answer.status_code, answer.json()["message"]) == (422, "Email is required")


class TestPasswordAndSessions:
    def test_anonymous_callers(self, client, db):
        for method, path in (
            ("POST", "changePass"),
            ("POST", "logout"),
            ("GET", "sessions"),
            ("DELETE", "sessions"),
            ("DELETE", "sessions/x"),
            ("POST", "confirmEmail"),
            ("POST", "secondFactor/enable"),
            ("POST", "secondFactor/confirm"),
            ("POST", "secondFactor/disable"),
        ):
            json = {} if method == "POST" else None
            if path == "changePass":
                json = {"currentPassword": "x", "newPassword": NEW_PASSWORD}
            answer = client.request(method, f"/api/auth/{path}", json=json)
            assert answer.status_code == 401, path

    def test_changing_it(self, client, db):
        account = steps.with_password(db)
        mine, other = factories.bearer(db, account), factories.bearer(db, account)
        wrong = {"currentPassword": "wrong", "newPassword": NEW_PASSWORD}
        assert client.post("/api/auth/changePass", json=wrong, headers=mine).status_code == 400
        right = {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD}
        assert client.post("/api/auth/changePass", json=right, headers=mine).status_code == 200
        assert client.get("/api/auth/sessions", headers=mine).status_code == 200
        assert client.get("/api/auth/sessions", headers=other).status_code == 401

    def test_sessions_of_others_are_404(self, client, db):
        account, other = factories.buyer(db), factories.buyer(db)
        mine, theirs = factories.bearer(db, account), factories.bearer(db, other)
        listed = client.get("/api/auth/sessions", headers=theirs).json()["data"]
        answer = client.delete(f"/api/auth/sessions/{listed[0]['_id']}", headers=mine)
        assert answer.status_code == 404
        assert client.get("/api/auth/sessions", headers=theirs).status_code == 200

    def test_listing_and_ending(self, client, db):
        account = factories.buyer(db)
        mine, second, third = (factories.bearer(db, account) for _ in range(3))
        listed = client.get("/api/auth/sessions", headers=mine).json()["data"]
        assert sorted(session["current"] for session in listed) == [False, False, True]
        theirs = client.get("/api/auth/sessions", headers=second).json()["data"]
        current = next(session["_id"] for session in theirs if session["current"])
        assert client.delete(f"/api/auth/sessions/{current}", headers=mine).status_code == 200
        assert client.get("/api/auth/sessions", headers=second).status_code == 401
        assert client.delete("/api/auth/sessions", headers=mine).json()["ended"] == 1
        assert client.get("/api/auth/sessions", headers=third).status_code == 401
        assert client.get("/api/auth/sessions", headers=mine).status_code == 200
