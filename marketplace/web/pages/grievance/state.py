"""The State of the grievance page."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import MarketplaceError
from marketplace.domain import grievances, law
from marketplace.domain.grievances import GrievanceDraft, Officer, Receipt, messages
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.web.admin import times
from marketplace.web.base.errors import errors_by_field
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl

_FIELDS = ("kind", "name", "behalf_of", "email", "about", "text")


class ReceiptTexts(View):
    """The acknowledgement of a grievance, with its deadlines as texts; empty before the form is sent."""

    reference: str = ""
    kind: str = ""
    acknowledge_by: str = ""
    resolve_by: str = ""


def _describe(receipt: Receipt) -> ReceiptTexts:
    return ReceiptTexts(
        reference=receipt.reference,
        kind=t(messages.KIND_WITH_TIME, kind=receipt.kind_text, time=receipt.time),
        acknowledge_by=times.format_time(receipt.acknowledge_by),
        resolve_by=times.format_time(receipt.resolve_by),
    )


def _list_steps() -> list[str]:
    return [
        t("You get a reference at once, and an email if you give an address."),
        t("We acknowledge a grievance within {time}.", time=law.describe(law.ACKNOWLEDGE)),
        t("We resolve it within the time that the form names, and email you the answer."),
        t(
            "If you are not satisfied, you can appeal to the Grievance Appellate Committee within {time} (gac.gov.in).",
            time=law.describe(law.APPEAL),
        ),
    ]


class GrievanceState(PageState, rx.State):
    """The officer and the form."""

    officer: Officer = Officer(name="", email="")
    steps: list[str] = []
    receipt: ReceiptTexts = ReceiptTexts()
    error: str = ""
    errors: dict[str, str] = {}

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - the same for everybody
        """Load the officer and the deadlines."""
        return {"officer": grievances.get_officer(), "steps": _list_steps()}

    @rx.event
    async def submit(self, form: dict[str, str]) -> None:
        """File the grievance and show its reference."""
        self.error, self.errors = "", {}
        draft = GrievanceDraft(**{name: str(form.get(name, "")) for name in _FIELDS})
        try:
            self.receipt = _describe(await self._execute(grievances.file_grievance, draft))
        except MarketplaceError as error:
            self.errors = errors_by_field(error)
            self.error = "" if self.errors else error.message

    @rx.event
    def start_again(self) -> None:
        """Show the form again, for another grievance."""
        self.receipt = ReceiptTexts()
