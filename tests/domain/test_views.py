from dataclasses import dataclass

from marketplace.domain.views import View


class CodeView(View):
    id: str
    text: str
    code: str = ""


@dataclass
class Row:
    id: str = "7"
    text: str = "stored"
    code: str = "4821"


def test_a_view_takes_required_fields_from_its_row_and_no_optional_ones():
    assert CodeView.of(Row()) == CodeView(id="7", text="stored", code="")
    assert CodeView.of(Row(), text="shown", code="4821") == CodeView(id="7", text="shown", code="4821")
