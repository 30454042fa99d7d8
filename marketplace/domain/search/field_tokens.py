"""The values of dynamic fields as tokens, so that the text index finds the ads that have one without looking at each ad."""

from hashlib import blake2b

from marketplace.domain.search import ranges
from marketplace.domain.search.schemas import SearchQuery
from marketplace.domain.search.terms import filter_token

# As long as values are kept to search by.
_LONGEST = 200
# Bytes; of a billion different values, two are alike once in two million times.
_WIDTH = 10


def tokens(field_id: str, text: str, number: float | None) -> list[str]:
    """What an ad with this value is found by: what is written, and the number that it is."""
    return _tokens(field_id, text[:_LONGEST], number)


def within(query: SearchQuery) -> tuple[tuple[str, ...], ...]:
    """Sets of tokens, of each of which the ads that pass a filter have one and others none; ranges have no such set."""
    return tuple(
        tuple(token for field_id in field_ids.split(",") for token in _tokens(field_id, value, ranges.number(value)))
        for field_ids, value in query.fields.items()
        if not ranges.is_range(value)
    )


def _tokens(field_id: str, text: str, number: float | None) -> list[str]:
    # Minus zero is zero.
    said = [f"{field_id}t{text}", *([] if number is None else [f"{field_id}n{number + 0.0!r}"])]
    return [filter_token("v", _short(one)) for one in said]


def _short(said: str) -> str:
    # Half a pair of a character outside the first plane may be asked for as well.
    return blake2b(said.encode(errors="surrogatepass"), digest_size=_WIDTH).hexdigest()
