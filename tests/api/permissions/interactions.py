"""Messages, enquiries, calendars, blocks, saved searches, reports."""

from datetime import timedelta

from marketplace.core import clock, ids
from marketplace.domain import chat, media
from marketplace.models import AccountKind
from marketplace.settings import get_settings
from tests import factories
from tests.api.permissions.row import OPEN, Call, Row, call
from tests.api.permissions.world import World
from tests.domain.media.corpus import jpeg

USER = "401 ok  403 403 403 403"
PARTIES = "401 ok  403 ok  403 403"
MEMBERS = "401 ok  ok  ok  ok  403"


def enquiring(world: World) -> Call:
    pickup = clock.now() + timedelta(days=3)
    body = {
        "productId": world.rental.id,
        "sellerId": world.seller.id,
        "userId": world.user.id,
        "pickupDateTime": pickup.isoformat(),
        "dropDateTime": (pickup + timedelta(days=1)).isoformat(),
    }
    return call(json=body)


def of_user(world: World) -> Call:
    assert world.enquiry
    return call(user_id=world.user.id)


def of_seller(world: World) -> Call:
    assert world.enquiry
    return call(seller_id=world.seller.id)


def waiting(world: World) -> Call:
    return call(enquiry_id=world.enquiry.id)


def booked(world: World) -> Call:
    return call(enquiry_id=world.booked.id)


def checking(world: World) -> Call:
    return call(json={"userId": world.user.id, "productId": world.rental.id})


def calendar(world: World) -> Call:
    assert world.booked
    return call(product_id=world.rental.id)


def calendar_of_pending(world: World) -> Call:
    return call(product_id=world.pending.id)


def setting_calendar(world: World) -> Call:
    return call(json={"prices": {"day": 450}}, product_id=world.rental.id)


def nothing(_world: World) -> Call:
    return call()


def feed(world: World) -> Call:
    return call(token=world.open_feed())


def unread(world: World) -> Call:
    assert world.conversation_id
    return call(account_id=world.user.id)


def conversations(world: World) -> Call:
    assert world.conversation_id
    return call(kind="user", account_id=world.user.id)


def conversations_of_seller(world: World) -> Call:
    assert world.conversation_id
    return call(kind="seller", account_id=world.seller.id)


def conversation(world: World) -> Call:
    assert world.conversation_id
    return call(user_id=world.user.id, seller_id=world.seller.id)


def about_conversation(world: World) -> Call:
    assert world.conversation_id
    return call(json={"userId": world.user.id, "sellerId": world.seller.id})


def writing(world: World) -> Call:
    body = {"senderType": "user", "senderId": world.user.id, "receiverType": "seller", "receiverId": world.seller.id}
    return call(json=body | {"message": "Is it still there?"})


def answering(world: World) -> Call:
    body = {"senderType": "seller", "senderId": world.seller.id, "receiverType": "user", "receiverId": world.user.id}
    return call(json=body | {"message": "It is."})


def picture(world: World) -> Call:
    """A photo that the seller sent to the user."""
    upload = media.store_image(world.db, factories.actor(world.seller), "a.jpg", jpeg(320, 240))
    # A message is checked on a connection of its own.
    world.db.commit()
    sent = chat.send(world.db, factories.actor(world.seller), world.user.id, "", photo_ids=[upload.id])
    world.db.commit()
    return call(message_id=sent.id, upload_id=upload.id, width=str(upload.width))


def warned(world: World) -> Call:
    """The verdict on a message that the seller sent to the user."""
    return call(message_id=world.warned_id, json={"verdict": "fine"})


def digest_link(world: World) -> Call:
    return _signed("digest", world.bystander.id)


def _signed(purpose: str, subject: str) -> Call:
    return call(params={"token": f"{subject}.{ids.sign(get_settings().secret, purpose, subject)}"})


def blocks(world: World) -> Call:
    if world.me.kind is not AccountKind.ADMIN:
        world.block(world.me, world.bystander)
    return call()


def blocking(world: World) -> Call:
    return call(json={"blockedId": world.bystander.id})


def unblocking(world: World) -> Call:
    return call(blocked_id=world.bystander.id)


def following(world: World) -> Call:
    return call(json={"sellerId": world.bystander.id})


def unfollowing(world: World) -> Call:
    return call(seller_id=world.bystander.id)


def searches(world: World) -> Call:
    world.save_search(world.user)
    return call()


def saving_search(_world: World) -> Call:
    return call(json={"query": {"keyword": "sofa"}})


def changing_search(world: World) -> Call:
    return call(json={"name": "Sofas", "cadence": "weekly"}, search_id=world.save_search(world.user))


def alert_link(world: World) -> Call:
    return _signed("alert", world.save_search(world.user))


def wishlist_link(world: World) -> Call:
    return _signed("wishlist", world.bystander.id)


def dropping_search(world: World) -> Call:
    return call(search_id=world.save_search(world.user))


def _report(target: str, target_id: str) -> Call:
    return call(json={"target": target, "targetId": target_id, "reason": "scam"})


def reporting_ad(world: World) -> Call:
    return _report("product", world.ad_of(world.bystander).id)


def reporting_account(world: World) -> Call:
    return _report("account", world.bystander.id)


def reporting_user(world: World) -> Call:
    return _report("account", world.quiet_user.id)


def reporting_conversation(world: World) -> Call:
    return _report("conversation", world.conversation_id)


def grieving(_world: World) -> Call:
    return call(json={"kind": "copyright", "email": "asha@example.org", "text": "My photo."})


ROWS = (
    Row("POST /api/enquiry", enquiring, USER),
    Row("GET /api/enquiry/user/{user_id}", of_user, "401 ok  403 403 403 ok"),
    Row("GET /api/enquiry/seller/{seller_id}", of_seller, "401 403 403 ok  403 ok"),
    Row("POST /api/enquiry/{enquiry_id}/accept", waiting, "401 403 404 ok  404 403"),
    Row("POST /api/enquiry/{enquiry_id}/decline", waiting, "401 403 404 ok  404 403"),
    Row("POST /api/enquiry/{enquiry_id}/cancel", waiting, "401 ok  404 403 404 403"),
    Row("POST /api/enquiry/{enquiry_id}/cancel", booked, "401 ok  404 ok  404 403", "booked"),
    Row("POST /api/order/check", checking, USER),
    Row("GET /api/product/{product_id}/calendar", calendar, OPEN),
    Row("GET /api/product/{product_id}/calendar", calendar_of_pending, "404 404 404 ok  404 ok", "never approved"),
    Row("PUT /api/product/{product_id}/calendar", setting_calendar, "401 403 403 ok  403 403"),
    Row("POST /api/calendar", nothing, MEMBERS),
    Row("DELETE /api/calendar", nothing, MEMBERS),
    Row("GET /api/calendar/{token}.ics", feed, OPEN),
    Row("GET /api/messages/unread/{account_id}", unread, USER),
    Row("GET /api/messages/conversations/{kind}/{account_id}", conversations, USER),
    Row(
        "GET /api/messages/conversations/{kind}/{account_id}",
        conversations_of_seller,
        "401 403 403 ok  403 403",
        "of a seller",
    ),
    Row("GET /api/messages/{user_id}/{seller_id}", conversation, PARTIES),
    Row("GET /api/messages/photos/{message_id}/{upload_id}-{width}.webp", picture, "401 ok  404 ok  404 404"),
    Row("POST /api/messages/markAsRead", about_conversation, PARTIES),
    Row("POST /api/messages/mute", about_conversation, PARTIES),
    Row("POST /api/messages/{message_id}/feedback", warned, "401 ok  404 404 404 403"),
    Row("POST /api/messages", writing, USER),
    Row("POST /api/messages", answering, "401 403 403 ok  403 403", "of a seller"),
    # The signed token in the link is the permission.
    Row("POST /api/messages/digest/unsubscribe", digest_link, OPEN),
    Row("GET /api/messages/digest/unsubscribe", digest_link, OPEN, ended="ok"),
    Row("GET /api/block", blocks, MEMBERS),
    Row("POST /api/block", blocking, MEMBERS),
    Row("DELETE /api/block", blocking, MEMBERS),
    Row("DELETE /api/block/{blocked_id}", unblocking, MEMBERS),
    Row("GET /api/waiting", waiting, MEMBERS),
    Row("GET /api/follow", nothing, MEMBERS),
    Row("POST /api/follow", following, MEMBERS),
    Row("DELETE /api/follow", following, MEMBERS),
    Row("DELETE /api/follow/{seller_id}", unfollowing, MEMBERS),
    Row("GET /api/savedsearch", searches, MEMBERS),
    Row("POST /api/savedsearch", saving_search, MEMBERS),
    Row("PUT /api/savedsearch/{search_id}", changing_search, "401 ok  404 404 404 403"),
    Row("POST /api/savedsearch/unsubscribe", alert_link, OPEN),
    Row("GET /api/savedsearch/unsubscribe", alert_link, OPEN, ended="ok"),
    Row("POST /api/wishlist/mails/unsubscribe", wishlist_link, OPEN),
    Row("GET /api/wishlist/mails/unsubscribe", wishlist_link, OPEN, ended="ok"),
    Row("DELETE /api/savedsearch/{search_id}", dropping_search, "401 ok  404 404 404 403"),
    Row("POST /api/grievance", grieving, OPEN),
    Row("GET /api/transparency", nothing, OPEN),
    Row("POST /api/report", reporting_ad, OPEN),
    Row("POST /api/report", reporting_account, OPEN, "of a seller"),
    Row("POST /api/report", reporting_user, "404 404 404 ok  ok  ok", "of a user"),
    Row("POST /api/report", reporting_conversation, "401 ok  404 ok  404 404", "of a conversation"),
)
