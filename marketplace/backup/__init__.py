"""One file that holds a whole marketplace, the same whichever database and store it came from or goes to."""

from marketplace.backup.archive import Archive, ArchiveWriter, Manifest
from marketplace.backup.photos import copy_in, copy_out, stored_keys
from marketplace.backup.tables import clear, count_rows, dump, is_empty, load, snapshot

__all__ = [
    "Archive",
    "ArchiveWriter",
    "Manifest",
    "clear",
    "copy_in",
    "copy_out",
    "count_rows",
    "dump",
    "is_empty",
    "load",
    "snapshot",
    "stored_keys",
]
