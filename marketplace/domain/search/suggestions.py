"""Suggestions while typing: queries with results, categories, and ads."""

from collections.abc import Iterable, Sequence
from itertools import islice
from urllib.parse import quote

import sqlalchemy as sa
from rapidfuzz.distance import OSA
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import catalog
from marketplace.domain.listings.rows import listings
from marketplace.domain.search import analysis, cities, synonyms, word_lists
from marketplace.domain.search.index_query import boolean, either, find, term
from marketplace.domain.search.lexicon import MIN_LENGTH, Lexicon
from marketplace.domain.search.plan import BY_FIELD, Plan
from marketplace.domain.search.resolving import resolve
from marketplace.domain.search.schemas import SearchQuery, Sort, Suggestion
from marketplace.domain.search.understanding import understand
from marketplace.integrations import search_index

_QUERIES, _CATEGORIES, _ADS = 4, 3, 4
# Ads read to find four with different names.
_ADS_READ = 16
_BEFORE_PLACES = {"in", "near", "at", "around"}
_LONGEST_CITY = 3
# Digits of the round prices to complete; above, people write lakh and crore, which have up to two digits.
_ROUND_LENGTHS, _LAKH_LENGTH = (4, 5), 2
# After other words, a shorter last word is neither expanded nor corrected.
_LEAST_LETTERS = 3
_PREFIX_WORDS = 20


def suggest(db: Session, actor: Actor, q: str) -> list[Suggestion]:
    """Suggest completions of a half-typed keyword; none if it is empty or the index is being built."""
    del actor  # suggestions are the same for everyone
    words = analysis.words(analysis.clean_query(q))
    searcher = search_index.get_index().searcher()
    if not words or searcher is None:
        return []
    completion = _Completion(Lexicon(searcher), words)
    if (prices := completion.prices()) is not None:
        return list(map(_query, prices))
    categories = _categories(catalog.get_catalogue(db))
    category_words = {word for name, _ in categories for word in name}
    queries = completion.towns() or completion.finished(category_words) or completion.corrected()
    # Categories whose names have all typed words; names that begin with them come first.
    fitting = [it for it in categories if all(any(own.startswith(word) for own in it[0]) for word in words)]
    fitting.sort(key=lambda it: not it[0][0].startswith(words[0]))
    shown = [category for _, category in fitting[:_CATEGORIES]]
    return [*map(_query, queries[:_QUERIES]), *shown, *_ads(db.connection(), completion)]


def _query(text: str) -> Suggestion:
    return Suggestion(kind="query", text=text, link=f"/products/search?keyword={quote(text)}")


class _Completion:
    """Completions of a half-typed keyword.

    Args:
        words: as typed; the last word may be incomplete.
    """

    def __init__(self, lexicon: Lexicon, words: Sequence[str]):
        self.lexicon = lexicon
        self.words = list(words)
        self.before, self.last = self.words[:-1], self.words[-1]
        self.searcher = lexicon.searchers[0]

    def prices(self) -> list[str] | None:
        """Complete a price: "sofa under 1" with 1000, 10000 and 1 lakh; None if the keyword does not end with one."""
        digits = self.last
        if not self.before or not digits.isdecimal() or digits.startswith("0"):
            return None
        if not any(_ends_in_price(self._with(digits + zeros)) for zeros in ("000", "000000")):
            return None
        amounts = [digits, *(digits.ljust(length, "0") for length in _ROUND_LENGTHS if length > len(digits))]
        amounts += [f"{digits} lakh", f"{digits} crore"] if len(digits) <= _LAKH_LENGTH else []
        texts = filter(_ends_in_price, map(self._with, amounts))
        return list(islice(filter(self._finds, texts), _QUERIES))

    def towns(self) -> list[str]:
        """Complete a city after a word like "in"."""
        said = self.words if self.last in _BEFORE_PLACES else self.before
        at = max((at for at, word in enumerate(said) if word in _BEFORE_PLACES), default=-1)
        start = self.words[at + 1 :] or [""]
        if at < 1 or len(start) > _LONGEST_CITY:
            return []
        return self._cities(self.words[: at + 1], start)

    def finished(self, category_words: set[str]) -> list[str]:
        """Complete the last word: first with names of categories, then with the most frequent words."""
        said = set(map(analysis.stem, self.before))
        prefixed = self._continued(self.last)
        ranked = sorted(
            prefixed,
            key=lambda it: (it[0] != self.last, not self.before and it[0] not in category_words, -it[1], it[0]),
        )
        texts = [self._with(word) for word, _ in ranked if analysis.stem(word) not in said]
        return _different([*self._synonyms(of_one_word=False), *texts])

    def corrected(self) -> list[str]:
        """Complete the last word to a synonym or a city; failing that, correct it; failing that, correct all words."""
        is_long = len(self.last) >= _LEAST_LETTERS
        if (is_long or not self.before) and (found := self._synonyms(of_one_word=True)):
            return found
        if is_long and (found := self._cities(self.before, [self.last])):
            return found
        if len(self.last) >= MIN_LENGTH:
            # Words whose beginning is one edit away from the last word.
            start = self._continued(self.last[0])
            near = [it for it in start if OSA.distance(it[0][: len(self.last)], self.last, score_cutoff=1) <= 1]
            near.sort(key=lambda it: -it[1])
            if found := _different(self._with(word) for word, _ in near[: 2 * _QUERIES]):
                return found
        terms = resolve(self.lexicon, " ".join(self.words))
        text = " ".join(group.searched for group in terms.groups)
        is_complete = bool(terms.groups) and terms.groups[-1].word.endswith(self.last)
        return [text] if is_complete and self._finds(text) else []

    def _synonyms(self, *, of_one_word: bool) -> list[str]:
        """Complete synonyms of one word, or of several: "second ha" to "second hand"."""
        found = [(begun, words) for begun, words in synonyms.continuing(self.words) if (len(words) == 1) is of_one_word]
        texts = (" ".join((*self.words[:-begun], *wording)) for begun, wording in found[: 2 * _QUERIES])
        return list(filter(self._finds, texts))

    def _cities(self, before: Sequence[str], start: Sequence[str]) -> list[str]:
        *whole, half = start
        with_ads = tuple(self.lexicon.cities())
        names: dict[str, tuple[str, ...]] = {}
        for name, city in cities.by_words(with_ads).items():
            if name[: len(whole)] == tuple(whole) and "".join(name[len(whole) : len(start)]).startswith(half):
                is_own = name == tuple(analysis.words(city))
                # Prefer the current name of a city if it begins like this; one letter never matches a former name.
                if is_own or (city not in names and len(half) > 1):
                    names[city] = name
        order = {city: at for at, city in enumerate(with_ads)}
        found = sorted(names.items(), key=lambda it: (it[1] != tuple(start), -order[it[0]]))
        texts = (" ".join((*before, *name)) for _, name in found[: 2 * _QUERIES])
        return list(islice(filter(self._finds, texts), _QUERIES))

    def _continued(self, start: str) -> list[tuple[str, int]]:
        """Words with this prefix in ads that have the words before it, with the number of these ads."""
        context = self._plan(" ".join(self.before)).matches() if self.before else None
        return self.searcher.terms_with_prefix("words", start, context)

    def _with(self, word: str) -> str:
        return " ".join((*self.before, word))

    def _plan(self, text: str) -> Plan:
        understood = understand(SearchQuery(keyword=text), cities.known_cities(self.lexicon.cities()))
        terms = resolve(self.lexicon, understood.query.keyword, literal=True)
        return Plan(self.lexicon, understood, understood.query, terms)

    def _finds(self, text: str) -> bool:
        return self._plan(text).count() > 0


def _ends_in_price(text: str) -> bool:
    chips = understand(SearchQuery(keyword=text), {}).chips
    return any(chip.kind == "price" and text.endswith(chip.words) for chip in chips)


def _different(texts: Iterable[str]) -> list[str]:
    """The first few texts without duplicates in meaning."""
    found: dict[tuple[str, ...], str] = {}
    for text in texts:
        found.setdefault(tuple(map(analysis.stem, text.split())), text)
    return list(found.values())[:_QUERIES]


def _categories(catalogue: catalog.Catalogue) -> list[tuple[list[str], Suggestion]]:
    """All categories in order, then all subcategories, each with the words of its name."""
    links = [(view.name, f"/category/{view.id}") for view in catalogue.categories.values()]
    below = catalogue.subcategories.values()
    links += [(view.name, f"/category/{view.category_id}?subcategoryId={view.id}") for view in below]
    return [(analysis.words(name), Suggestion(kind="category", text=name, link=link)) for name, link in links]


def _ads(connection: sa.Connection, completion: _Completion) -> list[Suggestion]:
    """The newest ads with these words in their names, without duplicate names."""
    wanted = [{analysis.stem(word)} for word in completion.before if word not in word_lists.STOP_WORDS]
    last = completion.lexicon.starting_with(completion.last, limit=_PREFIX_WORDS)
    wanted.append(set(map(analysis.stem, (completion.last, *last))))
    query = boolean(either(term("name", stem) for stem in stems) for stems in wanted)
    newest = find(completion.searcher, query, _ADS_READ, **BY_FIELD[Sort.NEWEST])
    rows = sa.select(listings.c.ad_id, listings.c.name).where(listings.c.number.in_(newest))
    found: dict[str, Suggestion] = {}
    for ad_id, name in connection.execute(rows.order_by(listings.c.number.desc())):
        found.setdefault(analysis.fold(name), Suggestion(kind="ad", text=name, link=f"/products/{ad_id}"))
    return list(found.values())[:_ADS]
