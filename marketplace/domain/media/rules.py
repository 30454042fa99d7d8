"""File type detection by content, never by name or declared type."""

from collections.abc import Sequence
from enum import StrEnum

from marketplace.core.errors import Invalid, MarketplaceError, TooLarge, UnsupportedMedia
from marketplace.core.text import clean_line
from marketplace.domain.media import messages
from marketplace.i18n.texts import t
from marketplace.settings import get_settings

_HEAD = 1024
_TAIL = 2048
# `mif1` and `msf1` name the container that both share, so they say nothing.
_AVIF_BRANDS = {b"avif", b"avis"}
_HEIC_BRANDS = {b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"hevm", b"hevs"}
_MOST_BRANDS = 32
_MARKUP = (b"<!doctype", b"<html", b"<script", b"<svg", b"<?php", b"<body", b"<iframe")
_NAME_LENGTH = 200


class Content(StrEnum):
    """File type by its first bytes."""

    JPEG = "jpeg"
    PNG = "png"
    GIF = "gif"
    WEBP = "webp"
    PDF = "pdf"
    HEIC = "heic"
    AVIF = "avif"
    SVG = "svg"
    OTHER = "other"


IMAGES = frozenset({Content.JPEG, Content.PNG, Content.GIF, Content.WEBP, Content.HEIC, Content.AVIF})


def recognise(data: bytes) -> Content:
    """Detect a file's type by its first bytes."""
    signatures = (
        (b"\xff\xd8\xff", Content.JPEG),
        (b"\x89PNG\r\n\x1a\n", Content.PNG),
        (b"GIF87a", Content.GIF),
        (b"GIF89a", Content.GIF),
        (b"%PDF-", Content.PDF),
    )
    for signature, content in signatures:
        if data.startswith(signature):
            return content
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return Content.WEBP
    brands = _brands(data)
    if brands & _AVIF_BRANDS:
        return Content.AVIF
    if brands & _HEIC_BRANDS:
        return Content.HEIC
    if b"<svg" in data[:_HEAD].lower():
        return Content.SVG
    return Content.OTHER


def _brands(data: bytes) -> set[bytes]:
    """The brands of a file in the container of MP4 (ISO/IEC 14496-12, 4.3): the major one, and those it is compatible with."""
    if data[4:8] != b"ftyp":
        return set()
    end = min(int.from_bytes(data[:4], "big"), len(data), 16 + 4 * _MOST_BRANDS)
    return {data[8:12], *(data[at : at + 4] for at in range(16, end - 3, 4))}


def check_size(size: int) -> None:
    """Refuse empty and too large files.

    Raises:
        Invalid, TooLarge: empty, or too large.
    """
    most = get_settings().upload_max_bytes
    if size == 0:
        raise Invalid(t(messages.EMPTY))
    if size > most:
        raise TooLarge(t(messages.TOO_MANY_BYTES, most=most // (1024 * 1024)))


def check_image(data: bytes) -> Content:
    """Return the type of an image, and refuse files that are not supported images, before decoding.

    Raises:
        Invalid, TooLarge, UnsupportedMedia: with the reason.
    """
    check_size(len(data))
    content = recognise(data)
    if content not in IMAGES:
        raise _refusal(content, messages.NOT_AN_IMAGE)
    return content


def check_document(data: bytes) -> None:
    """Refuse files that are not complete PDFs, or that browsers could treat as another type.

    Raises:
        Invalid, TooLarge, UnsupportedMedia: with the reason.
    """
    check_size(len(data))
    content = recognise(data)
    if content is not Content.PDF or any(tag in data[:_HEAD].lower() for tag in _MARKUP):
        raise _refusal(content, messages.NOT_AN_IMAGE_OR_PDF)
    if b"%%EOF" not in data[-_TAIL:]:
        raise Invalid(t(messages.BROKEN_PDF))


def _refusal(content: Content, otherwise: str) -> MarketplaceError:
    return UnsupportedMedia(t(messages.NO_SVG if content is Content.SVG else otherwise))


def name_of_several(names: Sequence[str], at: int) -> str:
    """Return the cleaned name of one of several files, with its place among them if another one has the same name."""
    cleaned = [clean_name(name) for name in names]
    name = cleaned[at]
    return name if cleaned.count(name) == 1 else t(messages.ONE_OF_SEVERAL, name=name, place=at + 1, count=len(cleaned))


def clean_name(name: str) -> str:
    """Remove folders and characters that nobody sees from a file name."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return clean_line("".join(filter(str.isprintable, last)))[-_NAME_LENGTH:] or "file"
