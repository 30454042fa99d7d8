"""Appeals: every state of an appeal, every action and every actor; then what a decision does."""

from collections.abc import Callable
from itertools import product

import pytest
from sqlalchemy import event
from sqlmodel import Session, select

from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.errors import Forbidden, Gone, Invalid, MarketplaceError, NotFound, NotSignedIn
from marketplace.domain import ads, audit, content, moderation
from marketplace.models import Account, AccountKind, AccountStatus, Ad, AdStatus, Appeal, OutboxMail
from tests import factories
from tests.domain.ads.drafting import draft

STATES = ["not appealed", "open", "upheld", "overturned", "resubmitted", "deleted"]
ACTORS = ["anonymous", "buyer", "other seller", "owner", "decider", "other admin", "moderator"]


class World:
    """A rejected ad whose owner may have appealed, and the actors."""

    def __init__(self, db: Session, state: str):
        self.db = db
        self.seller: Account = factories.seller(db)
        self.category = factories.category(db)
        self.people: dict[str, Actor] = {
            "anonymous": ANONYMOUS,
            "buyer": factories.actor(factories.buyer(db)),
            "other seller": factories.actor(factories.seller(db)),
            "owner": factories.actor(self.seller),
            "decider": factories.actor(factories.admin(db)),
            "other admin": factories.actor(factories.admin(db)),
            "moderator": factories.actor(factories.moderator(db)),
        }
        self.ad: Ad = factories.ad(db, self.seller, self.category, status=AdStatus.PENDING, name="teak sofa")
        ads.reject(db, self.people["decider"], self.ad.id, "The photos show another sofa.")
        self.appeal_id = "01M7YH44H3FVMP4547R0ZWQBC3"
        if state != "not appealed":
            self.appeal_id = moderation.appeal_ad(db, self.people["owner"], self.ad.id, "They show this one.").id
        if state in ("upheld", "overturned"):
            decide = moderation.uphold_appeal if state == "upheld" else moderation.overturn_appeal
            decide(db, self.people["other admin"], self.appeal_id, "We looked again.")
        if state == "resubmitted":
            ads.revise(db, self.people["owner"], self.ad.id, draft(self.category, name="Another sofa"))
        if state == "deleted":
            ads.delete(db, self.people["owner"], self.ad.id)
        db.commit()

    @property
    def status(self) -> str:
        """Status of the appeal; empty if there is none."""
        found = self.db.exec(select(Appeal).where(Appeal.target_id == self.ad.id)).first()
        return found.status.value if found else ""


ACTIONS: dict[str, Callable[[World, Actor], object]] = {
    "appeal": lambda w, a: moderation.appeal_ad(w.db, a, w.ad.id, "Please look again."),
    "uphold": lambda w, a: moderation.uphold_appeal(w.db, a, w.appeal_id, "It stays."),
    "overturn": lambda w, a: moderation.overturn_appeal(w.db, a, w.appeal_id, "We were wrong."),
}
ALLOWED = {("appeal", "owner", "not appealed"): "open"} | {
    (verb, who, state): status
    for who in ("other admin", "moderator")
    for verb, state, status in (
        ("uphold", "open", "upheld"),
        ("overturn", "open", "overturned"),
    )
}


def refusal(verb: str, who: str, state: str) -> int:
    """HTTP status of the refusal for an actor."""
    if who == "anonymous":
        return 401
    if verb == "appeal":
        if who != "owner":
            return 403 if who != "other seller" else refused_reader(state)
        return 410 if state == "deleted" else 409
    if who in ("buyer", "other seller", "owner"):
        return 403
    if state == "not appealed":
        return 404
    if state in ("upheld", "overturned", "resubmitted", "deleted"):
        return 409
    return 403 if who == "decider" else 409


def refused_reader(state: str) -> int:
    """Status for a seller who reads the ad of another."""
    return {"overturned": 403, "deleted": 410}.get(state, 404)


@pytest.mark.parametrize(("state", "verb"), list(product(STATES, ACTIONS)))
def test_every_state_action_and_actor(db: Session, state: str, verb: str):
    world = World(db, state)
    before = world.status
    for who in ACTORS:
        expected = ALLOWED.get((verb, who, state))
        if expected is not None:
            ACTIONS[verb](world, world.people[who])
            assert world.status == expected, who
            world = World(db, state)
            continue
        with pytest.raises(MarketplaceError) as caught:
            ACTIONS[verb](world, world.people[who])
        assert caught.value.status == refusal(verb, who, state), who
        assert world.status == before, who


def test_the_only_admin_decides_an_appeal_against_their_own_decision(db: Session):
    world = World(db, "open")
    for who in ("other admin", "moderator"):
        other = db.get(Account, world.people[who].account_id)
        assert other is not None
        other.status = AccountStatus.SUSPENDED
        factories.save(db, other)
    (listed,) = moderation.list_appeals(db, world.people["decider"]).items
    assert listed.decidable
    assert moderation.uphold_appeal(db, world.people["decider"], world.appeal_id, "It stays.").status == "upheld"


def test_an_overturned_rejection_publishes_the_ad_and_tells_the_owner(db: Session):
    world = World(db, "open")
    view = moderation.overturn_appeal(db, world.people["other admin"], world.appeal_id, "We were wrong.")
    assert (view.status, view.note) == ("overturned", "We were wrong.")
    assert ads.get(db, ANONYMOUS, world.ad.id).status == "approved"
    kinds = [notice.kind for notice in content.list_notifications(db, world.people["owner"]).items]
    assert kinds[0] == "appeal_overturned"
    mail = db.exec(select(OutboxMail).where(OutboxMail.purpose == "appeal")).one()
    assert "We were wrong." in mail.text
    actions = [entry.action for entry in audit.list_entries(db, world.people["decider"]).items]
    assert {"appeal.overturn", "ad.overturn"} <= set(actions)


def test_an_upheld_rejection_stays_and_the_owner_reads_why(db: Session):
    world = World(db, "open")
    moderation.uphold_appeal(db, world.people["other admin"], world.appeal_id, "It is a catalogue photo.")
    with pytest.raises(NotFound):
        ads.get(db, ANONYMOUS, world.ad.id)
    (newest, *_) = content.list_notifications(db, world.people["owner"]).items
    assert "It is a catalogue photo." in newest.text
    (entry,) = audit.list_entries(db, world.people["decider"], target="appeal").items
    assert (entry.action, entry.after) == ("appeal.uphold", {"status": "upheld", "note": "It is a catalogue photo."})


def test_an_ad_that_was_taken_down_comes_back(db: Session):
    seller = factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db))
    decider, other = factories.actor(factories.admin(db)), factories.actor(factories.admin(db))
    ads.take_down(db, decider, ad.id, "It is a copy.")
    with pytest.raises(Gone):
        ads.get(db, ANONYMOUS, ad.id)
    made = moderation.appeal_ad(db, factories.actor(seller), ad.id, "It is my own.")
    assert made.reason == "It is a copy."
    moderation.overturn_appeal(db, other, made.id, "It is yours.")
    assert ads.get(db, ANONYMOUS, ad.id).status == "approved"


def test_a_new_decision_can_be_appealed_again(db: Session):
    world = World(db, "upheld")
    ads.revise(db, world.people["owner"], world.ad.id, draft(world.category, name="Another sofa"))
    ads.reject(db, world.people["decider"], world.ad.id, "Still not.")
    moderation.appeal_ad(db, world.people["owner"], world.ad.id, "Please look again.")
    assert moderation.list_appeals(db, world.people["decider"]).total == 1


def test_open_appeals_are_listed_oldest_first(db: Session):
    worlds = [World(db, "open"), World(db, "open"), World(db, "upheld")]
    page = moderation.list_appeals(db, worlds[0].people["decider"])
    assert [view.id for view in page.items] == [world.appeal_id for world in worlds[:2]]
    first = page.items[0]
    assert (first.target_name, first.reason, first.stands) == ("teak sofa", "The photos show another sofa.", True)
    # Who took the decision looks at those of others only.
    assert [view.decidable for view in page.items] == [False, True]
    assert moderation.list_appeals(db, worlds[0].people["decider"], status="").total == 3
    for actor, error in ((ANONYMOUS, NotSignedIn), (worlds[0].people["owner"], Forbidden)):
        with pytest.raises(error):
            moderation.list_appeals(db, actor)
    for wrong in ({"status": "new"}, {"target": "conversation"}):
        with pytest.raises(Invalid):
            moderation.list_appeals(db, worlds[0].people["decider"], **wrong)


def test_an_owner_sees_only_their_own_appeal(db: Session):
    world = World(db, "open")
    found = moderation.find_own_appeal(db, world.people["owner"], world.ad.id)
    assert found is not None
    assert (found.text, found.decidable) == ("They show this one.", False)
    assert moderation.find_own_appeal(db, world.people["other seller"], world.ad.id) is None
    for actor, error in ((ANONYMOUS, NotSignedIn), (world.people["buyer"], Forbidden)):
        with pytest.raises(error):
            moderation.find_own_appeal(db, actor, world.ad.id)


@pytest.mark.parametrize("text", ["", "  \n", "x" * 2_001])
def test_a_text_is_needed_and_short(db: Session, text: str):
    world = World(db, "not appealed")
    with pytest.raises(Invalid):
        moderation.appeal_ad(db, world.people["owner"], world.ad.id, text)
    with pytest.raises(Invalid):
        moderation.appeal_suspension(db, ANONYMOUS, "a@example.org", "x", text, kind=AccountKind.BUYER)


@pytest.mark.parametrize("note", ["", "  ", "x" * 1_001])
@pytest.mark.parametrize("verb", [moderation.uphold_appeal, moderation.overturn_appeal])
def test_an_answer_is_needed_and_short(db: Session, verb, note: str):
    world = World(db, "open")
    with pytest.raises(Invalid):
        verb(db, world.people["other admin"], world.appeal_id, note)


def test_a_page_of_appeals_takes_no_more_statements_than_one(db: Session, connection):
    desk = factories.actor(factories.admin(db))
    World(db, "open")
    sent: list[str] = []
    event.listen(connection, "before_cursor_execute", lambda _c, _cursor, text, *_more: sent.append(text))
    assert [view.stands for view in moderation.list_appeals(db, desk).items] == [True]
    few = len(sent)
    for _ in range(3):
        World(db, "open")
    World(db, "resubmitted")
    sent.clear()
    assert [view.stands for view in moderation.list_appeals(db, desk).items] == [True] * 4
    assert len(sent) == few
