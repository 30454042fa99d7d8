"""Appeals against suspensions: every state, every action and every actor; then what a decision does."""

from collections.abc import Callable
from itertools import product

import pytest
from sqlmodel import Session, col, select

from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.errors import Conflict, Forbidden, MarketplaceError, NotSignedIn
from marketplace.domain import accounts, moderation
from marketplace.domain.accounts import passwords
from marketplace.domain.personal_data.service import erase_dormant_account
from marketplace.models import Account, AccountKind, AccountStatus, Appeal, OutboxMail
from tests import factories
from tests.domain.accounts.steps import PASSWORD

STATES = ["active", "not appealed", "open", "upheld", "overturned", "restored", "suspended again", "deleted"]
KINDS = {AccountKind.BUYER: factories.buyer, AccountKind.SELLER: factories.seller}
NO_ID = "01M7YH44H3FVMP4547R0ZWQBC3"


class World:
    """An account that may be suspended, may have appealed, and whose suspension may have ended; and the actors."""

    def __init__(self, db: Session, kind: AccountKind, state: str):
        self.db, self.kind = db, kind
        stored = passwords.make_hash(PASSWORD)
        self.accounts: dict[str, Account] = {
            "buyer": factories.buyer(db, password_hash=stored),
            "other seller": factories.seller(db, password_hash=stored),
            "owner": KINDS[kind](db, password_hash=stored),
            "decider": factories.admin(db, password_hash=stored),
            "other admin": factories.admin(db, password_hash=stored),
            "moderator": factories.moderator(db, password_hash=stored),
        }
        self.owner, self.email = self.accounts["owner"], self.accounts["owner"].email
        self.appeal_id = NO_ID
        if state != "active":
            self.suspend("Fake ads")
        if state not in ("active", "not appealed"):
            self.appeal_id = self.appeal("owner").id
        if state in ("upheld", "overturned"):
            ACTIONS["uphold" if state == "upheld" else "overturn"](self, "other admin")
        if state in ("restored", "suspended again"):
            accounts.restore(db, self.actor("other admin"), self.owner.id)
        if state == "suspended again":
            self.suspend("Fake ads again")
        if state == "deleted":
            erase_dormant_account(db, self.owner)
        db.commit()

    def actor(self, who: str) -> Actor:
        """The actor of a session; a suspended person has none, as anybody anonymous."""
        if who == "anonymous" or (who == "owner" and self.owner.status is not AccountStatus.ACTIVE):
            return ANONYMOUS
        return factories.actor(self.accounts[who])

    def suspend(self, reason: str) -> None:
        """Suspend the account."""
        accounts.suspend(self.db, self.actor("decider"), self.owner.id, reason)

    def appeal(self, who: str):
        """Appeal with the own email and password; an anonymous person knows the owner's email only."""
        if who == "anonymous":
            return self.send(self.email, "wrong password", self.kind)
        email = self.email if who == "owner" else self.accounts[who].email
        return self.send(email, PASSWORD, self.accounts[who].kind)

    def send(self, email: str, password: str, kind: AccountKind):
        """Appeal as the page does, which has no session."""
        return moderation.appeal_suspension(self.db, ANONYMOUS, email, password, "They are real.", kind=kind)

    @property
    def appeals(self) -> list[str]:
        """Statuses of the account's appeals, oldest first."""
        of_owner = select(Appeal).where(Appeal.target_id == self.owner.id).order_by(col(Appeal.id))
        return [appeal.status.value for appeal in self.db.exec(of_owner)]

    @property
    def status(self) -> str:
        """Status of the account."""
        self.db.refresh(self.owner)
        return self.owner.status.value


ACTIONS: dict[str, Callable[[World, str], object]] = {
    "appeal": lambda w, who: w.appeal(who),
    "uphold": lambda w, who: moderation.uphold_appeal(w.db, w.actor(who), w.appeal_id, "It stays."),
    "overturn": lambda w, who: moderation.overturn_appeal(w.db, w.actor(who), w.appeal_id, "We were wrong."),
}
ACTORS = ["anonymous", "buyer", "other seller", "owner", "decider", "other admin", "moderator"]
# What is allowed: the statuses of the appeals and of the account afterwards.
ALLOWED = {
    ("appeal", "owner", "not appealed"): (["open"], "suspended"),
    ("appeal", "owner", "suspended again"): (["moot", "open"], "suspended"),
} | {
    (verb, who, state): after
    for who in ("other admin", "moderator")
    for verb, state, after in (
        ("uphold", "open", (["upheld"], "suspended")),
        ("overturn", "open", (["overturned"], "active")),
    )
}


def refusal(verb: str, who: str, state: str) -> int:
    """HTTP status of the refusal for an actor."""
    if verb == "appeal":
        # Nobody signs in as a deleted account, and others have no suspension to appeal.
        return 401 if who == "anonymous" or (who == "owner" and state == "deleted") else 409
    if who == "anonymous":
        return 401
    if who == "owner":
        return 403 if state in ("active", "overturned", "restored") else 401
    if who in ("buyer", "other seller"):
        return 403
    if state in ("active", "not appealed"):
        return 404
    if state in ("upheld", "overturned", "restored", "suspended again", "deleted"):
        return 409
    return 403 if who == "decider" else 409


@pytest.mark.parametrize(("kind", "state", "verb"), list(product(KINDS, STATES, ACTIONS)))
def test_every_state_action_and_actor(db: Session, kind: AccountKind, state: str, verb: str):
    world = World(db, kind, state)
    before = world.appeals, world.status
    for who in ACTORS:
        expected = ALLOWED.get((verb, who, state))
        if expected is not None:
            ACTIONS[verb](world, who)
            assert (world.appeals, world.status) == expected, who
            world = World(db, kind, state)
            continue
        with pytest.raises(MarketplaceError) as caught:
            ACTIONS[verb](world, who)
        assert caught.value.status == refusal(verb, who, state), who
        assert (world.appeals, world.status) == before, who


@pytest.mark.parametrize("kind", KINDS)
def test_an_appeal_needs_the_password_and_the_kind_of_the_account(db: Session, kind: AccountKind):
    world = World(db, kind, "not appealed")
    (other,) = KINDS.keys() - {kind}
    for password, of_kind in (("wrong password", kind), (PASSWORD, other), (PASSWORD, AccountKind.ADMIN)):
        with pytest.raises(NotSignedIn):
            world.send(world.email, password, of_kind)
    made = world.appeal("owner")
    assert (made.target, made.reason, made.text) == ("account", "Fake ads", "They are real.")


def test_the_only_admin_decides_on_their_own_suspension(db: Session):
    world = World(db, AccountKind.SELLER, "open")
    for who in ("other admin", "moderator"):
        world.accounts[who].status = AccountStatus.SUSPENDED
    db.flush()
    moderation.overturn_appeal(db, world.actor("decider"), world.appeal_id, "We were wrong.")
    assert world.status == "active"


def test_only_the_suspension_that_stands_is_overturned(db: Session):
    world = World(db, AccountKind.SELLER, "suspended again")
    second = world.appeal("owner")
    with pytest.raises(Conflict):
        moderation.overturn_appeal(db, world.actor("other admin"), world.appeal_id, "x")
    with pytest.raises(Forbidden):
        moderation.overturn_appeal(db, world.actor("decider"), second.id, "x")
    moderation.overturn_appeal(db, world.actor("other admin"), second.id, "You were right.")
    assert (world.appeals, world.status) == (["moot", "overturned"], "active")


def test_an_overturned_suspension_is_told_by_mail(db: Session):
    world = World(db, AccountKind.SELLER, "open")
    moderation.overturn_appeal(db, world.actor("other admin"), world.appeal_id, "You were right.")
    mail = db.exec(select(OutboxMail).where(OutboxMail.purpose == "restored")).one()
    assert "You were right." in mail.text


def test_a_suspension_that_stays_is_answered_by_mail(db: Session):
    world = World(db, AccountKind.SELLER, "open")
    moderation.uphold_appeal(db, world.actor("other admin"), world.appeal_id, "The ads were copies.")
    mail = db.exec(select(OutboxMail).where(OutboxMail.purpose == "appeal")).one()
    assert (mail.to, "The ads were copies." in mail.text) == (world.email, True)
