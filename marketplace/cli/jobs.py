"""`jobs`: mail and jobs in a process of their own, beside apps that run with JOBS_IN_APP=false."""

import signal
from threading import Event as Flag

from marketplace import events
from marketplace.background import running
from marketplace.caretaker import Caretaker
from marketplace.courier import couriers
from marketplace.integrations.pubsub import get_pubsub
from marketplace.texts import t


def run() -> int:
    """Deliver mail and do jobs until SIGINT or SIGTERM, then finish what is in hand.

    Over Redis the commits of the apps wake it at once, and what it does shows in open tabs; without, it looks every
    MAIL_POLL_S and JOB_POLL_S.

    Returns:
        0.
    """
    ended = Flag()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    threads = (*couriers(), Caretaker())
    pubsub = get_pubsub()
    events.listen(pubsub.publish)
    for each in threads:
        pubsub.subscribe(each.hear)
    try:
        with running(*threads):
            print(t("Delivering mail and doing jobs. Stop with Ctrl-C."), flush=True)
            ended.wait()
    finally:
        events.forget(pubsub.publish)
        pubsub.close()
        get_pubsub.cache_clear()
    return 0
