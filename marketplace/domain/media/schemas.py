"""What uploads look like to those who show them."""

from dataclasses import dataclass

from marketplace.domain.views import View


class StoredFile(View):
    """A stored document, or an image where only its address matters."""

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
    """

    digest: str
    width: int
    height: int
    sizes: dict[int, bytes]


@dataclass(frozen=True, slots=True)
class StoredImage:
    """Where one size of an image lies.

    Attributes:
        keys: of the store; its bytes lie under one of them.
    """

    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PreparedDocument:
    """A document that was checked and lies in the store.

    Attributes:
        digest: SHA-256 of its bytes, in hex.
        data: those bytes.
    """

    digest: str
    data: bytes
