"""What the form offers: categories, subcategories, dynamic fields and the unit of the price."""

import reflex as rx

from marketplace.domain import search
from marketplace.i18n.texts import t
from marketplace.web.base.domain_state import DomainState
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.components.fields import SelectOption
from marketplace.web.pages.ad_form import form
from marketplace.web.pages.ad_form.form import SpecField
from marketplace.web.pages.ad_form.preview import FilledField, list_filled


class ChoicesMixin(DomainState, rx.State, mixin=True):
    """Mixin of the ad form with the choices that depend on other choices.

    Attributes:
        default_unit: the price unit unless the user chooses one.
        guessed_category: the category that was chosen from the name.
    """

    values: dict[str, str] = {}
    categories: tuple[SelectOption, ...] = ()
    subcategories: tuple[SelectOption, ...] = ()
    specs: tuple[SpecField, ...] = ()
    default_unit: str = ""
    guessed_category: str = ""
    error: str = ""
    errors: dict[str, str] = {}

    @rx.var
    def filled(self) -> list[FilledField]:
        """What the controls hold, for the review."""
        return list_filled(self.values, self.specs)

    @rx.event
    async def choose_category(self, category_id: str) -> None:
        """Choose a category, which clears the subcategory and the field values."""
        self.values = form.without_specs(self.values) | {"categoryId": category_id, "subcategoryId": ""}
        self._forget_errors("categoryId", "subcategoryId")
        await self._load_choices()
        await self._save_draft()

    @rx.event
    async def choose_subcategory(self, subcategory_id: str) -> None:
        """Choose a subcategory, which clears the field values."""
        self.values = form.without_specs(self.values) | {"subcategoryId": subcategory_id}
        self._forget_errors("subcategoryId")
        await self._load_choices()
        await self._save_draft()

    async def _follow_choice(self, name: str) -> None:
        """Load what depends on this field."""
        if name == "name":
            await self._guess_category()
        elif name == "producttype":
            await self._load_choices()

    async def _guess_category(self) -> None:
        """Choose the category of the ads with similar names, unless one is chosen already."""
        if self.values.get("categoryId"):
            return
        self.guessed_category = await self._query(search.guess_category, self.values.get("name", ""))
        if self.guessed_category:
            self.values = {**self.values, "categoryId": self.guessed_category}
            self._forget_errors("categoryId")
            await self._load_choices()

    async def _load_choices(self) -> None:
        values = dict(self.values)
        category = values.get("categoryId", "")
        with unexpected_errors_as(t("Failed to load subcategories")):
            self.subcategories = await self._query(lambda db, _actor: form.list_subcategories(db, category))
        with unexpected_errors_as(t("Failed to load field definitions")):
            self.specs = await self._query(lambda db, _actor: form.list_specs(db, values))
        self.default_unit = await self._query(lambda db, _actor: form.default_price_unit(db, values))

    def _forget_errors(self, *names: str) -> None:
        kept = {control: text for control, text in self.errors.items() if control not in names}
        if self.errors and not kept:
            # What was said of all of them together is mended too.
            self.error = ""
        self.errors = kept

    async def _save_draft(self) -> None:
        raise NotImplementedError
