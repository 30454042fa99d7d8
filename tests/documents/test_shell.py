import os
from pathlib import Path

import pytest

from marketplace.documents.shell import Shells, cut
from marketplace.security import hash_script


def test_what_documents_write_themselves_is_taken_out(static_dir: Path) -> None:
    shell = Shells(static_dir).find("/")
    assert shell is not None
    assert shell.title == "Chowk & friends"
    assert shell.description == "The town's market square"
    whole = shell.start + shell.head + shell.body
    assert "<title" not in whole
    assert "description" not in whole
    assert "og:image" not in whole
    assert 'rel="stylesheet"' in whole
    assert shell.start.endswith('name="viewport"/>')
    assert shell.head.endswith("<body>")


def test_inline_scripts_are_hashed_and_outside_ones_are_not() -> None:
    shell = cut("<html><head><script>one</script></head><body><script src='/a.js'></script><script>two</script></body>")
    assert shell.scripts == (hash_script("one"), hash_script("two"))


def test_a_page_without_a_body_is_refused() -> None:
    with pytest.raises(ValueError, match="head and a body"):
        cut("<html><head></head></html>")


def test_a_new_build_is_read_again(static_dir: Path) -> None:
    shells = Shells(static_dir)
    first = shells.find("/wishlist")
    assert first is not None
    assert shells.find("/wishlist") is first
    file = static_dir / "wishlist" / "index.html"
    file.write_text(file.read_text().replace("My Wishlist", "Saved ads"))
    os.utime(file, ns=(1, file.stat().st_mtime_ns + 1_000_000))
    second = shells.find("/wishlist")
    assert second is not None
    assert second.title == "Saved ads | Chowk"


@pytest.mark.parametrize(
    "path",
    ["/../secret", "/..", "/a\x00b", pytest.param("/" + "x" * 5000, id="long"), "/nowhere"],
)
def test_no_address_leads_out_of_the_build(static_dir: Path, path: str) -> None:
    (static_dir.parent / "secret").mkdir()
    (static_dir.parent / "secret" / "index.html").write_text("<html><head></head><body></body></html>")
    shells = Shells(static_dir)
    assert shells.find(path) is None
    assert not shells.find_file(path)


def test_pages_are_no_files(static_dir: Path) -> None:
    shells = Shells(static_dir)
    assert shells.find_file("/no-image.svg")
    assert not shells.find_file("/index.html")
    assert not shells.find_file("/wishlist")
    assert not shells.find_file("/")


def test_pages_stay_while_another_process_builds_anew(static_dir: Path) -> None:
    shells = Shells(static_dir)
    saved = shells.find("/wishlist")
    static_dir.rename(static_dir.with_name("away"))
    assert shells.find("/wishlist") is saved
    # Nobody has asked for these yet.
    assert shells.fallback() is not None
    assert shells.find("/") is not None
    assert shells.find("/nowhere") is None
