"""`doctor`: checks the settings and all services that the site depends on, and prints what to do."""

import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as LateError

from marketplace.cli import checks
from marketplace.cli.checks import Finding, Level
from marketplace.cli.progress import first_line
from marketplace.core.errors import MarketplaceError
from marketplace.i18n.texts import t, tn

_TIMEOUT_S = 30
_SUBJECT_WIDTH = 10


def run() -> int:
    """Run all checks and print a line for each finding; returns 0 if the site can serve, 1 if something must be fixed first."""
    findings: list[Finding] = []
    # Not a `with` block, which would wait for a check that hangs.
    pool = ThreadPoolExecutor(len(checks.ALL))
    pending = [(subject, pool.submit(_run_check, check)) for subject, check in checks.ALL.items()]
    for subject, future in pending:
        try:
            found = future.result(_TIMEOUT_S)
        except LateError:
            found = [Finding(Level.BAD, t("no answer within {n} seconds", n=_TIMEOUT_S))]
        for finding in found:
            print(f"{finding.level.value:<4}  {subject:<{_SUBJECT_WIDTH}} {finding.message}", flush=True)
        findings += found
    pool.shutdown(wait=False, cancel_futures=True)
    bad, warnings = (sum(finding.level is level for finding in findings) for level in (Level.BAD, Level.WARN))
    warned = tn("{count} warning", "{count} warnings", warnings)
    if bad:
        print(t("\nNot ready: {bad} to fix, {warnings}.", bad=bad, warnings=warned))
    else:
        print(t("\nReady to serve; {warnings}.", warnings=warned))
    code = 1 if bad else 0
    if any(not future.done() for _, future in pending):
        # Exit without waiting for threads that hang.
        sys.stdout.flush()
        os._exit(code)
    return code


def _run_check(check: Callable[[], Iterable[Finding]]) -> list[Finding]:
    found: list[Finding] = []
    try:
        found.extend(check())
    except MarketplaceError as error:
        found.append(Finding(Level.BAD, error.message))
    except Exception as error:
        # An unexpected error of one check must not hide the findings of the others.
        found.append(Finding(Level.BAD, f"{type(error).__name__}: {first_line(error)}"))
    return found
