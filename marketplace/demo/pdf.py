"""Makes small PDFs for file fields."""

_PAGE = (
    "BT /F1 24 Tf 72 740 Td ({title}) Tj ET "
    "BT /F1 12 Tf 72 704 Td (A sample document of the demo.) Tj ET "
    "0.04 0.42 0.37 rg 72 690 451 2 re f"
)


def make_pdf(title: str) -> bytes:
    """A page of A4 with a heading, as PDF 1.4 writes it."""
    content = _PAGE.format(title=title.replace("(", "").replace(")", "")).encode("latin-1")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
        b"/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
    ]
    made = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return made + (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
        % (len(objects) + 1, table, len(objects) + 1, len(made))
    )
