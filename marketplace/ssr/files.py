"""Static files of the front-end build, served without a thread so that a busy thread pool does not delay them."""

import os
import stat
from collections.abc import Iterator
from mimetypes import guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from marketplace.http.accept_encoding import accepts

# Encodings that the build precompresses, smallest first.
_PRECOMPRESSED = (("br", ".br"), ("gzip", ".gz"))
_SCRIPTS = (".js", ".mjs")


class BuildFiles:
    """Serves the files of the folder of the compiled front end."""

    def __init__(self, root: Path):
        self._static_files = StaticFiles(directory=root, check_dir=False)

    def respond(self, request: Request, file: Path) -> Response | None:
        """Return the file, precompressed if the client accepts that, or 304; None if the file is gone."""
        for path, encoding in _variants(file, request.headers.get("accept-encoding", "")):
            try:
                file_stat = os.stat(path)
            except OSError:
                continue
            if not stat.S_ISREG(file_stat.st_mode):
                continue
            headers = {"vary": "Accept-Encoding", **({"content-encoding": encoding} if encoding else {})}
            media_type = "text/javascript" if file.suffix in _SCRIPTS else guess_type(file.name)[0]
            response = FileResponse(path, headers=headers, media_type=media_type, stat_result=file_stat)
            if self._static_files.is_not_modified(response.headers, request.headers):
                return NotModifiedResponse(response.headers)
            return response
        return None


def _variants(file: Path, accepted: str) -> Iterator[tuple[str, str]]:
    """Yield (path, encoding) of the variants that the client accepts, best first."""
    for encoding, suffix in _PRECOMPRESSED:
        if accepts(accepted, encoding) and file.suffix != suffix:
            yield f"{file}{suffix}", encoding
    yield str(file), ""
