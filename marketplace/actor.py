"""Who asks. Doors make an actor from a session token; the domain checks it."""

from dataclasses import dataclass

from marketplace.errors import Forbidden, NotSignedIn
from marketplace.models import AccountKind
from marketplace.texts import t


@dataclass(frozen=True, slots=True)
class Actor:
    """The person behind a call, resolved from the database for this very call.

    Attributes:
        account_id: None for an anonymous caller.
        kind: what kind of account it is, None for an anonymous caller.
        session_id: the session the call came with.
        address: network address of the client, for limits and the session list.
        user_agent: what the client calls itself, for the session list.
    """

    account_id: str | None = None
    kind: AccountKind | None = None
    session_id: str | None = None
    address: str = ""
    user_agent: str = ""

    @property
    def is_admin(self) -> bool:
        """Whether this is an administrator."""
        return self.kind is AccountKind.ADMIN

    def owns(self, account_id: str | None) -> bool:
        """Whether the id names this very account."""
        return self.account_id is not None and self.account_id == account_id

    def require(self, *kinds: AccountKind, message: str = "") -> str:
        """The account's id, if it is signed in and of one of the kinds (any, when none are named).

        Raises:
            NotSignedIn: the caller is anonymous; `message` is the sentence, where the spec has one.
            Forbidden: signed in as another kind.
        """
        if self.account_id is None or self.kind is None:
            raise NotSignedIn(message)
        if kinds and self.kind not in kinds:
            raise Forbidden(t("Your kind of account can't do that."))
        return self.account_id

    def require_self(self, account_id: str, *, or_admin: bool = True) -> str:
        """The id, if it names the caller's own account (or the caller is an admin).

        Raises:
            NotSignedIn, Forbidden: as for `require`.
        """
        own = self.require()
        if own != account_id and not (or_admin and self.is_admin):
            raise Forbidden()
        return account_id


ANONYMOUS = Actor()
