"""PostgreSQL, its replica, Redis, the S3 store and the mail server become unavailable under traffic: errors follow the API
contract, and everything recovers without a restart.
"""

import io
import time
from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path
from threading import Timer

import pytest
from PIL import Image
from sqlalchemy import text

from tests import servers, services
from tests.faults import traffic
from tests.faults.traffic import Caller, Ledger

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600), pytest.mark.xdist_group("servers")]


def photo(number: int) -> bytes:
    """Return a unique photo."""
    file = io.BytesIO()
    Image.new("RGB", (640, 480), (number % 256, number // 256 % 256, 90)).save(file, "JPEG")
    return file.getvalue()


@pytest.fixture
def cluster() -> Iterator[services.Cluster]:
    with services.postgres() as made:
        yield made


def test_postgresql_unavailable(cluster: services.Cluster, tmp_path: Path):
    engine = traffic.engine_at(cluster.url, tmp_path)
    people, ledger = traffic.create_people(engine), Ledger()
    with servers.serving(tmp_path, **traffic.SETTINGS, database_url=cluster.url) as server:
        asker = Caller(server.url, people, Ledger())
        with traffic.going_on(server.url, people, ledger, "post", "write", "look"):
            for mode in ("immediate", "fast"):
                before = len(ledger.ads), len(ledger.messages), ledger.count("look", 200)
                servers.until(lambda before=before: len(ledger.ads) > before[0] + 5)
                refused = {kind: ledger.count(kind, 503) for kind in ("post", "write", "look")}
                cluster.stop(mode)
                servers.until(lambda refused=refused: all(ledger.count(k, 503) > n + 3 for k, n in refused.items()))
                # The health check keeps its result for a moment.
                servers.until(lambda: asker.health().get("database") is False)
                cluster.start()
                before = len(ledger.ads), len(ledger.messages), ledger.count("look", 200)
                servers.until(lambda b=before: len(ledger.ads) > b[0] and len(ledger.messages) > b[1])
                servers.until(lambda b=before: ledger.count("look", 200) > b[2])
        servers.until(lambda: asker.health().get("database", False))
        assert server.process.poll() is None
    engine.dispose()
    assert traffic.lost(engine, ledger) == []
    assert ledger.odd == []
    assert ledger.answered() <= {200, 201, 503}


def test_postgresql_unavailable_while_a_mail_is_sent(cluster: services.Cluster, tmp_path: Path):
    people = traffic.create_people(traffic.engine_at(cluster.url, tmp_path))
    with services.smtp() as mailbox:

        async def take(_server: object, _session: object, envelope: object) -> str:
            mailbox.taken.append((envelope.rcpt_tos[0], envelope.content))  # pyright: ignore
            if len(mailbox.taken) == 1:
                cluster.stop()
                Timer(1.0, cluster.start).start()
            return "250 taken"

        mailbox.handle_DATA = take
        settings = {"smtp_url": f"smtp://127.0.0.1:{mailbox.port}", "mail_lock_s": 5, "database_url": cluster.url}
        with servers.serving(tmp_path, **traffic.SETTINGS, **settings) as server:
            caller = Caller(server.url, people, Ledger())
            assert caller.ask_for_code("first@example.org")
            servers.until(lambda: len(mailbox.taken) == 1)
            servers.until(lambda: caller.health().get("database", False))
            # Otherwise the claim on the first mail would expire during the test.
            time.sleep(7)
            assert caller.ask_for_code("second@example.org")
            servers.until(lambda: len(mailbox.taken) > 1)
    assert [to for to, _ in mailbox.taken] == ["first@example.org", "second@example.org"]


def test_postgresql_stops_answering(cluster: services.Cluster, tmp_path: Path):
    """Like a machine that loses power: connections are neither closed nor refused."""
    engine = traffic.engine_at(cluster.url, tmp_path)
    people, ledger = traffic.create_people(engine), Ledger()
    with services.gate(cluster.port) as gate:
        address = cluster.url.replace(f":{cluster.port}/", f":{gate.port}/")
        with servers.serving(tmp_path, **traffic.SETTINGS, database_url=address) as server:
            asker = Caller(server.url, people, Ledger())
            with traffic.going_on(server.url, people, ledger, "post", "write", "look"):
                for is_away in (True, False):
                    before = len(ledger.ads), len(ledger.messages), ledger.count("look", 200)
                    servers.until(lambda b=before: len(ledger.ads) > b[0] + 5)
                    refused = {kind: ledger.count(kind, 503) for kind in ("post", "write", "look")}
                    gate.fall_silent(for_good=is_away)
                    if is_away:
                        servers.until(lambda refused=refused: all(ledger.count(k, 503) > n for k, n in refused.items()))
                        gate.hear_again()
                    before = len(ledger.ads), len(ledger.messages), ledger.count("look", 200)
                    servers.until(lambda b=before: len(ledger.ads) > b[0] + 3 and len(ledger.messages) > b[1] + 3)
                    servers.until(lambda b=before: ledger.count("look", 200) > b[2] + 3)
            servers.until(lambda: asker.health().get("database", False))
            assert server.process.poll() is None
    engine.dispose()
    assert traffic.lost(engine, ledger) == []
    assert ledger.odd == []
    assert ledger.answered() <= {200, 201, 503}


def test_replica_unavailable(cluster: services.Cluster, tmp_path: Path):
    engine = traffic.engine_at(cluster.url, tmp_path)
    people, ledger = traffic.create_people(engine), Ledger()
    with services.postgres(cluster) as replica:
        replica_engine = traffic.engine_at(replica.url, tmp_path)

        def run(statement: str) -> int:
            with replica_engine.connect() as connection:
                return connection.scalar(text(statement))

        def count_reads() -> int:
            return run("SELECT xact_rollback FROM pg_stat_database WHERE datname = current_database()")

        # Without a response cache, every look is a read.
        settings = {"database_url": cluster.url, "database_replica_url": replica.url, "response_cache_mb": 0}
        with servers.serving(tmp_path, **traffic.SETTINGS, **settings) as server:
            asker = Caller(server.url, people, Ledger())
            with traffic.going_on(server.url, people, ledger, "post", "write", "look"):
                for leave, come_back in (
                    (replica.stop, replica.start),
                    (lambda: run("SELECT pg_wal_replay_pause()"), lambda: run("SELECT pg_wal_replay_resume()")),
                ):
                    servers.until(lambda: asker.health().get("replicas", False))
                    before = count_reads()
                    servers.until(lambda before=before: count_reads() > before + 20)
                    leave()
                    servers.until(lambda: asker.health().get("replicas") is False)
                    before = len(ledger.ads), len(ledger.messages), ledger.count("look", 200)
                    servers.until(lambda b=before: len(ledger.ads) > b[0] + 3 and len(ledger.messages) > b[1] + 3)
                    servers.until(lambda b=before: ledger.count("look", 200) > b[2] + 3)
                    come_back()
                servers.until(lambda: asker.health().get("replicas", False))
        replica_engine.dispose()
    engine.dispose()
    assert traffic.lost(engine, ledger) == []
    assert ledger.answered() <= {200, 201}


def test_redis_unavailable(cluster: services.Cluster, tmp_path: Path):
    engine = traffic.engine_at(cluster.url, tmp_path)
    people, ledger = traffic.create_people(engine), Ledger()
    with services.redis(tmp_path) as redis:
        settings = {"database_url": cluster.url, "redis_url": f"redis://127.0.0.1:{redis.port}/0", "workers": 2}
        with servers.serving(tmp_path, **traffic.SETTINGS, **settings) as server:
            asker = Caller(server.url, people, Ledger())
            with traffic.going_on(server.url, people, ledger, "post", "write", "look"):
                for _ in range(2):
                    servers.until(lambda: asker.health().get("redis", False))
                    redis.stop()
                    servers.until(lambda: asker.health().get("redis") is False)
                    # The API needs Redis for rate limits and push only, and both have a fallback.
                    before = len(ledger.ads), len(ledger.messages), ledger.count("look", 200)
                    servers.until(lambda b=before: len(ledger.ads) > b[0] + 3 and len(ledger.messages) > b[1] + 3)
                    servers.until(lambda b=before: ledger.count("look", 200) > b[2] + 3)
                    redis.start()
                servers.until(lambda: asker.health().get("redis", False))
    assert traffic.lost(engine, ledger) == []
    assert ledger.odd == []
    assert ledger.answered() <= {200, 201, 503}


def test_s3_store_unavailable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name, value in services.AWS.items():
        monkeypatch.setenv(name, value)
    engine = traffic.engine_at("", tmp_path)
    people, ledger = traffic.create_people(engine), Ledger()
    with services.s3(tmp_path) as endpoint, services.gate(int(endpoint.rsplit(":", 1)[1])) as gate:
        settings = {"media_url": f"s3://{services.BUCKET}", "s3_endpoint": f"http://127.0.0.1:{gate.port}"}
        with servers.serving(tmp_path, **traffic.SETTINGS, **settings) as server:
            caller = Caller(server.url, people, ledger)
            assert caller.upload(photo(1))
            gate.stop()
            with traffic.going_on(server.url, people, ledger, "post", "look"):
                before = ledger.count("post", 200, 201), ledger.count("look", 200)
                assert not caller.upload(photo(2))
                assert ledger.count("upload", 503) == 1
                # Requests without photos are not affected.
                servers.until(
                    lambda: ledger.count("post", 200, 201) > before[0] and ledger.count("look", 200) > before[1]
                )
                servers.until(lambda: caller.health().get("media") is False)
            gate.start()
            servers.until(lambda: caller.health().get("media", False))
            assert caller.upload(photo(2))
    assert ledger.odd == []
    assert ledger.answered() <= {200, 201, 503}
    assert traffic.lost(engine, ledger) == []


def test_mail_server_unavailable(tmp_path: Path):
    engine = traffic.engine_at("", tmp_path)
    people, ledger = traffic.create_people(engine), Ledger()
    emails = [f"new{number}@example.org" for number in range(6)]
    with services.smtp() as mailbox:
        settings = {"smtp_url": f"smtp://127.0.0.1:{mailbox.port}", "mail_backoff_s": 1, "mail_backoff_max_s": 1}
        with servers.serving(tmp_path, **traffic.SETTINGS, **settings, mail_poll_s=0.3) as server:
            caller = Caller(server.url, people, ledger)
            assert caller.ask_for_code(emails[0])
            servers.until(lambda: len(mailbox.taken) == 1)
            mailbox.stop()
            # Registrations succeed; only their mail is late.
            assert all(caller.ask_for_code(email) for email in emails[1:])
            time.sleep(2)
            assert len(mailbox.taken) == 1
            mailbox.start()
            servers.until(lambda: len(mailbox.taken) == len(emails))
            time.sleep(2)
    assert sorted(to for to, _ in mailbox.taken) == emails
    mail = message_from_bytes(mailbox.taken[-1][1], policy=policy.default)
    body = mail.get_body(("plain",))
    assert body is not None
    assert any(word.strip(".").isdigit() and len(word.strip(".")) == 6 for word in body.get_content().split())
    assert ledger.odd == []
