import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, Invalid, NotFound, NotSignedIn
from marketplace.domain import audit, content
from marketplace.domain.content import TestimonialDraft
from marketplace.models import Upload, UploadKind
from tests import factories

WORD = TestimonialDraft(name=" Meera ", description=" Sold in two days. ")


def upload(db, owner, **values):
    made = Upload(owner_id=owner.id, name="m.jpg", digest="a" * 64, media_type="image/webp", byte_size=1, **values)
    factories.save(db, made)
    return made


def test_only_admins_edit(db):
    made = content.create_testimonial(db, factories.actor(factories.admin(db)), WORD)
    for actor, error in ((ANONYMOUS, NotSignedIn), (factories.actor(factories.seller(db)), Forbidden)):
        with pytest.raises(error):
            content.create_testimonial(db, actor, WORD)
        with pytest.raises(error):
            content.update_testimonial(db, actor, made.id, WORD)
        with pytest.raises(error):
            content.delete_testimonial(db, actor, made.id)
        with pytest.raises(error):
            content.reorder_testimonials(db, actor, [made.id])


def test_everyone_reads_them_in_order(db):
    actor = factories.actor(factories.admin(db))
    made = [content.create_testimonial(db, actor, TestimonialDraft(name=n, description="Fine.")) for n in "abc"]
    assert [view.name for view in content.list_testimonials(db)] == ["a", "b", "c"]
    content.reorder_testimonials(db, actor, [made[2].id, made[0].id, made[1].id])
    assert [view.name for view in content.list_testimonials(db)] == ["c", "a", "b"]
    for wrong in ([made[0].id], [made[0].id] * 3, []):
        with pytest.raises(Invalid):
            content.reorder_testimonials(db, actor, wrong)


def test_creating_changing_and_deleting_are_audited(db):
    actor = factories.actor(factories.admin(db))
    made = content.create_testimonial(db, actor, WORD)
    assert (made.name, made.description, made.image) == ("Meera", "Sold in two days.", None)
    content.update_testimonial(db, actor, made.id, TestimonialDraft(name="Meera I.", description="Sold."))
    content.delete_testimonial(db, actor, made.id)
    assert content.list_testimonials(db) == []
    entries = audit.list_entries(db, actor, target="testimonial").items
    assert [entry.action for entry in entries] == ["testimonial.delete", "testimonial.update", "testimonial.create"]
    assert entries[1].before["name"] == "Meera"
    assert entries[1].after["name"] == "Meera I."


def test_the_image_is_the_admin_s_own_and_stays_when_named_again(db):
    one, other = factories.admin(db), factories.admin(db)
    photo = upload(db, one, width=800, height=600)
    draft = TestimonialDraft(name="Meera", description="Fine.", image=photo.id)
    with pytest.raises(Invalid):
        content.create_testimonial(db, factories.actor(other), draft)
    made = content.create_testimonial(db, factories.actor(one), draft)
    assert made.image is not None
    again = TestimonialDraft(name="M.", description="Fine.", image=made.image.url)
    assert content.update_testimonial(db, factories.actor(other), made.id, again).image == made.image
    without = TestimonialDraft(name="M.", description="Fine.")
    assert content.update_testimonial(db, factories.actor(other), made.id, without).image is None


def test_a_document_is_no_image(db):
    admin = factories.admin(db)
    paper = upload(db, admin, kind=UploadKind.DOCUMENT)
    with pytest.raises(Invalid):
        content.create_testimonial(
            db, factories.actor(admin), TestimonialDraft(name="M", description="Fine.", image=paper.id)
        )


@pytest.mark.parametrize(
    ("draft", "fields"),
    [
        (TestimonialDraft(), ["name", "description"]),
        (TestimonialDraft(name="\x00", description="Fine."), ["name"]),
        (TestimonialDraft(name="x" * 81, description="x" * 601), ["name", "description"]),
    ],
)
def test_fields_are_checked(db, draft, fields):
    with pytest.raises(Invalid) as caught:
        content.create_testimonial(db, factories.actor(factories.admin(db)), draft)
    assert [error["field"] for error in caught.value.errors] == fields


@pytest.mark.parametrize("testimonial_id", ["nothing", "01M7YH44H3FVMP4547R0ZWQBC3", "\x00"])
def test_unknown_ids_are_not_found(db, testimonial_id):
    with pytest.raises(NotFound):
        content.delete_testimonial(db, factories.actor(factories.admin(db)), testimonial_id)
