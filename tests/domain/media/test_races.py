"""Bytes are deleted and stored again concurrently: a file reported as stored is never lost."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, select

from marketplace.core import clock
from marketplace.core.errors import Unavailable
from marketplace.db import database
from marketplace.domain import chat, jobs, media
from marketplace.domain.media import naming
from marketplace.domain.views import Photo
from marketplace.integrations.storage import StoreUnavailable, get_store
from marketplace.jobs import schedule
from marketplace.models import Job, Upload
from marketplace.settings import get_settings
from tests import factories
from tests.domain.media import corpus

_DAY = timedelta(hours=24)


def settle() -> None:
    while jobs.run_due(schedule.HANDLERS):
        pass


def missing(db: Session, upload_id: str) -> list[str]:
    db.expire_all()
    keys = naming.keys_of(db.get_one(Upload, upload_id))
    # Previews are made when they are asked for.
    return [key for key in keys if key.endswith(".webp") and get_store().read(key) is None]


def before_deleting(monkeypatch: pytest.MonkeyPatch, action: Callable[[], object]) -> None:
    """Run an action once, just before bytes are deleted."""
    store, pending = get_store(), [action]
    delete = type(store).delete

    def first(keys: list[str]) -> None:
        if pending:
            pending.pop()()
        delete(store, keys)

    monkeypatch.setattr(store, "delete", first)


def image(width: int) -> bytes:
    return corpus.jpeg(width, 91)


@pytest.fixture
def owner(db: Session):
    return factories.actor(factories.seller(db))


def stored(db: Session, owner, data) -> Photo:
    photo = media.store_image(db, owner, "a.jpg", data)
    db.commit()
    return photo


def remove(db: Session, owner, photo) -> None:
    media.remove_upload(db, owner, photo.id)
    db.commit()


def test_removal_between_the_bytes_and_the_row_of_another_upload(db: Session, owner):
    first = stored(db, owner, image(420))
    prepared = media.prepare_image(owner, image(420))
    remove(db, owner, first)
    settle()
    assert missing(db, stored(db, owner, prepared).id) == []


def test_removal_during_the_upload_of_a_document(db: Session, owner):
    first = media.store_document(db, owner, "a.pdf", corpus.PDF)
    db.commit()
    prepared = media.prepare_document(owner, corpus.PDF)
    remove(db, owner, first)
    settle()
    second = media.store_document(db, owner, "a.pdf", prepared)
    db.commit()
    assert missing(db, second.id) == []


def test_upload_during_the_deletion_of_the_same_bytes(db: Session, owner, monkeypatch: pytest.MonkeyPatch):
    first = stored(db, owner, image(421))
    again = []

    def store() -> None:
        with database.unit_of_work() as own:
            again.append(media.store_image(own, owner, "a.jpg", image(421)))

    before_deleting(monkeypatch, store)
    remove(db, owner, first)
    settle()
    (photo,) = again
    assert missing(db, photo.id) == []
    assert [found.id for found in media.find_uploads(db, owner.require(), [photo.url])] == [photo.id]
    assert stored(db, owner, image(421)).url == first.url


def test_upload_during_the_sweep_of_the_same_bytes(db: Session, owner, monkeypatch: pytest.MonkeyPatch):
    media.prepare_image(owner, image(422))
    again = []

    def store() -> None:
        with database.unit_of_work() as own:
            again.append(media.store_image(own, owner, "a.jpg", image(422)))

    before_deleting(monkeypatch, store)
    media.remove_strays(older_than=-_DAY)
    assert missing(db, again[0].id) == []


def test_upload_between_listing_and_deleting_strays(db: Session, owner):
    prepared = media.prepare_image(owner, image(423))
    media.remove_strays(older_than=-_DAY)
    assert missing(db, stored(db, owner, prepared).id) == []


def test_hiding_during_the_upload_of_the_same_bytes_for_an_ad(db: Session):
    buyer, seller = factories.buyer(db), factories.seller(db)
    sent = stored(db, factories.actor(buyer), image(424))
    prepared = media.prepare_image(factories.actor(seller), image(424))
    message = chat.send(db, factories.actor(buyer), seller.id, "", photo_ids=[sent.id])
    db.commit()
    settle()
    assert get_store().read(media.image_key(prepared.digest, 424)) is None
    shown = stored(db, factories.actor(seller), prepared)
    assert missing(db, shown.id) == missing(db, sent.id) == []
    assert media.read_image(chat.get_photo(db, factories.actor(seller), message.id, sent.id, 424))


def test_two_hidden_uploads_of_the_same_bytes_are_deleted(db: Session):
    buyer, seller = factories.buyer(db), factories.seller(db)
    one, two = (stored(db, factories.actor(buyer), image(425)) for _ in range(2))
    for photo in (one, two):
        chat.send(db, factories.actor(buyer), seller.id, "", photo_ids=[photo.id])
    db.commit()
    settle()
    keys = [naming.keys_of(db.get_one(Upload, photo.id)) for photo in (one, two)]
    assert set(keys[0]).isdisjoint(keys[1])
    assert missing(db, one.id) == missing(db, two.id) == []


def test_a_worker_that_dies_after_its_commit_leaves_no_bytes(db: Session, owner, monkeypatch: pytest.MonkeyPatch):
    """The deletion and the hiding are still carried out."""
    buyer, seller = factories.buyer(db), factories.seller(db)
    removed, sent = stored(db, owner, image(426)), stored(db, factories.actor(buyer), image(427))
    kept = (naming.keys_of(db.get_one(Upload, photo.id)) for photo in (removed, sent))
    keys = [key for each in kept for key in each if key.endswith(".webp")]
    with monkeypatch.context() as dying:
        dying.setattr("marketplace.domain.media.byte_deletion.after_commit", lambda _db, _action: None)
        media.remove_upload(db, owner, removed.id)
        media.remove_orphans(db, older_than=_DAY)
        chat.send(db, factories.actor(buyer), seller.id, "", photo_ids=[sent.id])
        db.commit()
        assert media.hide_now([sent.id]) == 1
    assert all(get_store().read(key) for key in keys)
    settle()
    assert not any(get_store().read(key) for key in keys)


def test_an_unavailable_store_is_retried(db: Session, owner, monkeypatch: pytest.MonkeyPatch):
    photo = stored(db, owner, image(428))
    (key, *_) = naming.keys_of(db.get_one(Upload, photo.id))

    def away(_keys: list[str]) -> None:
        raise StoreUnavailable("gone")

    with monkeypatch.context() as silent:
        silent.setattr(get_store(), "delete", away)
        remove(db, owner, photo)
        settle()
    assert get_store().read(key)
    later = clock.now() + timedelta(hours=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    settle()
    assert get_store().read(key) is None
    assert db.exec(select(Job).where(Job.done_at == None)).all() == []  # noqa: E711


def test_bytes_that_cannot_be_restored_are_logged(db: Session, owner, monkeypatch: pytest.MonkeyPatch):
    prepared = media.prepare_image(owner, image(429))
    media.remove_strays(older_than=-_DAY)

    def away(*_: object) -> None:
        raise StoreUnavailable("gone")

    monkeypatch.setattr(get_store(), "put", away)
    with pytest.raises(Unavailable), database.unit_of_work() as own:
        media.store_image(own, owner, "a.jpg", prepared)


def test_sweeping_holds_no_transaction(crowd: Session, crowded_engine: Engine, monkeypatch: pytest.MonkeyPatch):
    owner = factories.actor(factories.seller(crowd))
    crowd.commit()
    media.prepare_image(owner, image(432))
    store, kind, busy = get_store(), type(get_store()), []

    def looked_at(method: Callable[..., Any]) -> Callable[..., Any]:
        def look(*arguments: object) -> Any:
            busy.append(crowded_engine.pool.checkedout())  # pyright: ignore
            return method(store, *arguments)

        return look

    monkeypatch.setattr(store, "list", looked_at(kind.list))
    monkeypatch.setattr(store, "delete", looked_at(kind.delete))
    monkeypatch.setattr(get_settings(), "upload_orphan_hours", -24)
    crowd.close()
    step = schedule.HANDLERS["media.remove_strays"]
    assert isinstance(step, jobs.DetachedHandler)
    assert step.step({}) == 0
    assert len(busy) > 1
    assert set(busy) == {0}


def test_many_concurrent_uploads_and_removals(crowd: Session):
    """Threads store and remove the same images while one sweeps: an acknowledged file stays until its owner removes it."""
    owners = [factories.actor(factories.seller(crowd)) for _ in range(3)]
    crowd.commit()
    pictures = [image(430), image(431)]
    lost: list[str] = []

    def come_and_go(number: int) -> None:
        for turn in range(12):
            prepared = media.prepare_image(owners[number], pictures[(number + turn) % 2])
            with database.unit_of_work() as own:
                photo = media.store_image(own, owners[number], "a.jpg", prepared)
            with database.read_only() as own:
                lost.extend(missing(own, photo.id))
            with database.unit_of_work() as own:
                media.remove_upload(own, owners[number], photo.id)
            with database.unit_of_work() as own:
                media.remove_orphans(own, older_than=_DAY)

    def sweep() -> None:
        for _ in range(12):
            media.remove_strays(older_than=-_DAY)

    with ThreadPoolExecutor(4) as pool:
        done = [pool.submit(come_and_go, number) for number in range(3)] + [pool.submit(sweep)]
        for each in done:
            each.result()
    assert lost == []
