"""Moderation: the queue of ads to review, user reports, appeals, and account suspension.

Decisions on ads are domain functions of `ads`; this package shows admins the information for them.
"""

from marketplace.domain.moderation.account_admin import (
    change_role,
    end_sessions,
    get_account,
    list_accounts,
    restore_account,
    suspend_account,
)
from marketplace.domain.moderation.account_history import get_account_history
from marketplace.domain.moderation.appeals import (
    appeal_ad,
    appeal_suspension,
    find_own_appeal,
    list_appeals,
    overturn_appeal,
    uphold_appeal,
)
from marketplace.domain.moderation.load import count_open_cases, get_load
from marketplace.domain.moderation.queue import approve_many, get_queue_numbers, list_queue
from marketplace.domain.moderation.queue_item import get_queue_item
from marketplace.domain.moderation.reports import dismiss_report, get_report, list_reports, report, resolve_report
from marketplace.domain.moderation.rule_replay import Progress, change_rule, replay_rule
from marketplace.domain.moderation.schemas import (
    AccountHistory,
    AccountRow,
    AppealView,
    Change,
    Decision,
    Load,
    QueueItem,
    ReportDraft,
    ReportList,
    ReportView,
    SellerHistory,
)
from marketplace.domain.moderation.signals import (
    LinkedAccount,
    LinkFact,
    Signal,
    list_signals,
    read_missing,
    read_submitted,
)
