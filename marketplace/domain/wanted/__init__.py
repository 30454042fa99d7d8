"""Wanted ads: buyers say what they look for, and sellers of such things are told and offer their ads.

`service` has the owner's and the moderators' actions, `answering` those of sellers, `notifications` tells sellers and mails them,
`expiry` reminds owners.
`queries` decides who sees a wanted ad: its owner, moderators, and sellers with a live ad that fits.
"""

from marketplace.domain.wanted.answering import answer, list_matching
from marketplace.domain.wanted.expiry import remind_expiring
from marketplace.domain.wanted.notifications import MAILS, mail_sellers, notify_about_ad, notify_sellers
from marketplace.domain.wanted.schemas import FittingAd, MatchingWanted, WantedDraft, WantedView
from marketplace.domain.wanted.service import (
    NOTIFY_SELLERS_JOB,
    create,
    end,
    end_by_moderator,
    find_reported,
    get_own,
    get_owner_for,
    get_price_unit_text,
    list_own,
    list_titles,
    renew,
    revise,
)
from marketplace.domain.wanted.waiting import list_waiting
