"""Texts about accounts; those in sections 5 and 8 of the product spec (docs/product.md) are literal."""

from marketplace.models import CodePurpose

PASSWORDS_DIFFER = "Passwords do not match!"
VERIFY_FIRST = "Please verify your email with OTP first."
BAD_CODE = "Invalid or expired OTP."
EMAIL_NEEDED = "Email is required"
EMAIL_TAKEN = "Email already exists! Try logging in instead."
CODE_SENT = "OTP sent to your email"
RESET_NEEDS = "OTP and new password are required"
RESET_DONE = "Password reset successfully"
SIGNED_OUT = "Logged out successfully"
PROFILE_SAVED = "Profile updated successfully"

REGISTERED = "Your account has been created. You can sign in now."
SIGNED_IN = "Login successful"
# These texts must not contain the keywords of registration errors (spec 8.2), which clients search for in responses.
USERNAME_TAKEN = "That username is taken. Please choose another."
USERNAME_ALIKE = "That username looks like another account's. Please choose a different one."
NAME_RESERVED = "That name is for the people who run this site. Please choose another."
ADDRESS_INVALID = "Please enter a valid address, like name@example.com."
BAD_LOGIN = "Wrong email or password."
OTHER_BUYER = "You have a buyer account with this email."
OTHER_SELLER = "You have a seller account with this email."
FACTOR_NEEDED = "Enter the code from your authenticator app."
FACTOR_NEEDED_OR_RECOVERY = "From your authenticator app, or one of your recovery codes."
FACTOR_WRONG = "That code is wrong. Try the next one your app shows."
FACTOR_COMPULSORY = (
    "Administrators of this site need two-step sign-in. Run create-admin on the server again to set one up."
)
SUSPENDED = "This account is suspended: {reason}"
SUSPENSION_ENDS = "The suspension ends on {time}."
UNKNOWN_DAYS = "A suspension takes 1, 7 or 30 days, or has no end."
SUSPENDED_MEANWHILE = "Your account is suspended. You can appeal at {appeal}. The reason: {reason}"
WRONG_CURRENT = "The current password is wrong."
CURRENT_NEEDED = "Enter your current password to set a new one."
PASSWORD_CHANGED = "Password changed. Your other sessions have been ended."  # noqa: S105 - a sentence
PASSWORD_WRONG = "The password is wrong."  # noqa: S105 - a sentence
CONFIRM_EMAIL = "Profile updated successfully. Enter the code we sent to your new email to confirm it."
EMAIL_CHANGED = "Your email has been changed."
SESSION_ENDED = "That session has been ended."
SESSIONS_ENDED = "All your other sessions have been ended."
NO_SESSION = "That session has already ended."
NO_SELLER = "Seller not found"
NO_USER = "User not found"
NO_ACCOUNT = "Account not found"
NO_SELLER_ACCOUNT = "You have no seller account yet."
NO_BUYER_ACCOUNT = "You have no buyer account yet."
OWN_AD = "This is your own ad."
AFTER_WHOM = "after must be the _id of a person in the list."
DELETED_NAME = "Deleted user"
DELETED_AD = "Deleted ad"
ACCOUNT_DELETED = "Your account has been deleted."
LAST_ADMIN = "The site needs an administrator. Please make somebody else one first."
FACTOR_ON = "Two-step sign-in is on already."
FACTOR_OFF = "Two-step sign-in is off."
FACTOR_NOT_STARTED = "Request a new secret first."
FACTOR_KEPT = "Administrators of this site need two-step sign-in."
OWN_ROLE = "You can't change your own role."
UNKNOWN_ROLE = "Please choose admin or moderator."
NO_STAFF = "Moderator or administrator not found"
STAFF_EXISTS = "There is a moderator or administrator with this email already."
MODERATOR_CREATED = "Moderator created"
ROLE_CHANGED = "Role changed"
OWN_ACCOUNT = "You can't suspend your own account."
OWN_SESSIONS = "Your own sessions are listed at Security."
REASON_NEEDED = "A reason is required. The account holder will read it."
UPI_INVALID = "Please enter a UPI address, like name@bank."
NOT_ACTIVE = "That account is already suspended or deleted."
NOT_SUSPENDED = "That account is not suspended."

LABELS = {
    "username": "Username",
    "name": "Full Name",
    "phone": "Phone Number",
    "whatsapp": "WhatsApp Number",
    "address": "Address",
    "place": "Place",
    "city": "City",
    "state": "State",
    "shop_name": "Shop Name",
    "business_id": "Business ID",
    "upi": "UPI address",
}
CODE_LINES = {
    CodePurpose.REGISTER: "Enter this code to create your account:",
    CodePurpose.RESET: "Enter this code to choose a new password:",
    CodePurpose.EMAIL_CHANGE: "Enter this code to confirm your new email:",
}
