"""Audit log: written by domain functions, read by admins, never changed."""

from marketplace.domain.audit.queries import find_last_actor
from marketplace.domain.audit.schemas import AuditRow
from marketplace.domain.audit.service import list_about, list_entries, write
