"""Tips and parts come from files that people edit."""

import pytest

from marketplace.domain import category_texts


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("general: []", "general"),
        ("texts: [a]", "texts|general"),
        ("general: [a]\ncategories:\n  - words: [car]", "categories.0.texts"),
        ("general: [", "not valid YAML"),
        ("", "the file"),
    ],
)
def test_a_damaged_file_stops_the_start_with_a_sentence(tmp_path, text, sentence):
    file = tmp_path / "texts.yaml"
    file.write_text(text)
    with pytest.raises(category_texts.CategoryTextsError, match=sentence):
        category_texts.load(file)
    with pytest.raises(category_texts.CategoryTextsError, match="can't be read"):
        category_texts.load(tmp_path / "none.yaml")
