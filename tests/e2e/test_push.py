"""Notifications in a browser: the switch in the profile, and what the service worker shows of a push."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import push_service
from tests.e2e import tour
from tests.e2e.conftest import Site
from tests.e2e.people import alive, toast, until

Visitor = Callable[..., Page]
# A real subscription needs the browser maker's servers, and a profile that is not private.
_PUSH_MANAGER = """
  let held = null;
  const made = %s;
  PushManager.prototype.getSubscription = async () => held;
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    window.subscribedWith = { userVisibleOnly, applicationServerKey };
    return (held = { endpoint: made.endpoint, toJSON: () => made, unsubscribe: async () => !(held = null) });
  };
"""
_PERMISSION = """
  let permission = %s;
  window.asked = 0;
  Object.defineProperty(Notification, "permission", { get: () => permission });
  Notification.requestPermission = async () => { window.asked += 1; return (permission = %s); };
"""
# Chromium without windows shows no notifications, so the events are made in the worker, and what it does with them is noted.
_PUSH = """async (message) => {
  const shown = [], waits = [];
  self.registration.showNotification = async (title, { body, tag }) => shown.push([title, body, tag]);
  const event = new PushEvent("push", { data: message });
  event.waitUntil = (promise) => waits.push(promise);
  self.dispatchEvent(event);
  await Promise.all(waits);
  return shown;
}"""
_CLICK = """async (path) => {
  const done = [], waits = [];
  self.clients.openWindow = async (url) => done.push(`open ${new URL(url).pathname}`);
  WindowClient.prototype.focus = async function () { done.push(`focus ${new URL(this.url).pathname}`); };
  const event = new Event("notificationclick");
  event.notification = { data: path, close: () => done.push("close") };
  event.waitUntil = (promise) => waits.push(promise);
  self.dispatchEvent(event);
  await Promise.all(waits);
  return done;
}"""


def _open_profile(visitor: Visitor, *scripts: str) -> tuple[Page, Locator]:
    page = visitor("/favicon.svg")
    tour.sign_in(page, "buyer")
    for script in scripts:
        page.add_init_script(f"{{{script}}}")
    page.goto("/user/profile")
    alive(page)
    return page, page.get_by_label("Notify me in this browser")


def test_the_switch_subscribes_and_unsubscribes_the_browser(visitor: Visitor, site: Site):
    browser = push_service.browser()
    made = json.dumps({"endpoint": browser.endpoint, "keys": browser.keys})
    page, switch = _open_profile(visitor, _PUSH_MANAGER % made, _PERMISSION % ('"default"', '"granted"'))
    expect(switch).to_be_enabled()
    expect(switch).not_to_be_checked()
    assert page.evaluate("window.asked") == 0
    switch.click()
    toast(page, "Notifications are on in this browser.")
    expect(switch).to_be_checked()
    key = page.evaluate("fetch('/api/push').then((answer) => answer.json())")["publicKey"]
    assert page.evaluate("window.subscribedWith") == {"userVisibleOnly": True, "applicationServerKey": key}
    stored = "SELECT auth FROM push_subscriptions WHERE endpoint = :endpoint"
    assert site.ask(stored, endpoint=browser.endpoint) == browser.keys["auth"]
    switch.click()
    toast(page, "Notifications are off in this browser.")
    expect(switch).not_to_be_checked()
    assert site.ask(stored, endpoint=browser.endpoint) is None


def test_the_switch_says_that_the_browser_refuses(visitor: Visitor):
    page, switch = _open_profile(visitor, _PERMISSION % ('"default"', '"denied"'))
    blocked = page.get_by_text("This browser blocks notifications of this site.")
    expect(switch).to_be_enabled()
    expect(blocked).to_have_count(0)
    switch.click()
    expect(blocked).to_be_visible()
    expect(switch).not_to_be_checked()


def test_the_switch_says_that_the_browser_has_no_notifications(visitor: Visitor):
    page, switch = _open_profile(visitor, "delete window.PushManager;")
    expect(switch).to_be_enabled()
    switch.click()
    expect(page.get_by_text("This browser can't show notifications.")).to_be_visible()
    expect(switch).not_to_be_checked()


@pytest.mark.parametrize(("path", "done"), [("/notifications", "open /notifications"), ("/about", "focus /about")])
def test_a_push_is_shown_and_a_click_leads_to_its_page(visitor: Visitor, path: str, done: str):
    # The browser context still lists the service workers of earlier tests.
    page = visitor("/about", fresh=True)
    until(
        page, lambda: page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')")
    )
    (worker,) = page.context.service_workers
    message = json.dumps({"title": "Chowk", "body": "New message from Asha", "path": path})
    assert worker.evaluate(_PUSH, message) == [["Chowk", "New message from Asha", path]]
    assert worker.evaluate(_CLICK, path) == ["close", done]
