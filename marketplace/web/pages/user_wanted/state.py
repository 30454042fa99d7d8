"""The State of the page with what a buyer looks for."""

from collections.abc import Mapping

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, MarketplaceError
from marketplace.core.money import to_rupees
from marketplace.domain import catalog, places, wanted
from marketplace.domain.wanted import WantedDraft, WantedView, messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.web.base.errors import errors_by_field
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.fields import SelectOption
from marketplace.web.widgets.delete_dialog import DeleteDialog

NEW = "new"
_TYPES = ("sell", "rent", "lease")
_LONGEST_TITLE = 80


class UserWantedState(PageState, DeleteDialog, rx.State):
    """The caller's wanted ads, and the form for one of them.

    Attributes:
        editing: id of the wanted ad in the form, `new`, or empty while the form is closed.
        values: what the form begins with, and the choices that others depend on.
        price_unit: e.g. "a month"; the unit of the highest price, empty for sale.
        error: why the form was rejected, if no field says it.
    """

    items: list[WantedView] = []
    editing: str = ""
    values: dict[str, str] = {}
    categories: list[SelectOption] = []
    subcategories: list[SelectOption] = []
    price_unit: str = ""
    errors: dict[str, str] = {}
    error: str = ""
    _applied_prefill: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - one list for all URLs
        """Load the wanted ads; the page shows a login prompt to others than buyers."""
        return {"items": list(wanted.list_own(db, actor).items)}

    @rx.event
    async def open(self) -> None:
        """Load the wanted ads. A URL with what was searched for opens the form with it, once."""
        self.close_delete_dialog()
        if not await self._reload():
            return
        params = self._page_url().params
        prefill = params.get("title", "")
        if prefill and prefill != self._applied_prefill:
            self._applied_prefill = prefill
            await self._open_form(NEW, {**await self._query(_defaults), **_from_search(params)})

    @rx.event
    async def add(self) -> None:
        """Open the form for a new wanted ad."""
        await self._open_form(NEW, await self._query(_defaults))

    @rx.event
    async def edit(self, wanted_id: str) -> None:
        """Open the form for one of the caller's wanted ads."""
        if item := next((item for item in self.items if item.id == wanted_id), None):
            await self._open_form(item.id, _values_of(item))

    @rx.event
    async def choose(self, name: str, value: str) -> None:
        """Choose the type or the category, on which other choices depend."""
        if name in ("producttype", "category_id"):
            self.values = self.values | {name: value} | ({"subcategory_id": ""} if name == "category_id" else {})
            await self._load_choices()

    @rx.event
    def close_form(self) -> None:
        """Close the form without a change."""
        self.editing, self.errors, self.error = "", {}, ""

    @rx.event
    async def save(self, form: dict[str, str]) -> None:
        """Add or change the wanted ad in the form."""
        if not self.editing:
            return
        typed = {name: str(form.get(name, "")) for name in ("title", "details", "city", "state")}
        draft = WantedDraft(
            **typed,
            ad_type=self.values.get("producttype", ""),
            subcategory_id=str(form.get("subcategory_id", "")),
            max_price=str(form.get("max_price", "")),
        )
        self.errors, self.error = {}, ""
        try:
            if self.editing == NEW:
                await self._execute(wanted.create, draft)
                done = messages.CREATED
            else:
                await self._execute(wanted.revise, self.editing, draft)
                done = messages.CHANGED
        except Invalid as error:
            self.errors = errors_by_field(error)
            return
        except MarketplaceError as error:
            self.error = error.message
            return
        self.close_form()
        await self._reload()
        await self._toast("success", t(done))

    @rx.event
    async def renew(self, wanted_id: str) -> None:
        """Let a wanted ad run for longer."""
        await self._execute(wanted.renew, wanted_id)
        await self._reload()
        await self._toast("success", t(messages.RENEWED))

    async def _delete(self, item_id: str) -> None:
        await self._execute(wanted.end, item_id)
        await self._reload()
        await self._toast("success", t(messages.ENDED))

    async def _open_form(self, editing: str, values: dict[str, str]) -> None:
        self.errors, self.error, self.values = {}, "", values
        await self._load_choices()
        self.editing = editing

    async def _load_choices(self) -> None:
        category_id, ad_type = self.values.get("category_id", ""), self.values.get("producttype", "")
        self.categories, self.subcategories, self.price_unit = await self._query(_list_choices, category_id, ad_type)


def _defaults(_db: Session, actor: Actor) -> dict[str, str]:
    """The values of an empty form: for sale, in the caller's town."""
    actor.require(AccountKind.BUYER, message=t(messages.LOGIN))
    town = places.find_home(actor)
    return {"producttype": "sell"} | ({"city": town.city, "state": town.state} if town else {})


def _from_search(params: Mapping[str, str]) -> dict[str, str]:
    """The values that the parameters of a search fill in."""
    found = {"title": params.get("title", "").strip()[:_LONGEST_TITLE]}
    if params.get("producttype") in _TYPES:
        found["producttype"] = params["producttype"]
    found |= {
        name: params[wire]
        for name, wire in (("category_id", "categoryId"), ("subcategory_id", "subcategoryId"))
        if params.get(wire)
    }
    if params.get("city"):
        found |= {"city": params["city"], "state": ""}
    return found


def _values_of(item: WantedView) -> dict[str, str]:
    rupees = to_rupees(item.max_price_paise)
    return {
        "title": item.title,
        "details": item.details,
        "producttype": item.ad_type,
        "category_id": item.category_id,
        "subcategory_id": item.subcategory_id,
        "max_price": "" if rupees is None else str(rupees),
        "city": item.city,
        "state": item.state,
    }


def _list_choices(
    db: Session, actor: Actor, category_id: str, ad_type: str
) -> tuple[list[SelectOption], list[SelectOption], str]:
    """The categories, the subcategories of one, and the unit of the highest price."""
    categories = [SelectOption(value=view.id, label=view.name) for view in catalog.list_names(db)]
    subcategories = catalog.list_subcategories(db, category_id) if category_id else []
    unit = wanted.get_price_unit_text(db, actor, ad_type, category_id)
    return categories, [SelectOption(value=view.id, label=view.name) for view in subcategories], unit
