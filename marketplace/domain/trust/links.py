"""Finds the links of a message, the domain that each really leads to, and domains that imitate a well-known one.

Domains are split by the list of public suffixes that tldextract brings along; nothing is looked up on the network.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, islice
from urllib.parse import unquote, urlsplit, urlunsplit

import tldextract
from rapidfuzz.distance import OSA

from marketplace.core.text import bound_marks, normalise
from marketplace.domain.trust import rulebook
from marketplace.domain.trust.normalise import LEET, LOOKALIKES, SENTENCES, is_link

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
# The longest host name and label that DNS allows; encoding a name takes time in the square of its length.
_LONGEST_HOST, _LONGEST_LABEL = 253, 63
# Links of one text that readers can open; more are shown as plain text.
MAX_LINKS = 20
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
    """Split a text into its first links and what is between them; the pieces together are the text."""
    pieces: list[Piece] = []
    end = 0
    for start, written, link in islice(_find(text), MAX_LINKS):
        if start > end:
            pieces.append(Piece(text[end:start]))
        pieces.append(Piece(written, link))
        end = start + len(written)
    return [*pieces, Piece(text[end:])] if end < len(text) else pieces


def find_links(text: str) -> list[Link]:
    """List the first links of a text, as `split_text` shows them."""
    return [link for _, _, link in islice(_find(text), MAX_LINKS)]


def read_link(written: str) -> Link | None:
    """Read an address as browsers do; None if it is no web address."""
    clean = bound_marks("".join(sign for sign in written if not _is_unseen(sign))).replace("\\", "/")
    if "://" not in clean:
        clean = f"https://{clean}"
    try:
        parts = urlsplit(clean)
        host, port = parts.hostname or "", parts.port
        host = normalise("NFKC", unquote(host)).translate(_STOPS).strip(".").lower()
        if len(host) > _LONGEST_HOST or max(map(len, host.split("."))) > _LONGEST_LABEL:
            return None
        # Names in other alphabets are shown in ASCII too, because letters of two alphabets look alike.
        host = host if host.isascii() else host.encode("idna").decode("ascii")
    except (ValueError, UnicodeError):
        return None
    if parts.scheme.lower() not in _SCHEMES or not _HOST.fullmatch(host):
        return None
    netloc = f"{host}:{port}" if port else host
    url = urlunsplit((parts.scheme.lower(), netloc, parts.path, parts.query, parts.fragment))
    return Link(url, host, _split_domain(host).top_domain_under_public_suffix or host)


# The check of a text asks for the same host twice, and so does every view of a message.
@lru_cache(maxsize=4096)
def find_imitated(host: str) -> str | None:
    """Return the well-known domain that a host looks like, if it is none of the real ones."""
    extracted = _split_domain(host)
    domain = extracted.top_domain_under_public_suffix
    if not domain or domain in _real_domains():
        return None
    forms = _list_forms(_shown(".".join(part for part in (extracted.subdomain, extracted.domain) if part)))
    by_length = {length: list(found) for length, found in groupby(sorted(forms, key=len), key=len)}
    joined = " ".join(forms)
    for brand in _brands():
        if not forms.isdisjoint(brand.spellings):
            return brand.domain
        size = len(brand.name)
        if size >= _LONG_BRAND and (
            brand.name in joined
            or any(
                OSA.distance(form, brand.name, score_cutoff=1) <= 1
                for length in (size - 1, size, size + 1)
                for form in by_length.get(length, ())
            )
        ):
            return brand.domain
    return None


def list_imitations(text: str) -> dict[str, str]:
    """List the hosts in a text that look like a well-known domain, each with that domain; links need not be clickable."""
    found = {link.host: real for _, _, link in _find(text) if (real := find_imitated(link.host))}
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
    plain = normalise("NFKC", text.translate(SENTENCES)).translate(_STOPS)
    return "".join(sign for sign in plain if sign.isspace() or not _is_unseen(sign)).lower()


def _is_unseen(sign: str) -> bool:
    return unicodedata.category(sign) in ("Cc", "Cf")


def _find(text: str) -> Iterator[tuple[int, str, Link]]:
    for token in _TOKEN.finditer(text):
        raw = token.group()
        start = raw.find("http") if "://" in raw else 0
        written = raw[max(start, 0) :].strip(_AROUND)
        if not written or not is_link(written.lower()):
            continue
        if link := read_link(written):
            yield token.start() + raw.index(written, max(start, 0)), written, link


def _list_forms(name: str) -> set[str]:
    """List the words of a name, and its parts without hyphens, each also with signs that look alike made the same."""
    words = [*_SEPARATORS.split(name), *(label.replace("-", "") for label in name.split("."))]
    return {form for word in words for form in (word, _skeleton(word))}


@dataclass(frozen=True)
class _Brand:
    """A well-known name, with the words that imitate it by themselves, and the domain to name to readers."""

    name: str
    spellings: frozenset[str]
    domain: str


@lru_cache(maxsize=1)
def _brands() -> tuple[_Brand, ...]:
    domains = rulebook.get_domains()
    return tuple(
        _Brand(name, frozenset((name, _skeleton(name), *(name + word for word in domains.payment_words))), real[0])
        for name, real in domains.brands.items()
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
    plain = normalise("NFKD", name.translate(LOOKALIKES))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


@lru_cache(maxsize=1)
def _real_domains() -> frozenset[str]:
    return frozenset(domain for real in rulebook.get_domains().brands.values() for domain in real)
