"""reviews.reply_to_review, remove_review, find_exchange, and reports"""

import pytest
from sqlmodel import select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound, NotSignedIn, RuleBroken
from marketplace.domain import audit, content, moderation, reviews
from marketplace.domain.moderation import ReportDraft
from marketplace.models import AccountKind, OutboxMail
from tests.domain.reviews.conftest import say


@pytest.fixture
def sealed_id(scene, deal_id) -> str:
    """A sealed review of the seller."""
    return reviews.write_review(scene.db, scene.as_buyer, say(deal_id, stars=2, text="Scratched.")).id


@pytest.fixture
def review_id(scene, deal_id, sealed_id) -> str:
    """A revealed review of the seller."""
    reviews.write_review(scene.db, scene.as_seller, say(deal_id))
    return sealed_id


def shown(scene):
    return reviews.list_reviews(scene.db, ANONYMOUS, scene.seller.id, kind=AccountKind.SELLER)


def report(scene, actor, review_id):
    moderation.report(scene.db, actor, ReportDraft(target="review", target_id=review_id, reason="offensive"))
    return moderation.list_reports(scene.db, scene.admin).items


class TestReply:
    def test_is_only_for_whom_the_review_is_about(self, scene, review_id):
        for actor, error in (
            (ANONYMOUS, NotSignedIn),
            (scene.as_buyer, Forbidden),
            (scene.rival, Forbidden),
            (scene.admin, Forbidden),
        ):
            with pytest.raises(error):
                reviews.reply_to_review(scene.db, actor, review_id, "No.")

    def test_is_published_once(self, scene, review_id):
        for odd in ("  ", "x" * 501):
            with pytest.raises(Invalid):
                reviews.reply_to_review(scene.db, scene.as_seller, review_id, odd)
        reviews.reply_to_review(scene.db, scene.as_seller, review_id, "The scratch was in the photos.")
        with pytest.raises(Conflict):
            reviews.reply_to_review(scene.db, scene.as_seller, review_id, "And more.")
        assert shown(scene).items[0].reply == "The scratch was in the photos."

    def test_not_to_a_sealed_review(self, scene, sealed_id):
        with pytest.raises(NotFound):
            reviews.reply_to_review(scene.db, scene.as_seller, sealed_id, "Hm.")


class TestReports:
    def test_a_sealed_review_can_not_be_reported(self, scene, sealed_id):
        with pytest.raises(NotFound):
            report(scene, scene.as_seller, sealed_id)

    def test_own_reviews_are_refused(self, scene, review_id):
        with pytest.raises(RuleBroken):
            report(scene, scene.as_buyer, review_id)

    def test_moderators_see_the_review(self, scene, review_id):
        [made] = report(scene, ANONYMOUS, review_id)
        assert made.target_name == f"{scene.buyer.username} → {scene.seller.username}"
        item = moderation.get_report(scene.db, scene.admin, made.id)
        assert item.review is not None
        assert (item.review.stars, item.review.text) == (2, "Scratched.")


class TestRemoval:
    def test_is_for_admins(self, scene, review_id):
        for actor, error in ((ANONYMOUS, NotSignedIn), (scene.as_seller, Forbidden), (scene.as_buyer, Forbidden)):
            with pytest.raises(error):
                reviews.remove_review(scene.db, actor, review_id, "Insult")

    def test_a_sealed_one_is_not_found(self, scene, sealed_id):
        with pytest.raises(NotFound):
            reviews.remove_review(scene.db, scene.admin, sealed_id, "Insult")

    def test_takes_it_from_lists_and_numbers_and_tells_the_writer(self, scene, deal_id, review_id):
        with pytest.raises(Invalid):
            reviews.remove_review(scene.db, scene.admin, review_id, " ")
        assert shown(scene).summary.count == 1
        reviews.remove_review(scene.db, scene.admin, review_id, "Insult")
        with pytest.raises(Conflict):
            reviews.remove_review(scene.db, scene.admin, review_id, "Insult")
        assert (shown(scene).items, shown(scene).summary.count) == ((), 0)
        told = content.list_notifications(scene.db, scene.as_buyer).items[0]
        assert (told.kind, told.text) == ("review_removed", "Your review of Asha Rao was removed: Insult")
        mails = scene.db.exec(
            select(OutboxMail).where(OutboxMail.to == scene.buyer.email).order_by(OutboxMail.id)
        ).all()
        assert "Insult" in mails[-1].text
        [entry] = audit.list_entries(scene.db, scene.admin, target="review").items
        assert entry.after == {"removed": True, "reason": "Insult"}
        mine = reviews.get_exchange(scene.db, scene.as_buyer, deal_id).mine
        assert mine is not None
        assert mine.removed_reason == "Insult"
        assert reviews.get_exchange(scene.db, scene.as_seller, deal_id).theirs is None
        # A removed review is not written again.
        with pytest.raises(Conflict):
            reviews.write_review(scene.db, scene.as_buyer, say(deal_id))


class TestExchange:
    def test_is_for_the_parties_of_what_is_finished(self, scene, deal_id):
        with pytest.raises(NotSignedIn):
            reviews.find_exchange(scene.db, ANONYMOUS, deal_id)
        for actor in (scene.stranger, scene.rival, scene.admin):
            with pytest.raises(NotFound):
                reviews.get_exchange(scene.db, actor, deal_id)
        assert reviews.find_exchange(scene.db, scene.as_buyer, "nonsense") is None

    def test_shows_each_only_their_own_until_both_are_revealed(self, scene, deal_id, sealed_id):
        own = reviews.get_exchange(scene.db, scene.as_buyer, deal_id)
        other = reviews.get_exchange(scene.db, scene.as_seller, deal_id)
        assert (own.can_write, own.mine and own.mine.text, own.theirs) == (False, "Scratched.", None)
        assert (other.can_write, other.mine, other.theirs, other.can_reply) == (True, None, None, False)
        reviews.write_review(scene.db, scene.as_seller, say(deal_id))
        other = reviews.get_exchange(scene.db, scene.as_seller, deal_id)
        assert (other.theirs and other.theirs.text, other.can_reply) == ("Scratched.", True)
