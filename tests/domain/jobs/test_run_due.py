"""jobs.run_due with one worker at a time: done once, taken up after a death, patient with failures."""

from datetime import timedelta

import pytest

from marketplace import clock
from marketplace.domain import jobs
from marketplace.models import Job
from marketplace.settings import get_settings
from tests.domain.jobs.steps import greet, promise, the_job, write, written


class KilledError(BaseException):
    """Stands for the end of a process: nothing after it runs, nobody writes down a failure."""


def test_run_twice_it_is_done_once(db):
    promise(payload={"to": "a"})
    assert jobs.run_due({"greet": greet}) == 1
    assert jobs.run_due({"greet": greet}) == 0
    assert written(db) == ["a"]
    job = the_job(db)
    assert job.done_at
    assert (job.attempts, job.locked_until, job.failed_at) == (1, None, None)


def test_the_longest_waiting_first_and_a_limit_leaves_the_rest(db):
    now = clock.now()
    for minutes in (1, 3, 2):
        promise(payload={"to": str(minutes)}, due_at=now - timedelta(minutes=minutes))
    assert jobs.run_due({"greet": greet}, limit=2) == 2
    assert written(db) == ["3", "2"]
    assert jobs.run_due({"greet": greet}, limit=2) == 1


def test_not_before_it_is_due(db, at):
    promise(payload={"to": "a"}, due_at=clock.now() + timedelta(seconds=60))
    assert jobs.run_due({"greet": greet}) == 0
    at(61)
    assert jobs.run_due({"greet": greet}) == 1


def test_a_kind_this_worker_does_not_know_waits_for_one_that_does(db):
    promise("newer", {"to": "a"})
    assert jobs.run_due({"greet": greet}) == 0
    assert the_job(db).attempts == 0
    assert jobs.run_due({"newer": greet}) == 1


def test_it_goes_on_until_a_step_finds_nothing(db):
    left = [2, 1, 0]

    def step(db, _payload):
        write(db, str(left[0]))
        return left.pop(0)

    promise()
    assert jobs.run_due({"greet": step}) == 1
    assert written(db) == ["2", "1", "0"]


def test_a_worker_that_dies_in_a_step_leaves_nothing_of_it_and_another_does_it(db, at):
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


def test_steps_before_the_death_stay_and_are_not_repeated(db, at):
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


def test_whoever_takes_too_long_has_done_nothing(db, at):
    """The claim lapses in the middle of the step; another worker does the job; the slow one's step is undone."""

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


def test_told_to_stop_it_finishes_the_step_and_gives_the_job_back(db):
    asked = []

    def step(db, _payload):
        write(db, "x")
        asked.append(True)
        return 1 if len(asked) < 2 else 0

    promise()
    assert jobs.run_due({"greet": step}, goes_on=lambda: not asked) == 0
    assert written(db) == ["x"]
    job = the_job(db)
    assert (job.locked_until, job.done_at, job.attempts) == (None, None, 0)
    assert jobs.run_due({"greet": step}) == 1


def test_told_to_stop_before_it_begins_nothing(db):
    promise(payload={"to": "a"})
    assert jobs.run_due({"greet": greet}, goes_on=lambda: False) == 0
    assert the_job(db).attempts == 0


def test_a_failure_waits_longer_each_time_and_is_undone(db, at):
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


def test_a_failure_does_not_stop_the_next(db):
    def fail(db, payload):
        raise OSError

    promise("bad")
    promise("greet", {"to": "a"})
    assert jobs.run_due({"bad": fail, "greet": greet}) == 1


@pytest.mark.parametrize("error", [OSError, KilledError])
def test_it_is_given_up_at_last(db, at, monkeypatch, error):
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


def test_work_apart_has_steps_too(db):
    rounds = [1, 0]
    promise(payload={"to": "a"})
    assert jobs.run_due({"greet": jobs.Apart(lambda payload: rounds.pop(0))}) == 1
    assert rounds == []
    assert the_job(db).done_at
