"""Rows for reviews of deals and rentals."""

from marketplace.web import paths
from marketplace.web.pages.admin_reports.state import ReportsState
from marketplace.web.pages.seller_public.state import SellerPageState
from marketplace.web.widgets.reviews import ExchangeState
from tests.api.permissions.world import World
from tests.web.permissions.row import ADMIN, Row, Sent, sent

PARTIES = "no ok no ok no no"
_LOADED = (ExchangeState.open, {})
_REASON = {"reason": "offensive", "text": "Rude."}


def reading(world: World) -> Sent:
    assert world.review_id
    return sent(path=paths.deal(world.done_deal_id), sees="Just as described.")


def reading_sealed(world: World) -> Sent:
    assert world.sealed_review_id
    return sent(path=paths.deal(world.done_deal_id), sees="Just as described.")


def writing(world: World) -> Sent:
    form = {"stars": "5", "tag-friendly": "on", "text": "Fine."}
    return sent(_LOADED, path=paths.deal(world.done_deal_id), form=form)


def replying(world: World) -> Sent:
    assert world.review_id
    return sent(_LOADED, path=paths.deal(world.done_deal_id), form={"reply": "Thank you."})


def reporting(world: World) -> Sent:
    assert world.review_id
    return sent(_LOADED, path=paths.deal(world.done_deal_id), form=_REASON)


def reporting_publicly(world: World) -> Sent:
    opened = (SellerPageState.report_review, {"review_id": world.review_id})
    return sent(opened, path=paths.seller(world.seller.id), form=_REASON)


def removing(world: World) -> Sent:
    report_id = world.report_of_review_id
    return sent((ReportsState.show, {"report_id": report_id}), form={"reason": "It insults the seller."})


ROWS = (
    Row(ExchangeState.open, reading, PARTIES),
    Row(ExchangeState.open, reading_sealed, "no ok no no no no", "sealed"),
    Row(ExchangeState.write, writing, PARTIES),
    Row(ExchangeState.reply, replying, PARTIES),
    Row(ExchangeState.send_report, reporting, PARTIES),
    Row(SellerPageState.send_report, reporting_publicly, "ok no ok ok ok ok", ended="ok"),
    Row(ReportsState.remove_review, removing, ADMIN),
)
