"""How long others wait while eight people send messages full of links at once, and how long the page takes to show them.

    python -m benchmarks.bystanders
    python -m benchmarks.bystanders --database postgresql+psycopg://postgres@127.0.0.1/postgres

Runs in one process, as one worker does: a thread for each message of 4,000 characters, one that writes a row every 10 ms, and one that
reads a row. The `page` parses a conversation of a hundred such messages as the recipient sees it. PostgreSQL gets a database of its own.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from uuid import uuid4

import psycopg

PEOPLE, ROUNDS, SHOWN = 8, 3, 100
_PAUSE_S = 0.01


def make_text(number: int) -> str:
    """Return a message of 4,000 characters with as many different names in punycode as fit."""
    return " ".join(f"xn--{number}{at}abc.com" for at in range(400))[:4_000].rpartition(" ")[0]


@contextmanager
def _database(url: str) -> Iterator[None]:
    """Use an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"MARKETPLACE_DATA_DIR": folder, "MARKETPLACE_LIMIT_MESSAGES": "1000000 per minute"}
        if not url:
            yield
            return
        name, server = f"bystanders_{uuid4().hex}", url.replace("+psycopg", "")
        with psycopg.connect(server, autocommit=True) as admin:
            admin.execute(f'CREATE DATABASE "{name}"'.encode())
            os.environ["MARKETPLACE_DATABASE_URL"] = f"{url.rpartition('/')[0]}/{name}"
            try:
                yield
            finally:
                from marketplace.db.database import get_engine

                get_engine().dispose()
                admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


def _watch(call: Callable[[], object], over: Event, times: list[float]) -> Thread:
    def run() -> None:
        while not over.is_set():
            start = time.perf_counter()
            call()
            times.append(time.perf_counter() - start)
            time.sleep(_PAUSE_S)

    thread = Thread(target=run)
    thread.start()
    return thread


def _measure() -> None:
    from benchmarks import live
    from marketplace.cli import schema
    from marketplace.core.actor import Actor
    from marketplace.db.database import read_only, unit_of_work
    from marketplace.domain import chat, phases, trust
    from marketplace.models import Account, AccountKind
    from marketplace.web.pages.messages import views

    schema.upgrade()
    trust.load()
    people = live.make_people(PEOPLE)

    def send(number: int, text: str) -> None:
        buyer, seller = people[number]
        actor = Actor(buyer.id, AccountKind.BUYER)
        finish = phases.run_first_phase(chat.send, lambda: actor, seller.id, text)
        with unit_of_work() as db:
            finish(db, actor)

    def write() -> None:
        with unit_of_work() as db:
            account = db.get(Account, people[0][1].id)
            assert account
            account.place = "Pune" if account.place != "Pune" else "Mumbai"
            db.add(account)

    def read() -> None:
        with read_only() as db:
            db.get(Account, people[0][0].id)

    for number in range(PEOPLE):
        send(number, "Is it still there?")
    for round_ in range(ROUNDS):
        over, writes, reads, sent = Event(), [], [], []
        watchers = [_watch(write, over, writes), _watch(read, over, reads)]

        def timed(number: int, sent: list[float] = sent, round_: int = round_) -> None:
            start = time.perf_counter()
            send(number, make_text(100 * round_ + number))
            sent.append(time.perf_counter() - start)

        senders = [Thread(target=timed, args=(number,)) for number in range(PEOPLE)]
        for each in senders:
            each.start()
        for each in senders:
            each.join()
        over.set()
        for each in watchers:
            each.join()
        worst = " ".join(
            f"{name} {max(times):.2f} s" for name, times in (("send", sent), ("write", writes), ("read", reads))
        )
        print(f"round {round_ + 1}: longest {worst}", flush=True)
    for at in range(SHOWN):
        send(0, make_text(1_000 + at))
    buyer, seller = people[0]
    for name in ("first", "second"):
        start = time.perf_counter()
        with read_only() as db:
            thread = views.open_thread(db, Actor(seller.id, AccountKind.SELLER), buyer.id)
        count = len(thread.message_ids)
        print(f"page with {count} such messages, {name} view: {time.perf_counter() - start:.2f} s", flush=True)


def main() -> int:
    """Print the waits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", default="", help="server of PostgreSQL; SQLite if empty")
    with _database(parser.parse_args().database):
        _measure()
    return 0


if __name__ == "__main__":
    sys.exit(main())
