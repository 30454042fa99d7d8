"""Signals about ads, and accounts linked with their sellers. Moderators see them; they decide nothing by themselves."""

from marketplace.domain.moderation.signals.linked_accounts import list_linked_accounts
from marketplace.domain.moderation.signals.readings import read_missing, read_submitted
from marketplace.domain.moderation.signals.schemas import LinkedAccount, LinkFact, Signal
from marketplace.domain.moderation.signals.service import list_signals, prepare_replay
