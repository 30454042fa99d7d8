"""Grievances: anyone files one, staff resolves them before their deadlines."""

from marketplace.domain.grievances.mails import get_officer
from marketplace.domain.grievances.schemas import GrievanceDraft, GrievanceView, Officer, Receipt, Target
from marketplace.domain.grievances.service import file_grievance, list_grievances, resolve_grievance
from marketplace.domain.grievances.upkeep import escalate, forget_expired
