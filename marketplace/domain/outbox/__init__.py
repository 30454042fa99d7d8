"""Mail outbox: mails are enqueued inside the business transaction and delivered after it commits."""

from marketplace.domain.outbox.delivery import deliver_due
from marketplace.domain.outbox.schemas import TroubledMail
from marketplace.domain.outbox.service import count_open, forget_old, list_troubled, mail, retry
from marketplace.domain.outbox.unsubscribe import Subscription, make_unsubscribe_link, read_unsubscribe_token
