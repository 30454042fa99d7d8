"""Meetups: the two parties of a deal or a rental agree on a place and a time. The domains of both decide when they may."""

from marketplace.domain.meetups.notifications import make_file, notify
from marketplace.domain.meetups.places import suggest_places
from marketplace.domain.meetups.queries import find_meetup, list_agreed, list_due, map_by_deal, map_by_enquiry
from marketplace.domain.meetups.schemas import MeetupHelp, MeetupView, NextStep
from marketplace.domain.meetups.service import confirm, get_file, propose, remind, say_here, say_late
from marketplace.domain.meetups.steps import Step, describe_step, find_step
from marketplace.domain.meetups.subject import Meeting
from marketplace.domain.meetups.views import list_moves, make_view
