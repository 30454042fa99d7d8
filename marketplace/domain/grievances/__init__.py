"""Grievances: anyone files one, admins resolve them before their deadlines."""

from marketplace.domain.grievances.schemas import GrievanceDraft, GrievanceView, Officer, Receipt
from marketplace.domain.grievances.service import file_grievance, get_officer, list_grievances, resolve_grievance
