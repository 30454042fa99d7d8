"""Writes the uploads of the demo: each member owns the pictures and documents of their ads."""

from datetime import UTC, datetime
from random import Random

from marketplace.demo.pictures.pool import Picture
from marketplace.demo.rows import Rows, make_id
from marketplace.domain import media
from marketplace.models import Upload, UploadKind


def _make_pdf(title: str) -> bytes:
    # Loaded with the first document, since it brings numpy.
    from fpdf import FPDF

    pdf = FPDF()
    # A fixed day, so that the same document is stored once.
    pdf.set_creation_date(datetime(2026, 1, 1, tzinfo=UTC))
    pdf.add_page()
    for size, line in ((24, title), (12, "A sample document of the demo.")):
        pdf.set_font("helvetica", size=size)
        pdf.cell(h=12, text=line, new_x="LMARGIN", new_y="NEXT")
    return bytes(pdf.output())


class Uploads:
    """Writes one row for each picture or document of an owner, however many ads use it."""

    def __init__(self, rows: Rows, rng: Random):
        self._rows, self._rng = rows, rng
        self._known: dict[tuple[str, str], str] = {}
        self._documents: dict[str, tuple[str, int]] = {}

    def picture(self, owner_id: str, picture: Picture, moment: datetime) -> str:
        """The id of the owner's upload of a picture."""
        key = (owner_id, picture.name)
        if key not in self._known:
            self._known[key] = make_id(self._rng, moment)
            self._rows.add(
                Upload,
                id=self._known[key],
                owner_id=owner_id,
                kind=UploadKind.IMAGE,
                name=f"{picture.name}.webp",
                digest=picture.digest,
                media_type="image/webp",
                width=picture.width,
                height=picture.height,
                byte_size=picture.byte_size,
                created_at=moment,
            )
        return self._known[key]

    def document(self, owner_id: str, name: str, moment: datetime) -> str:
        """The id of the owner's upload of a document, created on first use."""
        if name not in self._documents:
            data = _make_pdf(name.removesuffix(".pdf").replace("-", " ").capitalize())
            self._documents[name] = media.put_document(data), len(data)
        key = (owner_id, name)
        if key not in self._known:
            self._known[key] = make_id(self._rng, moment)
            digest, size = self._documents[name]
            self._rows.add(
                Upload,
                id=self._known[key],
                owner_id=owner_id,
                kind=UploadKind.DOCUMENT,
                name=name,
                digest=digest,
                media_type="application/pdf",
                byte_size=size,
                created_at=moment,
            )
        return self._known[key]
