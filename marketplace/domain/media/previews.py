"""JPEGs of photos for the previews of links, since Telegram, LinkedIn and WhatsApp show no WebP.

A preview is made when it is first asked for: most photos are never shared, and those of before need no migration.
"""

from marketplace.domain.media import naming
from marketplace.domain.views import PhotoSizes
from marketplace.integrations.storage import get_store

JPEG = "image/jpeg"
# The size that link previews show, in pixels, and the most bytes that all of them load.
_WIDTH, _HEIGHT = 1200, 630
MOST_BYTES = 300_000


def fit(width: int, height: int) -> tuple[int, int]:
    """Return the size of the preview of an image: the whole image, never enlarged."""
    scale = min(1, _WIDTH / width, _HEIGHT / height)
    return max(1, round(width * scale)), max(1, round(height * scale))


def link_preview(photo: PhotoSizes) -> PhotoSizes:
    """Return URL and size of the preview of a public photo."""
    width, height = fit(photo.width or _WIDTH, photo.height or _HEIGHT)
    return PhotoSizes(url=naming.preview_of(photo.url), width=width, height=height, ai_made=photo.ai_made)


def make_preview(name: str) -> bool:
    """Make the preview with this public file name, and put it into the store; takes a tenth of a second of CPU time.

    Returns:
        Whether there is such an image.

    Raises:
        Unavailable: the store is unavailable.
    """
    # Pillow is loaded by the first picture: few processes ever decode one.
    from marketplace.domain.media import images

    store, key = get_store(), naming.key_of_file(name) or ""
    source = naming.source_of_preview(key)
    data = store.read(source)
    if data is None:
        return False
    store.put(key, images.encode_preview(data), JPEG)
    if store.modified_at(source) is None:
        # The image was deleted or hidden meanwhile, and its preview with it, if there was one.
        store.delete([key])
        return False
    return True
