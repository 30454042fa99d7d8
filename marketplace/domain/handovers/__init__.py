"""Handovers of rentals: pickup and return by code, and the record of the condition at both."""

from marketplace.domain.handovers.condition import add_photo, confirm_record, get_photo
from marketplace.domain.handovers.parts import load as load_parts
from marketplace.domain.handovers.schemas import EntryView, RecordView, StageView
from marketplace.domain.handovers.service import confirm_pickup, confirm_return, get_record, renew_code
from marketplace.domain.handovers.waiting import list_waiting
