"""Texts about ads; those in sections 5 and 8 of the product spec are literal."""

NOT_FOUND = "Product not found"
CREATED = "Product created successfully!"
UPDATED = "Product updated successfully!"
NOT_CREATED = "Failed to create product..."
NOT_UPDATED = "Failed to update product..."
DELETED = "Product deleted successfully"
IMAGE_REMOVED = "Image removed successfully"
NO_SELLER = "Seller not found"
NO_IMAGE = "Image not found"
NO_REASON = "This product was rejected but no reason was provided"

NAME_REQUIRED = "Product name is required"
CATEGORY_REQUIRED = "Category is required"
UNKNOWN_CATEGORY = "Please choose another category."
UNKNOWN_SUBCATEGORY = "Please choose a subcategory of this category."
UNKNOWN_TYPE = "The type must be sell, rent or lease."
UNKNOWN_UNIT = "The price unit must be hour, day, week, month or year."
UNIT_OF_SALE = "The price of an ad for sale has no unit. Leave the unit out, or choose rent or lease."
TOO_LONG = "{field} can have at most {most} characters."
BAD_DISCOUNT = "Discount must be a percentage from 0 to 100."
BAD_LATITUDE = "Latitude must be a number from -90 to 90."
BAD_LONGITUDE = "Longitude must be a number from -180 to 180."
HALF_POSITION = "Latitude and longitude belong together."
TOO_MANY_IMAGES = "An ad can have at most {most} photos."
NOT_YOUR_IMAGE = "One of the photos is not among your uploads."
NOT_YOUR_FILE = "{label} must be a file you uploaded."
UNKNOWN_SELLER = "Please choose an active seller."
DRAFT_TOO_LARGE = "This draft is too long to be kept."
UNKNOWN_STATUS = "There is no such status."

SOLD = "Marked as sold."
RELISTED = "Your ad is in the lists again."
RENEWED = "Your ad is renewed."
APPROVED = "Product approved"
REJECTED = "Product rejected"
FEATURED = "Product is featured now"
UNFEATURED = "Product is not featured any more"
LISTED = "{count} products"

NOT_WHILE = {
    "pending": "That can't be done while the ad is waiting for review.",
    "approved": "That can't be done while the ad is live.",
    "rejected": "That can't be done while the ad is rejected.",
    "sold": "That can't be done while the ad is sold. Relist it first.",
    "expired": "That can't be done while the ad is expired. Renew it first.",
}
DECIDED_MEANWHILE = "This ad was decided already. Please look again."
CHANGED_MEANWHILE = "This ad was changed meanwhile. Please look at the new version."
NOTE_REQUIRED = "Please write why the ad is rejected."
NOTE_TOO_LONG = "The note can have at most {most} characters."
REASON_TOO_LONG = "The reason can have at most {most} characters."

TYPES = {"sell": "For Sale", "rent": "For Rent", "lease": "Lease"}

LOGIN_FOR_CONTACT = "Please login to see the seller's number."
NO_CALLS = "This seller takes no calls. Please send a message."
NO_LONGER_OFFERED = "This ad is not on offer any more."

REASONS = {
    "prohibited": "Not allowed on this site",
    "misleading": "Misleading or incomplete description",
    "photos": "Photos are missing, unclear or not of the thing",
    "wrong_category": "Filed in the wrong category",
    "price": "The price can't be right",
    "contact": "Phone numbers or links in the text",
    "duplicate": "The same ad is here already",
    "other": "Another reason",
}

APPROVED_SUBJECT = "Your ad '{name}' is live"
APPROVED_TEXT = """Hello {seller},

your ad '{name}' was approved and is in the lists now:

{page}

It stays there until {until}.
"""
CHANGE_APPROVED_SUBJECT = "Your change to '{name}' is live"
CHANGE_APPROVED_TEXT = """Hello {seller},

your change to '{name}' was approved, and everyone sees it now:

{page}
"""
REJECTED_SUBJECT = "Your ad '{name}' was rejected"
REJECTED_TEXT = """Hello {seller},

your ad '{name}' was rejected:

{reason}

You can mend it here and hand it in again; it will be looked at first:

{edit}
"""
CHANGE_REJECTED_SUBJECT = "Your change to '{name}' was rejected"
CHANGE_REJECTED_TEXT = """Hello {seller},

your change to '{name}' was rejected, and the ad stays up as it was:

{reason}

You can mend the change here and hand it in again; it will be looked at first:

{edit}
"""
EXPIRING_SUBJECT = "Your ad '{name}' expires on {date}"
EXPIRING_TEXT = """Hello {seller},

your ad '{name}' leaves the lists on {date}. If it is still on offer, renew it here:

{renew}
"""
EXPIRED_SUBJECT = "Your ad '{name}' has expired"
EXPIRED_TEXT = """Hello {seller},

your ad '{name}' has left the lists. If it is still on offer, renew it here:

{renew}
"""

SAVED_CHEAPER_SUBJECT = "Price drop: {name}"
SAVED_CHEAPER_TEXT = """Hello {person},

“{name}” from your wishlist now costs {price}, before {before}:
{page}

All that you saved:
{wishlist}

To get no more mails about saved ads:
{stop}
"""
SAVED_SOLD_SUBJECT = "Sold: {name}"
SAVED_SOLD_TEXT = """Hello {person},

“{name}” from your wishlist is sold:
{page}

All that you saved:
{wishlist}

To get no more mails about saved ads:
{stop}
"""
NO_MORE_SAVED_MAILS = "You will get no more mails about saved ads."
BAD_LINK = "This link is not valid any more."
