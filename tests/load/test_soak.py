"""Mixed traffic for a long time: two workers on PostgreSQL and Redis, with hundreds of open tabs.

`MARKETPLACE_TEST_SOAK_MINUTES` sets the duration; memory is checked from five minutes on.
"""

import asyncio
import contextlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from sqlmodel import Session

from marketplace.db import database
from tests import servers
from tests.conftest import REQUIRE_SERVICES, TEST_DATABASE_URL, TEST_SOAK_MINUTES, new_address
from tests.load.people import People, make_people
from tests.load.traffic import Traffic, names

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("servers"), pytest.mark.timeout(1800)]
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/14")
TABS = 300
# Far above the traffic, so that rate limits don't matter.
UNLIMITED: dict[str, Any] = dict.fromkeys(
    (
        "limit_messages",
        "limit_ads",
        "limit_uploads",
        "limit_enquiries",
        "limit_login_address",
        "limit_events_address",
        "limit_log_address",
    ),
    "100000 per minute",
) | {"sockets_per_address": TABS}


@pytest.fixture
def database_url() -> Iterator[str]:
    """A new PostgreSQL database."""
    if not TEST_DATABASE_URL:
        if REQUIRE_SERVICES:
            pytest.fail("MARKETPLACE_TEST_DATABASE_URL is not set")
        pytest.skip("MARKETPLACE_TEST_DATABASE_URL names no PostgreSQL server")
    with new_address("soak") as address:
        yield address


@pytest.fixture
def redis_url() -> Iterator[str]:
    """A separate Redis database, empty before and after."""
    client = Redis.from_url(REDIS)
    client.flushdb()
    yield REDIS
    client.flushdb()


def memory_of(group: int) -> int:
    """Return the memory of the server and its workers in bytes (proportional set size)."""
    total = 0
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if os.getpgid(int(process.name)) == group:
                share = re.search(r"^Pss: +(\d+) kB", (process / "smaps_rollup").read_text(), re.MULTILINE)
                total += int(share[1]) * 1024 if share else 0
    return total


async def watch_memory(process: int, until: float) -> list[int]:
    """Sample every five seconds."""
    seen = []
    while time.monotonic() < until:
        seen.append(memory_of(process))
        await asyncio.sleep(5)
    return seen


async def soak(server: servers.Server, people: People) -> tuple[Traffic, list[int]]:
    """Open all tabs, then run the traffic until the time is over."""
    traffic = Traffic(server.url, people, names())
    await traffic.open_tabs(TABS)
    until = time.monotonic() + TEST_SOAK_MINUTES * 60
    _, memory = await asyncio.gather(traffic.run(until), watch_memory(server.process.pid, until))
    await traffic.close_tabs()
    return traffic, memory


def test_mixed_traffic_for_ten_minutes(tmp_path: Path, database_url: str, redis_url: str):
    settings = UNLIMITED | {"database_url": database_url, "redis_url": redis_url, "workers": 2, "log_level": "WARNING"}
    loading = [sys.executable, "-m", "marketplace", "demo", "--ads", "500"]
    subprocess.run(loading, cwd=servers.ROOT, env=servers.environment(tmp_path, **settings), check=True)
    with servers.serving(tmp_path, **settings) as server:
        engine = database.make_engine(database_url)
        with Session(engine, expire_on_commit=False) as db:
            people = make_people(db, TABS // 2)
            db.commit()
        engine.dispose()
        traffic, memory = asyncio.run(soak(server, people))
        log = server.log.read_text()
    print(
        traffic.table(), f"memory, MB: {[each // 1_000_000 for each in memory[:: max(1, len(memory) // 20)]]}", sep="\n"
    )
    assert traffic.problems == []
    assert traffic.unheard() == []
    assert min(traffic.done.values()) > 0
    assert '"level": "error"' not in log
    assert "Traceback" not in log
    if TEST_SOAK_MINUTES >= 5:
        # Skip the first half, while caches and pools fill.
        half, end = memory[len(memory) // 2 :][:5], memory[-5:]
        assert sum(end) / len(end) < 1.1 * sum(half) / len(half)
