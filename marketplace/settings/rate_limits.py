"""Rate limits of actions, in the notation of the package `limits`."""

from pydantic import BaseModel

from marketplace.settings.validators import RateLimit


class RateLimitSettings(BaseModel):
    """Rate limits of actions. `_address` limits count per network address (IPv6: per /64 network), the others per person."""

    limit_codes_minute: RateLimit = "1 per minute"
    limit_codes_hour: RateLimit = "5 per hour"
    limit_codes_address: RateLimit = "100 per hour"
    limit_new_passwords: RateLimit = "100 per hour"
    limit_login_account: RateLimit = "10 per 15 minutes"
    limit_login_address: RateLimit = "100 per 15 minutes"
    limit_ads: RateLimit = "60 per hour"
    limit_ad_changes: RateLimit = "400 per hour"
    limit_holidays: RateLimit = "10 per hour"
    limit_wanted: RateLimit = "60 per hour"
    limit_uploads: RateLimit = "300 per hour"
    limit_messages: RateLimit = "60 per minute"
    limit_archives: RateLimit = "5 per hour"
    limit_reports: RateLimit = "10 per hour"
    limit_grievances: RateLimit = "10 per hour"
    limit_contact: RateLimit = "30 per hour"
    limit_enquiries: RateLimit = "30 per hour"
    limit_condition_entries: RateLimit = "120 per hour"
    limit_offers: RateLimit = "30 per hour"
    limit_meetups: RateLimit = "30 per hour"
    limit_geocode: RateLimit = "60 per minute"
    limit_newsletter_address: RateLimit = "20 per hour"
    limit_newsletter_email: RateLimit = "3 per hour"
