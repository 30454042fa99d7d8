"""Operations for admins only."""

from marketplace.domain import cases, catalog
from tests import factories
from tests.api.permissions.row import ADMIN, Call, Row, call
from tests.api.permissions.world import World
from tests.domain.trust.changing import publish


def nothing(world: World) -> Call:
    assert world.ad
    return call()


def account(world: World) -> Call:
    return call(account_id=world.bystander.id)


def staff_account(world: World) -> Call:
    return call(account_id=world.another_admin.id)


def suspending(world: World) -> Call:
    return call(json={"reason": "Counterfeit goods"}, account_id=world.bystander.id)


def restoring(world: World) -> Call:
    world.suspend(world.bystander)
    return call(account_id=world.bystander.id)


def new_category(world: World) -> Call:
    return call(json={"name": f"Boats {world.me.id}"})


def category_order(world: World) -> Call:
    assert world.category
    return call(json={"order": [view.id for view in catalog.list_categories(world.db)]})


def category(world: World) -> Call:
    return call(json={"name": f"Boats {world.me.id}"}, category_id=world.category.id)


def empty_category(world: World) -> Call:
    return call(category_id=world.category.id)


def subcategories(world: World) -> Call:
    assert world.subcategory
    return call(params={"category": world.category.id})


def new_subcategory(world: World) -> Call:
    return call(json={"categoryId": world.category.id, "name": "Sofas"})


def subcategory_order(world: World) -> Call:
    return call(json={"order": [world.subcategory.id]}, category_id=world.category.id)


def subcategory(world: World) -> Call:
    return call(json={"name": "Sofas"}, subcategory_id=world.subcategory.id)


def empty_subcategory(world: World) -> Call:
    return call(subcategory_id=world.subcategory.id)


def new_field(world: World) -> Call:
    return call(json={"label": "Year", "inputType": "number"}, subcategory_id=world.subcategory.id)


def field_order(world: World) -> Call:
    return call(json={"order": [world.field.id]}, subcategory_id=world.subcategory.id)


def field(world: World) -> Call:
    return call(json={"label": "Built in", "inputType": "number"}, field_id=world.field.id)


def old_field(world: World) -> Call:
    return call(field_id=world.field.id)


def pending(world: World) -> Call:
    return call(product_id=world.pending.id)


def several(world: World) -> Call:
    return call(json={"products": [{"_id": world.pending.id, "version": 1}]})


def rejecting(world: World) -> Call:
    return call(json={"note": "The photos show another sofa."}, product_id=world.pending.id)


def taking_down(world: World) -> Call:
    return call(json={"note": "It is a copy."}, product_id=world.ad.id)


def appeals(world: World) -> Call:
    assert world.appeal_id
    return call()


def answering_appeal(world: World) -> Call:
    return call(json={"note": "We looked again."}, appeal_id=world.appeal_id)


def grievances(world: World) -> Call:
    assert world.grievance_id
    return call()


def resolving_grievance(world: World) -> Call:
    return call(json={"note": "We removed the ad."}, grievance_id=world.grievance_id)


def entering_order(_world: World) -> Call:
    return call(json={"authority": "High Court", "legalBasis": "Section 79(3)(b)", "text": "Remove the ad."})


def removing(world: World) -> Call:
    body = {"productId": world.ad.id, "note": "Removed after a complaint."}
    return call(json=body, grievance_id=world.grievance_id)


def changing_settings(_world: World) -> Call:
    return call(json={"priceCutPercent": 30})


def changing_rule(_world: World) -> Call:
    return call(json={"weight": 0.8}, rule_id="pressure")


def undoing_rule(world: World) -> Call:
    publish(world.db, factories.actor(world.another_admin), "pressure", weight=0.7)
    world.db.commit()
    return call(rule_id="pressure")


def featuring(world: World) -> Call:
    return call(json={"featured": True}, product_id=world.pending.id)


def mails(world: World) -> Call:
    assert world.mail
    return call()


def mail(world: World) -> Call:
    return call(mail_id=world.mail.id)


def report(world: World) -> Call:
    return call(report_id=world.report.id)


def resolving(world: World) -> Call:
    return call(json={"resolution": "Seller warned."}, report_id=world.report.id)


def testimonial(world: World) -> Call:
    return call(testimonial_id=world.testimonials()[0])


def writing_testimonial(_world: World) -> Call:
    return call(json={"name": "Meera", "description": "Sold in two days."})


def changing_testimonial(world: World) -> Call:
    body = {"name": "Meera", "description": "Sold in one day."}
    return call(json=body, testimonial_id=world.testimonials()[0])


def testimonial_order(world: World) -> Call:
    return call(json={"order": world.testimonials()})


def suspending_staff(world: World) -> Call:
    return call(json={"reason": "Left the team"}, account_id=world.another_admin.id)


def new_moderator(world: World) -> Call:
    return call(json={"email": f"new-{world.me.id.lower()}@example.org"})


def changing_role(world: World) -> Call:
    return call(json={"role": "moderator"}, account_id=world.another_admin.id)


def taking(world: World) -> Call:
    return call(json={"kind": "report", "_id": world.report.id})


def giving(world: World) -> Call:
    return call(json={"kind": "report", "_id": world.report.id, "accountId": world.another_admin.id})


def releasing(world: World) -> Call:
    return call(kind="report", case_id=world.report.id)


def releasing_others(world: World) -> Call:
    cases.assign(world.db, factories.actor(world.another_admin), "report", world.report.id)
    world.db.commit()
    return call(kind="report", case_id=world.report.id)


def notes(world: World) -> Call:
    return call(params={"kind": "product", "_id": world.ad.id})


def noting(world: World) -> Call:
    return call(json={"kind": "account", "_id": world.bystander.id, "text": "Called back."})


_REPLY = {"purpose": "appeal", "title": "Thanks", "text": "Thank you."}


def writing_reply(_world: World) -> Call:
    return call(json=_REPLY)


def _reply(world: World) -> str:
    made = cases.create_reply(world.db, factories.actor(world.another_admin), cases.ReplyDraft(**_REPLY))
    world.db.commit()
    return made.id


def changing_reply(world: World) -> Call:
    return call(json=_REPLY, reply_id=_reply(world))


def deleting_reply(world: World) -> Call:
    return call(reply_id=_reply(world))


ROWS = (
    Row("GET /api/admin/accounts", nothing, ADMIN),
    Row("GET /api/admin/accounts/{account_id}", account, ADMIN),
    Row("GET /api/admin/accounts/{account_id}/history", account, ADMIN),
    Row("DELETE /api/admin/accounts/{account_id}/sessions", account, ADMIN),
    Row("DELETE /api/admin/accounts/{account_id}/sessions", staff_account, ADMIN, "staff", moderator="403"),
    Row("POST /api/admin/accounts/{account_id}/suspend", suspending, ADMIN),
    Row("POST /api/admin/accounts/{account_id}/restore", restoring, ADMIN, alone=True),
    Row("POST /api/admin/accounts/{account_id}/suspend", suspending_staff, ADMIN, "staff", moderator="403"),
    Row("POST /api/admin/accounts/moderators", new_moderator, ADMIN, moderator="403"),
    Row("PUT /api/admin/accounts/{account_id}/role", changing_role, ADMIN, moderator="403"),
    Row("GET /api/admin/load", nothing, ADMIN),
    Row("POST /api/admin/assignments", taking, ADMIN),
    Row("POST /api/admin/assignments", giving, ADMIN, "to another", moderator="403"),
    Row("DELETE /api/admin/assignments/{kind}/{case_id}", releasing, ADMIN),
    Row("DELETE /api/admin/assignments/{kind}/{case_id}", releasing_others, ADMIN, "of another", moderator="403"),
    Row("GET /api/admin/notes", notes, ADMIN),
    Row("POST /api/admin/notes", noting, ADMIN),
    Row("GET /api/admin/replies", nothing, ADMIN),
    Row("POST /api/admin/replies", writing_reply, ADMIN, moderator="403"),
    Row("PUT /api/admin/replies/{reply_id}", changing_reply, ADMIN, moderator="403"),
    Row("DELETE /api/admin/replies/{reply_id}", deleting_reply, ADMIN, moderator="403"),
    Row("GET /api/admin/categories", nothing, ADMIN, moderator="403"),
    Row("POST /api/admin/categories", new_category, ADMIN, moderator="403"),
    Row("PUT /api/admin/categories/order", category_order, ADMIN, moderator="403"),
    Row("PUT /api/admin/categories/{category_id}", category, ADMIN, moderator="403"),
    Row("DELETE /api/admin/categories/{category_id}", empty_category, ADMIN, moderator="403"),
    Row("GET /api/admin/subcategories", subcategories, ADMIN, moderator="403"),
    Row("POST /api/admin/subcategories", new_subcategory, ADMIN, moderator="403"),
    Row("PUT /api/admin/categories/{category_id}/subcategories/order", subcategory_order, ADMIN, moderator="403"),
    Row("PUT /api/admin/subcategories/{subcategory_id}", subcategory, ADMIN, moderator="403"),
    Row("DELETE /api/admin/subcategories/{subcategory_id}", empty_subcategory, ADMIN, moderator="403"),
    Row("POST /api/admin/subcategories/{subcategory_id}/fields", new_field, ADMIN, moderator="403"),
    Row("PUT /api/admin/subcategories/{subcategory_id}/fields/order", field_order, ADMIN, moderator="403"),
    Row("PUT /api/admin/fields/{field_id}", field, ADMIN, moderator="403"),
    Row("DELETE /api/admin/fields/{field_id}", old_field, ADMIN, moderator="403"),
    Row("GET /api/admin/queue", nothing, ADMIN),
    Row("GET /api/admin/queue/{product_id}", pending, ADMIN),
    Row("POST /api/admin/queue/approve", several, ADMIN),
    Row("GET /api/admin/audit", nothing, ADMIN, moderator="403"),
    Row("GET /api/admin/mail", mails, ADMIN, moderator="403"),
    Row("POST /api/admin/mail/{mail_id}/retry", mail, ADMIN, moderator="403"),
    Row("GET /api/admin/products", nothing, ADMIN),
    Row("POST /api/admin/products/{product_id}/approve", pending, ADMIN),
    Row("POST /api/admin/products/{product_id}/reject", rejecting, ADMIN),
    Row("POST /api/admin/products/{product_id}/takedown", taking_down, ADMIN),
    Row("GET /api/admin/appeals", appeals, ADMIN),
    Row("POST /api/admin/appeals/{appeal_id}/uphold", answering_appeal, ADMIN),
    Row("POST /api/admin/appeals/{appeal_id}/overturn", answering_appeal, ADMIN),
    Row("GET /api/admin/grievances", grievances, ADMIN),
    Row("POST /api/admin/grievances/{grievance_id}/resolve", resolving_grievance, ADMIN),
    Row("POST /api/admin/grievances/{grievance_id}/remove", removing, ADMIN),
    Row("POST /api/admin/orders", entering_order, ADMIN),
    Row("GET /api/admin/settings", nothing, ADMIN),
    Row("PUT /api/admin/settings", changing_settings, ADMIN, moderator="403"),
    Row("GET /api/admin/rules", nothing, ADMIN),
    Row("PUT /api/admin/rules/{rule_id}", changing_rule, ADMIN, moderator="403"),
    Row("POST /api/admin/rules/{rule_id}/undo", undoing_rule, ADMIN, moderator="403"),
    Row("POST /api/admin/rules/{rule_id}/replay", changing_rule, ADMIN),
    Row("POST /api/admin/products/{product_id}/feature", featuring, ADMIN),
    Row("GET /api/admin/reports", nothing, ADMIN),
    Row("GET /api/admin/reports/{report_id}", report, ADMIN),
    Row("POST /api/admin/reports/{report_id}/resolve", resolving, ADMIN),
    Row("POST /api/admin/reports/{report_id}/dismiss", report, ADMIN),
    Row("GET /api/admin/testimonials", testimonial_order, ADMIN, moderator="403"),
    Row("POST /api/admin/testimonials", writing_testimonial, ADMIN, moderator="403"),
    Row("PUT /api/admin/testimonials/order", testimonial_order, ADMIN, moderator="403"),
    Row("PUT /api/admin/testimonials/{testimonial_id}", changing_testimonial, ADMIN, moderator="403"),
    Row("DELETE /api/admin/testimonials/{testimonial_id}", testimonial, ADMIN, moderator="403"),
)
