"""Words of the administrators' pages for what is stored as codes."""

AD_STATUSES = {
    "pending": "Pending",
    "approved": "Published",
    "rejected": "Rejected",
    "sold": "Sold",
    "expired": "Expired",
    "deleted": "Deleted",
}
AD_TYPES = {"sell": "For Sale", "rent": "For Rent", "lease": "Lease"}
REVIEWS = {"waiting": "Waiting", "approved": "Approved", "rejected": "Rejected", "replaced": "Replaced by a newer one"}
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
