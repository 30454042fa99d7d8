"""Typed errors: an HTTP status and the one sentence a person reads."""

from typing import Any


class MarketplaceError(Exception):
    """Base of every expected failure; both doors turn it into an answer or a toast.

    Attributes:
        status: HTTP status of the API answer.
        message: one sentence for a person, already from the catalogue of texts.
        errors: for invalid fields, {"field", "message"} pairs in wire names.
        retry_after: seconds, for refusals that end by themselves.
        extra: further keys of the API answer (e.g. `verified`).
        commits: what was written before the refusal stays (a wrong try must count although it is refused).
    """

    status = 400
    default = "That request can't be carried out."

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
    """A rule of the product says no (400)."""


class NotSignedIn(MarketplaceError):
    """No session, or one that has ended (401)."""

    status = 401
    default = "Please sign in to continue."


class Forbidden(MarketplaceError):
    """Signed in, but not the one who may (403)."""

    status = 403
    default = "You are not allowed to do that."


class NotFound(MarketplaceError):
    """There is no such thing, or none this person may know of (404)."""

    status = 404
    default = "That was not found."


class Conflict(MarketplaceError):
    """It was there already, or changed meanwhile (409)."""

    status = 409
    default = "That was changed by somebody else meanwhile. Please look again."


class Gone(MarketplaceError):
    """It was there once (410)."""

    status = 410
    default = "This ad is no longer available."


class TooLarge(MarketplaceError):
    """More bytes than are taken (413)."""

    status = 413
    default = "That is too large."


class UnsupportedMedia(MarketplaceError):
    """Not a kind of file or body that is taken (415)."""

    status = 415
    default = "That kind of file is not accepted."


class Invalid(MarketplaceError):
    """One or more fields can't be taken (422)."""

    status = 422
    default = "Please check the fields marked below."


class TooMany(MarketplaceError):
    """A limit was reached (429)."""

    status = 429
    default = "That was too often. Please wait a little and try again."


class Unavailable(MarketplaceError):
    """Something the site needs does not answer right now; nothing was changed, and trying again is right (503)."""

    status = 503
    default = "The site can't do that right now. Please try again in a moment."

    def __init__(self, message: str = "", **options: Any):
        super().__init__(message, **({"retry_after": 5} | options))


class ConfigurationError(MarketplaceError):
    """The process can't start as configured; the message says what to change."""

    status = 500
