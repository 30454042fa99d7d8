"""Grievances and orders of authorities: anyone files a grievance, staff enters orders and resolves both before their deadlines."""

from marketplace.domain.grievances.mails import get_officer
from marketplace.domain.grievances.orders import enter_order
from marketplace.domain.grievances.removal import remove_ad
from marketplace.domain.grievances.schemas import GrievanceDraft, GrievanceView, Officer, OrderDraft, Receipt, Target
from marketplace.domain.grievances.service import file_grievance, list_grievances, resolve_grievance
from marketplace.domain.grievances.upkeep import escalate, forget_expired
