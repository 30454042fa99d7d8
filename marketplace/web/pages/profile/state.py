"""The profile a tab shows and changes."""

import reflex as rx
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.domain.accounts.rules import PREFERENCES
from marketplace.domain.accounts.schemas import OwnAccount, ProfileDraft
from marketplace.errors import Invalid, MarketplaceError, NotSignedIn
from marketplace.models import AccountKind
from marketplace.texts import t
from marketplace.web.controls import by_control
from marketplace.web.failing import failing
from marketplace.web.fetching import Fetching

FIELDS = ("username", "email", "name", "phone", "whatsapp", "address", "place", "shop_name")


def look(db: Session, actor: Actor) -> OwnAccount:
    """The signed-in person's own account."""
    return accounts.get_profile(db, actor, actor.require(AccountKind.BUYER, AccountKind.SELLER))


def change(db: Session, actor: Actor, draft: ProfileDraft) -> OwnAccount:
    """Change the signed-in person's own account."""
    return accounts.update_profile(db, actor, actor.require(AccountKind.BUYER, AccountKind.SELLER), draft)


class ProfileState(Fetching, rx.State):
    """Details and photo."""

    account: OwnAccount | None = None
    version: int = 0
    # Apart from the other, so that what is being typed stays.
    photo_version: int = 0
    busy: bool = False
    error: str = ""
    errors: dict[str, str] = {}
    code_error: str = ""

    @rx.event
    async def open(self) -> None:
        """Fetch it; who is not signed in is told by the layout. A connection that came back asks again too."""
        self.error, self.errors, self.code_error = "", {}, ""
        with self._fetching(t("Error loading profile")):
            try:
                account = await self._ask(look)
                if account != self.account:
                    # Else what is being typed stays.
                    self._show(account)
            except NotSignedIn:
                self.account = None

    @rx.event
    async def save(self, form: dict[str, str]):
        """Save the details."""
        self.error, self.errors, self.busy = "", {}, True
        yield
        # A control that is not shown is sent as None.
        typed = {name: str(form[name]) for name in FIELDS if form.get(name) is not None}
        try:
            with failing(t("Failed to update profile")):
                account = await self._do(change, ProfileDraft.model_validate(typed))
        except Invalid as error:
            self.error = error.message
            self.errors = by_control(error)
        except MarketplaceError as error:
            self.error = error.message
        else:
            self._show(account)
            words = messages.CONFIRM_EMAIL if account.pending_email else messages.PROFILE_SAVED
            await self._toast("success", t(words))
        finally:
            self.busy = False

    @rx.event
    async def confirm_email(self, form: dict[str, str]) -> None:
        """The code that came to the new email."""
        self.code_error = ""
        try:
            self._show(await self._do(accounts.confirm_email, str(form.get("code", "")).strip()))
        except NotSignedIn:
            raise
        except MarketplaceError as error:
            self.code_error = error.message
            return
        await self._toast("success", t(messages.EMAIL_CHANGED))

    @rx.event
    async def set_photos(self, photos: list[dict[str, str]]) -> None:
        """Another profile photo; the picker that was emptied again changes nothing."""
        if wanted := [str(photo.get("id", "")) for photo in photos][:1]:
            await self._wear(wanted, t("Profile photo updated successfully"))

    @rx.event
    async def remove_photo(self) -> None:
        """Without a photo."""
        await self._wear([], t("Profile photo removed successfully"))

    @rx.event
    async def set_preference(self, name: str, value: bool) -> None:
        """Whether calls and mails are welcome."""
        if name in PREFERENCES:
            self.account = await self._do(change, ProfileDraft.model_validate({name: value}))

    async def _wear(self, wanted: list[str], words: str) -> None:
        try:
            with failing(t("Failed to upload images") if wanted else t("Failed to remove image")):
                self.account = await self._do(change, ProfileDraft(images=wanted))
        except MarketplaceError as error:
            await self._toast("error", error.message)
        else:
            await self._toast("success", words)
        self.photo_version += 1

    def _show(self, account: OwnAccount) -> None:
        self.account = account
        self.version += 1
