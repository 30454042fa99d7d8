"""`breach`: tells the affected accounts of a breach of personal data, and drafts the reports to the authorities."""

import tomllib
from pathlib import Path
from typing import Any

from marketplace.core.errors import Invalid
from marketplace.db.database import read_only, unit_of_work
from marketplace.domain import breaches
from marketplace.domain.breaches import BreachDraft
from marketplace.i18n.texts import t, tn

_TYPED = {"noticed_at": "2026-11-28T10:00:00", "everybody": "false"}


def run(file: Path | None, *, send: bool) -> None:
    """Print what a file describes, whom it concerns and the drafts; with `send`, tell them. Without a file, print an empty
    one.

    Raises:
        Invalid: the file can't be read, or its description is not complete.
    """
    if file is None:
        _print_empty()
        return
    values = _read(file)
    with read_only() as db:
        shown = breaches.preview(db, values)
    print(shown.subject, shown.notice, shown.board, shown.cert_in, sep="\n\n")
    print(tn("{count} account is affected.", "{count} accounts are affected.", shown.accounts))
    if shown.told:
        print(tn("{count} of them was told before.", "{count} of them were told before.", shown.told))
    if send:
        with unit_of_work() as db:
            breaches.send(db, values)
        print(t("The jobs of the site send the notices now."))
    else:
        print(t("Nothing was sent. Add --send to tell them."))


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Invalid(t("{file} can't be read: {problem}", file=file.name, problem=str(error))) from None


def _print_empty() -> None:
    for name, field in BreachDraft.model_fields.items():
        if field.description and name != "accounts":
            print(f"# {field.description}", f"{name} = {_TYPED.get(name, chr(34) * 2)}", sep="\n")
    print("# ids of affected accounts", "# accounts = []", "# accounts with a session between two days", sep="\n")
    print("# [active]", "# first = 2026-11-01", "# last = 2026-11-29", sep="\n")
