"""Calls of API contract, section 3: status and keys of successful responses."""

import re
from typing import Any

import pytest
from sqlmodel import Session

from tests.api.permissions import ROWS, answer_to
from tests.client import TestClient

LIST = {"products": list, "total": int, "totalPages": int, "page": int}
PAGE = {"data": list, "total": int, "totalPages": int, "page": int}
TOLD = {"message": str}
CHANGED = {"message": str, "data": dict}
LOGIN = {"message": str, "token": str, "username": str}

# Operation as in the contract, caller, status, response keys besides `success`.
CALLS: list[tuple[str, str, int, dict[str, Any]]] = [
    ("GET /testimonial", "anonymous", 200, {"data": list}),
    ("GET /category", "anonymous", 200, {"data": list}),
    ("GET /category/{id}", "anonymous", 200, {"data": dict}),
    ("GET /subcategory", "anonymous", 200, {"data": list}),
    ("GET /subcategory/{id}", "anonymous", 200, {"data": dict, "dynamicFields": list}),
    ("GET /product/categories/by-type", "anonymous", 200, {"data": list}),
    ("GET /product/sell", "anonymous", 200, LIST),
    ("GET /product/rent", "anonymous", 200, LIST),
    ("GET /product/lease", "anonymous", 200, LIST),
    ("GET /product/featured", "anonymous", 200, {"data": list}),
    ("GET /product/search", "anonymous", 200, LIST | {"facets": list}),
    ("GET /product/category/{id}", "anonymous", 200, {"data": list, "products": list}),
    ("GET /product/{id}", "anonymous", 200, {"data": dict}),
    ("GET /product/seller/{sellerId}", "seller", 200, {"data": list, "message": str}),
    ("GET /product/approved/{sellerId}", "anonymous", 200, {"products": list}),
    ("GET /product/dashboard-stats/{sellerId}", "seller", 200, {"data": dict}),
    ("POST /product", "seller", 201, {"message": "Product created successfully!", "data": dict}),
    ("POST /product/{id}/sold", "seller", 200, CHANGED),
    ("POST /product/{id}/relist", "seller", 200, CHANGED),
    ("POST /product/{id}/renew", "seller", 200, CHANGED),
    ("POST /product/{id}/confirm", "seller", 200, CHANGED),
    ("POST /product/{id}/pause", "seller", 200, CHANGED),
    ("POST /product/{id}/resume", "seller", 200, CHANGED),
    ("POST /product/{id}/reserve", "seller", 200, CHANGED),
    ("POST /product/bulk", "seller", 200, CHANGED),
    ("POST /product/bulk/preview", "seller", 200, {"data": dict}),
    ("POST /seller/holiday", "seller", 200, CHANGED),
    ("POST /product/{id}/contact", "user", 200, {"phone": str, "whatsapp": str}),
    ("PUT /product/{id}", "seller", 200, {"message": "Product updated successfully!", "data": dict}),
    ("DELETE /product/{id}", "seller", 200, {"message": "Product deleted successfully"}),
    ("DELETE /product", "seller", 200, {"message": "Image removed successfully"}),
    ("POST /upload-multiple", "user", 201, {"fileUrls": list, "public_id": list, "images": list}),
    ("POST /upload", "user", 201, {"fileUrl": str, "name": "a.jpg", "public_id": str}),
    ("GET /push", "anonymous", 200, {"publicKey": str, "subscribed": False}),
    ("POST /push", "user", 201, TOLD),
    ("DELETE /push", "user", 200, TOLD),
    ("POST /wishlist", "user", 201, {"message": "Added to wishlist"}),
    ("DELETE /wishlist/{userId}/{productId}", "user", 200, {"message": "Removed from wishlist"}),
    ("GET /wishlist/{userId}", "user", 200, {"data": list}),
    ("POST /enquiry", "user", 201, {"message": "Enquiry sent successfully!", "data": dict}),
    ("GET /enquiry/user/{userId}", "user", 200, {"data": list}),
    ("POST /enquiry/{id}/accept", "seller", 200, CHANGED),
    ("POST /enquiry/{id}/decline", "seller", 200, CHANGED),
    ("POST /enquiry/{id}/cancel", "user", 200, CHANGED),
    ("GET /product/{id}/calendar", "anonymous", 200, {"data": dict}),
    ("PUT /product/{id}/calendar", "seller", 200, {"data": dict}),
    ("GET /enquiry/seller/{sellerId}", "seller", 200, {"data": list}),
    ("POST /order/check", "user", 200, {"message": str, "available": True}),
    ("GET /messages/unread/{id}", "user", 200, {"count": 1}),
    ("GET /messages/conversations/{type}/{id}", "user", 200, {"conversations": list}),
    ("GET /messages/{userId}/{sellerId}", "user", 200, {"messages": list}),
    ("POST /messages/markAsRead", "user", 200, {"message": str, "updated": 1}),
    ("POST /messages", "user", 201, {"message": dict}),
    ("POST /messages/{id}/feedback", "user", 200, {"message": str}),
    ("POST /offer", "user", 201, {"message": "Offer sent", "data": dict}),
    ("GET /offer/user/{userId}", "user", 200, {"data": list}),
    ("GET /offer/seller/{sellerId}", "seller", 200, {"data": list}),
    ("POST /offer/{id}/accept", "seller", 200, CHANGED),
    ("POST /offer/{id}/decline", "seller", 200, CHANGED),
    ("POST /offer/{id}/counter", "seller", 200, CHANGED),
    ("POST /offer/{id}/withdraw", "user", 200, CHANGED),
    ("GET /deal/{id}", "user", 200, {"data": dict}),
    ("GET /deal/user/{userId}", "user", 200, {"data": list}),
    ("GET /deal/seller/{sellerId}", "seller", 200, {"data": list}),
    ("POST /deal/{id}/meetup", "user", 200, CHANGED),
    ("POST /deal/{id}/meetup/confirm", "user", 200, CHANGED),
    ("POST /deal/{id}/meetup/late", "user", 200, CHANGED),
    ("POST /deal/{id}/meetup/here", "user", 200, CHANGED),
    ("POST /deal/{id}/cancel", "user", 200, CHANGED),
    ("POST /deal/{id}/handover", "seller", 200, CHANGED),
    ("POST /deal/{id}/code", "user", 200, CHANGED),
    ("GET /enquiry/{id}/condition", "user", 200, {"data": dict}),
    ("POST /enquiry/{id}/condition", "user", 201, CHANGED),
    ("POST /enquiry/{id}/condition/confirm", "user", 200, CHANGED),
    ("POST /enquiry/{id}/pickup", "seller", 200, CHANGED),
    ("POST /enquiry/{id}/return", "seller", 200, CHANGED),
    ("POST /enquiry/{id}/code", "user", 200, CHANGED),
    ("POST /enquiry/{id}/meetup", "user", 200, CHANGED),
    ("POST /enquiry/{id}/deposit", "user", 200, CHANGED),
    ("POST /review", "user", 201, CHANGED),
    ("GET /review/seller/{id}", "anonymous", 200, {"data": list, "count": int}),
    ("GET /review/user/{id}", "anonymous", 200, {"data": list, "count": int}),
    ("POST /review/{id}/reply", "seller", 200, {"message": "Reply published", "data": dict}),
    ("POST /admin/reviews/{id}/remove", "admin", 200, TOLD),
    ("POST /auth/sendOtpRegister", "anonymous", 200, TOLD),
    ("POST /auth/verifyOtpRegister", "anonymous", 200, {"verified": True}),
    ("POST /user", "anonymous", 201, CHANGED),
    ("POST /seller", "anonymous", 201, CHANGED),
    ("POST /user/login", "anonymous", 200, LOGIN | {"userId": str, "type": "user"}),
    ("POST /seller/login", "anonymous", 200, LOGIN | {"sellerId": str, "type": "seller"}),
    ("POST /auth/sendOtp", "anonymous", 200, {"message": "OTP sent to your email"}),
    ("POST /auth/resetPass", "anonymous", 200, {"message": "Password reset successfully"}),
    ("POST /auth/changePass", "user", 200, TOLD),
    ("POST /auth/switch", "user", 200, LOGIN | {"sellerId": str, "type": "seller"}),
    ("POST /auth/switch", "seller", 200, LOGIN | {"userId": str, "type": "user"}),
    ("POST /auth/logout", "user", 200, {"message": "Logged out successfully"}),
    ("GET /user/{id}", "user", 200, {"data": dict}),
    ("PUT /user/{id}", "user", 200, {"message": "Profile updated successfully", "data": dict}),
    ("GET /auth/sessions", "user", 200, {"data": list}),
    ("DELETE /auth/sessions/{id}", "user", 200, TOLD),
    ("POST /auth/account/export", "user", 200, {"data": dict}),
    ("POST /auth/account/delete", "user", 200, TOLD),
    ("GET /seller/{id}", "anonymous", 200, {"data": dict}),
    ("PUT /seller/{id}", "seller", 200, {"message": "Profile updated successfully", "data": dict}),
    ("GET /seller", "user", 200, {"data": list}),
    ("GET /user", "seller", 200, {"data": list}),
    ("POST /report", "anonymous", 201, TOLD),
    ("GET /block", "user", 200, {"data": list}),
    ("POST /block", "user", 201, TOLD),
    ("DELETE /block", "user", 200, TOLD),
    ("GET /savedsearch", "user", 200, {"data": list}),
    ("POST /savedsearch", "user", 201, CHANGED),
    ("DELETE /savedsearch/{id}", "user", 200, TOLD),
    ("GET /search/suggest", "anonymous", 200, {"data": list}),
    ("GET /wanted", "user", 200, PAGE),
    ("POST /wanted", "user", 201, CHANGED),
    ("PUT /wanted/{id}", "user", 200, CHANGED),
    ("DELETE /wanted/{id}", "user", 200, TOLD),
    ("POST /wanted/{id}/renew", "user", 200, CHANGED),
    ("GET /wanted/matching", "seller", 200, PAGE),
    ("POST /wanted/{id}/answer", "seller", 201, CHANGED),
    ("POST /admin/wanted/{id}/end", "admin", 200, TOLD),
    ("POST /admin/login", "anonymous", 200, LOGIN | {"adminId": str, "type": "admin"}),
    ("GET /admin/products", "admin", 200, LIST),
    ("POST /admin/products/{id}/approve", "admin", 200, CHANGED),
    ("POST /admin/products/{id}/reject", "admin", 200, CHANGED),
    ("POST /admin/products/{id}/takedown", "admin", 200, CHANGED),
    ("POST /product/{id}/appeal", "seller", 201, CHANGED),
    ("POST /account/appeal", "anonymous", 201, CHANGED),
    ("GET /admin/appeals", "admin", 200, PAGE),
    ("POST /admin/appeals/{id}/uphold", "admin", 200, CHANGED),
    ("POST /admin/appeals/{id}/overturn", "admin", 200, CHANGED),
    ("POST /grievance", "anonymous", 201, CHANGED),
    ("GET /transparency", "anonymous", 200, {"data": list}),
    ("GET /admin/grievances", "admin", 200, PAGE),
    ("POST /admin/grievances/{id}/resolve", "admin", 200, CHANGED),
    ("GET /admin/settings", "admin", 200, {"data": dict}),
    ("PUT /admin/settings", "admin", 200, CHANGED),
    ("GET /admin/rules", "admin", 200, {"data": list}),
    ("PUT /admin/rules/{id}", "admin", 200, CHANGED | {"replay": dict}),
    ("POST /admin/rules/{id}/undo", "admin", 200, CHANGED),
    (
        "POST /admin/rules/{id}/replay",
        "admin",
        200,
        {"flagged": int, "newlyFlagged": int, "noLongerFlagged": int, "sample": list, "ads": dict},
    ),
    ("POST /admin/products/{id}/feature", "admin", 200, CHANGED),
    ("GET /admin/categories", "admin", 200, {"data": list}),
    ("GET /admin/subcategories", "admin", 200, {"data": list}),
    ("GET /admin/testimonials", "admin", 200, {"data": list}),
    ("GET /admin/accounts", "admin", 200, PAGE),
    ("GET /admin/reports", "admin", 200, PAGE),
    ("GET /admin/audit", "admin", 200, PAGE),
    ("POST /admin/accounts/moderators", "admin", 201, CHANGED),
    ("PUT /admin/accounts/{id}/role", "admin", 200, CHANGED),
    ("GET /admin/load", "admin", 200, {"data": dict}),
    ("POST /admin/assignments", "admin", 200, CHANGED),
    ("DELETE /admin/assignments/{kind}/{id}", "admin", 200, TOLD),
    ("GET /admin/notes", "admin", 200, {"data": list}),
    ("POST /admin/notes", "admin", 201, CHANGED),
    ("GET /admin/replies", "admin", 200, {"data": list}),
    ("POST /admin/replies", "admin", 201, CHANGED),
    ("PUT /admin/replies/{id}", "admin", 200, CHANGED),
    ("DELETE /admin/replies/{id}", "admin", 200, TOLD),
]


def plain(operation: str) -> str:
    """Return the operation without parameter names, which differ between contract and code."""
    return re.sub(r"\{\w+\}", "{}", operation.replace(" /api", " "))


ROW_OF = {plain(row.operation): row for row in reversed(ROWS)}

PRODUCT = (
    "_id name title shortDescription description termsandcondition price discount state city place latitude longitude "
    "producttype sellerId sellerName status note featured isNew wishlisted location categoryId subcategoryId images "
    "fieldValues"
)
# Keys of the object in the response, or of the first one in a list.
THINGS = [
    ("GET /testimonial", "anonymous", "data", "_id image name description"),
    ("GET /category", "anonymous", "data", "_id name images count"),
    ("GET /category/{id}", "anonymous", "data", "_id name images count"),
    ("GET /subcategory", "anonymous", "data", "_id name dynamicFields"),
    ("GET /subcategory/{id}", "anonymous", "dynamicFields", "_id label inputType required options"),
    ("GET /product/categories/by-type", "anonymous", "data", "_id name"),
    ("GET /product/{id}", "anonymous", "data", PRODUCT),
    ("GET /product/seller/{sellerId}", "seller", "data", PRODUCT),
    ("GET /product/dashboard-stats/{sellerId}", "seller", "data", "totalAds featuredAds messages"),
    ("GET /wishlist/{userId}", "user", "data", "_id userId productId productName"),
    (
        "GET /enquiry/user/{userId}",
        "user",
        "data",
        "_id productId sellerId userId pickupDateTime dropDateTime createdAt",
    ),
    ("GET /enquiry/seller/{sellerId}", "seller", "data", "_id pickupDateTime dropDateTime createdAt"),
    ("GET /offer/user/{userId}", "user", "data", "_id productId userId sellerId price status expiresAt history"),
    (
        "GET /review/seller/{id}",
        "anonymous",
        "data",
        "_id writerName writerType stars tags text revealed createdAt reply",
    ),
    (
        "GET /enquiry/{id}/condition",
        "user",
        "data",
        "enquiryId codeStage code parts entries confirmations unchanged",
    ),
    ("GET /deal/{id}", "user", "data", "_id productId userId sellerId price status reservedUntil meetup code"),
    ("POST /messages", "user", "message", "_id senderType senderId receiverType receiverId message createdAt"),
    ("GET /messages/{userId}/{sellerId}", "user", "messages", "_id senderType senderId message createdAt"),
    (
        "GET /messages/conversations/{type}/{id}",
        "user",
        "conversations",
        "_id conversationId lastMessage lastAt step unreadCount waitingCount user seller",
    ),
    (
        "GET /waiting",
        "seller",
        "data",
        "kind subjectId text action link since deadline deadlineText productId otherId otherName",
    ),
    ("POST /upload-multiple", "seller", "images", "name url public_id"),
    ("GET /user", "seller", "data", "_id name username images"),
    ("GET /wanted", "user", "data", "_id title details producttype subcategoryId maxPrice city state status expiresAt"),
    ("GET /wanted/matching", "seller", "data", "_id title producttype maxPrice city products"),
    ("POST /grievance", "anonymous", "data", "reference acknowledgeBy resolveBy"),
    ("GET /transparency", "anonymous", "data", "month reports removals appeals medianHours"),
]


@pytest.mark.parametrize(("operation", "caller", "status", "keys"), CALLS, ids=[f"{c[0]} {c[1]}" for c in CALLS])
def test_call(client: TestClient, db: Session, operation: str, caller: str, status: int, keys: dict[str, Any]):
    answer = answer_to(client, db, ROW_OF[plain(operation)], caller)
    body = answer.json()
    assert (answer.status_code, body["success"]) == (status, True)
    for key, wanted in keys.items():
        assert isinstance(body[key], wanted) if isinstance(wanted, type) else body[key] == wanted, key


@pytest.mark.parametrize(("operation", "caller", "key", "fields"), THINGS, ids=[f"{c[0]} {c[2]}" for c in THINGS])
def test_response_fields(client: TestClient, db: Session, operation: str, caller: str, key: str, fields: str):
    found = answer_to(client, db, ROW_OF[plain(operation)], caller).json()[key]
    thing = found[0] if isinstance(found, list) else found
    assert set(fields.split()) <= set(thing)


def test_public_fields_of_a_seller_and_those_of_the_owner(client: TestClient, db: Session):
    row = ROW_OF["GET /seller/{}"]
    public = {"_id", "name", "username", "place", "shopName", "sellerType", "images", "createdAt"}
    facts = {"liveAds", "followers", "repliesWithin", "reviews", "deals"}
    assert set(answer_to(client, db, row, "user").json()["data"]) == public | facts
    for who in ("seller", "admin"):
        assert public | {"email", "phone", "whatsapp", "address"} <= set(answer_to(client, db, row, who).json()["data"])


def test_contacts_have_four_fields(client: TestClient, db: Session):
    for operation, caller in (("GET /seller", "user"), ("GET /user", "seller")):
        (first, *_rest) = answer_to(client, db, ROW_OF[operation], caller).json()["data"]
        assert set(first) == {"_id", "name", "username", "images"}


def test_seller_enquiries_have_names_and_ids(client: TestClient, db: Session):
    (enquiry,) = answer_to(client, db, ROW_OF["GET /enquiry/seller/{}"], "seller").json()["data"]
    assert set(enquiry["productId"]) == {"_id", "name"}
    assert set(enquiry["userId"]) == {"_id", "name", "email"}


def test_conversation_id_is_its_two_sides(client: TestClient, db: Session):
    row = ROW_OF["GET /messages/conversations/{}/{}"]
    (conversation,) = answer_to(client, db, row, "user").json()["conversations"]
    assert set(conversation["_id"]) == {"userId", "sellerId"}
    assert conversation["lastMessage"] == "Is it still there?"


def test_error_messages_of_the_contract(client: TestClient):
    for path, status, message in (
        ("/api/category/nothing", 404, "Category not found"),
        ("/api/product/category/nothing", 404, "Category not found"),
        ("/api/product/nothing", 404, "Product not found"),
    ):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["message"]) == (status, message)
    assert client.get("/api/product/categories/by-type?type=gift").status_code == 422
