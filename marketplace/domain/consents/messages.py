"""What people agree to, as the forms say it; the consent keeps the sentence."""

NOTICES = {
    "registration": "By creating an account you agree to the terms and confirm that you are 18 or older. "
    "The privacy page says what we keep, and why.",
    "newsletter": "New ads and offers, now and then. Unsubscribe with one click.",
    "push": "Notify me in this browser",
    "calls": "Show my phone number to signed-in buyers",
    "digest_mail": "Email me about unread messages",
    "wishlist_mail": "Email me when a saved ad gets cheaper or is sold",
    "wanted_mail": "Email me what buyers are looking for, at most once a day",
}

CALLS_HINT = (
    "Then everybody who is signed in can read your phone and WhatsApp number on all your ads. "
    "Without it, buyers write to you in the chat."
)
