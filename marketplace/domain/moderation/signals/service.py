"""Signals: reasons to look at an ad more closely before deciding on it. They reject nothing by themselves."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from statistics import quantiles

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.money import format_rupees, round_amount
from marketplace.domain import chat, media, search, trust
from marketplace.domain.moderation.signals import messages, queries
from marketplace.domain.moderation.signals.queries import PhotoUse, Subject
from marketplace.domain.moderation.signals.readings import Reading, list_readings, text_of
from marketplace.domain.moderation.signals.schemas import Signal
from marketplace.domain.price_units import format_price
from marketplace.i18n.texts import t, tn
from marketplace.models import AccountKind, AdVersion
from marketplace.settings import get_settings

WEIGHTS = {
    "fraud_photo": 1.0,
    "same_photo": 0.9,
    "fraud_text": 0.8,
    "same_text": 0.7,
    "new_account": 0.6,
    "contact_in_text": 0.5,
    "price": 0.4,
    "unread": 0.0,
}
# Other ads that are named for one ad.
_MOST_ADS = 3
# Length in words of the runs by which texts are compared, and the fewest runs: a shorter text may be a common phrase.
_RUN, _LEAST_RUNS = 3, 10
_SAME_FROM = 0.5
_CANDIDATES = 10
# Newest ads whose prices count, and how many there must be.
_PRICES, _LEAST_PRICES = 500, 20
# Tukey's fences on the ratio of the quartiles, but never nearer than this factor.
_FENCE, _LEAST_FACTOR = 1.5, 3.0
_WORD = re.compile(r"\w+")


def list_signals(
    db: Session, actor: Actor, ad_ids: Collection[str], *, only_waiting: bool = True
) -> dict[str, tuple[Signal, ...]]:
    """Return the signals of ads by ad id, in their submitted versions, the strongest first; by default of those that wait for a decision.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require(AccountKind.ADMIN)
    now = clock.now()
    subjects = queries.list_subjects(db, ad_ids, only_waiting=only_waiting)
    near, rules = find_near_photos(db, subjects), trust.get_live_rules(db)
    frauds = _find_frauds(db, subjects, near)
    copies, texts = find_copies(db, subjects, near), _find_same_texts(db, subjects)
    prices = _find_prices(db, subjects)
    read = list_readings(db, [subject.version for subject in subjects], rules)
    found = {}
    for subject in subjects:
        signals = [
            *_fraud_photo(frauds.get(subject.ad_id)),
            *_text_signals(read.get(subject.version.id)),
            *(_signal("same_photo", t(messages.SAME_PHOTO, name=use.name), use.ad_id) for use in copies[subject.ad_id]),
            *(_signal("same_text", t(messages.SAME_TEXT, name=name), ad_id) for ad_id, name in texts[subject.ad_id]),
            *_new_account(subject, now),
            *_price(subject, prices[subject.ad_id]),
        ]
        found[subject.ad_id] = tuple(sorted(signals, key=lambda signal: -signal.weight))
    return found


def prepare_replay(db: Session, actor: Actor, rules: trust.Rulebook, since: datetime) -> trust.Trials:
    """Choose ads submitted since a moment, to compare the reasons that rules would give to them with those of the live rules.

    An even sample of them is chosen if there are more than the setting allows.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require(AccountKind.ADMIN)
    live, most = trust.get_live_rules(db), get_settings().rule_replay_ads
    submitted, number = queries.sample_submitted(db, since, most)
    return trust.Trials([_make_trial(version, live, rules) for version in submitted], limited=number > most)


def _make_trial(version: AdVersion, live: trust.Rulebook, rules: trust.Rulebook) -> Callable[[], trust.Replayed]:
    name, ad_id, text = version.name, version.ad_id, text_of(version)

    def judge() -> trust.Replayed:
        before, after = (tuple(finding.code for finding in trust.check_ad(text, rules=each)) for each in (live, rules))
        return trust.Replayed(text=name, before=before, after=after, ad_id=ad_id)

    return judge


def find_near_photos(db: Session, subjects: Collection[Subject]) -> dict[str, list[media.NearPhoto]]:
    """List the copies of the photos of ads, by upload id, the nearest first."""
    made = media.list_fingerprints(db, [upload_id for subject in subjects for upload_id in subject.upload_ids])
    return media.list_copies_of_all(db, made, media.COPY)


def find_copies(
    db: Session,
    subjects: Collection[Subject],
    near: Mapping[str, Sequence[media.NearPhoto]],
    *,
    most: int | None = _MOST_ADS,
) -> dict[str, list[PhotoUse]]:
    """List the ads of other sellers with a copy of a photo of an ad, by ad id, the nearest first, at most `most`; `near` is
    from `find_near_photos`.
    """
    uses: dict[str, list[PhotoUse]] = {}
    for use in queries.list_uses(db, list({photo.upload_id for photos in near.values() for photo in photos})):
        uses.setdefault(use.upload_id, []).append(use)
    found = {}
    for subject in subjects:
        nearest: dict[str, int] = {}
        for photo in (photo for upload_id in subject.upload_ids for photo in near.get(upload_id, ())):
            nearest[photo.upload_id] = min(photo.bits, nearest.get(photo.upload_id, photo.bits))
        others = [use for each in nearest for use in uses.get(each, ()) if use.seller_id != subject.seller_id]
        ordered = sorted(others, key=lambda use: (nearest[use.upload_id], use.ad_id))
        found[subject.ad_id] = list({use.ad_id: use for use in reversed(ordered)}.values())[::-1][:most]
    return found


def _find_frauds(
    db: Session, subjects: Collection[Subject], near: Mapping[str, Sequence[media.NearPhoto]]
) -> dict[str, chat.KnownFraud]:
    """Find the known fraud that a photo of an ad is a copy of, by ad id; one that a moderator confirmed first."""
    known = chat.find_known_frauds(db, {key: [photo.upload_id for photo in photos] for key, photos in near.items()})
    found = {}
    for subject in subjects:
        frauds = [known[upload_id] for upload_id in subject.upload_ids if upload_id in known]
        if frauds:
            found[subject.ad_id] = max(frauds, key=lambda fraud: fraud.confirmed)
    return found


def _fraud_photo(known: chat.KnownFraud | None) -> Iterator[Signal]:
    if known:
        sentence = messages.FRAUD_PHOTO if known.confirmed else messages.FRAUD_PHOTO_CALLED
        yield _signal("fraud_photo", t(sentence, title=_title(known.code)))


def _text_signals(reading: Reading | None) -> Iterator[Signal]:
    if reading is None:
        yield _signal("unread", t(messages.UNREAD))
        return
    for code, evidence in reading.findings:
        yield _signal("fraud_text", t(messages.FRAUD_TEXT, title=_title(code), found=", ".join(evidence)))
    if reading.contacts:
        yield _signal("contact_in_text", t(messages.CONTACT_IN_TEXT, found=", ".join(reading.contacts)))


def _title(code: str) -> str:
    described = trust.describe(code)
    return described.title if described else code


def _signal(code: str, text: str, ad_id: str = "") -> Signal:
    return Signal(code=code, weight=WEIGHTS[code], text=text, ad_id=ad_id)


def _find_same_texts(db: Session, subjects: Collection[Subject]) -> dict[str, list[tuple[str, str]]]:
    """List the ids and names of other live ads with nearly the text of an ad, by ad id."""
    runs = {subject.ad_id: _runs(text_of(subject.version)) for subject in subjects}
    texts = {each.ad_id: text_of(each.version) for each in subjects if len(runs[each.ad_id]) >= _LEAST_RUNS}
    candidates = search.find_near_texts(db, texts, limit=_CANDIDATES)
    version_ids = {version_id for found in candidates.values() for _, version_id in found}
    versions = queries.list_versions(db, list(version_ids)) if version_ids else {}
    others = {version_id: _runs(text_of(version)) for version_id, version in versions.items()}
    return {
        ad_id: [
            (other_id, versions[version_id].name)
            for other_id, version_id in candidates.get(ad_id, ())
            if version_id in others and _likeness(own, others[version_id]) >= _SAME_FROM
        ][:_MOST_ADS]
        for ad_id, own in runs.items()
    }


def _find_prices(db: Session, subjects: Collection[Subject]) -> dict[str, list[int]]:
    """List the prices that an ad with a price is compared with, by ad id."""
    priced = [subject.version for subject in subjects if _asked(subject.version)]
    groups = queries.list_prices(db, priced, _PRICES)
    return {
        subject.ad_id: [
            price for ad_id, price in groups.get(queries.price_group(subject.version), ()) if ad_id != subject.ad_id
        ][:_PRICES]
        for subject in subjects
    }


def _price(subject: Subject, prices: list[int]) -> Iterator[Signal]:
    version, asked = subject.version, _asked(subject.version)
    if not asked or len(prices) < _LEAST_PRICES:
        return
    low, _, high = quantiles(prices, n=4)
    reach = max((high / low) ** _FENCE, _LEAST_FACTOR)
    if low / reach <= asked <= high * reach:
        return
    sentence = messages.PRICE_LOW if asked < low else messages.PRICE_HIGH
    low_text, high_text = (format_price(round_amount(each), version.price_unit) for each in (low, high))
    yield _signal("price", t(sentence, group=subject.group, low=low_text, high=high_text))


def _new_account(subject: Subject, now: datetime) -> Iterator[Signal]:
    settings, asked = get_settings(), _asked(subject.version)
    days = (now - subject.joined_at).days
    if days < settings.new_account_days and asked >= settings.costly_rupees * 100:
        age = tn("{count} day", "{count} days", days) if days else t(messages.LESS_THAN_A_DAY)
        yield _signal("new_account", t(messages.NEW_ACCOUNT, age=age, price=format_rupees(asked)))


def _asked(version: AdVersion) -> int:
    """The price after the discount in paise; 0 without a price."""
    return (version.price_paise or 0) * (10_000 - version.discount_basis_points) // 10_000


def _runs(text: str) -> set[tuple[str, ...]]:
    words = _WORD.findall(text.casefold())
    return set(zip(*(words[at:] for at in range(_RUN)), strict=False))


def _likeness(one: set[tuple[str, ...]], other: set[tuple[str, ...]]) -> float:
    """Return the share of runs of words that both texts have (Jaccard index)."""
    return len(one & other) / len(one | other) if one and other else 0.0
