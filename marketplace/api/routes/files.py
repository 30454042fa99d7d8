"""/api/files: the files of dynamic fields"""

from fastapi import APIRouter
from fastapi.responses import Response

from marketplace.api.dependencies import DispatcherDep
from marketplace.api.operations import Operation
from marketplace.api.responses import failures
from marketplace.domain import ads, media

router = APIRouter(tags=["uploads"], route_class=Operation)


@router.get(
    "/files/{upload_id}",
    summary="Get the file of a dynamic field",
    response_class=Response,
    responses={200: {"content": {"application/pdf": {}, "image/webp": {}}, "description": "The file"}} | failures(404),
)
def get_file(upload_id: str, dispatcher: DispatcherDep) -> Response:
    """Returns a PDF or photo to its uploader, the seller, the buyer of a deal or booking, and moderators; to all if its field is public."""
    # Read after the transaction, so that the file read does not hold a database connection.
    file = dispatcher.query(ads.get_file, upload_id)
    is_image = file.media_type.startswith("image/")
    headers = {
        "Cache-Control": "private, no-store",
        "Content-Disposition": "inline" if is_image else f'attachment; filename="{upload_id}.pdf"',
        "Content-Security-Policy": "default-src 'none'; sandbox",
    }
    return Response(media.read_image(file), media_type=file.media_type, headers=headers)
