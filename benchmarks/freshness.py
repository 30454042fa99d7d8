"""The share of listed ads that are no longer available, in a simulated town with and without questions to sellers.

    python -m benchmarks.freshness
    python -m benchmarks.freshness --ads 200 --days 30 --seed 2

Real domain functions and the handlers of the schedule run on a database; only people and the clock are simulated. Both towns
have the same people and the same random events, but only one of them asks sellers of quiet ads.
"""

import argparse
import os
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlmodel import Session, col, select

import marketplace.observers  # noqa: F401  registers them
from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.errors import MarketplaceError
from marketplace.db import database
from marketplace.domain import ads, search
from marketplace.domain.ads import AdDraft
from marketplace.domain.paging import EVERYTHING
from marketplace.jobs.schedule import TASKS
from marketplace.models import Account, AccountKind, Category, OutboxMail
from marketplace.settings import get_settings

ROOT = Path(__file__).parent.parent
TARGET = 0.03
_LINK = re.compile(r"/still-available\?token=(\S+)")
_RENEWAL = re.compile(r"/seller/ads\?renew=(\w+)")
_JOBS = [task for task in TASKS if task.kind.startswith(("ads.", "deals."))]


@dataclass(frozen=True)
class Kind:
    """A kind of seller.

    Attributes:
        share: of all ads.
        ads: most ads of such a seller.
        tells: probability that the seller marks an ad as sold on the day it is sold.
        later: the same for each day after that.
        answers: probability that the seller answers a mail about an ad, within two days.
    """

    name: str
    share: float
    ads: int
    tells: float
    later: float
    answers: float


# Assumptions, since there are no figures of a real site. CARELESS shows the result if people respond less.
KINDS = (
    # Sells now and then and takes the ad down after the sale, since buyers go on writing until then.
    Kind("tidy", share=0.40, ads=2, tells=0.85, later=0.25, answers=0.80),
    # Rarely opens the site but reads mails. A tap needs no login, so this seller answers most questions.
    Kind("reads mails", share=0.35, ads=2, tells=0.30, later=0.15, answers=0.60),
    # Has forgotten the site; its mails are as good as unread.
    Kind("gone", share=0.10, ads=2, tells=0.00, later=0.03, answers=0.10),
    # A shop with many ads: looks after its stock, but not on the day, and answers the list of its ads.
    Kind("shop", share=0.15, ads=25, tells=0.60, later=0.25, answers=0.80),
)
CARELESS = tuple(replace(kind, tells=kind.tells / 2, later=kind.later / 2, answers=kind.answers / 2) for kind in KINDS)
# Share of ads that find a buyer. The others are too expensive or take a year, so they stay available.
SELLS = 0.6
# Median number of days until an item is sold: furniture and phones take less, vehicles and flats more.
MEDIAN_DAYS = 20
# Share of wrong answers, such as "available" for a sold item: people tap the first button.
WRONG_ANSWER = 0.02
# Share of answers that say "reserved", for somebody who wants to come.
RESERVED = 0.05
# People read the lists of categories. Each further page of 24 ads is read by 60 % of those who read the one before.
CATEGORIES = 10
PAGE, READ_ON = 24, 0.6
# Days that are not measured, while the number of ads still grows.
WARM_UP_DAYS = 20
# Reading the lists takes most of the time, so they are read every other day.
LOOK_EVERY = 2


@dataclass
class Thing:
    """The item of an ad. Only its seller knows when it is gone."""

    number: int
    kind: Kind
    seller: Account
    posted_day: int
    gone_day: float
    ad_id: str = ""
    told: bool = False


@dataclass
class Figures:
    """Measured numbers, summed over all days; shares are computed from them."""

    weight: float = 0
    gone_weight: float = 0
    shown: int = 0
    gone_shown: int = 0
    to_be_had: int = 0
    hidden: int = 0
    mails: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    seller_days: int = 0

    @property
    def gone_share(self) -> float:
        """The share of shown ads that are no longer available, weighted by how lists are read."""
        return self.gone_weight / max(self.weight, 1e-9)

    @property
    def hidden_share(self) -> float:
        """The share of available ads that no list shows."""
        return self.hidden / max(1, self.to_be_had)

    def per_month(self, count: int) -> float:
        """Convert a number of mails to mails in 30 days for each seller with a live ad."""
        return 30 * count / max(1, self.seller_days * LOOK_EVERY)


def _first_day(days: int) -> int:
    """The first day that is measured."""
    return min(WARM_UP_DAYS, days // 2)


def _luck(seed: int, *what: object) -> Random:
    """Return the random numbers of one subject, the same in every run and in both towns."""
    return Random(":".join(map(str, (seed, *what))))


class Clock:
    """The simulated time."""

    def __init__(self) -> None:
        # Column defaults use the real time, so the simulation begins today.
        self.start = clock.now().replace(hour=3, minute=0, second=0, microsecond=0) + timedelta(days=1)
        self.now = self.start

    @contextmanager
    def running(self) -> Iterator[None]:
        """Set the clock of this process to the time of the simulated town."""
        real, clock.now = clock.now, lambda: self.now
        try:
            yield
        finally:
            clock.now = real


class Town:
    """The people of a simulation, their items, and what lists show of them."""

    def __init__(self, db: Session, count: int, days: int, seed: int, kinds: Sequence[Kind]):
        self.db, self.days, self.seed, self.kinds = db, days, seed, kinds
        self.first_day = _first_day(days)
        self.clock = Clock()
        self.figures = Figures()
        self.admin = self._account(AccountKind.ADMIN, 0)
        self.categories = [Category(name=f"Shelf {n}", position=n) for n in range(CATEGORIES)]
        db.add_all(self.categories)
        db.flush()
        self.things = self._make_things(count)
        self.by_ad: dict[str, Thing] = {}
        self._mail_count = 0
        self._answers: dict[int, list[tuple[Thing, str]]] = {}

    def _account(self, kind: AccountKind, number: int) -> Account:
        name = f"{kind.value}{number}"
        made = Account(
            kind=kind, email=f"{name}@example.org", username=name, username_key=name, password_hash="", name=name
        )
        self.db.add(made)
        self.db.flush()
        return made

    def _make_things(self, count: int) -> list[Thing]:
        made: list[Thing] = []
        for kind in self.kinds:
            seller, left = None, 0
            for _ in range(round(count * kind.share)):
                number = len(made)
                luck = _luck(self.seed, "thing", number)
                if seller is None or left == 0:
                    seller, left = self._account(AccountKind.SELLER, number + 1), luck.randint(1, kind.ads)
                left -= 1
                posted = luck.randrange(self.days)
                sold = luck.random() < SELLS
                gone = posted + (luck.expovariate(1) * MEDIAN_DAYS / 0.693 if sold else 10_000)
                made.append(Thing(number, kind, seller, posted, gone))
        return made

    def run(self) -> Figures:
        """Simulate all days."""
        with self.clock.running():
            for day in range(self.days):
                self.clock.now = self.clock.start + timedelta(days=day)
                self._post(day)
                self._sell(day)
                self._answer(day)
                self._work()
                self._read_mails(day)
                if day >= self.first_day and day % LOOK_EVERY == 0:
                    self._look(day)
                self.db.commit()
        return self.figures

    def _post(self, day: int) -> None:
        for thing in (thing for thing in self.things if thing.posted_day == day):
            # Things are posted over the day, one after the other.
            self.clock.now += timedelta(seconds=20)
            draft = AdDraft(
                name=f"Thing {thing.number}",
                price=1000,
                ad_type="sell",
                category_id=self.categories[thing.number % CATEGORIES].id,
            )
            thing.ad_id = ads.submit(self.db, _actor(thing.seller), draft).id
            ads.approve(self.db, _actor(self.admin), thing.ad_id, version=1)
            self.by_ad[thing.ad_id] = thing

    def _sell(self, day: int) -> None:
        for thing in self.things:
            if thing.ad_id and not thing.told and thing.gone_day < day + 1:
                chance = thing.kind.tells if thing.gone_day >= day else thing.kind.later
                if _luck(self.seed, "tells", thing.number, day).random() < chance:
                    thing.told = True
                    self._try(ads.mark_sold, _actor(thing.seller), thing.ad_id)

    def _answer(self, day: int) -> None:
        """Follow the links that sellers decided to follow today."""
        for thing, link in self._answers.pop(day, []):
            is_gone = thing.gone_day <= day
            luck = _luck(self.seed, "answer", thing.number, day)
            if luck.random() < WRONG_ANSWER:
                is_gone = not is_gone
            if link:
                said = "sold" if is_gone else "reserved" if luck.random() < RESERVED else "available"
                self._try(ads.answer, ANONYMOUS, link, said)
            elif is_gone:
                self._try(ads.mark_sold, _actor(thing.seller), thing.ad_id)
            else:
                self._try(ads.renew, _actor(thing.seller), thing.ad_id)

    def _try(self, function: Any, *args: object) -> None:
        try:
            with self.db.begin_nested():
                function(self.db, *args)
        except MarketplaceError:
            # The link is no longer valid, or the ad is sold or expired: the seller gives up.
            pass

    def _work(self) -> None:
        for task in _JOBS:
            assert callable(task.handler)
            while task.handler(self.db, {}):
                pass

    def _read_mails(self, day: int) -> None:
        """Count the mails of the day, and decide who answers which of them when."""
        mails = self.db.exec(select(OutboxMail).where(OutboxMail.purpose == "ad").order_by(col(OutboxMail.id))).all()
        for mail in mails:
            links = _LINK.findall(mail.text)
            if day >= self.first_day:
                self.figures.mails["question" if links else "other"] += 1
                if links:
                    self.figures.asked[mail.to] += 1
            # Sorted, since ids differ from run to run.
            found = [(link[:26], link) for link in links] or [(ad_id, "") for ad_id in _RENEWAL.findall(mail.text)]
            for ad_id, link in found:
                thing = self.by_ad[ad_id]
                luck = _luck(self.seed, "reads", thing.number, day)
                if luck.random() < thing.kind.answers:
                    self._answers.setdefault(day + luck.choice((1, 1, 2)), []).append((thing, link))
        self.db.exec(sa.delete(OutboxMail))  # pyright: ignore[reportCallIssue, reportArgumentType]
        for answers in self._answers.values():
            answers.sort(key=lambda answer: answer[0].number)

    def _look(self, day: int) -> None:
        """Read the lists as buyers do."""
        figures = self.figures
        listed: set[str] = set()
        for category in self.categories:
            query = search.SearchQuery(category_id=category.id)
            cards = search.list_ads(self.db, ANONYMOUS, query, EVERYTHING, counted=False).items
            for place, card in enumerate(cards):
                is_gone = self.by_ad[card.id].gone_day < day
                weight = READ_ON ** (place // PAGE)
                figures.weight += weight
                figures.gone_weight += weight * is_gone
                figures.shown += 1
                figures.gone_shown += is_gone
                listed.add(card.id)
        to_be_had = [thing for thing in self.things if thing.ad_id and thing.gone_day >= day]
        figures.to_be_had += len(to_be_had)
        figures.hidden += sum(thing.ad_id not in listed for thing in to_be_had)
        figures.seller_days += len({self.by_ad[ad_id].seller.id for ad_id in listed})


def _actor(account: Account) -> Actor:
    return Actor(account_id=account.id, kind=account.kind)


def simulate(db: Session, *, count: int, days: int, seed: int, asking: bool, kinds: Sequence[Kind] = KINDS) -> Figures:
    """Simulate the days of one town on an empty database.

    Args:
        asking: whether sellers of quiet ads are asked.
    """
    settings = get_settings()
    before = settings.ad_ask_days
    if not asking:
        settings.ad_ask_days = 100_000
    try:
        return Town(db, count, days, seed, kinds).run()
    finally:
        settings.ad_ask_days = before


def report(towns: Mapping[str, Figures], days: int) -> str:
    """The table of both towns."""
    rows: Sequence[tuple[str, Any]] = (
        ("shown ads no longer available, weighted by how lists are read", lambda it: f"{it.gone_share:.1%}"),
        ("the same, all listed ads weighted equally", lambda it: f"{it.gone_shown / max(1, it.shown):.1%}"),
        ("available ads that no list shows", lambda it: f"{it.hidden_share:.1%}"),
        ("questions by mail, for each seller and month", lambda it: f"{it.per_month(it.mails['question']):.2f}"),
        ("most questions to one seller, a month", lambda it: f"{_most(it, days):.1f}"),
        ("other mails about ads, for each seller and month", lambda it: f"{it.per_month(it.mails['other']):.2f}"),
    )
    lines = ["| | " + " | ".join(towns) + " |", "|---|" + "---:|" * len(towns)]
    lines += [f"| {name} | " + " | ".join(value(it) for it in towns.values()) + " |" for name, value in rows]
    return "\n".join(lines)


def _most(figures: Figures, days: int) -> float:
    return 30 * max(figures.asked.values(), default=0) / max(1, days - _first_day(days))


def _database(folder: str) -> sa.Engine:
    engine = database.make_engine(f"sqlite:///{folder}/town.db")
    config = Config(str(ROOT / "alembic.ini"))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()
    return engine


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ads", type=int, default=2000)
    parser.add_argument("--days", type=int, default=90)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--careless", action="store_true", help="people who respond half as often")
    given = parser.parse_args()
    kinds = CARELESS if given.careless else KINDS
    towns, began = {}, time.monotonic()
    for name, asking in (("without questions", False), ("with questions", True)):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["MARKETPLACE_DATA_DIR"] = folder
            with Session(_database(folder)) as db:
                towns[name] = simulate(
                    db, count=given.ads, days=given.days, seed=given.seed, asking=asking, kinds=kinds
                )
    print(f"{given.ads} ads over {given.days} days, seed {given.seed}, {time.monotonic() - began:.0f} s\n")
    print(report(towns, given.days))
    sys.exit(towns["with questions"].gone_share > TARGET)


if __name__ == "__main__":
    main()
