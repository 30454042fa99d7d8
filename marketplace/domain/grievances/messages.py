"""Texts of grievances."""

KINDS = {
    "intimate_image": "An intimate or altered image of me or somebody I represent",
    "unlawful_content": "Content that is unlawful",
    "impersonation": "Somebody is pretending to be me",
    "personal_data": "My personal data",
    "copyright": "My copyright or trade mark",
    "consumer": "A purchase or rental, as a consumer",
    "other": "Something else",
}

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
We will resolve it by: {resolve_by}

Please keep this reference. Reply to our grievance officer if you have something to add:

{officer}
{contact}
"""
RESOLVED_SUBJECT = "Your grievance {reference} is resolved"
RESOLVED_TEXT = """Hello,

Your grievance {reference} at {site} is resolved. The answer:

{note}

If you are not satisfied, you can appeal to the Grievance Appellate Committee within {appeal} (gac.gov.in).

{officer}
{contact}
"""
