"""The form a tab fills in."""

import reflex as rx

from marketplace.domain import ads
from marketplace.domain.ads import messages
from marketplace.domain.places import PlaceNames
from marketplace.errors import Forbidden, MarketplaceError, NotSignedIn
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.failing import failing
from marketplace.web.location import Locating
from marketplace.web.pages.ad_form import form
from marketplace.web.pages.ad_form.form import Choice, FormPhoto, Offer, SpecField
from marketplace.web.pages.ad_form.waiting import Waiting
from marketplace.web.session import SessionState

# Stands for the address of the form once its ad was taken.
_HANDED_IN = "handed in"


class AdFormState(Waiting, Locating, rx.State):
    """What is typed is kept here and saved as a draft; the domain checks it when it is handed in."""

    ad_id: str = ""
    ad_name: str = ""
    note: str = ""
    values: dict[str, str] = {}
    photos: list[FormPhoto] = []
    categories: list[Choice] = []
    subcategories: list[Choice] = []
    specs: list[SpecField] = []
    sellers: list[Choice] = []
    # Counts up when all controls must begin anew with what `values` holds.
    version: int = 0
    # While it stands the form is not shown, so that nothing typed anew can take the place of what it offers.
    offer: Offer | None = None
    busy: bool = False
    error: str = ""
    errors: dict[str, str] = {}
    missing: str = ""
    _opened: str = ""

    @rx.event
    async def open(self) -> None:
        """An empty form, or an ad to change; what was typed earlier is offered."""
        path = self.router.url.path.rstrip("/")
        if path == self._opened:
            # The connection came back, or the person did: what is typed stays.
            return
        self.ad_id = "" if path == paths.POST_AD else path.rsplit("/", 1)[-1]
        self.error, self.errors, self.missing, self.busy = "", {}, "", False
        self.sending, self.unsent = [], 0
        try:
            with failing(t("Failed to load data") if self.ad_id else t("Failed to load categories")):
                opened = await self._ask(form.open_form, self.ad_id)
        except (NotSignedIn, Forbidden):
            return
        except MarketplaceError as error:
            self.missing = error.message
            return
        self.ad_name, self.note = opened.ad_name, opened.note
        self.sellers, self.categories = list(opened.sellers), list(opened.categories)
        self.offer = opened.offer
        await self._fill(opened.values, list(opened.photos))
        self._opened = path

    @rx.event
    async def take_draft(self) -> None:
        """Go on with what was typed earlier."""
        draft = await self._ask(ads.find_draft, ad_id=self.ad_id)
        self.offer = None
        if draft is not None:
            photos = [FormPhoto.model_validate(photo) for photo in draft.content.get("photos", [])]
            await self._fill(draft.content.get("values", {}), photos)

    @rx.event
    async def drop_draft(self) -> None:
        """Begin anew."""
        await self._do(ads.discard_draft, ad_id=self.ad_id)
        self.offer = None

    @rx.event
    async def type(self, name: str, value: str) -> None:
        """A control was changed, or left as it was."""
        if self.values.get(name, "") == value:
            return
        self.values = self.values | form.only_known({name: value})
        await self._keep()

    @rx.event
    async def choose_category(self, category_id: str) -> None:
        """Another category clears subcategory and field values."""
        self.values = form.without_specs(self.values) | {"categoryId": category_id, "subcategoryId": ""}
        await self._follow()

    @rx.event
    async def choose_subcategory(self, subcategory_id: str) -> None:
        """Another subcategory rebuilds the field values."""
        self.values = form.without_specs(self.values) | {"subcategoryId": subcategory_id}
        await self._follow()

    @rx.event
    async def set_photos(self, photos: list[dict[str, str]]) -> None:
        """The picker's photos, in order."""
        self.photos = [FormPhoto.model_validate(photo) for photo in photos]
        await self._keep()

    @rx.event
    async def set_file(self, name: str, url: str, file_name: str) -> None:
        """A file field's file is stored."""
        self.values[f"{name}:name"] = file_name
        await self.type(name, url)

    @rx.event
    async def submit(self, typed: dict[str, str]):
        """Hand the ad in."""
        self.values = self.values | form.only_known(typed)
        self.error, self.errors, self.busy = "", {}, True
        yield
        draft = form.make_draft(self.values, self.photos, self.specs)
        try:
            self._require_all_sent()
            with failing(t(messages.NOT_UPDATED if self.ad_id else messages.NOT_CREATED)):
                await self._do(form.hand_in, self.ad_id, draft)
        except NotSignedIn:
            raise
        except MarketplaceError as error:
            self.error, self.errors = error.message, {item["field"]: item["message"] for item in error.errors}
        else:
            self._opened = _HANDED_IN
            await self._toast("success", t(messages.UPDATED if self.ad_id else messages.CREATED))
            is_admin = (await self.get_state(SessionState)).kind == "admin"
            yield rx.redirect(paths.review(self.ad_id) if is_admin else paths.SELLER_ADS)
        finally:
            self.busy = False

    async def _take_place(self, found: PlaceNames) -> None:
        where = {
            "latitude": f"{found.latitude:.6f}",
            "longitude": f"{found.longitude:.6f}",
            "state": found.state,
            "city": found.city,
            # A typed neighbourhood stays where the source knows none.
            "place": found.place or self.values.get("place", ""),
        }
        self.values = self.values | where
        await self._keep()

    async def _fill(self, values: dict[str, str], photos: list[FormPhoto]) -> None:
        self.values, self.photos = dict(values), photos
        self.version += 1
        await self._follow(keep=False)

    async def _follow(self, *, keep: bool = True) -> None:
        values = dict(self.values)
        category, subcategory = values.get("categoryId", ""), values.get("subcategoryId", "")
        with failing(t("Failed to load subcategories")):
            self.subcategories = await self._ask(lambda db, _actor: list(form.list_subcategories(db, category)))
        with failing(t("Failed to load field definitions")):
            self.specs = await self._ask(lambda db, _actor: list(form.list_specs(db, subcategory)))
        if keep:
            await self._keep()

    async def _keep(self) -> None:
        if self._opened == _HANDED_IN:
            # What a control says late must not make a draft of it again.
            return
        content = {"values": dict(self.values), "photos": [photo.model_dump() for photo in self.photos]}
        await self._do(ads.save_draft, content, ad_id=self.ad_id)
