"""A client token gives access to no other account's State, on both state managers, with real tabs and events."""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import pytest
import redis
from sqlmodel import Session, select

from marketplace.core import ids
from marketplace.models import Account, AdDraftSave
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.session_state import SessionState
from marketplace.web.live.state import LiveState
from marketplace.web.pages.ad_form.state import AdFormState
from marketplace.web.widgets.send_queue import SendQueueState
from tests import factories
from tests.web.conftest import Backend, started
from tests.web.permissions import Served, Tab
from tests.web.test_permissions import handlers

pytestmark = pytest.mark.xdist_group("served")
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/15")
ARRIVED = '"arrivals_rx_state_"'
SECRET = "Teak table of my grandmother"
INTRUDERS = ("anonymous", "other")
_NOTICED_S = 10


@dataclass
class Stage:
    """A served app, its database, and two sellers."""

    served: Served
    db: Session
    owner: Account
    other: Account

    def tab(self, who: str, client_token: str = "", *, silent: bool = False) -> Tab:
        """Open a tab of the owner, of the other seller, or anonymously."""
        account = {"owner": self.owner, "other": self.other}.get(who)
        token = factories.bearer(self.db, account)["Authorization"].split()[1] if account else ""
        self.db.commit()
        return Tab(self.served.port, token, client_token, silent=silent)

    def reopened(self, who: str, client_token: str) -> Tab:
        """Open a tab with the client token of a closed one, as soon as the server has noticed that it is closed."""
        deadline = time.monotonic() + _NOTICED_S
        while '"new_token"' in (tab := self.tab(who, client_token)).heard and time.monotonic() < deadline:
            tab.close()
        return tab

    def closed_draft(self, who: str = "owner") -> str:
        """Return the client token of a closed tab with an unfinished ad in its form."""
        with self.tab(who) as tab:
            tab.send(SessionState.load, {})
            tab.send(AdFormState.set_value, {"name": "title", "value": SECRET})
            assert SECRET in tab.settle()
        # A token with an open connection would count as a duplicated tab and get a new State anyway.
        time.sleep(0.3)
        return tab.client_token


@pytest.fixture(scope="module")
def with_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    try:
        redis.Redis.from_url(REDIS).ping()
    except redis.RedisError as error:
        pytest.skip(f"no Redis: {error}")
    with started(tmp_path_factory.mktemp("redis"), redis_url=REDIS) as made:
        yield made


@pytest.fixture(scope="module", params=["backend", "with_redis"], ids=["memory", "redis"])
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    used: Backend = request.getfixturevalue(request.param)
    with used.session() as db:
        yield Stage(used.served, db, factories.seller(db), factories.seller(db))


@pytest.mark.parametrize("who", INTRUDERS)
def test_foreign_token_of_a_closed_tab_reads_nothing(stage: Stage, who: str):
    token, leaks = stage.closed_draft(), []
    typing = (AdFormState.set_value, {"name": "price", "value": "5"})
    by_state = groupby(sorted(handlers()), lambda name: name.rpartition(".")[0])
    # A connection for each State: opening one costs more than its events.
    for events in ([typing], *([(name, {}) for name in names] for _state, names in by_state)):
        with stage.tab(who, token) as tab:
            for handler, payload in events:
                tab.send(handler, payload)
            if SECRET in tab.heard + tab.settle():
                leaks.append(str(events))
        time.sleep(0.02)
    assert leaks == []


def test_foreign_token_does_not_save_the_draft_as_its_own(stage: Stage):
    token = stage.closed_draft()
    with stage.tab("other", token) as tab:
        tab.send(AdFormState.set_value, {"name": "price", "value": "5"})
        tab.settle()
    stage.db.rollback()
    drafts = stage.db.exec(select(AdDraftSave).where(AdDraftSave.seller_id == stage.other.id)).all()
    stage.db.commit()
    assert [draft for draft in drafts if SECRET in str(draft.content)] == []


@pytest.mark.parametrize("who", INTRUDERS)
def test_silent_connection_receives_nothing_of_the_owner(stage: Stage, who: str):
    with stage.tab("owner") as tab:
        tab.send(LiveState.subscribe, {})
        tab.send(SessionState.load, {})
        tab.settle()
    time.sleep(0.3)
    writer = factories.bearer(stage.db, factories.buyer(stage.db))["Authorization"].split()[1]
    stage.db.commit()
    with (
        stage.tab(who, tab.client_token, silent=True) as intruder,
        stage.tab("owner") as here,
        Tab(stage.served.port, writer) as out,
    ):
        here.send(LiveState.subscribe, {})
        here.send(SessionState.load, {})
        here.settle()
        words = {"client_id": ids.new_id(), "other": stage.owner.id, "text": SECRET, "photo_ids": []}
        out.send(SendQueueState.send, words)
        # The pushes of one message start together; this one has arrived.
        assert ARRIVED in here.settle(lambda heard: ARRIVED in heard)
        time.sleep(0.3)
        assert ARRIVED not in intruder.settle()


def test_owner_still_has_the_draft_after_foreign_connections(stage: Stage):
    token = stage.closed_draft()
    with stage.tab("anonymous", token) as tab:
        tab.settle()
    with stage.reopened("owner", token) as tab:
        tab.send(AdFormState.set_value, {"name": "price", "value": "5"})
        assert SECRET in tab.settle()


def test_login_keeps_the_anonymous_state_and_the_pending_action(stage: Stage):
    with stage.tab("anonymous") as tab:
        tab.send(SessionState.load, {})
        tab.send(
            AuthState.require_login,
            {"action": {"name": f"{AdFormState.get_full_name()}.set_failed_uploads", "payload": {"count": 7}}},
        )
        tab.settle(lambda heard: '"login"' in heard)
    with stage.reopened("owner", tab.client_token) as same:
        assert '"new_token"' not in same.heard
        same.send(SessionState.load, {})
        assert '"failed_uploads_rx_state_":7' in same.settle()


def test_logout_and_account_change_give_an_empty_state(stage: Stage):
    token = stage.closed_draft()
    with stage.tab("anonymous", token) as tab:
        tab.send(SessionState.load, {})
        assert '"new_token"' in tab.heard
        given = tab.heard.partition('"new_token","')[2].partition('"')[0]
    with stage.reopened("other", given) as tab:
        tab.send(AdFormState.set_value, {"name": "price", "value": "5"})
        heard = tab.heard + tab.settle()
    assert '"new_token"' not in heard
    assert SECRET not in heard
