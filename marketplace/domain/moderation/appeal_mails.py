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
    owner = accounts.find_account(db, appeal.account_id)
    if owner is None:
        return
    names = report_queries.names_of(db, [(ReportTarget.AD, appeal.target_id)])
    kind, texts = "appeal_overturned", (messages.APPEAL_OVERTURNED_SUBJECT, messages.APPEAL_OVERTURNED_TEXT)
    link = f"/products/{appeal.target_id}"
    if appeal.status is AppealStatus.UPHELD:
        kind, texts = "appeal_upheld", (messages.APPEAL_UPHELD_SUBJECT, messages.APPEAL_UPHELD_TEXT)
        link = "/seller/ads?status=rejected"
    words = {"seller": owner.name, "note": quote(appeal.note), "page": get_settings().url + link}
    values = {"name": title_case(names.get(appeal.target_id, "")), "note": appeal.note}
    mail = content.Mail(texts, "appeal", words)
    content.tell(db, owner, kind, mail, values=values, link=link, ad_id=appeal.target_id)


def mail_suspension_stays(db: Session, appeal: Appeal) -> None:
    """Mail that an account stays suspended. When an appeal is accepted, `accounts.restore` mails the note."""
    owner = accounts.find_account(db, appeal.account_id)
    if owner is None or owner.status is not AccountStatus.SUSPENDED:
        return
    values = {"person": owner.name, "note": quote(appeal.note), "site": get_settings().site_name}
    subject, text = t(messages.SUSPENSION_STAYS_SUBJECT, **values), t(messages.SUSPENSION_STAYS_TEXT, **values)
    outbox.mail(db, owner.email, subject, text, purpose="appeal", account_id=owner.id)
