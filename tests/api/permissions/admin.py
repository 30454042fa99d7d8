"""Operations for admins only."""

from marketplace.domain import catalog
from tests.api.permissions.row import ADMIN, Call, Row, call
from tests.api.permissions.world import World


def nothing(world: World) -> Call:
    assert world.ad
    return call()


def account(world: World) -> Call:
    return call(account_id=world.bystander.id)


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


ROWS = (
    Row("GET /api/admin/accounts", nothing, ADMIN),
    Row("GET /api/admin/accounts/{account_id}", account, ADMIN),
    Row("POST /api/admin/accounts/{account_id}/suspend", suspending, ADMIN),
    Row("POST /api/admin/accounts/{account_id}/restore", restoring, ADMIN),
    Row("GET /api/admin/categories", nothing, ADMIN),
    Row("POST /api/admin/categories", new_category, ADMIN),
    Row("PUT /api/admin/categories/order", category_order, ADMIN),
    Row("PUT /api/admin/categories/{category_id}", category, ADMIN),
    Row("DELETE /api/admin/categories/{category_id}", empty_category, ADMIN),
    Row("GET /api/admin/subcategories", subcategories, ADMIN),
    Row("POST /api/admin/subcategories", new_subcategory, ADMIN),
    Row("PUT /api/admin/categories/{category_id}/subcategories/order", subcategory_order, ADMIN),
    Row("PUT /api/admin/subcategories/{subcategory_id}", subcategory, ADMIN),
    Row("DELETE /api/admin/subcategories/{subcategory_id}", empty_subcategory, ADMIN),
    Row("POST /api/admin/subcategories/{subcategory_id}/fields", new_field, ADMIN),
    Row("PUT /api/admin/subcategories/{subcategory_id}/fields/order", field_order, ADMIN),
    Row("PUT /api/admin/fields/{field_id}", field, ADMIN),
    Row("DELETE /api/admin/fields/{field_id}", old_field, ADMIN),
    Row("GET /api/admin/desk", nothing, ADMIN),
    Row("GET /api/admin/desk/{product_id}", pending, ADMIN),
    Row("POST /api/admin/desk/approve", several, ADMIN),
    Row("GET /api/admin/audit", nothing, ADMIN),
    Row("GET /api/admin/mail", mails, ADMIN),
    Row("POST /api/admin/mail/{mail_id}/retry", mail, ADMIN),
    Row("GET /api/admin/products", nothing, ADMIN),
    Row("POST /api/admin/products/{product_id}/approve", pending, ADMIN),
    Row("POST /api/admin/products/{product_id}/reject", rejecting, ADMIN),
    Row("POST /api/admin/products/{product_id}/feature", featuring, ADMIN),
    Row("GET /api/admin/reports", nothing, ADMIN),
    Row("GET /api/admin/reports/{report_id}", report, ADMIN),
    Row("POST /api/admin/reports/{report_id}/resolve", resolving, ADMIN),
    Row("POST /api/admin/reports/{report_id}/dismiss", report, ADMIN),
    Row("GET /api/admin/testimonials", testimonial_order, ADMIN),
    Row("POST /api/admin/testimonials", writing_testimonial, ADMIN),
    Row("PUT /api/admin/testimonials/order", testimonial_order, ADMIN),
    Row("PUT /api/admin/testimonials/{testimonial_id}", changing_testimonial, ADMIN),
    Row("DELETE /api/admin/testimonials/{testimonial_id}", testimonial, ADMIN),
)
