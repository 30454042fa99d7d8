"""How a document and a search are written for PostgreSQL's text search."""

from collections.abc import Iterable

from marketplace.domain.search.engines.base import IN_NAME, Document
from marketplace.domain.search.terms import EVERY_AD, Phrase, Terms

_NAME_WEIGHT = "A"
_FIELDS = ("name", "title", "shelf", "body")
# No phrase reaches from one field into the next.
_GAP = 8
_MAX_POSITION = 16_000
_MAX_POSITIONS_PER_TOKEN = 100


def vector(document: Document) -> str:
    """The document in the text form of a tsvector, each token with its positions."""
    places: dict[str, list[str]] = {token: [] for token in (*document.filters, *document.marked)}
    position = 0
    for name in _FIELDS:
        weight = _NAME_WEIGHT if name == "name" else ""
        for token in getattr(document, name):
            position = min(position + 1, _MAX_POSITION)
            seen = places.setdefault(token, [])
            if len(seen) < _MAX_POSITIONS_PER_TOKEN:
                seen.append(f"{position}{weight}")
        position = min(position + _GAP, _MAX_POSITION)
    return " ".join(f"'{token}':{','.join(at)}" if at else f"'{token}'" for token, at in places.items())


def _phrase(phrase: Phrase, *, in_name: bool = False) -> str:
    # Tokens hold letters, digits and marks only, so inside quotes nothing is an operator.
    last = len(phrase.tokens) - 1
    if in_name and not last:
        return f"'{IN_NAME}{phrase.tokens[0]}'" + (":*" if phrase.prefix else "")
    marks = ["*" * (phrase.prefix and at == last) + _NAME_WEIGHT * in_name for at in range(last + 1)]
    words = [f"'{token}'" + (f":{mark}" if mark else "") for token, mark in zip(phrase.tokens, marks, strict=True)]
    return "(" + " <-> ".join(words) + ")"


def _any(phrases: Iterable[Phrase], *, in_name: bool = False) -> str:
    return "(" + " | ".join(_phrase(phrase, in_name=in_name) for phrase in phrases) + ")"


def expression(terms: Terms, *, in_name: bool) -> str:
    """The terms in the text form of a tsquery."""
    parts = [_any(group.alternatives, in_name=in_name) for group in terms.groups]
    parts += [f"'{token}'" for token in terms.filters]
    for some in (terms.any_of, *terms.within):
        if some:
            parts.append("(" + " | ".join(f"'{token}'" for token in some) + ")")
    if not parts:
        parts = [f"'{EVERY_AD}'"]
    if terms.without:
        parts.append("!" + _any(terms.without))
    return " & ".join(parts)
