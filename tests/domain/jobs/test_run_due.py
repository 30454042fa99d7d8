"""Tests of jobs.run_due with one worker at a time: run once, recovery after a crash, backoff."""

from datetime import timedelta

import pytest

from marketplace.core import clock
from marketplace.domain import jobs
from marketplace.models import Job
from marketplace.settings import get_settings
from tests.domain.jobs.steps import greet, promise, the_job, write, written


class KilledError(BaseException):
    """Simulates the end of a process: no code after it runs and no failure is recorded."""


def test_second_run_does_nothing(db):
    promise(payload={"to": "a"})
    assert jobs.run_due({"greet": greet}) == 1
    assert jobs.run_due({"greet": greet}) == 0
    assert written(db) == ["a"]
    job = the_job(db)
    assert job.done_at
    assert (job.attempts, job.locked_until, job.failed_at) == (1, None, None)


def test_oldest_first_up_to_the_limit(db):
    now = clock.now()
    for minutes in (1, 3, 2):
        promise(payload={"to": str(minutes)}, due_at=now - timedelta(minutes=minutes))
    assert jobs.run_due({"greet": greet}, limit=2) == 2
    assert written(db) == ["3", "2"]
    assert jobs.run_due({"greet": greet}, limit=2) == 1


def test_jobs_run_only_when_due(db, at):
    promise(payload={"to": "a"}, due_at=clock.now() + timedelta(seconds=60))
    assert jobs.run_due({"greet": greet}) == 0
    at(61)
    assert jobs.run_due({"greet": greet}) == 1


def test_unknown_kinds_are_left_for_other_workers(db):
    promise("newer", {"to": "a"})
    assert jobs.run_due({"greet": greet}) == 0
    assert the_job(db).attempts == 0
    assert jobs.run_due({"newer": greet}) == 1


def test_steps_repeat_until_nothing_is_processed(db):
    left = [2, 1, 0]

    def step(db, _payload):
        write(db, str(left[0]))
        return left.pop(0)

    promise()
    assert jobs.run_due({"greet": step}) == 1
    assert written(db) == ["2", "1", "0"]


def test_crash_rolls_back_the_step_and_another_worker_continues(db, at):
    def die(db, payload):
        greet(db, payload)
        raise KilledError

    promise(payload={"to": "a"})
    with pytest.raises(KilledError):
        jobs.run_due({"greet": die})
    assert written(db) == []
    assert jobs.run_due({"greet": greet}) == 0, "the claim still stands"
    at(get_settings().job_lock_s + 1)
    assert jobs.run_due({"greet": greet}) == 1
    assert jobs.run_due({"greet": greet}) == 0
    assert written(db) == ["a"]


def test_committed_steps_survive_a_crash(db, at):
    waiting = ["a", "b", "c"]

    def step(db, _payload):
        rest = [to for to in waiting if to not in written(db)]
        if not rest:
            return 0
        write(db, rest[0])
        if rest[0] == dies_at:
            raise KilledError
        return 1

    dies_at = "b"
    promise()
    with pytest.raises(KilledError):
        jobs.run_due({"greet": step})
    assert written(db) == ["a"]
    dies_at = ""
    at(get_settings().job_lock_s + 1)
    assert jobs.run_due({"greet": step}) == 1
    assert written(db) == ["a", "b", "c"]


def test_expired_claim_rolls_back_the_step(db, at):
    """The claim expires during the step; another worker runs the job, and the slow step is rolled back."""

    def slow(db, payload):
        at(get_settings().job_lock_s + 1)
        write(db, "slow")
        others = db.get(Job, job_id)
        others.locked_until = clock.now() + timedelta(seconds=100)
        db.flush()
        return 0

    promise(payload={"to": "a"})
    job_id = the_job(db).id
    assert jobs.run_due({"greet": slow}) == 0
    assert written(db) == []
    assert the_job(db).done_at is None


def test_stop_finishes_the_step_and_releases_the_job(db):
    asked = []

    def step(db, _payload):
        write(db, "x")
        asked.append(True)
        return 1 if len(asked) < 2 else 0

    promise()
    assert jobs.run_due({"greet": step}, should_continue=lambda: not asked) == 0
    assert written(db) == ["x"]
    job = the_job(db)
    assert (job.locked_until, job.done_at, job.attempts) == (None, None, 0)
    assert jobs.run_due({"greet": step}) == 1


def test_stop_before_the_first_job_runs_nothing(db):
    promise(payload={"to": "a"})
    assert jobs.run_due({"greet": greet}, should_continue=lambda: False) == 0
    assert the_job(db).attempts == 0


def test_failures_back_off_and_are_rolled_back(db, at):
    def fail(db, payload):
        greet(db, payload)
        raise OSError("the store is away")

    promise(payload={"to": "a"})
    assert jobs.run_due({"greet": fail}) == 0
    assert jobs.run_due({"greet": fail}) == 0
    job = the_job(db)
    assert (job.attempts, job.last_error, job.failed_at) == (1, "OSError: the store is away", None)
    at(31)
    jobs.run_due({"greet": fail})
    at(62)
    jobs.run_due({"greet": fail})
    assert the_job(db).attempts == 2
    at(31 + 61)
    assert jobs.run_due({"greet": greet}) == 1
    assert written(db) == ["a"]
    assert the_job(db).last_error == ""


def test_a_failure_does_not_block_the_next_job(db):
    def fail(db, payload):
        raise OSError

    promise("bad")
    promise("greet", {"to": "a"})
    assert jobs.run_due({"bad": fail, "greet": greet}) == 1


@pytest.mark.parametrize("error", [OSError, KilledError])
def test_job_fails_after_the_last_attempt(db, at, monkeypatch, error):
    monkeypatch.setattr(get_settings(), "job_attempts", 3)
    tried = []

    def fail(db, payload):
        tried.append(True)
        raise error

    promise()
    for day in range(6):
        at(day * 86_400)
        try:
            jobs.run_due({"greet": fail})
        except KilledError:
            continue
    assert len(tried) == 3
    job = the_job(db)
    assert job.failed_at
    assert job.last_error
    assert jobs.run_due({"greet": greet}) == 0


def test_detached_handlers_run_in_steps(db):
    rounds = [1, 0]
    promise(payload={"to": "a"})
    assert jobs.run_due({"greet": jobs.DetachedHandler(lambda payload: rounds.pop(0))}) == 1
    assert rounds == []
    assert the_job(db).done_at


def test_batch_is_prepared_once_for_all_due_jobs(db):
    prepared = []

    def prepare(db, payloads):
        prepared.append([payload["to"] for payload in payloads])
        return "Dear "

    def step(db, payload, greeting):
        return greet(db, {"to": greeting + payload["to"]})

    for name in ("a", "b"):
        promise(payload={"to": name})
    assert jobs.run_due({"greet": jobs.BatchHandler(prepare, step)}) == 2
    assert prepared == [["a", "b"]]
    assert sorted(written(db)) == ["Dear a", "Dear b"]


def test_failed_preparation_reschedules_the_jobs_of_its_batch_only(db, at):
    def fail(db, payloads):
        raise OSError("the index is damaged")

    batch = jobs.BatchHandler(fail, lambda db, payload, shared: 0)
    promise("bad")
    promise("greet", {"to": "a"})
    assert jobs.run_due({"bad": batch, "greet": greet}) == 1
    assert written(db) == ["a"]
    at(61)
    working = jobs.BatchHandler(lambda db, payloads: None, lambda db, payload, shared: 0)
    assert jobs.run_due({"bad": working}) == 1
