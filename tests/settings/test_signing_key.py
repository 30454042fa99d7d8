"""Tests of the stored signing key: concurrent starts create one complete key."""

import errno
import multiprocessing
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier as SharedBarrier
from pathlib import Path
from threading import Barrier

import pytest

from marketplace import settings
from marketplace.core.errors import ConfigurationError
from marketplace.settings import Settings

_THREADS = 4
_PROCESSES = 2
_ROUNDS = 60
_TIMEOUT_S = 60


def no_links(*_paths: object, **_options: object) -> None:
    raise OSError(errno.EPERM, "Operation not permitted")


@pytest.fixture(params=["links", "no links"])
def has_links(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the file system has hard links."""
    if request.param == "no links":
        monkeypatch.setattr(os, "link", no_links)
    return request.param == "links"


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {"secret_key.lock"}


def test_concurrent_threads_get_the_same_key(tmp_path: Path, has_links: bool):
    def ask(data: Path, barrier: Barrier) -> str:
        place = Settings(data_dir=data)
        barrier.wait(_TIMEOUT_S)
        return place.secret

    with ThreadPoolExecutor(_THREADS) as pool:
        for number in range(_ROUNDS):
            data, barrier = tmp_path / str(number), Barrier(_THREADS)
            got = set(pool.map(ask, [data] * _THREADS, [barrier] * _THREADS))
            assert got == {(data / "secret_key").read_text()}
            assert len(got.pop()) >= 32
            assert names(data) == {"secret_key"}


def ask_each(folder: Path, barrier: SharedBarrier, answers: "Queue[list[str]]", has_links: bool) -> None:
    """Read the key of each folder; runs in each of the processes."""
    if not has_links:
        os.link = no_links
    got = []
    for number in range(_ROUNDS):
        place = Settings(data_dir=folder / str(number))
        barrier.wait(_TIMEOUT_S)
        got.append(place.secret)
    answers.put(got)


def test_concurrent_processes_get_the_same_key(tmp_path: Path, has_links: bool):
    context = multiprocessing.get_context("spawn")
    barrier, answers = context.Barrier(_PROCESSES), context.Queue()
    processes = [
        context.Process(target=ask_each, args=(tmp_path, barrier, answers, has_links)) for _ in range(_PROCESSES)
    ]
    for process in processes:
        process.start()
    got = [answers.get(timeout=_TIMEOUT_S) for _ in processes]
    for process in processes:
        process.join(_TIMEOUT_S)
    kept = [(tmp_path / str(number) / "secret_key").read_text() for number in range(_ROUNDS)]
    assert got == [kept] * _PROCESSES
    assert all(len(key) >= 32 for key in kept)


def test_key_file_is_readable_by_its_owner_only(tmp_path: Path, has_links: bool):
    assert Settings(data_dir=tmp_path).secret
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_full_disk_raises_and_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def full(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(ConfigurationError) as refused:
            _ = Settings(data_dir=tmp_path).secret
    assert "No space left on device" in refused.value.message
    assert "MARKETPLACE_SECRET_KEY" in refused.value.message
    assert names(tmp_path) == set()
    assert len(Settings(data_dir=tmp_path).secret) >= 32


@pytest.mark.parametrize(
    "left",
    [b"", b"\n", b"too short to sign with", b"\0" * 64, b"\xff" * 64],
    ids=["empty", "blank", "short", "zeros", "no text"],
)
def test_damaged_key_is_refused_and_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: bytes):
    path = tmp_path / "secret_key"
    path.write_bytes(left)
    monkeypatch.setenv("MARKETPLACE_DATA_DIR", str(tmp_path))
    with pytest.raises(ConfigurationError) as at_start:
        settings.load()
    with pytest.raises(ConfigurationError) as later:
        _ = Settings(data_dir=tmp_path).secret
    for refused in (at_start, later):
        assert str(path) in refused.value.message
        assert "MARKETPLACE_SECRET_KEY" in refused.value.message
        assert "\n" not in refused.value.message
    assert path.read_bytes() == left
    # The solution that the message suggests.
    monkeypatch.setenv("MARKETPLACE_SECRET_KEY", "k" * 40)
    assert settings.load().secret == "k" * 40


def test_unreadable_key_is_refused(tmp_path: Path):
    (tmp_path / "secret_key").mkdir()
    with pytest.raises(ConfigurationError) as refused:
        _ = Settings(data_dir=tmp_path).secret
    assert "can't be read" in refused.value.message


def test_key_is_created_only_when_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MARKETPLACE_DATA_DIR", str(tmp_path / "data"))
    settings.load()
    assert list(tmp_path.iterdir()) == []
