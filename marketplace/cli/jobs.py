"""`jobs`: runs the background threads in a separate process, for apps with JOBS_IN_APP=false."""

import signal
from threading import Event as Flag

from marketplace.core import events
from marketplace.i18n.texts import t
from marketplace.integrations.pubsub import get_pubsub
from marketplace.jobs.background import running
from marketplace.jobs.indexer import Indexer
from marketplace.jobs.job_worker import JobWorker
from marketplace.jobs.mail_worker import mail_workers


def run() -> None:
    """Deliver mail, run jobs and update the search index until SIGINT or SIGTERM, then stop after the current tasks.

    With Redis, commits of the apps wake the threads at once, and open tabs see their results. Without Redis, the threads
    poll.
    """
    stop = Flag()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    threads = (*mail_workers(), JobWorker(), Indexer())
    pubsub = get_pubsub()
    events.subscribe(pubsub.publish)
    for thread in threads:
        pubsub.subscribe(thread.on_event)
    try:
        with running(*threads):
            print(t("Delivering mail and running jobs. Stop with Ctrl-C."), flush=True)
            stop.wait()
    finally:
        events.unsubscribe(pubsub.publish)
        pubsub.close()
        get_pubsub.cache_clear()
