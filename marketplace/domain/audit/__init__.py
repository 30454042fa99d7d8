"""The log of decisions: written by whoever decides, read by admins, changed by nobody."""

from marketplace.domain.audit.schemas import AuditRow
from marketplace.domain.audit.service import list_entries, write

__all__ = ["AuditRow", "list_entries", "write"]
