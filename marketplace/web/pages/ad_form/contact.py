"""The choice of the form whether buyers see the seller's phone number."""

import reflex as rx

from marketplace.domain import accounts
from marketplace.domain.accounts.schemas import ProfileDraft
from marketplace.web.base.domain_state import DomainState


class ContactMixin(DomainState, rx.State, mixin=True):
    """Mixin of the ad form.

    Attributes:
        takes_calls: whether buyers see the phone number on all ads of the seller; None for admins.
    """

    takes_calls: bool | None = None

    @rx.event
    async def set_takes_calls(self, value: bool) -> None:
        """Choose whether buyers see the seller's phone number on all their ads."""
        own = await self._execute(accounts.update_own_profile, ProfileDraft(takes_calls=value))
        self.takes_calls = own.takes_calls
