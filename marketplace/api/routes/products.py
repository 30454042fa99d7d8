"""/api/product: one ad, and what its seller does with it. The lists of live ads are in `listings`."""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field, StrictFloat, StrictInt, StrictStr

from marketplace.api import wire
from marketplace.api.answers import Listed, Success, Told, failures, ok, ok_page
from marketplace.api.deps import KEPT_READY, OptionallyPaged, TheDoor
from marketplace.domain import ads
from marketplace.domain.ads import AdDetail, AdDraft, FieldInput, messages
from marketplace.texts import t

router = APIRouter(tags=["products"])

Number = StrictInt | StrictFloat | StrictStr | None


class ImageRef(wire.Body):
    """One of the caller's uploads, by either."""

    url: str = Field("", examples=["/media/3f2a-1600.webp"])
    public_id: str = Field("", alias="public_id", examples=[wire.EXAMPLE_ID])


class FileRef(wire.Body):
    """A file field's upload."""

    url: str = ""
    name: str = ""


class FieldValueBody(wire.Body):
    """The value of a dynamic field; `label` and `inputType` are taken from its definition."""

    field_ref: str = Field("", examples=[wire.EXAMPLE_ID])
    value: Number = Field(None, examples=[2019])
    file_value: FileRef | None = None


class ProductBody(wire.Body):
    """An ad as its seller hands it in. A `status` in it changes nothing."""

    name: str = Field("", examples=["Teak sofa, three seats"])
    title: str = ""
    short_description: str = ""
    description: str = ""
    termsandcondition: str = ""
    price: Number = Field(None, examples=[18500], description="rupees, before the discount")
    discount: Number = Field(None, description="percent")
    state: str = ""
    city: str = Field("", examples=["Pune"])
    place: str = ""
    latitude: Number = Field(None, examples=["18.5074"])
    longitude: Number = Field(None, examples=["73.8077"])
    producttype: str = Field("", examples=["sell"], description="sell, rent or lease")
    seller_id: str = Field("", description="your own, or left out; admins name the seller")
    category_id: str = Field("", examples=[wire.EXAMPLE_ID])
    subcategory_id: str = ""
    images: list[ImageRef | str] = Field([], description="your own uploads, the cover first")
    field_values: list[FieldValueBody] = []

    def draft(self) -> AdDraft:
        """The same for the domain."""
        images = [each if isinstance(each, str) else each.public_id or each.url for each in self.images]
        return AdDraft(
            name=self.name,
            title=self.title,
            short_description=self.short_description,
            description=self.description,
            terms=self.termsandcondition,
            price=self.price,
            discount=self.discount,
            ad_type=self.producttype,
            category_id=self.category_id,
            subcategory_id=self.subcategory_id,
            state=self.state,
            city=self.city,
            place=self.place,
            latitude=self.latitude,
            longitude=self.longitude,
            image_ids=images,
            fields=[FieldInput(field_ref=each.field_ref, value=_value(each)) for each in self.field_values],
            seller_id=self.seller_id,
        )


class ImageRemoval(wire.Body):
    """Which file to take out."""

    file_url: str = Field("", examples=["/media/3f2a-1600.webp"])


class ProductAnswer(Success):
    """One ad."""

    data: wire.ProductOut


class ProductTold(Told):
    """An ad as it is now."""

    data: wire.ProductOut


class OwnProductsOut(Listed, Told):
    """A seller's ads of every status, newest first."""

    data: list[wire.ProductOut]


class ApprovedOut(Listed):
    """A seller's live ads, newest first."""

    products: list[wire.ProductOut]


class StatsOut(wire.Out):
    """The numbers of a seller's dashboard."""

    total_ads: int = Field(examples=[12])
    featured_ads: int = Field(examples=[2])
    messages: int = Field(examples=[31])


class StatsAnswer(Success):
    """The numbers of a seller's dashboard."""

    data: StatsOut


class ContactOut(Success):
    """How to reach the seller."""

    phone: str = Field(examples=["9800000001"])
    whatsapp: str = ""


@router.post(
    "/product",
    status_code=201,
    summary="Post an ad",
    responses={201: {"model": ProductTold}} | failures(401, 403, 422),
)
def submit(body: ProductBody, door: TheDoor) -> JSONResponse:
    """Hands in a new ad of the signed-in seller; it is pending until an admin decides."""
    return ok(201, message=t(messages.CREATED), data=wire.product(door.do(ads.submit, body.draft())))


@router.delete(
    "/product", summary="Remove an uploaded image", responses={200: {"model": Told}} | failures(401, 403, 404, 422)
)
def remove_image(body: ImageRemoval, door: TheDoor) -> JSONResponse:
    """Takes a file out of the caller's uploads and submitted versions; a live version keeps it until a decision."""
    door.do(ads.remove_image, body.file_url)
    return ok(message=t(messages.IMAGE_REMOVED))


@router.get(
    "/product/seller/{seller_id}",
    summary="A seller's own ads",
    responses={200: {"model": OwnProductsOut}} | failures(401, 403, 404, 422),
)
def list_own(seller_id: str, door: TheDoor, window: OptionallyPaged) -> JSONResponse:
    """The seller's ads of every status, newest first, each as it was submitted last."""
    page = door.ask(ads.list_details_of, seller_id, window=window)
    return ok_page(page, "data", [wire.product(ad) for ad in page.items], message=t(messages.LISTED, count=page.total))


@router.get(
    "/product/approved/{seller_id}",
    summary="A seller's live ads",
    responses={200: {"model": ApprovedOut}} | failures(404, 422),
    dependencies=KEPT_READY,
)
def list_approved(seller_id: str, door: TheDoor, window: OptionallyPaged) -> JSONResponse:
    """All of the seller's live ads as everyone sees them, newest first; `page` and `limit` cut them into pages."""
    page = door.ask(lambda db, _actor: ads.list_approved_of(db, seller_id, window=window))
    return ok_page(page, "products", [wire.product_card(card) for card in page.items])


@router.get(
    "/product/dashboard-stats/{seller_id}",
    summary="A seller's numbers",
    responses={200: {"model": StatsAnswer}} | failures(401, 403, 404, 422),
)
def stats(seller_id: str, door: TheDoor) -> JSONResponse:
    """How many ads, featured ones among them, and messages a seller has."""
    found = door.ask(ads.get_dashboard_stats, seller_id)
    return ok(data={"totalAds": found.total_ads, "featuredAds": found.featured_ads, "messages": found.messages})


@router.get(
    "/product/{product_id}",
    summary="One ad",
    responses={200: {"model": ProductAnswer}} | failures(404, 410, 422),
    dependencies=KEPT_READY,
)
def get(product_id: str, door: TheDoor) -> JSONResponse:
    """An ad in full: what was submitted last for its owner and admins, what is approved for everyone else."""
    return ok(data=wire.product(door.ask(ads.get, product_id)))


@router.put(
    "/product/{product_id}",
    summary="Change an ad",
    responses={200: {"model": ProductTold}} | failures(401, 403, 404, 409, 410, 422),
)
def revise(product_id: str, body: ProductBody, door: TheDoor) -> JSONResponse:
    """Hands in a change; a seller's waits for review, and everyone else sees the approved version meanwhile."""
    return _told(messages.UPDATED, door.do(ads.revise, product_id, body.draft()))


@router.delete(
    "/product/{product_id}",
    summary="Delete an ad",
    responses={200: {"model": Told}} | failures(401, 403, 404, 410, 422),
)
def delete(product_id: str, door: TheDoor) -> JSONResponse:
    """Takes an ad away for good."""
    door.do(ads.delete, product_id)
    return ok(message=t(messages.DELETED))


@router.post(
    "/product/{product_id}/sold",
    summary="Mark as sold",
    responses={200: {"model": ProductTold}} | failures(401, 403, 404, 409, 410, 422),
)
def mark_sold(product_id: str, door: TheDoor) -> JSONResponse:
    """Takes a live ad out of the lists; its page stays up for a while, marked as sold."""
    return _told(messages.SOLD, door.do(ads.mark_sold, product_id))


@router.post(
    "/product/{product_id}/relist",
    summary="Relist a sold ad",
    responses={200: {"model": ProductTold}} | failures(401, 403, 404, 409, 410, 422),
)
def relist(product_id: str, door: TheDoor) -> JSONResponse:
    """Puts a sold ad into the lists again."""
    return _told(messages.RELISTED, door.do(ads.relist, product_id))


@router.post(
    "/product/{product_id}/renew",
    summary="Renew an ad",
    responses={200: {"model": ProductTold}} | failures(401, 403, 404, 409, 410, 422),
)
def renew(product_id: str, door: TheDoor) -> JSONResponse:
    """Gives a live or expired ad a full life again."""
    return _told(messages.RENEWED, door.do(ads.renew, product_id))


@router.post(
    "/product/{product_id}/contact",
    summary="See the seller's number",
    responses={200: {"model": ContactOut}} | failures(400, 401, 403, 404, 410, 422),
)
def reveal_contact(product_id: str, door: TheDoor) -> JSONResponse:
    """Reveals the seller's numbers to a signed-in user; counted and limited."""
    contact = door.do(ads.reveal_contact, product_id)
    return ok(phone=contact.phone, whatsapp=contact.whatsapp)


def _told(message: str, ad: AdDetail) -> JSONResponse:
    return ok(message=t(message), data=wire.product(ad))


def _value(field: FieldValueBody) -> Any:
    return field.file_value.url if field.file_value and field.value in (None, "") else field.value
