"""Handovers of rentals: meetups, pickup and return by code, the record of the condition and the deposit at both."""

from marketplace.domain.handovers.condition import add_photo, confirm_record, get_photo
from marketplace.domain.handovers.deposits import confirm_deposit, record_deposit
from marketplace.domain.handovers.meetups import (
    confirm_meetup,
    get_meetup_file,
    propose_meetup,
    remind_meetups,
    report_here,
    report_late,
)
from marketplace.domain.handovers.parts import load as load_parts
from marketplace.domain.handovers.schemas import DepositForm, DepositView, EntryView, RecordView, StageView
from marketplace.domain.handovers.service import confirm_pickup, confirm_return, get_record, renew_code
from marketplace.domain.handovers.waiting import list_waiting
