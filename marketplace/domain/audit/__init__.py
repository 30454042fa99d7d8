"""Audit log: written by domain functions, read by admins, never changed."""

from marketplace.domain.audit.schemas import AuditRow
from marketplace.domain.audit.service import find_last_actor, list_entries, write
