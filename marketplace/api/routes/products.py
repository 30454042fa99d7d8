"""/api/product: single ads and the seller's operations; lists of live ads are in `listings`"""

from typing import Any, Literal

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import ConfigDict, Field

from marketplace.api import schemas
from marketplace.api.dependencies import CACHEABLE, ONCE, DispatcherDep, OptionallyPaged, clean_param
from marketplace.api.operations import Operation, callers
from marketplace.api.responses import (
    Data,
    ListResponse,
    MessageResponse,
    ProductChangedResponse,
    ProductListResponse,
    ProductResponse,
    Success,
    ok,
    ok_page,
    product_changed,
    returns,
)
from marketplace.core.numbers import Number
from marketplace.domain import ad_texts, ads
from marketplace.domain.ad_texts import AdTexts
from marketplace.domain.ads import AdDraft, FieldInput, messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind

router = APIRouter(tags=["products"], route_class=Operation)
_CHANGED = returns(ProductChangedResponse, 401, 403, 404, 409, 410, 422)

EndingEvent = Literal["sold", "delete", "take_down"]


class FileRef(schemas.Body):
    """The uploaded file of a file field."""

    url: str = ""
    name: str = ""


class FieldValueBody(schemas.Body):
    """The value of a dynamic field. Its definition sets `label` and `inputType`."""

    field_ref: str = Field("", examples=[schemas.EXAMPLE_ID])
    value: Number = Field(None, examples=[2019])
    file_value: FileRef | None = None


class ProductBody(AdTexts, schemas.Body):
    """The content of an ad. A `status` is ignored."""

    model_config = ConfigDict(alias_generator=ad_texts.wire_name)

    price: Number = Field(None, examples=[18500], description="rupees, before the discount")
    price_unit: str | None = Field(
        None,
        alias="priceUnit",
        examples=["day"],
        description="for rent and lease: hour, day, week, month or year; left out, a new ad gets the default of its "
        "category, and a changed ad keeps its unit",
    )
    discount: Number = Field(None, description="percent")
    latitude: Number = Field(None, examples=["18.5074"])
    longitude: Number = Field(None, examples=["73.8077"])
    producttype: str = Field("", examples=["sell"], description="sell, rent or lease")
    seller_id: str = Field("", description="your own id, or left out; an admin names the seller")
    category_id: str = Field("", examples=[schemas.EXAMPLE_ID])
    subcategory_id: str = ""
    images: schemas.Items[schemas.ImageRef | str] = Field(
        [], description="your own uploads; the first is the cover", max_length=1000
    )
    ai_photos: bool = Field(
        False, description="true labels the photos as AI-made: they show a person or scene that isn't real"
    )
    field_values: schemas.Items[FieldValueBody] = Field([], max_length=1000)

    def draft(self) -> AdDraft:
        """Convert to the domain draft."""
        images = [item if isinstance(item, str) else item.ref for item in self.images]
        return AdDraft(
            **ad_texts.values_of(self),
            price=self.price,
            price_unit=self.price_unit or "",
            discount=self.discount,
            ad_type=self.producttype,
            category_id=self.category_id,
            subcategory_id=self.subcategory_id,
            latitude=self.latitude,
            longitude=self.longitude,
            image_ids=images,
            ai_photos=self.ai_photos,
            fields=[FieldInput(field_ref=item.field_ref, value=_field_value(item)) for item in self.field_values],
            seller_id=self.seller_id,
        )


class ImageRemoval(schemas.Body):
    """The file to remove."""

    file_url: str = Field("", examples=["/media/3f2a-1600.webp"])


class DeletionBody(schemas.Body):
    """Why a moderator or admin deletes an ad."""

    reason: str = Field("", examples=["Counterfeit goods"], description="the seller reads it; left out by owners")


class OwnProductsResponse(ListResponse, MessageResponse):
    """A seller's ads of every status, newest first."""

    data: list[schemas.ProductOut]


class StatsOut(schemas.Out):
    """The numbers of a seller's dashboard."""

    total_ads: int = Field(examples=[12])
    featured_ads: int = Field(examples=[2])
    messages: int = Field(examples=[31])


class ContactResponse(Success):
    """The seller's phone numbers."""

    phone: str = Field(examples=["9800000001"])
    whatsapp: str = Field(description="empty without one")


@router.post(
    "/product",
    status_code=201,
    summary="Post an ad",
    dependencies=ONCE,
    responses=returns(ProductChangedResponse, 401, 403, 422, status=201),
)
@callers(AccountKind.SELLER, AccountKind.ADMIN)
def submit(body: ProductBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Submits a new ad of the signed-in seller. It is pending until an admin decides."""
    return ok(201, message=t(messages.CREATED), data=schemas.product(dispatcher.execute(ads.submit, body.draft())))


@router.delete("/product", summary="Remove an uploaded image", responses=returns(MessageResponse, 401, 403, 404, 422))
def remove_image(body: ImageRemoval, dispatcher: DispatcherDep) -> JSONResponse:
    """Removes a file from the caller's uploads and submitted versions. A live version keeps it until a decision."""
    dispatcher.execute(ads.remove_image, body.file_url)
    return ok(message=t(messages.IMAGE_REMOVED))


@router.get(
    "/product/seller/{seller_id}",
    summary="List a seller's own ads",
    responses=returns(OwnProductsResponse, 401, 403, 404, 422),
)
def list_own(seller_id: str, dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists the seller's ads of every status with their latest submitted versions, newest first."""
    page = dispatcher.query(ads.list_details_of, seller_id, window=window)
    dispatcher.record_reads(*page.items)
    return ok_page(
        page, "data", [schemas.product(ad) for ad in page.items], message=t(messages.LISTED, count=page.total)
    )


@router.get(
    "/product/approved/{seller_id}",
    summary="List a seller's live ads",
    responses=returns(ProductListResponse, 404, 422),
    dependencies=CACHEABLE,
)
def list_approved(seller_id: str, dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists the seller's live ads, newest first, or a page of them with `page` and `limit`."""
    page = dispatcher.query(lambda db, _actor: ads.list_approved_of(db, seller_id, window=window))
    return ok_page(page, "products", [schemas.product_card(card) for card in page.items])


@router.get(
    "/product/dashboard-stats/{seller_id}",
    summary="Get the numbers of a seller's dashboard",
    responses=returns(Data[StatsOut], 401, 403, 404, 422),
)
def stats(seller_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Returns the numbers of a seller's ads, featured ads and messages."""
    return ok(data=StatsOut.dump(dispatcher.query(ads.get_dashboard_stats, seller_id)))


@router.get(
    "/product/{product_id}",
    summary="Get an ad",
    responses=returns(ProductResponse, 404, 410, 422),
    dependencies=CACHEABLE,
)
def get(product_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Returns an ad: the latest submitted version for its owner and admins, the approved one for everyone else."""
    ad = dispatcher.query(ads.get, product_id)
    dispatcher.record_reads(ad)
    return ok(data=schemas.product(ad))


@router.put("/product/{product_id}", summary="Change an ad", responses=_CHANGED)
def revise(product_id: str, body: ProductBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Submits a new version. A seller's change is reviewed first; until then everyone else sees the approved version."""
    ad = dispatcher.execute(ads.revise, product_id, body.draft())
    dispatcher.record_reads(ad)
    return product_changed(t(messages.UPDATED), ad)


@router.delete(
    "/product/{product_id}", summary="Delete an ad", responses=returns(MessageResponse, 401, 403, 404, 410, 422)
)
def delete(
    product_id: str, dispatcher: DispatcherDep, body: DeletionBody | None = None, reason: str = ""
) -> JSONResponse:
    """Deletes an ad permanently. A moderator or admin gives a `reason`, in the body or the query."""
    dispatcher.execute(ads.delete, product_id, reason=(body.reason if body else "") or clean_param(reason))
    return ok(message=t(messages.DELETED))


@router.post("/product/{product_id}/sold", summary="Mark as sold", responses=_CHANGED)
def mark_sold(product_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Removes a live ad from the lists. Its page stays available for a while, marked as sold."""
    return product_changed(t(messages.SOLD), dispatcher.execute(ads.mark_sold, product_id))


@router.get(
    "/product/{product_id}/endings",
    summary="Say what an action ends",
    responses=returns(MessageResponse, 401, 403, 404, 410, 422),
)
def describe_endings(product_id: str, dispatcher: DispatcherDep, event: EndingEvent) -> JSONResponse:
    """Says which bookings, enquiries, offers and reservations it would end to mark an ad as sold, delete or take it down."""
    return ok(message=dispatcher.query(ads.describe_endings, [product_id], event))


@router.post("/product/{product_id}/relist", summary="Relist a sold ad", responses=_CHANGED)
def relist(product_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Publishes a sold ad again."""
    return product_changed(t(messages.RELISTED), dispatcher.execute(ads.relist, product_id))


@router.post("/product/{product_id}/renew", summary="Renew an ad", responses=_CHANGED)
def renew(product_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Restarts the time until a live ad expires, or publishes an expired ad again."""
    return product_changed(t(messages.RENEWED), dispatcher.execute(ads.renew, product_id))


@router.post(
    "/product/{product_id}/contact",
    summary="Reveal the seller's phone numbers",
    responses=returns(ContactResponse, 400, 401, 403, 404, 410, 422),
)
def reveal_contact(product_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Returns the seller's phone numbers to a signed-in user. Requests are logged and rate-limited."""
    contact = dispatcher.execute(ads.reveal_contact, product_id)
    return ok(phone=contact.phone, whatsapp=contact.whatsapp)


def _field_value(field: FieldValueBody) -> Any:
    return field.file_value.url if field.file_value and field.value in (None, "") else field.value
