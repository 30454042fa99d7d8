"""`doctor`: looks at each setting and each thing the site depends on, and says what to do."""

import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as LateError

from marketplace.cli import checks
from marketplace.cli.checks import Note, Sign
from marketplace.cli.progress import first_line
from marketplace.errors import MarketplaceError
from marketplace.texts import t

_PATIENCE_S = 30
_WIDTH = 10


def run() -> int:
    """Check everything and print a line for each finding.

    Returns:
        0 when the site can serve, 1 when something has to be done first.
    """
    notes: list[Note] = []
    # Not as a context: of one that hangs, nobody waits for the end.
    pool = ThreadPoolExecutor(len(checks.ALL))
    asked = [(subject, pool.submit(_listed, check)) for subject, check in checks.ALL.items()]
    for subject, answer in asked:
        try:
            found = answer.result(_PATIENCE_S)
        except LateError:
            found = [Note(Sign.BAD, t("no answer within {n} seconds", n=_PATIENCE_S))]
        for note in found:
            print(f"{note.sign.value:<4}  {subject:<{_WIDTH}} {note.said}", flush=True)
        notes += found
    pool.shutdown(wait=False, cancel_futures=True)
    bad, warnings = (sum(note.sign is sign for note in notes) for sign in (Sign.BAD, Sign.WARN))
    if bad:
        print(t("\nNot ready: {bad} to mend, {warnings} to look at.", bad=bad, warnings=warnings))
    else:
        print(t("\nReady to serve; {warnings} to look at.", warnings=warnings))
    code = 1 if bad else 0
    if any(not answer.done() for _, answer in asked):
        # The interpreter would wait for what hangs.
        sys.stdout.flush()
        os._exit(code)
    return code


def _listed(check: Callable[[], Iterable[Note]]) -> list[Note]:
    found: list[Note] = []
    try:
        found.extend(check())
    except MarketplaceError as error:
        found.append(Note(Sign.BAD, error.message))
    except Exception as error:
        # Whatever a driver or a library says, the next finding must still be told.
        found.append(Note(Sign.BAD, f"{type(error).__name__}: {first_line(error)}"))
    return found
