"""Rules that are missing or damaged stop the start with a sentence."""

import shutil

import pytest

from marketplace.core.errors import ConfigurationError
from marketplace.domain.trust import model, rulebook


@pytest.fixture
def folder(tmp_path):
    return shutil.copytree(rulebook.FOLDER, tmp_path / "rules")


def test_the_rules_of_the_package_are_valid(folder):
    assert set(rulebook.load(folder).rules) == set(rulebook.CODES)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("pressure.yaml", None, "can't be read"),
        ("words.yaml", None, "can't be read"),
        ("pressure.yaml", "title: [", "not valid YAML"),
        ("pressure.yaml", "title: x", "title"),
        ("pressure.yaml", "", "pressure.yaml"),
        ("words.yaml", "QR: [1]", "words.yaml"),
        ("words.yaml", "QR: qr", "words.yaml"),
    ],
)
def test_a_damaged_file_is_named(folder, name, content, says):
    path = folder / name
    if content is None:
        path.unlink()
    else:
        path.write_text(content)
    with pytest.raises(ConfigurationError, match=says) as caught:
        rulebook.load(folder)
    assert str(folder) in str(caught.value)


@pytest.mark.parametrize("content", [None, "{", "{}", '{"version": "1", "bias": {}, "weights": {}}'])
def test_a_damaged_model_is_named(tmp_path, content):
    path = tmp_path / "model.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(ConfigurationError, match=r"model\.json"):
        model.load(path)
