"""Sentences about searches."""

NOTHING_ASKED = "Please enter a keyword or select filters"
NO_SEARCH = "That saved search was not found."
TOO_MANY = "You can save up to {most} searches. Please delete one first."
LOGIN_FIRST = "Please login to save searches"
SAVED = "Search saved"
DELETED = "Saved search deleted"
UNKNOWN_CADENCE = "cadence must be at_once, daily or weekly."

SORTS = {
    "relevance": "Best match",
    "newest": "Newest first",
    "price_asc": "Price: low to high",
    "price_desc": "Price: high to low",
    "distance": "Nearest first",
}

ALERT_SUBJECT_ONE = "New for “{name}”"
ALERT_SUBJECT_MANY = "{count} new ads for “{name}”"
ALERT_TEXT = """Hello {person},

new on {site} for your saved search “{name}”:

{ads}

All that it finds:
{search}

To get no more of these mails, delete the saved search:
{manage}
"""
ALERT_AD = "{name}\n{details}\n{link}"
