"""The fields of the settings by topic, each with its unit and default."""

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from marketplace.settings import validators
from marketplace.settings.validators import RateLimit

ROOT = Path(__file__).resolve().parents[2]


class Fields(BaseModel):
    """The fields of `Settings`. The unit of a number is in its name or description."""

    # Where the site stores its state. An empty address selects the embedded implementation.
    data_dir: Path = Field(ROOT / "data", description="folder for all embedded state")
    database_url: Annotated[str, AfterValidator(validators.database_url)] = Field(
        "", description="empty: SQLite in DATA_DIR; else postgresql+psycopg://..."
    )
    database_replica_url: Annotated[str, AfterValidator(validators.database_replica_url)] = Field(
        "", description="streaming replicas of a PostgreSQL DATABASE_URL, separated by commas"
    )
    redis_url: Annotated[str, AfterValidator(validators.redis_url)] = Field(
        "", description="empty: in process, one worker only; else redis://..."
    )
    media_url: Annotated[str, AfterValidator(validators.media_url)] = Field(
        "", description="empty: files in DATA_DIR/media; else s3://bucket/prefix"
    )
    s3_endpoint: Annotated[str, AfterValidator(validators.http_url)] = Field(
        "", description="URL of an S3 store that is not AWS"
    )
    s3_region: str = Field("us-east-1", description="region of the S3 bucket")

    # The public address of the site, its name, and the fixed texts of its home page.
    site_url: Annotated[str, AfterValidator(validators.site_url)] = Field(
        "", description="public address; empty: http://localhost:PORT"
    )
    site_name: str = Field("Chowk", description="name shown in the header, titles and mails")
    secret_key: str = Field("", description="signing key, at least 32 characters; empty: created once in DATA_DIR")
    demo: bool | None = Field(None, description="demo data: empty loads it on loopback only, true elsewhere too")
    dev_page: str = Field("", description="folder of web/pages that `dev` compiles alone; empty: all pages")
    support_url: Annotated[str, AfterValidator(validators.contact_url)] = Field(
        "", description="target of the Help/Support link; empty: the contact page"
    )
    contact_email: Annotated[str, AfterValidator(validators.email)] = Field(
        "", description="public contact address; empty: hello@ and the host of SITE_URL"
    )
    home_counter: str = Field("1238+", description="fixed marketing counter")
    home_claim: str = Field("15,00,000", description="number of classifieds claimed in the banner")
    geocoder_url: Annotated[str, AfterValidator(validators.http_url)] = Field(
        "", description="empty: offline GeoNames; else a Nominatim-compatible server"
    )

    # The server process: where it listens, what it logs, and which requests it accepts.
    host: str = Field("0.0.0.0", description="address to listen on")
    port: int = Field(3000, ge=1, le=65535, description="the one port for pages, websocket and API")
    workers: int = Field(1, ge=1, le=64, description="server processes; more than one needs REDIS_URL")
    trusted_proxy_hops: int = Field(
        0, ge=0, le=8, description="trusted reverse proxies in front of the server, for the client's address"
    )
    log_level: Annotated[str, AfterValidator(validators.log_level)] = Field(
        "INFO", description="DEBUG, INFO, WARNING or ERROR"
    )
    metrics_port: int = Field(
        0, ge=0, le=65535, description="port of the Prometheus metrics; 0: none, same as PORT: on the public port"
    )
    metrics_host: str = Field(
        "127.0.0.1", description="address the metrics listen on, if METRICS_PORT is a separate port"
    )
    body_max_bytes: int = Field(1024 * 1024, description="size of a JSON body")
    body_timeout_s: float = Field(
        30.0, description="a JSON body, and each piece of an upload, must arrive within this, seconds"
    )
    json_max_values: int = Field(5_000, ge=2_000, description="values in a JSON body or page event")
    json_max_depth: int = Field(
        20, ge=10, description="arrays and objects within each other in a JSON body or page event"
    )
    query_max_bytes: int = Field(8_192, description="size of a query string as it was sent")
    query_max_parameters: int = Field(100, description="parameters in a query string")
    response_cache_mb: int = Field(
        64, ge=0, description="memory of the response cache in each worker, megabytes; 0: no cache"
    )
    response_cache_s: int = Field(600, description="cached responses expire after this, seconds")
    shared_cache_s: int = Field(
        0, ge=0, description="a proxy or CDN may send public pages again without asking for this, seconds; 0: it asks"
    )

    # What the web pages show, and their timers.
    home_section_size: int = Field(8, description="cards in each section of the home page")
    page_size: int = Field(12, description="ads on a listing page")
    page_size_max: int = Field(100, description="largest `limit` a list accepts")
    recently_viewed: int = Field(10, description="recently viewed ads that a browser remembers")
    poll_header_s: int = Field(30, description="unread poll in the header, seconds")
    poll_dashboard_s: int = Field(15, description="unread poll on the dashboard, seconds")
    login_prompt_ms: int = Field(600, description="from the login-required toast to the dialog")
    login_close_ms: int = Field(1_000, description="from a successful login until the dialog closes")
    reset_return_ms: int = Field(2_000, description="from a password reset until the page returns to the login")
    event_text_max: int = Field(1_000, description="characters of a text argument of a page event")
    event_field_max: int = Field(
        20_000, description="characters of a form field, or of an event that accepts long text"
    )
    anonymous_state_minutes: float = Field(
        10, description="the State of a closed anonymous tab is discarded after this"
    )

    # Ads and wanted ads: their life, photos, places and dates, and how they are found.
    ad_lifetime_days: int = Field(60, description="an approved ad expires after this many days")
    expiry_reminder_days: int = Field(
        5, description="the owner is reminded this long before an ad or a wanted ad expires"
    )
    ad_ask_days: int = Field(7, ge=1, description="the seller of an ad quiet for so many days is asked about it")
    ad_ask_every_days: int = Field(3, ge=1, description="a seller with many ads is asked at most once in so many days")
    ad_lower_days: int = Field(10, ge=1, description="a quiet ad without an answer is shown lower from this day on")
    ad_dim_days: int = Field(14, ge=1, description="its card is dimmed from this day on")
    ad_quiet_expiry_days: int = Field(21, ge=1, description="it expires on this day")
    sold_visible_days: int = Field(30, description="the page of a sold ad exists this long, then 410")
    price_drop_days: int = Field(30, description="the page of an ad names a price drop this long")
    new_account_days: int = Field(7, description="moderators are told of costly ads of accounts younger than this")
    costly_rupees: int = Field(25_000, description="price from which such an ad is costly")
    assignment_minutes: int = Field(60, description="a case that a moderator took becomes free again after this")
    new_badge_hours: int = Field(24, description="an ad has the New badge this long after its first approval")
    max_images_per_ad: int = Field(12, description="photos of one ad")
    map_rounding_degrees: float = Field(0.01, description="public coordinates are rounded to this grid")
    ad_timezone: Annotated[str, AfterValidator(validators.time_zone)] = Field(
        "Asia/Kolkata", description="time zone of an ad whose seller set none"
    )
    enquiry_horizon_years: int = Field(5, description="how far ahead an enquiry may be")
    wanted_days: int = Field(30, ge=1, description="a wanted ad ends after this many days unless it is renewed")
    wanted_max: int = Field(10, ge=1, description="live wanted ads of one account")
    wanted_radius_km: float = Field(
        50, ge=0, description="sellers with ads this near to the place of a wanted ad see it"
    )
    followers_shown_from: int = Field(3, ge=1, description="followers from which their number is public")
    exact_total_limit: int = Field(10_000, description="totals are exact up to this number")
    saved_searches_max: int = Field(50, description="saved searches of one account")
    search_changes_kept: int = Field(200_000, ge=1, description="changes kept in the log that search indexers read")
    search_poll_s: float = Field(1.0, description="poll interval of the search indexer, seconds")

    # Uploaded files and the photos made from them.
    upload_max_bytes: int = Field(15 * 1024 * 1024, description="size of one file")
    upload_max_pixels: int = Field(60_000_000, description="larger images are refused before decoding")
    upload_max_files: int = Field(20, description="files in one upload-multiple call")
    upload_timeout_s: float = Field(600.0, description="an upload must arrive within this, seconds")
    upload_decoders: int = Field(2, ge=1, le=64, description="images that each worker decodes concurrently")
    uploads_at_once: int = Field(4, description="concurrent uploads of one account in each worker; more get 429")
    upload_orphan_hours: int = Field(24, description="unreferenced uploads are deleted after this")
    image_stored_px: int = Field(1600, description="long side of the largest stored photo, pixels")
    image_max_mb: float = Field(0.2, description="client-side compression target, megabytes")
    image_max_px: int = Field(800, description="client-side target of the long side, pixels")

    # What happens between buyers and sellers: messages, offers, deals, handovers of rentals, and reviews.
    message_max_length: int = Field(4_000, description="characters of one message")
    max_photos_per_message: int = Field(6, description="photos of one message")
    preview_length: int = Field(40, description="characters of the last message in a contact list")
    chat_autosend_ms: int = Field(500, description="delay before a prefilled first message is sent")
    chat_scroll_ms: int = Field(100, description="delay before a loaded conversation scrolls down")
    reply_time_days: int = Field(90, description="days of conversations that a seller's reply time is taken from")
    reply_time_min_answers: int = Field(5, description="answers without which no reply time is shown")
    rule_replay_messages: int = Field(
        2_000, description="messages on which a changed rule is tried; if there are more, an even sample"
    )
    rule_replay_ads: int = Field(
        2_000, description="ads on which a changed rule is tried; if there are more, an even sample"
    )
    rule_replay_seconds: int = Field(
        20,
        ge=1,
        le=300,
        description="a changed rule is tried on messages this long, and as long on ads; the rest is left out",
    )
    digest_after_minutes: int = Field(15, description="messages that are unread this long are mailed in a digest")
    offer_minimum_percent: int = Field(40, ge=1, le=100, description="an offer is at least this part of the ad's price")
    offer_maximum_percent: int = Field(200, ge=100, description="an offer is at most this part of the ad's price")
    review_hours: int = Field(
        24, ge=1, le=24 * 7, description="how long a review usually takes, until the site has made a few decisions"
    )
    offer_hours: int = Field(48, ge=1, le=24 * 30, description="an offer without an answer expires after this time")
    reservation_days: int = Field(5, ge=1, le=60, description="an accepted offer reserves the ad this long")
    meetup_reminder_hours: int = Field(
        2, ge=1, le=48, description="both parties are reminded this long before a meetup"
    )
    meetup_extra_days: int = Field(
        3, ge=0, le=30, description="a meetup may be this long after the end of the first reservation, which it extends"
    )
    meetup_grace_hours: int = Field(
        6, ge=1, le=72, description="a reservation lasts at least this long after the meetup"
    )
    handover_attempts: int = Field(5, ge=1, le=20, description="wrong attempts at one handover code")
    condition_entries_max: int = Field(200, ge=10, le=1000, description="entries of the condition record of a rental")
    review_days: int = Field(
        14, ge=1, le=365, description="reviews can be written this long after a deal or rental, then all are revealed"
    )
    review_average_from: int = Field(3, ge=1, le=100, description="reviews without which no average is shown")

    # Accounts: sessions, one-time codes and passwords.
    session_remember_days: int = Field(30, description="lifetime of a session with Remember me")
    session_hours: int = Field(12, description="lifetime of a session without Remember me")
    sessions_max: int = Field(50, description="concurrent sessions of one account; above it the oldest one ends")
    last_seen_s: int = Field(60, description="the last-seen time of a session is written at most this often, seconds")
    device_days: int = Field(400, description="lifetime of the device cookie; browsers cap it here")
    otp_minutes: int = Field(10, description="lifetime of a one-time code")
    otp_tries: int = Field(5, description="wrong tries after which a code is invalid")
    otp_verified_minutes: int = Field(30, description="how long a verified email can be used to register")
    password_min_length: int = Field(6, description="characters")
    staff_password_min_length: int = Field(12, description="characters, of moderators and administrators")
    password_max_length: int = Field(200, description="characters; limits the time for hashing")
    argon2_time_cost: int = Field(2, description="passes over the memory (OWASP Password Storage Cheat Sheet)")
    argon2_memory_kib: int = Field(19_456, description="memory of one hash, KiB (same source)")
    argon2_parallelism: int = Field(1, description="threads of one hash (same source)")
    profile_images: int = Field(5, description="photos of one profile")

    # Notifications in browsers (web push).
    vapid_private_key: Annotated[str, AfterValidator(validators.vapid_key)] = Field(
        "",
        description="private key of P-256 in base64url, with which pushes are signed; empty: derived from SECRET_KEY",
    )
    push_services: Annotated[str, AfterValidator(validators.hosts)] = Field(
        "fcm.googleapis.com updates.push.services.mozilla.com push.services.mozilla.com web.push.apple.com "
        "notify.windows.com",
        description="hosts of the push services, with their subdomains, that this server calls; separated by spaces",
    )
    push_subscriptions_max: int = Field(10, description="browsers of one account; above it the oldest one is dropped")
    push_timeout_s: float = Field(
        10.0, description="timeout for connecting to a push service and for its answer, seconds"
    )
    push_keep_hours: int = Field(24, description="push services drop what a browser did not fetch within this")
    push_chat_delay_s: float = Field(
        10.0, description="a message is pushed after this, unless a page of the recipient has received it, seconds"
    )

    # Background jobs and outgoing mail.
    jobs_in_app: bool = Field(
        True, description="the app delivers mail and runs jobs; false: `python -m marketplace jobs` does"
    )
    job_attempts: int = Field(8, description="attempts before a job is given up")
    job_backoff_s: int = Field(30, description="wait after the first failure; doubles with each, seconds")
    job_backoff_max_s: int = Field(3_600, description="longest wait between two attempts, seconds")
    job_lock_s: int = Field(300, description="a worker's claim on a job expires this long after its last step, seconds")
    job_poll_s: float = Field(20.0, description="poll interval of the job worker, seconds")
    job_keep_days: int = Field(7, description="finished jobs are deleted after this")
    smtp_url: Annotated[str, AfterValidator(validators.smtp_url)] = Field(
        "", description="empty: mails are written to DATA_DIR/outbox; else smtp(s)://..."
    )
    mail_from: Annotated[str, AfterValidator(validators.email)] = Field(
        "", description="sender of mails; empty: no-reply@ and the host of SITE_URL"
    )
    mail_attempts: int = Field(10, description="delivery attempts before a mail is given up")
    mail_backoff_s: int = Field(15, description="wait after the first failure; doubles with each, seconds")
    mail_backoff_max_s: int = Field(3_600, description="longest wait between two attempts, seconds")
    mail_lock_s: int = Field(120, description="a worker's claim on a mail expires after this, seconds")
    mail_poll_s: float = Field(1.0, description="poll interval of the mail workers, seconds")
    mail_timeout_s: float = Field(20.0, description="timeout for each SMTP command except the content, seconds")
    mail_total_s: float = Field(60.0, description="timeout for sending one mail; shutdown waits this long, seconds")
    mail_keep_days: int = Field(30, description="sent and failed mails are deleted after this")

    # The grievance officer, the transparency page, and erasure of dormant accounts. Deadlines of the law are in `domain/law.py`.
    grievance_officer_name: str = Field("", description="name shown on the grievance page")
    grievance_officer_email: Annotated[str, AfterValidator(validators.email)] = Field(
        "", description="address of the grievance officer; empty: CONTACT_EMAIL"
    )
    grievance_officer_phone: str = Field("", description="phone number of the grievance officer")
    grievance_officer_address: str = Field("", description="postal address of the grievance officer")
    transparency_months: int = Field(12, description="months on the transparency page")
    dormant_months: int = Field(
        0, description="accounts that nobody used for this long are erased after a notice; 0: never"
    )

    # Rate limits of actions. `_address` limits count per network address (IPv6: per /64 network), the others per person.
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

    # Limits of websockets and page events. Each worker counts separately; an IPv6 address counts as its /64 network.
    event_max_bytes: int = Field(64 * 1024, description="size of one page event, unless its handler allows more")
    sockets_per_address: int = Field(100, description="open websockets of one address, in each worker")
    # Rate limits in the notation of the package `limits`. Above the first two, the server delays reading from the socket; an
    # event counts once for every 4 KiB.
    limit_events_socket: RateLimit = "150 per 10 seconds"
    limit_events_address: RateLimit = "1500 per 10 seconds"
    limit_log_socket: RateLimit = "30 per minute"
    limit_log_address: RateLimit = "120 per minute"
