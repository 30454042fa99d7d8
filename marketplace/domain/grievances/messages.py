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

NEW_SUBJECT = "Grievance {reference}: resolve it by {resolve_by}"
NEW_TEXT = """Hello,

A grievance came in at {site}.

Reference: {reference}
Subject: {kind}
Rule: {rule}
Resolve it by: {resolve_by} (within {time})

{link}
"""
LATE_SUBJECT = "Reminder: {reference} has to be resolved by {resolve_by}"
LATE_TEXT = """Hello,

Half of the time for a grievance at {site} is over, and nobody has resolved it.

Reference: {reference}
Subject: {kind}
Rule: {rule}
Resolve it by: {resolve_by}

{link}
"""
