"""Arguments that commands refuse, before they do anything."""

from pathlib import Path

import pytest

from marketplace.cli import demo
from marketplace.core.errors import RuleBroken
from marketplace.demo import load
from tests.cli.commands import refused, run


def test_breach_with_send_needs_a_file(tmp_path: Path):
    done = run("breach", "--send", data=tmp_path / "data")
    assert done.returncode == 2
    assert "--send" in refused(done)
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [-1, 0, 1_000_001, 99_999_999_999])
def test_demo_has_up_to_a_million_ads(monkeypatch, number: int):
    monkeypatch.setattr(load, "load", lambda _ads: pytest.fail("It was loaded."))
    with pytest.raises(RuleBroken, match="between 1 and 1,000,000"):
        demo.load_demo(number)


@pytest.mark.parametrize("number", [1, 1_000_000])
def test_demo_takes_every_number_up_to_a_million(monkeypatch, capsys, number: int):
    monkeypatch.setattr(load, "load", lambda ads: ads)
    demo.load_demo(number)
    assert str(number) in capsys.readouterr().out
