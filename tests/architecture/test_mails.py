"""Headers and lines of mails are made in one place each."""

import ast

from tests.architecture import sources

# What these modules read or write themselves is encoded already, and dates.
EMAIL_LIBRARY = {
    "marketplace/core/mail_headers.py": {"Policy"},
    "marketplace/domain/outbox/delivery.py": {"EmailMessage", "format_datetime"},
    "marketplace/integrations/mail.py": {"EmailMessage"},
}


def test_only_these_parts_of_the_email_library_are_used():
    used: dict[str, set[str]] = {}
    for path in sources.python_files("marketplace"):
        for node in ast.walk(sources.tree(path)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "email":
                used.setdefault(sources.name(path), set()).update(alias.name for alias in node.names)
            elif isinstance(node, ast.Import) and any(alias.name.split(".")[0] == "email" for alias in node.names):
                used.setdefault(sources.name(path), set()).add("email")
    assert used == EMAIL_LIBRARY


def test_text_becomes_lines_in_these_modules_only():
    making = {
        sources.name(path)
        for path in sources.python_files("marketplace")
        for node in ast.walk(sources.tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Lines"
    }
    assert making == {"marketplace/core/lines.py", "marketplace/i18n/texts.py"}


def test_no_file_name_in_a_response_is_made_of_text():
    """`routes/files.py` takes it from the id of the file."""
    made = set()
    for path in sources.python_files("marketplace"):
        for node in ast.walk(sources.tree(path)):
            pairs = []
            if isinstance(node, ast.Dict):
                pairs = list(zip(node.keys, node.values, strict=True))
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
                pairs = [(node.targets[0].slice, node.value)]
            for key, value in pairs:
                is_name = isinstance(key, ast.Constant) and str(key.value).lower() == "content-disposition"
                if is_name and not isinstance(value, ast.Constant):
                    made.add(sources.name(path))
    assert made == {"marketplace/api/routes/files.py"}
