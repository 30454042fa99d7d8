"""Reviews of finished deals and rentals."""

from tests.api.permissions.row import ADMIN, OPEN, Call, Row, call
from tests.api.permissions.world import World


def writing(world: World) -> Call:
    return call(json={"dealId": world.done_deal_id, "stars": 5, "tags": ["friendly"], "text": "Fine."})


def of_seller(world: World) -> Call:
    assert world.review_id
    return call(seller_id=world.seller.id)


def of_user(world: World) -> Call:
    assert world.review_id
    return call(user_id=world.user.id)


def replying(world: World) -> Call:
    return call(json={"text": "Thank you."}, review_id=world.review_id)


def replying_to_sealed(world: World) -> Call:
    return call(json={"text": "Thank you."}, review_id=world.sealed_review_id)


def removing(world: World) -> Call:
    return call(json={"reason": "It insults the seller."}, review_id=world.review_id)


def reporting(world: World) -> Call:
    return call(json={"target": "review", "targetId": world.review_id, "reason": "offensive"})


def reporting_sealed(world: World) -> Call:
    return call(json={"target": "review", "targetId": world.sealed_review_id, "reason": "offensive"})


ROWS = (
    Row("POST /api/review", writing, "401 ok  403 ok  403 403"),
    Row("GET /api/review/seller/{seller_id}", of_seller, OPEN),
    Row("GET /api/review/user/{user_id}", of_user, OPEN),
    Row("POST /api/review/{review_id}/reply", replying, "401 403 403 ok  403 403"),
    Row("POST /api/review/{review_id}/reply", replying_to_sealed, "401 404 404 404 404 403", "sealed"),
    Row("POST /api/report", reporting, "ok  400 ok  ok  ok  ok", "of a review"),
    Row("POST /api/report", reporting_sealed, "404 404 404 404 404 404", "of a sealed review"),
    Row("POST /api/admin/reviews/{review_id}/remove", removing, ADMIN),
)
