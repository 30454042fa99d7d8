"""Every form, sent empty on a phone: the first wrong control and its message are in sight, and go when the control is changed."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Site
from tests.e2e.people import until
from tests.e2e.posting import SUBJECT, empty_form, open_step
from tests.e2e.test_pressed_twice import FORMS, Scene

Visitor = Callable[..., Page]
PHONE = {"width": 360, "height": 640}
# What a form asks for stands in its controls; the browser itself says what is missing in those that it checks.
_EMPTY = """form => {
  for (const control of form.elements) {
    if (!control.matches("textarea, select, input:not([type=file], [readonly])") || !control.checkVisibility()) continue;
    if (control.type === "radio") control.checked = false;
    if (control.type === "radio" || control.type === "checkbox") continue;
    if (control.matches("select:not(:has([value='']))")) continue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value").set.call(control, "");
    for (const name of ["input", "change", "focusout"]) control.dispatchEvent(new Event(name, { bubbles: true }));
  }
}"""
_MESSAGE = """control => document.getElementById(control.getAttribute("aria-describedby") || `${control.name}-error`)"""
_IS_WRONG = f"""() => {{
  const control = document.activeElement;
  return control.matches("[aria-invalid=true], :invalid") || Boolean(control.name && ({_MESSAGE})(control));
}}"""
# What is covered, of the control, its label and its message.
_COVERED = f"""control => [control.labels?.[0], control, ({_MESSAGE})(control)]
  .filter((part) => part?.getClientRects().length)
  .filter((part) => {{
    const {{ left, top, bottom }} = part.getBoundingClientRect();
    return [top + 3, bottom - 3].some((y) => {{
      const hit = document.elementFromPoint(left + 8, y);
      return !(hit && (part.contains(hit) || hit.contains(part)));
    }});
  }})
  .map((part) => part.outerHTML)"""


def new_ad(scene: Scene) -> tuple[Page, Locator]:
    page = empty_form(scene.visitor("/favicon.svg"))
    open_step(page, SUBJECT)
    return page, page.get_by_role("button", name="Next", exact=True)


def offer(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("buyer", f"/products/{scene.new_ad()}")
    page.get_by_role("button", name="Offer", exact=True).click()
    return page, page.get_by_role("dialog").get_by_role("button", name="Send offer")


def profile(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("seller", "/seller/profile")
    return page, page.locator("form:has(#username) [type=submit]")


def account(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("buyer", "/user/profile")
    return page, page.locator("form:has(#username) [type=submit]")


def password(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("buyer", "/user/profile")
    return page, page.get_by_role("button", name="Change password")


def forgotten(scene: Scene) -> tuple[Page, Locator]:
    page = scene.open("", "/forgotpassword")
    return page, page.get_by_role("button", name="Send OTP")


OTHERS = (new_ad, offer, profile, account, password, forgotten)
# The last step of the first has no controls, the second is a button, the third is opened in another way on phones, and nothing of
# the fourth can be emptied.
LEFT_OUT = {"ads.submit", "ads.duplicate", "deals.make_offer", "handovers.add_photo"}
CASES = {form.function: form.fill for form in FORMS if form.function not in LEFT_OUT} | {
    fill.__name__: fill for fill in OTHERS
}


@pytest.mark.parametrize("form", CASES)
def test_errors_are_in_sight_and_go(request, visitor: Visitor, site: Site, tmp_path: Path, form: str):
    scene = Scene(site, lambda path="/", **options: visitor(path, viewport=PHONE, **options), tmp_path)
    request.addfinalizer(scene.clear)
    page, button = CASES[form](scene)
    button.locator("xpath=ancestor::form").evaluate(_EMPTY)
    button.click()
    until(page, lambda: page.evaluate(_IS_WRONG))
    wrong = page.evaluate_handle("document.activeElement").as_element()
    assert wrong
    until(page, lambda: wrong.evaluate(_COVERED) == [])
    message = wrong.evaluate_handle(_MESSAGE).as_element()
    wrong.evaluate("control => control.dispatchEvent(new InputEvent('input', { bubbles: true }))")
    expect(page.locator("[data-form-error]").locator("visible=true")).to_have_count(0)
    if message:
        assert message.is_hidden()
        assert wrong.get_attribute("aria-invalid") != "true"
        # Sent again without a change, it is wrong again.
        button.click()
        until(page, message.is_visible)
