"""Which actions are allowed on an ad in which status, and by whom: one transition table."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Forbidden, Gone
from marketplace.domain.ads import messages
from marketplace.i18n.texts import t
from marketplace.models import Ad, AdStatus


class Action(StrEnum):
    """An action on an ad."""

    REVISE = "revise"
    APPROVE = "approve"
    LOWER_PRICE = "lower_price"
    REJECT = "reject"
    TAKE_DOWN = "take_down"
    REOPEN = "reopen"
    FEATURE = "feature"
    SELL = "sell"
    RELIST = "relist"
    RENEW = "renew"
    CONFIRM = "confirm"
    RESERVE = "reserve"
    PAUSE = "pause"
    RESUME = "resume"
    EXPIRE = "expire"
    DELETE = "delete"


class Role(StrEnum):
    """The role in which somebody acts on an ad; CLOCK is the jobs that expire and resume ads."""

    OWNER = "owner"
    ADMIN = "admin"
    CLOCK = "clock"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Step:
    """Target status of an action and the roles that may take it."""

    to: AdStatus
    who: frozenset[Role]


_OWNER = frozenset({Role.OWNER})
_ADMIN = frozenset({Role.ADMIN})
_EITHER = _OWNER | _ADMIN
_CLOCK = frozenset({Role.CLOCK})

# All other transitions are refused. Approving and rejecting also need a version that waits for review, reopening a rejected one.
TABLE: Mapping[AdStatus, Mapping[Action, Step]] = {
    AdStatus.PENDING: {
        Action.REVISE: Step(AdStatus.PENDING, _EITHER),
        Action.APPROVE: Step(AdStatus.APPROVED, _ADMIN),
        Action.REJECT: Step(AdStatus.REJECTED, _ADMIN),
        Action.FEATURE: Step(AdStatus.PENDING, _ADMIN),
        Action.DELETE: Step(AdStatus.DELETED, _EITHER),
    },
    AdStatus.REJECTED: {
        Action.REVISE: Step(AdStatus.PENDING, _EITHER),
        Action.REOPEN: Step(AdStatus.PENDING, _ADMIN),
        Action.FEATURE: Step(AdStatus.REJECTED, _ADMIN),
        Action.DELETE: Step(AdStatus.DELETED, _EITHER),
    },
    AdStatus.APPROVED: {
        Action.REVISE: Step(AdStatus.APPROVED, _EITHER),
        Action.APPROVE: Step(AdStatus.APPROVED, _ADMIN),
        Action.LOWER_PRICE: Step(AdStatus.APPROVED, _OWNER),
        Action.REJECT: Step(AdStatus.APPROVED, _ADMIN),
        Action.TAKE_DOWN: Step(AdStatus.REJECTED, _ADMIN),
        Action.REOPEN: Step(AdStatus.APPROVED, _ADMIN),
        Action.FEATURE: Step(AdStatus.APPROVED, _ADMIN),
        Action.SELL: Step(AdStatus.SOLD, _OWNER),
        Action.RENEW: Step(AdStatus.APPROVED, _OWNER),
        Action.CONFIRM: Step(AdStatus.APPROVED, _OWNER),
        Action.RESERVE: Step(AdStatus.APPROVED, _OWNER),
        Action.RESUME: Step(AdStatus.APPROVED, _OWNER),
        Action.PAUSE: Step(AdStatus.PAUSED, _OWNER),
        Action.EXPIRE: Step(AdStatus.EXPIRED, _CLOCK),
        Action.DELETE: Step(AdStatus.DELETED, _EITHER),
    },
    AdStatus.PAUSED: {
        Action.TAKE_DOWN: Step(AdStatus.REJECTED, _ADMIN),
        Action.FEATURE: Step(AdStatus.PAUSED, _ADMIN),
        Action.SELL: Step(AdStatus.SOLD, _OWNER),
        Action.PAUSE: Step(AdStatus.PAUSED, _OWNER),
        Action.RESUME: Step(AdStatus.APPROVED, _OWNER | _CLOCK),
        Action.DELETE: Step(AdStatus.DELETED, _EITHER),
    },
    AdStatus.SOLD: {
        Action.TAKE_DOWN: Step(AdStatus.REJECTED, _ADMIN),
        Action.FEATURE: Step(AdStatus.SOLD, _ADMIN),
        Action.RELIST: Step(AdStatus.APPROVED, _OWNER),
        Action.DELETE: Step(AdStatus.DELETED, _EITHER),
    },
    AdStatus.EXPIRED: {
        Action.REVISE: Step(AdStatus.EXPIRED, _EITHER),
        Action.APPROVE: Step(AdStatus.APPROVED, _ADMIN),
        Action.REJECT: Step(AdStatus.EXPIRED, _ADMIN),
        Action.TAKE_DOWN: Step(AdStatus.REJECTED, _ADMIN),
        Action.REOPEN: Step(AdStatus.EXPIRED, _ADMIN),
        Action.FEATURE: Step(AdStatus.EXPIRED, _ADMIN),
        Action.RENEW: Step(AdStatus.APPROVED, _OWNER),
        Action.DELETE: Step(AdStatus.DELETED, _EITHER),
    },
    AdStatus.DELETED: {},
}
# In these, the owner can submit a change.
CHANGEABLE = tuple(status for status, steps in TABLE.items() if Action.REVISE in steps)


def role_of(actor: Actor, ad: Ad) -> Role:
    """The actor's role for this ad."""
    if actor.is_staff:
        return Role.ADMIN
    return Role.OWNER if actor.owns(ad.seller_id) else Role.OTHER


def next_status(status: AdStatus, action: Action, role: Role) -> AdStatus:
    """The status after the action.

    Raises:
        Gone: the ad is deleted.
        Forbidden: the role may never take this action.
        Conflict: the action is not allowed in this status.
    """
    if not any(role in steps[action].who for steps in TABLE.values() if action in steps):
        raise Forbidden()
    if status is AdStatus.DELETED:
        raise Gone()
    step = TABLE[status].get(action)
    if step is None:
        raise Conflict(t(messages.NOT_WHILE[status]))
    return step.to
