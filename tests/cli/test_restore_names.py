"""Tests that a manipulated backup can't write outside of the media store."""

import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from marketplace.backup import Archive
from marketplace.backup.photos import copy_in
from marketplace.core.errors import RuleBroken
from marketplace.integrations.storage import get_store

DIGEST = "ab" + "0" * 62
GOOD = f"media/ab/{DIGEST}-160.webp"
ODD = (
    f"media/../{DIGEST}-160.webp", f"media/ab/../../{DIGEST}-160.webp", f"media//etc/{DIGEST}-160.webp",
    f"media/cd/{DIGEST}-160.webp", f"media/{DIGEST}-160.webp", f"media/ab/cd/{DIGEST}-160.webp",
    f"media/ab/{DIGEST}-160.svg", f"media/ab/{DIGEST}-160.webp/x", f"media/ab/{DIGEST}-0.webp", "media/ab/evil.html",
    "media/", "media/ab/", f"media/ab/{DIGEST.upper()}-160.webp", f"media/ab\\{DIGEST}-160.webp",
    f"media/ab/{DIGEST}-160.webp\n", f"media/ab/{DIGEST}-१६०.webp", f"media/C:/{DIGEST}-160.webp",
)  # fmt: skip

Alter = Callable[[zipfile.ZipFile], None]


def with_name(name: str) -> Alter:
    return lambda file: file.writestr(zipfile.ZipInfo(name), b"content")


def with_link(file: zipfile.ZipFile) -> None:
    entry = zipfile.ZipInfo(f"media/ab/{DIGEST}-400.webp")
    entry.create_system, entry.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    file.writestr(entry, b"/etc/passwd")


def archive(path: Path, alter: Alter) -> Archive:
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(zipfile.ZipInfo(GOOD), b"good")
        alter(file)
        file.writestr("manifest.json", '{"made_at": "", "site": "", "revision": "", "secret": ""}')
    return Archive(path)


@pytest.mark.parametrize("alter", [*map(with_name, ODD), with_link], ids=[*map(ascii, ODD), "link"])
def test_archive_with_an_invalid_name_writes_nothing(tmp_path: Path, alter: Alter):
    get_store().delete([GOOD.removeprefix("media/")])
    before = {found.key for found in get_store().list()}
    with pytest.raises(RuleBroken, match=r"odd\.zip"):
        copy_in(archive(tmp_path / "odd.zip", alter), get_store(), lambda _: None)
    assert {found.key for found in get_store().list()} == before


def test_valid_names_are_restored(tmp_path: Path):
    hidden = f"h{DIGEST[1:]}"
    names = [f"media/h{DIGEST[1]}/{hidden}-1600.webp", f"media/ab/{DIGEST}.pdf"]

    def alter(file: zipfile.ZipFile) -> None:
        for name in names:
            with_name(name)(file)

    copy_in(archive(tmp_path / "good.zip", alter), get_store(), lambda _: None)
    keys = [name.removeprefix("media/") for name in (GOOD, *names)]
    assert [get_store().read(key) for key in keys] == [b"good", b"content", b"content"]
    get_store().delete(keys)
