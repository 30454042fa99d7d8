"""The State of the ad form."""

from typing import Any

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import MarketplaceError, NotSignedIn
from marketplace.domain import ads
from marketplace.domain.ads import messages
from marketplace.domain.ads.schemas import AdCard, AdDraft, PendingChange
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.base.steps import StepsMixin
from marketplace.web.components.fields import SelectOption
from marketplace.web.components.uploads import PickedPhoto
from marketplace.web.pages.ad_form import form, steps
from marketplace.web.pages.ad_form.choices import ChoicesMixin
from marketplace.web.pages.ad_form.contact import ContactMixin
from marketplace.web.pages.ad_form.form import DraftOffer, FormPhoto, OpenedForm
from marketplace.web.pages.ad_form.place import PlaceMixin, draw_map
from marketplace.web.pages.ad_form.preview import make_preview
from marketplace.web.pages.ad_form.start_over import StartOverMixin
from marketplace.web.pages.ad_form.uploads import UploadTracker
from marketplace.web.reflex_ext.handlers import allow_event_bytes
from marketplace.web.reflex_ext.text_limits import takes_long_text

# Value of `_opened` after the ad was submitted.
_SUBMITTED = "submitted"


class AdFormState(
    StepsMixin, UploadTracker, ChoicesMixin, PlaceMixin, ContactMixin, StartOverMixin, PageState, rx.State
):
    """The values of the form, saved as a draft on each change. The domain validates them.

    Attributes:
        errors: by control; a change of a control clears its own.
        version: part of the key of the controls; a new value resets them to `values`.
        offer: a saved draft. The form stays hidden until the user decides, because new input would overwrite the draft.
    """

    LAST_STEP = steps.REVIEW

    ad_id: str = ""
    ad_name: str = ""
    note: str = ""
    change: PendingChange | None = None
    values: dict[str, str] = {}
    photos: tuple[FormPhoto, ...] = ()
    sellers: tuple[SelectOption, ...] = ()
    version: int = 0
    offer: DraftOffer | None = None
    _opened: str = ""
    _has_draft: bool = False

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load an empty form, one with a copy of an own ad, or the ad of the URL, and a saved draft to offer."""
        opened = form.open_form(db, actor, _ad_id(url), copied_id=_copied_id(url))
        loaded = {name: getattr(opened, name) for name in OpenedForm.model_fields}
        return {**loaded, "area": draw_map(db, actor, opened.values)}

    @rx.var
    def preview(self) -> AdCard:
        """The card that buyers will see."""
        return make_preview(self.values, self.photos, self.categories, self.default_unit)

    @rx.event
    async def open(self) -> None:
        """Open the form of the URL. A form that is open already keeps what was typed."""
        path = self._page_url().path + _copied_id(self._page_url())
        if path == self._opened:
            # A reloaded page begins with the stored values, so send the browser what the form has.
            for name in ("load_error", "step", "area", *OpenedForm.model_fields):
                setattr(self, name, getattr(self, name))
            return
        self.ad_id, self.error, self.errors = _ad_id(self._page_url()), "", {}
        self.sending, self.failed_uploads, self._has_draft = [], 0, False
        self._restart()
        if not self.loading:
            # The controls have other values.
            self.version += 1
        self._opened = path if await self._reload() else ""

    @rx.event
    async def go_to(self, step: int) -> None:
        """Open a step, and note in the draft where the user was."""
        self._open_step(step)
        if self._has_draft:
            await self._save_draft()

    @rx.event
    async def restore_draft(self) -> None:
        """Restore the saved draft, at the step where it was left."""
        draft = await self._query(ads.find_draft, ad_id=self.ad_id)
        self.offer = None
        if draft is not None:
            self.values = dict(draft.content.get("values", {}))
            self.photos = tuple(FormPhoto.model_validate(photo) for photo in draft.content.get("photos", []))
            self.version += 1
            self._has_draft = True
            await self._load_choices()
            await self._draw_map()
            self._open_step(_step_of(draft.content))

    @rx.event
    async def discard_draft(self) -> None:
        """Discard the saved draft and open the form anew."""
        self.starting_over = False
        await self._execute(ads.discard_draft, ad_id=self.ad_id)
        self._opened = ""
        await self.open()

    @rx.event
    @takes_long_text
    async def set_value(self, name: str, value: str) -> None:
        """Store the value of a control."""
        if self.values.get(name, "") != value:
            self.values = form.merge(self.values, {name: value})
            self._forget_errors(name)
            await self._follow_choice(name)
            await self._follow_place(name)
            await self._save_draft()

    @rx.event
    async def set_photos(self, photos: list[PickedPhoto]) -> None:
        """Store the photos of the picker, in order."""
        self.photos = tuple(FormPhoto.model_validate(photo) for photo in photos)
        await self._save_draft()

    @rx.event
    async def set_file(self, name: str, url: str, file_name: str) -> None:
        """Store the uploaded file of a file field."""
        self.values = form.merge(self.values, {f"{name}:name": file_name})
        await self.set_value(name, url)

    @rx.event
    @allow_event_bytes(256 * 1024)
    async def submit(self, typed: dict[str, str]):
        """Open the next step of a new ad, or submit the ad: from the last step of a new ad, from any step of another."""
        if typed.get("step", str(self.step)) != str(self.step):
            # The second click of a double click must not skip a step.
            return None
        self.values = form.merge_submitted(self.values, typed)
        self.error, self.errors = "", {}
        draft = form.make_draft(self.values, self.photos, self.specs)
        try:
            if self.ad_id or self.step == self.LAST_STEP:
                await self._submit(draft)
                is_admin = (await self.get_state(SessionState)).kind == "admin"
                return rx.redirect(paths.review(self.ad_id) if is_admin else paths.SELLER_ADS)
            await self._query(steps.check_step, draft, self.step)
            await self.go_to(self.step + 1)
        except NotSignedIn:
            raise
        except MarketplaceError as error:
            self.error, self.errors = error.message, form.errors_by_control(error)
            if self.errors:
                self._reveal(min(map(steps.step_of, self.errors)))
        return None

    async def _submit(self, draft: AdDraft) -> None:
        self._require_uploads_done()
        with unexpected_errors_as(t(messages.NOT_UPDATED if self.ad_id else messages.NOT_CREATED)):
            await self._execute(form.submit_ad, self.ad_id, draft)
        self._opened = _SUBMITTED
        await self._toast("success", t(messages.UPDATED if self.ad_id else messages.CREATED))

    async def _save_draft(self) -> None:
        if self._opened == _SUBMITTED:
            # A late change event must not create a draft of the submitted ad.
            return
        photos = [photo.model_dump() for photo in self.photos]
        content = {"values": dict(self.values), "photos": photos, "step": self.step}
        await self._execute(ads.save_draft, content, ad_id=self.ad_id)
        self._has_draft = True


def _step_of(content: dict[str, Any]) -> int:
    """Return the step where a draft was left; drafts from before it was noted begin at the first."""
    step = content.get("step")
    return step if isinstance(step, int) else 1


def _copied_id(url: PageUrl) -> str:
    """Return the id of the ad with whose content the new ad begins; empty for an empty form."""
    return url.param("copy") if url.path == paths.POST_AD else ""


def _ad_id(url: PageUrl) -> str:
    """Return the id of the ad to edit; empty on the page that posts a new one."""
    return "" if url.path == paths.POST_AD else url.last
