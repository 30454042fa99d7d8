"""Backups: one file with all data of a marketplace, independent of the kind of database and media store."""

from marketplace.backup.archive import Archive, ArchiveWriter, Manifest
from marketplace.backup.photos import copy_in, copy_out, stored_keys
from marketplace.backup.tables import clear, count_rows, dump, is_empty, load, snapshot
