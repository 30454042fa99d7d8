"""Transparency: what was reported, removed and appealed by month, in numbers only."""

from marketplace.domain.transparency.schemas import MonthNumbers
from marketplace.domain.transparency.service import list_months
