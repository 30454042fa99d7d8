"""What was typed into a form is there again after the page was loaded again, until it is stored or given up. Secrets are not."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from marketplace.core import clock
from tests.e2e import tour
from tests.e2e.conftest import Site
from tests.e2e.layers import LAYERS
from tests.e2e.people import PASSWORD, alive, toast, until
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


def _in(name: str, values: dict[str, str], *, lasts: bool = False) -> "Form":
    layer = _LAYERS[name]
    return Form(name, layer.who, layer.path, values, layer.open, lasts)


@dataclass(frozen=True)
class Form:
    """A form.

    Attributes:
        who: opens its page; empty for a stranger.
        path: makes what it needs and returns its page.
        values: what is typed, by selector.
        open: opens its dialog, if it is in one.
        lasts: the State of the tab opens the dialog again after a reload.
    """

    name: str
    who: str
    path: Callable[[Scene], str]
    values: dict[str, str]
    open: Callable[[Page], None] | None = None
    lasts: bool = False

    def show(self, page: Page, *, again: bool = False) -> None:
        """Open the dialog."""
        if self.open and not (again and self.lasts):
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
    Form("chat", "buyer", _LAYERS["conversation-menu"].path, {"textarea[aria-label=Message]": "Is it still there?"}),
    _in("make-offer", {"#price": "4500", "#word": "Cash today"}),
    _in("report-ad", {"[name=reason]": "scam", "dialog [name=text]": "The photo is not theirs."}),
    _in("wanted", {"#title": "A steel cot", "#wanted-city": "Pune", "#wanted-state": "Maharashtra"}, lasts=True),
    _in("register", {"#register-email": "asha@example.org"}),
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
    form.show(page)
    _type(page, form.values)
    page.reload()
    alive(page)
    form.show(page, again=True)
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
    until(page, lambda: page.evaluate(_KEPT) == "")


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


def test_a_draft_is_put_back_only_where_it_began(visitor: Visitor):
    page = visitor("/favicon.svg")
    tour.sign_in(page, "admin")
    page.goto("/admin/testimonials")
    alive(page)
    # It was typed into the form of another testimonial.
    draft = {"name": ["Somebody", "Nobody's"], "description": ["", "Nothing"]}
    page.evaluate(
        "draft => sessionStorage.setItem('draft:/admin/testimonials:testimonial:0', draft)", json.dumps(draft)
    )
    page.get_by_role("button", name="Edit").first.click()
    name = page.locator("dialog [name=name]")
    expect(name).to_be_visible()
    expect(name).not_to_have_value("Nobody's")
    expect(page.locator("dialog [name=description]")).not_to_have_value("Nothing")
