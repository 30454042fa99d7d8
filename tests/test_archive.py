"""A backup with a changed byte: it is read completely, or refused as damaged with one sentence."""

import json
import random
import zipfile
from dataclasses import asdict
from pathlib import Path

import pytest

from marketplace.backup import Archive, ArchiveWriter, Manifest
from marketplace.core.errors import RuleBroken

COLUMNS = ["id", "name"]
ROWS = [[number, f"name {number * number}"] for number in range(200)]


def make(path: Path) -> bytes:
    with ArchiveWriter(path) as writer:
        writer.write_table("accounts", COLUMNS, ROWS)
        writer.write_photo("ab/abcd.webp", bytes(range(256)))
        writer.write_secret("a secret")
        writer.write_manifest(Manifest("2026-01-01", "here", "0001", "print", {"accounts": len(ROWS)}, 1))
    return path.read_bytes()


def read(path: Path) -> list[object]:
    archive = Archive(path)
    try:
        photos = [archive.read_photo(key) for key in archive.photo_keys(lambda key: key.startswith("ab/"))]
        return (
            [list(archive.read_table(name, COLUMNS)) for name in archive.manifest.tables]
            + photos
            + [archive.read_secret()]
        )
    finally:
        archive.close()


class TestDamage:
    @pytest.mark.parametrize("mask", [0xFF, 0x01, 0x80])
    def test_any_byte(self, tmp_path: Path, mask: int):
        raw = make(tmp_path / "whole.zip")
        whole = read(tmp_path / "whole.zip")
        damaged = tmp_path / "damaged.zip"
        told = []
        for place in range(len(raw)):
            damaged.write_bytes(raw[:place] + bytes([raw[place] ^ mask]) + raw[place + 1 :])
            try:
                # A changed date or flag in the ZIP's metadata leaves the content intact.
                assert read(damaged)[0] == whole[0]
            except RuleBroken as error:
                told.append(error.message)
        assert len(told) > len(raw) / 2
        assert all("damaged.zip" in message for message in told)

    def test_rows_are_checked_before_the_first_is_used(self, tmp_path: Path):
        raw = bytearray(make(tmp_path / "whole.zip"))
        with zipfile.ZipFile(tmp_path / "whole.zip") as file:
            entry = file.getinfo("tables/accounts.jsonl")
        raw[entry.header_offset + 30 + len(entry.filename) + entry.compress_size - 60] ^= 0xFF
        (tmp_path / "damaged.zip").write_bytes(raw)
        with pytest.raises(RuleBroken, match="damaged"):
            next(Archive(tmp_path / "damaged.zip").read_table("accounts", COLUMNS))

    def test_malformed_rows_are_refused(self, tmp_path: Path):
        path = tmp_path / "odd.zip"
        with zipfile.ZipFile(path, "w") as file:
            file.writestr("tables/accounts.jsonl", '["id","name"]\n[1]\n')
            file.writestr("manifest.json", json.dumps(asdict(Manifest("", "", "", "", {"accounts": 1}))))
        with pytest.raises(RuleBroken, match="damaged"):
            list(Archive(path).read_table("accounts", COLUMNS))

    def test_random_bytes_are_refused(self, tmp_path: Path):
        path = tmp_path / "noise.zip"
        path.write_bytes(random.Random(7).randbytes(4096))
        with pytest.raises(RuleBroken, match="not a complete backup"):
            Archive(path)
