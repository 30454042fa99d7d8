"""Notifications in a browser: the switch in the profile, and what the service worker shows of a push."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests import push_service
from tests.e2e.conftest import Site
from tests.e2e.people import alive, enter_demo, until

Visitor = Callable[..., Page]
SWITCH = "Notify me in this browser"
# The push service of a real subscription is on another host.
_PUSH_MANAGER = """(made) => {
  let held = null;
  PushManager.prototype.getSubscription = async () => held;
  PushManager.prototype.subscribe = async (options) => {
    const unsubscribe = async () => { held = null; return true; };
    window.subscribedWith = options;
    return (held = { endpoint: made.endpoint, toJSON: () => made, unsubscribe });
  };
}"""


def _enter(visitor: Visitor, permission: str) -> Page:
    page = visitor("/favicon.svg")
    if permission == "granted":
        page.context.grant_permissions(["notifications"])
    page.context.add_init_script(
        f"Object.defineProperty(Notification, 'permission', {{ get: () => '{permission}' }});"
        f"Notification.requestPermission = async () => '{permission}';"
    )
    return page
