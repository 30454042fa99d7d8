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
        client_id: made by the client for what it creates, and sent again with each repetition (`domain/once.py`).
        moderates_only: the caller is a moderator, not an administrator.
        suspension: the sentence for an anonymous caller whose session ended because the account is suspended.
    """

    account_id: str | None = None
    kind: AccountKind | None = None
    session_id: str | None = None
    address: str = ""
    user_agent: str = ""
    city: str = ""
    client_id: str = ""
    moderates_only: bool = False
    suspension: str = ""

    @property
    def is_staff(self) -> bool:
        """Return whether the caller is a moderator or an administrator."""
        return self.kind is AccountKind.ADMIN

    @property
    def is_admin(self) -> bool:
        """Return whether the caller is an administrator, who may do more than a moderator."""
        return self.is_staff and not self.moderates_only

    def owns(self, account_id: str | None) -> bool:
        """Return whether `account_id` is the caller's own account."""
        return self.account_id is not None and self.account_id == account_id

    def require(self, *kinds: AccountKind, message: str = "") -> str:
        """Return the caller's account id, if its kind is one of these (any if empty); `message` tells anonymous callers what to do.

        Raises:
            NotSignedIn: the caller is anonymous.
            Forbidden: the account is of another kind.
        """
        if self.account_id is None or self.kind is None:
            raise self.not_signed_in(message)
        if kinds and self.kind not in kinds:
            raise Forbidden(t("Your type of account can't do that."))
        return self.account_id

    def not_signed_in(self, message: str = "") -> NotSignedIn:
        """Return the error for an anonymous caller, which names the suspension if there is one."""
        return NotSignedIn(self.suspension or message, extra={"suspended": True} if self.suspension else None)

    def require_admin(self) -> str:
        """Return the caller's account id if it is an administrator's; `require(AccountKind.ADMIN)` also allows moderators.

        Raises:
            NotSignedIn: the caller is anonymous.
            Forbidden: the caller is a moderator, or the account is of another kind.
        """
        own = self.require(AccountKind.ADMIN)
        if self.moderates_only:
            raise Forbidden(t("Only an administrator can do that."))
        return own

    def require_self(self, account_id: str) -> str:
        """Return `account_id` if it is the caller's own account; moderators and administrators may use any.

        Raises:
            NotSignedIn: the caller is anonymous.
            Forbidden: it is another person's account.
        """
        own = self.require()
        if own != account_id and not self.is_staff:
            raise Forbidden()
        return account_id


ANONYMOUS = Actor()
