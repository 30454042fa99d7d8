"""Handover codes: four digits that the buyer shows and the seller types when they meet, for deals and for rentals."""

from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.core.errors import RuleBroken, TooMany
from marketplace.i18n.texts import t
from marketplace.models import Deal, Enquiry
from marketplace.settings import get_settings

DIGITS = 4
# Only the buyer can create a new code, so a program gains nothing by trying again sooner.
_RETRY_AFTER_S = 60
# Their columns `code_number` and `code_failures` count the codes and the wrong attempts at the current one.
HasCode = Deal | Enquiry


def derive(row: HasCode, *seed: str) -> str:
    """Return the current code of a row. It is derived, so the database holds no code.

    Args:
        seed: says which row it is, and which of its codes.
    """
    return ids.derive_code(get_settings().secret, " ".join(("handover", *seed, str(row.code_number))), digits=DIGITS)


def count_attempts_left(row: HasCode) -> int:
    """Count how often the current code may still be tried."""
    return max(0, get_settings().handover_attempts - row.code_failures)


def check(db: Session, row: HasCode, code: str, typed: str) -> None:
    """Compare what the seller typed with the code; the caller holds a lock that serialises the attempts.

    Raises:
        RuleBroken: a wrong code; it is counted.
        TooMany: too many wrong codes, until the buyer creates a new one.
    """
    if row.code_failures >= get_settings().handover_attempts:
        message = t("Too many wrong codes. Please ask the buyer to create a new code.")
        raise TooMany(message, retry_after=_RETRY_AFTER_S)
    if not ids.constant_time_equal(code, typed.strip()):
        row.code_failures += 1
        db.add(row)
        raise RuleBroken(t("That code is wrong. Please ask the buyer for the four digits."), commits=True)


def renew(db: Session, row: HasCode) -> None:
    """Replace the code: the old one no longer works, and wrong attempts are forgotten."""
    row.code_number += 1
    row.code_failures = 0
    row.updated_at = clock.now()
    db.add(row)
    db.flush()
