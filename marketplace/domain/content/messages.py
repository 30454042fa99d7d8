"""Texts of the site's own content."""

NO_TESTIMONIAL = "Testimonial not found"
ORDER_INCOMPLETE = "The order must list each item exactly once."
NO_PAGE = "Page not found"

NOTICES = {
    "ad_approved": "Your ad '{name}' is approved and live.",
    "ad_rejected": "Your ad '{name}' was rejected: {reason}",
    "ad_approved_on_holiday": "Your ad '{name}' is approved. It goes live when your holiday ends on {day}.",
    "ad_change_approved": "Your change to '{name}' is approved and live.",
    "ad_change_rejected": "Your change to '{name}' was rejected: {reason}",
    "ad_featured": "Your ad '{name}' is now featured.",
    "ad_expiring": "Your ad '{name}' expires on {date}.",
    "ad_expired": "Your ad '{name}' has expired. You can renew it.",
    "ad_still_available": "Is '{name}' still available?",
    "ads_still_available": "Are {count} of your ads still available?",
    "ad_deleted_with_reason": "Your ad '{name}' was removed by an administrator: {reason}",
    # Still stored from the time before deletions had a reason.
    "ad_deleted_by_admin": "Your ad '{name}' was removed by an administrator.",
    "ad_taken_down": "Your ad '{name}' was taken down: {reason}",
    "ad_given_away": "Your ad '{name}' now belongs to {other}. Your offers and bookings for it have ended.",
    "ad_taken_over": "The ad '{name}' now belongs to you.",
    "appeal_upheld": "Your appeal about '{name}' was decided. The decision stays: {note}",
    "appeal_overturned": "Your appeal about '{name}' was accepted: {note}",
    "ad_sold": "'{name}' on your wishlist is sold.",
    "ad_back": "'{name}' on your wishlist is available again.",
    "enquiry_received": "New enquiry for '{name}' from {buyer}.",
    "enquiry_accepted": "Your enquiry for '{name}' was accepted.",
    "enquiry_declined": "Your enquiry for '{name}' was declined.",
    "enquiry_cancelled": "An enquiry for '{name}' was cancelled.",
    "enquiry_ended": "The enquiry for '{name}' has ended. {reason}",
    "booking_ended": "The booking of '{name}' was cancelled. {reason}",
    "offer_received": "{other} offers {price} for '{name}'.",
    "offer_countered": "{other} made a counter-offer of {price} for '{name}'.",
    "offer_accepted": "{other} accepted {price} for '{name}'. It is reserved until {until}.",
    "offer_declined": "The offer of {price} for '{name}' was declined.",
    "offer_withdrawn": "The offer of {price} for '{name}' was withdrawn.",
    "offer_ended": "The offer for '{name}' has ended. {reason}",
    "offer_expired": "The offer of {price} for '{name}' has expired.",
    "offer_in_line": "'{name}' is reserved until {until}. Your offer of {price} waits in line.",
    "offer_next": "'{name}' is available again. Your offer of {price} is next in line.",
    "offer_next_seller": "'{name}' is available again. The next offer in line is {price}.",
    "meetup_proposed": "{other} proposes to meet for '{name}': {place}, {at}.",
    "meetup_agreed": "Your meetup with {other} for '{name}' is agreed: {place}, {at}.",
    "meetup_soon": "You are meeting {other} soon for '{name}': {place}, {at}.",
    "meetup_late": "{other} will be {minutes} minutes late to meet you for '{name}'.",
    "meetup_here": "{other} has arrived to meet you for '{name}'.",
    "deal_cancelled": "A deal for '{name}' was cancelled.",
    "deal_ended": "The reservation of '{name}' was cancelled. {reason}",
    "deal_expired": "The reservation of '{name}' has expired.",
    "deal_cancelled_next": "A deal for '{name}' was cancelled. The next offer in line is {price}.",
    "deal_ended_next": "The reservation of '{name}' was cancelled. {reason} The next offer in line is {price}.",
    "deal_expired_next": "The reservation of '{name}' has expired. The next offer in line is {price}.",
    "deal_done": "'{name}' was handed over for {price}.",
    "rental_picked_up": "'{name}' was picked up. Take photos of its condition together.",
    "rental_seller_left": "The seller of '{name}' has closed their account. Give it back as agreed, then record the return yourself.",
    "rental_buyer_left": "The buyer of '{name}' has closed their account. When you have it back, record the return yourself.",
    "rental_returned": "'{name}' was returned, and the rental is finished.",
    "deposit_given": "{other} says that the deposit of {amount} for '{name}' was given on {day}. Is that right?",
    "deposit_returned": "{other} says that {amount} of the deposit for '{name}' was given back on {day}. Is that right?",
    "deposit_confirmed": "{other} confirmed the deposit of {amount} for '{name}'.",
    "condition_added": "{other} added to the condition record of '{name}'.",
    "condition_confirmed": "{other} confirmed the condition of '{name}'.",
    "condition_disagreed": "{other} does not agree with the condition record of '{name}'.",
    "condition_closed": "You and {other} have confirmed the condition of '{name}'.",
    "review_asked": "How was it with {other}? Write a review of '{name}' by {day}.",
    "review_new": "You have a new review from {other}.",
    "review_removed": "Your review of {other} was removed: {reason}",
    "saved_search_match": "New ads for your saved search '{name}'.",
    "saved_search_ad": "New ad for your saved search '{name}': {ad}.",
    "saved_search_ended": "Your saved search '{name}' has ended: its category no longer exists.",
    "saved_search_cheaper": "'{ad}' from your saved search '{name}' now costs {price}.",
    "wanted_match": "A buyer in {place} is looking for something like your ads: {what}.",
    "wanted_matches": "{count} buyers are looking for something like your ads.",
    "wanted_expiring": "Your wanted ad '{name}' expires on {date}. You can renew it.",
    "wanted_expired": "Your wanted ad '{name}' has expired. You can renew it.",
    "wanted_ended": "Your wanted ad '{title}' was ended by our team: {reason}",
    "breach": "Your personal data was affected by a breach: {nature} What you can do: {advice} We mailed you the details.",
    "rules_reminder": "Please keep to our terms. If you break them, we may remove what you posted, or suspend or end your "
    "account. Unlawful content can be punished, and we report offences that the law asks us to report.",
    "price_dropped": "'{name}' on your wishlist now costs {price}.",
}

RULES_SUBJECT = "The rules of {site}, as the law asks us to remind you"
RULES_TEXT = """Hello,

The law asks us to remind you every three months:

- If you break our terms or the privacy policy, we may remove what you posted at once, or suspend or end your account.
- Posting unlawful content can be punished.
- We report offences that the law asks us to report, such as those against children.

Terms: {terms}
Privacy: {privacy}

{site}
{url}
"""

SUBSCRIBED = "Please check your email and confirm your subscription."
CONFIRMED = "Your subscription is confirmed. Thank you!"
UNSUBSCRIBED = "You are unsubscribed. You won't get any more newsletters."
BAD_EMAIL = "Please enter a valid email address."
BAD_LINK = "This link is no longer valid."

CONFIRM_SUBJECT = "Please confirm your subscription to {site}"
CONFIRM_TEXT = """Hello,

Someone, hopefully you, subscribed this address to the newsletter of {site}.
To confirm, please open this link:

{confirm}

If it wasn't you, ignore this email: we send nothing unless you confirm.
To cancel the subscription:

{unsubscribe}
"""
