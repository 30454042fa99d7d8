"""Read views of uploads."""

from dataclasses import dataclass

from marketplace.domain.views import View


class StoredFile(View):
    """The file of a dynamic field."""

    id: str
    url: str
    name: str


@dataclass(frozen=True, slots=True)
class PreparedImage:
    """An image that was decoded, cleaned and re-encoded.

    Attributes:
        digest: SHA-256 of the largest size's bytes, in hex.
        width, height: pixels of the largest size.
        sizes: WebP bytes by width in pixels; the largest is `width`.
        ai_made: its metadata said that an AI made or changed it.
    """

    digest: str
    width: int
    height: int
    sizes: dict[int, bytes]
    ai_made: bool = False


@dataclass(frozen=True, slots=True)
class StoredBytes:
    """Location of one size of an image, or of a document.

    Attributes:
        keys: store keys; the bytes are under one of them.
    """

    keys: tuple[str, ...]
    media_type: str = "image/webp"


@dataclass(frozen=True, slots=True)
class PreparedDocument:
    """A document that was validated and stored.

    Attributes:
        digest: SHA-256 of its bytes, in hex.
        data: its bytes.
    """

    digest: str
    data: bytes
