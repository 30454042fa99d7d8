"""/api/testimonial, /api/admin/testimonials"""

from typing import Annotated

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import BeforeValidator, Field

from marketplace.api import schemas
from marketplace.api.dependencies import CACHEABLE, ONCE, DispatcherDep, OptionallyPaged
from marketplace.api.operations import Operation
from marketplace.api.responses import Changed, Listed, MessageResponse, ok, ok_page, returns
from marketplace.domain import content
from marketplace.domain.content import TestimonialDraft
from marketplace.domain.paging import cut
from marketplace.i18n.texts import t

router = APIRouter(tags=["testimonials"], route_class=Operation)


class TestimonialOut(schemas.Out):
    """A quote of a customer."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    image: Annotated[str, BeforeValidator(lambda photo: photo.url if photo else "")] = Field(
        examples=["/media/3f2a-800.webp"], description="URL; empty without an image"
    )
    name: str = Field(examples=["Meera Iyer"])
    description: str = Field(examples=["Sold my old scooter in two days."])


TestimonialsResponse = Listed[TestimonialOut]
TestimonialChangedResponse = Changed[TestimonialOut]


class TestimonialBody(schemas.Body):
    """The content of a testimonial."""

    name: str = Field("", examples=["Meera Iyer"])
    description: str = Field("", examples=["Sold my old scooter in two days."])
    image: str = Field("", description="id or URL of your own upload; empty for none")

    def draft(self) -> TestimonialDraft:
        """Convert to the domain draft."""
        return TestimonialDraft(name=self.name, description=self.description, image=self.image)


@router.get(
    "/testimonial", summary="List testimonials", responses=returns(TestimonialsResponse, 422), dependencies=CACHEABLE
)
def list_testimonials(dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists testimonials in display order, or a page of them with `page` and `limit`."""
    page = cut(dispatcher.query(lambda db, _actor: content.list_testimonials(db)), window)
    return ok_page(page, "data", [TestimonialOut.dump(view) for view in page.items])


@router.get(
    "/admin/testimonials",
    summary="List testimonials for the admin",
    responses=returns(TestimonialsResponse, 401, 403, 422),
)
def list_for_editor(dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists testimonials like `GET /api/testimonial`, for admins."""
    dispatcher.get_actor().require_admin()
    return list_testimonials(dispatcher, window)


@router.post(
    "/admin/testimonials",
    status_code=201,
    summary="Add a testimonial",
    dependencies=ONCE,
    responses=returns(TestimonialChangedResponse, 401, 403, 422, status=201),
)
def create(body: TestimonialBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Adds a testimonial after the existing ones."""
    testimonial = dispatcher.execute(content.create_testimonial, body.draft())
    return ok(201, message=t("Testimonial added"), data=TestimonialOut.dump(testimonial))


@router.put(
    "/admin/testimonials/order",
    summary="Reorder the testimonials",
    responses=returns(Changed[list[TestimonialOut]], 401, 403, 422),
)
def reorder(body: schemas.Order, dispatcher: DispatcherDep) -> JSONResponse:
    """Sets the display order of the testimonials."""
    views = dispatcher.execute(content.reorder_testimonials, body.order)
    return ok(message=t("Order saved"), data=[TestimonialOut.dump(view) for view in views])


@router.put(
    "/admin/testimonials/{testimonial_id}",
    summary="Change a testimonial",
    responses=returns(TestimonialChangedResponse, 401, 403, 404, 422),
)
def update(testimonial_id: str, body: TestimonialBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Replaces the content of a testimonial."""
    testimonial = dispatcher.execute(content.update_testimonial, testimonial_id, body.draft())
    return ok(message=t("Testimonial saved"), data=TestimonialOut.dump(testimonial))


@router.delete(
    "/admin/testimonials/{testimonial_id}",
    summary="Delete a testimonial",
    responses=returns(MessageResponse, 401, 403, 404, 422),
)
def delete(testimonial_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Deletes a testimonial."""
    dispatcher.execute(content.delete_testimonial, testimonial_id)
    return ok(message=t("Testimonial deleted"))
