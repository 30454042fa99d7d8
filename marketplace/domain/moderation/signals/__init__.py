"""What moderators are told besides an ad itself: signals, and accounts linked with its seller. Nothing here decides anything."""

from marketplace.domain.moderation.signals.linked_accounts import list_linked_accounts
from marketplace.domain.moderation.signals.schemas import LinkedAccount, LinkFact, Signal
from marketplace.domain.moderation.signals.service import list_signals

__all__ = ["LinkFact", "LinkedAccount", "Signal", "list_linked_accounts", "list_signals"]
