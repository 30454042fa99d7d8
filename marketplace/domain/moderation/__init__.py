"""Moderation: the queue of ads to review, user reports, and account suspension.

Decisions on ads are domain functions of `ads`; this package shows admins the information for them.
"""

from marketplace.domain.moderation.account_admin import get_account, list_accounts, restore_account, suspend_account
from marketplace.domain.moderation.queue import approve_many, get_queue_numbers, list_queue
from marketplace.domain.moderation.queue_item import get_queue_item
from marketplace.domain.moderation.reports import dismiss_report, get_report, list_reports, report, resolve_report
from marketplace.domain.moderation.schemas import (
    AccountRow,
    Change,
    Decision,
    Outcome,
    QueueItem,
    QueueNumbers,
    ReportDraft,
    ReportedMessage,
    ReportItem,
    ReportView,
    SellerHistory,
)

__all__ = [
    "AccountRow",
    "Change",
    "Decision",
    "Outcome",
    "QueueItem",
    "QueueNumbers",
    "ReportDraft",
    "ReportItem",
    "ReportView",
    "ReportedMessage",
    "SellerHistory",
    "approve_many",
    "dismiss_report",
    "get_account",
    "get_queue_item",
    "get_queue_numbers",
    "get_report",
    "list_accounts",
    "list_queue",
    "list_reports",
    "report",
    "resolve_report",
    "restore_account",
    "suspend_account",
]
