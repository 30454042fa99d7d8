"""The admin page that edits the subcategories and fields of a category."""
