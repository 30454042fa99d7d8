"""Rows for the admin pages."""

from marketplace.core import ids
from marketplace.domain import trust
from marketplace.models import AdStatus, Report, ReportStatus, ReportTarget
from marketplace.web import paths
from marketplace.web.pages.admin_ads.state import AdminAdsState
from marketplace.web.pages.admin_appeals.state import AppealsState
from marketplace.web.pages.admin_audit.state import AuditState
from marketplace.web.pages.admin_categories.state import CategoriesState
from marketplace.web.pages.admin_mail.state import MailState
from marketplace.web.pages.admin_overview.state import OverviewState
from marketplace.web.pages.admin_queue.state import QueueState
from marketplace.web.pages.admin_reports.state import ReportsState
from marketplace.web.pages.admin_review.state import ReviewState
from marketplace.web.pages.admin_rules.state import RulesState
from marketplace.web.pages.admin_subcategories.fields_state import FieldState
from marketplace.web.pages.admin_subcategories.state import SubcategoriesState
from marketplace.web.pages.admin_testimonials.state import TestimonialsState
from tests import factories
from tests.api.permissions.world import World
from tests.domain.trust.changing import publish
from tests.web.permissions.row import ADMIN, Row, Sent, sent
from tests.web.permissions.selling import with_booking


def _pending(world: World) -> str:
    return world.ad_of(world.seller, status=AdStatus.PENDING, name=f"Chair {ids.new_id()[-10:]}").id


def asking_to_delete_ad(world: World) -> Sent:
    return sent(path=paths.ADMIN_ADS, sees="1 booking", ad_id=with_booking(world).id, name="x")


def deleting_ad(world: World) -> Sent:
    opened = {"ad_id": world.ad_of(world.seller).id, "name": "x"}
    return sent((AdminAdsState.open_delete_dialog, opened), form={"reason": "Counterfeit goods"})


def all_ads(world: World) -> Sent:
    ad_id = world.ad_of(world.seller).id
    return sent(path=paths.ADMIN_ADS, sees=ad_id)


def featuring(world: World) -> Sent:
    return sent(ad_id=world.ad_of(world.seller).id, featured=True)


def audit(world: World) -> Sent:
    person = World(world.db, "user").me
    world.suspend(person)
    return sent(path=paths.ADMIN_AUDIT, sees=person.id)


def categories(world: World) -> Sent:
    return sent(sees=factories.category(world.db, f"Boats {ids.new_id()}").name)


def moving_category(world: World) -> Sent:
    factories.category(world.db)
    last = factories.category(world.db)
    return sent((CategoriesState.open, {}), category_id=last.id, step=-1)


def saving_category(_world: World) -> Sent:
    return sent((CategoriesState.add, {}), form={"name": f"Boats {ids.new_id()}"})


def changing_category(world: World) -> Sent:
    chosen = factories.category(world.db).id
    opened = (CategoriesState.open, {}), (CategoriesState.edit, {"category_id": chosen})
    return sent(*opened, form={"name": f"Boats {ids.new_id()}"})


def removing_category(world: World) -> Sent:
    chosen = {"kind": "category", "item_id": factories.category(world.db).id, "name": "x"}
    return sent((CategoriesState.open_removal, chosen), form={})


def listing_move_targets(world: World) -> Sent:
    """A category with ads; only admins see the categories that its ads can move to."""
    full, empty = factories.category(world.db), factories.category(world.db, f"Boats {ids.new_id()}")
    factories.ad(world.db, world.bystander, full)
    chosen = {"kind": "category", "item_id": full.id, "name": "x"}
    return sent((CategoriesState.open_removal, chosen), form={}, sees=empty.name)


def _category_path(world: World) -> str:
    return paths.admin_category(world.category.id)


def subcategories(world: World) -> Sent:
    name = factories.subcategory(world.db, world.category, f"Sofas {ids.new_id()}").name
    return sent(path=_category_path(world), sees=name)


def moving_subcategory(world: World) -> Sent:
    factories.subcategory(world.db, world.category)
    last = factories.subcategory(world.db, world.category)
    return sent((SubcategoriesState.open, {}), path=_category_path(world), subcategory_id=last.id, step=-1)


def moving_field(world: World) -> Sent:
    factories.field(world.db, world.subcategory, "Colour", world.field.input_type)
    ids_ = {"subcategory_id": world.subcategory.id, "field_id": world.field.id, "step": 1}
    return sent((SubcategoriesState.open, {}), path=_category_path(world), **ids_)


def adding_subcategory(world: World) -> Sent:
    opened = (SubcategoriesState.open, {}), (SubcategoriesState.add, {})
    return sent(*opened, path=_category_path(world), form={"name": f"Sofas {ids.new_id()}"})


def renaming_subcategory(world: World) -> Sent:
    edited = (SubcategoriesState.edit, {"subcategory_id": world.subcategory.id, "name": "x"})
    return sent(edited, path=_category_path(world), form={"name": f"Sofas {ids.new_id()}"})


def removing_subcategory(world: World) -> Sent:
    chosen = {"kind": "subcategory", "item_id": world.subcategory.id, "name": "x"}
    return sent((SubcategoriesState.open_removal, chosen), path=_category_path(world), form={})


def adding_field(world: World) -> Sent:
    return sent((FieldState.add, {"subcategory_id": world.subcategory.id}), form={"label": ids.new_id()})


def changing_field(world: World) -> Sent:
    opened = (SubcategoriesState.open, {})
    edited = (FieldState.edit, {"subcategory_id": world.subcategory.id, "field_id": world.field.id})
    return sent(opened, edited, path=_category_path(world), form={"label": ids.new_id()})


def deleting_field(world: World) -> Sent:
    return sent((FieldState.open_delete_dialog, {"item_id": world.field.id, "name": "x"}), path=_category_path(world))


def _troubled(world: World) -> str:
    world.mail.last_error = "450 try later"
    factories.save(world.db, world.mail)
    return world.mail.id


def mails(world: World) -> Sent:
    return sent(sees=_troubled(world))


def mail(world: World) -> Sent:
    return sent(mail_id=_troubled(world))


def overview(world: World) -> Sent:
    return sent(sees=_first_waiting(world))


def queue(world: World) -> Sent:
    return sent(sees=_first_waiting(world))


def _first_waiting(world: World) -> str:
    from marketplace.domain import moderation
    from marketplace.domain.paging import Window

    assert _pending(world)
    return moderation.list_queue(world.db, factories.actor(world.another_admin), window=Window(1, 1)).items[0].id


def approving_chosen(world: World) -> Sent:
    first = _first_waiting(world)
    return sent((QueueState.open, {}), (QueueState.choose, {"ad_id": first, "chosen": True}))


def _report(world: World, status: ReportStatus = ReportStatus.OPEN) -> str:
    made = Report(target=ReportTarget.AD, target_id=world.ad.id, reason="scam", status=status)
    factories.save(world.db, made)
    return made.id


def reports(world: World) -> Sent:
    # The list of open reports has several pages.
    return sent(path=f"{paths.ADMIN_REPORTS}?status=dismissed", sees=_report(world, ReportStatus.DISMISSED))


def report(world: World) -> Sent:
    made = _report(world)
    return sent(report_id=made, sees=made)


def resolving(world: World) -> Sent:
    return sent((ReportsState.show, {"report_id": _report(world)}), form={"resolution": "Seller warned."})


def review_page(world: World) -> Sent:
    ad_id = _pending(world)
    return sent(path=paths.review(ad_id), sees='"waiting":true')


def approving(world: World) -> Sent:
    ad_id = _pending(world)
    return sent((ReviewState.open, {}), path=paths.review(ad_id), ad_id=ad_id, version=1)


def rejecting(world: World) -> Sent:
    ad_id = _pending(world)
    form = {"note": "Another sofa."}
    opened = (ReviewState.open, {}), (ReviewState.open_reject_dialog, {})
    return sent(*opened, path=paths.review(ad_id), ad_id=ad_id, version=1, form=form)


def featuring_in_review(world: World) -> Sent:
    ad_id = world.ad_of(world.seller).id
    return sent(path=paths.review(ad_id), ad_id=ad_id, featured=True)


def by_key(world: World) -> Sent:
    ad_id = _pending(world)
    return sent((ReviewState.open, {}), path=paths.review(ad_id), ad_id=ad_id, version=1, key="a")


def appeals(world: World) -> Sent:
    from marketplace.domain import moderation

    # The list of open appeals has several pages.
    moderation.uphold_appeal(world.db, factories.actor(world.admin), world.appeal_id, "It stays.")
    world.db.commit()
    return sent(path=f"{paths.ADMIN_APPEALS}?status=upheld", sees=world.appeal_id)


def deciding_appeal(world: World) -> Sent:
    from marketplace.domain import moderation

    assert world.appeal_id
    oldest = moderation.list_appeals(world.db, factories.actor(world.admin)).items[0].id
    shown = (AppealsState.open, {}), (AppealsState.show, {"appeal_id": oldest})
    return sent(*shown, path=paths.ADMIN_APPEALS, form={"outcome": "overturned", "note": "We looked again."})


def taking_down(world: World) -> Sent:
    ad_id = world.ad_of(world.seller).id
    opened = (ReviewState.open, {}), (ReviewState.open_reject_dialog, {})
    return sent(*opened, path=paths.review(ad_id), ad_id=ad_id, version=1, form={"note": "A copy."})


def rules(_world: World) -> Sent:
    return sent(path=paths.ADMIN_RULES, sees="qr_to_receive")


_WEIGHT = {"enabled": "on", "days": "30"}
_RULE = (RulesState.open, {}), (RulesState.show, {"code": "pressure"})


def trying_rule(_world: World) -> Sent:
    return sent(*_RULE, path=paths.ADMIN_RULES, form=_WEIGHT | {"weight": "0.5"}, sees='"limited"')


def publishing_rule(world: World) -> Sent:
    # Publishing the live weight again would store no new version.
    live = next(rule for rule in trust.list_rules(world.db, factories.actor(world.admin)) if rule.code == "pressure")
    form = _WEIGHT | {"weight": "0.5" if live.weight != 0.5 else "0.6"}
    return sent(*_RULE, (RulesState.preview, {"form": form}), path=paths.ADMIN_RULES, waits_for='"limited"')


def undoing_rule(world: World) -> Sent:
    admin = factories.actor(world.another_admin)
    live = next(rule for rule in trust.list_rules(world.db, admin) if rule.code == "off_platform")
    publish(world.db, admin, "off_platform", weight=0.7 if live.weight != 0.7 else 0.8)
    world.db.commit()
    return sent(path=paths.ADMIN_RULES, code="off_platform")


def testimonials(world: World) -> Sent:
    return sent(sees=world.testimonials()[-1])


def moving_testimonial(world: World) -> Sent:
    world.testimonials()
    return sent((TestimonialsState.open, {}), testimonial_id=world.testimonials()[-1], step=-1)


def saving_testimonial(_world: World) -> Sent:
    return sent((TestimonialsState.add, {}), form={"name": "Meera", "description": "Sold in two days."})


def changing_testimonial(world: World) -> Sent:
    chosen = world.testimonials()[-1]
    opened = (TestimonialsState.open, {}), (TestimonialsState.edit, {"testimonial_id": chosen})
    return sent(*opened, form={"name": "Meera", "description": ids.new_id()})


def deleting_testimonial(world: World) -> Sent:
    return sent((TestimonialsState.open_delete_dialog, {"item_id": world.testimonials()[-1], "name": "x"}))


ROWS = (
    Row(AdminAdsState.open_delete_dialog, asking_to_delete_ad, "no no no ok no ok"),
    Row(AdminAdsState.delete, deleting_ad, "no no no ok no ok"),
    Row(AdminAdsState.open, all_ads, ADMIN),
    Row(AdminAdsState.feature, featuring, ADMIN),
    Row(AuditState.open, audit, ADMIN, moderator="no"),
    Row(CategoriesState.open, categories, ADMIN, moderator="no"),
    Row(CategoriesState.move, moving_category, ADMIN, moderator="no"),
    Row(CategoriesState.save, saving_category, ADMIN, moderator="no"),
    Row(CategoriesState.save, changing_category, ADMIN, "of one there is", moderator="no"),
    Row(CategoriesState.remove, removing_category, ADMIN, moderator="no"),
    Row(CategoriesState.remove, listing_move_targets, ADMIN, "with ads", moderator="no"),
    Row(SubcategoriesState.open, subcategories, ADMIN, moderator="no"),
    Row(SubcategoriesState.move, moving_subcategory, ADMIN, moderator="no"),
    Row(SubcategoriesState.move_field, moving_field, ADMIN, moderator="no"),
    Row(SubcategoriesState.save, adding_subcategory, ADMIN, moderator="no"),
    Row(SubcategoriesState.save, renaming_subcategory, ADMIN, "of one there is", moderator="no"),
    Row(SubcategoriesState.remove, removing_subcategory, ADMIN, moderator="no"),
    Row(FieldState.save, adding_field, ADMIN, moderator="no"),
    Row(FieldState.save, changing_field, ADMIN, "of one there is", moderator="no"),
    Row(FieldState.delete, deleting_field, ADMIN, moderator="no"),
    Row(MailState.open, mails, ADMIN, moderator="no"),
    Row(MailState.retry, mail, ADMIN, moderator="no"),
    Row(OverviewState.open, overview, ADMIN),
    Row(QueueState.open, queue, ADMIN),
    Row(QueueState.approve, approving_chosen, ADMIN),
    Row(ReportsState.open, reports, ADMIN),
    Row(ReportsState.show, report, ADMIN),
    Row(ReportsState.resolve, resolving, ADMIN),
    Row(ReviewState.open, review_page, ADMIN),
    Row(ReviewState.approve, approving, ADMIN),
    Row(ReviewState.handle_key, by_key, ADMIN, "on an ad"),
    Row(ReviewState.reject, rejecting, ADMIN),
    Row(ReviewState.reject, taking_down, ADMIN, "that is live"),
    Row(RulesState.open, rules, ADMIN),
    Row(RulesState.preview, trying_rule, ADMIN, late=True),
    Row(RulesState.publish, publishing_rule, ADMIN, moderator="no"),
    Row(RulesState.undo, undoing_rule, ADMIN, moderator="no"),
    Row(AppealsState.open, appeals, ADMIN, alone=True),
    Row(AppealsState.decide, deciding_appeal, ADMIN),
    Row(ReviewState.feature, featuring_in_review, ADMIN),
    Row(TestimonialsState.open, testimonials, ADMIN, moderator="no"),
    Row(TestimonialsState.move, moving_testimonial, ADMIN, moderator="no"),
    Row(TestimonialsState.save, saving_testimonial, ADMIN, moderator="no"),
    Row(TestimonialsState.save, changing_testimonial, ADMIN, "of one there is", moderator="no"),
    Row(TestimonialsState.delete, deleting_testimonial, ADMIN, moderator="no"),
)
