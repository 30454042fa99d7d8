"""/api/testimonial, /api/admin/testimonials"""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import wire
from marketplace.api.answers import Listed, Told, failures, ok, ok_page
from marketplace.api.deps import KEPT_READY, OptionallyPaged, TheDoor
from marketplace.domain import content
from marketplace.domain.content import TestimonialDraft, TestimonialView
from marketplace.domain.paging import cut
from marketplace.models import AccountKind
from marketplace.texts import t

router = APIRouter(tags=["testimonials"])


class TestimonialOut(wire.Out):
    """A customer's word."""

    id: str = Field(examples=[wire.EXAMPLE_ID])
    image: str = Field("", examples=["/media/3f2a-800.webp"], description="URL, empty without one")
    name: str = Field(examples=["Meera Iyer"])
    description: str = Field(examples=["Sold my old scooter in two days."])


class TestimonialsOut(Listed):
    """Testimonials in display order."""

    data: list[TestimonialOut]


class TestimonialsOrdered(Told):
    """All testimonials in their new order."""

    data: list[TestimonialOut]


class TestimonialSaved(Told):
    """A testimonial as it is now."""

    data: TestimonialOut


class TestimonialBody(wire.Body):
    """What a testimonial says."""

    name: str = Field("", examples=["Meera Iyer"])
    description: str = Field("", examples=["Sold my old scooter in two days."])
    image: str = Field("", description="id or URL of your own upload; empty for none")

    def draft(self) -> TestimonialDraft:
        """The same for the domain."""
        return TestimonialDraft(name=self.name, description=self.description, image=self.image)


def _testimonial(view: TestimonialView) -> dict[str, Any]:
    return {
        "_id": view.id,
        "image": view.image.url if view.image else "",
        "name": view.name,
        "description": view.description,
    }


@router.get(
    "/testimonial",
    summary="Testimonials",
    responses={200: {"model": TestimonialsOut}} | failures(422),
    dependencies=KEPT_READY,
)
def list_testimonials(door: TheDoor, window: OptionallyPaged) -> JSONResponse:
    """What customers say, all in display order; `page` and `limit` cut it into pages."""
    page = cut(door.ask(lambda db, _actor: content.list_testimonials(db)), window)
    return ok_page(page, "data", [_testimonial(view) for view in page.items])


@router.get(
    "/admin/testimonials",
    summary="Testimonials, for their editor",
    responses={200: {"model": TestimonialsOut}} | failures(401, 403, 422),
)
def list_for_editor(door: TheDoor, window: OptionallyPaged) -> JSONResponse:
    """The same list, for admins."""
    door.who().require(AccountKind.ADMIN)
    return list_testimonials(door, window)


@router.post(
    "/admin/testimonials",
    status_code=201,
    summary="Add a testimonial",
    responses={201: {"model": TestimonialSaved}} | failures(401, 403, 422),
)
def create(body: TestimonialBody, door: TheDoor) -> JSONResponse:
    """Adds a testimonial after the others."""
    made = door.do(content.create_testimonial, body.draft())
    return ok(201, message=t("Testimonial added"), data=_testimonial(made))


@router.put(
    "/admin/testimonials/order",
    summary="Order the testimonials",
    responses={200: {"model": TestimonialsOrdered}} | failures(401, 403, 422),
)
def reorder(body: wire.Order, door: TheDoor) -> JSONResponse:
    """Shows the testimonials in this order."""
    views = door.do(content.reorder_testimonials, body.order)
    return ok(message=t("Order saved"), data=[_testimonial(view) for view in views])


@router.put(
    "/admin/testimonials/{testimonial_id}",
    summary="Change a testimonial",
    responses={200: {"model": TestimonialSaved}} | failures(401, 403, 404, 422),
)
def update(testimonial_id: str, body: TestimonialBody, door: TheDoor) -> JSONResponse:
    """Replaces what a testimonial says."""
    saved = door.do(content.update_testimonial, testimonial_id, body.draft())
    return ok(message=t("Testimonial saved"), data=_testimonial(saved))


@router.delete(
    "/admin/testimonials/{testimonial_id}",
    summary="Delete a testimonial",
    responses={200: {"model": Told}} | failures(401, 403, 404, 422),
)
def delete(testimonial_id: str, door: TheDoor) -> JSONResponse:
    """Takes a testimonial away."""
    door.do(content.delete_testimonial, testimonial_id)
    return ok(message=t("Testimonial deleted"))
