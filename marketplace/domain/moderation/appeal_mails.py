"""Notifications and mails about decided appeals."""

from sqlmodel import Session

from marketplace.core.lines import quote
from marketplace.domain import accounts, content, outbox
from marketplace.domain.display_names import title_case
from marketplace.domain.moderation import messages, report_queries
from marketplace.i18n.texts import t
from marketplace.models import AccountStatus, Appeal, AppealStatus, ReportTarget
from marketplace.settings import get_settings


def notify_about_ad(db: Session, appeal: Appeal) -> None:
    """Notify the owner of an ad how the appeal was decided, in the page and by mail."""
    names = report_queries.names_of(db, [(ReportTarget.AD, appeal.target_id)])
    name = title_case(names.get(appeal.target_id, ""))
    upheld = appeal.status is AppealStatus.UPHELD
    link = "/seller/ads?status=rejected" if upheld else f"/products/{appeal.target_id}"
    content.notify(
        db,
        appeal.account_id,
        "appeal_upheld" if upheld else "appeal_overturned",
        values={"name": name, "note": appeal.note},
        link=link,
        ad_id=appeal.target_id,
    )
    owner = accounts.find_account(db, appeal.account_id)
    if owner is None or owner.status is not AccountStatus.ACTIVE:
        return
    subject = messages.APPEAL_UPHELD_SUBJECT if upheld else messages.APPEAL_OVERTURNED_SUBJECT
    text = messages.APPEAL_UPHELD_TEXT if upheld else messages.APPEAL_OVERTURNED_TEXT
    values = {"name": name, "seller": owner.name, "note": quote(appeal.note), "page": get_settings().url + link}
    outbox.mail(db, owner.email, t(subject, **values), t(text, **values), purpose="appeal", account_id=owner.id)


def mail_suspension_stays(db: Session, appeal: Appeal) -> None:
    """Mail that an account stays suspended. When an appeal is accepted, `accounts.restore` mails the note."""
    owner = accounts.find_account(db, appeal.account_id)
    if owner is None or owner.status is not AccountStatus.SUSPENDED:
        return
    values = {"person": owner.name, "note": quote(appeal.note), "site": get_settings().site_name}
    subject, text = t(messages.SUSPENSION_STAYS_SUBJECT, **values), t(messages.SUSPENSION_STAYS_TEXT, **values)
    outbox.mail(db, owner.email, subject, text, purpose="appeal", account_id=owner.id)
