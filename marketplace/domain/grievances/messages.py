"""Texts of grievances."""

KINDS = {
    "intimate_image": "An intimate image of me or of somebody I represent, real or altered",
    "impersonation": "Somebody pretends to be me, or shows an altered picture of me",
    "harmful_to_child": "It harms a child",
    "obscene_or_abusive": "It is obscene, invades privacy, harasses, insults or stirs up hatred",
    "false_content": "It is knowingly false, or hides where it comes from",
    "pretends_another": "It pretends to be from another person, firm or authority",
    "public_order": "It endangers the country or public order, or calls for a crime",
    "malware": "It spreads a virus or breaks into devices",
    "gambling": "Gambling, betting or a forbidden online game",
    "belongs_to_another": "It shows or offers what belongs to me",
    "copyright": "My copyright, patent or trade mark",
    "unlawful_content": "It breaks another law",
    "personal_data": "My personal data",
    "consumer": "A purchase or rental, as a consumer",
    "other": "Something else",
    "order": "Order to remove something, of a court or the government",
    "assistance": "Request for information by an authorised agency",
}
KIND_WITH_TIME = "{kind} ({time})"

FILED = "We have received your grievance. Your reference is {reference}."
RESOLVED = "Grievance resolved"
NO_GRIEVANCE = "Grievance not found"
CLOSED = "Another administrator has already resolved this grievance."
UNKNOWN_KIND = "Please choose what it is about."
UNKNOWN_STATUS = "Unknown status."
TEXT_MISSING = "Please say what happened."
NOTE_MISSING = "Please write an answer."
ENTERED = "The order is entered. Its reference is {reference}."
REMOVED = "The ad is removed, and a copy is kept."
AUTHORITY_MISSING = "Please name the court or authority."
BASIS_MISSING = "Please name the legal basis."
ASKED_MISSING = "Please say what the order asks for."
REASON_MISSING = "Please write the reason that the seller reads."
BAD_TIME = "Please enter when it came in: a time that is not in the future."
NO_AD = "Ad not found"
BAD_EMAIL = "Please enter a valid email address."

RECEIVED_SUBJECT = "We have received your grievance {reference}"
RECEIVED_TEXT = """Hello,

We have received your grievance at {site}.

Reference: {reference}
Subject: {kind}
We will resolve it by: {resolve_by} (within {time})

Your complaint as we recorded it on {filed}:

Page: {about}
Name: {name}
On behalf of: {behalf_of}
{copy}

Please keep this reference. Reply to our grievance officer if you have something to add:

{officer}
{contact}
"""
RESOLVED_SUBJECT = "Your grievance {reference} is resolved"
RESOLVED_TEXT = """Hello,

Your grievance {reference} at {site} is resolved. The answer:

{note}

If you are not satisfied, or if we don't answer in time, you can appeal to the Grievance Appellate Committee within {appeal} (gac.gov.in).

{officer}
{contact}
"""

ORDER_SUBJECT = "We have received your order {number}"
ORDER_TEXT = """Hello,

We have received your order at {site} on {filed}.

Our reference: {reference}
Your reference: {number}
Addresses: {about}
{copy}

We will act on it by {resolve_by}.

{officer}
{contact}
"""
ORDER_DONE_SUBJECT = "Your order {number}: what was done"
ORDER_DONE_TEXT = """Hello,

This is what was done at {site} on your order {number} (our reference: {reference}):

{note}

{officer}
{contact}
"""

NEW_SUBJECT = "{reference} has to be resolved by {resolve_by}"
NEW_TEXT = """Hello,

A grievance or an order came in at {site}.

Reference: {reference}
Subject: {kind}
Rule: {rule}
Resolve it by: {resolve_by} (within {time})

{link}
"""
LATE_SUBJECT = "Reminder: {reference} has to be resolved by {resolve_by}"
LATE_TEXT = """Hello,

Half of the time for a grievance or an order at {site} is over, and nobody has resolved it.

Reference: {reference}
Subject: {kind}
Rule: {rule}
Resolve it by: {resolve_by}

{link}
"""
