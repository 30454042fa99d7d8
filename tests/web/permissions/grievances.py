"""Rows for the staff's page of grievances and orders."""

from marketplace.domain import grievances as domain
from marketplace.web import paths
from marketplace.web.pages.admin_grievances.state import AdminGrievancesState
from tests import factories
from tests.api.permissions.world import World
from tests.web.permissions.row import ADMIN, Row, Sent, sent


def grievances(world: World) -> Sent:
    grievance_id = _oldest_grievance(world)
    return sent(path=paths.ADMIN_GRIEVANCES, sees=grievance_id)


def resolving_grievance(world: World) -> Sent:
    shown = (
        (AdminGrievancesState.open, {}),
        (AdminGrievancesState.show, {"grievance_id": _oldest_grievance(world)}),
    )
    return sent(*shown, path=paths.ADMIN_GRIEVANCES, form={"note": "We removed the ad."})


def removing_ad(world: World) -> Sent:
    form = {"ad_id": world.ad.id, "note": "Removed after a complaint."}
    return sent(*resolving_grievance(world).before, path=paths.ADMIN_GRIEVANCES, form=form)


def entering_order(_world: World) -> Sent:
    form = {"authority": "High Court", "legal_basis": "Section 79(3)(b)", "text": "Remove the ad."}
    return sent(path=paths.ADMIN_GRIEVANCES, form=form)


def _oldest_grievance(world: World) -> str:
    assert world.grievance_id
    return domain.list_grievances(world.db, factories.actor(world.admin)).items[0].id


ROWS = (
    Row(AdminGrievancesState.open, grievances, ADMIN),
    Row(AdminGrievancesState.resolve, resolving_grievance, ADMIN),
    Row(AdminGrievancesState.remove, removing_ad, ADMIN),
    Row(AdminGrievancesState.enter, entering_order, ADMIN),
)
