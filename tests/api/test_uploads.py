"""/api/upload, /api/upload-multiple and /media."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlmodel import Session, select

from marketplace.core import clock
from marketplace.core.errors import Unavailable
from marketplace.db import database
from marketplace.domain import jobs, media
from marketplace.domain.media import images as prepared_images
from marketplace.domain.media import messages
from marketplace.http import cookies
from marketplace.http.media import make_media_app
from marketplace.integrations.storage import get_store, make_store
from marketplace.jobs import schedule
from marketplace.models import Account, Upload
from marketplace.settings import get_settings
from tests import factories
from tests.client import TestClient
from tests.domain.media import corpus
from tests.http.asking import exchange


@pytest.fixture
def media_client() -> Iterator[TestClient]:
    from starlette.applications import Starlette
    from starlette.routing import Mount

    with TestClient(Starlette(routes=[Mount("/media", make_media_app())])) as made:
        yield made


def images(*files: bytes) -> list:
    return [("images", (f"{number}.jpg", data, "image/jpeg")) for number, data in enumerate(files)]


def test_anonymous_uploads_are_401(client: TestClient, db: Session):
    for path, field in (("/api/upload", "file"), ("/api/upload-multiple", "images")):
        answer = client.post(path, files={field: ("a.jpg", corpus.jpeg(), "image/jpeg")})
        assert answer.status_code == 401
        assert answer.json()["success"] is False
    assert db.exec(select(Upload)).all() == []


def test_every_kind_of_account_uploads(client: TestClient, db: Session):
    for account in (factories.buyer(db), factories.seller(db), factories.admin(db)):
        answer = client.post(
            "/api/upload", files={"file": ("a.jpg", corpus.jpeg())}, headers=factories.bearer(db, account)
        )
        assert answer.status_code == 201
        assert db.get_one(Upload, answer.json()["public_id"]).owner_id == account.id


def test_many_images(client: TestClient, db: Session, media_client: TestClient):
    headers = factories.bearer(db, factories.seller(db))
    answer = client.post(
        "/api/upload-multiple", files=images(corpus.jpeg(2000, 1000), corpus.jpeg(90, 60)), headers=headers
    )
    body = answer.json()
    assert (answer.status_code, body["success"]) == (201, True)
    assert [image["url"] for image in body["images"]] == body["fileUrls"]
    assert [image["public_id"] for image in body["images"]] == body["public_id"]
    assert [image["name"] for image in body["images"]] == ["0.jpg", "1.jpg"]
    assert re.fullmatch(r"/media/[0-9a-f]{64}-1600\.webp", body["fileUrls"][0])
    assert media_client.get(body["fileUrls"][0]).status_code == 200


def test_image_removed_by_another_request_during_the_upload(
    client: TestClient, db: Session, media_client: TestClient, monkeypatch: pytest.MonkeyPatch
):
    headers = factories.bearer(db, factories.seller(db))
    sent = images(corpus.jpeg(500, 93), corpus.jpeg(501, 93))
    (url,) = client.post("/api/upload-multiple", files=sent[:1], headers=headers).json()["fileUrls"]
    decode, decoded = prepared_images.prepare, []

    def then_remove(data: bytes):
        if decoded:
            # The first file is stored, but has no owner yet.
            with database.unit_of_work() as own:
                upload = own.exec(select(Upload)).one()
                media.remove_upload(own, factories.actor(own.get_one(Account, upload.owner_id)), url)
            while jobs.run_due(schedule.HANDLERS):
                pass
            assert media_client.get(url).status_code == 404
        decoded.append(decode(data))
        return decoded[-1]

    monkeypatch.setattr(prepared_images, "prepare", then_remove)
    answer = client.post("/api/upload-multiple", files=sent, headers=headers)
    assert answer.status_code == 201
    for each in answer.json()["fileUrls"]:
        assert media_client.get(each).status_code == 200


def test_the_refused_one_of_several_files_of_a_name_is_told(client: TestClient, db: Session):
    """Phones name every photo alike."""
    headers = factories.bearer(db, factories.seller(db))

    def refusal(*names: str) -> str:
        sent = [("images", (name, corpus.jpeg() if at != 1 else b"no photo")) for at, name in enumerate(names)]
        answer = client.post("/api/upload-multiple", files=sent, headers=headers)
        assert answer.status_code == 415
        return answer.json()["message"]

    assert refusal("image.jpg", "image.jpg", "image.jpg").startswith("image.jpg (2 of 3): ")
    assert refusal("a.jpg", "image.jpg", "b/image.jpg").startswith("image.jpg (2 of 3): ")
    assert refusal("image.jpg", "other.jpg").startswith("other.jpg: ")
    assert db.exec(select(Upload)).all() == []


@pytest.mark.parametrize("media_type", ["", "application/octet-stream", "text/plain", "image/heic"])
@pytest.mark.parametrize(
    "data",
    [corpus.HEIC, corpus.TRANSPARENT_HEIC, corpus.encoded(corpus.picture(), "AVIF", speed=10)],
    ids=["heic", "transparent", "avif"],
)
def test_the_declared_type_decides_nothing(client: TestClient, db: Session, data: bytes, media_type: str):
    headers = factories.bearer(db, factories.seller(db))
    for path, field in (("/api/upload", "file"), ("/api/upload-multiple", "images")):
        sent = {field: ("IMG_0001.HEIC", data, media_type) if media_type else ("IMG_0001.HEIC", data)}
        answer = client.post(path, files=sent, headers=headers)
        assert (answer.status_code, answer.json()["success"]) == (201, True)
        if not media_type:
            part = f'--x\r\nContent-Disposition: form-data; name="{field}"; filename="IMG_0001.HEIC"\r\n\r\n'
            body = part.encode() + data + b"\r\n--x--\r\n"
            untyped = headers | {"content-type": "multipart/form-data; boundary=x"}
            assert client.post(path, content=body, headers=untyped).status_code == 201


BAD = {
    "page.html": (corpus.HTML, 415, messages.NOT_AN_IMAGE),
    "bill.pdf": (corpus.PDF, 415, messages.NOT_AN_IMAGE),
    "cut.jpg": (corpus.jpeg()[:2_000], 422, messages.DAMAGED),
    "empty.png": (b"", 422, messages.EMPTY),
    "phone.heic": (corpus.BROKEN_HEIC, 422, messages.DAMAGED),
}


def stored_keys() -> set[str]:
    return {stored.key for stored in get_store().list()}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("place", ["first", "between", "last"])
def test_one_bad_image_refuses_all_and_is_named(client: TestClient, db: Session, name: str, place: str):
    headers = factories.bearer(db, factories.seller(db))
    data, status, sentence = BAD[name]
    files = [("images", (f"good{width}.jpg", corpus.jpeg(width, 71))) for width in (301, 302)]
    files.insert({"first": 0, "between": 1, "last": 2}[place], ("images", (f"C:\\photos\\{name}", data)))
    before = stored_keys()
    answer = client.post("/api/upload-multiple", files=files, headers=headers)
    message = f"{name}: {sentence}"
    assert answer.status_code == status
    assert answer.json() == {
        "success": False,
        "message": message,
        "errors": [{"field": "images", "message": message}],
    }
    assert db.exec(select(Upload)).all() == []
    assert stored_keys() == before


@pytest.mark.parametrize("fails", ["the store", "the database"])
def test_nothing_stays_of_images_that_could_not_be_stored(
    client: TestClient, db: Session, fails: str, monkeypatch: pytest.MonkeyPatch
):
    headers = factories.bearer(db, factories.seller(db))
    before, puts = stored_keys(), []

    def fail(*_arguments):
        puts.append(1)
        # The first image was stored; it has two sizes.
        if len(puts) == (3 if fails == "the store" else 1):
            raise Unavailable

    if fails == "the store":
        put = get_store().put
        monkeypatch.setattr(get_store(), "put", lambda *each: (fail(), put(*each)))
    else:
        monkeypatch.setattr("marketplace.domain.media.photo_hashes.enqueue", fail)
    answer = client.post(
        "/api/upload-multiple", files=images(corpus.jpeg(303, 71), corpus.jpeg(304, 71)), headers=headers
    )
    assert (answer.status_code, answer.json()["success"]) == (503, False)
    assert db.exec(select(Upload)).all() == []
    assert stored_keys() == before


def test_pdf_is_accepted_as_file_only(client: TestClient, db: Session):
    headers = factories.bearer(db, factories.seller(db))
    assert client.post("/api/upload-multiple", files=images(corpus.PDF), headers=headers).status_code == 415
    answer = client.post("/api/upload", files={"file": ("bill.pdf", corpus.PDF)}, headers=headers)
    assert answer.status_code == 201
    assert answer.json()["name"] == "bill.pdf"
    assert answer.json()["fileUrl"] == f"/api/files/{answer.json()['public_id']}"


@pytest.mark.parametrize(
    ("path", "request_parts", "status", "message"),
    [
        ("/api/upload", {"files": {"file": ("a.jpg", b"")}}, 422, messages.EMPTY),
        ("/api/upload", {"files": {"file": ("a.jpg", corpus.jpeg()[:900])}}, 422, messages.DAMAGED),
        ("/api/upload", {"files": {"file": ("a.jpg", corpus.bomb())}}, 413, None),
        ("/api/upload", {"files": {"file": ("a.heic", corpus.BROKEN_HEIC)}}, 422, messages.DAMAGED),
        ("/api/upload", {"files": {"other": ("a.jpg", corpus.jpeg())}}, 422, messages.NOT_A_FILE),
        ("/api/upload", {"data": {"file": "text"}, "files": {"x": ("a", b"1")}}, 422, messages.NOT_A_FILE),
        ("/api/upload", {"json": {"file": "text"}}, 415, messages.NOT_MULTIPART),
        ("/api/upload-multiple", {"data": {"images": "text"}}, 415, messages.NOT_MULTIPART),
        ("/api/upload-multiple", {"files": images(*[b"x"] * 21)}, 422, "At most 20 files can be uploaded at once."),
    ],
)
def test_refusals(client: TestClient, db: Session, path: str, request_parts: dict, status: int, message: str | None):
    answer = client.post(path, headers=factories.bearer(db, factories.seller(db)), **request_parts)
    assert answer.status_code == status
    assert answer.json()["success"] is False
    if message:
        assert answer.json()["message"] == message


def test_a_file_over_the_limit(client: TestClient, db: Session, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "upload_max_bytes", 10_000)
    headers = factories.bearer(db, factories.seller(db))
    for size in (10_001, 200_000):
        answer = client.post("/api/upload", files={"file": ("a.jpg", corpus.jpeg() + bytes(size))}, headers=headers)
        assert answer.status_code == 413


def test_broken_multipart_is_a_plain_failure(client: TestClient, db: Session):
    headers = {**factories.bearer(db, factories.seller(db)), "Content-Type": "multipart/form-data"}
    answer = client.post("/api/upload", content=b"no boundary", headers=headers)
    assert answer.status_code == 400
    assert answer.json()["success"] is False


def form(data: bytes, *, name: bytes = b'name="file"; filename="a.jpg"', boundary: bytes = b"b") -> bytes:
    """Return a multipart body with one part."""
    return b"--%b\r\nContent-Disposition: form-data; %b\r\n\r\n%b\r\n--%b--\r\n" % (boundary, name, data, boundary)


@pytest.mark.parametrize(
    "media_type",
    [
        "Multipart/Form-Data; boundary=b",
        "MULTIPART/FORM-DATA;boundary=b",
        'multipart/form-data ; Boundary="b"',
        "multipart/form-data;x=y;boundary=b",
    ],
)
def test_media_types_are_case_insensitive(client: TestClient, db: Session, media_type: str):
    headers = {**factories.bearer(db, factories.seller(db)), "Content-Type": media_type}
    assert client.post("/api/upload", content=form(corpus.jpeg()), headers=headers).status_code == 201


@pytest.mark.parametrize(
    "media_type", ["multipart/form-data-x; boundary=b", "multipart/mixed; boundary=b", "", "text/plain"]
)
def test_other_media_types_are_415(client: TestClient, db: Session, media_type: str):
    headers = {**factories.bearer(db, factories.seller(db)), "Content-Type": media_type}
    assert client.post("/api/upload", content=form(corpus.jpeg()), headers=headers).status_code == 415


@pytest.mark.parametrize(
    "charset", ["undefined", "punycode", "idna", "zlib", "a\0b", "unicode_escape", "utf-7", "x" * 5_000, '"', "utf-16"]
)
def test_charset_of_a_form_is_ignored(client: TestClient, db: Session, charset: str):
    media_type = f"multipart/form-data; boundary=b; charset={charset}".encode()
    headers = {**factories.bearer(db, factories.seller(db)), "Content-Type": media_type.decode()}
    name = 'name="file"; filename="सोफ़ा\\N{DIGIT ONE}.jpg"'.encode()
    answer = client.post("/api/upload", content=form(corpus.jpeg(), name=name), headers=headers)
    assert (answer.status_code, answer.json()["name"]) == (201, "N{DIGIT ONE}.jpg")


@pytest.mark.parametrize("boundary", ["", '""', "x" * 71, '"b "', "b\x00", "b\xe9", '"b\\"c"'])
def test_odd_boundaries_are_400(client: TestClient, db: Session, boundary: str):
    headers = {
        **factories.bearer(db, factories.seller(db)),
        "Content-Type": f"multipart/form-data; boundary={boundary}".encode("latin-1"),
    }
    answer = client.post("/api/upload", content=form(corpus.jpeg()), headers=headers)  # pyright: ignore[reportArgumentType]
    assert (answer.status_code, answer.json()["success"]) == (400, False)


@pytest.mark.parametrize(
    "body",
    [
        b"--b\r\n\r\n\r\n" * 100_000, form(b"x", name=b'name="other"') * 101, form(b"x" * 70_000, name=b'name="file"'),
        b"--b\r\n" + b"X: y\r\n" * 100 + form(b"x"), b"--b\r\nX: " + b"y" * 100_000 + b"\r\n\r\n", b"--b", b"",
        b"--b\r\nContent-Disposition: form-data; name=" + b"n" * 5_000 + b"\r\n\r\nx\r\n--b--\r\n",
    ],
    ids=["empty parts", "fields", "long field", "headers", "long header", "cut off", "empty", "long name"],
)  # fmt: skip
def test_malformed_forms_are_4xx(client: TestClient, db: Session, body: bytes):
    headers = {**factories.bearer(db, factories.seller(db)), "Content-Type": "multipart/form-data; boundary=b"}
    answer = client.post("/api/upload", content=body, headers=headers)
    assert answer.status_code in (400, 422)
    assert answer.json()["success"] is False


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"../../etc/passwd", "passwd"), (b"C:\\\\windows\\\\a.jpg", "a.jpg"), (b"a\x00b\x1b[31m.jpg", "ab[31m.jpg"), (b"", "file"),
        (b"x" * 4_000, "x" * 200), ("a\u202egpj.exe".encode(), "agpj.exe"), (b"\xff\xfe.jpg", "ÿþ.jpg"),
    ],
)  # fmt: skip
def test_odd_file_names(client: TestClient, db: Session, name: bytes, shown: str):
    headers = {**factories.bearer(db, factories.seller(db)), "Content-Type": "multipart/form-data; boundary=b"}
    body = form(corpus.PDF, name=b'name="file"; filename="' + name + b'"')
    answer = client.post("/api/upload", content=body, headers=headers)
    assert (answer.status_code, answer.json()["name"]) == (201, shown)


@pytest.mark.parametrize("path", ["/api/upload", "/api/upload-multiple"])
@pytest.mark.parametrize("credential", ["none", "wrong token", "expired", "cookie without XSRF"])
def test_body_of_a_stranger_is_not_read(db: Session, api_app, path: str, credential: str):
    account = factories.seller(db)
    headers = {
        "none": {},
        "wrong token": {"Authorization": "Bearer x"},
        "expired": factories.bearer(db, account, expires_at=clock.now() - timedelta(days=1)),
        "cookie without XSRF": {
            "Cookie": f"{cookies.session_name()}={factories.bearer(db, account)['Authorization'][7:]}"
        },
    }[credential]
    pairs = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    pairs += [(b"content-type", b"multipart/form-data; boundary=b"), (b"content-length", b"15000000")]
    read: list[bytes] = []

    def body() -> Iterator[dict]:
        while True:
            read.append(b"x")
            yield {"type": "http.request", "body": b"x" * 65_536, "more_body": True}

    started = exchange(api_app, path, "POST", *pairs, messages=body())[0]
    assert started["status"] == (403 if credential == "cookie without XSRF" else 401)
    assert read == []


def test_media_headers(client: TestClient, db: Session, media_client: TestClient):
    headers = factories.bearer(db, factories.seller(db))
    photo = client.post("/api/upload", files={"file": ("a.jpg", corpus.jpeg())}, headers=headers).json()["fileUrl"]
    served = media_client.get(photo)
    assert served.headers["content-type"] == "image/webp"
    assert served.headers["cache-control"] == "public, max-age=86400, s-maxage=0"
    assert served.headers["x-content-type-options"] == "nosniff"
    assert "content-disposition" not in served.headers
    assert media_client.get(photo, headers={"If-None-Match": served.headers["etag"]}).status_code == 304
    assert media_client.head(photo).headers["content-length"] == str(len(served.content))
    assert "sandbox" in served.headers["content-security-policy"]


@pytest.mark.parametrize(
    "name",
    [
        "x",
        f"{'a' * 64}-160.webp",
        f"{'a' * 64}.html",
        f"{'a' * 64}.pdf",
        "..%2f..%2fsecret_key",
        "../secret_key",
        "",
        "%00",
    ],
)
def test_other_media_paths_are_404(media_client: TestClient, name: str):
    answer = media_client.get(f"/media/{name}")
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/plain")


def test_media_from_a_store_without_files(media_client: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path):
    store = make_store("", tmp_path)
    store.put(f"aa/{'a' * 64}-160.webp", b"picture", "image/webp")
    monkeypatch.setattr(store, "_folder", None)
    monkeypatch.setattr("marketplace.http.media.get_store", lambda: store)
    served = media_client.get(f"/media/{'a' * 64}-160.webp")
    assert (served.content, served.headers["content-length"]) == (b"picture", "7")
    assert media_client.get(f"/media/{'b' * 64}-160.webp").status_code == 404


def test_unavailable_store_is_503(
    client: TestClient, media_client: TestClient, db: Session, monkeypatch: pytest.MonkeyPatch, tmp_path
):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    away = make_store("s3://market", tmp_path, endpoint="http://127.0.0.1:1")
    monkeypatch.setattr("marketplace.http.media.get_store", lambda: away)
    monkeypatch.setattr("marketplace.domain.media.service.get_store", lambda: away)
    headers = factories.bearer(db, factories.seller(db))
    for data in (corpus.jpeg(), corpus.PDF):
        answer = client.post("/api/upload", files={"file": ("a", data)}, headers=headers)
        assert (answer.status_code, answer.json()["success"]) == (503, False)
        assert int(answer.headers["retry-after"]) > 0
    assert db.exec(select(Upload)).all() == []
    shown = media_client.get(f"/media/{'a' * 64}-160.webp")
    assert (shown.status_code, shown.headers["cache-control"]) == (503, "no-store")
