"""Tests of the media store, on a folder and on a real S3 server."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from marketplace.core import clock
from marketplace.core.errors import ConfigurationError, Unavailable
from marketplace.integrations.storage import ObjectStore, make_store
from tests.conftest import REQUIRE_SERVICES


@pytest.fixture
def folder_store(tmp_path: Path) -> ObjectStore:
    return make_store("", tmp_path / "media")


@pytest.fixture
def s3_store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ObjectStore]:
    moto = pytest.importorskip("moto.server") if not REQUIRE_SERVICES else None
    if moto is None:
        from moto import server as moto
    import boto3

    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    boto3.client("s3", endpoint_url=endpoint, region_name="us-east-1").create_bucket(Bucket="market")
    yield make_store("s3://market/some/prefix", tmp_path, endpoint=endpoint)
    server.stop()


@pytest.fixture(params=["folder_store", "s3_store"])
def store(request: pytest.FixtureRequest) -> ObjectStore:
    return request.getfixturevalue(request.param)


def test_objects_are_written_read_listed_and_deleted(store: ObjectStore):
    assert store.read("ab/abc-160.webp") is None
    assert store.modified_at("ab/abc-160.webp") is None
    store.put("ab/abc-160.webp", b"small", "image/webp")
    store.put("ab/abc-160.webp", b"again", "image/webp")
    store.put("cd/cde.pdf", b"%PDF", "application/pdf")
    assert store.read("ab/abc-160.webp") == b"again"
    written = store.modified_at("ab/abc-160.webp")
    assert written is not None
    assert abs(clock.now() - written) < timedelta(minutes=5)
    assert sorted(found.key for found in store.list()) == ["ab/abc-160.webp", "cd/cde.pdf"]
    assert [found.key for found in store.list("cd")] == ["cd/cde.pdf"]
    store.delete(["ab/abc-160.webp", "ab/never.webp"])
    assert store.read("ab/abc-160.webp") is None


def test_objects_are_streamed(store: ObjectStore):
    store.put("ab/large", bytes(1_000_000), "image/webp")

    async def collect() -> tuple[int, int] | None:
        found = await store.stream("ab/large")
        assert await store.stream("ab/absent") is None
        if found is None:
            return None
        size, pieces = found
        return size, sum([len(piece) async for piece in pieces])

    assert asyncio.run(collect()) == (1_000_000, 1_000_000)


def test_only_a_folder_has_paths(folder_store: ObjectStore, s3_store: ObjectStore):
    folder_store.put("ab/x", b"1", "image/webp")
    path = folder_store.path("ab/x")
    assert path is not None
    assert path.read_bytes() == b"1"
    assert s3_store.path("ab/x") is None


def test_other_urls_are_refused(tmp_path: Path):
    for url in ("ftp://host/x", "s3://", "bucket"):
        with pytest.raises(ConfigurationError):
            make_store(url, tmp_path)


def test_folder_that_cannot_be_created_is_refused(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ConfigurationError, match="can't be written"):
        make_store("", tmp_path / "file" / "media")


def test_unavailable_store_raises_unavailable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    store = make_store("s3://market", tmp_path, endpoint="http://127.0.0.1:1")
    for ask in (
        lambda: store.put("ab/x", b"1", "image/webp"),
        lambda: store.read("ab/x"),
        lambda: store.modified_at("ab/x"),
        lambda: store.delete(["ab/x"]),
        lambda: list(store.list()),
        lambda: asyncio.run(store.stream("ab/x")),
    ):
        with pytest.raises(Unavailable) as away:
            ask()
        assert away.value.status == 503
        assert "127.0.0.1" not in away.value.message
