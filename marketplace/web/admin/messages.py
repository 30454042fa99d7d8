"""Texts of the admin pages for stored codes."""

AD_STATUSES = {
    "pending": "Pending",
    "approved": "Published",
    "rejected": "Rejected",
    "paused": "Paused",
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
REPLY_PURPOSES = {
    "rejection": "Rejecting an ad",
    "appeal": "Answering an appeal",
    "grievance": "Answering a grievance",
    "suspension": "Suspending an account",
}
CASE_KINDS = {"ad": "Ads", "report": "Reports", "appeal": "Appeals", "grievance": "Grievances"}
ACCOUNT_STATUSES = {"active": "Active", "suspended": "Suspended", "deleted": "Deleted"}
REPORT_STATUSES = {"open": "Open", "resolved": "Resolved", "dismissed": "Dismissed"}
APPEAL_STATUSES = {"open": "Open", "upheld": "Upheld", "overturned": "Overturned", "moot": "No longer needed"}
REPORT_TARGETS = {
    "ad": "Ad",
    "account": "Account",
    "conversation": "Conversation",
    "review": "Review",
    "wanted": "Wanted ad",
}
# Deals and enquiries, within a sentence.
TRADE_STATUSES = {
    "reserved": "reserved",
    "meeting": "meeting agreed",
    "done": "done",
    "cancelled": "cancelled",
    "expired": "expired",
    "pending": "not answered",
    "accepted": "accepted",
    "declined": "declined",
}
VERDICTS = {"scam": "The recipient called it fraud.", "fine": "The recipient called it fine."}
INPUT_TYPES = {"text": "Text", "number": "Number", "date": "Date", "select": "Choice", "file": "File"}
AUDIT_TARGETS = {
    "ad": "Ads",
    "account": "Accounts",
    "report": "Reports",
    "review": "Reviews",
    "wanted": "Wanted ads",
    "appeal": "Appeals",
    "grievance": "Grievances",
    "rule": "Rules",
    "settings": "Settings",
    "category": "Categories",
    "subcategory": "Subcategories",
    "field": "Fields",
    "testimonial": "Testimonials",
    "reply": "Canned replies",
    "breach": "Breaches",
}
AUDIT_ACTIONS = {
    "account.create_admin": "Administrator created on the server",
    "account.create_moderator": "Moderator created",
    "account.change_role": "Role changed",
    "account.reset_password": "Password reset by mail",
    "account.suspend": "Account suspended",
    "account.restore": "Account restored",
    "account.end_sessions": "Account signed out everywhere",
    "account.erase_dormant": "Unused account erased",
    "account.update": "Account changed",
    "ad.create": "Ad submitted",
    "ad.revise": "Ad changed",
    "ad.delete": "Ad deleted",
    "ad.lower_price": "Price lowered without review",
    "ad.approve": "Ad approved",
    "ad.reject": "Ad rejected",
    "ad.take_down": "Ad taken down",
    "ad.overturn": "Rejection of an ad undone",
    "ad.feature": "Ad featured or unfeatured",
    "review.remove": "Review removed",
    "wanted.end": "Wanted ad ended",
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
    "reply.create": "Canned reply added",
    "reply.update": "Canned reply changed",
    "reply.delete": "Canned reply deleted",
    "report.resolve": "Report resolved",
    "report.dismiss": "Report dismissed",
    "settings.change": "Setting changed",
    "rule.change": "Rule changed",
    "rule.undo": "Change of a rule undone",
    "grievance.resolve": "Grievance resolved",
    "grievance.remove": "Ad removed after a grievance or order",
    "breach.send": "Accounts told of a breach",
    "order.enter": "Order of an authority entered",
    "appeal.uphold": "Appeal decided: the decision stays",
    "appeal.overturn": "Appeal decided: the decision is undone",
}

# Short labels of signals, by their codes.
SIGNALS = {
    "fraud_photo": "Known fraud photo",
    "same_photo": "Copied photo",
    "fraud_text": "Resembles fraud",
    "same_text": "Copied text",
    "new_account": "New account, expensive item",
    "contact_in_text": "Contact in the text",
    "price": "Unusual price",
    "unread": "Text not checked yet",
}
