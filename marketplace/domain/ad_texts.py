"""The texts of an ad, one declaration each. Forms, validation, API, pages, moderation and search are derived from it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field
from pydantic.alias_generators import to_camel

from marketplace.i18n.texts import t
from marketplace.models import AdVersion


@dataclass(frozen=True, slots=True)
class AdText:
    """How a text of an ad is entered, shown and searched.

    Attributes:
        label: returns the label, translated.
        section: the section of the form. Texts of "location" have controls of their own there.
        search: the field of the search index that has its words; empty if it is not searched.
        page: how the ad's page shows it below the photos; empty if it does not.
        hint: returns the hint below the control, translated.
        rows: height of the control in lines.
        multiline: keeps its line breaks.
        wire: name in the API and of the form control; camelCase of the name if not given.
        name: name of the attribute and of the column in `ad_versions`.
    """

    label: Callable[[], str]
    section: Literal["basics", "details", "location"]
    search: Literal["", "name", "title", "attributes", "description"] = ""
    page: Literal["", "text", "small print"] = ""
    hint: Callable[[], str] = str
    required: bool = False
    rows: int = 1
    multiline: bool = False
    wire: str = ""
    name: str = ""

    @property
    def max_length(self) -> int:
        """Maximum length in characters: that of the column."""
        return AdVersion.__table__.c[self.name].type.length  # pyright: ignore[reportAttributeAccessIssue]


class AdTexts(BaseModel):
    """The texts of an ad. A new one is also a column of `AdVersion`."""

    name: Annotated[
        str,
        AdText(
            lambda: t("Product name"),
            "basics",
            search="name",
            hint=lambda: t("What it is, with brand and size. Shown as the heading of your ad, also in lists."),
            required=True,
        ),
        Field(examples=["Teak sofa, three seats"]),
    ] = ""
    title: Annotated[
        str,
        AdText(
            lambda: t("Title"),
            "basics",
            search="title",
            hint=lambda: t("What is special about it, in one line. Shown below the name."),
        ),
    ] = ""
    short_description: Annotated[
        str,
        AdText(
            lambda: t("Short description"),
            "details",
            search="description",
            hint=lambda: t("One or two sentences for search engines and shared links."),
            rows=2,
            multiline=True,
        ),
    ] = ""
    description: Annotated[
        str,
        AdText(
            lambda: t("Description"),
            "details",
            search="description",
            page="text",
            hint=lambda: t("Everything a buyer wants to know. Shown on the page of the ad."),
            rows=6,
            multiline=True,
        ),
    ] = ""
    terms: Annotated[
        str,
        AdText(
            lambda: t("Terms and conditions"),
            "details",
            page="small print",
            rows=3,
            multiline=True,
            wire="termsandcondition",
        ),
    ] = ""
    place: Annotated[
        str,
        AdText(lambda: t("Place"), "location", search="attributes", hint=lambda: t("Neighbourhood or street")),
    ] = ""
    city: Annotated[str, AdText(lambda: t("City"), "location", search="attributes"), Field(examples=["Pune"])] = ""
    state: Annotated[str, AdText(lambda: t("State"), "location", search="attributes")] = ""


def _declared() -> dict[str, AdText]:
    found = {}
    for name, field in AdTexts.model_fields.items():
        declaration = next(each for each in field.metadata if isinstance(each, AdText))
        found[name] = replace(declaration, name=name, wire=declaration.wire or to_camel(name))
    return found


AD_TEXTS = _declared()


def values_of(source: Any) -> dict[str, str]:
    """Return the texts of anything that has them as attributes: a draft, a version, a view."""
    return {name: getattr(source, name) for name in AD_TEXTS}


def in_section(section: str) -> list[AdText]:
    """Return the texts of a section of the form."""
    return [text for text in AD_TEXTS.values() if text.section == section]


def on_page() -> list[AdText]:
    """Return the texts that the ad's page shows below the photos."""
    return [text for text in AD_TEXTS.values() if text.page]


def searched_in(index_field: str) -> list[str]:
    """Return the names of the texts whose words a field of the search index has."""
    return [name for name, text in AD_TEXTS.items() if text.search == index_field]


def wire_name(attribute: str) -> str:
    """Return the API's name of a text or of any other attribute of an ad; an alias generator of Pydantic."""
    return AD_TEXTS[attribute].wire if attribute in AD_TEXTS else to_camel(attribute)
