"""Files of the build, found without a thread: they come while all threads wait for the database."""

import os
import stat
from collections.abc import Iterator
from mimetypes import guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles

# As the build packs them, the smallest first.
_PACKED = (("br", ".br"), ("gzip", ".gz"))
_SCRIPTS = (".js", ".mjs")


class Files:
    """Answers for the files of one folder.

    Args:
        root: the compiled front end.
    """

    def __init__(self, root: Path):
        self._conditions = StaticFiles(directory=root, check_dir=False)

    def answer(self, request: Request, file: Path) -> Response | None:
        """The file, packed where the reader takes that, or 304; None where it has gone meanwhile."""
        for path, encoding in _forms(file, request.headers.get("accept-encoding", "")):
            try:
                found = os.stat(path)
            except OSError:
                continue
            if not stat.S_ISREG(found.st_mode):
                continue
            headers = {"vary": "Accept-Encoding", **({"content-encoding": encoding} if encoding else {})}
            kind = "text/javascript" if file.suffix in _SCRIPTS else guess_type(file.name)[0]
            made = FileResponse(path, headers=headers, media_type=kind, stat_result=found)
            if self._conditions.is_not_modified(made.headers, request.headers):
                return NotModifiedResponse(made.headers)
            return made
        return None


def _forms(file: Path, accepted: str) -> Iterator[tuple[str, str]]:
    """Where the file may lie, and how it is packed there, the best for this reader first."""
    taken = set(_accepted(accepted))
    for encoding, suffix in _PACKED:
        if encoding in taken and file.suffix != suffix:
            yield f"{file}{suffix}", encoding
    yield str(file), ""


def _accepted(header: str) -> Iterator[str]:
    """The encodings that a reader takes (RFC 9110, 12.5.3)."""
    for entry in header.lower().split(","):
        name, _, quality = entry.partition(";")
        if quality.replace(" ", "").rstrip("0.") != "q=":
            yield name.strip()
