"""Texts about ads; those in sections 5 and 8 of the product spec are literal."""

NOT_FOUND = "Product not found"
CREATED = "Product created successfully!"
UPDATED = "Product updated successfully!"
NOT_CREATED = "Failed to create product..."
NOT_UPDATED = "Failed to update product..."
DELETED = "Product deleted successfully"
IMAGE_REMOVED = "Image removed successfully"
NO_SELLER = "Seller not found"
UNTITLED = "Untitled ad"
NO_IMAGE = "Image not found"
NO_FILE = "File not found"
NO_REASON = "This product was rejected but no reason was provided"

NAME_REQUIRED = "Product name is required"
CATEGORY_REQUIRED = "Category is required"
UNKNOWN_CATEGORY = "Please choose another category."
UNKNOWN_SUBCATEGORY = "Please choose a subcategory of this category."
UNKNOWN_TYPE = "The type must be sell, rent or lease."
UNKNOWN_UNIT = "The price unit must be hour, day, week, month or year."
UNIT_OF_SALE = "The price of an ad for sale has no unit. Leave the unit out, or choose rent or lease."
TOO_LONG = "{field} can have at most {most} characters."
BAD_DISCOUNT = "Discount must be a percentage from 0 to 99.99."
BAD_LATITUDE = "Latitude must be a number from -90 to 90."
BAD_LONGITUDE = "Longitude must be a number from -180 to 180."
HALF_POSITION = "Please enter both latitude and longitude."
TOO_MANY_IMAGES = "An ad can have at most {most} photos."
NOT_YOUR_IMAGE = "One of the photos is not among your uploads."
NOT_YOUR_FILE = "{label} must be a file you uploaded."
FIELD_ARCHIVED = "{label} is no longer asked. Leave it as it is, or leave it empty."
UNKNOWN_SELLER = "Please choose an active seller."
DRAFT_TOO_LARGE = "This draft is too long to save."
UNKNOWN_STATUS = "Unknown status."

SOLD = "Marked as sold."
MARKED_RESERVED = "Marked as reserved."
CONFIRMED = "Thank you. Buyers see that it is available."
PAUSED = "Your ad is paused."
RESUMED = "Your ad is live again."
PAUSED_AD = "The seller has paused this ad. Please come back later."
BAD_DAY = "Please enter a day like 2026-12-04."
DAY_OUT_OF_REACH = "Please choose a day within a year from tomorrow."
HOLIDAY = "Your ads are paused until {until}."
HOLIDAY_OVER = "Your ads are live again."
UNKNOWN_ANSWER = "The answer must be available, reserved, sold or pause."
ANSWERED = "You have already answered this question. Thank you!"
UNKNOWN_BULK_ACTION = "The action must be confirm, renew, pause, resume, sold or price."
NO_ADS_CHOSEN = "Please choose ads first."
TOO_MANY_ADS = "Please choose at most {most} ads at once."
BAD_PERCENT = "Please enter a percentage from -90 to 100."
PRICE_OR_PERCENT = "Please give either a price or a percentage."
NO_PRICE_TO_CHANGE = "This ad has no price."
PRICE_TOO_SMALL = "This price is too small to be lowered by a percentage."
# How long reviews take, by the longest time that a text stands for, in minutes.
REVIEWED = {
    60: "Usually reviewed within an hour.",
    6 * 60: "Usually reviewed within a few hours.",
    24 * 60: "Usually reviewed within a day.",
    3 * 24 * 60: "Usually reviewed within a few days.",
}
REVIEWED_LATER = "Reviews take longer than a few days at the moment."
REJECTED_NO_PRICE = "This ad was rejected. Edit it and submit it again; then change its price."
CHANGE_IN_REVIEW = "A change of this ad is in review. Change its price after the decision, or edit the ad."
CHANGE_REJECTED = "The last change of this ad was rejected. Edit the ad first."
BAD_CUT_BOUND = "Please enter a whole number from 0 to {most}."
CUT_BOUND_SET = "Bound changed."
RELISTED = "Your ad is live again."
RENEWED = "Your ad is renewed."
APPROVED = "Product approved"
REJECTED = "Product rejected"
TAKEN_DOWN = "Product taken down"
FEATURED = "Product featured"
UNFEATURED = "Product no longer featured"
LISTED = "{count} products"

NOT_WHILE = {
    "pending": "You can't do that while the ad is waiting for review.",
    "approved": "You can't do that while the ad is live.",
    "rejected": "You can't do that while the ad is rejected.",
    "paused": "You can't do that while the ad is paused. Resume it first.",
    "sold": "You can't do that while the ad is sold. Relist it first.",
    "expired": "You can't do that while the ad is expired. Renew it first.",
}
DECIDED_MEANWHILE = "This ad has already been reviewed. Please reload the page."
CHANGED_MEANWHILE = "This ad has changed since you opened it. Please review the new version."
DELETE_REASON_REQUIRED = "Please say why you are deleting the ad. The seller will read it."
NOTE_REQUIRED = "Please say why you are rejecting the ad."
NOTE_TOO_LONG = "The note can have at most {most} characters."
REASON_TOO_LONG = "The reason can have at most {most} characters."

TYPES = {"sell": "For Sale", "rent": "For Rent", "lease": "Lease"}

CHANGED_FIELDS = {
    "price": "Price",
    "discount": "Discount",
    "ad_type": "Type",
    "category": "Category",
    "subcategory": "Subcategory",
    "position": "Latitude and longitude",
    "images": "Photos",
}

LOGIN_FOR_CONTACT = "Please login to see the seller's number."
NO_CALLS = "This seller doesn't take calls. Please send a message."
NO_LONGER_OFFERED = "This ad is no longer available."

REASONS = {
    "prohibited": "Not allowed on this site",
    "misleading": "Misleading or incomplete description",
    "photos": "Photos are missing, unclear or show something else",
    "wrong_category": "Wrong category",
    "price": "The price is unrealistic",
    "contact": "Phone numbers or links in the text",
    "duplicate": "Duplicate ad",
    "other": "Other reason",
}

APPROVED_SUBJECT = "Your ad '{name}' is live"
APPROVED_TEXT = """Hello {seller},

Your ad '{name}' was approved and is now live:

{page}

It stays live until {until}.
"""
APPROVED_ON_HOLIDAY_SUBJECT = "Your ad '{name}' is approved"
APPROVED_ON_HOLIDAY_TEXT = """Hello {seller},

Your ad '{name}' is approved. It goes live when your holiday ends on {day}. If you end it sooner, all your ads are live at once:

{link}
"""
CHANGE_APPROVED_SUBJECT = "Your change to '{name}' is live"
CHANGE_APPROVED_TEXT = """Hello {seller},

Your change to '{name}' was approved and is now live:

{page}
"""
REJECTED_SUBJECT = "Your ad '{name}' was rejected"
REJECTED_TEXT = """Hello {seller},

Your ad '{name}' was rejected:

{reason}

Edit the ad and submit it again. We review resubmitted ads first:

{edit}

If you think the decision is wrong, you can appeal once. Another person decides if possible:

{appeal}
"""
CHANGE_REJECTED_SUBJECT = "Your change to '{name}' was rejected"
CHANGE_REJECTED_TEXT = """Hello {seller},

Your change to '{name}' was rejected. The earlier version of the ad stays live. The reason:

{reason}

Edit the change and submit it again. We review resubmitted ads first:

{edit}

If you think the decision is wrong, you can appeal once. Another person decides if possible:

{appeal}
"""
TAKEN_DOWN_SUBJECT = "Your ad '{name}' was taken down"
TAKEN_DOWN_TEXT = """Hello {seller},

Your ad '{name}' was taken down and is no longer shown. The reason:

{reason}

Edit the ad and submit it again. We review resubmitted ads first:

{edit}

If you think the decision is wrong, you can appeal once. Another person decides if possible:

{appeal}
"""
DELETED_SUBJECT = "Your ad '{name}' was removed"
DELETED_TEXT = """Hello {seller},

Your ad '{name}' was removed by an administrator. The reason:

{reason}
"""
GIVEN_AWAY_SUBJECT = "Your ad '{name}' now belongs to another seller"
GIVEN_AWAY_TEXT = """Hello {seller},

Our team has given your ad '{name}' to {other}. Offers and bookings for it have ended, and the buyers know. A rental that
runs now goes on until it is returned to you.

Your ads: {ads}
"""
TAKEN_OVER_SUBJECT = "The ad '{name}' now belongs to you"
TAKEN_OVER_TEXT = """Hello {seller},

Our team has given the ad '{name}' to you. Buyers can ask you from now on.

Your ads: {ads}
"""
STILL_AVAILABLE_SUBJECT = "Is '{name}' still available?"
STILL_AVAILABLE_TEXT = """Hello {seller},

You have not changed or renewed your ad '{name}' for {days} days. Is it still available? One tap is enough, and you don't
need to sign in:

{link}

Without an answer, the ad is shown lower after {lower} more days, and it expires on {end}.
"""
STILL_AVAILABLE_MANY_SUBJECT = "Are these {count} ads still available?"
STILL_AVAILABLE_MANY_TEXT = """Hello {seller},

You have not changed or renewed these {count} ads for {days} days. Are they still available? One tap for each is enough, and
you don't need to sign in:

{list}

You can answer for all of them at once under My Ads:

{all}

Without an answer, an ad is shown lower after {lower} more days, and it expires on {end}.
"""

NO_MORE_SAVED_MAILS = "You won't get any more emails about saved ads."
BAD_LINK = "This link is no longer valid."
