"""The profile a tab shows and changes."""

import reflex as rx
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.domain.accounts.schemas import OwnAccount, ProfileDraft
from marketplace.errors import Invalid, MarketplaceError, NotSignedIn
from marketplace.models import AccountKind
from marketplace.texts import t
from marketplace.web.door import Door

FIELDS = ("username", "email", "name", "phone", "whatsapp", "address", "place", "shop_name")


def look(db: Session, actor: Actor) -> OwnAccount:
    """The signed-in person's own account."""
    return accounts.get_profile(db, actor, actor.require(AccountKind.BUYER, AccountKind.SELLER))


def change(db: Session, actor: Actor, draft: ProfileDraft) -> OwnAccount:
    """Change the signed-in person's own account."""
    return accounts.update_profile(db, actor, actor.require(AccountKind.BUYER, AccountKind.SELLER), draft)


class ProfileState(Door, rx.State):
    """Details, photo and password. Passwords pass through handlers and stay in no var."""

    account: OwnAccount | None = None
    photos: list[dict[str, str]] = []
    version: int = 0
    busy: bool = False
    error: str = ""
    errors: dict[str, str] = {}
    password_error: str = ""
    password_busy: bool = False
    password_shown: bool = False

    @rx.event
    async def open(self) -> None:
        """Fetch it; who is not signed in is told by the layout."""
        self.error, self.errors, self.password_error = "", {}, ""
        try:
            self._show(await self._ask(look))
        except NotSignedIn:
            self.account = None
        except MarketplaceError as error:
            await self._toast("error", error.message or t("Error loading profile"))

    @rx.event
    async def save(self, form: dict[str, str]):
        """Save the details."""
        self.error, self.errors, self.busy = "", {}, True
        yield
        # A control that is not shown is sent as None.
        typed = {name: str(form[name]) for name in FIELDS if form.get(name) is not None}
        try:
            account = await self._do(change, ProfileDraft.model_validate(typed))
        except Invalid as error:
            self.error = error.message
            self.errors = {item["field"]: item["message"] for item in error.errors}
        except MarketplaceError as error:
            self.error = error.message or t("Failed to update profile")
        else:
            self._show(account)
            words = messages.CONFIRM_EMAIL if account.pending_email else messages.PROFILE_SAVED
            await self._toast("success", t(words))
        finally:
            self.busy = False

    @rx.event
    async def confirm_email(self, form: dict[str, str]) -> None:
        """The code that came to the new email."""
        self._show(await self._do(accounts.confirm_email, str(form.get("code", "")).strip()))
        await self._toast("success", t(messages.EMAIL_CHANGED))

    @rx.event
    async def set_photos(self, photos: list[dict[str, str]]) -> None:
        """Another profile photo, or none."""
        before = [photo["id"] for photo in self.photos]
        wanted = [str(photo.get("id", "")) for photo in photos][:1]
        if wanted == before:
            return
        try:
            account = await self._do(change, ProfileDraft(images=wanted))
        except MarketplaceError as error:
            await self._toast("error", error.message or t("Failed to upload images"))
            return
        self.account = account
        self.photos = _pictures(account)
        words = t("Profile photo updated successfully") if wanted else t("Profile photo removed successfully")
        await self._toast("success", words)

    @rx.event
    async def remove_photo(self) -> None:
        """Without a photo."""
        await self.set_photos([])
        self.version += 1

    @rx.event
    async def set_preference(self, name: str, value: bool) -> None:
        """Whether calls and mails are welcome."""
        if name in ("takes_calls", "wants_digest"):
            self.account = await self._do(change, ProfileDraft.model_validate({name: value}))

    @rx.event
    def show_password(self) -> None:
        """Make the passwords readable, or hide them."""
        self.password_shown = not self.password_shown

    @rx.event
    async def change_password(self, form: dict[str, str]):
        """Change Password."""
        self.password_error = ""
        new = str(form.get("new", ""))
        if new != str(form.get("confirm", "")):
            self.password_error = t(messages.PASSWORDS_DIFFER)
            return
        self.password_busy = True
        yield
        try:
            await self._do(accounts.change_password, str(form.get("current", "")), new)
            await self._toast("success", t(messages.PASSWORD_CHANGED))
            self.version += 1
        except MarketplaceError as error:
            self.password_error = error.message
        finally:
            self.password_busy = False

    def _show(self, account: OwnAccount) -> None:
        self.account = account
        self.photos = _pictures(account)
        self.version += 1


def _pictures(account: OwnAccount) -> list[dict[str, str]]:
    return [{"id": p.id, "name": p.name, "url": p.url, "thumb": p.thumb} for p in account.images[:1]]
