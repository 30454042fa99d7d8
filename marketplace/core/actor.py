"""The caller of a domain function. Transports create it from a session token, and the domain checks its permissions."""

from dataclasses import dataclass

from marketplace.core.errors import Forbidden, NotSignedIn
from marketplace.i18n.texts import t
from marketplace.models import AccountKind


@dataclass(frozen=True, slots=True)
class Actor:
    """The caller, loaded from the database for each call.

    Attributes:
        account_id: None for an anonymous caller.
        kind: the kind of account, None for an anonymous caller.
        session_id: the session that the call was authenticated with.
        address: the client's network address, for rate limits and the session list.
        user_agent: the client's User-Agent, for the session list.
        city: the town that the caller chose to look from on the pages, else that of the account. It is not checked, as a
            cookie may name anything.
    """

    account_id: str | None = None
    kind: AccountKind | None = None
    session_id: str | None = None
    address: str = ""
    user_agent: str = ""
    city: str = ""

    @property
    def is_admin(self) -> bool:
        """Return whether the caller is an administrator."""
        return self.kind is AccountKind.ADMIN

    def owns(self, account_id: str | None) -> bool:
        """Return whether `account_id` is the caller's own account."""
        return self.account_id is not None and self.account_id == account_id

    def require(self, *kinds: AccountKind, message: str = "") -> str:
        """Return the caller's account id.

        Args:
            kinds: the kinds of account that are allowed; all if empty.
            message: error text for an anonymous caller; empty for the default.

        Raises:
            NotSignedIn: the caller is anonymous.
            Forbidden: the account is of another kind.
        """
        if self.account_id is None or self.kind is None:
            raise NotSignedIn(message)
        if kinds and self.kind not in kinds:
            raise Forbidden(t("Your type of account can't do that."))
        return self.account_id

    def require_self(self, account_id: str, *, or_admin: bool = True) -> str:
        """Return `account_id` if it is the caller's own account.

        Args:
            or_admin: administrators may use any account.

        Raises:
            NotSignedIn: the caller is anonymous.
            Forbidden: it is another person's account.
        """
        own = self.require()
        if own != account_id and not (or_admin and self.is_admin):
            raise Forbidden()
        return account_id


ANONYMOUS = Actor()
