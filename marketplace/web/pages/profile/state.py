"""The State of the profile pages."""

from typing import ClassVar

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, MarketplaceError, NotSignedIn
from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.domain.accounts.rules import PREFERENCES
from marketplace.domain.accounts.schemas import OwnAccount, ProfileDraft
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.web.base.errors import errors_by_field, unexpected_errors_as
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.uploads import PickedPhoto

FIELDS = ("username", "email", "name", "phone", "whatsapp", "city", "state", "place", "address", "shop_name", "upi")


class ProfileState(PageState, rx.State):
    """The account's details and photo.

    Attributes:
        version: part of the key of the form; a new value resets it.
        photo_version: the same for the photo picker, so that it can be reset without losing what is being typed.
    """

    LOAD_FAILED: ClassVar[str] = t("Error loading profile")
    account: OwnAccount | None = None
    version: int = 0
    photo_version: int = 0
    error: str = ""
    errors: dict[str, str] = {}
    code_error: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - the caller's own profile
        """Load the account; the layout shows a login prompt to others."""
        own = actor.require(AccountKind.BUYER, AccountKind.SELLER)
        return {"account": accounts.get_profile(db, actor, own)}

    @rx.event
    async def open(self) -> None:
        """Load the account. Runs when the connection returns too."""
        self.error, self.errors, self.code_error = "", {}, ""
        before = self.account
        await super().open()
        if before is not None and self.account != before:
            # Reset the form only after a change, to keep what is being typed.
            self.version += 1

    @rx.event
    async def save(self, form: dict[str, str]) -> None:
        """Save the details."""
        self.error, self.errors = "", {}
        # Controls that are not shown are sent as None.
        typed = {name: str(form[name]) for name in FIELDS if form.get(name) is not None}
        try:
            with unexpected_errors_as(t("Failed to update profile")):
                account = await self._execute(accounts.update_own_profile, ProfileDraft.model_validate(typed))
        except Invalid as error:
            self.error = error.message
            self.errors = errors_by_field(error)
        except MarketplaceError as error:
            self.error = error.message
        else:
            self._show_account(account)
            words = messages.CONFIRM_EMAIL if account.pending_email else messages.PROFILE_SAVED
            await self._toast("success", t(words))

    @rx.event
    async def confirm_email(self, form: dict[str, str]) -> None:
        """Confirm the new email with the code that was sent to it."""
        self.code_error = ""
        try:
            self._show_account(await self._execute(accounts.confirm_email, str(form.get("code", "")).strip()))
        except NotSignedIn:
            raise
        except MarketplaceError as error:
            self.code_error = error.message
            return
        await self._toast("success", t(messages.EMAIL_CHANGED))

    @rx.event
    async def set_photos(self, photos: list[PickedPhoto]) -> None:
        """Change the profile photo; an emptied picker changes nothing."""
        if image_ids := [photo["id"] for photo in photos][:1]:
            await self._set_photo(image_ids, t("Profile photo updated successfully"))

    @rx.event
    async def remove_photo(self) -> None:
        """Remove the profile photo."""
        await self._set_photo([], t("Profile photo removed successfully"))

    @rx.event
    async def set_preference(self, name: str, value: bool) -> None:
        """Set whether the account accepts calls or mails."""
        if name in PREFERENCES:
            self.account = await self._execute(accounts.update_own_profile, ProfileDraft.model_validate({name: value}))

    async def _set_photo(self, image_ids: list[str], words: str) -> None:
        try:
            with unexpected_errors_as(t("Failed to upload images") if image_ids else t("Failed to remove image")):
                self.account = await self._execute(accounts.update_own_profile, ProfileDraft(images=image_ids))
            await self._toast("success", words)
        finally:
            self.photo_version += 1

    def _show_account(self, account: OwnAccount) -> None:
        self.account = account
        self.version += 1
