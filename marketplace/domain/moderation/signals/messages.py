"""Sentences about signals and linked accounts."""

SAME_PHOTO = "A photo looks the same as one in “{name}”, an ad of another seller."
SAME_TEXT = "The text is nearly that of “{name}”."
CONTACT_IN_TEXT = "The text has a phone number or a link: {found}"
PRICE_LOW = "The price is far below others in {group}: half of them are between {low} and {high}."
PRICE_HIGH = "The price is far above others in {group}: half of them are between {low} and {high}."
NEW_ACCOUNT = "The account is new ({age}), and the price is {price}."
LESS_THAN_A_DAY = "less than a day"

PHOTO_LINK = "The same photo in “{name}”"
PHONE_LINK = "The same phone number"
DEVICE_LINK = "Signed in on the same device"
ADDRESS_LINK = "Signed in from the same network address"
