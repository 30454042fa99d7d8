"""/api/upload and /api/upload-multiple"""

import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager, contextmanager

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse
from pydantic import Field
from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData, Headers, UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException, MultiPartParser

from marketplace.api import decoding, schemas
from marketplace.api.dependencies import Dispatcher, DispatcherDep
from marketplace.api.operations import Operation
from marketplace.api.responses import Success, ok, returns
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, TooLarge, UnsupportedMedia
from marketplace.domain import media
from marketplace.domain.media import messages
from marketplace.domain.views import Photo
from marketplace.i18n.texts import t
from marketplace.settings import get_settings

router = APIRouter(tags=["uploads"], route_class=Operation)

# More multipart parts are refused while parsing, before they can fill the disk.
_MAX_PARTS = 100
# Of a part that is no file; no call reads any.
_MAX_TEXT_BYTES = 65_536
# RFC 2046, 5.1.1, without the space.
_BOUNDARY = re.compile(rb"[0-9A-Za-z'()+_,./:=?-]{1,70}")
# Number of leading bytes that identify the file type.
_MAGIC_BYTES = 16


class UploadResponse(Success):
    """One stored file."""

    file_url: str = Field(
        examples=["/media/3f2a…-1600.webp"], description="of a PDF `/api/files/{public_id}`, for those who may open it"
    )
    name: str = Field(examples=["bill.pdf"])
    public_id: str = Field(alias="public_id", examples=[schemas.EXAMPLE_ID])


class UploadsResponse(Success):
    """Stored images in the order of the request."""

    file_urls: list[str] = Field(examples=[["/media/3f2a…-1600.webp"]])
    public_id: list[str] = Field(alias="public_id", examples=[[schemas.EXAMPLE_ID]])
    images: list[schemas.ImageOut]


def _multipart_body(field: str, *, many: bool) -> dict[str, object]:
    annotations = {"examples": ["@sofa.jpg"], "description": "the file; the example is the syntax of `curl -F`"}
    file = {"type": "string", "format": "binary", **annotations}
    schema = {
        "type": "object",
        "required": [field],
        "properties": {field: {"type": "array", "items": file} if many else file},
    }
    return {"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": schema}}}}


@asynccontextmanager
async def _receive(request: Request, actor: Actor, field: str) -> AsyncIterator[list[UploadFile]]:
    """Read the files of a signed-in caller, whose slot is taken before the body is read and kept while the block runs."""
    with decoding.admit(actor.require()):
        form = await _parse_form(request)
        try:
            parts = form.getlist(field)
            files = [part for part in parts if isinstance(part, UploadFile)]
            with _errors_for(field):
                if not parts or len(files) < len(parts):
                    raise Invalid(t(messages.NOT_A_FILE), field)
                yield files
        finally:
            await form.close()


async def _parse_form(request: Request) -> FormData:
    media_type, options = parse_options_header(request.headers.get("content-type"))
    if media_type != b"multipart/form-data":
        raise UnsupportedMedia(t(messages.NOT_MULTIPART))
    boundary = options.get(b"boundary", b"")
    if not _BOUNDARY.fullmatch(boundary):
        raise HTTPException(400)
    # Without `charset`: the client could name any codec of Python, some of which are slow or fail in ways of their own.
    headers = Headers(raw=[(b"content-type", b'multipart/form-data; boundary="' + boundary + b'"')])
    limits = {"max_files": _MAX_PARTS, "max_fields": _MAX_PARTS, "max_part_size": _MAX_TEXT_BYTES}
    async with aclosing(request.stream()) as stream:
        try:
            return await MultiPartParser(headers, stream, **limits).parse()
        except MultiPartException:
            raise HTTPException(400) from None


def _read_bytes(upload: UploadFile) -> bytes:
    most = get_settings().upload_max_bytes
    data = upload.file.read(most + 1)
    if len(data) > most:
        raise TooLarge(t(messages.TOO_MANY_BYTES, most=most // (1024 * 1024)))
    return data


async def _decode_image(actor: Actor, upload: UploadFile) -> tuple[str, media.PreparedImage]:
    await run_in_threadpool(media.count_upload, actor)
    # Read inside the decoder, so that queued uploads use no memory.
    return upload.filename or "", await decoding.run(lambda: media.decode_image(_read_bytes(upload)))


def _store_images(dispatcher: Dispatcher, images: Sequence[tuple[str, media.PreparedImage]]) -> list[Photo]:
    with media.put_images([image for _, image in images]):
        return dispatcher.execute(media.store_images, images)


async def _is_document(upload: UploadFile) -> bool:
    head = await upload.read(_MAGIC_BYTES)
    await upload.seek(0)
    return media.is_document(head)


@contextmanager
def _errors_for(field: str) -> Iterator[None]:
    try:
        yield
    except (Invalid, UnsupportedMedia, TooLarge) as error:
        error.errors = error.errors or [{"field": field, "message": error.message}]
        raise


@contextmanager
def _named(names: Sequence[str], at: int) -> Iterator[None]:
    """Say in a refusal which of several files is meant."""
    try:
        yield
    except (Invalid, UnsupportedMedia, TooLarge) as error:
        error.message = f"{media.name_of_several(names, at)}: {error.message}"
        raise


@router.post(
    "/upload-multiple",
    status_code=201,
    summary="Upload images",
    responses=returns(UploadsResponse, 401, 403, 413, 415, 422, status=201),
    openapi_extra=_multipart_body("images", many=True),
)
async def upload_images(request: Request, dispatcher: DispatcherDep) -> JSONResponse:
    """Stores images of the caller. If one image is refused, none is stored, and `message` begins with its name."""
    most = get_settings().upload_max_files
    actor = await run_in_threadpool(dispatcher.get_actor)
    async with _receive(request, actor, "images") as files:
        if len(files) > most:
            raise Invalid(t(messages.TOO_MANY_FILES, most=most))
        decoded = []
        names = [file.filename or "" for file in files]
        for at, file in enumerate(files):
            with _named(names, at):
                decoded.append(await _decode_image(actor, file))
        photos = await run_in_threadpool(_store_images, dispatcher, decoded)
    return ok(
        201,
        fileUrls=[photo.url for photo in photos],
        public_id=[photo.id for photo in photos],
        images=[schemas.image(photo) for photo in photos],
    )


@router.post(
    "/upload",
    status_code=201,
    summary="Upload a file",
    responses=returns(UploadResponse, 401, 403, 413, 415, 422, status=201),
    openapi_extra=_multipart_body("file", many=False),
)
async def upload_file(request: Request, dispatcher: DispatcherDep) -> JSONResponse:
    """Stores an image, or a PDF for a file field, of the caller."""
    actor = await run_in_threadpool(dispatcher.get_actor)
    async with _receive(request, actor, "file") as files:
        file = files[0]
        if await _is_document(file):
            stored = await run_in_threadpool(
                lambda: _store_document(dispatcher, file.filename or "", _read_bytes(file))
            )
        else:
            (stored,) = await run_in_threadpool(_store_images, dispatcher, [await _decode_image(actor, file)])
    return ok(201, fileUrl=stored.url, name=stored.name, public_id=stored.id)


def _store_document(dispatcher: Dispatcher, name: str, data: bytes) -> media.StoredFile:
    return dispatcher.execute(media.store_document, name, media.prepare_document(dispatcher.get_actor(), data))
