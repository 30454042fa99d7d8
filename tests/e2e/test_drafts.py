"""What was typed into a form is there again after the page was loaded again, until it is stored or given up. Secrets are not."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from marketplace.core import clock
from tests.e2e import tour
from tests.e2e.conftest import Site
from tests.e2e.people import PASSWORD, alive, toast
from tests.e2e.test_layers import LAYERS
from tests.e2e.test_pressed_twice import Scene

Visitor = Callable[..., Page]
_LAYERS = {layer.name: layer for layer in LAYERS}
# The drafts of the tab.
_KEPT = "Object.entries(sessionStorage).filter(([key]) => key.startsWith('draft:')).join()"
_SOON = f"{clock.now() + timedelta(days=30):%Y-%m-%dT12:00}"
_LATER = f"{clock.now() + timedelta(days=32):%Y-%m-%dT12:00}"


def _rental(scene: Scene) -> str:
    return f"/products/{scene.new_ad(producttype='rent', priceUnit='day')}"


def _deal(scene: Scene) -> str:
    return f"/deals/{scene.new_deal()}"


def _done(scene: Scene) -> str:
    return f"/reviews/{scene.new_deal(done=True)}"


def _at(path: str) -> Callable[[Scene], str]:
    return lambda scene: path


def _in(name: str, values: dict[str, str]) -> "Form":
    layer = _LAYERS[name]
    return Form(name, layer.who, layer.path, values, layer.open)


@dataclass(frozen=True)
class Form:
    """A form.

    Attributes:
        who: opens its page; empty for a stranger.
        path: makes what it needs and returns its page.
        values: what is typed, by selector.
        open: opens its dialog, if it is in one.
    """

    name: str
    who: str
    path: Callable[[Scene], str]
    values: dict[str, str]
    open: Callable[[Page], None] | None = None

    def show(self, page: Page) -> None:
        """Open the dialog, unless it is open again after a reload."""
        if self.open and not page.locator("dialog[open]").count():
            self.open(page)
        expect(page.locator(next(iter(self.values)))).to_be_visible()


FORMS = (
    Form("enquiry", "buyer", _rental, {"#pickup": _SOON, "#drop": _LATER}),
    Form(
        "grievance", "", _at("/grievance"), {"#content [name=text]": "Nobody answers.", "#content [name=name]": "Asha"}
    ),
    Form("meetup", "buyer", _deal, {"[name=place]": "At the tea stall", "[name=at]": _SOON}),
    Form("review", "buyer", _done, {"form:has([name=stars]) textarea": "All went well."}),
    Form("profile", "seller", _at("/seller/profile"), {"[name=address]": "14, 2nd Cross"}),
    _in("conversation-menu", {"textarea[aria-label=Message]": "Is it still there?"}),
    _in("make-offer", {"#price": "4500", "#word": "Cash today"}),
    _in("report-ad", {"[name=reason]": "scam", "dialog [name=text]": "The photo is not theirs."}),
    _in("wanted", {"#title": "A steel cot", "#wanted-city": "Pune", "#wanted-state": "Maharashtra"}),
    _in("register", {"#register-email": "asha@example.org"}),
    _in("testimonial", {"dialog [name=name]": "Asha", "dialog [name=description]": "It went well."}),
)


def _type(page: Page, values: dict[str, str]) -> None:
    for selector, value in values.items():
        field = page.locator(selector)
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_what_was_typed_is_there_after_a_reload(
    request: pytest.FixtureRequest, visitor: Visitor, site: Site, tmp_path: Path, form: Form
):
    scene = Scene(site, visitor, tmp_path)
    request.addfinalizer(scene.clear)
    page = scene.open(form.who, form.path(scene))
    is_chat = form.name == "conversation-menu"
    show = (lambda: None) if is_chat else (lambda: form.show(page))
    show()
    _type(page, form.values)
    page.reload()
    alive(page)
    # The State of the tab may still be on its way, and with it a dialog that it has kept open.
    page.wait_for_load_state("networkidle")
    show()
    for selector, value in form.values.items():
        expect(page.locator(selector)).to_have_value(value)


def _open(visitor: Visitor, site: Site, tmp_path: Path, name: str) -> Page:
    scene = Scene(site, visitor, tmp_path)
    return scene.open(_LAYERS[name].who, _LAYERS[name].path(scene))


def test_what_is_stored_or_given_up_is_forgotten(visitor: Visitor, site: Site, tmp_path: Path):
    page = _open(visitor, site, tmp_path, "report-ad")
    text = page.locator("dialog [name=text]")
    _LAYERS["report-ad"].open(page)
    text.fill("First")
    assert "First" in page.evaluate(_KEPT)
    page.locator("dialog[open]").get_by_role("button", name="Cancel").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert page.evaluate(_KEPT) == ""
    _LAYERS["report-ad"].open(page)
    text.fill("Second")
    page.locator("dialog[open]").get_by_role("button", name="Send report").click()
    # It was refused, since the reason is missing.
    expect(page.locator("dialog[open] [aria-invalid=true]")).to_be_visible()
    assert "Second" in page.evaluate(_KEPT)
    page.locator("dialog [name=reason]").select_option(index=1)
    page.locator("dialog[open]").get_by_role("button", name="Send report").click()
    toast(page, "Thank you. We will look into it.")
    page.wait_for_function(f"({_KEPT}) === ''")


def test_a_sent_message_is_no_draft(visitor: Visitor, site: Site, tmp_path: Path):
    page = _open(visitor, site, tmp_path, "conversation-menu")
    box = page.locator("textarea[aria-label=Message]")
    box.fill("Is it still there?")
    assert "Is it still there?" in page.evaluate(_KEPT)
    box.press("Enter")
    expect(box).to_have_value("")
    assert page.evaluate(_KEPT) == ""


def test_secrets_are_not_kept(visitor: Visitor):
    page = visitor("/about")
    alive(page)
    _LAYERS["login"].open(page)
    page.locator("#login-email").fill("asha@example.org")
    page.get_by_role("button", name="Show password").click()
    # A text field now.
    page.locator("#login-password").fill(PASSWORD)
    kept = page.evaluate(_KEPT)
    assert "asha@example.org" in kept
    assert PASSWORD not in kept


def test_a_draft_is_put_back_only_where_it_began(visitor: Visitor, site: Site, tmp_path: Path):
    page = visitor("/favicon.svg")
    tour.sign_in(page, "admin")
    page.goto("/admin/testimonials")
    alive(page)
    page.get_by_role("button", name="Edit").first.click()
    name = page.locator("dialog [name=name]")
    expect(name).not_to_have_value("")
    name.fill("Nobody's")
    page.reload()
    alive(page)
    page.wait_for_load_state("networkidle")
    if page.locator("dialog[open]").count():
        # The draft is back where it began; closing the dialog gives it up.
        expect(name).to_have_value("Nobody's")
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    page.get_by_role("button", name="Edit").nth(1).click()
    expect(name).not_to_have_value("")
    expect(name).not_to_have_value("Nobody's")
