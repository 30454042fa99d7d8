"""Breaches of personal data: notices to the affected accounts, and drafts for the authorities."""

from marketplace.domain.breaches.schemas import BreachDraft, Preview
from marketplace.domain.breaches.service import NOTIFY_JOB, notify_affected, preview, send
