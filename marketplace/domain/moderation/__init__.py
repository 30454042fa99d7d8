"""What keeps the market honest: the desk where ads are looked at, visitors' reports, and who may take part.

Deciding an ad is a verb of `ads`; what stands here shows admins what they decide on.
"""

from marketplace.domain.moderation.bulk import approve_many
from marketplace.domain.moderation.desk import get_desk_item
from marketplace.domain.moderation.people import get_account, list_accounts, restore_account, suspend_account
from marketplace.domain.moderation.queue import desk_numbers, list_queue
from marketplace.domain.moderation.reports import dismiss_report, get_report, list_reports, report, resolve_report
from marketplace.domain.moderation.schemas import (
    AccountRow,
    Change,
    Decision,
    DeskItem,
    DeskNumbers,
    Outcome,
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
    "DeskItem",
    "DeskNumbers",
    "Outcome",
    "ReportDraft",
    "ReportItem",
    "ReportView",
    "ReportedMessage",
    "SellerHistory",
    "approve_many",
    "desk_numbers",
    "dismiss_report",
    "get_account",
    "get_desk_item",
    "get_report",
    "list_accounts",
    "list_queue",
    "list_reports",
    "report",
    "resolve_report",
    "restore_account",
    "suspend_account",
]
