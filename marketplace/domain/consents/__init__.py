"""Consents: a record of what people agreed to, and when they withdrew it."""

from marketplace.domain.consents.schemas import ConsentView
from marketplace.domain.consents.service import PREFERENCES, give, list_consents, withdraw, withdraw_all
