"""Finds the ads and accounts of this site that addresses in a typed text name."""

from urllib.parse import urlsplit

from marketplace.core import ids
from marketplace.settings import get_settings

_KINDS = {"products": "ad", "sellers": "account"}


def parse(text: str) -> list[tuple[str, str]]:
    """Return the kind (ad or account; empty for a bare id) and the id that each address names, in their order, each once.

    Addresses of other sites are left out. An address may lack its scheme or its host.
    """
    host = urlsplit(get_settings().url).netloc
    found: dict[tuple[str, str], None] = {}
    for word in text.replace(",", " ").split():
        address = word.strip("<>()[].;\"'")
        if ids.is_id(address):
            found["", address] = None
            continue
        try:
            parts = urlsplit(f"//{address}" if address.startswith(f"{host}/") else address)
        except ValueError:
            continue
        if parts.netloc not in ("", host):
            continue
        match parts.path.strip("/").split("/"):
            case [folder, name] if folder in _KINDS and ids.is_id(name):
                found[_KINDS[folder], name] = None
    return list(found)
