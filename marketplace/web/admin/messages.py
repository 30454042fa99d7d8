"""Texts of the admin pages for stored codes."""

AD_STATUSES = {
    "pending": "Pending",
    "approved": "Published",
    "rejected": "Rejected",
    "sold": "Sold",
    "expired": "Expired",
    "deleted": "Deleted",
}
REVIEWS = {
    "waiting": "Waiting",
    "approved": "Approved",
    "rejected": "Rejected",
    "replaced": "Replaced by a newer version",
}
ACCOUNT_KINDS = {"buyer": "User", "seller": "Seller", "admin": "Administrator"}
ACCOUNT_STATUSES = {"active": "Active", "suspended": "Suspended", "deleted": "Deleted"}
REPORT_STATUSES = {"open": "Open", "resolved": "Resolved", "dismissed": "Dismissed"}
REPORT_TARGETS = {"ad": "Ad", "account": "Account", "conversation": "Conversation"}
INPUT_TYPES = {"text": "Text", "number": "Number", "date": "Date", "select": "Choice", "file": "File"}
AUDIT_TARGETS = {
    "ad": "Ads",
    "account": "Accounts",
    "report": "Reports",
    "category": "Categories",
    "subcategory": "Subcategories",
    "field": "Fields",
    "testimonial": "Testimonials",
}
AUDIT_ACTIONS = {
    "account.create_admin": "Administrator created on the server",
    "account.suspend": "Account suspended",
    "account.restore": "Account restored",
    "account.update": "Account changed",
    "ad.create": "Ad submitted",
    "ad.revise": "Ad changed",
    "ad.delete": "Ad deleted",
    "ad.approve": "Ad approved",
    "ad.reject": "Ad rejected",
    "ad.feature": "Ad featured or unfeatured",
    "category.create": "Category added",
    "category.update": "Category changed",
    "category.reorder": "Categories reordered",
    "category.archive": "Category deleted",
    "subcategory.create": "Subcategory added",
    "subcategory.update": "Subcategory changed",
    "subcategory.reorder": "Subcategories reordered",
    "subcategory.archive": "Subcategory deleted",
    "field.create": "Field added",
    "field.update": "Field changed",
    "field.reorder": "Fields reordered",
    "field.archive": "Field deleted",
    "testimonial.create": "Testimonial added",
    "testimonial.update": "Testimonial changed",
    "testimonial.reorder": "Testimonials reordered",
    "testimonial.delete": "Testimonial deleted",
    "report.resolve": "Report resolved",
    "report.dismiss": "Report dismissed",
}
