"""Writes a new domain through every layer: `make new-domain NAME=notes`.

The result is small but complete: a table whose rows belong to an account, functions that add, list and remove them, an API, rows of
the permission table, and the export and deletion of personal data. Rename and extend it, then change the table's fields.
"""

import re
import sys
from pathlib import Path
from string import Template

from tools.new_domain_files import FILES

ROOT = Path(__file__).parents[1]
_NAME = re.compile(r"[a-z][a-z0-9_]{2,29}")


def _insertions(names: dict[str, str]) -> list[tuple[str, str, str]]:
    """Lines to add to files that there are: path, the text they stand before, and the lines."""
    made = [
        (
            "marketplace/models/__init__.py",
            "from marketplace.models.wishlist import",
            "from marketplace.models.$domain import $Thing\n",
        ),
        ("marketplace/domain/personal_data/selection.py", "    Notification,\n", "    $Thing,\n"),
        (
            "marketplace/domain/personal_data/selection.py",
            '        "notices": (Notification,',
            '        "$domain": ($Thing, col($Thing.owner_id) == own),\n',
        ),
        ("tests/domain/personal_data/leaving_scene.py", "    RecoveryCode,\n", "    $Thing,\n"),
        (
            "tests/domain/personal_data/leaving_scene.py",
            "        RecoveryCode(account_id=account.id,",
            '        $Thing(owner_id=account.id, text=f"{mark}$thing"),\n',
        ),
        (
            "tests/api/permissions/__init__.py",
            "from tests.api.permissions.execute import",
            "from tests.api.permissions import $domain\n",
        ),
        ("tests/api/permissions/__init__.py", "    *interactions.ROWS,", "    *$domain.ROWS,\n"),
        ("tests/domain/effects/test_claims.py", '    "notices": Dependent', '    "$domain": _OWN,\n'),
    ]
    return [(path, before, Template(lines).substitute(names)) for path, before, lines in made]


def name_parts(name: str) -> dict[str, str]:
    """The names that the files use.

    Args:
        name: of the package, in the plural if it has one, e.g. `price_notes`.
    """
    thing = name.removesuffix("s")
    return {
        "domain": name,
        "thing": thing,
        "Thing": "".join(part.capitalize() for part in thing.split("_")),
        "words": thing.replace("_", " "),
        "path": re.sub(r"_(\w)", lambda found: found[1].upper(), thing),
    }


def write(root: Path, name: str) -> list[Path]:
    """Write the domain into the project at `root`.

    Returns:
        The files that are new.

    Raises:
        ValueError: the name is taken or no name for a package, or a file to change has another form; nothing is written then.
    """
    if not _NAME.fullmatch(name):
        raise ValueError("a name has 3 to 30 lower-case letters, digits and underscores, e.g. notes")
    names = name_parts(name)
    new = {root / Template(path).substitute(names): Template(text).substitute(names) for path, text in FILES.items()}
    if taken := [path for path in new if path.exists()]:
        raise ValueError(f"{taken[0].relative_to(root)} is there already")
    models = "".join(path.read_text(encoding="utf-8") for path in (root / "marketplace/models").glob("*.py"))
    if re.search(rf"^class {names['Thing']}\(", models, re.MULTILINE):
        raise ValueError(f"there is a model {names['Thing']} already")
    changed: dict[Path, str] = {}
    for relative, before, lines in _insertions(names):
        path = root / relative
        text = changed.get(path) or path.read_text(encoding="utf-8")
        if text.count(before) != 1:
            raise ValueError(f"{relative} has no single place before {before.strip()!r}; adapt tools/new_domain.py")
        changed[path] = text.replace(before, lines + before)
    for path, text in (changed | new).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return list(new)


def main() -> int:
    """Write the domain that the first argument names; returns the exit code."""
    try:
        new = write(ROOT, sys.argv[1] if len(sys.argv) > 1 else "")
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    for path in new:
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
