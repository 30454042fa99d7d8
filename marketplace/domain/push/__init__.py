"""Web push: notifications that browsers show while no page of the site is open.

Other domains enqueue their own kinds of job with `enqueue`; their handlers call `deliver` with what the browser shows.
"""

from marketplace.domain.push.delivery import deliver, enqueue
from marketplace.domain.push.schemas import PushDraft, PushMessage
from marketplace.domain.push.service import get_status, subscribe, unsubscribe
