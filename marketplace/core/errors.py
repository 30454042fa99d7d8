"""Expected errors, each with an HTTP status and a message for the person."""


class MarketplaceError(Exception):
    """Base class of all expected errors. The API turns it into a response, the web pages into a toast.

    Attributes:
        status: HTTP status of the API response.
        message: a sentence for the person.
        errors: for invalid fields, dicts with `field` (its name in the API) and `message`.
        retry_after: seconds after which the request may succeed.
        extra: additional keys of the API response, for example `verified`.
        commits: the unit of work commits in spite of the error, for example to count a wrong code.
    """

    status = 400
    default = "The request can't be processed."

    def __init__(
        self,
        message: str = "",
        *,
        errors: list[dict[str, str]] | None = None,
        retry_after: int | None = None,
        extra: dict[str, object] | None = None,
        commits: bool = False,
    ):
        self.message = message or self.default
        self.errors = errors or []
        self.retry_after = retry_after
        self.extra = extra or {}
        self.commits = commits
        super().__init__(self.message)


class RuleBroken(MarketplaceError):
    """A business rule forbids the operation (400)."""


class NotSignedIn(MarketplaceError):
    """The caller has no session, or an expired one (401)."""

    status = 401
    default = "Please sign in to continue."


class Forbidden(MarketplaceError):
    """The caller is signed in, but has no permission (403)."""

    status = 403
    default = "You are not allowed to do that."


class NotFound(MarketplaceError):
    """The object does not exist, or the caller may not know that it does (404)."""

    status = 404
    default = "This was not found."


class Conflict(MarketplaceError):
    """The object exists already, or was changed concurrently (409)."""

    status = 409
    default = "Somebody else has changed this in the meantime. Please reload."


class Gone(MarketplaceError):
    """The object existed and was removed (410)."""

    status = 410
    default = "This ad is no longer available."


class TooLarge(MarketplaceError):
    """The request or file is too large (413)."""

    status = 413
    default = "The request is too large."


class UnsupportedMedia(MarketplaceError):
    """The type of file or body is not supported (415)."""

    status = 415
    default = "This type of file is not accepted."


class Invalid(MarketplaceError):
    """One or more fields are invalid (422).

    Args:
        fields: names, in the API, of the fields that the message is about.
        errors: instead of `fields`, if each field has a message of its own.
    """

    status = 422
    default = "Please check the fields marked below."

    def __init__(self, message: str = "", *fields: str, errors: list[dict[str, str]] | None = None):
        super().__init__(message, errors=errors or [{"field": name, "message": message} for name in fields])


class TooMany(MarketplaceError):
    """A rate limit was reached (429)."""

    status = 429
    default = "Too many requests. Please try again in a moment."


class Unavailable(MarketplaceError):
    """A service that the site depends on is unavailable; nothing was changed, and the caller may retry (503)."""

    status = 503
    default = "The site can't do that right now. Please try again in a moment."

    def __init__(
        self,
        message: str = "",
        *,
        errors: list[dict[str, str]] | None = None,
        retry_after: int | None = 5,
        extra: dict[str, object] | None = None,
        commits: bool = False,
    ):
        super().__init__(message, errors=errors, retry_after=retry_after, extra=extra, commits=commits)


class ConfigurationError(MarketplaceError):
    """The process can't start with this configuration; the message says what to change."""

    status = 500
