"""Texts of the mails about expiry: subject and text by the kind of notification. That one's text is in `content.messages`."""

MAILS = {
    "ad_expiring": (
        "Your ad '{name}' expires on {date}",
        """Hello {person},

Your ad '{name}' expires on {date}. If the offer still stands, renew the ad:

{renew}
""",
    ),
    "ad_expired": (
        "Your ad '{name}' has expired",
        """Hello {person},

Your ad '{name}' has expired and is no longer shown. If the offer still stands, renew the ad:

{renew}
""",
    ),
    "wanted_expiring": (
        "Your wanted ad '{name}' expires on {date}",
        """Hello {person},

Your wanted ad '{name}' expires on {date}. If you are still looking, renew it:

{renew}
""",
    ),
    "wanted_expired": (
        "Your wanted ad '{name}' has expired",
        """Hello {person},

Your wanted ad '{name}' has expired, and sellers no longer see it. If you are still looking, renew it:

{renew}
""",
    ),
}
