"""The wall clock jumps ahead and back under traffic: no request fails, and nothing is lost, repeated or reordered."""

from collections import Counter
from pathlib import Path

import pytest
from sqlmodel import Session, col, select

from marketplace.models import Job, Message
from tests import servers, services
from tests.faults import traffic
from tests.faults.traffic import Caller, Ledger

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600), pytest.mark.xdist_group("servers")]
# Only the wall clock jumps; the monotonic clock does not.
JUMPING = """
import os, time
from datetime import timedelta
from marketplace.core import clock
real_now, real_time, real_ns = clock.now, time.time, time.time_ns
def ahead():
    with open(os.environ["JUMPS"]) as file:
        return float(file.read() or 0)
clock.now = lambda: real_now() + timedelta(seconds=ahead())
time.time = lambda: real_time() + ahead()
time.time_ns = lambda: real_ns() + int(ahead() * 1e9)
"""
HOUR = 3600


def test_clock_jumps_ahead_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    jumps = tmp_path / "jumps"
    jumps.write_text("0")
    monkeypatch.setenv("JUMPS", str(jumps))
    engine = traffic.engine_at("", tmp_path)
    people, ledger = traffic.create_people(engine), Ledger()
    with services.smtp() as mailbox:
        settings = {"smtp_url": f"smtp://127.0.0.1:{mailbox.port}", "mail_poll_s": 0.3, "job_poll_s": 0.3}
        with servers.serving(tmp_path, before=JUMPING, **traffic.SETTINGS, **settings) as server:
            caller = Caller(server.url, people, ledger)
            with traffic.going_on(server.url, people, ledger, "post", "write", "look"):
                for number, ahead in enumerate((0, 2 * HOUR, -2 * HOUR, 5 * HOUR, 0.0, -24 * HOUR, 0.5)):
                    jumps.with_suffix(".new").write_text(str(ahead))
                    jumps.with_suffix(".new").replace(jumps)
                    email = f"new{number}@example.org"
                    assert caller.ask_for_code(email)
                    servers.until(lambda email=email: email in [to for to, _ in mailbox.taken])
                    before = len(ledger.ads), len(ledger.messages), ledger.count("look", 200)
                    servers.until(lambda b=before: len(ledger.ads) > b[0] + 5 and len(ledger.messages) > b[1] + 5)
                    servers.until(lambda b=before: ledger.count("look", 200) > b[2] + 5)
            assert caller.health()["database"] is True
    assert ledger.answered() <= {200, 201}
    assert traffic.lost(engine, ledger) == []
    # The seller also gets digests of unread messages.
    codes = Counter(to for to, _ in mailbox.taken if to.startswith("new"))
    assert codes == Counter(f"new{number}@example.org" for number in range(7))
    with Session(engine) as db:
        texts = db.exec(select(Message.text).order_by(col(Message.seq))).all()
        numbers = [int(text.rsplit(" ", 1)[1]) for text in texts]
        assert numbers == sorted(numbers)
        keys = [job.dedupe_key for job in db.exec(select(Job)) if job.dedupe_key]
        assert len(keys) == len(set(keys))
        assert [job.kind for job in db.exec(select(Job)) if job.failed_at] == []
    assert '"level": "error"' not in server.log.read_text()
