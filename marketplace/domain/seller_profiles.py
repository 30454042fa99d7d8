"""A seller as buyers see one: the public profile with facts that help them decide."""

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.money import group_indian
from marketplace.domain import accounts, chat
from marketplace.domain.accounts.schemas import SellerProfile
from marketplace.i18n.texts import t, tn
from marketplace.settings import get_settings


def get_seller_profile(db: Session, actor: Actor, seller_id: str) -> SellerProfile:
    """Return a seller's public profile with facts.

    Raises:
        NotFound: no such seller, or not active.
    """
    seller = accounts.get_public_seller(db, actor, seller_id)
    reply_time = chat.find_reply_time(db, actor, seller_id)
    return SellerProfile(
        **dict(seller),
        since=t("On {site} since {month}", site=get_settings().site_name, month=f"{seller.created_at:%B %Y}"),
        live_ads_text=tn("{shown} live ad", "{shown} live ads", seller.live_ads, shown=group_indian(seller.live_ads)),
        followers_text=_followers_text(seller.followers),
        replies_within=reply_time.minutes if reply_time else None,
        reply_text=reply_time.text if reply_time else "",
        reply_rate_text=reply_time.rate_text if reply_time else "",
    )


def _followers_text(followers: int | None) -> str:
    if not followers:
        return ""
    return tn("{shown} follower", "{shown} followers", followers, shown=group_indian(followers))
