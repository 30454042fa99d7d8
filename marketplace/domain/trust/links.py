"""Finds the links of a message, the domain that each really leads to, and domains that imitate a well-known one.

Domains are split by the list of public suffixes that tldextract brings along; nothing is looked up on the network.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote, urlsplit, urlunsplit

import tldextract
from rapidfuzz.distance import OSA

from marketplace.domain.trust import rulebook
from marketplace.domain.trust.normalise import LEET, LOOKALIKES, is_link

_TOKEN = re.compile(r"\S+")
_AROUND = ".,;:!?\"'“”‘’()[]{}<>।"
_HOST = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")
_SEPARATORS = re.compile(r"[^a-z0-9]+")
# Browsers read these as a full stop.
_STOPS = str.maketrans("。．｡", "...")
# Names of servers in a text that is no link, and full stops that are written in other ways.
_NAME = re.compile(r"(?<![\w.@-])[a-z0-9][\w-]*(?:\.[\w-]+)+")
_WRITTEN_STOP = re.compile(r" ?[\[({] ?(?:\.|dot) ?[\])}] ?| dot | \.(?=\w)")
_SPACES = re.compile(r"\s+")
_REQUEST = re.compile(r"(?<![\w+.-])([a-z][a-z0-9+.-]*)://\S*")
# Pairs of letters that look like one.
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
# Shorter brands stand inside of other words, or one letter away from them.
_LONG_BRAND = 5
_SCHEMES = ("http", "https")
_split_domain = tldextract.TLDExtract(cache_dir=None, suffix_list_urls=(), include_psl_private_domains=True)


@dataclass(frozen=True)
class Link:
    """A link.

    Attributes:
        url: the address, rebuilt from its parts, so that a browser opens the same one that was checked here.
        host: name of the server, in ASCII.
        domain: the registrable domain of the host, which tells whom the page belongs to.
    """

    url: str
    host: str
    domain: str


@dataclass(frozen=True)
class Piece:
    """A part of a text; `link` is set if it is one."""

    text: str
    link: Link | None = None


def split_text(text: str) -> list[Piece]:
    """Split a text into links and what is between them; the pieces together are the text."""
    pieces: list[Piece] = []
    end = 0
    for start, written, link in _find(text):
        if start > end:
            pieces.append(Piece(text[end:start]))
        pieces.append(Piece(written, link))
        end = start + len(written)
    return [*pieces, Piece(text[end:])] if end < len(text) else pieces


def find_links(text: str) -> list[Link]:
    """List the links of a text."""
    return [link for _, _, link in _find(text)]


def read_link(written: str) -> Link | None:
    """Read an address as browsers do; None if it is no web address."""
    clean = "".join(sign for sign in written if unicodedata.category(sign) not in ("Cc", "Cf")).replace("\\", "/")
    if "://" not in clean:
        clean = f"https://{clean}"
    try:
        parts = urlsplit(clean)
        host, port = parts.hostname or "", parts.port
        host = unicodedata.normalize("NFKC", unquote(host)).translate(_STOPS).strip(".").lower()
        # Names in other alphabets are shown in ASCII too, because letters of two alphabets look alike.
        host = host if host.isascii() else host.encode("idna").decode("ascii")
    except (ValueError, UnicodeError):
        return None
    if parts.scheme.lower() not in _SCHEMES or not _HOST.fullmatch(host):
        return None
    netloc = f"{host}:{port}" if port else host
    url = urlunsplit((parts.scheme.lower(), netloc, parts.path, parts.query, parts.fragment))
    return Link(url, host, _split_domain(host).top_domain_under_public_suffix or host)


def find_imitated(host: str) -> str | None:
    """Return the well-known domain that a host looks like, if it is none of the real ones."""
    brands = rulebook.get_domains().brands
    extracted = _split_domain(host)
    domain = extracted.top_domain_under_public_suffix
    if not domain or domain in _real_domains():
        return None
    shown = ".".join(part for part in (extracted.subdomain, extracted.domain) if part)
    for brand, real in brands.items():
        if _resembles(_shown(shown), brand):
            return real[0]
    return None


def list_imitations(text: str) -> dict[str, str]:
    """List the hosts in a text that look like a well-known domain, each with that domain; links need not be clickable."""
    found = {link.host: real for link in find_links(text) if (real := find_imitated(link.host))}
    brands = rulebook.get_domains().brands
    for name in _NAME.findall(_WRITTEN_STOP.sub(".", _SPACES.sub(" ", _unfold(text)))):
        link = read_link(name)
        extracted = _split_domain(link.host) if link else None
        # Sentences without a space after the full stop, such as "paytm.do", are no addresses.
        if not link or link.host in found or not extracted or not extracted.suffix or extracted.domain in brands:
            continue
        if real := find_imitated(link.domain):
            found[link.host] = real
    return found


def list_requests(text: str) -> list[str]:
    """List the addresses in a text that open a payment app, such as `upi://pay`."""
    schemes = rulebook.get_domains().payment_schemes
    return [found.group() for found in _REQUEST.finditer(_unfold(text)) if found.group(1) in schemes]


def asks_for_payment(link: Link) -> bool:
    """Whether the page of a link takes payments, by its domain or the words of its address."""
    domains = rulebook.get_domains()
    words = _SEPARATORS.split(link.url.lower())
    return link.domain in domains.payment or not domains.payment_words.isdisjoint(words)


def _unfold(text: str) -> str:
    """The text in lower case, without invisible characters and other forms of the same letters."""
    plain = unicodedata.normalize("NFKC", text).translate(_STOPS)
    return "".join(sign for sign in plain if sign.isspace() or unicodedata.category(sign) not in ("Cc", "Cf")).lower()


def _find(text: str) -> Iterator[tuple[int, str, Link]]:
    for token in _TOKEN.finditer(text):
        raw = token.group()
        start = raw.find("http") if "://" in raw else 0
        written = raw[max(start, 0) :].strip(_AROUND)
        if not written or not is_link(written.lower()):
            continue
        if link := read_link(written):
            yield token.start() + raw.index(written, max(start, 0)), written, link


def _resembles(name: str, brand: str) -> bool:
    words = rulebook.get_domains().payment_words
    joined = (label.replace("-", "") for label in name.split("."))
    forms = {form for part in (*_SEPARATORS.split(name), *joined) for form in (part, _skeleton(part))}
    if not forms.isdisjoint((brand, _skeleton(brand), *(brand + word for word in words))):
        return True
    return len(brand) >= _LONG_BRAND and any(
        brand in form or OSA.distance(form, brand, score_cutoff=1) <= 1 for form in forms
    )


def _skeleton(name: str) -> str:
    """Reduce letters and digits that look alike to one of them."""
    for pair, single in _PAIRS:
        name = name.replace(pair, single)
    return name.translate(LEET).replace("l", "i")


def _shown(name: str) -> str:
    """What a reader takes a name for, with letters of other alphabets as the Latin ones that they look like."""
    try:
        name = ".".join(part.encode("ascii").decode("idna") for part in name.split("."))
    except (UnicodeError, ValueError):
        return name
    plain = unicodedata.normalize("NFKD", name.translate(LOOKALIKES))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


@lru_cache(maxsize=1)
def _real_domains() -> frozenset[str]:
    return frozenset(domain for real in rulebook.get_domains().brands.values() for domain in real)
