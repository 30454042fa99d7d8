"""PDFs for file fields."""

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Invalid, NotSignedIn, UnsupportedMedia
from marketplace.domain import media
from marketplace.domain.media import messages
from tests import factories
from tests.domain.media import corpus


def test_anonymous_callers_are_refused(db: Session):
    with pytest.raises(NotSignedIn):
        media.store_document(db, ANONYMOUS, "a.pdf", corpus.PDF)


def test_a_pdf_is_stored_unchanged(db: Session):
    file = media.store_document(db, factories.actor(factories.seller(db)), "bill.pdf", corpus.PDF)
    assert file.name == "bill.pdf"
    assert file.url == f"/api/files/{file.id}"
    found = media.find_file(db, file.id)
    assert found
    assert (found.media_type, media.read_image(found)) == ("application/pdf", corpus.PDF)
    assert media.photos_of(db, [file.id]) == {}


@pytest.mark.parametrize(
    ("data", "error", "sentence"),
    [
        (b"", Invalid, messages.EMPTY),
        (b"%PDF-1.7 nothing more", Invalid, messages.BROKEN_PDF),
        (b"%PDF-1.4\n<script>alert(1)</script>\n%%EOF", UnsupportedMedia, messages.NOT_AN_IMAGE_OR_PDF),
        (b"MZ\x90\x00" + corpus.PDF, UnsupportedMedia, messages.NOT_AN_IMAGE_OR_PDF),
        (corpus.HTML, UnsupportedMedia, messages.NOT_AN_IMAGE_OR_PDF),
    ],
)
def test_other_files_are_refused(db: Session, data: bytes, error: type, sentence: str):
    with pytest.raises(error) as refused:
        media.store_document(db, factories.actor(factories.seller(db)), "bill.pdf", data)
    assert refused.value.message == sentence
