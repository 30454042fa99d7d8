import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotSignedIn
from marketplace.domain import moderation
from marketplace.models import Ad, AdStatus
from tests import factories
from tests.domain.moderation.queued_ads import waiting


def test_only_admins_approve(db):
    with pytest.raises(NotSignedIn):
        moderation.approve_many(db, ANONYMOUS, [])
    with pytest.raises(Forbidden):
        moderation.approve_many(db, factories.actor(factories.seller(db)), [])


def test_a_failure_does_not_affect_the_others(db):
    seller, category = factories.seller(db), factories.category(db)
    fine, changed = (waiting(db, seller, category, minutes=5) for _ in range(2))
    decided = factories.ad(db, seller, category)
    choices = [(changed.id, 7), (decided.id, None), ("nothing", None), (fine.id, 1)]
    outcomes = moderation.approve_many(db, factories.actor(factories.admin(db)), choices)
    assert [outcome.approved for outcome in outcomes] == [False, False, False, True]
    assert all(outcome.message for outcome in outcomes[:3])
    assert db.get(Ad, fine.id).status is AdStatus.APPROVED
    assert db.get(Ad, changed.id).status is AdStatus.PENDING
