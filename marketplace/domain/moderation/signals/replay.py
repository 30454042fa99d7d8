"""Tries changed rules on the texts of ads, with the code that makes signals. Nothing is changed."""

from datetime import datetime

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import trust
from marketplace.domain.moderation.signals import queries
from marketplace.domain.moderation.signals.service import read_text
from marketplace.models import AccountKind, AdVersion
from marketplace.settings import get_settings


def replay_ads(db: Session, actor: Actor, rules: trust.Rulebook, since: datetime) -> trust.Replay:
    """Compare the reasons that rules would give to ads submitted since a moment with those of the live rules.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require(AccountKind.ADMIN)
    live, most = trust.get_live_rules(db), get_settings().rule_replay_ads
    submitted = queries.list_submitted_since(db, since, most + 1)

    def judge(version: AdVersion) -> trust.Replayed:
        before, after = (tuple(finding.code for finding in read_text(version, each)) for each in (live, rules))
        return trust.Replayed(text=version.name, before=before, after=after, ad_id=version.ad_id)

    return trust.compare(map(judge, submitted[:most]), limited=len(submitted) > most)
