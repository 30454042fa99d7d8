"""The form a tab fills in."""

import reflex as rx

from marketplace.domain import ads
from marketplace.domain.ads import messages
from marketplace.domain.places import PlaceNames
from marketplace.errors import Forbidden, Invalid, MarketplaceError, NotSignedIn
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.location import Locating
from marketplace.web.pages.ad_form import form
from marketplace.web.pages.ad_form.form import Choice, FormPhoto, SpecField


class AdFormState(Locating, rx.State):
    """What is typed is kept here and saved as a draft; the domain checks it when it is handed in."""

    ad_id: str = ""
    ad_name: str = ""
    values: dict[str, str] = {}
    photos: list[FormPhoto] = []
    shown_photos: list[FormPhoto] = []
    categories: list[Choice] = []
    subcategories: list[Choice] = []
    specs: list[SpecField] = []
    sellers: list[Choice] = []
    # Counts up when all controls must begin anew with what `values` holds.
    version: int = 0
    has_draft: bool = False
    sending: int = 0
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
        self.error, self.errors, self.missing, self.busy, self.sending = "", {}, "", False, 0
        try:
            opened = await self._ask(form.open_form, self.ad_id)
        except (NotSignedIn, Forbidden):
            return
        except MarketplaceError as error:
            self.missing = error.message
            return
        self.ad_name, self.sellers, self.categories = opened.ad_name, list(opened.sellers), list(opened.categories)
        self.has_draft = opened.draft is not None
        await self._fill(opened.values, list(opened.photos))
        self._opened = path

    @rx.event
    async def take_draft(self) -> None:
        """Go on with what was typed earlier."""
        draft = await self._ask(ads.find_draft, ad_id=self.ad_id)
        self.has_draft = False
        if draft is not None:
            photos = [FormPhoto.model_validate(photo) for photo in draft.content.get("photos", [])]
            await self._fill(draft.content.get("values", {}), photos)

    @rx.event
    async def drop_draft(self) -> None:
        """Begin anew."""
        await self._do(ads.discard_draft, ad_id=self.ad_id)
        self.has_draft = False

    @rx.event
    async def type(self, name: str, value: str) -> None:
        """A control was changed."""
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
    def set_sending(self, sending: bool) -> None:
        """Uploads in progress block submit."""
        self.sending = 1 if sending else 0

    @rx.event
    async def submit(self, typed: dict[str, str]):
        """Hand the ad in."""
        self.values = self.values | form.only_known(typed)
        self.error, self.errors, self.busy = "", {}, True
        yield
        draft = form.make_draft(self.values, self.photos, self.specs)
        try:
            if self.ad_id:
                await self._do(ads.revise, self.ad_id, draft)
            else:
                await self._do(ads.submit, draft)
            await self._do(ads.discard_draft, ad_id=self.ad_id)
        except Invalid as error:
            self.error = error.message
            self.errors = {item["field"]: item["message"] for item in error.errors}
        else:
            self._opened = ""
            await self._toast("success", t(messages.UPDATED if self.ad_id else messages.CREATED))
            yield rx.redirect(paths.SELLER_ADS)
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
        self.values, self.photos, self.shown_photos = dict(values), photos, photos
        self.version += 1
        await self._follow(keep=False)

    async def _follow(self, *, keep: bool = True) -> None:
        values = dict(self.values)
        self.subcategories = list(
            await self._ask(lambda db, _actor: form.list_subcategories(db, values.get("categoryId", "")))
        )
        self.specs = list(
            await self._ask(lambda db, _actor: form.list_specs(db, values.get("subcategoryId", ""), values))
        )
        if keep:
            await self._keep()

    async def _keep(self) -> None:
        content = {"values": dict(self.values), "photos": [photo.model_dump() for photo in self.photos]}
        await self._do(ads.save_draft, content, ad_id=self.ad_id)
