"""From the words that were typed to tokens that ads have."""

import sqlalchemy as sa

from marketplace.domain.search import analysis
from marketplace.domain.search.engines import Engine
from marketplace.domain.search.terms import Group, Phrase, Terms, take_apart


def resolve(connection: sa.Connection, engine: Engine, keyword: str) -> Terms:
    """What a keyword asks for. An empty keyword asks for nothing, one without a usable word is hopeless."""
    typed = take_apart(keyword)
    groups = [Group(" ".join(tokens), (Phrase(tokens),)) for tokens in typed.quoted]
    groups += [_group(word) for word in typed.words if word not in analysis.STOP_WORDS]
    without = tuple(Phrase(tokens) for tokens in typed.without)
    return Terms(tuple(groups), without, hopeless=bool(keyword.strip()) and not groups and not without)


def _group(word: str) -> Group:
    return Group(word, (Phrase((analysis.stem(word),)),))
