"""A file of very many small parts is refused after a bounded number of steps."""

import struct
import subprocess
import sys
import zlib

import pytest
from PIL import Image

from marketplace.core.errors import Invalid
from marketplace.domain.media import images, messages
from tests.domain.media import corpus

COUNT = 300_000


def chunk(kind: bytes, data: bytes = b"") -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(parts: bytes) -> bytes:
    whole = corpus.encoded(corpus.picture(200, 100), "PNG")
    return whole[:33] + parts + whole[33:]


def jpeg(parts: bytes) -> bytes:
    whole = corpus.jpeg(200, 100)
    return whole[:2] + parts + whole[2:]


def metadata(size: int) -> bytes:
    """A piece of Exif data, which Pillow appends to a copy of all before it."""
    return b"\xff\xe1" + struct.pack(">H", size + 8) + b"Exif\0\0" + bytes(size)


def gif(parts: bytes) -> bytes:
    whole = corpus.encoded(corpus.picture(200, 100).convert("P"), "GIF")
    colours = 13 + 3 * 2 ** ((whole[10] & 7) + 1)
    return whole[:colours] + parts + whole[colours:]


def scans(count: int) -> bytes:
    whole = corpus.encoded(Image.new("RGB", (64, 64), "red"), "JPEG", progressive=True)
    last = whole[whole.rfind(b"\xff\xda") : -2]
    return whole[:-2] + last * count + whole[-2:]


MANY = {
    "PNG chunks": lambda: png(chunk(b"teSt") * COUNT),
    "PNG texts": lambda: png(b"".join(chunk(b"tEXt", b"k%d\0v" % number) for number in range(COUNT))),
    "PNG data": lambda: png(chunk(b"IDAT") * COUNT),
    "JPEG markers": lambda: jpeg(b"\xff\xe5\0\2" * COUNT),
    "JPEG comments": lambda: jpeg(b"\xff\xfe\0\2" * COUNT),
    "JPEG fill bytes": lambda: jpeg(b"\xff" * COUNT),
    "JPEG junk": lambda: jpeg(b"\xff\xe5\0\2" + b"\0" * COUNT),
    "JPEG tables": lambda: jpeg((b"\xff\xdb\0\x43\0" + b"\1" * 64) * (COUNT // 4)),
    "JPEG metadata": lambda: jpeg(metadata(5_000) * 200),
    "JPEG scans": lambda: scans(100),
    "GIF comments": lambda: gif(b"!\xfe\1a\0" * COUNT),
    "GIF blocks": lambda: gif(b"!\xfe" + b"\1a" * COUNT + b"\0"),
}


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of all reads of files."""
    made: list[int] = []
    count = images._BoundedFile.read

    def counted(self: images._BoundedFile, size: int | None = -1) -> bytes:
        made.append(size or 0)
        return count(self, size)

    monkeypatch.setattr(images._BoundedFile, "read", counted)
    return made


@pytest.mark.parametrize("name", MANY)
def test_many_parts_are_refused(read: list[int], name: str):
    with pytest.raises(Invalid) as caught:
        images.prepare(MANY[name]())
    assert caught.value.message == messages.DAMAGED
    assert len(read) <= images._MAX_READS + 10


def test_large_photos_have_few_parts(read: list[int]):
    noise = Image.effect_noise((3000, 1500), 90)
    profile = b"".join(b"\xff\xe2" + struct.pack(">H", 65_002) + bytes(65_000) for _ in range(100))
    for data in (
        corpus.encoded(noise, "JPEG", progressive=True),
        jpeg(profile),
        jpeg(metadata(65_000) * 3),
        png(b""),
        scans(20),
        corpus.animated("GIF"),
    ):
        assert images.prepare(data).width
    whole = corpus.encoded(Image.new("L", (3000, 1500)), "PNG")
    rows = b"".join(b"\0" + noise.crop((0, y, 3000, y + 1)).tobytes() for y in range(1500))
    # Encoders write 8 KB of pixels into a chunk.
    chunks = zlib.compress(rows, 1)
    small = b"".join(chunk(b"IDAT", chunks[at : at + 8192]) for at in range(0, len(chunks), 8192))
    assert images.prepare(whole[:33] + small + chunk(b"IEND")).width == 1600
    assert len(read) < images._MAX_READS // 4


def exif(tags: int) -> bytes:
    """Metadata with tags whose values lie beyond the end."""
    entries = b"".join(struct.pack("<HHII", tag, 1, 2**32 - 16, 0) for tag in range(1, tags + 1))
    return b"II*\0" + struct.pack("<IH", 8, tags) + entries + bytes(4)


def test_damaged_metadata_write_nothing_to_the_log():
    data = png(chunk(b"eXIf", exif(5_000)))
    code = "import sys; from marketplace.domain.media import images; images.prepare(sys.stdin.buffer.read())"
    run = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, check=True)
    assert run.stderr == b""
