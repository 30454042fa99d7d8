"""/api/upload and /api/upload-multiple"""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse
from pydantic import Field
from starlette.datastructures import UploadFile

from marketplace.api import wire
from marketplace.api.answers import Success, failures, ok
from marketplace.api.deps import TheDoor
from marketplace.domain import media
from marketplace.domain.media import messages
from marketplace.errors import Invalid, TooLarge, UnsupportedMedia
from marketplace.settings import get_settings
from marketplace.texts import t

router = APIRouter(tags=["uploads"])

# Parts beyond this are refused while they are read, before they can fill the disk.
_PARTS_MOST = 100


class UploadOut(Success):
    """One stored file."""

    file_url: str = Field(alias="fileUrl", examples=["/media/3f2a…-1600.webp"])
    name: str = Field(examples=["bill.pdf"])
    public_id: str = Field(examples=[wire.EXAMPLE_ID])


class UploadsOut(Success):
    """Stored images, in the order they were sent."""

    file_urls: list[str] = Field(alias="fileUrls", examples=[["/media/3f2a…-1600.webp"]])
    public_id: list[str] = Field(examples=[[wire.EXAMPLE_ID]])
    images: list[wire.ImageOut]


def _body(field: str, *, many: bool) -> dict[str, object]:
    named = {"examples": ["@sofa.jpg"], "description": "the file; the example is how `curl -F` names one"}
    file = {"type": "string", "format": "binary", **named}
    schema = {
        "type": "object",
        "required": [field],
        "properties": {field: {"type": "array", "items": file} if many else file},
    }
    return {"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": schema}}}}


async def _sent(request: Request, door: TheDoor, field: str) -> AsyncIterator[list[UploadFile]]:
    # Who asks is settled before the body is read: strangers must not fill the disk.
    await run_in_threadpool(door.claim, "")
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise UnsupportedMedia(t(messages.NOT_MULTIPART))
    async with request.form(max_files=_PARTS_MOST, max_fields=_PARTS_MOST) as form:
        parts = form.getlist(field)
        files = [part for part in parts if isinstance(part, UploadFile)]
        if not parts or len(files) < len(parts):
            message = t(messages.NOT_A_FILE)
            raise Invalid(message, errors=[{"field": field, "message": message}])
        yield files


async def _sent_images(request: Request, door: TheDoor) -> AsyncIterator[list[UploadFile]]:
    async for files in _sent(request, door, "images"):
        yield files


async def _sent_file(request: Request, door: TheDoor) -> AsyncIterator[list[UploadFile]]:
    async for files in _sent(request, door, "file"):
        yield files


def _read(upload: UploadFile) -> bytes:
    most = get_settings().upload_max_bytes
    data = upload.file.read(most + 1)
    if len(data) > most:
        raise TooLarge(t(messages.TOO_MANY_BYTES, most=most // (1024 * 1024)))
    return data


@contextmanager
def _blaming(field: str) -> Iterator[None]:
    try:
        yield
    except (Invalid, UnsupportedMedia, TooLarge) as error:
        error.errors = error.errors or [{"field": field, "message": error.message}]
        raise


@router.post(
    "/upload-multiple",
    status_code=201,
    summary="Upload images",
    responses={201: {"model": UploadsOut}} | failures(401, 403, 413, 415, 422),
    openapi_extra=_body("images", many=True),
)
def upload_images(door: TheDoor, files: Annotated[list[UploadFile], Depends(_sent_images)]) -> JSONResponse:
    """Stores images as the caller's own; one that can't be taken refuses them all."""
    most = get_settings().upload_max_files
    actor = door.who()
    with _blaming("images"):
        if len(files) > most:
            raise Invalid(t(messages.TOO_MANY_FILES, most=most))
        # Decoded and stored outside the unit of work, so that no one waits for the database meanwhile.
        prepared = [(file.filename or "", media.prepare_image(actor, _read(file))) for file in files]
    photos = [door.do(media.store_image, name, image) for name, image in prepared]
    return ok(
        201,
        fileUrls=[photo.url for photo in photos],
        public_id=[photo.id for photo in photos],
        images=[wire.image(photo) for photo in photos],
    )


@router.post(
    "/upload",
    status_code=201,
    summary="Upload a file",
    responses={201: {"model": UploadOut}} | failures(401, 403, 413, 415, 422),
    openapi_extra=_body("file", many=False),
)
def upload_file(door: TheDoor, files: Annotated[list[UploadFile], Depends(_sent_file)]) -> JSONResponse:
    """Stores an image, or a PDF for a file field, as the caller's own."""
    file = files[0]
    name = file.filename or ""
    with _blaming("file"):
        data = _read(file)
        if media.is_document(data):
            stored = door.do(media.store_document, name, media.prepare_document(door.who(), data))
        else:
            stored = door.do(media.store_image, name, media.prepare_image(door.who(), data))
    return ok(201, fileUrl=stored.url, name=stored.name, public_id=stored.id)
