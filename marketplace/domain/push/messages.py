"""Texts about notifications in browsers."""

SUBSCRIBED = "Notifications are on in this browser."
UNSUBSCRIBED = "Notifications are off in this browser."
UNKNOWN_SERVICE = "Notifications don't work with this browser's push service."
BAD_KEYS = "The keys of the subscription are invalid."
TAKEN = "This subscription belongs to another account."
