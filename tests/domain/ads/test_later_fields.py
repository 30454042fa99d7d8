"""Fields that an administrator archived, made required or took an option from after an ad was written."""

from typing import ClassVar

import pytest
from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.errors import Invalid
from marketplace.domain import ads
from marketplace.domain.ads import FieldInput
from marketplace.models import InputType
from tests import factories
from tests.domain.ads.drafting import draft, live

CASES = {
    "text": (InputType.TEXT, "teak", "oak"),
    "number": (InputType.NUMBER, "10.50", "11"),
    "date": (InputType.DATE, "2019-05-01", "2020-05-01"),
    "select": (InputType.SELECT, "red", "green"),
}


@pytest.fixture
def scene(db: Session):
    class Scene:
        seller, category = factories.seller(db), factories.category(db)
        owner = factories.actor(seller)
        subcategory = factories.subcategory(db, category)
        fields: ClassVar = {}
        late = factories.field(db, subcategory, "late", InputType.TEXT)

        def draft(self, **values):
            given = {name: value for name, (_, value, _) in CASES.items()} | values
            inputs = [
                FieldInput(field_ref=(self.late if name == "late" else self.fields[name]).id, value=value)
                for name, value in given.items()
                if value is not ...
            ]
            return draft(self.category, subcategory_id=self.subcategory.id, fields=inputs)

        def later(self, *archived: str):
            """Nothing that the ad has is asked any more as it was."""
            for name, field in self.fields.items():
                field.label, field.required = f"new {name}", True
                if name in archived:
                    field.archived_at = clock.now()
            self.fields["select"].options = ["green"]
            self.late.required = True
            factories.save(db, *self.fields.values(), self.late)

    made = Scene()
    for name, (kind, _, _) in CASES.items():
        options = ["red"] if name == "select" else []
        made.fields[name] = factories.field(db, made.subcategory, name, kind, options=options)
    made.ad = ads.to_draft(live(db, made.seller, made.category, **_values(made.draft())))
    (made.ad_id,) = (row.id for row in ads.list_of_seller(db, made.owner, made.seller.id).items)
    return made


def _values(made):
    return {"subcategory_id": made.subcategory_id, "fields": made.fields}


def _fields(seen) -> dict[str, str]:
    return {each.label: each.value for each in seen.fields}


def test_untouched_values_stay_and_are_no_change(db: Session, scene):
    before = ads.get(db, scene.owner, scene.ad_id)
    scene.later()
    assert ads.revise(db, scene.owner, scene.ad_id, scene.draft()).version == before.version
    # As a client sends back what it has read.
    same = scene.draft(number=10.5, date="2019-05-01T00:00:00.000Z", late="")
    assert ads.revise(db, scene.owner, scene.ad_id, same).version == before.version
    named = scene.draft().model_copy(update={"name": "Other"})
    changed = ads.revise(db, scene.owner, scene.ad_id, named)
    assert (changed.name, _fields(changed)) == ("Other", _fields(before))


def test_archived_values_stay_until_their_seller_removes_them(db: Session, scene):
    scene.later("text", "select")
    with pytest.raises(Invalid, match="no longer asked"):
        ads.revise(db, scene.owner, scene.ad_id, scene.draft(text="oak", number="12"))
    kept = ads.revise(db, scene.owner, scene.ad_id, scene.draft(text=..., select=..., number="12"))
    assert _fields(kept) == {"new number": "12", "date": "2019-05-01", "text": "teak", "select": "red"}
    left = ads.revise(db, scene.owner, scene.ad_id, scene.draft(text="", select="red", number="12"))
    assert _fields(left) == {"new number": "12", "date": "2019-05-01", "select": "red"}


@pytest.mark.parametrize("name", list(CASES))
def test_a_touched_field_is_checked(db: Session, scene, name: str):
    scene.later()
    with pytest.raises(Invalid) as refused:
        ads.revise(db, scene.owner, scene.ad_id, scene.draft(**{name: ""}))
    assert [each["field"] for each in refused.value.errors] == [scene.fields[name].id]
    if name != "text":
        with pytest.raises(Invalid):
            ads.revise(db, scene.owner, scene.ad_id, scene.draft(**{name: "blue"}))
    changed = ads.revise(db, scene.owner, scene.ad_id, scene.draft(**{name: CASES[name][2]}))
    assert _fields(changed)[f"new {name}"] == CASES[name][2]


def test_another_subcategory_and_a_copy_ask_for_everything(db: Session, scene):
    scene.later()
    other = factories.subcategory(db, scene.category)
    factories.field(db, other, "Brand", InputType.TEXT, required=True)
    moved = scene.draft().model_copy(update={"subcategory_id": other.id})
    with pytest.raises(Invalid, match="Brand"):
        ads.revise(db, scene.owner, scene.ad_id, moved)
    with pytest.raises(Invalid, match="late"):
        ads.duplicate(db, scene.owner, scene.ad_id)
    with pytest.raises(Invalid):
        ads.submit(db, scene.owner, scene.draft())
