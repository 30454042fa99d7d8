"""Texts about saved searches and their alerts."""

NOTHING_ASKED = "Please enter a keyword or select filters"
NO_SEARCH = "That saved search was not found."
TOO_MANY = "You can save up to {most} searches. Please delete one first."
LOGIN_FIRST = "Please login to save searches"
SAVED = "Search saved"
CHANGED = "Saved search changed"
DELETED = "Saved search deleted"
NO_NAME = "Please enter a name."
NO_MORE_ALERTS = "You won't get any more emails for this search."
LOGIN_TO_FOLLOW = "Please login to follow sellers"
FOLLOWED = "You follow this seller now"
UNFOLLOWED = "You no longer follow this seller"
FOLLOW_FAILED = "That did not work. Please try again."
OWN_ADS = "You can't follow yourself."
ADS_OF = "Ads by {name}"
UNKNOWN_CADENCE = "cadence must be at_once, daily or weekly."

ALERT_SUBJECT_ONE = "New ad for “{name}”"
ALERT_SUBJECT_MANY = "{count} new ads for “{name}”"
ALERT_FALL_ONE = "Price drop for “{name}”"
ALERT_FALL_MANY = "{count} price drops for “{name}”"
ALERT_BOTH_MANY = "{count} new ads and price drops for “{name}”"
ALERT_FALLEN = "now {now}, was {before}"
ALERT_TEXT = """Hello {person},

Here is what is new on {site} for your saved search “{name}”:

{ads}

All results:
{search}

Choose how often you get these emails:
{manage}

Stop emails for this search:
{stop}
"""
ALERT_AD = "{name}\n{details}\n{link}"

ENDED_SUBJECT = "Your saved search '{name}' has ended"
ENDED_TEXT = """Hello {person},

The category that your saved search '{name}' asked for no longer exists, so it can't find anything any more.

You can save a new one, or see those that you have:
{page}
"""
