"""Rows for wanted ads of users, and the answers of sellers."""

from marketplace.core import ids
from marketplace.models import Report, ReportTarget
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.pages.admin_reports.state import ReportsState
from marketplace.web.pages.mail_links.page import MailLinkState
from marketplace.web.pages.seller_wanted.state import SellerWantedState
from marketplace.web.pages.user_wanted.renewal import WantedRenewalState
from marketplace.web.pages.user_wanted.state import UserWantedState
from tests import factories
from tests.api.permissions.world import World
from tests.web.permissions.row import ADMIN, OPEN, USERS, Row, Sent, sent

OWNER = "no ok no no no no"
# Only the seller has an ad that fits.
FITTING = "no no no ok no no"
_LOADED = (UserWantedState.open, {})


def _form(world: World) -> dict[str, str]:
    return {
        "title": "A green armchair",
        "subcategory_id": world.subcategory.id,
        "city": "Pune",
        "state": "Maharashtra",
    }


def own_list(world: World) -> Sent:
    assert world.wanted_id
    return sent(sees="A sofa", path=paths.USER_WANTED)


def choosing(world: World) -> Sent:
    opened = (UserWantedState.add, {})
    return sent(opened, name="category_id", value=world.category.id, sees=world.subcategory.name)


def adding(world: World) -> Sent:
    opened = (UserWantedState.add, {})
    chosen = (UserWantedState.choose, {"name": "producttype", "value": "sell"})
    return sent(opened, chosen, form=_form(world))


def editing(world: World) -> Sent:
    return sent(_LOADED, wanted_id=world.wanted_id, sees=world.subcategory.name)


def renewing(world: World) -> Sent:
    return sent(wanted_id=world.wanted_id)


def asked_to_renew(world: World) -> Sent:
    return sent(path=f"{paths.USER_WANTED}?renew={world.wanted_id}", sees="A sofa")


def renewing_by_link(world: World) -> Sent:
    return sent((WantedRenewalState.open, {}), path=f"{paths.USER_WANTED}?renew={world.wanted_id}")


def ending(world: World) -> Sent:
    return sent((UserWantedState.open_delete_dialog, {"item_id": world.wanted_id, "name": "A sofa"}))


def matching(world: World) -> Sent:
    assert world.wanted_id
    return sent(sees="A sofa", path=paths.SELLER_WANTED)


def offering(world: World) -> Sent:
    return sent(wanted_id=world.wanted_id, ad_id=world.fitting.id)


def reporting(world: World) -> Sent:
    opened = (SellerWantedState.report_wanted, {"wanted_id": world.wanted_id})
    return sent(opened, form={"reason": "spam", "text": "Advertising."})


def ending_by_moderator(world: World) -> Sent:
    report = Report(target=ReportTarget.WANTED, target_id=world.wanted_id, reason="spam")
    factories.save(world.db, report)
    return sent((ReportsState.show, {"report_id": report.id}), form={"reason": "It offers a sofa."})


def stopping(world: World) -> Sent:
    account_id = World(world.db, "bystander").me.id
    signature = ids.sign(get_settings().secret, "wanted", account_id)
    return sent(path=f"/wanted/unsubscribe?token={account_id}.{signature}", route="/wanted/unsubscribe")


ROWS = (
    Row(UserWantedState.open, own_list, OWNER),
    # The categories are public.
    Row(UserWantedState.choose, choosing, OPEN, ended="ok"),
    Row(UserWantedState.save, adding, USERS),
    Row(UserWantedState.edit, editing, OWNER),
    Row(UserWantedState.renew, renewing, OWNER),
    Row(UserWantedState.delete, ending, OWNER),
    Row(WantedRenewalState.open, asked_to_renew, OWNER),
    Row(WantedRenewalState.renew, renewing_by_link, OWNER),
    Row(SellerWantedState.open, matching, FITTING),
    Row(SellerWantedState.offer, offering, FITTING),
    Row(SellerWantedState.send_report, reporting, "no no no ok no ok"),
    Row(ReportsState.end_wanted, ending_by_moderator, ADMIN),
    Row(MailLinkState.press, stopping, OPEN, "wanted ads", ended="ok"),
)
