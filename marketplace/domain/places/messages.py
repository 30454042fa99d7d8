"""Texts about positions (product spec, section 8.3)."""

NOT_FETCHED = "Failed to fetch location details."
FILLED = "Location filled successfully."
BAD_LATITUDE = "Latitude must be a number from -90 to 90."
BAD_LONGITUDE = "Longitude must be a number from -180 to 180."
